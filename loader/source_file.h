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
 * Opens the file at `path` ("-": standard input) in the format that the options name, or that is
 * recognised. What the options point to is borrowed. NULL with `failure` filled in.
 */
struct source_file *source_file_open(const char *path, const struct options *options,
                                     struct failure *failure);
void source_file_close(struct source_file *file);

/* The bytes of the file that are loaded: those of the part that the options name, or all. */
struct stream_share source_file_share(const struct source_file *file);

/* Takes the fingerprint of what is loaded. False with `failure` filled in, also after a signal. */
bool source_file_fingerprint(struct source_file *file, const char *path,
                             struct fingerprint *fingerprint, struct failure *failure);

/* Whether the file still is what it was when it was opened. Call it before a commit. */
bool source_file_check(const struct source_file *file, struct failure *failure);

/* Goes to where the part begins, before the first batch, in a load that does not resume. */
bool source_file_begin_part(struct source_file *file, struct failure *failure);

/* Fills in where the part ends, once all of it was cut; file_bit: the end of its share. */
void source_file_end_part(const struct source_file *file, struct resume_place *end);

/* Continues to fill a batch: see reader.h. */
enum cut_state source_file_cut(struct source_file *file, struct batch *batch,
                               struct failure *failure);

/*
 * The language, of the options or the dump, and the address of the wiki's main page; "" if unknown.
 * Constant once the first batch was cut.
 */
const char *source_file_language(const struct source_file *file);
void source_file_base(const struct source_file *file, char *address, size_t capacity);
