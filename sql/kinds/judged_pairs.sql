-- judged_pairs.sql - which pairs are judged.
--
-- All pairs of clusters of up to `judged_most` texts; of larger clusters the pairs with the representative, which are
-- enough to recognise a template; near misses, which belong to no cluster; and pairs that verdicts have brought into one cluster,
-- though they are not in `pair`, or apart, though they are: these may contradict each other all the more. A text that occurs in
-- several places is judged at the first; texts that are equal only after folding are judged, too. (CROSS JOIN fixes the join
-- order: few pairs are judged, and these are looked up.)

-- `folded` is 1 if both are equal after folding, and `near` if they are a near miss, without a cluster.
CREATE TEMP TABLE judged (a INTEGER, b INTEGER, cluster_id INTEGER, folded INTEGER, near INTEGER, PRIMARY KEY (a, b)) WITHOUT ROWID;

INSERT INTO temp.judged
SELECT a, b, cluster.id, edit_distance = 0, 0
  FROM setting
 CROSS JOIN cluster
 CROSS JOIN member AS first  ON first.cluster_id = cluster.id
 CROSS JOIN pair             ON a = first.sentence_id
 CROSS JOIN member AS second ON second.cluster_id = cluster.id AND second.sentence_id = b
 WHERE texts <= judged_most
   AND (edit_distance > 0 OR (fold <> '' AND (SELECT text FROM sentence WHERE id = a)
                                             <> (SELECT text FROM sentence WHERE id = b)))
 UNION ALL
SELECT a, b, cluster.id, edit_distance = 0, 0
  FROM setting
 CROSS JOIN cluster
 CROSS JOIN member ON cluster_id = cluster.id
 CROSS JOIN pair   ON a = min(representative, sentence_id) AND b = max(representative, sentence_id)
 WHERE texts > judged_most
   AND (edit_distance > 0 OR (fold <> '' AND (SELECT text FROM sentence WHERE id = a)
                                             <> (SELECT text FROM sentence WHERE id = b)))
 UNION ALL
SELECT a, b, NULL, 0, 1
  FROM near_miss
 WHERE NOT EXISTS (SELECT * FROM pair WHERE pair.a = near_miss.a AND pair.b = near_miss.b)
   AND NOT EXISTS (SELECT *
                     FROM cluster_link AS link
                    WHERE link.a = near_miss.a AND link.b = near_miss.b AND verdict = 'duplicate' AND honoured)
 UNION ALL
SELECT link.a, link.b, iif(pair.a IS NULL, cluster_id, NULL),
       ifnull(edit_distance = 0, ifnull((SELECT first_id FROM copy WHERE copy.sentence_id = link.a), link.a)
                                 = ifnull((SELECT first_id FROM copy WHERE copy.sentence_id = link.b), link.b)),
       pair.a IS NOT NULL
  FROM cluster_link AS link
  LEFT JOIN pair USING (a, b)
  LEFT JOIN member ON member.sentence_id = link.a
 WHERE (verdict = 'duplicate' AND honoured) = (pair.a IS NULL)
 ORDER BY a, b;
