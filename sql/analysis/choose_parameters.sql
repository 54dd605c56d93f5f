-- choose_parameters.sql - which bands and rows find pairs of @similarity or more with the probability @recall, at the least cost?
--
-- It works without a database, too, and with @texts, the number of distinct texts, it does not read the database. It also
-- prints what the last run of the pipeline chose by itself, and why.
--
-- For each number of rows it takes the fewest bands that reach the recall, from the exact match
-- probability, and adds up their cost:
--
--   hashing      bands * rows hash functions of every shingle,
--   signatures   bands of them for every text, to be sorted,
--   candidates   pairs that share a signature, to be verified. Their number depends on how similar
--                the texts are: see the table `likeness` below.

-- What was not set comes from the database. `shingles` are those of a text, on average; from the similarity `known_from` on, the
-- table pair tells how many pairs there are.
CREATE TEMP TABLE wanted AS
WITH hashed_text AS (
    SELECT max(length(fold_text(text, fold)) - shingle + 1, 1) AS shingles
      FROM setting, compared_sentence JOIN sentence ON sentence.id = sentence_id
     WHERE first_id = sentence_id AND @texts IS NULL
)
SELECT coalesce(@similarity, (SELECT jaccard_least FROM setting), 0.6) AS similarity, @recall AS recall,
       coalesce(@texts, max(count(*), 2 + 999998 * (count(*) = 0))) AS texts, coalesce(avg(shingles), 150.0) AS shingles,
       iif(@texts IS NULL AND EXISTS (SELECT * FROM pair), (SELECT jaccard_least FROM setting), 1.0) AS known_from
  FROM hashed_text;

-- How many pairs there are of each similarity. From `jaccard_least` up they are counted in the table
-- pair, in tenths, and corrected for those that the run has missed. Below, their share is assumed to
-- be that among the sentences of a hundred articles of the English Wikipedia, and their number to
-- grow with the square of the number of texts. Texts from templates have more of them.
CREATE TEMP TABLE banding AS
WITH RECURSIVE assumed (similarity, in_a_billion) AS (
    VALUES (0.009, 10700000), (0.028, 750000), (0.048, 100000), (0.068, 22000), (0.088, 7000),
           (0.109, 2900), (0.132, 2000), (0.171, 770), (0.24, 720), (0.34, 360), (0.44, 150),
           (0.54, 140), (0.65, 60), (0.75, 60), (0.85, 35), (0.95, 20)
), found AS (
    SELECT CAST(10 * jaccard AS INTEGER) / 10.0 + 0.05 AS similarity, count(*) AS pairs
      FROM pair, wanted
     WHERE jaccard >= known_from AND jaccard < 1
     GROUP BY 1
), likeness AS MATERIALIZED (
    SELECT assumed.similarity, in_a_billion / 1e9 * texts * (texts - 1) / 2 AS pairs
      FROM assumed, wanted
     WHERE assumed.similarity < known_from
     UNION ALL
    SELECT similarity, pairs / minhash_match_probability(similarity, bands, rows)
      FROM found, setting
), cost AS (
    -- In nanoseconds, measured on one core of a server with sentences of Wikipedia. Only their ratios matter.
    SELECT 0.1  AS hash,                            -- one function of one shingle; done twice
           600  AS signature,                       -- compute, sort and store
           4000 AS candidate                        -- fetch both texts and compare them
), tried (rows, bands, probability) AS (
    SELECT value, 1, minhash_match_probability(similarity, 1, value)
      FROM wanted, json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]')
     UNION ALL
    SELECT rows, bands + 1, minhash_match_probability(similarity, bands + 1, rows)
      FROM wanted, tried
     WHERE probability < recall AND bands < 1024
), enough AS MATERIALIZED (
    SELECT bands, rows,
           (SELECT total(pairs * minhash_match_probability(similarity, bands, rows))
              FROM likeness) AS candidates
      FROM wanted, tried
     WHERE probability >= recall
)
SELECT bands, rows, texts * bands AS signatures, candidates,
       (cost.hash * bands * rows * shingles * texts
        + cost.signature * bands * texts
        + cost.candidate * candidates) / 1e9 AS seconds
  FROM enough, wanted, cost
 ORDER BY seconds, bands;

-- ---- What is printed ----

SELECT printf('%sWanted: %.4g %% of the pairs of Jaccard similarity %.4g, among %,d texts of %.0f '
              || 'shingles.', char(10), 100 * recall, similarity, texts, shingles)
  FROM wanted;
SELECT iif(known_from < 1,
           printf('Their similarities: from the table pair at %.4g and above, assumed below.',
                  known_from),
           'Their similarities are assumed.')
  FROM wanted;

SELECT char(10) || '                                               ------- recall at -------'
       || char(10) || 'bands  rows      signatures      candidates  seconds'
       || '    0.2   0.4   0.5   0.6   0.7   0.8   0.9'
 WHERE EXISTS (SELECT * FROM banding);
SELECT printf('%5d  %4d  %,14d  %,14d  %7.1f', bands, rows, signatures, candidates, seconds)
       || printf('  %5.3f %5.3f %5.3f %5.3f %5.3f %5.3f %5.3f',
                 minhash_match_probability(0.2, bands, rows),
                 minhash_match_probability(0.4, bands, rows),
                 minhash_match_probability(0.5, bands, rows),
                 minhash_match_probability(0.6, bands, rows),
                 minhash_match_probability(0.7, bands, rows),
                 minhash_match_probability(0.8, bands, rows),
                 minhash_match_probability(0.9, bands, rows))
  FROM banding
 ORDER BY seconds, bands
 LIMIT 10;

SELECT printf('%sThe first is the cheapest. To use it in a database:%s', char(10), char(10))
       || printf('%s    UPDATE parameters SET bands = %d, rows = %d, jaccard_least = %.4g;%s',
                 char(10), bands, rows, similarity, char(10))
       || char(10) || 'To use it in all future databases, change the defaults in ext/functions/runner/parameters.c and rebuild.'
  FROM banding, wanted
 ORDER BY seconds, bands
 LIMIT 1;
SELECT char(10) || 'The last run chose these by itself:' || char(10)
 WHERE EXISTS (SELECT * FROM choice);
SELECT neardup_wrap(printf('    %-14s  %-5s  ', name, iif(value = '', 'none', value)) || reason, 27)
  FROM choice
 ORDER BY name = 'fold', name;
SELECT char(10) || 'No combination of up to 1,024 bands and 20 rows reaches that.'
 WHERE NOT EXISTS (SELECT * FROM banding);
