-- reuse_candidates.sql - which passages of different articles share a signature. Band 0 stands for the whole text: its passages are
-- equal.

INSERT INTO main.reuse_choice
SELECT 'compare', iif(web, 'between', 'within'),
       iif(web, 'there are pages from the web', 'there are no pages from the web')
  FROM reuse_parameters, (SELECT EXISTS (SELECT * FROM source WHERE kind = 'warc') AS web)
 WHERE compare IS NULL;

-- A word and the space after it take about six characters. In a case of the least length half of the
-- shingles may have changed.
INSERT INTO main.reuse_choice
WITH RECURSIVE words(case_words, passage_words) AS (
    SELECT length_least / 6.0, max(passage_length, length_least) / 6.0 FROM reuse_parameters
), shared(jaccard) AS (
    SELECT kept / (2 * whole - kept)
      FROM (SELECT max(case_words - shingle + 1, 1) / 2 AS kept, max(passage_words - shingle + 1, 1) AS whole
              FROM words, reuse_parameters)
), tried(bands, probability) AS (
    SELECT 1, minhash_match_probability(jaccard, 1, rows) FROM shared, reuse_parameters
     UNION ALL
    SELECT tried.bands + 1, minhash_match_probability(jaccard, tried.bands + 1, rows)
      FROM tried, shared, reuse_parameters
     WHERE probability < 0.999 AND tried.bands < 1024
)
SELECT 'bands', max(tried.bands),
       printf('a case of %d characters, half of it changed, is found with a probability of %.4g',
              length_least, max(probability))
  FROM tried, reuse_parameters
 WHERE reuse_parameters.bands IS NULL
 GROUP BY NULL
HAVING count(*) > 0;

CREATE TEMP TABLE equal_passage (first_id INTEGER, passage_id INTEGER, PRIMARY KEY (first_id, passage_id)) WITHOUT ROWID;

INSERT INTO temp.equal_passage
SELECT first_id, id
  FROM signature_copies(keep_collection('passages', (
                          SELECT collect_signatures(
                                     neardup_progress(id, 'Stage 2 of 4, candidates',
                                                      (SELECT count(*) FROM passage)),
                                     (SELECT group_concat(text, ' ')
                                        FROM (SELECT text
                                                FROM sentence
                                               WHERE article_id = passage.article_id
                                                 AND position BETWEEN first AND last
                                                 AND block IN ('prose', 'list')
                                               ORDER BY position)),
                                     shingle, bands, rows, bands * rows, 'words', 1, threads, memory)
                            FROM reuse_setting CROSS JOIN passage)));

INSERT INTO main.passage_signature
SELECT band, signature, id FROM shared_signatures(kept_collection('passages'));

-- Of equal passages only the first has signatures. The others are like the first to all other passages, too.
INSERT INTO main.passage_signature
SELECT band, signature, equal_passage.passage_id
  FROM passage_signature
 CROSS JOIN equal_passage ON first_id = passage_signature.passage_id;

INSERT INTO main.passage_signature
SELECT 0, first_id, passage_id FROM equal_passage
 UNION
SELECT 0, first_id, first_id FROM equal_passage;

-- What an article repeats is no reuse. (Passages are in the order of articles.)
DELETE FROM main.passage_signature
 WHERE (band, signature) IN (SELECT band, signature
                               FROM (SELECT band, signature, min(passage_id) AS lowest, max(passage_id) AS highest
                                       FROM passage_signature
                                      GROUP BY band, signature)
                              CROSS JOIN passage AS x ON x.id = lowest
                              CROSS JOIN passage AS y ON y.id = highest
                              WHERE x.article_id = y.article_id);

-- Up to how many articles of a bucket are all aligned with each other: buckets of one size or none, the smaller ones first.
INSERT INTO main.reuse_choice
WITH size(articles, alignments) AS (
    SELECT passages, sum(count(*) * passages * (passages - 1) / 2) OVER (ORDER BY passages)
      FROM (SELECT count(*) AS passages FROM passage_signature GROUP BY band, signature)
     GROUP BY passages
), affordable(alignments) AS (
    SELECT comparisons_most * max(count(DISTINCT article_id), 1000) FROM reuse_parameters, passage
), wanted(articles, largest) AS (
    SELECT max(10, coalesce(max(articles) FILTER (WHERE size.alignments <= affordable.alignments), 0)),
           coalesce(max(articles), 0)
      FROM affordable LEFT JOIN size
)
SELECT 'bucket_most', wanted.articles,
       iif(largest <= wanted.articles, 'all articles that share a signature are aligned',
           printf('larger buckets would take more than %,d alignments',
                  CAST(affordable.alignments AS INTEGER)))
  FROM reuse_parameters, affordable, wanted
 WHERE bucket_most IS NULL;
