-- unknown_languages.sql - the languages of texts that have no vocabulary, and the scripts of sources whose language nobody
-- has named if no vocabulary is written in them: temp.unknown_language, one row, in which `codes` is NULL if all are known.
-- Kinds then rest on numbers in digits, names and titles: docs/functions/kinds.md#languages.
--
-- A part of summary.sql and of report/report.sql. The script is that of the first 20 texts, as far as they need be read.

CREATE TEMP TABLE unknown_language AS
WITH unnamed (source_id, first, last) AS (
    SELECT source_id, min(article.id), max(article.id)
      FROM source JOIN article ON source_id = source.id
     WHERE language IS NULL
     GROUP BY source_id
), script_of (name) AS (
    SELECT DISTINCT (SELECT text_script(group_concat(substr(text, 1, 1000), ' '))
                       FROM (SELECT text
                               FROM article CROSS JOIN sentence ON article_id = article.id
                              WHERE article.id BETWEEN first AND last AND source_id = unnamed.source_id
                              ORDER BY article.id, position
                              LIMIT 20))
      FROM unnamed
)
SELECT group_concat(name, ', ') AS codes
  FROM (SELECT language AS name FROM (SELECT language FROM source UNION SELECT language FROM article_language)
         WHERE neardup_language(language) = 'other'
         UNION
        SELECT 'texts in ' || name FROM script_of
         WHERE name NOT IN ('Latin', 'Cyrillic', 'Greek', 'Japanese', 'Han', 'Hiragana', 'Katakana')
         ORDER BY 1);
