-- reuse_judge.sql - decides for each case of reuse whether it is structure or content.
--
-- A part of reuse_kinds.sql. It fills kind and reason of `reuse` and leaves
--
--   temp.reuse_evidence  (reuse_id, ...)   what the decision rests on
--
-- for whoever reads the scores. A copy is mostly between two articles that know of each other; a pattern
-- fills most of both articles, exchanges names, and states other values in the same places. The weights
-- were fitted to 380 cases that we read (a logistic regression, rounded). docs/text-reuse.md has the figures.

-- What a text would call an article: its title up to a parenthesis, and up to a comma unless digits follow.
-- NULL if that is too short to look for, or if the loader made the title up.
CREATE TEMP VIEW article_called AS
WITH bare AS (
    SELECT id, titled, iif(title LIKE '_% (%)', substr(title, 1, instr(title, ' (') - 1), title) AS title
      FROM article
), headed AS (
    SELECT id, titled,
           iif(instr(title, ', ') > 1 AND substr(title, instr(title, ', ') + 2, 1) NOT GLOB '[0-9]',
               substr(title, 1, instr(title, ', ') - 1), title) AS title
      FROM bare
)
SELECT id, iif(titled AND length(title) >= 4 AND title GLOB '*[^0-9]*', title, NULL) AS name
  FROM headed;

-- How much of each article a pair shares, and with how many others each article shares text.
CREATE TEMP TABLE reuse_shared (
    a        INTEGER NOT NULL,
    b        INTEGER NOT NULL,
    a_length INTEGER NOT NULL,
    b_length INTEGER NOT NULL,
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

INSERT INTO temp.reuse_shared
SELECT a, b, sum(a_length), sum(b_length)
  FROM reuse
 GROUP BY a, b;

CREATE TEMP TABLE reuse_partners (
    article_id INTEGER PRIMARY KEY,
    articles   INTEGER NOT NULL
);

INSERT INTO temp.reuse_partners
SELECT article_id, count(*)
  FROM (SELECT a AS article_id FROM reuse_shared UNION ALL SELECT b FROM reuse_shared)
 GROUP BY article_id;

CREATE TEMP TABLE reuse_evidence (
    reuse_id        INTEGER PRIMARY KEY,
    named           INTEGER NOT NULL,           -- how many of the two articles name the other
    values_agree    INTEGER NOT NULL,
    values_differ   INTEGER NOT NULL,
    names_shared    INTEGER NOT NULL,
    names_exchanged INTEGER NOT NULL,
    longest_run     INTEGER NOT NULL,
    title_relation  TEXT    NOT NULL,
    share_a         REAL    NOT NULL,           -- of each article's text that the two have in common
    share_b         REAL    NOT NULL,
    partners        INTEGER NOT NULL            -- articles with which both share text, at least
);

INSERT INTO temp.reuse_evidence
SELECT reuse.id,
       ifnull(instr(y.text, called_a.name) > 0, 0) + ifnull(instr(x.text, called_b.name) > 0, 0),
       values_agree, values_differ, names_shared, names_exchanged, longest_run, title_relation,
       min(1.0 * shared.a_length / length(x.text), 1.0), min(1.0 * shared.b_length / length(y.text), 1.0),
       min(m.articles, n.articles)
  FROM reuse
 CROSS JOIN article_text   AS x        ON x.article_id = reuse.a
 CROSS JOIN article_text   AS y        ON y.article_id = reuse.b
 CROSS JOIN article        AS p        ON p.id = reuse.a
 CROSS JOIN article        AS q        ON q.id = reuse.b
 CROSS JOIN source                     ON source.id = p.source_id
 CROSS JOIN article_called AS called_a ON called_a.id = reuse.a
 CROSS JOIN article_called AS called_b ON called_b.id = reuse.b
 CROSS JOIN reuse_shared   AS shared   ON shared.a = reuse.a AND shared.b = reuse.b
 CROSS JOIN reuse_partners AS m        ON m.article_id = reuse.a
 CROSS JOIN reuse_partners AS n        ON n.article_id = reuse.b
 CROSS JOIN passage_likeness(substr(x.text, a_position, reuse.a_length),
                             substr(y.text, b_position, reuse.b_length),
                             p.title, q.title, coalesce(source.language, 'en'));

-- Points for content, against structure.
CREATE TEMP VIEW reuse_points AS
SELECT reuse_evidence.*,
         2.4  * (named > 0)
       + 0.2  * (named > 1)
       + 0.33 * min(values_agree, 6)
       + 0.1  * min(names_shared, 12)
       + 0.02 * min(longest_run, 60)
       - 0.6  * min(values_differ, 4)
       - 0.5  * min(names_exchanged, 4)
       - 2.0  * (share_a + share_b)
       - 0.08 * min(partners, 20)
       - 2.5 AS points
  FROM reuse_evidence;

UPDATE main.reuse
   SET kind   = iif(points > 0, 'content', 'structure'),
       reason = substr(iif(points > 0,
           CASE named WHEN 2 THEN ', each article names the other'
                      WHEN 1 THEN ', one article names the other' ELSE '' END
           || iif(values_agree > 1, ', ' || values_agree || ' values agree', '')
           || iif(names_shared > 1, ', ' || names_shared || ' names are shared', '')
           || iif(values_differ + names_exchanged = 0, ', no value or name is exchanged', '')
           || printf(', %d words in a row are the same', longest_run),
           CASE values_differ WHEN 0 THEN '' WHEN 1 THEN ', 1 value differs'
                              ELSE ', ' || values_differ || ' values differ' END
           || CASE names_exchanged WHEN 0 THEN '' WHEN 1 THEN ', names are exchanged in 1 place'
                                   ELSE printf(', names are exchanged in %d places', names_exchanged) END
           || iif(named = 0, ', neither article names the other', '')
           || iif(partners > 4, printf(', each shares text with %d articles or more', partners), '')
           || printf(', %d %% and %d %% of the articles are shared', round(100 * share_a),
                     round(100 * share_b))), 3)
  FROM reuse_points
 WHERE reuse_id = reuse.id;

DROP TABLE temp.reuse_partners;
DROP TABLE temp.reuse_shared;
