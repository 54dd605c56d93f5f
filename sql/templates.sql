-- templates.sql - turns each template cluster into a table: its pattern, and the values in its slots.
--
-- fill_templates.sql finds the patterns, such as "{1} is a village in {2} with {3} inhabitants.", and the values of their slots;
-- name_slots.sql what each slot is called, and values that do not fit. This prints the largest, and the doubts. Put a sentence's
-- values into the slots and you get the sentence back, up to case and white space: whatever differs between the representative and
-- any other sentence of the cluster is a slot.

SELECT char(10) || 'The largest templates, by sentences'
 WHERE EXISTS (SELECT * FROM template);
SELECT 'No cluster is a template.'
 WHERE NOT EXISTS (SELECT * FROM template);
SELECT printf('  %,d sentences, cluster %d', size, cluster_id)
       || char(10) || neardup_wrap('      ' || pattern, 6)
       || (SELECT char(10) || neardup_wrap('        ' || group_concat(name || iif(field IS NULL, '', ' [infobox]'), ' | '), 10)
             FROM (SELECT * FROM template_slot AS s WHERE s.cluster_id = template.cluster_id ORDER BY slot))
       || (SELECT group_concat(char(10) || neardup_wrap('        ' || line, 10), '')
             FROM (SELECT substr(group_concat(iif(value = '', '–', value), ' | '), 1, 100) AS line
                     FROM template_value AS v
                    WHERE v.cluster_id = template.cluster_id
                    GROUP BY sentence_id
                    ORDER BY sentence_id
                    LIMIT 4))
       || iif(size > 4, char(10) || '        …', '')
  FROM template JOIN cluster ON cluster.id = cluster_id
 ORDER BY size DESC, texts DESC, cluster_id
 LIMIT 5;

SELECT char(10) || 'Values that do not fit: ' || (SELECT count(*) FROM template_doubt) || ' in template_doubt'
 WHERE EXISTS (SELECT * FROM template_doubt);
SELECT neardup_wrap('  ' || title || ': ' || value
                    || CASE reason WHEN 'infobox'  THEN ', and the infobox says ' || other || ' (' || name || ')'
                                   WHEN 'spelling' THEN ', where others have ' || other
                                   ELSE ', far from the others (' || name || ', ' || other || ')' END, 6)
  FROM template_doubt
  JOIN template_slot USING (cluster_id, slot)
  JOIN sentence ON sentence.id = sentence_id
  JOIN article  ON article.id  = article_id
 ORDER BY reason <> 'infobox', reason <> 'spelling', sentence_id, slot
 LIMIT 20;
