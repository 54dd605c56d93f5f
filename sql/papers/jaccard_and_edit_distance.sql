-- jaccard_and_edit_distance.sql - what does a Jaccard similarity say about the edit distance?
--
-- It tests section 4.1 of Ayhan, Bradley, Weissman 2013 and its Figure 1: E edits change a sentence of N characters with
-- shingles of length L, e = E / N, and the similarity J is said to lie between
--
--     (N - 2L - E + 2) / (N + E)   and   (N - L - E + 1) / (N - L + E + 1)
--
-- which both approach the limit (1 - e) / (1 + e) for long sentences. N is the length of the longer text. Isolated edits leave
-- (S - EL) / (S + EL), S = N - L + 1. docs/figures/papers.md says why pairs lie outside.
--
-- `pair` holds only what reaches the thresholds of `parameters`, so the last classes are cut off.

SELECT char(10) || 'There are no pairs of different texts.'
 WHERE NOT EXISTS (SELECT * FROM pair WHERE edit_distance > 0);

WITH sized AS (
    SELECT jaccard AS j, edit_distance AS e, shingle AS l, max(length(first.text), length(second.text)) AS n
      FROM setting, pair
      JOIN sentence AS first  ON first.id = a
      JOIN sentence AS second ON second.id = b
     WHERE edit_distance > 0
), measured AS (
    SELECT 20 * e / n AS class, j,
           (n - 2.0 * l - e + 2) / (n + e)                    AS lower,
           (n - l - e + 1.0) / (n - l + e + 1)                AS upper,
           (n - l + 1.0 - e * l) / (n - l + 1 + e * l)        AS apart
      FROM sized
)
SELECT iif(row_number() OVER (ORDER BY class) = 1,
           printf('%sJaccard similarity J by normalised edit distance e, of %,d pairs of different texts', char(10),
                  sum(count(*)) OVER ())
           || '

                            ----- J found -----  --- bounds ---         ------- J is ---------  one by
            e        pairs  least   mean   most   lower  upper  limit   below  within   above     one
', '')
       || printf('  %4.2f - %4.2f %,12d  %5.3f  %5.3f  %5.3f  %5.3f  %5.3f  %5.3f', class / 20.0,
                 (class + 1) / 20.0, count(*), min(j), avg(j), max(j), avg(lower), avg(upper),
                 (1 - (class + 0.5) / 20) / (1 + (class + 0.5) / 20))
       || printf(' %5.1f %% %5.1f %% %5.1f %%  %5.3f', 100 * avg(j < lower),
                 100 * avg(j BETWEEN lower AND upper), 100 * avg(j > upper), avg(max(apart, 0)))
  FROM measured
 GROUP BY class
 ORDER BY class;

SELECT char(10) || 'The bounds as the paper draws them, l = L / N' || char(10) || char(10)
       || '           l = 0.05        l = 0.20' || char(10)
       || '     e   lower   upper   lower   upper   limit';
WITH RECURSIVE step (twentieth) AS (
    SELECT 0 UNION ALL SELECT twentieth + 1 FROM step WHERE twentieth < 12
)
SELECT printf('  %4.2f   %5.3f   %5.3f   %5.3f   %5.3f   %5.3f', e, (1 - 2 * 0.05 - e) / (1 + e),
              (1 - 0.05 - e) / (1 - 0.05 + e), max((1 - 2 * 0.2 - e) / (1 + e), 0),
              (1 - 0.2 - e) / (1 - 0.2 + e), (1 - e) / (1 + e))
  FROM (SELECT twentieth / 20.0 AS e FROM step);
