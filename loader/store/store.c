/* store.c - see store.h. */
#include "store.h"

#include "../../ext/neardup.h" /* NEARDUP_VERSION */
#include "../base/ascii.h"
#include "../base/interrupt.h"
#include "../text/message.h"
#include "../text/page.h" /* time_compare */
#include "history.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>   /* nanosleep */
#include <unistd.h> /* unlink, access */

/* What is bound to a parameter: a value, whose bytes, if it has any, stand in `bytes`. */
struct bound {
    struct cell value;
    const char *bytes;
};

/* A statement that is prepared once, known by its text: the pointer. */
struct prepared {
    const char *sql;
    sqlite3_stmt *statement;
};

enum { prepared_max = 48 };

/*
 * Sentences wait until there are as many as one statement inserts. This takes half the time of as
 * many statements; sixteen at once take a tenth more, and twice as many do not take less.
 */
enum { sentences_at_once = 64, sentence_values = 7 };

struct store {
    sqlite3 *db;
    char *path;
    struct failure *failure;                /* of any function here */
    bool made;                              /* by this program, and it has committed nothing yet */
    bool begun;                             /* a source is being loaded */
    struct prepared prepared[prepared_max]; /* those that were needed so far */
    const struct source *source;
    int64_t source_id, article_id;
    int64_t last_article, last_sentence; /* ids that were given last, of rows that may be gone;
                                            0: SQLite knows the last ones */
    struct dump_date named, newest;      /* in the source's name; of its revisions so far */
    struct history history;              /* of the article */
    int64_t first_sentence_id;           /* of the first sentence of that */
    bool begins_empty;                   /* the article, in its first revision */

    struct bound sentences[sentences_at_once][sentence_values]; /* those that wait */
    int waiting;

    bool keeps_history;      /* of each page */
    struct rows newest_part; /* of the current page, of the parts so far that the last rows had */
    bool in_page;            /* the last row continues in the next */
    bool spoilt;             /* a part of the current page was damaged */
    bool has_article;        /* the current page has its row already: only with history */
};

static bool database_error(const struct store *store) {
    return fail_database(store->failure, store->db, store->path, true);
}

static bool out_of_memory(const struct store *store) {
    return fail_memory(store->failure);
}

/* ---- Statements ------------------------------------------------------------------------------ */

static bool run(struct store *store, const char *sql) {
    return sqlite3_exec(store->db, sql, NULL, NULL, NULL) == SQLITE_OK || database_error(store);
}

static struct bound number(int64_t integer) {
    return (struct bound){.value = {cell_integer, .as.integer = integer}};
}

static struct bound number_unless(int64_t integer, bool is_null) {
    return is_null ? (struct bound){0} : number(integer);
}

static struct bound id_or_null(int64_t id) {
    return number_unless(id, id == 0);
}

static struct bound string(const char *bytes) {
    return bytes ? (struct bound){{cell_text, .as.bytes = {0, strlen(bytes)}}, bytes}
                 : (struct bound){0};
}

static struct bound value(const struct rows *rows, struct cell cell) {
    return (struct bound){cell, rows->text.bytes};
}

static struct bound text(const struct rows *rows, struct row_text bytes) {
    return value(rows, (struct cell){cell_text, .as.bytes = {bytes.offset, bytes.length}});
}

static struct bound text_or_null(const struct rows *rows, struct row_text bytes) {
    return bytes.length > 0 ? text(rows, bytes) : (struct bound){0};
}

/* Binds a value. Without bytes, a text is not NULL but empty. */
static int bind(sqlite3_stmt *statement, int place, const struct bound *bound) {
    const struct cell *cell = &bound->value;
    size_t length = cell->as.bytes.length;
    switch (cell->type) {
    case cell_integer:
        return sqlite3_bind_int64(statement, place, cell->as.integer);
    case cell_real:
        return sqlite3_bind_double(statement, place, cell->as.real);
    case cell_text:
        return sqlite3_bind_text64(statement, place,
                                   length > 0 ? bound->bytes + cell->as.bytes.offset : "", length,
                                   SQLITE_STATIC, SQLITE_UTF8);
    case cell_blob:
        return sqlite3_bind_blob64(statement, place,
                                   length > 0 ? bound->bytes + cell->as.bytes.offset : "", length,
                                   SQLITE_STATIC);
    default:
        return sqlite3_bind_null(statement, place);
    }
}

/*
 * Runs a statement, which is a string of this file, to its first row. `*row` is that row, valid
 * until the caller resets it, or NULL if there is none; where `row` is NULL, nobody wants it.
 */
static bool step(struct store *store, const char *sql, const struct bound *values, int count,
                 sqlite3_stmt **row) {
    struct prepared *at = store->prepared;
    for (; at->sql && at->sql != sql; at++)
        assert(at + 1 < store->prepared + prepared_max);
    int code = SQLITE_OK;
    if (!at->sql)
        code =
            sqlite3_prepare_v3(store->db, sql, -1, SQLITE_PREPARE_PERSISTENT, &at->statement, NULL);
    if (code == SQLITE_OK)
        at->sql = sql;
    assert(!at->sql || count == sqlite3_bind_parameter_count(at->statement));
    for (int i = 0; i < count && code == SQLITE_OK; i++)
        code = bind(at->statement, i + 1, &values[i]);
    if (code == SQLITE_OK)
        code = sqlite3_step(at->statement);
    bool good = code == SQLITE_ROW || code == SQLITE_DONE || database_error(store);
    if (row)
        *row = code == SQLITE_ROW ? at->statement : NULL;
    if (!row || !*row)
        sqlite3_reset(at->statement);
    return good;
}

/* The values, and how many there are. What they point to stays valid while the statement runs. */
#define VALUES(...)                      \
    (const struct bound[]){__VA_ARGS__}, \
        (int)(sizeof(struct bound[]){__VA_ARGS__} / sizeof(struct bound))
#define RUN(store, sql, ...) step(store, sql, VALUES(__VA_ARGS__), NULL)
#define FETCH(store, row, sql, ...) step(store, sql, VALUES(__VA_ARGS__), row)

/* The number that a query gives in its one row and column; 0 if it fails. */
static bool ask(struct store *store, const char *sql, int64_t *answer) {
    sqlite3_stmt *row;
    bool good = step(store, sql, NULL, 0, &row);
    *answer = row ? sqlite3_column_int64(row, 0) : 0;
    sqlite3_reset(row);
    return good;
}

/* ---- Opening --------------------------------------------------------------------------------- */

static const char make_tables_sql[] = "SELECT neardup_run('schema')";

/* Refuses a database that holds anything that is not neardup's. */
static bool check_ours(struct store *store) {
    if (sqlite3_neardup_init(store->db, NULL, NULL) != SQLITE_OK)
        return database_error(store);
    if (sqlite3_exec(store->db, "SELECT neardup_run('check')", NULL, NULL, NULL) == SQLITE_OK)
        return true;
    return sqlite3_errcode(store->db) == SQLITE_ERROR
               ? fail(store->failure, "%s", sqlite3_errmsg(store->db))
               : database_error(store);
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
static bool make_tables(struct store *store) {
    int64_t first_source;
    return run(store, make_tables_sql) &&
           ask(store,
               "SELECT NOT EXISTS (SELECT 1 FROM source WHERE finished_at IS NOT NULL)"
               "   AND (NOT EXISTS (SELECT 1 FROM article) OR EXISTS (SELECT 1 FROM checkpoint))",
               &first_source) &&
           (!first_source || run(store, "DROP INDEX IF EXISTS article_title;"
                                        "DROP INDEX IF EXISTS alias_title;"
                                        "DROP INDEX IF EXISTS alias_target"));
}

/*
 * Ids that stood for other rows are not given again: `neardup watch` knows those that it gave, and
 * the live index those that it was told of. The tables of both may be missing.
 */
static bool find_last_ids(struct store *store) {
    const struct {
        const char *table, *sql;
        int64_t *last;
    } given[] = {{"watch", "SELECT max(article_id) FROM watch", &store->last_article},
                 {"watch", "SELECT max(sentence_id) FROM watch", &store->last_sentence},
                 {"indexed", "SELECT max(sentence_id) FROM indexed", &store->last_sentence}};
    int64_t article, sentence, id;
    for (size_t i = 0; i < sizeof given / sizeof *given; i++) {
        sqlite3_stmt *found;
        if (!FETCH(store, &found, "SELECT 1 FROM sqlite_schema WHERE name = ?1",
                   string(given[i].table)))
            return false;
        sqlite3_reset(found);
        if (found && !ask(store, given[i].sql, &id))
            return false;
        if (found && id > *given[i].last)
            *given[i].last = id;
    }
    if (!ask(store, "SELECT max(id) FROM article", &article) ||
        !ask(store, "SELECT max(id) FROM sentence", &sentence))
        return false;
    store->last_article = store->last_article > article ? store->last_article : 0;
    store->last_sentence = store->last_sentence > sentence ? store->last_sentence : 0;
    return true;
}

/*
 * Pages of 8 KiB hold several sentences each; the setting affects new files only. The cache holds
 * up to 16 MiB of pages that a transaction changes; beyond that they go to the file early. A
 * rollback journal with synchronous = FULL survives a loss of power. It is cheap here: nearly all
 * pages are new, and new pages need no copy in the journal.
 */
static bool set_up(struct store *store) {
    int one_thread_at_a_time = SQLITE_OPEN_NOMUTEX;
    store->made = access(store->path, F_OK) != 0;
    if (sqlite3_open_v2(store->path, &store->db,
                        SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | one_thread_at_a_time,
                        NULL) != SQLITE_OK)
        return database_error(store);
    sqlite3_busy_handler(store->db, wait_for_lock, store);
    return run(store,
               "PRAGMA page_size = 8192; PRAGMA cache_size = -16384; PRAGMA synchronous = FULL;"
               "BEGIN IMMEDIATE") &&
           check_ours(store) && make_tables(store) && find_last_ids(store);
}

struct store *store_open(const char *path, struct failure *failure) {
    struct store *store = allocate(sizeof *store, failure);
    if (!store)
        return NULL;
    store->failure = failure;
    store->path = strdup(path);
    if (store->path ? set_up(store) : out_of_memory(store))
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
    int64_t pages, objects;
    if (!sqlite3_get_autocommit(store->db) && !run(store, "ROLLBACK"))
        return false;
    return ask(store, "PRAGMA page_count", &pages) && pages == 0 &&
           run(store, "PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE") &&
           ask(store, "SELECT count(*) FROM sqlite_schema", &objects) && objects == 0;
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
    struct failure ignored;
    if (!store)
        return;
    store->failure = &ignored;
    history_free(&store->history);
    rows_free(&store->newest_part);
    if (store->made && store->db)
        remove_if_empty(store);
    for (int i = 0; i < prepared_max; i++)
        sqlite3_finalize(store->prepared[i].statement);
    sqlite3_close(store->db);
    free(store->path);
    free(store);
}

/* Writes the spans that have ended: sorted, because then few pages of the table change. */
static bool write_spans(struct store *store) {
    struct history *history = &store->history;
    history_sort(history);
    for (size_t i = 0; i < history->ended_count; i++) {
        const struct history_span *span = &history->ended[i];
        if (!RUN(store,
                 "INSERT INTO history_span(history_sentence_id, first_revision_id, "
                 "last_revision_id, position) VALUES (?1, ?2, ?3, ?4)",
                 number(store->first_sentence_id + (int64_t)span->sentence), number(span->first),
                 number(span->last), number((int64_t)span->position)))
            return false;
    }
    history->ended_count = 0;
    return true;
}

/* No revision of the article follows. */
static bool end_history(struct store *store) {
    return history_end(&store->history, 0) ? write_spans(store) : out_of_memory(store);
}

/* ---- Sources --------------------------------------------------------------------------------- */

static bool commit(struct store *store) {
    assert(store->history.standing_count == 0); /* a page is whole, or what it has was told */
    if (!run(store, "COMMIT"))
        return false;
    store->made = false;
    return true;
}

/* The pattern of options of the same part of a file, or any of as many parts; '*': a whole file. */
enum { part_pattern_max = 48 };
static void describe_part(char pattern[part_pattern_max], const struct source *source, bool same) {
    assert(source->part <= source->parts);
    char part[16] = "*";
    if (same)
        snprintf(part, sizeof part, "%d", source->part);
    snprintf(pattern, part_pattern_max, source->part > 0 ? "* part=%s/%d" : "*", part,
             source->parts);
}

/* The place where the source resumes, if the database has one. */
static bool find_checkpoint(struct store *store, struct resume_place *place, bool *found) {
    assert(store->source_id > 0);
    sqlite3_stmt *row;
    bool good = FETCH(store, &row,
                      "SELECT byte_offset, file_bit, bit_offset, checksum, closed, records "
                      "FROM checkpoint WHERE source_id = ?1",
                      number(store->source_id));
    *found = row != NULL;
    if (row)
        *place = (struct resume_place){.byte_offset = sqlite3_column_int64(row, 0),
                                       .file_bit = sqlite3_column_int64(row, 1),
                                       .bit_offset = sqlite3_column_int64(row, 2),
                                       .checksum = sqlite3_column_int64(row, 3),
                                       .closed = sqlite3_column_int(row, 4) != 0,
                                       .records = sqlite3_column_int64(row, 5)};
    sqlite3_reset(row);
    return good;
}

static bool is_between(char byte) {
    return byte == ' ' || byte == ',';
}

/* False: the file was loaded with other options. They are NULL if memory has run out. */
static bool refuse_options(struct store *store, const struct source *source, const char *kind,
                           const char *options) {
    if (!kind || !options)
        return database_error(store);
    if (strcmp(kind, source->kind) != 0)
        return fail(store->failure,
                    "%s: was loaded with other options (%s: %s); load it into another database, "
                    "which neardup names by --db",
                    source->path, kind, options);
    size_t begin = 0; /* the words with which both descriptions begin */
    for (size_t at = 0; options[at] && options[at] == source->options[at]; at++)
        begin = is_between(options[at]) ? at + 1 : begin;
    size_t end = 0, before = strlen(options), now = strlen(source->options);
    for (size_t n = 1;
         n + begin <= before && n + begin <= now && options[before - n] == source->options[now - n];
         n++)
        end = is_between(options[before - n]) ? n : end; /* and those with which both end */
    return fail(store->failure,
                "%s: was loaded with other options ('%.*s' before, '%.*s' now); load it into "
                "another database, which neardup names by --db",
                source->path, (int)(before - begin - end), options + begin,
                (int)(now - begin - end), source->options + begin);
}

/* Whether a source has these options, perhaps with the key that was found when it was loaded. */
static bool has_options(const struct source *source, const char *options) {
    const char *now = source->options;
    const struct open_key *key = source->key;
    bool same = strcmp(options, now) == 0, begins = strncmp(options, now, key->at) == 0;
    for (int i = 0; i < key->count && begins && !same; i++) {
        size_t length = strlen(key->items[i]);
        const char *at = options + key->at;
        same = at[0] == ',' && strncmp(at + 1, key->items[i], length) == 0 &&
               strcmp(at + 1 + length, now + key->at) == 0;
    }
    return same;
}

/* What an earlier load left: `row` is that of the same content, or else of the same path. */
static enum source_state look_at_source(struct store *store, sqlite3_stmt *row,
                                        const struct source *source, struct store_found *found) {
    const char *options = (const char *)sqlite3_column_text(row, 2);
    const char *kind = (const char *)sqlite3_column_text(row, 9);
    const char *name = (const char *)sqlite3_column_text(row, 10);
    const char *newest = (const char *)sqlite3_column_text(row, 11);
    bool same_content = sqlite3_column_int(row, 1), finished = sqlite3_column_int(row, 3);
    if (!options || !kind || !name) { /* not NULL in the table: memory ran out */
        database_error(store);
        return source_refused;
    }
    bool same_kind = strcmp(kind, source->kind) == 0;
    bool same_options = has_options(source, options);
    if (!same_content) { /* a newer dump under an old name; or another state of the same table */
        bool is_table = same_kind && same_options && strcmp(kind, "sqlite") == 0;
        found->earlier_source = finished && is_table ? sqlite3_column_int64(row, 0) : 0;
        return source_new;
    }
    if (!same_kind || !same_options) {
        refuse_options(store, source, kind, options);
        return source_refused;
    }
    store->source_id = sqlite3_column_int64(row, 0);
    snprintf(found->name, sizeof found->name, "%s", name);
    found->counts = (struct store_counts){
        sqlite3_column_int64(row, 4), sqlite3_column_int64(row, 5), sqlite3_column_int64(row, 6),
        sqlite3_column_int64(row, 7), sqlite3_column_int64(row, 8)};
    if (finished)
        return source_finished;
    if (newest)
        dump_date_add_time(&store->newest, newest, strlen(newest));
    bool resumes;
    if (!find_checkpoint(store, &found->place, &resumes))
        return source_refused;
    if (resumes)
        return source_unfinished;
    fail(
        store->failure,
        "%s: an earlier load of this file was interrupted where it cannot be resumed; load it into "
        "a new database",
        store->path);
    return source_refused;
}

/*
 * Looks for the source. The same content under any name comes before other content under the same
 * name. ?4 is the pattern of the options of the same part, or '*': parts of two files may be equal.
 */
static enum source_state find_source(struct store *store, const struct source *source,
                                     const char *part, struct store_found *found) {
    sqlite3_stmt *row;
    bool good = FETCH(store, &row,
                      "SELECT id, size = ?2 AND fingerprint = ?3 AS same_content, options, "
                      "finished_at IS NOT NULL, pages, articles, redirects, sentences, damaged, "
                      "kind, name, dump_date FROM source "
                      "WHERE (path = ?1 OR (same_content AND ?4 = '*')) AND options GLOB ?4 "
                      "ORDER BY same_content DESC, path = ?1 DESC, id DESC LIMIT 1",
                      string(source->path), number(source->size), string(source->fingerprint),
                      string(part));
    enum source_state state = !good ? source_refused
                              : row ? look_at_source(store, row, source, found)
                                    : source_new;
    sqlite3_reset(row);
    return state;
}

/*
 * Abandons the loads of other content that stood at the same path: nobody can continue them. They
 * have no checkpoint from now on. Another table of the same database is not meant.
 */
static bool abandon_earlier(struct store *store, const struct source *source, const char *part,
                            struct store_found *found) {
    sqlite3_stmt *row;
    bool good = FETCH(store, &row,
                      "DELETE FROM checkpoint WHERE source_id IN (SELECT id FROM source WHERE "
                      "path = ?1 AND finished_at IS NULL AND "
                      "(size <> ?2 OR (fingerprint <> ?3 AND options GLOB ?6)) AND "
                      "(kind <> 'sqlite' OR (kind, options) = (?4, ?5))) "
                      "RETURNING (SELECT iif(kind IN ('word2vec', 'glove', 'fasttext'), pages, "
                      "articles) FROM source WHERE id = source_id)",
                      string(source->path), number(source->size), string(source->fingerprint),
                      string(source->kind), string(source->options), string(part));
    found->abandoned_articles = row ? sqlite3_column_int64(row, 0) : -1;
    sqlite3_reset(row);
    return good;
}

/* Refuses a file that was loaded in other parts, or whole: texts would be loaded twice. */
static bool check_parts(struct store *store, const struct source *source) {
    sqlite3_stmt *row;
    char parts[part_pattern_max];
    describe_part(parts, source, false);
    bool good = FETCH(store, &row,
                      "SELECT kind, options FROM source "
                      "WHERE path = ?1 AND size = ?2 AND kind <> 'sqlite' "
                      "AND iif(?3 = '*', options GLOB '* part=[1-9]*/[1-9]*', "
                      "options NOT GLOB ?3) LIMIT 1",
                      string(source->path), number(source->size), string(parts));
    if (row)
        good = refuse_options(store, source, (const char *)sqlite3_column_text(row, 0),
                              (const char *)sqlite3_column_text(row, 1));
    sqlite3_reset(row);
    return good;
}

static bool insert_source(struct store *store, const struct source *source) {
    if (!RUN(store,
             "INSERT INTO source(name, kind, path, size, fingerprint, options, program_version, "
             "started_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, datetime())",
             string(source->name), string(source->kind), string(source->path),
             number_unless(source->size, !source->path || source->size < 0),
             string(source->fingerprint), string(source->options), string(NEARDUP_VERSION)))
        return false;
    store->source_id = sqlite3_last_insert_rowid(store->db);
    return true;
}

enum source_state store_begin(struct store *store, const struct source *source,
                              struct store_found *found) {
    char part[part_pattern_max];
    describe_part(part, source, true);
    assert((source->path == NULL) == (source->fingerprint == NULL));
    *found = (struct store_found){.abandoned_articles = -1};
    snprintf(found->name, sizeof found->name, "%s", source->name);
    store->source = source;
    store->newest = (struct dump_date){""};
    if (sqlite3_get_autocommit(store->db) && !run(store, "BEGIN IMMEDIATE"))
        return source_refused;
    enum source_state state = find_source(store, source, part, found);
    store->begun = true;
    store->keeps_history = source->keeps_history;
    store->in_page = store->spoilt = store->has_article = false;
    store->waiting = 0;
    rows_clear(&store->newest_part);
    store->named = dump_date_of_name(found->name);
    if (state == source_refused || (state == source_new && !check_parts(store, source)) ||
        !abandon_earlier(store, source, part, found))
        return source_refused;
    if (state == source_finished)
        return found->abandoned_articles < 0 || commit(store) ? state : source_refused;
    if (state == source_new && !insert_source(store, source))
        return source_refused;
    /* `neardup add` has made this table. What an interrupted one has noted there stays. */
    bool noted =
        !source->is_added ||
        RUN(store, "INSERT OR IGNORE INTO adding SELECT ?1, ifnull(max(id), 0) FROM article",
            number(store->source_id));
    return noted ? state : source_refused;
}

bool store_other_source(struct store *store, const char *path, char name[store_name_max]) {
    sqlite3_stmt *row;
    bool good = FETCH(store, &row,
                      "SELECT name FROM source WHERE id <> ?1 AND (?2 IS NULL OR path = ?2) "
                      "ORDER BY id LIMIT 1",
                      number(store->source_id), string(path));
    const char *text = row ? (const char *)sqlite3_column_text(row, 0) : "";
    good = good && (text || database_error(store));
    snprintf(name, store_name_max, "%s", good ? text : "");
    sqlite3_reset(row);
    return good;
}

static bool save_counts(struct store *store, const struct store_counts *counts) {
    return RUN(store,
               "UPDATE source SET pages = ?2, articles = ?3, redirects = ?4, sentences = ?5, "
               "damaged = ?6, dump_date = nullif(?7, '') WHERE id = ?1",
               number(store->source_id), number(counts->pages), number(counts->articles),
               number(counts->redirects), number(counts->sentences), number(counts->damaged),
               string(store->newest.text));
}

static bool save_place(struct store *store, const struct resume_place *place) {
    return RUN(store,
               "INSERT OR REPLACE INTO checkpoint(source_id, byte_offset, file_bit, bit_offset, "
               "checksum, closed, records) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
               number(store->source_id), number(place->byte_offset), number(place->file_bit),
               number(place->bit_offset), number(place->checksum), number(place->closed),
               number(place->records));
}

bool store_mark(struct store *store) {
    return run(store, "SAVEPOINT rows");
}

bool store_keep(struct store *store) {
    return run(store, "RELEASE rows");
}

bool store_go_back(struct store *store) {
    history_clear(&store->history);
    return run(store, "ROLLBACK TO rows; RELEASE rows");
}

/* Whether each record has a value of its own in a column that may be the key. */
static bool tells_apart(struct store *store, int place, bool *tells) {
    sqlite3_stmt *row;
    bool several = store->source->key->count > 1;
    bool good = FETCH(store, &row,
                      "SELECT 1 FROM (SELECT CAST(iif(?2 < 0, key, key ->> ?2) AS TEXT) AS value "
                      "FROM article WHERE source_id = ?1) "
                      "GROUP BY value HAVING count(*) > 1 OR ifnull(value, '') = '' LIMIT 1",
                      number(store->source_id), number(several ? place : -1));
    *tells = good && !row;
    sqlite3_reset(row);
    return good;
}

/* Finds the key, if it is open, and notes it among the options. SQLite sorts in bounded memory. */
static bool find_key(struct store *store) {
    const struct source *source = store->source;
    struct open_key *key = source->key;
    bool tells = false;
    key->chosen = -1;
    for (int i = 0; i < key->count && !tells; i++) {
        if (!tells_apart(store, i, &tells))
            return false;
        key->chosen = tells ? i : -1;
    }
    if (key->count > tells &&
        !RUN(store, "UPDATE article SET key = iif(?2 < 0, NULL, key ->> ?2) WHERE source_id = ?1",
             number(store->source_id), number(key->chosen)))
        return false;
    if (!tells)
        return true;
    char *options = sqlite3_mprintf("%.*s,%s%s", (int)key->at, source->options,
                                    key->items[key->chosen], source->options + key->at);
    bool good = options ? RUN(store, "UPDATE source SET options = ?2 WHERE id = ?1",
                              number(store->source_id), string(options))
                        : out_of_memory(store);
    sqlite3_free(options);
    return good;
}

bool store_checkpoint(struct store *store, const struct resume_place *place,
                      const struct store_counts *counts) {
    assert(store->begun && (!place || place->byte_offset >= 0));
    struct resume_place now;
    bool found;
    if (!save_counts(store, counts))
        return false;
    if (!place)
        return end_history(store) && find_key(store) && run(store, make_tables_sql) &&
               commit(store);
    if (!save_place(store, place) || !commit(store) || !run(store, "BEGIN IMMEDIATE") ||
        !find_checkpoint(store, &now, &found))
        return false;
    /* Between the two transactions another program may have resumed the same load. */
    return (found && now.byte_offset == place->byte_offset) ||
           fail(store->failure, "%s: another process is loading this file; stopping", store->path);
}

static int look_for_interrupt(void *user) {
    (void)user;
    return interrupt_overdue();
}

bool store_end(struct store *store, const char *base, const char *language,
               const struct store_counts *counts, const struct resume_place *end, bool gives_up) {
    assert(store->begun && store->source_id > 0);
    enum { steps = 10000 };
    if (gives_up)
        sqlite3_progress_handler(store->db, steps, look_for_interrupt, NULL);
    bool good =
        save_counts(store, counts) && find_key(store) &&
        RUN(store,
            "UPDATE source SET finished_at = datetime(), base = nullif(?2, ''), "
            "language = nullif(?3, ''), dump_date = coalesce(dump_date, nullif(?4, '')) "
            "WHERE id = ?1",
            number(store->source_id), string(base), string(language), string(store->named.text)) &&
        (end ? save_place(store, end)
             : RUN(store, "DELETE FROM checkpoint WHERE source_id = ?1",
                   number(store->source_id))) &&
        run(store, make_tables_sql) && commit(store);
    sqlite3_progress_handler(store->db, 0, NULL, NULL);
    return good;
}

/* ---- Articles -------------------------------------------------------------------------------- */

static void note_revision_time(struct store *store, const struct rows *rows,
                               const struct page_row *page) {
    dump_date_add_time(&store->newest, row_bytes(rows, page->revision_time),
                       page->revision_time.length);
}

/* The id after `last`, which then is no longer needed; as NULL if SQLite knows it. */
static struct bound id_after(int64_t *last) {
    assert(*last >= 0);
    int64_t id = *last > 0 && *last < INT64_MAX ? *last + 1 : 0;
    *last = 0;
    return id_or_null(id);
}

static bool add_article(struct store *store, const struct rows *rows, const struct page_row *page) {
    note_revision_time(store, rows, page);
    bool good =
        RUN(store,
            "INSERT INTO article(source_id, page_id, namespace, title, revision_id, "
            "revision_time, titled, key, id) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
            number(store->source_id), number_unless(page->page_id, !page->has_page_id),
            number(page->namespace_number), text(rows, page->title), id_or_null(page->revision_id),
            text_or_null(rows, page->revision_time), number(!page->untitled),
            value(rows, page->key), id_after(&store->last_article));
    store->article_id = sqlite3_last_insert_rowid(store->db);
    history_clear(&store->history);
    store->begins_empty =
        page->revision_count > 0 && rows->revisions[page->first_revision].is_empty;
    return good;
}

static bool add_further(struct store *store, const struct rows *rows, const struct page_row *page) {
    static const char *const inserts[further_tables] = {
        [further_language] = "INSERT INTO article_language(article_id, language) VALUES (?1, ?2)",
        [further_carried] = "INSERT INTO carried(article_id, name, value) VALUES (?1, ?2, ?3)",
        [further_page] = "INSERT INTO page(article_id, site, address, time, status, content_type, "
                         "encoding, names_wikipedia, characters, boilerplate) "
                         "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        [further_link] = "INSERT INTO page_link(article_id, address, text) VALUES (?1, ?2, ?3)",
        [further_third_party] = "INSERT INTO third_party(article_id, hosts) VALUES (?1, ?2)",
        [further_facts] = "INSERT INTO article_fact(article_id, categories, links, languages, "
                          "infoboxes) VALUES (?1, ?2, ?3, ?4, ?5)"};
    struct bound values[1 + further_values_max] = {number(store->article_id)};
    assert(page->first_further + page->further_count <= rows->further_count);
    for (size_t i = 0; i < page->further_count; i++) {
        const struct further_row *row = &rows->further[page->first_further + i];
        for (size_t k = 0; k < row->value_count; k++)
            values[k + 1] = value(rows, rows->cells[row->first_value + k]);
        if (!step(store, inserts[row->table], values, (int)row->value_count + 1, NULL))
            return false;
    }
    return true;
}

/* OR FAIL: an error undoes the whole transaction anyway, so no statement journal is needed. */
#define INSERT_SENTENCES                                                                       \
    "INSERT OR FAIL INTO sentence(id, article_id, position, paragraph, section, block, text) " \
    "VALUES "
#define ONE "(?, ?, ?, ?, ?, ?, ?)"
#define FOUR ONE ", " ONE ", " ONE ", " ONE
#define SIXTEEN FOUR ", " FOUR ", " FOUR ", " FOUR

/* Inserts the sentences that wait, before their bytes go. */
static bool insert_waiting(struct store *store) {
    static const struct {
        int rows;
        const char *sql;
    } inserts[] = {
        {sentences_at_once, INSERT_SENTENCES SIXTEEN ", " SIXTEEN ", " SIXTEEN ", " SIXTEEN},
        {16, INSERT_SENTENCES SIXTEEN},
        {1, INSERT_SENTENCES ONE}};
    int count = store->waiting;
    store->waiting = 0;
    for (int at = 0, use = 0; at < count;) {
        int rows = inserts[use].rows;
        if (rows > count - at)
            use++;
        else if (step(store, inserts[use].sql, store->sentences[at], rows * sentence_values, NULL))
            at += rows;
        else
            return false;
    }
    return true;
}

/* They may wait: insert_waiting(). If an interrupt is overdue, nobody asks why this fails. */
static bool add_sentences(struct store *store, const struct rows *rows,
                          const struct page_row *page) {
    assert(page->first_sentence + page->sentence_count <= rows->sentence_count);
    for (size_t i = 0; i < page->sentence_count; i++) {
        const struct sentence_row *sentence = &rows->sentences[page->first_sentence + i];
        const struct bound values[sentence_values] = {
            id_after(&store->last_sentence), number(store->article_id),
            number((int64_t)i + 1),          number((int64_t)sentence->paragraph),
            text(rows, sentence->section),   string(block_kind_name(sentence->block)),
            text(rows, sentence->text)};
        memcpy(store->sentences[store->waiting++], values, sizeof values);
        if (store->waiting == sentences_at_once && (interrupt_overdue() || !insert_waiting(store)))
            return false;
    }
    return true;
}

static bool add_damage(struct store *store, int64_t offset, struct bound title,
                       struct bound message) {
    return RUN(store,
               "INSERT INTO damage(source_id, byte_offset, page_title, message) "
               "VALUES (?1, ?2, ?3, ?4)",
               number(store->source_id), number(offset), title, message);
}

bool store_words(struct store *store, int64_t *words, int64_t *dimensions) {
    return ask(store, "SELECT count(*) FROM word_vector", words) &&
           ask(store, "SELECT ifnull((SELECT length(vector) / 4 FROM word_vector LIMIT 1), 0)",
               dimensions);
}

static bool add_word(struct store *store, const struct rows *rows, const struct page_row *word,
                     struct store_counts *counts) {
    static const char known[] = "the word is in the file twice; its first vector counts";
    if (!RUN(store, "INSERT OR IGNORE INTO word_vector(word, vector) VALUES (?1, ?2)",
             text(rows, word->title),
             value(rows, (struct cell){cell_blob,
                                       .as.bytes = {word->vector.offset, word->vector.length}})))
        return false;
    bool added = sqlite3_changes(store->db) > 0;
    counts->pages += added;
    counts->damaged += !added;
    return added || add_damage(store, word->byte_offset, text(rows, word->title), string(known));
}

/* ---- Revisions ------------------------------------------------------------------------------- */

static bool set_newest(struct store *store, const struct rows *rows, const struct page_row *page) {
    assert(store->article_id > 0);
    note_revision_time(store, rows, page);
    return end_history(store) &&
           RUN(store, "UPDATE article SET revision_id = ?2, revision_time = ?3 WHERE id = ?1",
               number(store->article_id), id_or_null(page->revision_id),
               text_or_null(rows, page->revision_time));
}

/*
 * The number of a sentence in the article's history, which it joins if it is new. Equal hashes do
 * not prove that two sentences are equal, so the row is compared.
 */
static bool find_sentence(struct store *store, const struct rows *rows,
                          const struct sentence_row *sentence, size_t *found) {
    struct history *history = &store->history;
    struct bound section = text(rows, sentence->section), words = text(rows, sentence->text);
    struct bound block = string(block_kind_name(sentence->block));
    uint64_t hash = history_hash(row_bytes(rows, sentence->text), sentence->text.length,
                                 (uint64_t)sentence->block);
    hash = history_hash(row_bytes(rows, sentence->section), sentence->section.length, hash);
    size_t *place = history_find(history, hash);
    if (!place)
        return out_of_memory(store);
    if (*place) {
        sqlite3_stmt *same;
        *found = *place - 1;
        bool good =
            FETCH(store, &same,
                  "SELECT 1 FROM history_sentence WHERE id = ?1 AND section = ?2 "
                  "AND block = ?3 AND text = ?4",
                  number(store->first_sentence_id + (int64_t)*found), section, block, words);
        sqlite3_reset(same);
        if (!good || same)
            return good;
    }
    if (!RUN(store,
             "INSERT INTO history_sentence(article_id, section, block, text) "
             "VALUES (?1, ?2, ?3, ?4)",
             number(store->article_id), section, block, words))
        return false;
    int64_t id = sqlite3_last_insert_rowid(store->db);
    *found = history->count;
    if (*found == 0)
        store->first_sentence_id = id;
    /* The ids of an article's sentences follow each other, unless SQLite has no more. */
    if ((uint64_t)id - (uint64_t)store->first_sentence_id != *found)
        return fail(store->failure, "%s: the table history_sentence is full", store->path);
    return history_add(history, hash, place) || out_of_memory(store);
}

static bool add_revision(struct store *store, const struct rows *rows,
                         const struct revision_row *revision) {
    assert(store->article_id > 0);
    enum { spans_many = 1 << 16 };
    struct history *history = &store->history;
    /* Hardly a page begins empty: a wiki that has imported it did not get its texts. */
    bool lacks_text = revision->lacks_text || (store->begins_empty && revision->is_empty);
    if (!RUN(store,
             "INSERT INTO revision(article_id, revision_id, time, contributor, contributor_id, "
             "minor, comment, has_text) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
             number(store->article_id), id_or_null(revision->id), text(rows, revision->time),
             text_or_null(rows, revision->contributor), id_or_null(revision->contributor_id),
             number(revision->minor), text_or_null(rows, revision->comment), number(!lacks_text)))
        return false;
    int64_t revision_id = sqlite3_last_insert_rowid(store->db);
    assert(revision->first_sentence + revision->sentence_count <= rows->sentence_count);
    for (size_t i = 0; i < revision->sentence_count; i++) {
        size_t sentence = 0;
        if (!find_sentence(store, rows, &rows->sentences[revision->first_sentence + i], &sentence))
            return false;
        if (!history_meet(history, sentence, revision_id, i + 1))
            return out_of_memory(store);
    }
    if (!lacks_text && !history_end(history, revision_id))
        return out_of_memory(store);
    return history->ended_count < spans_many || write_spans(store);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

/* The whole page has been read; `page` is the part with its newest revision. */
static bool write_page(struct store *store, const struct rows *rows, const struct page_row *page,
                       struct store_counts *counts) {
    counts->pages++;
    if (!page->wanted)
        return true;
    counts->redirects += page->redirects;
    assert(page->target.length == 0 || (page->redirects && page->title.length > 0));
    if (page->target.length > 0 &&
        !RUN(store, "INSERT INTO alias(source_id, title, target, section) VALUES (?1, ?2, ?3, ?4)",
             number(store->source_id), text(rows, page->title), text(rows, page->target),
             text(rows, page->target_section)))
        return false;
    if (page->redirects && !store->keeps_history)
        return true;
    counts->articles++;
    counts->sentences += (int64_t)page->sentence_count;
    return (store->keeps_history ? set_newest : add_article)(store, rows, page) &&
           add_further(store, rows, page) && add_sentences(store, rows, page);
}

/* Keeps the part with the newest revision: by time, and within a second by number. */
static bool keep_newest(struct store *store, const struct rows *rows, const struct page_row *page) {
    struct rows *newest = &store->newest_part;
    bool newer = !store->in_page || newest->page_count == 0;
    if (!newer && page->revisions > 0) {
        const struct page_row *other = newest->pages;
        int order =
            time_compare(row_bytes(rows, page->revision_time), page->revision_time.length,
                         row_bytes(newest, other->revision_time), other->revision_time.length);
        newer = order > 0 || (order == 0 && page->revision_id >= other->revision_id);
    }
    if (newer)
        rows_copy_page(newest, rows, page);
    return !newest->failed || out_of_memory(store);
}

/*
 * With history, an article gets its row and its revisions before its newest revision is known. A
 * damaged part spoils its page: only with history the revisions before it are kept.
 */
static bool write_part(struct store *store, const struct rows *rows, const struct page_row *page,
                       struct store_counts *counts) {
    bool whole = !store->in_page && !page->continues;
    if (page->vector.length > 0)
        return add_word(store, rows, page, counts);
    if (page->damaged) {
        store->spoilt = true;
        counts->damaged++;
        return add_damage(store, page->byte_offset, text_or_null(rows, page->title),
                          text(rows, page->message));
    }
    bool only_the_end = store->spoilt && page->revision_count == 0;
    if (page->wanted && store->keeps_history && !only_the_end) {
        if (!store->has_article && !add_article(store, rows, page))
            return false;
        store->has_article = true;
        for (size_t i = 0; i < page->revision_count; i++)
            if (!add_revision(store, rows, &rows->revisions[page->first_revision + i]))
                return false;
    }
    return whole ? write_page(store, rows, page, counts) : keep_newest(store, rows, page);
}

bool store_rows(struct store *store, const struct rows *rows, struct store_counts *counts) {
    struct rows *newest = &store->newest_part;
    for (size_t i = 0; i < rows->page_count; i++) {
        const struct page_row *page = &rows->pages[i];
        assert(page->first_sentence + page->sentence_count <= rows->sentence_count);
        assert(page->first_revision + page->revision_count <= rows->revision_count);
        if (!write_part(store, rows, page, counts))
            return false;
        if (store->in_page && !page->continues) { /* the last part of several */
            bool kept = newest->page_count > 0 && (!store->spoilt || store->has_article);
            bool good = !kept ||
                        (write_page(store, newest, newest->pages, counts) && insert_waiting(store));
            rows_clear(newest);
            if (!good)
                return false;
        }
        store->in_page = page->continues;
        if (!page->continues)
            store->spoilt = store->has_article = false;
    }
    return insert_waiting(store);
}

bool store_in_page(const struct store *store) {
    return store->in_page;
}

/* ---- Dates ----------------------------------------------------------------------------------- */

enum { dashed_length = 10, plain_length = 8 };

static bool is_month_and_day(const char *month, const char *day) {
    int m = (month[0] - '0') * 10 + month[1] - '0', d = (day[0] - '0') * 10 + day[1] - '0';
    return m >= 1 && m <= 12 && d >= 1 && d <= 31;
}

/* Whether `text` begins with bytes of this pattern, in which 0 stands for any digit. */
static bool matches(const char *text, const char *pattern) {
    for (; *pattern; text++, pattern++)
        if (*pattern == '0' ? !ascii_is_digit(*text) : *text != *pattern)
            return false;
    return true;
}

void dump_date_add_time(struct dump_date *date, const char *time, size_t length) {
    if (length < dashed_length || !matches(time, "0000-00-00") ||
        !is_month_and_day(time + 5, time + 8) || memcmp(time, date->text, dashed_length) <= 0)
        return;
    memcpy(date->text, time, dashed_length);
    date->text[dashed_length] = '\0';
}

struct dump_date dump_date_of_name(const char *name) {
    struct dump_date date = {""};
    for (const char *at = name; *at; at++) {
        bool dashed = matches(at, "0000-00-00"), plain = matches(at, "00000000");
        if ((!dashed && !plain) || (at > name && ascii_is_digit(at[-1])) ||
            ascii_is_digit(at[dashed ? dashed_length : plain_length]))
            continue;
        const char *month = at + (dashed ? 5 : 4), *day = at + (dashed ? 8 : 6);
        bool of_our_time = memcmp(at, "1990", 4) >= 0 && memcmp(at, "2099", 4) <= 0;
        if (!of_our_time || !is_month_and_day(month, day))
            continue;
        memcpy(date.text, at, 4);
        date.text[4] = date.text[7] = '-';
        memcpy(date.text + 5, month, 2);
        memcpy(date.text + 8, day, 2);
        return date;
    }
    return date;
}
