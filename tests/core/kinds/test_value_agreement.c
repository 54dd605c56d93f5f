/* test_value_agreement.c - whether two values mean the same, agree, or contradict each other. */
#include "kinds/values/values.h"
#include "read_pair.h"
#include "test.h"

enum relation { same, compatible, different, incomparable };

/* One value on each side. */
static const struct {
    const char *a, *b;
    enum relation relation;
} cases[] = {
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

int main(void) {
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct sentence_pair *pair = read_pair(cases[i].a, cases[i].b, "", "").pair;
        const struct values *a = &pair->sentences[0].values, *b = &pair->sentences[1].values;
        CHECK(a->count == 1 && b->count == 1, "%s and %s", cases[i].a, cases[i].b);
        enum relation found = relation_of(a->items, b->items);
        enum relation turned = relation_of(b->items, a->items);
        CHECK(found == cases[i].relation && turned == cases[i].relation, "%s and %s: %d, turned %d",
              cases[i].a, cases[i].b, (int)found, (int)turned);
    }
    read_free();
    return faulty_end("core/test_value_agreement");
}
