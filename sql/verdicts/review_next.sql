-- review_next.sql - the place of the pair to ask for next: not of the cluster of the pair at @place, if another one is left.
--
-- What somebody has judged meanwhile, or what is no longer there, is passed over. Of a sample, each judges all himself.

WITH open AS NOT MATERIALIZED (
    SELECT place, cluster_id
      FROM temp.asked
     WHERE seen IS NULL
       AND EXISTS (SELECT * FROM main.pair_kind WHERE pair_kind.a = asked.a AND pair_kind.b = asked.b)
       AND (@judged OR NOT EXISTS (SELECT *
                                     FROM main.pair_verdict AS said
                                    WHERE @sample IS NULL AND said.a = asked.a AND said.b = asked.b AND NOT returned))
       AND (@sample IS NULL OR NOT EXISTS (SELECT *
                                             FROM main.sentence AS x
                                            CROSS JOIN main.sentence AS y
                                            CROSS JOIN main.verdict ON verdict.text_a = min(x.text, y.text)
                                                                   AND verdict.text_b = max(x.text, y.text)
                                            WHERE x.id = asked.a AND y.id = asked.b AND judge = @judge))
)
SELECT coalesce((SELECT place
                   FROM open
                  WHERE cluster_id IS NOT (SELECT cluster_id FROM temp.asked WHERE place = @place)
                  ORDER BY place LIMIT 1),
                (SELECT place FROM open ORDER BY place LIMIT 1));
