/* match_probability.c - see match_probability.h. */
#include "match_probability.h"

#include <math.h>   /* pow, log1p, expm1 */
#include <string.h> /* memset */

enum method { disjoint, union_sizes, agreeing_sets };

struct match_probability {
    const struct allocator *allocator;
    enum method method;
    double bands, rows, hashes;
    int64_t *by_size; /* union_sizes: signed unions; agreeing_sets: sets that hold a draw */
};

/* Adds or removes `draw` from the union, in which `holders` counts the draws a function is in. */
static int union_change(uint32_t *holders, const uint32_t *draw, uint32_t rows, bool add) {
    int change = 0;
    for (uint32_t row = 0; row < rows; row++) {
        if (add)
            change += holders[draw[row]]++ == 0;
        else
            change -= --holders[draw[row]] == 0;
    }
    return change;
}

/*
 * Visits all sets of draws in Gray code order, so that one draw enters or leaves at each step.
 * False where that was interrupted.
 */
static bool count_unions(const struct minhash_family *family, uint32_t *holders, int64_t *by_size,
                         struct interruption *interruption) {
    const struct minhash_parameters *p = minhash_family_parameters(family);
    uint32_t set = 0, size = 0, members = 0;
    for (uint32_t step = 1; step < UINT32_C(1) << p->bands; step++) {
        uint32_t band = 0;
        while (!(step >> band & 1))
            band++;
        set ^= UINT32_C(1) << band;
        bool add = set >> band & 1;
        size += (uint32_t)union_change(holders, minhash_family_draw(family, band), p->rows, add);
        members += add ? 1 : UINT32_MAX;
        by_size[size] += members % 2 ? 1 : -1;
        if (interruption_after(interruption, p->rows))
            return false;
    }
    return true;
}

static uint32_t draw_mask(const struct minhash_family *family, uint32_t band) {
    uint32_t mask = 0;
    for (uint32_t row = 0; row < minhash_family_parameters(family)->rows; row++)
        mask |= UINT32_C(1) << minhash_family_draw(family, band)[row];
    return mask;
}

static uint32_t bits_set(uint32_t mask) {
    uint32_t count = 0;
    for (; mask; mask &= mask - 1)
        count++;
    return count;
}

/* Counts, by size, the sets of functions that hold a whole draw; false where it was interrupted. */
static bool count_agreeing(const struct minhash_family *family, uint32_t *masks, int64_t *by_size,
                           struct interruption *interruption) {
    const struct minhash_parameters *p = minhash_family_parameters(family);
    for (uint32_t band = 0; band < p->bands; band++)
        masks[band] = draw_mask(family, band);
    for (uint32_t set = 0; set < UINT32_C(1) << p->hashes; set++) {
        uint32_t band = 0;
        while (band < p->bands && (set & masks[band]) != masks[band])
            band++;
        if (band < p->bands)
            by_size[bits_set(set)]++;
        if (interruption_after(interruption, band + 1))
            return false;
    }
    return true;
}

static bool count_by_size(struct match_probability *probability,
                          const struct minhash_family *family, struct interruption *interruption) {
    const struct minhash_parameters *p = minhash_family_parameters(family);
    size_t sizes = (p->hashes + (size_t)1) * sizeof *probability->by_size;
    size_t scratch = (p->hashes > p->bands ? p->hashes : p->bands) * sizeof(uint32_t);
    probability->by_size = probability->allocator->resize(NULL, sizes);
    uint32_t *work = probability->allocator->resize(NULL, scratch);
    bool counted = false;
    if (probability->by_size && work) {
        memset(probability->by_size, 0, sizes);
        memset(work, 0, scratch);
        if (probability->method == union_sizes)
            counted = count_unions(family, work, probability->by_size, interruption);
        else
            counted = count_agreeing(family, work, probability->by_size, interruption);
    }
    probability->allocator->release(work);
    return counted;
}

/* Which functions each draw holds, only the family itself can tell. */
static bool count_draws(struct match_probability *probability,
                        const struct minhash_parameters *parameters,
                        struct interruption *interruption) {
    struct minhash_family *family = minhash_family_new(probability->allocator, parameters);
    bool counted = family && count_by_size(probability, family, interruption);
    minhash_family_free(family);
    return counted;
}

struct match_probability *match_probability_new(const struct allocator *allocator,
                                                const struct minhash_parameters *parameters,
                                                struct interruption *interruption) {
    struct match_probability *probability = allocator->resize(NULL, sizeof *probability);
    if (!probability)
        return NULL;
    *probability = (struct match_probability){
        .allocator = allocator,
        .method = parameters->scheme == minhash_banded      ? disjoint
                  : parameters->bands <= parameters->hashes ? union_sizes
                                                            : agreeing_sets,
        .bands = parameters->bands,
        .rows = parameters->rows,
        .hashes = parameters->hashes,
    };
    if (probability->method == disjoint || count_draws(probability, parameters, interruption))
        return probability;
    match_probability_free(probability);
    return NULL;
}

void match_probability_free(struct match_probability *probability) {
    if (!probability)
        return;
    probability->allocator->release(probability->by_size);
    probability->allocator->release(probability);
}

double match_probability_at(const struct match_probability *probability, double jaccard) {
    if (jaccard <= 0)
        return 0;
    if (jaccard >= 1)
        return 1;
    if (probability->method == disjoint) /* as 1 - (1 - s^rows)^bands, exact for small s too */
        return -expm1(probability->bands * log1p(-pow(jaccard, probability->rows)));
    double sum = 0;
    for (size_t size = 0; size <= (size_t)probability->hashes; size++) {
        double weight = pow(jaccard, (double)size);
        if (probability->method == agreeing_sets)
            weight *= pow(1 - jaccard, probability->hashes - (double)size);
        sum += (double)probability->by_size[size] * weight;
    }
    return sum < 0 ? 0 : sum > 1 ? 1 : sum;
}
