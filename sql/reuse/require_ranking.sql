-- require_ranking.sql - refuses a ranking of candidates that this database has no data for, which would cut without a word:
-- before the first stage, and again where candidates are ranked.
--
-- @measure is the ranking, and @parameter what it is called.

SELECT neardup_error(printf('%s is ''%s'', and there are no stop words for the language %s of source %d, only for %s. Set ''tfidf''',
                            @parameter, @measure, language, id, (SELECT group_concat(code, ', ') FROM stop_word_language)))
  FROM source
 WHERE @measure IN ('stopwords', 'hybrid') AND language IS NOT NULL
   AND neardup_language(language) NOT IN (SELECT code FROM stop_word_language);

SELECT neardup_error(printf('%s is ''%s'', and the table word_vector is empty. Load word vectors first (neardup load FILE DB), '
                            || 'or set ''tfidf''', @parameter, @measure))
 WHERE @measure IN ('words', 'hybrid') AND NOT EXISTS (SELECT * FROM word_vector);

SELECT neardup_error('score_least, rank_most and misses_most cut a ranking, and reuse_parameters.ranking is ''none''. '
                     || 'Set it to ''tfidf'', or these to NULL')
  FROM reuse_parameters
 WHERE @measure = 'none' AND coalesce(score_least, rank_most, misses_most) IS NOT NULL;
