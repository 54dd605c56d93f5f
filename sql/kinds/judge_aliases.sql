-- judge_aliases.sql - corrects pairs in which judge.sql saw two names, if the redirects of the dump or the articles themselves
-- say that both names are one.

-- Two names of one thing are no conflict.
WITH apposition(words) AS (
    -- What stands between two names of one thing: "Kid Rock (Robert Ritchie)", "Equinor, formerly Statoil". With only a space
    -- between them they are one longer name: Kanye West.
    VALUES (' '), (' ('), (' ("'), (' (the '), (' (also '), (' (or '), (' (now '), (' (formerly '), (' (called '),
           (' (also called '), (' (known as '), (' (also known as '), (', also '), (', now '), (', formerly '),
           (', also called '), (', known as '), (', also known as '), (', later '), (' aka ')
), doubtful AS MATERIALIZED (
    SELECT a, b, value_a, value_b
      FROM judgement, judging_limit
     WHERE type = 'name' AND conflicts = 1 AND score >= alias_score_least
), named AS (
    -- Pairs with such a conflict, and the articles that may say that it is not one: those of both sentences, and those of which
    -- a name is the title. Few pairs reach this score, so that few articles are read. All is read in order. (Without LIMIT the
    -- inner order does not count.)
    SELECT a, b, value_a, value_b, article_id
      FROM (SELECT a AS id, * FROM doubtful
             UNION ALL
            SELECT b, * FROM doubtful
             ORDER BY id
             LIMIT -1)
     CROSS JOIN judged_sentence USING (id)
     UNION
    SELECT a, b, value_a, value_b, article.id
      FROM doubtful CROSS JOIN article ON title IN (value_a, value_b)
     ORDER BY article_id
), renamed AS (
    SELECT a, b
      FROM named
     CROSS JOIN sentence AS said ON said.article_id = named.article_id
     WHERE said.id NOT IN (a, b) AND instr(said.text, value_a) > 0 AND instr(said.text, value_b) > 0
       AND EXISTS (SELECT 1
                     FROM apposition
                    WHERE instr(said.text, value_a || words || value_b) > 0
                       OR instr(said.text, value_b || words || value_a) > 0)
)
UPDATE judgement
   SET kind    = iif(topic >= 0.5, 'copyedit', 'template'),
       score   = 0,
       reason  = 'One name is an alias of the other' || substr(reason, instr(reason, '; ')),
       type    = NULL,
       value_a = NULL,
       value_b = NULL
 WHERE type = 'name' AND conflicts = 1
   AND (value_a = value_b COLLATE NOCASE OR (a, b) IN (SELECT a, b FROM renamed) OR EXISTS (
        SELECT 1 FROM alias WHERE title = value_a AND target = value_b AND section = ''
         UNION ALL
        SELECT 1 FROM alias WHERE title = value_b AND target = value_a AND section = ''
         UNION ALL
        SELECT 1
          FROM alias AS x JOIN alias AS y USING (source_id, target, section)
         WHERE x.title = value_a AND y.title = value_b));
