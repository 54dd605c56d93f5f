-- resemblance_limits.sql - which texts resemble each other, and how many a near miss may resemble: the view
-- temp.resemblance_limit, one row. A part of pairs.sql; whoever reads this drops the view.

DROP VIEW IF EXISTS temp.resemblance_limit;
CREATE TEMP VIEW resemblance_limit AS
SELECT 0.4 AS resembling_least,                 -- Jaccard similarity
       6   AS resembling_most;                  -- a text that resembles more follows a template, and is no near miss
