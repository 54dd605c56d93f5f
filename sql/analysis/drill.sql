-- drill.sql - how many of the planted changes were found: what `neardup drill` prints.
--
-- plant.sql has planted them in this copy of a database, and `find` has searched it. A share has Wilson's interval of 95 % (Wilson
-- 1927, Probable Inference, the Law of Succession, and Statistical Inference): 3.8415 is the square of 1.96. (Newton finds the
-- root, since not every SQLite has sqrt().)

SELECT neardup_error('drill counts what find finds, and find has not ended since the texts changed. Run it: SELECT neardup_run(''find'')')
 WHERE NOT EXISTS (SELECT * FROM main.stage WHERE name = 'kinds' AND done >= parts);

-- `others` is how many other texts resemble the one that was not changed; `states` is 0 for citations, lists and the like, in which
-- another year contradicts nothing that anybody reads.
CREATE TEMP TABLE fate AS
WITH known AS (
    SELECT planted_change.*, ifnull(c.first_id, planted_change.sentence_id) AS x, ifnull(d.first_id, other_id) AS y
      FROM planted_change
      LEFT JOIN copy AS c ON c.sentence_id = planted_change.sentence_id
      LEFT JOIN copy AS d ON d.sentence_id = other_id
), paired AS (
    SELECT known.*, min(x, y) AS a, max(x, y) AS b, ifnull(pair.jaccard, near_miss.jaccard) AS jaccard
      FROM known
      LEFT JOIN pair      ON pair.a = min(x, y) AND pair.b = max(x, y)
      LEFT JOIN near_miss ON near_miss.a = min(x, y) AND near_miss.b = max(x, y)
)
SELECT paired.*, jaccard IS NOT NULL AS compared, pair_kind.kind IS 'drift' AS drift,
       ifnull(pair_kind.kind <> 'template' AND score >= shown_least, 0) AS shown,
       CASE WHEN a = b           THEN 'Both are the same after folding.'
            WHEN jaccard IS NULL THEN 'They were not compared: they have too little in common.'
            ELSE ifnull(pair_kind.kind || ': ' || reason, 'They were compared, but not judged.') END AS reason,
       ifnull(texts, 0) - (ifnull(jaccard, 0) >= resembling_least) AS others,
       ifnull(pair_kind.kind NOT IN ('reference', 'other'), 1) AS states
  FROM parameters
 CROSS JOIN judging_limit
 CROSS JOIN paired
  LEFT JOIN pair_kind USING (a, b)
  LEFT JOIN resemblance ON resemblance.sentence_id = y;

-- Each type, all of them, and contradictions by what may explain why they were missed.
CREATE TEMP TABLE counted AS
SELECT row_number() OVER (ORDER BY section = 'type' DESC, contradicts DESC, section, min(place)) AS id, contradicts,
       section, name, count(*) AS planted, sum(compared) AS compared, sum(drift) AS drift, sum(shown) AS shown
  FROM (SELECT fate.*, 'type' AS section, type AS name, instr('number year month name negation adverb comma wording', type) AS place
          FROM fate
         UNION ALL
        SELECT fate.*, 'type', 'all', 100 FROM fate
         UNION ALL
        SELECT fate.*, 'jaccard', CASE WHEN jaccard >= 0.8 THEN '0.8 and more' WHEN jaccard >= 0.6 THEN '0.6 to 0.8'
                                       ELSE 'less' END, -ifnull(jaccard, 0)
          FROM fate WHERE contradicts
         UNION ALL
        SELECT fate.*, 'text', iif(states, 'statement', 'citation or list'), -states FROM fate WHERE contradicts
         UNION ALL
        SELECT fate.*, 'resembled', CASE WHEN others > 3 THEN 'more' WHEN others > 0 THEN '1 to 3' ELSE 'none' END, others
          FROM fate WHERE contradicts) AS fate
 GROUP BY contradicts, section, name;

CREATE TEMP TABLE measured AS
WITH RECURSIVE root(id, what, share, variance, step, value) AS (
    SELECT id, what, share, share * (1 - share) / planted + 0.960365 / planted / planted, 0, 1.0
      FROM (SELECT id, planted, 'drift' AS what, 1.0 * drift / planted AS share FROM counted
             UNION ALL
            SELECT id, planted, 'shown', 1.0 * shown / planted FROM counted)
     UNION ALL
    SELECT id, what, share, variance, step + 1, (value + variance / value) / 2 FROM root WHERE step < 40
), bound AS (
    SELECT id, what, share, (share + 1.92073 / planted - 1.95996 * value) / (1 + 3.84146 / planted) AS least,
           (share + 1.92073 / planted + 1.95996 * value) / (1 + 3.84146 / planted) AS most
      FROM root JOIN counted USING (id)
     WHERE step = 40
)
SELECT counted.*, d.share AS drift_share, max(0.0, d.least) AS drift_least, min(1.0, d.most) AS drift_most,
       s.share AS shown_share, max(0.0, s.least) AS shown_least, min(1.0, s.most) AS shown_most
  FROM counted
  JOIN bound AS d ON d.id = counted.id AND d.what = 'drift'
  JOIN bound AS s ON s.id = counted.id AND s.what = 'shown';

SELECT section, name, contradicts, planted, compared, drift, round(drift_share, 4) AS drift_share,
       round(drift_least, 4) AS drift_least, round(drift_most, 4) AS drift_most, shown, round(shown_share, 4) AS shown_share,
       round(shown_least, 4) AS shown_least, round(shown_most, 4) AS shown_most
  FROM measured
 WHERE @format <> 'list'
 ORDER BY id;

-- ---- For people ----

SELECT neardup_wrap(iif(planted, bold || printf('Of %,d contradiction%.*s planted in %ss that two %ss share, %,d %s called drift and '
                                                || '%,d %s shown.', planted, planted <> 1, 's', sentence, article,
                                                drift, iif(drift = 1, 'is', 'are'), shown, iif(shown = 1, 'is', 'are'))
                        || plain
                        || ' Of texts that differ only in names and numbers, one is changed.'
                        || iif(planted < 50, ' So few say little: see the intervals, of 95 %.', ' The intervals are of 95 %.'),
                        printf('Nothing could be planted: no %s that can be changed stands word for word in two %ss.', sentence, article)))
  FROM style, noun, (SELECT total(contradicts) AS planted, total(contradicts AND drift) AS drift, total(contradicts AND shown) AS shown
                       FROM fate)
 WHERE @format = 'list';

WITH heading(section, contradicts, words) AS (
    VALUES ('type', 1, 'contradictions'), ('type', 0, 'no contradictions'), ('jaccard', 1, 'by Jaccard similarity'),
           ('resembled', 1, 'by other texts like it'), ('text', 1, 'by what was changed')
)
SELECT iif(lag(words) OVER (ORDER BY id) IS words, '', char(10) || bold
           || printf('  %-24s %8s %9s   %-18s %s', words, 'planted', 'compared', 'called drift', 'shown') || plain || char(10))
       || printf('  %-24s %,8d %7.0f %%   ', name, planted, 100.0 * compared / planted)
       || printf('%-18s ', printf('%.0f %% (%.0f to %.0f)', 100 * drift_share, 100 * drift_least, 100 * drift_most))
       || printf('%.0f %% (%.0f to %.0f)', 100 * shown_share, 100 * shown_least, 100 * shown_most)
  FROM style, measured JOIN heading USING (section, contradicts)
 WHERE @format = 'list'
 ORDER BY id;

SELECT char(10) || neardup_wrap('  Not planted, for lack of texts: ' || group_concat(value, ', ') || '.', 2)
  FROM json_each('["number","year","month","name","negation","adverb","comma","wording"]')
 WHERE @format = 'list' AND value NOT IN (SELECT type FROM fate)
 GROUP BY NULL
HAVING count(*) < 8;

-- Statements that nothing else resembles come first: those one would expect to be found.
WITH missed AS (
    SELECT fate.*, row_number() OVER (PARTITION BY type ORDER BY states DESC, others, sentence_id) AS rank, count(*) OVER () AS misses
      FROM fate
     WHERE contradicts AND NOT drift
)
SELECT iif(row_number() OVER listed > 1, '', char(10) || bold || 'Contradictions that were missed' || plain
           || iif(misses > @top, printf(' (%d of %,d; --top lists more)', @top, misses), '') || char(10))
       || char(10) || neardup_wrap(printf('  %-10s', type) || p.place || '  |  ' || q.place, 8)
       || char(10) || neardup_wrap('        ' || substr(text, 1, at - 1) || '[' || old || '|' || new || ']'
                                   || substr(text, at + length(new)), 8)
       || char(10) || neardup_wrap('        ' || reason, 8)
  FROM style, missed
  JOIN sentence            ON sentence.id = missed.sentence_id
  JOIN sentence_place AS p ON p.id = other_id
  JOIN sentence_place AS q ON q.id = missed.sentence_id
 WHERE @format = 'list' AND @top > 0
WINDOW listed AS (ORDER BY rank, type)
 ORDER BY rank, type
 LIMIT @top;
