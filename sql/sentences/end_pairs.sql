-- end_pairs.sql - the end of stage 2, when all texts are compared.

-- Only now is it known how many texts each text resembles.
DELETE FROM main.near_miss
 WHERE coalesce((SELECT texts FROM resemblance WHERE sentence_id = a), 0) > (SELECT resembling_most FROM judging_limit)
    OR coalesce((SELECT texts FROM resemblance WHERE sentence_id = b), 0) > (SELECT resembling_most FROM judging_limit);

INSERT INTO main.pair
SELECT first_id, sentence_id, 1.0, 0, NULL
  FROM copy;

UPDATE main.detection
   SET pairs = (SELECT count(*) FROM pair);
