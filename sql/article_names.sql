-- article_names.sql - what people are shown as the name of an article: its title, and the key of the
-- row that it was read from. A title that the loader made up serves only where there is no key.

CREATE TEMP VIEW article_name AS
SELECT id,
       CASE WHEN key IS NULL THEN title
            ELSE iif(titled, title || ' (', '') || 'key '
                 || iif(typeof(key) = 'blob', quote(key), key) || iif(titled, ')', '') END AS name
  FROM article;
