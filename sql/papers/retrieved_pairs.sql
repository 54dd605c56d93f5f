-- retrieved_pairs.sql - which pairs of articles the ways of source retrieval would align, and which of them share a case.
--
-- A part of source_retrieval.sql, which says how articles are chosen, and of the report. It reads temp.published; its
-- parameters are @articles and @characters. It makes
--
--   temp.sampled_article  (id, drawn, other, family, scored)    drawn ones are aligned with the others; all but the id are 0 or 1
--   temp.sample_size      (drawn, others, families, pairs)      how many there are, and how many pairs were aligned
--   temp.true_pair        (a, b, cases)                         a < b, one of which is drawn
--   temp.retrieved        (number, way, name, candidates, each, recall, precision)
--                         a row for each way, and for each that temp.published has; `each` is for each true pair. NULL: too few
--                         wrong candidates were seen

-- Of n articles in order, w are taken evenly: each at which the whole part of w / n of its number grows.
CREATE TEMP TABLE sampled_article (
    id     INTEGER PRIMARY KEY,
    drawn  INTEGER NOT NULL,
    other  INTEGER NOT NULL,
    family INTEGER NOT NULL DEFAULT 0,          -- 1: it was drawn, and left out
    scored INTEGER NOT NULL DEFAULT 0           -- 1: one of the others for which cosines are computed
);
INSERT INTO temp.sampled_article (id, drawn, other)
WITH sized AS MATERIALIZED (
    SELECT article_id AS id, sum(length + 1) AS length
      FROM passage
     WHERE @articles > 0 AND article_id NOT IN (SELECT article_id FROM page)
       AND EXISTS (SELECT * FROM sentence WHERE sentence.article_id = passage.article_id AND block IN ('prose', 'list'))
     GROUP BY article_id
), whole AS MATERIALIZED (
    SELECT count(*) AS number, iif(count(*) FILTER (WHERE length >= 10000) < 100, avg(length), 10000) AS long,
           max(1, CAST(count(*) * min(1, 1.0 * @characters / sum(length)) AS INTEGER)) AS wanted
      FROM sized
), ordered AS (
    SELECT id, length >= long AS is_long, row_number() OVER (ORDER BY id) AS place, number, wanted,
           count(*) FILTER (WHERE length >= long) OVER (ORDER BY id) AS long_place,
           count(*) FILTER (WHERE length >= long) OVER () AS long_number
      FROM whole, sized
)
SELECT id, is_long AND long_place * drawn / long_number > (long_place - 1) * drawn / long_number AS is_drawn,
       place * wanted / number > (place - 1) * wanted / number AS is_other
  FROM (SELECT *, min(@articles, long_number) AS drawn FROM ordered)
 WHERE is_drawn OR is_other;

-- The truth: all drawn articles aligned with all others, as the job reuse aligns.
CREATE TEMP TABLE true_pair (a INTEGER NOT NULL, b INTEGER NOT NULL, cases INTEGER NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID;
INSERT INTO temp.true_pair
SELECT min(a, b), max(a, b), count(*)
  FROM reuse_setting,
       aligned_passages((SELECT collect_documents(article_id, text)
                           FROM (SELECT article_id, text
                                   FROM sentence
                                  WHERE article_id IN (SELECT id FROM sampled_article) AND block IN ('prose', 'list')
                                  ORDER BY article_id, position)),
                        (SELECT collect_candidates(x.id, y.id)
                           FROM sampled_article AS x CROSS JOIN sampled_article AS y
                          WHERE x.drawn AND y.other),
                        reuse_setting.seed, reuse_setting.seed_words, reuse_setting.gap, reuse_setting.seeds_least,
                        reuse_setting.length_least, reuse_setting.similarity_least, reuse_setting.measure,
                        reuse_setting.occurrences_most, reuse_setting.join_gap, reuse_setting.unmatched_cost,
                        reuse_setting.shadow_most) AS found
 WHERE found.threads = reuse_setting.threads
 GROUP BY 1, 2;

-- An article that shares a pattern with thousands would decide all figures.
UPDATE temp.sampled_article
   SET drawn = 0, family = 1
  FROM (SELECT id AS member, count(*) AS pairs
          FROM (SELECT a AS id FROM true_pair UNION ALL SELECT b FROM true_pair)
         GROUP BY id)
 WHERE id = member AND drawn AND pairs > (SELECT max(20, sum(other) / 100) FROM sampled_article);
DELETE FROM temp.true_pair
 WHERE NOT EXISTS (SELECT *
                     FROM sampled_article AS x CROSS JOIN sampled_article AS y
                    WHERE x.id = a AND y.id = b AND (x.drawn AND y.other OR x.other AND y.drawn));

-- A pair of two articles that are both drawn and among the others is one pair.
CREATE TEMP VIEW sample_size AS
SELECT sum(drawn) AS drawn, sum(other) AS others, sum(family) AS families,
       sum(drawn) * sum(other) - sum(drawn AND other) * (sum(drawn AND other) + 1) / 2 AS pairs
  FROM sampled_article;

-- ---- Passages ----

CREATE TEMP TABLE sampled_text AS
WITH joined AS MATERIALIZED (
    SELECT id, article_id,
           (SELECT group_concat(text, ' ')
              FROM (SELECT text
                      FROM sentence
                     WHERE article_id = passage.article_id AND position BETWEEN first AND last AND block IN ('prose', 'list')
                     ORDER BY position)) AS text
      FROM passage
     WHERE article_id IN (SELECT id FROM sampled_article)
)
SELECT article_id, id, tfidf_vector(text, (SELECT term_weights(text) FROM joined)) AS vector, text FROM joined;
CREATE INDEX temp.sampled_text_article ON sampled_text(article_id);

-- ---- Candidates ----

-- The more alike, the greater is `alike`: the signatures that two passages have in common, the first band in which they meet,
-- negative, or the cosine. A candidate stands for `weight` of them.
CREATE TEMP TABLE retrieved_pair AS
WITH learnt AS (
    -- Of VDSH the model with the fewest bits, if one has been learnt.
    SELECT bits, frequencies, model FROM semantic_model WHERE bits <= 64 ORDER BY bits, name LIMIT 1
), signed_passage AS (
    SELECT 'MinHash' AS way, article_id, id, band, signature
      FROM reuse_setting CROSS JOIN sampled_text
     CROSS JOIN minhash_signatures(text, reuse_setting.shingle, reuse_setting.bands, reuse_setting.rows,
                                   reuse_setting.bands * reuse_setting.rows, 'words')
     UNION ALL
    SELECT 'projection', article_id, id, band, signature
      FROM sampled_text CROSS JOIN projection_signatures(random_projection(vector), 16, 16)
     UNION ALL
    SELECT 'VDSH', article_id, id, band, signature
      FROM learnt CROSS JOIN sampled_text
     CROSS JOIN projection_signatures(semantic_hash(tfidf_vector(text, (SELECT term_weights(frequencies) FROM learnt)),
                                                    (SELECT semantic_model(model) FROM learnt)), 1, bits)
), drawn_signature(way, band, signature, id, article_id) AS MATERIALIZED (
    SELECT way, band, signature, id, article_id
      FROM signed_passage
     WHERE article_id IN (SELECT id FROM sampled_article WHERE drawn)
)
SELECT way, a, b, 1.0 * max(iif(way = 'MinHash', common, -first_band)) AS alike, 1.0 AS weight
  FROM (SELECT way, min(x.article_id, y.article_id) AS a, max(x.article_id, y.article_id) AS b, count(*) AS common,
               min(band) AS first_band
          FROM signed_passage AS y CROSS JOIN drawn_signature AS x USING (way, band, signature)
         WHERE y.article_id IN (SELECT id FROM sampled_article WHERE other) AND x.article_id <> y.article_id
         GROUP BY way, y.id, x.id)
 GROUP BY way, a, b;

-- Cosines of all passages would take too long. They are computed for the pairs that share a case, and for some of the others:
-- these stand for all others together, and one that either of its articles can reach for half as much each time.
UPDATE temp.sampled_article
   SET scored = 1
  FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM sampled_article WHERE other) AS ordered,
       (SELECT 1 + sum(drawn) * sum(other) / 6000000 AS step
          FROM (SELECT drawn, other FROM sampled_article CROSS JOIN sampled_text ON article_id = sampled_article.id)) AS taken
 WHERE sampled_article.id = ordered.id AND place % step = 0;

INSERT INTO temp.retrieved_pair
WITH chosen AS (
    SELECT a, b, 1 AS sure, 1.0 AS weight FROM true_pair
     UNION ALL
    SELECT min(x.id, y.id), max(x.id, y.id), 0, 1.0 / (1 + (x.other AND y.drawn))
      FROM sampled_article AS x CROSS JOIN sampled_article AS y
     WHERE x.drawn AND y.scored AND x.id <> y.id
), weighted_pair AS (
    SELECT a, b,
           iif(sure, 1, weight * (pairs - sum(sure) OVER ()) / sum(weight) FILTER (WHERE NOT sure) OVER ()) AS weight
      FROM (SELECT a, b, max(sure) AS sure, sum(weight) AS weight FROM chosen GROUP BY a, b), sample_size
)
SELECT 'tf-idf', a, b, cosine, weight
  FROM (SELECT a, b, weight,
               (SELECT max(cosine_similarity(x.vector, y.vector))
                  FROM sampled_text AS x CROSS JOIN sampled_text AS y
                 WHERE x.article_id = a AND y.article_id = b) AS cosine
          FROM weighted_pair)
 WHERE cosine >= 0.1;

CREATE TEMP TABLE retrieved AS
WITH tried (number, way, name, least) AS (
    VALUES (1, 'MinHash', '1 signature in common', 1), (2, 'MinHash', '2 signatures', 2), (3, 'MinHash', '3 signatures', 3),
           (4, 'MinHash', '4 signatures', 4),
           (5, 'projection', '1 band of 16 bits', -1), (6, 'projection', '4 bands', -4), (7, 'projection', '16 bands', -16),
           (8, 'tf-idf', 'cosine 0.1', 0.1), (9, 'tf-idf', 'cosine 0.2', 0.2), (10, 'tf-idf', 'cosine 0.3', 0.3),
           (11, 'tf-idf', 'cosine 0.4', 0.4)
     UNION ALL
    SELECT 12, 'VDSH', name, -1 FROM (SELECT name FROM semantic_model WHERE bits <= 64 ORDER BY bits, name LIMIT 1)
), counted AS (
    SELECT number, tried.way, name, total(weight) AS candidates, count(cases) AS with_case, total(cases) AS cases,
           count(weight) - count(cases) AS wrong
      FROM tried
      LEFT JOIN retrieved_pair ON retrieved_pair.way = tried.way AND alike >= least
      LEFT JOIN true_pair USING (a, b)
     GROUP BY number
)
SELECT number, way, name, CAST(round(candidates) AS INTEGER) AS candidates, candidates / pairs AS each, cases / all_cases AS recall,
       with_case / candidates AS precision
  FROM (SELECT number, way, name, with_case, cases, iif(way <> 'tf-idf' OR whole OR wrong >= 10, candidates, NULL) AS candidates
          FROM counted, (SELECT min(scored) AS whole FROM sampled_article WHERE other)),
       (SELECT count(*) AS pairs, sum(cases) AS all_cases FROM true_pair)
 UNION ALL
SELECT 100 + rank() OVER (ORDER BY max(number) FILTER (WHERE part = 'precision'), name), 'theirs', name, NULL,
       max(number) FILTER (WHERE part = 'recall') / max(number) FILTER (WHERE part = 'precision'),
       max(number) FILTER (WHERE part = 'recall'), max(number) FILTER (WHERE part = 'precision')
  FROM published
 WHERE paper = 'alshomary' AND part IN ('recall', 'precision')
 GROUP BY name;
