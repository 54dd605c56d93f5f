-- absent.sql - empty tables of text reuse, for databases on which sql/reuse.sql has not run.
--
-- A part of report.sql, before its transaction. SQLite looks for a table in main first, and finds these if it is
-- not there. The database that holds them is in memory; the one that is reported stays as it is.

ATTACH 'file:absent?mode=memory' AS absent;

CREATE TABLE absent.article_text (article_id, text);
CREATE TABLE absent.reuse (
    id INTEGER PRIMARY KEY, a, b, a_position, a_length, b_position, b_length, words, similarity, a_words, b_words,
    kind, reason
);
CREATE TABLE absent.reuse_cluster (id INTEGER PRIMARY KEY, passages, articles);
CREATE TABLE absent.reuse_member (cluster_id, article_id, position, length);
CREATE TABLE absent.reuse_divergence (reuse_id, a_sentence, b_sentence, kind, score, reason);
