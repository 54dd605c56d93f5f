-- reuse_parameters.sql - the settings of sql/reuse.sql, in a table of one row.
--
-- Change it and run sql/reuse.sql again:
--
--     sqlite3 my.db 'UPDATE reuse_parameters SET length_least = 300'
--
-- NULL lets the script choose from the texts. The table `reuse_choice` has what it chose and why.
--
-- Why these defaults:
--
--   compare                 What is compared: articles of one source ('within'), articles of different sources
--                           ('between'), or both ('all'). If there are web archives, 'between' compares
--                           their pages with all that is not from the web, and 'within' each with its like.
--                           NULL: 'between' if there are web archives, otherwise 'within'.
--   passage_length = 400    Characters of a passage, about 65 words in English: a paragraph, or a few short
--                           ones. Reuse is found if the two passages share one signature, so a short
--                           case must not be a small part of a passage.
--   shingle = 5             Words in a shingle. Each changed word spoils five shingles. Four or three words
--                           stand a change better, but they repeat by chance: with three there are twice
--                           as many candidates for the same cases.
--   bands                   Signatures of a passage. NULL: as many as find a case of `length_least` characters
--                           in two passages of `passage_length` with a probability of 0.999, if half of
--                           its shingles were changed.
--   rows = 1                Minhashes in a signature. Passages share a case and little else, so that their
--                           Jaccard similarity is low, and more rows would miss them.
--   comparisons_most = 60   Articles with a common signature are all aligned with each other, if that takes
--   bucket_most             no more alignments than this for each article on average. In larger buckets, which
--   neighbours = 2          hold boilerplate and templates, an article is aligned with its neighbours and with
--   representatives = 2     the first articles of the bucket. bucket_most sets the size directly.
--   seed ... shadow_most    Of text_alignment(), with its defaults: see docs/functions/passages.md.
--   overlap_least = 0.5     Two cases are of one text if they overlap in an article by this part of the longer.
--   ranking = 'none'        Candidates of an article in order of the greatest similarity of two passages: 'tfidf', 'stopwords',
--   score_least             'words' or 'hybrid' (reuse/passage_scores.sql). The last three stop there: at a similarity, a
--   rank_most               rank, or a number of candidates in a row without a case. Alshomary et al. stop at 0.025 and
--   misses_most             after 250. MinHash leaves few candidates, so aligning all costs less than ranking them.
--                           A ranking by words takes vectors in word_vector, and one by stop words a language that has a list
--                           of them; without these, and where there is a limit but no ranking, the run ends with an error.
--   threads = 0             0: one for each processor. The results are the same with any number.
--   memory = 256            Signatures beyond this many megabytes go to a temporary file.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/begin_stage.sql
.read sql/tables/reuse_parameter_tables.sql

INSERT OR IGNORE INTO main.reuse_parameters (id) VALUES (1);

RELEASE stage;
