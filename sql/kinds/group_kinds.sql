-- group_kinds.sql - the kind of each group of texts, from those of its pairs: temp.grouped_pair (group_id, texts, a, b, kind,
-- score, reason, trusted). `texts` is the number of texts in the group, and `trusted` is 1 if the score is already that of the
-- group.
--
-- A group of up to four texts gets the most significant kind of its pairs, a larger one the kind of most pairs. In a large
-- group that is mostly template, a pair that looks like drift is usually template, too, so scores are multiplied by the share
-- of other pairs, `trust`. (The reason, a and b are those of the row with the highest score.)

CREATE TEMP TABLE group_kind (group_id INTEGER PRIMARY KEY, kind TEXT, reason TEXT, a INTEGER, b INTEGER, mixed INTEGER,
                              score REAL, trust REAL);

INSERT INTO temp.group_kind
WITH telling(kind, rank) AS (
    VALUES ('drift', 1), ('copyedit', 2), ('reference', 3), ('template', 4), ('other', 5),
           ('identical', 6)
), counted AS (
    SELECT group_id, kind, texts, count(*) AS pairs, max(score) AS score, reason, a, b, trusted
      FROM grouped_pair
     GROUP BY group_id, kind
), ranked AS (
    SELECT group_id, kind, reason, a, b,
           row_number() OVER (PARTITION BY group_id ORDER BY iif(texts > 4, -pairs, 0), rank) AS place,
           count(*)     OVER whole                                                       AS kinds,
           max(score)   OVER whole                                                       AS score,
           iif(texts > 4 AND NOT trusted, total(iif(kind = 'template', 0, pairs)) OVER whole
                                          / sum(pairs) OVER whole, 1)                    AS trust
      FROM counted JOIN telling USING (kind)
    WINDOW whole AS (PARTITION BY group_id)
)
SELECT group_id, kind, reason, a, b, kinds > 1, score * trust, trust
  FROM ranked
 WHERE place = 1;
