-- templates.sql - turns each template cluster into a table: its pattern, and the values in its slots.
--
--     sqlite3 my.db < sql/templates.sql
--
-- Run it in the project's folder after the pipeline. It fills
--
--   template        one row for each cluster of kind 'template': its pattern, with numbered slots in
--                   braces, such as "{1} is a village in {2} with {3} inhabitants."
--   template_value  the value of each slot in each sentence
--
-- and prints the largest. Put a sentence's values into the slots and you get the sentence back, up to
-- case and white space: whatever differs between the representative and any other sentence of the
-- cluster is a slot.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/connect.sql
.read sql/shared/require_clusters.sql

.read sql/shared/begin_writing.sql
PRAGMA temp.cache_size = -65536;

.read sql/kinds/fill_templates.sql
COMMIT;

.mode list
SELECT char(10) || 'The largest templates, by sentences'
 WHERE EXISTS (SELECT * FROM template);
SELECT 'No cluster is a template.'
 WHERE NOT EXISTS (SELECT * FROM template);
SELECT printf('  %,d sentences, cluster %d', size, cluster_id)
       || char(10) || neardup_wrap('      ' || pattern, 6)
       || (SELECT group_concat(char(10) || neardup_wrap('        ' || line, 10), '')
             FROM (SELECT substr(group_concat(value, ' | '), 1, 100) AS line
                     FROM template_value AS v
                    WHERE v.cluster_id = template.cluster_id
                    GROUP BY sentence_id
                    ORDER BY sentence_id
                    LIMIT 4))
       || iif(size > 4, char(10) || '        …', '')
  FROM template JOIN cluster ON cluster.id = cluster_id
 ORDER BY size DESC, texts DESC, cluster_id
 LIMIT 5;

.bail off
