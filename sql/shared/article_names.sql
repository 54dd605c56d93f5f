-- article_names.sql - what people are shown of an article.
--
--   name   its title, or the first words of its text if it has none. With the key of the row that it was read from
--          if there is no title, or if another article of the source has it, too. A title that the loader made up
--          serves where there is no key.
--   key    the key in its type, but a blob as a text, such as X'0AFF'

CREATE TEMP VIEW article_name AS
SELECT id, key,
       CASE WHEN key IS NULL THEN title
            WHEN NOT titled  THEN ifnull(beginning || ' ', '') || '(key ' || key || ')'
            WHEN EXISTS (SELECT * FROM article AS other
                          WHERE other.title = named.title AND other.source_id = named.source_id
                            AND other.id <> named.id) THEN title || ' (key ' || key || ')'
            ELSE title END AS name
  FROM (SELECT id, source_id, title, titled, iif(typeof(key) = 'blob', quote(key), key) AS key,
               (SELECT iif(length(text) <= 40, text,
                           coalesce(nullif(rtrim(rtrim(substr(text, 1, 40), replace(text, ' ', ''))), ''),
                                    substr(text, 1, 40)) || '…')
                  FROM sentence
                 WHERE article_id = article.id
                 ORDER BY position LIMIT 1) AS beginning
          FROM article) AS named;
