/*
 * minhash.h - families of hash functions, draws from them, and signatures.
 *
 * The minhash of a text under one hash function is the minimum of that function over the text's
 * shingles. Two texts have the same minhash with probability s, the Jaccard similarity of their
 * shingle sets (Broder 1997). A draw, or band, selects `rows` functions (K in the papers) from a
 * family of `hashes` functions (N). Its signature is a 64-bit hash of its minhashes, which two
 * texts share with probability s^rows. There are `bands` draws (M).
 *
 * Schemes:
 *   banded  Band b consists of the functions b * rows .. b * rows + rows - 1. Bands are disjoint,
 *           hence independent, so 1 - (1 - s^rows)^bands is exact. Minima have 32 bits: minima.h.
 *   words   The same, but a shingle is a run of words (word_hashes.h), not of code points.
 *   paper   A draw consists of `rows` distinct functions chosen by the seed, so draws overlap
 *           (Weissman et al. 2015, Near-Duplicate Sentence Detection). Multiply-shift hashing of
 *           64-bit fingerprints to 60 bits.
 *   wikiduper, wikiduper-fixed, wikiduper-report
 *           As the program of that paper, bit for bit: wikiduper.h.
 *
 * Equal parameters and equal text give equal signatures on every machine and in every release:
 * docs/formats/signature-format.md.
 */
#pragma once

#include "../base/allocator.h"
#include "../base/interruption.h"
#include "../text/code_points.h"
#include "../text/words/word_hashes.h"

/* Signature blobs store these numbers. */
enum minhash_scheme {
    minhash_banded,
    minhash_paper,
    minhash_wikiduper,
    minhash_wikiduper_fixed,
    minhash_wikiduper_report,
    minhash_words,
    minhash_scheme_count
};

/* Whether bands are disjoint, and minima have 32 bits. */
static inline bool minhash_scheme_is_banded(enum minhash_scheme scheme) {
    return scheme == minhash_banded || scheme == minhash_words;
}

/* All counts are at least 1. banded, words: hashes >= bands * rows; paper: rows <= hashes. */
struct minhash_parameters {
    enum minhash_scheme scheme;
    uint32_t shingle; /* code points in a shingle; words: words; wikiduper: UTF-16 code units */
    uint32_t bands;   /* number of draws, M */
    uint32_t rows;    /* hash functions in a draw, K */
    uint32_t hashes;  /* hash functions in the family, N */
    int64_t seed;
};

enum { minhash_bands_max = 1024, minhash_rows_max = 1024, minhash_hashes_max = 65536 };
enum { minhash_shingle_words_default = 5 };

/*
 * banded, words: 25 bands of 4 rows, which find a pair of Jaccard similarity 0.8 with probability
 * 0.999998, 0.7 with 0.999, 0.6 with 0.969, and 0.2 with 0.04. Others: N = 20, K = 10, M = 10, as
 * in the papers.
 */
struct minhash_parameters minhash_defaults(enum minhash_scheme scheme);

/* The hash functions and draws. Constant once made, so any number of threads may share it. */
struct minhash_family;

/* Returns NULL if memory runs out. Release with minhash_family_free(), which accepts NULL. */
struct minhash_family *minhash_family_new(const struct allocator *allocator,
                                          const struct minhash_parameters *parameters);
void minhash_family_free(struct minhash_family *family);

/* Makes *family, perhaps NULL, anew unless it has these parameters. False, and NULL: no memory. */
bool minhash_family_change(struct minhash_family **family, const struct allocator *allocator,
                           const struct minhash_parameters *parameters);

const struct minhash_parameters *minhash_family_parameters(const struct minhash_family *family);
bool minhash_parameters_equal(const struct minhash_parameters *a,
                              const struct minhash_parameters *b);

/*
 * The functions of draw `band`, 0 <= band < bands: `rows` indexes below `hashes`, in ascending
 * order. wikiduper: in the order drawn, possibly with repetitions.
 */
const uint32_t *minhash_family_draw(const struct minhash_family *family, uint32_t band);

/* Makes the family use the path called `name` (minima.h). Returns false if there is none. */
bool minhash_family_use_path(struct minhash_family *family, const char *name);

/* Memory reused from text to text. Initialise with zeroes; release with its _free(). */
struct minhash_workspace {
    struct code_points points;
    struct word_hashes words; /* words: in place of code points */
    uint64_t *fingerprints;   /* of a part of the text; wikiduper: a shingle packed into words */
    uint32_t *utf16;          /* wikiduper: the text as UTF-16 code units */
    uint64_t *minima;         /* the result: one minimum for each hash function of the family */
    size_t fingerprint_capacity, utf16_capacity, minima_capacity;
    size_t shingles;                   /* shingles of the text; if 0, there are no signatures */
    struct interruption *interruption; /* may be NULL */
};

void minhash_workspace_free(struct minhash_workspace *workspace, const struct allocator *allocator);

/*
 * Computes the minima of `length` bytes of `utf8` into workspace->minima. Returns false if memory
 * runs out or the work is interrupted. O(length * hashes).
 */
bool minhash_minima(const struct minhash_family *family, struct minhash_workspace *workspace,
                    const char *utf8, size_t length);

/* Writes the signatures of all bands, from the minima of a text that has shingles. */
void minhash_signatures(const struct minhash_family *family, const uint64_t *minima,
                        uint64_t *signatures);
