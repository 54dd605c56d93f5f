-- sweep.sql - how long should shingles be, and how many minhashes should a signature have?
--
--     sqlite3 my.db '.parameter set @texts 50000' '.read sql/papers/sweep.sql'
--
-- Run it in the project's folder. It changes nothing. It repeats section 4.2 of Ayhan, Bradley,
-- Weissman 2013 and its Figure 2: ten signatures of K = 8, 9, 10 minhashes, from twenty hash
-- functions, of shingles of L = 5 to 15 characters. You can set:
--
--   @texts      how many distinct texts to take, in the order of the database    10,000
--   @distance   see below                                                          0.25
--   @longest    the greatest L; 16 shows more than the paper does                    16
--
-- Two texts that share a signature are a good pair if their edit distance, divided by the length of
-- the longer text, is at most @distance, and a bad pair otherwise. The paper's false positive rate is
-- bad pairs per text; here it is per thousand texts.
--
-- Longer shingles and more minhashes require more similar texts, so bad pairs should decrease with L.
-- In the paper they decrease down to L = 12 or 13, and then increase again. Its authors suspected
-- their hash function, and they were right. So everything is counted twice, with the same draws of
-- the same functions:
--
--   without loss        each byte of a shingle has its own place (scheme wikiduper-fixed)
--   as for the report   all bytes of a shingle fall onto four places (wikiduper-report). The longer the
--                       shingle, the fewer different values remain, and texts match that have little in
--                       common: the curve turns upwards.
--
-- Equal texts count once. Of the texts that share a signature the first twenty are paired, as in the
-- authors' program. It takes about two seconds per thousand texts. The number of chance matches grows
-- with the square of the number of texts, so more texts show the upward turn better; it is clearest
-- in scripts whose letters are several bytes with much in common, such as Greek.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/analysis/open.sql

CREATE TEMP TABLE neardup_settings (
    texts    INTEGER,
    distance REAL
             CHECK (typeof(distance) = 'real' AND distance BETWEEN 0 AND 1
                    OR neardup_error('@distance must be a number from 0 to 1, not ' || distance)),
    longest  INTEGER
);
INSERT INTO temp.neardup_settings
SELECT coalesce(@texts, 10000), coalesce(@distance, 0.25), coalesce(@longest, 16);
INSERT INTO temp.neardup_whole VALUES ('@texts', @texts, 2, NULL), ('@longest', @longest, 5, 64);

.read sql/analysis/begin.sql
.read sql/sentences/compared_sentences.sql

CREATE TEMP TABLE taken (
    id   INTEGER PRIMARY KEY,
    text TEXT NOT NULL
);
INSERT INTO temp.taken
SELECT sentence.id, text
  FROM compared_sentence JOIN sentence ON sentence.id = sentence_id
 WHERE first_id = sentence_id
 ORDER BY sentence.id
 LIMIT (SELECT texts FROM neardup_settings);

-- (Its `setting` is not that of this script.)
DROP VIEW temp.compared_sentence;
DROP VIEW temp.folded_sentence;

CREATE TEMP TABLE setting AS
WITH RECURSIVE length (shingle) AS (
    SELECT 5 UNION ALL SELECT shingle + 1 FROM neardup_settings, length WHERE shingle < longest
)
SELECT row_number() OVER () AS id, column1 AS scheme, minhashes.value AS k, shingle AS l
  FROM (VALUES ('wikiduper-fixed'), ('wikiduper-report')), json_each('[8, 9, 10]') AS minhashes,
       length;

-- The authors' program joins on the signature and ignores the band.
CREATE TEMP TABLE made (
    setting_id INTEGER NOT NULL,
    signature  INTEGER NOT NULL,
    text_id    INTEGER NOT NULL,
    PRIMARY KEY (setting_id, signature, text_id)
) WITHOUT ROWID;

INSERT OR IGNORE INTO temp.made
SELECT setting.id, signature, taken.id
  FROM setting
 CROSS JOIN taken
  JOIN minhash_signatures(text, l, 10, k, 20, setting.scheme)
 ORDER BY 1, 2, 3;

CREATE TEMP TABLE matched AS
WITH bucket AS (
    SELECT setting_id, signature
      FROM made
     GROUP BY setting_id, signature
    HAVING count(*) > 1
), ranked AS MATERIALIZED (
    SELECT setting_id, signature, text_id,
           row_number() OVER (PARTITION BY setting_id, signature ORDER BY text_id) AS place
      FROM bucket CROSS JOIN made USING (setting_id, signature)
)
SELECT DISTINCT x.setting_id, x.text_id AS a, y.text_id AS b
  FROM ranked AS x
  JOIN ranked AS y ON y.setting_id = x.setting_id
                  AND y.signature = x.signature
                  AND y.place > x.place
 WHERE y.place <= 20;

-- A pair that several settings find is measured once, and only up to the limit.
CREATE TEMP TABLE judged (
    a    INTEGER NOT NULL,
    b    INTEGER NOT NULL,
    good INTEGER NOT NULL,
    PRIMARY KEY (a, b)
) WITHOUT ROWID;

INSERT INTO temp.judged
WITH found AS (
    SELECT DISTINCT a, b FROM matched
), sized AS (
    SELECT a, b, x.text AS x, y.text AS y, distance, max(length(x.text), length(y.text)) AS longer
      FROM neardup_settings, found
      JOIN taken AS x ON x.id = a
      JOIN taken AS y ON y.id = b
)
SELECT a, b, 1.0 * edit_distance(x, y, CAST(distance * longer AS INTEGER) + 1) / longer <= distance
  FROM sized;

CREATE TEMP TABLE counted AS
SELECT scheme, k, l, count(good) AS pairs, coalesce(sum(good), 0) AS good
  FROM setting
  LEFT JOIN matched ON setting_id = setting.id
  LEFT JOIN judged USING (a, b)
 GROUP BY setting.id;

-- ---- What is printed ----

SELECT char(10) || 'There are no texts.'
 WHERE NOT EXISTS (SELECT * FROM taken);
SELECT printf('%sPairs of %,d texts; good ones have an edit distance of at most %.4g of the length',
              char(10), (SELECT count(*) FROM taken), distance)
  FROM neardup_settings
 WHERE EXISTS (SELECT * FROM taken);

-- The bars show bad pairs, all to the same scale.
WITH shown AS (
    SELECT scheme, k, l, good, pairs - good AS bad, max(pairs - good) OVER () AS most,
           1000.0 * (pairs - good) / (SELECT count(*) FROM taken) AS rate
      FROM counted
     WHERE EXISTS (SELECT * FROM taken)
), drawn AS (
    SELECT *, substr('####################', 1, (20 * bad + most - 1) / most) AS bar
      FROM shown
)
SELECT iif(loss_free.l = 5,
           printf('%sK = %-2d    %-52sas for the report%s', char(10), k, 'without loss', char(10))
           || printf('  %3s  %9s %9s  %8s  %-20s%9s %9s  %8s%s', 'L', 'good', 'bad', 'in 1,000', '',
                     'good', 'bad', 'in 1,000', char(10)),
           '')
       || printf('  %3d  %,9d %,9d  %8.2f  %-20s', loss_free.l, loss_free.good, loss_free.bad,
                 loss_free.rate, loss_free.bar)
       || rtrim(printf('%,9d %,9d  %8.2f  %s', report.good, report.bad, report.rate, report.bar))
  FROM drawn AS loss_free
  JOIN drawn AS report USING (k, l)
 WHERE loss_free.scheme = 'wikiduper-fixed' AND report.scheme = 'wikiduper-report'
 ORDER BY k, l;

.read sql/analysis/end.sql
