/* match_probability.c - see match_probability.h. */
#include "match_probability.h"

#include <assert.h>
#include <math.h>   /* pow, log1p, expm1 */
#include <string.h> /* memset */

enum method { disjoint, union_sizes, agreeing_sets };

struct match_probability {
    const struct allocator *allocator;
    enum method method;
    double bands, rows, hashes;
    int64_t *by_size; /* union_sizes: U_u; agreeing_sets: sets of each size that contain a draw */
};

/*
 * Sums up the signs of all sets of draws by the size of their union. Sets are visited in Gray code
 * order, so that a single draw enters or leaves at each step. `holders`, all zero, counts for each
 * function the draws in the set that contain it.
 */
static bool sum_unions(const struct minhash_family *family, uint32_t *holders, int64_t *by_size,
                       struct interruption *interruption) {
    const struct minhash_parameters *p = minhash_family_parameters(family);
    uint32_t set = 0, size = 0, members = 0;
    for (uint32_t step = 1; step < UINT32_C(1) << p->bands; step++) {
        uint32_t band = 0;
        while (!(step >> band & 1))
            band++;
        set ^= UINT32_C(1) << band;
        bool enters = set >> band & 1;
        const uint32_t *draw = minhash_family_draw(family, band);
        for (uint32_t row = 0; row < p->rows; row++) {
            if (enters)
                size += holders[draw[row]]++ == 0;
            else
                size -= --holders[draw[row]] == 0;
        }
        members += enters ? 1 : UINT32_MAX;
        assert(size <= p->hashes && members <= p->bands);
        by_size[size] += members % 2 ? 1 : -1;
        if (interruption_after(interruption, p->rows))
            return false;
    }
    return true;
}

/* Counts, by size, the sets of functions that contain a whole draw. `masks` has room for bands. */
static bool count_agreeing(const struct minhash_family *family, uint32_t *masks, int64_t *by_size,
                           struct interruption *interruption) {
    const struct minhash_parameters *p = minhash_family_parameters(family);
    for (uint32_t band = 0; band < p->bands; band++) {
        masks[band] = 0;
        for (uint32_t row = 0; row < p->rows; row++)
            masks[band] |= UINT32_C(1) << minhash_family_draw(family, band)[row];
    }
    for (uint32_t set = 0; set < UINT32_C(1) << p->hashes; set++) {
        uint32_t band = 0, size = 0;
        while (band < p->bands && (set & masks[band]) != masks[band])
            band++;
        for (uint32_t left = set; left; left &= left - 1)
            size++;
        if (band < p->bands)
            by_size[size]++;
        if (interruption_after(interruption, band + 1))
            return false;
    }
    return true;
}

/* Fills in by_size from the draws that the family makes. */
static bool count_by_size(struct match_probability *probability, const struct minhash_parameters *p,
                          struct interruption *interruption) {
    const struct allocator *allocator = probability->allocator;
    size_t sizes = (p->hashes + (size_t)1) * sizeof *probability->by_size;
    size_t scratch_size = (p->hashes > p->bands ? p->hashes : p->bands) * sizeof(uint32_t);
    struct minhash_family *family = minhash_family_new(allocator, p);
    uint32_t *scratch = allocator->resize(NULL, scratch_size);
    probability->by_size = allocator->resize(NULL, sizes);
    bool counted = false;
    if (!family || !scratch || !probability->by_size)
        goto cleanup;
    memset(probability->by_size, 0, sizes);
    memset(scratch, 0, scratch_size);
    if (probability->method == union_sizes)
        counted = sum_unions(family, scratch, probability->by_size, interruption);
    else
        counted = count_agreeing(family, scratch, probability->by_size, interruption);
cleanup:
    allocator->release(scratch);
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
        .method = minhash_scheme_is_banded(parameters->scheme) ? disjoint
                  : parameters->bands <= parameters->hashes    ? union_sizes
                                                               : agreeing_sets,
        .bands = parameters->bands,
        .rows = parameters->rows,
        .hashes = parameters->hashes,
    };
    assert(probability->method == disjoint || parameters->bands <= match_probability_overlap_max ||
           parameters->hashes <= match_probability_overlap_max);
    if (probability->method == disjoint || count_by_size(probability, parameters, interruption))
        return probability;
    match_probability_free(probability);
    return NULL;
}

void match_probability_free(struct match_probability *probability) {
    if (!probability)
        return;
    RELEASE(probability->allocator, probability->by_size, probability);
}

double match_probability_at(const struct match_probability *probability, double jaccard) {
    if (jaccard <= 0)
        return 0;
    if (jaccard >= 1)
        return 1;
    if (probability->method == disjoint) /* 1 - (1 - s^rows)^bands, accurate for small s too */
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
