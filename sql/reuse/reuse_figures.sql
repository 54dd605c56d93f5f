-- reuse_figures.sql - prints what reuse.sql has found, as Table 1 of the paper has it.
--
-- A part of reuse.sql. It only reads.

SELECT printf('%,d article%.*s in %,d passage%.*s, %s.', articles, articles <> 1, 's', passages, passages <> 1, 's',
              CASE compare WHEN 'within'  THEN 'compared within each source'
                           WHEN 'between' THEN 'compared between sources'
                           ELSE 'all compared' END)
       || char(10)
       || printf('%,d %s aligned, %,d of them with a passage in common.', candidates,
                 iif(candidates = 1, 'pair of articles was', 'pairs of articles were'), aligned_pairs)
       || iif(large_buckets = 0, '',
              char(10) || printf('%,d %s shared by too many articles to align all pairs of these.',
                                 large_buckets, iif(large_buckets = 1, 'signature is', 'signatures are')))
  FROM reuse_detection;

SELECT printf('%,d case%.*s of reuse in %,d article%.*s: %,d text%.*s.', cases, cases <> 1, 's',
              articles, articles <> 1, 's', texts, texts <> 1, 's')
       || iif(cases = 0, '',
              char(10) || printf('A passage has %,d to %,d words, %.0f on average.', least, most, mean))
  FROM (SELECT count(*) AS cases, min(min(a_words, b_words)) AS least, max(max(a_words, b_words)) AS most,
               avg((a_words + b_words) / 2.0) AS mean
          FROM reuse),
       (SELECT count(*) AS articles FROM (SELECT a FROM reuse UNION SELECT b FROM reuse)),
       (SELECT count(*) AS texts FROM reuse_cluster);
