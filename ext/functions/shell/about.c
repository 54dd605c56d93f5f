/*
 * about.c - neardup_version(), neardup_debug() and neardup_language(): the version, the build and
 * the CPU path, and which languages are known.
 */
#include "../../core/core.h"
#include "../../neardup.h"
#include "../functions.h"
#include "wal_reset.h"

#define TEXT(macro) TEXT_OF(macro)
#define TEXT_OF(words) #words

#if defined(__clang__)
#define COMPILER "clang " TEXT(__clang_major__) "." TEXT(__clang_minor__)
#elif defined(__GNUC__)
#define COMPILER "gcc " TEXT(__GNUC__) "." TEXT(__GNUC_MINOR__)
#else
#define COMPILER "an unknown compiler"
#endif

static void neardup_version_call(struct call *call) {
    sqlite3_result_text(call->context, NEARDUP_VERSION, -1, SQLITE_STATIC);
}

SCALAR(neardup_version, "TEXT", .stability = stability_changing);

/* Whether the main database is in WAL mode. What cannot be read, or asked, is taken for no. */
static bool has_log(struct call *call) {
    sqlite3_stmt *mode = NULL;
    sqlite3 *db = sqlite3_context_db_handle(call->context);
    int code = sqlite3_prepare_v2(db, "PRAGMA main.journal_mode", -1, &mode, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_step(mode);
    const char *name = code == SQLITE_ROW ? (const char *)sqlite3_column_text(mode, 0) : "";
    if (code == SQLITE_NOMEM || !name)
        call->code = SQLITE_NOMEM;
    bool log = name && sqlite3_stricmp(name, "wal") == 0;
    sqlite3_finalize(mode);
    return log;
}

static void neardup_debug_call(struct call *call) {
    const char *risk = wal_reset_is_mended(sqlite3_libversion_number()) ? ""
                       : has_log(call)
                           ? " with the WAL-reset bug, main in WAL mode: let one connection write"
                           : " with the WAL-reset bug";
    char *text = sqlite3_mprintf("neardup %s; %s; built for SQLite %s, running in %s%s; %d-bit; "
                                 "%s; minima by %s",
                                 NEARDUP_VERSION, COMPILER, SQLITE_VERSION, sqlite3_libversion(),
                                 risk, (int)(8 * sizeof(void *)),
                                 stemmer_is_built() ? "stems by libstemmer" : "no stems",
                                 cpu_path_name(cpu_path_best()));
    if (text)
        sqlite3_result_text(call->context, text, -1, sqlite3_free);
    else
        call->code = SQLITE_NOMEM;
}

SCALAR(neardup_debug, "TEXT", .stability = stability_changing);

static const struct vocabulary *vocabulary_named(const struct given *given) {
    return vocabulary_for(given->bytes.bytes, given->bytes.length);
}

static void neardup_language_call(struct call *call) {
    const struct vocabulary *known = vocabulary_named(&call->given[0]);
    if (call->given[1].value && vocabulary_named(&call->given[1]) != known)
        return;
    sqlite3_result_text(call->context, *known->code ? known->code : "other", -1, SQLITE_STATIC);
}

SCALAR(neardup_language, "TEXT",
       .arguments = ARGUMENTS(REQUIRED("code", text), OPTIONAL("other_code", text, .unset = true)),
       .stability = stability_changing);
