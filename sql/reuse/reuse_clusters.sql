-- reuse_clusters.sql - the passages that share one text.
--
-- The two passages of a case share one text. So do two passages of different cases in one article, if they overlap by
-- `overlap_least` of the longer. Each is compared with the three that begin last before it, so that many cases of one
-- passage take no longer than their number; that is enough, since whatever is much alike is near in this order.

-- The passages of cases, each once. A passage is told by its article, place and length.
CREATE TEMP TABLE reused (id INTEGER PRIMARY KEY, article_id INTEGER, position INTEGER, length INTEGER,
                          UNIQUE (article_id, position, length));

INSERT INTO temp.reused (article_id, position, length)
SELECT a, a_position, a_length FROM reuse
 UNION
SELECT b, b_position, b_length FROM reuse
 ORDER BY 1, 2, 3;

-- What cases join, and what they have in common.
CREATE TEMP TABLE same_text AS
SELECT neardup_progress(reuse.id, 'Stage 4 of 4, clusters') AS reuse_id, x.id AS a, y.id AS b
  FROM reuse
 CROSS JOIN reused AS x ON x.article_id = a AND x.position = a_position AND x.length = a_length
 CROSS JOIN reused AS y ON y.article_id = b AND y.position = b_position AND y.length = b_length;

INSERT INTO temp.same_text
WITH before(id, begin, end, length, number) AS (
    SELECT id, position, position + length, length,
           row_number() OVER (PARTITION BY article_id ORDER BY position, length)
      FROM reused
)
SELECT NULL, reused.id, before.id
  FROM reuse_setting
 CROSS JOIN before
 CROSS JOIN reused ON reused.id BETWEEN before.id - min(before.number - 1, 3) AND before.id - 1
 WHERE min(reused.position + reused.length, before.end) - before.begin
       >= overlap_least * max(reused.length, before.length);

-- The passages that are connected, with the least of their cases, which names the cluster, and the number of these.
CREATE TEMP TABLE clustered (reused_id INTEGER PRIMARY KEY, cluster_id INTEGER, cases INTEGER);

INSERT INTO temp.clustered
WITH component AS MATERIALIZED (
    SELECT member, component FROM union_find_members((SELECT union_find(a, b) FROM same_text))
), named_component AS (
    SELECT component, min(reuse_id) AS cluster_id, count(*) AS cases
      FROM same_text
     CROSS JOIN component ON member = a
     WHERE reuse_id IS NOT NULL
     GROUP BY component
)
SELECT member, cluster_id, cases FROM component JOIN named_component USING (component);

DROP INDEX IF EXISTS main.reuse_member_article;

-- Passages of one article and cluster that overlap are one.
INSERT INTO main.reuse_member
WITH located AS (
    SELECT cluster_id, article_id, position, position + length AS end,
           position >= max(position + length) OVER (PARTITION BY cluster_id, article_id
                                                    ORDER BY position, length
                                                    ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
           AS apart
      FROM reused
     CROSS JOIN clustered ON reused_id = reused.id
), numbered AS (
    SELECT *, total(apart) OVER (PARTITION BY cluster_id, article_id ORDER BY position, end) AS number
      FROM located
)
SELECT cluster_id, article_id, min(position), max(end) - min(position)
  FROM numbered
 GROUP BY cluster_id, article_id, number;

CREATE INDEX main.reuse_member_article ON reuse_member(article_id);

INSERT INTO main.reuse_cluster
SELECT cluster_id, count(*), count(DISTINCT article_id), cases
  FROM reuse_member JOIN (SELECT DISTINCT cluster_id, cases FROM clustered) USING (cluster_id)
 GROUP BY cluster_id;

-- ---- What is printed, as Table 1 of the paper has it ----

SELECT printf('%,d article%.*s in %,d passage%.*s, %s.', articles, articles <> 1, 's', passages, passages <> 1, 's',
              CASE compare WHEN 'within'  THEN 'compared within each source'
                           WHEN 'between' THEN 'compared between sources'
                           ELSE 'all compared' END)
       || char(10)
       || printf('%,d %s aligned, %,d of them with a passage in common.', candidates,
                 iif(candidates = 1, 'pair of articles was', 'pairs of articles were'), aligned_pairs)
       || iif(large_buckets = 0, '',
              char(10) || printf('%,d %s shared by too many articles to align all pairs of these.',
                                 large_buckets, iif(large_buckets = 1, 'signature is', 'signatures are')))
  FROM reuse_detection;

SELECT printf('%,d case%.*s of reuse in %,d article%.*s: %,d text%.*s.', cases, cases <> 1, 's',
              articles, articles <> 1, 's', texts, texts <> 1, 's')
       || iif(cases = 0, '',
              char(10) || printf('A passage has %,d to %,d words, %.0f on average.', least, most, mean))
  FROM (SELECT count(*) AS cases, min(min(a_words, b_words)) AS least, max(max(a_words, b_words)) AS most,
               avg((a_words + b_words) / 2.0) AS mean
          FROM reuse),
       (SELECT count(*) AS articles FROM (SELECT a FROM reuse UNION SELECT b FROM reuse)),
       (SELECT count(*) AS texts FROM reuse_cluster);
