/*
 * counted_rows.h - the rows of a table-valued function with what it counted besides its results.
 *
 * similar_pairs(), similar_vectors(), aligned_passages(), shared_signatures() and signature_parts()
 * have an argument `counts`. If it is 1, rows with a name in the column `counted` follow the
 * others, whose `counted` is NULL; and the number is in the next column, `number`. A call that is
 * not read to its end has counted nothing.
 */
#ifndef NEARDUP_COUNTED_ROWS_H
#define NEARDUP_COUNTED_ROWS_H

#include "../function.h"

#define COUNTED_COLUMNS "counted TEXT, number INTEGER"
#define ARGUMENT_COUNTS OPTIONAL("counts", integer, .range = {0, 1, 0})

/* What was counted of all together. */
struct counted_total {
    const char *name;
    uint64_t number;
};

/* Goes to the next of `count` totals, the first of which is number 0. Returns false at the end. */
static inline bool counted_total_next(struct counted_total *total, size_t *at,
                                      const struct counted_total *totals, size_t count) {
    if (*at == count)
        return false;
    *total = totals[(*at)++];
    return true;
}

/* A column of a function that counts nothing else: the name, or the number. */
static inline void counted_total_column(const struct counted_total *total, sqlite3_context *context,
                                        bool is_name) {
    if (is_name)
        sqlite3_result_text(context, total->name, -1, SQLITE_STATIC);
    else if (total->name)
        sqlite3_result_int64(context, (sqlite3_int64)total->number);
}

#endif
