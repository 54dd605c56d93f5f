/* edit_distance.c - see edit_distance.h. */
#include "edit_distance.h"

#include "edit_trimming.h"

#include <assert.h>
#include <string.h> /* memset */

enum { word_bits = 64 };

/* For loops over a constant number of words, which should stay in registers. */
#if defined(__GNUC__) && !defined(__clang__)
#define UNROLLED _Pragma("GCC unroll 8")
#else
#define UNROLLED
#endif

/* 64 rows of a column: where it rises, and where it falls, from one row to the next. */
struct edit_block {
    uint64_t rising, falling;
};

/* The rows of one block in which a symbol occurs. Stored only for blocks in which it does. */
struct edit_occurrence {
    size_t block;
    uint64_t rows;
};

/* A slot of the hash table of symbols; free if `name` is 0. */
struct edit_symbol {
    uint32_t name;     /* code point + 1 */
    size_t begin, end; /* its occurrences, in ascending order of blocks */
};

void edit_distance_workspace_free(struct edit_distance_workspace *workspace,
                                  const struct allocator *allocator) {
    code_points_free(&workspace->a, allocator);
    code_points_free(&workspace->b, allocator);
    RELEASE(allocator, workspace->bytes, workspace->blocks, workspace->symbols,
            workspace->occurrences);
    *workspace = (struct edit_distance_workspace){.interruption = workspace->interruption};
}

/*
 * Advances 64 rows by one column, with the names of Hyyro's paper: `rows` is Eq; `rose` and `fell`
 * are the horizontal differences of the row above, and afterwards those of the last row.
 */
static INLINED void advance(struct edit_block *block, uint64_t rows, uint64_t *rose,
                            uint64_t *fell) {
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

/* ---- Texts that differ little ---------------------------------------------------------------- */

enum { rounds_max = 24, rounds_sure = 3 };

/* The furthest place reached on each diagonal. Diagonal 0 is in the middle. */
struct diagonals {
    struct edit_text longer, shorter;
    ptrdiff_t reached[2 * rounds_max + 3]; /* in the longer text; -1 if not reached */
    ptrdiff_t furthest;
};

/*
 * The place reached on diagonal `d` with one more edit and the equal text after it. `before` holds
 * the places reached so far on diagonals d - 1, d and d + 1.
 */
static INLINED ptrdiff_t extend(struct diagonals *diagonals, ptrdiff_t d, const ptrdiff_t *before,
                                const size_t size) {
    ptrdiff_t longer = (ptrdiff_t)diagonals->longer.count;
    ptrdiff_t shorter = (ptrdiff_t)diagonals->shorter.count;
    ptrdiff_t at = before[1] + 1, most = longer < shorter + d ? longer : shorter + d;
    at = before[0] + 1 > at ? before[0] + 1 : at;
    at = before[2] > at ? before[2] : at;
    at = at < most ? at : most;
    if (at < 0 || at < d)
        return -1;
    at += (ptrdiff_t)edit_common_begin(diagonals->longer.bytes + (size_t)at * size,
                                       diagonals->shorter.bytes + (size_t)(at - d) * size,
                                       (size_t)(most - at), size);
    diagonals->furthest = at > diagonals->furthest ? at : diagonals->furthest;
    return at;
}

/*
 * The distance of trimmed texts, by the furthest place that 1, 2, 3 ... edits reach on each
 * diagonal (Ukkonen 1985; Myers 1986). Round e extends 2e + 1 diagonals, whatever the length. Gives
 * up, and returns false, once the rounds advance more slowly than columns would. Otherwise sets
 * `distance` to the distance or to bound + 1.
 */
static INLINED bool by_diagonals(struct edit_text longer, struct edit_text shorter, size_t bound,
                                 size_t *distance, const size_t size) {
    assert(longer.count >= shorter.count && shorter.count > 0);
    struct diagonals diagonals = {.longer = longer, .shorter = shorter};
    ptrdiff_t *middle = diagonals.reached + rounds_max + 1;
    ptrdiff_t target = (ptrdiff_t)(longer.count - shorter.count);
    for (int i = 0; i < 2 * rounds_max + 3; i++)
        diagonals.reached[i] = -1;
    middle[0] = 0; /* the texts are trimmed, so their first symbols differ */
    for (ptrdiff_t round = 1; round <= rounds_max; round++) {
        if ((size_t)round > bound) {
            *distance = bound + 1;
            return true;
        }
        if (round > rounds_sure && round * round > diagonals.furthest)
            return false;
        ptrdiff_t before[3] = {-1, -1, middle[-round]};
        for (ptrdiff_t d = -round; d <= round; d++) {
            before[0] = before[1];
            before[1] = middle[d];
            before[2] = d < round ? middle[d + 1] : -1;
            middle[d] = extend(&diagonals, d, before, size);
        }
        if (round >= target && middle[target] == (ptrdiff_t)longer.count) {
            *distance = (size_t)round;
            return true;
        }
    }
    return false;
}

/*
 * Finds the distance without a matrix if the lengths or few edits decide it; then returns true. The
 * texts are trimmed in any case.
 */
static INLINED bool without_matrix(struct edit_text *longer, struct edit_text *shorter,
                                   size_t bound, size_t *distance, const size_t size) {
    edit_trim(longer, shorter, size);
    size_t difference = longer->count - shorter->count;
    if (difference > bound)
        *distance = bound + 1;
    else if (shorter->count == 0)
        *distance = longer->count;
    else
        return by_diagonals(*longer, *shorter, bound, distance, size);
    return true;
}

/* ---- Short texts ----------------------------------------------------------------------------- */

/* Two texts over the alphabet 0 .. alphabet - 1, so that a table lookup finds a symbol's rows. */
struct byte_texts {
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
 * Computes whole columns of `words` words. The shorter text is aligned with the end of the column;
 * the rows above it stay level, like the row above a matrix.
 */
static INLINED size_t by_columns(const struct byte_texts *texts, size_t bound, const size_t words) {
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
        uint64_t rose = 1, fell = 0; /* the row above the matrix counts insertions */
        UNROLLED
        for (size_t word = 0; word < words; word++)
            advance(&column[word], rows[word], &rose, &fell);
        last += (size_t)rose - (size_t)fell;
        size_t left = texts->longer_count - i - 1; /* a column lowers the distance by at most 1 */
        if (last > left && last - left > bound)
            return bound + 1;
    }
    return last > bound ? bound + 1 : last;
}

typedef size_t kernel(const struct byte_texts *texts, size_t bound);

#define DEFINE_KERNEL(words)                                                         \
    static size_t by_columns_##words(const struct byte_texts *texts, size_t bound) { \
        return by_columns(texts, bound, words);                                      \
    }

DEFINE_KERNEL(1)
DEFINE_KERNEL(2)
DEFINE_KERNEL(3)
DEFINE_KERNEL(4)
DEFINE_KERNEL(5)
DEFINE_KERNEL(6)
DEFINE_KERNEL(7)
DEFINE_KERNEL(8)

/* The rows in which a symbol occurred, relative to the word's position in column `seen`. */
struct trace {
    uint64_t rows;
    size_t seen;
};

enum { narrow_max = (word_bits - 1) / 2 };

static inline uint64_t trace_rows(struct trace trace, size_t now) {
    return now - trace.seen < word_bits ? trace.rows >> (now - trace.seen) : 0;
}

/* Records that the symbol occurs in the last row of the word in column `now`. */
static inline void trace_add(struct trace *trace, size_t now) {
    trace->rows = trace_rows(*trace, now) | UINT64_C(1) << 63;
    trace->seen = now;
}

/*
 * Computes only the rows within `bound` of the diagonal. They fit one word, which moves down by one
 * row per column (Hyyro 2003, section 5). Here the longer text runs down and the shorter across.
 * The distance is tracked along the lowest diagonal in the word, on which it never decreases, and
 * from where that ends along the last row. Columns are numbered so that the symbols above the first
 * word have columns of their own.
 */
static size_t near_diagonal(const struct byte_texts *texts, size_t bound) {
    assert(bound <= narrow_max && bound < texts->longer_count);
    struct trace traces[alphabet_max];
    struct edit_block word = {UINT64_MAX << (63 - bound), 0};
    size_t distance = bound;
    size_t turn = texts->longer_count - bound; /* the column in which the last row appears */
    size_t most = 2 * bound + texts->shorter_count - texts->longer_count;
    memset(traces, 0, texts->alphabet * sizeof *traces);
    for (size_t row = 0; row < bound; row++)
        trace_add(&traces[texts->longer[row]], row + word_bits);
    for (size_t i = 0; i < texts->shorter_count; i++) {
        size_t now = i + bound + word_bits;
        if (i < turn)
            trace_add(&traces[texts->longer[i + bound]], now);
        uint64_t rows = trace_rows(traces[texts->shorter[i]], now);
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

static size_t distance_of_bytes(const struct byte_texts *texts, size_t bound) {
    static kernel *const kernels[words_max] = {by_columns_1, by_columns_2, by_columns_3,
                                               by_columns_4, by_columns_5, by_columns_6,
                                               by_columns_7, by_columns_8};
    assert(texts->shorter_count > 0 && texts->longer_count - texts->shorter_count <= bound);
    assert(texts->shorter_count <= shorter_max && texts->alphabet <= alphabet_max);
    if (bound <= narrow_max && bound < texts->longer_count)
        return near_diagonal(texts, bound);
    return kernels[(texts->shorter_count - 1) / word_bits](texts, bound);
}

/* ---- Long texts ------------------------------------------------------------------------------ */

struct text {
    const uint32_t *values;
    size_t count;
};

/* The shorter text, indexed by symbol. */
struct pattern {
    struct edit_symbol *symbols;
    struct edit_occurrence *occurrences;
    size_t mask; /* slots of the hash table - 1 */
    size_t blocks;
    size_t first_row; /* of the text, which is aligned with the end of the column */
};

static struct edit_symbol *symbol_of(const struct pattern *pattern, uint32_t value) {
    size_t at = (size_t)(value * UINT32_C(0x9E3779B1)) & pattern->mask;
    while (pattern->symbols[at].name != 0 && pattern->symbols[at].name != value + 1)
        at = (at + 1) & pattern->mask;
    return &pattern->symbols[at];
}

/* Fills the table, which is all zero: counts each symbol's blocks, divides the array, fills it. */
static void index_symbols(const struct pattern *pattern, struct text text) {
    for (size_t i = 0; i < text.count; i++) {
        struct edit_symbol *symbol = symbol_of(pattern, text.values[i]);
        size_t block = (pattern->first_row + i) / word_bits;
        symbol->name = text.values[i] + 1;
        if (symbol->begin != block + 1) { /* `begin` holds the last block + 1 for now, */
            symbol->begin = block + 1;
            symbol->end++; /* and `end` their number */
        }
    }
    size_t next = 0;
    for (size_t at = 0; at <= pattern->mask; at++) {
        size_t count = pattern->symbols[at].end;
        pattern->symbols[at].begin = pattern->symbols[at].end = next;
        next += count;
    }
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

/* The blocks computed in a column. */
struct reach {
    size_t first, end;
};

/*
 * The blocks that contain the rows within `bound` of the diagonal in column `i`. Both ends only
 * move down. A block that enters begins as in the first column, rising by one per row. The block
 * below one that has left is computed as if the last row of that rose. Both are upper bounds of the
 * true values, and no path within the bound passes through these cells.
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

/* Advances the column by one symbol; returns the change of the last row in reach. */
static size_t advance_column(const struct pattern *pattern, struct edit_block *column,
                             struct reach reach, uint32_t value) {
    struct edit_symbol *symbol = symbol_of(pattern, value);
    const struct edit_occurrence *end = pattern->occurrences + symbol->end;
    while (symbol->begin < symbol->end && pattern->occurrences[symbol->begin].block < reach.first)
        symbol->begin++;
    const struct edit_occurrence *next = pattern->occurrences + symbol->begin;
    uint64_t rose = 1, fell = 0; /* the row above the matrix counts insertions */
    for (size_t block = reach.first; block < reach.end; block++) {
        uint64_t rows = 0;
        if (next != end && next->block == block)
            rows = next++->rows;
        advance(&column[block], rows, &rose, &fell);
    }
    return (size_t)(rose - fell);
}

static enum edit_distance_result distance_of_long(struct edit_distance_workspace *workspace,
                                                  const struct allocator *allocator,
                                                  struct text longer, struct text shorter,
                                                  size_t bound, size_t *distance) {
    size_t blocks = (shorter.count + word_bits - 1) / word_bits, slots = 64;
    while (slots / 2 < shorter.count)
        slots *= 2;
    if (!ARRAY_RESERVE(allocator, workspace->symbols, workspace->symbol_capacity, slots) ||
        !ARRAY_RESERVE(allocator, workspace->occurrences, workspace->occurrence_capacity,
                       shorter.count) ||
        !ARRAY_RESERVE(allocator, workspace->blocks, workspace->block_capacity, blocks))
        return edit_distance_no_memory;
    struct pattern pattern = {workspace->symbols, workspace->occurrences, slots - 1, blocks,
                              blocks * word_bits - shorter.count};
    memset(workspace->symbols, 0, slots * sizeof *workspace->symbols);
    index_symbols(&pattern, shorter);
    for (size_t block = 0; block < blocks; block++)
        workspace->blocks[block] = (struct edit_block){UINT64_MAX, 0};
    workspace->blocks[0].rising <<= pattern.first_row;
    size_t end = reach_of(&pattern, 0, bound).end;
    size_t last = end * word_bits - pattern.first_row; /* the value of the last row in reach */
    for (size_t i = 0; i < longer.count; i++) {
        struct reach reach = reach_of(&pattern, i, bound);
        last += (reach.end - end) * word_bits;
        end = reach.end;
        last += advance_column(&pattern, workspace->blocks, reach, longer.values[i]);
        size_t left = longer.count - i - 1; /* a column lowers the distance by at most 1 */
        if (end == pattern.blocks && last > left && last - left > bound) {
            last = bound + 1;
            break;
        }
        if (interruption_after(workspace->interruption, reach.end - reach.first))
            return edit_distance_interrupted;
    }
    *distance = last > bound ? bound + 1 : last;
    return edit_distance_ok;
}

/* ---- The choice of a method ------------------------------------------------------------------ */

/* A hash table of the code points of the shorter text; free where `bytes` is 0. */
struct alphabet {
    uint32_t points[1024];
    unsigned char bytes[1024];
};

static size_t alphabet_slot(const struct alphabet *alphabet, uint32_t value) {
    size_t slots = sizeof alphabet->bytes;
    size_t at = (value ^ value >> 7) % slots;
    while (alphabet->bytes[at] && alphabet->points[at] != value)
        at = (at + 1) % slots;
    return at;
}

/*
 * Encodes both texts in bytes: 1, 2 ... for the code points of the shorter text, 0 for all others.
 * Sets texts->alphabet to 0 if there are too many. Returns false if memory runs out.
 */
static bool encode_in_bytes(struct edit_distance_workspace *workspace,
                            const struct allocator *allocator, struct text longer,
                            struct text shorter, struct byte_texts *texts) {
    struct alphabet alphabet;
    if (!ARRAY_RESERVE(allocator, workspace->bytes, workspace->byte_capacity,
                       shorter.count + longer.count))
        return false;
    unsigned char *bytes = workspace->bytes;
    *texts = (struct byte_texts){bytes + shorter.count, bytes, longer.count, shorter.count, 0};
    size_t size = 1;
    memset(alphabet.bytes, 0, sizeof alphabet.bytes);
    for (size_t i = 0; i < shorter.count; i++) {
        size_t at = alphabet_slot(&alphabet, shorter.values[i]);
        if (!alphabet.bytes[at]) {
            if (size == alphabet_max)
                return true;
            alphabet.points[at] = shorter.values[i];
            alphabet.bytes[at] = (unsigned char)size++;
        }
        bytes[i] = alphabet.bytes[at];
    }
    for (size_t i = 0; i < longer.count; i++)
        bytes[shorter.count + i] = alphabet.bytes[alphabet_slot(&alphabet, longer.values[i])];
    texts->alphabet = size;
    return true;
}

static struct edit_text raw_of(const struct code_points *points) {
    return (struct edit_text){(const unsigned char *)points->values, points->count};
}

/* The code points that a trimmed text still has. */
static struct text text_of(const struct code_points *points, const struct edit_text *trimmed) {
    size_t begin = (size_t)(trimmed->bytes - (const unsigned char *)points->values);
    return (struct text){points->values + begin / sizeof(uint32_t), trimmed->count};
}

enum edit_distance_result edit_distance(struct edit_distance_workspace *workspace,
                                        const struct allocator *allocator, size_t bound,
                                        size_t *distance) {
    bool swapped = workspace->a.count < workspace->b.count;
    const struct code_points *a = swapped ? &workspace->b : &workspace->a;
    const struct code_points *b = swapped ? &workspace->a : &workspace->b;
    struct edit_text raw_a = raw_of(a), raw_b = raw_of(b);
    if (bound > a->count)
        bound = a->count; /* no distance is greater */
    if (without_matrix(&raw_a, &raw_b, bound, distance, sizeof(uint32_t)))
        return edit_distance_ok;
    struct text longer = text_of(a, &raw_a), shorter = text_of(b, &raw_b);
    if (shorter.count <= shorter_max && longer.count <= longer_max) {
        struct byte_texts texts;
        if (!encode_in_bytes(workspace, allocator, longer, shorter, &texts))
            return edit_distance_no_memory;
        if (texts.alphabet > 0) {
            *distance = distance_of_bytes(&texts, bound);
            return edit_distance_ok;
        }
    }
    return distance_of_long(workspace, allocator, longer, shorter, bound, distance);
}

static size_t distance_of_raw(struct edit_text longer, struct edit_text shorter, size_t alphabet,
                              size_t bound) {
    size_t distance;
    if (bound > longer.count)
        bound = longer.count;
    if (without_matrix(&longer, &shorter, bound, &distance, 1))
        return distance;
    struct byte_texts texts = {longer.bytes, shorter.bytes, longer.count, shorter.count, alphabet};
    return distance_of_bytes(&texts, bound);
}

bool edit_distance_bytes(const unsigned char *a, size_t a_count, const unsigned char *b,
                         size_t b_count, size_t alphabet, size_t bound, size_t *distance) {
    struct edit_text raw_a = {a, a_count}, raw_b = {b, b_count};
    size_t longer = a_count < b_count ? b_count : a_count;
    assert(alphabet <= alphabet_max);
    if (longer > longer_max || a_count + b_count - longer > shorter_max)
        return false;
    *distance = a_count < b_count ? distance_of_raw(raw_b, raw_a, alphabet, bound)
                                  : distance_of_raw(raw_a, raw_b, alphabet, bound);
    return true;
}

enum edit_distance_result edit_distance_utf8(struct edit_distance_workspace *workspace,
                                             const struct allocator *allocator, const char *a,
                                             size_t a_length, const char *b, size_t b_length,
                                             size_t bound, size_t *distance, size_t *longer) {
    *longer = a_length < b_length ? b_length : a_length;
    size_t shorter = a_length < b_length ? a_length : b_length;
    /* ASCII text needs neither decoding nor encoding. */
    if (shorter <= shorter_max && *longer <= longer_max && code_points_ascii(a, a_length) &&
        code_points_ascii(b, b_length) &&
        edit_distance_bytes((const unsigned char *)a, a_length, (const unsigned char *)b, b_length,
                            alphabet_max / 2, bound, distance))
        return edit_distance_ok;
    if (!code_points_decode(&workspace->a, allocator, a, a_length) ||
        !code_points_decode(&workspace->b, allocator, b, b_length))
        return edit_distance_no_memory;
    *longer = workspace->a.count > workspace->b.count ? workspace->a.count : workspace->b.count;
    return edit_distance(workspace, allocator, bound, distance);
}
