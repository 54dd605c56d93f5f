/*
 * index_options.h - the arguments of CREATE VIRTUAL TABLE ... USING neardup(COLUMN ..., OPTION =
 * VALUE ...).
 */
#pragma once

#include "../connection.h"

/* What a pair is judged by besides its texts. */
enum evidence_column { evidence_title, evidence_time, evidence_source, evidence_count };

enum { index_texts_max = 16, index_columns_max = index_texts_max + evidence_count };

struct index_options {
    char *columns[index_columns_max]; /* names: of the text, which may be in several, and then of
                                         evidence that is in none of these */
    int text_count, column_count;
    int evidence[evidence_count]; /* its column in `columns`, counted from 1; 0 if none has it */
    char *content;       /* the user's table that holds the texts, or NULL: the index holds them */
    bool contentless;    /* it holds sketches in their place */
    char *content_rowid; /* its INTEGER PRIMARY KEY */
    unsigned fold;       /* a sum of enum fold_option */
    struct minhash_parameters minhash;
    double jaccard_least;
    double edit_similarity_least;
    uint32_t compared_most;     /* texts that a search compares with its own */
    uint32_t log_most;          /* texts whose postings wait in the log */
    uint32_t page_size;         /* about so many bytes are on a page of postings */
    double contradiction_least; /* contradictions are found from here on; 1: as all else */
    bool pairs, clusters, changes, kinds;
};

/* Whether texts that are too unlike for a pair are found if they contradict each other. */
static inline bool index_finds_contradictions(const struct index_options *options) {
    return options->contradiction_least < options->jaccard_least;
}

/* Whether the pairs that are kept depend on evidence. */
static inline bool index_keeps_verdicts(const struct index_options *options) {
    return options->kinds || (options->pairs && index_finds_contradictions(options));
}

/*
 * Reads `count` arguments. Returns SQLITE_OK; or an error with its `*message`, from
 * sqlite3_malloc(). Release with index_options_free() in either case.
 */
int index_options_read(struct index_options *options, int count, const char *const *arguments,
                       char **message);
void index_options_free(struct index_options *options);
