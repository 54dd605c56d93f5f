/*
 * components.c - connected components, as an aggregate and as a table.
 *
 *     SELECT member, component
 *       FROM union_find_members((SELECT union_find(a, b) FROM pair));
 *
 *   union_find(a, b)            aggregate: the components of the edges, as a blob
 *   union_find_members(blob)    table-valued: rows (member, component), members ascending
 *
 *   (1) Members are 64-bit integers, as rowids are; other keys are an error (give them integers
 *       in a table of their own: that is what makes components cheap).
 *   (2) The component of a member is named after its smallest member.
 *   (3) The blob depends on the set of edges alone: not on their order, direction or doubles.
 *   (4) An edge with a NULL is passed over, as aggregates do; no edge at all gives NULL.
 *   (5) A blob that is not from union_find() is an error; it is checked before it is used.
 */
#include "connection.h"
#include "table_function.h"

static void join(struct union_find *forest, struct arguments *arguments, int64_t a, int64_t b) {
    switch (union_find_join(forest, &sqlite_allocator, a, b)) {
    case union_find_ok:
        break;
    case union_find_no_memory:
        arguments->code = SQLITE_NOMEM;
        break;
    case union_find_too_many:
        arguments_refuse(arguments, "at most %lld members are possible",
                         (long long)UNION_FIND_MEMBERS_MAX);
        break;
    }
}

void union_find_step(sqlite3_context *context, int count, sqlite3_value **values) {
    if (arguments_any_null(count, values))
        return;
    struct arguments arguments = {.function = "union_find"};
    int64_t a = argument_integer(&arguments, "a", values[0], INT64_MIN, INT64_MAX);
    int64_t b = argument_integer(&arguments, "b", values[1], INT64_MIN, INT64_MAX);
    if (arguments.code == SQLITE_OK) {
        struct union_find *forest = sqlite3_aggregate_context(context, sizeof *forest);
        if (forest)
            join(forest, &arguments, a, b);
        else
            arguments.code = SQLITE_NOMEM;
    }
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
}

/* SQLite calls it after an error or an interrupt too: the place where memory is given back. */
void union_find_final(sqlite3_context *context) {
    struct union_find *forest = sqlite3_aggregate_context(context, 0);
    if (!forest)
        return;
    size_t size;
    unsigned char *blob = component_blob_write(forest, &sqlite_allocator, &size);
    union_find_free(forest, &sqlite_allocator);
    if (blob)
        sqlite3_result_blob64(context, blob, size, sqlite3_free);
    else
        sqlite3_result_error_nomem(context);
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
                                &cursor->members, &count)) {
    case component_ok:
        base->rows = (sqlite3_int64)count;
        break;
    case component_no_memory:
        arguments->code = SQLITE_NOMEM;
        break;
    case component_malformed:
        arguments_refuse(arguments,
                         "argument blob must be a result of union_find(), found a blob of %lld "
                         "bytes that is none",
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
