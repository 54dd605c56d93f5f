-- judge_evidence.sql - reads the evidence about the pairs of temp.judged from the whole database, for pair_evidence.sql.

-- How often each word occurs. (This comes first, so that what the whole reading drives out of the cache is not yet what judging needs.)
CREATE TEMP TABLE word_frequency AS
SELECT merge_word_frequencies(value1) AS frequencies
  FROM (SELECT min(id) AS least FROM sentence)
 CROSS JOIN (SELECT max(id) AS most FROM sentence)
 CROSS JOIN in_parallel('SELECT word_frequencies(text) FROM sentence WHERE id BETWEEN @first AND @last',
                        least, most, 0, (SELECT threads FROM setting))
 WHERE EXISTS (SELECT * FROM judged);

-- In a large database each second sentence of a pair would have to be read from somewhere else on the disk, several times,
-- and so would what is known of it. These are read once, in order, and all together fit where the whole does not. `copies` are
-- those of its text if it is the first, else 0; `resembles` says how many texts.
CREATE TEMP TABLE judged_sentence (id INTEGER PRIMARY KEY, article_id INTEGER, position INTEGER, block TEXT, copies INTEGER,
                                   resembles INTEGER, text TEXT);

INSERT INTO temp.judged_sentence
WITH copied(sentence_id, copies) AS MATERIALIZED (
    SELECT first_id, count(*) FROM copy GROUP BY first_id
)
SELECT id, article_id, position, block, coalesce(copies, 0), coalesce(texts, 0), text
  FROM union_find_members((SELECT union_find(a, b) FROM judged))
 CROSS JOIN sentence ON id = member
  LEFT JOIN copied      ON copied.sentence_id = id
  LEFT JOIN resemblance ON resemblance.sentence_id = id;

-- Their articles, with the number of all its sentences, and the set of all words of these.
CREATE TEMP TABLE judged_article (id INTEGER PRIMARY KEY, source_id INTEGER, titled INTEGER, title TEXT, language TEXT,
                                  sentences INTEGER, words BLOB);

CREATE INDEX temp.judged_sentence_article ON judged_sentence(article_id);

INSERT INTO temp.judged_article
SELECT id, source_id, titled, title, language, value2, value3
  FROM (SELECT min(article_id) AS least, max(article_id) AS most FROM judged_sentence)
 CROSS JOIN in_parallel('
       SELECT article_id, count(*), word_set(text)
         FROM (SELECT DISTINCT article_id FROM judged_sentence WHERE article_id BETWEEN @first AND @last)
        CROSS JOIN sentence USING (article_id)
        GROUP BY article_id',
       least, most, 0, (SELECT threads FROM setting))
 CROSS JOIN article ON article.id = value1
 CROSS JOIN written_in ON article_id = value1;

-- Whether the pipeline has looked for pairs, and counted how many texts each resembles.
CREATE TEMP TABLE counted AS
SELECT EXISTS (SELECT * FROM detection WHERE compared > 0) AS pairs,
       EXISTS (SELECT * FROM resemblance)                  AS partners;
