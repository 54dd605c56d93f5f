-- sweep.sql - how long should shingles be, and how many minhashes should a signature have?
--
-- It repeats section 4.2 of Ayhan, Bradley, Weissman 2013 and its Figure 2: ten signatures of K = 8, 9, 10 minhashes, from
-- twenty hash functions, of shingles of L = 5 to 15 characters, or @longest. docs/figures/papers.md says what comes of it.
--
-- Two texts that share a signature are a good pair if their edit distance, divided by the length of the longer text, is at most
-- @distance, and a bad pair otherwise. Everything is counted twice, with the same draws of the same functions: without loss, each
-- byte of a shingle has its own place (scheme wikiduper-fixed); as for the report, all fall onto four places (wikiduper-report).
--
-- Equal texts count once. Of the texts that share a signature the first twenty are paired, as in the
-- authors' program. It takes about two seconds per thousand texts. The number of chance matches grows
-- with the square of the number of texts, so more texts show the upward turn better; it is clearest
-- in scripts whose letters are several bytes with much in common, such as Greek.

SELECT neardup_run('swept_settings.sql');

-- ---- What is printed ----

SELECT char(10) || 'There are no texts.'
 WHERE NOT EXISTS (SELECT * FROM swept_text);
SELECT printf('%sPairs of %,d texts; good ones have an edit distance of at most %.4g of the length',
              char(10), (SELECT count(*) FROM swept_text), @distance)
 WHERE EXISTS (SELECT * FROM swept_text);

-- The bars show bad pairs, all to the same scale.
WITH shown AS (
    SELECT scheme, k, l, good, pairs - good AS bad, max(pairs - good) OVER () AS most,
           1000.0 * (pairs - good) / (SELECT count(*) FROM swept_text) AS rate
      FROM swept
     WHERE EXISTS (SELECT * FROM swept_text)
), drawn AS (
    SELECT *, substr('####################', 1, (20 * bad + most - 1) / most) AS bar
      FROM shown
)
SELECT iif(loss_free.l = 5,
           printf('%sK = %-2d    %-52sas for the report%s', char(10), k, 'without loss', char(10))
           || printf('  %3s  %9s %9s  %8s  %-20s%9s %9s  %8s%s', 'L', 'good', 'bad', 'in 1,000', '',
                     'good', 'bad', 'in 1,000', char(10)),
           '')
       || printf('  %3d  %,9d %,9d  %8.2f  %-20s', loss_free.l, loss_free.good, loss_free.bad,
                 loss_free.rate, loss_free.bar)
       || rtrim(printf('%,9d %,9d  %8.2f  %s', report.good, report.bad, report.rate, report.bar))
  FROM drawn AS loss_free
  JOIN drawn AS report USING (k, l)
 WHERE loss_free.scheme = 'wikiduper-fixed' AND report.scheme = 'wikiduper-report'
 ORDER BY k, l;
