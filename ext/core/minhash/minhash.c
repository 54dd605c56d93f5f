/* minhash.c - see minhash.h. */
#include "minhash.h"

#include "../base/cpu.h"
#include "../base/mix.h"
#include "../text/shingle.h"
#include "minima.h"
#include "wikiduper.h"

#include <assert.h>
#include <string.h> /* memset */

/* A path of minhash_signatures(). */
typedef void signatures_kernel(const struct minhash_family *family, const uint64_t *minima,
                               uint64_t *signatures);

static signatures_kernel *signatures_kernel_named(const char *name);

/* Bands that are computed side by side. */
enum { band_group = 8 };

struct minhash_family {
    const struct allocator *allocator;
    struct minhash_parameters parameters;
    minima_kernel *minima_kernel; /* what is said of banded here holds for words, too */
    shingle_kernel *shingle_kernel;
    signatures_kernel *signatures_kernel;
    size_t minima_count;      /* written by the kernels: hashes; banded: rounded up to lanes */
    uint32_t *coefficients32; /* banded: minima_count multipliers, then as many addends */
    uint64_t *coefficients64; /* others: words * hashes multipliers, then as many addends */
    size_t words;             /* words hashed per shingle: 1; wikiduper: wikiduper_words() */
    uint32_t *draws;          /* bands * rows indexes of hash functions */
    uint32_t *by_row;         /* the same row by row, each for whole groups of bands */
    size_t row_size;          /* bands in it */
};

/* Hash values computed between two checks for an interrupt: a few milliseconds. */
enum { values_per_part = 1 << 26 };

/* The papers hash to 60 bits. */
enum { paper_shift = 64 - 60 };

struct minhash_parameters minhash_defaults(enum minhash_scheme scheme) {
    assert(scheme < minhash_scheme_count);
    if (minhash_scheme_is_banded(scheme)) {
        uint32_t shingle =
            scheme == minhash_words ? minhash_shingle_words_default : shingle_length_default;
        return (struct minhash_parameters){scheme, shingle, 25, 4, 100, 1};
    }
    int64_t seed = scheme == minhash_paper ? 1 : wikiduper_seed;
    return (struct minhash_parameters){scheme, shingle_length_default, 10, 10, 20, seed};
}

bool minhash_parameters_equal(const struct minhash_parameters *a,
                              const struct minhash_parameters *b) {
    return a->scheme == b->scheme && a->shingle == b->shingle && a->bands == b->bands &&
           a->rows == b->rows && a->hashes == b->hashes && a->seed == b->seed;
}

/* ---- Families -------------------------------------------------------------------------------- */

static bool is_wikiduper(const struct minhash_family *family) {
    enum minhash_scheme scheme = family->parameters.scheme;
    return scheme >= minhash_wikiduper && scheme <= minhash_wikiduper_report;
}

static enum wikiduper_packing packing_of(enum minhash_scheme scheme) {
    return scheme == minhash_wikiduper_fixed    ? wikiduper_whole
           : scheme == minhash_wikiduper_report ? wikiduper_folded
                                                : wikiduper_overlaid;
}

/* Consecutive functions make a band, so the bands are disjoint. */
static bool make_banded(struct minhash_family *family) {
    const struct minhash_parameters *p = &family->parameters;
    uint64_t stream = (uint64_t)p->seed;
    size_t lanes = minima_lanes, padded = (p->hashes + lanes - 1) / lanes * lanes;
    size_t size = 2 * padded * sizeof *family->coefficients32;
    family->minima_count = padded;
    family->coefficients32 = family->allocator->resize(NULL, size);
    if (!family->coefficients32)
        return false;
    memset(family->coefficients32, 0, size);
    for (size_t j = 0; j < p->hashes; j++) {
        family->coefficients32[j] = (uint32_t)(splitmix64_next(&stream) >> 32) | 1;
        family->coefficients32[padded + j] = (uint32_t)(splitmix64_next(&stream) >> 32);
    }
    for (uint32_t i = 0; i < p->bands * p->rows; i++)
        family->draws[i] = i;
    return true;
}

/* A band is the beginning of a shuffle of all functions (Fisher and Yates), sorted. */
static bool make_paper(struct minhash_family *family) {
    const struct minhash_parameters *p = &family->parameters;
    uint64_t stream = (uint64_t)p->seed;
    uint32_t *deck = family->allocator->resize(NULL, p->hashes * sizeof *deck);
    family->coefficients64 =
        family->allocator->resize(NULL, 2 * (size_t)p->hashes * sizeof *family->coefficients64);
    if (!deck || !family->coefficients64) {
        family->allocator->release(deck);
        return false;
    }
    for (size_t j = 0; j < p->hashes; j++) {
        family->coefficients64[j] = splitmix64_next(&stream) | 1;
        family->coefficients64[p->hashes + j] = splitmix64_next(&stream);
    }
    for (uint32_t band = 0; band < p->bands; band++) {
        uint32_t *draw = family->draws + (size_t)band * p->rows;
        for (uint32_t j = 0; j < p->hashes; j++)
            deck[j] = j;
        for (uint32_t row = 0; row < p->rows; row++) {
            uint32_t picked = row + (uint32_t)splitmix64_below(&stream, p->hashes - row);
            uint32_t function = deck[picked], at = row;
            deck[picked] = deck[row];
            for (; at > 0 && draw[at - 1] > function; at--)
                draw[at] = draw[at - 1];
            draw[at] = function;
        }
    }
    family->allocator->release(deck);
    return true;
}

static bool make_wikiduper(struct minhash_family *family) {
    const struct minhash_parameters *p = &family->parameters;
    family->words = wikiduper_words(p->shingle);
    family->coefficients64 = family->allocator->resize(NULL, 2 * family->words * p->hashes *
                                                                 sizeof *family->coefficients64);
    if (!family->coefficients64)
        return false;
    wikiduper_functions(p->seed, p->hashes, family->words, packing_of(p->scheme),
                        family->coefficients64);
    wikiduper_draws(p->seed, p->hashes, (size_t)p->bands * p->rows, family->draws);
    return true;
}

struct minhash_family *minhash_family_new(const struct allocator *allocator,
                                          const struct minhash_parameters *parameters) {
    const struct minhash_parameters *p = parameters;
    assert(p->shingle >= 1 && p->bands >= 1 && p->rows >= 1 && p->hashes >= 1);
    assert(!minhash_scheme_is_banded(p->scheme) || p->hashes >= p->bands * p->rows);
    assert(p->scheme != minhash_paper || p->rows <= p->hashes);
    struct minhash_family *family = allocator->resize(NULL, sizeof *family);
    if (!family)
        return NULL;
    *family = (struct minhash_family){.allocator = allocator,
                                      .parameters = *p,
                                      .minima_kernel = minima_kernel_named(NULL),
                                      .shingle_kernel = shingle_kernel_named(NULL),
                                      .signatures_kernel = signatures_kernel_named(NULL),
                                      .minima_count = p->hashes,
                                      .words = 1};
    family->row_size = ((p->bands - 1) / band_group + (size_t)1) * band_group;
    family->draws = allocator->resize(NULL, (size_t)p->bands * p->rows * sizeof *family->draws);
    family->by_row =
        allocator_zeroes(allocator, family->row_size * p->rows, sizeof *family->by_row);
    if (family->draws && family->by_row &&
        (minhash_scheme_is_banded(p->scheme) ? make_banded(family)
         : p->scheme == minhash_paper        ? make_paper(family)
                                             : make_wikiduper(family))) {
        for (size_t i = 0; i < (size_t)p->bands * p->rows; i++)
            family->by_row[i % p->rows * family->row_size + i / p->rows] = family->draws[i];
        return family;
    }
    minhash_family_free(family);
    return NULL;
}

void minhash_family_free(struct minhash_family *family) {
    if (!family)
        return;
    RELEASE(family->allocator, family->coefficients32, family->coefficients64, family->draws,
            family->by_row, family);
}

bool minhash_family_change(struct minhash_family **family, const struct allocator *allocator,
                           const struct minhash_parameters *parameters) {
    if (*family && minhash_parameters_equal(&(*family)->parameters, parameters))
        return true;
    minhash_family_free(*family);
    *family = minhash_family_new(allocator, parameters);
    return *family != NULL;
}

const struct minhash_parameters *minhash_family_parameters(const struct minhash_family *family) {
    return &family->parameters;
}

const uint32_t *minhash_family_draw(const struct minhash_family *family, uint32_t band) {
    assert(band < family->parameters.bands);
    return family->draws + (size_t)band * family->parameters.rows;
}

bool minhash_family_use_path(struct minhash_family *family, const char *name) {
    if (cpu_path_named(name) == cpu_path_none)
        return false;
    family->minima_kernel = minima_kernel_named(name);
    family->shingle_kernel = shingle_kernel_named(name);
    family->signatures_kernel = signatures_kernel_named(name);
    return true;
}

/* ---- Minima of a text ------------------------------------------------------------------------ */

void minhash_workspace_free(struct minhash_workspace *workspace,
                            const struct allocator *allocator) {
    code_points_free(&workspace->points, allocator);
    word_hashes_free(&workspace->words, allocator);
    RELEASE(allocator, workspace->fingerprints, workspace->utf16, workspace->minima);
    *workspace = (struct minhash_workspace){.interruption = workspace->interruption};
}

static void paper_minima(const struct minhash_family *family, const uint64_t *fingerprints,
                         size_t count, uint64_t *minima) {
    size_t hashes = family->parameters.hashes;
    for (size_t j = 0; j < hashes; j++) {
        uint64_t multiplier = family->coefficients64[j],
                 addend = family->coefficients64[hashes + j];
        uint64_t minimum = UINT64_MAX;
        for (size_t i = 0; i < count; i++) {
            uint64_t value = (multiplier * fingerprints[i] + addend) >> paper_shift;
            minimum = value < minimum ? value : minimum;
        }
        minima[j] = minimum;
    }
}

/*
 * For the schemes that hash fingerprints, of `length` code points or words. A long text is hashed
 * in parts; the minima of later parts are computed in the second half of the array and merged into
 * the first.
 */
static bool minima_of_fingerprints(const struct minhash_family *family,
                                   struct minhash_workspace *workspace, const uint32_t *values,
                                   size_t length) {
    const struct minhash_parameters *p = &family->parameters;
    size_t hashes = family->minima_count, part = values_per_part / hashes, begin = 0;
    size_t shingles = shingle_count(length, p->shingle);
    size_t width = shingle_width(length, p->shingle);
    if (!ARRAY_RESERVE(family->allocator, workspace->fingerprints, workspace->fingerprint_capacity,
                       shingles < part ? shingles : part))
        return false;
    workspace->shingles = shingles;
    do {
        size_t left = shingles - begin, count = left < part ? left : part;
        uint64_t *fingerprints = workspace->fingerprints, *merged = workspace->minima;
        uint64_t *minima = begin == 0 ? merged : merged + hashes;
        family->shingle_kernel(values + begin, count > 0 ? count + width - 1 : 0, p->shingle,
                               fingerprints);
        if (minhash_scheme_is_banded(p->scheme))
            family->minima_kernel(fingerprints, count, family->coefficients32,
                                  family->coefficients32 + hashes, hashes, minima);
        else
            paper_minima(family, fingerprints, count, minima);
        for (size_t j = 0; j < hashes && begin > 0; j++)
            merged[j] = minima[j] < merged[j] ? minima[j] : merged[j];
        begin += count;
        if (begin < shingles && interruption_after(workspace->interruption, interruption_interval))
            return false;
    } while (begin < shingles);
    return true;
}

/* For the wikiduper schemes, which hash the UTF-16 code units of a shingle, packed into words. */
static bool minima_of_utf16(const struct minhash_family *family,
                            struct minhash_workspace *workspace) {
    const struct minhash_parameters *p = &family->parameters;
    const struct code_points *points = &workspace->points;
    if (!ARRAY_RESERVE(family->allocator, workspace->utf16, workspace->utf16_capacity,
                       2 * points->count) ||
        !ARRAY_RESERVE(family->allocator, workspace->fingerprints, workspace->fingerprint_capacity,
                       family->words))
        return false;
    size_t count = wikiduper_utf16(points->values, points->count, workspace->utf16);
    workspace->shingles = shingle_count(count, p->shingle);
    return wikiduper_minima(workspace->utf16, count, p->shingle, packing_of(p->scheme),
                            family->coefficients64, p->hashes, workspace->fingerprints,
                            workspace->minima, workspace->interruption);
}

bool minhash_minima(const struct minhash_family *family, struct minhash_workspace *workspace,
                    const char *utf8, size_t length) {
    if (!ARRAY_RESERVE(family->allocator, workspace->minima, workspace->minima_capacity,
                       2 * family->minima_count))
        return false;
    if (family->parameters.scheme == minhash_words) {
        struct word_hashes *words = &workspace->words;
        words->interruption = workspace->interruption;
        return word_hashes_read(words, family->allocator, utf8, length) &&
               minima_of_fingerprints(family, workspace, words->values, words->count);
    }
    const struct code_points *points = &workspace->points;
    if (!code_points_decode(&workspace->points, family->allocator, utf8, length))
        return false;
    return is_wikiduper(family)
               ? minima_of_utf16(family, workspace)
               : minima_of_fingerprints(family, workspace, points->values, points->count);
}

/* ---- Signatures ------------------------------------------------------------------------------ */

/* The bands of a group do not wait for each other. `whole`: a constant number of them is faster. */
static INLINED void sign(const struct minhash_family *family, const uint64_t *minima,
                         uint64_t *signatures, const bool whole) {
    uint32_t bands = family->parameters.bands, rows = family->parameters.rows;
    for (uint32_t band = 0; band < bands; band += band_group) {
        const uint32_t *functions = family->by_row + band;
        uint32_t there = bands - band < band_group ? bands - band : band_group;
        uint32_t count = whole ? band_group : there;
        uint64_t group[band_group];
        for (uint32_t i = 0; i < count; i++)
            group[i] = is_wikiduper(family) ? 0 : mix64(band + i + UINT64_C(1));
        for (uint32_t row = 0; row < rows; row++, functions += family->row_size)
            for (uint32_t i = 0; i < count; i++)
                group[i] = mix64(group[i] ^ minima[functions[i]]);
        memcpy(signatures + band, group, there * sizeof *group);
    }
}

#define DEFINE_SIGN(path, target, whole)                                                        \
    target static void sign_##path(const struct minhash_family *family, const uint64_t *minima, \
                                   uint64_t *signatures) {                                      \
        sign(family, minima, signatures, whole);                                                \
    }

DEFINE_SIGN(scalar, , false)
#ifdef CPU_HAS_PATHS
DEFINE_SIGN(avx2, __attribute__((target("avx2"))), true)
DEFINE_SIGN(avx512, __attribute__((target("avx512f,avx512dq,avx512vl"))), true)
#endif

static CPU_KERNEL(signatures_kernel, signatures_kernel_named, sign_scalar, sign_avx2, sign_avx512)

    void minhash_signatures(const struct minhash_family *family, const uint64_t *minima,
                            uint64_t *signatures) {
    family->signatures_kernel(family, minima, signatures);
}
