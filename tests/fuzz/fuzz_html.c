/*
 * fuzz_html.c - any bytes as a web page: the blocks are as plain_text.h promises, the counts add
 * up, links are absolute, third parties are hosts, and all depends only on the page, not on what
 * was read before.
 *
 * The first byte chooses what the HTTP header says about the encoding.
 */
#include "../loader/plain_text_checks.h"
#include "fuzz.h"

#include <text/utf8.h>
#include <web/html_page.h>

static const char *const charsets[] = {NULL, "utf-8", "iso-8859-1", "shift_jis", "utf-16", "x"};

enum { charset_count = sizeof charsets / sizeof *charsets };

static const char address[] = "https://en.wikipedia.org/wiki/A";

/* Reused from input to input, as a load reuses it from page to page. */
static struct html_reader *the_reader(void) {
    static struct html_reader *reader;
    struct failure failure;
    if (!reader && !(reader = html_reader_open(&failure)))
        abort();
    return reader;
}

static void must_be_line(const char *text, size_t length) {
    MUST(utf8_valid_length(text, length) == length);
    for (size_t i = 0; i < length; i++)
        MUST((unsigned char)text[i] >= ' ');
}

static void check_blocks(const struct plain_text *plain, size_t characters) {
    size_t found = 0;
    MUST(!plain_text_fault(plain, false));
    for (size_t i = 0; i < plain->section_count; i++)
        must_be_line(plain->section_names.bytes + plain->sections[i].offset,
                     plain->sections[i].length);
    for (size_t i = 0; i < plain->block_count; i++) {
        const char *text = plain->text.bytes + plain->blocks[i].offset;
        must_be_line(text, plain->blocks[i].length);
        for (size_t k = 0; k < plain->blocks[i].length; k++)
            found += !utf8_continues(text[k]);
    }
    MUST(found == characters);
}

static void check_links(const struct html_page *page) {
    MUST(page->link_count <= html_links_max);
    for (size_t i = 0; i < page->link_count; i++) {
        const struct html_link *link = &page->links[i];
        MUST(link->address + link->address_length <= page->link_bytes.length);
        MUST(link->text + link->text_length <= page->link_bytes.length);
        MUST(memchr(page->link_bytes.bytes + link->address, ':', link->address_length));
    }
}

/* JSON of distinct hosts in lower case, none of which is the page's. */
static void check_third_parties(const struct third_parties *parties) {
    const struct text_buffer *json = &parties->json;
    size_t length = 2;
    MUST(json->length >= 2 && json->bytes[0] == '[' && json->bytes[json->length - 1] == ']');
    MUST(parties->count <= third_parties_max);
    for (size_t i = 0; i < parties->count; i++) {
        const char *host = json->bytes + parties->hosts[i].offset;
        size_t size = parties->hosts[i].length;
        MUST(host[-1] == '"' && host[size] == '"' && memchr(host, '.', size));
        MUST(size <= third_party_host_max &&
             !(size == 16 && memcmp(host, "en.wikipedia.org", 16) == 0));
        MUST(host[0] != '.' && host[size - 1] != '.');
        for (size_t k = 0; k < size; k++)
            MUST(strchr("abcdefghijklmnopqrstuvwxyz0123456789-_.", host[k]) && host[k]);
        for (size_t k = 0; k < i; k++)
            MUST(parties->hosts[k].length != size ||
                 memcmp(json->bytes + parties->hosts[k].offset, host, size) != 0);
        length += size + 2 + (i > 0);
    }
    MUST(json->length == length);
}

static bool same_text(const struct text_buffer *a, const struct text_buffer *b) {
    return a->length == b->length && (a->length == 0 || memcmp(a->bytes, b->bytes, a->length) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct html_page page, again;
    struct failure failure;
    struct fuzz_input input = fuzz_input(bytes, size);
    const char *charset = charsets[fuzz_byte(&input) % charset_count];
    struct fuzz_text text = fuzz_take(&input, input.left);
    MUST(html_page_read(the_reader(), text.bytes, text.length, charset, address, &page, &failure));
    check_blocks(&page.plain, page.characters);
    check_links(&page);
    check_third_parties(&page.third_parties);
    must_be_line(page.title.bytes, page.title.length);
    must_be_line(page.language.bytes, page.language.length);
    MUST(html_page_read(the_reader(), text.bytes, text.length, charset, address, &again, &failure));
    MUST(same_text(&page.plain.text, &again.plain.text) && same_text(&page.title, &again.title));
    MUST(same_text(&page.link_bytes, &again.link_bytes));
    MUST(same_text(&page.third_parties.json, &again.third_parties.json));
    MUST(page.plain.block_count == again.plain.block_count && page.link_count == again.link_count);
    MUST(page.boilerplate == again.boilerplate && page.names_wikipedia == again.names_wikipedia);
    free(text.bytes);
    return 0;
}
