-- shared_keys.sql - what keeps people from deleting rows of a table, or of a file, by their key: there is none, or several rows have it.
-- A list, of @format, says the latter itself, where it matters.

SELECT CASE WHEN keys = 0
            THEN printf('the rows of %s have no key, so their numbers name them, such as %s:1', name, name)
            ELSE printf('several rows of %s have the same key, so a key does not identify a row', name) END
  FROM (SELECT id, name, count(key) AS keys, count(DISTINCT key) AS different
          FROM (SELECT source.id, name, key FROM main.source JOIN main.article ON source_id = source.id
                 WHERE kind IN ('csv', 'tsv', 'jsonl', 'sqlite'))
         GROUP BY id)
 WHERE keys = 0 OR (different < keys AND @format <> 'list')
 ORDER BY keys > 0, id;
