/* vector_banding.c - see vector_banding.h. */
#include "vector_banding.h"

#include "../../base/mix.h"
#include "../dot_product.h"
#include "projection.h"

#include <math.h>

/* ---- Bands and rows -------------------------------------------------------------------------- */

enum { sampled_pairs = 20000, sampled_components = 1 << 24, bins = 256 };

/* Nanoseconds, measured: of a bit of a component, of a band of a vector, and of a pair. */
static const double dense_bit_cost = 0.02, sparse_bit_cost = 0.27, band_cost = 90, pair_cost = 12;

/* A pair of cosine -1 never meets. */
static const double meets_least = -0.999999;

/* How many pairs of the sample have which cosine, from -1 to 1. */
struct likeness {
    double pairs[bins];
    double all;
};

static void sample(struct likeness *likeness, const struct vector_set *set) {
    *likeness = (struct likeness){.all = 0};
    uint64_t state = 0, components = 0;
    for (int i = 0; i < sampled_pairs && components < sampled_components && set->count > 1; i++) {
        uint64_t a = splitmix64_below(&state, set->count);
        uint64_t b = splitmix64_below(&state, set->count - 1);
        struct vector v = vector_set_get(set, (size_t)a);
        struct vector w = vector_set_get(set, (size_t)(b + (b >= a)));
        struct dot_products products = dot_products(&v, &w);
        components += v.count + w.count;
        double cosine;
        if (!dot_products_cosine(&products, &cosine))
            continue;
        int bin = (int)((cosine + 1) * bins / 2);
        likeness->pairs[bin < bins ? bin : bins - 1]++;
        likeness->all++;
    }
}

/* What a banding costs, in nanoseconds. */
static double cost_of(const struct likeness *likeness, const struct vector_set *set,
                      struct vector_banding banding) {
    double vectors = (double)set->count, share = 0;
    for (int bin = 0; bin < bins; bin++) {
        double cosine = (bin + 0.5) * 2 / bins - 1;
        if (likeness->pairs[bin] > 0)
            share += likeness->pairs[bin] / likeness->all *
                     projection_match_probability(cosine, banding.bands, banding.rows);
    }
    return (set->sparse ? sparse_bit_cost : dense_bit_cost) * banding.bands * banding.rows *
               (double)set->total +
           band_cost * banding.bands * vectors + pair_cost * share * vectors * (vectors - 1) / 2;
}

/* The fewest bands with which these rows suffice, or as many as there can be. */
static uint32_t fewest_bands(uint32_t rows, double cosine_least, double probability_least) {
    uint32_t most = banding_bits_max / rows, bands = 1;
    if (most > banding_bands_max)
        most = banding_bands_max;
    while (bands < most &&
           projection_match_probability(cosine_least, bands, rows) < probability_least)
        bands++;
    return bands;
}

struct vector_banding vector_banding_choose(const struct vector_set *set,
                                            struct vector_banding given, double cosine_least,
                                            double probability_least) {
    struct vector_banding best = given;
    double best_cost = INFINITY, best_probability = -1;
    struct likeness likeness;
    if (given.rows > 0 && given.bands > 0)
        return given;
    cosine_least = fmax(cosine_least, meets_least); /* or else all bandings would be equally bad */
    sample(&likeness, set);
    for (uint32_t rows = 1; rows <= banding_rows_max; rows++) {
        if ((given.rows > 0 && rows != given.rows) ||
            (given.bands > 0 && given.bands * rows > banding_bits_max))
            continue;
        struct vector_banding tried = {given.bands, rows};
        if (given.bands == 0)
            tried.bands = fewest_bands(rows, cosine_least, probability_least);
        double probability =
            fmin(projection_match_probability(cosine_least, tried.bands, rows), probability_least);
        double cost = cost_of(&likeness, set, tried);
        if (probability > best_probability ||
            (probability == best_probability && cost < best_cost)) {
            best = tried;
            best_cost = cost;
            best_probability = probability;
        }
    }
    return best;
}

/* ---- Distances ------------------------------------------------------------------------------- */

uint32_t vector_banding_distance_most(uint32_t bits, double cosine_least) {
    static const double rounding = 1e-3, missed_most = 1e-6, pi = 3.14159265358979323846;
    double share = (acos(cosine_least) + rounding) / pi;
    if (share >= 1)
        return bits;
    /* From all bits downwards: the logarithm of the probability of this number of differences. */
    double missed = 0, logarithm = bits * log(share);
    for (uint32_t different = bits; different > 0; different--) {
        missed += exp(logarithm);
        if (missed > missed_most)
            return different;
        logarithm += log(different) - log(bits - different + 1.0) + log1p(-share) - log(share);
    }
    return 0;
}
