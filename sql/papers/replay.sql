-- replay.sql - what the papers found, what their settings find here, and what neardup finds.
--
-- For the sentences of this database it makes the signatures that published.sql names, joins the sentences that share one,
-- without a second pass, and prints beside each other
--
--   Weissman et al. 2015, Experimental Results and Table 1       as the text has it, and as the program does it
--   Ayhan, Bradley, Weissman 2013, section 6 and Table 1         the first twenty sentences of a bucket
--   Meng, Zheng 2018, section 5 and Table 5                      its clusters: a sentence and those that it is paired with
--
-- with the power law of the cluster sizes. Readers labelled the papers' clusters; here, a cluster gets the kind of the row of
-- `cluster` that has most of its sentences. If no two of its sentences are in one cluster, it is "not similar".

SELECT neardup_run('published.sql');
SELECT neardup_run('contradiction_estimate.sql');

SELECT neardup_run('paper_clusters.sql', '{"presets": "weissman wikiduper ayhan meng"}');
SELECT neardup_run('power_law.sql');

-- ---- The same numbers here -----------------------------------------------------------------------

INSERT INTO temp.member_here SELECT 'neardup', cluster_id, sentence_id FROM member;

-- The columns of each paper's table; `most` is the size of the largest cluster that it calls small.
CREATE TEMP VIEW column_here(paper, place, preset, heading, most) AS
VALUES ('weissman', 1, 'weissman',  'its text',    10),
       ('weissman', 2, 'wikiduper', 'its program', 10),
       ('weissman', 3, 'neardup',   'neardup',     10),
       ('ayhan',    1, 'ayhan',     'its program', 30),
       ('ayhan',    2, 'neardup',   'neardup',     30),
       ('meng',     1, 'meng',      'its program', 20),
       ('meng',     2, 'wikiduper', 'union-find',  20),
       ('meng',     3, 'neardup',   'neardup',     20);

CREATE TEMP TABLE found_here(part, paper, place, name, number);
INSERT INTO temp.found_here
WITH measured AS (
    SELECT paper, place, sum(clusters) AS clusters, sum(clusters * size) AS sentences, max(size) AS largest,
           total(clusters) FILTER (WHERE size <= most) / sum(clusters) AS small,
           total(clusters * size) FILTER (WHERE size > most) / sum(clusters * size) AS in_large,
           sum(iif(size >= 1700, clusters, 0)) AS huge
      FROM column_here JOIN sized_by ON sized_by.name = preset
     GROUP BY paper, place
), spread AS (
    SELECT paper, place, count(DISTINCT text) AS texts, count(DISTINCT article_id) AS articles
      FROM column_here JOIN member_here USING (preset) JOIN sentence ON sentence.id = sentence_id
     GROUP BY paper, place
), law AS (
    SELECT paper, place, alpha, least FROM column_here JOIN power_law ON power_law.name = preset WHERE alpha < 8
)
SELECT 'found', *
  FROM (SELECT paper, place, 'articles', (SELECT count(*) FROM article) FROM column_here
         UNION ALL
        SELECT paper, place, 'sentences', (SELECT count(*) FROM sentence) FROM column_here
         UNION ALL
        SELECT paper, place, 'of a length within the limits',
               iif(preset = 'neardup', (SELECT compared FROM detection),
                   (SELECT sentences FROM compared_here WHERE compared_here.preset = replace(column_here.preset, 'meng', 'wikiduper')))
          FROM column_here
         UNION ALL
        SELECT paper, place, 'similar pairs',
               CASE preset WHEN 'neardup' THEN (SELECT count(*) FROM pair)
                           WHEN 'meng'    THEN (SELECT count(*) FROM link_here)
                           ELSE (SELECT count(*)
                                   FROM (SELECT DISTINCT x.id, y.id
                                           FROM met_here AS x JOIN met_here AS y USING (preset, band, signature)
                                          WHERE preset = 'ayhan' AND x.place < y.place)) END
          FROM column_here
         WHERE paper <> 'weissman' AND preset <> 'wikiduper'
         UNION ALL
        SELECT paper, place, 'clusters', clusters FROM measured
         UNION ALL
        SELECT paper, place, 'small clusters', small FROM measured
         UNION ALL
        SELECT paper, place, 'sentences in clusters', sentences FROM measured WHERE paper <> 'meng'
         UNION ALL
        SELECT paper, place, 'in the larger ones', in_large FROM measured WHERE paper <> 'meng'
         UNION ALL
        SELECT paper, place, 'different texts among them', texts FROM spread WHERE paper <> 'meng'
         UNION ALL
        SELECT paper, place, 'articles in which they stand', articles FROM spread WHERE paper <> 'meng'
         UNION ALL
        SELECT paper, place, 'sentences in the largest cluster', largest FROM measured
         UNION ALL
        SELECT paper, place, 'clusters of 1,700 and more', huge FROM measured WHERE paper = 'weissman'
         UNION ALL
        SELECT paper, place, 'power law, exponent', alpha FROM law
         UNION ALL
        SELECT paper, place, 'power law, from size', least FROM law);

-- What the clusters are, as shares of all.
INSERT INTO temp.found_here
WITH both AS (
    SELECT preset, here.cluster_id, member.cluster_id AS ours, count(member.cluster_id) AS sentences
      FROM member_here AS here LEFT JOIN member USING (sentence_id)
     GROUP BY preset, here.cluster_id, member.cluster_id
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY preset, cluster_id ORDER BY sentences DESC, ours) AS place FROM both
), kind_here AS MATERIALIZED (
    SELECT preset, cluster_id, iif(sentences > 1, kind, 'not similar') AS kind
      FROM ranked LEFT JOIN cluster ON cluster.id = ours
     WHERE place = 1
)
SELECT 'kinds', paper, place, kind, 1.0 * count(*) / sum(count(*)) OVER (PARTITION BY paper, place)
  FROM column_here JOIN kind_here USING (preset)
 WHERE paper <> 'meng'
 GROUP BY paper, place, kind;
INSERT INTO temp.found_here
SELECT part, paper, 0, name, 1.0 * number / sum(number) OVER (PARTITION BY paper) FROM published WHERE part = 'kinds';
INSERT INTO temp.found_here                     -- (neardup has verified its pairs, so its own precision would say nothing.)
SELECT part, paper, place, 'precision', 1 - total(number) FILTER (WHERE name IN ('other', 'not similar'))
  FROM found_here LEFT JOIN column_here USING (paper, place)
 WHERE part = 'kinds' AND preset IS NOT 'neardup'
 GROUP BY paper, place;
INSERT INTO temp.found_here
SELECT 'kinds', paper, place, 'estimate', range FROM column_here, drift_said WHERE preset = 'neardup' AND paper <> 'meng';

-- ---- What is printed -----------------------------------------------------------------------------

SELECT char(10) || 'There are no clusters.'
 WHERE NOT EXISTS (SELECT * FROM cluster);

-- A heading, the rows in which something stands, in their order, and why they differ.
WITH heading_here(number, paper, part, text, why) AS (
    VALUES (1, 'weissman', 'found', 'Weissman et al. 2015, Experimental Results',
            'Theirs are all 10.2 million pages of July 2013, six million redirects among them. Their program draws hash functions '
            || 'with replacement, so that it finds 0.91 of the pairs of a Jaccard similarity of 0.9, not the 0.99 of the formula; it also '
            || 'joins clusters where its files meet. They compare sentences of footers as far as they are not cut away with what '
            || 'follows, take away commas, and begin sentences at capitals of ASCII only. neardup finds 0.97 of the pairs of 0.6, and '
            || 'keeps only those that reach 0.6 when they are compared.'),
           (2, 'weissman', 'kinds', 'Weissman et al. 2015, Table 1',
            'Readers labelled 2,094 clusters; here neardup judges all. Their program finds a third of the pairs of 0.7, so more of '
            || 'its clusters are copies. Their other clusters are alike by chance or by an error of their chunker: here these are '
            || 'not similar, in no cluster of verified pairs, or other, no sentences. The paper prints 0.029 for 103 of 2,094. '
            || (SELECT words FROM drift_said)),
           (3, 'ayhan', 'found', 'Ayhan, Bradley, Weissman 2013, section 6',
            'Theirs are the 4.1 million articles of April 2013. Of a bucket their program takes the first twenty sentences, so '
            || 'large templates fall into parts, and it packs the bytes of a shingle into four, so unlike sentences meet.'),
           (4, 'ayhan', 'kinds', 'Ayhan, Bradley, Weissman 2013, Table 1',
            'Readers labelled 824 clusters, mostly small ones, which are copies more often.'),
           (5, 'meng', 'found', 'Meng, Zheng 2018, section 5',
            'Theirs are the 5.7 million articles of December 2015. Their program joins no clusters: it prints each sentence with '
            || 'those that it is paired with. By union-find there are fewer, and larger ones.'),
           (6, 'meng', 'sizes', 'Meng, Zheng 2018, Table 5 and Figure 2',
            'A sentence has ten signatures, and each links it to the first sentence of a bucket. With itself that makes eleven '
            || 'at most, for copies: the spike at 10 and 11 in theirs, at 11 here. Clusters by union-find have none.')
), number_here(paper, part, place, name, text) AS MATERIALIZED (
    SELECT paper, part, place, name,
           CASE WHEN typeof(number) = 'integer' THEN printf('%,d', number)
                WHEN typeof(number) = 'real' AND number <= 1 THEN printf('%.1f %%', 100 * number)
                WHEN typeof(number) = 'real' THEN printf('%.2f', number)
                ELSE number END
      FROM (SELECT paper, part, place, name, number FROM found_here
             UNION ALL
            SELECT paper, part, 0, name, number FROM published WHERE part IN ('found', 'sizes')
             UNION ALL
            SELECT 'meng', 'sizes', place, CAST(size AS TEXT), clusters
              FROM sized_by JOIN column_here ON paper = 'meng' AND preset = sized_by.name)
), listed(part, name, printed) AS (
    VALUES ('found', 'articles', 'articles'), ('found', 'sentences', 'sentences'),
           ('found', 'of a length within the limits', '  of a length within the limits'),
           ('found', 'similar pairs', 'similar pairs'), ('found', 'clusters', 'clusters'),
           ('found', 'small clusters', '  of up to %d sentences'),
           ('found', 'clusters of 1,700 and more', '  of 1,700 sentences and more'),
           ('found', 'sentences in clusters', 'sentences in clusters'),
           ('found', 'in the larger ones', '  in those of more than %d'),
           ('found', 'different texts among them', 'different texts among them'),
           ('found', 'articles in which they stand', 'articles in which they stand'),
           ('found', 'sentences in the largest cluster', 'sentences in the largest cluster'),
           ('found', 'power law, exponent', 'power law: exponent'), ('found', 'power law, from size', '  from this size on'),
           ('kinds', 'template', 'templates'), ('kinds', 'identical', 'identical'), ('kinds', 'copyedit', 'copyediting'),
           ('kinds', 'drift', 'factual drift'), ('kinds', 'estimate', '  with what is missed'),
           ('kinds', 'reference', 'references'), ('kinds', 'other', 'other'), ('kinds', 'not similar', 'not similar'),
           ('kinds', 'precision', 'precision: neither of these two')
     UNION ALL
    SELECT *
      FROM (SELECT 'sizes', name, 'size ' || name FROM published WHERE paper = 'meng' AND part = 'sizes' ORDER BY CAST(name AS INTEGER))
), row_here AS MATERIALIZED (
    SELECT row_number() OVER () AS number, * FROM listed
), table_here(heading, place, line) AS (
    SELECT heading_here.number, row_here.number,
           printf('  %-34s', printf(printed, (SELECT most FROM column_here WHERE column_here.paper = heading_here.paper)))
           || (SELECT group_concat(printf('%14s', ifnull((SELECT text
                                                            FROM number_here
                                                           WHERE number_here.paper = heading_here.paper
                                                             AND number_here.part = heading_here.part
                                                             AND number_here.place = cell.place
                                                             AND number_here.name = row_here.name), '')), '')
                 FROM (SELECT 0 AS place UNION ALL SELECT place FROM column_here WHERE column_here.paper = heading_here.paper)
                      AS cell)
      FROM heading_here JOIN row_here USING (part)
)
SELECT rtrim(text)
  FROM (SELECT number AS heading, 0 AS place,
               char(10) || heading_here.text || char(10) || printf('%-36s%14s', '', 'theirs')
               || (SELECT group_concat(printf('%14s', heading), '')
                     FROM column_here
                    WHERE column_here.paper = heading_here.paper) AS text
          FROM heading_here
         UNION ALL
        SELECT heading, place, line
          FROM table_here
         WHERE line GLOB '  *  *[0-9]*' AND trim(substr(line, 37)) <> ''
         UNION ALL
        SELECT number, 1000, neardup_wrap('  Why they differ: ' || why, 2)
          FROM heading_here)
 WHERE EXISTS (SELECT * FROM cluster)
 ORDER BY heading, place;
