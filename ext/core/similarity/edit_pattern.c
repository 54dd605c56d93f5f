/* edit_pattern.c - see edit_pattern.h. */
#include "edit_pattern.h"

#include "edit_trimming.h"

#include <assert.h>
#include <stdbool.h>

enum { word_bits = 64, middle = word_bits / 2 };

/* A word for each of several queries, which compilers keep in vector registers. */
#if defined(__GNUC__)
enum { lane_count = 4 };
typedef uint64_t lanes __attribute__((vector_size(lane_count * sizeof(uint64_t))));
#define EACH_LANE(f) \
    { f(0), f(1), f(2), f(3) }
#define LANE(words, i) (words)[i]
#else
enum { lane_count = 1 };
typedef uint64_t lanes;
#define EACH_LANE(f) f(0)
#define LANE(words, i) (words)
#endif

void edit_pattern_set(struct edit_pattern *pattern, const unsigned char *text, size_t count) {
    assert(count <= edit_pattern_length_max);
    for (size_t i = 0; i < pattern->count; i++)
        pattern->places[pattern->text[i]][i / word_bits + 1] = 0;
    pattern->text = text;
    pattern->count = count;
    for (size_t i = 0; i < count; i++)
        pattern->places[text[i]][i / word_bits + 1] |= UINT64_C(1) << i % word_bits;
}

/*
 * A query after trimming. The 64 rows of a column are those around the diagonal that ends in the
 * last cell, which is bit `middle`. Distances never decrease along it, so it is followed.
 */
struct band {
    struct edit_query *query;  /* NULL after its last column */
    const unsigned char *text; /* one symbol for each column */
    size_t columns;
    size_t place;      /* in the pattern's bits, of the first row of the first column */
    uint64_t within;   /* the rows of the first column that are not above the text */
    uint64_t distance; /* before the first column */
};

/* Trims the texts. If that does not give the distance, sets up the band and returns true. */
static bool begin(const struct edit_pattern *pattern, struct edit_query *query, struct band *band) {
    struct edit_text down = {pattern->text, pattern->count}, across = {query->text, query->count};
    bool longer = down.count >= across.count;
    assert(query->bound <= edit_pattern_bound_max);
    edit_trim(longer ? &down : &across, longer ? &across : &down, 1);
    size_t difference = longer ? down.count - across.count : across.count - down.count;
    if (difference > query->bound || down.count == 0 || across.count == 0) {
        query->distance = difference <= query->bound ? difference : query->bound + 1;
        return false;
    }
    size_t above = longer ? middle - difference : middle + difference; /* rows above the text */
    *band = (struct band){.query = query,
                          .text = across.bytes,
                          .columns = across.count,
                          .place = (size_t)(down.bytes - pattern->text) + word_bits - above,
                          .within = UINT64_MAX << above,
                          .distance = longer ? difference : 0};
    return true;
}

/* The rows of the pattern that have the symbol of this column. */
static INLINED uint64_t rows_of(const struct edit_pattern *pattern, const struct band *band,
                                size_t column) {
    size_t place = band->place + column, shift = place % word_bits;
    const uint64_t *places = pattern->places[band->text[column]] + place / word_bits;
    return places[0] >> shift | places[1] << 1 << (word_bits - 1 - shift);
}

/* Ends the bands whose last column this was. Their lanes go on with another's text. */
static size_t end_bands(struct band *bands, size_t columns, const lanes *distance) {
    size_t left = 0;
    const struct band *other = bands;
    for (size_t i = 0; i < lane_count; i++) {
        if (!bands[i].query)
            continue;
        if (bands[i].columns > columns) {
            other = bands + i;
            left++;
            continue;
        }
        size_t bound = bands[i].query->bound, found = (size_t)LANE(*distance, i);
        bands[i].query->distance = found <= bound ? found : bound + 1;
        bands[i].query = NULL;
    }
    for (size_t i = 0; i < lane_count; i++) {
        if (bands[i].query)
            continue;
        bands[i].text = other->text;
        bands[i].place = other->place;
    }
    return left;
}

/* Computes all columns by the paper's vertical differences. Rows above the text stay level. */
static void measure_bands(const struct edit_pattern *pattern, struct band *bands) {
#define ROWS(i) rows_of(pattern, bands + (i), column)
#define WITHIN(i) bands[i].within
#define DISTANCE(i) bands[i].distance
    lanes within = EACH_LANE(WITHIN), distance = EACH_LANE(DISTANCE);
    lanes rising = within, falling = within ^ within;
    size_t column = 0;
    do {
        size_t end = SIZE_MAX; /* of the shortest text */
        for (size_t i = 0; i < lane_count; i++)
            if (bands[i].query && bands[i].columns < end)
                end = bands[i].columns;
        for (; column < end; column++) {
            lanes rows = EACH_LANE(ROWS);
            rows &= within;
            within |= within >> 1;
            lanes same = (((rows & rising) + rising) ^ rising) | rows | falling;
            lanes up = falling | ~(same | rising), down = rising & same;
            distance += ~same >> middle & 1;
            same >>= 1; /* the next column begins a row further down */
            rising = down | ~(same | up);
            falling = up & same;
        }
    } while (end_bands(bands, column, &distance) > 0);
#undef ROWS
#undef WITHIN
#undef DISTANCE
}

void edit_pattern_measure(const struct edit_pattern *pattern, struct edit_query *queries,
                          size_t count) {
    struct band bands[lane_count];
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        used += begin(pattern, queries + i, bands + used);
        if (used == lane_count || (used > 0 && i + 1 == count)) {
            for (; used < lane_count; used++) {
                bands[used] = bands[0];
                bands[used].query = NULL;
            }
            measure_bands(pattern, bands);
            used = 0;
        }
    }
}
