-- review_answer.sql - stores @verdict on the pair at @place, by the texts that were shown; temp.answered has what was before.

INSERT INTO temp.answered (place, text_a, text_b, judge, is_link, verdict, judged_at, reason, title_a, title_b)
SELECT place, answer.text_a, answer.text_b, answer.judge, answer.is_link, before.verdict, judged_at, reason, title_a, title_b
  FROM (SELECT place, min(text_a, text_b) AS text_a, max(text_a, text_b) AS text_b, trim(@judge) AS judge,
               @verdict IN ('duplicate', 'no duplicate') AS is_link
          FROM temp.asked
         WHERE place = @place) AS answer
  LEFT JOIN main.verdict AS before USING (text_a, text_b, is_link, judge);

CREATE TEMP TABLE given_verdict AS
SELECT 1 AS line, @verdict AS verdict, text_a, text_b, title_a, title_b, @judge AS judge, NULL AS judged_at, @reason AS reason
  FROM temp.asked
 WHERE place = @place;

SELECT neardup_run('take_verdicts.sql');

SELECT neardup_error(wrong) FROM taken_verdict WHERE wrong IS NOT NULL;
