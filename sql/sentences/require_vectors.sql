-- require_vectors.sql - refuses to compare word vectors in a database without any, before anything is changed.

SELECT neardup_error('parameters.vectors is ''words'', and the table word_vector is empty. Load word vectors first '
                     || '(neardup load FILE DB), or set ''tfidf''')
  FROM main.parameters
 WHERE detection <> 'minhash' AND vectors = 'words' AND NOT EXISTS (SELECT * FROM word_vector);
