-- report_figures.sql - the figures of the papers, from this database.
--
-- A part of the job report. It makes temp.figure (name, json); docs/guide/report.md says what each shows, and how.

CREATE TEMP TABLE figure (name TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID;

SELECT neardup_run('published.sql');
SELECT neardup_run('paper_clusters.sql', json_object('presets', iif(@papers IS NULL, '', 'wikiduper meng')));
SELECT neardup_run('power_law.sql');
INSERT INTO temp.zeta_wanted SELECT alpha, least FROM power_law WHERE name = 'neardup';

-- Clusters by size, as in Figure 2 of Weissman et al. 2015, and [alpha, least, c] of their power law c * size^-alpha.
INSERT INTO temp.figure
SELECT 'sizes', json_group_array(json_array(size, clusters)) FROM sized_by WHERE name = 'neardup'
 UNION ALL
SELECT 'law', json_array(alpha, least, round(clusters / value, 4))
  FROM power_law JOIN zeta USING (alpha, least)
 WHERE name = 'neardup' AND alpha < 8;

-- What figures say of the papers' own numbers.
INSERT INTO temp.figure
SELECT 'theirs', json_object('small', max(number) FILTER (WHERE paper = 'weissman' AND name = 'small clusters'),
                             'meng',  max(number) FILTER (WHERE paper = 'meng' AND part = 'found' AND name = 'clusters'),
                             'sites', max(number) FILTER (WHERE name = 'sites with cases'))
  FROM published;

-- Clusters by kind, as in Table 1 of Weissman et al., with the share there.
INSERT INTO temp.figure
SELECT 'kinds', json_group_array(json_array(kind, clusters, sentences, share))
  FROM (SELECT kind, count(*) AS clusters, sum(size) AS sentences, share
          FROM cluster
          LEFT JOIN (SELECT name, round(1.0 * number / sum(number) OVER (), 4) AS share
                       FROM published
                      WHERE paper = 'weissman' AND part = 'kinds') ON name = kind
         GROUP BY kind
         ORDER BY clusters DESC, kind);

-- Web sites by their pages that share passages with articles, 1,000 at most, the three of Alshomary et al. 2019, section 4, and
-- how many sites there are.
INSERT INTO temp.figure
SELECT 'sites', json_array(json_group_array(pages_reusing),
                           json((SELECT json_group_array(number)
                                   FROM (SELECT number
                                           FROM published
                                          WHERE name GLOB 'pages of the * site'
                                          ORDER BY number DESC))),
                           (SELECT count(*) FROM web_site WHERE pages_reusing > 0))
  FROM (SELECT pages_reusing FROM web_site WHERE pages_reusing > 0 ORDER BY pages_reusing DESC LIMIT 1000)
 GROUP BY NULL
HAVING count(*) > 0;
-- What Table 1 of Alshomary et al. has of text reuse.
INSERT INTO temp.figure
SELECT 'reuse',
       json_object('cases', cases, 'structure', structure, 'content', content, 'articles', articles,
                   'conflicts', (SELECT count(DISTINCT reuse_id) FROM reuse_divergence WHERE score >= 0.5),
                   'clusters', (SELECT count(*) FROM reuse_cluster),
                   'least', least, 'mean', mean, 'most', most)
  FROM (SELECT count(*) AS cases, count(*) FILTER (WHERE kind = 'structure') AS structure,
               count(*) FILTER (WHERE kind = 'content') AS content
          FROM reuse),
       (SELECT count(*) AS articles FROM (SELECT a FROM reuse UNION SELECT b FROM reuse)),
       (SELECT min(words) AS least, round(avg(words), 1) AS mean, max(words) AS most
          FROM (SELECT a_words AS words FROM reuse UNION ALL SELECT b_words FROM reuse));

-- ---- Recall -------------------------------------------------------------------------------------

-- By twentieths of Jaccard similarity; a share of fewer than 20 pairs says little. Beside it, the curves of the papers.
INSERT INTO temp.figure
WITH RECURSIVE met AS MATERIALIZED (
    -- Pairs that meet in one band: neighbours in some of its buckets, at most 40,000 and up to 50 of a bucket.
    -- Which bands share a bucket is independent of each other, given the two texts. So the share of these pairs
    -- that meet in another band, too, is an unbiased measure of what the other bands find by themselves. (A
    -- bucket is taken by its signature, which is a hash. CROSS JOIN fixes the join order: what has one row first.)
    WITH step(size) AS MATERIALIZED (
        SELECT max(1, count(*) / 40000) FROM signature
    ), bucket AS MATERIALIZED (
        SELECT band, sentence_id AS a,
               lead(sentence_id) OVER (PARTITION BY band, signature ORDER BY sentence_id) AS b,
               row_number() OVER (PARTITION BY band, signature ORDER BY sentence_id) AS place
          FROM setting CROSS JOIN step CROSS JOIN signature
         WHERE band <= bands AND signature % step.size = 0
    )
    SELECT band, a, b,
           jaccard(fold_text(x.text, fold), fold_text(y.text, fold), shingle) AS jaccard
      FROM setting
     CROSS JOIN bucket
     CROSS JOIN sentence AS x ON x.id = a
     CROSS JOIN sentence AS y ON y.id = b
     WHERE b IS NOT NULL AND place <= 50
), met_signature(sentence_id, band, signature) AS MATERIALIZED (
    SELECT sentence_id, band, signature
      FROM setting CROSS JOIN signature
     WHERE band <= bands AND sentence_id IN (SELECT a FROM met UNION SELECT b FROM met)
), step(jaccard) AS (
    SELECT 0 UNION ALL SELECT jaccard + 1 FROM step WHERE jaccard < 100
), curve(all_bands, one_less) AS (
    SELECT json_group_array(round(minhash_match_probability(jaccard / 100.0, bands, rows, hashes, scheme, seed), 4)),
           iif(bands > 1 AND scheme = 'banded',
               json_group_array(round(minhash_match_probability(jaccard / 100.0, max(bands - 1, 1), rows), 4)),
               NULL)
      FROM setting, step
), measured AS (
    SELECT min(CAST(20 * jaccard AS INTEGER), 19) AS twentieth, jaccard,
           EXISTS (SELECT *
                     FROM met_signature AS x
                     JOIN met_signature AS y USING (band, signature)
                    WHERE x.sentence_id = a AND y.sentence_id = b AND band <> met.band) AS found
      FROM met
), point AS (
    SELECT avg(jaccard) AS jaccard, avg(found) AS share, count(*) AS pairs
      FROM measured
     GROUP BY twentieth
    HAVING count(*) >= 20
), theirs AS (
    SELECT name, json_group_array(round(minhash_match_probability(jaccard / 100.0, bands, rows, hashes, scheme), 4)) AS found
      FROM paper_curve, step
     GROUP BY place
)
SELECT 'recall',
       json_object('bands', bands, 'rows', rows, 'least', jaccard_least, 'curve', json(all_bands),
                   'one_less', json(one_less),
                   'points', json((SELECT json_group_array(json_array(round(jaccard, 4), round(share, 4),
                                                                      pairs))
                                     FROM point)),
                   'theirs', json((SELECT json_group_array(json_array(name, json(found))) FROM theirs)))
  FROM setting, curve
 WHERE bands IS NOT NULL AND detection <> 'projection';

-- ---- Jaccard similarity and edit distance -------------------------------------------------------

-- Fiftieths of both, of about 100,000 pairs, or of all: Figure 1 of Ayhan, Bradley, Weissman 2013.
INSERT INTO temp.figure
WITH step(size) AS MATERIALIZED (
    SELECT max(1, pairs / 100000) FROM detection
), sampled AS MATERIALIZED (
    SELECT a, b, jaccard, edit_distance FROM step CROSS JOIN pair WHERE edit_distance > 0 AND (a + b) % size = 0
), class AS (
    SELECT min(CAST(50 * jaccard AS INTEGER), 49) AS similar,
           CAST(50.0 * edit_distance / max(length(fold_text(x.text, fold)), length(fold_text(y.text, fold)), 1)
                AS INTEGER) AS changed
      FROM setting
     CROSS JOIN sampled
     CROSS JOIN sentence AS x ON x.id = a
     CROSS JOIN sentence AS y ON y.id = b
)
SELECT 'distances', json_group_array(json_array(similar, changed, pairs))
  FROM (SELECT similar, changed, count(*) AS pairs FROM class GROUP BY similar, changed);

-- The length of a shingle as a part of that of the longer text, on average: the bounds depend on it.
INSERT INTO temp.figure
WITH step(size) AS MATERIALIZED (
    SELECT max(1, pairs / 10000) FROM detection
)
SELECT 'shingle_part', coalesce(round(avg(1.0 * shingle / max(length(x.text), length(y.text), 1)), 4), 0)
  FROM setting
 CROSS JOIN step
 CROSS JOIN pair
 CROSS JOIN sentence AS x ON x.id = a
 CROSS JOIN sentence AS y ON y.id = b
 WHERE edit_distance > 0 AND (a + b) % step.size = 0;

-- ---- Articles that share most -------------------------------------------------------------------

-- The 24 pairs of articles that share most clusters other than templates, two or more, and the other pairs of
-- these articles.
SELECT neardup_run('article_overlap.sql', '{"articles": 50}');

CREATE TEMP TABLE shared_most AS
WITH most AS MATERIALIZED (
    SELECT a, b FROM article_pair WHERE shared_plain >= 2 ORDER BY shared_plain DESC, a, b LIMIT 24
), chosen(article_id) AS MATERIALIZED (
    SELECT a FROM most UNION SELECT b FROM most
)
SELECT a, b, shared_plain AS shared
  FROM article_pair
 WHERE shared_plain >= 2 AND a IN (SELECT article_id FROM chosen) AND b IN (SELECT article_id FROM chosen)
 ORDER BY shared_plain DESC, a, b
 LIMIT 60;

-- ---- Figures that take longer than the rest of the report ---------------------------------------

-- How true the scores are, by people's verdicts; those that have learnt only if something was learnt.
INSERT INTO temp.figure
SELECT 'verdicts', json_object('verdicts', verdicts, 'contradictions', contradictions,
                               'drawn', (SELECT max(verdicts) = 'drawn' FROM verdict_figure), 'rows', json((
           SELECT json_group_array(json_array(scores = 'after', threshold, shown, "right", precision, precision_least, precision_most,
                                              recall, recall_least, recall_most))
             FROM (SELECT * FROM verdict_figure WHERE scores = 'before' OR model IS NOT NULL ORDER BY scores DESC, threshold))))
  FROM learnt;

-- What the scripts of sql/papers count with their own defaults. Without @papers they get nothing to count, and the page does not
-- draw these figures.

-- Cluster sizes by the settings of the papers, as in Table 5 and Figure 2 of Meng, Zheng 2018; 'theirs' is what that prints.
INSERT INTO temp.figure
SELECT 'paper_sizes', json_group_object(name, json(sizes))
  FROM (SELECT name, json_group_array(json_array(size, clusters)) AS sizes
          FROM (SELECT name, size, clusters FROM sized_by
                 UNION ALL
                SELECT 'theirs', CAST(name AS INTEGER), number FROM published WHERE paper = 'meng' AND part = 'sizes'
                 ORDER BY 1, 2)
         GROUP BY name)
 WHERE @papers IS NOT NULL
 GROUP BY NULL;

-- Sizes by random projection and a sliding window: clusters, and what that paper counts.
SELECT neardup_run('windowed_pairs.sql', json_object('bits', 100, 'permutations', 10, 'window', 10, 'distance', 5,
                                                     'sentences', iif(@papers IS NULL, 0, 100000)));
INSERT INTO temp.figure
SELECT 'window', json_object('sentences', (SELECT count(*) FROM projected_text), 'vectors', vectors,
                             'sizes', json((SELECT json_group_array(json_array(size, clusters, neighbourhoods))
                                              FROM windowed_size)))
  FROM windowed_vectors
 WHERE @papers IS NOT NULL;

-- Good and bad pairs by the length of a shingle and the minhashes in a signature: Figure 2 of Ayhan, Bradley, Weissman 2013.
SELECT neardup_run('swept_settings.sql', json_object('texts', iif(@papers IS NULL, 0, 10000), 'distance', 0.25, 'longest', 16));
INSERT INTO temp.figure
SELECT 'sweep', json_object('texts', (SELECT count(*) FROM swept_text),
                            'counts', json(json_group_array(json_array(scheme = 'wikiduper-report', k, l, good, pairs - good))))
  FROM swept
 WHERE @papers IS NOT NULL
 GROUP BY NULL;

-- What is left of the cases of text reuse if fewer candidates are aligned: section 3.2 of Alshomary et al. 2019.
SELECT neardup_run('candidate_cuts.sql', json_object('measure', iif(@papers IS NULL, 'none', 'tfidf')));
INSERT INTO temp.figure
SELECT 'cuts', json_group_array(json_array(name, alignments, with_case, round(share, 4)))
  FROM candidate_cut
 WHERE EXISTS (SELECT * FROM ranked_candidate)
 GROUP BY NULL;

-- Several ways of source retrieval, on a sample: Table 1 (middle) of that paper, which has the last ones.
SELECT neardup_run('retrieved_pairs.sql', json_object('articles', iif(@papers IS NULL, 0, 400), 'characters', 30000000));
INSERT INTO temp.figure
SELECT 'retrieval', json_object('drawn', drawn, 'others', others, 'pairs', (SELECT count(*) FROM true_pair),
                                'ways', json((SELECT json_group_array(json_array(way, name, candidates, round(each, 4),
                                                                                 round(recall, 4), precision))
                                                FROM (SELECT * FROM retrieved ORDER BY number))))
  FROM sample_size
 WHERE EXISTS (SELECT * FROM true_pair);
