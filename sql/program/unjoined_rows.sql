-- unjoined_rows.sql - a row if those of somebody's table cannot be told apart by the key: after row_statement.sql, with its parameters.
-- A text of a cluster has a row, and a key stands for one text.

WITH newest AS (
    SELECT id
      FROM main.source
     WHERE kind = 'sqlite' AND path = @path AND instr(options, 'table=' || @table || ' columns: ') = 1
     ORDER BY id DESC
     LIMIT 1
)
SELECT 1
 WHERE (SELECT count(DISTINCT article_id) FROM temp.joined)
       < (SELECT count(DISTINCT article_id)
            FROM newest
            JOIN main.article  ON source_id = newest.id
            JOIN main.sentence ON article_id = article.id
            JOIN main.member   ON sentence_id = sentence.id)
    OR EXISTS (SELECT *
                 FROM newest JOIN main.article ON source_id = newest.id
                GROUP BY key
               HAVING count(*) > 1 AND max(article.id IN (SELECT article_id FROM temp.joined)));
