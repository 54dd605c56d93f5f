-- sliding_window.sql - near-duplicates by random projection and a sliding window, as Meng and Zheng did it.
--
-- It repeats section 4.2.2 and Algorithm 2 of "Near-duplicate detection" (Meng, Zheng 2018) and its Table 5 and Figure 2,
-- on the sentences of your database. The paper calls @bits D (100), @permutations Q (10), @window B (10) and @distance T (5).
-- @vectors is 'words' for the mean of the vectors of words, from the table word_vector, as in the paper, or 'tfidf'.
--
-- A sentence without a known word has no vector, and is left out. Sentences are clusters by union-find.
-- The paper's program has none: it prints each sentence with those that are paired with it. Both are
-- counted here, because that is what its Table 5 shows.
--
-- A pair is an estimate: about 1 - (distance / bits) of all hyperplanes leave its two vectors on one
-- side. The exact cosine is computed for those found, so the table says how good they are.

SELECT neardup_run('windowed_pairs.sql');

-- ---- What is printed ----

SELECT char(10) || 'There are no sentences.'
 WHERE NOT EXISTS (SELECT * FROM windowed_text);

SELECT printf('%sRandom projection of %,d of %,d sentences, by %s%s', char(10),
              (SELECT count(*) FROM projected_text), count(*),
              iif(vectors = 'words', 'the vectors of their words', 'tf-idf'), char(10))
       || printf('  %d bits, %d permutations, a window of %d, distance below %d%s', @bits, @permutations,
                 @window, @distance, char(10))
       || printf('  %,16d comparisons, repeated ones included%s',
                 (SELECT total(min(place - 1, @window)) FROM ordered_projection), char(10))
       || printf('  %,16d pairs found%s', (SELECT count(*) FROM windowed_pair), char(10))
       || printf('  %,16d of them with a cosine of 0.95 or more%s',
                 (SELECT count(*) FROM windowed_pair WHERE cosine >= 0.95), char(10))
       || printf('  %,16d clusters, by union-find', (SELECT total(clusters) FROM windowed_size))
  FROM windowed_vectors, windowed_text
 GROUP BY NULL
HAVING count(*) > 0;

-- The bars have a logarithmic scale, as in the paper.
SELECT char(10) || 'Sizes' || char(10) || printf('%-11s %10s  %-40s %14s', '  sentences', 'clusters', '',
                                                 'neighbourhoods')
 WHERE EXISTS (SELECT * FROM windowed_size);
WITH class (least, most) AS (
    SELECT value, value FROM json_each('[2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25]')
     UNION ALL
    VALUES (26, 51), (52, 100), (101, 1000), (1001, 10000), (10001, 9e18)
), counted AS (
    SELECT least, most, total(clusters) AS clusters, total(neighbourhoods) AS neighbourhoods
      FROM class LEFT JOIN windowed_size ON size BETWEEN least AND most
     WHERE least <= (SELECT max(size) FROM windowed_size)
     GROUP BY least
)
SELECT printf('%11s %,10d  %-40s %,14d',
              CASE WHEN least = most THEN least
                   WHEN most < 9e18  THEN printf('%,d-%,d', least, most)
                   ELSE '> 10,000' END,
              clusters, iif(clusters, substr('########################################', 1,
                                             CAST(1 + round(6 * log10(clusters)) AS INTEGER)), ''),
              neighbourhoods)
  FROM counted
 ORDER BY least;
