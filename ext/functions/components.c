/*
 * components.c - connected components and star clusters, as aggregates and as a table.
 *
 *     SELECT member, component
 *       FROM union_find_members((SELECT union_find(a, b) FROM pair));
 *
 *   union_find(a, b)            aggregate: the connected components of the edges, as a blob
 *   star_clusters(a, b)         aggregate: star clusters (core/clusters/star_clusters.h), likewise
 *   edge_counts(a, b)           aggregate: how many edges each member has, as a JSON object
 *   union_find_members(blob)    table-valued: rows (member, component), members ascending
 *
 *   (1) Members are 64-bit integers, like rowids. Other keys are an error; a table can number them.
 *   (2) A component is named after its smallest member.
 *   (3) A blob depends on the set of edges only, not on their order, direction or repetition. In
 *       counts an edge counts once for each row, at both of its ends, and not at all if these are
 *       one.
 *   (4) Edges with a NULL are ignored. Without edges the result is NULL.
 *   (5) A blob from elsewhere is an error. Blobs are checked before they are used.
 */
#include "connection.h"
#include "table_function.h"
#include "text_result.h"

/* Reads an edge. Returns false if it has a NULL, or after recording an error. */
static bool read_edge(struct arguments *arguments, int count, sqlite3_value **values, int64_t *a,
                      int64_t *b) {
    if (arguments_any_null(count, values))
        return false;
    *a = argument_integer(arguments, "a", values[0], INT64_MIN, INT64_MAX);
    *b = argument_integer(arguments, "b", values[1], INT64_MIN, INT64_MAX);
    return arguments->code == SQLITE_OK;
}

static struct interruption *interruption_in(sqlite3_context *context) {
    return &((struct connection *)sqlite3_user_data(context))->interruption;
}

/* Called before each edge; does its work at the first. See union_find.h (2) for the key. */
static void prepare(struct union_find *forest, struct interruption *interruption) {
    if (!forest->interruption)
        sqlite3_randomness(sizeof forest->key, &forest->key);
    forest->interruption = interruption;
}

static void record_result(struct arguments *arguments, enum union_find_result result,
                          struct interruption *interruption) {
    if (result == union_find_no_memory)
        arguments->code = interruption_code(interruption);
    else if (result == union_find_too_many)
        arguments_refuse(arguments, "there can be at most %lld members",
                         (long long)UNION_FIND_MEMBERS_MAX);
}

/* A forest, and edges not yet joined: joining many at once is faster. */
struct buffered_forest {
    struct union_find forest;
    int64_t ends[128];
    size_t end_count;
};

static enum union_find_result join_buffered(struct buffered_forest *buffered) {
    size_t edges = buffered->end_count / 2;
    buffered->end_count = 0;
    return union_find_join(&buffered->forest, &sqlite_allocator, buffered->ends, edges);
}

void union_find_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct arguments arguments = {.function = "union_find"};
    struct interruption *interruption = interruption_in(context);
    int64_t a, b;
    if (read_edge(&arguments, count, values, &a, &b)) {
        struct buffered_forest *buffered = sqlite3_aggregate_context(context, sizeof *buffered);
        enum union_find_result result = union_find_no_memory;
        if (buffered) {
            prepare(&buffered->forest, interruption);
            buffered->ends[buffered->end_count++] = a;
            buffered->ends[buffered->end_count++] = b;
            bool full = buffered->end_count == sizeof buffered->ends / sizeof *buffered->ends;
            result = full ? join_buffered(buffered) : union_find_ok;
        }
        record_result(&arguments, result, interruption);
    }
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

void star_clusters_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct arguments arguments = {.function = "star_clusters"};
    struct interruption *interruption = interruption_in(context);
    int64_t a, b;
    if (read_edge(&arguments, count, values, &a, &b)) {
        struct star_clusters *stars = sqlite3_aggregate_context(context, sizeof *stars);
        if (stars)
            prepare(&stars->forest, interruption);
        record_result(&arguments,
                      stars ? star_clusters_add(stars, &sqlite_allocator, a, b)
                            : union_find_no_memory,
                      interruption);
    }
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

static void result_interrupted(sqlite3_context *context) {
    struct arguments arguments = {.code = interruption_code(interruption_in(context))};
    arguments_result(&arguments, context);
}

static void result_components(sqlite3_context *context, struct union_find *forest) {
    size_t size;
    unsigned char *blob = component_blob_write(forest, &sqlite_allocator, &size);
    if (blob)
        sqlite3_result_blob64(context, blob, size, sqlite3_free);
    else
        result_interrupted(context);
}

/* Also called after an error or interrupt, so that memory is released here. */
void union_find_final(sqlite3_context *context) {
    struct buffered_forest *buffered = sqlite3_aggregate_context(context, 0);
    struct arguments arguments = {.function = "union_find"};
    if (!buffered)
        return;
    record_result(&arguments, join_buffered(buffered), interruption_in(context));
    if (arguments.code == SQLITE_OK)
        result_components(context, &buffered->forest);
    else
        arguments_result(&arguments, context);
    union_find_free(&buffered->forest, &sqlite_allocator);
}

void star_clusters_final(sqlite3_context *context) {
    struct star_clusters *stars = sqlite3_aggregate_context(context, 0);
    if (!stars)
        return;
    if (star_clusters_make(stars, &sqlite_allocator))
        result_components(context, &stars->forest);
    else
        result_interrupted(context);
    star_clusters_free(stars, &sqlite_allocator);
}

void edge_counts_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct arguments arguments = {.function = "edge_counts"};
    struct interruption *interruption = interruption_in(context);
    int64_t ends[2];
    if (read_edge(&arguments, count, values, &ends[0], &ends[1])) {
        struct edge_counts *counts = sqlite3_aggregate_context(context, sizeof *counts);
        if (counts)
            prepare(&counts->nodes, interruption);
        record_result(&arguments,
                      counts ? edge_counts_add(counts, &sqlite_allocator, ends[0], ends[1])
                             : union_find_no_memory,
                      interruption);
    }
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

/* {"12":3,"15":1} */
static void result_counts(sqlite3_context *context, const struct edge_counts *counts) {
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
    for (size_t i = 0; i < counts->nodes.count; i++) {
        if (interruption_at(counts->nodes.interruption, i)) {
            sqlite3_free(sqlite3_str_finish(text));
            result_interrupted(context);
            return;
        }
        sqlite3_str_appendf(text, "%s\"%lld\":%u", i > 0 ? "," : "{",
                            (long long)counts->nodes.members[i], (unsigned)counts->counts[i]);
    }
    sqlite3_str_appendall(text, "}");
    text_result_set(context, text);
}

/* Also called after an error or interrupt, so that memory is released here. */
void edge_counts_final(sqlite3_context *context) {
    struct edge_counts *counts = sqlite3_aggregate_context(context, 0);
    if (!counts)
        return;
    if (counts->nodes.count > 0 && edge_counts_sort(counts))
        result_counts(context, counts);
    else if (counts->nodes.count > 0)
        result_interrupted(context);
    edge_counts_free(counts, &sqlite_allocator);
}

enum { column_member, column_component, result_count };

struct members_cursor {
    struct table_cursor base;
    struct component_member *members;
};

static void members_close(struct table_cursor *base) {
    struct members_cursor *cursor = (struct members_cursor *)base;
    sqlite3_free(cursor->members);
    cursor->members = NULL;
}

static void members_open(struct table_cursor *base, const struct table_arguments *given,
                         struct arguments *arguments) {
    struct members_cursor *cursor = (struct members_cursor *)base;
    members_close(base);
    struct argument_bytes blob = argument_blob(arguments, "blob", given->values[0]);
    if (arguments->code != SQLITE_OK)
        return;
    size_t count;
    switch (component_blob_read((const unsigned char *)blob.bytes, blob.length, &sqlite_allocator,
                                &base->interruption, &cursor->members, &count)) {
    case component_blob_ok:
        base->rows = (sqlite3_int64)count;
        break;
    case component_blob_no_memory:
        arguments->code = interruption_code(&base->interruption);
        break;
    case component_blob_malformed:
        arguments_refuse(arguments,
                         "argument blob must be a result of union_find() or star_clusters(), found "
                         "another blob of length %lld",
                         (long long)blob.length);
        break;
    }
}

static void members_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct component_member *member = &((struct members_cursor *)base)->members[base->row];
    sqlite3_result_int64(context, column == column_member ? member->member : member->component);
}

static const char *const argument_names[] = {"blob"};

const struct table_function union_find_members_table = {
    .name = "union_find_members",
    .columns = "CREATE TABLE x(member INTEGER, component INTEGER, input_blob HIDDEN)",
    .argument_names = argument_names,
    .result_count = result_count,
    .argument_count = 1,
    .required_count = 1,
    .estimated_rows = 1000,
    .cursor_size = sizeof(struct members_cursor),
    .open = members_open,
    .column = members_column,
    .close = members_close,
};
