-- alias_limit.sql - from which score on a conflict of two names is looked up in articles: the view temp.alias_limit, one
-- row. A part of judge_aliases.sql; whoever reads this drops the view.

CREATE TEMP VIEW alias_limit AS
SELECT 0.01 AS score_least;
