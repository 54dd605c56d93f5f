-- reuse_figures.sql - prints what reuse.sql has found, as Table 1 of the paper has it.
--
-- A part of reuse.sql. It only reads.

.mode list
SELECT printf('%,d articles in %,d passages, %s.', articles, passages,
              CASE compare WHEN 'within'  THEN 'compared within each source'
                           WHEN 'between' THEN 'compared between sources'
                           ELSE 'all compared' END)
       || char(10) || printf('%,d pairs of articles were aligned, %,d of them share passages.', candidates,
                             aligned_pairs)
       || iif(large_buckets = 0, '',
              char(10) || printf('%,d signatures are shared by many articles, of which not all pairs were '
                                 || 'aligned.', large_buckets))
  FROM reuse_detection;
SELECT printf('%,d cases of reuse in %,d articles, %,d texts.', count(*),
              (SELECT count(*) FROM (SELECT a FROM reuse UNION SELECT b FROM reuse)),
              (SELECT count(*) FROM reuse_cluster))
       || iif(count(*) = 0, '',
              char(10) || printf('A passage has %,d words at least, %.0f on average, and %,d at most.',
                                 min(min(a_words, b_words)), avg((a_words + b_words) / 2.0),
                                 max(max(a_words, b_words))))
  FROM reuse;
