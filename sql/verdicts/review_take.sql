-- review_take.sql - notes that the pair at @place is shown, and its texts: a verdict is on these, whoever changes the database.

UPDATE temp.asked
   SET seen = coalesce(seen, (SELECT 1 + coalesce(max(seen), 0) FROM temp.asked)),
       (text_a, title_a) = (SELECT text, iif(titled, title, '')
                              FROM main.sentence JOIN main.article ON article.id = article_id WHERE sentence.id = a),
       (text_b, title_b) = (SELECT text, iif(titled, title, '')
                              FROM main.sentence JOIN main.article ON article.id = article_id WHERE sentence.id = b)
 WHERE place = @place;
