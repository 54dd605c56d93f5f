-- end_judging.sql - drops what judging has made, but for the pairs and their sentences. A part of judge.sql and of kinds.sql.

DROP VIEW IF EXISTS temp.next_batch;
DROP VIEW IF EXISTS temp.evident_pair;
DROP VIEW IF EXISTS temp.located_pair;
DROP TABLE IF EXISTS temp.batch;
DROP TABLE IF EXISTS temp.agreed_pair;
DROP TABLE IF EXISTS temp.common;
DROP TABLE IF EXISTS temp.common_sentence;
DROP TABLE IF EXISTS temp.word_frequency;
DROP TABLE IF EXISTS temp.counted;
DROP TABLE IF EXISTS temp.judged_article;
DROP TABLE IF EXISTS temp.kept_stages;
