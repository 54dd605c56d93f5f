/* set_similarity.c - see set_similarity.h. */
#include "set_similarity.h"

#include "../base/cpu.h"
#include "../text/shingle.h"

#include <string.h> /* memcmp, memcpy, memset, strcmp */

void set_work_free(struct set_work *work, const struct allocator *allocator) {
    code_points_free(&work->a, allocator);
    code_points_free(&work->b, allocator);
    allocator->release(work->room);
    *work = (struct set_work){.interruption = work->interruption};
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

/*
 * The hash of a shingle is a polynomial of its values modulo 2^32, times the base once more so that
 * its upper bits, by which a slot is chosen, depend on all of them.
 */
static const uint32_t base = UINT32_C(0x9E3779B1);

/* The sum rolls from one shingle to the next. */
static void hash_scalar(const uint32_t *values, size_t shingles, size_t width, uint32_t *hashes) {
    uint32_t rolling = 0, leaving = 1; /* leaving = base^width, the weight a value leaves with */
    for (size_t i = 0; i < width; i++) {
        rolling = rolling * base + values[i];
        leaving *= base;
    }
    hashes[0] = rolling * base;
    for (size_t i = 1; i < shingles; i++) {
        rolling = rolling * base + (values[i + width - 1] - values[i - 1] * leaving);
        hashes[i] = rolling * base;
    }
}

#ifdef CPU_HAS_PATHS

typedef uint32_t eight __attribute__((vector_size(32), aligned(4), may_alias));
#define EIGHT(numbers) (*(const eight *)(const void *)(numbers))

/*
 * Each sum by itself, which is more work, but none waits for its neighbour, so that eight are made
 * together: first those of four values each, then of these the whole ones. The last vectors are
 * read and written beyond the end.
 */
__attribute__((target("avx2"))) static void hash_avx2(const uint32_t *values, size_t shingles,
                                                      size_t width, uint32_t *hashes) {
    const uint32_t base2 = base * base, base4 = base2 * base2;
    size_t fours = width / 4 * 4;
    for (size_t i = 0; fours > 0 && i < shingles + fours - 4; i += 8) {
        const uint32_t *at = values + i;
        eight sum = EIGHT(at) * base + EIGHT(at + 1);
        sum = sum * base2 + (EIGHT(at + 2) * base + EIGHT(at + 3));
        memcpy(hashes + i, &sum, sizeof sum);
    }
    for (size_t i = 0; i < shingles; i += 8) {
        eight sum = {0};
        for (size_t k = 0; k < fours; k += 4)
            sum = sum * base4 + EIGHT(hashes + i + k);
        for (size_t k = fours; k < width; k++)
            sum = sum * base + EIGHT(values + i + k);
        sum *= base;
        memcpy(hashes + i, &sum, sizeof sum);
    }
}

#endif

/* Beyond this width, rolling is less work than vectors are. */
enum { vector_width_max = 64 };

set_hash_kernel *set_hash_kernel_named(const char *name) {
    if (strcmp(name, "scalar") == 0)
        return hash_scalar;
#ifdef CPU_HAS_PATHS
    if (strcmp(name, "avx2") == 0 && cpu_has_avx2())
        return hash_avx2;
#endif
    return NULL;
}

static void hash_shingles(const uint32_t *values, size_t shingles, size_t width, uint32_t *hashes) {
    set_hash_kernel *kernel = hash_scalar;
#ifdef CPU_HAS_PATHS
    if (width <= vector_width_max && cpu_has_avx2())
        kernel = hash_avx2;
#endif
    if (shingles > 0)
        kernel(values, shingles, width, hashes);
}

void set_hashes(const uint32_t *values, size_t count, size_t shingle, uint32_t *hashes) {
    hash_shingles(values, shingle_count(count, shingle), shingle_width(count, shingle), hashes);
}

/* ---- Sets ------------------------------------------------------------------------------------ */

static size_t smaller(size_t x, size_t y) {
    return x < y ? x : y;
}

/*
 * Two texts and the table of their shingles, which are of one width: those of a have the numbers
 * from 0, those of b follow. Of equal shingles the first is entered, the others are repeats.
 */
struct pair {
    const uint32_t *a, *b;
    size_t in_a, in_b, width;
    uint32_t *hashes;
    void *slots; /* uint16_t where that holds all numbers, which leaves more room in the cache */
    bool short_slots;
    unsigned shift; /* a slot is what is left of a hash without these lower bits */
    uint32_t *late; /* those that found their slot taken */
    uint32_t *next; /* + 1: in the slot, behind one that is entered; of a repeat in a, of which */
    bool *met;      /* for each shingle of a whether b has it */
    struct interruption *interruption;
};

/*
 * enter_...() gives each slot to the first of the shingles `from` .. `end` - 1 that wants it, which
 * is the last to write; list_late_...() then lists those that came late, behind `count` others, and
 * returns how many there are now. No branch depends on the texts, so there is none that the CPU
 * could guess wrong, and no slot is read that was not written, so none has to be cleared. Two are
 * written in a round because a loop of one is so short that its speed depends on where it lies in
 * memory.
 */
#define DEFINE_ENTER(width, slot)                                                     \
    static void enter_##width(const struct pair *pair, size_t from, size_t end) {     \
        const uint32_t *hashes = pair->hashes;                                        \
        slot *slots = pair->slots;                                                    \
        unsigned shift = pair->shift;                                                 \
        for (; end - from >= 2; end -= 2) {                                           \
            slots[hashes[end - 1] >> shift] = (slot)(end - 1);                        \
            slots[hashes[end - 2] >> shift] = (slot)(end - 2);                        \
        }                                                                             \
        if (end > from)                                                               \
            slots[hashes[from] >> shift] = (slot)from;                                \
    }                                                                                 \
    static size_t list_late_##width(const struct pair *pair, size_t from, size_t end, \
                                    size_t count) {                                   \
        const uint32_t *hashes = pair->hashes;                                        \
        uint32_t *late = pair->late;                                                  \
        const slot *slots = pair->slots;                                              \
        unsigned shift = pair->shift;                                                 \
        for (size_t i = from; i < end; i++) {                                         \
            late[count] = (uint32_t)i;                                                \
            count += slots[hashes[i] >> shift] < i;                                   \
        }                                                                             \
        return count;                                                                 \
    }

DEFINE_ENTER(short, uint16_t)
DEFINE_ENTER(long, uint32_t)

/* All of them, those of long texts part by part; false where it was interrupted. */
static bool enter_all(const struct pair *pair, size_t *late) {
    size_t all = pair->in_a + pair->in_b;
    *late = 0;
    if (pair->short_slots) {
        enter_short(pair, 0, all);
        *late = list_late_short(pair, 0, all, 0);
        return !interruption_after(pair->interruption, all);
    }
    for (size_t end = all, from; end > 0; end = from) {
        from = end > interruption_patience ? end - interruption_patience : 0;
        enter_long(pair, from, end);
        if (interruption_after(pair->interruption, end - from))
            return false;
    }
    for (size_t from = 0, end; from < all; from = end) {
        end = smaller(all, from + interruption_patience);
        *late = list_late_long(pair, from, end, *late);
        if (interruption_after(pair->interruption, end - from))
            return false;
    }
    return true;
}

static size_t first_in_slot(const struct pair *pair, uint32_t hash) {
    size_t slot = hash >> pair->shift;
    return pair->short_slots ? ((const uint16_t *)pair->slots)[slot]
                             : ((const uint32_t *)pair->slots)[slot];
}

static const uint32_t *text_of(const struct pair *pair, size_t shingle) {
    return shingle < pair->in_a ? pair->a + shingle : pair->b + (shingle - pair->in_a);
}

/*
 * The shingle equal to this late one that was entered; where none is, enters this one. SIZE_MAX
 * where it was interrupted: there may be many whose hashes meet.
 */
static size_t enter_late(const struct pair *pair, size_t shingle) {
    uint32_t hash = pair->hashes[shingle];
    size_t other = first_in_slot(pair, hash), size = pair->width * sizeof *pair->a;
    for (;; other = pair->next[other] - 1) {
        if (pair->hashes[other] == hash &&
            memcmp(text_of(pair, other), text_of(pair, shingle), size) == 0)
            return other;
        if (!pair->next[other]) {
            pair->next[other] = (uint32_t)(shingle + 1);
            return shingle;
        }
        if (interruption_after(pair->interruption, 1))
            return SIZE_MAX;
    }
}

/* How many code points from here on are the same, `most` at most. */
static size_t same_ahead(const uint32_t *a, const uint32_t *b, size_t most) {
    size_t count = 0;
    while (count < most && a[count] == b[count])
        count++;
    return count;
}

/* And how many before. */
static size_t same_behind(const uint32_t *a, const uint32_t *b, size_t most) {
    size_t count = 0;
    while (count < most && *--a == *--b)
        count++;
    return count;
}

/* How many shingles its text has from this one on. */
static size_t shingles_from(const struct pair *pair, size_t shingle) {
    return (shingle < pair->in_a ? pair->in_a : pair->in_a + pair->in_b) - shingle;
}

/*
 * How many shingles from these two on are equal, where the first are: the next ones are if the code
 * points behind them are, without a look into the table.
 */
static size_t side_by_side(const struct pair *pair, size_t one, size_t other) {
    size_t most = smaller(shingles_from(pair, one), shingles_from(pair, other));
    return 1 + same_ahead(text_of(pair, one) + pair->width, text_of(pair, other) + pair->width,
                          most - 1);
}

/* b has these shingles of a; how many of them twice is seen in the end. */
static void meet(const struct pair *pair, size_t from, size_t count, struct set_counts *counts) {
    memset(pair->met + from, true, count);
    counts->both += count;
}

/* These shingles of a repeat others. The list of the late begins with the repeats so far. */
static size_t note_repeats(const struct pair *pair, size_t from, size_t count, size_t equal,
                           size_t repeats) {
    for (size_t i = 0; i < count; i++) {
        pair->next[from + i] = (uint32_t)(equal + i + 1);
        pair->late[repeats + i] = (uint32_t)(from + i);
    }
    return repeats + count;
}

/*
 * Takes those late shingles off the counts that are not new; returns how many repeat others of a,
 * SIZE_MAX where it was interrupted. A shingle that stands anywhere before is late, so that texts
 * that are alike are mostly walked through side by side.
 */
static size_t sort_out(const struct pair *pair, size_t late, struct set_counts *counts) {
    size_t repeats = 0;
    for (size_t i = 0, count; i < late; i += count) {
        size_t shingle = pair->late[i], equal = enter_late(pair, shingle);
        count = 1;
        if (equal == SIZE_MAX || interruption_at(pair->interruption, i))
            return SIZE_MAX;
        if (equal == shingle)
            continue;
        count = side_by_side(pair, equal, shingle);
        if (shingle < pair->in_a)
            repeats = note_repeats(pair, shingle, count, equal, repeats);
        else if (equal < pair->in_a)
            meet(pair, equal, count, counts);
        else
            counts->b -= count;
    }
    counts->a -= repeats;
    return repeats;
}

/* Counts each shingle once that b has of a. */
static void count_met(const struct pair *pair, size_t repeats, struct set_counts *counts) {
    while (repeats > 0) { /* a repeat may be one of a repeat, which comes before it */
        size_t repeat = pair->late[--repeats];
        pair->met[pair->next[repeat] - 1] |= pair->met[repeat];
        pair->met[repeat] = false;
    }
    size_t both = 0;
    for (size_t i = 0; i < pair->in_a; i += 8) { /* eight are added up by one multiplication */
        uint64_t met;
        memcpy(&met, pair->met + i, sizeof met);
        both += (size_t)(met * UINT64_C(0x0101010101010101) >> 56);
    }
    counts->b -= counts->both - both;
    counts->both = both;
}

/* How many shingles there are in so many code points. */
static size_t shingles_in(size_t points, size_t width) {
    return points < width ? 0 : points - width + 1;
}

/*
 * The shingles that both texts begin with, and those that both end with, need no table. False where
 * it was interrupted.
 */
static bool count_pair(struct pair *pair, struct set_counts *counts) {
    size_t in_both = smaller(pair->in_a, pair->in_b), width = pair->width, ahead = 0, behind = 0;
    if (in_both > 0) {
        const uint32_t *a_end = pair->a + pair->in_a + width - 1;
        const uint32_t *b_end = pair->b + pair->in_b + width - 1;
        size_t most = in_both + width - 1;
        ahead = shingles_in(same_ahead(pair->a, pair->b, most), width);
        behind = shingles_in(same_behind(a_end, b_end, most - ahead), width);
    }
    pair->b += ahead;
    pair->in_b -= ahead + behind;
    hash_shingles(pair->a, pair->in_a, width, pair->hashes);
    hash_shingles(pair->b, pair->in_b, width, pair->hashes + pair->in_a);
    memset(pair->next, 0, (pair->in_a + pair->in_b) * sizeof *pair->next);
    memset(pair->met, false, pair->in_a + 8);
    size_t late, repeats = SIZE_MAX;
    if (enter_all(pair, &late))
        repeats = sort_out(pair, late, counts);
    if (repeats == SIZE_MAX)
        return false;
    meet(pair, 0, ahead, counts);
    meet(pair, pair->in_a - behind, behind, counts);
    count_met(pair, repeats, counts);
    return true;
}

/* For each shingle: its numbers in three lists, up to 32 bytes of slots, and whether it was met. */
enum { room_for_shingle = 3 * sizeof(uint32_t) + 32 + 1 };

/* Few come late that are new where there are eight slots or more for each, or four wide ones. */
static bool make_room(struct pair *pair, struct set_work *work, const struct allocator *allocator) {
    size_t shingles = pair->in_a + pair->in_b, list = shingles + pair->width + set_hash_slack;
    uint32_t *room =
        allocator_grow(allocator, work->room, &work->room_capacity, list, room_for_shingle);
    if (!room)
        return false;
    work->room = room;
    pair->hashes = room;
    pair->late = room + list;
    pair->next = room + 2 * list;
    pair->slots = room + 3 * list;
    pair->met = (bool *)(room + (3 + 8) * list);
    pair->short_slots = shingles <= UINT16_MAX + 1;
    pair->shift = 32 - 6;
    for (size_t slots = 64; slots / (pair->short_slots ? 8 : 4) < shingles && pair->shift > 1;) {
        slots *= 2;
        pair->shift--;
    }
    return true;
}

bool set_count(struct set_work *work, const struct allocator *allocator, size_t shingle,
               struct set_counts *counts) {
    const struct code_points *a = &work->a, *b = &work->b;
    size_t in_a = shingle_count(a->count, shingle), width_a = shingle_width(a->count, shingle);
    size_t in_b = shingle_count(b->count, shingle), width_b = shingle_width(b->count, shingle);
    *counts = (struct set_counts){.a = in_a, .b = in_b};
    /* Shingles of unlike width are never equal; the text with the narrower ones has but one. */
    struct pair pair = {.a = a->values,
                        .b = b->values,
                        .in_a = width_a < width_b ? 0 : in_a,
                        .in_b = width_b < width_a ? 0 : in_b,
                        .width = width_a < width_b ? width_b : width_a,
                        .interruption = work->interruption};
    if (in_a >= UINT32_MAX - in_b || !make_room(&pair, work, allocator))
        return false;
    return count_pair(&pair, counts);
}

double set_jaccard(const struct set_counts *counts) {
    size_t either = counts->a + counts->b - counts->both;
    return either == 0 ? 1 : (double)counts->both / (double)either;
}

double set_containment(const struct set_counts *counts) {
    return counts->a == 0 ? 1 : (double)counts->both / (double)counts->a;
}
