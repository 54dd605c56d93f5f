/*
 * test_word_hashes.c - the words of a text as hashes are those of sentence_words.h, for good, on
 * any text. tests/functions/oracle.py says which words are equal.
 */
#include "faulty_memory.h"
#include "kinds/sentences/sentence_words.h"
#include "random_input.h"
#include "test.h"
#include "text/characters.h"
#include "text/words/word_hashes.h"

static struct word_hashes hashes;
static struct symbol_table table;
static struct words words;

static void read_text(const char *text, size_t length) {
    REQUIRE(word_hashes_read(&hashes, memory, text, length));
}

/* Takes what words_split() leaves out from the text. Returns the length of the rest. */
static size_t unmark(char *text, size_t length) {
    static struct code_points points;
    static struct note_marks marks;
    REQUIRE(code_points_decode(&points, memory, text, length) &&
            note_marks_remove(&marks, memory, NULL, points.values, points.count));
    size_t left = note_marks_may_occur(text, length)
                      ? code_points_encode(marks.kept.values, marks.kept.count, text)
                      : length;
    code_points_free(&points, memory);
    note_marks_free(&marks, memory);
    return left;
}

/* How many hashes differ from those of the words that are no marks. Changes the text. */
static size_t disagreements(char *text, size_t length) {
    length = unmark(text, length);
    read_text(text, length);
    const struct vocabulary *vocabulary = &vocabularies[random_below(vocabulary_count)];
    if (vocabulary
            ->phrases) /* sentences have words of several characters, which have no hash here */
        vocabulary = vocabulary_for("en", 2);
    REQUIRE(symbol_table_reset(&table, memory, vocabulary) &&
            words_split(&words, &table, memory, text, length));
    size_t at = 0, wrong = 0;
    for (size_t i = 0; i < words.count; i++) {
        if (words.items[i].kind == word_mark)
            continue;
        wrong += at >= hashes.count || hashes.values[at] != words_hash(&words, i);
        at++;
    }
    return wrong + (at > hashes.count ? at - hashes.count : hashes.count - at);
}

/*
 * Every character by itself, within a word, with a mark, and between digits. In the short form, of
 * the planes that hold next to nothing every 61st.
 */
static void test_all_characters(void) {
    enum { last_plane = 0x33000 };
    size_t wrong = 0;
    for (uint32_t point = 0; point < 0x110000;
         point += point < last_plane || test_is_long() ? 1 : 61) {
        uint32_t points[] = {point, ' ',   'a', point,  'b', '1', point, '2',  ' ',
                             point, 0x301, ' ', 0x3042, '1', '.', point, point};
        char text[sizeof points];
        size_t length = code_points_encode(points, sizeof points / sizeof *points, text);
        size_t found = disagreements(text, length);
        if (found > 0 && wrong == 0)
            printf("U+%04X\n", (unsigned)point);
        wrong += found;
    }
    CHECK(wrong == 0, "%zu words disagree", wrong);
}

/* What is stored and indexed depends on what characters are: it must never change. */
static void test_frozen_characters(void) {
    uint64_t hash = 0xCBF29CE484222325;
    for (uint32_t point = 0; point < 0x110000; point++) {
        struct character character = character_of(point);
        bool is_digit = character.class == character_digit;
        const uint32_t facts[] = {character.class, character.format, character.folded,
                                  character_plain(character.folded),
                                  is_digit ? character_digit_value(point) : 0};
        for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
            hash = (hash ^ facts[i]) * 0x100000001B3;
    }
    CHECK(hash == 0x1291074FDF2780DE, "the table of characters: 0x%llX", (unsigned long long)hash);
}

/* Characters that matter most, and bytes of any value. */
static size_t random_text(char *text, size_t room) {
    static const char *const pieces[] = {
        "a",      "Z",      "e",      "7",          "0",          ".",      ",",      " ",
        "'",      "-",      "\u00E9", "\u0301",     "\u0345",     "\u00AD", "\u0661", "\u304C",
        "\u304B", "\u3099", "\u0E01", "\u0E35",     "\u00BD",     "\u01C4", "\u0130", "\u2160",
        "\u24B6", "\u212A", "\u017F", "\U0001D7CE", "\U00020000", "\uFF11"};
    size_t length = 0, wanted = random_below(60);
    for (size_t i = 0; i < wanted && length + 4 < room; i++) {
        const char *piece = pieces[random_below(sizeof pieces / sizeof *pieces)];
        char any = (char)random_below(256);
        size_t size = random_below(8) ? strlen(piece) : 1;
        memcpy(text + length, size == 1 && random_below(2) ? &any : piece, size);
        length += size;
    }
    return length;
}

static void test_random_texts(void) {
    size_t wrong = 0, tried = test_is_long() ? 3000000 : 200000;
    for (size_t i = 0; i < tried; i++) {
        char text[4 * 256]; /* U+FFFD is longer than what it stands for */
        wrong += disagreements(text, random_text(text, 256));
    }
    CHECK(wrong == 0, "%zu words disagree", wrong);
    test_figure(tried, "texts whose words agree with their hashes");
}

/* Texts longer than what is read at a time, so that words lie across. */
static void test_long_texts(void) {
    enum { length = 300000 };
    static char text[length];
    for (size_t word = 2; word <= 70000; word = word * 2 + 1) {
        for (size_t i = 0; i < length; i++)
            text[i] = random_below(word) ? "eT7"[random_below(word < 100 ? 2 : 3)] : ' ';
        CHECK(disagreements(text, length) == 0, "words of about %zu letters", word);
    }
}

int main(void) {
    random_state = 47;
    RUN_TESTS(test_all_characters, test_frozen_characters, test_random_texts, test_long_texts);
    word_hashes_free(&hashes, memory);
    words_free(&words, memory);
    symbol_table_free(&table, memory);
    return faulty_end("core/test_word_hashes");
}
