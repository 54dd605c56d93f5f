/* store.c - see store.h. */
#include "store.h"

#include "../../ext/neardup.h" /* NEARDUP_VERSION */
#include "../base/interrupt.h"
#include "../text/message.h"
#include "dump_date.h"
#include "known_sentences.h"
#include "sentence_table.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>   /* nanosleep */
#include <unistd.h> /* unlink, access */

/* sql/shared/guard.sql and sql/tables/text_tables.sql; the build makes them part of the program. */
extern const char guard_sql[], text_tables_sql[];

enum statement {
    insert_source,
    update_source,
    finish_source,
    find_source,
    find_other_parts,
    save_place,
    find_place,
    drop_place,
    abandon_places,
    insert_article,
    update_article,
    insert_sentences,
    insert_carried,
    insert_page,
    insert_link,
    insert_damage,
    insert_alias,
    insert_revision,
    insert_history_sentence,
    compare_history_sentence,
    insert_revision_sentence,
    insert_word,
    statement_count
};

static const char *const statements[statement_count] = {
    [insert_source] =
        "INSERT INTO source(name, kind, path, size, fingerprint, options, "
        "program_version, started_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, datetime())",
    [update_source] = "UPDATE source SET pages = ?2, articles = ?3, redirects = ?4, "
                      "sentences = ?5, damaged = ?6, dump_date = ?7 WHERE id = ?1",
    [finish_source] = "UPDATE source SET finished_at = datetime(), base = ?2, language = ?3, "
                      "dump_date = coalesce(dump_date, ?4) WHERE id = ?1",
    /*
     * The same content under any name comes before other content under the same name. ?4 is the
     * pattern of the options of the same part, or '*': parts of two files may be equal.
     */
    [find_source] = "SELECT id, size = ?2 AND fingerprint = ?3 AS same_content, options, "
                    "finished_at IS NOT NULL, pages, articles, redirects, sentences, damaged, "
                    "kind, name, dump_date FROM source "
                    "WHERE (path = ?1 OR (same_content AND ?4 = '*')) AND options GLOB ?4 "
                    "ORDER BY same_content DESC, path = ?1 DESC, id DESC LIMIT 1",
    /* Of the same file in other parts: not like ?3 or, if it is '*', in parts at all. */
    [find_other_parts] = "SELECT kind, options FROM source "
                         "WHERE path = ?1 AND size = ?2 AND kind <> 'sqlite' "
                         "AND iif(?3 = '*', options GLOB '* part=[1-9]*/[1-9]*', "
                         "options NOT GLOB ?3) LIMIT 1",
    [save_place] = "INSERT OR REPLACE INTO checkpoint(source_id, byte_offset, file_bit, "
                   "bit_offset, checksum, closed, records) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    [find_place] = "SELECT byte_offset, file_bit, bit_offset, checksum, closed, records "
                   "FROM checkpoint WHERE source_id = ?1",
    [drop_place] = "DELETE FROM checkpoint WHERE source_id = ?1",
    [abandon_places] = "DELETE FROM checkpoint WHERE source_id IN (SELECT id FROM source WHERE "
                       "path = ?1 AND finished_at IS NULL AND "
                       "(size <> ?2 OR (fingerprint <> ?3 AND options GLOB ?6)) AND "
                       "(kind <> 'sqlite' OR (kind, options) = (?4, ?5))) "
                       "RETURNING (SELECT iif(kind IN ('word2vec', 'glove', 'fasttext'), pages, "
                       "articles) FROM source WHERE id = source_id)",
    [insert_article] = "INSERT INTO article(source_id, page_id, namespace, title, revision_id, "
                       "revision_time, titled, key) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [update_article] = "UPDATE article SET revision_id = ?2, revision_time = ?3 WHERE id = ?1",
    /* OR FAIL: an error undoes the whole transaction anyway, so no statement journal is needed. */
    [insert_sentences] = "INSERT OR FAIL INTO sentence(article_id, position, paragraph, section, "
                         "                             block, text) "
                         "SELECT ?1, position, paragraph, section, block, text FROM page_sentence",
    [insert_carried] = "INSERT INTO carried(article_id, name, value) VALUES (?1, ?2, ?3)",
    [insert_page] = "INSERT INTO page(article_id, site, address, time, status, content_type, "
                    "encoding, names_wikipedia, characters, boilerplate) "
                    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
    [insert_link] = "INSERT INTO page_link(article_id, address, text) VALUES (?1, ?2, ?3)",
    [insert_damage] = "INSERT INTO damage(source_id, byte_offset, page_title, message) "
                      "VALUES (?1, ?2, ?3, ?4)",
    [insert_alias] = "INSERT INTO alias(source_id, title, target, section) "
                     "VALUES (?1, ?2, ?3, ?4)",
    [insert_revision] = "INSERT INTO revision(article_id, revision_id, time, contributor) "
                        "VALUES (?1, ?2, ?3, ?4)",
    [insert_history_sentence] = "INSERT INTO history_sentence(article_id, section, block, text) "
                                "VALUES (?1, ?2, ?3, ?4)",
    [compare_history_sentence] =
        "SELECT 1 FROM history_sentence WHERE id = ?1 AND section = ?2 AND block = ?3 "
        "AND text = ?4",
    [insert_revision_sentence] =
        "INSERT INTO revision_sentence(revision_id, position, history_sentence_id) "
        "VALUES (?1, ?2, ?3)",
    [insert_word] = "INSERT OR IGNORE INTO word_vector(word, vector) VALUES (?1, ?2)",
};

struct store {
    sqlite3 *db;
    char *path;
    bool made;  /* by this program, and it has committed nothing yet */
    bool begun; /* a source is being loaded */
    sqlite3_stmt *prepared[statement_count];
    int64_t source_id, article_id;
    int64_t abandoned_articles;           /* see store_abandoned_articles() */
    int64_t earlier_source;               /* which holds another state of the same table; 0: none */
    char source_name[256];                /* as it stands in the table, perhaps cut */
    struct dump_date newest;              /* of the source's revisions so far */
    struct sentence_table page_sentences; /* those to insert next */
    struct known_sentences history;       /* those of the article */
};

/* Translates SQLite's errors for people who do not know SQLite. */
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
                    "%s: the disk is full; make room and give the same command again: it resumes "
                    "where it stopped",
                    path);
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return fail(failure,
                    "%s: is in use by another program; wait until it has finished, or close it",
                    path);
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

/* The number that a query returns in its one row and column; 0 if it fails. */
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

/* The loader's own neardup_error(), for guard.sql; the extension is not loaded here. */
static void raise_error(sqlite3_context *context, int count, sqlite3_value **values) {
    assert(count == 1);
    (void)count;
    const char *message = (const char *)sqlite3_value_text(values[0]);
    if (message)
        sqlite3_result_error(context, message, -1);
    else
        sqlite3_result_error_nomem(context);
}

/* Refuses a database that holds anything that is not neardup's. */
static bool check_ours(struct store *store, struct failure *failure) {
    if (sqlite3_create_function_v2(store->db, "neardup_error", 1, SQLITE_UTF8, NULL, raise_error,
                                   NULL, NULL, NULL) != SQLITE_OK)
        return database_error(store, failure);
    if (sqlite3_exec(store->db, guard_sql, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return sqlite3_errcode(store->db) == SQLITE_ERROR
               ? fail(failure, "%s", sqlite3_errmsg(store->db))
               : database_error(store, failure);
}

static bool prepare_all(struct store *store, struct failure *failure) {
    if (sentence_table_register(store->db, &store->page_sentences) != SQLITE_OK)
        return database_error(store, failure);
    for (int i = 0; i < statement_count; i++)
        if (sqlite3_prepare_v3(store->db, statements[i], -1, SQLITE_PREPARE_PERSISTENT,
                               &store->prepared[i], NULL) != SQLITE_OK)
            return database_error(store, failure);
    return true;
}

/*
 * Called while another program holds a lock. Before anything is loaded, five seconds are enough.
 * Later there is no limit: programs that look into the growing database hold locks, too.
 */
static int wait_for_lock(void *user, int times) {
    const struct store *store = user;
    const struct timespec pause = {.tv_nsec = 20000000};
    enum { a_second = 50, patience = 5 * a_second };
    if (times == a_second && store->begun)
        message_print("%s: another program is using the database; waiting for it", store->path);
    if ((times >= patience && !store->begun) || interrupt_signal() != 0)
        return 0;
    nanosleep(&pause, NULL);
    return 1;
}

/*
 * The tables are part of the first source's transaction, so that a failed load leaves nothing
 * behind.
 *
 * Titles come in no order. While the first source is loaded, they have no index; it is built by one
 * sort at the end, and so are those of aliases. For a million articles this takes 1.4 seconds
 * instead of 11, and writes 0.1 GB instead of 5.
 */
static bool make_tables(struct store *store, struct failure *failure) {
    int64_t first_source;
    return run(store, text_tables_sql, failure) &&
           ask(store,
               "SELECT NOT EXISTS (SELECT 1 FROM source WHERE finished_at IS NOT NULL)"
               "   AND (NOT EXISTS (SELECT 1 FROM article) OR EXISTS (SELECT 1 FROM checkpoint))",
               &first_source, failure) &&
           (!first_source || run(store,
                                 "DROP INDEX IF EXISTS article_title;"
                                 "DROP INDEX IF EXISTS alias_title;"
                                 "DROP INDEX IF EXISTS alias_target",
                                 failure));
}

/*
 * Pages of 8 KiB hold several sentences each; the setting affects new files only. The cache holds
 * up to 16 MiB of pages that a transaction changes; beyond that they go to the file early. A
 * rollback journal with synchronous = FULL survives a loss of power. It is cheap here: nearly all
 * pages are new, and new pages need no copy in the journal.
 */
static bool set_up(struct store *store, struct failure *failure) {
    int one_thread_at_a_time = SQLITE_OPEN_NOMUTEX;
    store->made = access(store->path, F_OK) != 0;
    if (sqlite3_open_v2(store->path, &store->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | one_thread_at_a_time,
                        NULL) != SQLITE_OK)
        return database_error(store, failure);
    sqlite3_busy_handler(store->db, wait_for_lock, store);
    return run(store,
               "PRAGMA page_size = 8192; PRAGMA cache_size = -16384; PRAGMA synchronous = FULL;"
               "BEGIN IMMEDIATE",
               failure) &&
           check_ours(store, failure) && make_tables(store, failure) && prepare_all(store, failure);
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

/*
 * Whether the file that this program made has no content and may be removed: another program may
 * have filled it since. If true, a lock keeps all others out. Without a journal, because there may
 * be no room for one; that setting would change a database in WAL mode, so the first look comes
 * before it.
 */
static bool still_empty(struct store *store) {
    struct failure ignored;
    int64_t pages, objects;
    if (!sqlite3_get_autocommit(store->db) && !run(store, "ROLLBACK", &ignored))
        return false;
    return ask(store, "PRAGMA page_count", &pages, &ignored) && pages == 0 &&
           run(store, "PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE", &ignored) &&
           ask(store, "SELECT count(*) FROM sqlite_schema", &objects, &ignored) && objects == 0;
}

/* Removes the file and the journal that a full disk leaves beside it. */
static void remove_if_empty(struct store *store) {
    char journal[4096];
    const char *path = sqlite3_db_filename(store->db, "main"); /* with links resolved */
    if (!path || !path[0] || !still_empty(store))
        return;
    int length = snprintf(journal, sizeof journal, "%s-journal", path);
    unlink(path);
    if (length > 0 && (size_t)length < sizeof journal)
        unlink(journal);
}

void store_close(struct store *store) {
    if (!store)
        return;
    for (int i = 0; i < statement_count; i++)
        sqlite3_finalize(store->prepared[i]);
    known_sentences_free(&store->history);
    if (store->made && store->db)
        remove_if_empty(store);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

/* Runs a statement that returns no rows, and resets it. */
static bool step(struct store *store, enum statement which, struct failure *failure) {
    sqlite3_stmt *statement = store->prepared[which];
    bool good = sqlite3_step(statement) == SQLITE_DONE || database_error(store, failure);
    sqlite3_reset(statement);
    return good;
}

/* Runs a query. Its row, if any, is valid until the caller's sqlite3_reset(). */
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

/* Binds a value whose bytes are in the rows, in its type. */
static void bind_value(sqlite3_stmt *statement, int index, const struct rows *rows,
                       struct cell value) {
    struct row_text bytes = {value.as.bytes.offset, value.as.bytes.length};
    switch (value.type) {
    case cell_integer:
        sqlite3_bind_int64(statement, index, value.as.integer);
        break;
    case cell_real:
        sqlite3_bind_double(statement, index, value.as.real);
        break;
    case cell_text:
        bind_text(statement, index, rows, bytes);
        break;
    case cell_blob:
        sqlite3_bind_blob64(statement, index, row_bytes(rows, bytes), bytes.length, SQLITE_STATIC);
        break;
    default:
        sqlite3_bind_null(statement, index);
    }
}

/* ---- Sources --------------------------------------------------------------------------------- */

static bool commit(struct store *store, struct failure *failure) {
    if (!run(store, "COMMIT", failure))
        return false;
    store->made = false;
    return true;
}

/*
 * The pattern of the options of sources that are the same part of a file, or any of as many parts;
 * '*' for a whole file.
 */
enum { part_pattern_max = 48 };
static void describe_part(char pattern[part_pattern_max], const struct source *source, bool same) {
    char part[16] = "*";
    if (same)
        snprintf(part, sizeof part, "%d", source->part);
    snprintf(pattern, part_pattern_max, source->part > 0 ? "* part=%s/%d" : "*", part,
             source->parts);
}

/* The place where the source resumes, if the database has one. */
static bool find_checkpoint(struct store *store, struct resume_place *place, bool *found,
                            struct failure *failure) {
    sqlite3_stmt *find = store->prepared[find_place];
    sqlite3_bind_int64(find, 1, store->source_id);
    bool good = fetch(store, find_place, found, failure);
    if (*found)
        *place = (struct resume_place){.byte_offset = sqlite3_column_int64(find, 0),
                                       .file_bit = sqlite3_column_int64(find, 1),
                                       .bit_offset = sqlite3_column_int64(find, 2),
                                       .checksum = sqlite3_column_int64(find, 3),
                                       .closed = sqlite3_column_int(find, 4) != 0,
                                       .records = sqlite3_column_int64(find, 5)};
    sqlite3_reset(find);
    return good;
}

/* False: the file was loaded with other options. They are NULL if memory has run out. */
static bool refuse_options(struct store *store, const struct source *source, const char *kind,
                           const char *options, struct failure *failure) {
    if (!kind || !options)
        return database_error(store, failure);
    return fail(failure,
                "%s: was loaded with other options (%s: %s); load it into another database",
                source->path, kind, options);
}

/* What an earlier load left: `row` is that of the same content, or else of the same path. */
static enum source_state look_at_source(struct store *store, sqlite3_stmt *row,
                                        const struct source *source, struct resume_place *place,
                                        struct store_counts *counts, struct failure *failure) {
    const char *options = (const char *)sqlite3_column_text(row, 2);
    const char *kind = (const char *)sqlite3_column_text(row, 9);
    const char *name = (const char *)sqlite3_column_text(row, 10);
    const char *newest = (const char *)sqlite3_column_text(row, 11);
    bool same_content = sqlite3_column_int(row, 1), finished = sqlite3_column_int(row, 3), found;
    if (!options || !kind || !name) { /* not NULL in the table: memory ran out */
        database_error(store, failure);
        return source_refused;
    }
    if (!same_content)
        return source_new; /* a newer dump under an old name */
    if (strcmp(kind, source->kind) != 0 || strcmp(options, source->options) != 0) {
        refuse_options(store, source, kind, options, failure);
        return source_refused;
    }
    store->source_id = sqlite3_column_int64(row, 0);
    snprintf(store->source_name, sizeof store->source_name, "%s", name);
    *counts = (struct store_counts){sqlite3_column_int64(row, 4), sqlite3_column_int64(row, 5),
                                    sqlite3_column_int64(row, 6), sqlite3_column_int64(row, 7),
                                    sqlite3_column_int64(row, 8)};
    if (finished)
        return source_finished;
    if (newest)
        dump_date_add_time(&store->newest, newest, strlen(newest));
    if (!find_checkpoint(store, place, &found, failure))
        return source_refused;
    if (found)
        return source_unfinished;
    fail(
        failure,
        "%s: an earlier load of this file was interrupted where it cannot be resumed; load it into "
        "a new database",
        store->path);
    return source_refused;
}

/*
 * Abandons the loads of other content that stood at the same path: nobody can continue them. They
 * have no checkpoint from now on. Another table of the same database is not meant.
 */
static bool abandon_earlier(struct store *store, const struct source *source,
                            struct failure *failure) {
    sqlite3_stmt *abandon = store->prepared[abandon_places];
    char part[part_pattern_max];
    bool found;
    describe_part(part, source, true);
    sqlite3_bind_text(abandon, 1, source->path, -1, SQLITE_STATIC);
    sqlite3_bind_int64(abandon, 2, source->size);
    sqlite3_bind_text(abandon, 3, source->fingerprint, -1, SQLITE_STATIC);
    sqlite3_bind_text(abandon, 4, source->kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(abandon, 5, source->options, -1, SQLITE_STATIC);
    sqlite3_bind_text(abandon, 6, part, -1, SQLITE_TRANSIENT);
    bool good = fetch(store, abandon_places, &found, failure);
    store->abandoned_articles = found ? sqlite3_column_int64(abandon, 0) : -1;
    sqlite3_reset(abandon);
    return good;
}

/*
 * Whether the source that `find` found is another state of the same table of a database. (Another
 * version of a file is mostly another date of a wiki, which is meant to stand beside it.)
 */
static bool is_earlier_state(sqlite3_stmt *find, const struct source *source) {
    enum { same_content = 1, options = 2, finished = 3, kind = 9 };
    return !sqlite3_column_int(find, same_content) && sqlite3_column_int(find, finished) &&
           strcmp(source->kind, "sqlite") == 0 &&
           strcmp((const char *)sqlite3_column_text(find, kind), source->kind) == 0 &&
           strcmp((const char *)sqlite3_column_text(find, options), source->options) == 0;
}

/* Refuses a file that was loaded in other parts, or whole: texts would be loaded twice. */
static bool check_parts(struct store *store, const struct source *source, struct failure *failure) {
    sqlite3_stmt *find = store->prepared[find_other_parts];
    char parts[part_pattern_max];
    bool found;
    describe_part(parts, source, false);
    sqlite3_bind_text(find, 1, source->path, -1, SQLITE_STATIC);
    sqlite3_bind_int64(find, 2, source->size);
    sqlite3_bind_text(find, 3, parts, -1, SQLITE_TRANSIENT);
    bool good = fetch(store, find_other_parts, &found, failure);
    if (found)
        good = refuse_options(store, source, (const char *)sqlite3_column_text(find, 0),
                              (const char *)sqlite3_column_text(find, 1), failure);
    sqlite3_reset(find);
    return good;
}

enum source_state store_begin(struct store *store, const struct source *source,
                              struct resume_place *place, struct store_counts *counts,
                              struct failure *failure) {
    sqlite3_stmt *find = store->prepared[find_source], *insert = store->prepared[insert_source];
    enum source_state state = source_new;
    char part[part_pattern_max];
    bool found;
    describe_part(part, source, true);
    assert((source->path == NULL) == (source->fingerprint == NULL));
    if (sqlite3_get_autocommit(store->db) && !run(store, "BEGIN IMMEDIATE", failure))
        return source_refused;
    store->newest = (struct dump_date){""};
    sqlite3_bind_text(find, 1, source->path, -1, SQLITE_STATIC);
    sqlite3_bind_int64(find, 2, source->size);
    sqlite3_bind_text(find, 3, source->fingerprint, -1, SQLITE_STATIC);
    sqlite3_bind_text(find, 4, part, -1, SQLITE_TRANSIENT);
    if (!fetch(store, find_source, &found, failure))
        state = source_refused;
    else if (found)
        state = look_at_source(store, find, source, place, counts, failure);
    store->earlier_source =
        found && is_earlier_state(find, source) ? sqlite3_column_int64(find, 0) : 0;
    sqlite3_reset(find);
    store->begun = true;
    if (state == source_new && !check_parts(store, source, failure))
        return source_refused;
    if (state == source_refused || !abandon_earlier(store, source, failure))
        return source_refused;
    if (state == source_finished && store->abandoned_articles >= 0 && !commit(store, failure))
        return source_refused;
    if (state != source_new)
        return state;

    sqlite3_bind_text(insert, 1, source->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 2, source->kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 3, source->path, -1, SQLITE_STATIC);
    bind_number_or_null(insert, 4, source->size, !source->path || source->size < 0);
    sqlite3_bind_text(insert, 5, source->fingerprint, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 6, source->options, -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 7, NEARDUP_VERSION, -1, SQLITE_STATIC);
    if (!step(store, insert_source, failure))
        return source_refused;
    store->source_id = sqlite3_last_insert_rowid(store->db);
    snprintf(store->source_name, sizeof store->source_name, "%s", source->name);
    return source_new;
}

const char *store_source_name(const struct store *store) {
    return store->source_name;
}

int64_t store_earlier_source(const struct store *store) {
    return store->earlier_source;
}

int64_t store_abandoned_articles(const struct store *store) {
    return store->abandoned_articles;
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
    sqlite3_bind_text(update, 7, store->newest.text[0] ? store->newest.text : NULL, -1,
                      SQLITE_STATIC);
    return step(store, update_source, failure);
}

static bool save_at(struct store *store, const struct resume_place *place,
                    struct failure *failure) {
    sqlite3_stmt *save = store->prepared[save_place];
    sqlite3_bind_int64(save, 1, store->source_id);
    sqlite3_bind_int64(save, 2, place->byte_offset);
    sqlite3_bind_int64(save, 3, place->file_bit);
    sqlite3_bind_int64(save, 4, place->bit_offset);
    sqlite3_bind_int64(save, 5, place->checksum);
    sqlite3_bind_int(save, 6, place->closed);
    sqlite3_bind_int64(save, 7, place->records);
    return step(store, save_place, failure);
}

bool store_mark(struct store *store, struct failure *failure) {
    return run(store, "SAVEPOINT rows", failure);
}

bool store_keep(struct store *store, struct failure *failure) {
    return run(store, "RELEASE rows", failure);
}

bool store_go_back(struct store *store, struct failure *failure) {
    return run(store, "ROLLBACK TO rows; RELEASE rows", failure);
}

bool store_checkpoint(struct store *store, const struct resume_place *place,
                      const struct store_counts *counts, struct failure *failure) {
    struct resume_place now;
    bool found;
    if (!store_counts(store, counts, failure) || !save_at(store, place, failure) ||
        !commit(store, failure) || !run(store, "BEGIN IMMEDIATE", failure) ||
        !find_checkpoint(store, &now, &found, failure))
        return false;
    /* Between the two transactions another program may have resumed the same load. */
    return (found && now.byte_offset == place->byte_offset) ||
           fail(failure, "%s: another process is loading this file; stopping", store->path);
}

bool store_break_off(struct store *store, const struct store_counts *counts,
                     struct failure *failure) {
    return store_counts(store, counts, failure) && run(store, text_tables_sql, failure) &&
           commit(store, failure);
}

static int look_for_interrupt(void *user) {
    (void)user;
    return interrupt_overdue();
}

bool store_end(struct store *store, const char *base, const char *language,
               const struct store_counts *counts, const struct resume_place *end, bool gives_up,
               struct failure *failure) {
    sqlite3_stmt *finish = store->prepared[finish_source];
    struct dump_date named = dump_date_of_name(store->source_name);
    enum { steps = 10000 };
    sqlite3_bind_int64(finish, 1, store->source_id);
    sqlite3_bind_text(finish, 2, base[0] ? base : NULL, -1, SQLITE_STATIC);
    sqlite3_bind_text(finish, 3, language[0] ? language : NULL, -1, SQLITE_STATIC);
    sqlite3_bind_text(finish, 4, named.text[0] ? named.text : NULL, -1, SQLITE_TRANSIENT);
    sqlite3_bind_int64(store->prepared[drop_place], 1, store->source_id);
    if (gives_up)
        sqlite3_progress_handler(store->db, steps, look_for_interrupt, NULL);
    bool good = store_counts(store, counts, failure) && step(store, finish_source, failure) &&
                (end ? save_at(store, end, failure) : step(store, drop_place, failure)) &&
                run(store, text_tables_sql, failure) && commit(store, failure);
    sqlite3_progress_handler(store->db, 0, NULL, NULL);
    return good;
}

static void note_revision_time(struct store *store, const struct rows *rows,
                               const struct page_row *page) {
    dump_date_add_time(&store->newest, row_bytes(rows, page->revision_time),
                       page->revision_time.length);
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
    bind_text_or_null(insert, 6, rows, page->revision_time);
    sqlite3_bind_int(insert, 7, !page->untitled);
    bind_value(insert, 8, rows, page->key);
    note_revision_time(store, rows, page);
    bool good = step(store, insert_article, failure);
    store->article_id = sqlite3_last_insert_rowid(store->db);
    known_sentences_clear(&store->history);
    return good;
}

bool store_carried(struct store *store, const struct rows *rows, const struct page_row *page,
                   struct failure *failure) {
    sqlite3_stmt *insert = store->prepared[insert_carried];
    assert(page->first_carried + page->carried_count <= rows->carried_count);
    for (size_t i = 0; i < page->carried_count; i++) {
        const struct carried_row *carried = &rows->carried[page->first_carried + i];
        sqlite3_bind_int64(insert, 1, store->article_id);
        bind_text(insert, 2, rows, carried->name);
        bind_value(insert, 3, rows, carried->value);
        if (!step(store, insert_carried, failure))
            return false;
    }
    return true;
}

bool store_web(struct store *store, const struct rows *rows, const struct page_row *page,
               struct failure *failure) {
    sqlite3_stmt *insert = store->prepared[insert_page], *link = store->prepared[insert_link];
    assert(page->web < rows->web_count);
    const struct web_row *web = &rows->webs[page->web];
    sqlite3_bind_int64(insert, 1, store->article_id);
    bind_text(insert, 2, rows, web->site);
    bind_text(insert, 3, rows, web->address);
    bind_text_or_null(insert, 4, rows, page->revision_time);
    bind_number_or_null(insert, 5, web->status, web->status == 0);
    bind_text_or_null(insert, 6, rows, web->content_type);
    bind_text_or_null(insert, 7, rows, web->encoding);
    sqlite3_bind_int(insert, 8, web->names_wikipedia);
    sqlite3_bind_int64(insert, 9, (int64_t)web->characters);
    sqlite3_bind_int64(insert, 10, (int64_t)web->boilerplate);
    if (!step(store, insert_page, failure))
        return false;
    assert(web->first_link + web->link_count <= rows->link_count);
    for (size_t i = 0; i < web->link_count; i++) {
        const struct link_row *row = &rows->links[web->first_link + i];
        sqlite3_bind_int64(link, 1, store->article_id);
        bind_text(link, 2, rows, row->address);
        bind_text(link, 3, rows, row->text);
        if (!step(store, insert_link, failure))
            return false;
    }
    return true;
}

bool store_newest(struct store *store, const struct rows *rows, const struct page_row *page,
                  struct failure *failure) {
    sqlite3_stmt *update = store->prepared[update_article];
    assert(store->article_id > 0);
    note_revision_time(store, rows, page);
    sqlite3_bind_int64(update, 1, store->article_id);
    bind_number_or_null(update, 2, page->revision_id, page->revision_id == 0);
    bind_text_or_null(update, 3, rows, page->revision_time);
    return step(store, update_article, failure);
}

bool store_sentences(struct store *store, const struct rows *rows, const struct page_row *page,
                     struct failure *failure) {
    if (page->sentence_count == 0)
        return true;
    assert(page->first_sentence + page->sentence_count <= rows->sentence_count);
    store->page_sentences =
        (struct sentence_table){rows, page->first_sentence, page->sentence_count};
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

/* ---- Words ----------------------------------------------------------------------------------- */

bool store_words(struct store *store, int64_t *words, int64_t *dimensions,
                 struct failure *failure) {
    return ask(store, "SELECT count(*) FROM word_vector", words, failure) &&
           ask(store, "SELECT ifnull((SELECT length(vector) / 4 FROM word_vector LIMIT 1), 0)",
               dimensions, failure);
}

enum store_word_result store_word(struct store *store, const struct rows *rows,
                                  const struct page_row *word, struct failure *failure) {
    static const char known[] = "the word stands in the file before, and keeps its first vector";
    sqlite3_stmt *insert = store->prepared[insert_word], *damage = store->prepared[insert_damage];
    bind_text(insert, 1, rows, word->title);
    sqlite3_bind_blob64(insert, 2, row_bytes(rows, word->vector), word->vector.length,
                        SQLITE_STATIC);
    if (!step(store, insert_word, failure))
        return store_word_failed;
    if (sqlite3_changes(store->db) > 0)
        return store_word_added;
    sqlite3_bind_int64(damage, 1, store->source_id);
    sqlite3_bind_int64(damage, 2, word->byte_offset);
    bind_text(damage, 3, rows, word->title);
    sqlite3_bind_text(damage, 4, known, -1, SQLITE_STATIC);
    return step(store, insert_damage, failure) ? store_word_known : store_word_failed;
}

/* ---- Other names ----------------------------------------------------------------------------- */

bool store_alias(struct store *store, const struct rows *rows, const struct page_row *page,
                 struct failure *failure) {
    sqlite3_stmt *insert = store->prepared[insert_alias];
    assert(page->redirects && page->title.length > 0 && page->target.length > 0);
    sqlite3_bind_int64(insert, 1, store->source_id);
    bind_text(insert, 2, rows, page->title);
    bind_text(insert, 3, rows, page->target);
    bind_text(insert, 4, rows, page->target_section);
    return step(store, insert_alias, failure);
}

/* ---- Revisions ------------------------------------------------------------------------------- */

static void bind_history_sentence(sqlite3_stmt *statement, int64_t id, const struct rows *rows,
                                  const struct sentence_row *sentence) {
    sqlite3_bind_int64(statement, 1, id);
    bind_text(statement, 2, rows, sentence->section);
    sqlite3_bind_text(statement, 3, block_kind_name(sentence->block), -1, SQLITE_STATIC);
    bind_text(statement, 4, rows, sentence->text);
}

/*
 * The id of a sentence in the article's history, which it joins if it is new. Equal hashes do not
 * prove that two sentences are equal, so the row is compared; of two sentences with one hash only
 * the first is in store->history.
 */
static bool find_history_sentence(struct store *store, const struct rows *rows,
                                  const struct sentence_row *sentence, int64_t *id,
                                  struct failure *failure) {
    sqlite3_stmt *compare = store->prepared[compare_history_sentence];
    uint64_t hash = known_sentence_hash(row_bytes(rows, sentence->text), sentence->text.length,
                                        (uint64_t)sentence->block);
    hash = known_sentence_hash(row_bytes(rows, sentence->section), sentence->section.length, hash);
    struct known_sentence *place = known_sentences_find(&store->history, hash);
    bool same = false;
    if (!place)
        return fail_memory(failure);
    *id = place->id;
    if (place->id) {
        bind_history_sentence(compare, place->id, rows, sentence);
        bool good = fetch(store, compare_history_sentence, &same, failure);
        sqlite3_reset(compare);
        if (!good || same)
            return good;
    }
    bind_history_sentence(store->prepared[insert_history_sentence], store->article_id, rows,
                          sentence);
    if (!step(store, insert_history_sentence, failure))
        return false;
    *id = sqlite3_last_insert_rowid(store->db);
    if (!place->id)
        known_sentences_put(&store->history, place, hash, *id);
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
    int64_t revision_id = sqlite3_last_insert_rowid(store->db), sentence_id = 0;
    assert(revision->first_sentence + revision->sentence_count <= rows->sentence_count);
    insert = store->prepared[insert_revision_sentence];
    for (size_t i = 0; i < revision->sentence_count; i++) {
        if (!find_history_sentence(store, rows, &rows->sentences[revision->first_sentence + i],
                                   &sentence_id, failure))
            return false;
        sqlite3_bind_int64(insert, 1, revision_id);
        sqlite3_bind_int64(insert, 2, (int64_t)i + 1);
        sqlite3_bind_int64(insert, 3, sentence_id);
        if (!step(store, insert_revision_sentence, failure))
            return false;
    }
    return true;
}
