-- reuse_kinds.sql - structure or content: what kind of text reuse each case is, and what follows.
--
--     SELECT neardup_run('reuse_kinds');
--
-- It needs the job reuse. It fills reuse.kind and reuse.reason:
--
--   structure   the same text structure with other facts: two villages, two seasons, two species
--   content     nearly the same facts, copied from one article to the other; it may have diverged
--
-- and these tables:
--
--   reuse_template, reuse_slot, reuse_missing   structure: the pattern of each cluster, what its articles put
--                                               into the slots, and articles of the same category without it
--   reuse_relation                              content: which of two articles is longer, how their titles
--                                               are related, and which one should keep the passage
--   reuse_divergence                            content: sentences that have diverged, contradictions first
--
-- The two kinds are those of the third paper, section 4. docs/functions/passages.md says how well they are
-- told apart.

SELECT char(10) || 'There are no cases of text reuse.'
 WHERE NOT EXISTS (SELECT * FROM reuse);
SELECT char(10) || printf('%,d cases of structure reuse, %,d of content reuse',
                          total(kind = 'structure'), total(kind = 'content'))
  FROM reuse
 GROUP BY NULL
HAVING count(*) > 0;
SELECT printf('%,d templates, and %,d articles that could have one', count(*),
              (SELECT count(*) FROM reuse_missing))
  FROM reuse_template
 GROUP BY NULL
HAVING count(*) > 0;
SELECT printf('%,d pairs of sentences have diverged, %,d of them may contradict each other', count(*),
              total(score > 0))
  FROM reuse_divergence
 GROUP BY NULL
HAVING count(*) > 0;
