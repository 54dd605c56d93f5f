/* minhash.c - see minhash.h. */
#include "minhash.h"

#include "../base/mix.h"
#include "../text/shingle.h"
#include "minima.h"
#include "wikiduper.h"

#include <string.h> /* memset */

struct minhash_family {
    const struct allocator *allocator;
    struct minhash_parameters parameters;
    minima_kernel *minima;   /* banded: the path that computes 32-bit minima */
    shingle_kernel *shingle; /* the path that computes fingerprints */
    size_t padded;           /* hashes, rounded up to whole minima_lanes */
    uint32_t *narrow;        /* banded: `padded` multipliers, then `padded` addends */
    uint64_t *wide;          /* others: `wide_words` * `hashes` multipliers, then as many addends */
    size_t wide_words;       /* multipliers of a function: wikiduper has one for each word */
    uint32_t *draws;         /* bands * rows indexes of hash functions */
};

/* How many values are computed between two questions whether to stop: some milliseconds. */
enum { minima_of_a_part = 1 << 26 };

/* The papers hash to 60 bits. */
enum { paper_shift = 64 - 60 };

struct minhash_parameters minhash_defaults(enum minhash_scheme scheme) {
    if (scheme == minhash_banded)
        return (struct minhash_parameters){minhash_banded, shingle_length_default, 25, 4, 100, 1};
    int64_t seed = scheme == minhash_paper ? 1 : wikiduper_seed;
    return (struct minhash_parameters){scheme, shingle_length_default, 10, 10, 20, seed};
}

bool minhash_parameters_equal(const struct minhash_parameters *a,
                              const struct minhash_parameters *b) {
    return a->scheme == b->scheme && a->shingle == b->shingle && a->bands == b->bands &&
           a->rows == b->rows && a->hashes == b->hashes && a->seed == b->seed;
}

static void draw_functions(struct minhash_family *family, uint64_t *stream) {
    for (size_t j = 0; j < family->parameters.hashes; j++) {
        uint64_t multiplier = draw64(stream), addend = draw64(stream);
        if (family->wide) {
            family->wide[j] = multiplier | 1;
            family->wide[family->parameters.hashes + j] = addend;
        } else {
            family->narrow[j] = (uint32_t)(multiplier >> 32) | 1;
            family->narrow[family->padded + j] = (uint32_t)(addend >> 32);
        }
    }
}

/* The disjoint draws of `banded`. */
static void draw_bands(struct minhash_family *family) {
    size_t draws = (size_t)family->parameters.bands * family->parameters.rows;
    for (size_t i = 0; i < draws; i++)
        family->draws[i] = (uint32_t)i;
}

static void insert_ascending(uint32_t *sorted, uint32_t count, uint32_t value) {
    for (; count > 0 && sorted[count - 1] > value; count--)
        sorted[count] = sorted[count - 1];
    sorted[count] = value;
}

/* `rows` distinct of `hashes`: the first places of a shuffle (Fisher and Yates), in `deck`. */
static void draw_distinct(struct minhash_family *family, uint64_t *stream, uint32_t *deck) {
    const struct minhash_parameters *p = &family->parameters;
    for (uint32_t band = 0; band < p->bands; band++) {
        for (uint32_t j = 0; j < p->hashes; j++)
            deck[j] = j;
        for (uint32_t left = p->hashes; left > p->hashes - p->rows; left--) {
            uint32_t row = p->hashes - left, picked = row + (uint32_t)draw_below(stream, left);
            uint32_t function = deck[picked];
            deck[picked] = deck[row];
            insert_ascending(family->draws + (size_t)band * p->rows, row, function);
        }
    }
}

static bool is_wikiduper(const struct minhash_family *family) {
    return family->parameters.scheme >= minhash_wikiduper;
}

static enum wikiduper_packing packing_of(enum minhash_scheme scheme) {
    return scheme == minhash_wikiduper_fixed    ? wikiduper_whole
           : scheme == minhash_wikiduper_report ? wikiduper_folded
                                                : wikiduper_overlaid;
}

static bool family_fill(struct minhash_family *family) {
    const struct minhash_parameters *p = &family->parameters;
    if (is_wikiduper(family)) {
        wikiduper_functions(p->seed, p->hashes, family->wide_words, packing_of(p->scheme),
                            family->wide);
        wikiduper_draws(p->seed, p->hashes, (size_t)p->bands * p->rows, family->draws);
        return true;
    }
    uint64_t stream = (uint64_t)p->seed;
    draw_functions(family, &stream);
    if (p->scheme == minhash_banded) {
        draw_bands(family);
        return true;
    }
    uint32_t *deck = family->allocator->resize(NULL, p->hashes * sizeof *deck);
    if (!deck)
        return false;
    draw_distinct(family, &stream, deck);
    family->allocator->release(deck);
    return true;
}

static bool family_allocate(struct minhash_family *family) {
    const struct minhash_parameters *p = &family->parameters;
    size_t draws = (size_t)p->bands * p->rows;
    family->padded = (p->hashes + (size_t)minima_lanes - 1) / minima_lanes * minima_lanes;
    family->draws = family->allocator->resize(NULL, draws * sizeof *family->draws);
    if (p->scheme != minhash_banded) {
        family->wide_words = is_wikiduper(family) ? wikiduper_words(p->shingle) : 1;
        family->wide = family->allocator->resize(NULL, 2 * family->wide_words * p->hashes *
                                                           sizeof *family->wide);
        return family->draws && family->wide;
    }
    size_t narrow = 2 * family->padded * sizeof *family->narrow;
    family->narrow = family->allocator->resize(NULL, narrow);
    if (family->narrow)
        memset(family->narrow, 0, narrow);
    return family->draws && family->narrow;
}

struct minhash_family *minhash_family_new(const struct allocator *allocator,
                                          const struct minhash_parameters *parameters) {
    struct minhash_family *family = allocator->resize(NULL, sizeof *family);
    if (!family)
        return NULL;
    *family = (struct minhash_family){.allocator = allocator,
                                      .parameters = *parameters,
                                      .minima = minima_kernel_best(),
                                      .shingle = shingle_kernel_best()};
    if (family_allocate(family) && family_fill(family))
        return family;
    minhash_family_free(family);
    return NULL;
}

void minhash_family_free(struct minhash_family *family) {
    if (!family)
        return;
    family->allocator->release(family->narrow);
    family->allocator->release(family->wide);
    family->allocator->release(family->draws);
    family->allocator->release(family);
}

const struct minhash_parameters *minhash_family_parameters(const struct minhash_family *family) {
    return &family->parameters;
}

const uint32_t *minhash_family_draw(const struct minhash_family *family, uint32_t band) {
    return family->draws + (size_t)band * family->parameters.rows;
}

bool minhash_family_use_path(struct minhash_family *family, const char *name) {
    minima_kernel *minima = minima_kernel_named(name);
    shingle_kernel *shingle = shingle_kernel_named(name);
    if (!minima)
        return false;
    family->minima = minima;
    family->shingle = shingle ? shingle : shingle_kernel_named("scalar");
    return true;
}

void minhash_work_free(struct minhash_work *work, const struct allocator *allocator) {
    code_points_free(&work->points, allocator);
    allocator->release(work->fingerprints);
    allocator->release(work->units);
    allocator->release(work->minima);
    *work = (struct minhash_work){.interruption = work->interruption};
}

static uint64_t *grow(const struct minhash_family *family, uint64_t *wide, size_t *capacity,
                      size_t wanted) {
    return allocator_grow(family->allocator, wide, capacity, wanted, sizeof *wide);
}

/* As many as the kernels write, which is a few more than there are functions. */
static size_t minima_written(const struct minhash_family *family) {
    return family->parameters.scheme == minhash_banded ? family->padded : family->parameters.hashes;
}

static void wide_minima(const struct minhash_family *family, const uint64_t *fingerprints,
                        size_t count, uint64_t *minima) {
    size_t hashes = family->parameters.hashes;
    for (size_t j = 0; j < hashes; j++) {
        uint64_t multiplier = family->wide[j], addend = family->wide[hashes + j];
        uint64_t lowest = UINT64_MAX;
        for (size_t i = 0; i < count; i++) {
            uint64_t value = (multiplier * fingerprints[i] + addend) >> paper_shift;
            lowest = value < lowest ? value : lowest;
        }
        minima[j] = lowest;
    }
}

/* The minima of `count` shingles, of which the first begins at `values`. */
static void part_minima(const struct minhash_family *family, const struct minhash_work *work,
                        const uint32_t *values, size_t count, uint64_t *minima) {
    const struct minhash_parameters *p = &family->parameters;
    size_t width = shingle_width(work->points.count, p->shingle);
    family->shingle(values, count > 0 ? count + width - 1 : 0, p->shingle, work->fingerprints);
    if (p->scheme == minhash_banded)
        family->minima(work->fingerprints, count, family->narrow, family->narrow + family->padded,
                       family->padded, minima);
    else
        wide_minima(family, work->fingerprints, count, minima);
}

/*
 * `banded` and `paper`: functions of fingerprints. A long text goes in parts; behind its minima
 * there is room for those of a part.
 */
static bool fingerprint_minima(const struct minhash_family *family, struct minhash_work *work) {
    size_t hashes = minima_written(family), part = minima_of_a_part / hashes;
    size_t shingles = shingle_count(work->points.count, family->parameters.shingle);
    size_t first = shingles < part ? shingles : part;
    uint64_t *fingerprints = grow(family, work->fingerprints, &work->fingerprint_capacity, first);
    if (!fingerprints)
        return false;
    work->fingerprints = fingerprints;
    work->shingles = shingles;
    part_minima(family, work, work->points.values, first, work->minima);
    for (size_t i = first; i < shingles; i += part) {
        uint64_t *minima = work->minima, *of_part = minima + hashes;
        size_t rest = shingles - i;
        if (interruption_after(work->interruption, interruption_patience))
            return false;
        part_minima(family, work, work->points.values + i, rest < part ? rest : part, of_part);
        for (size_t j = 0; j < hashes; j++)
            minima[j] = of_part[j] < minima[j] ? of_part[j] : minima[j];
    }
    return true;
}

/* Its code units are in `units`, the words of one shingle in `fingerprints`. */
static bool unit_minima(const struct minhash_family *family, struct minhash_work *work) {
    const struct minhash_parameters *p = &family->parameters;
    size_t most = 2 * work->points.count;
    uint32_t *units =
        allocator_grow(family->allocator, work->units, &work->unit_capacity, most, sizeof *units);
    if (!units)
        return false;
    work->units = units;
    uint64_t *packed =
        grow(family, work->fingerprints, &work->fingerprint_capacity, family->wide_words);
    if (!packed)
        return false;
    work->fingerprints = packed;
    size_t count = wikiduper_units(work->points.values, work->points.count, units);
    work->shingles = shingle_count(count, p->shingle);
    return wikiduper_minima(units, count, p->shingle, packing_of(p->scheme), family->wide,
                            p->hashes, packed, work->minima, work->interruption);
}

bool minhash_minima(const struct minhash_family *family, struct minhash_work *work,
                    const char *utf8, size_t length) {
    if (!code_points_decode(&work->points, family->allocator, utf8, length))
        return false;
    size_t written = 2 * minima_written(family);
    uint64_t *minima = grow(family, work->minima, &work->minima_capacity, written);
    if (!minima)
        return false;
    work->minima = minima;
    return is_wikiduper(family) ? unit_minima(family, work) : fingerprint_minima(family, work);
}

int64_t minhash_signature(const struct minhash_family *family, const uint64_t *minima,
                          uint32_t band) {
    const uint32_t *draw = minhash_family_draw(family, band);
    uint64_t signature = is_wikiduper(family) ? 0 : mix64(band + UINT64_C(1));
    for (uint32_t row = 0; row < family->parameters.rows; row++)
        signature = mix64(signature ^ minima[draw[row]]);
    return (int64_t)signature;
}

void minhash_signatures(const struct minhash_family *family, const uint64_t *minima,
                        uint64_t *signatures) {
    const struct minhash_parameters *p = &family->parameters;
    for (uint32_t band = 0; band < p->bands; band++)
        signatures[band] = is_wikiduper(family) ? 0 : mix64(band + UINT64_C(1));
    for (uint32_t row = 0; row < p->rows; row++)
        for (uint32_t band = 0; band < p->bands; band++)
            signatures[band] =
                mix64(signatures[band] ^ minima[family->draws[(size_t)band * p->rows + row]]);
}
