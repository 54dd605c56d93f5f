-- found_texts.sql - prints what a live index of somebody else's database, @table, has found: temp.found (id, jaccard, text). near.sql
-- prints as much of what it finds.

SELECT char(10) || neardup_wrap('  ' || @text, 2) || char(10) || char(10)
       || neardup_wrap(printf('%,d %s a Jaccard similarity of %.4g or more with it. Only texts that share a signature in '
                              || 'the index %s were compared.', texts, iif(texts = 1, 'text has', 'texts have'), @least,
                              @table))
  FROM (SELECT count(*) AS texts FROM temp.found)
 WHERE @format = 'list';

SELECT char(10) || neardup_wrap(printf('  %.2f  row ', jaccard) || id, 8) || char(10)
       || neardup_wrap('        ' || ifnull(mark_differences(@text, text), ''), 8)
  FROM (SELECT * FROM temp.found ORDER BY jaccard DESC, id LIMIT iif(@format = 'list', @limit, 0));

SELECT id AS rowid, jaccard, text
  FROM temp.found
 ORDER BY jaccard DESC, id
 LIMIT iif(@format = 'list', 0, @limit);
