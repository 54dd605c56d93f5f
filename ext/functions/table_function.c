/* table_function.c - see table_function.h. */
#include "table_function.h"

#include "collection.h"

#include <assert.h>
#include <limits.h> /* CHAR_BIT */
#include <stdlib.h> /* atoi */
#include <string.h> /* memcpy, memset, strcmp, strlen */

static_assert(arguments_max < CHAR_BIT * sizeof(int), "idxNum is too small");

struct table {
    sqlite3_vtab base;
    const struct registered
        *registered; /* lives as long as the module, which outlives its tables */
    sqlite3 *db;
    uint64_t key; /* makes rowids unpredictable */
};

/* The columns are those of the results, then a hidden one for each argument. */
static int table_connect(sqlite3 *db, void *user_data, int count, const char *const *words,
                         sqlite3_vtab **result, char **message) {
    (void)count, (void)words, (void)message;
    const struct registered *registered = user_data;
    sqlite3_str *text = sqlite3_str_new(NULL);
    sqlite3_str_appendf(text, "CREATE TABLE x(%s", registered->function->results);
    for (int i = 0; i < registered->count; i++) {
        const struct argument *argument = &registered->function->arguments[i];
        sqlite3_str_appendf(text, ", %s%s HIDDEN", argument->input ? "input_" : "", argument->name);
    }
    sqlite3_str_appendall(text, ")");
    char *declaration = sqlite3_str_finish(text);
    int code = declaration ? sqlite3_declare_vtab(db, declaration) : SQLITE_NOMEM;
    sqlite3_free(declaration);
    if (code != SQLITE_OK)
        return code;
    struct table *table = sqlite3_malloc64(sizeof *table);
    if (!table)
        return SQLITE_NOMEM;
    *table = (struct table){.registered = registered, .db = db};
    sqlite3_randomness(sizeof table->key, &table->key);
    *result = &table->base;
    return sqlite3_vtab_config(db, registered->function->stability == stability_direct
                                       ? SQLITE_VTAB_DIRECTONLY
                                       : SQLITE_VTAB_INNOCUOUS);
}

static int table_disconnect(sqlite3_vtab *table) {
    sqlite3_free(table);
    return SQLITE_OK;
}

static bool is_pointer(const struct registered *registered, int argument) {
    return registered->function->arguments[argument].type == argument_is_pointer;
}

/*
 * Finds the constraint that supplies each argument; see (4). If an argument has only constraints
 * that this join order cannot use, the order is rejected: the function would run with the default.
 * The arguments of a call f(...) come after those in WHERE, but a constraint with a collation other
 * than BINARY does not replace an earlier one, since it may compare equal to a different value.
 *
 * idxNum is a bit set of the arguments given, in argvIndex order, and idxStr the bit set of those
 * that the query reads back, so that only these are copied; NULL: none.
 *
 * If a required argument is missing, the cost keeps SQLite's huge initial value: SQLite plans the
 * parts of an OR separately, so an argument may be missing here that the query as a whole supplies.
 * If it is really missing, xFilter reports the error.
 */
static int table_best_index(sqlite3_vtab *base, sqlite3_index_info *info) {
    const struct registered *registered = ((struct table *)base)->registered;
    int constraint_of[arguments_max], given = 0, read = 0, next = 1;
    bool unusable[arguments_max] = {false}, complete = true;
    for (int i = 0; i < arguments_max; i++)
        constraint_of[i] = -1;
    for (int i = 0; i < info->nConstraint; i++) {
        int argument = info->aConstraint[i].iColumn - registered->results;
        if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        assert(argument < registered->count);
        if (!info->aConstraint[i].usable)
            unusable[argument] = true;
        else if (constraint_of[argument] < 0 ||
                 strcmp(sqlite3_vtab_collation(info, i), "BINARY") == 0)
            constraint_of[argument] = i;
    }
    for (int i = 0; i < registered->count; i++) {
        int constraint = constraint_of[i];
        if (constraint < 0 && unusable[i])
            return SQLITE_CONSTRAINT;
        if (constraint < 0) {
            complete = complete && i >= registered->required;
            continue;
        }
        if (!is_pointer(registered, i) && info->colUsed >> (registered->results + i) & 1)
            read |= 1 << i;
        info->aConstraintUsage[constraint].argvIndex = next++;
        info->aConstraintUsage[constraint].omit = 1;
        given |= 1 << i;
    }
    info->idxNum = given;
    if (read) {
        info->idxStr = sqlite3_mprintf("%d", read);
        info->needToFreeIdxStr = 1;
        if (!info->idxStr)
            return SQLITE_NOMEM;
    }
    if (complete) {
        info->estimatedRows = (sqlite3_int64)registered->function->estimated_rows;
        info->estimatedCost = registered->function->estimated_rows;
    }
    return SQLITE_OK;
}

static int table_open(sqlite3_vtab *base, sqlite3_vtab_cursor **result) {
    const struct table *table = (const struct table *)base;
    size_t size = table->registered->function->size;
    assert(size >= sizeof(struct table_cursor));
    struct table_cursor *cursor = sqlite3_malloc64(size);
    if (!cursor)
        return SQLITE_NOMEM;
    memset(cursor, 0, size);
    cursor->registered = table->registered;
    cursor->connection = table->registered->connection;
    cursor->interruption = interruption_of(table->db);
    *result = &cursor->base;
    return SQLITE_OK;
}

/* Releases what the last call read and kept. */
static void table_reset(struct table_cursor *cursor) {
    const struct registered *registered = cursor->registered;
    if (registered->function->reset)
        registered->function->reset(cursor); /* first: its threads use the collections */
    for (size_t i = 0; i < sizeof cursor->held / sizeof *cursor->held; i++) {
        collection_release(cursor->held[i]);
        cursor->held[i] = NULL;
    }
    for (int i = 0; i < registered->count; i++) {
        sqlite3_value_free(cursor->kept[i]);
        cursor->kept[i] = NULL;
    }
}

static int table_close(sqlite3_vtab_cursor *base) {
    struct table_cursor *cursor = (struct table_cursor *)base;
    table_reset(cursor);
    if (cursor->registered->function->close)
        cursor->registered->function->close(cursor);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

sqlite3_value *table_keep(struct table_cursor *cursor, int argument, sqlite3_value *value) {
    sqlite3_value **kept = &cursor->kept[argument];
    if (!*kept) /* the query does not read it */
        *kept = sqlite3_value_dup(value);
    return *kept;
}

bool table_found(struct table_cursor *cursor, struct call *call, enum task_results found) {
    cursor->rows += found == task_results_one;
    if (found == task_results_failed)
        call_interrupted(call);
    return found == task_results_end;
}

static struct call call_in(struct table_cursor *cursor) {
    struct call call;
    call_begin(&call, cursor->registered, &cursor->interruption, NULL);
    return call;
}

static int call_end(struct call *call, struct table_cursor *cursor) {
    if (call->code != SQLITE_OK) {
        sqlite3_free(cursor->base.pVtab->zErrMsg);
        cursor->base.pVtab->zErrMsg = call->message;
    }
    return call->code;
}

static int table_filter(sqlite3_vtab_cursor *base, int given, const char *read_back, int count,
                        sqlite3_value **values) {
    struct table_cursor *cursor = (struct table_cursor *)base;
    const struct registered *registered = cursor->registered;
    sqlite3_value *taken[arguments_max] = {NULL};
    int read = read_back ? atoi(read_back) : 0;
    table_reset(cursor);
    cursor->row = cursor->rows = 0;
    cursor->identity = 0;
    for (int i = 0, next = 0; i < registered->count; i++) {
        if (!(given >> i & 1))
            continue;
        assert(next < count);
        taken[i] = values[next++];
        if (read >> i & 1 && !table_keep(cursor, i, taken[i]))
            return SQLITE_NOMEM;
    }
    (void)count;
    struct call call = call_in(cursor);
    if (call_read(&call, registered, registered->count, taken)) {
        size_t held = 0;
        for (int i = 0; i < registered->count; i++) {
            if (!is_pointer(registered, i) || !call.given[i].pointer)
                continue;
            assert(held < sizeof cursor->held / sizeof *cursor->held);
            cursor->held[held++] = collection_share(call.given[i].pointer);
        }
        registered->function->open(cursor, &call);
        if (call.code == SQLITE_OK && registered->function->next)
            registered->function->next(cursor, &call);
    }
    if (call.code != SQLITE_OK)
        cursor->rows = 0;
    if (cursor->rows == 0)
        table_reset(cursor);
    return call_end(&call, cursor);
}

static int table_next(sqlite3_vtab_cursor *base) {
    struct table_cursor *cursor = (struct table_cursor *)base;
    assert(cursor->row < cursor->rows);
    struct call call = call_in(cursor);
    cursor->row++;
    if (call.function->next)
        call.function->next(cursor, &call);
    if (cursor->row >= cursor->rows)
        table_reset(cursor); /* what is large is not kept until the next call */
    return call_end(&call, cursor);
}

static int table_eof(sqlite3_vtab_cursor *base) {
    const struct table_cursor *cursor = (struct table_cursor *)base;
    return cursor->row >= cursor->rows;
}

static int table_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    struct table_cursor *cursor = (struct table_cursor *)base;
    const struct function *function = cursor->registered->function;
    int number = column - cursor->registered->results;
    if (number < 0) {
        assert(cursor->row < cursor->rows);
        function->column(cursor, context, column);
        return SQLITE_OK;
    }
    assert(number < cursor->registered->count);
    const struct argument *argument = &function->arguments[number];
    sqlite3_value *kept = cursor->kept[number];
    if (kept && argument->type == argument_is_integer)
        sqlite3_result_int64(context, sqlite3_value_int64(kept)); /* of 3.0, too */
    else if (kept)
        sqlite3_result_value(context, kept);
    else if (argument->unset && function->usual)
        sqlite3_result_int64(context, function->usual(cursor, number));
    else
        usual_result(context, argument);
    return SQLITE_OK;
}

/* A default has the same hash as an argument of that value. */
static uint64_t mix_argument(struct table_cursor *cursor, int number) {
    const struct function *function = cursor->registered->function;
    const struct argument *argument = &function->arguments[number];
    struct given given = cursor->registered->usual[number];
    sqlite3_value *kept = cursor->kept[number];
    int type = kept ? sqlite3_value_type(kept) : SQLITE_NULL;
    if (type == SQLITE_TEXT || type == SQLITE_BLOB) {
        const void *bytes =
            type == SQLITE_TEXT ? sqlite3_value_text(kept) : sqlite3_value_blob(kept);
        given.bytes = (struct argument_bytes){bytes, bytes ? (size_t)sqlite3_value_bytes(kept) : 0};
    } else if (kept && argument->type == argument_is_number) {
        given.number = sqlite3_value_double(kept); /* whose bits are mixed */
    } else if (kept) {
        given.integer = sqlite3_value_int64(kept);
    } else if (argument->unset && function->usual) {
        given.integer = function->usual(cursor, number);
    }
    uint64_t mixed = mix64(((struct table *)cursor->base.pVtab)->key ^ given.bytes.length);
    if (given.bytes.length == 0)
        return mix64(mixed ^ (uint64_t)given.integer);
    for (size_t i = 0; i < given.bytes.length; i += sizeof mixed) {
        uint64_t word = 0;
        size_t left = given.bytes.length - i;
        memcpy(&word, given.bytes.bytes + i, left < sizeof word ? left : sizeof word);
        mixed = mix64(mixed ^ word);
    }
    return mixed;
}

/*
 * Where SQLite uses rowids to combine the parts of an OR, it reads all arguments given there, so
 * they were kept. The key prevents others from constructing two texts whose rowids collide.
 */
static int table_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    enum { spare_bits = 2 }; /* so that adding the row does not overflow */
    struct table_cursor *cursor = (struct table_cursor *)base;
    if (cursor->identity == 0) {
        for (int i = 0; i < cursor->registered->count; i++)
            if (!is_pointer(cursor->registered, i))
                cursor->identity = mix64(cursor->identity ^ mix_argument(cursor, i)) + 1;
        cursor->identity = cursor->identity >> spare_bits | 1;
    }
    *rowid = (sqlite3_int64)cursor->identity + cursor->row;
    return SQLITE_OK;
}

/* Without xCreate the tables are eponymous: they need no CREATE VIRTUAL TABLE. */
static const sqlite3_module table_module = {
    .xConnect = table_connect,
    .xBestIndex = table_best_index,
    .xDisconnect = table_disconnect,
    .xOpen = table_open,
    .xClose = table_close,
    .xFilter = table_filter,
    .xNext = table_next,
    .xEof = table_eof,
    .xColumn = table_column,
    .xRowid = table_rowid,
};

int table_function_register(sqlite3 *db, struct registered *registered) {
    int commas = 0;
    for (const char *at = registered->function->results; *at; at++)
        commas += *at == ',';
    registered->results = commas + 1;
    return sqlite3_create_module_v2(db, registered->function->name, &table_module, registered,
                                    registered_release);
}
