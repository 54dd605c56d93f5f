-- labels_to_jsonl.sql - writes what people said of the pairs that `neardup review --sample` drew, as JSON lines for kind_figures.sql.
--
-- The newest verdict on a pair counts, or that of @judge. A contradiction, also a fixed one, is drift, and what says the same is a
-- copyedit; `duplicate` and `no duplicate` name no kind. A line stands for as many pairs as its draw has for each that was judged.

WITH meaning(verdict, kind) AS (
    VALUES ('contradiction', 'drift'), ('fixed', 'drift'), ('same', 'copyedit'), ('pattern', 'template'), ('citation', 'reference'),
           ('ignore', 'other')
), judged AS (
    SELECT drawn.pairs, verdict.*, kind, row_number() OVER (PARTITION BY text_a, text_b ORDER BY judged_at DESC, judge DESC) AS place
      FROM drawn
      JOIN verdict USING (text_a, text_b)
      JOIN meaning USING (verdict)
     WHERE judge = coalesce(@judge, judge)
)
SELECT json_object('id', 'pair ' || row_number() OVER (ORDER BY text_a, text_b), 'kind', kind,
                   'stands_for', 1.0 * pairs / count(*) OVER (PARTITION BY pairs),
                   'sentences', json_array(json_object('title', title_a, 'text', text_a), json_object('title', title_b, 'text', text_b)))
  FROM judged
 WHERE place = 1
 ORDER BY text_a, text_b;
