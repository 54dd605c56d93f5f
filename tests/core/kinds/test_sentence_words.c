/*
 * test_sentence_words.c - texts as words: where they begin and end, which are equal when folded,
 * and what the vocabulary knows about them.
 */
#include "faulty_memory.h"
#include "kinds/sentences/sentence_words.h"
#include "random_input.h"
#include "test.h"
#include "text/characters.h"

static struct symbol_table table;
static struct words words;

static void split_in(const char *language, const char *text) {
    REQUIRE(symbol_table_reset(&table, memory, vocabulary_for(language, strlen(language))) &&
            words_split(&words, &table, memory, text, strlen(text)));
}

static void split(const char *text) {
    split_in("en", text);
}

/* The words of a text, with a bar between any two. */
static const char *words_of(const char *language, const char *text) {
    static char shown[400];
    char *out = shown;
    split_in(language, text);
    for (size_t i = 0; i < words.count; i++) {
        if (i > 0)
            *out++ = '|';
        out += code_points_encode(words.text.values + words.items[i].begin, words.items[i].length,
                                  out);
    }
    *out = '\0';
    return shown;
}

static const struct {
    const char *text, *words;
} cases[] = {
    {"", ""},
    {" \t\n\u00A0\u3000\u200B\uFEFF", ""},
    {"The storm killed 143 people.", "The|storm|killed|143|people|."},
    {"1,300 3.14 1.2.3 7. ,5 1,,2 9,", "1,300|3.14|1.2.3|7|.|,|5|1|,|,|2|9|,"},
    {"A340 1990s 3rd m2 x86_64", "A340|1990|s|3|rd|m2|x86|_|64"},
    {"don't U.S. well-known and/or", "don|'|t|U|.|S|.|well|-|known|and|/|or"},
    {"caf\u00E9 cafe\u0301 na\u00EFve", "caf\u00E9|cafe\u0301|na\u00EFve"},
    {"2\u00BD \u2167 m\u00B2", "2|\u00BD|\u2167|m\u00B2"},
    {"\u65E5\u672C\u8A9E\u3067\u3059\u3002", "\u65E5|\u672C|\u8A9E|\u3067|\u3059|\u3002"},
    {"\u30AB\u30BF\u30AB\u30CA", "\u30AB\u30BF\u30AB\u30CA"},
    {"\uD55C\uAD6D\uC5B4 \uBB38\uC7A5", "\uD55C\uAD6D\uC5B4|\uBB38\uC7A5"},
    {"\u0E01\u0E33\u0E17\u0E35\u0E48", "\u0E01|\u0E33|\u0E17\u0E35\u0E48"},
    {"\u05E9\u05DC\u05D5\u05DD \u200F1948\u200E.", "\u05E9\u05DC\u05D5\u05DD|1948|."},
    {"\u0661\u0662\u0663 \u0967\u0968", "\u0661\u0662\u0663|\u0967\u0968"},
    {"\u0939\u093F\u0928\u094D\u0926\u0940", "\u0939\u093F\u0928\u094D\u0926\u0940"},
    {"\u0301a !\u0301\u0302", "\u0301|a|!\u0301\u0302"},
    {"\U0001F600\U0001F601", "\U0001F600|\U0001F601"},
    {"a\xFF"
     "b\xF0\x9F",
     "a|\uFFFD|b|\uFFFD"},
    {"co\u00ADoperate \u06A9\u200C\u0647", "co\u00ADoperate|\u06A9\u200C\u0647"},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *found = words_of("en", cases[i].text);
        CHECK(strcmp(found, cases[i].words) == 0, "%s: %s", cases[i].text, found);
    }
}

/* Words of a vocabulary that consist of several. */
static const struct {
    const char *language, *text, *words;
} phrases[] = {
    {"zh", "\u6CA1\u6709\u4EBA\u3002", "\u6CA1\u6709|\u4EBA|\u3002"},
    {"zh", "\u6CA1 \u6709", "\u6CA1|\u6709"},
    {"zh", "\u6CA1\u6709\u0301", "\u6CA1|\u6709\u0301"},
    {"zh", "\u4E0D\u65AD\u4E0D", "\u4E0D\u65AD|\u4E0D"},
    {"en", "\u6CA1\u6709", "\u6CA1|\u6709"},
    {"ja", "\u5E73\u65B9\u30E1\u30FC\u30C8\u30EB", "\u5E73\u65B9\u30E1\u30FC\u30C8\u30EB"},
    {"ja", "\u5E73\u65B9\u30E1\u30FC\u30C8\u30EB\u30CD",
     "\u5E73|\u65B9|\u30E1\u30FC\u30C8\u30EB\u30CD"},
    {"fr", "QUATRE-VINGT-DIX quatre-vingts", "QUATRE-VINGT-DIX|quatre-vingts"},
    {"fr", "quatre-vingtaines quatre -vingt", "quatre|-|vingtaines|quatre|-|vingt"},
    {"fr", "n\u2019est Nest n'", "n\u2019|est|Nest|n'"},
    {"de", "quatre-vingt", "quatre|-|vingt"},
};

static void test_phrases(void) {
    for (size_t i = 0; i < sizeof phrases / sizeof *phrases; i++) {
        const char *found = words_of(phrases[i].language, phrases[i].text);
        CHECK(strcmp(found, phrases[i].words) == 0, "%s: %s", phrases[i].text, found);
    }
    split_in("fr", "Quatre-vingt N'");
    CHECK(words.items[0].capital && !words.items[0].all_capitals && words.items[1].all_capitals,
          "capitals of phrases");
    CHECK(words_is_negation(&words, 1) && words_meaning(&words, 0)->value == 80, "their meaning");
}

/* Pairs of words: whether they are equal folded, and without diacritics. */
static const struct {
    const char *text;
    bool folded, plain;
} pairs[] = {
    {"Word WORD", true, true},
    {"word ward", false, false},
    {"\u00C9cole \u00E9cole", true, true},
    {"\u00E9cole ecole", false, true},
    {"cafe\u0301 caf\u00E9", false, true},
    {"\u0141\u00F3d\u017A lodz", false, true},
    {"\u041C\u043E\u0441\u043A\u0432\u0430 \u043C\u043E\u0441\u043A\u0432\u0430", true, true},
    {"\u03A3\u03AF\u03C3\u03C5\u03C6\u03BF\u03C2 \u03C3\u03AF\u03C3\u03C5\u03C6\u03BF\u03C3", true,
     true},
    {"\u2019 '", true, true},
    {"\u201C \"", true, true},
    {"\u2013 -", true, true},
    {"\u0130 i", true, true},
    {"\u5B57 \u5B58", false, false},
};

static void test_pairs(void) {
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        split(pairs[i].text);
        uint32_t a = words.symbols[0], b = words.symbols[words.count - 1];
        CHECK((a == b) == pairs[i].folded, "%s, folded", pairs[i].text);
        CHECK((table.items[a].plain == table.items[b].plain) == pairs[i].plain, "%s, plain",
              pairs[i].text);
    }
}

static const struct {
    uint32_t begin, length;
    enum word_kind kind;
    bool capital, all_capitals;
} kinds[] = {{0, 4, word_letters, true, false},   {5, 2, word_number, false, false},
             {8, 2, word_letters, true, true},    {11, 1, word_mark, false, false},
             {13, 1, word_number, false, false},  {15, 1, word_letters, false, false},
             {17, 4, word_letters, false, false}, {22, 3, word_letters, true, true}};

static void test_kinds(void) {
    split("Rome 44 BC , \u00BD \u5B57 iPad CO2");
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const struct word *found = &words.items[i];
        CHECK(found->begin == kinds[i].begin && found->length == kinds[i].length &&
                  found->kind == kinds[i].kind && found->capital == kinds[i].capital &&
                  found->all_capitals == kinds[i].all_capitals,
              "word %zu", i);
    }
}

static void test_nouns(void) {
    static const bool names[] = {true,  false, false, true,  true,  false, false, true,
                                 false, true,  false, false, false, false, false};
    split_in("de", "Der Film mit Maia Quill lief in Carrowick nach NASA den Meter Holz. Die Zahl");
    words_unmark_nouns(&words);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CHECK(words.items[i].capital == names[i], "word %zu", i);
    split_in("de", "");
    words_unmark_nouns(&words);
}

static void test_vocabulary(void) {
    split("Seven JULY not kilometres unheardof % in \u00BC");
    static const uint64_t roles[] = {
        vocabulary_number, vocabulary_month,    vocabulary_negation, vocabulary_unit, 0,
        vocabulary_unit,   vocabulary_function, vocabulary_fraction};
    for (size_t i = 0; i < words.count; i++)
        CHECK(roles[i] ? words_meaning(&words, i)->roles & roles[i]
                       : !words_meaning(&words, i)->roles,
              "word %zu", i);
    CHECK(words_meaning(&words, 0)->value == 7, "seven");
    CHECK(words_meaning(&words, 1)->value == 7, "July");
    CHECK(words_meaning(&words, 3)->factor == 1000, "kilometres");
}

/* Each word of a vocabulary is found, and no other is taken for it. */
static size_t count_words(const struct vocabulary *vocabulary) {
    size_t known = 0;
    for (size_t slot = 0; slot < vocabulary->slot_count; slot++) {
        uint16_t number = vocabulary->slots[slot];
        const struct vocabulary_word *word = &vocabulary->words[number];
        known += number && vocabulary_find(vocabulary, word->letters, word->length) == number;
        CHECK(!number || vocabulary_find(vocabulary, word->letters, word->length) == number,
              "%s, slot %zu", vocabulary->code, slot);
    }
    static const uint32_t many[vocabulary_letters_max + 1] = {'a'};
    CHECK(vocabulary_find(vocabulary, NULL, 0) == 0, "no letters");
    CHECK(vocabulary_find(vocabulary, many, vocabulary_letters_max + 1) == 0, "too many letters");
    return known;
}

static void test_all_of_the_vocabulary(void) {
    for (size_t i = 0; i + 1 < vocabulary_count; i++)
        CHECK(count_words(&vocabularies[i]) > 200, "%s", vocabularies[i].code);
    CHECK(count_words(&vocabularies[vocabulary_count - 1]) == 0, "an unknown language has words");
}

static void test_codes(void) {
    static const struct {
        const char *code, *found;
    } codes[] = {{"en", "en"},      {"en-GB", "en"}, {"simple", "en"}, {"PT_br", "pt"},
                 {"zh-Hant", "zh"}, {"de", "de"},    {"", ""},         {"e", ""},
                 {"eng", ""},       {"sv", ""},      {"-de", ""},      {"simpler", ""},
                 {"simple-x", "en"}};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        const char *found = vocabulary_for(codes[i].code, strlen(codes[i].code))->code;
        CHECK(strcmp(found, codes[i].found) == 0, "%s: %s", codes[i].code, found);
    }
    CHECK(vocabulary_count == 13, "%zu languages", vocabulary_count);
}

/* More words than the table has slots at first, each twice. */
static void test_many(void) {
    enum { count = 20000 };
    char *text = required(malloc(count * 2 * 8)), *out = text;
    for (int i = 0; i < 2 * count; i++)
        out += sprintf(out, "%d ", i % count);
    split(text);
    unsigned long wrong = 0;
    for (size_t i = 0; i < count; i++)
        wrong += words.symbols[i] != i || words.symbols[i + count] != i;
    CHECK(words.count == 2 * count && table.count == count && wrong == 0, "%lu of %zu", wrong,
          words.count);
    free(text);
}

/* Whether the code point belongs to the words, as far as marks of notes are concerned. */
static bool is_kept(const char *text, size_t length, size_t at) {
    bool kept = !note_marks_may_occur(text, length);
    for (size_t i = 0; i < words.marks.kept.count && !kept; i++)
        kept = words.marks.origins[i] == at;
    return kept;
}

/*
 * Any bytes: words are in order, disjoint, not empty, and cover everything but white space and
 * what belongs to no word.
 */
static void test_any_bytes(void) {
    unsigned long wrong = 0;
    for (int i = 0; i < 20000; i++) {
        char text[40];
        size_t length = random_below(sizeof text), at = 0;
        for (size_t k = 0; k < length; k++)
            text[k] = random_below(2) ? (char)random_below(256) : " .,'09aZ"[random_below(8)];
        REQUIRE(symbol_table_reset(&table, memory, vocabulary_for("en", 2)) &&
                words_split(&words, &table, memory, text, length));
        for (size_t w = 0; w <= words.count; w++) {
            size_t begin = w < words.count ? words.items[w].begin : words.text.count;
            wrong += begin < at || (w < words.count && words.items[w].length == 0);
            for (; at < begin; at++)
                wrong += character_of(words.text.values[at]).class != character_space &&
                         is_kept(text, length, at);
            at = w < words.count ? word_end(&words.items[w]) : at;
        }
    }
    CHECK(wrong == 0, "%lu places are wrong", wrong);
}

/* Alignment computes pointers into the arrays even without words, so none may be NULL. */
static void test_nothing(void) {
    words_free(&words, memory);
    split("");
    CHECK(words.count == 0 && words.items && words.symbols && words.text.values, "no words");
}

static void test_digits(void) {
    static const uint32_t zeroes[] = {'0', 0x660, 0x6F0, 0x966, 0x1A90, 0xFF10, 0x1D7CE, 0x1D7D8};
    for (size_t i = 0; i < sizeof zeroes / sizeof *zeroes; i++)
        for (uint32_t digit = 0; digit < 10; digit++)
            CHECK(character_digit_value(zeroes[i] + digit) == digit, "U+%04X", zeroes[i] + digit);
}

int main(void) {
    random_state = 21;
    RUN_TESTS(test_cases, test_phrases, test_pairs, test_kinds, test_nouns, test_vocabulary,
              test_all_of_the_vocabulary, test_codes, test_many, test_any_bytes, test_nothing,
              test_digits);
    words_free(&words, memory);
    symbol_table_free(&table, memory);
    return faulty_end("core/test_sentence_words");
}
