-- watch_event.sql - reads a line of a wiki's stream of changes, @line.
--
-- The line is an event of MediaWiki's streams: mediawiki.recentchange, with the text of the page added as "text"; or
-- mediawiki.page_change and mediawiki.page_content_change, which have the text. docs/guide/watch.md says which fields
-- are read. A time is UTC, 'YYYY-MM-DDThh:mm:ssZ', and a title has no underscores. What is no change of a text has the kind
-- NULL, and what is JSON, but no event, the kind 'no event'.

WITH line AS MATERIALIZED (
    SELECT json_extract(@line, '$.page_change_kind') AS change, json_extract(@line, '$.type') AS type,
           json_extract(@line, '$.log_type') AS log_type, json_extract(@line, '$.log_action') AS log_action,
           json_extract(@line, '$.page.page_title') AS page_title, json_extract(@line, '$.title') AS title,
           json_extract(@line, '$.prior_state.page.page_title') AS prior_title
), given_time(name, given) AS (
    VALUES ('timestamp', json_extract(@line, '$.timestamp')),
           ('dt',        coalesce(json_extract(@line, '$.dt'), json_extract(@line, '$.meta.dt'))),
           ('rev_dt',    json_extract(@line, '$.revision.rev_dt'))
), told_time AS MATERIALIZED ( -- (SQLite takes 'now' and years before 0 for times, too.)
    SELECT name, time
      FROM (SELECT name, strftime('%Y-%m-%dT%H:%M:%SZ', given, iif(typeof(given) = 'text', '+0 seconds', 'unixepoch')) AS time
              FROM given_time
             WHERE iif(typeof(given) = 'text', given GLOB '[0-9][0-9][0-9][0-9]-*', given >= 0))
     WHERE time GLOB '[0-9]*'
), event AS (
    SELECT CASE WHEN json_type(@line) <> 'object'
                  OR json_type(@line, iif(change IS NULL, '$.type', '$.page_change_kind')) IS NOT 'text' THEN 'no event'
                WHEN change IN ('create', 'edit') OR (change IS NULL AND type IN ('edit', 'new')) THEN 'edit'
                WHEN change = 'undelete' OR (type = 'log' AND log_type = 'delete' AND log_action = 'restore') THEN 'restore'
                WHEN change = 'move' OR (type = 'log' AND log_type = 'move') THEN 'move'
                WHEN change = 'delete' OR (type = 'log' AND log_type = 'delete' AND log_action GLOB 'delete*') THEN 'delete'
           END AS kind,
           coalesce((SELECT time FROM told_time WHERE name = 'timestamp'),
                    (SELECT time FROM told_time WHERE name = 'dt')) AS time,
           iif(change = 'move', prior_title, coalesce(page_title, title)) AS given_title,
           line.*
      FROM line
)
SELECT kind, time, iif(typeof(given_title) = 'text', replace(given_title, '_', ' '), NULL) AS title,
       coalesce(iif(change = 'move', coalesce(json_extract(@line, '$.prior_state.page.namespace_id'),
                                              json_extract(@line, '$.created_redirect_page.namespace_id')), NULL),
                json_extract(@line, '$.page.namespace_id'), json_extract(@line, '$.namespace')) AS namespace,
       coalesce(json_extract(@line, '$.page.page_id'), json_extract(@line, '$.page_id')) AS page_id,
       iif(kind = 'move', replace(coalesce(page_title, json_extract(@line, '$.log_params.target')), '_', ' '), NULL) AS target,
       iif(change = 'move', json_extract(@line, '$.page.namespace_id'), NULL) AS target_namespace,
       iif(change IS NULL, NOT ifnull(json_extract(@line, '$.log_params.noredir'), 0),
           json_type(@line, '$.created_redirect_page') IS 'object') AS leaves_redirect,
       json_extract(@line, '$.created_redirect_page.page_id') AS redirect_page_id,
       coalesce(json_extract(@line, '$.revision.rev_id'), json_extract(@line, '$.revision.new')) AS revision_id,
       coalesce((SELECT time FROM told_time WHERE name = 'rev_dt'), time) AS revision_time,
       coalesce(json_extract(@line, '$.performer.user_text'), json_extract(@line, '$.user')) AS contributor,
       coalesce(json_extract(@line, '$.comment'), json_extract(@line, '$.revision.comment')) AS comment,
       json_extract(@line, '$.meta.id') AS event,
       json_extract(@line, '$.meta.domain') AS domain,
       coalesce(json_extract(@line, '$.text'),
                json_extract(@line, '$.revision.content_slots.main.content_body')) AS text
  FROM event;
