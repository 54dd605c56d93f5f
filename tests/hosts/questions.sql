-- questions.sql - calls on the sentences of a neardup database. Every build must give the same answers.

SELECT id, signature FROM sentence, minhash_signatures(text, 4);
SELECT hex(minhash_sketch(text)), fold_text(text), text_script(text) FROM sentence;
SELECT a.id, b.id, jaccard(a.text, b.text), edit_distance(a.text, b.text), kind, score,
       mark_differences(a.text, b.text)
  FROM sentence AS a JOIN sentence AS b ON b.id BETWEEN a.id + 1 AND a.id + 3,
       duplicate_kind(a.text, b.text);
SELECT hex(union_find(id, id / 7)), hex(word_frequencies(text)) FROM sentence;
