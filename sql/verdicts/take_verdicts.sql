-- take_verdicts.sql - takes the verdicts of temp.given_verdict over into `verdict`: temp.taken_verdict says what became of each.
--
-- `wrong` is why it could not be taken, or NULL; `state` is new, changed, taken back or known. Of one person's verdicts on a pair,
-- the newest stays, in whatever order they come; `none` takes back what is there, and what the same file has that is not newer.
-- Verdicts of the future would count for ever, so they are refused; but clocks differ.

CREATE TEMP TABLE taken_verdict AS
SELECT *, verdict IN ('duplicate', 'no duplicate') AS is_link,
       CASE WHEN ifnull(text_a, '') = '' OR ifnull(text_b, '') = '' THEN 'text_a and text_b must be two texts, found an empty one'
            WHEN text_a = text_b THEN 'text_a and text_b must be two texts, found the same text twice'
            WHEN verdict <> 'none' AND verdict NOT IN (SELECT value FROM json_each('["' || replace(known, ', ', '","') || '"]'))
            THEN 'verdict must be ' || known || ' or none, found ' || quote(substr(verdict, 1, 40))
            WHEN coalesce(judge, '') = '' THEN 'judge must be a name, found none'
            WHEN judged_at IS NULL OR given_at NOT GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'
            THEN 'judged_at must be a time such as 2026-11-29T10:00:00Z, found ' || quote(substr(given_at, 1, 40))
            WHEN judged_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+1 day')
            THEN 'judged_at must not be in the future, found ' || quote(substr(given_at, 1, 40))
       END AS wrong,
       'known' AS state
  FROM (SELECT 'contradiction, same, pattern, citation, fixed, ignore, duplicate, no duplicate' AS known)
 CROSS JOIN
       (SELECT line, lower(trim(verdict)) AS verdict, trim(judge) AS judge,
               iif(text_a < text_b, text_a, text_b) AS text_a, iif(text_a < text_b, text_b, text_a) AS text_b,
               coalesce(iif(text_a < text_b, title_a, title_b), '') AS title_a,
               coalesce(iif(text_a < text_b, title_b, title_a), '') AS title_b,
               strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(nullif(trim(judged_at), ''), 'now')) AS judged_at,
               nullif(trim(judged_at), '') AS given_at, coalesce(reason, '') AS reason
          FROM given_verdict);

CREATE INDEX temp.taken_verdict_pair ON taken_verdict(text_a, text_b, judge);

UPDATE temp.taken_verdict
   SET state = CASE WHEN wrong IS NOT NULL THEN NULL
                    WHEN verdict = 'none'
                    THEN iif(EXISTS (SELECT *
                                       FROM main.verdict AS before
                                      WHERE before.text_a = taken_verdict.text_a AND before.text_b = taken_verdict.text_b
                                        AND before.is_link IN (0, 1) AND before.judge = taken_verdict.judge
                                        AND before.judged_at <= taken_verdict.judged_at), 'taken back', 'known')
                    WHEN EXISTS (SELECT *
                                   FROM taken_verdict AS back
                                  WHERE back.text_a = taken_verdict.text_a AND back.text_b = taken_verdict.text_b
                                    AND back.judge = taken_verdict.judge AND back.verdict = 'none' AND back.wrong IS NULL
                                    AND back.judged_at >= taken_verdict.judged_at) THEN 'known'
                    ELSE coalesce((SELECT iif(before.judged_at < taken_verdict.judged_at
                                              OR before.judged_at = taken_verdict.judged_at
                                                 AND (before.verdict, before.reason) <> (taken_verdict.verdict, taken_verdict.reason),
                                              'changed', 'known')
                                     FROM main.verdict AS before
                                    WHERE before.text_a = taken_verdict.text_a AND before.text_b = taken_verdict.text_b
                                      AND before.is_link = taken_verdict.is_link AND before.judge = taken_verdict.judge), 'new')
               END;

DELETE FROM main.verdict
 WHERE rowid IN (SELECT before.rowid
                   FROM taken_verdict AS back
                  CROSS JOIN main.verdict AS before ON before.text_a = back.text_a AND before.text_b = back.text_b
                                                   AND before.is_link IN (0, 1) AND before.judge = back.judge
                                                   AND before.judged_at <= back.judged_at
                  WHERE back.state = 'taken back');

INSERT INTO main.verdict (text_a, text_b, verdict, judge, judged_at, reason, title_a, title_b)
SELECT text_a, text_b, verdict, judge, judged_at, reason, title_a, title_b
  FROM taken_verdict
 WHERE state IN ('new', 'changed')
 ORDER BY judged_at, line
    ON CONFLICT (text_a, text_b, is_link, judge)
    DO UPDATE SET verdict = excluded.verdict, judged_at = excluded.judged_at, reason = excluded.reason,
                  title_a = excluded.title_a, title_b = excluded.title_b;
