/*
 * registry.c - see functions.h; and neardup_functions().
 *
 * Table-valued: the SQL functions, with a row for each argument, or one for a function without;
 * what their declarations say (function.h).
 */
#include "collection.h"
#include "functions.h"
#include "index/live_index.h"
#include "table_function.h"

#include <assert.h>

#define LISTED(name) &name##_function,
static const struct function *const declared[] = {NEARDUP_FUNCTIONS(LISTED)};
enum { declared_count = sizeof declared / sizeof *declared };

static struct call call_of(sqlite3_context *context) {
    const struct registered *registered = sqlite3_user_data(context);
    struct call call;
    call_begin(&call, registered, &registered->connection->interruption, context);
    return call;
}

static void call_end(struct call *call) {
    if (call->code == SQLITE_NOMEM)
        sqlite3_result_error_nomem(call->context);
    else if (call->message)
        sqlite3_result_error(call->context, call->message, -1);
    if (call->code != SQLITE_OK && call->code != SQLITE_NOMEM)
        sqlite3_result_error_code(call->context, call->code); /* keeps the message */
    sqlite3_free(call->message);
    if (call->has_long_text)
        connection_trim(call->connection);
}

static void call_scalar(sqlite3_context *context, int count, sqlite3_value **values) {
    struct call call = call_of(context);
    if (call_read(&call, sqlite3_user_data(context), count, values))
        call.function->call(&call);
    call_end(&call);
}

static void call_step(sqlite3_context *context, int count, sqlite3_value **values) {
    struct call call = call_of(context);
    bool read = call_read(&call, sqlite3_user_data(context), count, values);
    if (read && call.function->makes) {
        collection_step(&call);
    } else if (read) {
        void *state = sqlite3_aggregate_context(context, (int)call.function->size);
        if (state)
            call.function->step(&call, state);
        else
            call.code = SQLITE_NOMEM;
    }
    call_end(&call);
}

/* Also called after an error or interrupt, so that memory is released here. */
static void call_final(sqlite3_context *context) {
    struct call call = call_of(context);
    if (call.function->makes)
        collection_final(&call);
    else
        call.function->final(&call, sqlite3_aggregate_context(context, 0));
    call_end(&call);
}

/*
 * The scalar that has the name of a table-valued function. Without it, SQLite would say of
 * SELECT shingles(text) that there is no such function.
 */
static void call_table(sqlite3_context *context, int count, sqlite3_value **values) {
    const struct registered *registered = sqlite3_user_data(context);
    const struct function *function = registered->function;
    struct call call = call_of(context);
    sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
    (void)count, (void)values;
    sqlite3_str_appendf(text, "is table-valued; write SELECT * FROM %s(", function->name);
    for (int i = 0; i < registered->required; i++)
        sqlite3_str_appendf(text, "%s%s", i ? ", " : "", function->arguments[i].name);
    sqlite3_str_appendall(text, ")");
    char *sentence = sqlite3_str_finish(text);
    if (sentence)
        call_refuse(&call, "%s", sentence);
    else
        call.code = SQLITE_NOMEM;
    sqlite3_free(sentence);
    call_end(&call);
}

/* SQLite calls the destructor also if it fails to register a function. */
static int register_calls(sqlite3 *db, const struct function *function,
                          struct connection *connection) {
    static const int flags[] = {[stability_pure] = SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC,
                                [stability_changing] = SQLITE_INNOCUOUS,
                                [stability_direct] = SQLITE_DIRECTONLY};
    bool scalar = function_kind(function) == function_scalar;
    int code = SQLITE_OK, count = 0, most = 0;
    do {
        struct registered *registered = registered_new(function, connection);
        if (!registered)
            return SQLITE_NOMEM;
        if (count < registered->required)
            count = registered->required;
        most = registered->count;
        code = sqlite3_create_function_v2(db, function->name, count,
                                          SQLITE_UTF8 | flags[function->stability], registered,
                                          scalar ? call_scalar : NULL, scalar ? NULL : call_step,
                                          scalar ? NULL : call_final, registered_release);
    } while (++count <= most && code == SQLITE_OK);
    return code;
}

static int register_table(sqlite3 *db, const struct function *function,
                          struct connection *connection) {
    struct registered *table = registered_new(function, connection);
    int code = table ? table_function_register(db, table) : SQLITE_NOMEM;
    if (code != SQLITE_OK)
        return code;
    struct registered *scalar = registered_new(function, connection);
    return scalar
               ? sqlite3_create_function_v2(db, function->name, -1, SQLITE_UTF8 | SQLITE_INNOCUOUS,
                                            scalar, call_table, NULL, NULL, registered_release)
               : SQLITE_NOMEM;
}

int registry_register(sqlite3 *db, struct connection *connection) {
    int code = SQLITE_OK;
    connection->registers = registry_register;
    for (int i = 0; i < declared_count && code == SQLITE_OK; i++) {
        const struct function *function = declared[i];
        assert(function->name && function->results);
        assert((function->call != NULL) + (function->step != NULL) + (function->open != NULL) == 1);
        assert(!function->open == !function->column && !function->makes == !function->release);
        assert(!function->step || function->final || function->makes);
        code = (function->open ? register_table : register_calls)(db, function, connection);
    }
    return code == SQLITE_OK ? live_index_register(db) : code;
}

struct functions_cursor {
    struct table_cursor base;
    int function, argument; /* the current one; no argument is -1 */
};

static void functions_open(struct table_cursor *base, struct call *call) {
    struct functions_cursor *cursor = (struct functions_cursor *)base;
    (void)call;
    cursor->function = -1;
    cursor->argument = 0;
}

static void functions_next(struct table_cursor *base, struct call *call) {
    struct functions_cursor *cursor = (struct functions_cursor *)base;
    (void)call;
    if (cursor->function < 0 ||
        ++cursor->argument >= function_arguments(declared[cursor->function])) {
        if (++cursor->function == declared_count)
            return;
        cursor->argument = function_arguments(declared[cursor->function]) > 0 ? 0 : -1;
    }
    base->rows++;
}

static void functions_column(struct table_cursor *base, sqlite3_context *context, int column) {
    enum {
        column_function,
        column_kind,
        column_stability,
        column_results,
        column_position,
        column_argument,
        column_type,
        column_presence,
        column_least,
        column_most,
        column_usual,
    };
    static const char *const kinds[] = {"scalar", "aggregate", "table"};
    static const char *const stabilities[] = {"deterministic", "innocuous", "direct"};
    static const char *const types[] = {"text",    "blob",   "text or blob", "integer or text",
                                        "integer", "number", "word",         "vector",
                                        "pointer", "any"};
    static const char *const presences[] = {"required", "optional", "nullable"};
    const struct functions_cursor *cursor = (const struct functions_cursor *)base;
    const struct function *function = declared[cursor->function];
    const struct argument *argument =
        cursor->argument < 0 ? NULL : &function->arguments[cursor->argument];
    const char *const texts[column_least] = {
        [column_function] = function->name,
        [column_kind] = kinds[function_kind(function)],
        [column_stability] = stabilities[function->stability],
        [column_results] = function->results,
        [column_argument] = argument ? argument->name : NULL,
        [column_type] = argument ? types[argument->type] : NULL,
        [column_presence] = argument ? presences[argument->presence] : NULL,
    };
    if (column < column_least && column != column_position) {
        sqlite3_result_text(context, texts[column], -1, SQLITE_STATIC);
    } else if (argument && column == column_position) {
        sqlite3_result_int(context, cursor->argument + 1);
    } else if (argument && column == column_usual) {
        if (argument->presence != argument_required)
            usual_result(context, argument);
    } else if (argument && column <= column_most && argument->type == argument_is_integer) {
        sqlite3_result_int64(context,
                             column == column_least ? argument->range.least : argument->range.most);
    } else if (argument && column <= column_most && argument->type == argument_is_number) {
        sqlite3_result_double(context, column == column_least ? argument->numbers.least
                                                              : argument->numbers.most);
    } else if (argument && column > column_usual && argument->words) {
        sqlite3_str *text = sqlite3_str_new(sqlite3_context_db_handle(context));
        for (int i = 0; argument->words[i]; i++)
            sqlite3_str_appendf(text, "%s%s", i ? ", " : "", argument->words[i]);
        text_result_set(context, text);
    }
}

TABLE(neardup_functions, functions, struct functions_cursor,
      "function TEXT, kind TEXT, stability TEXT, results TEXT, position INTEGER, "
      "argument TEXT, type TEXT, presence TEXT, least, most, usual, words TEXT",
      .stability = stability_changing, .estimated_rows = 250, .next = functions_next);
