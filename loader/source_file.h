/*
 * source_file.h - a file of any format, cut into batches of slices.
 */
#ifndef NEARDUP_SOURCE_FILE_H
#define NEARDUP_SOURCE_FILE_H

#include "base/failure.h"
#include "dump/dump.h"
#include "input/batch.h"
#include "input/stream.h"
#include "options.h"
#include "recognition.h"
#include "records/records.h"

/* Either a dump or a file of records; the other pointer is NULL. */
struct source_file {
    struct dump *dump;
    struct records *records;
    struct stream *stream;          /* of the dump or the records */
    const struct options *options;  /* those below, complete */
    struct options completed;       /* for this file */
    struct recognition recognition; /* what completed them */
    struct record_layout layout;    /* of the records */
};

/*
 * Opens the file at `path` ("-" is standard input) in the format that the options name, or that it
 * is recognised by. What the options point to is borrowed. NULL with `failure` filled in.
 */
struct source_file *source_file_open(const char *path, const struct options *options,
                                     struct failure *failure);
void source_file_close(struct source_file *file);

/* Continues to fill a batch: see dump_cut(). */
enum cut_state source_file_cut(struct source_file *file, struct batch *batch,
                               struct failure *failure);

/* Resumes where an earlier load stopped: see dump_resume(). */
bool source_file_resume(struct source_file *file, const struct dump_place *place,
                        struct failure *failure);

/*
 * The language of the text, from the options or the dump, and the address of the wiki's main page;
 * "" if unknown. Both are constant once the first batch has been cut.
 */
const char *source_file_language(const struct source_file *file);
void source_file_base(const struct source_file *file, char *address, size_t capacity);

#endif
