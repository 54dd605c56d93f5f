# duplicates.R - near-duplicates among the rows of a data frame in R, here of reviews.csv.
#
#     Rscript examples/duplicates.R
#
# Run it in the project's folder. It needs RSQLite (apt-get install r-cran-rsqlite). The loader and the sqlite3
# shell do the work, in a folder that is removed when R ends.

library(DBI)

# Runs a command; an error of it is an error here.
run <- function(command, ...) {
  status <- system2(command, shQuote(c(...)), stdout = FALSE)
  if (status != 0) stop(command, " ended with status ", status)
}

# A row for each row of `frame` that is in a cluster: its key, the cluster and its kind.
find_duplicates <- function(frame, key, text) {
  mine <- tempfile(fileext = ".db")
  db <- tempfile(fileext = ".db")
  on.exit(unlink(c(mine, db)))

  # In a database, keys keep their types, and a missing text is NULL.
  connection <- dbConnect(RSQLite::SQLite(), mine)
  dbWriteTable(connection, "mine", data.frame(key = frame[[key]], text = frame[[text]]))
  dbDisconnect(connection)
  run("build/neardup-load", "--quiet", "--format", "sqlite", "--whole", "--table", "mine",
      "--columns", "key=key,text=text", mine, db)
  run("sqlite3", db, ".read sql/pipeline.sql")

  connection <- dbConnect(RSQLite::SQLite(), db)
  on.exit(dbDisconnect(connection), add = TRUE, after = FALSE)
  found <- dbGetQuery(connection, "
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
