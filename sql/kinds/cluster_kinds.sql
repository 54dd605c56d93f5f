-- cluster_kinds.sql - gives each cluster its kind from its judged pairs: the end of stage 4. Clusters do not affect each other.

-- What folding evens out makes no difference.
UPDATE main.judgement
   SET kind = 'copyedit', score = 0, reason = 'Both are equal after folding.', type = NULL, value_a = NULL,
       value_b = NULL
  FROM judged
 WHERE folded AND judged.a = judgement.a AND judged.b = judgement.b AND kind <> 'identical';

-- A rule that many articles repeat in other words has no slot: nothing that could be a value, a name or
-- the subject differs in most pairs of its cluster. (A part of a compound could be: south-east. Clusters
-- of which not all pairs are judged have slots, or they would not be so large.)
WITH rule_pair AS MATERIALIZED (
    SELECT a, b, cluster_id
      FROM setting, cluster
      JOIN judged        ON cluster_id = cluster.id
      JOIN judgement USING (a, b)
      JOIN judged_sentence AS x ON x.id = a
      JOIN judged_sentence AS y ON y.id = b
     WHERE texts > 4 AND texts <= judged_most AND judgement.kind = 'template' AND judgement.type IS NULL
       AND coalesce(own_changed, 0) = 0
       AND NOT EXISTS (SELECT *
                         FROM text_differences(x.text, y.text)
                        WHERE type NOT IN ('punctuation', 'case', 'spelling', 'function word', 'other')
                           OR (type = 'other' AND '-' IN (substr(text_a, 1, 1), substr(text_b, 1, 1))))
)
UPDATE main.judgement
   SET kind = 'copyedit', reason = 'Several texts say this; only their wording differs.'
  FROM rule_pair AS found
 WHERE found.a = judgement.a AND found.b = judgement.b
   AND cluster_id IN (SELECT cluster_id
                        FROM judged LEFT JOIN rule_pair AS rule USING (a, b, cluster_id)
                       WHERE cluster_id IN (SELECT cluster_id FROM rule_pair)
                       GROUP BY cluster_id
                      HAVING count(rule.a) * 2 > count(*));

-- A near miss is kept only if it may contradict. 0.1 is a choice, not a figure that was measured: well below
-- shown_least, so that the view `contradiction` has more of them than the summary shows.
DELETE FROM main.judgement
 WHERE score < 0.1 AND (a, b) IN (SELECT a, b FROM judged WHERE near);

INSERT INTO main.pair_kind
SELECT a, b, cluster_id, judgement.kind, judgement.score, judgement.reason, type, value_a, value_b
  FROM judged JOIN judgement USING (a, b)
 ORDER BY a, b;

INSERT INTO main.pair_evidence
SELECT a, b, topic, why
  FROM judgement
 WHERE why IS NOT NULL
 ORDER BY a, b;

DELETE FROM main.judgement;

CREATE TEMP VIEW grouped_pair AS
SELECT cluster_id AS group_id, texts, a, b, pair_kind.kind, pair_kind.score, pair_kind.reason, 0 AS trusted
  FROM pair_kind CROSS JOIN cluster ON cluster.id = cluster_id;

SELECT neardup_run('group_kinds.sql');

UPDATE main.pair_kind
   SET score = pair_kind.score * trust
  FROM group_kind
 WHERE group_id = pair_kind.cluster_id
   AND trust < 1 AND pair_kind.score > 0;

UPDATE main.cluster
   SET kind   = found.kind,
       reason = found.reason,
       mixed  = found.mixed,
       score  = found.score
  FROM group_kind AS found
 WHERE group_id = cluster.id;

-- Copyedit pairs and copies connect the sentences of a mixed cluster.
INSERT INTO main.cluster_group
WITH same(a, b) AS (
    SELECT a, b
      FROM pair_kind JOIN cluster ON cluster.id = cluster_id
     WHERE mixed AND pair_kind.kind IN ('copyedit', 'identical')
    UNION ALL
    SELECT min(sentence_id) OVER (PARTITION BY cluster.id, coalesce(first_id, sentence_id)), sentence_id
      FROM cluster
      JOIN member ON cluster_id = cluster.id
      LEFT JOIN copy USING (sentence_id)
     WHERE mixed
)
SELECT cluster_id, component, member
  FROM union_find_members((SELECT union_find(a, b) FROM same))
  JOIN member ON sentence_id = member;
