-- judge_batches.sql - judges pairs of temp.judged in batches: adds rows to `judgement`.
--
-- Its parameters are @first and @last, the numbers of batches; without them it judges all.

INSERT INTO judgement
WITH next_batch AS (
    SELECT * FROM batch WHERE number BETWEEN ifnull(@first, number) AND ifnull(@last, number)
)
SELECT a, b, kind, score, reason, type, value_a, value_b, topic, why, conflicts, own_changed
  FROM next_batch
 CROSS JOIN duplicate_kinds((
       SELECT collect_pairs(a, b, text_a, text_b, title_a, title_b, block_a, block_b,
                            neardup_progress(two_dates, 'Stage 4 of 4, kinds',
                                             (SELECT count(*) FROM judged),
                                             (SELECT 20000 * (min(number) - 1) FROM next_batch),
                                             (SELECT count(*) * 7 / 10 FROM judged)),
                            language, iif(agreed_pair.a IS NULL, evidence, json_set(evidence, '$.agreed', 1) || ''),
                            words_a, words_b,
                            (SELECT word_rarities(frequencies) FROM word_frequency),
                            (SELECT threads FROM setting))
         FROM evident_pair
         LEFT JOIN agreed_pair USING (a, b)
        WHERE (a, b) >= (first_a, first_b) AND (a, b) < (next_a, next_b)));
