/*
 * selection.h - the rows that are read of a database: those of a table or view, or of a query.
 *
 * Rows of a table come in the order of their rowids or, without rowids, of the primary key, so
 * that a later load can continue after any of them. A view or a query has an order of its own,
 * which may be another the next time.
 *
 * If the text is not named, and no column is called text, it is the one whose texts are by far the
 * longest in the first rows, as in a file (recognition.h).
 *
 * If the key is not named, it is the column `id`; a table without it has its primary key or, if it
 * has none, its rowids. Names of columns compare as in SQL: the case of ASCII letters does not
 * matter.
 */
#pragma once

#include "../records/columns.h"
#include "user_database.h"

/* What the command line asks for: the name of a table, or a query; the other is NULL. */
struct selection_wish {
    const char *table, *query;
    const struct columns *columns;
};

struct selection {
    struct user_database *database; /* borrowed, as is the next */
    const struct selection_wish *wish;
    sqlite3_stmt *statement;
    struct columns columns;  /* those asked for, with the key that was found */
    int places[columns_max]; /* the result column of each, from 0; -1 for none */
    int rowid_place;         /* the result column with the rowid; -1 if there are none */
    bool guessed;            /* which column has the texts */
    bool ordered;            /* a later load can continue after any row */
    int64_t first, last;     /* the least and the greatest rowid, if there are rowids */
    sqlite3_stmt *next;      /* gives the rowid alone of the first row; NULL if there are none */
};

/* Prepares the statement. False with `failure` filled in; close it in any case. */
bool selection_open(struct selection *selection, struct user_database *database,
                    const struct selection_wish *wish, struct failure *failure);
void selection_close(struct selection *selection);

/* Starts at the first row with that rowid or a larger one; without rowids, at the first. */
bool selection_continue(struct selection *selection, int64_t rowid, struct failure *failure);

/* Finds the first row with that rowid or a larger one, which there is, without its values. */
bool selection_find_rowid(const struct selection *selection, int64_t from, int64_t *rowid,
                          struct failure *failure);

/*
 * The bytes of the values of that row which are loaded, without reading them; 0 if that is not
 * known: of a virtual table, or of columns that are computed.
 */
uint64_t selection_row_length(const struct selection *selection, int64_t rowid);

/* Says what the last error of the connection was; if there is a query, names it. Returns false. */
bool selection_error(const struct selection *selection, struct failure *failure);
