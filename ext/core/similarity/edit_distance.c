/* edit_distance.c - see edit_distance.h. */
#include "edit_distance.h"

#include <string.h> /* memcmp, memcpy, memset */

enum { word_bits = 64 };

#if defined(__GNUC__)
#define INLINED static inline __attribute__((always_inline))
#else
#define INLINED static inline
#endif

/* Loops over a constant number of words, to be kept in registers. */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLLED _Pragma("GCC unroll 8")
#else
#define UNROLLED
#endif

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

void edit_work_free(struct edit_work *work, const struct allocator *allocator) {
    code_points_free(&work->a, allocator);
    code_points_free(&work->b, allocator);
    allocator->release(work->letters);
    allocator->release(work->blocks);
    allocator->release(work->symbols);
    allocator->release(work->occurrences);
    *work = (struct edit_work){.interruption = work->interruption};
}

/*
 * Moves 64 rows one column on, in Hyyro's names: `rows` is Eq; the row above goes up by `*rose` and
 * down by `*fell`, and so does the last row afterwards.
 */
INLINED void advance(struct edit_block *block, uint64_t rows, uint64_t *rose, uint64_t *fell) {
    uint64_t vertical = rows | block->falling;
    rows |= *fell;
    uint64_t diagonal = (((rows & block->rising) + block->rising) ^ block->rising) | rows;
    uint64_t right_up = block->falling | ~(diagonal | block->rising);
    uint64_t right_down = block->rising & diagonal;
    uint64_t up = right_up << 1 | *rose, down = right_down << 1 | *fell;
    *rose = right_up >> 63;
    *fell = right_down >> 63;
    block->rising = down | ~(vertical | up);
    block->falling = up & vertical;
}

/* ---- Texts that are alike -------------------------------------------------------------------- */

/* A text of symbols of 1 or 4 bytes each. */
struct symbols {
    const unsigned char *bytes;
    size_t count;
};

/* How many symbols two texts share at their beginnings, eight bytes at once. */
INLINED size_t common_begin(const unsigned char *a, const unsigned char *b, size_t most,
                            const size_t size) {
    size_t at = 0, bytes = most * size;
    for (; bytes - at >= 8; at += 8) {
        uint64_t of_a, of_b;
        memcpy(&of_a, a + at, sizeof of_a);
        memcpy(&of_b, b + at, sizeof of_b);
        if (of_a == of_b)
            continue;
#if defined(__GNUC__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        return (at + (size_t)__builtin_ctzll(of_a ^ of_b) / 8) / size;
#else
        break;
#endif
    }
    while (at < bytes && memcmp(a + at, b + at, size) == 0)
        at += size;
    return at / size;
}

/* And at their ends. */
INLINED size_t common_end(const unsigned char *a_end, const unsigned char *b_end, size_t most,
                          const size_t size) {
    size_t at = 0, bytes = most * size;
    while (bytes - at >= 8 && memcmp(a_end - at - 8, b_end - at - 8, 8) == 0)
        at += 8;
    while (at < bytes && memcmp(a_end - at - size, b_end - at - size, size) == 0)
        at += size;
    return at / size;
}

/* What two texts share at their ends costs nothing. */
INLINED void trim(struct symbols *longer, struct symbols *shorter, const size_t size) {
    size_t begin = common_begin(longer->bytes, shorter->bytes, shorter->count, size);
    longer->bytes += begin * size;
    shorter->bytes += begin * size;
    longer->count -= begin;
    shorter->count -= begin;
    size_t end = common_end(longer->bytes + longer->count * size,
                            shorter->bytes + shorter->count * size, shorter->count, size);
    longer->count -= end;
    shorter->count -= end;
}

enum { rounds_max = 24, rounds_sure = 3 };

/* How far one has come on each diagonal, and the texts. Diagonal 0 is in the middle. */
struct strides {
    struct symbols longer, shorter;
    ptrdiff_t reached[2 * rounds_max + 3]; /* in the longer text; -1 where one has not been */
    ptrdiff_t furthest;
};

/* With one edit more to diagonal `d`, and on as far as the texts are equal. */
INLINED ptrdiff_t stride(struct strides *strides, ptrdiff_t d, const ptrdiff_t *before,
                         const size_t size) {
    ptrdiff_t longer = (ptrdiff_t)strides->longer.count;
    ptrdiff_t shorter = (ptrdiff_t)strides->shorter.count;
    ptrdiff_t at = before[1] + 1, most = longer < shorter + d ? longer : shorter + d;
    at = before[0] + 1 > at ? before[0] + 1 : at;
    at = before[2] > at ? before[2] : at;
    at = at < most ? at : most;
    if (at < 0 || at < d)
        return -1;
    size_t on =
        common_begin(strides->longer.bytes + (size_t)at * size,
                     strides->shorter.bytes + (size_t)(at - d) * size, (size_t)(most - at), size);
    at += (ptrdiff_t)on;
    strides->furthest = at > strides->furthest ? at : strides->furthest;
    return at;
}

/*
 * Trimmed texts that differ little: how far one comes with 1, 2, 3 ... edits on each diagonal
 * (Ukkonen 1985; Myers 1986). Round e costs 2e + 1 strides, whatever the length; one goes on as
 * long as that brings one faster through the texts than columns would. True with the distance,
 * or bound + 1; false where it takes too many rounds.
 */
INLINED bool by_strides(struct symbols longer, struct symbols shorter, size_t bound,
                        size_t *distance, const size_t size) {
    struct strides strides = {.longer = longer, .shorter = shorter};
    ptrdiff_t *middle = strides.reached + rounds_max + 1;
    ptrdiff_t target = (ptrdiff_t)(longer.count - shorter.count);
    for (int i = 0; i < 2 * rounds_max + 3; i++)
        strides.reached[i] = -1;
    middle[0] = 0; /* trimmed: the first two symbols differ */
    for (ptrdiff_t round = 1; round <= rounds_max; round++) {
        if ((size_t)round > bound) {
            *distance = bound + 1;
            return true;
        }
        if (round > rounds_sure && round * round > strides.furthest)
            return false;
        ptrdiff_t before[3] = {-1, -1, middle[-round]};
        for (ptrdiff_t d = -round; d <= round; d++) {
            before[0] = before[1];
            before[1] = middle[d];
            before[2] = d < round ? middle[d + 1] : -1;
            middle[d] = stride(&strides, d, before, size);
        }
        if (round >= target && middle[target] == (ptrdiff_t)longer.count) {
            *distance = (size_t)round;
            return true;
        }
    }
    return false;
}

/* ---- Short texts ----------------------------------------------------------------------------- */

/* Two texts in letters from 0 to alphabet - 1; bytes, so that masks are found without a search. */
struct letters {
    const unsigned char *longer, *shorter;
    size_t longer_count, shorter_count, alphabet;
};

enum {
    alphabet_max = 256,
    words_max = 8,
    shorter_max = words_max * word_bits,
    longer_max = 1 << 20
};

/*
 * The whole column in `words` words, for each letter of the longer text. The shorter text stands at
 * the end of the column; the rows above it stay level, as the row above a matrix does.
 */
INLINED size_t by_columns(const struct letters *texts, size_t bound, const size_t words) {
    uint64_t masks[alphabet_max * words_max];
    struct edit_block column[words_max];
    size_t first = words * word_bits - texts->shorter_count, last = texts->shorter_count;
    memset(masks, 0, texts->alphabet * words * sizeof *masks);
    for (size_t i = 0; i < texts->shorter_count; i++)
        masks[texts->shorter[i] * words + (first + i) / word_bits] |= UINT64_C(1)
                                                                      << (first + i) % word_bits;
    column[0] = (struct edit_block){UINT64_MAX << first % word_bits, 0};
    for (size_t word = 1; word < words; word++)
        column[word] = (struct edit_block){UINT64_MAX, 0};
    for (size_t i = 0; i < texts->longer_count; i++) {
        const uint64_t *rows = masks + texts->longer[i] * words;
        uint64_t rose = 1, fell = 0; /* the first row of all counts insertions */
        UNROLLED
        for (size_t word = 0; word < words; word++)
            advance(&column[word], rows[word], &rose, &fell);
        last += (size_t)rose - (size_t)fell;
        size_t left = texts->longer_count - i - 1; /* each column takes off one at the most */
        if (last > left && last - left > bound)
            return bound + 1;
    }
    return last > bound ? bound + 1 : last;
}

typedef size_t kernel(const struct letters *texts, size_t bound);

#define DEFINE_KERNEL(words)                                                      \
    static size_t by_columns_##words(const struct letters *texts, size_t bound) { \
        return by_columns(texts, bound, words);                                   \
    }

DEFINE_KERNEL(1)
DEFINE_KERNEL(2)
DEFINE_KERNEL(3)
DEFINE_KERNEL(4)
DEFINE_KERNEL(5)
DEFINE_KERNEL(6)
DEFINE_KERNEL(7)
DEFINE_KERNEL(8)

static size_t short_distance(const struct letters *texts, size_t bound) {
    static kernel *const kernels[words_max] = {by_columns_1, by_columns_2, by_columns_3,
                                               by_columns_4, by_columns_5, by_columns_6,
                                               by_columns_7, by_columns_8};
    return kernels[(texts->shorter_count - 1) / word_bits](texts, bound);
}

/* Where a letter stood in the rows that were in reach when it was last seen, in column `seen`. */
struct trace {
    uint64_t rows;
    size_t seen;
};

enum { narrow_max = (word_bits - 1) / 2 };

static inline uint64_t rows_now(struct trace trace, size_t now) {
    return now - trace.seen < word_bits ? trace.rows >> (now - trace.seen) : 0;
}

/* The letter stands in the last row of the word in column `now`. */
static inline void trace_letter(struct trace *trace, size_t now) {
    trace->rows = rows_now(*trace, now) | UINT64_C(1) << 63;
    trace->seen = now;
}

/*
 * The rows within `bound` of the diagonal, which fit into one word that moves down by one with each
 * column (Hyyro 2003, section 5): down the longer text, along the shorter. What is followed is the
 * lowest diagonal in reach, along which the distance never sinks, and from its end the last row.
 * Columns are counted from `bound`, so that the rows of the first one were seen in columns before.
 */
static size_t near_diagonal(const struct letters *texts, size_t bound) {
    struct trace traces[alphabet_max];
    struct edit_block word = {UINT64_MAX << (63 - bound), 0};
    size_t distance = bound,
           turn = texts->longer_count - bound; /* the column that has the last row */
    size_t most = 2 * bound + texts->shorter_count - texts->longer_count;
    memset(traces, 0, texts->alphabet * sizeof *traces);
    for (size_t row = 0; row < bound; row++)
        trace_letter(&traces[texts->longer[row]], row + word_bits);
    for (size_t i = 0; i < texts->shorter_count; i++) {
        size_t now = i + bound + word_bits;
        if (i < turn)
            trace_letter(&traces[texts->longer[i + bound]], now);
        uint64_t rows = rows_now(traces[texts->shorter[i]], now);
        uint64_t diagonal =
            (((rows & word.rising) + word.rising) ^ word.rising) | rows | word.falling;
        uint64_t up = word.falling | ~(diagonal | word.rising), down = word.rising & diagonal;
        if (i < turn)
            distance += !(diagonal >> 63);
        else
            distance +=
                (size_t)(up >> (62 - (i - turn)) & 1) - (size_t)(down >> (62 - (i - turn)) & 1);
        if (distance > most)
            return bound + 1;
        diagonal >>= 1;
        word = (struct edit_block){down | ~(diagonal | up), up & diagonal};
    }
    return distance > bound ? bound + 1 : distance;
}

/* Both have letters, and their lengths differ by `bound` at the most. */
static size_t distance_in_letters(const struct letters *texts, size_t bound) {
    if (bound <= narrow_max && bound < texts->longer_count)
        return near_diagonal(texts, bound);
    return short_distance(texts, bound);
}

/* ---- Long texts ------------------------------------------------------------------------------ */

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
    size_t first_row; /* the rows before it are level: the text stands at the end of the column */
};

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
        size_t block = (pattern->first_row + i) / word_bits;
        symbol->name = text.values[i] + 1;
        if (symbol->begin != block + 1) {
            symbol->begin = block + 1;
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
        size_t row = pattern->first_row + i;
        if (symbol->end == symbol->begin || last[-1].block != row / word_bits) {
            *last = (struct edit_occurrence){row / word_bits, 0};
            symbol->end++;
            last++;
        }
        last[-1].rows |= UINT64_C(1) << row % word_bits;
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
    *pattern = (struct pattern){work->symbols, work->occurrences, places - 1, blocks,
                                blocks * word_bits - text.count};
    for (size_t block = 0; block < blocks; block++)
        work->blocks[block] = (struct edit_block){UINT64_MAX, 0};
    work->blocks[0].rising <<= pattern->first_row;
    count_occurrences(pattern, text);
    place_occurrences(pattern);
    fill_occurrences(pattern, text);
    return true;
}

/* The blocks that are in reach of a column. */
struct reach {
    size_t first, end;
};

/*
 * The rows within `bound` of the diagonal in column `i`, in whole blocks. Both ends only move down.
 * A block that comes into reach begins as it was made, rising by one each row, and one that leaves
 * passes on that its last row rises: no less than what is true, and no path within the bound comes
 * that way.
 */
static struct reach reach_of(const struct pattern *pattern, size_t i, size_t bound) {
    size_t row = pattern->first_row + i;
    struct reach reach = {row > bound ? (row - bound) / word_bits : 0, pattern->blocks};
    if (bound < pattern->blocks * word_bits) {
        size_t end = (row + bound) / word_bits + 1;
        reach.end = end < reach.end ? end : reach.end;
    }
    if (reach.first >= reach.end)
        reach.first = reach.end - 1;
    return reach;
}

/* Moves the column on by one symbol; returns by how much the last row in reach changes. */
static size_t advance_column(const struct pattern *pattern, struct edit_block *column,
                             struct reach reach, uint32_t value) {
    struct edit_symbol *symbol = symbol_of(pattern, value);
    const struct edit_occurrence *end = pattern->occurrences + symbol->end;
    while (symbol->begin < symbol->end && pattern->occurrences[symbol->begin].block < reach.first)
        symbol->begin++;
    const struct edit_occurrence *next = pattern->occurrences + symbol->begin;
    uint64_t rose = 1, fell = 0; /* the first row of all counts insertions */
    for (size_t block = reach.first; block < reach.end; block++) {
        uint64_t rows = 0;
        if (next != end && next->block == block)
            rows = next++->rows;
        advance(&column[block], rows, &rose, &fell);
    }
    return (size_t)(rose - fell);
}

static enum edit_result long_distance(struct edit_work *work, const struct pattern *pattern,
                                      struct text longer, size_t bound, size_t *distance) {
    size_t end = reach_of(pattern, 0, bound).end;
    size_t last = end * word_bits - pattern->first_row; /* of the last row in reach */
    for (size_t i = 0; i < longer.count; i++) {
        struct reach reach = reach_of(pattern, i, bound);
        last += (reach.end - end) * word_bits;
        end = reach.end;
        last += advance_column(pattern, work->blocks, reach, longer.values[i]);
        size_t left = longer.count - i - 1; /* each column to come takes off one at the most */
        if (end == pattern->blocks && last > left && last - left > bound) {
            last = bound + 1;
            break;
        }
        if (interruption_after(work->interruption, reach.end - reach.first))
            return edit_interrupted;
    }
    *distance = last > bound ? bound + 1 : last;
    return edit_ok;
}

/* ---- Which way to go ------------------------------------------------------------------------- */

/* Which code points of the shorter text have which letters, from 1 on; 0 is any other. */
struct spelling {
    uint32_t names[1024];
    unsigned char letters[1024];
};

static size_t spelling_place(const struct spelling *spelling, uint32_t value) {
    size_t places = sizeof spelling->letters;
    size_t at = (value ^ value >> 7) % places;
    while (spelling->letters[at] && spelling->names[at] != value)
        at = (at + 1) % places;
    return at;
}

/* How many letters there are; 0 where they are too many. */
static size_t spell_shorter(struct spelling *spelling, struct text text, unsigned char *letters) {
    size_t alphabet = 1;
    memset(spelling->letters, 0, sizeof spelling->letters);
    for (size_t i = 0; i < text.count; i++) {
        size_t at = spelling_place(spelling, text.values[i]);
        if (!spelling->letters[at]) {
            if (alphabet == alphabet_max)
                return 0;
            spelling->names[at] = text.values[i];
            spelling->letters[at] = (unsigned char)alphabet++;
        }
        letters[i] = spelling->letters[at];
    }
    return alphabet;
}

static void spell_longer(const struct spelling *spelling, struct text text,
                         unsigned char *letters) {
    for (size_t i = 0; i < text.count; i++)
        letters[i] = spelling->letters[spelling_place(spelling, text.values[i])];
}

/* Both texts in letters; *alphabet is 0 where they have too many. */
static bool spell(struct edit_work *work, const struct allocator *allocator, struct text shorter,
                  struct text longer, struct letters *texts) {
    struct spelling spelling;
    unsigned char *letters = allocator_grow(allocator, work->letters, &work->letter_capacity,
                                            shorter.count + longer.count, 1);
    if (!letters)
        return false;
    work->letters = letters;
    *texts = (struct letters){letters + shorter.count, letters, longer.count, shorter.count,
                              spell_shorter(&spelling, shorter, letters)};
    if (texts->alphabet > 0)
        spell_longer(&spelling, longer, letters + shorter.count);
    return true;
}

/* True, with the distance, where the lengths alone say it. */
static bool by_length(size_t longer, size_t shorter, size_t bound, size_t *distance) {
    size_t over = bound < SIZE_MAX ? bound + 1 : bound;
    *distance = longer - shorter > bound ? over : longer;
    return shorter == 0 || longer - shorter > bound;
}

/* True, with the distance, where it is found without a matrix. */
INLINED bool by_looks(struct symbols *longer, struct symbols *shorter, size_t bound,
                      size_t *distance, const size_t size) {
    trim(longer, shorter, size);
    return by_length(longer->count, shorter->count, bound, distance) ||
           by_strides(*longer, *shorter, bound, distance, size);
}

/* Apart, so that each is compiled once. */
static bool bytes_by_looks(struct symbols *longer, struct symbols *shorter, size_t bound,
                           size_t *distance) {
    return by_looks(longer, shorter, bound, distance, 1);
}

static bool points_by_looks(struct symbols *longer, struct symbols *shorter, size_t bound,
                            size_t *distance) {
    return by_looks(longer, shorter, bound, distance, sizeof(uint32_t));
}

static struct symbols symbols_of(const struct code_points *points) {
    return (struct symbols){(const unsigned char *)points->values, points->count};
}

/* The same as code points again; the end of the array is where it was, or before. */
static struct text text_of(const struct code_points *points, const struct symbols *symbols) {
    size_t begin = (size_t)(symbols->bytes - (const unsigned char *)points->values);
    return (struct text){points->values + begin / sizeof(uint32_t), symbols->count};
}

enum edit_result edit_distance(struct edit_work *work, const struct allocator *allocator,
                               size_t bound, size_t *distance) {
    bool swapped = work->a.count < work->b.count;
    const struct code_points *a = swapped ? &work->b : &work->a;
    const struct code_points *b = swapped ? &work->a : &work->b;
    struct symbols of_a = symbols_of(a), of_b = symbols_of(b);
    if (bound > a->count)
        bound = a->count; /* no distance is more */
    if (points_by_looks(&of_a, &of_b, bound, distance))
        return edit_ok;
    struct text longer = text_of(a, &of_a), shorter = text_of(b, &of_b);
    if (shorter.count <= shorter_max && longer.count <= longer_max) {
        struct letters texts;
        if (!spell(work, allocator, shorter, longer, &texts))
            return edit_no_memory;
        if (texts.alphabet > 0) {
            *distance = distance_in_letters(&texts, bound);
            return edit_ok;
        }
    }
    struct pattern pattern;
    if (!prepare(work, allocator, shorter, &pattern))
        return edit_no_memory;
    return long_distance(work, &pattern, longer, bound, distance);
}

/* ASCII is its own alphabet, and needs no decoding. */
static size_t ascii_distance(struct symbols longer, struct symbols shorter, size_t bound) {
    size_t distance;
    if (bound > longer.count)
        bound = longer.count;
    if (bytes_by_looks(&longer, &shorter, bound, &distance))
        return distance;
    struct letters texts = {longer.bytes, shorter.bytes, longer.count, shorter.count,
                            alphabet_max / 2};
    return distance_in_letters(&texts, bound);
}

enum edit_result edit_distance_utf8(struct edit_work *work, const struct allocator *allocator,
                                    const char *a, size_t a_length, const char *b, size_t b_length,
                                    size_t bound, size_t *distance, size_t *longer) {
    struct symbols of_a = {(const unsigned char *)a, a_length};
    struct symbols of_b = {(const unsigned char *)b, b_length};
    *longer = a_length < b_length ? b_length : a_length;
    size_t shorter = a_length < b_length ? a_length : b_length;
    if (shorter <= shorter_max && *longer <= longer_max && code_points_ascii(a, a_length) &&
        code_points_ascii(b, b_length)) {
        *distance = a_length < b_length ? ascii_distance(of_b, of_a, bound)
                                        : ascii_distance(of_a, of_b, bound);
        return edit_ok;
    }
    if (!code_points_decode(&work->a, allocator, a, a_length) ||
        !code_points_decode(&work->b, allocator, b, b_length))
        return edit_no_memory;
    *longer = work->a.count > work->b.count ? work->a.count : work->b.count;
    return edit_distance(work, allocator, bound, distance);
}
