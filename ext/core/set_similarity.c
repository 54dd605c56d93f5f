/* set_similarity.c - see set_similarity.h. */
#include "set_similarity.h"

#include "cpu.h"
#include "shingle.h"

#include <string.h> /* memcmp, memcpy, memset, strcmp */

void set_work_free(struct set_work *work, const struct allocator *allocator) {
    code_points_free(&work->a, allocator);
    code_points_free(&work->b, allocator);
    allocator->release(work->hashes);
    allocator->release(work->slots);
    allocator->release(work->late);
    allocator->release(work->first);
    allocator->release(work->met);
    *work = (struct set_work){.interruption = work->interruption};
}

/* ---- Hashes ---------------------------------------------------------------------------------- */

/* The hash of a shingle is a polynomial of its values modulo 2^32, mixed. */
static const uint32_t base = UINT32_C(0x9E3779B1);

/* So that the lower bits, by which a slot is chosen, depend on all values. */
#define MIX(sum) ((sum)*base ^ (sum)*base >> 15)

/* The sum rolls from one shingle to the next. */
static void hash_scalar(const uint32_t *values, size_t shingles, size_t width, uint32_t *hashes) {
    uint32_t rolling = 0, leaving = 1; /* leaving = base^width, the weight a value leaves with */
    for (size_t i = 0; i < width; i++) {
        rolling = rolling * base + values[i];
        leaving *= base;
    }
    hashes[0] = MIX(rolling);
    for (size_t i = 1; i < shingles; i++) {
        rolling = rolling * base + (values[i + width - 1] - values[i - 1] * leaving);
        hashes[i] = MIX(rolling);
    }
}

#ifdef CPU_HAS_PATHS

/*
 * Each sum by itself, which is more work, but none waits for its neighbour, so that vectors of them
 * are made together. The last vector may write more hashes than there are.
 */
#define DEFINE_HASH(name, vector, path)                                                     \
    __attribute__((target(path))) static void name(const uint32_t *values, size_t shingles, \
                                                   size_t width, uint32_t *hashes) {        \
        for (size_t i = 0; i < shingles; i += sizeof(vector) / sizeof *hashes) {            \
            vector sum, next;                                                               \
            memcpy(&sum, values + i, sizeof sum);                                           \
            for (size_t k = 1; k < width; k++) {                                            \
                memcpy(&next, values + i + k, sizeof next);                                 \
                sum = sum * base + next;                                                    \
            }                                                                               \
            sum = MIX(sum);                                                                 \
            memcpy(hashes + i, &sum, sizeof sum);                                           \
        }                                                                                   \
    }

typedef uint32_t eight __attribute__((vector_size(32)));
typedef uint32_t sixteen __attribute__((vector_size(64)));
DEFINE_HASH(hash_avx2, eight, "avx2")
DEFINE_HASH(hash_avx512, sixteen, "avx512f")

#endif

/* Beyond this width, rolling is less work than vectors are. */
enum { vector_width_max = 24 };

set_hash_kernel *set_hash_kernel_named(const char *name) {
    if (strcmp(name, "scalar") == 0)
        return hash_scalar;
#ifdef CPU_HAS_PATHS
    if (strcmp(name, "avx2") == 0 && cpu_has_avx2())
        return hash_avx2;
    if (strcmp(name, "avx512") == 0 && cpu_has_avx512())
        return hash_avx512;
#endif
    return NULL;
}

static set_hash_kernel *best_kernel(size_t width) {
#ifdef CPU_HAS_PATHS
    if (width <= vector_width_max && cpu_has_avx512())
        return hash_avx512;
    if (width <= vector_width_max && cpu_has_avx2())
        return hash_avx2;
#endif
    (void)width;
    return hash_scalar;
}

void set_hashes(const uint32_t *values, size_t count, size_t shingle, uint32_t *hashes) {
    size_t width = shingle_width(count, shingle);
    if (count > 0)
        best_kernel(width)(values, shingle_count(count, shingle), width, hashes);
}

/* ---- Sets ------------------------------------------------------------------------------------ */

/*
 * Two texts and the table of their shingles: those of a have the numbers from 0, those of b follow.
 * What is entered are the shingles of one width.
 */
struct pair {
    const uint32_t *a, *b;
    size_t in_a, in_b, width;
    const uint32_t *hashes;
    uint32_t *late, *first;
    void *slots; /* uint16_t where that holds all numbers, which leaves more room in the cache */
    bool short_slots;
    size_t mask; /* slots - 1, slots a power of two */
    bool *met;
    struct interruption *interruption;
};

/*
 * Gives each shingle of `from` .. `end` - 1 its slot, if it is the first to come; writes those that
 * came late to `late` and returns how many they are. No branch depends on the texts, so there is
 * none that the CPU could guess wrong.
 */
#define DEFINE_ENTER(name, slot)                                                           \
    static size_t name(const struct pair *pair, size_t from, size_t end, uint32_t *late) { \
        const uint32_t *hashes = pair->hashes;                                             \
        slot *slots = pair->slots;                                                         \
        size_t mask = pair->mask, count = 0;                                               \
        for (size_t i = from; i < end; i++) {                                              \
            size_t at = hashes[i] & mask;                                                  \
            slot there = slots[at];                                                        \
            slots[at] = there ? there : (slot)(i + 1);                                     \
            late[count] = (uint32_t)i;                                                     \
            count += there != 0;                                                           \
        }                                                                                  \
        return count;                                                                      \
    }

DEFINE_ENTER(enter_short, uint16_t)
DEFINE_ENTER(enter_long, uint32_t)

/* All of them, long texts part by part; false where that was interrupted. */
static bool enter_all(const struct pair *pair, size_t from, size_t end, size_t *late) {
    *late = 0;
    if (pair->short_slots) {
        *late = enter_short(pair, from, end, pair->late);
        return true;
    }
    while (end - from > interruption_patience) {
        *late += enter_long(pair, from, from + interruption_patience, pair->late + *late);
        from += interruption_patience;
        if (interruption_after(pair->interruption, interruption_patience))
            return false;
    }
    *late += enter_long(pair, from, end, pair->late + *late);
    return true;
}

static size_t slot_at(const struct pair *pair, size_t at) {
    return pair->short_slots ? ((const uint16_t *)pair->slots)[at]
                             : ((const uint32_t *)pair->slots)[at];
}

static void set_slot(const struct pair *pair, size_t at, size_t value) {
    if (pair->short_slots)
        ((uint16_t *)pair->slots)[at] = (uint16_t)value;
    else
        ((uint32_t *)pair->slots)[at] = (uint32_t)value;
}

static const uint32_t *text_of(const struct pair *pair, size_t shingle) {
    return shingle < pair->in_a ? pair->a + shingle : pair->b + (shingle - pair->in_a);
}

/*
 * The shingle equal to this late one that the table holds; where none is, enters this one. SIZE_MAX
 * where that was interrupted: there may be many whose hashes meet.
 */
static size_t enter_late(const struct pair *pair, size_t shingle) {
    uint32_t hash = pair->hashes[shingle];
    size_t at = hash & pair->mask, size = pair->width * sizeof *pair->a;
    for (; slot_at(pair, at); at = (at + 1) & pair->mask) {
        size_t other = slot_at(pair, at) - 1;
        if (pair->hashes[other] == hash &&
            memcmp(text_of(pair, other), text_of(pair, shingle), size) == 0)
            return other;
        if (interruption_at(pair->interruption, at))
            return SIZE_MAX;
    }
    set_slot(pair, at, shingle + 1);
    return shingle;
}

/*
 * How many shingles from `in_a` of a and `in_b` of b on are equal, where the first are: the next
 * ones are if the code points behind them are, without a look into the table.
 */
static size_t side_by_side(const struct pair *pair, size_t in_a, size_t in_b) {
    const uint32_t *a = pair->a + in_a + pair->width - 1, *b = pair->b + in_b + pair->width - 1;
    size_t most_a = pair->in_a - in_a, most_b = pair->in_b - in_b;
    size_t most = most_a < most_b ? most_a : most_b, count = 1;
    while (count < most && a[count] == b[count])
        count++;
    return count;
}

/* b has these shingles of a; returns how many it had before. */
static size_t meet(const struct pair *pair, size_t from, size_t count) {
    size_t before = 0;
    for (size_t i = from; i < from + count; i++) {
        size_t first = pair->first[i] ? pair->first[i] - 1 : i;
        before += pair->met[first];
        pair->met[first] = true;
    }
    return before;
}

/*
 * Takes those late shingles off the counts that are not new. Those of b that a has are all late, so
 * that texts that are alike are mostly walked through side by side. False where it was interrupted.
 */
static bool sort_out(const struct pair *pair, size_t late, struct set_counts *counts) {
    size_t i = 0, next_question = interruption_patience;
    for (; i < late && pair->late[i] < pair->in_a; i++) {
        size_t shingle = pair->late[i], equal = enter_late(pair, shingle);
        if (equal == SIZE_MAX || interruption_at(pair->interruption, i))
            return false;
        if (equal != shingle) {
            pair->first[shingle] = (uint32_t)(equal + 1);
            counts->a--;
        }
    }
    while (i < late) {
        size_t shingle = pair->late[i], equal = enter_late(pair, shingle), met = 1;
        if (equal == SIZE_MAX)
            return false;
        if (equal < pair->in_a) {
            met = side_by_side(pair, equal, shingle - pair->in_a);
            size_t before = meet(pair, equal, met);
            counts->both += met - before;
            counts->b -= before;
        } else if (equal != shingle) {
            counts->b--;
        }
        i += met;
        if (i >= next_question) {
            next_question = i + interruption_patience;
            if (interruption_after(pair->interruption, interruption_patience))
                return false;
        }
    }
    return true;
}

/* Room for one list, at least `wanted` numbers. */
static bool make_list(const struct allocator *allocator, uint32_t **list, size_t *capacity,
                      size_t wanted) {
    uint32_t *grown = allocator_grow(allocator, *list, capacity, wanted, sizeof *grown);
    if (grown)
        *list = grown;
    return grown != NULL;
}

/* Eight slots or more for each shingle: few come late that are new. */
static bool make_room(struct set_work *work, const struct allocator *allocator, size_t in_a,
                      size_t in_b, size_t *slots) {
    size_t hashes = in_a + in_b + set_hash_slack;
    for (*slots = 64; *slots / 8 < in_a + in_b && *slots <= UINT32_MAX / 2;)
        *slots *= 2;
    bool *met = allocator_grow(allocator, work->met, &work->met_capacity, in_a, sizeof *met);
    if (!met)
        return false;
    work->met = met;
    return make_list(allocator, &work->hashes, &work->hash_capacity, hashes) &&
           make_list(allocator, &work->late, &work->late_capacity, in_a + in_b + 1) &&
           make_list(allocator, &work->first, &work->first_capacity, in_a) &&
           make_list(allocator, &work->slots, &work->slot_capacity, *slots);
}

static void clear(const struct pair *pair) {
    memset(pair->slots, 0,
           (pair->mask + 1) * (pair->short_slots ? sizeof(uint16_t) : sizeof(uint32_t)));
}

bool set_count(struct set_work *work, const struct allocator *allocator, size_t shingle,
               struct set_counts *counts) {
    const struct code_points *a = &work->a, *b = &work->b;
    size_t in_a = shingle_count(a->count, shingle), in_b = shingle_count(b->count, shingle), slots;
    size_t width_a = shingle_width(a->count, shingle), width_b = shingle_width(b->count, shingle);
    if (in_a >= UINT32_MAX - in_b || !make_room(work, allocator, in_a, in_b, &slots))
        return false;
    *counts = (struct set_counts){.a = in_a, .b = in_b};
    struct pair pair = {.a = a->values,
                        .b = b->values,
                        .in_a = in_a,
                        .in_b = in_b,
                        .width = width_a,
                        .hashes = work->hashes,
                        .late = work->late,
                        .first = work->first,
                        .slots = work->slots,
                        .short_slots = in_a + in_b <= UINT16_MAX,
                        .mask = slots - 1,
                        .met = work->met,
                        .interruption = work->interruption};
    set_hashes(a->values, a->count, shingle, work->hashes);
    set_hashes(b->values, b->count, shingle, work->hashes + in_a);
    if (interruption_after(work->interruption, in_a + in_b))
        return false;
    memset(pair.first, 0, in_a * sizeof *pair.first);
    memset(pair.met, 0, in_a * sizeof *pair.met);
    clear(&pair);
    size_t from = 0, late;
    if (width_a != width_b) { /* shingles of unlike length are never equal */
        from = in_a;
        if (!enter_all(&pair, 0, from, &late) || !sort_out(&pair, late, counts))
            return false;
        clear(&pair);
        pair.width = width_b;
    }
    return enter_all(&pair, from, in_a + in_b, &late) && sort_out(&pair, late, counts);
}

double set_jaccard(const struct set_counts *counts) {
    size_t either = counts->a + counts->b - counts->both;
    return either == 0 ? 1 : (double)counts->both / (double)either;
}

double set_containment(const struct set_counts *counts) {
    return counts->a == 0 ? 1 : (double)counts->both / (double)counts->a;
}
