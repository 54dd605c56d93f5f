-- review_answer.sql - stores @verdict on the pair at @place, by the texts that were shown; temp.answered has what was before.

INSERT INTO temp.answered (place, text_a, text_b, judge, is_link, verdict, judged_at, reason, title_a, title_b)
SELECT place, min(asked.text_a, asked.text_b), max(asked.text_a, asked.text_b), trim(@judge),
       @verdict IN ('duplicate', 'no duplicate'), before.verdict, before.judged_at, before.reason, before.title_a, before.title_b
  FROM temp.asked
  LEFT JOIN main.verdict AS before ON before.text_a = min(asked.text_a, asked.text_b)
                                  AND before.text_b = max(asked.text_a, asked.text_b) AND before.judge = trim(@judge)
                                  AND before.is_link = (@verdict IN ('duplicate', 'no duplicate'))
 WHERE place = @place;

CREATE TEMP TABLE given_verdict AS
SELECT 1 AS line, @verdict AS verdict, text_a, text_b, title_a, title_b, @judge AS judge, NULL AS judged_at, @reason AS reason
  FROM temp.asked
 WHERE place = @place;

SELECT neardup_run('take_verdicts.sql');

SELECT neardup_error(wrong) FROM taken_verdict WHERE wrong IS NOT NULL;
