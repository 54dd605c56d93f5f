-- reuse_kinds.sql - structure or content: what kind of text reuse each case is, and what follows.
--
-- Structure is the same text structure with other facts: two villages, two seasons, two species; then the pattern, what fills it,
-- and articles of the same category without it are found. Content is nearly the same facts, copied from one article to the other;
-- then which of the two should keep the passage, and what has diverged. The kinds are those of the third paper, section 4;
-- docs/functions/passages.md says how well they are told apart.

SELECT char(10) || iif(count(*), printf('%,d cases of structure reuse, %,d of content reuse', total(kind = 'structure'),
                                        total(kind = 'content')), 'There are no cases of text reuse.')
  FROM reuse;
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
