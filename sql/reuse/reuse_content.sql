-- reuse_content.sql - what to do about content reuse: main articles, and sentences that have diverged.

-- The sentences that are mostly in the passage, numbered: of article a, side 0, and of b, side 1.
CREATE TEMP TABLE reused_sentence (reuse_id INTEGER, side INTEGER, number INTEGER, sentence_id INTEGER,
                                   PRIMARY KEY (reuse_id, side, number)) WITHOUT ROWID;

INSERT INTO temp.reused_sentence
WITH passage_side AS (
    SELECT id AS reuse_id, 0 AS side, a AS article_id, a_position AS begin, a_position + a_length AS end
      FROM reuse WHERE kind = 'content'
     UNION ALL
    SELECT id, 1, b, b_position, b_position + b_length FROM reuse WHERE kind = 'content'
), placed_sentence(article_id, position, sentence_id, length) AS MATERIALIZED (
    -- Where the sentences of these articles stand in article_text.
    SELECT article_id, 1 + sum(length(text) + 1) OVER before - length(text) - 1, id, length(text)
      FROM sentence
     WHERE block IN ('prose', 'list') AND article_id IN (SELECT article_id FROM passage_side)
    WINDOW before AS (PARTITION BY article_id ORDER BY position)
)
SELECT reuse_id, side, row_number() OVER (PARTITION BY reuse_id, side ORDER BY position), sentence_id
  FROM passage_side
 CROSS JOIN placed_sentence USING (article_id)
 WHERE position < end AND position + length > begin
   AND 2 * (min(end, position + length) - max(begin, position)) > length;

-- ---- Titles, and the main article ----

INSERT INTO main.reuse_relation
WITH reuse_heading AS MATERIALIZED (
    -- How the titles of two articles with a common passage are related:
    --
    --   alias      a redirect leads from one to the other
    --   kind       the shorter title ends the longer one: Macquarie Parakeet is a kind of Parakeet
    --   part       the shorter title is elsewhere in the longer one: Early life of Samuel Johnson
    --   section    the passage of one article is in a section that has the name of the other
    --   sibling    both titles follow one pattern: HIV/AIDS in Bolivia, HIV/AIDS in Nicaragua
    --   related, unrelated   none of these (title_relation of passage_likeness() says which)
    --
    -- The main article, which should keep the passage, is the narrower one of section, kind and part, since the passage is
    -- more of it; the target of an alias; or else the longer one.
    SELECT reuse.id,
           max(side = 0 AND instr('> ' || section || ' >', '> ' || called_b.name || ' >') > 0) AS a_has_b,
           max(side = 1 AND instr('> ' || section || ' >', '> ' || called_a.name || ' >') > 0) AS b_has_a
      FROM reuse
      JOIN reused_sentence            ON reuse_id = reuse.id
      JOIN sentence                   ON sentence.id = sentence_id
      JOIN article_called AS called_a ON called_a.id = a
      JOIN article_called AS called_b ON called_b.id = b
     GROUP BY reuse.id
), pair_of_articles AS (
    SELECT a, b, count(*) AS cases, max(title_relation) AS title_relation,
           coalesce(max(a_has_b), 0) AS a_has_b, coalesce(max(b_has_a), 0) AS b_has_a
      FROM reuse
      JOIN reuse_evidence ON reuse_id = reuse.id
      LEFT JOIN reuse_heading ON reuse_heading.id = reuse.id
     WHERE kind = 'content'
     GROUP BY a, b
), titled_pair AS (
    SELECT pair_of_articles.*,
           (SELECT length(text) FROM article_text WHERE article_id = a) AS length_a,
           (SELECT length(text) FROM article_text WHERE article_id = b) AS length_b,
           ' ' || lower(p.title) || ' ' AS title_a, ' ' || lower(q.title) || ' ' AS title_b,
           ' ' || lower(called_a.name) || ' ' AS name_a, ' ' || lower(called_b.name) || ' ' AS name_b,
           EXISTS (SELECT * FROM alias WHERE title = p.title AND target = q.title) AS b_is_target,
           EXISTS (SELECT * FROM alias WHERE title = q.title AND target = p.title) AS a_is_target
      FROM pair_of_articles
      JOIN article AS p ON p.id = a
      JOIN article AS q ON q.id = b
      JOIN article_called AS called_a ON called_a.id = a
      JOIN article_called AS called_b ON called_b.id = b
), related AS (
    SELECT *,
           CASE WHEN a_is_target OR b_is_target THEN 'alias'
                WHEN a_has_b <> b_has_a THEN 'section'
                WHEN ifnull(name_a <> title_b AND substr(title_b, -length(name_a)) = name_a, 0)
                  OR ifnull(name_b <> title_a AND substr(title_a, -length(name_b)) = name_b, 0) THEN 'kind'
                WHEN ifnull(name_a <> name_b AND (instr(title_b, name_a) OR instr(title_a, name_b)), 0)
                    THEN 'part'
                ELSE title_relation END AS relation,
           iif(length_a >= length_b, a, b) AS longer
      FROM titled_pair
), ordered AS (
    SELECT *,
           CASE WHEN relation = 'section' THEN iif(a_has_b, a, b)
                WHEN relation IN ('kind', 'part') THEN iif(length(title_a) < length(title_b), a, b)
                WHEN relation = 'alias' THEN iif(a_is_target, a, b) END AS broader
      FROM related
)
SELECT a, b, cases, relation, iif(relation = 'alias', NULL, broader), longer,
       CASE WHEN relation = 'alias' THEN broader
            WHEN relation IN ('section', 'kind', 'part') THEN a + b - broader
            ELSE longer END,
       CASE relation WHEN 'alias'   THEN 'the other title leads to it'
                     WHEN 'section' THEN 'the other article has a section of this name'
                     WHEN 'kind'    THEN 'its title is a kind of the other'
                     WHEN 'part'    THEN 'its title is a part of the other'
                     ELSE 'the longer article' END
  FROM ordered;

-- ---- Sentences that have diverged ----

-- What the sentences would contradict each other in, if both are about one thing. Versions of one sentence stand up to eight places
-- earlier or later, and have a Jaccard similarity of 0.25 or more.
CREATE TEMP TABLE diverged_pair AS
WITH met AS (
    SELECT x.reuse_id, x.sentence_id AS a, y.sentence_id AS b, p.text AS text_a, q.text AS text_b,
           jaccard(p.text, q.text, 4) AS likeness
      FROM reused_sentence AS x
     CROSS JOIN reused_sentence AS y
             ON y.reuse_id = x.reuse_id AND y.side = 1 AND y.number BETWEEN x.number - 8 AND x.number + 8
     CROSS JOIN sentence AS p ON p.id = x.sentence_id
     CROSS JOIN sentence AS q ON q.id = y.sentence_id
     WHERE x.side = 0
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY reuse_id, a ORDER BY likeness DESC, b) AS of_a,
           row_number() OVER (PARTITION BY reuse_id, b ORDER BY likeness DESC, a) AS of_b
      FROM met
     WHERE likeness >= 0.25
), reused_pair AS MATERIALIZED (
    -- Each sentence with the most similar one near its place in the other passage, if each is the most similar to the other.
    SELECT reuse_id, a, b, likeness
      FROM ranked
     WHERE of_a = 1 AND of_b = 1 AND text_a <> text_b
)
SELECT reuse_id, reused_pair.a, reused_pair.b, likeness, found.input_language AS language, found.kind,
       found.score, found.type, found.features,
       found.value_a = '' OR found.value_b = '' AS one_sided,
       replace(replace(found.reason, '; both are from a text without a title, at two dates', ''),
               'Both are from a text without a title, at two dates; they', 'They') AS reason
  FROM reused_pair
  JOIN sentence AS x ON x.id = reused_pair.a
  JOIN sentence AS y ON y.id = reused_pair.b
  JOIN written_in AS x_in ON x_in.article_id = x.article_id
  JOIN written_in AS y_in ON y_in.article_id = y.article_id
  JOIN duplicate_kind(x.text, y.text, '', '', x.block, y.block, 1,
                      neardup_language(x_in.language, y_in.language)) AS found
 WHERE found.kind <> 'identical';

INSERT INTO main.reuse_divergence
WITH divergence_limit AS (
    -- Distances are those of docs/functions/kinds.md.
    SELECT 0.35 AS likeness_of_values,              -- Jaccard similarity if a number, date, time or place differs, ...
           0.6  AS likeness_of_values_and_more,     -- ... if something else in that place differs, too,
           0.65 AS likeness_of_names,               -- and if a name differs
           0.9  AS distance_most,                   -- of two numbers or dates
           0.6  AS distance_of_names_least,         -- below, they are spellings of one name
           3    AS names_least
), diverged_evidence AS MATERIALIZED (
    -- Whether they are about one thing. A copy that was adapted to its article states a fact of another subject, which
    -- contradicts nothing. Titles and texts show it; docs/functions/kinds.md has the features. Short or unended lines
    -- without a verb are items of lists, and a tense alone only shows when an article was written.
    SELECT pair.reuse_id, pair.a, pair.b, likeness, pair.type, one_sided, relation, names_shared,
           names_exchanged,
           NOT p.titled OR NOT q.titled OR lower(p.title) = lower(q.title) OR relation = 'alias'
           OR ((s.kind = 'warc') <> (t.kind = 'warc') AND relation NOT IN ('sibling', 'unrelated')) AS one_subject,
           x.position = 1 AND y.position = 1                        AS leads,
           EXISTS (SELECT *
                     FROM sentence AS v
                     JOIN sentence AS w USING (text)
                    WHERE v.article_id = p.id AND v.position = x.position - 1 AND v.paragraph = x.paragraph
                      AND w.article_id = q.id AND w.position = y.position - 1 AND w.paragraph = y.paragraph)
                                                                    AS same_before,
           (json_extract(pair.features, '$.verbless') = 2
            AND (json_extract(pair.features, '$.words') < 8 OR json_extract(pair.features, '$.ended') IS NOT 2))
           OR (json_extract(pair.features, '$.tense') > 0
               AND json_extract(pair.features, '$.conflicts') = 1)  AS tells_nothing,
           titled.features,
           coalesce(json_extract(titled.features, '$.generic'), 0)               AS generic,
           coalesce(json_extract(titled.features, '$.beginning'), 0)             AS beginning,
           coalesce(json_extract(titled.features, '$.other_named'), 0)           AS other_named,
           coalesce(json_extract(titled.features, '$.one_for_one'), 0)           AS one_for_one,
           coalesce(json_extract(titled.features, '$.distance_of_names'), 0)     AS distance_of_names,
           coalesce(json_extract(titled.features, '$.replaced'), 0)
           + coalesce(json_extract(titled.features, '$.inserted'), 0)          AS places
      FROM diverged_pair AS pair
      JOIN sentence AS x ON x.id = pair.a
      JOIN sentence AS y ON y.id = pair.b
      JOIN article  AS p ON p.id = x.article_id
      JOIN article  AS q ON q.id = y.article_id
      JOIN source   AS s ON s.id = p.source_id
      JOIN source   AS t ON t.id = q.source_id
      JOIN reuse         ON reuse.id = pair.reuse_id
      JOIN reuse_relation ON reuse_relation.a = reuse.a AND reuse_relation.b = reuse.b
      JOIN duplicate_kind(x.text, y.text, p.title, q.title, x.block, y.block, 0, pair.language) AS titled
      JOIN passage_likeness(x.text, y.text, p.title, q.title, pair.language) AS likely
     WHERE pair.score > 0
), diverged_verdict AS (
    -- Two verdicts. `apart`: each sentence may have a subject of its own, as a word of its title is in what differs, it is
    -- the first of its article, or its subject is "it" or "the house". "It" is one thing if the sentences before are the
    -- same, and "the house" if both begin alike and one article is about the house. `reworded`: what the values say can be
    -- true at once, or the sentence was written anew.
    SELECT *,
           NOT one_subject
           AND (json_extract(features, '$.own_titles') OR leads OR json_extract(features, '$.in_title')
                OR (type = 'name' AND (json_extract(features, '$.mirrored') OR json_extract(features, '$.own_changed')))
                OR (relation = 'sibling' AND names_shared < names_least)
                OR (generic > 0 AND NOT same_before
                    AND NOT (generic < 1 AND beginning > 1
                             AND (other_named OR relation IN ('kind', 'part', 'section'))))) AS apart,
           tells_nothing
           OR NOT one_subject
           AND (json_extract(features, '$.elsewhere') OR json_extract(features, '$.conflicts') > 2
                OR CASE WHEN one_sided THEN places > 1
                        WHEN type IN ('number', 'date', 'time', 'place')
                            THEN likeness < likeness_of_values
                                 OR (likeness < likeness_of_values_and_more AND NOT one_for_one)
                                 OR (type IN ('number', 'date') AND json_extract(features, '$.distance') > distance_most)
                        WHEN type = 'name'
                            THEN likeness < likeness_of_names OR NOT one_for_one
                                 OR distance_of_names < distance_of_names_least
                                 OR names_shared < names_least OR names_exchanged = 0
                        ELSE places > 1 END) AS reworded
      FROM diverged_evidence, divergence_limit
)
SELECT reuse_id, pair.a, pair.b,
       CASE WHEN apart THEN 'template' WHEN reworded THEN 'copyedit' ELSE kind END,
       CASE WHEN apart OR reworded THEN 0.0 ELSE pair.score * (1 + pair.likeness) / 2 END AS claim,
       iif(apart OR reworded, substr(reason, 1, length(reason) - 1), reason)
       || CASE WHEN apart THEN '; each sentence may be about its own article.'
               WHEN reworded THEN '; both may be true.' ELSE '' END
  FROM diverged_pair AS pair
  LEFT JOIN diverged_verdict USING (reuse_id, a, b)
 ORDER BY claim DESC, pair.score DESC, reuse_id, pair.a;
