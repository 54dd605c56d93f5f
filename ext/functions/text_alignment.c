/*
 * text_alignment.c - text_alignment(a, b [, seed, seed_words, gap, seeds_least, length_least,
 *                                   similarity_least, measure, occurrences_most, join_gap,
 *                                   unmatched_cost, shadow_most]).
 *
 * Table-valued: one row for each passage that both texts have, see core/passages.
 *
 *   (1) If an argument is NULL, there are no rows.
 *   (2) Positions count code points from 1, as in substr(). Bytes that are not UTF-8 count as
 *       U+FFFD does.
 *   (3) Rows are in order of a_position, then b_position.
 *   (4) A call ends when the connection is interrupted.
 *   (5) Words are compared by hashes that may change from release to release, and so may the rule
 *       what a passage is.
 */
#include "connection.h"
#include "passage_arguments.h"

enum { argument_of_a, argument_of_b, required_count };

struct alignment_cursor {
    struct table_cursor base;
    struct word_hashes a, b;
    struct seed_index index;
    struct passage_alignment alignment;
};

static bool align(struct alignment_cursor *cursor, const struct passage_parameters *parameters,
                  struct argument_bytes a, struct argument_bytes b) {
    struct interruption *interruption = &cursor->base.interruption;
    cursor->a.interruption = cursor->b.interruption = interruption;
    if (!word_hashes_read_placed(&cursor->a, &sqlite_allocator, a.bytes, a.length) ||
        !word_hashes_read_placed(&cursor->b, &sqlite_allocator, b.bytes, b.length))
        return false;
    struct placed_words words_a = placed_words_of(&cursor->a);
    struct placed_words words_b = placed_words_of(&cursor->b);
    return seed_index_make(&cursor->index, &sqlite_allocator, interruption, parameters, &words_a) &&
           passage_alignment_find(&cursor->alignment, &sqlite_allocator, interruption,
                                  &cursor->index, &words_b);
}

static void alignment_open(struct table_cursor *base, const struct table_arguments *given,
                           struct arguments *arguments) {
    struct alignment_cursor *cursor = (struct alignment_cursor *)base;
    struct argument_bytes a = argument_text(arguments, "a", given->values[argument_of_a]);
    struct argument_bytes b = argument_text(arguments, "b", given->values[argument_of_b]);
    struct passage_parameters parameters =
        argument_passages(arguments, given->values + required_count);
    if (arguments->code != SQLITE_OK)
        return;
    if (align(cursor, &parameters, a, b))
        base->rows = (sqlite3_int64)cursor->alignment.count;
    else
        arguments->code = interruption_code(&base->interruption);
}

static void alignment_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct alignment_cursor *cursor = (const struct alignment_cursor *)base;
    passage_column(context, &cursor->alignment.passages[base->row], column);
}

static struct default_value alignment_default(struct table_cursor *base, int argument) {
    (void)base;
    return passage_argument_default(argument - required_count);
}

static void alignment_close(struct table_cursor *base) {
    struct alignment_cursor *cursor = (struct alignment_cursor *)base;
    word_hashes_free(&cursor->a, &sqlite_allocator);
    word_hashes_free(&cursor->b, &sqlite_allocator);
    seed_index_free(&cursor->index, &sqlite_allocator);
    passage_alignment_free(&cursor->alignment, &sqlite_allocator);
}

static const char *const argument_names[] = {"a", "b", PASSAGE_ARGUMENT_NAMES};

const struct table_function text_alignment_table = {
    .name = "text_alignment",
    .columns = "CREATE TABLE x(" PASSAGE_COLUMNS
               ", input_a HIDDEN, input_b HIDDEN, " PASSAGE_ARGUMENT_COLUMNS ")",
    .argument_names = argument_names,
    .result_count = passage_column_count,
    .argument_count = required_count + passage_argument_count,
    .required_count = required_count,
    .estimated_rows = 2,
    .cursor_size = sizeof(struct alignment_cursor),
    .open = alignment_open,
    .column = alignment_column,
    .default_argument = alignment_default,
    .close = alignment_close,
};
