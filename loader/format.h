/*
 * format.h - the formats that can be loaded, and what each is read by.
 *
 * This is the one place that knows which formats there are. All of them become batches of slices,
 * then pages, then plain text; a format is a row in a table of the functions that take these steps.
 */
#ifndef NEARDUP_FORMAT_H
#define NEARDUP_FORMAT_H

#include "base/failure.h"
#include "input/batch.h"
#include "input/stream.h"
#include "options.h"
#include "text/page.h"
#include "text/plain_text.h"

/*
 * The steps. What they work on is theirs: `file` is what open_file() gave, and so on. Functions
 * that give NULL or false have filled in `failure`.
 */
struct format_steps {
    /* The file, cut into batches: by one thread at a time. */
    void *(*open_file)(const char *path, const struct options *options, struct failure *failure);
    void (*close_file)(void *file);
    struct stream *(*stream)(void *file);
    enum cut_state (*cut)(void *file, struct batch *batch, struct failure *failure);
    bool (*resume)(void *file, const struct dump_place *place, struct failure *failure);

    /* What the file says of itself, known with the first batch; "" where it does not. */
    const char *(*language)(void *file);
    void (*base)(void *file, char *address, size_t capacity);

    /* A slice into a page; a parser serves one thread at a time. */
    void *(*open_parser)(void *file, struct failure *failure);
    void (*close_parser)(void *parser);
    bool (*parse)(void *parser, const struct batch *batch, const struct slice *slice,
                  struct page *page, struct failure *failure);
    bool (*no_memory)(const void *parser); /* that is why the last call failed */
    /* Is to call `take` with each revision; NULL where there are none. */
    void (*each_revision)(void *parser,
                          bool (*take)(void *user, const struct page *page,
                                       const struct revision *revision),
                          void *user);

    /* A text into blocks; a cleaner serves one thread at a time. */
    void *(*open_cleaner)(void *file, struct failure *failure);
    void (*close_cleaner)(void *cleaner);
    bool (*clean)(void *cleaner, const char *text, size_t length, struct plain_text *plain);
};

/* The options that only some formats understand. */
enum format_option {
    format_option_pages = 1 << 0,   /* --namespaces, --history */
    format_option_columns = 1 << 1, /* --columns */
    format_option_document = 1 << 2 /* --document */
};

struct format {
    const char *name; /* as in --format and in source.kind */
    unsigned options; /* of enum format_option */
    const struct format_steps *steps;
    const struct record_layout *line, *file; /* of records: how each --document is cut */
};

/* NULL where there is none of that name. */
const struct format *format_find(const char *name);

/* All of their names, with commas. */
extern const char format_names[];

#endif
