-- reuse_judge.sql - decides for each case of reuse whether it is structure or content.
--
-- A part of reuse_kinds.sql. It fills kind and reason of `reuse` and leaves
--
--   temp.reuse_evidence  (reuse_id, ...)   what the decision rests on
--
-- for reuse_content.sql. A copy is mostly between two articles that know of each other; a pattern fills most
-- of both articles, exchanges names, and states other values in the same places. The weights are those of a
-- logistic regression, rounded, on 453 cases that we read. docs/passage_likeness.md has the figures. That a run
-- counts up to 200 words where hardly anything was exchanged is for long passages, of which these had few: of
-- the 67 cases that it makes content on a corpus, we read all, and 61 are.

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

-- How much of each article a pair shares.
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

-- The articles of all cases. Many cases ask for the same text, which is long to join.
CREATE TEMP TABLE reused_article (
    id       INTEGER PRIMARY KEY,
    partners INTEGER NOT NULL,                  -- articles with which it shares text
    length   INTEGER NOT NULL,
    name     TEXT,                              -- see article_called
    title    TEXT NOT NULL,
    language TEXT NOT NULL,
    text     TEXT NOT NULL
);

INSERT INTO temp.reused_article
SELECT article.id, partners, length(text), article_called.name, iif(titled, title, ''), coalesce(language, 'en'),
       text
  FROM (SELECT article_id, count(*) AS partners
          FROM (SELECT a AS article_id FROM reuse_shared UNION ALL SELECT b FROM reuse_shared)
         GROUP BY article_id) AS counted
 CROSS JOIN article        ON article.id = counted.article_id
 CROSS JOIN source         ON source.id = source_id
 CROSS JOIN article_called ON article_called.id = article.id
 CROSS JOIN article_text   ON article_text.article_id = article.id;

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

-- (CROSS JOIN fixes the join order.)
INSERT INTO temp.reuse_evidence
SELECT reuse.id,
       ifnull(instr(y.text, x.name) > 0, 0) + ifnull(instr(x.text, y.name) > 0, 0),
       values_agree, values_differ, names_shared, names_exchanged, longest_run, title_relation,
       min(1.0 * shared.a_length / x.length, 1.0), min(1.0 * shared.b_length / y.length, 1.0),
       min(x.partners, y.partners)
  FROM reuse
 CROSS JOIN reused_article AS x      ON x.id = reuse.a
 CROSS JOIN reused_article AS y      ON y.id = reuse.b
 CROSS JOIN reuse_shared   AS shared ON shared.a = reuse.a AND shared.b = reuse.b
 CROSS JOIN passage_likeness(substr(x.text, a_position, reuse.a_length),
                             substr(y.text, b_position, reuse.b_length), x.title, y.title, x.language);

-- Points for content, against structure.
CREATE TEMP VIEW reuse_points AS
SELECT reuse_evidence.*,
         2.4  * (named > 0)
       + 0.2  * (named > 1)
       + 0.33 * min(values_agree, 6)
       + 0.1  * min(names_shared, 12)
       + 0.02 * min(longest_run, iif(values_differ + names_exchanged > 1, 60, 200))
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

DROP TABLE temp.reused_article;
DROP TABLE temp.reuse_shared;
