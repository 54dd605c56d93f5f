# duplicates.R - near-duplicates among the rows of a data frame in R, here of reviews.csv.
#
#     Rscript examples/duplicates.R
#
# Run it in the project's folder. It needs RSQLite (apt-get install r-cran-rsqlite). The database is in memory; a file
# keeps what is found.

library(DBI)

# A row for each row of `frame` that is in a cluster: its key, the cluster and its kind.
find_duplicates <- function(frame, key, text) {
  db <- dbConnect(RSQLite::SQLite(), ":memory:", loadable.extensions = TRUE)
  on.exit(dbDisconnect(db))
  dbGetQuery(db, "SELECT load_extension('build/neardup')")
  dbGetQuery(db, "SELECT neardup_run('schema')")

  # In a table, keys keep their types, and a missing text is NULL.
  dbWriteTable(db, "mine", data.frame(key = frame[[key]], text = frame[[text]]), temporary = TRUE)
  dbExecute(db, "INSERT INTO source (name, kind, options, program_version, started_at)
                 VALUES ('mine', 'rows', '', '', datetime())")
  dbExecute(db, "INSERT INTO article (id, source_id, namespace, title, titled, key)
                 SELECT rowid, 1, 0, '', 0, key FROM mine")
  dbExecute(db, "INSERT INTO sentence (article_id, position, section, block, text)
                 SELECT rowid, 1, '', 'prose', text FROM mine WHERE text IS NOT NULL")
  dbGetQuery(db, "SELECT neardup_run('find')")

  found <- dbGetQuery(db, "
    SELECT article.key, cluster_id AS cluster, kind
      FROM member
      JOIN cluster  ON cluster.id = cluster_id
      JOIN sentence ON sentence.id = sentence_id
      JOIN article  ON article.id = article_id")
  names(found)[1] <- key
  found
}

reviews <- read.csv("examples/reviews.csv")
found <- merge(reviews, find_duplicates(reviews, "id", "body"), by = "id")
found <- found[order(found$cluster, found$id), ]
cat(sprintf("%d %-8s %d %s\n", found$cluster, found$kind, found$id, found$product), sep = "")
