-- live_indexes.sql - the names of the live indexes of a database as a JSON array: virtual tables that neardup made.
-- An index is known by the statement that made it.

SELECT json_group_array(name)
  FROM (SELECT name
          FROM main.sqlite_schema
         WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%'
           AND replace(replace(sql, ' ', ''), char(10), '') LIKE '%USINGneardup(%'
         ORDER BY name);
