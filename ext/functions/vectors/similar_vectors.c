/*
 * similar_vectors.c - which vectors are similar; see docs/functions/vectors.md.
 *
 *   cosine_similarity() scalar (core/vectors/dot_product.h)
 *   collect_vectors()   aggregate: vectors with ids, in memory (vector_set.h)
 *   similar_vectors()   table-valued: the pairs that share a band of their random projections and
 *                       have a high cosine, in order (vector_pairs.h)
 *
 *   (1) The column cosine is the value of cosine_similarity(), bit by bit, and the rows do not
 *       depend on `threads`.
 *   (2) collection_counts() of the vectors says what the last call has counted that was read to its
 *       end, and what it has chosen.
 */
#include "../functions.h"
#include "../pairs/collected_pairs.h"
#include "../table_function.h"

#include <string.h> /* memcpy */

static const char *form_of(bool sparse) {
    return sparse ? "sparse" : "dense";
}

static void cosine_similarity_call(struct call *call) {
    const struct vector *v = &call->given[0].vector, *w = &call->given[1].vector;
    if (vector_is_sparse(v) != vector_is_sparse(w))
        call_refuse(call,
                    "arguments v and w must both be sparse, or both dense, found a %s and a %s "
                    "vector",
                    form_of(vector_is_sparse(v)), form_of(vector_is_sparse(w)));
    else if (!vector_is_sparse(v) && v->count != w->count)
        call_refuse(call,
                    "arguments v and w must have the same number of dimensions, found %u and %u",
                    v->count, w->count);
    if (call->code != SQLITE_OK)
        return;
    struct dot_products products = dot_products(v, w);
    double cosine;
    if (dot_products_cosine(&products, &cosine))
        sqlite3_result_double(call->context, cosine);
}

SCALAR(cosine_similarity, "REAL",
       .arguments = ARGUMENTS(REQUIRED("v", vector), REQUIRED("w", vector)));

struct collected_vectors {
    struct collection base;
    struct vector_set set;
    struct vector_pair_counts counts; /* of the last comparison ... */
    struct vector_banding banding;    /* ... and what was given to it, or chosen */
};

static void vectors_release(void *collection) {
    vector_set_free(&((struct collected_vectors *)collection)->set, &sqlite_allocator);
}

static void vectors_step(struct call *call, void *collection) {
    struct vector_set *set = &((struct collected_vectors *)collection)->set;
    long long id = call->given[0].integer;
    const struct vector *vector = &call->given[1].vector;
    if (set->count == VECTOR_SET_MAX) {
        call_refuse(call, "there are more than %lld vectors", (long long)VECTOR_SET_MAX);
        return;
    }
    switch (vector_set_add(set, &sqlite_allocator, id, vector)) {
    case vector_set_unlike:
        call_refuse(call,
                    "all vectors must have as many dimensions as the first, which has %u; that of "
                    "id %lld has %u",
                    set->vectors[0].count, id, vector->count);
        break;
    case vector_set_unlike_form:
        call_refuse(call, "the vector of id %lld is %s, but the first one is %s", id,
                    form_of(!set->sparse), form_of(set->sparse));
        break;
    case vector_set_no_memory:
        call->code = SQLITE_NOMEM;
        break;
    default:
        break;
    }
}

static void vectors_final(struct call *call, void *collection) {
    struct collected_vectors *vectors = collection;
    int64_t repeated;
    switch (vector_set_number(&vectors->set, &sqlite_allocator, &repeated, call->interruption)) {
    case vector_set_ok:
        break;
    case vector_set_repeated:
        call_refuse(call, "there are two vectors with id %lld", (long long)repeated);
        break;
    default:
        call_interrupted(call);
    }
}

static size_t vectors_counts(const void *collection, struct collection_count *counts) {
    const struct collected_vectors *vectors = collection;
    const struct vector_pair_counts *counted = &vectors->counts;
    const struct collection_count all[] = {{"candidates", counted->candidates},
                                           {"candidates of small distance", counted->close},
                                           {"large buckets", counted->large_buckets},
                                           {"vectors in large buckets", counted->in_large_buckets},
                                           {"pairs left out", counted->left_out},
                                           {"bands", vectors->banding.bands},
                                           {"rows", vectors->banding.rows},
                                           {"bucket_most", counted->whole_most}};
    memcpy(counts, all, sizeof all);
    return sizeof all / sizeof *all;
}

COLLECTION(collect_vectors, vectors, struct collected_vectors,
           .arguments = ARGUMENTS(ID("id"), REQUIRED("vector", vector)), .final = vectors_final,
           .counts = vectors_counts);

enum {
    argument_vectors,
    argument_cosine_least,
    argument_bands,
    argument_rows,
    argument_seed,
    argument_comparisons_most,
    argument_thinning,
    argument_threads = argument_thinning + thinning_argument_count
};

/* Comparisons are as many as a million vectors take at most, and as 10,000 may take always. */
enum { vectors_least = 10000, vectors_most = 1000000 };
static const double probability_least = 0.965;

struct vectors_cursor {
    struct table_cursor base;
    struct collected_vectors *vectors; /* which the base holds */
    struct vector_pairs *pairs;
    struct vector_banding banding; /* what was given, or chosen */
    struct vector_pair pair;
};

static void vectors_reset(struct table_cursor *base) {
    struct vectors_cursor *cursor = (struct vectors_cursor *)base;
    vector_pairs_free(cursor->pairs);
    cursor->pairs = NULL;
}

static void vectors_next(struct table_cursor *base, struct call *call) {
    struct vectors_cursor *cursor = (struct vectors_cursor *)base;
    if (table_found(base, call, vector_pairs_next(cursor->pairs, &cursor->pair))) {
        cursor->vectors->counts = vector_pairs_counts(cursor->pairs);
        cursor->vectors->banding = cursor->banding;
    }
}

static void vectors_open(struct table_cursor *base, struct call *call) {
    struct vectors_cursor *cursor = (struct vectors_cursor *)base;
    const struct given *given = call->given;
    struct collected_vectors *vectors = cursor->vectors = given[argument_vectors].pointer;
    const struct vector_set *set = &vectors->set;
    struct vector_pair_rule rule = {.cosine_least = given[argument_cosine_least].number,
                                    .banding = {.bands = (uint32_t)given[argument_bands].integer,
                                                .rows = (uint32_t)given[argument_rows].integer},
                                    .seed = given[argument_seed].integer,
                                    .buckets = thinning_rule(&given[argument_thinning], INT64_MAX)};
    if (!given[argument_thinning].value)
        rule.buckets.whole_most = 0; /* chosen by comparisons_most */
    if (rule.banding.bands * rule.banding.rows > banding_bits_max) {
        call_refuse(call, "bands * rows must be at most %d, found %u", banding_bits_max,
                    rule.banding.bands * rule.banding.rows);
        return;
    }
    cursor->banding = rule.banding =
        vector_banding_choose(set, rule.banding, rule.cosine_least, probability_least);
    double counted = set->count < vectors_least  ? vectors_least
                     : set->count > vectors_most ? vectors_most
                                                 : (double)set->count;
    rule.comparisons_most = given[argument_comparisons_most].number;
    if (set->count > 0) /* the comparisons of all vectors together, divided by their number */
        rule.comparisons_most = rule.comparisons_most * counted / (double)set->count;
    cursor->pairs = vector_pairs_new(&sqlite_allocator, set, &rule,
                                     call_threads(&given[argument_threads]), &base->interruption);
    if (!cursor->pairs)
        call_interrupted(call);
}

static void vectors_column(struct table_cursor *base, sqlite3_context *context, int column) {
    const struct vectors_cursor *cursor = (const struct vectors_cursor *)base;
    const struct vector_pair *pair = &cursor->pair;
    if (column == 2)
        sqlite3_result_double(context, pair->cosine);
    else
        sqlite3_result_int64(context, cursor->vectors->set.ids[column == 0 ? pair->a : pair->b]);
}

TABLE(similar_vectors, vectors, struct vectors_cursor, "a INTEGER, b INTEGER, cosine REAL",
      .arguments =
          ARGUMENTS(POINTER("vectors", .maker = "collect_vectors"),
                    OPTIONAL("cosine_least", number, .numbers = {-1, 1, 0.95}),
                    OPTIONAL("bands", integer, .range = {0, banding_bands_max, 0}, .unset = true),
                    OPTIONAL("rows", integer, .range = {0, banding_rows_max, 0}, .unset = true),
                    OPTIONAL("seed", integer, .range = {INT64_MIN, INT64_MAX, 1}),
                    OPTIONAL("comparisons_most", number, .numbers = {0, 1e18, 1000}),
                    ARGUMENT_BUCKET_MOST(.unset = true), ARGUMENT_NEIGHBOURS,
                    ARGUMENT_REPRESENTATIVES, THREADS(OPTIONAL)),
      .estimated_rows = 100000, .next = vectors_next, .reset = vectors_reset);
