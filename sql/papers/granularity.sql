-- granularity.sql - what should be compared: sentences, several in a row, paragraphs, sections or articles?
--
-- Ayhan, Bradley, Weissman 2013 ask this in section 1. Of the first @documents articles, units of 75 shingles or more are
-- compared, as sentences are: 25 bands of 4 rows, Jaccard similarity 0.6.
--
--   pairs         similar pairs of units in different articles; n copies make n - 1
--   good          those with an edit distance of at most a quarter of the length, as in the paper's section 4.2
--   articles      pairs of articles that these are in, and those of them that sentences do not find

CREATE TEMP TABLE taken AS
SELECT id, article_id, position, paragraph, section, text
  FROM sentence
 WHERE block IN ('prose', 'list')
   AND article_id <= (SELECT max(id) FROM (SELECT id FROM article ORDER BY id LIMIT @documents));

-- (`id` is that of its first sentence.)
CREATE TEMP TABLE unit (granularity TEXT NOT NULL, id INTEGER NOT NULL, article_id INTEGER NOT NULL, text TEXT NOT NULL,
                        PRIMARY KEY (granularity, id)) WITHOUT ROWID;
INSERT INTO temp.unit
SELECT *
  FROM (SELECT '1 sentence', id, article_id, text FROM taken
         UNION ALL
        SELECT '2 sentences in a row', id, article_id,
               group_concat(text, ' ') OVER (PARTITION BY article_id ORDER BY position ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING)
          FROM taken
         UNION ALL
        SELECT '3 sentences in a row', id, article_id,
               group_concat(text, ' ') OVER (PARTITION BY article_id ORDER BY position ROWS BETWEEN CURRENT ROW AND 2 FOLLOWING)
          FROM taken
         UNION ALL
        SELECT 'paragraph', min(id), article_id, group_concat(text, ' ')
          FROM (SELECT * FROM taken ORDER BY article_id, position) GROUP BY article_id, paragraph
         UNION ALL
        SELECT 'section', min(id), article_id, group_concat(text, ' ')
          FROM (SELECT * FROM taken ORDER BY article_id, position) GROUP BY article_id, section
         UNION ALL
        SELECT 'whole article', min(id), article_id, group_concat(text, ' ')
          FROM (SELECT * FROM taken ORDER BY article_id, position) GROUP BY article_id)
 WHERE length(text) >= 75 + 12 - 1;

-- (Equal units are pairs, too.)
CREATE TEMP TABLE unit_pair AS
SELECT granularity, first_id AS a, copied.id AS b, 0 AS edit_distance
  FROM (SELECT DISTINCT granularity FROM unit) AS of,
       signature_copies(keep_collection(granularity, (
           SELECT collect_signatures(unit.id, text) FROM unit WHERE unit.granularity = of.granularity))) AS copied
 UNION ALL
SELECT granularity, a, b, edit_distance
  FROM (SELECT DISTINCT granularity FROM unit) AS of,
       similar_pairs((SELECT collect_texts(id, text, buckets)
                        FROM bucket_texts((SELECT collect_buckets(band, signature, id)
                                             FROM shared_signatures(kept_collection(of.granularity)))) AS met
                       CROSS JOIN unit USING (id)
                       WHERE unit.granularity = of.granularity),
                     12, 0.6, 0);

SELECT keep_collection(granularity) FROM (SELECT DISTINCT granularity FROM unit);

SELECT char(10) || 'There are no sentences.'
 WHERE NOT EXISTS (SELECT * FROM taken);

SELECT char(10) || printf('What is found by units of different length, in %,d articles (Ayhan, Bradley, Weissman 2013, section 1)',
                          count(DISTINCT article_id)) || char(10)
       || printf('  %-22s %12s %12s %8s %12s %15s', '', 'units', 'pairs', 'good', 'articles', 'not by one')
  FROM taken
 GROUP BY NULL
HAVING count(*) > 0;
WITH found_unit AS MATERIALIZED (
    SELECT unit_pair.granularity, min(x.article_id, y.article_id) AS a, max(x.article_id, y.article_id) AS b,
           edit_distance <= max(length(x.text), length(y.text)) / 4.0 AS good
      FROM unit_pair
      JOIN unit AS x ON x.granularity = unit_pair.granularity AND x.id = unit_pair.a
      JOIN unit AS y ON y.granularity = unit_pair.granularity AND y.id = unit_pair.b
     WHERE x.article_id <> y.article_id
)
SELECT printf('  %-22s %,12d %,12d %8s %,12d %,15d', granularity, units, pairs,
              iif(good IS NULL, '', printf('%.1f %%', 100 * good)), articles, alone)
  FROM (SELECT granularity, count(*) AS units FROM unit GROUP BY granularity)
  LEFT JOIN (SELECT granularity, count(*) AS pairs, avg(good) AS good, count(DISTINCT a || ' ' || b) AS articles,
                    count(DISTINCT CASE WHEN (a, b) NOT IN (SELECT a, b FROM found_unit WHERE granularity = '1 sentence')
                                        THEN a || ' ' || b END) AS alone
               FROM found_unit
              GROUP BY granularity) USING (granularity);
