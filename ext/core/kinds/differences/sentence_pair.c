/* sentence_pair.c - see sentence_pair.h. */
#include "sentence_pair.h"

#include "../../base/cpu.h"

#include <math.h> /* NAN */

enum { joining_marks_most = 2 };

/* A symbol table that is larger begins again with the next pair. */
enum { symbols_most = 1024, letters_most = 1 << 14 };

/* Whether all these words are marks that join what stands on both sides of them. */
static bool are_joining_marks(const struct words *words, uint32_t begin, uint32_t end) {
    if (end - begin > joining_marks_most)
        return false;
    for (uint32_t at = begin; at < end; at++)
        if (!words_is_one_of(words, at, U"-.'/"))
            return false;
    return true;
}

/* Counts the words with symbols from `*next` on, each once, and those that each language knows. */
static size_t count_words(const struct words *words, uint32_t *next,
                          size_t known[vocabularies_max]) {
    size_t count = 0;
    for (size_t at = 0; at < words->count; at++) {
        if (words->symbols[at] < *next)
            continue;
        *next = words->symbols[at] + 1;
        if (words->items[at].kind != word_letters)
            continue;
        count++;
        struct letter_slice letters = words_letters(words, at);
        uint64_t languages =
            vocabulary_lookup(&vocabulary_of_languages, letters.values, letters.count)->roles;
        for (; languages; languages &= languages - 1)
            known[lowest_bit(languages)]++;
    }
    return count;
}

/*
 * The vocabulary for two texts whose language nobody has named; they were split in this order and
 * with one table, by any vocabulary.
 *
 * It is that of the language which knows most of their words as its function words, negations,
 * verbs and the like, if these are a tenth of all different words, and no other language knows as
 * many. Otherwise the texts count as English. So a negation counts where the words around it are of
 * its language, and a false friend does not: "no" denies in Spanish, but is "in the" where the
 * other words are Portuguese. Linear in the words.
 */
static const struct vocabulary *find_language(const struct words *a, const struct words *b) {
    enum { least = 10 }; /* one word in so many */
    size_t known[vocabularies_max] = {0}, most = 0;
    uint32_t next = 0;
    size_t count = count_words(a, &next, known);
    count += count_words(b, &next, known);
    const struct vocabulary *english = vocabulary_for("en", 2), *found = english;
    for (size_t i = 0; i < vocabularies_max; i++) {
        if (known[i] >= most)
            found = known[i] > most ? &vocabularies[i] : english;
        if (known[i] > most)
            most = known[i];
    }
    return most * least < count ? english : found;
}

/* ---- Reading --------------------------------------------------------------------------------- */

/* Whether this text is that of a sentence, which has been read by the vocabulary of the table. */
static bool is_read(const struct sentence *sentence, const char *text, size_t length) {
    return sentence->length == length && memcmp(sentence->read, text, length) == 0;
}

static bool read_sentence(struct sentence *sentence, struct symbol_table *table,
                          const struct allocator *allocator, const char *text, size_t length) {
    if (is_read(sentence, text, length)) {
        for (size_t at = 0; at < sentence->words.count; at++)
            sentence->words.items[at].in_name = false;
        return true;
    }
    sentence->length = SIZE_MAX;
    sentence->citation_points = NAN;
    if (!words_split(&sentence->words, table, allocator, text, length) ||
        !values_find(&sentence->values, allocator, &sentence->words))
        return false;
    if (table->vocabulary->capital_nouns)
        words_unmark_nouns(&sentence->words);
    if (length <= sentence_kept_most) {
        sentence->length = length;
        memcpy(sentence->read, text, length);
    }
    return true;
}

/* Reads both texts, of a language that is named. */
static bool read_both(struct sentence_pair *pair, const struct allocator *allocator,
                      const struct vocabulary *vocabulary, const char *const texts[2],
                      const size_t lengths[2]) {
    struct symbol_table *table = &pair->table;
    struct sentence *sentences = pair->sentences;
    if (table->vocabulary != vocabulary || table->count > symbols_most ||
        table->letter_count > letters_most) {
        sentences[0].length = sentences[1].length = SIZE_MAX;
        if (!symbol_table_reset(table, allocator, vocabulary))
            return false;
    }
    /* A sentence that the pair before had on the other side changes sides. */
    if (is_read(&sentences[0], texts[1], lengths[1]) ||
        is_read(&sentences[1], texts[0], lengths[0])) {
        struct sentence first = sentences[0];
        sentences[0] = sentences[1];
        sentences[1] = first;
    }
    return read_sentence(&sentences[0], table, allocator, texts[0], lengths[0]) &&
           read_sentence(&sentences[1], table, allocator, texts[1], lengths[1]);
}

bool sentence_pair_read(struct sentence_pair *pair, const struct allocator *allocator,
                        const struct vocabulary *vocabulary, const char *a, size_t a_length,
                        const char *b, size_t b_length) {
    const char *const texts[] = {a, b};
    const size_t lengths[] = {a_length, b_length};
    const struct vocabulary *english = vocabulary_for("en", 2);
    struct alignment *alignment = &pair->alignment;
    pair->table.interruption = alignment->interruption;
    if (!vocabulary)
        pair->table.vocabulary = NULL; /* find_language() needs a table of these texts only */
    if (!read_both(pair, allocator, vocabulary ? vocabulary : english, texts, lengths))
        return false;
    const struct words *x = &pair->sentences[0].words, *y = &pair->sentences[1].words;
    if (!vocabulary)
        vocabulary = find_language(x, y);
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
}
