-- across.sql - which texts of one source, @a, are in another, @b? If there are only two sources, these are the defaults.
--
-- It counts the texts of each source by the most similar text in the other: it is the same text, or the kind of the pair
-- counts. Then it lists pairs as [a|b], the most similar first, and only one pair for repeated texts. It knows only the pairs
-- that the pipeline has found, which are not all pairs of large templates.

-- The two sources; NULL if none is named and there are not two.
CREATE TEMP TABLE neardup_sides AS
WITH known (id, name) AS (
    SELECT id, source.name FROM source JOIN source_name USING (id)
     UNION
    SELECT id, name FROM source_name
     UNION
    SELECT id, CAST(id AS TEXT) FROM source_name
)
SELECT iif(two, least, (SELECT min(id)
                          FROM known
                         WHERE name = CAST(@a AS TEXT)
                         GROUP BY NULL HAVING count(DISTINCT id) = 1)) AS a,
       iif(two, most,  (SELECT min(id)
                          FROM known
                         WHERE name = CAST(@b AS TEXT)
                         GROUP BY NULL HAVING count(DISTINCT id) = 1)) AS b,
       list, sources
  FROM (SELECT count(*) AS sources, count(*) = 2 AND @a IS NULL AND @b IS NULL AS two, min(id) AS least, max(id) AS most,
               coalesce(group_concat(id || ' ' || name, ', '), 'there is none') AS list
          FROM (SELECT * FROM source_name ORDER BY id));

SELECT neardup_error('must be the name or the number of a source (' || list || ')', 'a', ifnull(@a, ''))
  FROM neardup_sides
 WHERE a IS NULL AND (@a IS NOT NULL OR @b IS NOT NULL);
SELECT neardup_error('must be the name or the number of another source (' || list || ')', 'b', ifnull(@b, ''))
  FROM neardup_sides
 WHERE (b IS NULL OR a = b) AND (@a IS NOT NULL OR @b IS NOT NULL);

-- Each different text of the two sources, by the first sentence in any: where it stands first in each, and how often.
CREATE TEMP TABLE standing AS
SELECT first_id AS text_id,
       min(sentence_id) FILTER (WHERE source_id = a) AS first_a, min(sentence_id) FILTER (WHERE source_id = b) AS first_b,
       count(*) FILTER (WHERE source_id = a) AS copies_a, count(*) FILTER (WHERE source_id = b) AS copies_b
  FROM neardup_sides, compared_sentence
  JOIN sentence ON sentence.id = sentence_id
  JOIN article  ON article.id = article_id
 WHERE source_id IN (a, b)
 GROUP BY first_id;

-- What the two share: a text of each, as its first sentence there. (Texts that only folding makes equal
-- say the same, whatever they were judged to be.)
CREATE TEMP TABLE shared AS
WITH met (text_a, text_b, first_a, first_b, jaccard) AS (
    SELECT text_id, text_id, first_a, first_b, 1.0
      FROM standing
     WHERE copies_a > 0 AND copies_b > 0
     UNION ALL
    SELECT x.text_id, y.text_id, x.first_a, y.first_b, jaccard
      FROM pair JOIN standing AS x ON x.text_id = a JOIN standing AS y ON y.text_id = b
     WHERE x.copies_a > 0 AND y.copies_b > 0
     UNION ALL
    SELECT x.text_id, y.text_id, x.first_a, y.first_b, jaccard
      FROM pair JOIN standing AS x ON x.text_id = b JOIN standing AS y ON y.text_id = a
     WHERE x.copies_a > 0 AND y.copies_b > 0
)
SELECT met.*, x.text = y.text AS equal,
       CASE WHEN x.text = y.text THEN 'identical'
            WHEN text_a = text_b THEN 'copyedit'
            ELSE coalesce((SELECT kind
                             FROM pair_kind
                            WHERE a = min(text_a, text_b) AND b = max(text_a, text_b)), 'not judged')
            END AS kind,
       EXISTS (SELECT * FROM settled WHERE settled.a = first_a AND settled.b = first_b) AS is_settled
  FROM met
  JOIN sentence AS x ON x.id = first_a
  JOIN sentence AS y ON y.id = first_b;

-- ---- What is printed ----

SELECT char(10) || neardup_wrap(iif(sources = 1, 'There is one source only. Load both into one database: neardup old.csv new.csv',
                                    'Name two sources, A and B (' || list || ').'))
  FROM neardup_sides
 WHERE a IS NULL;

SELECT char(10) || neardup_wrap('Texts of a = ' || x.name || ' and of b = ' || y.name)
       || char(10) || char(10) || '  the most similar in the other           of a               of b'
  FROM neardup_sides JOIN source_name AS x ON x.id = a JOIN source_name AS y ON y.id = b;

WITH best (side, text_id, kind, jaccard) AS (
    SELECT 'a', text_a, kind, max(equal + jaccard) FROM shared GROUP BY text_a
     UNION ALL
    SELECT 'b', text_b, kind, max(equal + jaccard) FROM shared GROUP BY text_b
), of_source (texts_a, texts_b) AS (
    SELECT count(*) FILTER (WHERE source_id = a), count(*) FILTER (WHERE source_id = b)
      FROM neardup_sides, sentence JOIN article ON article.id = article_id
), compared (texts_a, texts_b) AS (
    SELECT total(copies_a), total(copies_b) FROM standing
), counted (place, name, texts_a, texts_b) AS (
    SELECT iif(kind = 'identical', 0, coalesce(place, 8)),
           CASE kind WHEN 'identical' THEN 'the same text' ELSE kind END,
           total(iif(side = 'a', copies_a, 0)), total(iif(side = 'b', copies_b, 0))
      FROM best JOIN standing USING (text_id) LEFT JOIN known_kind USING (kind)
     GROUP BY kind
     UNION ALL
    SELECT 9, 'nothing like it', compared.texts_a - total(iif(side = 'a', copies_a, 0)),
           compared.texts_b - total(iif(side = 'b', copies_b, 0))
      FROM compared LEFT JOIN (best JOIN standing USING (text_id))
     UNION ALL
    SELECT 10, 'not compared', of_source.texts_a - compared.texts_a, of_source.texts_b - compared.texts_b
      FROM of_source, compared
)
SELECT printf('  %-28s  %,14d  %5.1f %%  %,14d  %5.1f %%', counted.name,
              counted.texts_a, 100.0 * counted.texts_a / of_source.texts_a,
              counted.texts_b, 100.0 * counted.texts_b / of_source.texts_b)
  FROM neardup_sides, of_source, counted
 WHERE a IS NOT NULL AND (place < 10 OR counted.texts_a OR counted.texts_b)
 ORDER BY place;

SELECT char(10) || 'The most similar' || iif(count(*) > @top, printf(' (%,d of %,d)', @top, count(*)), '')
  FROM shared
 WHERE NOT is_settled
 GROUP BY NULL
HAVING @top > 0;

SELECT neardup_wrap(printf('  %.2f  %-9s  ', jaccard, kind) || p.name
                    || iif(copies_a > 1, printf(' (%,d times)', copies_a), '')
                    || '  |  ' || q.name || iif(copies_b > 1, printf(' (%,d times)', copies_b), ''), 8)
       || char(10) || neardup_wrap('        ' || mark_differences(x.text, y.text), 8)
  FROM (SELECT shared.*, s.copies_a, t.copies_b
          FROM shared
          JOIN standing AS s ON s.text_id = text_a
          JOIN standing AS t ON t.text_id = text_b
         WHERE NOT is_settled
         ORDER BY equal DESC, jaccard DESC, first_a, first_b
         LIMIT @top)
  JOIN sentence AS x ON x.id = first_a
  JOIN sentence AS y ON y.id = first_b
  JOIN sentence_place AS p ON p.id = first_a
  JOIN sentence_place AS q ON q.id = first_b
 ORDER BY equal DESC, jaccard DESC, first_a, first_b;
