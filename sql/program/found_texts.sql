-- found_texts.sql - prints what a live index has found, as sql/analysis/near.sql prints what it finds.
--
-- A part of `neardup near` for somebody else's database, which has filled the temporary table found with rows (id,
-- jaccard, text). @table is the name of the index; @text, @least, @limit and @format are those of the command.

SELECT char(10) || neardup_wrap('  ' || @text, 2) || char(10) WHERE @format = 'list';

SELECT neardup_wrap(printf('%,d %s a Jaccard similarity of %.4g or more with it. Only texts that share a signature in '
                           || 'the index %s were compared.', texts, iif(texts = 1, 'text has', 'texts have'),
                           coalesce(@least, 0.4), @table))
  FROM (SELECT count(*) AS texts FROM temp.found)
 WHERE @format = 'list';

CREATE TEMP TABLE listed AS
SELECT * FROM temp.found ORDER BY jaccard DESC, id LIMIT coalesce(@limit, 10);

SELECT iif(@format = 'jsonl', json_object('rowid', id, 'jaccard', jaccard, 'text', text),
           char(10) || neardup_wrap(printf('  %.2f  row ', jaccard) || id, 8) || char(10)
           || neardup_wrap('        ' || ifnull(mark_differences(@text, text), ''), 8))
  FROM temp.listed
 WHERE @format <> 'csv'
 ORDER BY jaccard DESC, id;

SELECT neardup_run('csv_rows.sql');

INSERT INTO temp.csv_row (cells)
SELECT json_array('rowid', 'jaccard', 'text') WHERE @format = 'csv';
INSERT INTO temp.csv_row (cells)
SELECT json_array(id, jaccard, text) FROM temp.listed WHERE @format = 'csv' ORDER BY jaccard DESC, id;

SELECT c1, c2, c3 FROM temp.csv_cell ORDER BY place;
