-- settings.sql - what the pipeline works with: the values of `parameters`, and in place of each NULL what
-- choose.sql has chosen. Each stage begins with it, so a changed parameter counts from the next stage on.
-- Only signatures.sql chooses what MinHash needs, so one of these that has become NULL needs that stage.

.bail on
.read sql/tables/sentence_tables.sql

DELETE FROM main.setting;

INSERT INTO main.setting
WITH banding(bands, rows) AS (
    SELECT coalesce(bands, (SELECT value FROM choice WHERE name = 'bands')),
           coalesce(rows,  (SELECT value FROM choice WHERE name = 'rows'))
      FROM parameters
)
SELECT coalesce(shingle,        (SELECT value FROM choice WHERE name = 'shingle')),
       coalesce(shingles_least, (SELECT value FROM choice WHERE name = 'shingles_least')),
       coalesce(shingles_most,  (SELECT value FROM choice WHERE name = 'shingles_most')),
       banding.bands, banding.rows, scheme,
       coalesce(hashes, iif(scheme = 'banded', banding.bands * banding.rows, 20)),
       coalesce(seed,   iif(scheme LIKE 'wikiduper%', 1123456, 1)),
       coalesce(fold,           (SELECT value FROM choice WHERE name = 'fold')),
       jaccard_least, edit_similarity_least, contradiction_least, comparisons_most,
       coalesce(bucket_most,    (SELECT value FROM choice WHERE name = 'bucket_most')),
       neighbours, representatives, detection, vectors,
       coalesce(cosine_least,     (SELECT value FROM choice WHERE name = 'cosine_least')),
       coalesce(projection_bands, (SELECT value FROM choice WHERE name = 'projection_bands')),
       coalesce(projection_rows,  (SELECT value FROM choice WHERE name = 'projection_rows')),
       clusters, judged_most, tables, threads, memory
  FROM parameters, banding;
