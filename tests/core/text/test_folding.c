/*
 * test_folding.c - folding of texts: cases by option, laws that hold for every character and for
 * random texts, frozen results, hostile texts, and what happens if memory runs out.
 */
#include "faulty_memory.h"
#include "random_input.h"
#include "stopping.h"
#include "test.h"
#include "text/folding.h"
#include "text/text_script.h"

#include <string.h>
#include <time.h>

static struct folding folding, other;

enum { every_option = fold_all | fold_digits };

static void fold(struct folding *work, unsigned options, const char *text, size_t length) {
    REQUIRE(folding_fold(work, memory, options, text, length));
}

static bool folds_to(unsigned options, const char *text, const char *expected) {
    fold(&folding, options, text, strlen(text));
    return folding.length == strlen(expected) &&
           memcmp(folding.utf8, expected, folding.length) == 0;
}

static const struct {
    unsigned options;
    const char *text, *folded;
} cases[] = {
    {fold_all, "", ""},
    {fold_all, "The Storm \u2014 killed 143 people!", "the storm killed 143 people"},
    {fold_case, "STRASSE Stra\u00DFe \u1E9E", "strasse strasse ss"},
    {fold_case, "\u03A3\u038A\u03A3\u03A5\u03A6\u039F\u03A3 \u03C2",
     "\u03C3\u03AF\u03C3\u03C5\u03C6\u03BF\u03C3 \u03C3"},
    {fold_case, "\u0130I\u0131", "i\u0307i\u0131"},
    {fold_case, "\u1FB3 \u0391\u0399 \u1FBC", "\u03B1\u03B9 \u03B1\u03B9 \u03B1\u03B9"},
    {fold_case, "\u03B1\u0345\u0301", "\u03AC\u03B9"},
    {fold_width, "\uFF21\uFF11\u3000\uFB01\u2461\uFF8A\uFF9F\u338F", "A1 fi2\u30D1kg"},
    {fold_width, "10\u00B2 1\u00BD \u2460\u2461 \u00B25 x\u00B2 \uFF11\uFF12\u00B3",
     "10 2 1 1\u20442 12 2 5 x2 12 3"},
    {fold_width, "\u00B4\u00A8\u2122\u2120", "\u00B4\u00A8\u2122\u2120"},
    {fold_accents, "\u00C9\u00F8\u0141\u0111 \u1EA4 \u0131", "EoLd A i"},
    {fold_accents, "\u0451\u0439\u0457\u045E\u045D \u0438\u0301\u0306",
     "\u0435\u0439\u0457\u045E\u0438 \u0439"},
    {fold_accents, "\u1FB3 \u0390", "\u03B1 \u03B9"},
    {fold_accents, "\u304C\u30D1\uAC00\u0939\u093F", "\u304C\u30D1\uAC00\u0939\u093F"},
    {fold_accents, "\u05E9\u05C1\u05B8\u05DC \u0645\u064F\u062D \u0622\u0623",
     "\u05E9\u05DC \u0645\u062D \u0622\u0623"},
    {fold_accents, "\u0E01\u0331 k\u0331", "\u0E01\u0331 k"},
    {fold_punctuation, "a, (b)... c!", "a   b  c "},
    {fold_punctuation, "don't don\u2019t don\u00B4t 90's dogs' 'a'",
     "dont dont dont 90s dogs   a "},
    {fold_punctuation, "1.5 3:10 1/2 1\u20442 1,000 5'3 2010\u20132015 3\u223610",
     "1.5 3:10 1/2 1/2 1,000 5'3 2010-2015 3:10"},
    {fold_punctuation, "-5 (\u22125) a-5 \u20145 well-known - 5", "-5  -5  a 5 -5 well known   5"},
    {fold_punctuation, "C++ C# R&D 50% \u20AC5 $5", "C++ C# R&D 50% \u20AC5 $5"},
    {fold_punctuation, "1.\u03015 =\u0338 \u2764\uFE0F", "1 5 \u2260 \u2764\uFE0F"},
    {fold_all, "n > 5, n < 5; x \u2260 y = z \u2265 0 \u00AC p",
     "n > 5 n < 5 x \u2260 y = z \u2265 0 \u00AC p"},
    {fold_accents, "=\u0338 <\u0301\u0338 a\u0338 .\u0338 \u2192\u20D2 \u2229\u20E5",
     "\u2260 \u226E a . \u2192\u20D2 \u2229\u20E5"},
    {fold_all, "\u2191 5 %, \u2193 5 %, \u25B2 \u25BC", "\u2191 5 % \u2193 5 % \u25B2 \u25BC"},
    {fold_all, "\u2605\u2605\u2606 \u2640 \u2642 \u2713 \u2717 \u2714 \u2718",
     "\u2605\u2605\u2606 \u2640 \u2642 \u2713 \u2717 \u2714 \u2718"},
    {fold_all, "\U0001F44D\U0001F3FD\U0001F44D \U0001F44E \u2764\uFE0F",
     "\U0001F44D\U0001F44D \U0001F44E \u2764"},
    {fold_punctuation, "\U0001F44D\U0001F3FD\U0001F3FB", "\U0001F44D"},
    {fold_case, "\U0001F44D\U0001F3FD", "\U0001F44D\U0001F3FD"},
    {fold_all,
     "\u00A9 \u00AE a\u2122 b\u2120 5\u00B0 \u00A6 | ~ \u2500\u2588 \u2022\u25A0\u25A1\u25AA\u25CF"
     "\u25CB\u25C6\u2756\u27A4 \uFFFD \uFFED c\u2757",
     "a b 5 c"},
    {fold_all, "2\u22C53 a \u22C5 b 2\u22173 \uFF1D\uFF1E", "2\u22C53 a b 2\u22173 =>"},
    {fold_space, "  a \t\u00A0\u3000b\u2028", "a b"},
    {fold_space, "a\u200Bb\u00ADc\uFEFFd\u202Ee e\u200D\u0301", "abcde \u00E9"},
    {fold_digits, "1a\u0663\uFF15\U0001D7CE \u00B2\u2167", "0a000 \u00B2\u2167"},
    {fold_digits, "e\u0301 \u212B", "\u00E9 \u00C5"},
    {fold_all, "a\xFF\xE2\x82z", "a z"},
    {fold_case, "A\xFFZ", "a\uFFFDz"},
    {every_option, "U.S.A.: 1,234 \u201Cna\u00EFve\u201D", "u s a 0,000 naive"},
    {fold_all, "\u0378\U0001FAF9\uE000", "\u0378\U0001FAF9\uE000"}, /* not in Unicode 14.0 */
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK(folds_to(cases[i].options, cases[i].text, cases[i].folded), "%s: [%.*s], not [%s]",
              cases[i].text, (int)folding.length, folding.utf8, cases[i].folded);
}

/* Whether folding the result again changes it. */
static bool is_stable(unsigned options, const char *text, size_t length) {
    fold(&folding, options, text, length);
    fold(&other, options, folding.utf8, folding.length);
    return folding.length == other.length && memcmp(folding.utf8, other.utf8, other.length) == 0;
}

/* FNV-1a. */
static uint64_t mix(uint64_t hash, const char *bytes, size_t length) {
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)bytes[i]) * 0x100000001B3;
    return hash;
}

/*
 * The hash of what each character becomes, between letters and digits. Indexes of users depend on
 * it: it must never change.
 */
static const struct {
    unsigned options;
    uint64_t hash;
} frozen[] = {
    {fold_case, 0xB15ADB89299C53FC},    {fold_width, 0x60DCC47079DFC7ED},
    {fold_accents, 0x1EDAF2E45B059374}, {fold_punctuation, 0x5CB66B597AF2928A},
    {fold_space, 0xB3D4AC3D87986AD9},   {fold_digits, 0xDF73A992B62C1E99},
    {fold_all, 0xA773E9B064EAA314},     {every_option, 0x5921A12419B1FDD5},
};

/* The end of ideographs, syllables, surrogates and gaps; the first of each kind stand for all. */
static uint32_t after_alike(uint32_t point) {
    return point == 0x3400    ? 0x9FF0
           : point == 0xAC10  ? 0xF8F0
           : point == 0x20000 ? 0x2F800
                              : 0xE0000;
}

static void test_all_characters(void) {
    for (size_t k = 0; k < sizeof frozen / sizeof *frozen; k++) {
        uint64_t hash = 0xCBF29CE484222325;
        size_t unstable = 0;
        for (uint32_t point = 0; point < 0xE0200; point++) {
            uint32_t points[] = {'E', point, 0x301, ' ', '1', point, '2', ' ', point};
            char text[4 * sizeof points / sizeof *points];
            if (point == 0x3400 || point == 0xAC10 || point == 0x20000 || point == 0x30000)
                point = after_alike(point);
            size_t length = code_points_encode(points, sizeof points / sizeof *points, text);
            unstable += !is_stable(frozen[k].options, text, length);
            hash = mix(hash, folding.utf8, folding.length);
        }
        CHECK(unstable == 0, "options %u: %zu texts change again", frozen[k].options, unstable);
        CHECK(hash == frozen[k].hash, "options %u: 0x%llX", frozen[k].options,
              (unsigned long long)hash);
    }
}

/* Characters that stand for each kind of rule, and bytes of any value. */
static size_t random_text(char *text, size_t room) {
    static const char *const pieces[] = {
        "a",      "E",      "O",      "7",          "0",          ".",          ",",      " ",
        "'",      "-",      "\u00E9", "\u0301",     "\u0345",     "\u00AD",     "\u0661", "\u304C",
        "\u304B", "\u3099", "\uFF9E", "\u0E35",     "\u00BD",     "\u00B2",     "\u0130", "\u2160",
        "\u24B6", "\u212B", "\u0439", "\U0001D7CE", "\u0306",     "\uFF11",     "\uAC00", "\u1100",
        "\u1161", "\u11A8", "\u2019", "\u2013",     "%",          "+",          "\u094D", "\u093C",
        "\u200B", "\uFE0F", "\u20DD", "\u1FB3",     "\u00B4",     "\uFDFA",     "\u00DF", "\u0323",
        "=",      "\u2260", "\u0338", "\u20D2",     "\U0001F44D", "\U0001F3FD", "\uFF1C", "|",
        "\u207B"};
    size_t length = 0, wanted = random_below(40);
    for (size_t i = 0; i < wanted && length + 4 < room; i++) {
        const char *piece = pieces[random_below(sizeof pieces / sizeof *pieces)];
        char any = (char)random_below(256);
        size_t size = random_below(20) ? strlen(piece) : 1;
        memcpy(text + length, size == 1 && random_below(20) == 0 ? &any : piece, size);
        length += size;
    }
    return length;
}

static void test_random_texts(void) {
    size_t unstable = 0, tried = test_is_long() ? 10000000 : 100000;
    for (size_t i = 0; i < tried; i++) {
        char text[256];
        size_t length = random_text(text, sizeof text);
        unsigned options = random_below(2) ? fold_all : 1 + (unsigned)random_below(every_option);
        bool stable = is_stable(options, text, length);
        if (!stable && unstable == 0)
            printf("options %u: %.*s\n", options, (int)length, text);
        unstable += !stable;
    }
    CHECK(unstable == 0, "%zu texts change again", unstable);
    test_figure(tried, "texts that change no more when they are folded again");
}

/* A text of ASCII has a path of its own, which must agree with the other. */
static void test_both_paths(void) {
    size_t wrong = 0, tried = test_is_long() ? 5000000 : 70000;
    for (size_t i = 0; i < tried; i++) {
        static const char likely[] = "aZ09 .,'-`%<=|(\t";
        char text[64];
        size_t length = random_below(40);
        unsigned options = 1 + (unsigned)random_below(every_option);
        for (size_t k = 0; k < length; k++)
            text[k] =
                random_below(8) ? likely[random_below(sizeof likely - 1)] : (char)random_below(128);
        fold(&folding, options, text, length);
        text[length] = '%'; /* a sign stays, and what follows changes nothing before it */
        memcpy(text + length + 1, "\u5B57", 3);
        fold(&other, options, text, length + 4);
        size_t end = other.length - 4, own = folding.length;
        fold(&folding, options, text, length + 1);
        wrong += folding.length - 1 != end || memcmp(folding.utf8, other.utf8, end) != 0;
        wrong += own > folding.length;
    }
    CHECK(wrong == 0, "%zu texts differ", wrong);
}

static double seconds_of(const char *piece, size_t length) {
    char *text = test_repeated(piece, length);
    clock_t begin = clock();
    fold(&folding, every_option, text, length);
    free(text);
    return test_seconds(begin);
}

/* Quadratic work on these would take minutes. */
static void test_hostile_texts(void) {
    static const char *const pieces[] = {"\u0301",
                                         "\u0301\u0323",
                                         "\u093C\u094D",
                                         "\u3099",
                                         "\u20DD",
                                         "\u0345",
                                         "'",
                                         ".",
                                         "\u200B",
                                         "\uFDFA",
                                         "\u00BD",
                                         "-1",
                                         "\u1100",
                                         "\u11A8",
                                         "\u0E38\u0E48\u0EB8"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        double seconds = seconds_of(pieces[i], 4000000);
        CHECK(seconds < 30, "4 MB of piece %zu take %g s", i, seconds);
    }
    folding_free(&folding, memory);
}

static void test_no_memory(void) {
    char text[200] = "\u00E9";
    for (size_t i = 0; i < 60; i += 2)
        memcpy(text + 2 + i, "\u0301", 2);
    memcpy(text + 62, "\uFDFA", 4);
    FOR_EACH_FAULT(n) {
        folding_free(&folding, memory);
        CHECK(folding_fold(&folding, memory, fold_case, text, strlen(text)) == !faulty.failed,
              "allocation %lu", n);
        faulty_pause();
        fold(&folding, fold_case, "\u00C9", 2);
        CHECK(folding.length == 2, "after allocation %lu", n);
    }
    CHECK(faulty.faults > 4, "%lu allocations", faulty.faults);
}

static void test_interruption(void) {
    struct interruption interruption = {.should_stop = always};
    size_t length = 2 * (size_t)interruption_interval;
    char *text = required(malloc(length));
    folding.interruption = &interruption;
    for (int i = 0; i < 3; i++) {
        memset(text, "a,\xFF"[i], length);
        interruption.stopped = false;
        CHECK(!folding_fold(&folding, memory, fold_all, text, length) && interruption.stopped,
              "text %d went on", i);
    }
    folding_free(&folding, memory);
    CHECK(folding.interruption == &interruption, "the interruption is gone");
    folding.interruption = NULL;
    free(text);
}

/* ---- Scripts ---- */

static const struct {
    const char *text, *script;
} scripts[] = {
    {"", NULL},
    {"12 %?! \u0301", NULL},
    {"a", "Latin"},
    {"\u0434\u0430 abc", "Latin"},
    {"\u0434\u0430 ab", "Cyrillic"},
    {"ab \u0434\u0430", "Latin"},
    {"\u6F22\u5B57", "Han"},
    {"\u6F22\u5B57\u3067", "Japanese"},
    {"\u6F22\u5B57\u6F22\u5B57\u6F22\u5B57\u6F22\u5B57\u6F22\u3067", "Japanese"},
    {"\u6F22\u5B57\u6F22\u5B57\u6F22\u5B57\u6F22\u5B57\u6F22\u5B57\u3067", "Han"},
    {"\u3072\u3089", "Hiragana"},
    {"\u30AB\u30BF\u30FC", "Katakana"},
    {"\u3072\u30AB", "Japanese"},
    {"\u6F22\u3072\u30AB abcd", "Latin"},
    {"\uD55C\uAD6D", "Hangul"},
    {"\u0E44\u0E17\u0E22", "Thai"},
    {"\uFF21\uFF22", "Latin"},
    {"\U0001D400", NULL}, /* a symbol of mathematics */
    {"\U00017000", "Tangut"},
    {"\uABC0", "Meetei Mayek"},
    {"\U000105C0", NULL}, /* a letter since Unicode 16.0 */
};

static const char *script_of(const char *text, size_t length) {
    REQUIRE(code_points_decode(&folding.text, memory, text, text_script_bytes(length)));
    return text_script_name(folding.text.values, folding.text.count);
}

static bool is_script(const char *found, const char *expected) {
    return expected ? found && strcmp(found, expected) == 0 : !found;
}

static void test_scripts(void) {
    for (size_t i = 0; i < sizeof scripts / sizeof *scripts; i++) {
        const char *found = script_of(scripts[i].text, strlen(scripts[i].text));
        CHECK(is_script(found, scripts[i].script), "%s: %s", scripts[i].text,
              found ? found : "none");
    }
    /* The first 4,096 characters decide, each of up to four bytes. */
    enum { half = 2048, room = 4 * 2 * half + 9000 };
    char *text = required(malloc(room));
    for (size_t i = 0; i < 2 * half; i++)
        memcpy(text + 4 * i, i < half + 1 ? "\U00020000" : "\U00017000", 4);
    memset(text + 8 * (size_t)half, 'a', 9000);
    CHECK(is_script(script_of(text, room), "Han"), "the first characters decide");
    memset(text, ' ', 4 * 2 * half);
    CHECK(is_script(script_of(text, room), NULL), "letters that come late");
    free(text);
}

int main(void) {
    random_state = 113;
    test_cases();
    test_all_characters();
    test_random_texts();
    test_both_paths();
    test_hostile_texts();
    test_no_memory();
    test_interruption();
    test_scripts();
    folding_free(&folding, memory);
    folding_free(&other, memory);
    return faulty_end("core/test_folding");
}
