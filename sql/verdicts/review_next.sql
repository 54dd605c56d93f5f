-- review_next.sql - the place of the pair to show after that at @place: the one that was shown after it, or a new one, if possible
-- of another cluster.
--
-- What somebody has judged meanwhile, or what is no longer there, is passed over. Of a sample, each judges all himself. Two people
-- who review at once would meet at every pair: so, while others judge, each takes one by chance of the next 64.

WITH open AS MATERIALIZED (
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
     ORDER BY place
     LIMIT 64
), company AS MATERIALIZED (
    SELECT count(*) AS people
      FROM main.verdict
     WHERE judge <> @judge AND judged_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '-10 minutes')
       AND @sample IS NULL AND @judged IS NULL
)
SELECT coalesce((SELECT place
                   FROM temp.asked
                  WHERE seen > (SELECT seen FROM temp.asked WHERE place = @place)
                  ORDER BY seen LIMIT 1),
                (SELECT place
                   FROM open, company
                  ORDER BY cluster_id IS (SELECT cluster_id FROM temp.asked WHERE place = @place),
                           iif(people, (SELECT signature FROM minhash_signatures(place || ' ' || @judge, 64, 1, 1)), 0), place
                  LIMIT 1));
