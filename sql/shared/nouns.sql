-- nouns.sql - what the texts are called: records or articles, texts or sentences.
--
-- A part of summary.sql and of report/report.sql. It makes temp.noun, one row (article, sentence). If no
-- source is a dump, or was filled by hand, its articles are records; and what the loader did not split is no
-- sentence.
--
-- A plural is made by the precision of its last letter: printf('%,d case%.*s', n, n <> 1, 's').

CREATE TEMP TABLE noun AS
SELECT iif(min(kind IN ('text', 'csv', 'tsv', 'jsonl', 'sqlite')), 'record', 'article') AS article,
       iif(min(kind <> 'mediawiki' AND ' ' || options || ' ' LIKE '% whole %'), 'text', 'sentence') AS sentence
  FROM source
 WHERE kind NOT IN ('word2vec', 'glove', 'fasttext');
