-- verdicts.sql - prints what people said of pairs: as csv or jsonl the file that read_verdicts.sql reads, or as a list.

SELECT verdict, text_a, text_b, title_a, title_b, judge, judged_at, reason
  FROM verdict
 WHERE @format <> 'list'
 ORDER BY judged_at, judge, text_a, text_b, verdict;

SELECT neardup_wrap(bold || printf('%,d verdict%.*s of %,d %s on %,d pair%.*s: %s.', verdicts, verdicts <> 1, 's', judges,
                                   iif(judges = 1, 'person', 'people'), pairs, pairs <> 1, 's', said) || plain)
  FROM style,
       (SELECT count(*) AS verdicts, count(DISTINCT judge) AS judges FROM verdict),
       (SELECT count(*) AS pairs FROM (SELECT DISTINCT text_a, text_b FROM verdict)),
       (SELECT ifnull(group_concat(printf('%,d %s', times, verdict), ', '), 'nothing was judged yet') AS said
          FROM (SELECT verdict, count(*) AS times FROM verdict GROUP BY verdict ORDER BY times DESC, verdict))
 WHERE @format = 'list';

SELECT neardup_run('verdict_conflicts.sql') WHERE @format = 'list';

SELECT char(10) || bold || printf('The newest verdicts (%,d of %,d)', min(@top, count(*)), count(*)) || plain
  FROM style, verdict
 WHERE @format = 'list'
 GROUP BY NULL;

SELECT char(10) || neardup_wrap(printf('  %s, %s, %s%s', bold || verdict || plain, judge, replace(substr(judged_at, 1, 16), 'T', ' '),
                                       iif(reason = '', '', ': ' || reason)), 4)
       || iif(title_a || title_b = '', '',
              char(10) || neardup_wrap('        ' || title_a || iif(title_a = title_b, '', '  |  ' || title_b), 8))
       || char(10) || neardup_wrap('        ' || mark_differences(text_a, text_b), 8)
  FROM style, (SELECT * FROM verdict ORDER BY judged_at DESC, judge, text_a, text_b LIMIT @top)
 WHERE @format = 'list';
