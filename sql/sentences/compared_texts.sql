-- compared_texts.sql - what pairs.sql compares: the view temp.compared_text (id, text, owned).
--
-- A part of pairs.sql. `owned` is 1 for each text; where several processes share the work, it is 0 for those that another
-- one compares with the texts of greater ids. Whoever reads this drops the view.

DROP VIEW IF EXISTS temp.compared_text;
CREATE TEMP VIEW compared_text AS
SELECT id, text, 1 AS owned FROM sentence;
