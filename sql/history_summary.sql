-- history_summary.sql - who copied from whom, and which copies are stale, for people to read.

SELECT char(10) || neardup_wrap(bold || printf('%,d text%.*s in several articles: %,d %s, %,d change%.*s of a value, '
                                               || '%,d stale.', texts, texts <> 1, 's', copies,
                                               iif(copies = 1, 'copy', 'copies'), changes, changes <> 1, 's', stale) || plain)
  FROM style,
       (SELECT count(*) AS texts, total(copies) AS copies FROM lineage),
       (SELECT count(*) AS changes FROM value_change WHERE lineage_id IS NOT NULL),
       (SELECT count(*) AS stale FROM open_stale_copy);

-- ---- Stale copies -------------------------------------------------------------------------------

-- What was changed, by whom, and why; who still has the old value; and what speaks for either.
SELECT iif(place > 1, '',
           char(10) || neardup_wrap(bold || 'Stale copies: all agreed until one was changed, newest first, [old|new]' || plain
                                    || iif(changes > 20, printf(' (20 of %,d changes)', changes), '')) || char(10))
       || char(10)
       || neardup_wrap('  ' || substr(value_change.time, 1, 10) || '  ' || bold || changed.title || plain || ', by '
                       || ifnull(contributor, 'somebody hidden')
                       || iif(author IN ('bot', 'IP'), ' (' || author || ')', '') || ifnull(': "' || comment || '"', ''), 14)
       || char(10)
       || neardup_wrap('        ' || mark_differences(was.text, became.text, red || '[', plain || '|' || green, ']' || plain), 8)
       || char(10)
       || neardup_wrap('        still ' || old_value || ': '
                       || (SELECT group_concat(bold || title || plain || ' (since ' || substr(birth.time, 1, 10) || ')', ', ')
                             FROM open_stale_copy AS stale_copy
                             JOIN article ON article.id = stale_copy.article_id
                             JOIN birth ON birth.lineage_id = value_change.lineage_id AND birth.article_id = article.id
                            WHERE stale_copy.change_id = value_change.id), 8)
       || char(10)
       || neardup_wrap(faint || '        for ' || new_value || ': it is newer; '
                       || printf('%d independent source%.*s, %d for %s', new_sources, new_sources <> 1, 's', old_sources, old_value)
                       || iif(followed, printf('; %d cop%s followed', followed, iif(followed = 1, 'y', 'ies')), '')
                       || iif(subjects.changed, '; the text is about ' || changed.title, '')
                       || ifnull('; but it is about ' || subjects.stale, '') || plain, 8)
  FROM style,
       (SELECT id, row_number() OVER (ORDER BY time DESC, id) AS place, count(*) OVER () AS changes
          FROM value_change
         WHERE id IN (SELECT change_id FROM open_stale_copy)
         ORDER BY place
         LIMIT 20) AS shown
  JOIN value_change USING (id)
  JOIN revision_author ON revision_author.id = value_change.revision_id
  JOIN article AS changed ON changed.id = value_change.article_id
  JOIN history_sentence AS was ON was.id = old_text
  JOIN history_sentence AS became ON became.id = new_text
  JOIN (SELECT change_id, max(new_subject) AS changed, group_concat(iif(own_subject, title, NULL), ', ') AS stale
          FROM open_stale_copy AS stale_copy JOIN article ON article.id = article_id
         GROUP BY change_id) AS subjects ON subjects.change_id = value_change.id
 ORDER BY place;

-- ---- Trees --------------------------------------------------------------------------------------

SELECT char(10) || neardup_wrap(bold || 'The texts with most copies: each below its source' || plain
                                || iif(count(*) > 3, printf(' (3 of %,d)', count(*)), ''))
  FROM style, lineage
 WHERE copies > 0
 GROUP BY NULL
HAVING count(*) > 0;

-- Of texts with the same articles only the first is shown.
CREATE TEMP TABLE shown_lineage AS
SELECT lineage.*, row_number() OVER (ORDER BY copies DESC, id) AS place
  FROM lineage JOIN (SELECT min(lineage_id) AS id FROM lineage_shape GROUP BY articles) USING (id)
 WHERE copies > 0
 ORDER BY copies DESC, id
 LIMIT 3;

WITH numbered AS MATERIALIZED (
    SELECT * FROM lineage_tree
), line AS (
    SELECT place, '' AS way,
           char(10) || neardup_wrap(printf('  %,4d  ', copies) || text, 8) AS words
      FROM shown_lineage JOIN history_sentence USING (id)
     UNION ALL
    SELECT place, way,
           neardup_wrap(printf('%*s', 8 + 2 * below, '') || bold || title || plain
                        || faint || '  ' || substr(birth.time, 1, 10) || ', ' || ifnull(birth.contributor, 'somebody hidden')
                        || iif(birth.author IN ('bot', 'IP'), ' (' || birth.author || ')', '')
                        || iif(standing, '', '; gone')
                        || CASE WHEN sources > 2 THEN printf('; or from one of %d others', sources - 1)
                                WHEN sources = 2 THEN '; or from another one' ELSE '' END
                        || iif(decided = 0, '; or the other way round', '')
                        || iif(moved, '; moved', '')
                        || ifnull('; parted after ' || CAST(round(agreed / 86400.0) AS INTEGER) || ' days by ['
                                  || value_change.old_value || '|' || value_change.new_value || ']', '') || plain, 10 + 2 * below)
      FROM style, (SELECT * FROM numbered WHERE number <= 20) AS tree
      JOIN article ON article.id = tree.article_id
      JOIN birth ON birth.lineage_id = tree.id AND birth.article_id = tree.article_id
      LEFT JOIN copy_edge ON copy_edge.lineage_id = tree.id AND target_id = birth.article_id
      LEFT JOIN value_change ON value_change.id = parted_id
     UNION ALL
    SELECT place, '~', printf('        and %,d more', max(number) - 20) FROM numbered GROUP BY place HAVING max(number) > 20
)
SELECT words FROM line ORDER BY place, way;

-- ---- Figures ------------------------------------------------------------------------------------

SELECT char(10) || bold || 'Copies in figures' || plain FROM style;

SELECT printf('  %,11d passage%.*s copied by one revision from another article', count(*), count(*) <> 1, 's') || char(10)
       || printf('  %,11d   of these, the comment names the article', total(named)) || char(10)
       || printf('  %,11d   another article has equal evidence', total(sources > 1))
       || iif(min(decided) = 0, char(10) || printf('  %,11d   it may be the other way round: not in what follows',
                                                   total(NOT decided)), '')
  FROM article_copy;
SELECT printf('  %,11d cop%s made by %s', count(*), iif(count(*) = 1, 'y', 'ies'),
              CASE author WHEN 'registered' THEN 'registered users' WHEN 'bot' THEN 'bots'
                          WHEN 'IP' THEN 'people who were not logged in' ELSE 'somebody who is hidden' END)
  FROM copy_edge JOIN revision_author ON revision_author.id = copy_edge.revision_id
 WHERE decided
 GROUP BY author
 ORDER BY count(*) DESC, author;
SELECT printf('  %,11d day%.*s from source to copy, in half of all cases', days, days <> 1, 's')
  FROM (SELECT lag / 86400 AS days, row_number() OVER (ORDER BY lag) AS number, count(*) OVER () AS copies
          FROM copy_edge WHERE decided)
 WHERE number = (copies + 1) / 2;

SELECT char(10) || bold || 'To see more' || plain || char(10)
       || neardup_wrap('  ' || command, 0, 1000000)
       || char(10) || '  SELECT * FROM stale;'
       || char(10) || '  SELECT * FROM article_copy;' || char(10)
       || '  history.md in the documentation has more, and says what an order of time proves.'
  FROM style, shell_command;
