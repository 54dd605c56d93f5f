-- views.sql - what scripts share: temporary views, which each job begins with. They cost nothing until they are read.

-- ---- Names and places ---------------------------------------------------------------------------

-- A unique name for each source: file and date, "dump.xml, 2024-01-01", and a number if both are equal. Files of word vectors
-- hold no texts and are left out.
CREATE TEMP VIEW source_name AS
SELECT id, name || ifnull(', ' || dump_date, '')
       || iif(count(*) OVER (PARTITION BY name, dump_date) > 1, ' (source ' || id || ')', '') AS name
  FROM source
 WHERE kind NOT IN ('word2vec', 'glove', 'fasttext');

-- What people are shown of an article: `name` is its title, or the first words of its text if it has none; with the key of the
-- row that it was read from if there is no title, or if another article of the source has it, too. A title that the loader made
-- up serves where there is no key. `key` has its type, but a blob is a text, such as X'0AFF'.
CREATE TEMP VIEW article_name AS
SELECT id, key,
       CASE WHEN key IS NULL THEN title
            WHEN NOT titled  THEN ifnull(beginning || ' ', '') || '(key ' || key || ')'
            WHEN EXISTS (SELECT * FROM article AS other
                          WHERE other.title = named.title AND other.source_id = named.source_id
                            AND other.id <> named.id) THEN title || ' (key ' || key || ')'
            ELSE title END AS name
  FROM (SELECT id, source_id, title, titled, iif(typeof(key) = 'blob', quote(key), key) AS key,
               (SELECT iif(length(text) <= 40, text,
                           coalesce(nullif(rtrim(rtrim(substr(text, 1, 40), replace(text, ' ', ''))), ''),
                                    substr(text, 1, 40)) || '…')
                  FROM sentence
                 WHERE article_id = article.id
                 ORDER BY position LIMIT 1) AS beginning
          FROM article) AS named;

-- Where sentences occur. For people: the article and the section; in `place` with the source, if there are several.
CREATE TEMP VIEW sentence_place AS
SELECT id, name, name || iif((SELECT count(*) FROM source_name) > 1, ' (' || source || ')', '') AS place
  FROM (SELECT sentence.id, article_name.name || iif(section = '', '', ' § ' || section) AS name,
               source_name.name AS source
          FROM sentence
          CROSS JOIN article      ON article.id      = article_id
          CROSS JOIN article_name ON article_name.id = article.id
          CROSS JOIN source_name  ON source_name.id  = source_id);

CREATE TEMP VIEW sentence_origin AS
SELECT sentence.id, source_name.name AS source, article_name.key, iif(titled, title, NULL) AS title,
       section, text
  FROM sentence
  JOIN article      ON article.id      = article_id
  JOIN article_name ON article_name.id = article.id
  JOIN source_name  ON source_name.id  = source_id;

-- Two sentences, a and b, whose texts somebody has judged, unless they were fixed and have returned, as in `pair_verdict`. (Without a
-- and b it would read all that there are.)
CREATE TEMP VIEW settled(a, b) AS
SELECT x.id, y.id
  FROM sentence AS x
 CROSS JOIN sentence AS y
 CROSS JOIN newest_verdict ON text_a = min(x.text, y.text) AND text_b = max(x.text, y.text) AND decides
 WHERE verdict <> 'fixed'
    OR NOT EXISTS (SELECT *
                     FROM text_seen AS p CROSS JOIN text_seen AS q
                    WHERE p.id = x.id AND q.id = y.id AND max(p.seen, q.seen) > datetime(judged_at)
                      AND (p.followed OR p.seen > datetime(judged_at))
                      AND (q.followed OR q.seen > datetime(judged_at)));

-- The verdicts that unite or divide clusters.
CREATE TEMP VIEW newest_link AS
SELECT text_a, text_b, verdict, judge FROM newest_verdict WHERE is_link;

-- The command lines that open this database in a shell, write its report, and search it again; no row if it has no file.
CREATE TEMP VIEW shell_command AS
SELECT 'sqlite3 ' || quoted AS command, 'neardup report ' || quoted AS report, 'neardup ' || quoted AS find
  FROM (SELECT iif(file GLOB '*[^A-Za-z0-9_./+-]*', '''' || replace(file, '''', '''\''''') || '''', file) AS quoted
          FROM pragma_database_list
         WHERE name = 'main' AND file <> '');

-- ---- Words --------------------------------------------------------------------------------------

-- How words are printed where the terminal shows it.
CREATE TEMP VIEW style AS
SELECT neardup_style('bold')  AS bold,
       neardup_style('faint') AS faint,
       neardup_style('red')   AS red,
       neardup_style('green') AS green,
       neardup_style('plain') AS plain;

-- What texts are called. If no source is a dump, or was filled by hand, its articles are records; and what the loader did not
-- split is no sentence. (A plural is made by the precision of its last letter: printf('%,d case%.*s', n, n <> 1, 's').)
CREATE TEMP VIEW noun AS
SELECT iif(min(kind IN ('text', 'csv', 'tsv', 'jsonl', 'sqlite')), 'record', 'article') AS article,
       iif(min(kind <> 'mediawiki' AND ' ' || options || ' ' LIKE '% whole %'), 'text', 'sentence') AS sentence
  FROM source
 WHERE kind NOT IN ('word2vec', 'glove', 'fasttext');

-- The kinds of clusters in the order of Weissman et al. 2015, Table 1, followed by our own. Any other kind is listed last.
CREATE TEMP VIEW known_kind(kind, place) AS
VALUES ('template', 1), ('identical', 2), ('copyedit', 3), ('drift', 4), ('reference', 5), ('other', 6), ('mixed', 7);

-- ---- What is compared ---------------------------------------------------------------------------

-- Every sentence with its text after folding, or NULL if it is in a table and these are left out. (Each mention of `text` folds
-- it.)
CREATE TEMP VIEW folded_sentence(id, text) AS
SELECT id,
       iif(block = 'table' AND NOT (SELECT tables FROM setting), NULL,
           iif((SELECT fold = '' FROM setting), text, fold_text(text, (SELECT fold FROM setting))))
  FROM sentence;

-- Of how many characters a text is that is compared. (A text shorter than a shingle is one shingle; one of nothing but punctuation has none.)
CREATE TEMP VIEW length_limit(length_least, length_most) AS
SELECT iif(shingles_least = 1, 1, shingles_least + shingle - 1), shingles_most + shingle - 1
  FROM setting;

-- The sentences that are compared, with the first that has the same text after folding, possibly itself. To join on first_id,
-- the table `copy` is faster.
CREATE TEMP VIEW compared_sentence(sentence_id, first_id) AS
SELECT id, coalesce(first_id, id)
  FROM folded_sentence LEFT JOIN copy ON sentence_id = id
 WHERE length(text) BETWEEN (SELECT length_least FROM length_limit) AND (SELECT length_most FROM length_limit)
   AND id <= coalesce((SELECT last_id FROM detection), id);

-- Where several processes share the work of comparing, a text is owned by one: `owned` is 0 for those that another one compares
-- with the texts of greater ids. Who divides it puts another view in the place of this one.
CREATE TEMP VIEW compared_text AS
SELECT id, text, 1 AS owned FROM sentence;

-- A text that resembles more than `resembling_most` others follows a template, and is no near miss.
CREATE TEMP VIEW judging_limit AS
SELECT 0.4  AS resembling_least,                -- Jaccard similarity
       6    AS resembling_most,
       0.01 AS alias_score_least;               -- from which on a conflict of two names is looked up in articles

-- Scripts that say more in a character; and the longest shingle for texts of this number of characters or more: choose.sql.
CREATE TEMP VIEW dense_script(name) AS
VALUES ('Han'), ('Japanese'), ('Hiragana'), ('Katakana'), ('Hangul'), ('Thai'), ('Lao'), ('Khmer'),
       ('Myanmar'), ('Tibetan');

CREATE TEMP VIEW fitting_shingle(dense, characters, shingle) AS
VALUES (0, 86, 12), (0, 60, 8), (0, 40, 5), (0, 0, 4),
       (1, 32, 5), (1, 12, 3), (1, 0, 2);

-- What stopword_ngrams() calls the languages of sources.
CREATE TEMP VIEW stop_word_language(code, language) AS
VALUES ('de', 'german'), ('en', 'english'), ('es', 'spanish'), ('fr', 'french'), ('it', 'italian'), ('nl', 'dutch'),
       ('pt', 'portuguese'), ('ru', 'russian');

-- What the stages of text reuse work with: the values of `reuse_parameters`, and in place of each NULL what they have chosen.
CREATE TEMP VIEW reuse_setting AS
SELECT coalesce(compare,     (SELECT value FROM reuse_choice WHERE name = 'compare'))     AS compare,
       coalesce(bands,       (SELECT value FROM reuse_choice WHERE name = 'bands'))       AS bands,
       coalesce(bucket_most, (SELECT value FROM reuse_choice WHERE name = 'bucket_most')) AS bucket_most,
       passage_length, shingle, rows, comparisons_most, neighbours, representatives, seed, seed_words,
       gap, seeds_least, length_least, similarity_least, measure, occurrences_most, join_gap,
       unmatched_cost, shadow_most, overlap_least, ranking, score_least, rank_most, misses_most, threads, memory
  FROM reuse_parameters;

-- A number for what each article says now. To read it takes reading all texts.
CREATE TEMP VIEW article_fingerprint(article_id, fingerprint) AS
SELECT value1, value2
  FROM (SELECT coalesce(min(article_id), 0) AS least FROM sentence)
 CROSS JOIN (SELECT coalesce(max(article_id), 0) AS most FROM sentence)
 CROSS JOIN in_parallel('
       SELECT article_id, rows_fingerprint(sentence.id, position, block, text, title, titled, source_id)
         FROM sentence LEFT JOIN article ON article.id = article_id
        WHERE article_id BETWEEN @first AND @last
        GROUP BY article_id',
       least, most);

-- What clusters depend on besides pairs; and for people, without the end of a sentence, that it is not what they were made with.
CREATE TEMP VIEW link_fingerprint(fingerprint) AS
SELECT rows_fingerprint(text_a, text_b, verdict, judge) FROM newest_link;

CREATE TEMP VIEW changed_links(said) AS
SELECT 'verdicts that unite or divide clusters were given or taken back since these were made'
  FROM stage, link_fingerprint
 WHERE name = 'clusters' AND instr(basis, '"links":' || fingerprint || '}') = 0
   AND (fingerprint <> 0 OR instr(basis, '"links":') > 0);
