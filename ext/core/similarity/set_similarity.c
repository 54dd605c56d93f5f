/* set_similarity.c - see set_similarity.h. */
#include "set_similarity.h"

#include "../base/cpu.h"
#include "../text/shingle.h"
#include "edit_trimming.h"

#include <assert.h>
#include <string.h> /* memcmp, memcpy, memset, strcmp */

void set_similarity_workspace_free(struct set_similarity_workspace *workspace,
                                   const struct allocator *allocator) {
    code_points_free(&workspace->a, allocator);
    code_points_free(&workspace->b, allocator);
    allocator->release(workspace->arrays);
    *workspace = (struct set_similarity_workspace){.interruption = workspace->interruption};
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

/*
 * The hash of a shingle is a polynomial of its values modulo 2^32, multiplied by the base once more
 * so that the upper bits, which select a slot, depend on all values.
 */
static const uint32_t base = UINT32_C(0x9E3779B1);

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

typedef uint32_t eight_hashes __attribute__((vector_size(32), aligned(4), may_alias));
#define EIGHT(numbers) (*(const eight_hashes *)(const void *)(numbers))

/*
 * Computes each sum independently of its neighbour, eight at a time: first the sums of four values,
 * and from these the whole ones. More work than rolling, but without its chain of dependencies.
 * Reads and writes up to set_hash_slack elements beyond the end.
 */
__attribute__((target("avx2"))) static void hash_avx2(const uint32_t *values, size_t shingles,
                                                      size_t width, uint32_t *hashes) {
    const uint32_t base2 = base * base, base4 = base2 * base2;
    size_t fours = width / 4 * 4;
    for (size_t i = 0; fours > 0 && i < shingles + fours - 4; i += 8) {
        const uint32_t *at = values + i;
        eight_hashes sum = EIGHT(at) * base + EIGHT(at + 1);
        sum = sum * base2 + (EIGHT(at + 2) * base + EIGHT(at + 3));
        memcpy(hashes + i, &sum, sizeof sum);
    }
    for (size_t i = 0; i < shingles; i += 8) {
        eight_hashes sum = {0};
        for (size_t k = 0; k < fours; k += 4)
            sum = sum * base4 + EIGHT(hashes + i + k);
        for (size_t k = fours; k < width; k++)
            sum = sum * base + EIGHT(values + i + k);
        sum *= base;
        memcpy(hashes + i, &sum, sizeof sum);
    }
}

#endif

/* Beyond this width, rolling is faster. */
enum { vector_width_max = 64 };

CPU_KERNEL(set_hash_kernel, set_hash_kernel_named, hash_scalar, hash_avx2, hash_avx2)

static void hash_shingles(const uint32_t *values, size_t shingles, size_t width, uint32_t *hashes) {
    if (shingles > 0)
        set_hash_kernel_named(width <= vector_width_max ? NULL : "scalar")(values, shingles, width,
                                                                           hashes);
}

void set_similarity_hashes(const uint32_t *values, size_t count, size_t shingle, uint32_t *hashes) {
    hash_shingles(values, shingle_count(count, shingle), shingle_width(count, shingle), hashes);
}

/* ---- Sets ------------------------------------------------------------------------------------ */

static size_t smaller(size_t x, size_t y) {
    return x < y ? x : y;
}

/*
 * Two texts and the hash table of their shingles, which all have one width. The shingles of a are
 * numbered from 0, those of b follow. Of equal shingles the first is entered in the table; the
 * others are repeats of it.
 *
 * A slot holds one shingle, the first that hashes there. Further shingles that hash to the slot are
 * late: they are listed, then compared with the chain that begins in the slot.
 */
struct pair {
    const uint32_t *a, *b;
    size_t in_a, in_b, width;
    uint32_t *hashes;
    uint32_t *slots;
    unsigned shift; /* hash >> shift is the slot */
    uint32_t *late; /* numbers of late shingles; later, those of the repeats in a */
    uint32_t *next; /* number + 1 of the next in the chain; for a repeat in a, of its original */
    bool *shared;   /* for each shingle of a, whether b contains it */
    struct interruption *interruption;
};

/*
 * Gives each slot to the first of the shingles that hash there, by writing in descending order, and
 * then lists those that came late. No branch depends on the texts, so none is mispredicted. Only
 * slots that were written are read, so the table need not be cleared. Returns false if interrupted.
 */
static bool enter_all(const struct pair *pair, size_t *late) {
    size_t all = pair->in_a + pair->in_b, count = 0;
    const uint32_t *hashes = pair->hashes;
    uint32_t *slots = pair->slots, *list = pair->late;
    unsigned shift = pair->shift;
    for (size_t end = all, from; end > 0; end = from) {
        from = end > interruption_interval ? end - interruption_interval : 0;
        /* Two slots per turn: with one, the speed would depend on the alignment in memory. */
        size_t i = end;
        for (; i - from >= 2; i -= 2) {
            slots[hashes[i - 1] >> shift] = (uint32_t)(i - 1);
            slots[hashes[i - 2] >> shift] = (uint32_t)(i - 2);
        }
        if (i > from)
            slots[hashes[from] >> shift] = (uint32_t)from;
        if (interruption_after(pair->interruption, end - from))
            return false;
    }
    for (size_t from = 0, end; from < all; from = end) {
        end = smaller(all, from + interruption_interval);
        for (size_t i = from; i < end; i++) {
            list[count] = (uint32_t)i;
            count += slots[hashes[i] >> shift] < i;
        }
        if (interruption_after(pair->interruption, end - from))
            return false;
    }
    *late = count;
    return true;
}

static const uint32_t *text_of(const struct pair *pair, size_t shingle) {
    return shingle < pair->in_a ? pair->a + shingle : pair->b + (shingle - pair->in_a);
}

/*
 * Returns the shingle that was entered and equals this late one. If there is none, enters this one
 * and returns it. Returns SIZE_MAX if interrupted, since a chain of colliding hashes may be long.
 */
static size_t enter_late(const struct pair *pair, size_t shingle) {
    uint32_t hash = pair->hashes[shingle];
    size_t slot = hash >> pair->shift, size = pair->width * sizeof *pair->a;
    size_t other = pair->slots[slot];
    assert(other < shingle);
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

static const unsigned char *bytes_of(const uint32_t *points) {
    return (const unsigned char *)points;
}

/* The number of shingles of its text from this one on. */
static size_t shingles_from(const struct pair *pair, size_t shingle) {
    return (shingle < pair->in_a ? pair->in_a : pair->in_a + pair->in_b) - shingle;
}

/* Records that b contains these shingles of a. count_shared() corrects for repeats in a. */
static void mark_shared(const struct pair *pair, size_t from, size_t count,
                        struct set_counts *counts) {
    memset(pair->shared + from, true, count);
    counts->both += count;
}

/*
 * Removes late shingles that are not new from the counts. Returns the number of those that repeat
 * another shingle of a, or SIZE_MAX if interrupted. Where a late shingle equals an earlier one, the
 * following shingles do too for as long as the code points after them are equal, so texts that are
 * similar are mostly compared side by side, without the table.
 */
static size_t match_late(const struct pair *pair, size_t late, struct set_counts *counts) {
    size_t repeats = 0;
    for (size_t i = 0, count; i < late; i += count) {
        size_t shingle = pair->late[i], equal = enter_late(pair, shingle);
        count = 1;
        if (equal == SIZE_MAX || interruption_at(pair->interruption, i))
            return SIZE_MAX;
        if (equal == shingle)
            continue;
        size_t most = smaller(shingles_from(pair, equal), shingles_from(pair, shingle));
        count += edit_common_begin(bytes_of(text_of(pair, equal) + pair->width),
                                   bytes_of(text_of(pair, shingle) + pair->width), most - 1,
                                   sizeof(uint32_t));
        if (shingle >= pair->in_a && equal < pair->in_a) {
            mark_shared(pair, equal, count, counts);
        } else if (shingle >= pair->in_a) {
            counts->b -= count;
        } else {
            assert(repeats <= i); /* overwrites only entries already read */
            for (size_t k = 0; k < count; k++) {
                pair->next[shingle + k] = (uint32_t)(equal + k + 1);
                pair->late[repeats++] = (uint32_t)(shingle + k);
            }
        }
    }
    counts->a -= repeats;
    return repeats;
}

/* Counts each shingle of a that b contains once. */
static void count_shared(const struct pair *pair, size_t repeats, struct set_counts *counts) {
    while (repeats > 0) { /* in descending order: the original of a repeat may be one itself */
        size_t repeat = pair->late[--repeats];
        pair->shared[pair->next[repeat] - 1] |= pair->shared[repeat];
        pair->shared[repeat] = false;
    }
    size_t both = 0;
    for (size_t i = 0; i < pair->in_a; i += 8) { /* a multiplication adds up eight */
        uint64_t bools;
        memcpy(&bools, pair->shared + i, sizeof bools);
        both += (size_t)(bools * UINT64_C(0x0101010101010101) >> 56);
    }
    counts->b -= counts->both - both;
    counts->both = both;
}

/* Per shingle: three lists, up to 32 bytes of slots, and one bool. */
enum { bytes_per_shingle = 3 * sizeof(uint32_t) + 32 + 1 };

/* Divides the workspace. With at least four slots per shingle, few new shingles are late. */
static bool allocate(struct pair *pair, struct set_similarity_workspace *workspace,
                     const struct allocator *allocator) {
    size_t shingles = pair->in_a + pair->in_b, list = shingles + pair->width + set_hash_slack;
    if (!allocator_reserve(allocator, &workspace->arrays, &workspace->array_capacity, list,
                           bytes_per_shingle))
        return false;
    uint32_t *arrays = workspace->arrays;
    pair->hashes = arrays;
    pair->late = arrays + list;
    pair->next = arrays + 2 * list;
    pair->slots = arrays + 3 * list;
    pair->shared = (bool *)(arrays + (3 + 8) * list);
    pair->shift = 32 - 6;
    for (size_t slots = 64; slots / 4 < shingles && pair->shift > 1;) {
        slots *= 2;
        pair->shift--;
    }
    return true;
}

/* Shingles that both texts begin with, or end with, need no table. */
bool set_similarity_count(struct set_similarity_workspace *workspace,
                          const struct allocator *allocator, size_t shingle,
                          struct set_counts *counts) {
    const struct code_points *a = &workspace->a, *b = &workspace->b;
    size_t in_a = shingle_count(a->count, shingle), width_a = shingle_width(a->count, shingle);
    size_t in_b = shingle_count(b->count, shingle), width_b = shingle_width(b->count, shingle);
    *counts = (struct set_counts){.a = in_a, .b = in_b};
    /* Shingles of different width are never equal. A text that has narrower ones has only one. */
    struct pair pair = {.a = a->values,
                        .b = b->values,
                        .in_a = width_a < width_b ? 0 : in_a,
                        .in_b = width_b < width_a ? 0 : in_b,
                        .width = width_a < width_b ? width_b : width_a,
                        .interruption = workspace->interruption};
    if (in_a >= UINT32_MAX - in_b || !allocate(&pair, workspace, allocator))
        return false;
    size_t width = pair.width, begin = 0, end = 0;
    if (pair.in_a > 0 && pair.in_b > 0) {
        size_t most = smaller(pair.in_a, pair.in_b) + width - 1;
        size_t points = edit_common_begin(bytes_of(pair.a), bytes_of(pair.b), most, sizeof *pair.a);
        begin = points < width ? 0 : points - width + 1;
        points =
            edit_common_end(bytes_of(pair.a + pair.in_a + width - 1),
                            bytes_of(pair.b + pair.in_b + width - 1), most - begin, sizeof *pair.a);
        end = points < width ? 0 : points - width + 1;
    }
    assert(begin + end <= pair.in_b);
    pair.b += begin;
    pair.in_b -= begin + end;
    hash_shingles(pair.a, pair.in_a, width, pair.hashes);
    hash_shingles(pair.b, pair.in_b, width, pair.hashes + pair.in_a);
    memset(pair.next, 0, (pair.in_a + pair.in_b) * sizeof *pair.next);
    memset(pair.shared, false, pair.in_a + 8);
    size_t late, repeats = SIZE_MAX;
    if (enter_all(&pair, &late))
        repeats = match_late(&pair, late, counts);
    if (repeats == SIZE_MAX)
        return false;
    mark_shared(&pair, 0, begin, counts);
    mark_shared(&pair, pair.in_a - end, end, counts);
    count_shared(&pair, repeats, counts);
    return true;
}

double set_similarity_jaccard(const struct set_counts *counts) {
    size_t either = counts->a + counts->b - counts->both;
    return either == 0 ? 1 : (double)counts->both / (double)either;
}

double set_similarity_containment(const struct set_counts *counts) {
    return counts->a == 0 ? 1 : (double)counts->both / (double)counts->a;
}
