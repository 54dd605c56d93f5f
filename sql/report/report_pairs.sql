-- report_pairs.sql - which pairs of sentences the report shows.
--
-- A part of report.sql. It makes
--
--   temp.link             (pattern, has_id, has_title)  where the names of articles lead, if @url is set
--   temp.finding          (list, place, likely)          each finding, with its place in its list
--   temp.finding_article  (list, place, article_id)      the articles that it names
--   temp.shown_pair                                      what is shown of a pair
--
-- and fills the lists
--
--   contradictions   the best pair of each cluster in the view contradiction, as the summary has them
--   changes          such pairs from one article at two dates
--   reworded         the closest pair of each cluster that says the same in other words, or is a citation or
--                    a list
--
-- Of each list the first 20,000 at most: a page has no room for more.

-- @url is an address with {id}, {title} or both in it: the page's number in its wiki or the row's key, and the title. Before the
-- first of them it must name its host, so that no text of an article does. The page encodes what it puts in.
CREATE TEMP TABLE link AS
SELECT @url AS pattern, instr(@url, '{id}') > 0 AS has_id, instr(@url, '{title}') > 0 AS has_title;

SELECT neardup_error('must be an address that begins with http:// or https:// and a host, and has {id} or {title} after it, '
                     || 'such as https://en.wikipedia.org/?curid={id}', 'url', pattern)
  FROM (SELECT pattern, replace(replace(pattern, '{id}', ''), '{title}', '') AS bare,
               substr(pattern, 1, max(instr(pattern, '{'), 1) - 1) AS start
          FROM link)
 WHERE NOT ((lower(start) GLOB 'http://[^/?#]*/*' OR lower(start) GLOB 'https://[^/?#]*/*') AND bare <> pattern
            AND bare NOT GLOB '*[{}\' || char(1) || '- ' || char(127) || ']*');

CREATE TEMP TABLE finding (
    list   TEXT    NOT NULL,
    place  INTEGER NOT NULL,                    -- in its list, best first, from 1
    likely INTEGER NOT NULL,                    -- 1: with a score of shown_least or more
    PRIMARY KEY (list, place)
) WITHOUT ROWID;

CREATE TEMP TABLE finding_article (
    list       TEXT    NOT NULL,
    place      INTEGER NOT NULL,
    article_id INTEGER NOT NULL,
    PRIMARY KEY (list, place, article_id)
) WITHOUT ROWID;

CREATE TEMP TABLE shown_pair (
    list       TEXT    NOT NULL,
    place      INTEGER NOT NULL,
    likely     INTEGER NOT NULL,
    a          INTEGER NOT NULL,
    b          INTEGER NOT NULL,
    kind       TEXT    NOT NULL,
    score      REAL    NOT NULL,                -- of changes and contradictions; otherwise Jaccard
    type       TEXT,
    reason     TEXT    NOT NULL,
    more       INTEGER NOT NULL,                -- further such pairs in the cluster
    PRIMARY KEY (list, place)
);

INSERT INTO temp.shown_pair
SELECT iif(two_dates, 'changes', 'contradictions'), place, is_shown, a, b, kind, score, type, reason, more
  FROM finding_pair;

-- Pairs that differ only in punctuation or capitals come last, of those the summary looks at, too.
INSERT INTO temp.shown_pair
WITH closest AS (
    SELECT a, b, 'copyedit' AS kind, jaccard, reason, more FROM rewording
     UNION ALL
    SELECT a, b, kind, jaccard, reason, more
      FROM (SELECT a, b, kind, jaccard, reason, count(*) OVER (PARTITION BY cluster_id, kind) - 1 AS more,
                   row_number() OVER (PARTITION BY cluster_id, kind ORDER BY jaccard DESC, a, b) AS number
              FROM pair_kind JOIN pair USING (a, b)
             WHERE kind IN ('reference', 'other'))
     WHERE number = 1
     ORDER BY jaccard DESC, a
     LIMIT 20000
)
SELECT 'reworded', row_number() OVER (ORDER BY same_words, jaccard DESC, a, b), 0, a, b, kind,
       jaccard, NULL, reason, more
  FROM closest JOIN wording USING (a, b);

INSERT INTO temp.finding
SELECT list, place, likely FROM shown_pair WHERE place <= 20000;

INSERT OR IGNORE INTO temp.finding_article
SELECT list, place, article_id
  FROM finding JOIN shown_pair USING (list, place) JOIN sentence ON sentence.id IN (a, b);
