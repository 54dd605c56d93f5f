-- absent.sql - empty tables of text reuse, of the web, of histories and of learnt models, for databases that lack them: on
-- which sql/reuse.sql, sql/web.sql or sql/history.sql has not run.
--
-- A part of report.sql, before its transaction. SQLite looks for a table in main first, and finds these if it is
-- not there. The database that holds them is in memory; the one that is reported stays as it is.

ATTACH 'file:absent?mode=memory' AS absent;

CREATE TABLE absent.article_language (article_id, language);
CREATE TABLE absent.written_in (article_id, language);
CREATE TABLE absent.compared_article (result, article_id, fingerprint);
CREATE TABLE absent.article_text (article_id, text);
CREATE TABLE absent.passage (id, article_id, first, last, length);
CREATE TABLE absent.passage_signature (band, signature, passage_id);
CREATE TABLE absent.reuse_choice (name, value);
CREATE TABLE absent.reuse_parameters (compare, passage_length, shingle, bands, rows, comparisons_most, bucket_most,
                                      neighbours, representatives, seed, seed_words, gap, seeds_least, length_least,
                                      similarity_least, measure, occurrences_most, join_gap, unmatched_cost, shadow_most,
                                      overlap_least, ranking, score_least, rank_most, misses_most, threads, memory);
CREATE TABLE absent.web_site (pages_reusing);
CREATE TABLE absent.reuse (
    id INTEGER PRIMARY KEY, a, b, a_position, a_length, b_position, b_length, words, similarity, a_words, b_words,
    kind, reason
);
CREATE TABLE absent.reuse_cluster (id INTEGER PRIMARY KEY, passages, articles);
CREATE TABLE absent.reuse_member (cluster_id, article_id, position, length);
CREATE TABLE absent.lineage (id INTEGER PRIMARY KEY, wordings, articles, copies);
CREATE TABLE absent.birth (lineage_id, article_id, time, contributor, author, standing);
CREATE TABLE absent.copy_edge (lineage_id, source_id, target_id, moved, sources, decided, parted_id, agreed);
CREATE TABLE absent.value_change (id, lineage_id, article_id, revision_id, time, old_value, new_value, followed, old_sources,
                                  new_sources);
CREATE TABLE absent.stale_copy (change_id, article_id);
CREATE TABLE absent.reuse_divergence (reuse_id, a_sentence, b_sentence, kind, score, reason);
CREATE TABLE absent.semantic_model (name, bits, frequencies, model);
