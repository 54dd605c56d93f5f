-- history_texts.sql - makes temporary tables: which article had which texts when, which replaced which, and which are alike.
--
-- A revision is as old as its time says. Dumps nearly always have revisions in this order; if those of an article of up to
-- 2,000 revisions are in another order, a sentence is as old as the oldest revision of its spans.

SELECT neardup_error(ifnull(nullif(file, ''), 'this database')
                     || ' has no history. Load a dump of all revisions: neardup --history DUMP --db NEW')
  FROM pragma_database_list
 WHERE name = 'main' AND NOT EXISTS (SELECT * FROM main.history_sentence);

-- Revisions with a time, in seconds since 1970, and a text.
CREATE TEMP TABLE moment (revision_id INTEGER PRIMARY KEY, at INTEGER);

INSERT INTO temp.moment
SELECT id, strftime('%s', time)
  FROM revision
 WHERE has_text AND strftime('%s', time) IS NOT NULL;

-- Sentences of prose and lists within the limits of length. Those of equal text have the same text_id, the smallest of their ids.
CREATE TEMP TABLE told (id INTEGER PRIMARY KEY, article_id INTEGER, title TEXT, text_id INTEGER);

INSERT INTO temp.told
SELECT id, article_id, title, min(id) OVER (PARTITION BY folded)
  FROM (SELECT history_sentence.id, article_id, title, fold_text(text, fold) AS folded
          FROM setting
         CROSS JOIN history_sentence
         CROSS JOIN article ON article.id = article_id
         WHERE block IN ('prose', 'list')), length_limit
 WHERE length(folded) BETWEEN length_least AND length_most;

CREATE INDEX temp.told_text ON told(text_id, article_id);

-- When each stood: the revisions, the times, `ends` when the next revision lacked it (NULL: it stands), and the revision before.
CREATE TEMP TABLE presence (id INTEGER, first_id INTEGER, last_id INTEGER, begins INTEGER, ends INTEGER, before INTEGER,
                            PRIMARY KEY (id, first_id)) WITHOUT ROWID;

INSERT INTO temp.presence
WITH disordered AS MATERIALIZED (
    SELECT article_id
      FROM (SELECT article_id, at < lag(at) OVER (PARTITION BY article_id ORDER BY revision.id) AS back
              FROM revision JOIN moment ON moment.revision_id = revision.id)
     GROUP BY article_id
    HAVING max(back) AND count(*) <= 2000
)
SELECT id, first_id, last_revision_id, moment.at,
       (SELECT at FROM moment WHERE revision_id = next_id), before
  FROM (SELECT told.id, last_revision_id,
               iif(article_id IN (SELECT article_id FROM disordered),
                   (SELECT revision.id
                      FROM revision JOIN moment ON moment.revision_id = revision.id
                     WHERE revision.article_id = told.article_id
                       AND revision.id BETWEEN first_revision_id AND last_revision_id
                     ORDER BY at, revision.id
                     LIMIT 1),
                   first_revision_id) AS first_id,
               (SELECT revision.id
                  FROM revision CROSS JOIN moment ON moment.revision_id = revision.id
                 WHERE revision.article_id = told.article_id AND revision.id > last_revision_id
                 ORDER BY revision.id
                 LIMIT 1) AS next_id,
               (SELECT revision.id
                  FROM revision CROSS JOIN moment ON moment.revision_id = revision.id
                 WHERE revision.article_id = told.article_id AND revision.id < first_revision_id
                 ORDER BY revision.id DESC
                 LIMIT 1) AS before
          FROM told JOIN history_span ON history_sentence_id = told.id)
  JOIN moment ON moment.revision_id = first_id;

-- The first and the last revision that has each sentence.
CREATE TEMP TABLE life (id INTEGER PRIMARY KEY, first_id INTEGER, last_id INTEGER, born INTEGER, before INTEGER);

INSERT INTO temp.life
SELECT id, first_id, (SELECT max(last_id) FROM presence AS any WHERE any.id = presence.id), min(begins), before
  FROM presence
 GROUP BY id;

-- ---- Similar texts, of any two articles or of one: as in the pipeline, with its settings ----

-- By text_id, a < b.
CREATE TEMP TABLE alike (a INTEGER, b INTEGER, jaccard REAL, PRIMARY KEY (a, b)) WITHOUT ROWID;

INSERT OR IGNORE INTO temp.alike
WITH distinct_text AS NOT MATERIALIZED (
    SELECT told.id, fold_text(text, fold) AS text
      FROM setting CROSS JOIN told JOIN history_sentence USING (id)
     WHERE told.id = text_id
), shared AS MATERIALIZED (
    SELECT band, signature, id
      FROM setting,
           shared_signatures((SELECT collect_signatures(neardup_progress(id, 'Step 1 of 2, signatures'), text, shingle, bands, rows,
                                                        bands * rows, 'banded', 1, threads, memory)
                                FROM setting CROSS JOIN distinct_text))
)
SELECT neardup_progress(a, 'Step 2 of 2, comparing'), b, jaccard
  FROM setting
 -- (As in pairs.sql.)
 CROSS JOIN (SELECT max(16, CAST(memory * 1000000 / (250 + 8 * coalesce(avg(length(text)), 0)) AS INTEGER)) AS most
               FROM setting CROSS JOIN (SELECT text FROM distinct_text LIMIT 1000)) AS part_limit
 CROSS JOIN bucket_parts((SELECT collect_buckets(band, signature, id, max(1, memory / 4))
                            FROM setting, (SELECT * FROM shared ORDER BY band, signature)),
                         part_limit.most, setting.bucket_most, setting.bands) AS part
 CROSS JOIN similar_pairs((SELECT collect_texts(id, text, met.buckets, 1)
                             FROM bucket_texts(part.buckets) AS met
                            CROSS JOIN distinct_text USING (id)),
                          setting.shingle, setting.jaccard_least, 0.0,
                          setting.bucket_most, setting.neighbours, setting.representatives, setting.bands,
                          setting.threads);

CREATE INDEX temp.alike_b ON alike(b);

-- ---- Rewordings: a sentence that a revision brings, and a similar one of the same article that was not there any more ----

-- What each sentence replaced when it first came.
CREATE TEMP TABLE succession (id INTEGER PRIMARY KEY, replaced_id INTEGER, revision_id INTEGER, jaccard REAL);

INSERT INTO temp.succession
WITH departure AS MATERIALIZED (
    SELECT presence.id, article_id, last_id
      FROM presence JOIN told USING (id)
     WHERE ends IS NOT NULL
), arrival AS MATERIALIZED (
    -- What a revision brings, and what the revision before had. Where it exchanges most of a long article, texts that are similar
    -- anyway must do.
    SELECT first_id AS revision_id, article_id, before, life.id
      FROM life JOIN told USING (id)
     WHERE before IS NOT NULL
), busy(article_id, before) AS MATERIALIZED (
    SELECT article_id, before
      FROM arrival AS came
     GROUP BY article_id, before
    HAVING count(*) * (SELECT count(*) FROM departure
                        WHERE departure.article_id = came.article_id AND last_id = came.before) > 10000
), exchanged AS (
    SELECT arrival.id, departure.id AS replaced_id, revision_id,
           jaccard(fold_text(new.text, fold), fold_text(old.text, fold), shingle) AS jaccard, contradiction_least
      FROM setting
     CROSS JOIN arrival
     CROSS JOIN departure ON departure.article_id = arrival.article_id AND last_id = before
     CROSS JOIN history_sentence AS new ON new.id = arrival.id
     CROSS JOIN history_sentence AS old ON old.id = departure.id
     WHERE (arrival.article_id, before) NOT IN (SELECT article_id, before FROM busy)
)
SELECT id, replaced_id, revision_id, max(jaccard)
  FROM exchanged
 WHERE jaccard >= contradiction_least
 GROUP BY id;

-- What was gone for a while when another wording of it came.
INSERT OR IGNORE INTO temp.succession
SELECT id, replaced_id, first_id, max(jaccard)
  FROM (SELECT life.id, life.first_id, other.id AS replaced_id, jaccard
          FROM alike
         CROSS JOIN (SELECT 0 AS turned UNION ALL SELECT 1)
         CROSS JOIN told AS new ON new.text_id = iif(turned, a, b)
         CROSS JOIN told AS old ON old.text_id = iif(turned, b, a) AND old.article_id = new.article_id
         CROSS JOIN life ON life.id = new.id
         CROSS JOIN life AS other ON other.id = old.id AND other.first_id < life.first_id
         WHERE NOT EXISTS (SELECT * FROM presence
                            WHERE presence.id = old.id AND life.first_id BETWEEN presence.first_id AND presence.last_id))
 GROUP BY id;

-- The same text in another section, or as another sort of paragraph.
INSERT OR REPLACE INTO temp.succession
SELECT id, replaced_id, first_id, 1.0
  FROM (SELECT life.id, life.first_id, other.id AS replaced_id, max(other.first_id)
          FROM life
         CROSS JOIN told AS new ON new.id = life.id
         CROSS JOIN told AS old ON old.text_id = new.text_id AND old.article_id = new.article_id AND old.id <> new.id
         CROSS JOIN life AS other ON other.id = old.id AND other.first_id < life.first_id
         GROUP BY life.id);
