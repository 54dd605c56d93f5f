-- name_slots.sql - gives the slots of templates names and types, and finds values that do not fit.
--
-- A slot is named after the title, the field of an infobox that mostly has the same values, or the words before it. A value
-- does not fit if it is unlike the other values of the slot, or unlike the infobox of its article.

-- Each value beside the number that it is. "1,588" is a whole number, and "24,7" is not.
CREATE TEMP VIEW slot_number AS
SELECT cluster_id, slot, sentence_id, value,
       iif(value GLOB '*[0-9]*' AND NOT value GLOB '*[^0-9,. ]*',
           CAST(replace(replace(iif(value GLOB '*,[0-9][0-9][0-9]' OR value GLOB '*,[0-9][0-9][0-9],*',
                                    replace(value, ',', ''), value), ' ', ''), ',', '.') AS REAL), NULL) AS number
  FROM (SELECT cluster_id, slot, sentence_id, trim(value, ' .,;:()"') AS value FROM template_value)
 WHERE value <> '';

-- Values of slots beside those in the infoboxes of the same articles. A field may say more: "1,588 (2021)".
CREATE TEMP TABLE slot_field AS
SELECT cluster_id, slot, sentence_id, name, slot_number.value, infobox_field.value AS field_value,
       lower(infobox_field.value) = lower(slot_number.value)
       OR instr(lower(infobox_field.value), lower(slot_number.value) || ' ') = 1
       OR coalesce(CAST(replace(substr(infobox_field.value, 1, length(infobox_field.value)
                                       - length(ltrim(infobox_field.value, '0123456789,.'))), ',', '') AS REAL)
                   = nullif(number, 0), 0) AS same
  FROM slot_number
  JOIN sentence ON sentence.id = sentence_id
  JOIN infobox_field USING (article_id);

INSERT INTO main.template_slot
WITH RECURSIVE literal AS (
    -- Up to three words that stand before each slot in the pattern, after the slot before it.
    SELECT cluster_id, slot, substr(pattern, 1, instr(pattern, '{' || slot || '}') - 1) AS before
      FROM template JOIN (SELECT DISTINCT cluster_id, slot FROM template_value) USING (cluster_id)
), word(cluster_id, slot, text, rest, words) AS (
    SELECT cluster_id, slot, text, text, 0
      FROM (SELECT cluster_id, slot,
                   trim(iif(slot = 1, before, substr(before, instr(before, '{' || (slot - 1) || '}')
                                                             + length(slot - 1) + 2)), ' ,.;:()"–—-') AS text
              FROM literal)
     UNION ALL
    SELECT cluster_id, slot, text, trim(rtrim(rest, replace(rest, ' ', ''))), words + 1
      FROM word
     WHERE words < 3 AND rest <> ''
), slot_words AS (
    SELECT cluster_id, slot, trim(substr(text, length(rest) + 1)) AS words, max(words)
      FROM word
     GROUP BY cluster_id, slot
), typed AS (
    SELECT cluster_id, slot,
           CASE WHEN 10 * count(number) < 9 * count(*) THEN 'text'
                WHEN sum(number BETWEEN 1000 AND 2100 AND number = CAST(number AS INTEGER)
                         AND length(value) = 4) = count(*) THEN 'year'
                ELSE 'number' END AS type,
           2 * sum(title = value OR instr(title, value || ', ') = 1 OR instr(title, value || ' (') = 1) >= count(*) AS titles
      FROM slot_number
      JOIN sentence ON sentence.id = sentence_id
      JOIN article  ON article.id  = article_id
     GROUP BY cluster_id, slot
), agreement AS (
    SELECT cluster_id, slot, name, count(*) AS compared, sum(same) AS agree,
           row_number() OVER (PARTITION BY cluster_id, slot ORDER BY sum(same) DESC, count(*), name) AS rank
      FROM slot_field
     GROUP BY cluster_id, slot, name
)
SELECT cluster_id, slot, coalesce(iif(titles, 'title', agreement.name), nullif(words, ''), '{' || slot || '}'),
       coalesce(type, 'text'), agreement.name, coalesce(compared, 0), coalesce(agree, 0)
  FROM (SELECT DISTINCT cluster_id, slot FROM template_value)     -- also where all values are marks
  LEFT JOIN typed      USING (cluster_id, slot)
  LEFT JOIN slot_words USING (cluster_id, slot)
  LEFT JOIN (SELECT * FROM agreement WHERE rank = 1 AND agree >= 2 AND 2 * agree >= compared) AS agreement
            USING (cluster_id, slot)
 ORDER BY cluster_id, slot;

-- An infobox that says something else, where four articles or more, and four in five, say the same in both.
INSERT INTO main.template_doubt
SELECT cluster_id, slot, sentence_id, slot_field.value, 'infobox', field_value
  FROM template_slot
  JOIN slot_field USING (cluster_id, slot)
 WHERE slot_field.name = field AND NOT same AND agree >= 4 AND 5 * agree >= 4 * compared;

-- A number far from the others: by the modified z-score of Iglewicz and Hoaglin (1993), 3.5 and more, among twenty or more.
INSERT INTO main.template_doubt
WITH value AS (
    SELECT cluster_id, slot, sentence_id, slot_number.value, number
      FROM template_slot JOIN slot_number USING (cluster_id, slot)
     WHERE type <> 'text' AND number IS NOT NULL
), ranked AS (
    SELECT *, row_number() OVER (PARTITION BY cluster_id, slot ORDER BY number) AS place,
           count(*) OVER (PARTITION BY cluster_id, slot) AS total
      FROM value
), distant AS (
    SELECT *, abs(number - median) AS distance,
           row_number() OVER (PARTITION BY cluster_id, slot ORDER BY abs(number - median)) AS turn
      FROM (SELECT *, avg(number) FILTER (WHERE 2 * place BETWEEN total AND total + 2)
                          OVER (PARTITION BY cluster_id, slot) AS median
              FROM ranked)
), measured AS (
    SELECT *, avg(distance) FILTER (WHERE 2 * turn BETWEEN total AND total + 2)
                  OVER (PARTITION BY cluster_id, slot) AS deviation
      FROM distant
)
SELECT cluster_id, slot, sentence_id, value, 'far',
       'median ' || iif(median = CAST(median AS INTEGER), CAST(median AS INTEGER), median)
  FROM measured
 WHERE total >= 20 AND deviation > 0 AND 0.6745 * distance >= 3.5 * deviation
 ORDER BY cluster_id, slot, sentence_id;

-- A text that differs in one letter, and not only in capitals, from what three sentences or more have. In a slot of the
-- articles' names, where most values occur once, that means nothing.
INSERT INTO main.template_doubt
WITH value AS (
    SELECT cluster_id, slot, slot_number.value, min(sentence_id) AS sentence_id, count(*) AS texts,
           count(*)      OVER slot AS different,
           sum(count(*)) OVER slot AS total
      FROM template_slot JOIN slot_number USING (cluster_id, slot)
     WHERE type = 'text' AND length(slot_number.value) >= 5
     GROUP BY 1, 2, 3
    WINDOW slot AS (PARTITION BY cluster_id, slot)
)
SELECT rare.cluster_id, rare.slot, rare.sentence_id, rare.value, 'spelling', usual.value
  FROM value AS usual JOIN value AS rare USING (cluster_id, slot)
 WHERE usual.texts >= 3 AND rare.texts = 1 AND 2 * usual.different <= usual.total
   AND NOT rare.value GLOB '*[0-9]*' AND lower(rare.value) <> lower(usual.value)
   AND abs(length(usual.value) - length(rare.value)) <= 1
   AND edit_distance(usual.value, rare.value) = 1;
