-- findings.sql - what the summary and the report go by when they choose pairs.

-- The best pairs of the view `contradiction`, in the order in which they are shown: first those with a score of shown_least or
-- more. Of two dates of one article, the older comes first. `more` counts the other pairs of the cluster. Pairs that somebody has
-- judged are left out; with @judged they are there, with their verdict.
CREATE TEMP TABLE finding_pair AS
WITH counted AS (
    SELECT *, count(*) OVER (PARTITION BY coalesce(cluster_id, -a), older IS NULL, verdict IS NULL) - 1 AS more FROM contradiction
)
SELECT row_number() OVER (PARTITION BY older IS NULL ORDER BY score >= shown_least DESC, rank DESC, a, b) AS place,
       iif(older = 'b', b, a) AS a, iif(older = 'b', a, b) AS b, cluster_id, kind, score, likelihood, type,
       reason, score >= shown_least AS is_shown, older IS NOT NULL AS two_dates, more,
       verdict
  FROM counted, parameters
 WHERE best OR (@judged AND verdict IS NOT NULL);

-- The closest pair of each cluster that says the same in other words.
CREATE TEMP TABLE rewording AS
SELECT a, b, jaccard, more, reason
  FROM (SELECT a, b, jaccard, reason, count(*) OVER (PARTITION BY cluster_id) - 1 AS more,
               row_number() OVER (PARTITION BY cluster_id ORDER BY jaccard DESC, a, b) AS number
          FROM pair_kind JOIN pair USING (a, b)
         WHERE kind = 'copyedit' AND (@judged OR NOT EXISTS (SELECT *
                                                               FROM pair_verdict
                                                              WHERE pair_verdict.a = pair_kind.a AND pair_verdict.b = pair_kind.b
                                                                AND NOT returned)))
 WHERE number = 1;

-- Any two sentences: are their words the same, up to punctuation and capitals?
CREATE TEMP VIEW wording AS
SELECT x.id AS a, y.id AS b,
       NOT EXISTS (SELECT *
                     FROM text_differences(x.text, y.text)
                    WHERE type NOT IN ('punctuation', 'case')) AS same_words
  FROM sentence AS x, sentence AS y;

-- The languages of texts that have no vocabulary, and the scripts of sources whose language nobody has named if no vocabulary is
-- written in them; NULL if all are known. Kinds then rest on numbers in digits, names and titles: docs/functions/kinds.md#languages.
-- The script of a source is that of its first 20 texts, as far as they need be read.
CREATE TEMP TABLE unknown_language AS
WITH unnamed (source_id, first, last) AS (
    SELECT source_id, min(article.id), max(article.id)
      FROM source JOIN article ON source_id = source.id
     WHERE language IS NULL
     GROUP BY source_id
), script_of (name) AS (
    SELECT DISTINCT (SELECT text_script(group_concat(substr(text, 1, 1000), ' '))
                       FROM (SELECT text
                               FROM article CROSS JOIN sentence ON article_id = article.id
                              WHERE article.id BETWEEN first AND last AND source_id = unnamed.source_id
                              ORDER BY article.id, position
                              LIMIT 20))
      FROM unnamed
)
SELECT group_concat(name, ', ') AS codes
  FROM (SELECT language AS name FROM (SELECT language FROM source UNION SELECT language FROM article_language)
         WHERE neardup_language(language) = 'other'
         UNION
        SELECT 'texts in ' || name FROM script_of
         WHERE name NOT IN ('Latin', 'Cyrillic', 'Greek', 'Japanese', 'Han', 'Hiragana', 'Katakana')
         ORDER BY 1);
