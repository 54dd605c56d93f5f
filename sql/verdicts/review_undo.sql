-- review_undo.sql - undoes the last answer: the verdict of its sort that its judge had on the pair before, or none.

DELETE FROM main.verdict
 WHERE (text_a, text_b, is_link, judge)
    IN (SELECT text_a, text_b, is_link, judge FROM temp.answered ORDER BY number DESC LIMIT 1);

INSERT INTO main.verdict (text_a, text_b, verdict, judge, judged_at, reason, title_a, title_b)
SELECT text_a, text_b, verdict, judge, judged_at, reason, title_a, title_b
  FROM (SELECT * FROM temp.answered ORDER BY number DESC LIMIT 1)
 WHERE verdict IS NOT NULL;

DELETE FROM temp.answered WHERE number = (SELECT max(number) FROM temp.answered);
