/*
 * connection.h - what the functions of one connection share: room to work in, reused from call to
 * call, and what was last prepared.
 *
 * It is the user data of the scalar functions. SQLite runs them one at a time on a connection, so
 * nothing here needs a lock, and nothing is shared between connections. Table-valued functions have
 * their room in the cursor, because many cursors can be open at once.
 */
#ifndef NEARDUP_CONNECTION_H
#define NEARDUP_CONNECTION_H

#include "../core/core.h"
#include "functions.h"

/* SQLite's memory, as the core asks for it. */
extern const struct allocator sqlite_allocator;

struct progress_bar;

struct connection {
    unsigned references; /* functions registered with it, and whoever made it */
    struct interruption interruption;
    struct set_work set;
    struct edit_work edit;
    struct minhash_work minhash;
    struct differences differences;
    struct minhash_family *family;         /* of the last parameters used, or NULL */
    struct match_probability *probability; /* of `probability_parameters`, or NULL */
    struct minhash_parameters probability_parameters;
    const struct progress_bar *shown; /* whose line is on the terminal, or NULL */
};

/*
 * The interruption of work on `db`, for the core: sqlite3_interrupt(), Ctrl-C in the shell. Whoever
 * has it gets SQLITE_INTERRUPT or SQLITE_NOMEM by interruption_code() where the core has ended
 * early.
 */
struct interruption interruption_of(sqlite3 *db);
int interruption_code(struct interruption *interruption);

/* A state of `db` with one reference, its maker's; NULL when memory runs out. */
struct connection *connection_new(sqlite3 *db);

/* Drops a reference, and the state with the last: sqlite3_create_function_v2()'s destructor. */
void connection_release(void *connection);

/* The family with these parameters, kept until others are asked for; NULL when out of memory. */
struct minhash_family *connection_family(struct connection *connection,
                                         const struct minhash_parameters *parameters);

/* The curve of these parameters, kept likewise; NULL when out of memory or interrupted. */
struct match_probability *connection_probability(struct connection *connection,
                                                 const struct minhash_parameters *parameters);

/* Gives back what a very long text has left behind. Called at the end of a function. */
void connection_trim(struct connection *connection);

#endif
