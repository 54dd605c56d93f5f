-- require_vectors.sql - refuses to compare word vectors in a database without any: before the first stage, and again before they
-- are compared.

.bail on
.read sql/shared/require_tables.sql

SELECT neardup_error('parameters.vectors is ''words'', and the table word_vector is empty. Load word vectors first '
                     || '(neardup load FILE DB), or set ''tfidf''')
  FROM main.parameters
 WHERE detection <> 'minhash' AND vectors = 'words' AND NOT EXISTS (SELECT * FROM word_vector);
