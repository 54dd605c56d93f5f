-- judge_batches.sql - judges pairs of temp.judged in batches: adds rows to `judgement`.
--
-- Its parameters are @first and @last, the numbers of batches; without them it judges all. Each thread reads the evidence of a batch,
-- and judges its pairs.

INSERT INTO judgement
SELECT value1, value2, value3, value4, value5, value6, value7, value8, value9, value10, value11, value12
  FROM (SELECT max(number) AS batches, (SELECT threads FROM setting) AS threads FROM batch) AS whole
 CROSS JOIN in_parallel('
       SELECT a, b, kind, score, reason, type, value_a, value_b, topic, why, conflicts, own_changed
         FROM batch
        CROSS JOIN duplicate_kinds((
              SELECT collect_pairs(a, b, text_a, text_b, title_a, title_b, block_a, block_b, two_dates, language, evidence,
                                   words_a, words_b, @shared, @threads, @learnt)
                FROM evident_pair
               WHERE (a, b) >= (first_a, first_b) AND (a, b) < (next_a, next_b)))
        WHERE number BETWEEN @first AND @last',
       ifnull(@first, 1), min(ifnull(@last, batches), batches), 1, whole.threads,
       json_object('threads', whole.threads, 'learnt', (SELECT model FROM learnt WHERE program = neardup_version())),
       (SELECT word_rarities(frequencies) FROM word_frequency))
 WHERE NOT ended AND neardup_progress(true, 'Stage 4 of 4, kinds', batches, @first + CAST(share * (@last - @first) AS INTEGER),
                                      batches * 7 / 10);
