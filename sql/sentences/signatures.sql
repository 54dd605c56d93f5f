-- signatures.sql - stage 1: which sentences share a signature, and so form a bucket; and which are copies, or not compared.
--
-- Of equal texts only the first has signatures, so copies never fill a bucket. If only projection detects
-- pairs, the copies are all that is wanted.
--
-- fold_text() evens out what does not count, such as capitals; texts that it makes equal are equal here. neardup_progress()
-- returns its first argument, and on a terminal shows how far a statement has come.

-- All processors read the texts, once, and note what each article says; all else that there is to know of them is asked of one
-- collection. (The fingerprint is that of article_fingerprint. Without articles the collection is empty. `=` makes a row of the
-- collection none of the table's.)
SELECT keep_collection('texts', (SELECT collect_signatures(id, text) FROM sentence WHERE false));

WITH wanted(family) AS (
    SELECT json_object('shingle', shingle, 'bands', bands, 'rows', rows, 'hashes', hashes, 'scheme', scheme, 'seed', seed)
      FROM setting
     WHERE detection <> 'projection'
     UNION ALL
    SELECT json_object('shingle', shingle, 'bands', 1, 'rows', 1, 'hashes', 1, 'scheme', 'banded', 'seed', 1)
      FROM setting
     WHERE detection = 'projection'
), compared(parameters) AS (
    SELECT json_patch(family, json_object('fold', fold, 'tables', tables, 'threads', threads, 'memory', memory,
                                          'least', length_least, 'most', length_most))
      FROM wanted, setting, length_limit
)
INSERT INTO main.compared_article
SELECT 'pairs', neardup_progress(value1, 'Stage 1 of 4, signatures', sentences, CAST(share * sentences AS INTEGER),
                                 44 * sentences / 10), value2
  FROM setting
 CROSS JOIN compared
 CROSS JOIN sentence_count
 CROSS JOIN (SELECT coalesce(min(article_id), 0) AS least FROM sentence)
 CROSS JOIN (SELECT coalesce(max(article_id), 0) AS most FROM sentence)
 CROSS JOIN in_parallel('
       SELECT article_id, rows_fingerprint(sentence.id, position, block, text, title, titled, source_id),
              collect_signatures(sentence.id, iif(@fold = '''', text, fold_text(text, @fold)), @shingle, @bands, @rows, @hashes,
                                 @scheme, @seed, @threads, @memory, NULL, @least, @most)
              FILTER (WHERE block <> ''table'' OR @tables)
         FROM sentence LEFT JOIN article ON article.id = article_id
        WHERE article_id BETWEEN @first AND @last
        GROUP BY article_id',
       least, most, 0, setting.threads, compared.parameters)
 WHERE iif(ended, keep_collection('texts', collection) = 0, true);

INSERT INTO main.copy
SELECT id, first_id
  FROM signature_copies(kept_collection('texts'))
 ORDER BY id;

INSERT INTO main.signature
SELECT band, signature, id
  FROM setting CROSS JOIN shared_signatures(kept_collection('texts'))
 WHERE detection <> 'projection';

-- What is not counted has no text, since it is in a table.
INSERT INTO main.not_compared
WITH counted(name, texts) AS (
    SELECT name, number FROM collection_counts(kept_collection('texts'))
), other(reason, sentences) AS (
    SELECT iif(name = 'empty', 'marks', name), texts FROM counted WHERE name <> 'texts'
     UNION ALL
    SELECT 'table', sentences - (SELECT sum(texts) FROM counted) FROM sentence_count
)
SELECT reason, sentences FROM other WHERE sentences > 0 OR reason = 'shorter';

REPLACE INTO main.detection (rowid, compared, texts, last_id)
SELECT 1, number, number - (SELECT count(*) FROM copy), (SELECT max(id) FROM sentence)
  FROM collection_counts(kept_collection('texts'))
 WHERE name = 'texts';

SELECT keep_collection('texts');

-- How many buckets have how many texts.
CREATE TEMP TABLE bucket_size AS
SELECT texts, count(*) AS buckets
  FROM (SELECT count(*) AS texts FROM signature GROUP BY band, signature)
 GROUP BY texts;
SELECT neardup_run('bucket_limit.sql');
SELECT neardup_run('settings');

-- A bucket of more than `bucket_most` texts holds what the sentences of one template have in common,
-- and pairs.sql does not compare all its texts. To find their pairs nevertheless, these texts get a
-- second set of bands with another seed: two texts that share more than the template meet in a small
-- bucket of one set or the other. The schemes of the papers have no second set.
INSERT INTO main.signature
WITH large AS (
    SELECT band, signature
      FROM signature
     WHERE EXISTS (SELECT * FROM setting JOIN bucket_size ON texts > bucket_most)
     GROUP BY band, signature
    HAVING count(*) > (SELECT bucket_most FROM setting)
)
SELECT bands + band, signature, id
  FROM setting,
       shared_signatures((SELECT collect_signatures(id, text, shingle, bands, rows, hashes, scheme, seed + 1,
                                                    threads, memory)
                            FROM setting, folded_sentence
                           WHERE scheme = 'banded'
                             AND id IN (SELECT sentence_id FROM large CROSS JOIN signature USING (band, signature))));
