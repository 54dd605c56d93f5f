/*
 * similarity.c - how alike two texts are, exactly.
 *
 *   jaccard(a, b [, shingle])         |A and B| / |A or B| of the shingle sets, 0 to 1
 *   containment(a, b [, shingle])     |A and B| / |A|, 0 to 1
 *   edit_distance(a, b [, bound])     Levenshtein distance in code points; bound + 1 if more
 *   edit_similarity(a, b)             1 - distance / length of the longer, 0 to 1
 *
 *   (1) A NULL argument gives NULL.
 *   (2) An argument that is not text, or out of range, is an error that names it.
 *   (3) Two empty texts are alike: 1, 1, 0 and 1.
 *   (4) They end when the connection is interrupted.
 */
#include "arguments.h"
#include "connection.h"

static bool decode(struct code_points *points, struct argument_bytes text) {
    return code_points_decode(points, &sqlite_allocator, text.bytes, text.length);
}

/* Reads the arguments of jaccard() and containment() and counts; false with the result set. */
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
    if (arguments.code == SQLITE_OK &&
        !(decode(&connection->set.a, a) && decode(&connection->set.b, b) &&
          set_count(&connection->set, &sqlite_allocator, shingle, counts)))
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
        sqlite3_result_double(context, set_jaccard(&counts));
}

void containment_function(sqlite3_context *context, int count, sqlite3_value **values) {
    struct set_counts counts;
    if (count_sets("containment", context, count, values, &counts))
        sqlite3_result_double(context, set_containment(&counts));
}

/* Distance and the longer length, for both edit functions; false with the result set. */
static bool measure_edits(const char *function, sqlite3_context *context, int count,
                          sqlite3_value **values, size_t *distance, size_t *longer) {
    if (arguments_any_null(count, values))
        return false;
    struct connection *connection = sqlite3_user_data(context);
    struct edit_work *work = &connection->edit;
    struct arguments arguments = {.function = function};
    struct argument_bytes a = argument_text(&arguments, "a", values[0]);
    struct argument_bytes b = argument_text(&arguments, "b", values[1]);
    size_t bound = SIZE_MAX;
    if (count > 2)
        bound = (size_t)argument_integer(&arguments, "bound", values[2], 0, INT32_MAX);
    enum edit_result result = edit_ok;
    if (arguments.code == SQLITE_OK)
        result = edit_distance_utf8(work, &sqlite_allocator, a.bytes, a.length, b.bytes, b.length,
                                    bound, distance, longer);
    connection_trim(connection);
    if (result != edit_ok)
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
