/*
 * functions.h - the map of the SQL functions, which connect SQLite to the core.
 *
 * There is one file for each family of functions. A function checks its arguments (arguments.h),
 * calls the core and sets the result. State that outlives a call is in connection.h. ext/neardup.c
 * registers the functions declared here.
 */
#ifndef NEARDUP_FUNCTIONS_H
#define NEARDUP_FUNCTIONS_H

#ifdef SQLITE_CORE
#include <sqlite3.h>
#else
#include <sqlite3ext.h>
extern const sqlite3_api_routines *sqlite3_api;
#endif

/* about.c: neardup_version(), neardup_debug() */
void neardup_version_function(sqlite3_context *context, int count, sqlite3_value **values);
void neardup_debug_function(sqlite3_context *context, int count, sqlite3_value **values);

/* guard.c: neardup_begin(), neardup_error() */
void neardup_begin_function(sqlite3_context *context, int count, sqlite3_value **values);
void neardup_error_function(sqlite3_context *context, int count, sqlite3_value **values);

/* similarity.c: jaccard(), containment(), edit_distance(), edit_similarity() */
void jaccard_function(sqlite3_context *context, int count, sqlite3_value **values);
void containment_function(sqlite3_context *context, int count, sqlite3_value **values);
void edit_distance_function(sqlite3_context *context, int count, sqlite3_value **values);
void edit_similarity_function(sqlite3_context *context, int count, sqlite3_value **values);

/* sketches.c: minhash_sketch(), minhash_similarity() */
void minhash_sketch_function(sqlite3_context *context, int count, sqlite3_value **values);
void minhash_similarity_function(sqlite3_context *context, int count, sqlite3_value **values);

/* probability.c: minhash_match_probability() */
void match_probability_function(sqlite3_context *context, int count, sqlite3_value **values);

/* components.c: union_find(), star_clusters(), edge_counts() */
void union_find_step(sqlite3_context *context, int count, sqlite3_value **values);
void union_find_final(sqlite3_context *context);
void star_clusters_step(sqlite3_context *context, int count, sqlite3_value **values);
void star_clusters_final(sqlite3_context *context);
void edge_counts_step(sqlite3_context *context, int count, sqlite3_value **values);
void edge_counts_final(sqlite3_context *context);

/* fold.c: fold_text() */
void fold_text_function(sqlite3_context *context, int count, sqlite3_value **values);

/* script.c: text_script() */
void text_script_function(sqlite3_context *context, int count, sqlite3_value **values);

/* words.c: word_set(), word_frequencies(), merge_word_frequencies(), word_rarities() */
void word_set_step(sqlite3_context *context, int count, sqlite3_value **values);
void word_set_final(sqlite3_context *context);
void word_frequencies_step(sqlite3_context *context, int count, sqlite3_value **values);
void word_frequencies_final(sqlite3_context *context);
void merge_word_frequencies_step(sqlite3_context *context, int count, sqlite3_value **values);
void merge_word_frequencies_final(sqlite3_context *context);
void word_rarities_function(sqlite3_context *context, int count, sqlite3_value **values);

/* text_vectors.c: word_vectors(), text_vector() */
void word_vectors_step(sqlite3_context *context, int count, sqlite3_value **values);
void word_vectors_final(sqlite3_context *context);
void text_vector_function(sqlite3_context *context, int count, sqlite3_value **values);

/* collect_signatures.c: collect_signatures() */
void collect_signatures_step(sqlite3_context *context, int count, sqlite3_value **values);
void collect_signatures_final(sqlite3_context *context);

/* signature_parts.c: collect_signature_parts() */
void collect_signature_parts_step(sqlite3_context *context, int count, sqlite3_value **values);
void collect_signature_parts_final(sqlite3_context *context);

/* buckets.c: collect_buckets() */
void collect_buckets_step(sqlite3_context *context, int count, sqlite3_value **values);
void collect_buckets_final(sqlite3_context *context);

/* similar_pairs.c: collect_texts() */
void collect_texts_step(sqlite3_context *context, int count, sqlite3_value **values);
void collect_texts_final(sqlite3_context *context);

/* similar_vectors.c: collect_vectors() */
void collect_vectors_step(sqlite3_context *context, int count, sqlite3_value **values);
void collect_vectors_final(sqlite3_context *context);

/* documents.c: collect_documents(), collect_candidates() */
void collect_documents_step(sqlite3_context *context, int count, sqlite3_value **values);
void collect_documents_final(sqlite3_context *context);
void collect_candidates_step(sqlite3_context *context, int count, sqlite3_value **values);
void collect_candidates_final(sqlite3_context *context);

/* duplicate_kinds.c: collect_pairs() */
void collect_pairs_step(sqlite3_context *context, int count, sqlite3_value **values);
void collect_pairs_final(sqlite3_context *context);

/* semantic_hashes.c: semantic_model(), semantic_hash() */
void semantic_model_function(sqlite3_context *context, int count, sqlite3_value **values);
void semantic_hash_function(sqlite3_context *context, int count, sqlite3_value **values);

/* differences.c: mark_differences() */
void mark_differences_function(sqlite3_context *context, int count, sqlite3_value **values);

/* mark_passage.c: mark_passage() */
void mark_passage_function(sqlite3_context *context, int count, sqlite3_value **values);

/* progress_bar.c: neardup_progress() */
void neardup_progress_function(sqlite3_context *context, int count, sqlite3_value **values);

/* printing.c: neardup_wrap(), neardup_style() */
void neardup_wrap_function(sqlite3_context *context, int count, sqlite3_value **values);
void neardup_style_function(sqlite3_context *context, int count, sqlite3_value **values);

/* vectors.c: cosine_similarity() */
void cosine_similarity_function(sqlite3_context *context, int count, sqlite3_value **values);

/* projections.c: random_projection(), hamming_distance(), projection_similarity(), permute_bits(),
 * projection_match_probability() */
void random_projection_function(sqlite3_context *context, int count, sqlite3_value **values);
void hamming_distance_function(sqlite3_context *context, int count, sqlite3_value **values);
void projection_similarity_function(sqlite3_context *context, int count, sqlite3_value **values);
void permute_bits_function(sqlite3_context *context, int count, sqlite3_value **values);
void projection_match_probability_function(sqlite3_context *context, int count,
                                           sqlite3_value **values);

/* tfidf.c: document_frequencies(), term_weights(), tfidf_vector() */
void document_frequencies_step(sqlite3_context *context, int count, sqlite3_value **values);
void document_frequencies_final(sqlite3_context *context);
void term_weights_step(sqlite3_context *context, int count, sqlite3_value **values);
void term_weights_final(sqlite3_context *context);
void tfidf_vector_function(sqlite3_context *context, int count, sqlite3_value **values);

/* packed_columns.c: pack_column() */
void pack_column_step(sqlite3_context *context, int count, sqlite3_value **values);
void pack_column_final(sqlite3_context *context);

/* Table-valued functions; see table_function.h. */
struct table_function;
extern const struct table_function minhash_signatures_table; /* signatures.c */
extern const struct table_function shared_signatures_table;  /* collect_signatures.c */
extern const struct table_function signature_parts_table;    /* signature_parts.c */
extern const struct table_function shingles_table;           /* shingles.c */
extern const struct table_function stopword_ngrams_table;    /* stopword_ngrams.c */
extern const struct table_function duplicate_kind_table;     /* kinds.c */
extern const struct table_function duplicate_kinds_table;    /* duplicate_kinds.c */
extern const struct table_function passage_likeness_table;   /* passage_features.c */
extern const struct table_function text_differences_table;   /* differences.c */
extern const struct table_function bucket_texts_table;       /* buckets.c */
extern const struct table_function candidate_pairs_table;    /* buckets.c */
extern const struct table_function similar_pairs_table;      /* similar_pairs.c */
extern const struct table_function similar_vectors_table;    /* similar_vectors.c */
extern const struct table_function last_comparison_table;    /* last_comparison.c */
extern const struct table_function projection_bands_table;   /* projections.c */
extern const struct table_function union_find_members_table; /* components.c */
extern const struct table_function unpack_columns_table;     /* packed_columns.c */
extern const struct table_function text_alignment_table;     /* text_alignment.c */
extern const struct table_function aligned_passages_table;   /* aligned_passages.c */

#endif
