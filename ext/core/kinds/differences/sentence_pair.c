/* sentence_pair.c - see sentence_pair.h. */
#include "sentence_pair.h"

#include "../sentences/text_language.h"

#include <string.h> /* memcmp, memcpy */

enum { joining_marks_most = 2 };

/* Whether all these words are marks that join what stands on both sides of them. */
static bool are_joining_marks(const struct words *words, uint32_t begin, uint32_t end) {
    if (end - begin > joining_marks_most)
        return false;
    for (uint32_t at = begin; at < end; at++)
        if (!words_is_letter(words, at, '-') && !words_is_letter(words, at, '.') &&
            !words_is_letter(words, at, '\'') && !words_is_letter(words, at, '/'))
            return false;
    return true;
}

static bool read_sentence(struct sentence_pair *pair, const struct allocator *allocator, int side,
                          const char *text, size_t length) {
    struct sentence *sentence = &pair->sentences[side];
    if (!words_split(&sentence->words, &pair->table, allocator, text, length) ||
        !values_find(&sentence->values, allocator, &sentence->words))
        return false;
    if (pair->table.vocabulary->capital_nouns)
        words_unmark_nouns(&sentence->words);
    return true;
}

/* Reads a text into the empty table, and keeps it. */
static bool read_and_keep(struct sentence_pair *pair, const struct allocator *allocator, int side,
                          const char *text, size_t length) {
    struct kept_text *kept = &pair->kept;
    if (!ARRAY_RESERVE(allocator, kept->bytes, kept->capacity, length))
        return false;
    memcpy(kept->bytes, text, length);
    kept->length = length;
    kept->side = side;
    if (!read_sentence(pair, allocator, side, text, length))
        return false;
    kept->symbols = pair->table.count;
    kept->letters = pair->table.letter_count;
    return true;
}

/* Puts the kept text on this side, as it was when it was read. */
static bool restore_kept(struct sentence_pair *pair, const struct allocator *allocator, int side) {
    if (!symbol_table_keep(&pair->table, allocator, pair->kept.symbols, pair->kept.letters))
        return false;
    if (pair->kept.side != side) {
        struct sentence other = pair->sentences[side];
        pair->sentences[side] = pair->sentences[1 - side];
        pair->sentences[1 - side] = other;
    }
    pair->kept.side = side;
    const struct words *words = &pair->sentences[side].words;
    for (size_t at = 0; at < words->count; at++)
        words->items[at].in_name = false;
    return true;
}

/* Reads the likely text into the table, or finds it there, and nothing else. */
static bool read_likely(struct sentence_pair *pair, const struct allocator *allocator,
                        const struct vocabulary *vocabulary, const char *text, size_t length) {
    struct kept_text *kept = &pair->kept;
    bool found = kept->valid && pair->table.vocabulary == vocabulary && kept->length == length &&
                 memcmp(kept->bytes, text, length) == 0;
    kept->valid = false;
    kept->valid = found ? restore_kept(pair, allocator, pair->likely)
                        : symbol_table_reset(&pair->table, allocator, vocabulary) &&
                              read_and_keep(pair, allocator, pair->likely, text, length);
    return kept->valid;
}

/* Reads both texts, of a language that is named. */
static bool read_both(struct sentence_pair *pair, const struct allocator *allocator,
                      const struct vocabulary *vocabulary, const char *const texts[2],
                      const size_t lengths[2]) {
    int likely = pair->likely, other = 1 - likely;
    assert(likely == 0 || likely == 1);
    return read_likely(pair, allocator, vocabulary, texts[likely], lengths[likely]) &&
           read_sentence(pair, allocator, other, texts[other], lengths[other]);
}

bool sentence_pair_read(struct sentence_pair *pair, const struct allocator *allocator,
                        const struct vocabulary *vocabulary, const char *a, size_t a_length,
                        const char *b, size_t b_length) {
    const char *const texts[] = {a, b};
    const size_t lengths[] = {a_length, b_length};
    const struct vocabulary *english = vocabulary_for("en", 2);
    struct alignment *alignment = &pair->alignment;
    pair->table.interruption = alignment->interruption;
    if (!read_both(pair, allocator, vocabulary ? vocabulary : english, texts, lengths))
        return false;
    const struct words *x = &pair->sentences[0].words, *y = &pair->sentences[1].words;
    if (!vocabulary)
        vocabulary = pair->likely == 0 ? text_language(x, y) : text_language(y, x);
    if (vocabulary != pair->table.vocabulary &&
        !read_both(pair, allocator, vocabulary, texts, lengths))
        return false;
    if (!alignment_find(alignment, allocator, x->symbols, x->count, y->symbols, y->count))
        return false;
    size_t kept = 0;
    for (size_t i = 0; i < alignment->count; i++) {
        struct hunk next = alignment->hunks[i];
        struct hunk *last = kept > 0 ? &alignment->hunks[kept - 1] : NULL;
        if (last && are_joining_marks(x, last->a_end, next.a_begin)) {
            last->a_end = next.a_end;
            last->b_end = next.b_end;
        } else {
            alignment->hunks[kept++] = next;
        }
    }
    alignment->count = kept;
    return true;
}

void sentence_pair_free(struct sentence_pair *pair, const struct allocator *allocator) {
    symbol_table_free(&pair->table, allocator);
    for (int side = 0; side < 2; side++) {
        words_free(&pair->sentences[side].words, allocator);
        values_free(&pair->sentences[side].values, allocator);
    }
    alignment_free(&pair->alignment, allocator);
    allocator->release(pair->kept.bytes);
    pair->kept = (struct kept_text){0};
}
