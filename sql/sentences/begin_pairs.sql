-- begin_pairs.sql - the beginning of stages 1 and 2.

SELECT neardup_error('parameters.vectors is ''words'', and the table word_vector is empty. Load word vectors first '
                     || '(neardup load FILE DB), or set ''tfidf''')
  FROM main.parameters
 WHERE detection <> 'minhash' AND vectors = 'words' AND NOT EXISTS (SELECT * FROM word_vector);

DROP INDEX IF EXISTS main.member_sentence;      -- which says that there are clusters

-- (signatures.sql has counted the texts.)
REPLACE INTO main.detection (rowid, compared, texts, texts_in_large_buckets, colliding_signatures,
                             large_buckets, candidates, left_out, last_id)
SELECT 1, (SELECT compared FROM detection), (SELECT texts FROM detection), 0, (SELECT count(*) FROM signature), 0, 0, 0,
       (SELECT last_id FROM detection);
