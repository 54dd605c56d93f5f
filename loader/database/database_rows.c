/* database_rows.c - see database_rows.h. */
#include "database_rows.h"

#include "../base/interrupt.h"
#include "../base/memory_bound.h"
#include "../records/row_record.h"
#include "../records/sample.h"
#include "../text/message.h"

#include <assert.h>
#include <inttypes.h> /* PRId64 */
#include <stdio.h>    /* snprintf */
#include <stdlib.h>
#include <string.h>

/* The rows that are read of the database. */
struct selection {
    struct user_database *database; /* borrowed, as is the next */
    const struct selection_wish *wish;
    sqlite3_stmt *statement;
    struct columns columns;  /* those asked for, with the key that was found */
    int places[columns_max]; /* the result column of each, from 0; -1 for none */
    int rowid_place;         /* the result column with the rowid; -1 if there are none */
    bool ordered;            /* a later load can continue after any row */
    int64_t first, last;     /* the least and the greatest rowid, if there are rowids */
    sqlite3_stmt *next;      /* gives the rowid alone of the first row; NULL if there are none */
};

struct database_rows {
    struct reader reader;
    struct user_database *database;
    struct selection selection;
    struct record_scheme scheme;
    char name[512];
    int64_t offset; /* of all rows before the next one */
    int64_t rowid;  /* of the current row */
    int64_t start;  /* the least rowid that the next row may have */
    bool ended;
};

/* What is known of the table, while its statement is made. */
struct table {
    char *name;
    const char *rowid; /* the name by which its rowid can be reached; NULL if there is none */
    bool is_view;
};

/* Says what the last error of the connection was; if there is a query, names it. Returns false. */
static bool selection_error(const struct selection *selection, struct failure *failure) {
    sqlite3 *db = selection->database->db;
    const char *asked = selection->wish->query;
    struct failure reason;
    char query[160];
    user_database_error(selection->database, &reason);
    if (!asked || (sqlite3_errcode(db) != SQLITE_ERROR && sqlite3_errcode(db) != SQLITE_AUTH)) {
        *failure = reason;
        return false;
    }
    snprintf(query, sizeof query, "%s", asked);
    for (char *at = query; *at; at++)
        if ((unsigned char)*at < ' ')
            *at = ' ';
    return fail(failure, "%s, in --query '%s%s'%s", reason.message, query,
                strlen(asked) >= sizeof query ? "…" : "",
                sqlite3_errcode(db) == SQLITE_AUTH ? ": expected a SELECT that only reads" : "");
}

/* A statement to whose first parameter `name` is bound, if it is not NULL. NULL: an error. */
static sqlite3_stmt *prepare(const struct selection *selection, const char *sql, const char *name) {
    sqlite3_stmt *statement = NULL;
    if (!sql || sqlite3_prepare_v2(selection->database->db, sql, -1, &statement, NULL) != SQLITE_OK)
        return NULL;
    if (name && sqlite3_bind_text(statement, 1, name, -1, SQLITE_STATIC) != SQLITE_OK) {
        sqlite3_finalize(statement);
        return NULL;
    }
    return statement;
}

/* ---- Names ----------------------------------------------------------------------------------- */

/* Leaves out virtual tables, such as indexes of texts, and the tables in which they keep data. */
static bool list_tables(const struct selection *selection, char *list, size_t capacity) {
    sqlite3_stmt *names = prepare(selection,
                                  "SELECT name FROM sqlite_schema AS it "
                                  "WHERE type IN ('table', 'view') "
                                  "AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
                                  "AND NOT EXISTS (SELECT * FROM sqlite_schema AS virtual "
                                  "WHERE virtual.sql LIKE 'CREATE VIRTUAL TABLE%' "
                                  "AND instr(it.name || '_', virtual.name || '_') = 1) "
                                  "ORDER BY rowid",
                                  NULL);
    list[0] = '\0';
    while (names && sqlite3_step(names) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(names, 0);
        if (name)
            message_add_name(list, capacity, name, strlen(name));
    }
    bool good = names && sqlite3_finalize(names) == SQLITE_OK;
    if (!list[0])
        snprintf(list, capacity, "none");
    return good;
}

/* The result column with that name: one that is equal, else one that differs in case; or -1. */
static int find_name(sqlite3_stmt *statement, const char *name) {
    int found = -1;
    for (int i = sqlite3_column_count(statement); i-- > 0;) {
        const char *other = sqlite3_column_name(statement, i);
        if (other && strcmp(other, name) == 0)
            return i;
        if (other && sqlite3_stricmp(other, name) == 0)
            found = i;
    }
    return found;
}

/* What column_of() says of a name. */
enum { place_none = -1, place_rowid = -2 };

/* The place of a column in a statement that gives all of them. `table` is NULL for a query. */
static int column_of(sqlite3_stmt *all, const struct table *table, const char *name) {
    int place = name[0] ? find_name(all, name) : place_none;
    bool has_rowid = table && table->rowid;
    if (place < 0 && has_rowid &&
        (sqlite3_stricmp(name, "rowid") == 0 || sqlite3_stricmp(name, table->rowid) == 0))
        return place_rowid;
    return place;
}

/* Finds the columns. Those that were asked for, and the text, must be there. */
static bool find_columns(struct selection *selection, sqlite3_stmt *all, const struct table *table,
                         struct failure *failure) {
    const struct columns *columns = &selection->columns;
    char list[200] = "", hint[columns_hint_max];
    for (int i = 0; i < columns->count; i++) {
        const char *name = columns->names[i];
        selection->places[i] = column_of(all, table, name);
        if (selection->places[i] != place_none || !name[0] ||
            (i != column_text && !columns->asked[i]))
            continue;
        for (int k = 0; k < sqlite3_column_count(all); k++) {
            const char *other = sqlite3_column_name(all, k);
            message_add_name(list, sizeof list, other ? other : "", other ? strlen(other) : 0);
        }
        columns_hint(columns, i, hint);
        return fail(failure, "%s: the %s%.60s has no column '%.60s' (%s), only: %s",
                    selection->database->name, table ? "table " : "query", table ? table->name : "",
                    name, hint, list);
    }
    return true;
}

static bool has_text(const struct selection *selection, sqlite3_stmt *all) {
    return selection->columns.asked[column_text] ||
           find_name(all, selection->columns.names[column_text]) >= 0;
}

/* Guesses which column has the texts. What is too large to look at is no reason to fail yet. */
static bool guess_text(struct selection *selection, sqlite3_stmt *all, struct failure *failure) {
    struct columns *columns = &selection->columns;
    struct sample sample;
    if (!sample_open(&sample, failure))
        return false;
    sample_rows(&sample, all);
    sqlite_memory_forget();
    const struct sample_column *longest = sample_longest(&sample, columns);
    if (longest && longest->characters > 0 && find_name(all, longest->name) >= 0)
        snprintf(columns->names[column_text], sizeof columns->names[column_text], "%s",
                 longest->name);
    sample_close(&sample);
    return true;
}

/* ---- The key --------------------------------------------------------------------------------- */

static bool add_key(struct selection *selection, const char *name, struct failure *failure) {
    return columns_add_key(&selection->columns, name) ||
           fail(failure,
                "%s: the key has too many columns, or a name of more than %d bytes; name those "
                "that matter by --columns key=NAME",
                selection->database->name, column_name_max);
}

/* The columns of the table's primary key, in order. NULL: selection_error() says why. */
static sqlite3_stmt *primary_key(const struct selection *selection, const struct table *table) {
    return prepare(selection,
                   "SELECT name FROM pragma_table_info(?1, 'main') WHERE pk > 0 ORDER BY pk",
                   table->name);
}

/*
 * Unless the key is named, it is the id, the primary key, a column that is called like a key and
 * tells the rows apart, or the rowid, whichever comes first.
 */
static bool find_key(struct selection *selection, sqlite3_stmt *all, const struct table *table,
                     struct failure *failure) {
    const char *id = selection->columns.names[column_id];
    if (selection->columns.key_named)
        return true;
    if (column_of(all, table, id) != place_none)
        return add_key(selection, id, failure);
    int parts = 0;
    if (table && !table->is_view) {
        sqlite3_stmt *names = primary_key(selection, table);
        bool good = names != NULL;
        for (; good && sqlite3_step(names) == SQLITE_ROW; parts++) {
            const char *name = (const char *)sqlite3_column_text(names, 0);
            good = name ? add_key(selection, name, failure) : fail_memory(failure);
        }
        if (!names || sqlite3_finalize(names) != SQLITE_OK)
            return selection_error(selection, failure);
        if (!good)
            return false;
    }
    bool offers = parts == 0 && !selection->wish->adds && !selection->columns.asked[column_id];
    for (int i = 0; offers && i < sqlite3_column_count(all); i++) {
        const char *name = sqlite3_column_name(all, i);
        columns_offer_key(&selection->columns, name ? name : "", false);
    }
    return parts > 0 || !table || !table->rowid || add_key(selection, table->rowid, failure);
}

/* ---- A table --------------------------------------------------------------------------------- */

/* Finds the table or view. The caller frees `table->name` by sqlite3_free(). */
static bool find_table(const struct selection *selection, struct table *table,
                       struct failure *failure) {
    char list[300];
    sqlite3_stmt *find =
        prepare(selection,
                "SELECT name, type = 'view' FROM sqlite_schema WHERE type IN ('table', 'view') "
                "AND name = ?1 COLLATE NOCASE ORDER BY name = ?1 DESC",
                selection->wish->table);
    bool found = find && sqlite3_step(find) == SQLITE_ROW;
    if (found) {
        table->name = sqlite3_mprintf("%s", sqlite3_column_text(find, 0));
        table->is_view = sqlite3_column_int(find, 1);
    }
    if (!find || sqlite3_finalize(find) != SQLITE_OK)
        return selection_error(selection, failure);
    if (found)
        return table->name || fail_memory(failure);
    return list_tables(selection, list, sizeof list)
               ? fail(failure, "%s: has no table '%.60s', only: %s", selection->database->name,
                      selection->wish->table, list)
               : selection_error(selection, failure);
}

/* A name of the rowids that is not the name of a column; NULL if there is none, or no rowids. */
static const char *find_rowid(const struct selection *selection, const struct table *table,
                              sqlite3_stmt *all) {
    static const char *const names[] = {"rowid", "_rowid_", "oid"};
    for (size_t i = 0; i < 3 && !table->is_view; i++)
        if (find_name(all, names[i]) < 0 &&
            sqlite3_table_column_metadata(selection->database->db, "main", table->name, names[i],
                                          NULL, NULL, NULL, NULL, NULL) == SQLITE_OK)
            return names[i];
    return NULL;
}

/* Appends the columns by which a table without rowids is ordered. */
static bool append_order(sqlite3_str *sql, const struct selection *selection,
                         const struct table *table) {
    sqlite3_stmt *names = primary_key(selection, table);
    const char *before = " ORDER BY ";
    while (names && sqlite3_step(names) == SQLITE_ROW) {
        sqlite3_str_appendf(sql, "%s\"%w\"", before, sqlite3_column_text(names, 0));
        before = ", ";
    }
    return names && sqlite3_finalize(names) == SQLITE_OK;
}

/* Makes the statement of the columns found and the rowid. `all` has given their places. */
static char *write_statement(struct selection *selection, sqlite3_stmt *all,
                             const struct table *table) {
    assert(table->name);
    sqlite3_str *sql = sqlite3_str_new(selection->database->db);
    int count = 0;
    sqlite3_str_appendall(sql, "SELECT ");
    for (int i = 0; i < selection->columns.count; i++) {
        int place = selection->places[i];
        if (place == place_none)
            continue;
        sqlite3_str_appendf(sql, "%s\"%w\"", count ? ", " : "",
                            place == place_rowid ? table->rowid : sqlite3_column_name(all, place));
        selection->places[i] = count++;
    }
    selection->rowid_place = table->rowid ? count : place_none;
    if (table->rowid)
        sqlite3_str_appendf(sql, ", %s", table->rowid);
    sqlite3_str_appendf(sql, " FROM main.\"%w\"", table->name);
    if (table->rowid)
        sqlite3_str_appendf(sql, " WHERE %s >= ?1 ORDER BY %s", table->rowid, table->rowid);
    bool good = table->rowid || table->is_view || append_order(sql, selection, table);
    char *text = sqlite3_str_finish(sql);
    if (good)
        return text;
    sqlite3_free(text);
    return NULL;
}

/* Prepares `next`, and finds the first and the last rowid. */
static bool find_rowids(struct selection *selection, const struct table *table,
                        struct failure *failure) {
    const char *rowid = table->rowid, *name = table->name;
    char *sql = sqlite3_mprintf("SELECT %s FROM main.\"%w\" WHERE %s >= ?1 ORDER BY %s LIMIT 1",
                                rowid, name, rowid, rowid);
    selection->next = prepare(selection, sql, NULL);
    sqlite3_free(sql);
    sql = sqlite3_mprintf("SELECT (SELECT min(%s) FROM main.\"%w\"), "
                          "(SELECT max(%s) FROM main.\"%w\")",
                          rowid, name, rowid, name);
    sqlite3_stmt *ends = selection->next ? prepare(selection, sql, NULL) : NULL;
    sqlite3_free(sql);
    if (ends && sqlite3_step(ends) == SQLITE_ROW) {
        selection->first = sqlite3_column_int64(ends, 0);
        selection->last = sqlite3_column_int64(ends, 1);
    }
    return (ends && sqlite3_finalize(ends) == SQLITE_OK) || selection_error(selection, failure);
}

/* Starts at the first row with that rowid or a larger one; without rowids, at the first. */
static bool selection_continue(struct selection *selection, int64_t rowid,
                               struct failure *failure) {
    sqlite3_reset(selection->statement);
    return selection->rowid_place == place_none ||
           sqlite3_bind_int64(selection->statement, 1, rowid) == SQLITE_OK ||
           selection_error(selection, failure);
}

/* A view may call functions, so it is looked at under the restrictions of what is loaded. */
static bool guess_text_of_table(struct selection *selection, sqlite3_stmt *all,
                                struct failure *failure) {
    if (!user_database_restrict(selection->database, true, failure))
        return false;
    sqlite3_stmt *rows = prepare(selection, sqlite3_sql(all), NULL);
    bool good = rows ? guess_text(selection, rows, failure) : selection_error(selection, failure);
    sqlite3_finalize(rows);
    return good && user_database_restrict(selection->database, false, failure);
}

static bool open_table(struct selection *selection, sqlite3_stmt *all, const struct table *table,
                       struct failure *failure) {
    if ((!has_text(selection, all) && !guess_text_of_table(selection, all, failure)) ||
        !find_key(selection, all, table, failure) || !find_columns(selection, all, table, failure))
        return false;
    char *sql = write_statement(selection, all, table);
    if (!sql)
        return selection_error(selection, failure);
    bool restricted = user_database_restrict(selection->database, true, failure);
    selection->statement = restricted ? prepare(selection, sql, NULL) : NULL;
    sqlite3_free(sql);
    selection->ordered = !table->is_view;
    return (selection->statement || selection_error(selection, failure)) &&
           (!table->rowid || find_rowids(selection, table, failure)) &&
           selection_continue(selection, INT64_MIN, failure);
}

static bool find_and_open_table(struct selection *selection, struct failure *failure) {
    struct table table = {0};
    sqlite3_stmt *all = NULL;
    bool good = find_table(selection, &table, failure);
    char *sql = good ? sqlite3_mprintf("SELECT * FROM main.\"%w\"", table.name) : NULL;
    if (good && !sql)
        good = fail_memory(failure);
    if (good) {
        all = prepare(selection, sql, NULL);
        good = all || selection_error(selection, failure);
    }
    if (good) {
        table.rowid = find_rowid(selection, &table, all);
        good = open_table(selection, all, &table, failure);
    }
    sqlite3_finalize(all);
    sqlite3_free(sql);
    sqlite3_free(table.name);
    return good;
}

/* ---- A query --------------------------------------------------------------------------------- */

/* Whether nothing but white space, comments and semicolons follows the statement. */
static bool ends_there(const struct selection *selection, const char *tail) {
    sqlite3_stmt *more = NULL;
    while (*tail) {
        int code = sqlite3_prepare_v2(selection->database->db, tail, -1, &more, &tail);
        sqlite3_finalize(more);
        if (code != SQLITE_OK || more)
            return false;
    }
    return true;
}

static bool open_query(struct selection *selection, struct failure *failure) {
    assert(selection->wish->query && !selection->wish->table);
    const char *query = selection->wish->query, *tail;
    if (!user_database_restrict(selection->database, true, failure))
        return false;
    if (sqlite3_prepare_v2(selection->database->db, query, -1, &selection->statement, &tail) !=
        SQLITE_OK)
        return selection_error(selection, failure);
    sqlite3_stmt *statement = selection->statement;
    if (!statement || !sqlite3_stmt_readonly(statement) || sqlite3_column_count(statement) == 0 ||
        sqlite3_bind_parameter_count(statement) > 0 || !ends_there(selection, tail))
        return fail(failure,
                    "--query: expected one SELECT without parameters, and nothing after it, found "
                    "'%.200s'",
                    query);
    selection->rowid_place = place_none;
    return (has_text(selection, statement) || guess_text(selection, statement, failure)) &&
           find_key(selection, statement, NULL, failure) &&
           find_columns(selection, statement, NULL, failure);
}

/* ---- Either ---------------------------------------------------------------------------------- */

/* Prepares the statement. Close it in any case. */
static bool selection_open(struct selection *selection, struct user_database *database,
                           const struct selection_wish *wish, struct failure *failure) {
    char list[300];
    *selection = (struct selection){.database = database, .wish = wish, .columns = *wish->columns};
    if (wish->query)
        return open_query(selection, failure);
    if (wish->table)
        return find_and_open_table(selection, failure);
    return list_tables(selection, list, sizeof list)
               ? fail(failure,
                      "%s: name a table or view of it, as neardup DB TABLE or by --table, or a "
                      "SELECT by --query; it has: %s",
                      database->name, list)
               : selection_error(selection, failure);
}

/* Finds the first row with that rowid or a larger one, which there is, without its values. */
static bool selection_find_rowid(const struct selection *selection, int64_t from, int64_t *rowid,
                                 struct failure *failure) {
    assert(selection->next);
    sqlite3_reset(selection->statement);
    sqlite3_bind_int64(selection->next, 1, from);
    bool found = sqlite3_step(selection->next) == SQLITE_ROW;
    *rowid = found ? sqlite3_column_int64(selection->next, 0) : from;
    sqlite3_reset(selection->next);
    return found || selection_error(selection, failure);
}

/*
 * The bytes of the values of that row which are loaded, without reading them; 0 if that is not
 * known: of a virtual table, or of columns that are computed.
 */
static uint64_t selection_row_length(const struct selection *selection, int64_t rowid) {
    uint64_t length = 0;
    for (int i = 0; i < sqlite3_column_count(selection->statement); i++) {
        sqlite3_blob *value = NULL;
        const char *name = sqlite3_column_name(selection->statement, i);
        if (i != selection->rowid_place && name &&
            sqlite3_blob_open(selection->database->db, "main", selection->wish->table, name, rowid,
                              0, &value) == SQLITE_OK)
            length += (uint64_t)sqlite3_blob_bytes(value);
        sqlite3_blob_close(value);
    }
    return length;
}

/* ---- A row ----------------------------------------------------------------------------------- */

/*
 * Reads a value. In the columns with a meaning, numbers become texts. `type` was asked for before
 * any value of the row became a text. False if memory runs out.
 */
static bool read_value(sqlite3_stmt *row, int place, bool as_text, enum cell_type type,
                       struct row_value *value) {
    bool is_number = type == cell_integer || type == cell_real;
    *value = (struct row_value){.value.type = is_number && as_text ? cell_text : type, .bytes = ""};
    if (type == cell_integer && !as_text)
        value->value.as.integer = sqlite3_column_int64(row, place);
    else if (type == cell_real && !as_text)
        value->value.as.real = sqlite3_column_double(row, place);
    else if (type != cell_null) {
        const void *bytes = type == cell_blob ? sqlite3_column_blob(row, place)
                                              : (const void *)sqlite3_column_text(row, place);
        value->length = (size_t)sqlite3_column_bytes(row, place);
        if (bytes)
            value->bytes = bytes;
        return bytes || (type == cell_blob && value->length == 0);
    }
    return true;
}

/*
 * Appends the values to the record; of a row that is too long only its title is kept. `*length` is
 * that of the values. False if memory runs out.
 */
static bool add_values(struct database_rows *rows, struct text_buffer *record, uint64_t *length) {
    sqlite3_stmt *row = rows->selection.statement;
    const struct columns *columns = &rows->selection.columns;
    const int *places = rows->selection.places;
    enum cell_type types[columns_max];
    struct row_value value;
    *length = 0;
    for (int i = 0; i < columns->count; i++)
        types[i] = places[i] < 0 ? cell_null : cell_type_of(row, places[i]);
    for (int i = 0; i < columns->count; i++)
        if (types[i] == cell_text || types[i] == cell_blob)
            *length += (uint64_t)sqlite3_column_bytes(row, places[i]);
    bool fits = *length <= record_max();
    for (int i = 0; i < columns->count; i++) {
        bool kept = fits || (i == column_title && types[i] == cell_text &&
                             sqlite3_column_bytes(row, places[i]) <= batch_damaged_max);
        bool as_text = i < column_count || columns_is_text(columns, i);
        if (!read_value(row, places[i], as_text, kept ? types[i] : cell_null, &value))
            return false;
        row_record_add(record, &value);
    }
    return true;
}

static void note_rowid(struct database_rows *rows, int64_t rowid) {
    rows->rowid = rowid;
    rows->start = rowid < INT64_MAX ? rowid + 1 : INT64_MAX;
}

enum { long_message_max = 160 };

/* Says which row is too long, its length, and what reads it. */
static void tell_long(const struct database_rows *rows, uint64_t length,
                      char message[long_message_max]) {
    char row[40] = "", cure[40] = "no --memory is large enough";
    int memory = memory_for_record(length);
    if (rows->selection.rowid_place >= 0)
        snprintf(row, sizeof row, " with rowid %" PRId64, rows->rowid);
    if (memory > 0)
        snprintf(cure, sizeof cure, "--memory %d reads it", memory);
    snprintf(message, long_message_max, "the row%s has %" PRIu64 " bytes, more than %zu; %s", row,
             length, record_max(), cure);
}

/* Adds the current row to the batch. False if memory runs out. */
static bool add_row(struct database_rows *rows, struct batch *batch) {
    assert(!rows->ended);
    char message[long_message_max];
    size_t offset = batch->content.length;
    uint64_t length;
    struct slice *slice = add_values(rows, &batch->content, &length) ? batch_add(batch) : NULL;
    if (!slice || batch->content.failed)
        return false;
    rows->reader.number++;
    slice->offset = offset;
    slice->length = batch->content.length - offset;
    slice->byte_offset = rows->offset;
    slice->number = rows->reader.number;
    rows->offset += (int64_t)slice->length;
    if (rows->selection.rowid_place >= 0)
        note_rowid(rows,
                   sqlite3_column_int64(rows->selection.statement, rows->selection.rowid_place));
    if (length <= record_max())
        return true;
    tell_long(rows, length, message);
    return batch_damage(batch, slice, message);
}

/* ---- Cutting --------------------------------------------------------------------------------- */

static bool go_on_after(struct database_rows *rows, int64_t rowid, struct failure *failure) {
    note_rowid(rows, rowid);
    rows->ended = rowid == INT64_MAX;
    return selection_continue(&rows->selection, rows->start, failure);
}

/* What next_row() finds. */
enum next { next_row_there, next_row_large, next_none, next_failed };

/* Goes to the next row, or finds that its values are larger than user_database.h (4) allows. */
static enum next next_row(struct database_rows *rows, struct failure *failure) {
    int code = SQLITE_DONE;
    if (!rows->ended) /* SQLite asks between its own steps only, and one may compute megabytes */
        code = interrupt_overdue() ? SQLITE_INTERRUPT : sqlite3_step(rows->selection.statement);
    rows->ended = code != SQLITE_ROW;
    rows->reader.interrupted = rows->reader.interrupted || (code & 0xFF) == SQLITE_INTERRUPT;
    if (!rows->ended)
        return next_row_there;
    if (code == SQLITE_DONE || rows->reader.interrupted)
        return next_none;
    bool large = user_database_row_is_large(rows->database, failure);
    if (large && rows->selection.rowid_place >= 0)
        return next_row_large;
    if (large) {
        struct failure why = *failure;
        fail(failure, "%s: row %" PRId64 ": %s; %s, or --query shortens it or leaves it out",
             rows->database->name, rows->reader.number + 1, why.message, memory_advice());
    } else {
        selection_error(&rows->selection, failure);
    }
    return next_failed;
}

/* Passes over a row that is too large for the reason in `failure`: its rowid can be read alone. */
static bool pass_over(struct database_rows *rows, struct batch *batch, struct failure *failure) {
    assert(rows->selection.rowid_place >= 0);
    char message[long_message_max];
    struct failure why = *failure;
    int64_t rowid;
    sqlite_memory_forget();
    if (!selection_find_rowid(&rows->selection, rows->start, &rowid, failure) ||
        !go_on_after(rows, rowid, failure))
        return false;
    rows->reader.number++;
    uint64_t length = selection_row_length(&rows->selection, rowid);
    if (length > record_max())
        tell_long(rows, length, message);
    else
        snprintf(message, sizeof message, "rowid %" PRId64 ": %.110s", rowid, why.message);
    return batch_add_damage(batch, rows->offset, message) || fail_memory(failure);
}

static enum cut_state cut(struct reader *reader, struct batch *batch, struct failure *failure) {
    struct database_rows *rows = (struct database_rows *)reader;
    while (!batch_is_full(batch)) {
        enum next next = next_row(rows, failure);
        if (next == next_none)
            break;
        if (next == next_failed || (next == next_row_large && !pass_over(rows, batch, failure)))
            return cut_failed;
        if (next == next_row_there && !add_row(rows, batch)) {
            fail_memory(failure);
            return cut_failed;
        }
    }
    batch->file_end = batch->text_end = rows->offset;
    /* How far the rowids have come tells how many bytes all rows must have. */
    const struct selection *selection = &rows->selection;
    double range = (double)selection->last - (double)selection->first + 1;
    double done = (double)rows->rowid - (double)selection->first + 1;
    double size = selection->rowid_place >= 0 && done > 0 ? (double)rows->offset * range / done : 0;
    batch->file_size = size < 1e18 ? (int64_t)size : 0;
    batch->resumable = rows->selection.ordered;
    batch->place = (struct resume_place){.byte_offset = rows->offset,
                                         .file_bit = -1,
                                         .bit_offset = rows->rowid,
                                         .checksum = -1,
                                         .closed = true,
                                         .records = rows->reader.number};
    return batch->count > 0 ? cut_batch : cut_end;
}

/* Rows with rowids are found by them; others are in an order that does not change. */
static bool resume(struct reader *reader, const struct resume_place *place,
                   struct failure *failure) {
    struct database_rows *rows = (struct database_rows *)reader;
    bool has_rowids = rows->selection.rowid_place >= 0;
    enum next next = next_row_there;
    assert(rows->selection.ordered);
    if (!go_on_after(rows, place->bit_offset, failure))
        return false;
    rows->ended = rows->ended && has_rowids;
    for (int64_t i = 0; !has_rowids && i < place->records && next == next_row_there; i++)
        next = next_row(rows, failure);
    rows->reader.number = place->records;
    rows->offset = place->byte_offset;
    return next != next_failed;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static void close_rows(struct reader *reader) {
    struct database_rows *rows = (struct database_rows *)reader;
    sqlite3_finalize(rows->selection.statement);
    sqlite3_finalize(rows->selection.next);
    user_database_close(rows->database);
}

static struct slice_parser *open_parser(const struct reader *reader, struct failure *failure) {
    return record_parser_open(&((const struct database_rows *)reader)->scheme, failure);
}

/* Two tables of a database are two sources, and so are two queries. */
static bool add_source(struct user_database *database, const char *sort, const char *name,
                       struct fingerprint *fingerprint, struct failure *failure) {
    if (!user_database_fingerprint(database, fingerprint, failure))
        return false;
    fingerprint_add_bytes(fingerprint, sort, strlen(sort));
    fingerprint_add_bytes(fingerprint, name, strlen(name));
    return true;
}

bool database_rows_fingerprint(const char *path, const char *table, struct fingerprint *fingerprint,
                               struct failure *failure) {
    struct user_database *database = user_database_open(path, failure);
    bool good = database && add_source(database, "table", table, fingerprint, failure);
    user_database_close(database);
    return good;
}

static bool take_fingerprint(const struct reader *reader, struct fingerprint *fingerprint,
                             struct failure *failure) {
    const struct database_rows *rows = (const struct database_rows *)reader;
    const struct selection_wish *wish = rows->selection.wish;
    return add_source(rows->database, wish->query ? "query" : "table",
                      wish->query ? wish->query : wish->table, fingerprint, failure);
}

static bool check(const struct reader *reader, struct failure *failure) {
    return user_database_check(database_rows_source(reader), failure);
}

static const struct reader_kind database_kind = {.cut = cut,
                                                 .resume = resume,
                                                 .fingerprint = take_fingerprint,
                                                 .check = check,
                                                 .close = close_rows,
                                                 .open_parser = open_parser};

struct reader *database_rows_open(const char *path, const struct selection_wish *wish,
                                  struct failure *failure) {
    static const struct record_layout layout = {.syntax = record_is_row};
    struct database_rows *rows = allocate(sizeof *rows, failure);
    const char *slash = strrchr(path, '/');
    if (!rows)
        return NULL;
    rows->reader.kind = &database_kind;
    rows->reader.undivided = "it is a database";
    rows->start = INT64_MIN;
    rows->database = user_database_open(path, failure);
    if (rows->database && selection_open(&rows->selection, rows->database, wish, failure)) {
        snprintf(rows->name, sizeof rows->name, "%s%s%s", slash ? slash + 1 : path,
                 wish->query ? "" : ":", wish->query ? "" : wish->table);
        rows->scheme = (struct record_scheme){
            .layout = &layout, .columns = &rows->selection.columns, .name = rows->name};
        rows->reader.name = rows->reader.short_name = rows->name;
        rows->reader.size = rows->database->state.file.size;
        rows->reader.resumable = rows->selection.ordered;
        return &rows->reader;
    }
    reader_close(&rows->reader);
    return NULL;
}

const struct columns *database_rows_columns(const struct reader *reader) {
    assert(reader->kind == &database_kind);
    return &((const struct database_rows *)reader)->selection.columns;
}

struct user_database *database_rows_source(const struct reader *reader) {
    assert(reader->kind == &database_kind);
    return ((const struct database_rows *)reader)->database;
}
