-- source_retrieval.sql
.bail on
.read sql/analysis/open.sql
CREATE TEMP TABLE neardup_settings (articles INTEGER, characters INTEGER);
INSERT INTO temp.neardup_settings SELECT coalesce(@articles, 400), coalesce(@characters, 40000000);
INSERT INTO temp.neardup_whole VALUES ('@articles', @articles, 1, NULL), ('@characters', @characters, 1, NULL);
.read sql/analysis/begin.sql
.read sql/reuse/reuse_settings.sql
.timer on
.read sql/papers/retrieved_pairs.sql
.timer off
.headers on
SELECT count(*), sum(drawn), sum(other), sum(scored) FROM sampled_article;
SELECT count(*), sum(cases) FROM true_pair;
SELECT * FROM retrieved;
.read sql/analysis/end.sql
