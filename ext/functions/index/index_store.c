/* index_store.c - the shadow tables of an index, its statements and pages; see live_index.h. */
#include "live_index.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

const char *const index_table_names[index_tables] = {"data",     "log",    "dead",     "pairs",
                                                     "members",  "labels", "clusters", "changes",
                                                     "verdicts", "judged", "content"};

/* ---- Errors ---------------------------------------------------------------------------------- */

void index_fail(struct live_index *index, int code, const char *format, ...) {
    assert(code != SQLITE_OK);
    if (!index_ok(index))
        return;
    index->code = code;
    if (index->base.zErrMsg)
        return;
    va_list details;
    va_start(details, format);
    char *sentence = sqlite3_vmprintf(format, details);
    va_end(details);
    if (sentence)
        index->base.zErrMsg = sqlite3_mprintf("%s: %s", index->name, sentence);
    sqlite3_free(sentence);
    if (!index->base.zErrMsg)
        index->code = SQLITE_NOMEM;
}

void index_corrupt(struct live_index *index, const char *what, int64_t where) {
    index_fail(index, SQLITE_CORRUPT_VTAB,
               "the index is damaged: %s %lld. INSERT INTO \"%w\"(\"%w\") VALUES('rebuild') "
               "makes it again",
               what, (long long)where, index->name, index->name);
}

void index_forgive(struct live_index *index) {
    if ((index->code & 0xFF) != SQLITE_CORRUPT)
        return;
    sqlite3_free(index->base.zErrMsg);
    index->base.zErrMsg = NULL;
    index->code = SQLITE_OK;
}

/* Whether an error of SQLite says that there is no shadow table: it has no code for that. */
static bool lacks_table(const struct live_index *index, const char *error) {
    bool lacks = false;
    char *begin = sqlite3_mprintf("no such table: %s.%s_", index->schema, index->name);
    size_t length = begin ? strlen(begin) : 0;
    if (begin && sqlite3_strnicmp(begin, error, (int)length) == 0)
        for (int i = 0; i < index_tables && !lacks; i++)
            lacks = (i != index_content || !index->options.content) &&
                    strcmp(error + length, index_table_names[i]) == 0;
    sqlite3_free(begin);
    return lacks;
}

/* A constraint of a shadow table is not one of the index, which OR IGNORE would pass over. */
void index_explain(struct live_index *index, int code) {
    if (code == SQLITE_OK || !index_ok(index))
        return;
    if ((code & 0xFF) == SQLITE_NOMEM)
        index->code = code;
    else if (code == SQLITE_ERROR && lacks_table(index, sqlite3_errmsg(index->db)))
        index_fail(index, SQLITE_CORRUPT_VTAB,
                   "the index is damaged: %s. INSERT INTO \"%w\"(\"%w\") VALUES('rebuild') makes "
                   "tables of verdicts again; if another one is gone, DROP TABLE \"%w\" and create "
                   "the index again",
                   sqlite3_errmsg(index->db), index->name, index->name, index->name);
    else if ((code & 0xFF) != SQLITE_CONSTRAINT)
        index_fail(index, code, "%s", sqlite3_errmsg(index->db));
    else
        index_fail(index, SQLITE_CORRUPT_VTAB,
                   "a shadow table refuses a row: %s. Unless a trigger does that, the index is "
                   "damaged, and INSERT INTO \"%w\"(\"%w\") VALUES('rebuild') makes it again",
                   sqlite3_errmsg(index->db), index->name, index->name);
}

bool index_no_memory(struct live_index *index) {
    if (index_ok(index))
        index->code = SQLITE_NOMEM;
    return false;
}

bool index_core_failed(struct live_index *index) {
    if (index_ok(index))
        index->code = interruption_code(&index->interruption);
    return false;
}

/* ---- Statements ------------------------------------------------------------------------------ */

#define SQL_OF(name, sql) [statement_##name] = sql,
static const char *const statements[statement_count] = {INDEX_STATEMENTS(SQL_OF)};

const char *const index_evidence_names[evidence_count] = {"title", "time", "source"};

/* Without texts, a sketch is in the first column. */
static int stored_texts(const struct index_options *options) {
    return options->contentless ? 1 : options->text_count;
}

/* The name of a column in the table of the texts. */
static void append_name(sqlite3_str *sql, const struct index_options *options, int column) {
    if (options->content) {
        sqlite3_str_appendf(sql, "\"%w\"", options->columns[column]);
    } else if (column < options->text_count) {
        sqlite3_str_appendf(sql, column > 0 ? "text%d" : "text", column + 1);
    } else {
        for (int i = 0; i < evidence_count; i++)
            if (options->evidence[i] == column + 1) {
                sqlite3_str_appendall(sql, index_evidence_names[i]);
                break;
            }
    }
}

void index_append_columns(sqlite3_str *sql, const struct index_options *options, int first, int end,
                          const char *item, const char *between) {
    for (int column = first; column < end; column++) {
        sqlite3_str_appendall(sql, column > first ? between : "");
        for (const char *at = item; *at; at++)
            if (*at == '$')
                append_name(sql, options, column);
            else if (*at == '#')
                sqlite3_str_appendf(sql, "?%d", column + 2);
            else
                sqlite3_str_appendchar(sql, 1, *at);
    }
}

static bool is_word(const char *word, size_t length, const char *name) {
    return strlen(name) == length && memcmp(name, word, length) == 0;
}

/* What a word of INDEX_STATEMENTS stands for, if it is about columns. Returns whether it is. */
static bool append_columns(sqlite3_str *sql, const struct index_options *options, const char *word,
                           size_t length) {
    static const char same[] = "CAST(c.$ AS BLOB) IS CAST(# AS BLOB)";
    static const char typed[] = "typeof(c.$) = typeof(#)";
    static const struct {
        const char *word, *item, *between;
        bool texts, evidence;
    } lists[] = {
        {"columns", "$", ", ", true, true},    {"stored", "c.$", ", ", true, true},
        {"values", "#", ", ", true, true},     {"sets", "$ = #", ", ", true, true},
        {"same", same, " AND ", true, false},  {"likewise", same, " AND ", false, true},
        {"typed", typed, " AND ", true, true}, {"text", "c.$", ", ", true, false},
    };
    int texts = stored_texts(options), columns = options->contentless ? 1 : options->column_count;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        int first = lists[i].texts ? 0 : texts, end = lists[i].evidence ? columns : texts;
        if (!is_word(word, length, lists[i].word))
            continue;
        sqlite3_str_appendall(sql, first == end ? "1" : "");
        index_append_columns(sql, options, first, end, lists[i].item, lists[i].between);
        return true;
    }
    for (int i = 0; i < evidence_count; i++) {
        int column = options->evidence[i];
        if (!is_word(word, length, index_evidence_names[i]))
            continue;
        if (column > 0)
            index_append_columns(sql, options, column - 1, column, "c.$", "");
        else
            sqlite3_str_appendall(sql, "NULL");
        return true;
    }
    return false;
}

/* What one stands for that depends on the options. Returns whether it does. */
static bool append_chosen(sqlite3_str *sql, const struct live_index *index, const char *word,
                          size_t length) {
    const struct index_options *options = &index->options;
    bool contradicting = index_finds_contradictions(options);
    const char *edited = options->edit_similarity_least > 0 ? " AND edit_distance NOTNULL" : "";
    if (is_word(word, length, "rowid"))
        sqlite3_str_appendf(sql, options->content ? "\"%w\"" : "id", options->content_rowid);
    else if (is_word(word, length, "kinds"))
        sqlite3_str_appendall(sql, options->kinds ? ", kind, score" : "");
    else if (is_word(word, length, "kind"))
        sqlite3_str_appendall(sql, options->kinds ? "kind" : "NULL");
    else if (is_word(word, length, "verdict"))
        sqlite3_str_appendall(sql, options->kinds ? ", ?6, ?7" : "");
    else if (is_word(word, length, "linked"))
        sqlite3_str_appendf(sql, contradicting ? "(jaccard >= %!.17g%s)" : "1",
                            options->jaccard_least, edited);
    else if (is_word(word, length, "ruled") && index->structure.format < index_format_verdicts)
        sqlite3_str_appendall(sql, "(SELECT 0 AS member WHERE 0)");
    else if (is_word(word, length, "ruled"))
        sqlite3_str_appendf(sql, "\"%w\".\"%w_judged\"", index->schema, index->name);
    else if (is_word(word, length, "label"))
        sqlite3_str_appendall(sql, index->labelled ? "label" : "cluster");
    else if (is_word(word, length, "labels") && !index->labelled)
        sqlite3_str_appendf(sql, "\"%w\".\"%w_members\"", index->schema, index->name);
    else if (is_word(word, length, "content") && options->content)
        sqlite3_str_appendf(sql, "\"%w\".\"%w\"", index->schema, options->content);
    else
        return append_columns(sql, options, word, length);
    return true;
}

/* Replaces what begins with @. NULL: no memory. */
static char *sql_of(const struct live_index *index, const char *sql) {
    sqlite3_str *text = sqlite3_str_new(index->db);
    while (*sql) {
        size_t plain = strcspn(sql, "@"), word;
        sqlite3_str_append(text, sql, (int)plain);
        sql += plain;
        if (!*sql)
            break;
        word = strspn(++sql, "abcdefghijklmnopqrstuvwxyz");
        if (!append_chosen(text, index, sql, word))
            sqlite3_str_appendf(text, "\"%w\".\"%w_%.*s\"", index->schema, index->name, (int)word,
                                sql);
        sql += word;
    }
    return sqlite3_str_finish(text);
}

void index_execute_plain(struct live_index *index, char *sql) {
    if (index_ok(index))
        index_explain(index, sql ? sqlite3_exec(index->db, sql, NULL, NULL, NULL) : SQLITE_NOMEM);
    sqlite3_free(sql);
}

void index_execute(struct live_index *index, const char *sql) {
    index_execute_plain(index, sql_of(index, sql));
}

sqlite3_stmt *index_prepare(struct live_index *index, const char *sql) {
    if (!index_ok(index))
        return NULL;
    char *text = sql_of(index, sql);
    sqlite3_stmt *statement = NULL;
    index_explain(index, text ? sqlite3_prepare_v3(index->db, text, -1, SQLITE_PREPARE_PERSISTENT,
                                                   &statement, NULL)
                              : SQLITE_NOMEM);
    sqlite3_free(text);
    return statement;
}

sqlite3_stmt *index_bind(struct live_index *index, enum index_statement which, int count,
                         const int64_t *numbers) {
    assert(which < statement_count && index->host->running == index);
    if (!index->statements[which])
        index->statements[which] = index_prepare(index, statements[which]);
    for (int i = 0; i < count && index_ok(index); i++)
        index_explain(index, sqlite3_bind_int64(index->statements[which], i + 1, numbers[i]));
    return index_ok(index) ? index->statements[which] : NULL;
}

bool index_next(struct live_index *index, sqlite3_stmt *statement) {
    if (!statement)
        return false;
    int code = index_ok(index) ? sqlite3_step(statement) : SQLITE_DONE;
    if (code == SQLITE_ROW)
        return true;
    sqlite3_reset(statement);
    if (code != SQLITE_DONE)
        index_explain(index, code);
    return false;
}

void index_find_none(struct live_index *index, const char *what, const char *sql) {
    sqlite3_stmt *row = index_prepare(index, sql);
    if (index_next(index, row))
        index_corrupt(index, what, sqlite3_column_int64(row, 0));
    sqlite3_finalize(row);
}

void index_run(struct live_index *index, enum index_statement which, int count,
               const int64_t *numbers) {
    bool row = index_next(index, index_bind(index, which, count, numbers));
    assert(!row);
    (void)row;
}

bool index_ask(struct live_index *index, enum index_statement which, int count,
               const int64_t *numbers, int64_t *result) {
    sqlite3_stmt *row = index_bind(index, which, count, numbers);
    if (!index_next(index, row))
        return false;
    bool found = sqlite3_column_type(row, 0) != SQLITE_NULL;
    *result = sqlite3_column_int64(row, 0);
    sqlite3_reset(row);
    return found;
}

static void finalize_all(struct live_index *index) {
    for (int i = 0; i < statement_count; i++) {
        sqlite3_finalize(index->statements[i]);
        index->statements[i] = NULL;
    }
    sqlite3_finalize(index->scan);
    index->scan = NULL;
}

void index_free(struct live_index *index) {
    finalize_all(index);
    index_options_free(&index->options);
    minhash_family_free(index->family);
    minhash_workspace_free(&index->minhash, &sqlite_allocator);
    folding_free(&index->folding, &sqlite_allocator);
    set_similarity_workspace_free(&index->similarity, &sqlite_allocator);
    edit_distance_workspace_free(&index->edit, &sqlite_allocator);
    kind_work_free(&index->kinds, &sqlite_allocator);
    index_structure_free(&index->structure);
    posting_map_free(&index->log, &sqlite_allocator);
    posting_map_free(&index->replaced, &sqlite_allocator);
    posting_map_free(&index->dead, &sqlite_allocator);
    for (size_t i = 0; i < index->head_count && index->heads; i++)
        sqlite3_free(index->heads[i].ids);
    RELEASE(&sqlite_allocator, index->base.zErrMsg, index->schema, index->name, index->postings,
            index->scratch, index->block, index->structure_block, index->heads, index->head.ids,
            index->misses.matches, index->asked.bytes, index->other.bytes, index);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

bool index_read_page(struct live_index *index, const struct segment *segment, uint32_t number,
                     struct posting_page *page, sqlite3_stmt **row) {
    assert(number < segment->shape.pages);
    int64_t id = index_block_id(segment, number);
    *row = index_bind(index, statement_read_block, 1, &id);
    if (!index_next(index, *row))
        return false;
    const unsigned char *block = sqlite3_column_blob(*row, 0);
    size_t size = (size_t)sqlite3_column_bytes(*row, 0);
    if (!block && size > 0)
        index_no_memory(index);
    else if (size == 0 || !posting_page_open(page, &segment->shape, number, block, size))
        index_corrupt(index, "block", id);
    else
        return true;
    sqlite3_reset(*row);
    return false;
}

size_t index_read_postings(struct live_index *index, const struct segment *segment, uint32_t number,
                           struct posting **postings, size_t *capacity) {
    struct posting_page page;
    sqlite3_stmt *row;
    if (!index_read_page(index, segment, number, &page, &row))
        return 0;
    if (INDEX_RESERVE(index, *postings, *capacity, page.count) &&
        !posting_page_read(&page, posting_page_begin(number + 1, segment->shape.pages), *postings))
        index_corrupt(index, "block", index_block_id(segment, number));
    sqlite3_reset(row);
    return index_ok(index) ? page.count : 0;
}

/* ---- Tables ---------------------------------------------------------------------------------- */

/* A user's table has an INTEGER PRIMARY KEY: VACUUM would change other rowids. */
static void check_content(struct live_index *index) {
    const struct index_options *options = &index->options;
    bool rowid = sqlite3_stricmp(options->content_rowid, "rowid") == 0;
    sqlite3_stmt *statement = NULL;
    sqlite3_finalize(index_prepare(index, "SELECT c.@rowid, @stored FROM @content AS c LIMIT 0"));
    char *sql = sqlite3_mprintf(
        "SELECT name FROM pragma_table_info(%Q, %Q) AS c"
        " WHERE pk = 1 AND type = 'INTEGER' COLLATE NOCASE"
        "   AND (name = %Q COLLATE NOCASE OR lower(%Q) IN ('rowid', 'oid', '_rowid_'))"
        "   AND (SELECT type FROM \"%w\".sqlite_master WHERE name = %Q COLLATE NOCASE) = 'table'"
        "   AND NOT EXISTS (SELECT * FROM pragma_table_info(%Q, %Q) WHERE pk > 1)",
        options->content, index->schema, options->content_rowid, options->content_rowid,
        index->schema, options->content, options->content, index->schema);
    if (index_ok(index))
        index_explain(index, sql ? sqlite3_prepare_v2(index->db, sql, -1, &statement, NULL)
                                 : SQLITE_NOMEM);
    sqlite3_free(sql);
    if (!index_next(index, statement))
        index_fail(index, SQLITE_ERROR,
                   "content must be a table with an INTEGER PRIMARY KEY, since VACUUM "
                   "changes other rowids; %s has none%s%s",
                   options->content, rowid ? "" : " called ", rowid ? "" : options->content_rowid);
    sqlite3_finalize(statement);
}

/* (A view names no schema: the database can be attached by any name.) */
static void create_links(struct live_index *index, const char *name, const char *unless) {
    index_execute_plain(
        index,
        sqlite3_mprintf(
            "CREATE VIEW %s\"%w\".\"%w_links\" AS SELECT a, b, verdict, x.cluster AS "
            "cluster_a,"
            " y.cluster AS cluster_b, CASE WHEN a NOTNULL AND b NOTNULL THEN (x.cluster IS "
            "y.cluster"
            " AND x.cluster NOTNULL) = (verdict = 'duplicate') END AS honoured, text_a, text_b "
            "FROM "
            "(SELECT"
            " (SELECT min(member) FROM \"%w_judged\" WHERE text = text_a) AS a, (SELECT min(member)"
            " FROM \"%w_judged\" WHERE text = text_b) AS b, * FROM \"%w_verdicts\") LEFT JOIN"
            " \"%w_members\" AS x ON x.member = a LEFT JOIN \"%w_members\" AS y ON y.member = b",
            unless, index->schema, name, name, name, name, name, name));
}

static void create_view(struct live_index *index, const char *name) {
    if (index->labelled)
        index_execute_plain(
            index, sqlite3_mprintf("CREATE VIEW \"%w\".\"%w_members\" AS SELECT member, cluster "
                                   "FROM \"%w_labels\" JOIN \"%w_clusters\" USING (label)",
                                   index->schema, name, name, name));
}

static void drop_views(struct live_index *index, bool verdicts) {
    if (verdicts)
        index_execute(index, "DROP VIEW IF EXISTS @links");
    if (index->labelled)
        index_execute(index, "DROP VIEW IF EXISTS @members");
}

/* (A table of labels could be somebody else's; no view has columns of this sort.) */
void index_find_labels(struct live_index *index) {
    char *table = sqlite3_mprintf("%s_members", index->name);
    int code = table ? sqlite3_table_column_metadata(index->db, index->schema, table, "member",
                                                     NULL, NULL, NULL, NULL, NULL)
                     : SQLITE_NOMEM;
    sqlite3_free(table);
    index->labelled = code == SQLITE_ERROR;
    if (!index->labelled)
        index_explain(index, code);
}

/* Whether both tables of verdicts are there, with their columns and no others. */
static bool has_verdicts_columns(struct live_index *index) {
    bool has = false;
    sqlite3_stmt *row = NULL;
    char *sql = sqlite3_mprintf(
        "SELECT 1 WHERE (SELECT count(*) FROM \"%w\".sqlite_master WHERE type = 'table' AND"
        " lower(name) IN (lower('%q_verdicts'), lower('%q_judged'))) = 2 AND"
        " (SELECT group_concat(name) FROM pragma_table_info('%q_verdicts', %Q)) ="
        " 'text_a,text_b,verdict' AND"
        " (SELECT group_concat(name) FROM pragma_table_info('%q_judged', %Q)) = 'member,text'",
        index->schema, index->name, index->name, index->name, index->schema, index->name,
        index->schema);
    if (index_ok(index))
        index_explain(index,
                      sql ? sqlite3_prepare_v2(index->db, sql, -1, &row, NULL) : SQLITE_NOMEM);
    sqlite3_free(sql);
    has = index_next(index, row);
    sqlite3_finalize(row);
    return has;
}

bool index_find_verdicts(struct live_index *index) {
    if (index_ok(index))
        return index->structure.format >= index_format_verdicts;
    index_forgive(index);
    return has_verdicts_columns(index);
}

void index_find_content(struct live_index *index) {
    const struct index_options *options = &index->options;
    const char *type, *column = NULL;
    int is_key = 0, code = SQLITE_OK;
    if (!options->content || !index_ok(index))
        return;
    for (int i = 0; i <= options->column_count && code == SQLITE_OK; i++) {
        column = i < options->column_count ? options->columns[i] : options->content_rowid;
        code = sqlite3_table_column_metadata(index->db, index->schema, options->content, column,
                                             &type, NULL, NULL, &is_key, NULL);
    }
    if (code == SQLITE_OK && is_key && sqlite3_stricmp(type, "INTEGER") == 0)
        return;
    if (code != SQLITE_ERROR)
        index_explain(index, code);
    index_fail(index, SQLITE_ERROR,
               "there is no table %s with a column %s and an INTEGER PRIMARY KEY %s, as there was "
               "when the index was created. If it was renamed, restore the name; otherwise DROP "
               "TABLE \"%w\" and create it again",
               options->content, column == options->content_rowid ? options->columns[0] : column,
               options->content_rowid, index->name);
}

void index_create_tables(struct live_index *index) {
    const struct index_options *options = &index->options;
    if (options->content)
        check_content(index);
    index_execute(index, "CREATE TABLE @data (id INTEGER PRIMARY KEY, block BLOB NOT NULL);"
                         "CREATE TABLE @log (seq INTEGER PRIMARY KEY, nonce INTEGER NOT NULL,"
                         " id INTEGER NOT NULL, replaces INTEGER NOT NULL, keys BLOB);"
                         "CREATE TABLE @dead (seq INTEGER PRIMARY KEY, id INTEGER NOT NULL)");
    if (!options->content)
        index_execute(index, "CREATE TABLE @content (id INTEGER PRIMARY KEY, @columns)");
    if (options->pairs)
        index_execute(index, "CREATE TABLE @pairs (seq INTEGER PRIMARY KEY,"
                             " a INTEGER NOT NULL, b INTEGER NOT NULL, jaccard REAL NOT NULL,"
                             " edit_distance INTEGER@kinds, UNIQUE (a, b), UNIQUE (b, a))");
    if (options->changes)
        index_execute(index, "CREATE TABLE @changes (seq INTEGER PRIMARY KEY, what TEXT NOT NULL,"
                             " a INTEGER, b INTEGER, cluster INTEGER, \"into\" INTEGER)");
    index->labelled = options->clusters;
    if (index->labelled)
        index_execute(index, "CREATE TABLE @labels (member INTEGER PRIMARY KEY,"
                             " label INTEGER NOT NULL, UNIQUE (label, member));"
                             "CREATE TABLE @clusters (label INTEGER PRIMARY KEY,"
                             " cluster INTEGER NOT NULL UNIQUE)");
    create_view(index, index->name);
}

void index_create_verdicts(struct live_index *index, bool again) {
    const char *unless = again ? "IF NOT EXISTS " : "";
    index_execute_plain(
        index, sqlite3_mprintf(
                   "CREATE TABLE %s\"%w\".\"%w_verdicts\" (text_a TEXT NOT NULL, text_b TEXT NOT"
                   " NULL, verdict TEXT NOT NULL, PRIMARY KEY (text_a, text_b), UNIQUE (text_b,"
                   " text_a)) WITHOUT ROWID;"
                   "CREATE TABLE %s\"%w\".\"%w_judged\" (member INTEGER PRIMARY KEY, text TEXT NOT"
                   " NULL, UNIQUE (text, member))",
                   unless, index->schema, index->name, unless, index->schema, index->name));
    create_links(index, index->name, unless);
}

/* The tables that this index has. */
static bool has_table(const struct live_index *index, int table, bool verdicts) {
    const struct index_options *options = &index->options;
    return table == index_pairs      ? options->pairs
           : table == index_members  ? options->clusters && !index->labelled
           : table == index_labels   ? index->labelled
           : table == index_clusters ? index->labelled
           : table == index_changes  ? options->changes
           : table == index_verdicts ? verdicts
           : table == index_judged   ? verdicts
           : table == index_content  ? !options->content
                                     : true;
}

static void for_all_tables(struct live_index *index, const char *format, const char *name,
                           bool verdicts) {
    finalize_all(index);
    for (int i = 0; i < index_tables; i++)
        if (has_table(index, i, verdicts))
            index_execute_plain(index,
                                sqlite3_mprintf(format, index->schema, index->name,
                                                index_table_names[i], name, index_table_names[i]));
}

void index_drop_tables(struct live_index *index) {
    bool verdicts = index_find_verdicts(index);
    drop_views(index, verdicts);
    for_all_tables(index, "DROP TABLE IF EXISTS \"%w\".\"%w_%s\"", "", verdicts);
}

void index_rename_tables(struct live_index *index, const char *name) {
    char *copy = sqlite3_mprintf("%s", name);
    bool verdicts = index_find_verdicts(index);
    if (!copy)
        index_no_memory(index);
    drop_views(index, verdicts);
    for_all_tables(index, "ALTER TABLE \"%w\".\"%w_%s\" RENAME TO \"%w_%s\"", name, verdicts);
    create_view(index, name);
    if (verdicts)
        create_links(index, name, "");
    sqlite3_free(index_ok(index) ? index->name : copy);
    if (index_ok(index))
        index->name = copy;
}
