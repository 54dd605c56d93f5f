/* store.c - see store.h. */
#include "store.h"

#include "../ext/neardup.h" /* NEARDUP_VERSION */

#include <sqlite3.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>
#include <unistd.h> /* unlink, access */

/* sql/schema.sql, made part of the program when it is built. */
extern const char schema_sql[];

enum { application_id = 1313109360, schema_version = 1 };

enum statement {
    insert_source,
    finish_source,
    find_source,
    insert_article,
    insert_sentence,
    insert_damage,
    statement_count
};

static const char *const statements[statement_count] = {
    [insert_source] = "INSERT INTO source(name, kind, path, size, options, program_version, "
                      "started_at) VALUES (?1, 'mediawiki', ?2, ?3, ?4, ?5, datetime())",
    [finish_source] = "UPDATE source SET finished_at = datetime(), base = ?2, language = ?3, "
                      "pages = ?4, articles = ?5, redirects = ?6, sentences = ?7, damaged = ?8 "
                      "WHERE id = ?1",
    [find_source] = "SELECT size, options FROM source WHERE path = ?1 ORDER BY id DESC",
    [insert_article] = "INSERT INTO article(source_id, page_id, namespace, title, revision_id, "
                       "revision_time) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [insert_sentence] = "INSERT INTO sentence(article_id, position, section, block, text) "
                        "VALUES (?1, ?2, ?3, ?4, ?5)",
    [insert_damage] = "INSERT INTO damage(source_id, byte_offset, page_title, message) "
                      "VALUES (?1, ?2, ?3, ?4)",
};

struct store {
    sqlite3 *db;
    char *path;
    bool made; /* by this program, and nothing is committed yet */
    sqlite3_stmt *prepared[statement_count];
    int64_t source_id, article_id;
    int position; /* of the last sentence in the article */
};

/* SQLite's words for people who do not know SQLite. */
static bool database_error(const struct store *store, struct failure *failure) {
    int code = store->db ? sqlite3_errcode(store->db) : SQLITE_NOMEM;
    const char *path = store->path;
    switch (code) {
    case SQLITE_NOTADB:
        return fail(failure, "%s: is not an SQLite database; name another file for the result",
                    path);
    case SQLITE_READONLY:
        return fail(failure,
                    "%s: cannot be written; may you write to it and to its folder? Or name "
                    "another file",
                    path);
    case SQLITE_CANTOPEN:
        return fail(failure,
                    "%s: cannot be opened or made; does its folder exist, and may you "
                    "write there?",
                    path);
    case SQLITE_FULL:
        return fail(failure, "%s: the disk is full; nothing of this dump was kept", path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return fail(failure, "%s: is in use by another program; wait for it or close it", path);
    case SQLITE_NOMEM:
        return fail_memory(failure);
    default:
        return fail(failure, "%s: %s", path, sqlite3_errmsg(store->db));
    }
}

static bool run(struct store *store, const char *sql, struct failure *failure) {
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           database_error(store, failure);
}

/* The number a query of one row and column gives. */
static bool ask(struct store *store, const char *sql, int64_t *answer, struct failure *failure) {
    sqlite3_stmt *query;
    if (sqlite3_prepare_v2(store->db, sql, -1, &query, NULL) != SQLITE_OK)
        return database_error(store, failure);
    bool good = sqlite3_step(query) == SQLITE_ROW;
    if (good)
        *answer = sqlite3_column_int64(query, 0);
    else
        database_error(store, failure);
    sqlite3_finalize(query);
    return good;
}

/* A database that holds something else is left alone. */
static bool check_kind(struct store *store, struct failure *failure) {
    int64_t id, version, objects;
    if (!ask(store, "PRAGMA application_id", &id, failure) ||
        !ask(store, "PRAGMA user_version", &version, failure) ||
        !ask(store, "SELECT count(*) FROM sqlite_schema", &objects, failure))
        return false;
    if (objects == 0)
        return true;
    if (id != application_id)
        return fail(failure,
                    "%s: is a database of something else: it is not marked as "
                    "neardup's; name another file",
                    store->path);
    if (version != schema_version)
        return fail(failure,
                    "%s: has tables of version %lld, this program writes version %d; "
                    "load into a new file",
                    store->path, (long long)version, schema_version);
    return true;
}

static bool prepare_all(struct store *store, struct failure *failure) {
    for (int i = 0; i < statement_count; i++)
        if (sqlite3_prepare_v3(store->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->prepared[i], NULL) != SQLITE_OK)
            return database_error(store, failure);
    return true;
}

/*
 * In a new file the tables are part of the first source's transaction, so that a load that fails
 * leaves nothing. The file counts as made here only if, now that it is locked, it is empty.
 */
static bool make_tables(struct store *store, struct failure *failure) {
    int64_t objects = 1;
    store->made = store->made &&
                  ask(store, "SELECT count(*) FROM sqlite_schema", &objects, failure) &&
                  objects == 0;
    return run(store, schema_sql, failure) && (store->made || run(store, "COMMIT", failure));
}

/*
 * The cache holds the pages that a transaction changes, up to 64 MiB; beyond that they go to the
 * file early. The rollback journal with synchronous FULL survives a loss of power.
 */
static bool set_up(struct store *store, struct failure *failure) {
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    store->made = access(store->path, F_OK) != 0;
    if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK)
        return database_error(store, failure);
    sqlite3_busy_timeout(store->db, 5000);
    return check_kind(store, failure) && run(store, "PRAGMA cache_size = -65536", failure) &&
           run(store, "BEGIN IMMEDIATE", failure) && make_tables(store, failure) &&
           prepare_all(store, failure);
}

struct store *store_open(const char *path, struct failure *failure) {
    struct store *store = calloc(1, sizeof *store);
    if (store)
        store->path = strdup(path);
    if (!store || !store->path) {
        free(store);
        fail_memory(failure);
        return NULL;
    }
    if (set_up(store, failure))
        return store;
    store_close(store);
    return NULL;
}

/* Removes the file that was made in vain, and the journal that a full disk leaves beside it. */
static void remove_file(const char *path) {
    char journal[4096];
    int length = snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(path);
    if (length > 0 && (size_t)length < sizeof journal)
        unlink(journal);
}

/*
 * Whether the database that this program made is still empty, so that it may go: not if another
 * program has put something into it since. True holds a lock against all others. Without a journal,
 * because there may be no room for one.
 */
static bool still_empty(struct store *store) {
    struct failure ignored;
    int64_t tables, sources = 0;
    if (!sqlite3_get_autocommit(store->db))
        return true; /* the transaction that made it is still open */
    return run(store, "PRAGMA journal_mode = OFF", &ignored) &&
           run(store, "BEGIN EXCLUSIVE", &ignored) &&
           ask(store, "SELECT count(*) FROM sqlite_schema WHERE name = 'source'", &tables,
               &ignored) &&
           (tables == 0 || ask(store, "SELECT count(*) FROM source", &sources, &ignored)) &&
           sources == 0;
}

/* SQLite knows the file's name with links followed. */
static void remove_if_empty(struct store *store) {
    const char *path = sqlite3_db_filename(store->db, "main");
    if (path && path[0] && still_empty(store))
        remove_file(path);
}

void store_close(struct store *store) {
    if (!store)
        return;
    for (int i = 0; i < statement_count; i++)
        sqlite3_finalize(store->prepared[i]);
    if (store->made && store->db)
        remove_if_empty(store);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

/* Runs a statement that gives no rows and makes it ready for the next time. */
static bool step(struct store *store, enum statement which, struct failure *failure) {
    sqlite3_stmt *statement = store->prepared[which];
    bool good = sqlite3_step(statement) == SQLITE_DONE || database_error(store, failure);
    sqlite3_reset(statement);
    return good;
}

static void bind_buffer(sqlite3_stmt *statement, int index, const struct text_buffer *buffer) {
    sqlite3_bind_text64(statement, index, buffer->length ? buffer->bytes : "", buffer->length,
                        SQLITE_STATIC, SQLITE_UTF8);
}

static void bind_number_or_null(sqlite3_stmt *statement, int index, int64_t number, bool is_null) {
    if (is_null)
        sqlite3_bind_null(statement, index);
    else
        sqlite3_bind_int64(statement, index, number);
}

/* Compares the file with the last one that was loaded under its name. */
static bool compare_source(sqlite3_stmt *find, const char *path, int64_t size, const char *options,
                           struct failure *failure) {
    int64_t loaded_size = sqlite3_column_int64(find, 0);
    const char *loaded_options = (const char *)sqlite3_column_text(find, 1);
    if (loaded_size != size)
        return fail(failure,
                    "%s: was loaded when it had %lld bytes, it has %lld now; load it into "
                    "another database",
                    path, (long long)loaded_size, (long long)size);
    if (!loaded_options || strcmp(loaded_options, options) != 0)
        return fail(failure,
                    "%s: was loaded with other options (%s); load it into another database", path,
                    loaded_options ? loaded_options : "");
    return true;
}

bool store_knows(struct store *store, const char *path, int64_t size, const char *options,
                 bool *known, struct failure *failure) {
    sqlite3_stmt *find = store->prepared[find_source];
    sqlite3_bind_text(find, 1, path, -1, SQLITE_STATIC);
    int code = sqlite3_step(find);
    *known = code == SQLITE_ROW;
    bool good = *known                ? compare_source(find, path, size, options, failure)
                : code == SQLITE_DONE ? true
                                      : database_error(store, failure);
    sqlite3_reset(find);
    return good;
}

bool store_begin(struct store *store, const char *name, const char *path, int64_t size,
                 const char *options, struct failure *failure) {
    if (sqlite3_get_autocommit(store->db) && !run(store, "BEGIN IMMEDIATE", failure))
        return false;
    sqlite3_stmt *insert = store->prepared[insert_source];
    sqlite3_bind_text(insert, 1, name, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, path, -1, SQLITE_STATIC);
    bind_number_or_null(insert, 3, size, !path || size < 0);
    sqlite3_bind_text(insert, 4, options, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 5, NEARDUP_VERSION, -1, SQLITE_STATIC);
    bool good = step(store, insert_source, failure);
    store->source_id = sqlite3_last_insert_rowid(store->db);
    return good;
}

bool store_article(struct store *store, const struct page *page, struct failure *failure) {
    sqlite3_stmt *insert = store->prepared[insert_article];
    sqlite3_bind_int64(insert, 1, store->source_id);
    bind_number_or_null(insert, 2, page->id, page->id == 0);
    sqlite3_bind_int64(insert, 3, page->namespace_number);
    bind_buffer(insert, 4, &page->title);
    bind_number_or_null(insert, 5, page->revision_id, page->revision_id == 0);
    bind_buffer(insert, 6, &page->revision_time);
    bool good = step(store, insert_article, failure);
    store->article_id = sqlite3_last_insert_rowid(store->db);
    store->position = 0;
    return good;
}

bool store_sentence(struct store *store, const char *section, size_t section_length,
                    enum block_kind block, const char *text, size_t length,
                    struct failure *failure) {
    sqlite3_stmt *insert = store->prepared[insert_sentence];
    sqlite3_bind_int64(insert, 1, store->article_id);
    sqlite3_bind_int(insert, 2, ++store->position);
    sqlite3_bind_text64(insert, 3, section_length ? section : "", section_length, SQLITE_STATIC,
                        SQLITE_UTF8);
    sqlite3_bind_text(insert, 4, block_kind_name(block), -1, SQLITE_STATIC);
    sqlite3_bind_text64(insert, 5, text, length, SQLITE_STATIC, SQLITE_UTF8);
    return step(store, insert_sentence, failure);
}

bool store_damage(struct store *store, const struct damage *damage, struct failure *failure) {
    sqlite3_stmt *insert = store->prepared[insert_damage];
    sqlite3_bind_int64(insert, 1, store->source_id);
    sqlite3_bind_int64(insert, 2, damage->byte_offset);
    sqlite3_bind_text(insert, 3, damage->title[0] ? damage->title : NULL, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 4, damage->message, -1, SQLITE_STATIC);
    return step(store, insert_damage, failure);
}

bool store_end(struct store *store, const struct text_buffer *base, const char *language,
               const struct store_counts *counts, struct failure *failure) {
    sqlite3_stmt *finish = store->prepared[finish_source];
    sqlite3_bind_int64(finish, 1, store->source_id);
    if (base->length > 0)
        bind_buffer(finish, 2, base);
    else
        sqlite3_bind_null(finish, 2);
    sqlite3_bind_text(finish, 3, language[0] ? language : NULL, -1, SQLITE_STATIC);
    sqlite3_bind_int64(finish, 4, counts->pages);
    sqlite3_bind_int64(finish, 5, counts->articles);
    sqlite3_bind_int64(finish, 6, counts->redirects);
    sqlite3_bind_int64(finish, 7, counts->sentences);
    sqlite3_bind_int64(finish, 8, counts->damaged);
    if (!step(store, finish_source, failure) || !run(store, "COMMIT", failure))
        return false;
    store->made = false;
    return true;
}
