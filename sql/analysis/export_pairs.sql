-- export_pairs.sql - prints the pairs for export.sql.
--
-- A pair of a large cluster may not have been judged; copies of a text never are. A near miss that may be a contradiction is in
-- no cluster, and its edit distance was not measured.

SELECT x.key AS key_a, y.key AS key_b, x.title AS title_a, y.title AS title_b,
       x.section AS section_a, y.section AS section_b, x.text AS text_a, y.text AS text_b,
       jaccard, edit_distance, coalesce(kind, iif(x.text = y.text, 'identical', NULL)) AS kind,
       coalesce(score, iif(x.text = y.text, 0.0, NULL)) AS score,
       coalesce(pair_kind.reason, iif(x.text = y.text, 'Both are the same text.', NULL)) AS reason, type, value_a, value_b,
       member.cluster_id, x.source AS source_a, y.source AS source_b, pair.a, pair.b,
       x.url AS url_a, y.url AS url_b, verdict, judge, judged_at, pair_verdict.reason AS verdict_reason,
       x.json_key AS "json(key_a)", y.json_key AS "json(key_b)"
  FROM (SELECT a, b, jaccard, edit_distance, 0 AS near
          FROM pair
         UNION ALL
        SELECT a, b, jaccard, NULL, 1
          FROM pair_kind JOIN near_miss USING (a, b)
         WHERE cluster_id IS NULL) AS pair
  LEFT JOIN pair_kind USING (a, b)
  LEFT JOIN pair_verdict USING (a, b)
  LEFT JOIN member ON sentence_id = pair.a AND NOT near
  JOIN origin AS x ON x.id = pair.a
  JOIN origin AS y ON y.id = pair.b
 ORDER BY pair.a, pair.b;
