/* sentence_table.c - see sentence_table.h. */
#include "sentence_table.h"

#include "../base/interrupt.h"

#include <stdlib.h>

struct registered_table {
    sqlite3_vtab base; /* first, as SQLite demands */
    const struct sentence_table *sentences;
};

struct sentence_table_cursor {
    sqlite3_vtab_cursor base; /* first, as SQLite demands */
    size_t at;
};

enum sentence_table_column {
    column_position,
    column_paragraph,
    column_section,
    column_block,
    column_text
};

static int sentence_table_connect(sqlite3 *db, void *sentences, int count, const char *const *words,
                                  sqlite3_vtab **table, char **error) {
    (void)count, (void)words, (void)error;
    int code = sqlite3_declare_vtab(
        db,
        "CREATE TABLE page_sentence(position INTEGER, paragraph INTEGER, section, block, text)");
    if (code != SQLITE_OK)
        return code;
    struct registered_table *made = calloc(1, sizeof *made);
    if (!made)
        return SQLITE_NOMEM;
    made->sentences = sentences;
    *table = &made->base;
    return SQLITE_OK;
}

static int sentence_table_disconnect(sqlite3_vtab *table) {
    free(table);
    return SQLITE_OK;
}

static int sentence_table_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    (void)table, (void)info; /* it is always read from beginning to end */
    return SQLITE_OK;
}

static int sentence_table_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
    (void)table;
    struct sentence_table_cursor *made = calloc(1, sizeof *made);
    if (!made)
        return SQLITE_NOMEM;
    *cursor = &made->base;
    return SQLITE_OK;
}

static int sentence_table_close(sqlite3_vtab_cursor *cursor) {
    free(cursor);
    return SQLITE_OK;
}

static int sentence_table_filter(sqlite3_vtab_cursor *base, int number, const char *name, int count,
                                 sqlite3_value **values) {
    (void)number, (void)name, (void)count, (void)values;
    struct sentence_table_cursor *cursor = (struct sentence_table_cursor *)base;
    cursor->at = 0;
    return SQLITE_OK;
}

static int sentence_table_next(sqlite3_vtab_cursor *base) {
    struct sentence_table_cursor *cursor = (struct sentence_table_cursor *)base;
    cursor->at++;
    return interrupt_overdue() ? SQLITE_ERROR : SQLITE_OK; /* INTERRUPT would undo everything */
}

static const struct sentence_table *sentence_table_of(const sqlite3_vtab_cursor *cursor) {
    return ((const struct registered_table *)cursor->pVtab)->sentences;
}

static int sentence_table_end(sqlite3_vtab_cursor *base) {
    const struct sentence_table_cursor *cursor = (const struct sentence_table_cursor *)base;
    return cursor->at >= sentence_table_of(base)->count;
}

static void give_text(sqlite3_context *context, const struct rows *rows, struct row_text text) {
    sqlite3_result_text64(context, row_bytes(rows, text), text.length, SQLITE_STATIC, SQLITE_UTF8);
}

static int sentence_table_value(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    const struct sentence_table *sentences = sentence_table_of(base);
    size_t at = ((const struct sentence_table_cursor *)base)->at;
    const struct sentence_row *sentence = &sentences->rows->sentences[sentences->first + at];
    if (column == column_position)
        sqlite3_result_int64(context, (sqlite3_int64)at + 1);
    else if (column == column_paragraph)
        sqlite3_result_int64(context, (sqlite3_int64)sentence->paragraph);
    else if (column == column_section)
        give_text(context, sentences->rows, sentence->section);
    else if (column == column_block)
        sqlite3_result_text(context, block_kind_name(sentence->block), -1, SQLITE_STATIC);
    else
        give_text(context, sentences->rows, sentence->text);
    return SQLITE_OK;
}

static int sentence_table_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    *rowid = (sqlite3_int64)((const struct sentence_table_cursor *)base)->at + 1;
    return SQLITE_OK;
}

/* Without xCreate the table exists under its module name and needs no CREATE. */
static const sqlite3_module sentence_table_module = {
    .xConnect = sentence_table_connect,
    .xBestIndex = sentence_table_best_index,
    .xDisconnect = sentence_table_disconnect,
    .xOpen = sentence_table_open,
    .xClose = sentence_table_close,
    .xFilter = sentence_table_filter,
    .xNext = sentence_table_next,
    .xEof = sentence_table_end,
    .xColumn = sentence_table_value,
    .xRowid = sentence_table_rowid,
};

int sentence_table_register(sqlite3 *db, struct sentence_table *sentences) {
    return sqlite3_create_module(db, "page_sentence", &sentence_table_module, sentences);
}
