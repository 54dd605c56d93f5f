# live_index.R - what of some arrivals is in a collection already? A live index says so, and takes the others in.
#
#     Rscript examples/live_index.R
#
# Run it in the project's folder. It needs RSQLite (apt-get install r-cran-rsqlite).

library(DBI)

connection <- dbConnect(RSQLite::SQLite(), ":memory:", loadable.extensions = TRUE)
invisible(dbGetQuery(connection, "SELECT load_extension('build/neardup', 'sqlite3_neardup_init')"))
invisible(dbExecute(connection, "CREATE VIRTUAL TABLE collection USING neardup(text, jaccard_least=0.6)"))

arrivals <- c("The kettle boils in two minutes and the handle stays cool. I would buy it again.",
              "A fine lamp, but the cord is far too short for any room of mine.",
              "The kettle boils in four minutes and the handle stays cool. I would buy it again.",
              "Arrived broken, and nobody answers the telephone.",
              "A fine lamp but the cord is far too short for any room of mine!")

for (place in seq_along(arrivals)) {
  found <- dbGetQuery(connection, "SELECT rowid AS id, round(jaccard, 2) AS jaccard FROM collection(?)
                                   ORDER BY jaccard DESC LIMIT 1", params = list(arrivals[place]))
  if (nrow(found) > 0) {
    cat(place, " is like ", found$id, ": ", found$jaccard, "\n", sep = "")
  } else {
    cat(place, "is new\n")
    dbExecute(connection, "INSERT INTO collection(rowid, text) VALUES (?, ?)",
              params = list(place, arrivals[place]))
  }
}
dbDisconnect(connection)
