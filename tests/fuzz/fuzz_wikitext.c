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

/* Whether strings end and have no control characters, brackets are balanced, and one begins the
 * text. */
static bool looks_like_json(const struct text_buffer *json) {
    enum { deepest = 3 };
    char open[deepest + 1];
    size_t depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < json->length; i++) {
        char byte = json->bytes[i];
        if (in_string && (byte == '\\' || (unsigned char)byte < ' ')) {
            if (byte != '\\' || i + 1 == json->length || !strchr("\"\\u", json->bytes[++i]))
                return false;
        } else if (byte == '"')
            in_string = !in_string;
        else if (!in_string && (byte == '[' || byte == '{')) {
            if (depth == deepest)
                return false;
            open[depth++] = byte;
        } else if (!in_string && (byte == ']' || byte == '}')) {
            if (depth == 0 || open[--depth] != (byte == ']' ? '[' : '{'))
                return false;
        }
        if (depth == 0 && i + 1 < json->length)
            return false;
    }
    return depth == 0 && !in_string;
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
    MUST(looks_like_json(&facts[language].json[fact_categories]) &&
         looks_like_json(&facts[language].json[fact_links]));
    MUST(looks_like_json(&facts[language].json[fact_languages]) &&
         looks_like_json(&facts[language].json[fact_infoboxes]));
    free(text.bytes);
    return 0;
}
