-- csv_rows.sql - rows of CSV that a spreadsheet shows, and of which it runs nothing.
--
-- A part of the scripts that write CSV. They insert each row as a JSON array or object into temp.csv_row, that of
-- the names first, and print it in the mode csv from temp.csv_cell, which has the columns c1, c2 and so on.

CREATE TEMP TABLE csv_row (place INTEGER PRIMARY KEY, cells TEXT NOT NULL);

SELECT neardup_run('csv_formulas.sql');

CREATE TEMP VIEW csv_cell AS
SELECT place,
       json_extract(cells, '$[0]') AS c1, json_extract(cells, '$[1]') AS c2, json_extract(cells, '$[2]') AS c3,
       json_extract(cells, '$[3]') AS c4, json_extract(cells, '$[4]') AS c5, json_extract(cells, '$[5]') AS c6,
       json_extract(cells, '$[6]') AS c7, json_extract(cells, '$[7]') AS c8, json_extract(cells, '$[8]') AS c9,
       json_extract(cells, '$[9]') AS c10, json_extract(cells, '$[10]') AS c11, json_extract(cells, '$[11]') AS c12,
       json_extract(cells, '$[12]') AS c13, json_extract(cells, '$[13]') AS c14, json_extract(cells, '$[14]') AS c15,
       json_extract(cells, '$[15]') AS c16, json_extract(cells, '$[16]') AS c17, json_extract(cells, '$[17]') AS c18,
       json_extract(cells, '$[18]') AS c19, json_extract(cells, '$[19]') AS c20, json_extract(cells, '$[20]') AS c21,
       json_extract(cells, '$[21]') AS c22, json_extract(cells, '$[22]') AS c23
  FROM csv_row;
