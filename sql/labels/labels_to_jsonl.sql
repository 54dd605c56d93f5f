-- labels_to_jsonl.sql - writes what @reader, or else the one with most labels, labelled as JSON lines, for kind_figures.sql.
--
-- There is one line for each cluster of the sample that the reader labelled: its kind, the sentences that the reader was
-- shown (the first place of each text; two places of a single text), and how many clusters of the database it stands for.
-- Its stratum is its automatic kind, by which sample_clusters.sql draws if @by_kind is 1. A label is left out if the
-- pipeline no longer finds its cluster, or finds it with other sentences.

WITH labelled AS (
    SELECT sample.cluster_id, reader, label.kind, weight, place, sample.texts, cluster.kind AS stratum
      FROM sample
      JOIN label   ON label.cluster_id = sample.cluster_id
                  AND label.size = sample.size
                  AND label.texts = sample.texts
      JOIN cluster ON cluster.id = sample.cluster_id
                  AND cluster.size = sample.size
                  AND cluster.texts = sample.texts
), written AS MATERIALIZED (
    SELECT *
      FROM labelled
     WHERE reader = coalesce(@reader, (SELECT reader
                                         FROM labelled
                                        GROUP BY reader
                                        ORDER BY count(*) DESC, reader
                                        LIMIT 1))
), occurrence AS (
    SELECT *, row_number() OVER (PARTITION BY first_id ORDER BY sentence_id) AS copy
      FROM (SELECT written.cluster_id, texts, coalesce(first_id, sentence_id) AS first_id, sentence_id
              FROM written
              JOIN member ON member.cluster_id = written.cluster_id
              LEFT JOIN copy USING (sentence_id))
), numbered AS (
    SELECT cluster_id, texts, sentence_id,
           row_number() OVER (PARTITION BY cluster_id ORDER BY first_id, copy) - 1 AS number
      FROM occurrence
     WHERE copy = 1 OR (texts = 1 AND copy = 2)
), dated AS (
    SELECT id, base, dump_date,
           EXISTS (SELECT *
                     FROM source AS other
                    WHERE other.id <> source.id
                      AND other.kind NOT IN ('word2vec', 'glove', 'fasttext')
                      AND substr(other.base, instr(other.base, ':'))
                          IS substr(source.base, instr(source.base, ':'))) AS is_dated
      FROM source
), shown AS MATERIALIZED (
    -- The texts that sample_clusters.sql has shown. Only sentences from several dumps of one wiki have a
    -- date: json_patch() leaves out what is NULL.
    SELECT cluster_id, number,
           json_patch(json_object('title', title, 'section', section, 'text', text),
                      json_object('date', iif(is_dated, substr(coalesce(revision_time, dump_date), 1, 10),
                                              NULL))) AS sentence
      FROM numbered
      JOIN sentence ON sentence.id = sentence_id
      JOIN article  ON article.id = article_id
      JOIN dated    ON dated.id = source_id
     WHERE texts <= 6 OR number = 0 OR 6 * number / texts > 6 * (number - 1) / texts
)
SELECT json_object('id', 'cluster ' || cluster_id, 'kind', kind, 'stratum', stratum,
                   'stands_for', weight,
                   'sentences', (SELECT json_group_array(json(sentence))
                                   FROM (SELECT sentence
                                           FROM shown
                                          WHERE shown.cluster_id = written.cluster_id
                                          ORDER BY number)))
  FROM written
 ORDER BY place;
