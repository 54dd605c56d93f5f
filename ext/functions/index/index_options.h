/*
 * index_options.h - the arguments of CREATE VIRTUAL TABLE ... USING neardup(COLUMN, OPTION = VALUE
 * ...).
 */
#pragma once

#include "../connection.h"

struct index_options {
    char *column;        /* the name of the text's column */
    char *content;       /* the user's table that holds the texts, or NULL: the index holds them */
    bool contentless;    /* it holds sketches in their place */
    char *content_rowid; /* its INTEGER PRIMARY KEY */
    unsigned fold;       /* a sum of enum fold_option */
    struct minhash_parameters minhash;
    double jaccard_least;
    double edit_similarity_least;
    uint32_t compared_most; /* texts that a search compares with its own */
    uint32_t log_most;      /* texts whose postings wait in the log */
    uint32_t page_size;     /* about so many bytes are on a page of postings */
    bool pairs, clusters, changes;
};

/*
 * Reads `count` arguments. Returns SQLITE_OK; or an error with its `*message`, from
 * sqlite3_malloc(). Release with index_options_free() in either case.
 */
int index_options_read(struct index_options *options, int count, const char *const *arguments,
                       char **message);
void index_options_free(struct index_options *options);
