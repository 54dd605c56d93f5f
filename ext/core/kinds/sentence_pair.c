/* sentence_pair.c - see sentence_pair.h. */
#include "sentence_pair.h"

enum { joining_marks_most = 2 };

static bool is_joining_mark(uint32_t point) {
    return point == '-' || point == '.' || point == '\'' || point == '/';
}

/* Whether nothing but few joining marks stands between two hunks. */
static bool are_joined(const struct sentence_pair *pair, const struct hunk *first,
                       const struct hunk *second) {
    const struct words *words = &pair->a.words;
    if (second->a_begin - first->a_end > joining_marks_most)
        return false;
    for (size_t i = first->a_end; i < second->a_begin; i++) {
        const struct symbol *symbol = &pair->symbols.items[words->symbols[i]];
        if (symbol->length != 1 || !is_joining_mark(pair->symbols.letters[symbol->begin]))
            return false;
    }
    return true;
}

static void join_hunks(struct sentence_pair *pair) {
    struct alignment *alignment = &pair->alignment;
    size_t kept = 0;
    for (size_t i = 1; i < alignment->count; i++) {
        struct hunk *last = &alignment->hunks[kept], next = alignment->hunks[i];
        if (are_joined(pair, last, &next)) {
            last->a_end = next.a_end;
            last->b_end = next.b_end;
        } else {
            alignment->hunks[++kept] = next;
        }
    }
    if (alignment->count > 0)
        alignment->count = kept + 1;
}

static bool read_sentence(struct sentence *sentence, struct symbols *symbols,
                          const struct allocator *allocator, const char *utf8, size_t length) {
    return words_split(&sentence->words, symbols, allocator, utf8, length) &&
           values_find(&sentence->values, allocator, symbols, &sentence->words);
}

bool sentence_pair_read(struct sentence_pair *pair, const struct allocator *allocator,
                        const char *a, size_t a_length, const char *b, size_t b_length) {
    pair->symbols.interruption = pair->alignment.interruption;
    if (!symbols_reset(&pair->symbols, allocator) ||
        !read_sentence(&pair->a, &pair->symbols, allocator, a, a_length) ||
        !read_sentence(&pair->b, &pair->symbols, allocator, b, b_length))
        return false;
    const struct words *x = &pair->a.words, *y = &pair->b.words;
    if (!alignment_find(&pair->alignment, allocator, x->symbols, x->count, y->symbols, y->count))
        return false;
    join_hunks(pair);
    return true;
}

static void free_sentence(struct sentence *sentence, const struct allocator *allocator) {
    words_free(&sentence->words, allocator);
    values_free(&sentence->values, allocator);
}

void sentence_pair_free(struct sentence_pair *pair, const struct allocator *allocator) {
    symbols_free(&pair->symbols, allocator);
    free_sentence(&pair->a, allocator);
    free_sentence(&pair->b, allocator);
    alignment_free(&pair->alignment, allocator);
}
