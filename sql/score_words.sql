-- score_words.sql - the view score_words: what a score is called. From `least` on, rounded to two decimals, it has
-- these words. A part of kinds.sql and reuse_kinds.sql.

.bail on
.read sql/require_tables.sql

-- The shares are those of the likelihood scale of Mastrandrea et al. 2010, Guidance note for lead authors of the
-- IPCC Fifth Assessment Report, whose "about as likely as not" is "perhaps" here.
CREATE VIEW IF NOT EXISTS main.score_words(least, words) AS
VALUES (0.9, 'very likely'), (0.66, 'likely'), (0.33, 'perhaps'), (0, 'unlikely');
