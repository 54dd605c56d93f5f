/*
 * signature_pointers.h - what collect_signatures() and collect_signature_parts() make, and
 * shared_signatures() and signature_parts() read.
 *
 * It is passed as a pointer value (https://sqlite.org/bindptr.html) within one statement. No SQL
 * can forge one.
 */
#ifndef NEARDUP_SIGNATURE_POINTERS_H
#define NEARDUP_SIGNATURE_POINTERS_H

#include "arguments.h"
#include "temporary_storage.h"

struct collected_signatures {
    unsigned references; /* one of the value, which may change while cursors read; one of each */
    struct signature_collection *collection; /* NULL without rows */
    uint32_t parts;                          /* of the blobs that it was made of; or 0 */
    bool failed; /* a row did, so there will be no result */
    struct temporary_storage file;
};

/* Drops a reference. */
void collected_release(void *collected);

/* What the rows of an aggregate have made so far; NULL, with an error, if memory runs out. */
struct collected_signatures *collected_so_far(sqlite3_context *context,
                                              struct arguments *arguments);

/* Ends a row that failed. `collected` may be NULL. */
void collected_step_failed(sqlite3_context *context, struct arguments *arguments,
                           struct collected_signatures *collected);

/*
 * Finishes it, and sets the result of the aggregate to it. Also for an aggregate without rows, and
 * after an error or interrupt, when SQLite discards the result.
 */
void collected_result(sqlite3_context *context, struct arguments *arguments);

/* Returns what is in `value`, or records an error. */
struct collected_signatures *collected_argument(struct arguments *arguments, sqlite3_value *value);

/* Records what went wrong in the core, if anything did. */
void collected_failure(struct arguments *arguments, enum record_result result,
                       struct collected_signatures *collected, struct interruption *interruption);

#endif
