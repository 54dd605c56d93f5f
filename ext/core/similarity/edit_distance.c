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

void edit_distance_workspace_free(struct edit_distance_workspace *workspace,
                                  const struct allocator *allocator) {
    code_points_free(&workspace->a, allocator);
    code_points_free(&workspace->b, allocator);
    RELEASE(allocator, workspace->bytes, workspace->steps);
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

/* ---- Columns --------------------------------------------------------------------------------- */

/* Two texts over the alphabet 0 .. alphabet - 1, so that a table lookup finds a symbol's rows. */
struct byte_texts {
    const unsigned char *longer, *shorter;
    size_t longer_count, shorter_count, alphabet;
    size_t corner; /* the distance of what comes before both */
    /* Only of a stripe of a matrix: from each column to the next, the change of the row above, to
     * be replaced by that of the last row. NULL: it rises always. */
    signed char *steps;
    struct interruption *interruption; /* with `steps` */
};

static const size_t interrupted = SIZE_MAX; /* in place of a distance */

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
static INLINED size_t by_columns(const struct byte_texts *texts, size_t bound, const size_t words,
                                 const bool striped) {
    uint64_t masks[alphabet_max * words_max];
    struct edit_block column[words_max];
    size_t first = words * word_bits - texts->shorter_count;
    size_t last = texts->corner + texts->shorter_count;
    memset(masks, 0, texts->alphabet * words * sizeof *masks);
    for (size_t i = 0; i < texts->shorter_count; i++)
        masks[texts->shorter[i] * words + (first + i) / word_bits] |= UINT64_C(1)
                                                                      << (first + i) % word_bits;
    column[0] = (struct edit_block){UINT64_MAX << first % word_bits, 0};
    for (size_t word = 1; word < words; word++)
        column[word] = (struct edit_block){UINT64_MAX, 0};
    for (size_t i = 0; i < texts->longer_count; i++) {
        const uint64_t *rows = masks + texts->longer[i] * words;
        uint64_t rose = !striped || texts->steps[i] > 0;
        uint64_t fell = striped && texts->steps[i] < 0;
        UNROLLED
        for (size_t word = 0; word < words; word++)
            advance(&column[word], rows[word], &rose, &fell);
        last += (size_t)rose - (size_t)fell;
        if (striped) {
            texts->steps[i] = (signed char)((int)rose - (int)fell);
            if (interruption_after(texts->interruption, words))
                return interrupted;
        }
        size_t left = texts->longer_count - i - 1; /* a column lowers the distance by at most 1 */
        if (last > left && last - left > bound)
            return bound + 1;
    }
    return last > bound ? bound + 1 : last;
}

typedef size_t kernel(const struct byte_texts *texts, size_t bound);

#define DEFINE_KERNEL(words)                                                         \
    static size_t by_columns_##words(const struct byte_texts *texts, size_t bound) { \
        return texts->steps ? by_columns(texts, bound, words, true)                  \
                            : by_columns(texts, bound, words, false);                \
    }

DEFINE_KERNEL(1)
DEFINE_KERNEL(2)
DEFINE_KERNEL(3)
DEFINE_KERNEL(4)
DEFINE_KERNEL(5)
DEFINE_KERNEL(6)
DEFINE_KERNEL(7)
DEFINE_KERNEL(8)

static size_t distance_by_columns(const struct byte_texts *texts, size_t bound) {
    static kernel *const kernels[words_max] = {by_columns_1, by_columns_2, by_columns_3,
                                               by_columns_4, by_columns_5, by_columns_6,
                                               by_columns_7, by_columns_8};
    assert(texts->shorter_count > 0 && texts->shorter_count <= shorter_max);
    assert(texts->alphabet <= alphabet_max);
    return kernels[(texts->shorter_count - 1) / word_bits](texts, bound);
}

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
    assert(texts->shorter_count > 0 && texts->longer_count - texts->shorter_count <= bound);
    if (bound <= narrow_max && bound < texts->longer_count)
        return near_diagonal(texts, bound);
    return distance_by_columns(texts, bound);
}

/* ---- Texts of code points -------------------------------------------------------------------- */

struct text {
    const uint32_t *values;
    size_t count;
};

/* A hash table of the code points of the shorter text; free where `bytes` is 0. */
struct alphabet {
    uint32_t points[1024];
    unsigned char bytes[1024];
    size_t size; /* bytes in use, and 0 */
};

static size_t alphabet_slot(const struct alphabet *alphabet, uint32_t value) {
    size_t slots = sizeof alphabet->bytes;
    size_t at = (value ^ value >> 7) % slots;
    while (alphabet->bytes[at] && alphabet->points[at] != value)
        at = (at + 1) % slots;
    return at;
}

/*
 * Encodes the beginning of the shorter text in bytes: 1, 2 ... for its code points. All of it, but
 * not more than bytes can tell apart.
 */
static size_t encode_beginning(struct alphabet *alphabet, struct text text, unsigned char *bytes) {
    alphabet->size = 1;
    memset(alphabet->bytes, 0, sizeof alphabet->bytes);
    for (size_t i = 0; i < text.count; i++) {
        size_t at = alphabet_slot(alphabet, text.values[i]);
        if (!alphabet->bytes[at]) {
            if (alphabet->size == alphabet_max)
                return i;
            alphabet->points[at] = text.values[i];
            alphabet->bytes[at] = (unsigned char)alphabet->size++;
        }
        bytes[i] = alphabet->bytes[at];
    }
    return text.count;
}

/* Encodes code points of the longer text: 0 for what the shorter one lacks. */
static void encode(const struct alphabet *alphabet, const uint32_t *values, size_t count,
                   unsigned char *bytes) {
    for (size_t i = 0; i < count; i++)
        bytes[i] = alphabet->bytes[alphabet_slot(alphabet, values[i])];
}

/*
 * Computes the matrix in stripes, from top to bottom; of each, the columns within `bound` of the
 * diagonal. Left of them, each row is taken to be one more than that above; right of them, each
 * column one more than that before. Both are upper bounds of the true values, and no path within
 * the bound passes there. Rows above a text are only right below a row that rises, the first.
 */
static enum edit_distance_result by_stripes(struct edit_distance_workspace *workspace,
                                            struct text longer, struct text shorter, size_t bound,
                                            size_t *distance) {
    assert(longer.count - shorter.count <= bound);
    struct alphabet alphabet;
    unsigned char *rows = workspace->bytes, *columns = rows + shorter.count;
    size_t corner = 0; /* the value above the first row and before the first column */
    memset(workspace->steps, 1, longer.count);
    for (size_t top = 0, begin = 0, bottom; top < shorter.count; top = bottom) {
        size_t most = bound < 64 ? 128 : bound < 256 ? 256 : shorter_max;
        size_t left = shorter.count - top;
        struct text text = {shorter.values + top, left < most ? left : most};
        left -= encode_beginning(&alphabet, text, rows);
        left = (left + word_bits - 1) / word_bits * word_bits; /* the others fill their words */
        bottom = shorter.count - left;
        assert(bottom > top);
        bool last = bottom == shorter.count;
        size_t end = bound < longer.count - bottom ? bottom + bound : longer.count;
        encode(&alphabet, longer.values + begin, end - begin, columns);
        struct byte_texts texts = {.longer = columns,
                                   .shorter = rows,
                                   .longer_count = end - begin,
                                   .shorter_count = bottom - top,
                                   .alphabet = alphabet.size,
                                   .corner = corner};
        if (top > 0 || !last || longer.count > longer_max) {
            texts.steps = workspace->steps + begin;
            texts.interruption = workspace->interruption;
        }
        *distance = distance_by_columns(&texts, last ? bound : SIZE_MAX);
        if (*distance == interrupted)
            return edit_distance_interrupted;
        corner += bottom - top;
        for (; begin + bound < bottom; begin++)
            corner += (size_t)workspace->steps[begin];
    }
    return edit_distance_ok;
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
    if (!ARRAY_RESERVE(allocator, workspace->bytes, workspace->byte_capacity,
                       shorter.count + longer.count) ||
        !ARRAY_RESERVE(allocator, workspace->steps, workspace->step_capacity, longer.count))
        return edit_distance_no_memory;
    struct alphabet alphabet;
    unsigned char *bytes = workspace->bytes;
    if (bound > narrow_max || longer.count > longer_max ||
        encode_beginning(&alphabet, shorter, bytes) < shorter.count)
        return by_stripes(workspace, longer, shorter, bound, distance);
    encode(&alphabet, longer.values, longer.count, bytes + shorter.count);
    struct byte_texts texts = {.longer = bytes + shorter.count,
                               .shorter = bytes,
                               .longer_count = longer.count,
                               .shorter_count = shorter.count,
                               .alphabet = alphabet.size};
    *distance = distance_of_bytes(&texts, bound);
    return edit_distance_ok;
}

static size_t distance_of_raw(struct edit_text longer, struct edit_text shorter, size_t alphabet,
                              size_t bound) {
    size_t distance;
    if (bound > longer.count)
        bound = longer.count;
    if (without_matrix(&longer, &shorter, bound, &distance, 1))
        return distance;
    struct byte_texts texts = {.longer = longer.bytes,
                               .shorter = shorter.bytes,
                               .longer_count = longer.count,
                               .shorter_count = shorter.count,
                               .alphabet = alphabet};
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
