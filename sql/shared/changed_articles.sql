-- changed_articles.sql - are results still those of the texts that are there? To say so takes reading all texts.

-- Articles that were 'changed', 'added' or 'removed' since a result was found: 'pairs' or 'passages'.
CREATE TEMP TABLE changed_article AS
WITH found AS (
    SELECT value AS result
      FROM json_each('["pairs", "passages"]')
     WHERE EXISTS (SELECT * FROM compared_article WHERE result = value)
), now AS MATERIALIZED (
    SELECT article_id, fingerprint FROM article_fingerprint WHERE EXISTS (SELECT * FROM found)
)
SELECT found.result, now.article_id, iif(was.fingerprint IS NULL, 'added', 'changed') AS change
  FROM found
 CROSS JOIN now
  LEFT JOIN compared_article AS was ON was.result = found.result AND was.article_id = now.article_id
 WHERE was.fingerprint IS NOT now.fingerprint
 UNION ALL
SELECT result, article_id, 'removed'
  FROM compared_article AS was
 WHERE NOT EXISTS (SELECT * FROM main.sentence WHERE sentence.article_id = was.article_id);

-- The same for people, without the end of a sentence; no row if nothing has changed.
CREATE TEMP VIEW changed_since(result, said) AS
WITH counted AS (
    SELECT result, change, count(*) AS articles,
           (SELECT ' (' || group_concat(title, ', ')
              FROM (SELECT title
                      FROM temp.changed_article AS one JOIN main.article ON article.id = article_id
                     WHERE one.result = changed_article.result AND one.change = changed_article.change
                     ORDER BY article_id
                     LIMIT 3)) || iif(count(*) > 3, ', …)', ')') AS titles
      FROM temp.changed_article
     GROUP BY result, change
)
SELECT result, group_concat(printf('%,d %s%.*s %s %s%s', articles, article, articles <> 1, 's', iif(articles = 1, 'was', 'were'),
                                   change, ifnull(titles, '')), ', ')
       || ' since the last search for ' || iif(result = 'pairs', 'duplicates', 'passages')
  FROM counted, noun
 GROUP BY result;
