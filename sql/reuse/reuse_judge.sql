-- reuse_judge.sql - decides for each case of reuse whether it is structure or content.
--
-- A pattern exchanges names, values and the words of titles, and many articles have it. A copy exchanges little,
-- however much of both articles it fills, and is mostly between two articles that know of each other.

WITH alone AS (
    SELECT reuse_id, a, b, a_length,
             1.19 * named
           - 0.20 * exchanged
           + 0.56 * nothing_exchanged
           - 0.42 * titles
           + 2.23 * agreeing
           + 1.90 * ten_grams
           + 0.12 * run
           - 0.81 * shares
           - 0.42 * articles
           - 0.69 AS points
      FROM reuse_feature
      JOIN reuse ON reuse.id = reuse_id
), reuse_points AS (
    -- Points for content, against structure: a logistic regression on labelled cases. tests/bench/learning/reuse_kinds learns
    -- the weights, and docs/functions/passages.md has the figures. A case in doubt is what the others of the same two
    -- articles are: the mean of its points and theirs, by length, can only raise it.
    SELECT reuse_id,
           max(points, (points + sum(points * a_length) OVER of_both / sum(a_length) OVER of_both) / 2) AS points
      FROM alone
    WINDOW of_both AS (PARTITION BY a, b)
)
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
  FROM (SELECT reuse_evidence.*, points FROM reuse_points JOIN reuse_evidence USING (reuse_id)) AS judged
 WHERE judged.reuse_id = reuse.id;
