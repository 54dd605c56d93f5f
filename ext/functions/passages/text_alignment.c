/*
 * text_alignment.c - text_alignment(a, b …), table-valued: one row for each passage that both texts
 * have, see core/passages and docs/functions/passages.md.
 *
 * Rows are in order of a_position, then b_position. Words are compared by hashes that may change
 * from release to release, and so may the rule what a passage is.
 */
#include "../functions.h"
#include "../table_function.h"
#include "passage_arguments.h"

enum { argument_a, argument_b, argument_passages };

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

static void alignment_open(struct table_cursor *base, struct call *call) {
    struct alignment_cursor *cursor = (struct alignment_cursor *)base;
    struct passage_parameters parameters = passage_parameters_of(&call->given[argument_passages]);
    if (align(cursor, &parameters, call->given[argument_a].bytes, call->given[argument_b].bytes))
        base->rows = (sqlite3_int64)cursor->alignment.count;
    else
        call_interrupted(call);
}

static void alignment_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct alignment_cursor *cursor = (const struct alignment_cursor *)base;
    passage_column(context, &cursor->alignment.passages[base->row], column);
}

static void alignment_close(struct table_cursor *base) {
    struct alignment_cursor *cursor = (struct alignment_cursor *)base;
    word_hashes_free(&cursor->a, &sqlite_allocator);
    word_hashes_free(&cursor->b, &sqlite_allocator);
    seed_index_free(&cursor->index, &sqlite_allocator);
    passage_alignment_free(&cursor->alignment, &sqlite_allocator);
}

TABLE(text_alignment, alignment, struct alignment_cursor, PASSAGE_COLUMNS,
      .arguments = ARGUMENTS(INPUT("a", text), INPUT("b", text), PASSAGE_ARGUMENTS),
      .estimated_rows = 2, .close = alignment_close);
