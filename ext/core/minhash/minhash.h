/*
 * minhash.h - families of hash functions, draws from them, and signatures.
 *
 * The minhash of a text under one hash function is the minimum of that function over the text's
 * shingles; two texts agree in it with probability equal to the Jaccard similarity s of their
 * shingle sets (Broder 1997). A draw takes `rows` functions (the papers' K) out of a family of
 * `hashes` (N); the signature of a draw is one 64-bit hash of its minhashes, so that two texts
 * share it with probability s^rows. `bands` draws (M) are made.
 *
 * Schemes:
 *   banded  draw b is the functions b * rows .. b * rows + rows - 1: the draws are disjoint, hence
 *           independent, and 1 - (1 - s^rows)^bands is exact. 32-bit minima, as on minima.h.
 *   paper   each draw is `rows` distinct functions of the `hashes`, chosen by the seed; draws
 *           overlap (Weissman et al. 2015, Near-Duplicate Sentence Detection). Multiply-shift
 *           hashing of 64-bit fingerprints to 60 bits.
 *   wikiduper        what the program of that paper does, bit for bit: wikiduper.h.
 *   wikiduper-fixed  the same, without the fault in how it packs shingles into words.
 *   wikiduper-report the same as it was for the class report of May 2013: a worse fault there.
 *
 * Equal parameters and equal text give equal signatures for ever, on every machine; the format
 * is docs/signature-format.md. The band is hashed into its signature, so that signatures of
 * different bands do not meet; but for wikiduper's, where draws that are equal have equal ones.
 */
#ifndef NEARDUP_MINHASH_H
#define NEARDUP_MINHASH_H

#include "../base/allocator.h"
#include "../base/interruption.h"
#include "../text/code_points.h"

/* The numbers stand in sketches. */
enum minhash_scheme {
    minhash_banded,
    minhash_paper,
    minhash_wikiduper,
    minhash_wikiduper_fixed,
    minhash_wikiduper_report,
    minhash_scheme_count
};

/* Each at least 1; for `banded`, hashes = bands * rows; for `paper`, rows <= hashes. */
struct minhash_parameters {
    enum minhash_scheme scheme;
    uint32_t shingle; /* code points in a shingle; wikiduper: UTF-16 code units */
    uint32_t bands;   /* draws, the papers' M */
    uint32_t rows;    /* hash functions in a draw, K */
    uint32_t hashes;  /* hash functions in the family, N */
    int64_t seed;
};

enum { minhash_bands_max = 1024, minhash_rows_max = 1024, minhash_hashes_max = 65536 };

/*
 * 25 bands of 4 rows: recall 0.999998 at Jaccard 0.8, 0.999 at 0.7, 0.969 at 0.6, and one
 * candidate in 25 at 0.2. The papers' own 20, 10, 10 for their schemes.
 */
struct minhash_parameters minhash_defaults(enum minhash_scheme scheme);

/* A family is made once and then only read: any number of threads may share it. */
struct minhash_family;

/* NULL when memory runs out. Freed by minhash_family_free(), which takes NULL too. */
struct minhash_family *minhash_family_new(const struct allocator *allocator,
                                          const struct minhash_parameters *parameters);
void minhash_family_free(struct minhash_family *family);

const struct minhash_parameters *minhash_family_parameters(const struct minhash_family *family);
bool minhash_parameters_equal(const struct minhash_parameters *a,
                              const struct minhash_parameters *b);

/*
 * The functions in draw `band`: `rows` indexes below `hashes`, in ascending order; wikiduper: as
 * they were drawn, some of them more than once.
 */
const uint32_t *minhash_family_draw(const struct minhash_family *family, uint32_t band);

/* Has the family use the path called `name` (minima.h); false where it is not there. */
bool minhash_family_use_path(struct minhash_family *family, const char *name);

/* Room to work in, reused from text to text: begins as all zeroes, released by its _free(). */
struct minhash_work {
    struct code_points points;
    uint64_t *fingerprints;
    uint32_t *units;  /* of wikiduper */
    uint64_t *minima; /* the result: one minimum for each hash function of the family */
    size_t fingerprint_capacity, unit_capacity, minima_capacity;
    size_t shingles; /* how many shingles the text had; with none, there is no signature */
    struct interruption *interruption; /* may be NULL */
};

void minhash_work_free(struct minhash_work *work, const struct allocator *allocator);

/*
 * Computes the minima of `length` bytes of `utf8` under `family` into `work`. False when memory
 * runs out or the interruption says so. O(length * hashes).
 */
bool minhash_minima(const struct minhash_family *family, struct minhash_work *work,
                    const char *utf8, size_t length);

/* The signature of one band, out of the minima of a text that has shingles. */
int64_t minhash_signature(const struct minhash_family *family, const uint64_t *minima,
                          uint32_t band);

/*
 * Those of all bands into `signatures`, which has room for them: the bands do not wait for each
 * other, which makes it several times as fast as one after the other.
 */
void minhash_signatures(const struct minhash_family *family, const uint64_t *minima,
                        uint64_t *signatures);

#endif
