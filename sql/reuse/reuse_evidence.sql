-- reuse_evidence.sql - what tells for each case of reuse whether it is structure or content.
--
-- tests/bench/learning/reuse_kinds reads it, too, and learns the weights of reuse_judge.sql.

-- What a text would call an article: its title up to a parenthesis, and up to a comma unless digits follow.
-- NULL if that is too short to look for, or if the loader made the title up.
CREATE TEMP VIEW article_called AS
WITH bare AS (
    SELECT id, titled, iif(title LIKE '_% (%)', substr(title, 1, instr(title, ' (') - 1), title) AS title
      FROM article
), headed AS (
    SELECT id, titled,
           iif(instr(title, ', ') > 1 AND substr(title, instr(title, ', ') + 2, 1) NOT GLOB '[0-9]',
               substr(title, 1, instr(title, ', ') - 1), title) AS title
      FROM bare
)
SELECT id, iif(titled AND length(title) >= 4 AND title GLOB '*[^0-9]*', title, NULL) AS name
  FROM headed;

-- The articles of all cases. Many cases ask for the same text, which is long to join.
CREATE TEMP TABLE reused_article (id INTEGER PRIMARY KEY, length INTEGER, name TEXT, title TEXT, language TEXT, text TEXT);

INSERT INTO temp.reused_article
SELECT article.id, length(text), article_called.name, iif(titled, title, ''), language, text
  FROM (SELECT a AS article_id FROM reuse UNION SELECT b FROM reuse) AS reused
 CROSS JOIN article        ON article.id = reused.article_id
 CROSS JOIN written_in     ON written_in.article_id = article.id
 CROSS JOIN article_called ON article_called.id = article.id
 CROSS JOIN article_text   ON article_text.article_id = article.id;

-- The cluster of each case: both passages are in it.
CREATE TEMP VIEW clustered_case AS
SELECT reuse.id AS reuse_id, kind, x.cluster_id
  FROM reuse
 CROSS JOIN reuse_member AS x
         ON x.article_id = a AND a_position BETWEEN x.position AND x.position + x.length - 1
 CROSS JOIN reuse_member AS y
         ON y.cluster_id = x.cluster_id AND y.article_id = b
        AND b_position BETWEEN y.position AND y.position + y.length - 1;

-- What the two passages and their articles have in common: `named` says how many of the two articles name the other, `words` are
-- those of the longer passage, `share_a` of the text of article a is in passages of the two, and `articles` have this text. (CROSS
-- JOIN fixes the join order.)
CREATE TEMP TABLE reuse_evidence AS
WITH reuse_spread(reuse_id, articles) AS MATERIALIZED (
    -- How many articles have the text of each case.
    SELECT reuse_id, max(articles)
      FROM clustered_case
     CROSS JOIN reuse_cluster ON reuse_cluster.id = cluster_id
     GROUP BY reuse_id
)
SELECT reuse.id AS reuse_id, ifnull(instr(y.text, x.name) > 0, 0) + ifnull(instr(x.text, y.name) > 0, 0) AS named,
       max(words_a, words_b, 1) AS words, values_agree, values_differ, names_shared, names_exchanged, titles_exchanged,
       longest_run, ifnull(ten_grams, 0.0) AS ten_grams, title_relation,
       min(1.0 * shared_a / x.length, 1.0) AS share_a, min(1.0 * shared_b / y.length, 1.0) AS share_b,
       ifnull((SELECT articles FROM reuse_spread WHERE reuse_id = reuse.id), 2) AS articles
  FROM (SELECT *, sum(a_length) OVER of_both AS shared_a, sum(b_length) OVER of_both AS shared_b
          FROM reuse
        WINDOW of_both AS (PARTITION BY a, b)) AS reuse
 CROSS JOIN reused_article AS x ON x.id = reuse.a
 CROSS JOIN reused_article AS y ON y.id = reuse.b
 CROSS JOIN passage_likeness(substr(x.text, a_position, reuse.a_length),
                             substr(y.text, b_position, reuse.b_length), x.title, y.title,
                             neardup_language(x.language, y.language));

CREATE UNIQUE INDEX temp.reuse_evidence_id ON reuse_evidence(reuse_id);

-- The same as numbers that can be weighed. What a pattern exchanges grows with its length, so it counts for each 100 words.
CREATE TEMP VIEW reuse_feature AS
SELECT reuse_id,
       named > 0                                                       AS named,
       100.0 * (values_differ + names_exchanged) / words               AS exchanged,
       values_differ + names_exchanged + titles_exchanged = 0          AS nothing_exchanged,
       min(titles_exchanged, 3)                                        AS titles,
       (values_agree + 0.5) / (values_agree + values_differ + 1)       AS agreeing,
       ten_grams,
       min(longest_run, 100) / 10.0                                    AS run,
       share_a + share_b                                               AS shares,
       min(articles, 8)                                                AS articles
  FROM reuse_evidence;
