/*
 * kept_collections.c - collections for several statements; docs/functions/shared-signatures.md.
 *
 *   keep_collection()     scalar: the collection, which the connection keeps under a name; without
 *                         a collection, none is kept there any more
 *   kept_collection()     scalar: the collection of that name
 *   collection_counts()   table-valued: what was counted of a collection (collection.h)
 *
 * A pointer lives in one statement. So several statements can ask of one collection, it is kept
 * until another one gets its name, or none, or the connection is closed: an error or ROLLBACK
 * changes nothing. What the scripts of neardup_run() keep has names of its own, and ends with the
 * stage.
 */
#include "collection.h"
#include "functions.h"
#include "table_function.h"

#include <string.h> /* memcmp, memcpy */

/* The collection of the name that the call is given; or NULL. */
static struct kept_collection *find(const struct call *call) {
    struct argument_bytes name = call->given[0].bytes;
    for (int i = 0; i < kept_max; i++) {
        struct kept_collection *kept = &call->connection->kept[i];
        if (kept->collection && kept->of_run == (call->connection->running != NULL) &&
            kept->length == name.length && memcmp(kept->name, name.bytes, name.length) == 0)
            return kept;
    }
    return NULL;
}

static void keep_collection_call(struct call *call) {
    struct argument_bytes name = call->given[0].bytes;
    struct kept_collection *kept = find(call), *last = call->connection->kept + kept_max;
    if (kept)
        kept_collection_release(kept);
    if (!call->given[1].pointer)
        return;
    for (kept = call->connection->kept; kept < last && kept->collection;)
        kept++;
    char *copy = NULL;
    if (kept == last)
        call_refuse(call, "%d collections are kept already", kept_max);
    else
        copy = call_allocate(call, name.length + 1);
    if (!copy)
        return;
    *kept = (struct kept_collection){.collection = collection_share(call->given[1].pointer),
                                     .name = memcpy(copy, name.bytes, name.length),
                                     .length = name.length,
                                     .of_run = call->connection->running != NULL};
    collection_result(call->context, collection_share(kept->collection));
}

SCALAR(
    keep_collection, "POINTER", .stability = stability_direct,
    .arguments = ARGUMENTS(REQUIRED("name", text),
                           POINTER("collection", .presence = argument_optional,
                                   .wanted = "a collection that was made in the same statement")));

static void kept_collection_call(struct call *call) {
    const struct kept_collection *kept = find(call);
    if (kept)
        collection_result(call->context, collection_share(kept->collection));
    else
        call_refuse(call, "no collection is kept as '%s'", shown_text(call->given[0].bytes).utf8);
}

SCALAR(kept_collection, "POINTER", .stability = stability_direct,
       .arguments = ARGUMENTS(REQUIRED("name", text)));

struct counts_cursor {
    struct table_cursor base;
    struct collection_count counts[collection_counts_max];
};

static void counts_open(struct table_cursor *base, struct call *call) {
    struct counts_cursor *cursor = (struct counts_cursor *)base;
    const struct collection *collection = call->given[0].pointer;
    if (collection->maker->counts)
        base->rows = (sqlite3_int64)collection->maker->counts(collection, cursor->counts);
    else
        call_refuse(call, "a result of %s() has no counts", collection->maker->makes);
}

static void counts_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum { column_name };
    const struct collection_count *count = &((const struct counts_cursor *)base)->counts[base->row];
    if (column == column_name)
        sqlite3_result_text(context, count->name, -1, SQLITE_STATIC);
    else
        sqlite3_result_int64(context, (sqlite3_int64)count->number);
}

TABLE(collection_counts, counts, struct counts_cursor, "name TEXT, number INTEGER",
      .arguments = ARGUMENTS(POINTER("collection",
                                     .wanted = "a collection that was made in the same statement")),
      .estimated_rows = collection_counts_max);
