-- contradiction_estimate.sql - how many of the findings contradict each other, and how many contradictions there are.
--
-- The estimate of drift is found * precision / recall, and its logarithm nearly normal. Its variance is that of the ratio of
-- two shares that were measured on hits and cases of their own (Katz, Baptista, Azen, Pike 1978, Obtaining Confidence
-- Intervals for the Risk Ratio in Cohort Studies, Biometrics 34), and what chance adds here, among so few.
--
-- The estimate of findings, without labels: scores are probabilities, so that their sum is the expectation, and the sum of
-- p (1 - p) its variance if findings are independent of each other. With labels (labels/sample_clusters.sql): the difference
-- estimator of Särndal, Swensson, Wretman 1992, Model Assisted Survey Sampling, section 6.3, within two classes of
-- findings, those that are shown and the others: the sum of scores plus the mean of (label - score), weighted by how
-- many clusters of its kind a labelled one stands for, times the size of the class. Its variance is that of the
-- differences, but not less than scores would have if they were right: few labels of rare events look too sure.
-- A class with fewer than 5 labels goes by its scores. (The root is Newton's: not every SQLite has sqrt().)
-- docs/guide/analysis.md tells how often such an interval holds.

-- Measure these anew whenever kinds are learnt anew; they stand only here. All are of the folds of
-- tests/bench/learning/train_kinds, which performance.md describes: of labelled pairs from a Jaccard similarity of 0.6 on, and of
-- another number to a "not", one seed of both corpora.
CREATE TEMP VIEW kind_measure(name, hits, cases) AS
VALUES ('precision', 59, 249),                  -- labelled pairs that are drift, of those called so
       ('labelled',  59, 80),                   -- labelled pairs called drift, of those that are
       ('planted',   242, 348);                 -- contradictions planted in copies that are called drift, of all

-- How many clusters are drift: `found` of all `clusters` are called so; with what is called so wrongly and what is missed, by the
-- recall `name`, there are `expected`, with a confidence of 95 % from `least` to `most`.
CREATE TEMP VIEW drift_estimate AS
WITH RECURSIVE found AS (
    SELECT count(*) AS clusters, count(*) FILTER (WHERE kind = 'drift') AS found FROM cluster
), ratio AS (
    SELECT recall.name, clusters, found, p * cases / recall.hits AS factor,
           (1 - p) / right + (1 - 1.0 * recall.hits / cases) / recall.hits
           + (2 - p - 1.0 * recall.hits / cases) / (found * p) AS variance
      FROM found, (SELECT hits AS right, 1.0 * hits / cases AS p FROM kind_measure WHERE name = 'precision'),
           kind_measure AS recall
     WHERE recall.name <> 'precision'
), root(name, step, error) AS (
    SELECT name, 0, variance + 1 FROM ratio
     UNION ALL
    SELECT name, step + 1, (error + variance / error) / 2 FROM root JOIN ratio USING (name) WHERE step < 60
), power(name, step, times) AS (                -- exp(1.96 * error)
    SELECT name, 0, 1 + 1.96 * error / 1048576 FROM root WHERE step = 60
     UNION ALL
    SELECT name, step + 1, times * times FROM power WHERE step < 20
)
SELECT name, clusters, found, min(found * factor, clusters) AS expected, min(found * factor / times, clusters) AS least,
       min(found * factor * times, clusters) AS most
  FROM ratio JOIN power USING (name)
 WHERE step = 20;

-- The same for people, beside what the papers found.
CREATE TEMP VIEW drift_said(range, words) AS
WITH measured AS (
    SELECT name, printf('%.0f %%', 100.0 * hits / cases) AS share, printf(' (%,d of %,d)', hits, cases) AS counts
      FROM kind_measure
), estimated AS (
    SELECT name, printf('%,d', round(expected)) AS number, printf('%.1f %%', 100 * expected / clusters) AS share,
           printf('%.1f to %.1f %%', 100 * least / clusters, 100 * most / clusters) AS range
      FROM drift_estimate
     WHERE found > 0
), planted AS (
    SELECT measured.share AS recall, counts, number, estimated.share, range
      FROM measured LEFT JOIN estimated USING (name) WHERE name = 'planted'
), labelled AS (
    SELECT measured.share AS recall, counts, number, estimated.share, range
      FROM measured LEFT JOIN estimated USING (name) WHERE name = 'labelled'
)
SELECT (SELECT printf('%.1f to %.1f %%', 100 * min(least) / clusters, 100 * max(most) / clusters)
          FROM drift_estimate
         WHERE found > 0
         GROUP BY clusters),
       'Not all drift is found. Of contradictions that were planted in copies of sentences of Wikipedia, ' || planted.recall
       || ' are called drift' || planted.counts || '; of labelled ones, ' || labelled.recall || labelled.counts
       || '. Of what is called drift, ' || measured.share || ' is drift' || measured.counts || '. '
       || ifnull(printf('So, by the planted ones, the %,d cluster%.*s called drift stand%.*s for ', found, found <> 1, 's', found = 1, 's')
                 || planted.number || ' in all, ' || planted.share || ' of the clusters (with 95 % confidence, ' || planted.range
                 || '); by the labelled ones, for ' || labelled.number || ', ' || labelled.share || ' (' || labelled.range
                 || '). The rest of the difference from the papers lies in the texts: their readers judged sentences of whole '
                 || 'encyclopedias of 2013.',
                 'No cluster here is called drift, so there is nothing to estimate from.')
  FROM planted, labelled, (SELECT * FROM measured WHERE name = 'precision') AS measured,
       (SELECT found FROM drift_estimate WHERE name = 'planted');

-- How many findings, those of two dates aside, are expected to contradict each other; `labels` counts the labelled ones.
CREATE TEMP VIEW contradiction_estimate AS
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
