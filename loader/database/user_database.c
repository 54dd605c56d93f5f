/* user_database.c - see user_database.h. */
#include "user_database.h"

#include "../base/interrupt.h"
#include "../base/memory_bound.h"
#include "../text/message.h"

#include <errno.h>
#include <fcntl.h> /* open */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>   /* nanosleep, clock_gettime */
#include <unistd.h> /* close */

static bool is_unchanged(const struct user_database *database) {
    struct database_state now = database_state_of(database->path);
    return database_state_same(&now, &database->state);
}

bool user_database_check(const struct user_database *database, struct failure *failure) {
    return !database->unguarded || is_unchanged(database) ||
           fail(failure, "%s: another program wrote to it meanwhile; give the same command again",
                database->name);
}

bool user_database_row_is_large(const struct user_database *database, struct failure *failure) {
    int code = database->db ? sqlite3_errcode(database->db) : SQLITE_OK;
    bool too_big = code == SQLITE_TOOBIG;
    bool refused = code == SQLITE_NOMEM && sqlite_memory_was_refused();
    if (too_big)
        fail(failure, "a row has a value of more than %d bytes",
             sqlite3_limit(database->db, SQLITE_LIMIT_LENGTH, -1));
    else if (refused)
        fail(failure, "the values of a row need more than %d MiB of memory",
             (int)(sqlite_memory_max() >> 20));
    return too_big || refused;
}

bool user_database_error(const struct user_database *database, struct failure *failure) {
    return fail_database(failure, database->db, database->name, false);
}

/* ---- Opening --------------------------------------------------------------------------------- */

static int wait_for_lock(void *user, int times) {
    const struct user_database *database = user;
    const struct timespec pause = {.tv_nsec = 20000000};
    enum { patience = 5 * 50 };
    if (times >= patience || interrupt_signal() != database->first_signal)
        return 0;
    nanosleep(&pause, NULL);
    return 1;
}

/* Ends a statement that takes long when a signal has come. */
static int look_for_signal(void *user) {
    const struct user_database *database = user;
    return interrupt_signal() != database->first_signal;
}

static bool set_up(struct user_database *database) {
    sqlite3 *db = database->db;
    enum { steps = 10000 };
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_handler(db, wait_for_lock, database);
    sqlite3_progress_handler(db, steps, look_for_signal, database);
    /* Twice what a record may have: a row that is somewhat too long can be told by its size. */
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, (int)record_max() * 2);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
    const char *exclusive = database->unguarded ? "PRAGMA locking_mode = exclusive" : "";
    return sqlite3_exec(db, exclusive, NULL, NULL, NULL) == SQLITE_OK &&
           sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL) == SQLITE_OK &&
           sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL) == SQLITE_OK &&
           sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL) == SQLITE_OK &&
           sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK &&
           sqlite3_exec(db, "PRAGMA query_only = 1; BEGIN; SELECT 1 FROM sqlite_schema LIMIT 1",
                        NULL, NULL, NULL) == SQLITE_OK;
}

/* Connects with these parameters and begins the transaction. */
static bool connect(struct user_database *database, const char *parameters,
                    struct failure *failure) {
    char uri[3 * PATH_MAX + 80];
    const char *vfs = read_only_vfs_name();
    snprintf(uri, sizeof uri, "file:");
    for (const char *at = database->path; *at; at++)
        message_add(uri, sizeof uri, strchr("%?#", *at) ? "%%%02X" : "%c", (unsigned char)*at);
    message_add(uri, sizeof uri, "?mode=ro%s", parameters);
    sqlite3_close(database->db);
    database->db = NULL;
    if (!vfs)
        return fail_memory(failure);
    return (sqlite3_open_v2(uri, &database->db,
                            SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX,
                            vfs) == SQLITE_OK &&
            set_up(database)) ||
           user_database_error(database, failure);
}

/* Opens the files themselves, and notes their state. */
static bool open_files(struct user_database *database, struct failure *failure) {
    struct stat status;
    database->descriptor = open(database->name, O_RDONLY | O_CLOEXEC);
    if (database->descriptor < 0 || !realpath(database->name, database->path) ||
        fstat(database->descriptor, &status) != 0)
        return fail(failure, "%s: cannot open the file: %s", database->name, strerror(errno));
    if (!S_ISREG(status.st_mode))
        return fail(failure, "%s: is not a file, expected an SQLite database", database->name);
    snprintf(database->log, sizeof database->log, "%s-wal", database->path);
    database->log_descriptor = open(database->log, O_RDONLY | O_CLOEXEC);
    database->state = database_state_of(database->path);
    return true;
}

struct user_database *user_database_open(const char *path, struct failure *failure) {
    struct user_database *database = allocate(sizeof *database, failure);
    if (!database)
        return NULL;
    database->name = path;
    database->descriptor = database->log_descriptor = -1;
    database->first_signal = interrupt_signal();
    if (open_files(database, failure)) {
        const char *parameters = read_only_parameters(database->path, &database->unguarded);
        if (connect(database, parameters, failure))
            return database;
        /* SQLite has to write to the index of a log if no program has left a mark that fits. */
        int code = database->db ? sqlite3_extended_errcode(database->db) : SQLITE_NOMEM;
        if (code == SQLITE_READONLY_CANTINIT && connect(database, "&readonly_shm=0", failure))
            return database;
    }
    user_database_close(database);
    return NULL;
}

void user_database_close(struct user_database *database) {
    if (!database)
        return;
    sqlite3_close(database->db);
    if (database->descriptor >= 0)
        close(database->descriptor);
    if (database->log_descriptor >= 0)
        close(database->log_descriptor);
    free(database);
}

/* ---- Statements ------------------------------------------------------------------------------ */

/* data_version is what FTS5 asks for. */
static int authorize(void *user, int action, const char *first, const char *second,
                     const char *schema, const char *trigger) {
    (void)user, (void)schema, (void)trigger;
    bool allowed = action == SQLITE_SELECT || action == SQLITE_READ || action == SQLITE_RECURSIVE ||
                   (action == SQLITE_FUNCTION && second && strcmp(second, "load_extension") != 0) ||
                   (action == SQLITE_PRAGMA && first && strcmp(first, "data_version") == 0);
    return allowed ? SQLITE_OK : SQLITE_DENY;
}

bool user_database_restrict(struct user_database *database, bool restricts,
                            struct failure *failure) {
    return sqlite3_set_authorizer(database->db, restricts ? authorize : NULL, NULL) == SQLITE_OK ||
           user_database_error(database, failure);
}

bool user_database_fingerprint(struct user_database *database, struct fingerprint *fingerprint,
                               struct failure *failure) {
    struct timespec now;
    if (!fingerprint_add(fingerprint, database->descriptor, database->name, failure) ||
        (database->log_descriptor >= 0 &&
         !fingerprint_add(fingerprint, database->log_descriptor, database->log, failure)))
        return false;
    if (is_unchanged(database))
        return true;
    if (clock_gettime(CLOCK_REALTIME, &now) == 0)
        fingerprint_add_bytes(fingerprint, &now, sizeof now);
    return true;
}
