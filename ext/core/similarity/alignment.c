/*
 * alignment.c - see alignment.h.
 *
 * Places count from the end: at (x, y), x symbols of a and y of b are left. On diagonal k,
 * x - y = k. With d differences, the diagonals -d, -d + 2 ... d can be reached. Row d of a triangle
 * holds the x reached on each; diagonal k is entry (k + d) / 2.
 */
#include "alignment.h"

#include <assert.h>

enum { unreachable = -2 };

/* Entries of the triangle. */
enum { steps_per_piece = (alignment_exact_max + 1) * (alignment_exact_max + 2) / 2 };

/* The sequences still to be aligned. They shrink from the end. */
struct part {
    const uint32_t *a, *b;
    int32_t a_count, b_count;
};

static size_t row_begin(int32_t d) {
    return (size_t)d * ((size_t)d + 1) / 2;
}

/* Computes row d from row d - 1. Returns whether it reaches the beginning of both sequences. */
static bool make_row(const struct part *part, int32_t *reached, int32_t d) {
    const uint32_t *a = part->a_count ? part->a + part->a_count : part->a;
    const uint32_t *b = part->b_count ? part->b + part->b_count : part->b;
    int32_t *row = reached + row_begin(d);
    const int32_t *before = d > 0 ? reached + row_begin(d - 1) : NULL;
    bool done = false;
    for (int32_t i = 0; i <= d; i++) {
        int32_t k = 2 * i - d, x = d == 0 ? 0 : unreachable;
        if (i > 0 && before[i - 1] >= 0 && before[i - 1] < part->a_count)
            x = before[i - 1] + 1; /* a deletion */
        if (i < d && before[i] >= 0 && before[i] - k <= part->b_count && before[i] >= x)
            x = before[i]; /* an insertion */
        for (int32_t y = x - k;
             x >= 0 && x < part->a_count && y < part->b_count && a[-1 - x] == b[-1 - y]; y++)
            x++;
        row[i] = x;
        done |= x == part->a_count && k == part->a_count - part->b_count;
    }
    return done;
}

/* A place on a script: x and y symbols are left, with d differences among them. */
struct place {
    int32_t x, y, d;
};

/* The place in row d that leaves least to do, with the fewest differences that lead there. */
static struct place furthest_place(const int32_t *reached, int32_t d) {
    const int32_t *row = reached + row_begin(d);
    struct place best = {0};
    for (int32_t i = 0; i <= d; i++) {
        int32_t x = row[i], y = row[i] - (2 * i - d);
        if (x >= 0 && (int64_t)x + y > (int64_t)best.x + best.y)
            best = (struct place){x, y, d};
    }
    int32_t k = best.x - best.y;
    while (d - 2 >= k && d - 2 >= -k &&
           best.x <= reached[row_begin(d - 2) + (size_t)((k + d - 2) / 2)])
        d -= 2;
    best.d = d;
    return best;
}

/* Whether a shortest script can delete the next symbol of a. */
static bool can_delete(const int32_t *reached, struct place at) {
    int32_t k = at.x - 1 - at.y, d = at.d - 1;
    if (at.x == 0 || k < -d || k > d)
        return false;
    return at.x - 1 <= reached[row_begin(d) + (size_t)((k + d) / 2)];
}

/* Reads off the script from a place to the end of the part, and appends its hunks in order. */
static bool read_script(struct alignment *alignment, const struct allocator *allocator,
                        const struct part *part, struct place at) {
    const uint32_t *a = part->a_count ? part->a + part->a_count : part->a;
    const uint32_t *b = part->b_count ? part->b + part->b_count : part->b;
    while (at.d > 0) {
        while (at.x > 0 && at.y > 0 && a[-at.x] == b[-at.y]) {
            at.x--;
            at.y--;
        }
        struct place begin = at;
        while (at.d > 0 && !(at.x > 0 && at.y > 0 && a[-at.x] == b[-at.y])) {
            if (can_delete(alignment->reached, at))
                at.x--;
            else
                at.y--;
            at.d--;
        }
        assert(at.x >= 0 && at.y >= 0);
        if (!ARRAY_APPEND(allocator, alignment->hunks, alignment->count, alignment->capacity,
                          (struct hunk){(uint32_t)(part->a_count - begin.x),
                                        (uint32_t)(part->a_count - at.x),
                                        (uint32_t)(part->b_count - begin.y),
                                        (uint32_t)(part->b_count - at.y)}))
            return false;
    }
    return true;
}

static void reverse(struct hunk *hunks, size_t count) {
    for (size_t i = 0; i < count / 2; i++) {
        struct hunk kept = hunks[i];
        hunks[i] = hunks[count - 1 - i];
        hunks[count - 1 - i] = kept;
    }
}

/* Aligns as much of the end of the part as it can and removes it. Appends the hunks backwards. */
static bool align_piece(struct alignment *alignment, const struct allocator *allocator,
                        struct part *part) {
    size_t first = alignment->count;
    bool done = false;
    int32_t d = -1;
    while (!done && d < alignment_exact_max) {
        d++;
        if (!ARRAY_RESERVE(allocator, alignment->reached, alignment->reached_capacity,
                           row_begin(d + 1)))
            return false;
        done = make_row(part, alignment->reached, d);
    }
    struct place at = {part->a_count, part->b_count, d};
    if (!done)
        at = furthest_place(alignment->reached, d);
    if (!read_script(alignment, allocator, part, at))
        return false;
    reverse(alignment->hunks + first, alignment->count - first);
    part->a_count -= at.x;
    part->b_count -= at.y;
    return true;
}

/* Joins hunks that touch, since pieces may meet within one, and shifts all by `prefix`. */
static void join_hunks(struct alignment *alignment, uint32_t prefix) {
    size_t count = 0;
    for (size_t i = 0; i < alignment->count; i++) {
        struct hunk next = alignment->hunks[i];
        next.a_begin += prefix;
        next.a_end += prefix;
        next.b_begin += prefix;
        next.b_end += prefix;
        struct hunk *last = count > 0 ? &alignment->hunks[count - 1] : NULL;
        if (last && last->a_end == next.a_begin && last->b_end == next.b_begin) {
            last->a_end = next.a_end;
            last->b_end = next.b_end;
        } else {
            alignment->hunks[count++] = next;
        }
    }
    alignment->count = count;
}

bool alignment_find(struct alignment *alignment, const struct allocator *allocator,
                    const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count) {
    assert(a_count <= INT32_MAX && b_count <= INT32_MAX);
    size_t prefix = 0;
    while (prefix < a_count && prefix < b_count && a[prefix] == b[prefix])
        prefix++;
    while (a_count > prefix && b_count > prefix && a[a_count - 1] == b[b_count - 1]) {
        a_count--;
        b_count--;
    }
    /* (An empty text may be NULL, to which nothing is added.) */
    struct part part = {prefix ? a + prefix : a, prefix ? b + prefix : b,
                        (int32_t)(a_count - prefix), (int32_t)(b_count - prefix)};
    alignment->count = 0;
    while (part.a_count > 0 || part.b_count > 0) {
        if (!align_piece(alignment, allocator, &part))
            return false;
        bool more = part.a_count > 0 || part.b_count > 0;
        if (more && interruption_after(alignment->interruption, steps_per_piece))
            return false;
    }
    reverse(alignment->hunks, alignment->count);
    join_hunks(alignment, (uint32_t)prefix);
    return true;
}

void alignment_free(struct alignment *alignment, const struct allocator *allocator) {
    RELEASE(allocator, alignment->hunks, alignment->reached);
    alignment->hunks = NULL;
    alignment->reached = NULL;
    alignment->count = alignment->capacity = alignment->reached_capacity = 0;
}
