/*
 * fuzz_wikitext.c - any bytes as wikitext: the blocks are as plain_text.h promises, and depend only
 * on the text, not on what was cleaned before; and what else the page says is JSON.
 *
 * The first byte chooses the language of the wiki.
 */
#include "../loader/plain_text_checks.h"
#include "fuzz.h"

#include <base/site.h>
#include <page_facts.h>
#include <sqlite3.h>
#include <wikitext/wikitext.h>

static const char *const languages[] = {"en", "de", "fr", "zh", "eo", "gl", "ru", ""};

enum { language_count = sizeof languages / sizeof *languages };

static struct site *sites[language_count];

/* Reused from input to input, as a load reuses it from page to page. */
static struct wikitext_cleaner *cleaner_of(unsigned language) {
    static struct wikitext_cleaner *cleaners[language_count];
    if (cleaners[language])
        return cleaners[language];
    struct site *site = sites[language] = site_open();
    if (!site)
        abort();
    site_set_language(site, languages[language], strlen(languages[language]));
    cleaners[language] = wikitext_cleaner_open(site);
    return cleaners[language];
}

static bool same_block(const struct plain_text *x, const struct plain_text *y, size_t i) {
    const struct plain_block *a = &x->blocks[i], *b = &y->blocks[i];
    return a->kind == b->kind && a->section == b->section && a->length == b->length &&
           memcmp(x->text.bytes + a->offset, y->text.bytes + b->offset, a->length) == 0;
}

static bool is_json(const struct text_buffer *json) {
    static sqlite3_stmt *valid;
    sqlite3 *db;
    if (!valid &&
        (sqlite3_open(":memory:", &db) != SQLITE_OK ||
         sqlite3_prepare_v2(db, "SELECT ?1 = '' OR json_valid(?1)", -1, &valid, NULL) != SQLITE_OK))
        abort();
    int bound = sqlite3_bind_text64(valid, 1, json->length ? json->bytes : "", json->length,
                                    SQLITE_STATIC, SQLITE_UTF8);
    bool good =
        bound == SQLITE_OK && sqlite3_step(valid) == SQLITE_ROW && sqlite3_column_int(valid, 0);
    sqlite3_reset(valid);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct plain_text plain, again;
    static struct page_facts facts[language_count];
    struct fuzz_input input = fuzz_input(bytes, size);
    unsigned language = fuzz_byte(&input) % language_count;
    struct wikitext_cleaner *cleaner = cleaner_of(language);
    struct fuzz_text text = fuzz_take(&input, input.left);
    MUST(wikitext_clean(cleaner, text.bytes, text.length, &plain));
    MUST(!plain_text_fault(&plain, true));
    /* Clean half of it, then all of it again. */
    MUST(wikitext_clean(cleaner, text.bytes, text.length / 2, &again));
    MUST(!plain_text_fault(&again, true));
    MUST(wikitext_clean(cleaner, text.bytes, text.length, &again));
    MUST(again.block_count == plain.block_count && again.section_count == plain.section_count);
    for (size_t i = 0; i < plain.block_count; i++)
        MUST(same_block(&plain, &again, i));
    MUST(page_facts_read(&facts[language], cleaner, sites[language], text.bytes));
    for (int i = 0; i < page_fact_count; i++)
        MUST(is_json(&facts[language].json[i]));
    free(text.bytes);
    return 0;
}
