/*
 * test_edit_pattern.c - the distances of one text to many against those by the textbook: texts of
 * all lengths, few symbols or many, few differences or many.
 */
#include "random_input.h"
#include "similarity/edit_pattern.h"
#include "test.h"
#include "textbook_distance.h"

#include <string.h>

enum { longest = edit_pattern_length_max + 80, queries_most = 9 };

struct bytes {
    unsigned char *values; /* of the exact size, for AddressSanitizer */
    size_t count;
};

static struct bytes new_bytes(const unsigned char *values, size_t count) {
    struct bytes bytes = {malloc(count + (count == 0)), count};
    REQUIRE(bytes.values);
    memcpy(bytes.values, values, count);
    return bytes;
}

static struct bytes random_bytes(size_t count, unsigned symbols) {
    unsigned char values[longest];
    for (size_t i = 0; i < count; i++)
        values[i] = (unsigned char)(256 - symbols + random_below(symbols));
    return new_bytes(values, count);
}

/* The text with some edits, in a few places or anywhere. */
static struct bytes changed(const struct bytes *text, unsigned symbols) {
    unsigned char values[longest];
    size_t count = text->count, place = random_below(count + 1);
    size_t edits = random_below(random_below(2) ? 6 : 45);
    memcpy(values, text->values, count);
    for (size_t i = 0; i < edits; i++) {
        unsigned char symbol = (unsigned char)(256 - symbols + random_below(symbols));
        if (random_below(3) == 0)
            place = random_below(count + 1);
        place = least(place, count);
        size_t kind = random_below(3);
        if (kind == 0 && count < longest) {
            memmove(values + place + 1, values + place, count++ - place);
            values[place] = symbol;
        } else if (kind == 1 && place < count) {
            memmove(values + place, values + place + 1, --count - place);
        } else if (place < count) {
            values[place] = symbol;
        }
    }
    return new_bytes(values, count);
}

static unsigned long measured, exact;

static void test_round(struct edit_pattern *pattern) {
    static const unsigned alphabets[] = {1, 2, 3, 4, 30, 256};
    unsigned symbols = alphabets[random_below(6)];
    size_t most = random_below(3) == 0 ? edit_pattern_length_max : 140;
    struct bytes a = random_bytes(random_below(most + 1), symbols);
    struct bytes others[queries_most];
    struct edit_query queries[queries_most];
    size_t count = random_below(queries_most + 1);
    for (size_t i = 0; i < count; i++) {
        others[i] = random_below(5) > 0 ? changed(&a, symbols)
                                        : random_bytes(random_below(longest), symbols);
        queries[i] = (struct edit_query){others[i].values, others[i].count,
                                         random_below(edit_pattern_bound_max + 1), 0};
    }
    edit_pattern_set(pattern, a.values, a.count);
    edit_pattern_measure(pattern, queries, count);
    for (size_t i = 0; i < count; i++) {
        size_t bound = queries[i].bound;
        size_t distance =
            textbook_distance(a.values, a.count, others[i].values, others[i].count, 1);
        CHECK(queries[i].distance == least(distance, bound + 1),
              "text of %zu, other of %zu, bound %zu: %zu instead of %zu", a.count, others[i].count,
              bound, queries[i].distance, distance);
        measured++;
        exact += distance <= bound && distance > 0;
        free(others[i].values);
    }
    /* The next text is set while this one can still be read. */
    static struct bytes before;
    free(before.values);
    before = a;
}

int main(void) {
    static struct edit_pattern pattern;
    random_state = 7;
    for (int round = 0; round < 1200; round++)
        test_round(&pattern);
    unsigned char last = 'x'; /* outlives the pattern */
    edit_pattern_set(&pattern, &last, 1);
    CHECK(exact > measured / 5, "few distances within the bound: %lu of %lu", exact, measured);
    test_figure(measured, "distances of one text to many");
    return test_end("core/test_edit_pattern");
}
