-- source_retrieval.sql - which articles should be aligned? What several ways find, with how many candidates.
--
-- It needs the job reuse. It reproduces Table 1 (middle) of Alshomary et al. 2019 on a sample, which docs/figures/papers.md
-- describes.
--
-- Long articles are those of 10,000 characters or more, or, if fewer than a hundred have that, of more than the average. @articles
-- of them and others of @characters characters are spread evenly over the database, in the order of ids; web pages are left out. An
-- article that shares cases with more than a hundredth of the others, and with more than twenty, is of a family of one pattern:
-- it is left out, since it would decide all figures. Then:
--
--   MinHash      candidates have two passages with so many signatures in common, by the settings of the job reuse, but
--                without its bounds on large buckets
--   projection   two passages share one of so many bands of 16 bits of random projection of tf-idf vectors (LSH in the paper)
--   tf-idf       the cosine of two passages is at least this. Wrong candidates are counted for some of the articles and
--                multiplied, and not printed if fewer than ten were seen
--   VDSH         two passages have the same bits by the model with the fewest bits in the table semantic_model, if there is one

SELECT neardup_run('published.sql');
SELECT neardup_run('retrieved_pairs.sql');

-- ---- What is printed ----

SELECT char(10) || iif(NOT EXISTS (SELECT * FROM passage), 'There are no passages yet. Find them first: neardup reuse DB',
                       'No drawn article shares a case with another one'
                       || iif(families, printf(', but %,d that are of families and left out.', families), '.'))
  FROM sample_size
 WHERE NOT EXISTS (SELECT * FROM true_pair);

SELECT char(10) || printf('%-36s%12s%14s%9s%11s', 'Table 1, middle: source retrieval', 'candidates', 'a true pair', 'recall',
                          'precision')
 WHERE EXISTS (SELECT * FROM true_pair);

SELECT iif(way = lag(way) OVER (ORDER BY number), '', '  ' || way || char(10))
       || rtrim(printf('    %-32s%12s%14s%9.2f%11s', neardup_wrap(name, 0, 1000),
                       iif(candidates IS NULL, '', printf('%,d', candidates)),
                       iif(each IS NULL, '', iif(each < 100, printf('%.1f', each), printf('%,d', CAST(each AS INTEGER)))), recall,
                       iif(precision IS NULL, '', printf('%.1e', precision))))
  FROM retrieved
 WHERE EXISTS (SELECT * FROM true_pair)
 ORDER BY number;

-- The job reuse may have compared pairs only within sources, or only between them; beside the web, all articles count as one source.
WITH compared AS (
    SELECT cases, (a, b) IN (SELECT a, b FROM reuse) AS found
      FROM (SELECT compare FROM reuse_detection)
     CROSS JOIN true_pair
      JOIN article AS x ON x.id = a
      JOIN article AS y ON y.id = b
     WHERE compare = 'all'
        OR (x.source_id = y.source_id OR EXISTS (SELECT * FROM source WHERE kind = 'warc')) = (compare = 'within')
)
SELECT neardup_wrap(printf('  Here: %,d articles, each aligned with %,d. Of %,d pairs, %,d share a case, one of %,d; they are of '
                           || '%,d of the drawn articles.',
                           drawn, others, pairs, true_pairs, pairs / true_pairs,
                           (SELECT count(*)
                              FROM sampled_article
                             WHERE drawn AND id IN (SELECT a FROM true_pair UNION ALL SELECT b FROM true_pair)))
                    || iif(share IS NULL, '', printf(' Families aside, the job reuse has found %.2f of the cases with its bounds '
                                                     || 'on large buckets.', share))
                    || iif(families, printf(' Articles of families that were left out: %,d.', families), '')
                    || iif(EXISTS (SELECT * FROM retrieved WHERE way = 'tf-idf' AND candidates IS NULL),
                           ' No number of candidates: fewer than ten wrong ones were seen.', ''), 2)
  FROM sample_size,
       (SELECT count(*) AS true_pairs FROM true_pair),
       (SELECT 1.0 * sum(cases * found) / sum(cases) AS share FROM compared)
 WHERE true_pairs > 0;
