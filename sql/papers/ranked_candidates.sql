-- ranked_candidates.sql - how much of the reuse is found if fewer candidates are aligned, the likeliest first?
--
-- It needs the job reuse. With @article, the candidates of that article are listed.
--
-- Alshomary et al. 2019 rank the candidates of an article by the greatest similarity of two passages, and align them in this
-- order until one of three things happens: the rank reaches k, the similarity falls below a threshold (theirs is 0.025), or
-- a number of candidates in a row had no case (theirs is 250). This script ranks the pairs of articles that share a
-- signature, and says what each cut would leave. The parameters ranking, score_least, rank_most and misses_most of the job
-- reuse make these cuts. passage_scores.sql has the measures; candidates of large buckets are missing here.

SELECT neardup_run('candidate_cuts.sql');

-- ---- What is printed ----

SELECT char(10) || iif(EXISTS (SELECT * FROM passage), 'No two articles share a signature.',
                       'There are no passages yet. Find them first: neardup reuse DB')
 WHERE NOT EXISTS (SELECT * FROM ranked_candidate);

SELECT char(10) || 'Aligned up to               alignments  with a case  share of cases'
 WHERE EXISTS (SELECT * FROM ranked_candidate);
SELECT printf('  %-22s %,12d  %,11d  %13.1f%%', name, alignments, with_case, 100 * share)
  FROM candidate_cut
 WHERE EXISTS (SELECT * FROM ranked_candidate)
 ORDER BY number;

SELECT char(10) || 'Candidates of ' || neardup_wrap(title, 0, 1000000) || char(10)
       || '    rank  similarity  cases  article'
  FROM article
 WHERE id = @article;
SELECT printf('  %,6d      %6.3f  %,5d  %s', rank, score, cases, neardup_wrap(title, 0, 1000000))
  FROM ranked_candidate
  JOIN article ON article.id = b
 WHERE a = @article AND rank <= @limit
 ORDER BY rank;
