-- clusters.sql - stage 3: pairs that are connected form a cluster, whose id is its smallest sentence id: the same pairs always
-- give the same ids. What people have said of pairs then unites and divides clusters.

DROP INDEX IF EXISTS main.member_sentence;      -- it is faster to build after the rows

-- 'connected': everything that a chain of pairs connects. Copies are paired with the first sentence of their text.
INSERT INTO main.member
SELECT component, member
  FROM union_find_members((SELECT union_find(a, b)
                             FROM setting CROSS JOIN pair
                            WHERE clusters = 'connected'))
 ORDER BY component, member;

-- 'star': each text is similar to its cluster's representative, not just to some other text of the cluster. Copies join the
-- cluster of the first sentence of their text, which is a cluster even without other texts, so it is paired with itself.
-- (CROSS JOIN fixes the join order: otherwise nothing is read.)
INSERT INTO main.member
WITH text_pair(a, b) AS (
    SELECT a, b
      FROM setting CROSS JOIN pair
     WHERE clusters = 'star' AND b NOT IN (SELECT sentence_id FROM copy)
    UNION ALL
    SELECT first_id, first_id
      FROM setting CROSS JOIN copy
     WHERE clusters = 'star'
), text_member AS MATERIALIZED (
    SELECT component, member
      FROM union_find_members((SELECT star_clusters(a, b) FROM text_pair))
)
SELECT component, member
  FROM text_member
UNION ALL
SELECT component, sentence_id
  FROM setting CROSS JOIN copy JOIN text_member ON member = first_id
 WHERE clusters = 'star'
 ORDER BY 1, 2;

SELECT neardup_run('linked_members.sql') WHERE EXISTS (SELECT * FROM newest_link);

CREATE UNIQUE INDEX main.member_sentence ON member(sentence_id);

-- (The sentences are read once, in the order of their ids, because those of a large database are not in memory.)
CREATE TEMP TABLE placed_member AS
SELECT cluster_id, sentence_id, first_id, article_id
  FROM member INDEXED BY member_sentence
  LEFT JOIN copy USING (sentence_id)
 CROSS JOIN sentence ON sentence.id = sentence_id;

-- What another program has taken away since the pairs were found, such as `neardup watch`.
DELETE FROM main.member
 WHERE (SELECT count(*) FROM member) > (SELECT count(*) FROM placed_member)
   AND sentence_id NOT IN (SELECT sentence_id FROM placed_member);

-- A text whose partners have gone, or have all joined other representatives, forms no cluster.
DELETE FROM main.member
 WHERE cluster_id IN (SELECT cluster_id FROM member GROUP BY cluster_id HAVING count(*) = 1);

-- To how many other texts each text is similar. (GROUP BY over both ends would sort all pairs. They are counted for a
-- million ids at a time, as what edge_counts() returns is one text.)
CREATE TEMP TABLE partner_count (sentence_id INTEGER PRIMARY KEY, count INTEGER);

INSERT INTO temp.partner_count
WITH RECURSIVE range(first) AS (
    SELECT min(a) FROM pair
     UNION ALL
    SELECT (SELECT min(a) FROM pair WHERE a >= first + 1000000) FROM range WHERE first IS NOT NULL
)
SELECT key, value
  FROM range
 CROSS JOIN json_each((SELECT edge_counts(a, b)
                         FROM pair
                        WHERE edit_distance > 0 AND a >= first AND a < first + 1000000))
 WHERE true
    ON CONFLICT DO UPDATE SET count = count + excluded.count;

INSERT INTO main.cluster (id, size, texts, articles, representative, kind)
SELECT cluster_id,
       count(*),
       count(DISTINCT ifnull(first_id, sentence_id)),
       count(DISTINCT article_id),
       (SELECT sentence_id
          FROM member AS m LEFT JOIN partner_count USING (sentence_id)
         WHERE m.cluster_id = placed_member.cluster_id
         ORDER BY count DESC, sentence_id
         LIMIT 1),
       NULL
  FROM placed_member
 GROUP BY cluster_id
HAVING count(*) > 1;

UPDATE main.cluster
   SET kind = 'identical'
 WHERE texts = 1
   AND ((SELECT fold FROM setting) = ''
        OR (SELECT count(DISTINCT text) = 1
              FROM member JOIN sentence ON sentence.id = sentence_id
             WHERE cluster_id = cluster.id));
