-- judge_aliases.sql - corrects what judge.sql took for two names, where the redirects of the dump know better. A
-- part of judge.sql.

-- Two names of one thing are no conflict.
UPDATE temp.judgement
   SET kind    = iif(topic >= 0.5, 'copyedit', 'template'),
       score   = 0,
       reason  = substr(reason, 1, instr(reason, '; one says ')) || ' one name is an alias of the other.',
       type    = NULL,
       value_a = NULL,
       value_b = NULL
 WHERE type = 'name' AND conflicts = 1 AND instr(reason, '; one says ') > 0
   AND (value_a = value_b COLLATE NOCASE OR EXISTS (
        SELECT 1 FROM alias WHERE title = value_a AND target = value_b AND section = ''
         UNION ALL
        SELECT 1 FROM alias WHERE title = value_b AND target = value_a AND section = ''
         UNION ALL
        SELECT 1
          FROM alias AS x JOIN alias AS y USING (source_id, target, section)
         WHERE x.title = value_a AND y.title = value_b));
