-- reuse_cases.sql - the passages that articles share.
--
-- Two articles that share a signature are candidates, and aligned; what they share is a case. Articles in large
-- buckets are aligned with a few of the bucket only.

-- The articles with their side, numbered so that those of the first side come first: of a large bucket the first are aligned
-- with all others. (A side is a source; or 1 for the web, and 0 for all others.)
CREATE TEMP TABLE numbered_article (number INTEGER PRIMARY KEY, id INTEGER UNIQUE, side INTEGER);

INSERT INTO temp.numbered_article
SELECT row_number() OVER (ORDER BY side, id), id, side
  FROM (SELECT article.id, iif(web, source.kind = 'warc', source_id) AS side
          FROM (SELECT EXISTS (SELECT * FROM source WHERE kind = 'warc') AS web)
          JOIN article
          JOIN source ON source.id = source_id);

DROP INDEX IF EXISTS main.reuse_b;

-- How similar passages are, if candidates are ranked.
SELECT neardup_run('require_ranking.sql', json_object('parameter', 'reuse_parameters.ranking', 'measure', ranking))
  FROM reuse_setting;
SELECT neardup_run('passage_scores.sql', json_object('measure', ranking)) FROM reuse_setting;

-- The rank of two articles is the greatest similarity of two of their passages; 0 for those of large buckets. (CROSS JOIN fixes
-- the join order.)
INSERT INTO main.reuse (a, b, a_position, a_length, b_position, b_length, words, similarity, a_words, b_words)
WITH candidate_score(a, b, score) AS MATERIALIZED (
    SELECT min(x.article_id, y.article_id), max(x.article_id, y.article_id), max(similarity)
      FROM passage_score
      JOIN passage_text AS x ON x.id = a
      JOIN passage_text AS y ON y.id = b
     GROUP BY 1, 2
)
SELECT neardup_progress(a, 'Stage 3 of 4, cases'), b, a_position, a_length, b_position, b_length, words, similarity,
       a_words, b_words
  FROM reuse_setting,
       aligned_passages((SELECT collect_documents(article_id, text)
                           FROM (SELECT article_id, text
                                   FROM sentence
                                  WHERE block IN ('prose', 'list')
                                  ORDER BY article_id, position)),
                        keep_collection('candidates', (
                            SELECT collect_candidates(min(x.id, y.id), max(x.id, y.id), ifnull(score, 0))
                              FROM reuse_setting
                             CROSS JOIN candidate_pairs((SELECT collect_buckets(band, signature, number)
                                                           FROM passage_signature
                                                          CROSS JOIN passage ON passage.id = passage_id
                                                          CROSS JOIN numbered_article ON numbered_article.id = article_id),
                                                        reuse_setting.bucket_most, reuse_setting.neighbours,
                                                        reuse_setting.representatives) AS candidate
                             CROSS JOIN numbered_article AS x ON x.number = candidate.a
                             CROSS JOIN numbered_article AS y ON y.number = candidate.b
                              LEFT JOIN candidate_score AS known ON known.a = min(x.id, y.id) AND known.b = max(x.id, y.id)
                             WHERE compare = 'all' OR (x.side = y.side) = (compare = 'within'))),
                        reuse_setting.seed, reuse_setting.seed_words, reuse_setting.gap,
                        reuse_setting.seeds_least, reuse_setting.length_least,
                        reuse_setting.similarity_least, reuse_setting.measure,
                        reuse_setting.occurrences_most, reuse_setting.join_gap,
                        reuse_setting.unmatched_cost, reuse_setting.shadow_most,
                        coalesce(reuse_setting.score_least, -1e30),
                        coalesce(reuse_setting.rank_most, 9223372036854775807),
                        coalesce(reuse_setting.misses_most, 9223372036854775807)) AS found
 WHERE found.threads = reuse_setting.threads;

CREATE INDEX main.reuse_b ON reuse(b);

INSERT INTO main.reuse_detection
SELECT compare,
       (SELECT count(DISTINCT article_id) FROM passage),
       (SELECT count(*) FROM passage),
       (SELECT count(*) FROM passage_signature),
       (SELECT count(*) FROM (SELECT 1 FROM passage_signature GROUP BY band, signature
                              HAVING count(*) > bucket_most)),
       (SELECT number FROM collection_counts(kept_collection('candidates')) WHERE name = 'pairs aligned'),
       (SELECT number FROM collection_counts(kept_collection('candidates')) WHERE name = 'pairs with passages'),
       (SELECT count(*) FROM reuse)
  FROM reuse_setting;
