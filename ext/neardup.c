/*
 * neardup.c - the SQLite extension neardup: its entry point and the table of its SQL names.
 *
 * docs/ has a page for each name. The pure functions are DETERMINISTIC, a promise across releases
 * (indexes may be built on them), and INNOCUOUS: they read nothing but their arguments.
 */
#ifdef SQLITE_CORE
#include <sqlite3.h>
#else
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
#endif

#include "functions/connection.h"
#include "functions/functions.h"
#include "functions/table_function.h"
#include "neardup.h"

enum { pure = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC };
enum { judging = SQLITE_UTF8 | SQLITE_INNOCUOUS };  /* by words of which more become known */
enum { about = SQLITE_UTF8 | SQLITE_INNOCUOUS };    /* the answer may change with the release */
enum { drawing = SQLITE_UTF8 | SQLITE_DIRECTONLY }; /* for a terminal: not from within a schema */

typedef void scalar(sqlite3_context *context, int count, sqlite3_value **values);

/* One row for each name and the least and most arguments that it takes. */
static const struct {
    const char *name;
    int least, most, flags;
    scalar *call, *step;
    void (*final)(sqlite3_context *context);
} functions[] = {
    {"jaccard", 2, 3, pure, jaccard_function, NULL, NULL},
    {"containment", 2, 3, pure, containment_function, NULL, NULL},
    {"edit_distance", 2, 3, pure, edit_distance_function, NULL, NULL},
    {"edit_similarity", 2, 2, pure, edit_similarity_function, NULL, NULL},
    {"minhash_sketch", 1, 5, pure, minhash_sketch_function, NULL, NULL},
    {"minhash_similarity", 2, 2, pure, minhash_similarity_function, NULL, NULL},
    {"minhash_match_probability", 1, 6, pure, match_probability_function, NULL, NULL},
    {"minhash_filter", 2, 8, pure, NULL, minhash_filter_step, minhash_filter_final},
    {"union_find", 2, 2, pure, NULL, union_find_step, union_find_final},
    {"star_clusters", 2, 2, pure, NULL, star_clusters_step, star_clusters_final},
    {"mark_differences", 2, 5, judging, mark_differences_function, NULL, NULL},
    {"neardup_progress", 2, 3, drawing, neardup_progress_function, NULL, NULL},
    {"neardup_wrap", 1, 3, drawing, neardup_wrap_function, NULL, NULL},
    {"neardup_style", 1, 1, drawing, neardup_style_function, NULL, NULL},
    {"neardup_version", 0, 0, about, neardup_version_function, NULL, NULL},
    {"neardup_debug", 0, 0, about, neardup_debug_function, NULL, NULL},
};

static const struct table_function *const tables[] = {
    &minhash_signatures_table, &shingles_table,           &text_differences_table,
    &duplicate_kind_table,     &union_find_members_table,
};

enum { function_count = sizeof functions / sizeof *functions };
enum { table_count = sizeof tables / sizeof *tables };

/* SQLite calls the destructor for a function that it refuses, too. */
static int register_functions(sqlite3 *db, struct connection *connection) {
    int code = SQLITE_OK;
    for (int i = 0; i < function_count; i++) {
        for (int n = functions[i].least; n <= functions[i].most && code == SQLITE_OK; n++) {
            connection->references++;
            code = sqlite3_create_function_v2(db, functions[i].name, n, functions[i].flags,
                                              connection, functions[i].call, functions[i].step,
                                              functions[i].final, connection_release);
        }
    }
    for (int i = 0; i < table_count && code == SQLITE_OK; i++)
        code = table_function_register(db, tables[i]);
    return code;
}

static const char too_old[] = "neardup needs SQLite 3.35 or later, this is %s";

#ifdef SQLITE_CORE
static int begin(const struct sqlite3_api_routines *api, char **message) {
    (void)api;
    if (sqlite3_libversion_number() >= NEARDUP_SQLITE_MINIMUM)
        return SQLITE_OK;
    if (message)
        *message = sqlite3_mprintf(too_old, sqlite3_libversion());
    return SQLITE_ERROR;
}
#else
/*
 * Keeps what SQLITE_EXTENSION_INIT2 would write at each loading: once only, since another thread
 * may read it, in a connection that has loaded the extension before. False where that is another
 * SQLite, as Python's own and that of apsw in one process: both read this one pointer.
 */
static bool keep_calls(const struct sqlite3_api_routines *api) {
#if defined(__GNUC__)
    const struct sqlite3_api_routines *kept = __atomic_load_n(&sqlite3_api, __ATOMIC_ACQUIRE);
    if (!kept) /* stays NULL where this is the first load */
        __atomic_compare_exchange_n(&sqlite3_api, &kept, api, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE);
    return !kept || kept == api;
#else
    if (!sqlite3_api)
        sqlite3_api = api;
    return sqlite3_api == api;
#endif
}

/* The message is made by the SQLite that loads, which frees it. */
static int begin(const struct sqlite3_api_routines *api, char **message) {
    char *refusal = NULL;
    if (api->libversion_number() < NEARDUP_SQLITE_MINIMUM)
        refusal = api->mprintf(too_old, api->libversion());
    else if (keep_calls(api))
        return SQLITE_OK;
    else
        refusal = api->mprintf("another SQLite library of this process has loaded this file of "
                               "neardup: load a copy of it under another name");
    if (message)
        *message = refusal;
    else
        api->free(refusal);
    return SQLITE_ERROR;
}
#endif

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
int sqlite3_neardup_init(sqlite3 *db, char **message, const struct sqlite3_api_routines *api) {
    if (begin(api, message) != SQLITE_OK)
        return SQLITE_ERROR;
    int code = SQLITE_NOMEM;
    struct connection *connection = connection_new(db);
    if (connection) {
        code = register_functions(db, connection);
        connection_release(connection);
    }
    if (code != SQLITE_OK && message)
        *message = sqlite3_mprintf("neardup could not add its functions: %s",
                                   code == SQLITE_BUSY
                                       ? "they are there already and a statement is running"
                                       : sqlite3_errstr(code));
    return code;
}
