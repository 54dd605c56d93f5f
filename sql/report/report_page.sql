-- report_page.sql - puts the page together.
--
-- A part of report.sql. Findings are added by priority until the page has 1,900,000 bytes. An article's name
-- counts with the first finding that has it.

CREATE TEMP TABLE list (
    name     TEXT PRIMARY KEY,
    place    INTEGER NOT NULL,                  -- on the page
    findings INTEGER NOT NULL,                  -- in the database
    rest     TEXT    NOT NULL                   -- a statement that shows them all
);

INSERT INTO temp.list
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
  FROM shown_lineage;

INSERT INTO temp.figure
SELECT 'shared', json_group_array(json_array(x.number, y.number, shared))
  FROM shared_most
  JOIN named_article AS x ON x.article_id = a
  JOIN named_article AS y ON y.article_id = b
 UNION ALL
SELECT 'reuse', json FROM reuse_figure;

CREATE TEMP TABLE part AS
SELECT 1 AS place, 'page.html' AS name,
       rtrim(neardup_script('page.html'), char(10)) AS text
 UNION ALL
SELECT 2, 'report.css', neardup_script('report.css')
 UNION ALL
SELECT 3, 'report_figures.js', neardup_script('report_figures.js')
 UNION ALL
SELECT 4, 'report.js', neardup_script('report.js');

CREATE TEMP TABLE content AS
WITH introduction AS MATERIALIZED (
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
               'changed', (SELECT group_concat(said, '; ') FROM changed_since
                            WHERE result = 'pairs' OR EXISTS (SELECT * FROM reuse)),
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
               'link', pattern,
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
                                           'articles', (SELECT count(*) FROM article WHERE source_id = source.id),
                                           'sentences', iif(sentences, sentences,
                                                            (SELECT count(*)
                                                               FROM article
                                                               JOIN sentence ON article_id = article.id
                                                              WHERE source_id = source.id)),
                                           'damaged', damaged, 'read', finished_at))
                                  FROM source JOIN source_name USING (id))),
               'figures', json((SELECT json_group_object(name, json(json)) FROM figure))) AS json
      FROM noun, unknown_language, detection, setting, link, (SELECT shown_least FROM parameters)
), octet(priority, octets) AS (
    SELECT priority, length(CAST(replace(json, '<', '\u003c') AS BLOB)) + 1
      FROM ranked JOIN finding_json USING (list, place)
     UNION ALL
    SELECT priority, length(CAST(replace(json, '<', '\u003c') AS BLOB)) + 1 FROM named_article
     UNION ALL
    SELECT 0, length(CAST(replace(json, '<', '\u003c') AS BLOB)) FROM introduction
     UNION ALL
    SELECT 0, length(CAST(text AS BLOB)) FROM part
     UNION ALL
    SELECT 0, 2000                              -- the names of the lists, and the statements
), grown AS (
    SELECT priority, sum(sum(octets)) OVER (ORDER BY priority) AS octets FROM octet GROUP BY priority
), cut AS MATERIALIZED (
    -- How many findings fit. (A < takes six characters in the page.)
    SELECT max(priority) AS priority FROM grown WHERE octets <= 1900000
)
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
  FROM introduction;

-- The data come last: they may contain the marks of the others.
WITH RECURSIVE page(place, text) AS (
    SELECT place, text FROM part WHERE place = 1
     UNION ALL
    SELECT part.place, replace(page.text, '/* ' || name || ' */', part.text)
      FROM page JOIN part ON part.place = page.place + 1
)
SELECT replace(text, '{"report.json":null}', replace(json, '<', '\u003c'))
  FROM content, page
 ORDER BY place DESC
 LIMIT 1;
