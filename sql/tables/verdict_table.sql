-- verdict_table.sql - what people said of pairs, and the views by which everything else goes by it.

-- A pair is known by its two texts, so that a verdict outlives ids: it holds in another dump, after another load, and in another
-- database. A person has at most one verdict of each sort on a pair.
CREATE TABLE IF NOT EXISTS main.verdict (
    text_a    TEXT NOT NULL,                    -- of one sentence
    text_b    TEXT NOT NULL,                    -- of the other; text_a < text_b, by bytes
    verdict   TEXT NOT NULL,                    -- what the pair is: `contradiction`, `same`, `pattern`, `citation`, `fixed` or
                                                -- `ignore`; or whether both belong together: `duplicate` or `no duplicate`
    judge     TEXT NOT NULL,                    -- who says so
    judged_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')), -- when, UTC, as in `2026-11-29T10:00:00Z`
    reason    TEXT NOT NULL DEFAULT '',         -- why, in the words of the judge
    title_a   TEXT NOT NULL DEFAULT '',         -- of the article of text_a, or nothing
    title_b   TEXT NOT NULL DEFAULT '',         -- of the article of text_b, or nothing
    CONSTRAINT "text_a must be less than text_b" CHECK (text_a < text_b),
    CONSTRAINT "verdict must be contradiction, same, pattern, citation, fixed, ignore, duplicate or no duplicate"
    CHECK (verdict IN ('contradiction', 'same', 'pattern', 'citation', 'fixed', 'ignore', 'duplicate', 'no duplicate')),
    CONSTRAINT "judge must be a name" CHECK (judge <> ''),
    CONSTRAINT "judged_at must be a time such as 2026-11-29T10:00:00Z" CHECK (judged_at IS strftime('%Y-%m-%dT%H:%M:%SZ', judged_at))
);

CREATE UNIQUE INDEX IF NOT EXISTS main.verdict_pair
    ON verdict(text_a, text_b, judge, verdict IN ('duplicate', 'no duplicate'));

-- The pairs that were drawn at random to be judged, whether or not somebody has judged them: their verdicts measure what neardup
-- finds, while pairs that people chose, or that were asked for because they teach most, do not. Each stands for `pairs`, divided
-- by the number of rows with the same `pairs`; draws from parts that overlap would count some pairs twice.
CREATE TABLE IF NOT EXISTS main.drawn (
    text_a TEXT    NOT NULL,                    -- as in `verdict`
    text_b TEXT    NOT NULL,                    -- as in `verdict`
    pairs  INTEGER NOT NULL,                    -- from how many pairs of `pair_kind` it was drawn, each as likely as another
    PRIMARY KEY (text_a, text_b)
) WITHOUT ROWID;

-- Of each pair the verdict that counts: the newest.
--
--   text_a … title_b  as in `verdict`
--   judges            how many people have judged the pair
--   verdicts          how many different verdicts of its sort there are: more than 1 if people differ
CREATE VIEW IF NOT EXISTS main.newest_verdict AS
SELECT text_a, text_b, verdict, judge, judged_at, reason, title_a, title_b,
       (SELECT count(DISTINCT judge) FROM verdict AS other
         WHERE other.text_a = verdict.text_a AND other.text_b = verdict.text_b) AS judges,
       (SELECT count(DISTINCT verdict) FROM verdict AS other
         WHERE other.text_a = verdict.text_a AND other.text_b = verdict.text_b
           AND (other.verdict IN ('duplicate', 'no duplicate')) = (verdict.verdict IN ('duplicate', 'no duplicate'))) AS verdicts
  FROM verdict
 WHERE NOT EXISTS (SELECT *
                     FROM verdict AS newer
                    WHERE newer.text_a = verdict.text_a AND newer.text_b = verdict.text_b
                      AND (newer.judged_at, newer.judge, newer.rowid) > (verdict.judged_at, verdict.judge, verdict.rowid));

-- The pairs of texts of which nothing more is to be shown: those that somebody has judged, unless as fixed before the database got
-- its last texts.
CREATE VIEW IF NOT EXISTS main.settled AS
SELECT text_a, text_b, verdict, judge, judged_at
  FROM newest_verdict
 WHERE verdict <> 'fixed'
    OR datetime(judged_at) >= (SELECT max(datetime(coalesce(dump_date, started_at))) FROM source);

-- Of each pair the verdict on whether both belong together that counts: the newest.
--
--   text_a … judge  as in `verdict`
CREATE VIEW IF NOT EXISTS main.newest_link AS
SELECT text_a, text_b, verdict, judge
  FROM verdict
 WHERE verdict IN ('duplicate', 'no duplicate')
   AND NOT EXISTS (SELECT *
                     FROM verdict AS newer
                    WHERE newer.text_a = verdict.text_a AND newer.text_b = verdict.text_b
                      AND newer.verdict IN ('duplicate', 'no duplicate')
                      AND (newer.judged_at, newer.judge) > (verdict.judged_at, verdict.judge));

-- When the text of a sentence was last seen, where it stands or where it was copied: at the date of the dump, or when it was loaded
-- or edited. NULL if it stands no more: the database has a later dump of the wiki, without it.
CREATE VIEW IF NOT EXISTS main.text_seen(id, seen) AS
SELECT sentence.id,
       (SELECT max(max(datetime(coalesce(dump_date, started_at)), coalesce(datetime(revision_time), '')))
          FROM sentence AS place
         CROSS JOIN article ON article.id = place.article_id
         CROSS JOIN source  ON source.id  = article.source_id
         WHERE place.id IN (SELECT sentence.id
                             UNION ALL
                            SELECT y.sentence_id
                              FROM member AS x
                             CROSS JOIN member AS y ON y.cluster_id = x.cluster_id
                             CROSS JOIN copy        ON copy.sentence_id = y.sentence_id AND copy.first_id = x.sentence_id
                             WHERE x.sentence_id = sentence.id)
           AND NOT EXISTS (SELECT *
                             FROM source AS later
                            WHERE later.dump_date > source.dump_date
                              AND substr(later.base, instr(later.base, ':')) = substr(source.base, instr(source.base, ':'))))
  FROM sentence;

-- The pairs of `pair_kind` that somebody has judged, with the verdict that counts.
--
--   a, b                               as in `pair_kind`
--   verdict, judge, judged_at, reason  as in `verdict`
--   verdicts                           as in `newest_verdict`
--   returned                           1: the verdict is `fixed`, but both texts stand, and one was seen after it
CREATE VIEW IF NOT EXISTS main.pair_verdict AS
SELECT pair_kind.a, pair_kind.b, verdict, judge, judged_at, newest.reason, verdicts,
       ifnull(verdict = 'fixed' AND max((SELECT seen FROM text_seen WHERE text_seen.id = x.id),
                                        (SELECT seen FROM text_seen WHERE text_seen.id = y.id)) > datetime(judged_at), 0)
       AS returned
  FROM pair_kind
 CROSS JOIN sentence AS x ON x.id = a
 CROSS JOIN sentence AS y ON y.id = b
 CROSS JOIN newest_verdict AS newest ON newest.text_a = min(x.text, y.text) AND newest.text_b = max(x.text, y.text);

-- What verdicts have taught about scores: one row, which neardup learn writes; none if there was nothing to learn from. Delete it, or
-- `model`, to go without.
CREATE TABLE IF NOT EXISTS main.learnt (
    id               INTEGER PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    model            TEXT,                      -- JSON, the argument `learnt` of duplicate_kind(); NULL: nothing was learnt, scores
                                                -- stay as they are
    learnt           TEXT,                      -- what it corrects: `scale`, all scores alike; `types`, those of each type of
                                                -- conflict, too; `features`, all that features tell; or NULL
    learnt_at        TEXT,                      -- when, UTC
    verdicts         INTEGER,                   -- that were learnt from
    contradictions   INTEGER,                   -- of these
    found            INTEGER,                   -- of these, those in which something conflicts: the others have a score of 0
    loss_before      REAL,                      -- mean logarithmic loss of verdicts in which something conflicts: 0 is best
    loss_after       REAL,                      -- the same of held-out verdicts; as before if nothing was learnt
    precision_before REAL,                      -- average precision of contradictions among these
    precision_after  REAL                       -- the same of held-out verdicts; as before if nothing was learnt
);

-- How true the scores are, by the verdicts that were learnt from. Shares have 95 % intervals.
CREATE TABLE IF NOT EXISTS main.verdict_figure (
    scores          TEXT    NOT NULL,           -- `before`, or `after`: learnt from other verdicts than those that are judged
    threshold       REAL    NOT NULL,           -- scores from this on count as contradictions
    verdicts        TEXT    NOT NULL,           -- `drawn`: on pairs drawn at random, as in the table drawn, so that figures hold
                                                -- for the database; or `all`, if these have no contradiction
    shown           INTEGER NOT NULL,           -- verdicts on pairs of such a score
    "right"         INTEGER NOT NULL,           -- contradictions among these
    precision       REAL,                       -- right of shown; NULL of none
    precision_least REAL,
    precision_most  REAL,
    recall          REAL,                       -- right of all contradictions among the verdicts; NULL of none
    recall_least    REAL,
    recall_most     REAL,
    PRIMARY KEY (scores, threshold)
) WITHOUT ROWID;

-- Which pairs without a verdict to ask for next, those that teach most first: whose score is least certain, and of many types.
--
--   place  from 1
--   a, b   as in `pair_kind`
CREATE VIEW IF NOT EXISTS main.next_to_review AS
SELECT row_number() OVER (ORDER BY score * (1 - score) / (9 + place_of_type) DESC, a, b) AS place, a, b
  FROM (SELECT a, b, score, row_number() OVER (PARTITION BY type ORDER BY score * (1 - score) DESC, a, b) AS place_of_type
          FROM pair_kind
         WHERE score > 0 AND (a, b) NOT IN (SELECT a, b FROM pair_verdict));
