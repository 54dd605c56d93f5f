/* revision_table.c - see revision_table.h. */
#include "revision_table.h"

#include "dump/dump.h"
#include "dump/page_parser.h"
#include "text/page.h"

#include <libxml/parser.h> /* xmlInitParser */
#include <stdlib.h>

struct revision_table {
    struct options options;
    struct source_file *file;
    struct slice_parser *parser;
    struct batch
        batch; /* the first one is cut when the file is opened, so that the site is known */
    enum cut_state state;
    struct page page;

    /* Of the page: ids of rows. */
    int64_t page_begin, slice_begin; /* its first row, and that of the slice; 0: none */
    bool spoilt, in_parts;

    sqlite3 *db;
    sqlite3_stmt *insert, *remove, *redirect;
};

static bool database_error(const struct revision_table *table, struct failure *failure) {
    return fail_database(failure, table->db, "a temporary table", false);
}

static bool cut(struct revision_table *table, struct failure *failure) {
    table->state = reader_next_batch(table->file->reader, &table->batch, failure);
    return table->state != cut_failed;
}

static bool open_tools(struct revision_table *table, const char *path, const char *language,
                       struct failure *failure) {
    table->options =
        (struct options){.format = format_find("mediawiki"), .language = language, .threads = 1};
    if (!page_parser_prepare_thread())
        return fail_memory(failure);
    xmlInitParser();
    table->file = source_file_open(path, &table->options, failure);
    if (!table->file)
        return false;
    table->parser = table->file->reader->kind->open_parser(table->file->reader, failure);
    return table->parser && cut(table, failure);
}

struct revision_table *revision_table_open(const char *path, const char *language,
                                           struct failure *failure) {
    struct revision_table *table = allocate(sizeof *table, failure);
    if (!table)
        return NULL;
    if (open_tools(table, path, language, failure))
        return table;
    revision_table_close(table);
    return NULL;
}

void revision_table_close(struct revision_table *table) {
    if (!table)
        return;
    slice_parser_close(table->parser);
    source_file_close(table->file);
    batch_free(&table->batch);
    page_free(&table->page);
    free(table);
}

const struct source_file *revision_table_file(const struct revision_table *table) {
    return table->file;
}

static bool bind_text(sqlite3_stmt *statement, int place, const struct text_buffer *text) {
    return sqlite3_bind_text64(statement, place, text->length ? text->bytes : "", text->length,
                               SQLITE_STATIC, SQLITE_UTF8) == SQLITE_OK;
}

static bool step(sqlite3_stmt *statement) {
    sqlite3_step(statement);
    return sqlite3_reset(statement) == SQLITE_OK;
}

static bool remove_from(struct revision_table *table, int64_t first) {
    if (first == 0)
        return true;
    sqlite3_bind_int64(table->remove, 1, first);
    return step(table->remove);
}

/* The parser calls this while it is in the page. False: out of memory, or of the disk. */
static bool take_revision(void *user, const struct page *page, const struct revision *revision) {
    struct revision_table *table = user;
    sqlite3_stmt *insert = table->insert;
    if (page->revisions == 0) { /* the parser may have begun the slice anew */
        if (!remove_from(table, table->slice_begin))
            return false;
        table->slice_begin = 0;
    }
    sqlite3_bind_int64(insert, 1, page->id);
    sqlite3_bind_int64(insert, 2, page->namespace_number);
    sqlite3_bind_int64(insert, 4, revision->id);
    if (!bind_text(insert, 3, &page->title) || !bind_text(insert, 5, &revision->time) ||
        !bind_text(insert, 6, &revision->contributor) || !bind_text(insert, 7, &revision->text) ||
        !step(insert))
        return false;
    int64_t id = sqlite3_last_insert_rowid(table->db);
    if (table->slice_begin == 0)
        table->slice_begin = id;
    if (table->page_begin == 0)
        table->page_begin = table->slice_begin;
    return true;
}

/*
 * The page is complete. A damaged one is left out. Where the dump says that the page leads belongs
 * to its newest revision; of a page in parts, only a target is known to be from there.
 */
static bool end_page(struct revision_table *table, int64_t *damaged) {
    const struct page *page = &table->page;
    bool good = true;
    if (table->spoilt) {
        ++*damaged;
        good = remove_from(table, table->page_begin);
    } else if (page->redirect_target.length > 0 || (page->redirects && !table->in_parts)) {
        sqlite3_bind_int64(table->redirect, 2, table->page_begin);
        good = bind_text(table->redirect, 1, &page->redirect_target) && step(table->redirect);
    }
    table->page_begin = 0;
    table->spoilt = table->in_parts = false;
    return good;
}

static bool take_slice(struct revision_table *table, const struct slice *slice, int64_t *damaged,
                       struct failure *failure) {
    struct failure reason;
    enum slice_result result = slice_good;
    table->slice_begin = 0;
    if (slice->length > 0)
        result =
            slice_parser_read(table->parser, &table->batch, slice, SIZE_MAX, &table->page, &reason);
    if (sqlite3_errcode(table->db) != SQLITE_OK && sqlite3_errcode(table->db) != SQLITE_DONE)
        return database_error(table, failure);
    if (result == slice_no_memory)
        return fail_memory(failure);
    table->spoilt = table->spoilt || slice->damaged || result == slice_damaged;
    table->in_parts = table->in_parts || slice->continues;
    return slice->continues || end_page(table, damaged) || database_error(table, failure);
}

static bool prepare(struct revision_table *table, struct failure *failure) {
    static const char make[] =
        "CREATE TEMP TABLE dump_revision (id INTEGER PRIMARY KEY, page_id INTEGER, "
        "namespace INTEGER NOT NULL, title TEXT NOT NULL, revision_id INTEGER, time TEXT NOT NULL, "
        "contributor TEXT, target TEXT, text TEXT NOT NULL)";
    static const char insert[] =
        "INSERT INTO temp.dump_revision(page_id, namespace, title, revision_id, time, contributor, "
        "text) VALUES (nullif(?1, 0), ?2, ?3, nullif(?4, 0), ?5, nullif(?6, ''), ?7)";
    static const char remove[] = "DELETE FROM temp.dump_revision WHERE id >= ?1";
    static const char redirect[] =
        "UPDATE temp.dump_revision SET target = ?1 WHERE id = (SELECT id FROM temp.dump_revision "
        "WHERE id >= ?2 AND ?2 > 0 ORDER BY time DESC, revision_id DESC, id DESC LIMIT 1)";
    sqlite3 *db = table->db;
    return (sqlite3_exec(db, make, NULL, NULL, NULL) == SQLITE_OK &&
            sqlite3_prepare_v2(db, insert, -1, &table->insert, NULL) == SQLITE_OK &&
            sqlite3_prepare_v2(db, remove, -1, &table->remove, NULL) == SQLITE_OK &&
            sqlite3_prepare_v2(db, redirect, -1, &table->redirect, NULL) == SQLITE_OK) ||
           database_error(table, failure);
}

bool revision_table_fill(struct revision_table *table, sqlite3 *db, bool (*stops)(void),
                         int64_t *damaged, struct failure *failure) {
    table->db = db;
    *damaged = 0;
    page_parser_each_revision(table->parser, take_revision, table);
    bool good = prepare(table, failure);
    while (good && table->state == cut_batch && !stops()) {
        for (size_t i = 0; good && i < table->batch.count; i++)
            good = take_slice(table, &table->batch.slices[i], damaged, failure);
        good = good && cut(table, failure);
    }
    sqlite3_finalize(table->insert);
    sqlite3_finalize(table->remove);
    sqlite3_finalize(table->redirect);
    return good;
}
