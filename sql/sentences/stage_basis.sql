-- stage_basis.sql - what the result of each stage depends on, as it is now: the view temp.stage_basis (place, name, basis).
--
-- The stages follow each other: what one depends on, those after it do, too. `texts` comes before them and says whether
-- anything has changed that they read, besides the articles in compared_article: temp.text_basis (basis). (No result depends
-- on the number of threads, or on memory.)

DROP VIEW IF EXISTS temp.text_basis;
CREATE TEMP VIEW text_basis(basis) AS
SELECT json_array((SELECT rows_fingerprint(id, source_id, title, titled) FROM article),
                  (SELECT rows_fingerprint(id, kind, base, language) FROM source),
                  (SELECT rows_fingerprint(source_id, title, target, section) FROM alias));

DROP VIEW IF EXISTS temp.stage_basis;
CREATE TEMP VIEW stage_basis(place, name, basis) AS
WITH basis(signatures, pairs, clusters, kinds) AS (
    SELECT json_object('program', neardup_version(), 'shingle', shingle, 'shingles_least', shingles_least,
                       'shingles_most', shingles_most, 'bands', bands, 'rows', rows, 'scheme', scheme,
                       'hashes', hashes, 'seed', seed, 'fold', fold, 'jaccard_least', jaccard_least,
                       'comparisons_most', comparisons_most, 'bucket_most', bucket_most,
                       'detection', detection, 'tables', tables),
           json_object('edit_similarity_least', edit_similarity_least,
                       'contradiction_least', contradiction_least, 'neighbours', neighbours,
                       'representatives', representatives, 'vectors', vectors, 'cosine_least', cosine_least,
                       'projection_bands', projection_bands, 'projection_rows', projection_rows, 'word_vectors',
                       iif(detection <> 'minhash' AND vectors = 'words',
                           (SELECT rows_fingerprint(word, vector, weight) FROM word_vector), NULL)),
           json_object('clusters', clusters),
           json_object('judged_most', judged_most)
      FROM main.parameters
)
SELECT 1, 'signatures', signatures                             FROM basis UNION ALL
SELECT 2, 'pairs',      signatures || pairs                     FROM basis UNION ALL
SELECT 3, 'clusters',   signatures || pairs || clusters         FROM basis UNION ALL
SELECT 4, 'kinds',      signatures || pairs || clusters || kinds FROM basis;
