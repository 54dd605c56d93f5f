-- empty_index.sql - an empty index, for databases without one. A part of near.sql.

CREATE VIRTUAL TABLE temp.sentence_index USING neardup(text);
