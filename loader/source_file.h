/* source_file.h - a file of any format, cut into batches of slices. */
#pragma once

#include "base/fingerprint.h"
#include "base/site.h"
#include "database/database_rows.h"
#include "options.h"
#include "recognition.h"

struct source_file {
    struct reader *reader;
    struct options options;              /* completed for this file */
    struct recognition recognition;      /* what completed them */
    struct site *site;                   /* of a dump, else NULL */
    const struct vector_scheme *vectors; /* of word vectors, else NULL */
    struct record_layout layout;         /* of records */
    struct selection_wish wish;          /* what is read of a database */
    const char *undivided;               /* why the first part is the whole file; NULL: it is not */
};

/*
 * Opens the file at `path` ("-" is standard input) in the format that the options name, or that it
 * is recognised by. What the options point to is borrowed. NULL with `failure` filled in.
 */
struct source_file *source_file_open(const char *path, const struct options *options,
                                     struct failure *failure);
void source_file_close(struct source_file *file);

/* The bytes of the file that the part has which the options name; all of them if they name none. */
struct stream_share source_file_share(const struct source_file *file);

/*
 * Takes the fingerprint of the file at `path`, or of the part's bytes; that of a database covers
 * what is read of it. False with `failure` filled in, also if a signal comes.
 */
bool source_file_fingerprint(struct source_file *file, const char *path,
                             struct fingerprint *fingerprint, struct failure *failure);

/* Whether the file still is what it was when it was opened. Call it before a commit. */
bool source_file_check(const struct source_file *file, struct failure *failure);

/*
 * Goes to where the part begins: see reader.h. For a load that does not resume; it comes
 * before the first batch.
 */
bool source_file_begin_part(struct source_file *file, struct failure *failure);

/*
 * Fills in where the part ends, once all of it was cut: the length of its text, the number of its
 * records or lines, and, as file_bit, the end of its share of the file.
 */
void source_file_end_part(const struct source_file *file, struct resume_place *end);

/* Continues to fill a batch: see reader.h. */
enum cut_state source_file_cut(struct source_file *file, struct batch *batch,
                               struct failure *failure);

/*
 * The language of the text, from the options or the dump, and the address of the wiki's main page;
 * "" if unknown. Both are constant once the first batch has been cut.
 */
const char *source_file_language(const struct source_file *file);
void source_file_base(const struct source_file *file, char *address, size_t capacity);
