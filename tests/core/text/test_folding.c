/*
 * test_folding.c - folding of texts: cases by option, and the frozen results for every character.
 * tests/functions/oracle.py and fuzz_folding have random texts, test_failures.c has no memory.
 */
#include "faulty_memory.h"
#include "test.h"
#include "text/folding.h"
#include "text/text_script.h"

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
    RUN_TESTS(test_cases, test_all_characters, test_scripts);
    folding_free(&folding, memory);
    folding_free(&other, memory);
    return faulty_end("core/test_folding");
}
