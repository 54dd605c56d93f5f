-- unknown_languages.sql - the languages of sources that have no vocabulary: temp.unknown_language, one row, whose `codes`
-- are NULL if there are none. Kinds then rest on numbers in digits, names and titles: docs/functions/kinds.md#languages.
--
-- A part of summary.sql and of report/report.sql.

CREATE TEMP TABLE unknown_language AS
SELECT group_concat(language, ', ') AS codes
  FROM (SELECT DISTINCT language
          FROM source
         WHERE language IS NOT NULL AND neardup_language(language) IS NULL
         ORDER BY language);
