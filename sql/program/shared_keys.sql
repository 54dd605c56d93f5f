-- shared_keys.sql - the name of a table, or of a file of rows, in which several rows have the same key: nobody should delete rows by
-- it.

SELECT name
  FROM main.source
 WHERE kind IN ('csv', 'tsv', 'jsonl', 'sqlite')
   AND EXISTS (SELECT *
                 FROM main.article
                WHERE source_id = source.id AND key IS NOT NULL
                GROUP BY key
               HAVING count(*) > 1)
 ORDER BY id;
