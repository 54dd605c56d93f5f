/* web_page.c - see web_page.h. */
#include "web_page.h"

#include "../base/ascii.h"
#include "../base/words.h"
#include "../text/plain_text.h"
#include "../text/utf8.h"
#include "html_encoding.h"
#include "page_blocks.h"
#include "warc_header.h"
#include "web_address.h"

#include <assert.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>

struct web_parser {
    struct slice_parser parser;
    struct html_reader *html;
    struct http_decoder decoder;
    struct text_buffer text; /* of a page that is no HTML */
    struct web_page page;
    size_t limit; /* of a decoded body */
    bool no_memory, too_large;
};

/* ---- What the headers say -------------------------------------------------------------------- */

/* Appends a text; what is not valid UTF-8, and zero bytes, become U+FFFD. */
static void append_valid(struct text_buffer *out, const char *bytes, size_t length) {
    while (length > 0) {
        size_t valid = utf8_valid_length(bytes, length);
        const char *zero = valid > 0 ? memchr(bytes, '\0', valid) : NULL;
        if (zero)
            valid = (size_t)(zero - bytes);
        text_buffer_append(out, bytes, valid);
        if (valid == length)
            return;
        text_buffer_append_code_point(out, 0xFFFD);
        bytes += valid + 1;
        length -= valid + 1;
    }
}

/* The value of a field on one line, as valid UTF-8. */
static void take_field(struct text_buffer *out, struct header_text field) {
    struct text_buffer folded = {0};
    text_buffer_clear(out);
    text_buffer_append_words(&folded, 0, field.bytes, field.length);
    append_valid(out, folded.bytes, folded.length);
    out->failed = out->failed || folded.failed;
    text_buffer_free(&folded);
}

/* The encoding that the type names: "text/html; charset=utf-8". "" if it names none. */
static void find_charset(struct header_text type, char *charset, size_t capacity) {
    static const char word[] = "charset=";
    struct header_text part;
    charset[0] = '\0';
    while (header_list_next(&type, ';', &part)) {
        if (!words_begin_any_case(word, part.bytes, part.length))
            continue;
        const char *name = part.bytes + sizeof word - 1;
        size_t length = part.length - (sizeof word - 1);
        while (length > 0 && (*name == '"' || *name == '\'' || ascii_is_space(*name))) {
            name++;
            length--;
        }
        while (length > 0 && (name[length - 1] == '"' || name[length - 1] == '\''))
            length--;
        snprintf(charset, capacity, "%.*s", (int)(length < capacity ? length : capacity - 1), name);
        return;
    }
}

/* ---- Text ------------------------------------------------------------------------------------ */

static bool names_wikipedia(const char *text, size_t length) {
    static const char word[] = "wikipedia";
    for (size_t i = 0; i + sizeof word - 1 <= length; i++)
        if (ascii_compare(text + i, sizeof word - 1, word) == 0)
            return true;
    return false;
}

/* Reads a body that is no HTML. */
static bool read_text(struct web_parser *parser, struct header_text body, const char *charset,
                      bool lines, struct failure *failure) {
    struct html_page *content = &parser->page.content;
    struct text_buffer *text = &parser->text, valid = {0};
    bool good = true;
    const char *zero = body.length > 0 ? memchr(body.bytes, '\0', body.length) : NULL;
    struct html_encoding encoding = html_encoding_find(body.bytes, body.length, charset);
    if (zero && !encoding.converter)
        return fail(failure, "byte %zu of its body is zero: this is not text",
                    (size_t)(zero - body.bytes) + 1);
    text_buffer_clear(text);
    body.bytes += encoding.mark_length;
    body.length -= encoding.mark_length;
    if (encoding.converter) {
        good = html_encoding_convert(&encoding, body.bytes, body.length, text, failure);
        body = (struct header_text){text->bytes, text->length};
    }
    append_valid(&valid, body.bytes, body.length);
    text_buffer_clear(text);
    for (size_t i = 0; i < valid.length; i++) {
        text_buffer_append_byte(text, valid.bytes[i]);
        if (lines && valid.bytes[i] == '\n') /* an empty line separates paragraphs */
            text_buffer_append_byte(text, '\n');
    }
    good = good && !valid.failed && !text->failed &&
           plain_text_read(text->length ? text->bytes : "", text->length, &content->plain);
    text_buffer_free(&valid);
    if (!good) {
        parser->no_memory = true;
        return fail_memory(failure);
    }
    text_buffer_append(&content->encoding, encoding.name, strcspn(encoding.name, "|"));
    content->characters = utf8_count(content->plain.text.bytes, content->plain.text.length);
    content->names_wikipedia = names_wikipedia(text->bytes, text->length);
    return true;
}

/* ---- The record ------------------------------------------------------------------------------ */

static bool read_body(struct web_parser *parser, const struct warc_content *content,
                      struct header_text body, enum warc_use use, bool truncated,
                      struct failure *failure) {
    struct web_page *page = &parser->page;
    struct header_text decoded, languages = content->head.language, language;
    char charset[64];
    enum http_body_result result =
        http_body_decode(&parser->decoder, &content->head, body, parser->limit, &decoded, failure);
    if (result == http_body_no_memory) {
        parser->no_memory = true;
        return fail_memory(failure);
    }
    parser->too_large = result == http_body_long && parser->limit < http_body_max;
    if (result == http_body_broken || result == http_body_long)
        return false;
    if (result == http_body_cut && !truncated) /* then the crawler has said so */
        page->missing = *failure;
    find_charset(content->content_type, charset, sizeof charset);
    const char *named = charset[0] ? charset : NULL;
    if (use != warc_use_html) {
        if (!read_text(parser, decoded, named, use == warc_use_lines, failure))
            return false;
    } else if (!html_page_read(parser->html, decoded.bytes, decoded.length, named,
                               page->address.bytes, &page->content, failure)) {
        parser->no_memory = true;
        return false;
    }
    if (page->content.cut)
        fail(&page->missing, "its text has more than %d paragraphs, items and cells",
             page_blocks_max);
    if (page->content.language.length == 0 && header_list_next(&languages, ',', &language))
        append_valid(&page->content.language, language.bytes, language.length);
    return true;
}

/* Reads the record; its address is the title as long as there is no other. */
static bool read_record(struct web_parser *parser, const char *record, size_t length,
                        struct page *page, struct failure *failure) {
    struct web_page *web = &parser->page;
    struct warc_header header;
    struct warc_content content;
    size_t head = header_length(record, length, 0);
    bool good = warc_header_read(record, head > 0 ? head : length, &header, failure);
    take_field(&web->address, header.address);
    text_buffer_append(&page->title, web->address.bytes, web->address.length);
    if (!good)
        return false;
    text_buffer_append_byte(&web->address, '\0'); /* for those who read a string */
    web->address.length -= !web->address.failed;
    if (web->address.length == 0)
        return fail(failure, "its header has no WARC-Target-URI, the address of the page");
    struct header_text block = {record + head, length - head};
    enum warc_use use = warc_use_find(&header, block.bytes, block.length, &content);
    if (!warc_use_is_page(use)) /* a damaged record, of which only the address is wanted */
        return fail(failure, "it is not a page");
    /* The host of the address: "www.Example.org:8080" is the site "example.org". */
    size_t size;
    const char *host =
        web_address_site(web->address.length ? web->address.bytes : "", web->address.length, &size);
    text_buffer_clear(&web->site);
    for (size_t i = 0; i < size; i++)
        text_buffer_append_byte(&web->site, (char)ascii_lower(host[i]));
    take_field(&web->content_type, content.content_type);
    take_field(&page->newest.time, header.date);
    web->status = content.head.status;
    struct header_text body = {block.bytes + content.head_length,
                               block.length - content.head_length};
    return read_body(parser, &content, body, use, header.truncated, failure);
}

/* Makes the title and the key of the page. */
static void finish(const struct web_page *web, struct page *page) {
    const struct text_buffer *title = &web->content.title;
    page->key = cell_add(&page->values, cell_text, web->address.bytes, web->address.length);
    page->revisions = 1;
    page->untitled = title->length == 0;
    if (page->untitled)
        return;
    text_buffer_clear(&page->title);
    text_buffer_append(&page->title, title->bytes, title->length);
}

static enum slice_result read_slice(struct slice_parser *base, const char *record,
                                    const struct slice *slice, size_t most, struct page *page,
                                    struct failure *failure) {
    struct web_parser *parser = (struct web_parser *)base;
    struct web_page *web = &parser->page;
    struct failure reason;
    page_clear(page);
    page->web = web;
    html_page_clear(&web->content);
    web->missing.message[0] = '\0';
    parser->no_memory = parser->too_large = false;
    parser->limit = most < http_body_max ? most : http_body_max;
    bool good = read_record(parser, record, slice->length, page, &reason);
    if (good)
        finish(web, page);
    parser->no_memory = parser->no_memory || page->title.failed || page->values.failed ||
                        page->newest.time.failed || web->address.failed || web->site.failed ||
                        web->content_type.failed || web->content.language.failed ||
                        web->content.encoding.failed;
    if (parser->no_memory) {
        fail_memory(failure);
        return slice_no_memory;
    }
    long long number = slice->number;
    if (web->missing.message[0]) {
        reason = web->missing;
        fail(&web->missing, "record %lld: %s; the page was read up to there", number,
             reason.message);
    }
    if (good)
        return slice_good;
    fail(failure, "record %lld: %s", number, reason.message);
    return parser->too_large ? slice_too_large : slice_damaged;
}

static void close_parser(struct slice_parser *base) {
    struct web_parser *parser = (struct web_parser *)base;
    html_reader_close(parser->html);
    http_decoder_free(&parser->decoder);
    TEXT_BUFFERS(text_buffer_free, &parser->text, &parser->page.address, &parser->page.site,
                 &parser->page.content_type);
    html_page_free(&parser->page.content);
    free(parser);
}

static const struct slice_parser_kind web_kind = {read_slice, close_parser};

struct slice_parser *web_parser_open(struct failure *failure) {
    struct web_parser *parser = allocate(sizeof *parser, failure);
    if (!parser)
        return NULL;
    parser->parser.kind = &web_kind;
    parser->html = html_reader_open(failure);
    if (parser->html)
        return &parser->parser;
    close_parser(&parser->parser);
    return NULL;
}
