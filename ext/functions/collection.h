/*
 * collection.h - what the aggregates collect_…() and a few other functions make: memory that is
 * passed to other functions as a pointer value (https://sqlite.org/bindptr.html), which no SQL can
 * forge. SQLite's value has one reference; cursors and other collections have more, since a value
 * may change while they read. The last reference frees it.
 *
 *   (1) The functions that `make` one declare its size and its type, which is the name of the
 *       function that makes most of them. Its first member is a struct collection. To SQLite, all
 *       are pointers of one type.
 *   (2) It is zeroed, then `begin`, if there is one, prepares it. `release` frees what it holds.
 *   (3) An aggregate makes one for its first row, or at its end if there was no row. `step` adds a
 *       row, and `final` completes it. After an error of a row, `final` is not called.
 *   (4) `counts`, if there is such a call, says what was counted of a collection: it fills up to
 *       collection_counts_max names with numbers, and returns how many.
 *   (5) An aggregate that has `merge` can collect on several connections: in each it adds the rows
 *       of all statements to one collection, a part, and `final` is not called. `merge` then adds
 *       a part to the collection of all: see parallel/in_parallel.c.
 */
#pragma once

#include "function.h"

/* What a connection collects for another one. */
struct collected_part {
    struct collection *collection; /* NULL: nothing yet */
    uint64_t key[2];               /* random, and the same for all parts */
    unsigned threads;              /* that collect; 0: one connection collects all */
};

struct collection {
    const struct function *maker;
    _Atomic unsigned references; /* readers of in_parallel() have some, too */
    bool failed;                 /* a row did, so there will be no result */
};

/* What collection_counts() lists. */
struct collection_count {
    const char *name;
    uint64_t number;
};
enum { collection_counts_max = 8 };

/* Makes one as `maker` does, with one reference; NULL, with an error, otherwise. */
void *collection_new(struct call *call, const struct function *maker);

/* Adds a reference and returns the argument; or drops one. Both accept NULL. */
void *collection_share(void *collection);
void collection_release(void *collection);

/* Sets the result to the collection, and gives it the caller's reference. */
void collection_result(sqlite3_context *context, void *collection);

/* Gives a statement a reference, as its parameter `name` if it has one. Returns SQLite's code. */
int collection_bind(sqlite3_stmt *statement, const char *name, void *collection);

/* The collection of this type, or of any if that is NULL, that a value points to; or NULL. */
void *collection_of(sqlite3_value *value, const char *type);

/* The rows of an aggregate that makes one. */
void collection_step(struct call *call);
void collection_final(struct call *call);

/* Completes it. False after an error, also of a row. */
bool collection_end(struct call *call, struct collection *collection);
