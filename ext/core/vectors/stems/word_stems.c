/* word_stems.c - see word_stems.h. */
#include "word_stems.h"

#include <assert.h>
#include <string.h> /* strcmp */

bool word_stems_language(const char *language) {
    if (!*language)
        return true;
    for (const char *const *known = stemmer_languages(); *known; known++)
        if (strcmp(*known, language) == 0)
            return true;
    return false;
}

bool word_stems_begin(struct word_stems *stems, const struct allocator *allocator,
                      const char *language, struct interruption *interruption) {
    assert(word_stems_language(language));
    *stems = (struct word_stems){.allocator = allocator,
                                 .stop_words = stop_words_for(language),
                                 .options = fold_case | fold_width | fold_space};
    stems->text.interruption = interruption;
    if (!*language || strcmp(language, "english") == 0 || strcmp(language, "porter") == 0)
        stems->options |= fold_accents;
    if (*language)
        stems->stemmer = stemmer_new(language);
    return !*language || stems->stemmer;
}

bool word_stems_read(struct word_stems *stems, const char *utf8, size_t length) {
    stems->next = 0;
    return folding_fold(&stems->text, stems->allocator, stems->options, utf8, length);
}

static inline bool is_digit(unsigned char byte) {
    return (unsigned char)(byte - '0') < 10;
}

/* Of folded text, which has no capitals. */
static inline bool is_ascii_word(unsigned char byte) {
    return (unsigned char)(byte - 'a') < 26 || is_digit(byte);
}

struct reading {
    size_t length; /* in bytes */
    uint8_t class; /* enum frozen_class */
    bool alone;    /* it is a word by itself */
};

/* Reads a character beyond ASCII. The text is well-formed, since folding has encoded it. */
static struct reading read_character(const unsigned char *at) {
    size_t length;
    struct frozen_character character = frozen_character_of(code_point_beyond_ascii(at, &length));
    bool alone = character.script == frozen_han || character.script == frozen_hiragana;
    return (struct reading){length, character.class, alone && character.class == frozen_text};
}

static struct reading read_any(const unsigned char *at) {
    if (*at >= 0x80)
        return read_character(at);
    return (struct reading){1,
                            is_digit(*at)        ? frozen_digit
                            : is_ascii_word(*at) ? frozen_text
                                                 : frozen_other,
                            false};
}

enum word_form word_stems_next(struct word_stems *stems, const char **word, size_t *length) {
    const unsigned char *text = (const unsigned char *)stems->text.utf8;
    size_t at = stems->next, end = stems->text.length;
    struct reading first = {0};
    for (; at < end; at += first.length) {
        first = read_any(text + at);
        if (first.class == frozen_text || first.class == frozen_digit ||
            frozen_class_is_mark(first.class))
            break;
    }
    size_t begin = at;
    if (at < end)
        at += first.length;
    while (at < end) {
        if (!first.alone && is_ascii_word(text[at])) {
            at++;
            continue;
        }
        if (text[at] < 0x80)
            break;
        struct reading next = read_character(text + at);
        bool letter = !first.alone && !next.alone &&
                      (next.class == frozen_text || next.class == frozen_digit);
        if (!letter && !frozen_class_is_mark(next.class))
            break;
        at += next.length;
    }
    stems->next = at;
    *word = stems->text.utf8 + begin;
    *length = at - begin;
    if (at == begin)
        return word_form_end;
    return first.class == frozen_digit ? word_form_number : word_form_word;
}

enum word_stem word_stems_of(struct word_stems *stems, const char *word, size_t length) {
    if (length > word_bytes_max || stop_words_find(stems->stop_words, word, length))
        return word_stem_none;
    if (stems->stemmer)
        word = stemmer_stem(stems->stemmer, word, &length);
    if (!word)
        return word_stem_failed;
    if (!(stems->options & fold_accents) && !code_points_ascii(word, length)) {
        if (!folding_fold(&stems->accents, stems->allocator, fold_accents, word, length))
            return word_stem_failed;
        word = stems->accents.utf8;
        length = stems->accents.length;
    }
    stems->stem = word;
    stems->stem_length = length;
    return length > 0 ? word_stem_found : word_stem_none;
}

void word_stems_free(struct word_stems *stems) {
    if (!stems->allocator)
        return;
    stemmer_free(stems->stemmer);
    folding_free(&stems->text, stems->allocator);
    folding_free(&stems->accents, stems->allocator);
    *stems = (struct word_stems){0};
}
