/*
 * connection.h - what scalar and aggregate functions of one connection share: memory that is reused
 * from call to call, and the objects prepared last. SQLite runs these one at a time, so no locks
 * are needed. Table-valued functions keep their state in the cursor, since many can be open.
 */
#pragma once

#include "../core/core.h"

#ifdef SQLITE_CORE
#include <sqlite3.h>
#else
#include <sqlite3ext.h>
extern const sqlite3_api_routines *sqlite3_api;
#endif

/* SQLite's allocator, for the core. */
extern const struct allocator sqlite_allocator;

struct collected_part;
struct progress_bar;
struct run;

/* Sets of hyperplanes that are kept: hyperplanes_size_max bytes each. */
enum { connection_hyperplanes_max = 4 };

/* What neardup_error() said last. */
struct script_error {
    char *message;           /* NULL: nothing yet */
    size_t parameter_length; /* of "@parameter reason", or 0 */
};

/* A collection that is kept for later statements: kept_collections.c. */
struct kept_collection {
    void *collection; /* NULL: none */
    char *name;
    size_t length;
    bool of_run; /* neardup_run() has kept it */
};
enum { kept_max = 16 };

struct connection {
    unsigned references; /* one for each registered function, and one for the creator */
    struct interruption interruption;
    struct set_similarity_workspace set_similarity;
    struct shingle_filter shingle_filter; /* of set_similarity.a */
    struct edit_distance_workspace edit_distance;
    struct minhash_workspace minhash;
    struct differences differences;
    struct word_hashes words;
    struct folding folding;
    struct terms terms;
    struct match_probability *probability; /* with `probability_parameters`, or NULL */
    struct minhash_parameters probability_parameters;
    struct projection_workspace projection;
    struct hyperplanes *hyperplanes[connection_hyperplanes_max]; /* those used last, or NULL */
    unsigned hyperplanes_next;                                   /* to be replaced */
    struct bit_permutation *permutation;                         /* the one used last, or NULL */
    struct script_error error;
    struct run *running; /* the run that calls, or NULL */
    char *schema;        /* what neardup_schema() gives, or NULL: not known yet */
    char *left;          /* temporary tables that a stopped run has left, in JSON; or NULL */
    char *cache_sizes; /* the statements that restore them after a run; NULL: they are as before */
    int (*registers)(sqlite3 *db,
                     struct connection *connection); /* all functions, for another db */
    bool locked; /* a run holds the lock of a writer, and has begun its transaction itself */
    struct collected_part *part; /* what it collects for in_parallel(); NULL: for itself */
    bool unfinished;             /* a run that was interrupted could not undo its transaction */
    struct kept_collection kept[kept_max];
    const struct progress_bar *shown; /* the bar drawn on the terminal, or NULL */
};

/* An interruption that stops work when `db` is interrupted: sqlite3_interrupt(), or Ctrl-C. */
struct interruption interruption_of(sqlite3 *db);

/* Why the core ended early: SQLITE_INTERRUPT, or SQLITE_NOMEM. */
int interruption_code(struct interruption *interruption);

/* Returns a state for `db` with one reference, or NULL if memory runs out. */
struct connection *connection_new(sqlite3 *db);

/* Drops a reference, and frees the state with the last one. */
void connection_release(void *connection);

/* Releases collections that are kept: one, all, or those of runs. */
void kept_collection_release(struct kept_collection *kept);
void kept_collections_release(struct connection *connection, bool of_runs_only);

/* The match probability for these parameters; the last is kept. NULL: no memory, or interrupted. */
struct match_probability *connection_probability(struct connection *connection,
                                                 const struct minhash_parameters *parameters);

/* These hyperplanes, which must fit, of a few kept in turn; NULL: no memory, or interrupted. */
const struct hyperplanes *connection_hyperplanes(struct connection *connection, uint32_t dimensions,
                                                 uint32_t bits, int64_t seed);

/* Releases reusable memory if a very long text has made it large. Called at the end of a call. */
void connection_trim(struct connection *connection);
