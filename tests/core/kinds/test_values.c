/*
 * test_values.c - which numbers, dates and times a text states; and whether two of them mean the
 * same, agree, or contradict each other.
 */
#include "kinds/values/values.h"
#include "read_pair.h"
#include "test.h"

static struct symbol_table table;
static struct words words;

static void find(struct values *values, const char *text) {
    REQUIRE(words_split(&words, &table, memory, text, strlen(text)) &&
            values_find(values, memory, &words));
}

static int show(char *out, const struct value *value) {
    static const char *const names[] = {"number", "ordinal", "year",  "span",
                                        "date",   "time",    "range", "other"};
    char *begin = out;
    out += sprintf(out, "%s%s%s ",
                   value->least    ? "least "
                   : value->most   ? "most "
                   : value->hedged ? "about "
                                   : "",
                   names[value->type], "");
    if (value->type == value_date)
        out += sprintf(out, "%.0f-%d-%d", value->number, value->month, value->day);
    else if (value->type == value_span || value->type == value_range)
        out += sprintf(out, "%.0f to %.0f", value->number, value->last);
    else if (value->type != value_other)
        out += sprintf(out, "%.15g", value->number);
    if (value->half)
        out += sprintf(out, value->half == 1 ? " am" : " pm");
    if (value->converted)
        out += sprintf(out, " converted");
    if (value->dimension)
        out += sprintf(out, " * %.15g", value->factor);
    return (int)(out - begin);
}

/* The values of a text, separated by semicolons. */
static const char *values_of(const char *text) {
    static char shown[400];
    static struct values values;
    char *out = shown;
    *out = '\0';
    find(&values, text);
    for (size_t i = 0; i < values.count; i++) {
        out += sprintf(out, "%s", i > 0 ? "; " : "");
        out += show(out, &values.items[i]);
    }
    values_free(&values, memory);
    return shown;
}

static const struct {
    const char *text, *values;
} cases[] = {
    {"", ""},
    {"none of it", ""},
    {"841 people", "number 841"},
    {"more than 5, less than 6, no more than 7, no fewer than 8",
     "least number 5; most number 6; most number 7; least number 8"},
    {"at most 5, at least 6, up to 7, over $8, up 9",
     "most number 5; least number 6; most number 7; least number 8; about number 9"},
    {"20 to 30, between 20 and 30, 20-30 km, 30-20, 20-30",
     "range 20 to 30; range 20 to 30; range 20 to 30 * 1000; number 30; number 20; number 20; "
     "number 30"},
    {"20 and 30, 30 to 20", "number 20; number 30; number 30; number 20"},
    {"20 to 30 million", "range 20000000 to 30000000"},
    {"from 1914 to 1918", "span 1914 to 1918"},
    {"from 4 to 6 July", "number 4; date 0-7-6"},
    {"mid-1990s, early 18th century, the late 90s, his 90s",
     "span 1993 to 1996; span 1700 to 1750; span 1995 to 1999; number 90"},
    {"one half, a quarter of it, three quarters, half the men, second half, a quarter past",
     "number 50 * 1; number 25 * 1; number 75 * 1; number 50 * 1; ordinal 2"},
    {"the twenty-first, thirtieth", "ordinal 21; ordinal 30"},
    {"1,300 and 1300000 and 12,345,678.25", "number 1300; number 1300000; number 12345678.25"},
    {"1,30 1234,567 1.2.3 1,234,56", "number 1.3; number 1234.567; other ; other "},
    {"1234567890123456", "other "},
    {"0.5 2\u00BD \u00BE", "number 0.5; number 2.5; number 0.75"},
    {"\u00BD d, \u00BE th, \u00BE of it, \u00BD the men",
     "number 0.5; number 0.75; number 75 * 1; number 50 * 1"},
    {"seven million", "number 7000000"},
    {"7,000,000, 7 million, 1.3 billion", "number 7000000; number 7000000; number 1300000000"},
    {"two hundred thousand", "number 200000"},
    {"twenty-one, twenty one, twenty, thirty ten", "number 21; number 21; number 20; number 30; "
                                                   "number 10"},
    {"a dozen, two dozen", "number 12; number 24"},
    {"\u0661\u0662\u0663", "number 123"},
    {"5 km, 5 kilometres, 5-mile, 3 in, 40 %",
     "number 5 * 1000; number 5 * 1000; number 5 * 1609.344; number 3; number 40 * 1"},
    {"30 ft (9.1 m), 5 km (about 3 mi), 5 ft (6 kg), 5 km, 3 mi",
     "number 30 * 0.3048; number 9.1 converted * 1; number 5 * 1000; about number 3 converted * "
     "1609.344; number 5 * 0.3048; number 6 * 1; number 5 * 1000; number 3 * 1609.344"},
    {"8 square miles", "number 8 * 2589988.110336"},
    {"first, 21st, 3 rd, 1,000th", "ordinal 1; ordinal 21; ordinal 3; ordinal 1000"},
    {"the 18th century, 14th and 15th centuries, nineteenth-century",
     "span 1700 to 1800; span 1300 to 1400; span 1400 to 1500; span 1800 to 1900"},
    {"in 1990, 999, 2101, 2005 km", "year 1990; number 999; number 2101; number 2005 * 1000"},
    {"1990s, 1990's, 1800s, late 1990s, early 1920s",
     "span 1990 to 1999; span 1990 to 1999; span 1800 to 1899; span 1995 to 1999; span 1920 to "
     "1924"},
    {"1914-18, 1914\u20131918, 2009/10, 1918-14",
     "span 1914 to 1918; span 1914 to 1918; span 2009 to 2010; year 1918; number 14"},
    {"4 July 2010, July 4, 2010, the 4th of July, 2010",
     "date 2010-7-4; date 2010-7-4; date 2010-7-4"},
    {"July 2010, July of 2010, on July 4, on 4 July", "date 2010-7-0; date 2010-7-0; date 0-7-4; "
                                                      "date 0-7-4"},
    {"in July, in May, in Jan, it May, the March, may 5", "date 0-7-0; date 0-5-0; number 5"},
    {"on 31 December 1999 and 32 December 1999", "date 1999-12-31; date 1999-12-32"},
    {"on July 64, 1999, in July 64 men", "date 1999-7-64; date 0-7-0; number 64"},
    {"2010-07-04, 2010-17-04", "date 2010-7-4; date 2010-17-4"},
    {"at 10:30, at 22:30, at 3:5", "time 630; time 630 pm; number 3; number 5"},
    {"11 am, 11 p.m., 10.30 a.m., 3:15 PM, 12 noon, 12 midnight",
     "time 660 am; time 660 pm; time 630 am; time 195 pm; time 0 pm; time 0 am"},
    {"at 90:00 pm, 35:10, 9:5 am, 1.5 p",
     "time 5400 pm; number 35; number 10; number 9; time 300 am; "
     "number 1.5"},
    {"about 200, over 200, more than 200, rather than 200",
     "about number 200; least number 200; least number 200; about number 200"},
    {"4.", "number 4"},
    {"July", ""},
};

static void test_cases(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        REQUIRE(symbol_table_reset(&table, memory, vocabulary_for("en", 2)));
        const char *found = values_of(cases[i].text);
        CHECK(strcmp(found, cases[i].values) == 0, "%s: %s", cases[i].text, found);
    }
}

/* ---- Agreement ---- */

enum relation { same, compatible, different, incomparable };

/* One value on each side. */
static const struct {
    const char *a, *b;
    enum relation relation;
} agreements[] = {
    {"1,300", "1300", same},
    {"seven million", "7,000,000", same},
    {"on July 4, 2010", "on 4 July 2010", same},
    {"third", "3rd", same},
    {"third", "3", same},
    {"1990", "1,990", same},
    {"1,400 MW", "1.400 MW", compatible},
    {"1,400 MW", "1.401 MW", different},
    {"10 km", "6.2 miles", same},
    {"10 km", "7 miles", different},
    {"10 km", "10 kg", different},
    {"841", "896", different},
    {"1.2.3", "1.2.3", same},
    {"1.2.3", "1.2.4", different},
    {"3.14", "3.1", compatible},
    {"3.14", "3.2", different},
    {"about 200", "203", compatible},
    {"about 200", "257", different},
    {"about 18,000", "about 18,050", different},
    {"over 400", "over 403", different},
    {"about 1.3 million", "about 1.31 million", compatible},
    {"200", "203", different},
    {"over 200", "198", different},
    {"about 3000", "3,004", compatible},
    {"over 200", "203", compatible},
    {"over 200", "150", different},
    {"over 200", "500", different},
    {"at most 5", "at least 5", different},
    {"at most 10", "at least 5", different},
    {"up to 200", "180", compatible},
    {"up to 200", "230", different},
    {"more than 200", "at least 200", same},
    {"20 to 30", "25", compatible},
    {"20 to 30", "35", different},
    {"20 to 30", "between 20 and 30", same},
    {"20 to 30", "20 to 35", different},
    {"24 months", "2 years", same},
    {"30 ft", "28-foot", different},
    {"30 ft", "9.1 m", same},
    {"10 km", "10 miles", different},
    {"from 1914 to 1918", "1914-18", same},
    {"from 1914 to 1918", "1914-19", different},
    {"half of it", "50 percent", same},
    {"two-thirds of it", "2-thirds of it", same},
    {"two-thirds of it", "\u2154 of it", same},
    {"a third of it", "33 percent", compatible},
    {"a third of it", "25 percent", different},
    {"1998", "in the late 90s", compatible},
    {"1988", "in the late 90s", different},
    {"1840s", "early 19th century", compatible},
    {"early 19th century", "late 19th century", different},
    {"two dozen", "24", same},
    {"one hundred and five", "105", same},
    {"twenty-first", "21st", same},
    {"twenty-first", "22nd", different},
    {"1.3 million", "1.312 million", compatible},
    {"1.3 million", "1.412 million", different},
    {"in July", "on 4 July", compatible},
    {"in July 2010", "on 4 July 2011", different},
    {"1990", "in July 1990", compatible},
    {"1990", "on 4 July", compatible},
    {"1990", "in July 1991", different},
    {"1990s", "1995", compatible},
    {"1990s", "2000", different},
    {"the 18th century", "1750", compatible},
    {"the 18th century", "1740s", compatible},
    {"the 18th century", "1840s", different},
    {"1914-18", "1916-17", different},
    {"1914-18", "1916", compatible},
    {"1914-18", "1916-19", different},
    {"10:30", "10:31", different},
    {"11 am", "10:00 AM", different},
    {"11 am", "11:00 A.M.", same},
    {"11 am", "11 pm", different},
    {"11 pm", "23:00", same},
    {"11 am", "11:00", same},
    {"11 am", "23:00", different},
    {"10.30 pm", "22:30", same},
    {"10:30", "1990", incomparable},
    {"10:30", "10", incomparable},
    {"third", "1990", incomparable},
    {"in July 1990", "5", incomparable},
    {"1990", "12", different},
};

static enum relation relation_of(const struct value *x, const struct value *y) {
    return value_same(x, y)         ? same
           : value_compatible(x, y) ? compatible
           : value_comparable(x, y) ? different
                                    : incomparable;
}

static void test_agreement(void) {
    for (size_t i = 0; i < sizeof agreements / sizeof *agreements; i++) {
        const struct sentence_pair *pair = read_pair(agreements[i].a, agreements[i].b, "", "").pair;
        const struct values *a = &pair->sentences[0].values, *b = &pair->sentences[1].values;
        CHECK(a->count == 1 && b->count == 1, "%s and %s", agreements[i].a, agreements[i].b);
        enum relation found = relation_of(a->items, b->items);
        enum relation turned = relation_of(b->items, a->items);
        CHECK(found == agreements[i].relation && turned == agreements[i].relation,
              "%s and %s: %d, turned %d", agreements[i].a, agreements[i].b, (int)found,
              (int)turned);
    }
}

int main(void) {
    test_cases();
    test_agreement();
    read_free();
    words_free(&words, memory);
    symbol_table_free(&table, memory);
    return faulty_end("core/test_values");
}
