-- earlier_state.sql - the fingerprint that somebody's table had when it was last loaded; no row if it never was.
--
-- A part of `neardup DB TABLE`. The table is @table of the database at @path.

SELECT fingerprint
  FROM main.source
 WHERE kind = 'sqlite' AND path = @path AND instr(options, 'table=' || @table || ' columns: ') = 1
 ORDER BY id DESC
 LIMIT 1;
