/* store.c - see store.h. */
#include "store.h"

#include "../../ext/neardup.h" /* NEARDUP_VERSION */
#include "../base/interrupt.h"
#include "known_sentences.h"
#include "sentence_table.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>   /* nanosleep */
#include <unistd.h> /* unlink, access */

/* sql/schema.sql, made part of the program when it is built. */
extern const char schema_sql[];

enum { application_id = 1313109360, schema_version = 2 };

enum statement {
    insert_source,
    update_source,
    finish_source,
    find_source,
    save_place,
    find_place,
    drop_place,
    insert_article,
    update_article,
    insert_sentences,
    insert_damage,
    insert_revision,
    insert_wording,
    compare_wording,
    insert_revision_sentence,
    statement_count
};

static const char *const statements[statement_count] = {
    [insert_source] =
        "INSERT INTO source(name, kind, path, size, fingerprint, options, "
        "program_version, started_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, datetime())",
    [update_source] = "UPDATE source SET pages = ?2, articles = ?3, redirects = ?4, "
                      "sentences = ?5, damaged = ?6 WHERE id = ?1",
    [finish_source] = "UPDATE source SET finished_at = datetime(), base = ?2, language = ?3 "
                      "WHERE id = ?1",
    [find_source] = "SELECT id, size, fingerprint, options, finished_at IS NOT NULL, pages, "
                    "articles, redirects, sentences, damaged, kind FROM source "
                    "WHERE path = ?1 ORDER BY id DESC",
    [save_place] = "INSERT OR REPLACE INTO checkpoint(source_id, byte_offset, file_bit, "
                   "bit_offset, checksum, closed, records) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [find_place] = "SELECT byte_offset, file_bit, bit_offset, checksum, closed, records "
                   "FROM checkpoint WHERE source_id = ?1",
    [drop_place] = "DELETE FROM checkpoint WHERE source_id = ?1",
    [insert_article] = "INSERT INTO article(source_id, page_id, namespace, title, revision_id, "
                       "revision_time) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    [update_article] = "UPDATE article SET revision_id = ?2, revision_time = ?3 WHERE id = ?1",
    /* OR FAIL: an error undoes the whole transaction here, so no statement needs to be undone. */
    [insert_sentences] = "INSERT OR FAIL INTO sentence(article_id, position, section, block, text) "
                         "SELECT ?1, position, section, block, text FROM page_sentence",
    [insert_damage] = "INSERT INTO damage(source_id, byte_offset, page_title, message) "
                      "VALUES (?1, ?2, ?3, ?4)",
    [insert_revision] = "INSERT INTO revision(article_id, revision_id, time, contributor) "
                        "VALUES (?1, ?2, ?3, ?4)",
    [insert_wording] = "INSERT INTO history_sentence(article_id, section, block, text) "
                       "VALUES (?1, ?2, ?3, ?4)",
    [compare_wording] =
        "SELECT 1 FROM history_sentence WHERE id = ?1 AND section = ?2 AND block = ?3 "
        "AND text = ?4",
    [insert_revision_sentence] =
        "INSERT INTO revision_sentence(revision_id, position, history_sentence_id) "
        "VALUES (?1, ?2, ?3)",
};

struct store {
    sqlite3 *db;
    char *path;
    bool made;  /* by this program, and nothing is committed yet */
    bool begun; /* a source is being loaded */
    sqlite3_stmt *prepared[statement_count];
    int64_t source_id, article_id;
    struct sentence_table feed;      /* the sentences to be inserted */
    struct known_sentences wordings; /* of the article */
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
        return fail(failure,
                    "%s: the disk is full; make room and give the same command again: it goes on "
                    "from where it stopped",
                    path);
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

/* The number a query of one row and column gives, 0 where it fails. */
static bool ask(struct store *store, const char *sql, int64_t *answer, struct failure *failure) {
    sqlite3_stmt *query;
    *answer = 0;
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
    if (sentence_table_register(store->db, &store->feed) != SQLITE_OK)
        return database_error(store, failure);
    for (int i = 0; i < statement_count; i++)
        if (sqlite3_prepare_v3(store->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->prepared[i], NULL) != SQLITE_OK)
            return database_error(store, failure);
    return true;
}

/*
 * Another program holds a lock. Before anything is loaded that is an error after five seconds;
 * later it is waited for, because those who look into the database while it grows hold one, too.
 */
static int wait_for_others(void *user, int times) {
    const struct store *store = user;
    const struct timespec pause = {.tv_nsec = 20000000};
    enum { a_second = 50, patience = 5 * a_second };
    if (times == a_second && store->begun)
        fprintf(stderr, "%s: is in use by another program, which is waited for\n", store->path);
    if ((times >= patience && !store->begun) || interrupt_signal() != 0)
        return 0;
    nanosleep(&pause, NULL);
    return 1;
}

/*
 * While the first source is loaded the index on titles, which come in no order, is left out; it is
 * sorted in one go when the source is complete. For a million articles that is 1.4 seconds against
 * 11, and 0.1 GB written against 5.
 */
static bool drop_title_index(struct store *store, struct failure *failure) {
    int64_t drop;
    if (!ask(store,
             "SELECT NOT EXISTS (SELECT 1 FROM source WHERE finished_at IS NOT NULL)"
             "   AND (NOT EXISTS (SELECT 1 FROM article) OR EXISTS (SELECT 1 FROM checkpoint))",
             &drop, failure))
        return false;
    return !drop || run(store, "DROP INDEX IF EXISTS article_title", failure);
}

/*
 * The tables are part of the first source's transaction, so that a load that fails leaves nothing.
 * The file counts as made here only if, now that it is locked, it is empty.
 */
static bool make_tables(struct store *store, struct failure *failure) {
    int64_t objects = 1;
    store->made = store->made &&
                  ask(store, "SELECT count(*) FROM sqlite_schema", &objects, failure) &&
                  objects == 0;
    return run(store, schema_sql, failure) && drop_title_index(store, failure);
}

/*
 * Pages of 8 KiB, which has an effect in a new file only: several sentences fit on one.
 * The cache holds the pages that a transaction changes, up to 16 MiB; beyond that they go to the
 * file early. The rollback journal with synchronous FULL survives a loss of power. It is cheap
 * here: nearly all pages are new, and of a new page there is nothing to be saved in the journal.
 */
static bool set_up(struct store *store, struct failure *failure) {
    /* One thread at a time uses the connection. */
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    store->made = access(store->path, F_OK) != 0;
    if (sqlite3_open_v2(store->path, &store->db, flags, NULL) != SQLITE_OK)
        return database_error(store, failure);
    sqlite3_busy_handler(store->db, wait_for_others, store);
    return check_kind(store, failure) &&
           run(store,
               "PRAGMA page_size = 8192; PRAGMA cache_size = -16384; PRAGMA synchronous = FULL",
               failure) &&
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
    known_sentences_free(&store->wordings);
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

/* Runs a query. Its row, if there is one, is there until the caller's sqlite3_reset(). */
static bool fetch(struct store *store, enum statement which, bool *found, struct failure *failure) {
    int code = sqlite3_step(store->prepared[which]);
    *found = code == SQLITE_ROW;
    return *found || code == SQLITE_DONE || database_error(store, failure);
}

static void bind_text(sqlite3_stmt *statement, int index, const struct rows *rows,
                      struct row_text text) {
    sqlite3_bind_text64(statement, index, row_bytes(rows, text), text.length, SQLITE_STATIC,
                        SQLITE_UTF8);
}

static void bind_text_or_null(sqlite3_stmt *statement, int index, const struct rows *rows,
                              struct row_text text) {
    if (text.length > 0)
        bind_text(statement, index, rows, text);
    else
        sqlite3_bind_null(statement, index);
}

static void bind_number_or_null(sqlite3_stmt *statement, int index, int64_t number, bool is_null) {
    if (is_null)
        sqlite3_bind_null(statement, index);
    else
        sqlite3_bind_int64(statement, index, number);
}

/* ---- Sources --------------------------------------------------------------------------------- */

static bool same_text(const char *found, const char *text) {
    return found && strcmp(found, text) == 0;
}

/* Compares the file with the one that was loaded under its name. */
static bool compare_source(const struct store *store, sqlite3_stmt *row,
                           const struct source *source, struct failure *failure) {
    int64_t size = sqlite3_column_int64(row, 1);
    const char *fingerprint = (const char *)sqlite3_column_text(row, 2);
    const char *options = (const char *)sqlite3_column_text(row, 3);
    const char *kind = (const char *)sqlite3_column_text(row, 10);
    if (!options || !kind) /* neither may be NULL in the table */
        return database_error(store, failure);
    if (size != source->size)
        return fail(failure,
                    "%s: was loaded when it had %lld bytes, it has %lld now; load it into "
                    "another database",
                    source->path, (long long)size, (long long)source->size);
    if (!same_text(fingerprint, source->fingerprint))
        return fail(failure,
                    "%s: has changed since it was loaded, though not in length; load it into "
                    "another database",
                    source->path);
    if (!same_text(kind, source->kind))
        return fail(failure, "%s: was loaded with --format %s; load it into another database",
                    source->path, kind);
    if (!same_text(options, source->options))
        return fail(failure,
                    "%s: was loaded with other options (%s); load it into another database",
                    source->path, options);
    return true;
}

/* The place from which the source at hand is to be gone on with, where the database has one. */
static bool find_checkpoint(struct store *store, struct dump_place *place, bool *found,
                            struct failure *failure) {
    sqlite3_stmt *find = store->prepared[find_place];
    sqlite3_bind_int64(find, 1, store->source_id);
    bool good = fetch(store, find_place, found, failure);
    if (*found)
        *place = (struct dump_place){.byte_offset = sqlite3_column_int64(find, 0),
                                     .file_bit = sqlite3_column_int64(find, 1),
                                     .bit_offset = sqlite3_column_int64(find, 2),
                                     .checksum = sqlite3_column_int64(find, 3),
                                     .closed = sqlite3_column_int(find, 4) != 0,
                                     .records = sqlite3_column_int64(find, 5)};
    sqlite3_reset(find);
    return good;
}

/* What an earlier load of the file left. The row of the source stands in `row`. */
static enum source_state look_at_source(struct store *store, sqlite3_stmt *row,
                                        const struct source *source, struct dump_place *place,
                                        struct store_counts *counts, struct failure *failure) {
    if (!compare_source(store, row, source, failure))
        return source_refused;
    store->source_id = sqlite3_column_int64(row, 0);
    *counts = (struct store_counts){sqlite3_column_int64(row, 5), sqlite3_column_int64(row, 6),
                                    sqlite3_column_int64(row, 7), sqlite3_column_int64(row, 8),
                                    sqlite3_column_int64(row, 9)};
    if (sqlite3_column_int(row, 4))
        return source_finished;
    bool found;
    bool good = find_checkpoint(store, place, &found, failure) &&
                (found || fail(failure,
                               "%s: an earlier load of this file broke off and left no place to "
                               "go on from; use another database",
                               store->path));
    return good ? source_unfinished : source_refused;
}

static enum source_state insert_new_source(struct store *store, const struct source *source,
                                           struct failure *failure) {
    sqlite3_stmt *insert = store->prepared[insert_source];
    sqlite3_bind_text(insert, 1, source->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, source->kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 3, source->path, -1, SQLITE_STATIC);
    bind_number_or_null(insert, 4, source->size, !source->path || source->size < 0);
    sqlite3_bind_text(insert, 5, source->fingerprint, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 6, source->options, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 7, NEARDUP_VERSION, -1, SQLITE_STATIC);
    bool good = step(store, insert_source, failure);
    store->source_id = sqlite3_last_insert_rowid(store->db);
    return good ? source_new : source_refused;
}

enum source_state store_begin(struct store *store, const struct source *source,
                              struct dump_place *place, struct store_counts *counts,
                              struct failure *failure) {
    sqlite3_stmt *find = store->prepared[find_source];
    enum source_state state = source_new;
    bool found;
    if (sqlite3_get_autocommit(store->db) && !run(store, "BEGIN IMMEDIATE", failure))
        return source_refused;
    sqlite3_bind_text(find, 1, source->path, -1, SQLITE_STATIC);
    if (!fetch(store, find_source, &found, failure))
        state = source_refused;
    else if (found)
        state = look_at_source(store, find, source, place, counts, failure);
    sqlite3_reset(find);
    store->begun = true;
    return state == source_new ? insert_new_source(store, source, failure) : state;
}

static bool store_counts(struct store *store, const struct store_counts *counts,
                         struct failure *failure) {
    sqlite3_stmt *update = store->prepared[update_source];
    sqlite3_bind_int64(update, 1, store->source_id);
    sqlite3_bind_int64(update, 2, counts->pages);
    sqlite3_bind_int64(update, 3, counts->articles);
    sqlite3_bind_int64(update, 4, counts->redirects);
    sqlite3_bind_int64(update, 5, counts->sentences);
    sqlite3_bind_int64(update, 6, counts->damaged);
    return step(store, update_source, failure);
}

static bool commit(struct store *store, struct failure *failure) {
    if (!run(store, "COMMIT", failure))
        return false;
    store->made = false;
    return true;
}

/* Between two transactions another program can go on with the same file. */
static bool is_still_ours(struct store *store, const struct dump_place *place,
                          struct failure *failure) {
    struct dump_place now;
    bool found;
    if (!find_checkpoint(store, &now, &found, failure))
        return false;
    return (found && now.byte_offset == place->byte_offset) ||
           fail(failure, "%s: another program goes on with this file; this one leaves it to it",
                store->path);
}

bool store_checkpoint(struct store *store, const struct dump_place *place,
                      const struct store_counts *counts, struct failure *failure) {
    sqlite3_stmt *save = store->prepared[save_place];
    sqlite3_bind_int64(save, 1, store->source_id);
    sqlite3_bind_int64(save, 2, place->byte_offset);
    sqlite3_bind_int64(save, 3, place->file_bit);
    sqlite3_bind_int64(save, 4, place->bit_offset);
    sqlite3_bind_int64(save, 5, place->checksum);
    sqlite3_bind_int(save, 6, place->closed);
    sqlite3_bind_int64(save, 7, place->records);
    return store_counts(store, counts, failure) && step(store, save_place, failure) &&
           commit(store, failure) && run(store, "BEGIN IMMEDIATE", failure) &&
           is_still_ours(store, place, failure);
}

bool store_break_off(struct store *store, const struct store_counts *counts,
                     struct failure *failure) {
    return store_counts(store, counts, failure) && run(store, schema_sql, failure) &&
           commit(store, failure);
}

bool store_end(struct store *store, const char *base, const char *language,
               const struct store_counts *counts, struct failure *failure) {
    sqlite3_stmt *finish = store->prepared[finish_source];
    sqlite3_bind_int64(finish, 1, store->source_id);
    sqlite3_bind_text(finish, 2, base[0] ? base : NULL, -1, SQLITE_STATIC);
    sqlite3_bind_text(finish, 3, language[0] ? language : NULL, -1, SQLITE_STATIC);
    sqlite3_bind_int64(store->prepared[drop_place], 1, store->source_id);
    return store_counts(store, counts, failure) && step(store, finish_source, failure) &&
           step(store, drop_place, failure) && run(store, schema_sql, failure) &&
           commit(store, failure);
}

/* ---- Articles -------------------------------------------------------------------------------- */

bool store_article(struct store *store, const struct rows *rows, const struct page_row *page,
                   struct failure *failure) {
    sqlite3_stmt *insert = store->prepared[insert_article];
    sqlite3_bind_int64(insert, 1, store->source_id);
    bind_number_or_null(insert, 2, page->page_id, !page->has_page_id);
    sqlite3_bind_int64(insert, 3, page->namespace_number);
    bind_text(insert, 4, rows, page->title);
    bind_number_or_null(insert, 5, page->revision_id, page->revision_id == 0);
    bind_text(insert, 6, rows, page->revision_time);
    bool good = step(store, insert_article, failure);
    store->article_id = sqlite3_last_insert_rowid(store->db);
    known_sentences_clear(&store->wordings);
    return good;
}

bool store_newest(struct store *store, const struct rows *rows, const struct page_row *page,
                  struct failure *failure) {
    sqlite3_stmt *update = store->prepared[update_article];
    sqlite3_bind_int64(update, 1, store->article_id);
    bind_number_or_null(update, 2, page->revision_id, page->revision_id == 0);
    bind_text(update, 3, rows, page->revision_time);
    return step(store, update_article, failure);
}

bool store_sentences(struct store *store, const struct rows *rows, const struct page_row *page,
                     struct failure *failure) {
    if (page->sentence_count == 0)
        return true;
    store->feed = (struct sentence_table){rows, page->first_sentence, page->sentence_count};
    sqlite3_bind_int64(store->prepared[insert_sentences], 1, store->article_id);
    return step(store, insert_sentences, failure);
}

bool store_damage(struct store *store, const struct rows *rows, const struct page_row *page,
                  struct failure *failure) {
    sqlite3_stmt *insert = store->prepared[insert_damage];
    sqlite3_bind_int64(insert, 1, store->source_id);
    sqlite3_bind_int64(insert, 2, page->byte_offset);
    bind_text_or_null(insert, 3, rows, page->title);
    bind_text(insert, 4, rows, page->message);
    return step(store, insert_damage, failure);
}

/* ---- Revisions ------------------------------------------------------------------------------- */

static void bind_wording(sqlite3_stmt *statement, int64_t id, const struct rows *rows,
                         const struct sentence_row *sentence) {
    sqlite3_bind_int64(statement, 1, id);
    bind_text(statement, 2, rows, sentence->section);
    sqlite3_bind_text(statement, 3, block_kind_name(sentence->block), -1, SQLITE_STATIC);
    bind_text(statement, 4, rows, sentence->text);
}

/* Whether the wording with that id is this one; the hash alone does not prove it. */
static bool compare_wording_with(struct store *store, int64_t id, const struct rows *rows,
                                 const struct sentence_row *sentence, bool *same,
                                 struct failure *failure) {
    sqlite3_stmt *compare = store->prepared[compare_wording];
    bind_wording(compare, id, rows, sentence);
    bool good = fetch(store, compare_wording, same, failure);
    sqlite3_reset(compare);
    return good;
}

/* The id of a sentence among the different ones of the article, which it may be the first of. */
static bool find_wording(struct store *store, const struct rows *rows,
                         const struct sentence_row *sentence, int64_t *id,
                         struct failure *failure) {
    uint64_t hash = known_sentence_hash(row_bytes(rows, sentence->text), sentence->text.length,
                                        (uint64_t)sentence->block);
    hash = known_sentence_hash(row_bytes(rows, sentence->section), sentence->section.length, hash);
    struct known_sentence *place = known_sentences_find(&store->wordings, hash);
    if (!place)
        return fail_memory(failure);
    *id = place->id;
    bool same = false;
    if (place->id && !compare_wording_with(store, place->id, rows, sentence, &same, failure))
        return false;
    if (same)
        return true;
    bind_wording(store->prepared[insert_wording], store->article_id, rows, sentence);
    if (!step(store, insert_wording, failure))
        return false;
    *id = sqlite3_last_insert_rowid(store->db);
    if (!place->id)
        known_sentences_put(&store->wordings, place, hash, *id);
    return true;
}

bool store_revision(struct store *store, const struct rows *rows,
                    const struct revision_row *revision, struct failure *failure) {
    sqlite3_stmt *insert = store->prepared[insert_revision];
    sqlite3_bind_int64(insert, 1, store->article_id);
    bind_number_or_null(insert, 2, revision->id, revision->id == 0);
    bind_text(insert, 3, rows, revision->time);
    bind_text_or_null(insert, 4, rows, revision->contributor);
    if (!step(store, insert_revision, failure))
        return false;
    int64_t revision_id = sqlite3_last_insert_rowid(store->db), wording = 0;
    insert = store->prepared[insert_revision_sentence];
    for (size_t i = 0; i < revision->sentence_count; i++) {
        if (!find_wording(store, rows, &rows->sentences[revision->first_sentence + i], &wording,
                          failure))
            return false;
        sqlite3_bind_int64(insert, 1, revision_id);
        sqlite3_bind_int64(insert, 2, (int64_t)i + 1);
        sqlite3_bind_int64(insert, 3, wording);
        if (!step(store, insert_revision_sentence, failure))
            return false;
    }
    return true;
}
