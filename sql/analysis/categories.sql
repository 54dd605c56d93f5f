-- categories.sql - what do articles of one category share, and which of them lack it?
--
-- It needs the job templates, and for the first table also reuse and reuse_kinds. A category has @articles or more. The others
-- lack a sentence if at least the share @share of its articles have it.
--
-- The first table is the question of the paper on text reuse: do siblings, articles of one category, share structure,
-- and an article and its broader one content? Broader is an article whose title is a category of the other's. A pair
-- of articles counts once, with the first relation that holds.
--
-- The second list shows the missing sentence: the pattern, with the title and the fields of the infobox in their slots.

-- ---- Structure and content ----

CREATE TEMP TABLE membership AS
SELECT DISTINCT article_id, title AS category FROM category;
CREATE INDEX temp.membership_article ON membership(article_id, category);

SELECT 'No article has a category: they come from a dump, unless it is loaded with --text-only.'
 WHERE NOT EXISTS (SELECT * FROM membership);

WITH related AS (
    SELECT a, b, kind,
           CASE WHEN EXISTS (SELECT * FROM membership JOIN article ON title = category
                              WHERE (article_id, article.id) IN (VALUES (a, b), (b, a))) THEN '1 broader'
                WHEN EXISTS (SELECT * FROM membership AS x JOIN membership AS y USING (category)
                              WHERE x.article_id = a AND y.article_id = b) THEN '2 siblings'
                WHEN EXISTS (SELECT * FROM article_link JOIN article USING (title)
                              WHERE (article_id, article.id) IN (VALUES (a, b), (b, a))) THEN '3 linked'
                ELSE '4 neither' END AS relation
      FROM (SELECT a, b, iif(sum(kind = 'content') > 0, 'content', 'structure') AS kind
              FROM reuse
             WHERE kind IS NOT NULL
             GROUP BY a, b)
)
SELECT iif(row_number() OVER (ORDER BY relation) = 1,
           'Pairs of articles that share passages' || char(10) || '                 pairs     structure       content' || char(10), '')
       || printf('  %-10s  %,8d  %,8d %3.0f %%  %,8d %3.0f %%', substr(relation, 3), count(*),
                 sum(kind = 'structure'), 100.0 * sum(kind = 'structure') / count(*),
                 sum(kind = 'content'),   100.0 * sum(kind = 'content')   / count(*))
  FROM related
 WHERE EXISTS (SELECT * FROM membership)
 GROUP BY relation
 ORDER BY relation;

-- ---- What some lack ----

-- An article that lacks a sentence in several categories is listed once, with the category that is most sure. Of the pattern one
-- slot after the other is filled.
WITH RECURSIVE follower AS MATERIALIZED (
    SELECT DISTINCT template.cluster_id, article_id
      FROM template
      JOIN member   ON member.cluster_id = template.cluster_id
      JOIN sentence ON sentence.id = sentence_id
), size AS (
    SELECT category, count(*) AS articles FROM membership GROUP BY category
), lacked AS MATERIALIZED (
    SELECT category, cluster_id, size.articles, count(*) AS followers
      FROM follower
      JOIN membership USING (article_id)
      JOIN size       USING (category)
     WHERE size.articles >= @articles
     GROUP BY category, cluster_id
    HAVING count(*) >= @share * size.articles AND count(*) < size.articles
), absence AS MATERIALIZED (
    SELECT article_id, cluster_id, category, articles, followers,
           row_number() OVER (ORDER BY 1.0 * followers / articles DESC, articles DESC, article_id, cluster_id) AS number
      FROM (SELECT article_id, cluster_id, category, articles, followers,
                   row_number() OVER (PARTITION BY article_id, cluster_id
                                      ORDER BY 1.0 * followers / articles DESC, articles DESC, category) AS place
              FROM lacked JOIN membership USING (category)
             WHERE NOT EXISTS (SELECT * FROM follower
                                WHERE (article_id, cluster_id) = (membership.article_id, lacked.cluster_id)))
     WHERE place = 1
     ORDER BY number
     LIMIT @top
), filled(article_id, cluster_id, slot, text) AS (
    SELECT article_id, cluster_id, 0, pattern FROM absence JOIN template USING (cluster_id)
     UNION ALL
    SELECT article_id, cluster_id, filled.slot + 1,
           replace(text, '{' || (filled.slot + 1) || '}',
                   coalesce(CASE WHEN name = 'title' THEN (SELECT title FROM article WHERE id = filled.article_id)
                                 ELSE (SELECT value FROM infobox_field
                                        WHERE article_id = filled.article_id AND name = field LIMIT 1) END, '…'))
      FROM filled
      JOIN template      USING (cluster_id)
      JOIN template_slot USING (cluster_id)
     WHERE filled.slot < slots AND template_slot.slot = filled.slot + 1
)
SELECT text
  FROM (SELECT number,
               iif(number = 1, char(10) || 'Sentences that most articles of a category have, and some lack' || char(10), '')
               || neardup_wrap(printf('  %s (%s: %,d of %,d)', title, category, followers, articles), 6) || char(10)
               || neardup_wrap('      ' || text, 6) AS text
          FROM absence
          JOIN filled   USING (article_id, cluster_id)
          JOIN template USING (cluster_id)
          JOIN article ON article.id = article_id
         WHERE slot = slots
         UNION ALL
        SELECT 0, char(10) || 'No category has a sentence that most of its articles share and some lack.'
         WHERE EXISTS (SELECT * FROM membership) AND NOT EXISTS (SELECT * FROM absence))
 ORDER BY number;
