/*
 * test_statistics.c - minhashing does what the theory says: random sets of known similarity, seeds
 * fixed, everything within 4 standard deviations.
 *
 * Texts are read as shingles of one code point, so that a text is a set at will. A deviation of
 * 4 has probability 6e-5; with some 60 of them here, a correct implementation would fail under one
 * seed in 250, and the fixed ones are among the others.
 */
#include "../test.h"
#include "faulty_memory.h"
#include "match_probability.h"
#include "minhash.h"
#include "random_input.h"

#include <math.h>

enum { either = 60, alphabet = 50000, first_point = 0x4000, pairs = 2000 };

struct pair {
    char a[4 * either], b[4 * either];
    size_t a_size, b_size;
};

/* `either` distinct code points, `both` of them in both texts, the others dealt out in turn. */
static void make_pair(struct pair *pair, size_t both) {
    static uint32_t points[either];
    static uint32_t used[alphabet], round; /* the round in which a point was taken */
    round++;
    pair->a_size = pair->b_size = 0;
    for (size_t i = 0; i < either; i++) {
        size_t point;
        do
            point = random_below(alphabet);
        while (used[point] == round ||
               (point + first_point >= 0xD800 && point + first_point < 0xE000));
        used[point] = round;
        points[i] = (uint32_t)point + first_point;
        if (i < both || i % 2)
            pair->a_size += code_points_encode(&points[i], 1, pair->a + pair->a_size);
        if (i < both || i % 2 == 0)
            pair->b_size += code_points_encode(&points[i], 1, pair->b + pair->b_size);
    }
}

struct tally {
    double share, square;  /* sums over pairs of the share of equal minima, and of its square */
    unsigned long matched; /* pairs that share a signature */
    unsigned long far;     /* pairs whose share is more than 4 standard deviations off */
};

static struct tally tally_pairs(const struct minhash_family *family, size_t both) {
    const struct minhash_parameters *p = minhash_family_parameters(family);
    struct minhash_work a = {0}, b = {0};
    struct tally tally = {0};
    double s = (double)both / either, deviation = sqrt(s * (1 - s) / p->hashes);
    for (int n = 0; n < pairs; n++) {
        static struct pair pair;
        make_pair(&pair, both);
        minhash_minima(family, &a, pair.a, pair.a_size);
        minhash_minima(family, &b, pair.b, pair.b_size);
        double equal = 0;
        for (uint32_t j = 0; j < p->hashes; j++)
            equal += a.minima[j] == b.minima[j];
        bool matched = false;
        for (uint32_t band = 0; band < p->bands; band++)
            matched = matched || minhash_signature(family, a.minima, band) ==
                                     minhash_signature(family, b.minima, band);
        double share = equal / p->hashes;
        tally.share += share;
        tally.square += share * share;
        tally.matched += matched;
        tally.far += fabs(share - s) > 4 * deviation;
    }
    minhash_work_free(&a, &faulty_allocator);
    minhash_work_free(&b, &faulty_allocator);
    return tally;
}

/*
 * The mean of the shares is s, their variance s(1-s)/N (minima are independent of each other), and
 * matches come as often as the exact curve says.
 */
static void check_similarity(const struct minhash_family *family, size_t both) {
    const struct minhash_parameters *p = minhash_family_parameters(family);
    struct tally tally = tally_pairs(family, both);
    double s = (double)both / either, variance = s * (1 - s) / p->hashes;
    double mean = tally.share / pairs, found = tally.square / pairs - mean * mean;
    CHECK(fabs(mean - s) <= 4 * sqrt(variance / pairs), "s = %g: the mean share is %g", s, mean);
    CHECK(fabs(found - variance) <= 6 * variance * sqrt(2.0 / pairs),
          "s = %g: the variance is %g times what it should be", s, found / variance);
    CHECK(tally.far <= 5, "s = %g: %lu of %d shares are 4 deviations off", s, tally.far, pairs);
    struct match_probability *curve =
        match_probability_new(&faulty_allocator, minhash_family_parameters(family));
    double expected = curve ? match_probability_at(curve, s) : -1;
    match_probability_free(curve);
    CHECK(fabs((double)tally.matched - expected * pairs) <=
              4 * sqrt(expected * (1 - expected) * pairs) + 1,
          "s = %g: %lu of %d pairs match, %g should", s, tally.matched, pairs, expected * pairs);
}

static const struct minhash_parameters families[] = {
    {minhash_banded, 1, 25, 4, 100, 1},
    {minhash_banded, 1, 10, 10, 100, 2},
    {minhash_paper, 1, 10, 10, 20, 1},
    {minhash_paper, 1, 20, 4, 40, 4},
};

int main(void) {
    static const size_t shared[] = {6, 18, 30, 42, 54};
    random_state = 2015;
    for (size_t f = 0; f < sizeof families / sizeof *families; f++) {
        struct minhash_family *family = minhash_family_new(&faulty_allocator, &families[f]);
        for (size_t i = 0; family && i < sizeof shared / sizeof *shared; i++)
            check_similarity(family, shared[i]);
        minhash_family_free(family);
    }
    CHECK(faulty.live == 0, "%ld blocks are still out", faulty.live);
    return test_end("core/test_statistics");
}
