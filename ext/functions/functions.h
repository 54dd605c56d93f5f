/*
 * functions.h - the map of the SQL functions, which connect SQLite to the core.
 *
 * Each function is declared once, in the file of its family, as a `struct function` (function.h).
 * registry.c registers those that are listed here. State that outlives a call is in connection.h,
 * or in a collection (collection.h).
 */
#pragma once

#include "function.h"

/* The order is that of neardup_functions(). */
/* clang-format off */
#define NEARDUP_FUNCTIONS(X) \
    /* texts/similarity.c */ X(jaccard) X(containment) X(edit_distance) X(edit_similarity) \
    /* texts/shingles.c */ X(shingles) \
    /* texts/fold.c */ X(fold_text) X(text_script) \
    /* signatures/signatures.c */ X(minhash_signatures) X(minhash_match_probability) \
    /* signatures/collect_signatures.c */ X(collect_signatures) X(signature_copies) \
        X(shared_signatures) X(signature_parts) X(collect_signature_parts) \
    /* pairs/buckets.c */ X(collect_buckets) X(bucket_parts) X(bucket_texts) X(candidate_pairs) \
    /* pairs/similar_pairs.c */ X(collect_texts) X(similar_pairs) X(near_misses) \
        X(resemblances) \
    /* pairs/components.c */ X(union_find) X(star_clusters) X(linked_clusters) X(edge_counts) \
        X(union_find_members) \
    /* kinds/kinds.c */ X(duplicate_kind) \
    /* kinds/duplicate_kinds.c */ X(collect_pairs) X(duplicate_kinds) \
    /* kinds/learn_kinds.c */ X(learn_kinds) \
    /* kinds/differences.c */ X(text_differences) X(mark_differences) \
    /* kinds/mark_passage.c */ X(mark_passage) \
    /* texts/word_counts.c */ X(word_set) X(word_frequencies) X(merge_word_frequencies) X(word_rarities) \
    /* passages/aligned_passages.c */ X(text_alignment) X(collect_documents) X(collect_candidates) \
        X(aligned_passages) \
    /* passages/passage_features.c */ X(passage_likeness) \
    /* texts/stopword_ngrams.c */ X(stopword_ngrams) \
    /* vectors/projections.c */ X(random_projection) X(hamming_distance) X(permute_bits) \
        X(projection_signatures) X(projection_match_probability) \
    /* vectors/similar_vectors.c */ X(cosine_similarity) X(collect_vectors) X(similar_vectors) \
    /* vectors/tfidf.c */ X(document_frequencies) X(term_weights) X(tfidf_vector) \
    /* vectors/text_vectors.c */ X(word_vectors) X(text_vector) \
    /* vectors/semantic_hashes.c */ X(semantic_model) X(semantic_hash) \
    /* parallel/in_parallel.c */ X(in_parallel) \
    /* kept_collections.c */ X(keep_collection) X(kept_collection) X(collection_counts) \
    /* packed_columns.c */ X(pack_column) X(unpack_columns) \
    /* shell/progress_bar.c */ X(neardup_progress) \
    /* shell/printing.c */ X(neardup_wrap) X(neardup_style) \
    /* runner/ */ X(neardup_run) X(neardup_parameters) X(neardup_schema) X(neardup_script) \
    /* shell/script_error.c */ X(neardup_error) X(neardup_last_error) \
    /* shell/rows_fingerprint.c */ X(rows_fingerprint) \
    /* shell/about.c */ X(neardup_version) X(neardup_debug) X(neardup_language) \
    /* registry.c */ X(neardup_functions)
/* clang-format on */

#define DECLARED(name) extern const struct function name##_function;
NEARDUP_FUNCTIONS(DECLARED)

/* Registers all functions. Returns SQLITE_OK or an error code. */
int registry_register(sqlite3 *db, struct connection *connection);
