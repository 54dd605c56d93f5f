/*
 * similarity.c - the exact similarity of two texts.
 *
 *   jaccard(a, b [, shingle])         |A and B| / |A or B| of the shingle sets, 0 to 1
 *   containment(a, b [, shingle])     |A and B| / |A|, 0 to 1
 *   edit_distance(a, b [, bound])     Levenshtein distance in code points; bound + 1 if more
 *   edit_similarity(a, b)             1 - distance / length of the longer, 0 to 1
 *
 *   (1) If an argument is NULL, the result is NULL.
 *   (2) An argument of the wrong type or out of range is an error that names it.
 *   (3) Two empty texts are equal: the results are 1, 1, 0 and 1.
 *   (4) A call ends when the connection is interrupted.
 *   (5) jaccard() and containment() are fastest if `a` stays the same from row to row.
 */
#include "arguments.h"
#include "connection.h"

static bool decode(struct code_points *points, struct argument_bytes text) {
    return code_points_decode(points, &sqlite_allocator, text.bytes, text.length);
}

/*
 * The sizes of both sets and of what they share. If they share nothing, other sizes may be given:
 * they make no difference.
 */
static bool count_shared(struct connection *connection, struct argument_bytes a,
                         struct argument_bytes b, size_t shingle, struct set_counts *counts) {
    struct set_similarity_workspace *workspace = &connection->set_similarity;
    struct shingle_filter *filter = &connection->shingle_filter;
    if (!shingle_filter_sees_again(filter, &sqlite_allocator, a.bytes, a.length) &&
        !decode(&workspace->a, a)) {
        filter->times = 0;
        return false;
    }
    if (!decode(&workspace->b, b))
        return false;
    *counts = (struct set_counts){.a = 1, .b = 1};
    return shingle_filter_excludes(filter, &sqlite_allocator, &workspace->a, &workspace->b,
                                   shingle) ||
           set_similarity_count(workspace, &sqlite_allocator, shingle, counts);
}

/* For jaccard() and containment(). Returns false if the result is set: NULL or an error. */
static bool count_sets(const char *function, sqlite3_context *context, int count,
                       sqlite3_value **values, struct set_counts *counts) {
    if (arguments_any_null(count, values))
        return false;
    struct connection *connection = sqlite3_user_data(context);
    struct arguments arguments = {.function = function};
    struct argument_bytes a = argument_text(&arguments, "a", values[0]);
    struct argument_bytes b = argument_text(&arguments, "b", values[1]);
    size_t shingle = shingle_length_default;
    if (count > 2)
        shingle = (size_t)argument_integer(&arguments, "shingle", values[2], 1, shingle_length_max);
    if (arguments.code == SQLITE_OK && !count_shared(connection, a, b, shingle, counts))
        arguments.code = interruption_code(&connection->interruption);
    connection_trim(connection);
    if (arguments.code == SQLITE_OK)
        return true;
    arguments_result(&arguments, context);
    return false;
}

void jaccard_function(sqlite3_context *context, int count, sqlite3_value **values) {
    struct set_counts counts;
    if (count_sets("jaccard", context, count, values, &counts))
        sqlite3_result_double(context, set_similarity_jaccard(&counts));
}

void containment_function(sqlite3_context *context, int count, sqlite3_value **values) {
    struct set_counts counts;
    if (count_sets("containment", context, count, values, &counts))
        sqlite3_result_double(context, set_similarity_containment(&counts));
}

/* For both edit functions: the distance and the longer length. Returns false like count_sets(). */
static bool measure_edits(const char *function, sqlite3_context *context, int count,
                          sqlite3_value **values, size_t *distance, size_t *longer) {
    if (arguments_any_null(count, values))
        return false;
    struct connection *connection = sqlite3_user_data(context);
    struct edit_distance_workspace *workspace = &connection->edit_distance;
    struct arguments arguments = {.function = function};
    struct argument_bytes a = argument_text(&arguments, "a", values[0]);
    struct argument_bytes b = argument_text(&arguments, "b", values[1]);
    size_t bound = SIZE_MAX;
    if (count > 2)
        bound = (size_t)argument_integer(&arguments, "bound", values[2], 0, INT32_MAX);
    enum edit_distance_result result = edit_distance_ok;
    if (arguments.code == SQLITE_OK)
        result = edit_distance_utf8(workspace, &sqlite_allocator, a.bytes, a.length, b.bytes,
                                    b.length, bound, distance, longer);
    connection_trim(connection);
    if (result != edit_distance_ok)
        arguments.code = interruption_code(&connection->interruption);
    if (arguments.code == SQLITE_OK)
        return true;
    arguments_result(&arguments, context);
    return false;
}

void edit_distance_function(sqlite3_context *context, int count, sqlite3_value **values) {
    size_t distance, longer;
    if (measure_edits("edit_distance", context, count, values, &distance, &longer))
        sqlite3_result_int64(context, (sqlite3_int64)distance);
}

void edit_similarity_function(sqlite3_context *context, int count, sqlite3_value **values) {
    size_t distance, longer;
    if (measure_edits("edit_similarity", context, count, values, &distance, &longer))
        sqlite3_result_double(context, longer ? 1 - (double)distance / (double)longer : 1);
}
