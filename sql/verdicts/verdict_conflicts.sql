-- verdict_conflicts.sql - says on which pairs people differ, and whose verdict counts.

SELECT char(10) || neardup_wrap(printf('On %,d pair%.*s people differ; the newest verdict counts:', count(*), count(*) <> 1, 's'))
  FROM newest_verdict
 WHERE verdicts > 1
 GROUP BY NULL;

SELECT neardup_wrap('  ' || (SELECT group_concat(printf('%s (%s, %s)', verdict, judge, substr(judged_at, 1, 10)), '; ')
                               FROM (SELECT verdict, judge, judged_at
                                       FROM verdict AS other
                                      WHERE other.text_a = newest.text_a AND other.text_b = newest.text_b
                                        AND other.is_link = newest.is_link
                                      ORDER BY judged_at DESC, judge DESC
                                      LIMIT 5))
                    || iif(judges > 5, printf('; and %,d more', judges - 5), ''), 4)
       || char(10) || neardup_wrap('      ' || mark_differences(text_a, text_b), 6)
  FROM (SELECT newest.*, (SELECT count(*)
                            FROM verdict AS other
                           WHERE other.text_a = newest.text_a AND other.text_b = newest.text_b
                             AND other.is_link = newest.is_link) AS judges
          FROM newest_verdict AS newest
         WHERE verdicts > 1
         ORDER BY judged_at DESC, text_a, text_b
         LIMIT 20) AS newest;
