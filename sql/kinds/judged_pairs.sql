-- judged_pairs.sql - which pairs are judged.
--
-- All pairs of clusters of up to `judged_most` texts; of larger clusters the pairs with the representative, which are
-- enough to recognise a template; and near misses, which belong to no cluster. A text that occurs in several places
-- is judged at the first; texts that are equal only after folding are judged, too. (CROSS JOIN fixes the join order:
-- few pairs are judged, and these are looked up.)

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
 ORDER BY a, b;
