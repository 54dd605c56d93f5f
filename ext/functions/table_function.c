/* table_function.c - see table_function.h. */
#include "table_function.h"

#include "connection.h"

#include <string.h> /* memcpy, memset, strcmp, strlen */

struct table {
    sqlite3_vtab base;
    const struct table_function *function;
    sqlite3 *db;
    uint64_t key; /* of its rowids */
};

static int table_connect(sqlite3 *db, void *user_data, int count, const char *const *words,
                         sqlite3_vtab **result, char **message) {
    (void)count, (void)words, (void)message;
    const struct table_function *function = user_data;
    int code = sqlite3_declare_vtab(db, function->columns);
    if (code != SQLITE_OK)
        return code;
    struct table *table = sqlite3_malloc64(sizeof *table);
    if (!table)
        return SQLITE_NOMEM;
    *table = (struct table){.function = function, .db = db};
    sqlite3_randomness(sizeof table->key, &table->key);
    *result = &table->base;
    return sqlite3_vtab_config(db, SQLITE_VTAB_INNOCUOUS);
}

static int table_disconnect(sqlite3_vtab *table) {
    sqlite3_free(table);
    return SQLITE_OK;
}

/* Which constraint gives each argument; -1 where none does. */
struct plan {
    int constraint_of[table_arguments_max];
};

/* Whether two values that this constraint takes for equal can differ. */
static bool is_loose(sqlite3_index_info *info, int constraint) {
    return strcmp(sqlite3_vtab_collation(info, constraint), "BINARY") != 0;
}

/*
 * Only `argument = something` gives an argument. One that is there but cannot be used in this join
 * order rules the order out, unless another gives the same argument (SQLite then compares the two
 * itself): without it the function would run with the default.
 *
 * Of several the last is taken: the arguments of a call f(...) come behind those in WHERE. But
 * under another collation the value that is compared need not be the one that the call gives.
 */
static int find_arguments(const struct table_function *function, sqlite3_index_info *info,
                          struct plan *plan) {
    bool unusable[table_arguments_max] = {false};
    for (int i = 0; i < table_arguments_max; i++)
        plan->constraint_of[i] = -1;
    for (int i = 0; i < info->nConstraint; i++) {
        int argument = info->aConstraint[i].iColumn - function->result_count;
        if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        if (!info->aConstraint[i].usable)
            unusable[argument] = true;
        else if (plan->constraint_of[argument] < 0 || !is_loose(info, i))
            plan->constraint_of[argument] = i;
    }
    for (int i = 0; i < table_arguments_max; i++)
        if (unusable[i] && plan->constraint_of[i] < 0)
            return SQLITE_CONSTRAINT;
    return SQLITE_OK;
}

/* The arguments before the pointers. */
static int value_count(const struct table_function *function) {
    return function->argument_count - function->pointer_count;
}

/*
 * idxNum carries two bit sets: which arguments are given (low bits), in argvIndex order, and which
 * of them the query reads back (from bit table_arguments_max on), so that only those are copied.
 *
 * Without a required argument the cost stays at the huge value that SQLite has put there: it looks
 * at the parts of an OR one by one, and then an argument is missing that the whole query gives. A
 * call that really lacks it gets its error from xFilter.
 */
static int table_best_index(sqlite3_vtab *base, sqlite3_index_info *info) {
    const struct table_function *function = ((struct table *)base)->function;
    struct plan plan;
    int code = find_arguments(function, info, &plan), given = 0, next = 1;
    bool complete = true;
    if (code != SQLITE_OK)
        return code;
    for (int i = 0; i < function->argument_count; i++) {
        int constraint = plan.constraint_of[i];
        if (constraint < 0) {
            complete = complete && i >= function->required_count;
            continue;
        }
        info->aConstraintUsage[constraint].argvIndex = next++;
        info->aConstraintUsage[constraint].omit = 1;
        given |= 1 << i;
        if (i < value_count(function) && info->colUsed >> (function->result_count + i) & 1)
            given |= 1 << (table_arguments_max + i);
    }
    info->idxNum = given;
    if (complete) {
        info->estimatedRows = (sqlite3_int64)function->estimated_rows;
        info->estimatedCost = function->estimated_rows;
    }
    return SQLITE_OK;
}

static int table_open(sqlite3_vtab *base, sqlite3_vtab_cursor **result) {
    const struct table_function *function = ((struct table *)base)->function;
    struct table_cursor *cursor = sqlite3_malloc64(function->cursor_size);
    if (!cursor)
        return SQLITE_NOMEM;
    memset(cursor, 0, function->cursor_size);
    cursor->function = function;
    cursor->interruption = interruption_of(((struct table *)base)->db);
    *result = &cursor->base;
    return SQLITE_OK;
}

static void forget_kept(struct table_cursor *cursor) {
    for (int i = 0; i < cursor->function->argument_count; i++) {
        struct kept_argument *kept = &cursor->kept[i];
        if (kept->value)
            sqlite3_value_free(kept->value);
        kept->value = NULL;
        kept->is_text = false;
    }
}

static int table_close(sqlite3_vtab_cursor *base) {
    struct table_cursor *cursor = (struct table_cursor *)base;
    cursor->function->close(cursor);
    forget_kept(cursor);
    for (int i = 0; i < table_arguments_max; i++)
        sqlite3_free(cursor->kept[i].text);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static bool keep_text(struct kept_argument *kept, sqlite3_value *value) {
    const void *text = sqlite3_value_text(value);
    if (!text)
        return false;
    int length = sqlite3_value_bytes(value);
    char *copy = allocator_grow(&sqlite_allocator, kept->text, &kept->capacity, (size_t)length, 1);
    if (!copy)
        return false;
    kept->text = memcpy(copy, text, (size_t)length);
    kept->length = length;
    kept->is_text = true;
    return true;
}

static bool keep(struct kept_argument *kept, sqlite3_value *value) {
    if (sqlite3_value_type(value) == SQLITE_TEXT)
        return keep_text(kept, value);
    kept->value = sqlite3_value_dup(value);
    return kept->value != NULL;
}

/* Sorts the values of the call by argument and keeps those that will be read back. */
static int take_arguments(struct table_cursor *cursor, int given, sqlite3_value **values,
                          struct table_arguments *arguments) {
    *arguments = (struct table_arguments){{0}};
    forget_kept(cursor);
    for (int i = 0, next = 0; i < cursor->function->argument_count; i++) {
        if (!(given >> i & 1))
            continue;
        arguments->values[i] = values[next++];
        if (given >> (table_arguments_max + i) & 1 && !keep(&cursor->kept[i], arguments->values[i]))
            return SQLITE_NOMEM;
    }
    return SQLITE_OK;
}

static bool any_null(const struct table_function *function,
                     const struct table_arguments *arguments) {
    for (int i = 0; i < value_count(function); i++)
        if (arguments->values[i] && sqlite3_value_type(arguments->values[i]) == SQLITE_NULL)
            return true;
    return false;
}

static int table_filter(sqlite3_vtab_cursor *base, int given, const char *unused, int count,
                        sqlite3_value **values) {
    (void)unused, (void)count;
    struct table_cursor *cursor = (struct table_cursor *)base;
    cursor->row = cursor->rows = 0;
    cursor->identity = 0;
    struct table_arguments taken;
    int code = take_arguments(cursor, given, values, &taken);
    if (code != SQLITE_OK || any_null(cursor->function, &taken))
        return code;
    struct arguments arguments = {.function = cursor->function->name};
    for (int i = 0; i < cursor->function->required_count; i++)
        if (!taken.values[i])
            arguments_refuse(&arguments, "argument %s is missing",
                             cursor->function->argument_names[i]);
    if (arguments.code == SQLITE_OK)
        cursor->function->open(cursor, &taken, &arguments);
    if (arguments.code == SQLITE_OK)
        return SQLITE_OK;
    cursor->rows = 0;
    return arguments_to_table(&arguments, base->pVtab);
}

static int table_next(sqlite3_vtab_cursor *base) {
    ((struct table_cursor *)base)->row++;
    return SQLITE_OK;
}

static int table_eof(sqlite3_vtab_cursor *base) {
    const struct table_cursor *cursor = (struct table_cursor *)base;
    return cursor->row >= cursor->rows;
}

static bool has_default(const struct table_function *function, int argument) {
    return argument >= function->required_count && argument < value_count(function);
}

static void result_default(sqlite3_context *context, struct default_value value) {
    if (value.text)
        sqlite3_result_text(context, value.text, -1, SQLITE_STATIC);
    else
        sqlite3_result_int64(context, value.number);
}

static int table_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    struct table_cursor *cursor = (struct table_cursor *)base;
    const struct table_function *function = cursor->function;
    int argument = column - function->result_count;
    if (argument < 0)
        function->column(cursor, context, column);
    else if (cursor->kept[argument].is_text)
        sqlite3_result_text(context, cursor->kept[argument].text, cursor->kept[argument].length,
                            SQLITE_TRANSIENT);
    else if (cursor->kept[argument].value)
        sqlite3_result_value(context, cursor->kept[argument].value);
    else if (has_default(function, argument))
        result_default(context, function->default_argument(cursor, argument));
    return SQLITE_OK;
}

static uint64_t mix_bytes(uint64_t key, const void *bytes, size_t count) {
    uint64_t mixed = mix64(key ^ count);
    for (size_t i = 0; i < count; i += sizeof mixed) {
        uint64_t word = 0;
        memcpy(&word, (const char *)bytes + i, count - i < sizeof word ? count - i : sizeof word);
        mixed = mix64(mixed ^ word);
    }
    return mixed;
}

/* The same for a default and for an argument that gives it. One that nobody reads is 0. */
static uint64_t mix_argument(struct table_cursor *cursor, int argument) {
    const struct kept_argument *kept = &cursor->kept[argument];
    uint64_t key = ((struct table *)cursor->base.pVtab)->key;
    if (kept->is_text)
        return mix_bytes(key, kept->text, (size_t)kept->length);
    if (kept->value && sqlite3_value_type(kept->value) == SQLITE_BLOB)
        return mix_bytes(key, sqlite3_value_blob(kept->value),
                         (size_t)sqlite3_value_bytes(kept->value));
    if (kept->value)
        return mix64(key ^ (uint64_t)sqlite3_value_int64(kept->value));
    if (!has_default(cursor->function, argument))
        return 0;
    struct default_value value = cursor->function->default_argument(cursor, argument);
    return value.text ? mix_bytes(key, value.text, strlen(value.text))
                      : mix64(key ^ (uint64_t)value.number);
}

/*
 * An OR reads all arguments that it gives, so that they were kept. The key keeps strangers from
 * choosing two texts whose rows SQLite would take for the same.
 */
static int table_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    enum { room_for_rows = 2 }; /* bits that are left free, so that rowids ascend in a call */
    struct table_cursor *cursor = (struct table_cursor *)base;
    if (cursor->identity == 0) {
        for (int i = 0; i < value_count(cursor->function); i++)
            cursor->identity = mix64(cursor->identity ^ mix_argument(cursor, i)) + 1;
        cursor->identity = cursor->identity >> room_for_rows | 1;
    }
    *rowid = (sqlite3_int64)cursor->identity + cursor->row;
    return SQLITE_OK;
}

/* No xCreate: the tables are there without CREATE VIRTUAL TABLE and leave nothing in a schema. */
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

int table_function_register(sqlite3 *db, const struct table_function *function) {
    return sqlite3_create_module_v2(db, function->name, &table_module, (void *)function, NULL);
}
