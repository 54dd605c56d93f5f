-- report_page.sql - writes the findings in JSON, in few characters, and puts the page together.
--
-- A part of the job report; docs/guide/report.md describes the JSON. Findings are added by priority until the page has
-- 1,900,000 bytes. An article's name counts with the first finding that has it.

-- Kinds by their place on the page.
CREATE TEMP VIEW drawn_kind(number, kind) AS
VALUES (0, 'drift'), (1, 'copyedit'), (2, 'template'), (3, 'identical'), (4, 'reference'), (5, 'other'),
       (6, 'structure'), (7, 'content');

-- The order in which findings are added: first the likely contradictions, then the first finding of each list, the second
-- of each, and so on. Passages are long, so fewer of them are added: a case of text reuse with each fourth, a shared passage
-- with each second.
CREATE TEMP TABLE ranked (list TEXT NOT NULL, place INTEGER NOT NULL, priority INTEGER NOT NULL,
                          PRIMARY KEY (list, place)) WITHOUT ROWID;
INSERT INTO temp.ranked
WITH list(name, place, every) AS (
    VALUES ('contradictions', 1, 1), ('changes', 2, 1), ('reworded', 3, 1), ('templates', 4, 1), ('copies', 5, 1),
           ('reuse', 6, 4), ('shared', 7, 2), ('lineages', 8, 2)
), finding(list, place, likely) AS (
    SELECT list, place, likely FROM shown_pair WHERE place <= 20000
     UNION ALL
    SELECT list, place, 0 FROM shown_cluster
     UNION ALL
    SELECT 'reuse', place, 0 FROM shown_case
     UNION ALL
    SELECT 'shared', place, 0 FROM shown_passage
     UNION ALL
    SELECT 'lineages', place, 0 FROM shown_lineage
)
SELECT list, finding.place,
       row_number() OVER (ORDER BY likely DESC, (finding.place - 1) * every, list.place)
  FROM finding JOIN list ON list.name = list;

-- Articles are numbered by the first finding that names them, those of the graph before all others. A name
-- stands alone, or as [name, source, revision, address]: if there are several sources, if a wiki's address leads
-- to the revision that was read, and if an address is known. "/Carrowick" follows the address of the source's wiki.
-- Where the pattern of @url leads, it is [name, source, 0, 1, id, title], with what the pattern has of the last two. The
-- article's own title follows if it has another name, or none, on the page: verdicts have it.
CREATE TEMP TABLE named_article (
    number     INTEGER PRIMARY KEY,             -- from 0
    article_id INTEGER NOT NULL UNIQUE,
    priority   INTEGER NOT NULL,                -- of the first finding that names it
    json       TEXT    NOT NULL
);

INSERT INTO temp.named_article
WITH finding_article(list, place, article_id) AS (
    SELECT list, place, article_id FROM shown_pair JOIN sentence ON sentence.id IN (a, b)
     UNION ALL
    SELECT list, place, article_id
      FROM (SELECT list, place, id AS cluster_id FROM shown_cluster WHERE list = 'templates'
             UNION ALL
            SELECT list, place, cluster_id FROM pictured)
      JOIN slot_row USING (cluster_id)
      JOIN sentence ON sentence.id = sentence_id
     UNION ALL
    SELECT 'copies', place, article_id FROM copy_place
     UNION ALL
    SELECT 'reuse', place, value FROM shown_case, json_each(json_array(a, b))
     UNION ALL
    SELECT 'shared', place, article_id FROM passage_place
     UNION ALL
    SELECT 'lineages', place, article_id FROM lineage_row
     UNION ALL
    SELECT 'lineages', place, value
      FROM shown_lineage
      JOIN value_change ON lineage_id = shown_lineage.id
      JOIN open_stale_copy AS stale_copy ON change_id = value_change.id
      JOIN json_each(json_array(stale_copy.article_id, value_change.article_id))
), used AS (
    SELECT article_id, list IN ('contradictions', 'changes', 'reworded', 'reuse') AS in_pair, priority
      FROM ranked JOIN finding_article USING (list, place)
     UNION ALL
    SELECT a, 0, 0 FROM shared_most
     UNION ALL
    SELECT b, 0, 0 FROM shared_most
), first AS (
    SELECT article_id, max(in_pair) AS in_pair, min(priority) AS priority FROM used GROUP BY article_id
), described AS (
    SELECT article_id, priority, source_id, CAST(name AS TEXT) AS name,
           iif(in_pair AND kind = 'mediawiki' AND base <> '', coalesce(revision_id, 0), 0) AS revision,
           CASE WHEN url IS NULL THEN 0
                WHEN substr(url, 1, length(wiki)) = wiki THEN '/' || substr(url, length(wiki) + 1)
                ELSE url END AS address,
           iif(instr(@url, '{id}'), CAST(coalesce(page_id, article_name.key) AS TEXT), '') AS id,
           iif(instr(@url, '{title}'), iif(titled, title, NULL), '') AS title, iif(titled, title, '') AS own
      FROM first
      JOIN article ON article.id = article_id
      JOIN article_name USING (id)
      JOIN article_url  USING (id)
      JOIN (SELECT id AS source_id, kind, base FROM source) USING (source_id)
)
SELECT row_number() OVER (ORDER BY priority, article_id) - 1, article_id, priority,
       CASE WHEN own <> name
            THEN json_array(name, source_id, iif(led, 0, revision), iif(led, 1, address), id, coalesce(title, ''), own)
            WHEN led THEN json_array(name, source_id, 0, 1, id, title)
            WHEN several OR revision OR address <> 0 THEN json_array(name, source_id, revision, address)
            ELSE json_quote(name) END
  FROM (SELECT *, coalesce(id || title <> '', 0) AS led FROM described),
       (SELECT count(*) > 1 AS several FROM source_name);

CREATE TEMP TABLE finding_json (list TEXT NOT NULL, place INTEGER NOT NULL, json TEXT NOT NULL,
                                PRIMARY KEY (list, place)) WITHOUT ROWID;

-- Pairs and cases of text reuse. What two texts share is said once: equal, a, b, equal, a, b …, so that every third piece from
-- the first is equal, and may be empty; it is [a, b] if its white space differs, since verdicts have the texts as they are. What has
-- moved from one place to another is marked in passages only: sentences are short. Empty values at the end are left out. (No score is rounded across shown_least: the filter of the page counts by it, too.)
INSERT INTO temp.finding_json
WITH compared AS (
    SELECT list, place, x.text AS text_a, y.text AS text_b,
           neardup_language(x_in.language, y_in.language) AS language, 0 AS marks_moved
      FROM ranked
      JOIN shown_pair USING (list, place)
      JOIN sentence AS x ON x.id = shown_pair.a
      JOIN sentence AS y ON y.id = shown_pair.b
      LEFT JOIN written_in AS x_in ON x_in.article_id = x.article_id
      LEFT JOIN written_in AS y_in ON y_in.article_id = y.article_id
     UNION ALL
    SELECT 'reuse', shown_case.place, x.text, y.text, x.language, 1
      FROM shown_case
      JOIN reuse_place AS x ON x.reuse_id = shown_case.id AND x.side = 'a'
      JOIN reuse_place AS y ON y.reuse_id = shown_case.id AND y.side = 'b'
), difference AS MATERIALIZED (
    SELECT list, place,
           (SELECT '[' || group_concat(
                              iif(equal, iif(after_equal, '"","",', '')
                                         || iif(text_a = text_b, json_quote(text_a), json_array(text_a, text_b)),
                                  iif(after_equal, '', '"",') || iif(moved_a IS NULL, json_quote(text_a), json_array(text_a, json(moved_a)))
                                  || ',' || iif(moved_b IS NULL, json_quote(text_b), json_array(text_b, json(moved_b)))),
                              ',') || ']'
              FROM (SELECT text_a, text_b, change = 'equal' AS equal,
                           iif(marks_moved, moved_a, NULL) AS moved_a, iif(marks_moved, moved_b, NULL) AS moved_b,
                           coalesce(lag(change) OVER (ORDER BY position) = 'equal', 0) AS after_equal
                      FROM text_differences(compared.text_a, compared.text_b, language))) AS json
      FROM compared
), row AS (
    SELECT list, place, cluster_id, sentence_id, number, slot_row.json,
           row_number() OVER (PARTITION BY list, place ORDER BY sentence_id) - 1 AS at
      FROM pictured
      JOIN slot_row USING (cluster_id)
      JOIN sentence ON sentence.id = sentence_id
      JOIN named_article USING (article_id)
), arc AS (
    SELECT x.list, x.place, json_array(x.at, y.at, drawn_kind.number) AS json
      FROM row AS x
      JOIN pair_kind  ON a = x.sentence_id
      JOIN row AS y   ON y.sentence_id = b AND y.list = x.list AND y.place = x.place
      JOIN drawn_kind USING (kind)
), picture AS MATERIALIZED (
    -- The pictures of clusters: [article, values] of each text, and [text, text, kind] of each judged pair, by place.
    SELECT list, place,
           json_array(json_group_array(json_array(number, json(json))),
                      json((SELECT json_group_array(json(json))
                              FROM arc
                             WHERE arc.list = row.list AND arc.place = row.place))) AS json
      FROM (SELECT * FROM row ORDER BY list, place, at) AS row
     GROUP BY list, place
)
SELECT list, place,
       rtrim(rtrim(json_array(shown_pair.a, shown_pair.b, p.number, q.number, drawn_kind.number,
                              CASE WHEN list = 'reworded' THEN CAST(1000 * score + 0.5 AS INTEGER)
                                   WHEN likely THEN max(CAST(1000 * score + 0.5 AS INTEGER), least)
                                   ELSE min(CAST(1000 * score + 0.5 AS INTEGER), least - 1) END, reason, more, json(difference.json),
                              iif(x.section = '', 0, x.section), iif(y.section = '', 0, y.section),
                              coalesce(type, 0), json(coalesce(picture.json, '0')),
                              json(coalesce((SELECT json_array(iif(returned, 'returned', verdict), judge, judged_at, reason)
                                               FROM pair_verdict
                                              WHERE (@judged OR returned) AND pair_verdict.a = min(shown_pair.a, shown_pair.b)
                                                AND pair_verdict.b = max(shown_pair.a, shown_pair.b)), '0')),
                              iif(likely, coalesce(why, 0), 0)), ']'), ',0') || ']'
  FROM (SELECT CAST(1000 * shown_least + 0.999999 AS INTEGER) AS least FROM parameters)
  JOIN difference
  JOIN shown_pair  USING (list, place)
  JOIN drawn_kind  USING (kind)
  JOIN sentence AS x ON x.id = shown_pair.a
  JOIN sentence AS y ON y.id = shown_pair.b
  JOIN named_article AS p ON p.article_id = x.article_id
  JOIN named_article AS q ON q.article_id = y.article_id
  LEFT JOIN picture USING (list, place)
  LEFT JOIN pair_evidence ON (pair_evidence.a, pair_evidence.b) = (min(shown_pair.a, shown_pair.b),
                                                                  max(shown_pair.a, shown_pair.b))
 UNION ALL
SELECT 'reuse', shown_case.place,
       rtrim(rtrim(json_array(shown_case.id, p.number, q.number, coalesce(drawn_kind.number, 5), shown_case.words,
                              CAST(1000 * shown_case.similarity + 0.5 AS INTEGER), coalesce(shown_case.reason, ''),
                              json(difference.json),
                              coalesce(nullif(x.section, ''), 0), coalesce(nullif(y.section, ''), 0),
                              CAST(1000 * shown_case.score + 0.5 AS INTEGER), iif(score > 0, conflict, 0)), ']'), ',0')
       || ']'
  FROM shown_case
  JOIN difference         ON difference.list = 'reuse' AND difference.place = shown_case.place
  JOIN reuse_place   AS x ON x.reuse_id = shown_case.id AND x.side = 'a'
  JOIN reuse_place   AS y ON y.reuse_id = shown_case.id AND y.side = 'b'
  JOIN named_article AS p ON p.article_id = shown_case.a
  JOIN named_article AS q ON q.article_id = shown_case.b
  LEFT JOIN drawn_kind    ON drawn_kind.kind = shown_case.kind;

-- Templates: what stands between the slots, and for each sentence its article and its values.
INSERT INTO temp.finding_json
WITH pattern AS MATERIALIZED (
    SELECT cluster_id, json_group_array(text) AS json
      FROM (SELECT * FROM slot_literal ORDER BY cluster_id, slot)
     GROUP BY cluster_id
)
SELECT list, place,
       rtrim(rtrim(json_array(id, size, texts, articles, json(pattern.json),
                              json((SELECT json_group_array(json_array(number, json(slot_row.json)))
                                      FROM slot_row
                                      JOIN sentence ON sentence.id = sentence_id
                                      JOIN named_article USING (article_id)
                                     WHERE cluster_id = shown_cluster.id)),
                              coalesce(shaped, 0)), ']'), ',0') || ']'
  FROM shown_cluster JOIN pattern ON cluster_id = shown_cluster.id
 WHERE list = 'templates';

-- Copies: the text, and some of its articles.
INSERT INTO temp.finding_json
SELECT list, place,
       rtrim(rtrim(json_array(shown_cluster.id, size, articles, text,
                              json((SELECT json_group_array(number)
                                      FROM copy_place JOIN named_article USING (article_id)
                                     WHERE copy_place.place = shown_cluster.place)),
                              coalesce(shaped, 0)), ']'), ',0') || ']'
  FROM shown_cluster JOIN sentence ON sentence.id = representative
 WHERE list = 'copies';

-- Passages that many articles share: the first one, and some of its articles.
INSERT INTO temp.finding_json
SELECT 'shared', shown_passage.place,
       json_array(shown_passage.id, passages, articles,
                  (SELECT text FROM passage_place WHERE passage_place.place = shown_passage.place AND number = 1),
                  json((SELECT json_group_array(named_article.number)
                          FROM passage_place JOIN named_article USING (article_id)
                         WHERE passage_place.place = shown_passage.place)))
  FROM shown_passage;

-- Lineages: how the text began, the articles that have it, each with what it is below, and the changes that left copies stale.
INSERT INTO temp.finding_json
SELECT 'lineages', shown_lineage.place,
       json_array(shown_lineage.id, wordings, articles, more, text,
                  json((SELECT json_group_array(json_array(named_article.number, below, substr(birth.time, 1, 10),
                                                           coalesce(birth.contributor, 0), birth.author, standing,
                                                           coalesce(sources, 0), coalesce(decided, 1), coalesce(moved, 0),
                                                           json(iif(parted.id IS NULL, '0', json_array(
                                                               parted.old_value, parted.new_value,
                                                               CAST(round(agreed / 86400.0) AS INTEGER))))))
                          FROM (SELECT * FROM lineage_row WHERE lineage_row.place = shown_lineage.place ORDER BY number) AS row
                          JOIN named_article USING (article_id)
                          JOIN birth ON birth.lineage_id = row.id AND birth.article_id = row.article_id
                          LEFT JOIN copy_edge ON copy_edge.lineage_id = row.id AND target_id = row.article_id
                          LEFT JOIN value_change AS parted ON parted.id = parted_id)),
                  json((SELECT json_group_array(json_array(
                                   named_article.number, substr(value_change.time, 1, 10), coalesce(revision.contributor, 0),
                                   coalesce(revision.comment, 0), old_value, new_value, new_sources, old_sources, followed,
                                   json((SELECT json_group_array(stale.number)
                                           FROM open_stale_copy AS stale_copy JOIN named_article AS stale USING (article_id)
                                          WHERE change_id = value_change.id))))
                          FROM value_change
                          JOIN revision ON revision.id = value_change.revision_id
                          JOIN named_article ON named_article.article_id = value_change.article_id
                         WHERE lineage_id = shown_lineage.id
                           AND EXISTS (SELECT * FROM open_stale_copy WHERE change_id = value_change.id))))
  FROM shown_lineage JOIN history_sentence ON history_sentence.id = shown_lineage.id;

-- ---- The page ----------------------------------------------------------------------------------

INSERT INTO temp.figure
SELECT 'shared', json_group_array(json_array(x.number, y.number, shared))
  FROM shared_most
  JOIN named_article AS x ON x.article_id = a
  JOIN named_article AS y ON y.article_id = b;

WITH list(name, place, findings, rest) AS MATERIALIZED (
    -- Each list, how many findings it has in the database, and a statement that shows them all.
    SELECT 'contradictions', 1, count(*), 'SELECT * FROM contradiction WHERE best AND older IS NULL'
      FROM shown_pair
     WHERE list = 'contradictions'
     UNION ALL
    SELECT 'changes', 2, count(*), 'SELECT * FROM contradiction WHERE best AND older IS NOT NULL'
      FROM shown_pair
     WHERE list = 'changes'
     UNION ALL
    SELECT 'reworded', 3, count(*),
           'SELECT jaccard, x.text, y.text FROM (SELECT a, b, jaccard, row_number() OVER (PARTITION BY cluster_id, kind '
           || 'ORDER BY jaccard DESC, a, b) AS number FROM pair_kind JOIN pair USING (a, b) '
           || 'WHERE kind IN (''copyedit'', ''reference'', ''other'')) JOIN sentence AS x ON x.id = a '
           || 'JOIN sentence AS y ON y.id = b WHERE number = 1 ORDER BY jaccard DESC, a, b'
      FROM (SELECT DISTINCT cluster_id, kind FROM pair_kind WHERE kind IN ('copyedit', 'reference', 'other'))
     UNION ALL
    SELECT 'templates', 4, count(*),
           'SELECT size, text FROM cluster JOIN sentence ON sentence.id = representative '
           || 'WHERE kind = ''template'' ORDER BY size DESC, texts DESC, cluster.id'
      FROM cluster
     WHERE kind = 'template'
     UNION ALL
    SELECT 'copies', 5, count(*),
           'SELECT size, text FROM cluster JOIN sentence ON sentence.id = representative '
           || 'WHERE kind = ''identical'' ORDER BY size DESC, texts DESC, cluster.id'
      FROM cluster
     WHERE kind = 'identical'
     UNION ALL
    SELECT 'reuse', 6, count(*), 'SELECT * FROM reuse ORDER BY words DESC, id'
      FROM reuse
     UNION ALL
    SELECT 'shared', 7, count(*), 'SELECT * FROM reuse_cluster ORDER BY articles DESC, passages DESC, id'
      FROM reuse_cluster
     WHERE articles > 2
     UNION ALL
    SELECT 'lineages', 8, coalesce(max(lineages), 0), 'SELECT * FROM article_copy'
      FROM shown_lineage
), page(text) AS MATERIALIZED (
    -- The data come last: they may contain the marks of the others.
    SELECT replace(replace(replace(replace(rtrim(neardup_script('page.html'), char(10)),
                                           '/* report.css */', neardup_script('report.css')),
                                   '/* report_figures.js */', neardup_script('report_figures.js')),
                           '/* report_verdicts.js */', neardup_script('report_verdicts.js')),
                   '/* report.js */', neardup_script('report.js'))
), introduction AS MATERIALIZED (
    -- What the page says besides its findings.
    SELECT json_object(
               'version', neardup_version(),
               'article', noun.article,
               'sentence', noun.sentence,
               'articles', (SELECT count(*) FROM article),
               'sentences', (SELECT count(*) FROM sentence),
               'compared', compared,
               'likely', json((SELECT json_group_object(name, likely)
                                 FROM (SELECT list.name, total(likely) AS likely
                                         FROM list LEFT JOIN shown_pair ON list = name
                                        GROUP BY name))),
               'changed', (SELECT group_concat(said, '; ')
                             FROM (SELECT said FROM changed_since WHERE result = 'pairs' OR EXISTS (SELECT * FROM reuse)
                                    UNION ALL
                                   SELECT said FROM changed_links)),
               'unknown_languages', codes,
               'by_length', EXISTS (SELECT * FROM not_compared WHERE reason IN ('shorter', 'longer') AND sentences > 0),
               'rewordings', (SELECT count(*) FROM rewording),
               'expected', json((SELECT json_object('number', round(expected, 1), 'least', least, 'most', most,
                                               'labels', labels)
                              FROM contradiction_estimate
                             WHERE findings > 0)),
               'likelihoods', json((SELECT json_group_array(words) FROM (SELECT words FROM likelihood ORDER BY score))),
               'pairs', pairs,
               'clusters', (SELECT count(*) FROM cluster),
               'left_out', left_out,
               'shown_least', shown_least,
               'link', @url,
               'kinds', json((SELECT json_group_array(kind) FROM (SELECT kind FROM drawn_kind ORDER BY number))),
               'setting', json_object('shingle', shingle, 'least', shingles_least + shingle - 1,
                                      'most', shingles_most + shingle - 1, 'bands', bands,
                                      'rows', rows, 'fold', fold, 'jaccard', jaccard_least,
                                      'edit', edit_similarity_least, 'clusters', clusters,
                                      'detection', detection, 'vectors', vectors, 'cosine', cosine_least,
                                      'projection_bands', projection_bands,
                                      'projection_rows', projection_rows),
               'sources', json((SELECT json_group_array(json_object(
                                           'id', id, 'name', CAST(source_name.name AS TEXT), 'kind', kind,
                                           'address', (SELECT wiki
                                                         FROM article JOIN article_url USING (id)
                                                        WHERE source_id = source.id
                                                        LIMIT 1),
                                           'language', language,
                                           'seen', strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(dump_date, started_at)),
                                           'articles', (SELECT count(*) FROM article WHERE source_id = source.id),
                                           'sentences', iif(sentences, sentences,
                                                            (SELECT count(*)
                                                               FROM article
                                                               JOIN sentence ON article_id = article.id
                                                              WHERE source_id = source.id)),
                                           'damaged', damaged, 'read', finished_at))
                                  FROM source JOIN source_name USING (id))),
               'figures', json((SELECT json_group_object(name, json(json)) FROM figure))) AS json
      FROM noun, unknown_language, detection, setting, (SELECT shown_least FROM parameters)
), octet(priority, octets) AS (
    SELECT priority, length(CAST(replace(json, '<', '\u003c') AS BLOB)) + 1
      FROM ranked JOIN finding_json USING (list, place)
     UNION ALL
    SELECT priority, length(CAST(replace(json, '<', '\u003c') AS BLOB)) + 1 FROM named_article
     UNION ALL
    SELECT 0, length(CAST(replace(json, '<', '\u003c') AS BLOB)) FROM introduction
     UNION ALL
    SELECT 0, length(CAST(text AS BLOB)) FROM page
     UNION ALL
    SELECT 0, 2000                              -- the names of the lists, and the statements
), grown AS (
    SELECT priority, sum(sum(octets)) OVER (ORDER BY priority) AS octets FROM octet GROUP BY priority
), cut AS MATERIALIZED (
    -- How many findings fit. (A < takes six characters in the page.)
    SELECT max(priority) AS priority FROM grown WHERE octets <= 1900000
), content AS (
    SELECT '{"about":' || introduction.json
           || ',"articles":['
           || (SELECT coalesce(group_concat(json), '')
                 FROM (SELECT json
                         FROM cut CROSS JOIN named_article
                        WHERE named_article.priority <= cut.priority
                        ORDER BY number))
           || '],"lists":{'
           || (SELECT group_concat(json_quote(name) || ':{"findings":' || findings || ',"rest":'
                                   || json_quote(rest) || ',"shown":[' || shown || ']}')
                 FROM (SELECT name, findings, rest,
                              (SELECT coalesce(group_concat(json), '')
                                 FROM (SELECT json
                                         FROM cut
                                        CROSS JOIN finding_json
                                         JOIN ranked USING (list, place)
                                        WHERE list = name AND ranked.priority <= cut.priority
                                        ORDER BY place)) AS shown
                         FROM list
                        ORDER BY place))
           || '}}' AS json
      FROM introduction
)
SELECT replace(text, '{"report.json":null}', replace(json, '<', '\u003c')) FROM page, content;
