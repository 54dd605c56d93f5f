-- article_names.sql - what people are shown of an article.
--
--   name   its title, and the key of the row that it was read from. A title that the loader made up
--          serves only where there is no key.
--   key    the key in its type, but a blob as a text, such as X'0AFF'

CREATE TEMP VIEW article_name AS
SELECT id, key,
       CASE WHEN key IS NULL THEN title
            WHEN titled      THEN title || ' (key ' || key || ')'
            ELSE 'key ' || key END AS name
  FROM (SELECT id, title, titled, iif(typeof(key) = 'blob', quote(key), key) AS key FROM article);
