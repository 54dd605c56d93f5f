/* article_text.c - see article_text.h. */
#include "article_text.h"

#include "alias.h"
#include "base/site.h"
#include "dump/redirect.h"
#include "page_facts.h"
#include "sentence_reader.h"
#include "text/page.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct article_text {
    struct site *own_site; /* NULL: it is borrowed */
    const struct site *site;
    struct sentence_reader reader;
    struct page_facts facts;
    struct alias alias;
    struct page page; /* of a redirect */
    struct rows rows;
    sqlite3 *db; /* that has the table */
};

static bool open_tools(struct article_text *article, const char *language,
                       struct failure *failure) {
    if (!article->site) {
        article->own_site = site_open();
        if (!article->own_site)
            return fail_memory(failure);
        site_fix_language(article->own_site, language);
        article->site = article->own_site;
    }
    article->reader.cleaner = wikitext_cleaner_open(article->site);
    if (!article->reader.cleaner)
        return fail_memory(failure);
    article->reader.splitter =
        sentence_splitters_find(&article->reader.splitters, language, failure);
    return article->reader.splitter != NULL;
}

struct article_text *article_text_open(const char *language, const struct site *site,
                                       struct failure *failure) {
    struct article_text *article = allocate(sizeof *article, failure);
    if (!article)
        return NULL;
    article->site = site;
    if (open_tools(article, language, failure))
        return article;
    article_text_close(article);
    return NULL;
}

void article_text_close(struct article_text *article) {
    if (!article)
        return;
    sentence_reader_free(&article->reader);
    site_close(article->own_site);
    page_facts_free(&article->facts);
    alias_free(&article->alias);
    page_free(&article->page);
    rows_free(&article->rows);
    free(article);
}

/* page_fact('links'): NULL if the page has none. */
static void give_fact(sqlite3_context *context, int count, sqlite3_value **values) {
    const struct article_text *article = sqlite3_user_data(context);
    static const char *const names[page_fact_count] = {[fact_categories] = "categories",
                                                       [fact_links] = "links",
                                                       [fact_languages] = "languages",
                                                       [fact_infoboxes] = "infoboxes"};
    const char *name = (const char *)sqlite3_value_text(values[0]);
    (void)count;
    for (int i = 0; name && i < page_fact_count; i++) {
        const struct text_buffer *json = &article->facts.json[i];
        if (strcmp(names[i], name) == 0 && json->length > 0)
            sqlite3_result_text64(context, json->bytes, json->length, SQLITE_TRANSIENT,
                                  SQLITE_UTF8);
    }
}

int article_text_register(struct article_text *article, sqlite3 *db) {
    static const char table[] =
        "CREATE TEMP TABLE page_sentence(position INTEGER PRIMARY KEY, paragraph INTEGER, "
        "section TEXT, block TEXT, text TEXT)";
    int code = sqlite3_create_function_v2(db, "page_fact", 1, SQLITE_UTF8, article, give_fact, NULL,
                                          NULL, NULL);
    article->db = db;
    return code == SQLITE_OK ? sqlite3_exec(db, table, NULL, NULL, NULL) : code;
}

int article_text_namespace(const struct article_text *article, const char *title) {
    size_t before = strcspn(title, ":");
    int number = title[before] ? site_namespace(article->site, title, before) : namespace_none;
    return number == namespace_none ? namespace_article : number;
}

static bool read_redirect(struct article_text *article, const char *text, size_t length,
                          const char *target, struct article_redirect *redirect) {
    struct page *page = &article->page;
    const struct alias *alias = &article->alias;
    page_clear(page);
    page->redirects = true;
    text_buffer_append(&page->newest.text, text, length);
    text_buffer_append(&page->redirect_target, target ? target : "", target ? strlen(target) : 0);
    if (page->newest.text.failed || page->redirect_target.failed ||
        !alias_read(&article->alias, article->site, page))
        return false;
    text_buffer_append_byte(&article->alias.target, '\0');
    text_buffer_append_byte(&article->alias.section, '\0');
    redirect->namespace_number = alias->namespace_number;
    redirect->target = alias->target.bytes;
    redirect->section = alias->section.bytes;
    return !alias->target.failed && !alias->section.failed;
}

static bool bind_text(sqlite3_stmt *statement, int place, const struct rows *rows,
                      struct row_text text) {
    return sqlite3_bind_text64(statement, place, row_bytes(rows, text), text.length, SQLITE_STATIC,
                               SQLITE_UTF8) == SQLITE_OK;
}

/* Puts the sentences into the table, in place of those before. */
static bool fill_table(struct article_text *article, struct failure *failure) {
    const struct rows *rows = &article->rows;
    sqlite3 *db = article->db;
    sqlite3_stmt *insert = NULL;
    bool good = sqlite3_exec(db, "DELETE FROM temp.page_sentence", NULL, NULL, NULL) == SQLITE_OK &&
                sqlite3_prepare_v2(db, "INSERT INTO temp.page_sentence VALUES (?1, ?2, ?3, ?4, ?5)",
                                   -1, &insert, NULL) == SQLITE_OK;
    for (size_t i = 0; good && i < rows->sentence_count; i++) {
        const struct sentence_row *sentence = &rows->sentences[i];
        sqlite3_bind_int64(insert, 1, (sqlite3_int64)i + 1);
        sqlite3_bind_int64(insert, 2, (sqlite3_int64)sentence->paragraph);
        good = bind_text(insert, 3, rows, sentence->section) &&
               sqlite3_bind_text(insert, 4, block_kind_name(sentence->block), -1, SQLITE_STATIC) ==
                   SQLITE_OK &&
               bind_text(insert, 5, rows, sentence->text) && sqlite3_step(insert) == SQLITE_DONE;
        sqlite3_reset(insert);
    }
    good = good || fail_database(failure, db, "a temporary table", false);
    sqlite3_finalize(insert);
    return good;
}

static bool read_text(struct article_text *article, const char *text, size_t length,
                      const char *target, struct article_redirect *redirect,
                      struct failure *failure) {
    /* What a large text needed is given back with the next one. */
    enum { usual_size = 8 << 20 };
    if (rows_size(&article->rows) > usual_size)
        rows_free(&article->rows);
    else
        rows_clear(&article->rows);
    page_facts_clear(&article->facts);
    *redirect = (struct article_redirect){.target = "", .section = ""};
    redirect->redirects = target || (length > 0 && redirect_target(text, length) > 0);
    if (redirect->redirects)
        return read_redirect(article, text, length, target, redirect) || fail_memory(failure);
    if (!sentence_reader_read(&article->reader, text, length, &article->rows, failure))
        return false;
    if (length > 0 &&
        !page_facts_read(&article->facts, article->reader.cleaner, article->site, text))
        return fail_memory(failure);
    return !article->rows.failed || fail_memory(failure);
}

bool article_text_read(struct article_text *article, const char *text, size_t length,
                       const char *target, struct article_redirect *redirect,
                       struct failure *failure) {
    return read_text(article, text, length, target, redirect, failure) &&
           fill_table(article, failure);
}
