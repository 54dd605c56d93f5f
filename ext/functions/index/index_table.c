/*
 * index_table.c - the virtual table of an index; see live_index.h, and docs/guide/live-index.md.
 *
 *     CREATE VIRTUAL TABLE near USING neardup(text, content='note', content_rowid='id');
 *     SELECT rowid, jaccard FROM near('The storm killed 134 people.') ORDER BY jaccard DESC;
 *
 *   (1) The columns are the text and, hidden, one with the name of the table, whose value is the
 *       text that is searched for, or a command; and jaccard, edit_distance and not_compared, which
 *       are NULL unless there is a search.
 *   (2) A search is near(TEXT), near = TEXT or near MATCH TEXT. Rows have jaccard_least or more,
 *       unless the query says jaccard >= X itself.
 *   (3) With content='', the index keeps a sketch of each text, and similarities are estimates.
 *   (4) Texts are read as SQLite casts them; NULL and texts without shingles are not indexed.
 */
#include "../function.h"
#include "live_index.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum column { column_text, column_name, column_jaccard, column_edit_distance, column_not_compared };

/* What xBestIndex makes of constraints. xFilter gets their values in this order. */
enum use {
    use_search,
    use_least,  /* jaccard >= or > */
    use_rowid,  /* rowid = */
    use_except, /* rowid <> */
    use_from,   /* rowid >= or > */
    use_to,     /* rowid <= or < */
    use_limit,
    use_offset,
    use_count
};

/* What it tells xFilter besides: a bit for each use, and these. */
enum plan {
    plan_above = 1 << use_count,            /* jaccard is above `least` */
    plan_descending = 1 << (use_count + 1), /* ORDER BY jaccard DESC */
    plan_then_rowid = 1 << (use_count + 2)  /* and then by rowid */
};

/* SQLite passes these since 3.38. */
#ifndef SQLITE_INDEX_CONSTRAINT_LIMIT
#define SQLITE_INDEX_CONSTRAINT_LIMIT 73
#define SQLITE_INDEX_CONSTRAINT_OFFSET 74
#endif

struct index_cursor {
    sqlite3_vtab_cursor base;
    sqlite3_stmt *scan; /* of texts, in place of a search */
    char *text;         /* that was searched for */
    size_t length;
    bool at_end;
    size_t at;
    struct matches found;
};

/* ---- One at a time --------------------------------------------------------------------------- */

/* Every method that runs statements begins and ends so: see (4) of live_index.h. */
static int enter(struct live_index *index) {
    const struct live_index *running = index->host->running;
    if (running)
        return index_fail(index, SQLITE_ERROR,
                          "a statement of the index %s itself asks for the index %s. Drop the "
                          "trigger on a shadow table, or whatever else in the schema does that",
                          running->name, index->name);
    index->host->running = index;
    sqlite3_free(index->base.zErrMsg);
    index->base.zErrMsg = NULL;
    return SQLITE_OK;
}

static int leave(struct live_index *index, int code) {
    index->host->running = NULL;
    return code;
}

/* ---- The table ------------------------------------------------------------------------------- */

static int declare(sqlite3 *db, struct live_index *index) {
    char *sql = sqlite3_mprintf("CREATE TABLE x(\"%w\", \"%w\" HIDDEN, jaccard HIDDEN, "
                                "edit_distance HIDDEN, not_compared HIDDEN)",
                                index->options.column, index->name);
    int code = sql ? sqlite3_declare_vtab(db, sql) : SQLITE_NOMEM;
    sqlite3_free(sql);
    if (code == SQLITE_ERROR) /* the only reason: two columns have one name */
        return index_fail(index, code,
                          "the column of texts must not be called %s, jaccard, edit_distance or "
                          "not_compared, as the index has columns of these names, found %s",
                          index->name, index->options.column);
    if (code == SQLITE_OK)
        code = sqlite3_vtab_config(db, SQLITE_VTAB_CONSTRAINT_SUPPORT, 1);
    return code == SQLITE_OK ? sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS) : code;
}

/* Makes what a new index holds, or reads what one has. */
static int begin(struct live_index *index, bool create) {
    int code = enter(index);
    if (code != SQLITE_OK)
        return code;
    if (!create)
        return leave(index, index_refresh_structure(index));
    sqlite3_int64 last = sqlite3_last_insert_rowid(index->db);
    code = index_create_tables(index);
    if (code == SQLITE_OK)
        code = index_begin(index);
    sqlite3_set_last_insert_rowid(index->db, last);
    return leave(index, code);
}

/* In another index's statement, a table is connected without reading what it holds. */
static int make(sqlite3 *db, struct index_host *host, bool create, int count,
                const char *const *arguments, sqlite3_vtab **table, char **message) {
    struct live_index *index = sqlite3_malloc64(sizeof *index);
    if (!index)
        return SQLITE_NOMEM;
    *index = (struct live_index){.host = host, .db = db, .interruption = interruption_of(db)};
    index->minhash.interruption = &index->interruption;
    index->folding.interruption = &index->interruption;
    index->similarity.interruption = &index->interruption;
    index->edit.interruption = &index->interruption;
    index->schema = sqlite3_mprintf("%s", arguments[1]);
    index->name = sqlite3_mprintf("%s", arguments[2]);
    char *wrong = NULL;
    int code = index->schema && index->name ? SQLITE_OK : SQLITE_NOMEM;
    if (code == SQLITE_OK)
        code = index_options_read(&index->options, count - 3, arguments + 3, &wrong);
    if (wrong)
        index_fail(index, code, "%s", wrong);
    sqlite3_free(wrong);
    if (code == SQLITE_OK)
        code = declare(db, index);
    if (code == SQLITE_OK && !create && index->options.clusters)
        code = index_find_labels(index);
    if (code == SQLITE_OK && (create || !host->running))
        code = begin(index, create);
    if (!create) /* it can be dropped, or made again */
        code = index_forgive(index, code);
    if (code != SQLITE_OK) {
        *message = index->base.zErrMsg;
        index->base.zErrMsg = NULL;
        index_free(index);
        return code;
    }
    *table = &index->base;
    return SQLITE_OK;
}

static int table_create(sqlite3 *db, void *host, int count, const char *const *arguments,
                        sqlite3_vtab **table, char **message) {
    return make(db, host, true, count, arguments, table, message);
}

static int table_connect(sqlite3 *db, void *host, int count, const char *const *arguments,
                         sqlite3_vtab **table, char **message) {
    return make(db, host, false, count, arguments, table, message);
}

static int table_disconnect(sqlite3_vtab *table) {
    index_free((struct live_index *)table);
    return SQLITE_OK;
}

static int table_destroy(sqlite3_vtab *table) {
    struct live_index *index = (struct live_index *)table;
    int code = enter(index);
    if (code != SQLITE_OK)
        return code;
    code = index_drop_triggers(index);
    if (code == SQLITE_OK)
        code = index_drop_tables(index);
    leave(index, code);
    if (code == SQLITE_OK)
        index_free(index);
    return code;
}

static int table_rename(sqlite3_vtab *table, const char *name) {
    struct live_index *index = (struct live_index *)table;
    int code = enter(index);
    if (code != SQLITE_OK)
        return code;
    code = index_rename_triggers(index, name);
    return leave(index, code == SQLITE_OK ? index_rename_tables(index, name) : code);
}

static int is_shadow_name(const char *name) {
    for (int i = 0; i < index_tables; i++)
        if (sqlite3_stricmp(name, index_table_names[i]) == 0)
            return 1;
    return 0;
}

/* ---- Planning -------------------------------------------------------------------------------- */

/* What a constraint is used for; -1: SQLite is to check it. */
static int use_of(const struct sqlite3_index_constraint *constraint) {
    bool rowid = constraint->iColumn == -1, jaccard = constraint->iColumn == column_jaccard;
    switch (constraint->op) {
    case SQLITE_INDEX_CONSTRAINT_MATCH:
        return use_search;
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return constraint->iColumn == column_name ? use_search : rowid ? use_rowid : -1;
    case SQLITE_INDEX_CONSTRAINT_NE:
        return rowid ? use_except : -1;
    case SQLITE_INDEX_CONSTRAINT_GE:
    case SQLITE_INDEX_CONSTRAINT_GT:
        return jaccard ? use_least : rowid ? use_from : -1;
    case SQLITE_INDEX_CONSTRAINT_LE:
    case SQLITE_INDEX_CONSTRAINT_LT:
        return rowid ? use_to : -1;
    case SQLITE_INDEX_CONSTRAINT_LIMIT:
        return use_limit;
    case SQLITE_INDEX_CONSTRAINT_OFFSET:
        return use_offset;
    default:
        return -1;
    }
}

/* The order in which rows are wanted, if they come so: a sum of enum plan; otherwise -1. */
static int order_of(const sqlite3_index_info *info, bool searches) {
    const struct sqlite3_index_orderby *terms = info->aOrderBy;
    if (info->nOrderBy == 0 || (info->nOrderBy == 1 && terms[0].iColumn == -1 && !terms[0].desc))
        return 0;
    if (!searches || terms[0].iColumn != column_jaccard || !terms[0].desc)
        return -1;
    if (info->nOrderBy == 2 && terms[1].iColumn == -1 && !terms[1].desc)
        return plan_descending | plan_then_rowid;
    return info->nOrderBy == 1 ? plan_descending : -1;
}

/* Costs are about microseconds. */
static void set_estimates(const struct live_index *index, sqlite3_index_info *info, int plan) {
    double texts = index->options.log_most;
    for (size_t i = 0; i < index->structure.count; i++)
        texts += (double)index->structure.segments[i].count / index->options.minhash.bands;
    if (plan >> use_from & 1)
        texts /= 4;
    if (plan >> use_to & 1)
        texts /= 4;
    info->estimatedRows = (sqlite3_int64)texts;
    info->estimatedCost = texts;
    if (plan >> use_search & 1) {
        info->estimatedRows = 4;
        info->estimatedCost = 100;
    }
    if (plan >> use_rowid & 1) {
        info->estimatedRows = 1;
        info->estimatedCost = 2;
        info->idxFlags = SQLITE_INDEX_SCAN_UNIQUE;
    }
}

/*
 * A search can end after LIMIT rows only if no other constraint takes some of them away, and no
 * other order is wanted. SQLite counts them itself all the same.
 */
static int table_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    enum { of_search = 1 << use_least | 1 << use_except | 1 << use_limit | 1 << use_offset };
    enum { of_scan = 1 << use_from | 1 << use_to };
    int chosen[use_count], plan = 0, next = 1;
    bool all = true;
    for (int i = 0; i < info->nConstraint; i++) {
        const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];
        int use = use_of(constraint);
        if (use == use_search && !constraint->usable)
            return SQLITE_CONSTRAINT;
        if (use < 0 || !constraint->usable || plan >> use & 1) {
            all = false;
            continue;
        }
        chosen[use] = i;
        plan |= 1 << use;
        if (use == use_least && constraint->op == SQLITE_INDEX_CONSTRAINT_GT)
            plan |= plan_above;
    }
    bool searches = plan & 1 << use_search;
    int order = order_of(info, searches);
    all &= !(plan & of_scan) && order >= 0 && (order > 0 || info->nOrderBy == 0);
    plan &= ~(searches ? of_scan : of_search | plan_above);
    if (plan & 1 << use_rowid)
        plan &= ~(of_scan | 1 << use_except);
    if (!all || plan & 1 << use_rowid || !(plan & 1 << use_limit))
        plan &= ~(1 << use_limit | 1 << use_offset);
    for (int use = 0; use < use_count; use++)
        if (plan >> use & 1) {
            info->aConstraintUsage[chosen[use]].argvIndex = next++;
            info->aConstraintUsage[chosen[use]].omit = use == use_search;
        }
    set_estimates((const struct live_index *)table, info, plan);
    info->orderByConsumed = order >= 0;
    info->idxNum = order > 0 ? plan | order : plan;
    return SQLITE_OK;
}

/* ---- Cursors --------------------------------------------------------------------------------- */

static int cursor_open(sqlite3_vtab *table, sqlite3_vtab_cursor **result) {
    struct index_cursor *cursor = sqlite3_malloc64(sizeof *cursor);
    (void)table;
    if (!cursor)
        return SQLITE_NOMEM;
    *cursor = (struct index_cursor){.at_end = true};
    *result = &cursor->base;
    return SQLITE_OK;
}

static void cursor_reset(struct index_cursor *cursor) {
    sqlite3_finalize(cursor->scan);
    sqlite3_free(cursor->text);
    cursor->scan = NULL;
    cursor->text = NULL;
    cursor->at_end = true;
    cursor->at = cursor->found.count = 0;
}

static int cursor_close(sqlite3_vtab_cursor *base) {
    struct index_cursor *cursor = (struct index_cursor *)base;
    cursor_reset(cursor);
    sqlite3_free(cursor->found.matches);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int scan_next(struct live_index *index, struct index_cursor *cursor) {
    int code = index_next(index, cursor->scan);
    cursor->at_end = code != SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* All texts, or those from a rowid to another, in their order. */
static int scan(struct live_index *index, struct index_cursor *cursor,
                sqlite3_value *const *values) {
    sqlite3_value *from = values[values[use_rowid] ? use_rowid : use_from];
    sqlite3_value *to = values[values[use_rowid] ? use_rowid : use_to];
    int code = index_prepare(index,
                             "SELECT c.@rowid, c.@text FROM @content AS c "
                             "WHERE c.@rowid >= ?1 AND c.@rowid <= ?2 ORDER BY c.@rowid",
                             &cursor->scan);
    if (code == SQLITE_OK)
        code = from ? sqlite3_bind_value(cursor->scan, 1, from)
                    : sqlite3_bind_int64(cursor->scan, 1, INT64_MIN);
    if (code == SQLITE_OK)
        code = to ? sqlite3_bind_value(cursor->scan, 2, to)
                  : sqlite3_bind_int64(cursor->scan, 2, INT64_MAX);
    return code == SQLITE_OK ? scan_next(index, cursor) : code;
}

/* Whether a value equals a rowid, and which: 5.0 and '5' equal 5. */
static bool rowid_of(sqlite3_value *value, int64_t *rowid) {
    (void)sqlite3_value_numeric_type(value); /* makes a number of '5' */
    return value_is_integer(value, rowid);
}

/* How many rows LIMIT and OFFSET need. A negative LIMIT is no limit. */
static uint64_t rows_wanted(sqlite3_value *limit, sqlite3_value *offset) {
    int64_t most = limit ? sqlite3_value_int64(limit) : -1;
    int64_t left_out = offset ? sqlite3_value_int64(offset) : 0;
    return most < 0 ? UINT64_MAX : (uint64_t)most + (uint64_t)(left_out > 0 ? left_out : 0);
}

static int search(struct live_index *index, struct index_cursor *cursor, int plan,
                  sqlite3_value *const *values) {
    const char *text = (const char *)sqlite3_value_text(values[use_search]);
    int64_t rowid;
    struct wanted wanted = {.least = index->options.jaccard_least,
                            .most = rows_wanted(values[use_limit], values[use_offset]),
                            .best = plan & plan_descending,
                            .first = plan & plan_then_rowid};
    if (!text)
        return sqlite3_value_type(values[use_search]) == SQLITE_NULL ? SQLITE_OK : SQLITE_NOMEM;
    cursor->length = (size_t)sqlite3_value_bytes(values[use_search]);
    cursor->text = sqlite3_malloc64(cursor->length + 1);
    if (!cursor->text)
        return SQLITE_NOMEM;
    memcpy(cursor->text, text, cursor->length);
    if (values[use_least]) {
        int type = sqlite3_value_numeric_type(values[use_least]);
        if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
            return SQLITE_OK; /* no number is greater than a text or NULL */
        wanted.least = sqlite3_value_double(values[use_least]);
        if (plan & plan_above)
            wanted.least = nextafter(wanted.least, INFINITY);
    }
    if (values[use_except]) {
        if (rowid_of(values[use_except], &rowid))
            wanted.except = &rowid;
        else if (sqlite3_value_type(values[use_except]) == SQLITE_NULL)
            return SQLITE_OK;
    }
    int code = SQLITE_OK;
    if (!values[use_rowid]) {
        code = index_search(index, cursor->text, cursor->length, &wanted, &cursor->found);
    } else if (rowid_of(values[use_rowid], &rowid)) { /* whatever its signatures */
        cursor->found.not_compared = 0;
        code = index_compare_with(index, cursor->text, cursor->length);
        if (code == SQLITE_OK)
            code = index_compare(index, rowid, wanted.least, NULL, 0, &cursor->found);
    }
    if (plan & plan_descending)
        index_sort_matches(&cursor->found, true);
    cursor->at_end = code != SQLITE_OK || cursor->found.count == 0;
    return code;
}

static int cursor_filter(sqlite3_vtab_cursor *base, int plan, const char *unused, int count,
                         sqlite3_value **given) {
    struct live_index *index = (struct live_index *)base->pVtab;
    struct index_cursor *cursor = (struct index_cursor *)base;
    sqlite3_value *values[use_count] = {NULL};
    (void)unused, (void)count;
    for (int use = 0; use < use_count; use++)
        if (plan >> use & 1)
            values[use] = *given++;
    int code = enter(index);
    if (code != SQLITE_OK)
        return code;
    cursor_reset(cursor);
    code = index_find_content(index);
    if (code == SQLITE_OK)
        code = plan & 1 << use_search ? search(index, cursor, plan, values)
                                      : scan(index, cursor, values);
    return leave(index, code);
}

static int cursor_next(sqlite3_vtab_cursor *base) {
    struct live_index *index = (struct live_index *)base->pVtab;
    struct index_cursor *cursor = (struct index_cursor *)base;
    if (cursor->scan) {
        int code = enter(index);
        return code == SQLITE_OK ? leave(index, scan_next(index, cursor)) : code;
    }
    cursor->at_end = ++cursor->at >= cursor->found.count;
    return SQLITE_OK;
}

static int cursor_eof(sqlite3_vtab_cursor *base) {
    return ((const struct index_cursor *)base)->at_end;
}

static int cursor_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    const struct index_cursor *cursor = (const struct index_cursor *)base;
    *rowid =
        cursor->scan ? sqlite3_column_int64(cursor->scan, 0) : cursor->found.matches[cursor->at].id;
    return SQLITE_OK;
}

/* The text of a row that was found, as it is. */
static int text_column(struct live_index *index, sqlite3_context *context, int64_t id) {
    sqlite3_stmt *row;
    if (index->options.contentless)
        return SQLITE_OK;
    int code = index_step(index, statement_get_text, 1, &id, &row);
    if (code != SQLITE_ROW)
        return code == SQLITE_DONE ? SQLITE_OK : code;
    sqlite3_result_value(context, sqlite3_column_value(row, 0));
    sqlite3_reset(row);
    return SQLITE_OK;
}

static int distance_column(struct live_index *index, const struct index_cursor *cursor,
                           sqlite3_context *context) {
    const struct match *match = &cursor->found.matches[cursor->at];
    int64_t distance = match->edit_distance;
    int code = SQLITE_OK;
    if (distance < 0 && !index->options.contentless)
        code = index_distance(index, cursor->text, cursor->length, match->id, &distance);
    if (code == SQLITE_OK && distance >= 0)
        sqlite3_result_int64(context, distance);
    return code;
}

static int cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    struct live_index *index = (struct live_index *)base->pVtab;
    const struct index_cursor *cursor = (const struct index_cursor *)base;
    if (cursor->scan) {
        if (column == column_text && !index->options.contentless)
            sqlite3_result_value(context, sqlite3_column_value(cursor->scan, 1));
        return SQLITE_OK;
    }
    const struct match *match = &cursor->found.matches[cursor->at];
    int code = SQLITE_OK;
    switch (column) {
    case column_text:
    case column_edit_distance:
        code = enter(index);
        if (code != SQLITE_OK)
            return code;
        return leave(index, column == column_text ? text_column(index, context, match->id)
                                                  : distance_column(index, cursor, context));
    case column_name:
        sqlite3_result_text64(context, cursor->text, cursor->length, SQLITE_TRANSIENT, SQLITE_UTF8);
        break;
    case column_jaccard:
        sqlite3_result_double(context, match->jaccard);
        break;
    default:
        sqlite3_result_int64(context, cursor->found.not_compared);
    }
    return code;
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* Makes what is to be known of a text that is written: its keys, and it can be compared with. */
static int read_text(struct live_index *index, sqlite3_value *text) {
    const char *utf8 = (const char *)sqlite3_value_text(text);
    size_t length = (size_t)sqlite3_value_bytes(text);
    index->key_count = 0;
    if (!utf8)
        return sqlite3_value_type(text) == SQLITE_NULL ? SQLITE_OK : SQLITE_NOMEM;
    int code = index_keys(index, utf8, length, index->keys, &index->key_count);
    return code == SQLITE_OK && (index->options.pairs || index->options.contentless)
               ? index_compare_with_keyed(index, utf8, length, index->key_count)
               : code;
}

/*
 * What a change makes known of a text; text NULL: it is there no more. If it is the `same` as
 * before, its pairs stay; and its postings, too, but equal sketches may have others.
 */
static int change(struct live_index *index, int64_t id, bool replaces, bool same,
                  sqlite3_value *text) {
    int64_t seq = 0;
    bool pairs = index->options.pairs && !same;
    if (same && !index->options.contentless)
        return SQLITE_OK;
    int code = pairs ? index_find_content(index) : SQLITE_OK;
    if (!text)
        index->key_count = 0;
    else if (!index->options.contentless && code == SQLITE_OK) /* it was read to be written */
        code = read_text(index, text);
    size_t count = index->key_count;
    if (code == SQLITE_OK && pairs)
        code = index_pairs_remove(index, id);
    if (code == SQLITE_OK && (count > 0 || replaces))
        code = index_log_add(index, id, replaces, count > 0 ? index->keys : NULL, count, &seq);
    if (code == SQLITE_OK && count > 0 && pairs)
        code = index_pairs_add(index, id, index->keys, count);
    if (code != SQLITE_OK || seq == 0)
        return code;
    /* The copy of the structure may be another state's; index_flush() reads what is there now. */
    int64_t next = index->structure.next_seq;
    return seq < next || seq - next + 1 >= index->options.log_most ? index_flush(index, seq) : code;
}

/* Binds what the index keeps of a text. */
static int bind_text(struct live_index *index, sqlite3_stmt *statement, sqlite3_value *text) {
    if (!index->options.contentless)
        return sqlite3_bind_value(statement, 2, text);
    int code = read_text(index, text);
    if (code != SQLITE_OK || index->key_count == 0)
        return code == SQLITE_OK ? sqlite3_bind_null(statement, 2) : code;
    return sqlite3_bind_blob(statement, 2, index->sketch, (int)index->options.minhash.hashes,
                             SQLITE_STATIC);
}

/* Runs a statement with an id, NULL if SQLite is to choose it, and a text. */
static int step_text(struct live_index *index, enum index_statement which, const int64_t *id,
                     sqlite3_value *text, sqlite3_stmt **statement) {
    int code;
    *statement = index_statement(index, which, &code);
    if (code == SQLITE_OK)
        code = id ? sqlite3_bind_int64(*statement, 1, *id) : sqlite3_bind_null(*statement, 1);
    if (code == SQLITE_OK)
        code = bind_text(index, *statement, text);
    if (code == SQLITE_OK)
        code = index_step(index, which, 0, NULL, statement);
    return code;
}

/* Writes a text to the index's own table. */
static int write_text(struct live_index *index, enum index_statement which, const int64_t *id,
                      sqlite3_value *text) {
    sqlite3_stmt *statement;
    int code = step_text(index, which, id, text, &statement);
    assert(code != SQLITE_ROW);
    if (statement)
        sqlite3_bind_null(statement, 2);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

/* Replaces a text. If it is what the index has of it already, its pairs are not new. */
static int replace_text(struct live_index *index, int64_t id, sqlite3_value *text) {
    sqlite3_stmt *row;
    bool same = false;
    int code = step_text(index, statement_has_text, &id, text, &row);
    if (code == SQLITE_ROW) {
        same = sqlite3_column_int(row, 0);
        code = sqlite3_reset(row);
    }
    if (row)
        sqlite3_bind_null(row, 2);
    if (code == SQLITE_OK || code == SQLITE_DONE)
        code = write_text(index, statement_change_text, &id, text);
    return code == SQLITE_OK ? change(index, id, true, same, text) : code;
}

/* Whether the index's own table has a text with this id. */
static int has_text(struct live_index *index, int64_t id, bool *has) {
    sqlite3_stmt *row;
    int code = index_step(index, statement_get_text, 1, &id, &row);
    *has = code == SQLITE_ROW;
    if (*has)
        sqlite3_reset(row);
    return *has || code == SQLITE_DONE ? SQLITE_OK : code;
}

static int refuse_rowid(struct live_index *index, int64_t id) {
    return index_fail(index, SQLITE_CONSTRAINT, "there is a text with rowid %lld already",
                      (long long)id);
}

static int delete_text(struct live_index *index, int64_t id) {
    int code = SQLITE_OK;
    if (!index->options.content)
        code = index_run(index, statement_delete_text, 1, &id);
    return code == SQLITE_OK ? change(index, id, true, false, NULL) : code;
}

/* Inserts a text; `rowid` is NULL if SQLite is to choose it. */
static int insert_text(struct live_index *index, sqlite3_value *rowid, sqlite3_value *text,
                       sqlite3_int64 *id) {
    bool chosen = sqlite3_value_type(rowid) == SQLITE_NULL;
    int code = SQLITE_OK;
    if (chosen && index->options.content)
        return index_fail(
            index, SQLITE_ERROR,
            "a text of the table %s needs its rowid: INSERT INTO \"%w\"(rowid, \"%w\")",
            index->options.content, index->name, index->options.column);
    int64_t given = 0;
    if (!chosen && !rowid_of(rowid, &given))
        return SQLITE_MISMATCH;
    *id = given;
    if (!index->options.content)
        code = write_text(index, statement_add_text, chosen ? NULL : &given, text);
    if (code == SQLITE_OK && chosen)
        *id = sqlite3_last_insert_rowid(index->db);
    if ((code & 0xFF) == SQLITE_CONSTRAINT) {
        if (sqlite3_vtab_on_conflict(index->db) != SQLITE_REPLACE)
            return refuse_rowid(index, *id);
        return replace_text(index, given, text);
    }
    return code == SQLITE_OK ? change(index, *id, false, false, text) : code;
}

static int update_text(struct live_index *index, int64_t old, sqlite3_value *rowid,
                       sqlite3_value *text, sqlite3_int64 *id) {
    if (index->options.content)
        return index_fail(
            index, SQLITE_ERROR,
            "the texts are in the table %s: change them there, and let a trigger tell "
            "the index",
            index->options.content);
    if (index->options.contentless && sqlite3_value_nochange(text))
        return index_fail(index, SQLITE_ERROR,
                          "the index keeps no texts: an UPDATE must give the text again");
    int64_t given;
    if (!rowid_of(rowid, &given))
        return SQLITE_MISMATCH;
    *id = given;
    if (given != old) {
        bool has;
        int code = has_text(index, *id, &has);
        if (code == SQLITE_OK && has && sqlite3_vtab_on_conflict(index->db) != SQLITE_REPLACE)
            return refuse_rowid(index, *id);
        sqlite3_value *kept = sqlite3_value_dup(text); /* may be of the row that goes */
        if (!kept)
            return SQLITE_NOMEM;
        if (code == SQLITE_OK)
            code = delete_text(index, old);
        if (code == SQLITE_OK)
            code = insert_text(index, rowid, kept, id);
        sqlite3_value_free(kept);
        return code;
    }
    return replace_text(index, old, text);
}

/* INSERT INTO near(near [, rowid]) VALUES('rebuild'). */
static int command(struct live_index *index, sqlite3_value *word, sqlite3_value *argument) {
    static const char *const wanted =
        "'rebuild', 'triggers', 'optimize', 'merge', 'integrity-check' or 'delete'";
    const char *name = (const char *)sqlite3_value_text(word);
    int64_t number;
    bool has_number = rowid_of(argument, &number);
    if (!name)
        return SQLITE_NOMEM;
    if (sqlite3_stricmp(name, "rebuild") == 0 && index->options.contentless)
        return index_fail(index, SQLITE_ERROR, "the index keeps no texts to be made of again");
    if (sqlite3_stricmp(name, "rebuild") == 0) {
        int code = index_rebuild(index);
        return code == SQLITE_OK && index->options.pairs ? index_pairs_rebuild(index) : code;
    }
    if (sqlite3_stricmp(name, "triggers") == 0)
        return index_create_triggers(index);
    if (sqlite3_stricmp(name, "optimize") == 0)
        return index_optimize(index);
    if (sqlite3_stricmp(name, "integrity-check") == 0)
        return index_check(index);
    if (sqlite3_stricmp(name, "merge") == 0) {
        if (!has_number || number < 1)
            return index_fail(index, SQLITE_ERROR,
                              "'merge' needs a number of pages, 1 or more, as rowid: INSERT INTO "
                              "\"%w\"(\"%w\", rowid) VALUES('merge', 1000)",
                              index->name, index->name);
        return index_merge(index, number);
    }
    if (sqlite3_stricmp(name, "delete") == 0) {
        if (!has_number)
            return index_fail(index, SQLITE_ERROR,
                              "'delete' needs the rowid of the text: INSERT INTO \"%w\"(\"%w\", "
                              "rowid) VALUES('delete', old.id)",
                              index->name, index->name);
        return delete_text(index, number);
    }
    return index_fail(
        index, SQLITE_ERROR, "the column %s takes a command: %s, found '%s'", index->name, wanted,
        shown_text((struct argument_bytes){name, (size_t)sqlite3_value_bytes(word)}).utf8);
}

/*
 * `values`: the old rowid, the new one, and the columns. last_insert_rowid() is afterwards what it
 * is for FTS5: it tells of the texts that were inserted or updated, and not of shadow tables.
 */
static int table_update(sqlite3_vtab *table, int count, sqlite3_value **values,
                        sqlite3_int64 *rowid) {
    struct live_index *index = (struct live_index *)table;
    enum { columns = 2 };
    bool updates = count > 1 && sqlite3_value_type(values[0]) != SQLITE_NULL;
    int code = enter(index);
    if (code != SQLITE_OK)
        return code;
    sqlite3_int64 last = sqlite3_last_insert_rowid(index->db);
    *rowid = 0; /* SQLite takes it after a command, too */
    if (count == 1)
        code = delete_text(index, sqlite3_value_int64(values[0]));
    else if (updates)
        code = update_text(index, sqlite3_value_int64(values[0]), values[1],
                           values[columns + column_text], rowid);
    else if (sqlite3_value_type(values[columns + column_name]) != SQLITE_NULL)
        code = command(index, values[columns + column_name], values[1]);
    else
        code = insert_text(index, values[1], values[columns + column_text], rowid);
    sqlite3_set_last_insert_rowid(index->db, updates && code == SQLITE_OK ? *rowid : last);
    return leave(index, code);
}

static int table_integrity(sqlite3_vtab *table, const char *schema, const char *name, int quick,
                           char **message) {
    struct live_index *index = (struct live_index *)table;
    (void)schema, (void)name, (void)quick;
    *message = NULL;
    int code = enter(index);
    if (code != SQLITE_OK)
        return code;
    code = leave(index, index_check(index));
    if ((code & 0xFF) == SQLITE_CORRUPT || code == SQLITE_ERROR) {
        *message = index->base.zErrMsg;
        index->base.zErrMsg = NULL;
        code = *message ? SQLITE_OK : SQLITE_NOMEM;
    }
    return code;
}

/* Headers before 3.44 do not know xIntegrity, but a newer SQLite finds it after the rest. */
static const struct {
    sqlite3_module module;
#if SQLITE_VERSION_NUMBER < 3044000
    int (*xIntegrity)(sqlite3_vtab *, const char *, const char *, int, char **);
#endif
} index_module = {
    .module =
        {
            .iVersion = 4,
            .xCreate = table_create,
            .xConnect = table_connect,
            .xBestIndex = table_best_index,
            .xDisconnect = table_disconnect,
            .xDestroy = table_destroy,
            .xOpen = cursor_open,
            .xClose = cursor_close,
            .xFilter = cursor_filter,
            .xNext = cursor_next,
            .xEof = cursor_eof,
            .xColumn = cursor_column,
            .xRowid = cursor_rowid,
            .xUpdate = table_update,
            .xRename = table_rename,
            .xShadowName = is_shadow_name,
#if SQLITE_VERSION_NUMBER >= 3044000
            .xIntegrity = table_integrity,
#endif
        },
#if SQLITE_VERSION_NUMBER < 3044000
    .xIntegrity = table_integrity,
#endif
};

int live_index_register(sqlite3 *db) {
    struct index_host *host = allocator_zeroes(&sqlite_allocator, 1, sizeof *host);
    if (!host)
        return SQLITE_NOMEM;
    return sqlite3_create_module_v2(db, "neardup", &index_module.module, host, sqlite3_free);
}
