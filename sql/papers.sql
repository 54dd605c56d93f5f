-- papers.sql - the tables and figures of the papers, from this database.
--
--     sqlite3 my.db '.read sql/papers.sql'
--
-- Run it in the project's folder, after the pipeline. It changes nothing. Each line reads a script that runs alone, too, and
-- prints a table or figure beside what the paper prints; docs/guide/papers.md lists them. Where a table that is needed is empty,
-- the command that fills it is printed.

.bail on
.shell test -e sql/shared/guard.sql || echo "neardup: cd to the folder that holds neardup's sql/ and build/, then run this script there" >&2

.mode list
.headers off

-- Weissman, Ayhan, Bradley, Lin 2015: Figure 1, intermediate data, what was found, Table 1, Figures 2 and 3. What was found
-- is there for Ayhan, Bradley, Weissman 2013 and Meng, Zheng 2018, too.
SELECT '==== Weissman, Ayhan, Bradley, Lin 2015; found beside it: Ayhan, Bradley, Weissman 2013; Meng, Zheng 2018 ====';
.read sql/papers/match_probability.sql
.read sql/papers/intermediate_data.sql
.read sql/papers/replay.sql
.read sql/papers/cluster_sizes.sql
.read sql/papers/kind_examples.sql
.read sql/papers/large_clusters.sql

-- Ayhan, Bradley, Weissman 2013: Figures 1, 2 and 4, Table 2, and what they ask.
SELECT char(10) || '==== Ayhan, Bradley, Weissman 2013: Figures 1, 2 and 4, Table 2, and what they ask ====';
.read sql/papers/jaccard_and_edit_distance.sql
.read sql/papers/sweep.sql
.read sql/papers/article_pairs.sql
.read sql/papers/shared_citations.sql
.read sql/papers/granularity.sql

-- Meng, Zheng 2018: random projection.
SELECT char(10) || '==== Meng, Zheng 2018: random projection, with the settings of Table 4 ====';
.read sql/papers/sliding_window.sql

-- Alshomary, Völske, Licht, Wachsmuth, Stein, Hagen, Potthast 2019: Table 1, section 3.2 and section 4.
SELECT char(10) || '==== Alshomary, Völske, Licht, Wachsmuth, Stein, Hagen, Potthast 2019 ====';
.read sql/papers/reuse_beside.sql
.read sql/papers/source_retrieval.sql
.read sql/papers/ranked_candidates.sql
