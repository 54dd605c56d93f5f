-- unknown_languages.sql - the languages of sources that have no vocabulary: temp.unknown_language, one row, whose `codes`
-- are NULL if there are none. Kinds then rest on numbers in digits, names and titles: docs/functions/kinds.md#languages.
--
-- A part of summary.sql and of report/report.sql. Codes are known by what precedes a hyphen or underscore.

CREATE TEMP TABLE unknown_language AS
SELECT group_concat(language, ', ') AS codes
  FROM (SELECT DISTINCT language
          FROM source
         WHERE instr(' en simple de fr es it pt nl pl ru ja zh ',
                     ' ' || lower(substr(language, 1, instr(replace(language, '_', '-') || '-', '-') - 1)) || ' ') = 0
         ORDER BY language);
