/* feed.c - see feed.h. */
#include "feed.h"

#include <stdlib.h>

struct feed_table {
    sqlite3_vtab base; /* first, as SQLite demands */
    const struct feed *feed;
};

struct feed_cursor {
    sqlite3_vtab_cursor base; /* first, as SQLite demands */
    size_t at;
};

enum feed_column { column_position, column_section, column_block, column_text };

static int feed_connect(sqlite3 *db, void *feed, int count, const char *const *words,
                        sqlite3_vtab **table, char **error) {
    (void)count, (void)words, (void)error;
    int code =
        sqlite3_declare_vtab(db, "CREATE TABLE feed(position INTEGER, section, block, text)");
    if (code != SQLITE_OK)
        return code;
    struct feed_table *made = calloc(1, sizeof *made);
    if (!made)
        return SQLITE_NOMEM;
    made->feed = feed;
    *table = &made->base;
    return SQLITE_OK;
}

static int feed_disconnect(sqlite3_vtab *table) {
    free(table);
    return SQLITE_OK;
}

static int feed_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    (void)table, (void)info; /* there is one way to read it */
    return SQLITE_OK;
}

static int feed_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
    (void)table;
    struct feed_cursor *made = calloc(1, sizeof *made);
    if (!made)
        return SQLITE_NOMEM;
    *cursor = &made->base;
    return SQLITE_OK;
}

static int feed_close(sqlite3_vtab_cursor *cursor) {
    free(cursor);
    return SQLITE_OK;
}

static int feed_filter(sqlite3_vtab_cursor *base, int number, const char *name, int count,
                       sqlite3_value **values) {
    (void)number, (void)name, (void)count, (void)values;
    struct feed_cursor *cursor = (struct feed_cursor *)base;
    cursor->at = 0;
    return SQLITE_OK;
}

static int feed_next(sqlite3_vtab_cursor *base) {
    struct feed_cursor *cursor = (struct feed_cursor *)base;
    cursor->at++;
    return SQLITE_OK;
}

static const struct feed *feed_of(const sqlite3_vtab_cursor *cursor) {
    return ((const struct feed_table *)cursor->pVtab)->feed;
}

static int feed_end(sqlite3_vtab_cursor *base) {
    const struct feed_cursor *cursor = (const struct feed_cursor *)base;
    return cursor->at >= feed_of(base)->count;
}

static void give_text(sqlite3_context *context, const struct rows *rows, struct row_text text) {
    sqlite3_result_text64(context, row_bytes(rows, text), text.length, SQLITE_STATIC, SQLITE_UTF8);
}

static int feed_value(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    const struct feed *feed = feed_of(base);
    size_t at = ((const struct feed_cursor *)base)->at;
    const struct sentence_row *sentence = &feed->rows->sentences[feed->first + at];
    if (column == column_position)
        sqlite3_result_int64(context, (sqlite3_int64)at + 1);
    else if (column == column_section)
        give_text(context, feed->rows, sentence->section);
    else if (column == column_block)
        sqlite3_result_text(context, block_kind_name(sentence->block), -1, SQLITE_STATIC);
    else
        give_text(context, feed->rows, sentence->text);
    return SQLITE_OK;
}

static int feed_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    *rowid = (sqlite3_int64)((const struct feed_cursor *)base)->at + 1;
    return SQLITE_OK;
}

/* Without xCreate a table is there by its name alone. */
static const sqlite3_module feed_module = {
    .xConnect = feed_connect,
    .xBestIndex = feed_best_index,
    .xDisconnect = feed_disconnect,
    .xOpen = feed_open,
    .xClose = feed_close,
    .xFilter = feed_filter,
    .xNext = feed_next,
    .xEof = feed_end,
    .xColumn = feed_value,
    .xRowid = feed_rowid,
};

int feed_register(sqlite3 *db, struct feed *feed) {
    return sqlite3_create_module(db, "feed", &feed_module, feed);
}
