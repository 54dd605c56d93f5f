-- paper_curves.sql - the curves of Figure 1 of Weissman et al. 2015, and what their ten of twenty functions find.
--
-- A part of match_probability.sql and the report. It makes
--
--   temp.paper_curve  (place, mark, name, bands, rows, hashes, scheme)   in their order, with the mark that draws each on a
--                     terminal

CREATE TEMP TABLE paper_curve AS
SELECT column1 AS place, column2 AS mark, column3 AS name, column4 AS bands, column5 AS rows, column6 AS hashes,
       column7 AS scheme
  FROM (VALUES (1, '4', 'K = 4',       10,  4,  40, 'banded'),
               (2, '6', 'K = 6',       10,  6,  60, 'banded'),
               (3, '8', 'K = 8',       10,  8,  80, 'banded'),
               (4, '0', 'K = 10',      10, 10, 100, 'banded'),
               (5, '2', 'K = 12',      10, 12, 120, 'banded'),
               (6, 't', 'its text',    10, 10,  20, 'paper'),
               (7, 'p', 'its program', 10, 10,  20, 'wikiduper'));
