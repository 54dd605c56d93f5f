/* options.h - the command line of neardup load. */
#pragma once

#include "base/failure.h"
#include "format.h"
#include "records/columns.h"

enum { options_namespaces_max = 64, options_query_max = 1 << 13 };

/* What is one document, in plain text. */
enum document { document_line, document_file };

enum { options_parts_max = 1000000 };

/* Strings point into argv. */
struct options {
    const struct format *format; /* NULL: what the file looks like */
    unsigned needs;              /* of enum format_option: what the options ask of the format */
    enum document document;
    bool whole;           /* a text is not split into sentences */
    bool whole_if_short;  /* recognition.h decides that by the lengths of the texts */
    bool split;           /* however short they are */
    const char *encoding; /* its name; NULL: UTF-8, or what the byte-order mark says */
    char delimiter;       /* of csv; 0: not named */
    bool no_header;       /* the columns of a table have numbers instead of names */
    struct columns columns;
    struct columns earlier;    /* of an earlier file, for those that this one has; or none */
    const char *table, *query; /* of a database: what to read; at most one */
    const char *language;      /* of the text; NULL: what the dump says */
    int64_t words_most;        /* of word vectors; 0: all */
    int64_t namespaces[options_namespaces_max]; /* those to load, in ascending order */
    int namespace_count;
    bool all_namespaces;
    bool history;    /* keep every revision, not only the newest */
    bool text_only;  /* without what page_facts.h reads */
    int64_t threads; /* 1 to scheduler_threads_max */
    int64_t memory;  /* in MiB: memory_bound.h */
    int part;        /* which part of each file, from 1; 0: all of it */
    int parts;       /* of how many */
    bool adding;     /* note what is loaded as new */
    bool alone;      /* refuse a database that has other files only */
    bool quiet, help, version;
    char **files; /* file_count paths */
    int file_count;
    const char *database;
};

/* Reads the command line, whose words it may reorder. False: `failure` says what is wrong. */
bool options_parse(struct options *options, int count, char **words, struct failure *failure);

/* Whether the format has all options that were given. False with `failure` naming one that it
 * lacks. */
bool options_fit(const struct options *options, struct failure *failure);

/*
 * Completes the columns when the format is known: unless the key is named, it is the id. Which
 * columns a table of a database has is not known yet. False with `failure` if there are too many
 * columns.
 */
bool options_settle_key(struct options *options, struct failure *failure);

/* Whether pages of that namespace are loaded. */
bool options_wants(const struct options *options, int64_t namespace_number);

/* Writes down the options that change what is loaded, as in source.options. */
enum { options_description_max = columns_list_max + options_query_max + 1024 };
void options_describe(const struct options *options, char text[options_description_max]);

extern const char options_usage[];
