/*
 * test_match_probability.c - the exact curve against formulas, tables and two enumerations: of the
 * sets of functions that agree, and by inclusion and exclusion of the draws that match. The code
 * has one method for few draws and another for few functions; here both references face both.
 */
#include "faulty_memory.h"
#include "minhash/match_probability.h"
#include "test.h"

#include <math.h>

static double at(const struct minhash_family *family, double s) {
    struct match_probability *curve =
        match_probability_new(memory, minhash_family_parameters(family), NULL);
    double probability = curve ? match_probability_at(curve, s) : -1;
    match_probability_free(curve);
    return probability;
}

static struct minhash_family *banded(uint32_t bands, uint32_t rows) {
    return minhash_family_new(
        memory, &(struct minhash_parameters){minhash_banded, 12, bands, rows, bands * rows, 1});
}

static struct minhash_family *paper(uint32_t bands, uint32_t rows, uint32_t hashes, int64_t seed) {
    return minhash_family_new(
        memory, &(struct minhash_parameters){minhash_paper, 12, bands, rows, hashes, seed});
}

static struct minhash_family *wikiduper(uint32_t bands, uint32_t rows, uint32_t hashes,
                                        int64_t seed) {
    return minhash_family_new(
        memory, &(struct minhash_parameters){minhash_wikiduper, 12, bands, rows, hashes, seed});
}

/* 1 - (1 - s^10)^10, the papers' curve, to ten digits. */
static const struct {
    double s, probability;
} papers_table[] = {
    {0.0, 0},
    {0.1, 1E-9},
    {0.2, 0.000001024},
    {0.3, 0.000059047431},
    {0.4, 0.001048081358},
    {0.5, 0.009722821224},
    {0.6, 0.058847154882},
    {0.7, 0.249144174231},
    {0.75, 0.439884804625},
    {0.8, 0.678859973593},
    {0.85, 0.888356184292},
    {0.9, 0.986261018356},
    {0.95, 0.999891783916},
    {0.99, 0.999999999936},
    {1.0, 1},
};

static void test_the_papers_table(void) {
    struct minhash_family *family = banded(10, 10);
    for (size_t i = 0; i < sizeof papers_table / sizeof *papers_table; i++)
        CHECK(fabs(at(family, papers_table[i].s) - papers_table[i].probability) < 1e-10,
              "s = %g gives %.12g", papers_table[i].s, at(family, papers_table[i].s));
    minhash_family_free(family);
}

/* What minhash.h promises of 25 bands of 4, to the digits that it gives. */
static void test_the_default(void) {
    static const struct {
        double s, promise, rounding;
    } promises[] = {
        {0.8, 0.99995, 5e-5}, {0.7, 0.999, 5e-4}, {0.6, 0.969, 5e-4}, {0.2, 0.04, 2e-3}};
    struct minhash_parameters p = minhash_defaults(minhash_banded);
    struct minhash_family *family = minhash_family_new(memory, &p);
    for (int i = 0; i < 4; i++)
        CHECK(fabs(at(family, promises[i].s) - promises[i].promise) <= promises[i].rounding,
              "s = %g gives %g", promises[i].s, at(family, promises[i].s));
    minhash_family_free(family);
}

static void test_disjoint_draws(void) {
    static const uint32_t shapes[][2] = {{1, 1}, {25, 4}, {1024, 1}, {1, 1024}, {64, 1024}};
    for (int i = 0; i < 5; i++) {
        struct minhash_family *family = banded(shapes[i][0], shapes[i][1]);
        double worst = 0;
        for (int percent = 0; percent <= 100; percent++) {
            double s = percent / 100.0;
            double textbook = 1 - pow(1 - pow(s, shapes[i][1]), shapes[i][0]);
            worst = fmax(worst, fabs(at(family, s) - textbook));
        }
        CHECK(worst < 1e-12, "%u bands of %u: off by %g", shapes[i][0], shapes[i][1], worst);
        minhash_family_free(family);
    }
}

/* The textbook formula loses all digits of a small probability. */
static void test_small_probabilities(void) {
    struct minhash_family *family = banded(10, 10);
    double expected = 10 * 1e-20; /* bands * s^rows to within rounding */
    CHECK(fabs(at(family, 0.01) / expected - 1) < 1e-12, "s = 0.01 gives %g", at(family, 0.01));
    minhash_family_free(family);
}

/* The sum over all sets of agreeing functions that contain a whole draw. */
static double by_agreeing_functions(const struct minhash_family *family, double s) {
    const struct minhash_parameters *p = minhash_family_parameters(family);
    double sum = 0;
    for (uint32_t set = 0; set < UINT32_C(1) << p->hashes; set++) {
        bool match = false;
        double weight = 1;
        for (uint32_t band = 0; band < p->bands && !match; band++) {
            match = true;
            for (uint32_t row = 0; row < p->rows; row++)
                match = match && set >> minhash_family_draw(family, band)[row] & 1;
        }
        for (uint32_t j = 0; j < p->hashes; j++)
            weight *= set >> j & 1 ? s : 1 - s;
        sum += match ? weight : 0;
    }
    return sum;
}

/* Inclusion-exclusion over all sets of matching draws. */
static double by_matching_draws(const struct minhash_family *family, double s) {
    const struct minhash_parameters *p = minhash_family_parameters(family);
    double sum = 0;
    for (uint32_t set = 1; set < UINT32_C(1) << p->bands; set++) {
        uint64_t functions = 0;
        double sign = -1, all = 1;
        for (uint32_t band = 0; band < p->bands; band++) {
            if (!(set >> band & 1))
                continue;
            sign = -sign;
            for (uint32_t row = 0; row < p->rows; row++)
                functions |= UINT64_C(1) << minhash_family_draw(family, band)[row];
        }
        for (; functions; functions &= functions - 1)
            all *= s;
        sum += sign * all;
    }
    return sum;
}

static double worst_error(const struct minhash_family *family) {
    double worst = 0;
    for (int tenth = 0; tenth <= 10; tenth++) {
        double s = tenth / 10.0, found = at(family, s);
        worst = fmax(worst, fabs(found - by_agreeing_functions(family, s)));
        worst = fmax(worst, fabs(found - by_matching_draws(family, s)));
    }
    return worst;
}

/* The code sums unions if bands <= hashes, and counts agreeing sets otherwise. */
static const struct {
    uint32_t bands, rows, hashes;
} shapes[] = {
    {1, 1, 1},    {2, 1, 1},   {5, 1, 1},   {1, 3, 3},   {4, 3, 3},   {3, 2, 6},
    {6, 2, 6},    {7, 2, 6},   {10, 4, 9},  {9, 4, 9},   {8, 4, 9},   {10, 5, 10},
    {10, 10, 12}, {12, 3, 10}, {12, 9, 12}, {12, 1, 12}, {11, 6, 12}, {2, 11, 12},
};

static void test_overlapping_draws(void) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        struct minhash_family *family =
            paper(shapes[i].bands, shapes[i].rows, shapes[i].hashes, (int64_t)i);
        double worst = worst_error(family);
        CHECK(worst < 1e-9, "%u draws of %u of %u: off by %g", shapes[i].bands, shapes[i].rows,
              shapes[i].hashes, worst);
        minhash_family_free(family);
    }
}

/*
 * With replacement, the same shapes and more rows than there are functions: draws that hold one
 * function several times, and draws that hold the same ones in another order.
 */
static void test_draws_with_replacement(void) {
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        for (uint32_t times = 1; times <= 3; times += 2) {
            uint32_t rows = shapes[i].rows * times;
            struct minhash_family *family =
                wikiduper(shapes[i].bands, rows, shapes[i].hashes, (int64_t)i);
            double worst = worst_error(family);
            CHECK(worst < 1e-9, "%u draws of %u of %u: off by %g", shapes[i].bands, rows,
                  shapes[i].hashes, worst);
            minhash_family_free(family);
        }
    }
}

/* What the papers' program reaches with its own draws, instead of the 0.986 of its paper. */
static void test_the_papers_program(void) {
    static const struct {
        double s, probability;
    } table[] = {{0.5, 0.0429},  {0.6, 0.1418}, {0.7, 0.3474}, {0.8, 0.6442},
                 {0.85, 0.7912}, {0.9, 0.9081}, {0.95, 0.9784}};
    for (enum minhash_scheme scheme = minhash_wikiduper; scheme <= minhash_wikiduper_report;
         scheme++) {
        struct minhash_parameters p = minhash_defaults(scheme);
        struct minhash_family *family = minhash_family_new(memory, &p);
        for (size_t i = 0; i < sizeof table / sizeof *table; i++)
            CHECK(fabs(at(family, table[i].s) - table[i].probability) <= 0.00005,
                  "scheme %d, s = %g gives %g", (int)scheme, table[i].s, at(family, table[i].s));
        minhash_family_free(family);
    }
}

/* The papers' own parameters: overlap makes the curve lower than the papers' formula says. */
static void test_the_papers_formula_is_too_high(void) {
    for (int64_t seed = 1; seed <= 3; seed++) {
        struct minhash_family *family = paper(10, 10, 20, seed);
        for (int tenth = 5; tenth <= 9; tenth++) {
            double s = tenth / 10.0, formula = 1 - pow(1 - pow(s, 10), 10);
            double exact = at(family, s);
            CHECK(fabs(exact - by_matching_draws(family, s)) < 1e-12, "seed %d", (int)seed);
            CHECK(exact < formula, "s = %g: %g is not below %g", s, exact, formula);
        }
        minhash_family_free(family);
    }
}

static void test_the_ends_and_the_way_between(void) {
    struct minhash_family *families[] = {banded(25, 4), paper(10, 10, 20, 1), paper(30, 3, 8, 1),
                                         wikiduper(10, 10, 20, 1123456), wikiduper(30, 3, 8, 1)};
    for (int i = 0; i < 5; i++) {
        double last = 0;
        unsigned long falls = 0;
        for (int step = 0; step <= 1000; step++) {
            double next = at(families[i], step / 1000.0);
            falls += next < last || next > 1;
            last = next;
        }
        CHECK(at(families[i], 0) == 0 && last == 1 && falls == 0, "family %d falls %lu times", i,
              falls);
        minhash_family_free(families[i]);
    }
}

/* The limits, for both methods. */
static void test_the_largest(void) {
    struct minhash_family *draws = paper(match_probability_overlap_max, 2, 65536, 1);
    double one = 0.25, none = 1 - pow(1 - one, match_probability_overlap_max);
    CHECK(fabs(at(draws, 0.5) - none) < 1e-3, "draws of 2 out of 65536 hardly overlap: %g, %g",
          at(draws, 0.5), none);
    struct minhash_family *functions = paper(1024, 1, match_probability_overlap_max, 1);
    none = 1 - pow(0.9, match_probability_overlap_max);
    CHECK(fabs(at(functions, 0.1) - none) < 1e-9, "1024 draws of 1 hold every function: %g, %g",
          at(functions, 0.1), none);
    minhash_family_free(draws);
    minhash_family_free(functions);
    match_probability_free(NULL);
}

int main(void) {
    test_the_papers_table();
    test_the_default();
    test_disjoint_draws();
    test_small_probabilities();
    test_overlapping_draws();
    test_draws_with_replacement();
    test_the_papers_program();
    test_the_papers_formula_is_too_high();
    test_the_ends_and_the_way_between();
    test_the_largest();
    return faulty_end("core/test_match_probability");
}
