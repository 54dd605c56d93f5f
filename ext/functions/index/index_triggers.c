/*
 * index_triggers.c - the triggers by which a table tells its index of changes; see live_index.h.
 *
 * They are dropped with the index, since they would only fail without it; but not those that
 * somebody has changed.
 */
#include "live_index.h"

/* The last is one that neardup 0.4 made. */
enum event { event_insert, event_delete, event_update, event_any_update, event_count };

/*
 * What follows the name in CREATE TRIGGER. $T is the table and $K its key, $X are the new values of
 * the columns of the text, and $D says that some have changed; $I is the index, $C its column for
 * commands and $N those of the text.
 *
 * The index is not told of an UPDATE that leaves the rowid and all that it keeps as they are: the
 * text and, if it keeps kinds, their evidence. UPDATE OF would not do: it goes by the names in SET,
 * and misses SET rowid = 5 and generated columns. Nor would a comparison of texts: it goes by the
 * collation of the column, even within CAST. A pair that stands after an 'update' has not gone in
 * between.
 */
#define TELL_DELETE "INSERT INTO $I($C, rowid) VALUES ('delete', old.$K); "
#define TELL_INSERT "INSERT INTO $I(rowid, $N) VALUES (new.$K, $X); "
#define TELL_UPDATE                                                              \
    "INSERT INTO $I($C, rowid) SELECT 'delete', old.$K WHERE old.$K <> new.$K; " \
    "INSERT INTO $I($C, rowid, $N) VALUES ('update', new.$K, $X); "
static const struct {
    const char *name, *sql;
} events[event_count] = {
    [event_insert] = {"INSERT", " AFTER INSERT ON $T BEGIN " TELL_INSERT "END"},
    [event_delete] = {"DELETE", " AFTER DELETE ON $T BEGIN " TELL_DELETE "END"},
    [event_update] = {"UPDATE", " AFTER UPDATE ON $T WHEN old.$K <> new.$K OR $D "
                                "BEGIN " TELL_UPDATE "END"},
    [event_any_update] = {"UPDATE", " AFTER UPDATE ON $T BEGIN " TELL_DELETE TELL_INSERT "END"},
};

enum { any_name = 1 }; /* a character of a pattern: any name in quotation marks */

/* A list of columns of the table of the texts. */
static void append_list(sqlite3_str *sql, const struct index_options *options, int first, int end,
                        const char *item, const char *between, bool pattern) {
    char named[64];
    size_t i = 0;
    do
        named[i] = (char)(pattern && item[i] == '$' ? any_name : item[i]);
    while (item[i++]);
    index_append_columns(sql, options, first, end, named, between);
}

/*
 * Whether a column has changed that the index keeps something of. The type of evidence counts, too:
 * the time 5 is not '5'.
 */
static void append_changes(sqlite3_str *sql, const struct index_options *options, bool pattern) {
    static const char change[] = "CAST(old.$ AS BLOB) IS NOT CAST(new.$ AS BLOB)";
    static const char type[] = " OR typeof(old.$) <> typeof(new.$)";
    append_list(sql, options, 0, options->text_count, change, " OR ", pattern);
    if (!index_keeps_verdicts(options) || options->column_count == options->text_count)
        return;
    sqlite3_str_appendall(sql, " OR ");
    append_list(sql, options, options->text_count, options->column_count, change, " OR ", pattern);
    append_list(sql, options, options->text_count, options->column_count, type, "", pattern);
}

/*
 * That, if the index has this name, and so has its column for commands. NULL: no memory. A pattern
 * matches what becomes of it when the table or one of its columns is renamed.
 */
static char *after_name(const struct live_index *index, const char *name, const char *commands,
                        enum event event, bool pattern) {
    const struct index_options *options = &index->options;
    sqlite3_str *sql = sqlite3_str_new(index->db);
    for (const char *at = events[event].sql; *at; at++) {
        if (*at != '$') {
            sqlite3_str_appendchar(sql, 1, *at);
            continue;
        }
        char which = *++at;
        if (which == 'N')
            append_list(sql, options, 0, options->text_count, "$", ", ", false);
        else if (which == 'X')
            append_list(sql, options, 0, options->text_count, "new.$", ", ", pattern);
        else if (which == 'D')
            append_changes(sql, options, pattern);
        else if (pattern && (which == 'T' || which == 'K'))
            sqlite3_str_appendchar(sql, 1, any_name);
        else
            sqlite3_str_appendf(sql, "\"%w\"",
                                which == 'T'   ? options->content
                                : which == 'K' ? options->content_rowid
                                : which == 'I' ? name
                                               : commands);
    }
    return sqlite3_str_finish(sql);
}

static void create_triggers(struct live_index *index, const char *name, const bool *wanted) {
    for (enum event event = 0; event <= event_update; event++) {
        if (!wanted[event])
            continue;
        char *rest = after_name(index, name, name, event, false);
        index_execute_plain(index,
                            rest ? sqlite3_mprintf("CREATE TRIGGER \"%w\".\"%w_%s\"%s",
                                                   index->schema, name, events[event].name, rest)
                                 : NULL);
        sqlite3_free(rest);
    }
}

static bool matches(const char *sql, const char *pattern) {
    for (; *pattern; pattern++) {
        if (*pattern != any_name) {
            if (*sql++ != *pattern)
                return false;
            continue;
        }
        if (*sql++ != '"')
            return false;
        while (*sql && (*sql != '"' || sql[1] == '"'))
            sql += 1 + (*sql == '"');
        if (*sql++ != '"')
            return false;
    }
    return !*sql;
}

/*
 * Drops the triggers of an event that are as they were made, whatever they are called now. Returns
 * whether there was one. `pattern` is freed; NULL: no memory.
 */
static bool drop_event(struct live_index *index, char *pattern) {
    char *sql = sqlite3_mprintf("SELECT substr(sql, instr(sql, '\" AFTER ') + 1), name"
                                " FROM \"%w\".sqlite_master WHERE type = 'trigger'",
                                index->schema);
    sqlite3_stmt *triggers = NULL;
    bool dropped = false;
    if (index_ok(index))
        index_explain(index, sql && pattern
                                 ? sqlite3_prepare_v2(index->db, sql, -1, &triggers, NULL)
                                 : SQLITE_NOMEM);
    sqlite3_free(sql);
    while (index_next(index, triggers)) {
        const char *rest = (const char *)sqlite3_column_text(triggers, 0);
        if (!rest || !matches(rest, pattern))
            continue;
        sql = sqlite3_mprintf("DROP TRIGGER \"%w\".\"%w\"", index->schema,
                              sqlite3_column_text(triggers, 1));
        sqlite3_reset(triggers); /* DROP needs it */
        index_execute_plain(index, sql);
        dropped = true;
    }
    sqlite3_finalize(triggers);
    sqlite3_free(pattern);
    return dropped;
}

/* Sets those of `dropped` of which there was one. */
static void drop_triggers(struct live_index *index, const char *name, bool dropped[event_count]) {
    for (enum event event = 0; index->options.content && event < event_count; event++)
        dropped[event] |= drop_event(index, after_name(index, name, index->name, event, true));
}

void index_create_triggers(struct live_index *index) {
    static const bool all[event_count] = {true, true, true};
    bool dropped[event_count] = {false};
    if (!index->options.content)
        index_fail(index, SQLITE_ERROR,
                   "triggers are for an index of another table: this one holds its texts");
    index_find_content(index);
    drop_triggers(index, index->name, dropped);
    create_triggers(index, index->name, all);
}

void index_drop_triggers(struct live_index *index) {
    bool dropped[event_count] = {false};
    drop_triggers(index, index->name, dropped);
}

/*
 * SQLite has put the new name into them, but not where it is that of the column; and nowhere under
 * PRAGMA legacy_alter_table.
 */
void index_rename_triggers(struct live_index *index, const char *name) {
    bool dropped[event_count] = {false};
    drop_triggers(index, index->name, dropped);
    drop_triggers(index, name, dropped);
    dropped[event_update] |= dropped[event_any_update];
    create_triggers(index, name, dropped);
}
