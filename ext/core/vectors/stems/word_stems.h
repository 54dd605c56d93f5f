/*
 * word_stems.h - the words of a text as they stand in a vocabulary: folded, without stop words and
 * numbers, as stems.
 *
 *   (1) A word is a run of letters, digits and their marks. Each character of Han and Hiragana is a
 *       word by itself. Whatever begins with a digit is a number.
 *   (2) Words are without case and width, as fold_text() folds them for good (folding.h).
 *   (3) Accents go, too: before the stem is taken where a language has none (English, Porter's
 *       stemmer, and no language), after it elsewhere, for these stemmers read them.
 *   (4) A word of more than word_bytes_max bytes is passed over.
 *
 * terms.h cuts texts by other rules, since it has no vocabulary to meet: its terms have lost their
 * accents, which stemmers read, and are pairs of characters where scripts have no spaces, while
 * files of word vectors list single ones.
 *
 * Linear in the text. One thread at a time.
 */
#pragma once

#include "../../text/folding.h"
#include "stemmer.h"
#include "stop_words.h"

enum { word_bytes_max = 255 };

struct word_stems {
    const struct allocator *allocator;
    struct stemmer *stemmer; /* NULL if words stay as they are */
    const struct stop_words *stop_words;
    unsigned options;             /* of folding */
    struct folding text, accents; /* the text, and the stem without accents */
    size_t next;                  /* in the folded text */
    const char *stem;             /* of the word asked for last */
    size_t stem_length;
};

/* Whether `language` is one of stemmer_languages(), or empty, which means no stems. */
bool word_stems_language(const char *language);

/* Begins with a known language. Returns false if memory runs out. `interruption` may be NULL. */
bool word_stems_begin(struct word_stems *stems, const struct allocator *allocator,
                      const char *language, struct interruption *interruption);

/* Folds a text, whose words word_stems_next() returns. False if memory runs out, or interrupted. */
bool word_stems_read(struct word_stems *stems, const char *utf8, size_t length);

enum word_form { word_form_end, word_form_word, word_form_number };

/* The next word of the text, folded but for its accents. It is valid until the next text. */
enum word_form word_stems_next(struct word_stems *stems, const char **word, size_t *length);

enum word_stem { word_stem_none, word_stem_found, word_stem_failed };

/* Sets `stem`, until the next call; none if the word is a stop word or too long. */
enum word_stem word_stems_of(struct word_stems *stems, const char *word, size_t length);

/* Releases the memory. All zeroes are fine. */
void word_stems_free(struct word_stems *stems);
