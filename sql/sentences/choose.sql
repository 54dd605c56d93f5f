-- choose.sql - chooses the parameters that are NULL from the texts themselves: those that sampled_texts.sql takes from the database,
-- so the same texts give the same choice.
--
--   fold, shingles_*   Sentences of documents, such as articles, are compared as the papers do it: letter by
--                      letter, and without the short ones, which repeat by chance ("He died in 1925.").
--                      Where one text in twenty has marks of footnotes, which other programs leave,
--                      these do not count. Other texts, such as names of products, questions or reviews,
--                      are all compared, and capitals, accents, punctuation and white space do not count.
--                      But if two of three sentences of documents that are no wiki are short, they are
--                      compared, too.
--   shingle            12 characters for sentences of documents, as in the papers. Elsewhere the longest
--                      with which most texts keep a Jaccard similarity of 0.6 when one word of six
--                      letters is replaced. The change spoils six shingles, plus one fewer than a
--                      shingle has letters; that needs a text of 79 letters if a shingle has 12,
--                      of 59 if it has 8, 44 for 5, and 39 for 4. Nine of ten texts should be as long.
--                      Texts are never compared in fewer than 4 letters: among 6,000 names of products, 3
--                      instead of 4 finds one copy in 70 more and costs twice the candidates.
--                      Chinese, Japanese, Thai and Korean say more in a character; words are
--                      shorter, and three characters are as rare as five letters. In a mixture the
--                      shorter shingle counts. Chance resemblances grow with the square of the
--                      number of texts, so above 100,000 a shingle below 5 has one character more.
--   bands, rows        The fewest bands that find a pair of Jaccard similarity `jaccard_least` (but at least
--                      0.1 and at most 0.6) with a probability of 0.98, or 0.965 in documents; of the numbers
--                      of rows that can do so, the one that costs least. More rows cost hashing,
--                      fewer let unlike texts collide, and how many of these there are is seen in the
--                      sample: in texts with short shingles many have a similarity of 0.2. Documents keep 25
--                      bands of 4 rows. If you set the bands, they get the most rows that will do, and
--                      if you set the rows, the fewest bands. The schemes of the papers get what these have.

INSERT INTO main.choice
WITH sampled_text AS MATERIALIZED (
    SELECT text, length(text) AS length, of_document, of_wiki,
           coalesce(text_script(text) IN (SELECT name FROM dense_script), 0) AS dense
      FROM found_text
), tenth(dense, length) AS (
    -- Nine of ten texts are as long or longer.
    SELECT dense, length
      FROM (SELECT dense, length, row_number() OVER (PARTITION BY dense ORDER BY length) AS place,
                   count(*) OVER (PARTITION BY dense) AS texts
              FROM sampled_text)
     WHERE place = texts / 10 + 1
), measured AS (
    SELECT coalesce(avg(of_document) >= 0.5, 1) AS documents,
           coalesce(avg(dense), 0)              AS dense,
           coalesce(avg(fold_text(text, 'notes') <> text) >= 0.05, 0)             AS marked,
           coalesce(avg(length < 86) FILTER (WHERE NOT dense AND NOT of_wiki), 0) AS short,
           coalesce((SELECT length FROM tenth WHERE NOT dense), 1000)             AS tenth,
           coalesce((SELECT length FROM tenth WHERE dense), 1000)                 AS tenth_dense
      FROM sampled_text
), profile AS MATERIALIZED (
    SELECT *, CASE WHEN NOT documents THEN 'texts' WHEN dense >= 0.5 THEN 'dense sentences'
                   WHEN short > 0.67 THEN 'short sentences' ELSE 'sentences' END AS kind
      FROM measured
), usual(kind, least, reason) AS (
    VALUES ('texts',           1,  'all texts are compared'),
           ('dense sentences', 20, 'shorter sentences repeat by chance'),
           ('short sentences', 10, 'shorter sentences repeat by chance'),
           ('sentences',       75, 'the choice of the papers: shorter sentences repeat by chance')
), fitting(shingle) AS (
    SELECT min(iif(profile.dense > 0.95, 12,
                   (SELECT max(shingle) FROM fitting_shingle AS f WHERE NOT f.dense AND characters <= tenth)),
               iif(profile.dense < 0.05, 12,
                   (SELECT max(shingle) FROM fitting_shingle AS f WHERE f.dense AND characters <= tenth_dense)))
      FROM profile
), fitted(shingle, one_more) AS (
    SELECT shingle, shingle < 5 AND sentences > 100000 FROM fitting, sentence_count
)
SELECT 'shingles_least', iif(shingles_most IS NULL, least, min(least, shingles_most)), reason
  FROM parameters, profile JOIN usual USING (kind)
 WHERE shingles_least IS NULL
 UNION ALL
SELECT 'shingles_most', max(iif(documents, 600, 20000), ifnull(shingles_least, 0)),
       iif(documents, 'the choice of the papers: longer sentences are lists or tables',
                      'longer texts are compared better by the sentence')
  FROM profile, parameters
 WHERE shingles_most IS NULL
 UNION ALL
SELECT 'fold', CASE WHEN NOT documents THEN 'all' WHEN marked THEN 'notes' ELSE '' END,
       CASE WHEN NOT documents THEN 'capitals, accents, punctuation and white space do not count'
            WHEN marked THEN 'sentences of documents are compared letter by letter, without marks of footnotes'
            ELSE 'sentences of documents are compared letter by letter' END
  FROM profile, parameters
 WHERE fold IS NULL
 UNION ALL
SELECT 'shingle',
       CASE kind WHEN 'texts' THEN fitted.shingle + one_more WHEN 'sentences' THEN 12 ELSE 5 END,
       CASE kind WHEN 'dense sentences' THEN 'most sentences are Chinese, Japanese, Korean or Thai'
                 WHEN 'short sentences' THEN 'two of three sentences have fewer than 86 characters'
                 WHEN 'sentences'       THEN 'the choice of the papers for sentences'
                 ELSE iif(dense >= 0.05,
                          printf('%.0f %% of the texts are Chinese, Japanese, Korean or Thai, and nine of ten of '
                                 || 'these have %d characters or more', 100 * dense, tenth_dense),
                          printf('nine of ten texts have %d characters or more', tenth))
                      || iif(one_more, ', one more because there are more than 100,000', '') END
  FROM profile, fitted, parameters
 WHERE parameters.shingle IS NULL;

SELECT neardup_run('settings');

-- (Costs are those of choose_parameters.sql, in nanoseconds.)
INSERT INTO main.choice
WITH RECURSIVE sampled_text AS MATERIALIZED (
    SELECT row_number() OVER (ORDER BY sentence_id) AS number, length(text) AS length, text, of_document FROM found_text
), likeness AS MATERIALIZED (
    -- How alike texts are that have nothing to do with each other: 20,000 pairs of the sample, and a few that are assumed, for
    -- small databases. Texts much more alike than most follow a template. They are left out, because they meet in large buckets,
    -- where pairs.sql compares few: for first sentences of articles, 29 bands of 4 rows then cost half of what 138 bands of 7
    -- do, at the same probability.
    WITH folded AS MATERIALIZED (
        SELECT number, fold_text(text, fold) AS text
          FROM setting, sampled_text
         WHERE number <= 2000 + 7 * 89 AND length BETWEEN shingle AND 2000
    ), compared(similarity) AS MATERIALIZED (
        SELECT jaccard(x.text, y.text, shingle)
          FROM setting, json_each('[1, 2, 3, 5, 8, 13, 21, 34, 55, 89]') AS step, folded AS x
          JOIN folded AS y ON y.number = x.number + 7 * step.value
         WHERE x.number <= 2000
    )
    SELECT min(CAST(50 * similarity AS INTEGER) / 50.0 + 0.01, 1) AS similarity, count(*) AS pairs
      FROM compared
     WHERE similarity < max(0.2, 3 * (SELECT avg(similarity) FROM compared))
     GROUP BY 1
     UNION ALL
    SELECT 0.1, 20
), wanted(similarity, probability, documents) AS MATERIALIZED (
    SELECT min(max(jaccard_least, 0.1), 0.6), iif(documents, 0.965, 0.98), documents
      FROM setting, (SELECT coalesce(avg(of_document) >= 0.5, 1) AS documents FROM sampled_text)
), tried(rows, bands, probability) AS (
    SELECT value, coalesce(bands, 1), minhash_match_probability(similarity, coalesce(bands, 1), value)
      FROM wanted, parameters,
           json_each(iif(rows IS NULL, '[1, 2, 3, 4, 5, 6, 7, 8]', json_array(rows)))
     UNION ALL
    SELECT tried.rows, tried.bands + 1,
           minhash_match_probability(similarity, tried.bands + 1, tried.rows)
      FROM wanted, parameters, tried
     WHERE parameters.bands IS NULL AND tried.probability < wanted.probability
       AND tried.bands < 1024 AND (tried.bands + 1) * tried.rows <= 65536
), size(texts, shingles, unlike) AS MATERIALIZED (
    SELECT sentences, (SELECT max(avg(length), 1) FROM sampled_text), (SELECT sum(pairs) FROM likeness)
      FROM sentence_count
), banding AS (
    SELECT tried.bands, tried.rows, tried.probability, similarity, documents,
           tried.probability >= wanted.probability AS reached,
           0.1 * bands * rows * shingles * texts + 600 * bands * texts
           + 4000.0 * texts * texts / 2 / unlike
             * (SELECT total(pairs * minhash_match_probability(likeness.similarity, bands, rows))
                  FROM likeness) AS cost
      FROM wanted, tried, size
     WHERE reached OR (bands, rows) IN (SELECT max(bands), rows FROM tried GROUP BY rows)
), chosen AS MATERIALIZED (
    SELECT banding.bands, banding.rows,
           printf('pairs of Jaccard similarity %.4g are found with a probability of %.4g', similarity, probability) AS reason
      FROM banding, parameters
     ORDER BY documents AND jaccard_least >= 0.6 AND parameters.bands IS NULL AND banding.rows = 4 DESC,
              reached DESC,
              CASE WHEN NOT reached                  THEN -probability
                   WHEN parameters.bands IS NOT NULL THEN -banding.rows
                   ELSE cost END
     LIMIT 1
)
SELECT 'bands', iif(scheme = 'banded', chosen.bands, 10), iif(scheme = 'banded', reason, 'the choice of the papers')
  FROM parameters, chosen
 WHERE parameters.bands IS NULL
 UNION ALL
SELECT 'rows', iif(scheme = 'banded', chosen.rows, 10), iif(scheme = 'banded', reason, 'the choice of the papers')
  FROM parameters, chosen
 WHERE parameters.rows IS NULL;

SELECT neardup_run('settings');
