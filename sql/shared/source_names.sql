-- source_names.sql - gives each source a unique name: file and date, "dump.xml, 2024-01-01", and a
-- number if both are equal. Files of word vectors hold no texts and are left out.

CREATE TEMP VIEW source_name AS
SELECT id, name || ifnull(', ' || dump_date, '')
       || iif(count(*) OVER (PARTITION BY name, dump_date) > 1, ' (source ' || id || ')', '') AS name
  FROM source
 WHERE kind NOT IN ('word2vec', 'glove', 'fasttext');
