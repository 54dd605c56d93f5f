-- windowed_pairs.sql - the pairs that random projection and a sliding window find, and how large their clusters are.
--
-- A part of sliding_window.sql, which says how, and of the report. Its parameters are those of sliding_window.sql. It makes
--
--   temp.windowed_text       (id, text)                          the sentences that were taken
--   temp.projected_text      (id, vector, projection)            those that have a vector
--   temp.ordered_projection  (permutation, place, id, projection)
--   temp.windowed_pair       (a, b, distance, cosine)
--   temp.windowed_size       (size, clusters, neighbourhoods)    by union-find, and as the paper counts

CREATE TEMP TABLE windowed_vectors AS
SELECT coalesce(@vectors, iif(EXISTS (SELECT * FROM word_vector), 'words', 'tfidf')) AS vectors;

SELECT neardup_error('is ''words'', and the table word_vector is empty. Load word vectors first (neardup load FILE DB), '
                     || 'or set ''tfidf''', 'vectors')
  FROM windowed_vectors
 WHERE vectors = 'words' AND NOT EXISTS (SELECT * FROM word_vector);

CREATE TEMP TABLE windowed_text AS
SELECT id, text
  FROM sentence
 ORDER BY id
 LIMIT @sentences;

-- The words' vectors are all of weight one, as in the paper.
CREATE TEMP TABLE projected_text AS
WITH vector_of AS (
    SELECT id, text_vector(text, (SELECT word_vectors(word, vector) FROM word_vector)) AS vector
      FROM windowed_text
     WHERE (SELECT vectors FROM windowed_vectors) = 'words'
     UNION ALL
    SELECT id, tfidf_vector(text, (SELECT term_weights(text) FROM windowed_text))
      FROM windowed_text
     WHERE (SELECT vectors FROM windowed_vectors) = 'tfidf'
), made AS MATERIALIZED (
    SELECT id, vector, random_projection(vector, @bits) AS projection
      FROM vector_of
)
SELECT id, vector, projection FROM made WHERE projection IS NOT NULL;

-- The projections in each of the orders, numbered.
CREATE TEMP TABLE ordered_projection (permutation INTEGER NOT NULL, place INTEGER NOT NULL, id INTEGER NOT NULL,
                                      projection BLOB NOT NULL, PRIMARY KEY (permutation, place)) WITHOUT ROWID;
INSERT INTO temp.ordered_projection
WITH RECURSIVE permutation (number) AS (
    SELECT 1 UNION ALL SELECT number + 1 FROM permutation WHERE number < @permutations
)
SELECT number, row_number() OVER (PARTITION BY number ORDER BY permute_bits(projection, number), id), id,
       projection
  FROM permutation, projected_text;

-- Of each sentence and those in the window before it, the pairs that differ in few bits.
CREATE TEMP TABLE windowed_pair AS
WITH close AS (
    SELECT DISTINCT min(x.id, y.id) AS a, max(x.id, y.id) AS b,
           hamming_distance(x.projection, y.projection) AS distance
      FROM ordered_projection AS x
      JOIN ordered_projection AS y ON y.permutation = x.permutation
                                   AND y.place BETWEEN x.place - @window AND x.place - 1
     WHERE hamming_distance(x.projection, y.projection) < @distance
)
SELECT a, b, distance, cosine_similarity(x.vector, y.vector) AS cosine
  FROM close
  JOIN projected_text AS x ON x.id = a
  JOIN projected_text AS y ON y.id = b;

CREATE TEMP TABLE windowed_size AS
WITH cluster_size AS (
    SELECT count(*) AS size
      FROM union_find_members((SELECT union_find(a, b) FROM windowed_pair))
     GROUP BY component
), degree AS (
    SELECT count(*) + 1 AS size
      FROM (SELECT a AS id FROM windowed_pair UNION ALL SELECT b FROM windowed_pair)
     GROUP BY id
)
SELECT size, sum(of_cluster) AS clusters, sum(NOT of_cluster) AS neighbourhoods
  FROM (SELECT size, 1 AS of_cluster FROM cluster_size UNION ALL SELECT size, 0 FROM degree)
 GROUP BY size;
