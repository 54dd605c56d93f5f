-- contradiction_estimate.sql - how many of the findings contradict each other, by their scores and by labels.
--
-- A part of summary.sql and of report/report.sql, after findings.sql. It makes temp.contradiction_estimate, one row
-- (findings, expected, least, most, labels): of so many findings, those of two dates aside, so many are expected to
-- contradict each other, and with a confidence of 95 % from `least` to `most`. `labels` counts the labelled ones.
--
-- Without labels: scores are probabilities, so that their sum is the expectation, and the sum of p (1 - p) its
-- variance if findings are independent of each other. With labels (analysis/sample_clusters.sql): the difference
-- estimator of Särndal, Swensson, Wretman 1992, Model Assisted Survey Sampling, section 6.3, within two classes of
-- findings, those that are shown and the others: the sum of scores plus the mean of (label - score), weighted by how
-- many clusters of its kind a labelled one stands for, times the size of the class. Its variance is that of the
-- differences, but not less than scores would have if they were right: few labels of rare events look too sure.
-- A class with fewer than 5 labels goes by its scores. (The root is Newton's: not every SQLite has sqrt().)
-- docs/guide/analysis.md tells how often such an interval holds.

CREATE TEMP TABLE contradiction_estimate AS
WITH RECURSIVE labelled AS (
    SELECT cluster.id AS cluster_id, cluster.kind, avg(label.kind = 'drift') AS answer
      FROM cluster
      JOIN main.label ON label.cluster_id = cluster.id AND label.size = cluster.size AND label.texts = cluster.texts
     WHERE label.kind <> 'mixed'
     GROUP BY cluster.id
), weight AS (
    SELECT kind, clusters * 1.0 / count(*) AS weight
      FROM labelled JOIN (SELECT kind, count(*) AS clusters FROM cluster GROUP BY kind) USING (kind)
     GROUP BY kind
), judged AS (
    SELECT is_shown, score, answer - score AS difference, weight
      FROM finding_pair
      LEFT JOIN labelled USING (cluster_id)
      LEFT JOIN weight ON weight.kind = labelled.kind
     WHERE NOT two_dates
), mean AS (
    SELECT is_shown, count(*) AS findings, total(score) AS score, total(score * (1 - score)) AS variance,
           count(difference) AS labels, sum(weight) AS weights, sum(weight * difference) / sum(weight) AS difference
      FROM judged
     GROUP BY is_shown
), class AS (
    SELECT mean.findings, mean.labels, mean.labels >= 5 AS corrected, score, mean.difference, variance,
           (SELECT max(total(weight * weight * (judged.difference - mean.difference) * (judged.difference - mean.difference))
                       / (weights * weights) * labels / max(labels - 1, 1),
                       variance / findings / labels)
              FROM judged
             WHERE judged.is_shown = mean.is_shown AND judged.difference IS NOT NULL) AS variance_of_mean
      FROM mean
), whole AS (
    SELECT total(findings) AS findings, total(iif(corrected, labels, 0)) AS labels,
           total(score + iif(corrected, findings * difference, 0)) AS expected,
           total(iif(corrected, findings * 1.0 * (findings - labels) * variance_of_mean, variance)) AS variance
      FROM class
), root(step, error) AS (
    SELECT 0, variance + 1 FROM whole
     UNION ALL
    SELECT step + 1, (error + variance / error) / 2 FROM root, whole WHERE step < 60
)
SELECT CAST(findings AS INTEGER) AS findings, CAST(labels AS INTEGER) AS labels,
       min(max(expected, 0), findings) AS expected,
       CAST(max(expected - 1.96 * error, 0) AS INTEGER) AS least,
       CAST(min(expected + 1.96 * error + 0.999999, findings) AS INTEGER) AS most
  FROM whole, root
 WHERE step = 60;
