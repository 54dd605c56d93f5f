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
    is_link   INTEGER AS (verdict IN ('duplicate', 'no duplicate')), -- 1: it says whether both belong together; 0: what the pair is
    CONSTRAINT "text_a must be less than text_b" CHECK (text_a < text_b),
    CONSTRAINT "verdict must be contradiction, same, pattern, citation, fixed, ignore, duplicate or no duplicate"
    CHECK (verdict IN ('contradiction', 'same', 'pattern', 'citation', 'fixed', 'ignore', 'duplicate', 'no duplicate')),
    CONSTRAINT "judge must be a name" CHECK (judge <> ''),
    CONSTRAINT "judged_at must be a time such as 2026-11-29T10:00:00Z" CHECK (judged_at IS strftime('%Y-%m-%dT%H:%M:%SZ', judged_at))
);

CREATE UNIQUE INDEX IF NOT EXISTS main.verdict_judge ON verdict(text_a, text_b, is_link, judge);
CREATE INDEX IF NOT EXISTS main.verdict_time ON verdict(text_a, text_b, is_link, judged_at, judge);

-- The pairs that were drawn at random to be judged, whether or not somebody has judged them: their verdicts measure what neardup
-- finds, while pairs that people chose, or that were asked for because they teach most, do not. Each stands for `pairs`, divided
-- by the number of rows with the same `pairs`; draws from parts that overlap would count some pairs twice.
CREATE TABLE IF NOT EXISTS main.drawn (
    text_a TEXT    NOT NULL,                    -- as in `verdict`
    text_b TEXT    NOT NULL,                    -- as in `verdict`
    pairs  INTEGER NOT NULL,                    -- from how many pairs of `pair_kind` it was drawn, each as likely as another
    PRIMARY KEY (text_a, text_b)
) WITHOUT ROWID;

-- Of each pair the verdicts that count: the newest on what it is, and the newest on whether both belong together.
--
--   text_a … is_link  as in `verdict`
--   decides           1: it decides whether the pair is shown, as the one on what the pair is, or the only one
--   verdicts          how many different verdicts of its sort there are: more than 1 if people differ
CREATE VIEW IF NOT EXISTS main.newest_verdict AS
SELECT text_a, text_b, verdict, judge, judged_at, reason, title_a, title_b, is_link,
       NOT is_link OR NOT EXISTS (SELECT *
                                    FROM verdict AS other
                                   WHERE other.text_a = verdict.text_a AND other.text_b = verdict.text_b AND other.is_link = 0) AS decides,
       (SELECT count(DISTINCT other.verdict)
          FROM verdict AS other
         WHERE other.text_a = verdict.text_a AND other.text_b = verdict.text_b AND other.is_link = verdict.is_link) AS verdicts
  FROM verdict
 WHERE rowid = (SELECT rowid
                  FROM verdict AS newest
                 WHERE newest.text_a = verdict.text_a AND newest.text_b = verdict.text_b AND newest.is_link = verdict.is_link
                 ORDER BY judged_at DESC, judge DESC
                 LIMIT 1);

-- When the text of a sentence was last seen, where it stands or where it was copied: at the date of the dump, or when it was loaded
-- or edited. NULL if it stands no more: the database has a later dump of the wiki, without it.
--
--   id        of the sentence
--   seen      UTC
--   followed  1: it is of a dump, in which what stands no more is known; rows of other files stand as long as they are there
CREATE VIEW IF NOT EXISTS main.text_seen AS
SELECT sentence.id, own.dump_date IS NOT NULL AS followed,
       (SELECT max(max(datetime(coalesce(source.dump_date, source.started_at)), coalesce(datetime(revision_time), '')))
          FROM sentence AS place
         CROSS JOIN article ON article.id = place.article_id
         CROSS JOIN source  ON source.id  = article.source_id
         WHERE place.id IN (SELECT sentence.id
                             UNION ALL
                            SELECT b FROM pair WHERE a = sentence.id AND edit_distance = 0)
           AND NOT EXISTS (SELECT *
                             FROM source AS later
                            WHERE later.dump_date > source.dump_date
                              AND substr(later.base, instr(later.base, ':')) = substr(source.base, instr(source.base, ':')))) AS seen
  FROM sentence
 CROSS JOIN article AS owner ON owner.id = article_id
 CROSS JOIN source AS own    ON own.id = source_id;

-- The pairs of `pair_kind` that somebody has judged, with the verdict that decides whether they are shown.
--
--   a, b                               as in `pair_kind`
--   verdict, judge, judged_at, reason  as in `verdict`
--   verdicts                           as in `newest_verdict`
--   returned                           1: the verdict is `fixed`, but both texts stand, and one was seen after it; of texts that are
--                                      not of a dump, both were
CREATE VIEW IF NOT EXISTS main.pair_verdict AS
SELECT pair_kind.a, pair_kind.b, verdict, judge, judged_at, newest.reason, verdicts,
       verdict = 'fixed' AND EXISTS (SELECT *
                                       FROM text_seen AS p CROSS JOIN text_seen AS q
                                      WHERE p.id = x.id AND q.id = y.id AND max(p.seen, q.seen) > datetime(judged_at)
                                        AND (p.followed OR p.seen > datetime(judged_at))
                                        AND (q.followed OR q.seen > datetime(judged_at))) AS returned
  FROM pair_kind
 CROSS JOIN sentence AS x ON x.id = a
 CROSS JOIN sentence AS y ON y.id = b
 CROSS JOIN newest_verdict AS newest ON newest.text_a = min(x.text, y.text) AND newest.text_b = max(x.text, y.text) AND decides;

-- What verdicts have taught about scores: one row, which neardup learn writes; none if there was nothing to learn from. Delete it, or
-- `model`, to go without.
CREATE TABLE IF NOT EXISTS main.learnt (
    id               INTEGER PRIMARY KEY DEFAULT 1 CHECK (id = 1),
    model            TEXT,                      -- JSON, the argument `learnt` of duplicate_kind(); NULL: nothing was learnt, scores
                                                -- stay as they are
    program          TEXT,                      -- neardup_version() of the release whose scores it corrects; another one goes
                                                -- without it
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
