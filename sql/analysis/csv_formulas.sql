-- csv_formulas.sql - what a spreadsheet would run is marked as text. A part of csv_rows.sql; whoever has no
-- spreadsheet, such as the package for Python, leaves it out if all rows are arrays: this makes arrays of objects.
--
-- A spreadsheet takes a cell that begins with one of = + - @, also a wide one, for a formula, and may skip white
-- space before it. Such a text gets an apostrophe in front, and so does one that begins with a tab, a line end or
-- an apostrophe. Whoever reads the file takes an apostrophe away where a cell begins with one, and has the text
-- as it was. A sign, digits and points are a number, and stay as they are.

CREATE TEMP TRIGGER csv_row_shown AFTER INSERT ON csv_row
BEGIN
    UPDATE csv_row
       SET cells = (SELECT json_group_array(
                               iif(type = 'text'
                                   AND (ltrim(value, char(9, 10, 11, 12, 13, 32, 160, 12288, 65279))
                                        GLOB '[=+@＝＋－＠-]*'
                                        AND NOT (value GLOB '[-+][0-9]*'
                                                 AND substr(value, 2) NOT GLOB '*[^0-9.]*')
                                        OR substr(value, 1, 1) IN (char(9), char(10), char(13), '''')),
                                   '''' || value, value))
                      FROM json_each(new.cells))
     WHERE place = new.place;
END;
