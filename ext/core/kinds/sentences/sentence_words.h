/*
 * sentence_words.h - a text as a sequence of words, numbers and marks.
 *
 * A word is a letter and the letters, marks and digits that follow it; a number is a run of digits
 * with single points or commas between them. Every other character except white space is a mark of
 * its own, and each character of a script that writes no spaces, such as Han, Hiragana or Thai, is
 * a word. These are the word boundaries of UAX #29 (Unicode Text Segmentation) with two exceptions,
 * which keep differences small: digits are split from letters that follow them ("1990s", "3rd"),
 * and apostrophes and full stops from letters ("don't", "U.S."). What the vocabulary of the
 * language lists as a word is one word all the same: 没有 in Chinese, "quatre-vingt" in French.
 *
 * What note_marks.h removes, such as the mark of a footnote, is part of no word.
 *
 * Time and memory are linear in the text, if lookups in the symbol table take constant time.
 */
#pragma once

#include "../../text/note_marks.h"
#include "symbol_table.h"

enum word_kind { word_letters, word_number, word_mark };

struct word {
    uint32_t begin, length; /* its place in the text, in code points */
    uint64_t roles;         /* in the vocabulary */
    uint32_t letter;        /* the first of its folded letters */
    uint8_t kind;
    bool capital;      /* begins with a capital letter */
    bool all_capitals; /* begins with one and has no small letter */
    bool attached;     /* to the word before: there is no white space between them */
    bool in_name;      /* part of a name in conflict; false until conflicts.h sets it */
};

/* Begins as all zeroes; owned by whoever declares it, released by words_free(). */
struct words {
    struct code_points text;
    struct note_marks marks;
    struct word *items;
    uint32_t *symbols;                /* of the items */
    const struct symbol_table *table; /* where the symbols come from */
    uint64_t roles;                   /* of any of the items */
    size_t count, capacity, symbol_capacity;
};

/*
 * Replaces `words` by the words of `length` bytes of `utf8`; `table` must outlive them. Returns
 * false if memory runs out, the table is interrupted, or there are 2^31 code points or more; then
 * the table has to be reset if its vocabulary is NULL.
 */
bool words_split(struct words *words, struct symbol_table *table, const struct allocator *allocator,
                 const char *utf8, size_t length);

/* Takes `capital` from nouns after no preposition or capital and before no capital. */
void words_unmark_nouns(struct words *words);

/* Whether a clause that may be added as a whole begins here: a mark, "but", "which". */
bool words_begin_clause(const struct words *words, size_t at);

void words_free(struct words *words, const struct allocator *allocator);

/* Where a word ends, in code points. */
static inline size_t word_end(const struct word *word) {
    return (size_t)word->begin + word->length;
}

/* The symbol of a word's plain form. */
static inline uint32_t words_plain(const struct words *words, size_t at) {
    assert(at < words->count);
    return symbol_table_at(words->table, words->symbols[at])->plain;
}

/* The hash of a word's plain form, as in text/words/word_hashes.h. */
static inline uint32_t words_hash(const struct words *words, size_t at) {
    return symbol_table_at(words->table, words_plain(words, at))->hash;
}

/* The folded letters of a word, and those of its plain form. */
static inline struct letter_slice words_letters(const struct words *words, size_t at) {
    assert(at < words->count);
    return symbol_letters(words->table, words->symbols[at]);
}

static inline struct letter_slice words_plain_letters(const struct words *words, size_t at) {
    return symbol_letters(words->table, words_plain(words, at));
}

static inline const struct vocabulary_word *words_meaning(const struct words *words, size_t at) {
    assert(at < words->count);
    return &words->table->vocabulary
                ->words[symbol_table_at(words->table, words->symbols[at])->meaning];
}

/* Whether the word here is of this kind, has such a role, is this letter. False beyond the last. */
static inline bool words_is_kind(const struct words *words, size_t at, enum word_kind kind) {
    return at < words->count && words->items[at].kind == kind;
}

static inline bool words_has_role(const struct words *words, size_t at, uint64_t roles) {
    return at < words->count && words->items[at].roles & roles;
}

/* The first word before `end`, at most the count, with one of these roles; `end` if none has. */
static inline size_t words_find_role(const struct words *words, size_t end, uint64_t roles) {
    assert(roles != 0);
    size_t at = 0;
    while (at < end && !words_has_role(words, at, roles))
        at++;
    return at;
}

static inline bool words_is_letter(const struct words *words, size_t at, uint32_t letter) {
    return at < words->count && words->items[at].length == 1 && words->items[at].letter == letter;
}

/* Whether the word is one of these letters or marks, which end with 0: U"-/". */
static inline bool words_is_one_of(const struct words *words, size_t at, const uint32_t *letters) {
    while (*letters && !words_is_letter(words, at, *letters))
        letters++;
    return *letters != 0;
}

/* Whether a word denies: "not", "never" ..., or the "t" after the apostrophe of "don't". */
static inline bool words_is_negation(const struct words *words, size_t at) {
    return words_has_role(words, at, vocabulary_negation) ||
           (words_has_role(words, at, vocabulary_contracted) && at > 0 &&
            words_is_letter(words, at - 1, '\''));
}

/* Whether all are words of content in Han or Katakana: names, where scripts have no capitals. */
bool words_are_names_without_case(const struct words *words, size_t begin, size_t end);

/* Whether no white space stands before this word, nor the beginning of the text. */
static inline bool words_is_attached(const struct words *words, size_t at) {
    return at < words->count && words->items[at].attached;
}
