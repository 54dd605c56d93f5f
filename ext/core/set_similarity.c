/* set_similarity.c - see set_similarity.h. */
#include "set_similarity.h"

#include "shingle.h"

#include <string.h> /* memcmp, memset */

/* A place in a hash table with open addressing; `text` is NULL where it is free. */
struct set_slot {
    uint64_t fingerprint;
    const uint32_t *text; /* where the shingle stands */
    bool of_a, of_b;
};

struct set_table {
    struct set_slot *slots;
    size_t mask; /* slots - 1, slots a power of two */
};

void set_work_free(struct set_work *work, const struct allocator *allocator) {
    code_points_free(&work->a, allocator);
    code_points_free(&work->b, allocator);
    allocator->release(work->fingerprints);
    allocator->release(work->slots);
    *work = (struct set_work){0};
}

/* The slot that holds the shingle at `text`, or the free one where it belongs. */
static struct set_slot *find(const struct set_table *table, uint64_t fingerprint,
                             const uint32_t *text, size_t width) {
    size_t at = (size_t)fingerprint & table->mask;
    for (;; at = (at + 1) & table->mask) {
        struct set_slot *slot = &table->slots[at];
        if (!slot->text)
            return slot;
        if (slot->fingerprint == fingerprint && memcmp(slot->text, text, width * sizeof *text) == 0)
            return slot;
    }
}

static struct set_slot *enter(const struct set_table *table, uint64_t fingerprint,
                              const uint32_t *text, size_t width) {
    struct set_slot *slot = find(table, fingerprint, text, width);
    slot->fingerprint = fingerprint;
    slot->text = text;
    return slot;
}

static void count_a(struct set_work *work, const struct set_table *table, size_t width,
                    size_t shingles, struct set_counts *counts) {
    for (size_t i = 0; i < shingles; i++) {
        struct set_slot *slot = enter(table, work->fingerprints[i], work->a.values + i, width);
        counts->a += !slot->of_a;
        slot->of_a = true;
    }
}

static void count_b(struct set_work *work, const struct set_table *table, size_t width,
                    size_t shingles, struct set_counts *counts) {
    for (size_t i = 0; i < shingles; i++) {
        struct set_slot *slot = enter(table, work->fingerprints[i], work->b.values + i, width);
        counts->b += !slot->of_b;
        counts->both += slot->of_a && !slot->of_b;
        slot->of_b = true;
    }
}

/* A cleared table with at least twice as many slots as there can be shingles. */
static bool prepare(struct set_work *work, const struct allocator *allocator, size_t shingles,
                    struct set_table *table) {
    size_t slots = 16;
    while (slots / 2 < shingles)
        slots *= 2;
    struct set_slot *grown =
        allocator_grow(allocator, work->slots, &work->slot_capacity, slots, sizeof *work->slots);
    if (!grown)
        return false;
    work->slots = grown;
    memset(work->slots, 0, slots * sizeof *work->slots);
    *table = (struct set_table){work->slots, slots - 1};
    return true;
}

bool set_count(struct set_work *work, const struct allocator *allocator, size_t shingle,
               struct set_counts *counts) {
    *counts = (struct set_counts){0};
    size_t in_a = shingle_count(work->a.count, shingle);
    size_t in_b = shingle_count(work->b.count, shingle);
    size_t width_a = shingle_width(work->a.count, shingle);
    size_t width_b = shingle_width(work->b.count, shingle);
    struct set_table table;
    uint64_t *fingerprints =
        allocator_grow(allocator, work->fingerprints, &work->fingerprint_capacity,
                       in_a > in_b ? in_a : in_b, sizeof *work->fingerprints);
    if (!fingerprints)
        return false;
    work->fingerprints = fingerprints;
    if (!prepare(work, allocator, in_a + in_b, &table))
        return false;
    shingle_fingerprints(work->a.values, work->a.count, shingle, work->fingerprints);
    count_a(work, &table, width_a, in_a, counts);
    if (width_a != width_b && in_a > 0) /* shingles of unlike length are never equal */
        prepare(work, allocator, in_b, &table);
    shingle_fingerprints(work->b.values, work->b.count, shingle, work->fingerprints);
    count_b(work, &table, width_b, in_b, counts);
    return true;
}

double set_jaccard(const struct set_counts *counts) {
    size_t either = counts->a + counts->b - counts->both;
    return either == 0 ? 1 : (double)counts->both / (double)either;
}

double set_containment(const struct set_counts *counts) {
    return counts->a == 0 ? 1 : (double)counts->both / (double)counts->a;
}
