-- shell_command.sql - the command that opens this database in a shell, and the one that writes its report:
-- temp.shell_command, one row, or no row if it has no file. A part of both summaries.

CREATE TEMP TABLE shell_command AS
SELECT 'sqlite3 ' || quoted AS command, 'neardup report ' || quoted AS report
  FROM (SELECT iif(file GLOB '*[^A-Za-z0-9_./+-]*', '''' || replace(file, '''', '''\''''') || '''', file) AS quoted
          FROM pragma_database_list
         WHERE name = 'main' AND file <> '');
