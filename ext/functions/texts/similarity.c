/*
 * similarity.c - the exact similarity of two texts: jaccard(), containment(), edit_distance() and
 * edit_similarity(); see docs/functions/similarity.md.
 *
 * The first two are fastest if `a` stays the same from row to row. Two empty texts are equal.
 */
#include "../functions.h"

enum { argument_a, argument_b, argument_shingle, argument_bound = argument_shingle };

static bool decode(struct code_points *points, struct argument_bytes text) {
    return code_points_decode(points, &sqlite_allocator, text.bytes, text.length);
}

/*
 * The sizes of both sets and of what they share. If they share nothing, other sizes may be given:
 * they make no difference. Returns false after an error.
 */
static bool count_shared(struct call *call, struct set_counts *counts) {
    struct connection *connection = call->connection;
    struct set_similarity_workspace *workspace = &connection->set_similarity;
    struct shingle_filter *filter = &connection->shingle_filter;
    struct argument_bytes a = call->given[argument_a].bytes;
    size_t shingle = (size_t)call->given[argument_shingle].integer;
    *counts = (struct set_counts){.a = 1, .b = 1};
    bool has_a = shingle_filter_sees_again(filter, &sqlite_allocator, a.bytes, a.length) ||
                 decode(&workspace->a, a);
    if (!has_a)
        filter->times = 0;
    if (has_a && decode(&workspace->b, call->given[argument_b].bytes) &&
        (shingle_filter_excludes(filter, &sqlite_allocator, &workspace->a, &workspace->b,
                                 shingle) ||
         set_similarity_count(workspace, &sqlite_allocator, shingle, counts)))
        return true;
    call_interrupted(call);
    return false;
}

static void jaccard_call(struct call *call) {
    struct set_counts counts;
    if (count_shared(call, &counts))
        sqlite3_result_double(call->context, set_similarity_jaccard(&counts));
}

static void containment_call(struct call *call) {
    struct set_counts counts;
    if (count_shared(call, &counts))
        sqlite3_result_double(call->context, set_similarity_containment(&counts));
}

/* The distance and the longer length. Returns false after an error. */
static bool measure_edits(struct call *call, size_t bound, size_t *distance, size_t *longer) {
    struct argument_bytes a = call->given[argument_a].bytes, b = call->given[argument_b].bytes;
    if (edit_distance_utf8(&call->connection->edit_distance, &sqlite_allocator, a.bytes, a.length,
                           b.bytes, b.length, bound, distance, longer) == edit_distance_ok)
        return true;
    call_interrupted(call);
    return false;
}

static void edit_distance_call(struct call *call) {
    const struct given *bound = &call->given[argument_bound];
    size_t distance, longer;
    if (measure_edits(call, bound->value ? (size_t)bound->integer : SIZE_MAX, &distance, &longer))
        sqlite3_result_int64(call->context, (sqlite3_int64)distance);
}

static void edit_similarity_call(struct call *call) {
    size_t distance, longer;
    if (measure_edits(call, SIZE_MAX, &distance, &longer))
        sqlite3_result_double(call->context, longer ? 1 - (double)distance / (double)longer : 1);
}

#define TWO_TEXTS REQUIRED("a", text), REQUIRED("b", text)
#define SHINGLE \
    OPTIONAL("shingle", integer, .range = {1, shingle_length_max, shingle_length_default})

SCALAR(jaccard, "REAL", .arguments = ARGUMENTS(TWO_TEXTS, SHINGLE));

SCALAR(containment, "REAL", .arguments = ARGUMENTS(TWO_TEXTS, SHINGLE));

SCALAR(edit_distance, "INTEGER",
       .arguments = ARGUMENTS(TWO_TEXTS, OPTIONAL("bound", integer, .range = {0, INT32_MAX, 0},
                                                  .unset = true)));

SCALAR(edit_similarity, "REAL", .arguments = ARGUMENTS(TWO_TEXTS));
