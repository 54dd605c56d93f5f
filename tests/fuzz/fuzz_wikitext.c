/*
 * fuzz_wikitext.c - any bytes as wikitext: the blocks are as plain_text.h promises, and depend only
 * on the text, not on what was cleaned before.
 *
 * The first byte chooses the language of the wiki.
 */
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

static void check_block(const struct plain_text *plain, const struct plain_block *block,
                        size_t end) {
    const char *text = plain->text.bytes + block->offset;
    MUST(block->length > 0 && block->offset >= end);
    MUST(block->offset + block->length <= plain->text.length);
    MUST(text[0] != ' ' && text[block->length - 1] != ' ');
    for (size_t i = 0; i < block->length; i++) {
        MUST((unsigned char)text[i] >= ' ');
        MUST(text[i] != ' ' || text[i + 1] != ' ');
    }
    MUST(block->kind < block_kinds && block->section < plain->section_count);
}

static void check_section(const struct plain_text *plain, const struct plain_section *section) {
    MUST(section->offset + section->length <= plain->section_names.length);
    for (size_t i = 0; i < section->length; i++)
        MUST((unsigned char)plain->section_names.bytes[section->offset + i] >= ' ');
}

static void check(const struct plain_text *plain) {
    size_t end = 0;
    MUST(plain->section_count > 0 && plain->sections[0].length == 0);
    for (size_t i = 0; i < plain->section_count; i++)
        check_section(plain, &plain->sections[i]);
    for (size_t i = 0; i < plain->block_count; i++) {
        check_block(plain, &plain->blocks[i], end);
        end = plain->blocks[i].offset + plain->blocks[i].length;
    }
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
    check(&plain);
    /* Clean half of it, then all of it again. */
    MUST(wikitext_clean(cleaner, text.bytes, text.length / 2, &again));
    check(&again);
    MUST(wikitext_clean(cleaner, text.bytes, text.length, &again));
    MUST(again.block_count == plain.block_count && again.section_count == plain.section_count);
    for (size_t i = 0; i < plain.block_count; i++)
        MUST(same_block(&plain, &again, i));
    free(text.bytes);
    return 0;
}
