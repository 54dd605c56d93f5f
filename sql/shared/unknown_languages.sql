-- unknown_languages.sql - the languages of sources that have no vocabulary, and the scripts of sources whose language
-- nobody has named, so that they are taken for English: temp.unknown_language, one row, whose `codes` are NULL if there
-- are none. Kinds then rest on numbers in digits, names and titles: docs/functions/kinds.md#languages.
--
-- A part of summary.sql and of report/report.sql. The script is that of the first 20 texts.

CREATE TEMP TABLE unknown_language AS
SELECT group_concat(language, ', ') AS codes
  FROM (SELECT language
          FROM source
         WHERE language IS NOT NULL AND neardup_language(language) IS NULL
         UNION
        SELECT 'texts in ' || script || ' without --language'
          FROM (SELECT (SELECT text_script(group_concat(text, ' '))
                          FROM (SELECT text
                                  FROM article CROSS JOIN sentence ON article_id = article.id
                                 WHERE source_id = source.id
                                 ORDER BY article.id, position
                                 LIMIT 20)) AS script
                  FROM source
                 WHERE language IS NULL)
         WHERE script <> 'Latin'
         ORDER BY 1);
