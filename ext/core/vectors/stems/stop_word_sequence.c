/* stop_word_sequence.c - see stop_words.h. */
#include "stop_words.h"

enum { folds = fold_case | fold_width | fold_space };

static bool is_alone(struct frozen_character character) {
    return character.class == frozen_text &&
           (character.script == frozen_han || character.script == frozen_hiragana);
}

static bool is_of_word(struct frozen_character character) {
    return character.class == frozen_text || character.class == frozen_digit ||
           frozen_class_is_mark(character.class);
}

/* Sets `end` to where the word ends that begins at `begin`. Returns false if interrupted. */
static bool find_end(size_t *end, struct interruption *interruption, const struct code_points *text,
                     size_t begin) {
    bool alone = is_alone(frozen_character_of(text->values[begin]));
    size_t at = begin + 1;
    for (; at < text->count; at++) {
        if (interruption_after(interruption, 1))
            return false;
        struct frozen_character next = frozen_character_of(text->values[at]);
        if (frozen_class_is_mark(next.class) || next.class == frozen_invisible)
            continue;
        if (alone || is_alone(next) || !is_of_word(next))
            break;
    }
    *end = at;
    return true;
}

/* Sets `found` to the stop word that this one is, or NULL. Returns false if memory runs out. */
static bool find(const char **found, struct folding *folding, const struct allocator *allocator,
                 const struct stop_words *words, const uint32_t *word, size_t count) {
    char utf8[4 * stop_word_most];
    *found = NULL;
    if (count > stop_word_most)
        return true;
    size_t ascii = 0; /* characters before the first beyond it, in small letters */
    for (; ascii < count && word[ascii] < 0x80; ascii++)
        utf8[ascii] = (char)(word[ascii] - 'A' < 26 ? word[ascii] - 'A' + 'a' : word[ascii]);
    if (ascii == count) {
        *found = stop_words_find(words, utf8, count);
        return true;
    }
    if (!folding_fold(folding, allocator, folds, utf8, code_points_encode(word, count, utf8)))
        return false;
    *found = stop_words_find(words, folding->utf8, folding->length);
    return true;
}

bool stop_word_sequence_read(struct stop_word_sequence *sequence, struct folding *folding,
                             const struct allocator *allocator, const struct stop_words *words,
                             const char *utf8, size_t length) {
    struct code_points *text = &sequence->text;
    sequence->count = 0;
    if (!code_points_decode(text, allocator, utf8, length))
        return false;
    for (size_t at = 0, end; at < text->count; at = end) {
        end = at + 1;
        if (interruption_after(folding->interruption, 1))
            return false;
        if (!is_of_word(frozen_character_of(text->values[at])))
            continue;
        const char *word;
        if (!find_end(&end, folding->interruption, text, at) ||
            !find(&word, folding, allocator, words, text->values + at, end - at) ||
            (word && !ARRAY_APPEND(allocator, sequence->places, sequence->count, sequence->capacity,
                                   (struct stop_word_place){at, word})))
            return false;
    }
    return true;
}

void stop_word_sequence_free(struct stop_word_sequence *sequence,
                             const struct allocator *allocator) {
    allocator->release(sequence->places);
    code_points_free(&sequence->text, allocator);
    *sequence = (struct stop_word_sequence){0};
}
