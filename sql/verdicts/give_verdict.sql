-- give_verdict.sql - a verdict on two sentences of the database, @a and @b, by their ids.

SELECT neardup_error('must be the id of a sentence', 'a', @a) WHERE @a NOT IN (SELECT id FROM sentence);
SELECT neardup_error('must be the id of a sentence', 'b', @b) WHERE @b NOT IN (SELECT id FROM sentence);
SELECT neardup_error('must be given', name)
  FROM (SELECT 'a' AS name, @a AS value UNION ALL SELECT 'b', @b UNION ALL SELECT 'verdict', @verdict)
 WHERE value IS NULL;

CREATE TEMP TABLE given_verdict AS
SELECT 1 AS line, @verdict AS verdict, x.text AS text_a, y.text AS text_b, iif(p.titled, p.title, '') AS title_a,
       iif(q.titled, q.title, '') AS title_b, @judge AS judge, @judged_at AS judged_at, @reason AS reason
  FROM sentence AS x
 CROSS JOIN sentence AS y
  JOIN article AS p ON p.id = x.article_id
  JOIN article AS q ON q.id = y.article_id
 WHERE x.id = @a AND y.id = @b;

SELECT neardup_run('take_verdicts.sql');

SELECT neardup_error(wrong) FROM taken_verdict WHERE wrong IS NOT NULL;
