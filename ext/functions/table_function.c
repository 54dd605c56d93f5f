/* table_function.c - see table_function.h. */
#include "table_function.h"

#include "connection.h"

#include <assert.h>
#include <limits.h> /* CHAR_BIT */
#include <string.h> /* memcpy, memset, strcmp, strlen */

static_assert(table_arguments_max < CHAR_BIT * sizeof(int), "idxNum is too small");

/* What SQLite keeps for a function. */
struct module {
    const struct table_function *function;
    struct connection *connection;
};

struct table {
    sqlite3_vtab base;
    const struct table_function *function;
    struct connection *connection; /* lives as long as the module, which outlives its tables */
    sqlite3 *db;
    uint64_t key; /* makes rowids unpredictable */
};

static int table_connect(sqlite3 *db, void *user_data, int count, const char *const *words,
                         sqlite3_vtab **result, char **message) {
    (void)count, (void)words, (void)message;
    const struct module *module = user_data;
    const struct table_function *function = module->function;
    assert(function->argument_count <= table_arguments_max);
    int code = sqlite3_declare_vtab(db, function->columns);
    if (code != SQLITE_OK)
        return code;
    struct table *table = sqlite3_malloc64(sizeof *table);
    if (!table)
        return SQLITE_NOMEM;
    *table = (struct table){.function = function, .connection = module->connection, .db = db};
    sqlite3_randomness(sizeof table->key, &table->key);
    *result = &table->base;
    return sqlite3_vtab_config(db,
                               function->direct ? SQLITE_VTAB_DIRECTONLY : SQLITE_VTAB_INNOCUOUS);
}

static int table_disconnect(sqlite3_vtab *table) {
    sqlite3_free(table);
    return SQLITE_OK;
}

static bool is_pointer(const struct table_function *function, int argument) {
    return function->pointers >> argument & 1;
}

/*
 * Finds the constraint that supplies each argument; see (5). If an argument has only constraints
 * that this join order cannot use, the order is rejected: the function would run with the default.
 * The arguments of a call f(...) come after those in WHERE, but a constraint with a collation other
 * than BINARY does not replace an earlier one, since it may compare equal to a different value.
 *
 * idxNum is a bit set of the arguments given, in argvIndex order. idxStr has a character for each
 * of these: 'r' if the query reads it back, so that only these are copied. Without one, none is.
 *
 * If a required argument is missing, the cost keeps SQLite's huge initial value: SQLite plans the
 * parts of an OR separately, so an argument may be missing here that the query as a whole supplies.
 * If it is really missing, xFilter reports the error.
 */
static int table_best_index(sqlite3_vtab *base, sqlite3_index_info *info) {
    const struct table_function *function = ((struct table *)base)->function;
    int constraint_of[table_arguments_max], given = 0, next = 1;
    char read[table_arguments_max + 1] = "";
    bool any_read = false, unusable[table_arguments_max] = {false}, complete = true;
    for (int i = 0; i < table_arguments_max; i++)
        constraint_of[i] = -1;
    for (int i = 0; i < info->nConstraint; i++) {
        int argument = info->aConstraint[i].iColumn - function->result_count;
        if (argument < 0 || info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
            continue;
        assert(argument < function->argument_count);
        if (!info->aConstraint[i].usable)
            unusable[argument] = true;
        else if (constraint_of[argument] < 0 ||
                 strcmp(sqlite3_vtab_collation(info, i), "BINARY") == 0)
            constraint_of[argument] = i;
    }
    for (int i = 0; i < function->argument_count; i++) {
        int constraint = constraint_of[i];
        if (constraint < 0 && unusable[i])
            return SQLITE_CONSTRAINT;
        if (constraint < 0) {
            complete = complete && i >= function->required_count;
            continue;
        }
        bool is_read =
            !is_pointer(function, i) && info->colUsed >> (function->result_count + i) & 1;
        read[next - 1] = is_read ? 'r' : '-';
        any_read = any_read || is_read;
        info->aConstraintUsage[constraint].argvIndex = next++;
        info->aConstraintUsage[constraint].omit = 1;
        given |= 1 << i;
    }
    info->idxNum = given;
    if (any_read) {
        info->idxStr = sqlite3_mprintf("%s", read);
        info->needToFreeIdxStr = 1;
        if (!info->idxStr)
            return SQLITE_NOMEM;
    }
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
    cursor->connection = ((struct table *)base)->connection;
    cursor->interruption = interruption_of(((struct table *)base)->db);
    *result = &cursor->base;
    return SQLITE_OK;
}

static void release_kept_values(struct table_cursor *cursor) {
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
    release_kept_values(cursor);
    for (int i = 0; i < table_arguments_max; i++)
        sqlite3_free(cursor->kept[i].text);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static bool keep(struct kept_argument *kept, sqlite3_value *value) {
    if (sqlite3_value_type(value) != SQLITE_TEXT) {
        kept->value = sqlite3_value_dup(value);
        return kept->value != NULL;
    }
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

sqlite3_value *table_keep(struct table_cursor *cursor, int argument, sqlite3_value *value) {
    struct kept_argument *kept = &cursor->kept[argument];
    assert(sqlite3_value_type(value) != SQLITE_TEXT);
    return kept->value || keep(kept, value) ? kept->value : NULL;
}

static int table_filter(sqlite3_vtab_cursor *base, int given, const char *read, int count,
                        sqlite3_value **values) {
    struct table_cursor *cursor = (struct table_cursor *)base;
    const struct table_function *function = cursor->function;
    struct table_arguments taken = {{0}};
    bool any_null = false;
    cursor->row = cursor->rows = 0;
    cursor->identity = 0;
    release_kept_values(cursor);
    for (int i = 0, next = 0; i < function->argument_count; i++) {
        if (!(given >> i & 1))
            continue;
        assert(next < count);
        taken.values[i] = values[next];
        if (read && read[next] == 'r' && !keep(&cursor->kept[i], taken.values[i]))
            return SQLITE_NOMEM;
        next++;
        if (!is_pointer(function, i) && sqlite3_value_type(taken.values[i]) == SQLITE_NULL)
            any_null = true;
    }
    (void)count;
    if (any_null)
        return SQLITE_OK;
    struct arguments arguments = {.function = function->name};
    for (int i = 0; i < function->required_count; i++)
        if (!taken.values[i])
            arguments_refuse(&arguments, "argument %s is missing", function->argument_names[i]);
    if (arguments.code == SQLITE_OK)
        function->open(cursor, &taken, &arguments);
    if (arguments.code == SQLITE_OK)
        return SQLITE_OK;
    cursor->rows = 0;
    return arguments_to_table(&arguments, base->pVtab);
}

static int table_next(sqlite3_vtab_cursor *base) {
    struct table_cursor *cursor = (struct table_cursor *)base;
    struct arguments arguments = {.function = cursor->function->name};
    cursor->row++;
    if (cursor->function->next)
        cursor->function->next(cursor, &arguments);
    return arguments.code == SQLITE_OK ? SQLITE_OK : arguments_to_table(&arguments, base->pVtab);
}

static int table_eof(sqlite3_vtab_cursor *base) {
    const struct table_cursor *cursor = (struct table_cursor *)base;
    return cursor->row >= cursor->rows;
}

static bool has_default(const struct table_function *function, int argument) {
    return argument >= function->required_count && !is_pointer(function, argument);
}

static int table_column(sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
    struct table_cursor *cursor = (struct table_cursor *)base;
    const struct table_function *function = cursor->function;
    int argument = column - function->result_count;
    if (argument < 0) {
        assert(cursor->row < cursor->rows);
        function->column(cursor, context, column);
        return SQLITE_OK;
    }
    const struct kept_argument *kept = &cursor->kept[argument];
    if (kept->is_text) {
        sqlite3_result_text(context, kept->text, kept->length, SQLITE_TRANSIENT);
    } else if (kept->value) {
        sqlite3_result_value(context, kept->value);
    } else if (has_default(function, argument)) {
        struct default_value value = function->default_argument(cursor, argument);
        if (value.text)
            sqlite3_result_text(context, value.text, -1, SQLITE_STATIC);
        else if (value.is_real)
            sqlite3_result_double(context, value.real);
        else
            sqlite3_result_int64(context, value.number);
    }
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

/* A default has the same hash as an argument of that value. An argument that is not read has 0. */
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
    if (value.is_real)
        return mix64(key ^ (uint64_t)(int64_t)value.real);
    return value.text ? mix_bytes(key, value.text, strlen(value.text))
                      : mix64(key ^ (uint64_t)value.number);
}

/*
 * Where SQLite uses rowids to combine the parts of an OR, it reads all arguments given there, so
 * they were kept. The key prevents others from constructing two texts whose rowids collide.
 */
static int table_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *rowid) {
    enum { spare_bits = 2 }; /* so that adding the row does not overflow */
    struct table_cursor *cursor = (struct table_cursor *)base;
    if (cursor->identity == 0) {
        for (int i = 0; i < cursor->function->argument_count; i++)
            if (!is_pointer(cursor->function, i))
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

static void module_release(void *pointer) {
    struct module *module = pointer;
    connection_release(module->connection);
    sqlite3_free(module);
}

/* SQLite calls the destructor also if it fails to register the module. */
int table_function_register(sqlite3 *db, const struct table_function *function,
                            struct connection *connection) {
    struct module *module = sqlite3_malloc64(sizeof *module);
    if (!module)
        return SQLITE_NOMEM;
    *module = (struct module){function, connection};
    connection->references++;
    return sqlite3_create_module_v2(db, function->name, &table_module, module, module_release);
}
