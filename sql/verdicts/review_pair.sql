-- review_pair.sql - the pair at @place of temp.asked: where its texts stand, the texts as they were taken, with what differs in
-- brackets, what neardup thinks, and what people said. Of a sample, neither: verdicts that measure neardup must not follow it.

SELECT char(10) || bold || printf('Pair %,d of %,d', seen, (SELECT count(*) FROM temp.asked)) || plain
  FROM style, temp.asked
 WHERE place = @place;

SELECT neardup_wrap(kind || iif(pair_kind.score > 0, ', a contradiction: ' || words, '') || ifnull(' (' || type || ')', '') || '. ' || reason)
  FROM temp.asked
 CROSS JOIN pair_kind USING (a, b)
 CROSS JOIN likelihood ON likelihood.score = round(pair_kind.score, 2)
 WHERE asked.place = @place AND @sample IS NULL;

SELECT neardup_wrap(printf('%s says: %s, %s%s', judge, verdict, substr(judged_at, 1, 10), iif(reason = '', '', ': ' || reason)), 2)
  FROM temp.asked
 CROSS JOIN verdict ON verdict.text_a = min(asked.text_a, asked.text_b) AND verdict.text_b = max(asked.text_a, asked.text_b)
 WHERE place = @place AND (@sample IS NULL OR judge = @judge)
 ORDER BY judged_at, judge, verdict;

WITH piece AS (
    SELECT position, difference.text_a, difference.text_b, change <> 'equal' AS differs
      FROM temp.asked, text_differences(asked.text_a, asked.text_b) AS difference
     WHERE place = @place
     ORDER BY position
), side AS (
    SELECT a AS id, (SELECT group_concat(iif(differs AND text_a <> '', red || '[' || text_a || ']' || plain, text_a), '')
                       FROM style, piece) AS marked
      FROM temp.asked
     WHERE place = @place
     UNION ALL
    SELECT b, (SELECT group_concat(iif(differs AND text_b <> '', green || '[' || text_b || ']' || plain, text_b), '')
                 FROM style, piece)
      FROM temp.asked
     WHERE place = @place
)
SELECT char(10) || neardup_wrap('  ' || bold || sentence_place.place || plain, 2)
       || char(10) || neardup_wrap('    ' || ltrim(marked), 4)
       || ifnull(char(10) || neardup_wrap('    ' || faint || url || plain), '')
  FROM style, side
 CROSS JOIN sentence USING (id)
 CROSS JOIN sentence_place USING (id)
 CROSS JOIN article_url ON article_url.id = article_id;
