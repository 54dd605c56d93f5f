-- review_queue.sql - which pairs `neardup review` asks for, in temp.asked, the first ones first; at most 10,000.
--
-- With @sample, a random draw, which main.drawn notes: a seed draws the same pairs again, and a larger sample begins with the
-- smaller one. With @judged, pairs that somebody has judged: those on which people differ, then the oldest verdicts. Else those
-- whose answer teaches most.

SELECT neardup_error('must not be given with sample: of a draw, each pair is judged once', 'judged')
 WHERE @judged AND @sample IS NOT NULL;

CREATE TABLE IF NOT EXISTS temp.asked (
    place      INTEGER PRIMARY KEY,
    a, b,
    cluster_id,                                 -- near misses of one text count as a cluster
    seen,                                       -- as how many-th it was shown
    text_a, text_b, title_a, title_b            -- what was shown
);
DELETE FROM temp.asked;

CREATE TABLE IF NOT EXISTS temp.answered (
    number INTEGER PRIMARY KEY,
    place,                                      -- of the pair that was judged
    text_a, text_b, judge,
    is_link,                                    -- 1: the answer is `duplicate` or `no duplicate`
    verdict, judged_at, reason, title_a, title_b -- of that sort, before the answer; NULL: there was none
);
DELETE FROM temp.answered;

CREATE TEMP TABLE sampled AS
SELECT a, b, coalesce(cluster_id, -a) AS cluster_id, hash.signature AS hash, count(*) OVER () AS pairs
  FROM pair_kind, minhash_signatures(printf('%d %d', a, b), 64, 1, 1) AS hash
 WHERE @sample > 0 AND hash.seed = @seed AND score >= @least AND kind = coalesce(@kind, kind)
   AND (@type IS NULL OR type = @type)
 ORDER BY hash, a, b
 LIMIT coalesce(@sample, 0);

INSERT INTO main.drawn (text_a, text_b, pairs)
SELECT min(x.text, y.text), max(x.text, y.text), pairs
  FROM sampled
 CROSS JOIN sentence AS x ON x.id = a
 CROSS JOIN sentence AS y ON y.id = b
 WHERE x.text <> y.text
    ON CONFLICT (text_a, text_b) DO UPDATE SET pairs = max(pairs, excluded.pairs);

INSERT INTO temp.asked (a, b, cluster_id)
SELECT a, b, cluster_id FROM sampled ORDER BY hash, a, b;

INSERT INTO temp.asked (a, b, cluster_id)
SELECT a, b, coalesce(cluster_id, -a)
  FROM pair_verdict
 CROSS JOIN pair_kind USING (a, b)
 WHERE @sample IS NULL AND @judged AND score >= @least AND kind = coalesce(@kind, kind) AND (@type IS NULL OR type = @type)
 ORDER BY verdicts > 1 DESC, judged_at, a, b
 LIMIT 10000;

-- What is fixed, but has returned; then what teaches most, and at last pairs that neardup thinks cannot contradict each other.
INSERT INTO temp.asked (a, b, cluster_id)
SELECT a, b, coalesce(cluster_id, -a)
  FROM (SELECT 0 AS part, 0 AS place, a, b FROM pair_verdict WHERE returned
         UNION ALL
        SELECT 1, place, a, b FROM next_to_review
         UNION ALL
        SELECT 2, 0, a, b FROM pair_kind WHERE score = 0 AND (a, b) NOT IN (SELECT a, b FROM pair_verdict))
 CROSS JOIN pair_kind USING (a, b)
 WHERE @sample IS NULL AND NOT @judged AND score >= @least AND kind = coalesce(@kind, kind) AND (@type IS NULL OR type = @type)
 ORDER BY part, place, a, b
 LIMIT 10000;
