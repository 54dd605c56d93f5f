/*
 * html_page.c - see html_page.h.
 *
 * libxml2 reads the outline of a page (html_outline.h) and calls back for each element, which it
 * closes and nests as HTML demands, and for its text. It builds no tree.
 *
 * It searches the open elements at each end tag, so their number must be bounded. Where elements
 * are nested deeper than depth_max, all are closed, and a new parser begins at that place.
 */
#include "html_page.h"

#include "../base/array.h"
#include "../base/ascii.h"
#include "../base/interrupt.h"
#include "../dump/page_parser.h"
#include "../text/utf8.h"
#include "html_element.h"
#include "html_encoding.h"
#include "html_outline.h"
#include "page_blocks.h"
#include "web_address.h"

#include <assert.h>
#include <libxml/HTMLparser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of an outline: libxml2 counts in int. Browsers nest 512 elements at most. */
enum { outline_max = 256 << 20, depth_max = 256, title_max = 4096, language_max = 32 };

static const char mark[] = "\xEF\xBB\xBF"; /* tells libxml2 that the rest is UTF-8 */
enum { mark_length = sizeof mark - 1 };

/* An element that is open. */
struct open_element {
    const struct html_element *element; /* NULL: one that says nothing */
    struct block_place place;
    bool unseen, linked;
    size_t first_block;
    size_t link;              /* number of the link that it is, from 1; or 0 */
    struct open_block before; /* of <sup>: the block as it was */
};

struct html_reader {
    htmlParserCtxtPtr context;
    struct text_buffer text, outline;
    struct page_blocks blocks;
    struct open_element stack[depth_max + 1]; /* stack[0] is the page itself */
    size_t depth;
    size_t list_count, row_count, cell_count;
    size_t last_break; /* the length of the text at the last <br> */
    struct html_page *page;
    struct text_buffer base; /* the address that relative links begin at */
    struct web_base base_parts;
    bool based;                   /* by a <base>: the first counts */
    struct text_buffer og_title;  /* of <meta property="og:title"> */
    struct text_buffer address;   /* of a link that may be kept */
    struct text_buffer link_text; /* of links without text in blocks: the alt of images */
    bool in_title, titled;        /* now, and ever: the first <title> counts */
    bool stopped; /* libxml2 was told to stop: what it still calls back does not count */
    size_t stopped_at;
    bool ended; /* and the rest is left out: the page has too many blocks, or time is up */
    bool no_memory;
};

static struct open_element *top(struct html_reader *reader) {
    return &reader->stack[reader->depth];
}

/* ---- What the page says about itself --------------------------------------------------------- */

static const char *attribute(const xmlChar **attributes, const char *name) {
    for (; attributes && attributes[0]; attributes += 2)
        if (strcmp((const char *)attributes[0], name) == 0)
            return attributes[1] ? (const char *)attributes[1] : "";
    return NULL;
}

static void set_once(struct text_buffer *buffer, const char *text, size_t most) {
    if (!text || buffer->length > 0)
        return;
    text_buffer_append_words(buffer, 0, text, utf8_cut(text, strlen(text), most));
}

/* Notes a link to `reference`, if it tells where the text is from. Its text begins here. */
static void add_link(struct html_reader *reader, struct open_element *entry,
                     const char *reference) {
    struct html_page *page = reader->page;
    struct text_buffer *address = &reader->address;
    size_t length = strlen(reference);
    if (!reader->base_parts.attributes && web_reference_is_relative(reference, length))
        return;
    text_buffer_clear(address);
    web_address_resolve(&reader->base_parts, reference, length, address);
    reader->no_memory = reader->no_memory || address->failed;
    if (address->failed || address->length == 0 ||
        !web_address_is_attribution(address->bytes, address->length))
        return;
    size_t host_length;
    const char *host = web_address_host(address->bytes, address->length, &host_length);
    page->names_wikipedia = page->names_wikipedia || web_host_is_wikipedia(host, host_length);
    if (page->link_count == html_links_max)
        return;
    if (!ARRAY_ROOM(page->links, page->link_count, page->link_capacity)) {
        reader->no_memory = true;
        return;
    }
    page->links[page->link_count++] = (struct html_link){
        .address = page->link_bytes.length,
        .address_length = address->length,
    };
    text_buffer_append(&page->link_bytes, address->bytes, address->length);
    entry->link = page->link_count;
    entry->before = reader->blocks.open;
    text_buffer_clear(&reader->link_text);
}

static void end_link(struct html_reader *reader, const struct open_element *entry) {
    assert(entry->link > 0 && entry->link <= reader->page->link_count);
    struct html_page *page = reader->page;
    const struct text_buffer *text = &reader->blocks.text;
    struct html_link *link = &page->links[entry->link - 1];
    size_t start = entry->before.end, length = text->length - start;
    link->text = page->link_bytes.length;
    text_buffer_append_words(&page->link_bytes, link->text, text->bytes + start,
                             text->length > start ? length : 0);
    if (page->link_bytes.length == link->text)
        text_buffer_append(&page->link_bytes, reader->link_text.bytes, reader->link_text.length);
    link->text_length = page->link_bytes.length - link->text;
}

static void set_base(struct html_reader *reader, const char *reference) {
    text_buffer_clear(&reader->address);
    web_address_resolve(&reader->base_parts, reference, strlen(reference), &reader->address);
    reader->no_memory = reader->no_memory || reader->address.failed;
    text_buffer_clear(&reader->base);
    text_buffer_append(&reader->base, reader->address.bytes, reader->address.length);
    reader->base_parts = web_base_of(reader->base.bytes, reader->base.length);
    reader->based = true;
}

/* <meta>, <base> and <link>. */
static void note_statement(struct html_reader *reader, const char *name,
                           const xmlChar **attributes) {
    const char *reference = attribute(attributes, "href"), *rel = attribute(attributes, "rel");
    const char *property = attribute(attributes, "property");
    struct open_element entry = {0};
    if (!property)
        property = attribute(attributes, "name");
    if (strcmp(name, "base") == 0 && reference) {
        if (!reader->based)
            set_base(reader, reference);
    } else if (strcmp(name, "link") == 0 && reference && rel &&
               ascii_compare(rel, strlen(rel), "license") == 0) {
        add_link(reader, &entry, reference);
        if (entry.link > 0)
            reader->page->links[entry.link - 1].text = reader->page->link_bytes.length;
    } else if (strcmp(name, "meta") == 0 && property &&
               ascii_compare(property, strlen(property), "og:title") == 0)
        set_once(&reader->og_title, attribute(attributes, "content"), title_max);
}

/* ---- Elements -------------------------------------------------------------------------------- */

static void finish_block(struct html_reader *reader) {
    page_blocks_finish(&reader->blocks, top(reader)->place);
}

/* The place of the text in an element, given the place around it. */
static struct block_place place_in(struct html_reader *reader, const struct html_element *element,
                                   struct block_place place) {
    switch (element->kind) {
    case element_heading:
        place.level = element->name[1] - '0';
        break;
    case element_list:
        if (place.list == 0)
            place.list = ++reader->list_count;
        break;
    case element_item:
        place.kind = block_list;
        if (place.list == 0)
            place.list = ++reader->list_count;
        break;
    case element_table:
        place.table = page_blocks_add_table(&reader->blocks, place.table);
        place.row = place.cell = place.list = 0;
        place.kind = block_prose;
        break;
    case element_row:
        place.row = ++reader->row_count;
        break;
    case element_cell:
        place.cell = ++reader->cell_count;
        place.kind = place.table > 0 ? block_table : block_prose;
        break;
    default:
        break;
    }
    return place;
}

static bool is_block(const struct html_element *element) {
    return element && element->kind >= element_block && element->kind <= element_cell;
}

static void start_element(void *user_data, const xmlChar *name, const xmlChar **attributes) {
    struct html_reader *reader = user_data;
    if (reader->stopped)
        return;
    reader->ended = reader->blocks.full || interrupt_overdue();
    if (reader->depth == depth_max || reader->ended) {
        /* libxml2 stops where it is, and another parser continues with nothing open. */
        long consumed = xmlByteConsumed(reader->context);
        reader->stopped = true;
        reader->stopped_at = consumed > 0 ? (size_t)consumed : reader->outline.length;
        xmlStopParser(reader->context);
        return;
    }
    const struct html_element *element =
        html_element_find((const char *)name, strlen((const char *)name));
    struct open_element entry = *top(reader);
    if (is_block(element)) {
        finish_block(reader);
        entry.place = place_in(reader, element, entry.place);
    }
    const char *role = attribute(attributes, "role"), *reference = NULL;
    entry.element = element;
    entry.link = 0;
    entry.first_block = reader->blocks.block_count;
    entry.before = reader->blocks.open;
    entry.place.aside = entry.place.aside || role;
    /* Within a line, what stands aside is a mark: the number of a note, "citation needed". */
    entry.unseen = entry.unseen || attribute(attributes, "hidden") ||
                   (role && element && !is_block(element) && element->kind != element_document);
    if (element && element->kind == element_anchor)
        reference = attribute(attributes, "href");
    if (reference) {
        entry.linked = true;
        add_link(reader, &entry, reference);
    } else if (element && element->kind == element_statement)
        note_statement(reader, element->name, attributes);
    else if (element && element->kind == element_document)
        set_once(&reader->page->language, attribute(attributes, "lang"), language_max);
    else if (element && element->kind == element_image) {
        set_once(&reader->link_text, attribute(attributes, "alt"), SIZE_MAX);
        reader->no_memory = reader->no_memory || reader->link_text.failed;
    } else if (element && element->kind == element_break) {
        /* <br>: two of them in a row end a paragraph. */
        size_t length = reader->blocks.text.length;
        if (length == reader->last_break)
            finish_block(reader);
        page_blocks_space(&reader->blocks);
        reader->last_break = reader->blocks.text.length;
    }
    if (element && element->kind == element_title) {
        reader->in_title = !reader->titled && !entry.unseen;
        reader->titled = reader->titled || reader->in_title;
        entry.unseen = true;
    }
    reader->stack[++reader->depth] = entry;
}

static void close_element(struct html_reader *reader) {
    struct open_element *entry = top(reader);
    struct page_blocks *blocks = &reader->blocks;
    assert(reader->depth > 0);
    if (entry->link > 0)
        end_link(reader, entry);
    if (entry->element && entry->element->kind == element_raised &&
        entry->before.end >= blocks->start) {
        enum { longest_note_mark = 8 }; /* "[12]": the number of a footnote is no text */
        const char *text = blocks->text.bytes + entry->before.end;
        size_t length = blocks->open.end - entry->before.end;
        if (length >= 3 && length <= longest_note_mark && text[0] == '[' && text[length - 1] == ']')
            page_blocks_go_back(blocks, entry->before);
    }
    if (is_block(entry->element)) {
        finish_block(reader);
        page_blocks_add_region(blocks, entry->first_block);
    }
    reader->in_title = false;
    reader->depth--;
}

static void end_element(void *user_data, const xmlChar *name) {
    struct html_reader *reader = user_data;
    (void)name;
    if (!reader->stopped && reader->depth > 0)
        close_element(reader);
}

static void characters(void *user_data, const xmlChar *text, int length) {
    struct html_reader *reader = user_data;
    if (reader->stopped)
        return;
    if (reader->in_title) {
        if (reader->page->title.length < title_max)
            text_buffer_append(&reader->page->title, (const char *)text, (size_t)length);
    } else if (!top(reader)->unseen)
        page_blocks_text(&reader->blocks, (const char *)text, (size_t)length, top(reader)->linked);
}

/*
 * No page is an error, but an error without a message means that there was no memory for it.
 * Without memory libxml2 may find the same error for ever, so it has to stop.
 */
static void note_error(void *user_data, xml_error_pointer error) {
    struct html_reader *reader = user_data;
    if (error->code != XML_ERR_NO_MEMORY && error->message)
        return;
    reader->no_memory = reader->stopped = true;
    xmlStopParser(reader->context);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

static htmlParserCtxtPtr new_context(struct html_reader *reader) {
    if (!page_parser_prepare_thread())
        return NULL;
    htmlParserCtxtPtr context = htmlNewParserCtxt();
    if (!context)
        return NULL;
    memset(context->sax, 0, sizeof *context->sax);
    context->sax->initialized = XML_SAX2_MAGIC;
    context->sax->startElement = start_element;
    context->sax->endElement = end_element;
    context->sax->characters = characters;
    context->sax->ignorableWhitespace = characters;
    context->sax->cdataBlock = characters;
    context->sax->serror = note_error;
    context->userData = reader;
    /*
     * libxml2 2.9 tries for ever to read a tag for whose name it finds no memory. So it gets to
     * know all names that an outline can have before it reads any.
     */
    const char *name;
    for (size_t i = 0; (name = html_outline_name(i)) != NULL; i++)
        if (!xmlDictLookup(context->dict, (const xmlChar *)name, -1)) {
            htmlFreeParserCtxt(context);
            return NULL;
        }
    return context;
}

struct html_reader *html_reader_open(struct failure *failure) {
    struct html_reader *reader = calloc(1, sizeof *reader);
    if (!reader || !(reader->context = new_context(reader))) {
        fail_memory(failure);
        html_reader_close(reader);
        return NULL;
    }
    return reader;
}

void html_reader_close(struct html_reader *reader) {
    if (!reader)
        return;
    htmlFreeParserCtxt(reader->context);
    text_buffer_free(&reader->text);
    text_buffer_free(&reader->outline);
    text_buffer_free(&reader->base);
    text_buffer_free(&reader->og_title);
    text_buffer_free(&reader->address);
    text_buffer_free(&reader->link_text);
    page_blocks_free(&reader->blocks);
    free(reader);
}

void html_page_clear(struct html_page *page) {
    text_buffer_clear(&page->title);
    text_buffer_clear(&page->language);
    text_buffer_clear(&page->encoding);
    text_buffer_clear(&page->link_bytes);
    text_buffer_clear(&page->third_parties.json);
    plain_text_clear(&page->plain);
    page->link_count = page->characters = page->boilerplate = 0;
    page->names_wikipedia = page->cut = false;
}

void html_page_free(struct html_page *page) {
    text_buffer_free(&page->title);
    text_buffer_free(&page->language);
    text_buffer_free(&page->encoding);
    text_buffer_free(&page->link_bytes);
    text_buffer_free(&page->third_parties.json);
    plain_text_free(&page->plain);
    free(page->links);
    *page = (struct html_page){0};
}

/* Makes the outline of the page, after a mark. */
static bool outline(struct html_reader *reader, const char *bytes, size_t length,
                    const char *charset, struct failure *failure) {
    struct html_encoding encoding = html_encoding_find(bytes, length, charset);
    text_buffer_append_string(&reader->page->encoding, encoding.name);
    bytes += encoding.mark_length;
    length -= encoding.mark_length;
    if (encoding.converter) {
        if (!html_encoding_convert(&encoding, bytes, length, &reader->text, failure))
            return false;
        bytes = reader->text.bytes;
        length = reader->text.length;
    }
    text_buffer_append(&reader->outline, mark, mark_length);
    return (html_outline_write(bytes, length, outline_max, &reader->outline,
                               &reader->page->third_parties) &&
            third_parties_end(&reader->page->third_parties)) ||
           fail_memory(failure);
}

/* What libxml2 has not yet taken of an outline. */
struct outline_rest {
    const char *bytes;
    size_t length;
};

/* Hands libxml2 the next bytes of the outline. */
static int read_outline(void *user_data, char *bytes, int most) {
    struct outline_rest *rest = user_data;
    size_t length = rest->length < (size_t)most ? rest->length : (size_t)most;
    memcpy(bytes, rest->bytes, length);
    rest->bytes += length;
    rest->length -= length;
    return (int)length;
}

/*
 * Reads the outline from `start` on, which a mark precedes. Of a text in memory libxml2 copies the
 * whole before it reads any, which would be quadratic in the number of parts; so it gets the text
 * bit by bit.
 */
static void parse(struct html_reader *reader, size_t start) {
    assert(start >= mark_length && start <= reader->outline.length);
    enum {
        options = HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING |
                  HTML_PARSE_IGNORE_ENC | HTML_PARSE_RECOVER
    };
    char *from = reader->outline.bytes + start - mark_length;
    struct outline_rest rest = {from, reader->outline.length - start + mark_length};
    memcpy(from, mark, mark_length);
    reader->stopped = false;
    xmlSetStructuredErrorFunc(reader, note_error); /* for this thread: errors of no parser */
    xmlFreeDoc(htmlCtxtReadIO(reader->context, read_outline, NULL, &rest, NULL, NULL, options));
    xmlSetStructuredErrorFunc(NULL, NULL);
    if (reader->context->errNo == XML_ERR_NO_MEMORY)
        reader->no_memory = true;
    while (reader->depth > 0)
        close_element(reader);
    finish_block(reader);
}

/* Whether a text has the name of Wikipedia, in the languages of the largest ones. */
static bool names_wikipedia(const struct text_buffer *text) {
    static const char *const names[] = {
        "ikipedi",  "ikipédi",  "ikipeedi", "ikipēdi",        "iquipèdi",        "икипеди",
        "ікіпеді",  "ικιπαίδ",  "ויקיפדי",  "يكيبيديا",       "ویکی‌پد", "维基百科",
        "維基百科", "위키백과", "วิกิพีเดีย",   "ウィキペディア", "विकिपीडिया"};
    for (size_t at = 0; at < text->length; at++) {
        int byte = ascii_lower(text->bytes[at]);
        if (byte != 'i' && byte < 0xC0)
            continue;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            size_t length = strlen(names[i]);
            if (byte == (unsigned char)names[i][0] && text->length - at >= length &&
                ascii_compare(text->bytes + at, length, names[i]) == 0)
                return true;
        }
    }
    return false;
}

bool html_page_read(struct html_reader *reader, const char *bytes, size_t length,
                    const char *charset, const char *address, struct html_page *page,
                    struct failure *failure) {
    html_page_clear(page);
    third_parties_begin(&page->third_parties, address);
    page_blocks_clear(&reader->blocks);
    text_buffer_clear(&reader->text);
    text_buffer_clear(&reader->outline);
    text_buffer_clear(&reader->base);
    text_buffer_clear(&reader->og_title);
    text_buffer_clear(&reader->link_text);
    if (address)
        text_buffer_append_string(&reader->base, address);
    reader->base_parts = web_base_of(reader->base.bytes, reader->base.length);
    reader->based = reader->ended = false;
    reader->page = page;
    reader->depth = reader->list_count = reader->row_count = reader->cell_count = 0;
    reader->stack[0] = (struct open_element){.place = {.kind = block_prose}};
    reader->last_break = SIZE_MAX;
    reader->in_title = reader->titled = reader->stopped = reader->no_memory = false;
    if (!page_parser_prepare_thread())
        return fail_memory(failure);
    if (!outline(reader, bytes, length, charset, failure))
        return false;
    /* libxml2 reads the outline, in as many parts as its depth demands. */
    for (size_t start = mark_length; start < reader->outline.length;) {
        parse(reader, start);
        if (!reader->stopped || reader->ended || reader->no_memory)
            break;
        start += reader->stopped_at - mark_length;
        if (start < reader->outline.length && reader->outline.bytes[start] == '>')
            start++;
    }
    struct text_buffer title = page->title;
    page->title = (struct text_buffer){0};
    text_buffer_append_words(&page->title, 0, title.bytes, title.length);
    page->title.failed = page->title.failed || title.failed;
    if (page->title.length == 0)
        text_buffer_append(&page->title, reader->og_title.bytes, reader->og_title.length);
    text_buffer_free(&title);
    page->cut = reader->blocks.full;
    page->names_wikipedia = page->names_wikipedia || names_wikipedia(&reader->blocks.text) ||
                            names_wikipedia(&page->title);
    if (reader->no_memory || page->title.failed || page->language.failed || page->encoding.failed ||
        page->link_bytes.failed || reader->base.failed || reader->og_title.failed ||
        !page_blocks_write(&reader->blocks, &page->plain, &page->characters, &page->boilerplate))
        return fail_memory(failure);
    return true;
}
