/* sentence_words.c - see sentence_words.h. */
#include "sentence_words.h"

#include "../../text/characters.h"

/* Whether a word can end between these two characters. */
static bool is_boundary(uint32_t left, uint32_t right) {
    enum character_class next = character_of(right).class;
    bool word = character_is_letter(character_of(left).class);
    return word ? !character_goes_on(next) : next != character_mark;
}

/*
 * The length of the longest word of the vocabulary that begins with the first `length` of `count`
 * code points and ends where a word may end; `length` if there is none. These are words that would
 * otherwise be split: 没有, quatre-vingt, n'.
 */
static size_t phrase_length(const struct vocabulary *vocabulary, const uint32_t *points,
                            size_t count, size_t length) {
    uint32_t letters[vocabulary_letters_max];
    size_t longest = length;
    for (size_t at = 0; at < count && at < vocabulary_letters_max; at++) {
        struct character character = character_of(points[at]);
        if (character.class == character_space)
            break;
        letters[at] = character.folded;
        if (at + 1 < length)
            continue;
        uint64_t roles = vocabulary_lookup(vocabulary, letters, at + 1)->roles;
        if (at + 1 == length && !(roles & vocabulary_begins))
            break;
        if (roles & ~vocabulary_begins &&
            (at + 1 == count || is_boundary(points[at], points[at + 1])))
            longest = at + 1;
    }
    return longest;
}

/* The word being read. Its folded letters are in the room that the symbol table reserved. */
struct word_reader {
    const uint32_t *points;
    size_t at, count; /* of the points */
    uint32_t *letters;
    struct letter_hash hash;
    uint32_t begin, length;
    enum word_kind kind;
    bool capital, all_capitals, beyond_ascii;
};

static inline void take(struct word_reader *reader, uint32_t folded) {
    reader->letters[reader->length++] = folded;
    letter_hash_take(&reader->hash, folded);
    reader->at++;
}

static bool is_digit_at(const struct word_reader *reader, size_t at) {
    return at < reader->count && character_of(reader->points[at]).class == character_digit;
}

/* Reads the word that begins with `first`, which is not white space. */
static void read_word(struct word_reader *reader, struct character first) {
    assert(first.class != character_space);
    const uint32_t *points = reader->points;
    reader->hash = (struct letter_hash){0};
    reader->begin = (uint32_t)reader->at;
    reader->length = 0;
    reader->kind = word_letters;
    reader->capital = reader->all_capitals = first.class == character_upper;
    reader->beyond_ascii = false;
    if (first.class == character_digit) {
        reader->kind = word_number;
        while (is_digit_at(reader, reader->at)) {
            take(reader, points[reader->at]);
            uint32_t next = reader->at < reader->count ? points[reader->at] : 0;
            if ((next == '.' || next == ',') && is_digit_at(reader, reader->at + 1))
                take(reader, next);
        }
    } else if (character_is_letter(first.class)) {
        while (reader->at < reader->count) {
            struct character character = character_of(points[reader->at]);
            if (!character_goes_on(character.class))
                break;
            reader->beyond_ascii |= points[reader->at] >= 0x80;
            reader->all_capitals &= character.class != character_lower;
            take(reader, character.folded);
        }
    } else {
        reader->kind = first.class == character_sign ? word_letters : word_mark;
        take(reader, first.folded);
        while (reader->at < reader->count && points[reader->at] >= 0x80 &&
               character_of(points[reader->at]).class == character_mark) {
            reader->beyond_ascii = true;
            take(reader, points[reader->at]);
        }
    }
    assert(reader->length == reader->at - reader->begin);
}

/* Lengthens a word to the longest word of the vocabulary that begins with it. */
static void take_phrase(struct word_reader *reader, const struct vocabulary *vocabulary) {
    const uint32_t *points = reader->points;
    size_t length = phrase_length(vocabulary, points + reader->begin, reader->count - reader->begin,
                                  reader->length);
    while (reader->length < length) {
        struct character character = character_of(points[reader->at]);
        reader->beyond_ascii |= points[reader->at] >= 0x80;
        reader->all_capitals &= character.class != character_lower;
        take(reader, character.folded);
    }
}

static bool grow(struct words *words, const struct allocator *allocator) {
    return ARRAY_RESERVE(allocator, words->items, words->capacity, words->count + 1) &&
           ARRAY_RESERVE(allocator, words->symbols, words->symbol_capacity, words->count + 1);
}

bool words_split(struct words *words, struct symbol_table *table, const struct allocator *allocator,
                 const char *utf8, size_t length) {
    words->count = 0;
    words->table = table;
    bool marked = note_marks_may_occur(utf8, length);
    /* The arrays exist even for a text without words: alignment computes pointers into them. */
    if (!grow(words, allocator) || !code_points_decode(&words->text, allocator, utf8, length) ||
        words->text.count > INT32_MAX ||
        (marked && !note_marks_remove(&words->marks, allocator, table->interruption,
                                      words->text.values, words->text.count)))
        return false;
    const struct code_points *text = marked ? &words->marks.kept : &words->text;
    const struct vocabulary *vocabulary = table->vocabulary;
    uint64_t all_roles = 0;
    struct word_reader reader = {.points = text->values, .count = text->count};
    size_t end = SIZE_MAX; /* of the word before */
    while (reader.at < reader.count) {
        struct character first = character_of(reader.points[reader.at]);
        if (first.class == character_space) {
            reader.at++;
            continue;
        }
        reader.letters = symbol_table_reserve(table, allocator, reader.count - reader.at);
        if (!reader.letters)
            return false;
        read_word(&reader, first);
        if (vocabulary->phrases)
            take_phrase(&reader, vocabulary);
        uint32_t symbol, letter = reader.letters[0];
        bool room = words->count < words->capacity && words->count < words->symbol_capacity;
        if ((!room && !grow(words, allocator)) ||
            !symbol_table_find(table, allocator, reader.length, letter_hash_end(&reader.hash),
                               reader.beyond_ascii, &symbol)) {
            table->vocabulary = NULL; /* a symbol may lack its plain form, or its slot */
            return false;
        }
        uint64_t roles = vocabulary->words[symbol_table_at(table, symbol)->meaning].roles;
        all_roles |= roles;
        words->symbols[words->count] = symbol;
        struct word *word = &words->items[words->count++];
        *word = (struct word){.begin = reader.begin,
                              .length = reader.length,
                              .roles = roles,
                              .letter = letter,
                              .kind = (uint8_t)reader.kind,
                              .capital = reader.capital,
                              .all_capitals = reader.all_capitals,
                              .attached = reader.begin == end};
        end = reader.at;
        if (roles & vocabulary_fraction) /* ½ is a letter to Unicode */
            word->kind = word_number;
    }
    words->roles = all_roles;
    /* Finds where the words of what note_marks_remove() kept are in the text. */
    for (size_t at = 0; marked && at < words->count; at++) {
        struct word *word = &words->items[at];
        uint32_t last = words->marks.origins[word_end(word) - 1];
        word->begin = words->marks.origins[word->begin];
        word->length = last + 1 - word->begin;
    }
    return true;
}

/* Whether a word may be part of a name of several words; a unit or month may not. */
static bool is_name_part(const struct words *words, size_t at) {
    static const uint64_t no_names = vocabulary_function | vocabulary_unit | vocabulary_month |
                                     vocabulary_number | vocabulary_tens | vocabulary_scale |
                                     vocabulary_ordinal;
    return words_is_kind(words, at, word_letters) && words->items[at].capital &&
           !words_has_role(words, at, no_names);
}

void words_unmark_nouns(struct words *words) {
    size_t first = 0;
    while (words_is_kind(words, first, word_mark))
        first++;
    bool part_before = false;
    for (size_t at = first + 1; at < words->count; at++) {
        struct word *word = &words->items[at];
        bool part = is_name_part(words, at);
        bool after_preposition = words_has_role(words, at - 1, vocabulary_preposition) &&
                                 !words_has_role(words, at - 1, vocabulary_article);
        bool name = part && (part_before || after_preposition || is_name_part(words, at + 1));
        word->capital = word->capital && (name || word->all_capitals);
        part_before = part;
    }
}

bool words_begin_clause(const struct words *words, size_t at) {
    return words_is_one_of(words, at, U",;:(\x2013\x2014") ||
           words_has_role(words, at, vocabulary_clause);
}

bool words_are_names_without_case(const struct words *words, size_t begin, size_t end) {
    for (size_t at = begin; at < end; at++) {
        uint32_t first = words->text.values[words->items[at].begin];
        bool katakana = first >= 0x30A1 && first <= 0x30FF && first != 0x30FB; /* no middle dot */
        bool han = first == 0x3005 || (first >= 0x3400 && first <= 0x9FFF) ||
                   (first >= 0x20000 && first <= 0x3FFFF);
        if ((!katakana && !han) || words_has_role(words, at, vocabulary_function))
            return false;
    }
    return begin < end;
}

void words_free(struct words *words, const struct allocator *allocator) {
    code_points_free(&words->text, allocator);
    note_marks_free(&words->marks, allocator);
    RELEASE(allocator, words->items, words->symbols);
    *words = (struct words){0};
}
