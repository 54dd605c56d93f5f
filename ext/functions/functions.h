/*
 * functions.h - the map of the SQL functions, which connect SQLite to the core.
 *
 * Each function is declared once, in the file of its family, as a `struct function` (function.h).
 * registry.c registers those that are listed here. State that outlives a call is in connection.h,
 * or in a collection (collection.h).
 */
#ifndef NEARDUP_FUNCTIONS_H
#define NEARDUP_FUNCTIONS_H

#include "function.h"

/* The order is that of neardup_functions(). */
/* clang-format off */
#define NEARDUP_FUNCTIONS(X) \
    /* similarity.c */ X(jaccard) X(containment) X(edit_distance) X(edit_similarity) \
    /* shingles.c */ X(shingles) \
    /* fold.c */ X(fold_text) X(text_script) \
    /* signatures.c */ X(minhash_signatures) \
    /* sketches.c */ X(minhash_sketch) X(minhash_similarity) X(minhash_match_probability) \
    /* collect_signatures.c */ X(collect_signatures) X(shared_signatures) \
    /* signature_parts.c */ X(signature_parts) X(collect_signature_parts) \
    /* buckets.c */ X(collect_buckets) X(bucket_texts) X(candidate_pairs) \
    /* similar_pairs.c */ X(collect_texts) X(similar_pairs) \
    /* components.c */ X(union_find) X(star_clusters) X(edge_counts) X(union_find_members) \
    /* kinds.c */ X(duplicate_kind) \
    /* duplicate_kinds.c */ X(collect_pairs) X(duplicate_kinds) \
    /* differences.c */ X(text_differences) X(mark_differences) \
    /* mark_passage.c */ X(mark_passage) \
    /* word_counts.c */ X(word_set) X(word_frequencies) X(merge_word_frequencies) X(word_rarities) \
    /* text_alignment.c */ X(text_alignment) \
    /* documents.c */ X(collect_documents) X(collect_candidates) \
    /* aligned_passages.c */ X(aligned_passages) \
    /* passage_features.c */ X(passage_likeness) \
    /* stopword_ngrams.c */ X(stopword_ngrams) \
    /* projections.c */ X(random_projection) X(hamming_distance) X(projection_similarity) \
        X(permute_bits) X(projection_signatures) X(projection_match_probability) \
    /* similar_vectors.c */ X(cosine_similarity) X(collect_vectors) X(similar_vectors) \
    /* tfidf.c */ X(document_frequencies) X(term_weights) X(tfidf_vector) \
    /* text_vectors.c */ X(word_vectors) X(text_vector) \
    /* semantic_hashes.c */ X(semantic_model) X(semantic_hash) \
    /* packed_columns.c */ X(pack_column) X(unpack_columns) \
    /* progress_bar.c */ X(neardup_progress) \
    /* printing.c */ X(neardup_wrap) X(neardup_style) \
    /* guard.c */ X(neardup_begin) X(neardup_error) \
    /* about.c */ X(neardup_version) X(neardup_debug) X(neardup_functions)
/* clang-format on */

#define DECLARED(name) extern const struct function name##_function;
NEARDUP_FUNCTIONS(DECLARED)

#endif
