/* options.h - the command line of neardup-load. */
#ifndef NEARDUP_OPTIONS_H
#define NEARDUP_OPTIONS_H

#include "base/failure.h"
#include "records/columns.h"

#include <stdbool.h>
#include <stdint.h>

enum { options_namespaces_max = 64 };

struct format;

enum document { document_line, document_file };

struct options {
    const struct format *format;
    enum document document; /* what is one, of plain text */
    struct columns columns;
    const char *language; /* that of the text, in argv; NULL: what the dump says */
    int64_t namespaces[options_namespaces_max]; /* those to load */
    int namespace_count;
    bool all_namespaces;
    bool history; /* every revision is kept, not the newest alone */
    int threads;  /* 1 to scheduler_threads_max */
    bool quiet, help, version;
    char **dumps; /* dump_count paths, in argv */
    int dump_count;
    const char *database; /* in argv */
};

/* Reads the command line; false with `failure` telling what is wrong with it. */
bool options_parse(struct options *options, int count, char **words, struct failure *failure);

bool options_wants(const struct options *options, int64_t namespace_number);

/* The options that change what is loaded, as they stand in source.options. */
enum { options_description_max = 2048 };
void options_describe(const struct options *options, char text[options_description_max]);

extern const char options_usage[];

#endif
