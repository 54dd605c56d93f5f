-- intermediate_data.sql - how much data does the search make on its way?
--
--     sqlite3 my.db '.read sql/analysis/intermediate_data.sql'
--
-- Run it in the project's folder, in a shell that has dbstat, as those of Debian and Ubuntu do. It
-- changes nothing. Weissman et al. 2015, "Parameter Tuning": the amount of intermediate data is the
-- length of a signature * signatures of a sentence * sentences, and a proxy for the running time.
-- Their run on the English Wikipedia made 518 million signatures, 41 GB by that formula.
--
--   predicted, as the papers do it    10 minhashes of 8 bytes to a signature, 10 signatures for each
--                                     sentence, all of them sorted
--   predicted, as it is set here      8 bytes to a signature, `bands` of them for each different
--                                     text; those in large buckets once more
--   in truth                          what is left in the tables, with the pages that they fill. A
--                                     filter keeps signatures out that one text alone has: it takes
--                                     a byte for each, in memory, while they are made.
--
-- Texts with a common signature are a bucket. Two texts meet in as many buckets as they have common
-- signatures: that is what a plain join of signatures makes. Candidates are those pairs that were
-- compared, each once, and of large buckets only some.

.read sql/analysis/begin.sql

SELECT char(10) || 'There are no signatures.'
 WHERE NOT EXISTS (SELECT * FROM detection WHERE compared > 0);

SELECT printf('%sIntermediate data of %,d sentences, %,d different texts', char(10), compared, texts)
       || char(10) || char(10)
       || printf('%-36s %14s %16s %10s', '', 'rows', 'bytes', 'a sentence')
  FROM detection
 WHERE compared > 0;

WITH stored AS MATERIALIZED (
    SELECT name, pgsize AS bytes
      FROM dbstat
     WHERE aggregate = TRUE AND name IN ('signature', 'pair', 'member', 'cluster')
), bucket AS (
    SELECT count(*) AS texts
      FROM parameters JOIN signature ON band <= bands
     GROUP BY band, signature
), figure (name, number, bytes) AS (
    SELECT 'predicted, as the papers do it', NULL, NULL
     UNION ALL
    SELECT '  signatures', 10 * compared, 8 * 10 * 10 * compared FROM detection
     UNION ALL
    SELECT 'predicted, as it is set here', NULL, NULL
     UNION ALL
    SELECT '  signatures', bands * (texts + texts_in_large_buckets),
           8 * bands * (texts + texts_in_large_buckets)
      FROM detection, parameters
     UNION ALL
    SELECT 'in truth', NULL, NULL
     UNION ALL
    SELECT '  filter, in memory', NULL, bands * compared FROM detection, parameters
     UNION ALL
    SELECT '  signatures that two texts share', colliding_signatures,
           (SELECT bytes FROM stored WHERE name = 'signature') FROM detection
     UNION ALL
    SELECT '  buckets, in the first set of bands', count(*), NULL FROM bucket
     UNION ALL
    SELECT '  meetings of two texts in these', coalesce(sum(texts * (texts - 1) / 2), 0), NULL
      FROM bucket
     UNION ALL
    SELECT '  candidates', candidates, NULL FROM detection
     UNION ALL
    SELECT '  pairs', pairs, (SELECT bytes FROM stored WHERE name = 'pair') FROM detection
     UNION ALL
    SELECT '  sentences in clusters', (SELECT count(*) FROM member),
           (SELECT bytes FROM stored WHERE name = 'member')
     UNION ALL
    SELECT '  clusters', (SELECT count(*) FROM cluster),
           (SELECT bytes FROM stored WHERE name = 'cluster')
)
SELECT rtrim(printf('%-36s %14s %16s %10s', figure.name,
                    iif(number IS NULL, '', printf('%,d', number)),
                    iif(bytes IS NULL, '', printf('%,d', bytes)),
                    iif(bytes IS NULL, '', printf('%.1f', 1.0 * bytes / compared))))
  FROM figure, detection
 WHERE compared > 0;

DETACH blank;
.bail off
