-- read_verdicts.sql - takes over the verdicts of temp.filled, which have come from a file.
--
--     sqlite3 my.db '.load build/neardup' '.import --csv --schema temp verdicts.csv filled' \
--                   'SELECT neardup_run(''read_verdicts'')'
--
-- The table has the columns of `verdict`, in any order. A row without a verdict is skipped; one with the verdict `none` takes back
-- what its judge said of the pair. @judge is who has given those that name nobody. What cannot be taken over is told, and stays in
-- temp.filled; nothing else does.

CREATE TEMP TABLE given_verdict AS
SELECT rowid + 1 AS line, verdict, text_a, text_b, title_a, title_b, coalesce(nullif(trim(judge), ''), @judge) AS judge,
       judged_at, reason
  FROM temp.filled
 WHERE trim(verdict) <> '';

SELECT neardup_run('take_verdicts.sql');

DELETE FROM temp.filled WHERE rowid + 1 NOT IN (SELECT line FROM taken_verdict WHERE wrong IS NOT NULL);

SELECT neardup_wrap(printf('%,d verdict%.*s read: %,d new, %,d changed, %,d taken back, %,d known before or older, %,d not understood.',
                           count(*), count(*) <> 1, 's', total(state = 'new'), total(state = 'changed'), total(state = 'taken back'),
                           total(state = 'known'), total(wrong IS NOT NULL)))
  FROM taken_verdict;

SELECT neardup_wrap(printf('  line %,d: %s', line, wrong), 4)
  FROM taken_verdict
 WHERE wrong IS NOT NULL
 ORDER BY line
 LIMIT 20;

SELECT neardup_run('verdict_conflicts.sql');
