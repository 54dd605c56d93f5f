-- review_answer.sql - the verdict on the pair at @place, in temp.filled, for the job read_verdicts.

CREATE TABLE IF NOT EXISTS temp.filled (verdict, text_a, text_b, title_a, title_b, judge, judged_at, reason);
DELETE FROM temp.filled;
INSERT INTO temp.filled (verdict, text_a, text_b, title_a, title_b, judge, reason)
SELECT @verdict, text_a, text_b, title_a, title_b, @judge, @reason FROM temp.asked WHERE place = @place;
UPDATE temp.asked SET given = @verdict <> 'none' WHERE place = @place;
