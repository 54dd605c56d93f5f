-- linked_members.sql - unites and divides the clusters of `member` as people have said: a part of clusters.sql.
--
-- `duplicate` is a must-link, and `no duplicate` a cannot-link, between all sentences that have these texts. The clusters of a
-- must-link are united; those that then hold a cannot-linked pair are divided by linked_clusters(), which has their pairs and
-- links. All others stay as they are. The result depends on the sets of pairs and verdicts only.

CREATE TEMP TABLE link_verdict AS SELECT * FROM newest_link;

-- Sentences with these texts: the members of clusters, since they are read anyway; and the others, for the texts of must-links
-- that no member has. A sentence in no cluster is a cluster of its own.
CREATE TEMP TABLE linked_text (text TEXT PRIMARY KEY, must INTEGER) WITHOUT ROWID;
INSERT INTO temp.linked_text
SELECT text, max(verdict = 'duplicate')
  FROM (SELECT text_a AS text, verdict FROM link_verdict UNION ALL SELECT text_b, verdict FROM link_verdict)
 GROUP BY text;

CREATE TEMP TABLE linked_sentence (text TEXT, sentence_id INTEGER, cluster_id INTEGER, PRIMARY KEY (text, sentence_id)) WITHOUT ROWID;
INSERT INTO temp.linked_sentence
SELECT text, sentence_id, cluster_id
  FROM member CROSS JOIN sentence ON sentence.id = sentence_id
 WHERE text IN (SELECT text FROM linked_text);

DELETE FROM temp.linked_text WHERE NOT must OR text IN (SELECT text FROM linked_sentence);
INSERT INTO temp.linked_sentence
SELECT text, id, id
  FROM (SELECT 1 FROM linked_text LIMIT 1) CROSS JOIN sentence
 WHERE text IN (SELECT text FROM linked_text);

-- The links, between the first sentences with their texts; and these with the others of the same text.
CREATE TEMP VIEW first_sentence AS
SELECT *
  FROM linked_sentence AS own
 WHERE sentence_id = (SELECT min(sentence_id) FROM linked_sentence AS other WHERE other.text = own.text);

CREATE TEMP TABLE text_link AS
SELECT min(x.sentence_id, y.sentence_id) AS a, max(x.sentence_id, y.sentence_id) AS b,
       iif(verdict = 'duplicate', 1, -1) AS link, verdict, judge, x.cluster_id AS cluster_x, y.cluster_id AS cluster_y
  FROM link_verdict
 CROSS JOIN first_sentence AS x ON x.text = text_a
 CROSS JOIN first_sentence AS y ON y.text = text_b
 UNION ALL
SELECT x.sentence_id, y.sentence_id, 1, NULL, NULL, x.cluster_id, y.cluster_id
  FROM first_sentence AS x CROSS JOIN linked_sentence AS y ON y.text = x.text AND y.sentence_id > x.sentence_id;

-- Their clusters, as groups that must-links unite; the groups that hold a cannot-linked pair; and the sentences of all groups that
-- change, with the cluster that they get.
CREATE TEMP TABLE linked_cluster (cluster_id INTEGER PRIMARY KEY, group_id INTEGER);
INSERT INTO temp.linked_cluster
SELECT member, component
  FROM union_find_members((SELECT union_find(cluster_x, iif(link = 1, cluster_y, cluster_x))
                             FROM (SELECT cluster_x, cluster_y, link FROM text_link
                                    UNION ALL
                                   SELECT cluster_y, cluster_x, link FROM text_link)));

CREATE TEMP TABLE divided_group (group_id INTEGER PRIMARY KEY);
INSERT OR IGNORE INTO temp.divided_group
SELECT x.group_id
  FROM text_link
 CROSS JOIN linked_cluster AS x ON x.cluster_id = cluster_x
 CROSS JOIN linked_cluster AS y ON y.cluster_id = cluster_y AND y.group_id = x.group_id
 WHERE link = -1;

DELETE FROM temp.linked_cluster
 WHERE group_id NOT IN (SELECT group_id FROM divided_group)
   AND group_id IN (SELECT group_id FROM linked_cluster GROUP BY group_id HAVING count(*) = 1);

CREATE TEMP TABLE linked_member (sentence_id INTEGER PRIMARY KEY, group_id INTEGER, divided INTEGER, cluster_id INTEGER);
INSERT INTO temp.linked_member
SELECT coalesce(sentence_id, cluster_id), group_id, group_id IN (SELECT group_id FROM divided_group), group_id
  FROM linked_cluster LEFT JOIN member USING (cluster_id);

-- (A pair is in one cluster unless clusters are stars.)
UPDATE temp.linked_member
   SET cluster_id = component
  FROM union_find_members((
       SELECT linked_clusters(a, b, similarity, link)
         FROM (SELECT a, b, jaccard AS similarity, 0 AS link
                 FROM setting
                CROSS JOIN linked_member AS x ON x.divided
                CROSS JOIN pair               ON a = x.sentence_id
                WHERE clusters = 'connected'
                   OR EXISTS (SELECT * FROM linked_member AS y WHERE y.sentence_id = b AND y.group_id = x.group_id)
                UNION ALL
               SELECT a, b, 0, link
                 FROM text_link
                CROSS JOIN linked_member AS x ON x.sentence_id = a AND x.divided
                CROSS JOIN linked_member AS y ON y.sentence_id = b AND y.group_id = x.group_id)))
 WHERE member = sentence_id;

DELETE FROM main.member WHERE cluster_id IN (SELECT cluster_id FROM linked_cluster);
INSERT INTO main.member SELECT cluster_id, sentence_id FROM linked_member ORDER BY cluster_id, sentence_id;

INSERT INTO main.cluster_link
SELECT a, b, verdict, judge, link = -1 OR x.cluster_id = y.cluster_id
  FROM text_link
 CROSS JOIN linked_member AS x ON x.sentence_id = a
 CROSS JOIN linked_member AS y ON y.sentence_id = b AND y.group_id = x.group_id
 WHERE verdict IS NOT NULL AND (x.divided OR cluster_x <> cluster_y);
