-- power_law.sql - the power law that cluster sizes follow, and from which size on.
--
-- A part of cluster_sizes.sql and replay.sql. It reads temp.sized_by (name, size, clusters), whose sizes are 2 or more, and makes
--
--   temp.power_law  (name, alpha, least, clusters, distance)   p(size) = size^-alpha / zeta(alpha, least) for sizes from
--                   `least` on, and `clusters` is how many these are; `distance` is that of Kolmogorov and Smirnov
--
-- temp.zeta (alpha, least, value) is the Hurwitz zeta function for the rows of temp.zeta_wanted (alpha, least), none at the end.
--
-- The method is that of Clauset, Shalizi and Newman, Power-Law Distributions in Empirical Data (2009), for whole numbers:
-- for each least size, alpha is the likeliest one, to a hundredth, and of the least sizes that one is taken with which
-- what is observed and what is expected differ least: the greatest difference of their distribution functions. Least
-- sizes are those up to 100 from which on there are at least 50 clusters, or all.

-- The Hurwitz zeta function, by Euler and Maclaurin after ten terms: right to ten digits.
CREATE TEMP TABLE zeta_wanted (alpha REAL, least INTEGER, PRIMARY KEY (alpha, least)) WITHOUT ROWID;
CREATE TEMP VIEW zeta(alpha, least, value) AS
SELECT alpha, least,
       sum(pow(least + term.value, -alpha))
       + pow(least + 10, -alpha) * ((least + 10) / (alpha - 1) + 0.5 + alpha / 12 / (least + 10)
                                    - alpha * (alpha + 1) * (alpha + 2) / 720 / pow(least + 10, 3))
  FROM zeta_wanted, json_each('[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]') AS term
 GROUP BY alpha, least;

INSERT INTO temp.zeta_wanted
WITH RECURSIVE exponent(hundredths) AS (
    SELECT 101 UNION ALL SELECT hundredths + 1 FROM exponent WHERE hundredths < 800
)
SELECT hundredths / 100.0, size FROM exponent, (SELECT DISTINCT size FROM sized_by WHERE size <= 100);

-- (max() brings the alpha of the greatest likelihood along.)
CREATE TEMP TABLE fitted_tail AS
WITH tail AS (
    SELECT name, size AS least, min(size) OVER (PARTITION BY name) AS smallest,
           sum(clusters) OVER larger AS clusters, sum(clusters * ln(size)) OVER larger AS logarithms
      FROM sized_by
    WINDOW larger AS (PARTITION BY name ORDER BY size DESC)
)
SELECT name, least, clusters, alpha, value AS zeta, max(-clusters * ln(value) - alpha * logarithms) AS likelihood
  FROM zeta JOIN tail USING (least)
 WHERE clusters >= 50 OR least = smallest
 GROUP BY name, least;

DELETE FROM temp.zeta_wanted;
INSERT OR IGNORE INTO temp.zeta_wanted
SELECT alpha, size + 1 FROM fitted_tail JOIN sized_by USING (name) WHERE size >= least;

-- Of equal distances the smallest least size.
CREATE TEMP TABLE power_law AS
WITH zeta_there(alpha, least, value) AS MATERIALIZED (
    SELECT alpha, least, value FROM zeta
)
SELECT name, alpha, least, clusters, min(distance) AS distance
  FROM (SELECT name, fitted.alpha, fitted.least, fitted.clusters,
               max(abs(observed / fitted.clusters - (1 - value / fitted.zeta))) AS distance
          FROM fitted_tail AS fitted
          JOIN (SELECT name, first.least, size,
                       sum(1.0 * sized_by.clusters) OVER (PARTITION BY name, first.least ORDER BY size) AS observed
                  FROM fitted_tail AS first JOIN sized_by USING (name)
                 WHERE size >= first.least) AS counted USING (name, least)
          JOIN zeta_there ON zeta_there.alpha = fitted.alpha AND zeta_there.least = size + 1
         GROUP BY name, fitted.least
         ORDER BY name, fitted.least)
 GROUP BY name;

DELETE FROM temp.zeta_wanted;
