-- intermediate_data.sql - how much intermediate data does the search produce?
--
-- It needs an SQLite with dbstat, such as those of Debian and Ubuntu. Weissman et al. 2015, "Parameter Tuning", use the
-- amount of intermediate data as a proxy for the running time: the length of a signature, 10 minhashes of 8 bytes, * signatures
-- per sentence * sentences. Here a signature has 8 bytes, and texts in large buckets have twice as many.
--
-- Texts with a common signature form a bucket. Two texts meet in as many buckets as they have common
-- signatures; a plain join of signatures produces all these meetings. Candidates are the pairs that
-- were compared, each once, and only some of those in large buckets.

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
      FROM setting JOIN signature ON band <= bands
     GROUP BY band, signature
), figure (name, number, bytes) AS (
    SELECT 'predicted, as the papers do it', NULL, NULL
     UNION ALL
    SELECT '  signatures', 10 * compared, 8 * 10 * 10 * compared FROM detection
     UNION ALL
    SELECT 'predicted, with these settings', NULL, NULL
     UNION ALL
    SELECT '  signatures', bands * (texts + texts_in_large_buckets),
           8 * bands * (texts + texts_in_large_buckets)
      FROM detection, setting
     UNION ALL
    SELECT 'measured', NULL, NULL
     UNION ALL
    SELECT '  filter, in memory', NULL, bands * compared FROM detection, setting
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
