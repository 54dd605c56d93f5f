-- take_verdicts.sql - takes the verdicts of temp.given_verdict over into `verdict`: temp.taken_verdict says what became of each.
--
-- `wrong` is why it could not be taken, or NULL; `state` is new, changed, taken back or known. Of one person's verdicts on a pair,
-- the newest stays, in whatever order they come. Verdicts of the future would count for ever, so they are refused; but clocks differ.

CREATE TEMP TABLE taken_verdict AS
WITH ordered AS (
    SELECT line, lower(trim(verdict)) AS verdict, trim(judge) AS judge,
           iif(text_a < text_b, text_a, text_b) AS text_a, iif(text_a < text_b, text_b, text_a) AS text_b,
           iif(text_a < text_b, title_a, title_b) AS title_a, iif(text_a < text_b, title_b, title_a) AS title_b,
           strftime('%Y-%m-%dT%H:%M:%SZ', coalesce(nullif(trim(judged_at), ''), 'now')) AS judged_at, judged_at AS given_at, reason
      FROM given_verdict
), checked AS (
    SELECT *, verdict IN ('duplicate', 'no duplicate') AS links,
           CASE WHEN ifnull(text_a, '') = '' OR ifnull(text_b, '') = '' THEN 'text_a and text_b must be two texts, found an empty one'
                WHEN text_a = text_b THEN 'text_a and text_b must be two texts, found the same text twice'
                WHEN verdict NOT IN ('contradiction', 'same', 'pattern', 'citation', 'fixed', 'ignore', 'duplicate',
                                     'no duplicate', 'none')
                THEN 'verdict must be contradiction, same, pattern, citation, fixed, ignore, duplicate, no duplicate or none, found '
                     || quote(substr(verdict, 1, 40))
                WHEN coalesce(judge, '') = '' THEN 'judge must be a name, found none'
                WHEN judged_at IS NULL
                THEN 'judged_at must be a time such as 2026-11-29T10:00:00Z, found ' || quote(substr(given_at, 1, 40))
                WHEN judged_at > strftime('%Y-%m-%dT%H:%M:%SZ', 'now', '+1 day')
                THEN 'judged_at must not be in the future, found ' || quote(substr(given_at, 1, 40))
           END AS wrong
      FROM ordered
)
SELECT checked.*,
       CASE WHEN checked.wrong IS NOT NULL THEN NULL
            WHEN checked.verdict = 'none'
            THEN iif(EXISTS (SELECT *
                               FROM verdict AS before
                              WHERE before.text_a = checked.text_a AND before.text_b = checked.text_b
                                AND before.judge = checked.judge AND before.judged_at <= checked.judged_at), 'taken back', 'known')
            WHEN before.verdict IS NULL THEN 'new'
            WHEN before.verdict = checked.verdict AND before.reason = coalesce(checked.reason, '')
                 OR before.judged_at > checked.judged_at THEN 'known'
            ELSE 'changed' END AS state
  FROM checked
  LEFT JOIN verdict AS before ON before.text_a = checked.text_a AND before.text_b = checked.text_b
                             AND before.judge = checked.judge
                             AND (before.verdict IN ('duplicate', 'no duplicate')) = links;

INSERT INTO main.verdict (text_a, text_b, verdict, judge, judged_at, reason, title_a, title_b)
SELECT text_a, text_b, verdict, judge, judged_at, coalesce(reason, ''), coalesce(title_a, ''), coalesce(title_b, '')
  FROM taken_verdict
 WHERE state IN ('new', 'changed')
 ORDER BY judged_at, line
    ON CONFLICT (text_a, text_b, judge, verdict IN ('duplicate', 'no duplicate'))
    DO UPDATE SET verdict = excluded.verdict, judged_at = excluded.judged_at, reason = excluded.reason,
                  title_a = excluded.title_a, title_b = excluded.title_b;

DELETE FROM main.verdict
 WHERE EXISTS (SELECT *
                 FROM taken_verdict AS taken
                WHERE taken.state = 'taken back' AND taken.text_a = verdict.text_a AND taken.text_b = verdict.text_b
                  AND taken.judge = verdict.judge AND taken.judged_at >= verdict.judged_at);
