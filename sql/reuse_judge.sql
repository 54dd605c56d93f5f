-- reuse_judge.sql - decides for each case of reuse whether it is structure or content.
--
-- A part of reuse_kinds.sql, after reuse_evidence.sql. It fills kind and reason of `reuse`.
--
-- A pattern exchanges names, values and the words of titles, and many articles have it. A copy exchanges little,
-- however much of both articles it fills, and is mostly between two articles that know of each other.

.bail on
.read sql/require_tables.sql

-- Points for content, against structure: a logistic regression on labelled cases. tests/bench/reuse_kinds learns
-- the weights, and docs/passage_likeness.md has the figures.
CREATE TEMP VIEW reuse_points AS
SELECT reuse_evidence.*,
         1.19 * feature.named
       - 0.20 * feature.exchanged
       + 0.56 * feature.nothing_exchanged
       - 0.42 * feature.titles
       + 2.23 * feature.agreeing
       + 1.90 * feature.ten_grams
       + 0.12 * feature.run
       - 0.81 * feature.shares
       - 0.42 * feature.articles
       - 0.69 AS points
  FROM reuse_evidence
  JOIN reuse_feature AS feature USING (reuse_id);

UPDATE main.reuse
   SET kind   = iif(points > 0, 'content', 'structure'),
       reason = substr(iif(points > 0,
           CASE named WHEN 2 THEN ', each article names the other'
                      WHEN 1 THEN ', one article names the other' ELSE '' END
           || iif(values_agree > 1, ', ' || values_agree || ' values agree', '')
           || iif(names_shared > 1, ', ' || names_shared || ' names are shared', '')
           || iif(values_differ + names_exchanged = 0, ', no value or name is exchanged', '')
           || printf(', %d words in a row are the same', longest_run),
           CASE values_differ WHEN 0 THEN '' WHEN 1 THEN ', 1 value differs'
                              ELSE ', ' || values_differ || ' values differ' END
           || CASE names_exchanged WHEN 0 THEN '' WHEN 1 THEN ', names are exchanged in 1 place'
                                   ELSE printf(', names are exchanged in %d places', names_exchanged) END
           || iif(named = 0, ', neither article names the other', '')
           || iif(articles > 2, printf(', %d articles have this text', articles), '')
           || printf(', %d %% and %d %% of the articles are shared', round(100 * share_a),
                     round(100 * share_b))), 3)
  FROM reuse_points
 WHERE reuse_id = reuse.id;


DROP VIEW temp.reuse_points;
DROP VIEW temp.reuse_feature;
