/*
 * test_written_number.c - numbers in digits and words of several languages, with the marks that
 * each language writes; compounds and Roman numerals.
 */
#include "faulty_memory.h"
#include "kinds/values/values.h"
#include "kinds/values/written_number.h"
#include "test.h"

static struct symbol_table table;
static struct words words;

static void split(const char *language, const char *text) {
    REQUIRE(symbol_table_reset(&table, memory, vocabulary_for(language, strlen(language))) &&
            words_split(&words, &table, memory, text, strlen(text)));
}

/* Numbers that begin a text. A number that does not end with the text has `rest` words after it. */
static const struct {
    const char *language, *text;
    double number; /* -1: there is none */
    unsigned rest, decimals;
    double scale;
} numbers[] = {
    {"en", "1,300", 1300, 0, 0, 1},
    {"en", "1,300.25", 1300.25, 0, 2, 1},
    {"en", "12,34", 12.34, 0, 2, 1},
    {"en", "1,234,56", -1, 0, 0, 0},
    {"en", "1.2.3", -1, 0, 0, 0},
    {"en", "0,300", 0.3, 0, 3, 1},
    {"en", "1 300", 1, 1, 0, 1},
    {"en", "13 000 000", 13000000, 0, 0, 1},
    {"en", "1\u00A0300", 1300, 0, 0, 1},
    {"en", "2\u00BD million", 2500000, 0, 0, 1000000},
    {"en", "two hundred and fifty people", 250, 1, 0, 1},
    {"en", "two hundred thousand", 200000, 0, 0, 100000},
    {"en", "three thousand two hundred and six", 3206, 0, 0, 1},
    {"en", "twenty-one", 21, 0, 0, 1},
    {"en", "twenty thirty", 20, 1, 0, 1},
    {"en", "five and six", 5, 2, 0, 1},
    {"en", "hundred", -1, 0, 0, 0},
    {"de", "1.300,5", 1300.5, 0, 1, 1},
    {"de", "1,300", 1.3, 0, 3, 1},
    {"de", "1 300 000", 1300000, 0, 0, 1},
    {"de", "1 300 00", 1300, 1, 0, 1},
    {"de", "1300 000", 1300, 1, 0, 1},
    {"de", "1.300 000", 1300, 1, 0, 1},
    {"de", "siebenundzwanzig", 27, 0, 0, 1},
    {"de", "zweihundertsiebenundzwanzigtausend", 227000, 0, 0, 1},
    {"de", "neunzehnhundertneunzig", 1990, 0, 0, 1},
    {"de", "hunderteins", 101, 0, 0, 1},
    {"de", "dreiundzehn", -1, 0, 0, 0},
    {"de", "undzwanzig", -1, 0, 0, 0},
    {"de", "zwanzigund", -1, 0, 0, 0},
    {"de", "zwanzigste", -1, 0, 0, 0},
    {"de", "zweihundert Millionen", 200000000, 0, 0, 1000000},
    {"nl", "drie\u00EBnvijftig", 53, 0, 0, 1},
    {"nl", "tweeduizend driehonderd", 2300, 0, 0, 1},
    {"it", "ventotto", 28, 0, 0, 1},
    {"it", "duemilatrecentocinquanta", 2350, 0, 0, 1},
    {"fr", "deux cent cinquante mille", 250000, 0, 0, 1000},
    {"fr", "quatre-vingt-dix-sept", 97, 0, 0, 1},
    {"fr", "quatre-vingt mille", 80000, 0, 0, 1000},
    {"fr", "mille neuf cent soixante et un", 1961, 0, 0, 1},
    {"fr", "un", -1, 0, 0, 0},
    {"fr", "un million", 1000000, 0, 0, 1000000},
    {"ru", "\u0434\u0432\u0430\u0434\u0446\u0430\u0442\u044C \u043E\u0434\u0438\u043D", 21, 0, 0,
     1},
    {"fr", "cent mille", 100000, 0, 0, 1000},
    {"es", "1.300", 1300, 0, 0, 1},
    {"es", "12.5", 12.5, 0, 1, 1},
    {"es", "1,300.5", 1300.5, 0, 1, 1},
    {"es", "dos mil trescientos treinta y cinco", 2335, 0, 0, 1},
    {"pt", "duzentos e trinta e cinco", 235, 0, 0, 1},
    {"pl", "dwie\u015Bcie trzydzie\u015Bci pi\u0119\u0107", 235, 0, 0, 1},
    {"ru", "\u0434\u0432\u0435 \u0442\u044B\u0441\u044F\u0447\u0438", 2000, 0, 0, 1000},
    {"ja", "\u4E09\u767E\u4E8C\u5341", 320, 0, 0, 1},
    {"ja", "\u5341", 10, 0, 0, 1},
    {"ja", "\u5343\u4E5D\u767E\u4E5D\u5341", 1990, 0, 0, 1},
    {"ja", "\u4E00\u4E5D\u4E5D\u3007", 1990, 0, 0, 1},
    {"ja", "1\u51042000\u4E07", 120000000, 0, 0, 10000},
    {"ja", "\u4E09\u5343\u4E07", 30000000, 0, 0, 10000000},
    {"zh", "\u4E00\u767E\u96F6\u4E94", 105, 0, 0, 1},
    {"zh", "\u4E24\u4E07", 20000, 0, 0, 10000},
    {"xx", "1.300", 1300, 0, 0, 1},
    {"xx", "1,5", 1.5, 0, 1, 1},
    {"xx", "seven", -1, 0, 0, 0},
};

static void test_numbers(void) {
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct written_number found = {.number = -1};
        split(numbers[i].language, numbers[i].text);
        bool any = written_number_read(&words, 0, &found);
        if (numbers[i].number < 0) {
            CHECK(!any, "%s: %g", numbers[i].text, found.number);
            continue;
        }
        CHECK(any && found.number == numbers[i].number && found.scale == numbers[i].scale &&
                  found.end + numbers[i].rest == words.count &&
                  found.decimals == numbers[i].decimals,
              "%s: %g, scale %g, %zu words after it, %d decimals", numbers[i].text, found.number,
              found.scale, words.count - found.end, (int)found.decimals);
    }
}

static void test_compound_ordinals(void) {
    bool ordinal = false;
    double number = 0;
    split("de", "zwanzigsten dritte zwanzig Jahrhunderte");
    CHECK(compound_number_read(&words, 0, &ordinal, &number) && ordinal && number == 20, "%g",
          number);
    for (size_t at = 1; at < words.count; at++)
        CHECK(!compound_number_read(&words, at, &ordinal, &number), "word %zu", at);
    split("en", "zwanzigsten");
    CHECK(!compound_number_read(&words, 0, &ordinal, &number), "English has no compounds");
}

static void test_roman_numerals(void) {
    static const struct {
        const char *language, *text;
        int value;
    } numerals[] = {{"fr", "XIXe", 19}, {"fr", "XIX", 19},          {"fr", "Ier", 1},
                    {"fr", "XIXx", 29}, {"fr", "XIXa", 0},          {"pl", "IV", 4},
                    {"pl", "xiv", 0},   {"pl", "CCCCCCCC", 0},      {"pl", "CCCC", 0},
                    {"pl", "Lech", 0},  {"ru", "\u0425\u0425", 20}, {"pl", "12", 0}};
    for (size_t i = 0; i < sizeof numerals / sizeof *numerals; i++) {
        split(numerals[i].language, numerals[i].text);
        int found = roman_numeral_at(&words, 0);
        CHECK(found == numerals[i].value, "%s: %d", numerals[i].text, found);
    }
}

static void test_parts(void) {
    struct number_parts parts;
    number_parts_begin(&parts);
    CHECK(number_parts_sum(&parts) == 0, "nothing");
    CHECK(!number_parts_scale(&parts, 100, false), "a scale without a number");
    CHECK(number_parts_add(&parts, 2, 1) && !number_parts_add(&parts, 3, 1), "two three");
    double scale = 1e9;
    for (int i = 0; i < number_parts_max; i++, scale /= 10)
        CHECK(number_parts_scale(&parts, scale, true), "scale %g", scale);
    CHECK(!number_parts_scale(&parts, scale, true), "too many scales");
    CHECK(!number_parts_scale(&parts, scale * 10, true), "the same scale twice");
    CHECK(number_parts_unit(0) == 1 && number_parts_unit(27) == 1 && number_parts_unit(1200) == 100,
          "units");
}

int main(void) {
    RUN_TESTS(test_numbers, test_compound_ordinals, test_roman_numerals, test_parts);
    words_free(&words, memory);
    symbol_table_free(&table, memory);
    return faulty_end("core/test_written_number");
}
