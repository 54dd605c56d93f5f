/*
 * neardup.c - the SQLite extension neardup: its entry point and the table of its SQL functions.
 *
 * Each function has a page in docs/. functions/functions.h is the map of their code, and
 * core/core.h the map of the algorithms.
 */
#ifdef SQLITE_CORE
#include <sqlite3.h>
#else
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
#endif

#include "functions/connection.h"
#include "functions/functions.h"
#include "functions/table_function.h"
#include "neardup.h"

/*
 * Flags of SQLite. DETERMINISTIC is a promise for all releases, because indexes may be built on
 * the function. INNOCUOUS functions have no side effects and depend only on their arguments, so
 * views and triggers may use them.
 */
enum {
    pure = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC,
    /*
     * Not deterministic. This also keeps SQLite from making a constant neardup_error() call early.
     */
    changing = SQLITE_UTF8 | SQLITE_INNOCUOUS, /* results may differ in the next release */
    direct = SQLITE_UTF8 | SQLITE_DIRECTONLY,  /* side effects or a terminal; not in schemas */
};

typedef void scalar(sqlite3_context *context, int count, sqlite3_value **values);

/* Each function, with the minimum and maximum number of arguments. */
static const struct {
    const char *name;
    int least, most, flags;
    scalar *call, *step;
    void (*final)(sqlite3_context *context);
} functions[] = {
    {"jaccard", 2, 3, pure, jaccard_function, NULL, NULL},
    {"containment", 2, 3, pure, containment_function, NULL, NULL},
    {"edit_distance", 2, 3, pure, edit_distance_function, NULL, NULL},
    {"edit_similarity", 2, 2, pure, edit_similarity_function, NULL, NULL},
    {"fold_text", 1, 2, pure, fold_text_function, NULL, NULL},
    {"text_script", 1, 1, pure, text_script_function, NULL, NULL},
    {"minhash_sketch", 1, 5, pure, minhash_sketch_function, NULL, NULL},
    {"minhash_similarity", 2, 2, pure, minhash_similarity_function, NULL, NULL},
    {"minhash_match_probability", 1, 6, pure, match_probability_function, NULL, NULL},
    {"collect_signatures", 2, 11, pure, NULL, collect_signatures_step, collect_signatures_final},
    {"collect_signature_parts", 1, 1, pure, NULL, collect_signature_parts_step,
     collect_signature_parts_final},
    {"collect_buckets", 3, 3, pure, NULL, collect_buckets_step, collect_buckets_final},
    {"collect_texts", 3, 4, pure, NULL, collect_texts_step, collect_texts_final},
    {"collect_vectors", 2, 2, pure, NULL, collect_vectors_step, collect_vectors_final},
    {"collect_documents", 2, 2, changing, NULL, collect_documents_step, collect_documents_final},
    {"collect_candidates", 2, 3, pure, NULL, collect_candidates_step, collect_candidates_final},
    {"collect_pairs", 6, 15, changing, NULL, collect_pairs_step, collect_pairs_final},
    {"random_projection", 1, 3, pure, random_projection_function, NULL, NULL},
    {"hamming_distance", 2, 2, pure, hamming_distance_function, NULL, NULL},
    {"projection_similarity", 2, 2, pure, projection_similarity_function, NULL, NULL},
    {"permute_bits", 2, 3, pure, permute_bits_function, NULL, NULL},
    {"projection_match_probability", 1, 3, pure, projection_match_probability_function, NULL, NULL},
    {"union_find", 2, 2, pure, NULL, union_find_step, union_find_final},
    {"star_clusters", 2, 2, pure, NULL, star_clusters_step, star_clusters_final},
    {"edge_counts", 2, 2, pure, NULL, edge_counts_step, edge_counts_final},
    {"word_set", 1, 1, changing, NULL, word_set_step, word_set_final},
    {"word_frequencies", 1, 2, changing, NULL, word_frequencies_step, word_frequencies_final},
    {"merge_word_frequencies", 1, 1, changing, NULL, merge_word_frequencies_step,
     merge_word_frequencies_final},
    {"word_rarities", 1, 1, changing, word_rarities_function, NULL, NULL},
    {"cosine_similarity", 2, 2, pure, cosine_similarity_function, NULL, NULL},
    {"semantic_model", 1, 1, pure, semantic_model_function, NULL, NULL},
    {"semantic_hash", 2, 2, pure, semantic_hash_function, NULL, NULL},
    {"document_frequencies", 1, 1, pure, NULL, document_frequencies_step,
     document_frequencies_final},
    {"term_weights", 1, 1, pure, NULL, term_weights_step, term_weights_final},
    {"tfidf_vector", 2, 2, pure, tfidf_vector_function, NULL, NULL},
    {"word_vectors", 2, 4, changing, NULL, word_vectors_step, word_vectors_final},
    {"text_vector", 2, 2, changing, text_vector_function, NULL, NULL},
    {"pack_column", 1, 1, pure, NULL, pack_column_step, pack_column_final},
    {"mark_differences", 2, 6, changing, mark_differences_function, NULL, NULL},
    {"mark_passage", 2, 13, direct, mark_passage_function, NULL, NULL},
    {"neardup_progress", 2, 3, direct, neardup_progress_function, NULL, NULL},
    {"neardup_wrap", 1, 3, direct, neardup_wrap_function, NULL, NULL},
    {"neardup_style", 1, 1, direct, neardup_style_function, NULL, NULL},
    {"neardup_begin", 1, 1, direct, neardup_begin_function, NULL, NULL},
    {"neardup_error", 1, 1, changing, neardup_error_function, NULL, NULL},
    {"neardup_version", 0, 0, changing, neardup_version_function, NULL, NULL},
    {"neardup_debug", 0, 0, changing, neardup_debug_function, NULL, NULL},
};

/* Table-valued functions, which describe themselves. */
static const struct table_function *const tables[] = {
    &minhash_signatures_table, &shared_signatures_table, &signature_parts_table,
    &shingles_table,           &bucket_texts_table,      &candidate_pairs_table,
    &similar_pairs_table,      &last_comparison_table,   &text_differences_table,
    &duplicate_kind_table,     &duplicate_kinds_table,   &union_find_members_table,
    &projection_bands_table,   &text_alignment_table,    &similar_vectors_table,
    &aligned_passages_table,   &passage_likeness_table,  &stopword_ngrams_table,
    &unpack_columns_table,
};

enum { function_count = sizeof functions / sizeof *functions };
enum { table_count = sizeof tables / sizeof *tables };

/* SQLite calls the destructor also if it fails to register a function. */
static int register_functions(sqlite3 *db, struct connection *connection) {
    int code = SQLITE_OK;
    for (int i = 0; i < function_count; i++) {
        for (int n = functions[i].least; n <= functions[i].most && code == SQLITE_OK; n++) {
            connection->references++;
            code = sqlite3_create_function_v2(db, functions[i].name, n, functions[i].flags,
                                              connection, functions[i].call, functions[i].step,
                                              functions[i].final, connection_release);
        }
    }
    for (int i = 0; i < table_count && code == SQLITE_OK; i++)
        code = table_function_register(db, tables[i], connection);
    return code;
}

static const char too_old[] = "neardup needs SQLite 3.35 or later, but this is %s";

#ifdef SQLITE_CORE
static int check_sqlite(const struct sqlite3_api_routines *api, char **message) {
    (void)api;
    if (sqlite3_libversion_number() >= NEARDUP_SQLITE_MINIMUM)
        return SQLITE_OK;
    if (message)
        *message = sqlite3_mprintf(too_old, sqlite3_libversion());
    return SQLITE_ERROR;
}
#else
/*
 * Sets sqlite3_api, as SQLITE_EXTENSION_INIT2 does, but only at the first load: later, another
 * thread may be reading it. Returns false if it already points to a different SQLite. A process can
 * contain several, such as Python's own and that of apsw, which share this one pointer.
 */
static bool set_api(const struct sqlite3_api_routines *api) {
#if defined(__GNUC__)
    const struct sqlite3_api_routines *kept = __atomic_load_n(&sqlite3_api, __ATOMIC_ACQUIRE);
    if (!kept) /* stays NULL if this thread sets it */
        __atomic_compare_exchange_n(&sqlite3_api, &kept, api, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE);
    return !kept || kept == api;
#else
    if (!sqlite3_api)
        sqlite3_api = api;
    return sqlite3_api == api;
#endif
}

/* Uses `api` for the message, because the SQLite that loads the extension frees it. */
static int check_sqlite(const struct sqlite3_api_routines *api, char **message) {
    char *refusal = NULL;
    if (api->libversion_number() < NEARDUP_SQLITE_MINIMUM)
        refusal = api->mprintf(too_old, api->libversion());
    else if (set_api(api))
        return SQLITE_OK;
    else
        refusal = api->mprintf("another SQLite library in this process uses this file of neardup: "
                               "load a copy that has another name");
    if (message)
        *message = refusal;
    else
        api->free(refusal);
    return SQLITE_ERROR;
}
#endif

#if defined(_WIN32) && !defined(SQLITE_CORE)
__declspec(dllexport)
#elif defined(__GNUC__) && !defined(_WIN32)
__attribute__((visibility("default")))
#endif
    int sqlite3_neardup_init(sqlite3 *db, char **message, const struct sqlite3_api_routines *api) {
    if (check_sqlite(api, message) != SQLITE_OK)
        return SQLITE_ERROR;
    int code = SQLITE_NOMEM;
    struct connection *connection = connection_new(db);
    if (connection) {
        code = register_functions(db, connection);
        connection_release(connection);
    }
    if (code != SQLITE_OK && message)
        *message = sqlite3_mprintf("neardup could not register its functions: %s",
                                   code == SQLITE_BUSY ? "they are in use by a running statement"
                                                       : sqlite3_errstr(code));
    return code;
}
