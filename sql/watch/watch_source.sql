-- watch_source.sql - which source `neardup watch` follows: a row for each that it could be, with what is wrong with it. It is the one
-- that it has followed before, or else each wiki.

SELECT id, language, base, substr(options, 12, instr(substr(options, 12) || ' ', ' ') - 1) AS namespaces,
       CASE WHEN finished_at IS NULL THEN name || ' was loaded only in part; load it again to continue'
            WHEN options || ' ' LIKE 'namespaces=% history %'
            THEN name || ' was loaded with --history, whose revisions would end here; load it without'
       END AS wrong
  FROM main.source
 WHERE kind = 'mediawiki' AND id IN (SELECT coalesce((SELECT source_id FROM main.watch), source.id));
