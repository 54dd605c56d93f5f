-- lineage_trees.sql - makes two temporary views: the trees of the lineages to show.

-- Which articles a lineage has; of those with the same ones only one is shown.
CREATE TEMP VIEW lineage_shape AS
SELECT lineage_id, group_concat(article_id) AS articles
  FROM (SELECT lineage_id, article_id FROM birth ORDER BY lineage_id, article_id)
 GROUP BY lineage_id;

-- The articles of each lineage of temp.shown_lineage (place, id), from 1 in the order of the tree; `below` says how many sources.
-- (The way down to each article, by age, puts a tree in order.)
CREATE TEMP VIEW lineage_tree AS
WITH RECURSIVE tree(place, id, article_id, below, way) AS (
    SELECT place, id, article_id, 0, birth.time || printf(' %09d', article_id)
      FROM shown_lineage JOIN birth ON lineage_id = id
     WHERE NOT EXISTS (SELECT * FROM copy_edge WHERE lineage_id = id AND target_id = article_id)
     UNION ALL
    SELECT place, id, birth.article_id, below + 1, way || '/' || birth.time || printf(' %09d', birth.article_id)
      FROM tree
      JOIN copy_edge ON copy_edge.lineage_id = id AND source_id = tree.article_id
      JOIN birth ON birth.lineage_id = id AND birth.article_id = target_id
     WHERE below < 50
)
SELECT *, row_number() OVER (PARTITION BY place ORDER BY way) AS number FROM tree;
