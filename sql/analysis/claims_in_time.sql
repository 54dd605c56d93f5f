-- claims_in_time.sql - how long do claims live, which are overdue, and who keeps articles free of contradictions?
--
-- It needs the job history. A claim is a sentence of prose; English words in it decide its sort; "as of 2005" is overdue after
-- @years. A claim lives until a revision replaces a value in it by another one, which stays: `value_change`. The share of
-- changed claims says more than their median life, since most claims have not changed yet. Contradictions are those that the
-- pipeline shows.

-- ---- How long they live

SELECT char(10) || 'There is no history: neardup load --history DUMP DB.'
 WHERE NOT EXISTS (SELECT * FROM history_sentence WHERE block IN ('prose', 'list'));

WITH claim AS MATERIALIZED (
    SELECT id,
           CASE WHEN words LIKE '% inhabitants %' OR words LIKE '% population %' THEN 'inhabitants'
                WHEN words LIKE '% mayor %' OR words LIKE '% president %' OR words LIKE '% minister %' OR words LIKE '% governor %'
                  OR words LIKE '% director %' OR words LIKE '% chairman %' OR words LIKE '% keeper %' THEN 'offices'
                WHEN words LIKE '% largest %' OR words LIKE '% longest %' OR words LIKE '% tallest %' OR words LIKE '% highest %'
                  OR words LIKE '% oldest %' OR words LIKE '% record %' THEN 'records'
                WHEN text GLOB '*[0-9]*' THEN 'other numbers'
                ELSE 'without numbers' END AS sort
      FROM (SELECT *, ' ' || fold_text(text) || ' ' AS words FROM history_sentence WHERE block IN ('prose', 'list'))
), ended AS MATERIALIZED (
    SELECT sort, julianday(time) - julianday((SELECT time FROM history_span JOIN revision ON revision.id = first_revision_id
                                               WHERE history_sentence_id = old_text
                                               ORDER BY first_revision_id LIMIT 1)) AS days
      FROM value_change JOIN claim ON claim.id = old_text
), half(sort, days) AS (
    SELECT sort, avg(days)
      FROM (SELECT sort, days, row_number() OVER (PARTITION BY sort ORDER BY days) AS number,
                   count(*) OVER (PARTITION BY sort) AS all_of_them FROM ended)
     WHERE number IN ((all_of_them + 1) / 2, all_of_them / 2 + 1)
     GROUP BY sort
)
SELECT iif(row_number() OVER (ORDER BY 1.0 * changed / claims DESC, sort) = 1,
           char(10) || 'How long claims live' || char(10)
           || '                       claims      changed    in 1,000   half of these after' || char(10), '')
       || rtrim(printf('  %-15s  %,10d   %,10d  %10.1f   %s', sort, claims, changed, 1000.0 * changed / claims,
                       iif(days IS NULL, '', printf('%,.0f days', days))))
  FROM (SELECT sort, count(*) AS claims, (SELECT count(*) FROM ended WHERE ended.sort = claim.sort) AS changed
          FROM claim GROUP BY sort)
  LEFT JOIN half USING (sort)
 ORDER BY 1.0 * changed / claims DESC, sort;

-- ---- What is overdue

-- "As of 2005", "as of March 2005": the first number from 1900 to 2099 within 20 characters. It counts from the newest revision
-- of all.
WITH RECURSIVE year(year) AS (
    VALUES (1900) UNION ALL SELECT year + 1 FROM year WHERE year < 2099
), dated AS (
    SELECT sentence.id, article_id, text, substr(text || ' ', instr(lower(text), 'as of ') + 5, 22) AS after
      FROM sentence
     WHERE instr(lower(text), 'as of ') > 0 AND block IN ('prose', 'list')
), told AS (
    SELECT id, article_id, text, year, min(instr(after, year))
      FROM dated JOIN year ON after GLOB '*[^0-9]' || year || '[^0-9]*'
     GROUP BY id
), overdue AS (
    SELECT id, article_id, text, year
      FROM told
     WHERE year < (SELECT substr(max(time), 1, 4) FROM revision) - @years
)
SELECT iif(row_number() OVER (ORDER BY year, overdue.id) = 1,
           char(10) || printf('Overdue: what is told as of a year more than %d year%.*s ago (%,d)', @years, @years <> 1, 's',
                              count(*) OVER ()) || char(10), '')
       || printf('  %d  %s: %s', year, title, text)
  FROM overdue JOIN article ON article.id = article_id
 ORDER BY year, overdue.id
 LIMIT @top;

-- ---- Who keeps articles free of contradictions

-- Each article with its revisions, editors and who began it; and how many of its sentences may contradict another one.
WITH contradicting AS MATERIALIZED (
    SELECT article_id, count(DISTINCT sentence.id) AS found
      FROM parameters, pair_kind JOIN sentence ON sentence.id IN (a, b)
     WHERE score >= shown_least
     GROUP BY article_id
), kept AS MATERIALIZED (
    SELECT article.id, (SELECT count(*) FROM sentence WHERE article_id = article.id) AS sentences,
           count(*) AS edits, count(DISTINCT contributor) AS editors,
           (SELECT author FROM revision_author AS first WHERE first.article_id = article.id ORDER BY first.id LIMIT 1) AS begun_by,
           ifnull(found, 0) AS contradictions
      FROM article
      JOIN revision_author ON revision_author.article_id = article.id
      LEFT JOIN contradicting ON contradicting.article_id = article.id
     GROUP BY article.id
), class(least, most, name) AS (
    VALUES (1, 9, '1 to 9'), (10, 49, '10 to 49'), (50, 199, '50 to 199'), (200, 9e18, '200 or more')
), grouped(part, place, name, articles, editors, sentences, contradictions) AS (
    SELECT 1, least, class.name || ' edits', count(*), avg(editors), sum(sentences), sum(contradictions)
      FROM class JOIN kept ON edits BETWEEN least AND most
     GROUP BY least
     UNION ALL
    SELECT 2, least, class.name || ' editors', count(*), avg(editors), sum(sentences), sum(contradictions)
      FROM class JOIN kept ON editors BETWEEN least AND most
     GROUP BY least
     UNION ALL
    SELECT 3, sentences >= 10, iif(sentences < 10, 'under 10 sentences', '10 sentences or more'), count(*), avg(editors),
           sum(sentences), sum(contradictions)
      FROM kept
     GROUP BY sentences >= 10
     UNION ALL
    SELECT 4, min(begun_by), 'begun by ' || CASE begun_by WHEN 'registered' THEN 'users' WHEN 'bot' THEN 'bots'
                                                                           WHEN 'IP' THEN 'others' ELSE 'unknown' END,
           count(*), avg(editors), sum(sentences), sum(contradictions)
      FROM kept
     GROUP BY begun_by
)
SELECT iif(row_number() OVER (ORDER BY part, place) = 1,
           char(10) || 'Articles, and how many of 1,000 sentences may contradict another one' || char(10)
           || '                            articles   editors   sentences   contradicting   in 1,000' || char(10), '')
       || printf('  %-23s  %,10d  %8.1f  %,10d  %,14d  %9.2f', name, articles, editors, sentences, contradictions,
                 1000.0 * contradictions / max(sentences, 1))
  FROM grouped
 ORDER BY part, place;
