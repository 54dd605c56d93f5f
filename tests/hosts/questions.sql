-- questions.sql - calls on the sentences of a neardup database. Every build must give the same answers.

SELECT id, signature FROM sentence, minhash_signatures(text, 4);
SELECT fold_text(text), text_script(text) FROM sentence;
SELECT a.id, b.id, jaccard(a.text, b.text), edit_distance(a.text, b.text), kind, score,
       mark_differences(a.text, b.text)
  FROM sentence AS a JOIN sentence AS b ON b.id BETWEEN a.id + 1 AND a.id + 3,
       duplicate_kind(a.text, b.text);
SELECT hex(s), hamming_distance(s, permute_bits(s, 0)), hamming_distance(s, t), hex(permute_bits(t, 5)),
       (SELECT sum(signature % 1000) FROM projection_signatures(s, 9, 7))
  FROM (SELECT random_projection(v, 70) AS s, random_projection(v, 70) AS t
          FROM (SELECT CAST(substr(text, 1, 40) AS BLOB) AS v FROM sentence WHERE text NOT GLOB '*[^ -~]*' AND length(text) > 40));
SELECT hex(union_find(id, id / 7)), hex(word_frequencies(text)) FROM sentence;
