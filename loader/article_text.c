/* article_text.c - see article_text.h. */
#include "article_text.h"

#include "alias.h"
#include "base/site.h"
#include "dump/redirect.h"
#include "page_facts.h"
#include "sentence_reader.h"
#include "store/sentence_table.h"
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
    struct sentence_table table;
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
    article->table.rows = &article->rows;
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
    int code = sqlite3_create_function_v2(db, "page_fact", 1, SQLITE_UTF8, article, give_fact, NULL,
                                          NULL, NULL);
    return code == SQLITE_OK ? sentence_table_register(db, &article->table) : code;
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

bool article_text_read(struct article_text *article, const char *text, size_t length,
                       const char *target, struct article_redirect *redirect,
                       struct failure *failure) {
    /* What a large text needed is given back with the next one. */
    enum { usual_size = 8 << 20 };
    if (rows_size(&article->rows) > usual_size)
        rows_free(&article->rows);
    else
        rows_clear(&article->rows);
    article->table.count = 0;
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
    article->table.count = article->rows.sentence_count;
    return !article->rows.failed || fail_memory(failure);
}
