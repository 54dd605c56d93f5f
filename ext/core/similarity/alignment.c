/*
 * alignment.c - see alignment.h.
 *
 * Positions count from the end: (x, y) is where x symbols of a and y of b are left over. Diagonal k
 * has x - y = k. With d differences the diagonals -d, -d + 2 ... d are reached, d + 1 of them; how
 * far, in x, stands in row d of a triangle. Of diagonal k it is entry (k + d) / 2.
 */
#include "alignment.h"

enum { unreachable = -2 };

/* Entries of the triangle. */
enum { steps_of_piece = (alignment_exact_max + 1) * (alignment_exact_max + 2) / 2 };

/* The part that is aligned: what stands before a[a_begin], b[b_begin] is not looked at. */
struct part {
    const uint32_t *a, *b;
    int32_t a_count, b_count;
};

static size_t row_begin(int32_t d) {
    return (size_t)d * ((size_t)d + 1) / 2;
}

static bool grow_rows(struct alignment *alignment, const struct allocator *allocator, int32_t d) {
    int32_t *reached = allocator_grow(allocator, alignment->reached, &alignment->reached_capacity,
                                      row_begin(d + 1), sizeof *reached);
    if (reached)
        alignment->reached = reached;
    return reached != NULL;
}

/* Goes on from (x, x - k) over all that is equal. */
static int32_t slide(const struct part *part, int32_t x, int32_t k) {
    int32_t y = x - k;
    const uint32_t *a = part->a + part->a_count, *b = part->b + part->b_count;
    while (x < part->a_count && y < part->b_count && a[-1 - x] == b[-1 - y]) {
        x++;
        y++;
    }
    return x;
}

/* How far entry `i` of row d is reached before anything equal: by a deletion, or an insertion. */
static int32_t step(const struct part *part, const int32_t *before, int32_t d, int32_t i) {
    int32_t deleted = i > 0 && before[i - 1] >= 0 ? before[i - 1] + 1 : unreachable;
    int32_t inserted = i < d && before[i] >= 0 ? before[i] : unreachable;
    int32_t k = 2 * i - d;
    if (deleted > part->a_count)
        deleted = unreachable;
    if (inserted - k > part->b_count)
        inserted = unreachable;
    return deleted > inserted ? deleted : inserted;
}

/* Makes row d of those before it; whether it reaches the beginning of both. */
static bool make_row(const struct part *part, int32_t *reached, int32_t d) {
    int32_t *row = reached + row_begin(d);
    const int32_t *before = d > 0 ? reached + row_begin(d - 1) : NULL;
    bool done = false;
    for (int32_t i = 0; i <= d; i++) {
        int32_t k = 2 * i - d, x = d > 0 ? step(part, before, d, i) : 0;
        row[i] = x < 0 ? unreachable : slide(part, x, k);
        done |= row[i] == part->a_count && k == part->a_count - part->b_count;
    }
    return done;
}

/* A place on a script: x and y are left over, of which d symbols differ. */
struct place {
    int32_t x, y, d;
};

/* The fewest differences with which a place on diagonal k was reached. */
static int32_t fewest(const int32_t *reached, int32_t x, int32_t k, int32_t d) {
    while (d - 2 >= k && d - 2 >= -k && x <= reached[row_begin(d - 2) + (size_t)((k + d - 2) / 2)])
        d -= 2;
    return d;
}

/* The place that row d reaches and that leaves least to do. */
static struct place furthest_place(const int32_t *reached, int32_t d) {
    const int32_t *row = reached + row_begin(d);
    struct place best = {0};
    for (int32_t i = 0; i <= d; i++) {
        int32_t x = row[i], y = row[i] - (2 * i - d);
        if (x >= 0 && (int64_t)x + y > (int64_t)best.x + best.y)
            best = (struct place){x, y, d};
    }
    best.d = fewest(reached, best.x, best.x - best.y, d);
    return best;
}

static bool add_hunk(struct alignment *alignment, const struct allocator *allocator,
                     struct hunk hunk) {
    struct hunk *hunks = allocator_grow(allocator, alignment->hunks, &alignment->capacity,
                                        alignment->count + 1, sizeof *hunks);
    if (!hunks)
        return false;
    alignment->hunks = hunks;
    hunks[alignment->count++] = hunk;
    return true;
}

/* Whether the next symbol of a can be deleted on a shortest script. */
static bool can_delete(const int32_t *reached, struct place at) {
    int32_t k = at.x - 1 - at.y, d = at.d - 1;
    if (at.x == 0 || k < -d || k > d)
        return false;
    int32_t furthest_there = reached[row_begin(d) + (size_t)((k + d) / 2)];
    return at.x - 1 <= furthest_there;
}

/* Goes over one run of differences, to where something is equal, or all is done. */
static struct place skip_hunk(const struct part *part, const int32_t *reached, struct place at) {
    const uint32_t *a = part->a + part->a_count, *b = part->b + part->b_count;
    while (at.d > 0 && !(at.x > 0 && at.y > 0 && a[-at.x] == b[-at.y])) {
        if (can_delete(reached, at))
            at.x--;
        else
            at.y--;
        at.d--;
    }
    return at;
}

/* Reads off the script from a place, and adds its hunks: in order. */
static bool read_script(struct alignment *alignment, const struct allocator *allocator,
                        const struct part *part, struct place at) {
    const uint32_t *a = part->a + part->a_count, *b = part->b + part->b_count;
    while (at.d > 0) {
        while (at.x > 0 && at.y > 0 && a[-at.x] == b[-at.y]) {
            at.x--;
            at.y--;
        }
        struct place end = skip_hunk(part, alignment->reached, at);
        struct hunk hunk = {(uint32_t)(part->a_count - at.x), (uint32_t)(part->a_count - end.x),
                            (uint32_t)(part->b_count - at.y), (uint32_t)(part->b_count - end.y)};
        if (!add_hunk(alignment, allocator, hunk))
            return false;
        at = end;
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

/*
 * Aligns the end of the part, as much of it as can be, and takes it off; its hunks are backwards.
 */
static bool take_piece(struct alignment *alignment, const struct allocator *allocator,
                       struct part *part) {
    size_t first = alignment->count;
    bool done = false;
    int32_t d = -1;
    while (!done && d < alignment_exact_max) {
        if (!grow_rows(alignment, allocator, ++d))
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

/* Pieces may meet within a run of differences. */
static void join_neighbours(struct alignment *alignment) {
    size_t kept = 0;
    for (size_t i = 1; i < alignment->count; i++) {
        struct hunk *last = &alignment->hunks[kept], next = alignment->hunks[i];
        if (last->a_end == next.a_begin && last->b_end == next.b_begin) {
            last->a_end = next.a_end;
            last->b_end = next.b_end;
        } else {
            alignment->hunks[++kept] = next;
        }
    }
    if (alignment->count > 0)
        alignment->count = kept + 1;
}

/* Counts are from `prefix` on; hunks count from the beginning. */
static void move_hunks(struct alignment *alignment, uint32_t prefix) {
    for (size_t i = 0; i < alignment->count; i++) {
        struct hunk *hunk = &alignment->hunks[i];
        hunk->a_begin += prefix;
        hunk->a_end += prefix;
        hunk->b_begin += prefix;
        hunk->b_end += prefix;
    }
}

/* Takes off what both begin with, and what both end with; how many the first are. */
static uint32_t trim(struct part *part) {
    uint32_t prefix = 0;
    while (part->a_count > 0 && part->b_count > 0 && *part->a == *part->b) {
        *part = (struct part){part->a + 1, part->b + 1, part->a_count - 1, part->b_count - 1};
        prefix++;
    }
    while (part->a_count > 0 && part->b_count > 0 &&
           part->a[part->a_count - 1] == part->b[part->b_count - 1]) {
        part->a_count--;
        part->b_count--;
    }
    return prefix;
}

bool alignment_find(struct alignment *alignment, const struct allocator *allocator,
                    const uint32_t *a, size_t a_count, const uint32_t *b, size_t b_count) {
    alignment->count = 0;
    struct part part = {a, b, (int32_t)a_count, (int32_t)b_count};
    uint32_t prefix = trim(&part);
    bool more = part.a_count > 0 || part.b_count > 0;
    while (more) {
        if (!take_piece(alignment, allocator, &part))
            return false;
        more = part.a_count > 0 || part.b_count > 0;
        if (more && interruption_after(alignment->interruption, steps_of_piece))
            return false;
    }
    reverse(alignment->hunks, alignment->count);
    join_neighbours(alignment);
    move_hunks(alignment, prefix);
    return true;
}

void alignment_free(struct alignment *alignment, const struct allocator *allocator) {
    allocator->release(alignment->hunks);
    allocator->release(alignment->reached);
    alignment->hunks = NULL;
    alignment->reached = NULL;
    alignment->count = alignment->capacity = alignment->reached_capacity = 0;
}
