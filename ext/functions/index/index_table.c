/*
 * index_table.c - the virtual table of an index; see live_index.h, and docs/guide/live-index.md.
 *
 *     CREATE VIRTUAL TABLE near USING neardup(text, content='note', content_rowid='id');
 *     SELECT rowid, jaccard FROM near('The storm killed 134 people.') ORDER BY jaccard DESC;
 *
 *   (1) The columns are those of the text and of evidence; and, hidden, one with the name of the
 *       table, whose value is the text that is searched for, or a command; the evidence of that
 *       text; what a search gives, which is NULL unless there is one; and the other text of a
 *       verdict, which only a command takes.
 *   (2) A search is near(TEXT), near = TEXT or near MATCH TEXT. Rows have jaccard_least or more,
 *       unless the query says jaccard >= X itself; others from contradiction_least on contradict
 *       the text.
 *   (3) With content='', the index keeps a sketch of each text, and similarities are estimates.
 *   (4) Texts are read as SQLite casts them; NULL and texts without shingles are not indexed.
 */
#include "../function.h"
#include "live_index.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* They follow the columns of the options. */
enum hidden_column {
    hidden_name,
    hidden_title, /* in the order of enum evidence_column */
    hidden_time,
    hidden_source,
    hidden_jaccard,
    hidden_edit_distance,
    hidden_not_compared,
    hidden_kind,
    hidden_score,
    hidden_reason,
    hidden_partner, /* of a verdict */
    hidden_count
};

/* What xBestIndex makes of constraints. xFilter gets their values in this order. */
enum use {
    use_search,
    use_title, /* in the order of enum evidence_column */
    use_time,
    use_source,
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
    sqlite3_stmt *scan;       /* of texts, in place of a search */
    char *text;               /* that was searched for */
    struct index_asked asked; /* the same, and its evidence */
    struct matches found;
    size_t at;
    bool at_end;
    bool judged; /* the match at `at` */
    struct index_verdict verdict;
};

/* ---- One at a time --------------------------------------------------------------------------- */

/* Every method that runs statements begins and ends so: see (4) of live_index.h. */
static int enter(struct live_index *index) {
    const struct live_index *running = index->host->running;
    if (running) {
        int code = index->code; /* of the method that runs, perhaps of this index */
        index->code = SQLITE_OK;
        index_fail(index, SQLITE_ERROR,
                   "a statement of the index %s itself uses the index %s. Drop the "
                   "trigger on a shadow table, or whatever in the schema causes this",
                   running->name, index->name);
        int refused = index->code;
        index->code = code;
        return refused;
    }
    index->host->running = index;
    sqlite3_free(index->base.zErrMsg);
    index->base.zErrMsg = NULL;
    return index->code = SQLITE_OK;
}

static int leave(struct live_index *index) {
    assert(index->host->running == index);
    index->host->running = NULL;
    return index->code;
}

/* ---- The table ------------------------------------------------------------------------------- */

static const char *column_name(const struct live_index *index, int column) {
    static const char *const hidden[hidden_count] = {[hidden_title] = "input_title",
                                                     [hidden_time] = "input_time",
                                                     [hidden_source] = "input_source",
                                                     [hidden_jaccard] = "jaccard",
                                                     [hidden_edit_distance] = "edit_distance",
                                                     [hidden_not_compared] = "not_compared",
                                                     [hidden_kind] = "kind",
                                                     [hidden_score] = "score",
                                                     [hidden_reason] = "reason",
                                                     [hidden_partner] = "partner"};
    int after = column - index->options.column_count;
    return after < 0              ? index->options.columns[column]
           : after == hidden_name ? index->name
                                  : hidden[after];
}

/* Whether one of the first `count` columns has this name. */
static bool is_taken(const struct live_index *index, int count, const char *name) {
    int column = 0;
    while (column < count && sqlite3_stricmp(column_name(index, column), name) != 0)
        column++;
    return column < count;
}

/*
 * Names must differ; but an index that was made before there was a hidden column of its name can be
 * used, and that column has another.
 */
static void declare(struct live_index *index, bool create) {
    int shown = index->options.column_count, count = shown + hidden_count;
    sqlite3_str *text = sqlite3_str_new(index->db);
    for (int i = 0; i < count; i++) {
        const char *name = column_name(index, i), *other = "";
        if (create && sqlite3_stricmp(name, "rowid") == 0)
            index_fail(index, SQLITE_ERROR, "a column of the index must not be called %s", name);
        if (is_taken(index, i, name))
            other = "_";
        if (create && *other)
            index_fail(index, SQLITE_ERROR, "the index would have two columns called %s", name);
        sqlite3_str_appendf(text, "%s\"%w%s\"%s", i == 0 ? "CREATE TABLE x(" : ", ", name, other,
                            i >= shown ? " HIDDEN" : "");
    }
    sqlite3_str_appendall(text, ")");
    char *sql = sqlite3_str_finish(text);
    int code = sql ? SQLITE_OK : SQLITE_NOMEM;
    if (sql && index_ok(index))
        code = sqlite3_declare_vtab(index->db, sql);
    sqlite3_free(sql);
    index_explain(index, code);
    index_explain(index, sqlite3_vtab_config(index->db, SQLITE_VTAB_CONSTRAINT_SUPPORT, 1));
    index_explain(index, sqlite3_vtab_config(index->db, SQLITE_VTAB_INNOCUOUS));
}

/*
 * Makes what a new index holds, or reads what one has; but within another index's statement, a
 * table is connected without that.
 */
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
    index->kinds.pair.alignment.interruption = &index->interruption;
    index->schema = sqlite3_mprintf("%s", arguments[1]);
    index->name = sqlite3_mprintf("%s", arguments[2]);
    char *wrong = NULL;
    int code = index->schema && index->name
                   ? index_options_read(&index->options, count - 3, arguments + 3, &wrong)
                   : SQLITE_NOMEM;
    if (wrong)
        index_fail(index, code, "%s", wrong);
    else
        index->code = code;
    sqlite3_free(wrong);
    if (index_ok(index))
        declare(index, create);
    if (index_ok(index) && !create && index->options.clusters)
        index_find_labels(index);
    sqlite3_int64 last = sqlite3_last_insert_rowid(db);
    if (index_ok(index) && (create || !host->running) &&
        (index->code = enter(index)) == SQLITE_OK) {
        if (create)
            index_create_tables(index);
        if (create)
            index_begin(index);
        else
            index_refresh_structure(index);
        sqlite3_set_last_insert_rowid(db, last);
        leave(index);
    }
    if (!create) /* it can be dropped, or made again */
        index_forgive(index);
    code = index->code;
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
    index_drop_triggers(index);
    index_refresh_structure(index);
    index_drop_tables(index);
    code = leave(index);
    if (code == SQLITE_OK)
        index_free(index);
    return code;
}

static int table_rename(sqlite3_vtab *table, const char *name) {
    struct live_index *index = (struct live_index *)table;
    int code = enter(index);
    if (code != SQLITE_OK)
        return code;
    if (is_taken(index, index->options.column_count + hidden_count, name) &&
        sqlite3_stricmp(name, index->name) != 0)
        index_fail(index, SQLITE_ERROR, "the index has a column called %s", name);
    index_rename_triggers(index, name);
    index_refresh_structure(index);
    index_rename_tables(index, name);
    return leave(index);
}

static int is_shadow_name(const char *name) {
    for (int i = 0; i < index_tables; i++)
        if (sqlite3_stricmp(name, index_table_names[i]) == 0)
            return 1;
    return 0;
}

/* ---- Planning -------------------------------------------------------------------------------- */

/* What a constraint is used for; -1: SQLite is to check it. */
static int use_of(const struct sqlite3_index_constraint *constraint, int first_hidden) {
    bool rowid = constraint->iColumn == -1;
    int hidden = constraint->iColumn - first_hidden;
    bool jaccard = hidden == hidden_jaccard;
    switch (constraint->op) {
    case SQLITE_INDEX_CONSTRAINT_MATCH:
        return use_search;
    case SQLITE_INDEX_CONSTRAINT_IS:
        return hidden > hidden_name && hidden <= hidden_source ? use_search + hidden : -1;
    case SQLITE_INDEX_CONSTRAINT_EQ:
        return hidden >= hidden_name && hidden <= hidden_source ? use_search + hidden
               : rowid                                          ? use_rowid
                                                                : -1;
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
static int order_of(const sqlite3_index_info *info, int jaccard, bool searches) {
    const struct sqlite3_index_orderby *terms = info->aOrderBy;
    if (info->nOrderBy == 0 || (info->nOrderBy == 1 && terms[0].iColumn == -1 && !terms[0].desc))
        return 0;
    if (!searches || terms[0].iColumn != jaccard || !terms[0].desc)
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
    enum { of_evidence = 1 << use_title | 1 << use_time | 1 << use_source };
    enum { of_search = 1 << use_least | 1 << use_except | 1 << use_limit | 1 << use_offset };
    enum { of_scan = 1 << use_from | 1 << use_to };
    int chosen[use_count], plan = 0, next = 1;
    bool all = true;
    int hidden = ((const struct live_index *)table)->options.column_count;
    for (int i = 0; i < info->nConstraint; i++) {
        const struct sqlite3_index_constraint *constraint = &info->aConstraint[i];
        int use = use_of(constraint, hidden);
        if (use >= use_search && use <= use_source && !constraint->usable)
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
    int order = order_of(info, hidden + hidden_jaccard, searches);
    all &= !(plan & of_scan) && order >= 0 && (order > 0 || info->nOrderBy == 0);
    plan &= ~(searches ? of_scan : of_search | of_evidence | plan_above);
    if (plan & 1 << use_rowid)
        plan &= ~(of_scan | 1 << use_except);
    if (!all || plan & 1 << use_rowid || !(plan & 1 << use_limit))
        plan &= ~(1 << use_limit | 1 << use_offset);
    for (int use = 0; use < use_count; use++)
        if (plan >> use & 1) {
            info->aConstraintUsage[chosen[use]].argvIndex = next++;
            info->aConstraintUsage[chosen[use]].omit = use <= use_source;
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
    struct live_index *index = (struct live_index *)cursor->base.pVtab;
    if (cursor->scan && !index->scan) {
        sqlite3_reset(cursor->scan);
        index->scan = cursor->scan;
    } else {
        sqlite3_finalize(cursor->scan);
    }
    sqlite3_free(cursor->text);
    index_asked_free(&cursor->asked);
    cursor->scan = NULL;
    cursor->text = NULL;
    cursor->judged = false;
    cursor->at_end = true;
    cursor->at = cursor->found.count = 0;
}

static int cursor_close(sqlite3_vtab_cursor *base) {
    struct index_cursor *cursor = (struct index_cursor *)base;
    cursor_reset(cursor);
    sqlite3_free(cursor->verdict.words);
    sqlite3_free(cursor->found.matches);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

/* All texts, or those from a rowid to another, in their order. */
static void scan(struct live_index *index, struct index_cursor *cursor,
                 sqlite3_value *const *values) {
    sqlite3_value *from = values[values[use_rowid] ? use_rowid : use_from];
    sqlite3_value *to = values[values[use_rowid] ? use_rowid : use_to];
    cursor->scan = index->scan;
    index->scan = NULL;
    if (!cursor->scan)
        cursor->scan =
            index_prepare(index, "SELECT c.@rowid, @stored FROM @content AS c "
                                 "WHERE c.@rowid >= ?1 AND c.@rowid <= ?2 ORDER BY c.@rowid");
    if (!cursor->scan)
        return;
    index_explain(index, from ? sqlite3_bind_value(cursor->scan, 1, from)
                              : sqlite3_bind_int64(cursor->scan, 1, INT64_MIN));
    index_explain(index, to ? sqlite3_bind_value(cursor->scan, 2, to)
                            : sqlite3_bind_int64(cursor->scan, 2, INT64_MAX));
    cursor->at_end = !index_next(index, cursor->scan);
}

/* Whether a value equals a rowid, and which: 5.0 and '5' equal 5. */
static bool rowid_of(sqlite3_value *value, int64_t *rowid) {
    (void)sqlite3_value_numeric_type(value); /* makes a number of '5' */
    return value_is_integer(value, rowid);
}

/* Takes the text that is searched for and its evidence. Returns false for NULL, or an error. */
static bool take_asked(struct live_index *index, struct index_cursor *cursor,
                       sqlite3_value *const *values) {
    const char *text = (const char *)sqlite3_value_text(values[use_search]);
    if (!text && sqlite3_value_type(values[use_search]) == SQLITE_NULL)
        return false;
    size_t length = (size_t)sqlite3_value_bytes(values[use_search]);
    cursor->text = text ? sqlite3_malloc64(length + 1) : NULL;
    if (!cursor->text)
        return index_no_memory(index);
    memcpy(cursor->text, text, length);
    cursor->asked = (struct index_asked){.text = cursor->text, .length = length};
    for (int i = 0; i < evidence_count; i++) {
        sqlite3_value *value = values[use_title + i];
        if (!value || sqlite3_value_type(value) == SQLITE_NULL)
            continue;
        if (index->options.evidence[i] == 0)
            index_fail(index, SQLITE_ERROR,
                       "the index has no column of this evidence; CREATE it with the option %s = "
                       "COLUMN. (A bound is a condition: jaccard >= 0.7)",
                       index_evidence_names[i]);
        cursor->asked.evidence[i] = sqlite3_value_dup(value);
        if (!cursor->asked.evidence[i])
            index_no_memory(index);
    }
    return index_ok(index);
}

static void search(struct live_index *index, struct index_cursor *cursor, int plan,
                   sqlite3_value *const *values) {
    int64_t rowid;
    struct wanted wanted = {.least = index->options.jaccard_least,
                            .contradicting = true,
                            .best = plan & plan_descending,
                            .first = plan & plan_then_rowid};
    int64_t most = values[use_limit] ? sqlite3_value_int64(values[use_limit]) : -1;
    int64_t left_out = values[use_offset] ? sqlite3_value_int64(values[use_offset]) : 0;
    wanted.most = most < 0 /* no limit */
                      ? UINT64_MAX
                      : (uint64_t)most + (uint64_t)(left_out > 0 ? left_out : 0);
    if (!take_asked(index, cursor, values))
        return;
    if (values[use_least]) {
        int type = sqlite3_value_numeric_type(values[use_least]);
        if (type != SQLITE_INTEGER && type != SQLITE_FLOAT)
            return; /* no number is greater than a text or NULL */
        wanted.least = sqlite3_value_double(values[use_least]);
        wanted.contradicting = false; /* the query says what it wants */
        if (plan & plan_above)
            wanted.least = nextafter(wanted.least, INFINITY);
    }
    if (values[use_except]) {
        if (rowid_of(values[use_except], &rowid))
            wanted.except = &rowid;
        else if (sqlite3_value_type(values[use_except]) == SQLITE_NULL)
            return;
    }
    if (values[use_rowid] && !rowid_of(values[use_rowid], &rowid))
        return;
    index_compare_with(index, cursor->text, cursor->asked.length);
    if (values[use_rowid]) /* whatever its signatures */
        index_search_one(index, rowid, &wanted, &cursor->found);
    else
        index_search(index, &wanted, &cursor->found);
    if (cursor->found.count < wanted.most)
        index_add_contradictions(index, &cursor->asked, NULL, &cursor->found);
    if (plan & plan_descending)
        index_sort_matches(&cursor->found, true);
    cursor->at_end = cursor->found.count == 0;
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
    index_find_content(index);
    if (!(plan & 1 << use_search))
        scan(index, cursor, values);
    else if (index_ok(index))
        search(index, cursor, plan, values);
    return leave(index);
}

static int cursor_next(sqlite3_vtab_cursor *base) {
    struct live_index *index = (struct live_index *)base->pVtab;
    struct index_cursor *cursor = (struct index_cursor *)base;
    if (cursor->scan) {
        int code = enter(index);
        if (code != SQLITE_OK)
            return code;
        cursor->at_end = !index_next(index, cursor->scan);
        return leave(index);
    }
    cursor->at_end = ++cursor->at >= cursor->found.count;
    cursor->judged = false;
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

/* A column that the statements of the index give. */
static void ask_column(struct live_index *index, struct index_cursor *cursor,
                       sqlite3_context *context, int column, int hidden) {
    const struct match *match = &cursor->found.matches[cursor->at];
    if (hidden < 0) {
        sqlite3_stmt *row = index_bind(index, statement_get_stored, 1, &match->id);
        if (index_next(index, row))
            sqlite3_result_value(context, sqlite3_column_value(row, column));
        sqlite3_reset(row);
    } else if (hidden == hidden_edit_distance) {
        int64_t distance = match->edit_distance;
        if (distance < 0)
            distance = index_distance(index, cursor->text, cursor->asked.length, match->id);
        if (index_ok(index) && distance >= 0)
            sqlite3_result_int64(context, distance);
    } else {
        if (!cursor->judged)
            cursor->judged = index_judge(index, &cursor->asked, match->id, true, &cursor->verdict);
        if (cursor->judged)
            kind_answer_column(context, &cursor->verdict.answer, cursor->verdict.words,
                               hidden == hidden_kind    ? kind_column_kind
                               : hidden == hidden_score ? kind_column_score
                                                        : kind_column_reason);
    }
}

static int cursor_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    struct live_index *index = (struct live_index *)base->pVtab;
    struct index_cursor *cursor = (struct index_cursor *)base;
    int hidden = column - index->options.column_count;
    if (hidden == hidden_partner ||
        (hidden < 0 && sqlite3_vtab_nochange(context))) /* see update_text() */
        return SQLITE_OK;
    if (cursor->scan) {
        if (hidden < 0 && !index->options.contentless)
            sqlite3_result_value(context, sqlite3_column_value(cursor->scan, 1 + column));
        return SQLITE_OK;
    }
    if (hidden == hidden_name)
        sqlite3_result_text64(context, cursor->text, cursor->asked.length, SQLITE_TRANSIENT,
                              SQLITE_UTF8);
    else if (hidden == hidden_jaccard)
        sqlite3_result_double(context, cursor->found.matches[cursor->at].jaccard);
    else if (hidden == hidden_not_compared)
        sqlite3_result_int64(context, cursor->found.not_compared);
    else if (hidden >= hidden_title && hidden <= hidden_source) {
        if (cursor->asked.evidence[hidden - hidden_title])
            sqlite3_result_value(context, cursor->asked.evidence[hidden - hidden_title]);
    } else if (!index->options.contentless) {
        int code = enter(index);
        if (code != SQLITE_OK)
            return code;
        ask_column(index, cursor, context, column, hidden);
        return leave(index);
    }
    return SQLITE_OK;
}

/* ---- Changes --------------------------------------------------------------------------------- */

/* The text of the values of a row's columns, as index_row_text() gives it of the row. */
static struct argument_bytes text_of(struct live_index *index, sqlite3_value *const *values) {
    struct argument_bytes text = {NULL, 0};
    for (int i = 0; i < index->options.text_count; i++) {
        const char *utf8 = (const char *)sqlite3_value_text(values[i]);
        index_add_column(index, &index->asked, &text, utf8, (size_t)sqlite3_value_bytes(values[i]),
                         sqlite3_value_type(values[i]) == SQLITE_NULL);
    }
    return text;
}

/* Makes what is to be known of a text that is written: its keys, and its pairs or its sketch. */
static struct argument_bytes read_text(struct live_index *index, sqlite3_value *const *values) {
    struct argument_bytes text = text_of(index, values);
    index->key_count = 0;
    if (text.bytes && (index->options.pairs || index->options.contentless))
        index_compare_with(index, text.bytes, text.length);
    else if (text.bytes)
        index->key_count = index_keys(index, text.bytes, text.length, index->keys);
    return text;
}

/*
 * What a change makes known of a text; values NULL: it is there no more. If it is the `same` as
 * before, its pairs stay; and its postings, too, but equal sketches may have others.
 */
static void change(struct live_index *index, int64_t id, bool replaces, bool same,
                   sqlite3_value *const *values) {
    bool pairs = index->options.pairs && !same;
    struct argument_bytes text = {NULL, 0};
    if (same && !index->options.contentless)
        return;
    if (pairs) {
        index_find_content(index);
        index_refresh_structure(index);
        index_refresh_log(index);
    }
    if (!values)
        index->key_count = 0;
    else if (!index->options.contentless) /* it was read to be written */
        text = read_text(index, values);
    bool logs = index->key_count > 0 || replaces;
    int64_t seq = logs ? index_log_add(index, id, replaces, pairs) : 0;
    if (pairs)
        index_pairs_change(index, id, !replaces && !index->options.content, text.bytes,
                           text.length);
    if (!logs)
        return;
    /* The copy of the structure may be another state's; index_flush() reads what is there now. */
    int64_t next = index->structure.next_seq;
    if (seq < next || seq - next + 1 >= index->options.log_most)
        index_flush(index, seq);
}

/* What an index without texts keeps of one. */
static void read_sketch(struct live_index *index, sqlite3_value *const *values) {
    if (index->options.contentless)
        read_text(index, values);
}

/* A statement with an id, NULL if SQLite is to choose it, and what the index keeps of a text. */
static sqlite3_stmt *bind_text(struct live_index *index, enum index_statement which,
                               const int64_t *id, sqlite3_value *const *values) {
    sqlite3_stmt *statement = index_bind(index, which, id != NULL, id);
    if (statement && !id)
        index_explain(index, sqlite3_bind_null(statement, 1));
    if (statement && !index->options.contentless) {
        for (int i = 0; i < index->options.column_count; i++)
            index_explain(index, sqlite3_bind_value(statement, 2 + i, values[i]));
    } else if (statement) {
        index_explain(index,
                      index->key_count == 0
                          ? sqlite3_bind_null(statement, 2)
                          : sqlite3_bind_blob(statement, 2, index->sketch,
                                              (int)index->options.minhash.hashes, SQLITE_STATIC));
    }
    return statement;
}

/* Writes a text to the index's own table. Returns false if that has one with this id already. */
static bool write_text(struct live_index *index, enum index_statement which, const int64_t *id,
                       sqlite3_value *const *values) {
    sqlite3_stmt *statement = bind_text(index, which, id, values);
    if (!statement)
        return true;
    int code = index_ok(index) ? sqlite3_step(statement) : SQLITE_DONE;
    assert(code != SQLITE_ROW);
    sqlite3_reset(statement);
    bool taken = code != SQLITE_DONE && which == statement_add_text &&
                 sqlite3_extended_errcode(index->db) == SQLITE_CONSTRAINT_PRIMARYKEY;
    if (code != SQLITE_DONE && !taken)
        index_explain(index, code);
    sqlite3_clear_bindings(statement);
    return !taken;
}

/*
 * Replaces a text. If it is what the index has of it already, its pairs are not new; nor are they
 * if the evidence is another, unless that decides about them. A value may change its type alone.
 */
static void replace_text(struct live_index *index, int64_t id, sqlite3_value *const *values) {
    sqlite3_stmt *row = bind_text(index, statement_has_text, &id, values);
    bool found = index_next(index, row);
    bool same_text = found && sqlite3_column_int(row, 0);
    bool same_values = found && sqlite3_column_int(row, 1) && sqlite3_column_int(row, 2);
    sqlite3_reset(row);
    if (row)
        sqlite3_clear_bindings(row);
    if (!same_text || !same_values)
        write_text(index, statement_change_text, &id, values);
    change(index, id, true, same_text && (same_values || !index_keeps_verdicts(&index->options)),
           values);
}

static void refuse_rowid(struct live_index *index, int64_t id) {
    index_fail(index, SQLITE_CONSTRAINT, "there is a text with rowid %lld already", (long long)id);
}

/* The rowid that a text is to have; it must be one. */
static int64_t new_rowid(struct live_index *index, sqlite3_value *value) {
    int64_t id = 0;
    if (!rowid_of(value, &id) && index_ok(index))
        index->code = SQLITE_MISMATCH;
    return id;
}

static void delete_text(struct live_index *index, int64_t id) {
    if (!index->options.content)
        index_run(index, statement_delete_text, 1, &id);
    change(index, id, true, false, NULL);
}

/* Inserts a text; `rowid` is NULL if SQLite is to choose it. */
static void insert_text(struct live_index *index, sqlite3_value *rowid,
                        sqlite3_value *const *values, sqlite3_int64 *id) {
    bool chosen = sqlite3_value_type(rowid) == SQLITE_NULL;
    if (chosen && index->options.content)
        index_fail(index, SQLITE_ERROR,
                   "a text of the table %s needs its rowid: INSERT INTO \"%w\"(rowid, \"%w\")",
                   index->options.content, index->name, index->options.columns[0]);
    int64_t given = *id = chosen ? 0 : new_rowid(index, rowid);
    read_sketch(index, values);
    bool written = index->options.content ||
                   write_text(index, statement_add_text, chosen ? NULL : &given, values);
    if (chosen && index_ok(index))
        *id = sqlite3_last_insert_rowid(index->db);
    if (written)
        change(index, *id, false, false, values);
    else if (sqlite3_vtab_on_conflict(index->db) != SQLITE_REPLACE)
        refuse_rowid(index, *id);
    else
        replace_text(index, given, values);
}

/* Gives a text another rowid. */
static void move_text(struct live_index *index, int64_t old, int64_t given, sqlite3_value *rowid,
                      sqlite3_value *const *values, sqlite3_int64 *id) {
    sqlite3_stmt *row = index_bind(index, statement_get_text, 1, &given);
    if (index_next(index, row) && sqlite3_vtab_on_conflict(index->db) != SQLITE_REPLACE)
        refuse_rowid(index, given);
    sqlite3_reset(row);
    delete_text(index, old);
    if (index_ok(index))
        insert_text(index, rowid, values, id);
}

/*
 * A text that the UPDATE does not set is that of the row now: OR REPLACE may have put another there
 * since SQLite read the row.
 */
static void update_text(struct live_index *index, int64_t old, sqlite3_value *rowid,
                        sqlite3_value *const *values, sqlite3_int64 *id) {
    sqlite3_value *kept[index_columns_max] = {NULL};
    int count = index->options.column_count, keeps = 0;
    for (int i = 0; i < count; i++)
        keeps += sqlite3_value_nochange(values[i]);
    if (index->options.content)
        index_fail(index, SQLITE_ERROR,
                   "the texts are in the table %s: change them there, and let a trigger tell "
                   "the index",
                   index->options.content);
    if (index->options.contentless && keeps > 0)
        index_fail(index, SQLITE_ERROR,
                   "the index keeps no texts: an UPDATE must give the text again");
    int64_t given = *id = new_rowid(index, rowid);
    if (given == old && keeps == count)
        return;
    sqlite3_stmt *row = index_bind(index, statement_get_stored, 1, &old);
    if (keeps == 0 || !index_next(index, row))
        row = NULL;
    for (int i = 0; i < count; i++) {
        bool stays = row && sqlite3_value_nochange(values[i]);
        kept[i] = sqlite3_value_dup(stays ? sqlite3_column_value(row, i) : values[i]);
        if (!kept[i])
            index_no_memory(index);
    }
    sqlite3_reset(row);
    if (index_ok(index) && given == old) {
        read_sketch(index, kept);
        replace_text(index, old, kept);
    } else if (index_ok(index)) {
        move_text(index, old, given, rowid, kept, id);
    }
    for (int i = 0; i < count; i++)
        sqlite3_value_free(kept[i]);
}

static void refuse_number(struct live_index *index, const char *needs, const char *example) {
    index_fail(index, SQLITE_ERROR, "%s: INSERT INTO \"%w\"(\"%w\", rowid) VALUES(%s)", needs,
               index->name, index->name, example);
}

/* The text that a verdict is on: that of a row, one that is given, or none. */
static struct argument_bytes judged_text(struct live_index *index, sqlite3_value *rowid,
                                         sqlite3_value *const *values, sqlite3_value *partner,
                                         sqlite3_stmt **row) {
    struct argument_bytes text = {NULL, 0};
    int64_t id;
    if (sqlite3_value_type(rowid) == SQLITE_NULL && partner) {
        text.bytes = (const char *)sqlite3_value_text(partner);
        text.length = (size_t)sqlite3_value_bytes(partner);
        if (!text.bytes && sqlite3_value_type(partner) != SQLITE_NULL)
            index_no_memory(index);
    } else if (sqlite3_value_type(rowid) == SQLITE_NULL) {
        text = text_of(index, values);
    } else if (rowid_of(partner ? partner : rowid, &id)) {
        *row = index_bind(index, statement_get_text, 1, &id);
        if (index_next(index, *row))
            text = index_row_text(index, *row, 0, &index->other);
        else
            index_fail(index, SQLITE_ERROR, "no row has rowid %lld", (long long)id);
    }
    return text;
}

/* INSERT INTO near(near, rowid, partner) or near(near, text, partner); `verdict` NULL: none. */
static void judge(struct live_index *index, const char *name, const char *verdict,
                  sqlite3_value *rowid, sqlite3_value *const *values) {
    sqlite3_value *partner = values[index->options.column_count + hidden_partner];
    struct argument_bytes texts[2] = {{NULL, 0}, {NULL, 0}};
    if (!index->options.clusters || index->options.contentless)
        index_fail(index, SQLITE_ERROR, "'%s' needs an index with clusters=1 that keeps texts",
                   name);
    else if (!index->labelled)
        index_fail(
            index, SQLITE_ERROR,
            "'%s' needs clusters as neardup 0.5 keeps them: DROP TABLE \"%w\" and create it again",
            name, index->name);
    index_find_content(index);
    index_refresh_structure(index);
    index_refresh_log(index);
    for (int i = 0; i < 2 && index_ok(index); i++) {
        sqlite3_stmt *row = NULL;
        struct argument_bytes text =
            judged_text(index, rowid, values, i == 0 ? NULL : partner, &row);
        char *copy = text.bytes ? sqlite3_malloc64(text.length + 1) : NULL;
        if (copy)
            memcpy(copy, text.bytes, text.length);
        else if (text.bytes)
            index_no_memory(index);
        texts[i] = (struct argument_bytes){copy, text.length};
        sqlite3_reset(row);
    }
    bool both = texts[0].length > 0 && texts[1].length > 0;
    bool equal = both && texts[0].length == texts[1].length &&
                 memcmp(texts[0].bytes, texts[1].bytes, texts[0].length) == 0;
    if (index_ok(index) && !both)
        index_fail(index, SQLITE_ERROR,
                   "'%s' needs the rowids of two texts, or two texts: INSERT INTO \"%w\"(\"%w\", "
                   "rowid, partner) "
                   "VALUES('%s', 3, 7), or \"%w\" in place of rowid",
                   name, index->name, index->name, name, index->options.columns[0]);
    else if (index_ok(index) && !equal)
        index_links_judge(index, verdict, texts);
    else if (index_ok(index) && verdict && strcmp(verdict, "no duplicate") == 0)
        index_fail(index, SQLITE_ERROR, "'no duplicate' needs two different texts");
    sqlite3_free((char *)texts[0].bytes);
    sqlite3_free((char *)texts[1].bytes);
}

/* INSERT INTO near(near [, rowid [, text]]) VALUES('rebuild'). */
static void command(struct live_index *index, sqlite3_value *word, sqlite3_value *argument,
                    sqlite3_value *const *values) {
    static const char *const wanted = "'rebuild', 'triggers', 'optimize', 'merge', "
                                      "'forget-changes', 'integrity-check', 'update', 'delete', "
                                      "'duplicate', 'no duplicate' or 'no verdict'";
    const char *name = (const char *)sqlite3_value_text(word);
    int64_t number;
    bool has_number = rowid_of(argument, &number);
    if (!name) {
        index_no_memory(index);
    } else if (sqlite3_stricmp(name, "rebuild") == 0) {
        if (index->options.contentless)
            index_fail(index, SQLITE_ERROR, "the index keeps no texts to be rebuilt from");
        else
            index_rebuild(index);
        if (index->options.pairs)
            index_pairs_rebuild(index);
    } else if (sqlite3_stricmp(name, "triggers") == 0) {
        index_create_triggers(index);
    } else if (sqlite3_stricmp(name, "optimize") == 0) {
        index_optimize(index);
    } else if (sqlite3_stricmp(name, "integrity-check") == 0) {
        index_check(index);
    } else if (sqlite3_stricmp(name, "merge") == 0) {
        if (has_number && number >= 1)
            index_merge(index, number);
        else
            refuse_number(index, "'merge' needs a number of pages, 1 or more, as rowid",
                          "'merge', 1000");
    } else if (sqlite3_stricmp(name, "delete") == 0) {
        if (has_number)
            delete_text(index, number);
        else
            refuse_number(index, "'delete' needs the rowid of the text", "'delete', old.id");
    } else if (sqlite3_stricmp(name, "update") == 0) {
        if (!index->options.content)
            index_fail(index, SQLITE_ERROR, "'update' is for an index of another table");
        else if (has_number)
            change(index, number, true, false, values);
        else
            refuse_number(index, "'update' needs the rowid of the text", "'update', new.id");
    } else if (sqlite3_stricmp(name, "duplicate") == 0) {
        judge(index, name, "duplicate", argument, values);
    } else if (sqlite3_stricmp(name, "no duplicate") == 0) {
        judge(index, name, "no duplicate", argument, values);
    } else if (sqlite3_stricmp(name, "no verdict") == 0) {
        judge(index, name, NULL, argument, values);
    } else if (sqlite3_stricmp(name, "forget-changes") == 0) {
        if (!index->options.changes)
            index_fail(index, SQLITE_ERROR, "'forget-changes' needs an index with changes=1");
        else if (has_number && number >= 0)
            index_changes_forget(index, number);
        else
            refuse_number(index,
                          "'forget-changes' needs the last seq to forget, 0 or more, as rowid",
                          "'forget-changes', 1000");
    } else {
        index_fail(
            index, SQLITE_ERROR, "the column %s takes a command: %s, found '%s'", index->name,
            wanted,
            shown_text((struct argument_bytes){name, (size_t)sqlite3_value_bytes(word)}).utf8);
    }
}

/*
 * `values`: the old rowid, the new one, and the columns. last_insert_rowid() is afterwards what
 * it is for FTS5: it tells of the texts that were inserted or updated, and not of shadow
 * tables.
 */
static int table_update(sqlite3_vtab *table, int count, sqlite3_value **values,
                        sqlite3_int64 *rowid) {
    struct live_index *index = (struct live_index *)table;
    enum { columns = 2 };
    int name = columns + index->options.column_count + hidden_name;
    bool updates = count > 1 && sqlite3_value_type(values[0]) != SQLITE_NULL;
    int code = enter(index);
    if (code != SQLITE_OK)
        return code;
    sqlite3_int64 last = sqlite3_last_insert_rowid(index->db);
    *rowid = 0; /* SQLite takes it after a command, too */
    if (count == 1)
        delete_text(index, sqlite3_value_int64(values[0]));
    else if (updates)
        update_text(index, sqlite3_value_int64(values[0]), values[1], values + columns, rowid);
    else if (sqlite3_value_type(values[name]) != SQLITE_NULL)
        command(index, values[name], values[1], values + columns);
    else
        insert_text(index, values[1], values + columns, rowid);
    sqlite3_set_last_insert_rowid(index->db, updates && index_ok(index) ? *rowid : last);
    return leave(index);
}

static int table_integrity(sqlite3_vtab *table, const char *schema, const char *name, int quick,
                           char **message) {
    struct live_index *index = (struct live_index *)table;
    (void)schema, (void)name, (void)quick;
    *message = NULL;
    int code = enter(index);
    if (code != SQLITE_OK)
        return code;
    index_check(index);
    code = leave(index);
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
