/* edit_distance.c - see edit_distance.h. */
#include "edit_distance.h"

#include <string.h> /* memset */

enum { word_bits = 64 };

/* 64 rows of a column, as differences between neighbours: where it rises and where it falls. */
struct edit_block {
    uint64_t rising, falling;
};

/* The rows of one block in which one symbol stands; only blocks where it does are kept. */
struct edit_occurrence {
    size_t block;
    uint64_t rows;
};

/* A place of the hash table of symbols; free where `name` is 0. */
struct edit_symbol {
    uint32_t name;     /* code point + 1 */
    size_t begin, end; /* its occurrences, ascending by block */
};

struct text {
    const uint32_t *values;
    size_t count;
};

/* The shorter text, prepared. */
struct pattern {
    struct edit_symbol *symbols;
    struct edit_occurrence *occurrences;
    size_t mask; /* places in the hash table - 1 */
    size_t blocks;
    uint64_t last_row; /* the bit of the last row in the last block */
};

void edit_work_free(struct edit_work *work, const struct allocator *allocator) {
    code_points_free(&work->a, allocator);
    code_points_free(&work->b, allocator);
    allocator->release(work->blocks);
    allocator->release(work->symbols);
    allocator->release(work->occurrences);
    *work = (struct edit_work){0};
}

/* What two texts share at their ends costs nothing. */
static void trim(struct text *a, struct text *b) {
    while (a->count && b->count && a->values[0] == b->values[0]) {
        a->values++, a->count--;
        b->values++, b->count--;
    }
    while (a->count && b->count && a->values[a->count - 1] == b->values[b->count - 1]) {
        a->count--;
        b->count--;
    }
}

static struct edit_symbol *symbol_of(const struct pattern *pattern, uint32_t value) {
    size_t at = (size_t)(value * UINT32_C(0x9E3779B1)) & pattern->mask;
    while (pattern->symbols[at].name != 0 && pattern->symbols[at].name != value + 1)
        at = (at + 1) & pattern->mask;
    return &pattern->symbols[at];
}

/* Counts the blocks in which each symbol stands: into `end`, with `begin` the last of them + 1. */
static void count_occurrences(const struct pattern *pattern, struct text text) {
    for (size_t i = 0; i < text.count; i++) {
        struct edit_symbol *symbol = symbol_of(pattern, text.values[i]);
        symbol->name = text.values[i] + 1;
        if (symbol->begin != i / word_bits + 1) {
            symbol->begin = i / word_bits + 1;
            symbol->end++;
        }
    }
}

/* Gives each symbol its part of the array, empty as yet. */
static void place_occurrences(const struct pattern *pattern) {
    size_t next = 0;
    for (size_t at = 0; at <= pattern->mask; at++) {
        size_t count = pattern->symbols[at].end;
        pattern->symbols[at].begin = pattern->symbols[at].end = next;
        next += count;
    }
}

static void fill_occurrences(const struct pattern *pattern, struct text text) {
    for (size_t i = 0; i < text.count; i++) {
        struct edit_symbol *symbol = symbol_of(pattern, text.values[i]);
        struct edit_occurrence *last = pattern->occurrences + symbol->end;
        if (symbol->end == symbol->begin || last[-1].block != i / word_bits) {
            *last = (struct edit_occurrence){i / word_bits, 0};
            symbol->end++;
            last++;
        }
        last[-1].rows |= UINT64_C(1) << i % word_bits;
    }
}

static bool allocate(struct edit_work *work, const struct allocator *allocator, size_t length,
                     size_t places, size_t blocks) {
    struct edit_symbol *symbols =
        allocator_grow(allocator, work->symbols, &work->symbol_capacity, places, sizeof *symbols);
    if (!symbols)
        return false;
    work->symbols = symbols;
    struct edit_occurrence *occurrences = allocator_grow(
        allocator, work->occurrences, &work->occurrence_capacity, length, sizeof *occurrences);
    if (!occurrences)
        return false;
    work->occurrences = occurrences;
    struct edit_block *column =
        allocator_grow(allocator, work->blocks, &work->block_capacity, blocks, sizeof *column);
    if (!column)
        return false;
    work->blocks = column;
    return true;
}

static bool prepare(struct edit_work *work, const struct allocator *allocator, struct text text,
                    struct pattern *pattern) {
    size_t blocks = (text.count + word_bits - 1) / word_bits, places = 64;
    while (places / 2 < text.count)
        places *= 2;
    if (!allocate(work, allocator, text.count, places, blocks))
        return false;
    memset(work->symbols, 0, places * sizeof *work->symbols);
    for (size_t block = 0; block < blocks; block++)
        work->blocks[block] = (struct edit_block){UINT64_MAX, 0};
    *pattern = (struct pattern){work->symbols, work->occurrences, places - 1, blocks,
                                UINT64_C(1) << (text.count - 1) % word_bits};
    count_occurrences(pattern, text);
    place_occurrences(pattern);
    fill_occurrences(pattern, text);
    return true;
}

/*
 * Moves 64 rows one column on, in Hyyro's names: `rows` is Eq, `step` the difference along the
 * row above (-1, 0, 1). Returns the difference along the row whose bit is `out`.
 */
static int advance(struct edit_block *block, uint64_t rows, int step, uint64_t out) {
    uint64_t fell = step<0, rose = step> 0;
    uint64_t vertical = rows | block->falling;
    rows |= fell;
    uint64_t diagonal = (((rows & block->rising) + block->rising) ^ block->rising) | rows;
    uint64_t right_up = block->falling | ~(diagonal | block->rising);
    uint64_t right_down = block->rising & diagonal;
    int result = ((right_up & out) != 0) - ((right_down & out) != 0);
    right_up = right_up << 1 | rose;
    right_down = right_down << 1 | fell;
    block->rising = right_down | ~(vertical | right_up);
    block->falling = right_up & vertical;
    return result;
}

/* Moves the whole column on by one symbol; returns by how much its last row changes. */
static int advance_column(const struct pattern *pattern, struct edit_block *column,
                          uint32_t value) {
    const struct edit_symbol *symbol = symbol_of(pattern, value);
    const struct edit_occurrence *next = pattern->occurrences + symbol->begin;
    const struct edit_occurrence *end = pattern->occurrences + symbol->end;
    int step = 1; /* the first row of all counts insertions */
    for (size_t block = 0; block < pattern->blocks; block++) {
        uint64_t rows = 0;
        if (next != end && next->block == block)
            rows = next++->rows;
        uint64_t out = block + 1 < pattern->blocks ? UINT64_C(1) << 63 : pattern->last_row;
        step = advance(&column[block], rows, step, out);
    }
    return step;
}

bool edit_distance(struct edit_work *work, const struct allocator *allocator, size_t bound,
                   size_t *distance) {
    struct text a = {work->a.values, work->a.count}, b = {work->b.values, work->b.count};
    trim(&a, &b);
    struct text shorter = a.count < b.count ? a : b, longer = a.count < b.count ? b : a;
    *distance = longer.count;
    size_t over = bound < SIZE_MAX ? bound + 1 : bound;
    if (longer.count - shorter.count > bound) {
        *distance = over;
        return true;
    }
    struct pattern pattern;
    if (shorter.count > 0) {
        if (!prepare(work, allocator, shorter, &pattern))
            return false;
        size_t last = shorter.count; /* the last row of the column */
        for (size_t i = 0; i < longer.count; i++) {
            last += (size_t)advance_column(&pattern, work->blocks, longer.values[i]);
            if (last > longer.count - i - 1 && last - (longer.count - i - 1) > bound) {
                *distance = over; /* each column to come takes off one at the most */
                return true;
            }
        }
        *distance = last;
    }
    return true;
}
