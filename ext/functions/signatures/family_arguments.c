/* family_arguments.c - see family_arguments.h. */
#include "family_arguments.h"

const char *const scheme_names[minhash_scheme_count + 1] = {
    [minhash_banded] = "banded",
    [minhash_paper] = "paper",
    [minhash_wikiduper] = "wikiduper",
    [minhash_wikiduper_fixed] = "wikiduper-fixed",
    [minhash_wikiduper_report] = "wikiduper-report",
    [minhash_words] = "words",
};

static void change(uint32_t *parameter, const struct given *given) {
    if (given && given->value)
        *parameter = (uint32_t)given->integer;
}

struct minhash_parameters family_read(struct call *call, const struct given *shingle,
                                      const struct given *bands) {
    const struct given *rows = bands + 1, *hashes = rows + 1, *seed = hashes + 2;
    enum minhash_scheme scheme = (enum minhash_scheme)hashes[1].integer;
    struct minhash_parameters p = minhash_defaults(scheme);
    if (call->code != SQLITE_OK)
        return p;
    change(&p.shingle, shingle);
    change(&p.bands, bands);
    change(&p.rows, rows);
    bool banded = minhash_scheme_is_banded(scheme);
    if (banded)
        p.hashes = p.bands * p.rows;
    change(&p.hashes, hashes);
    if (seed->value)
        p.seed = seed->integer;
    if (scheme == minhash_paper && p.rows > p.hashes)
        call_refuse(call,
                    "scheme 'paper' draws distinct hash functions: argument rows (%u) must be at "
                    "most hashes (%u)",
                    p.rows, p.hashes);
    if (banded && p.bands * p.rows > minhash_hashes_max)
        call_refuse(call, "bands * rows must be at most %d, found %u * %u", minhash_hashes_max,
                    p.bands, p.rows);
    if (banded && p.hashes != p.bands * p.rows)
        call_refuse(call,
                    "scheme '%s' uses bands * rows hash functions: argument hashes must be %u * %u "
                    "= %u, found %u",
                    scheme_names[scheme], p.bands, p.rows, p.bands * p.rows, p.hashes);
    return p;
}

void family_require_same(struct call *call, const char *what, const struct minhash_parameters *a,
                         const struct minhash_parameters *b) {
    if (minhash_parameters_equal(a, b))
        return;
    call_refuse(call,
                "%s, found shingle %u, bands %u, rows %u, hashes %u, scheme '%s', seed %lld and "
                "shingle %u, bands %u, rows %u, hashes %u, scheme '%s', seed %lld",
                what, a->shingle, a->bands, a->rows, a->hashes, scheme_names[a->scheme],
                (long long)a->seed, b->shingle, b->bands, b->rows, b->hashes,
                scheme_names[b->scheme], (long long)b->seed);
}
