-- findings.sql - what the summary and the report go by when they choose pairs.
--
-- A part of summary.sql and of report/report.sql. It makes
--
--   temp.finding_pair  the best pairs of the view `contradiction`, in the order in which they are shown: first those
--                      with a score of shown_least or more. Of two dates of one article, the older comes first.
--                      `more` counts the other pairs of the cluster
--   temp.rewording     the closest pair of each cluster that says the same in other words
--   temp.wording       any two sentences: are their words the same, up to punctuation and capitals?

CREATE TEMP TABLE finding_pair AS
WITH counted AS (
    SELECT *, count(*) OVER (PARTITION BY coalesce(cluster_id, -a), older IS NULL) - 1 AS more FROM contradiction
)
SELECT row_number() OVER (PARTITION BY older IS NULL ORDER BY score >= shown_least DESC, rank DESC, a, b) AS place,
       iif(older = 'b', b, a) AS a, iif(older = 'b', a, b) AS b, cluster_id, kind, score, likelihood, type,
       reason, score >= shown_least AS is_shown, older IS NOT NULL AS two_dates, more
  FROM counted, parameters
 WHERE best;

CREATE TEMP TABLE rewording AS
SELECT a, b, jaccard, more, reason
  FROM (SELECT a, b, jaccard, reason, count(*) OVER (PARTITION BY cluster_id) - 1 AS more,
               row_number() OVER (PARTITION BY cluster_id ORDER BY jaccard DESC, a, b) AS number
          FROM pair_kind JOIN pair USING (a, b)
         WHERE kind = 'copyedit')
 WHERE number = 1;

CREATE TEMP VIEW wording AS
SELECT x.id AS a, y.id AS b,
       NOT EXISTS (SELECT *
                     FROM text_differences(x.text, y.text)
                    WHERE type NOT IN ('punctuation', 'case')) AS same_words
  FROM sentence AS x, sentence AS y;
