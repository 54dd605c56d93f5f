-- export_members.sql - prints the sentences of clusters for export.sql.

SELECT member.cluster_id, group_id, origin.key, origin.title, section, text,
       cluster.kind, cluster.score, cluster.reason, size, texts, articles, mixed,
       representative = member.sentence_id AS is_representative, source, member.sentence_id, json_key AS "json(key)"
  FROM member
  JOIN cluster ON cluster.id = member.cluster_id
  JOIN origin  ON origin.id = member.sentence_id
  LEFT JOIN cluster_group ON cluster_group.cluster_id  = member.cluster_id
                         AND cluster_group.sentence_id = member.sentence_id
 ORDER BY member.cluster_id, member.sentence_id;
