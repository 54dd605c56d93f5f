-- end_judging.sql - drops what judging has made, but for the pairs and their sentences. A part of judge.sql and of kinds.sql.

DROP VIEW temp.next_batch;
DROP VIEW temp.evident_pair;
DROP VIEW temp.located_pair;
DROP TABLE temp.batch;
DROP TABLE temp.common;
DROP TABLE temp.common_sentence;
DROP TABLE temp.word_frequency;
DROP TABLE temp.counted;
DROP TABLE temp.judged_article;
