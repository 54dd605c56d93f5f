-- empty_index.sql - an index of nothing, in place of the one that a database lacks. A part of near.sql.

CREATE VIRTUAL TABLE temp.sentence_index USING neardup(text);
