/*
 * neardup.c - the SQLite extension neardup: its entry point.
 *
 * functions/functions.h is the map of the SQL functions, and core/core.h that of the algorithms.
 */
#ifdef SQLITE_CORE
#include <sqlite3.h>
#else
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT1
#endif

#include "functions/functions.h"
#include "neardup.h"

static const char too_old[] = "neardup needs SQLite 3.35 or later, but this is %s";

#ifdef SQLITE_CORE
static int check_sqlite(const struct sqlite3_api_routines *api, char **message) {
    (void)api;
    if (sqlite3_libversion_number() >= NEARDUP_SQLITE_MINIMUM)
        return SQLITE_OK;
    if (message)
        *message = sqlite3_mprintf(too_old, sqlite3_libversion());
    return SQLITE_ERROR;
}
#else
/*
 * Sets sqlite3_api, as SQLITE_EXTENSION_INIT2 does, but only at the first load: later, another
 * thread may be reading it. Returns false if it already points to a different SQLite. A process can
 * contain several, such as Python's own and that of apsw, which share this one pointer.
 */
static bool set_api(const struct sqlite3_api_routines *api) {
#if defined(__GNUC__)
    const struct sqlite3_api_routines *kept = __atomic_load_n(&sqlite3_api, __ATOMIC_ACQUIRE);
    if (!kept) /* stays NULL if this thread sets it */
        __atomic_compare_exchange_n(&sqlite3_api, &kept, api, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE);
    return !kept || kept == api;
#else
    if (!sqlite3_api)
        sqlite3_api = api;
    return sqlite3_api == api;
#endif
}

/* Uses `api` for the message, because the SQLite that loads the extension frees it. */
static int check_sqlite(const struct sqlite3_api_routines *api, char **message) {
    char *refusal = NULL;
    if (api->libversion_number() < NEARDUP_SQLITE_MINIMUM)
        refusal = api->mprintf(too_old, api->libversion());
    else if (set_api(api))
        return SQLITE_OK;
    else
        refusal = api->mprintf("another SQLite library in this process uses this file of neardup: "
                               "load a copy that has another name");
    if (message)
        *message = refusal;
    else
        api->free(refusal);
    return SQLITE_ERROR;
}
#endif

#if defined(_WIN32) && !defined(SQLITE_CORE)
__declspec(dllexport)
#elif defined(__GNUC__) && !defined(_WIN32)
__attribute__((visibility("default")))
#endif
    int sqlite3_neardup_init(sqlite3 *db, char **message, const struct sqlite3_api_routines *api) {
    if (check_sqlite(api, message) != SQLITE_OK)
        return SQLITE_ERROR;
    int code = SQLITE_NOMEM;
    struct connection *connection = connection_new(db);
    if (connection) {
        code = registry_register(db, connection);
        connection_release(connection);
    }
    if (code != SQLITE_OK && message)
        *message = sqlite3_mprintf("neardup could not register its functions: %s",
                                   code == SQLITE_BUSY ? "they are in use by a running statement"
                                                       : sqlite3_errstr(code));
    return code;
}
