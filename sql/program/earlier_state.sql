-- earlier_state.sql - the fingerprint that @table of the database at @path had when it was last loaded; no row if it never was.

SELECT fingerprint
  FROM main.source
 WHERE kind = 'sqlite' AND path = @path AND instr(options, 'table=' || @table || ' columns: ') = 1
 ORDER BY id DESC
 LIMIT 1;
