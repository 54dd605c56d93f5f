-- parameter_ranges.sql - what each parameter may be: temp.parameter_rule, a row for each column and each rule about it.
--
--   owner, name   the table and the column
--   message       what SQLite says of a wrong value; a host may put words of its own before it
--   reason        what a value must be, "must be a whole number from 1 to 1024", or why it cannot stand with others
--
-- The tables declare it: the names of their constraints begin with the column or, if they are about several, with
-- "together, ". Programs that set a parameter read here what to say of a value that SQLite has refused.

DROP VIEW IF EXISTS temp.parameter_rule;
CREATE TEMP VIEW parameter_rule AS
WITH RECURSIVE cut (owner, rest) AS (
    SELECT name, sql
      FROM main.sqlite_schema
     WHERE name IN ('parameters', 'reuse_parameters', 'web_parameters')
     UNION ALL
    SELECT owner, substr(rest, instr(rest, 'CONSTRAINT "') + length('CONSTRAINT "'))
      FROM cut
     WHERE instr(rest, 'CONSTRAINT "') > 0
), rules (owner, rule) AS (
    SELECT owner, substr(rest, 1, instr(rest, '"') - 1) FROM cut
), ranges (owner, name, message, reason) AS (
    SELECT owner, name, 'CHECK constraint failed: ' || rule, substr(rule, length(name) + 2)
      FROM rules, pragma_table_info(owner, 'main')
     WHERE rule GLOB name || ' must *'
)
SELECT owner, name, message, reason FROM ranges
 UNION ALL
SELECT owner, name, 'NOT NULL constraint failed: ' || owner || '.' || name, reason FROM ranges
 UNION ALL
SELECT owner, name, 'CHECK constraint failed: ' || rule, 'does not fit the others: ' || substr(rule, length('together, ') + 1)
  FROM rules, pragma_table_info(owner, 'main')
 WHERE rule GLOB 'together, *' AND ' ' || rule || ' ' GLOB '* ' || name || ' *';
