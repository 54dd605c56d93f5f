-- parameters.sql - the settings of the pipeline, in a table of one row.
--
-- Change it and run the pipeline again:
--
--     sqlite3 my.db 'UPDATE parameters SET jaccard_least = 0.8'
--
-- NULL, the default of the first five, of fold, bucket_most and of three that projection has, lets the pipeline
-- choose from the texts: choose.sql, bucket_limit.sql and projections.sql say how, the table `choice` what
-- it chose and why, and the table `setting` holds what the last run used.
--
-- Why these defaults:
--
--   jaccard_least = 0.6     Below, most pairs share a phrase, not a statement. Bands and rows are chosen
--                           so that a pair of this similarity is found with a probability of 0.965 or
--                           more.
--   edit_similarity_least   1 - distance / length. Two sentences can share their shingles in a
--                           different order; below one half they are hardly duplicates.
--   contradiction_least     Two sentences that tell of one thing in their own words share fewer shingles than
--     = 0.4                 copies do, and contradict each other as often. Pairs from here up to jaccard_least
--                           are judged, but make no clusters, and only possible contradictions are kept.
--                           Those of a text that resembles more than six others are left out: it follows a
--                           template. 1 looks for none.
--   scheme = 'banded'       Each band has hash functions of its own, so that recall is what the formula says. The papers
--   hashes                  draw the `rows` of each band from `hashes` functions, 20 unless you say so: 'paper' as their
--   seed                    text says it, 'wikiduper' as their program does. sql/preset.sql sets all that a
--                           paper has. The seed is 1, or that of the program; other seeds, other chances.
--   comparisons_most = 60   Texts with a common signature, a bucket, are all compared with each other, if
--   bucket_most             that takes no more comparisons than this for each text on average, of up to a
--   neighbours = 2          million texts. Of a larger bucket each text is compared with its neighbours in
--   representatives = 2     alphabetical order and with the bucket's first texts. 40,000 sentences from
--                           one template then cost seconds instead of hours, and a second set of bands
--                           finds most pairs that this would lose. 1e9 compares all. bucket_most sets
--                           the size of buckets directly.
--   detection = 'minhash'   What finds pairs: 'minhash' those that share many shingles, 'projection' those
--                           whose vectors point in nearly the same direction, 'both' all of them.
--   vectors = 'tfidf'       The words of a text, the rare ones weighing more. Two texts of the same words
--                           are found in any order of these. 'words': the mean of the vectors of the words,
--                           from the table word_vector. It also finds words of like meaning, but hardly
--                           sees names, so it finds templates above all.
--   cosine_least            Of pairs that projection finds. 0.85 for 'tfidf' and 0.95 for 'words', unless you
--                           say so.
--   projection_bands        Of random projections. Unless you say so, they find a pair of cosine_least with
--   projection_rows         a probability of 0.965 or more, as cheaply as possible.
--   clusters = 'connected'  A cluster holds everything that a chain of pairs connects. 'star': each
--                           text of a cluster is similar to the cluster's representative.
--   judged_most = 30        Larger clusters are usually templates. To keep clusters of thousands
--                           cheap, their texts are compared with the representative only.
--   tables = 0              Table text is repetitive by nature. 1 includes it.
--   threads = 0             0: one for each processor. The results are the same with any number.
--   memory = 256            Megabytes. Signatures that take more go to a temporary file, and texts
--                           that take more are compared in parts.
--   shown_least = 0.4       Most pairs of a lower score do not contradict each other. The summary only
--                           counts them; the view `contradiction` has them all.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2
.read sql/shared/begin_stage.sql
.read sql/tables/parameter_tables.sql

INSERT OR IGNORE INTO main.parameters (id) VALUES (1);

RELEASE stage;
