/* collection.c - see collection.h. */
#include "collection.h"

#include <assert.h>
#include <string.h> /* memset, strcmp */

void *collection_new(struct call *call, const struct function *maker) {
    assert(maker->makes && maker->size >= sizeof(struct collection));
    struct collection *collection = call_allocate(call, maker->size);
    if (!collection)
        return NULL;
    memset(collection, 0, maker->size);
    collection->maker = maker;
    collection->references = 1;
    if (!maker->begin || maker->begin(call, collection))
        return collection;
    sqlite3_free(collection);
    if (call->code == SQLITE_OK)
        call->code = SQLITE_NOMEM;
    return NULL;
}

void *collection_share(void *pointer) {
    struct collection *collection = pointer;
    assert(!collection || collection->references > 0);
    if (collection)
        collection->references++;
    return collection;
}

void collection_release(void *pointer) {
    struct collection *collection = pointer;
    assert(!collection || collection->references > 0);
    if (!collection || --collection->references > 0)
        return;
    collection->maker->release(collection);
    sqlite3_free(collection);
}

static const char pointer_type[] = "neardup_collection";

void collection_result(sqlite3_context *context, void *collection) {
    sqlite3_result_pointer(context, collection, pointer_type, collection_release);
}

int collection_bind(sqlite3_stmt *statement, const char *name, void *collection) {
    int index = sqlite3_bind_parameter_index(statement, name);
    return index == 0 ? SQLITE_OK
                      : sqlite3_bind_pointer(statement, index, collection_share(collection),
                                             pointer_type, collection_release);
}

void *collection_of(sqlite3_value *value, const char *type) {
    struct collection *collection = sqlite3_value_pointer(value, pointer_type);
    return collection && (!type || strcmp(collection->maker->makes, type) == 0) ? collection : NULL;
}

/* Whether the aggregate adds to the part of its connection, which has one collection. */
static bool collects_part(const struct call *call) {
    const struct collected_part *part = call->connection->part;
    return part && call->function->merge &&
           (!part->collection || part->collection->maker == call->function);
}

/* Where the collection of this aggregate is; NULL: memory ran out, or there was no row. */
static struct collection **place_of(struct call *call, bool makes) {
    return collects_part(call)
               ? &call->connection->part->collection
               : sqlite3_aggregate_context(call->context, makes ? sizeof(struct collection *) : 0);
}

void collection_step(struct call *call) {
    struct collection **place = place_of(call, true);
    if (!place) {
        call->code = SQLITE_NOMEM;
        return;
    }
    if (!*place)
        *place = collection_new(call, call->function);
    if (*place)
        call->function->step(call, *place);
    if (*place && call->code != SQLITE_OK)
        (*place)->failed = true;
}

/* Also called after an error or interrupt; SQLite then discards the result. */
void collection_final(struct call *call) {
    struct collection **place = place_of(call, false);
    struct collection *collection = place && *place ? *place : collection_new(call, call->function);
    if (collects_part(call))
        *place = collection;
    else if (collection_end(call, collection))
        collection_result(call->context, collection);
    else
        collection_release(collection);
}

bool collection_end(struct call *call, struct collection *collection) {
    if (collection && !collection->failed && collection->maker->final)
        collection->maker->final(call, collection);
    return collection && !collection->failed && call->code == SQLITE_OK;
}
