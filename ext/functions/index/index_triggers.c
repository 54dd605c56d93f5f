/*
 * index_triggers.c - the triggers by which a table tells its index of changes; see live_index.h.
 *
 * They are dropped with the index, since they would only fail without it; but not those that
 * somebody has changed.
 */
#include "live_index.h"

static const char *const events[] = {"INSERT", "DELETE", "UPDATE"};
enum { event_count = sizeof events / sizeof *events };

/*
 * What follows the name in CREATE TRIGGER, if the index has this name, and so has its column for
 * commands. NULL: no memory.
 */
static char *after_name(const struct live_index *index, const char *name, const char *commands,
                        int event) {
    const struct index_options *options = &index->options;
    const char *key = options->content_rowid;
    sqlite3_str *sql = sqlite3_str_new(index->db);
    sqlite3_str_appendf(sql, " AFTER %s ON \"%w\" BEGIN ", events[event], options->content);
    if (event != 0)
        sqlite3_str_appendf(sql,
                            "INSERT INTO \"%w\"(\"%w\", rowid) VALUES ('delete', old.\"%w\"); ",
                            name, commands, key);
    if (event != 1)
        sqlite3_str_appendf(sql,
                            "INSERT INTO \"%w\"(rowid, \"%w\") VALUES (new.\"%w\", new.\"%w\"); ",
                            name, options->column, key, options->column);
    sqlite3_str_appendall(sql, "END");
    return sqlite3_str_finish(sql);
}

static int create_triggers(struct live_index *index, const char *name) {
    int code = SQLITE_OK;
    for (int event = 0; event < event_count && code == SQLITE_OK; event++) {
        char *rest = after_name(index, name, name, event);
        char *sql = rest ? sqlite3_mprintf("CREATE TRIGGER \"%w\".\"%w_%s\"%s", index->schema, name,
                                           events[event], rest)
                         : NULL;
        code = sql ? sqlite3_exec(index->db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
        sqlite3_free(rest);
        sqlite3_free(sql);
    }
    return index_explained(index, code);
}

int index_create_triggers(struct live_index *index) {
    if (!index->options.content)
        return index_fail(index, SQLITE_ERROR,
                          "triggers are for an index of another table: this one holds its texts");
    return create_triggers(index, index->name);
}

/* Drops the triggers of this event that are as they were made, whatever they are called now. */
static int drop_event(struct live_index *index, const char *rest, bool *dropped) {
    char *sql = sqlite3_mprintf("SELECT name FROM \"%w\".sqlite_master WHERE type = 'trigger' AND"
                                " substr(sql, instr(sql, '\" AFTER ') + 1) = %Q",
                                index->schema, rest);
    sqlite3_stmt *names = NULL;
    int code = sql ? sqlite3_prepare_v2(index->db, sql, -1, &names, NULL) : SQLITE_NOMEM;
    sqlite3_free(sql);
    while (code == SQLITE_OK && sqlite3_step(names) == SQLITE_ROW) {
        sql = sqlite3_mprintf("DROP TRIGGER \"%w\".\"%w\"", index->schema,
                              sqlite3_column_text(names, 0));
        sqlite3_reset(names); /* DROP needs it */
        code = sql ? sqlite3_exec(index->db, sql, NULL, NULL, NULL) : SQLITE_NOMEM;
        sqlite3_free(sql);
        *dropped = true;
    }
    int last = sqlite3_finalize(names);
    return code == SQLITE_OK ? last : code;
}

static int drop_triggers(struct live_index *index, const char *name, bool *dropped) {
    int code = SQLITE_OK;
    *dropped = false;
    for (int event = 0; index->options.content && event < event_count && code == SQLITE_OK;
         event++) {
        char *rest = after_name(index, name, index->name, event);
        code = rest ? drop_event(index, rest, dropped) : SQLITE_NOMEM;
        sqlite3_free(rest);
    }
    return code;
}

int index_drop_triggers(struct live_index *index) {
    bool dropped;
    return drop_triggers(index, index->name, &dropped);
}

/* SQLite has put the new name into them, but not where it is that of the column. */
int index_rename_triggers(struct live_index *index, const char *name) {
    bool dropped;
    int code = drop_triggers(index, name, &dropped);
    return code == SQLITE_OK && dropped ? create_triggers(index, name) : code;
}
