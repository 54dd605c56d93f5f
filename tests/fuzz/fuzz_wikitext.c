/*
 * fuzz_wikitext.c - any bytes as wikitext: the blocks are as plain_text.h promises, and depend only
 * on the text, not on what was cleaned before.
 *
 * The first byte chooses the language of the wiki.
 */
#include "../loader/plain_text_checks.h"
#include "fuzz.h"

#include <base/site.h>
#include <wikitext/wikitext.h>

static const char *const languages[] = {"en", "de", "fr", "zh", "eo", "gl", "ru", ""};

enum { language_count = sizeof languages / sizeof *languages };

/* Reused from input to input, as a load reuses it from page to page. */
static struct wikitext_cleaner *cleaner_of(unsigned language) {
    static struct wikitext_cleaner *cleaners[language_count];
    static struct site *sites[language_count];
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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct plain_text plain, again;
    struct fuzz_input input = fuzz_input(bytes, size);
    struct wikitext_cleaner *cleaner = cleaner_of(fuzz_byte(&input) % language_count);
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
    free(text.bytes);
    return 0;
}
