-- blank.sql - empty tables in place of those that the database lacks, and the kinds in their order.
--
-- SQLite looks for a name in the attached databases last, so a table of `blank` is used only if the
-- database has none. A script can then answer for a database that the pipeline has not processed yet,
-- for an empty one, and for none.

ATTACH ':memory:' AS blank;
CREATE TABLE blank.source     (id, name, kind, base, dump_date, language, options);
CREATE TABLE blank.article    (id, source_id, title, revision_time, titled, key);
CREATE TABLE blank.written_in (article_id, language);
CREATE TABLE blank.article_url (id, url);
CREATE TABLE blank.carried    (article_id, name, value);
CREATE TABLE blank.category   (article_id, title);
CREATE TABLE blank.article_link (article_id, title);
CREATE TABLE blank.infobox_field (article_id, infobox, template, name, value);
CREATE TABLE blank.sentence   (id, article_id, position, paragraph, section, block, text);
CREATE TABLE blank.alias      (source_id, title, target, section);
CREATE TABLE blank.choice     (name, value, reason);
CREATE TABLE blank.setting    (shingle, shingles_least, shingles_most, bands, rows, scheme, hashes, seed, fold, jaccard_least,
                               bucket_most, judged_most, tables, threads);
CREATE TABLE blank.copy       (sentence_id, first_id);
CREATE TABLE blank.not_compared (reason, sentences);
CREATE TABLE blank.signature  (band, signature, sentence_id);
CREATE TABLE blank.pair       (a, b, jaccard, edit_distance, cosine);
CREATE TABLE blank.resemblance (sentence_id, texts);
CREATE TABLE blank.near_miss  (a, b, jaccard);
CREATE TABLE blank.pair_kind  (a, b, cluster_id, kind, score, reason, type, value_a, value_b);
CREATE TABLE blank.member     (cluster_id, sentence_id);
CREATE TABLE blank.cluster    (id, size, texts, articles, representative, kind, reason, mixed, score);
CREATE TABLE blank.cluster_group (cluster_id, group_id, sentence_id);
CREATE TABLE blank.detection  (compared, texts, texts_in_large_buckets, colliding_signatures,
                               large_buckets, candidates, left_out, pairs, last_id);
CREATE TABLE blank.template   (cluster_id, slots, pattern);
CREATE TABLE blank.template_slot (cluster_id, slot, name, type, field, compared, agree);
CREATE TABLE blank.sample     (cluster_id, place, weight, size, texts, reading);
CREATE TABLE blank.label      (cluster_id, size, texts, reader, kind);
CREATE TABLE blank.word_vector (word, vector, weight);
CREATE TABLE blank.indexed    (sentence_id);
CREATE TABLE blank.revision   (id, article_id, time, contributor);
CREATE TABLE blank.page       (article_id, site);
CREATE TABLE blank.semantic_model (name, bits, frequencies, model);
CREATE TABLE blank.passage    (id, article_id, first, last, position, length);
CREATE TABLE blank.passage_signature (band, signature, passage_id);
CREATE TABLE blank.reuse_choice (name, value, reason);
CREATE TABLE blank.reuse_parameters (compare, passage_length, shingle, bands, rows, comparisons_most, bucket_most,
                               neighbours, representatives, seed, seed_words, gap, seeds_least, length_least,
                               similarity_least, measure, occurrences_most, join_gap, unmatched_cost, shadow_most,
                               overlap_least, ranking, score_least, rank_most, misses_most, threads, memory);
CREATE TABLE blank.reuse      (a, b, a_words, b_words, kind);
CREATE TABLE blank.reuse_detection (compare);
CREATE TABLE blank.web        (sites_reusing, pages_reusing, unattributed, sites_examined, sites_advertising, revenue,
                               revenue_of_web);
CREATE TABLE blank.web_page   (share);
CREATE TABLE blank.web_site   (site, pages_reusing);
CREATE TABLE blank.web_parameters (fundraising);
CREATE TABLE blank.parameters (shown_least);
CREATE TABLE blank.revision_author (id, article_id, contributor, author);
CREATE TABLE blank.history_sentence (id, article_id, block, text);
CREATE TABLE blank.history_span (history_sentence_id, first_revision_id);
CREATE TABLE blank.value_change (old_text, time);

-- The kinds of clusters in the order of Weissman et al., Table 1, followed by our own. Any other kind
-- in `cluster` is listed last.
CREATE TABLE blank.known_kind (kind, place);
INSERT INTO blank.known_kind
VALUES ('template', 1), ('identical', 2), ('copyedit', 3), ('drift', 4), ('reference', 5),
       ('other', 6), ('mixed', 7);
