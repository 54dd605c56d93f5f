-- report_papers.sql - the figures of the papers that take longer than the rest of the report, if @papers is set.
--
-- A part of report.sql, after report_figures.sql. It adds to temp.figure what the scripts of sql/papers count with their own
-- defaults. Without @papers they get nothing to count, and the page does not draw these figures.

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
