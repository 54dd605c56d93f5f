-- match_probability.sql - how similar must two texts be to be found?
--
-- It works without a database, too. It reproduces Figure 1 of Weissman et al. 2015: the probability that two texts share a
-- signature, by their Jaccard similarity. A steep curve far to the right finds only nearly identical texts; one to the left
-- finds more, and needs more candidates verified.
--
-- The curves K = 4 to 12 are the paper's formula 1 - (1 - s^K)^10, for which all hash functions differ. Its text draws ten
-- different ones out of twenty, and its program draws with replacement, so that a signature holds seven to nine. Here, @bands
-- draws of @rows functions are all different; without these, it is the scheme of the database.

SELECT neardup_run('published.sql');

-- Without @bands and @rows, another scheme than banded is that of the database.
CREATE TEMP TABLE point AS
WITH RECURSIVE hundredth (similarity) AS (
    SELECT 0 UNION ALL SELECT similarity + 1 FROM hundredth WHERE similarity < 100
), curve AS (
    SELECT place, mark, bands, rows, hashes, scheme FROM paper_curve
     UNION ALL
    SELECT 8, '*', bands, rows, coalesce(hashes, bands * rows), scheme
      FROM (SELECT coalesce(@bands, setting.bands, 25) AS bands, coalesce(@rows, setting.rows, 4) AS rows,
                   iif(other, setting.hashes, NULL) AS hashes, iif(other, setting.scheme, 'banded') AS scheme
              FROM (SELECT 1)
              LEFT JOIN setting
              LEFT JOIN (SELECT @bands IS NULL AND @rows IS NULL AND (SELECT scheme FROM setting) <> 'banded' AS other))
)
SELECT place, mark, bands, rows, similarity,
       100 * minhash_match_probability(similarity / 100.0, bands, rows, hashes, scheme) AS percent
  FROM hundredth, curve;

-- ---- What is printed ----

SELECT char(10) || 'Probability in percent that two texts share a signature' || char(10) || char(10)
       || printf('              ------- formula of the paper -------     K = 10, N = 20   here: %,d',
                 bands) || char(10)
       || printf('  similarity   K = 4   K = 6   K = 8  K = 10  K = 12    text  program  of %,d',
                 rows)
  FROM point
 WHERE place = 8 AND similarity = 0;
SELECT printf('        %4.2f  ', similarity / 100.0) || group_concat(printf('%6.2f', percent), '  ')
  FROM (SELECT * FROM point ORDER BY similarity, place)
 WHERE similarity % 5 = 0 AND similarity > 0
 GROUP BY similarity;

-- One character for each hundredth of similarity, one line for five percent. Where curves meet, the
-- last one is drawn: max() brings its mark along.
SELECT char(10) || 'Drawn: 4, 6, 8, 0, 2 for K = 4 to 12, p the program, * here' || char(10);
WITH dot AS (
    SELECT similarity, CAST(round(percent / 5) AS INTEGER) AS line, mark, max(place)
      FROM point
     WHERE mark <> 't'
     GROUP BY 1, 2
), line AS (
    SELECT similarity AS number FROM point WHERE similarity <= 20 GROUP BY similarity
), grid AS (
    SELECT number, across.similarity, coalesce(mark, ' ') AS mark
      FROM line
      JOIN (SELECT DISTINCT similarity FROM point) AS across
      LEFT JOIN dot ON dot.line = number AND dot.similarity = across.similarity
     ORDER BY number DESC, across.similarity
)
SELECT printf('%5d %% |%s', 5 * number, rtrim(group_concat(mark, '')))
  FROM grid
 GROUP BY number
 ORDER BY number DESC;
SELECT '         0.0       0.1       0.2       0.3       0.4       0.5       0.6       0.7       0.8'
       || '       0.9       1.0';
