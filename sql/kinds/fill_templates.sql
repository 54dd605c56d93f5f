-- fill_templates.sql - fills template and template_value. Clusters do not affect each other.

CREATE TEMP TABLE templated (cluster_id INTEGER, pattern_id INTEGER, sentence_id INTEGER,
                             PRIMARY KEY (cluster_id, sentence_id)) WITHOUT ROWID;

INSERT INTO temp.templated
SELECT cluster.id, representative, sentence_id
  FROM cluster
  JOIN member ON cluster_id = cluster.id
  LEFT JOIN copy USING (sentence_id)
 WHERE kind = 'template' AND (first_id IS NULL OR sentence_id = representative);

SELECT neardup_run('template_slots.sql');

-- The representative's text, with the slots in place of what differs.
INSERT INTO main.template
SELECT cluster_id, slots, group_concat(text || iif(slot <= slots, '{' || slot || '}', ''), '')
  FROM (SELECT cluster_id, slot, text, max(slot) OVER (PARTITION BY cluster_id) - 1 AS slots
          FROM slot_literal
         ORDER BY cluster_id, slot)
 GROUP BY cluster_id;

-- Copies have the values of the first sentence of their text.
INSERT INTO main.template_value
SELECT cluster_id, same.sentence_id, slot, value
  FROM slot_value
  JOIN (SELECT sentence_id, first_id FROM copy
         UNION ALL
        SELECT sentence_id, sentence_id FROM templated
         WHERE sentence_id NOT IN (SELECT sentence_id FROM copy)) AS same ON first_id = slot_value.sentence_id;
