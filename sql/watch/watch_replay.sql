-- watch_replay.sql - the revisions of a dump as events, in the order of time; columns as those of watch_event.sql.

SELECT 'edit' AS kind, time, title, namespace, page_id, NULL AS target, NULL AS target_namespace, 0 AS leaves_redirect,
       NULL AS redirect_page_id, revision_id, time AS revision_time, contributor, NULL AS comment, NULL AS event, NULL AS domain,
       text, target AS redirect
  FROM temp.dump_revision
 ORDER BY time, revision_id, id;
