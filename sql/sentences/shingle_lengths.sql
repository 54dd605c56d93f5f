-- shingle_lengths.sql - which shingle fits texts of which length: choose.sql says why. For choose.sql and
-- analysis/near.sql; whoever reads this drops both tables.

-- Scripts that say more in a character.
CREATE TEMP TABLE dense_script (name TEXT PRIMARY KEY) WITHOUT ROWID;
INSERT INTO temp.dense_script
VALUES ('Han'), ('Japanese'), ('Hiragana'), ('Katakana'), ('Hangul'), ('Thai'), ('Lao'), ('Khmer'),
       ('Myanmar'), ('Tibetan');

-- The longest shingle for texts of this number of characters or more.
CREATE TEMP TABLE fitting_shingle (dense INTEGER, characters INTEGER, shingle INTEGER);
INSERT INTO temp.fitting_shingle
VALUES (0, 86, 12), (0, 60, 8), (0, 40, 5), (0, 0, 4),
       (1, 32, 5), (1, 12, 3), (1, 0, 2);
