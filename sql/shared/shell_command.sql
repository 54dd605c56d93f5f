-- shell_command.sql - the commands that open this database in a shell, write its report, and find again in it:
-- temp.shell_command, one row, or no row if it has no file. A part of both summaries and of analysis/across.sql.

CREATE TEMP TABLE shell_command AS
SELECT 'sqlite3 ' || quoted AS command, 'neardup report ' || quoted AS report, 'neardup ' || quoted AS find
  FROM (SELECT iif(file GLOB '*[^A-Za-z0-9_./+-]*', '''' || replace(file, '''', '''\''''') || '''', file) AS quoted
          FROM pragma_database_list
         WHERE name = 'main' AND file <> '');
