/*
 * html_page.c - see html_page.h.
 *
 * Tags are taken one by one, with a stack of the open elements and no tree. HTML lets many tags be
 * left out: a tag closes what cannot hold it, opens what must hold it, and an end tag closes what
 * is in its element, by tables of HTML 4. An element that HTML 4 does not know counts as one that
 * it knows (html_tag.h).
 *
 * Each tag is compared with the open elements, so their number is bounded: where elements are
 * nested deeper than depth_max, all are closed.
 */
#include "html_page.h"

#include "../base/array.h"
#include "../base/ascii.h"
#include "../base/interrupt.h"
#include "../base/words.h"
#include "../text/utf8.h"
#include "../wikitext/entities.h"
#include "html_encoding.h"
#include "html_tag.h"
#include "page_blocks.h"
#include "web_address.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h> /* strncasecmp */

/* Browsers nest 512 elements at most. */
enum { depth_max = 256, attribute_max = 8192, title_max = 4096, language_max = 32 };

/* An element that is open. */
struct open_element {
    const struct html_element *element;
    int weight;
    struct block_place place;
    bool unseen, linked;
    size_t first_block;
    size_t link;              /* number of the link that it is, from 1; or 0 */
    struct open_block before; /* of <sup>: the block as it was */
};

struct html_reader {
    union {
        struct {
            struct text_buffer converted;     /* the page in UTF-8, if it is in another encoding */
            struct text_buffer decoded;       /* a run of its text */
            struct text_buffer value, second; /* of attributes */
            struct text_buffer base;          /* the address that relative links begin at */
            struct text_buffer og_title;      /* of <meta property="og:title"> */
            struct text_buffer address;       /* of a link that may be kept */
            struct text_buffer link_text; /* of links without text in blocks: the alt of images */
        };
        struct text_buffer texts[8]; /* all of these */
    };
    struct page_blocks blocks;
    struct open_element stack[depth_max + 1]; /* stack[0] is the page itself */
    size_t depth;
    bool has_head, has_body; /* they were opened */
    size_t misplaced; /* how many end tags of <html>, <head>, <body> belong to tags passed over */
    size_t list_count, row_count, cell_count;
    size_t last_break; /* the length of the text at the last <br> */
    struct html_page *page;
    struct web_base base_parts;
    bool based;            /* by a <base>: the first counts */
    bool in_title, titled; /* now, and ever: the first <title> counts */
    bool no_memory;
};

static struct open_element *top(struct html_reader *reader) {
    return &reader->stack[reader->depth];
}

/* ---- Text ------------------------------------------------------------------------------------ */

/*
 * Appends text without markup, its references decoded. What is not valid becomes U+FFFD, and a
 * control character white space; a zero byte is left out.
 */
static void decode(const char *at, const char *end, struct text_buffer *out) {
    while (at < end) {
        const char *start = at;
        uint32_t point = 0;
        size_t step = 1;
        while (at < end &&
               ((*at >= ' ' && *at < 0x7F && *at != '&') ||
                ((*at & 0x80) && (step = utf8_read(at, (size_t)(end - at), &point)) > 0 &&
                 point != 0xFFFE && point != 0xFFFF)))
            at += step, step = 1;
        text_buffer_append(out, start, (size_t)(at - start));
        if (at == end)
            return;
        struct entity entity = {0};
        if (*at == '&')
            entity = entity_read(at, (size_t)(end - at));
        if (entity.length > 0) {
            bool none = entity.code_point == 0xFFFE || entity.code_point == 0xFFFF;
            text_buffer_append_code_point(out, none ? 0xFFFD : entity.code_point);
        } else if (*at == '&')
            text_buffer_append_byte(out, '&');
        else if (*at & 0x80)
            text_buffer_append_code_point(out, 0xFFFD);
        else if (*at != '\0')
            text_buffer_append_byte(out, ' ');
        at += entity.length > 0 ? entity.length : 1;
    }
}

/* ---- What tags say --------------------------------------------------------------------------- */

/* Whether a style, white space and case ignored, has such a declaration. */
static bool style_has(const struct html_attribute *style, const char *declaration) {
    size_t matched = 0, length = strlen(declaration);
    for (size_t i = 0; i < style->value_length && matched < length; i++) {
        int byte = ascii_lower(style->value[i]);
        if (ascii_is_space(style->value[i]))
            continue;
        matched = byte == declaration[matched] ? matched + 1 : byte == declaration[0];
    }
    return matched == length;
}

/* Mirrors take over MediaWiki's pages, and with them what stands around an article. */
static const char unseen_classes[] = "mw-editsection|editsection|mw-jump-link|mw-cite-backlink";
static const char aside_classes[] = "navbox|vertical-navbox|toc|catlinks|printfooter|noprint|"
                                    "reference|metadata|mw-authority-control";

/* Whether a class of MediaWiki's, one of the words of a class attribute, has another standing. */
static enum html_standing standing_of_class(const char *classes, size_t length) {
    for (size_t at = 0; at < length; at++) {
        size_t word = at;
        while (at < length && !ascii_is_space(classes[at]))
            at++;
        if (words_find_any_case(unseen_classes, classes + word, at - word))
            return standing_unseen;
        if (words_find_any_case(aside_classes, classes + word, at - word))
            return standing_aside;
    }
    return standing_text;
}

static const char roles_aside[] =
    "navigation|banner|complementary|contentinfo|search|menu|menubar|dialog|alertdialog|alert|"
    "toolbar|tablist|doc-noteref|doc-backlink";

/* The standing that an attribute gives to its element. */
static enum html_standing standing_by(const struct html_attribute *attribute) {
    const char *value = attribute->value;
    size_t length = attribute->value_length;
    if (html_attribute_is(attribute, "hidden"))
        return ascii_compare(value, length, "until-found") == 0 ? standing_text : standing_unseen;
    if (html_attribute_is(attribute, "aria-hidden"))
        return ascii_compare(value, length, "true") == 0 ? standing_unseen : standing_text;
    if (html_attribute_is(attribute, "style"))
        return style_has(attribute, "display:none") || style_has(attribute, "visibility:hidden")
                   ? standing_unseen
                   : standing_text;
    if (html_attribute_is(attribute, "role"))
        return words_find_any_case(roles_aside, value, length) ? standing_aside : standing_text;
    if (html_attribute_is(attribute, "class"))
        return standing_of_class(value, length);
    return standing_text;
}

/* The value of the first attribute with one of the names; NULL for none and for a longer one. */
static const char *value_of(const char *at, const char *end, const char *names,
                            struct text_buffer *out) {
    struct html_attribute attribute;
    while (html_attribute_next(&at, end, &attribute)) {
        const char *value = attribute.value;
        if (!words_find_any_case(names, attribute.name, attribute.name_length))
            continue;
        out->length = 0; /* a failure stays */
        decode(value, value + attribute.value_length, out);
        text_buffer_append_byte(out, '\0');
        return out->failed || attribute.value_length > attribute_max ? NULL : out->bytes;
    }
    return NULL;
}

/* ---- What the page says about itself --------------------------------------------------------- */

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
    address->length = 0;
    web_address_resolve(&reader->base_parts, reference, length, address);
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
    reader->link_text.length = 0;
}

static void end_link(struct html_reader *reader, const struct open_element *entry) {
    assert(entry->link > 0 && entry->link <= reader->page->link_count);
    struct html_page *page = reader->page;
    const struct text_buffer *text = &reader->blocks.text;
    struct html_link *link = &page->links[entry->link - 1];
    size_t start = entry->before.end;
    link->text = page->link_bytes.length;
    if (text->length > start)
        text_buffer_append_words(&page->link_bytes, link->text, text->bytes + start,
                                 text->length - start);
    if (page->link_bytes.length == link->text)
        text_buffer_append(&page->link_bytes, reader->link_text.bytes, reader->link_text.length);
    link->text_length = page->link_bytes.length - link->text;
}

/* <meta>, <base> and <link>. */
static void note_statement(struct html_reader *reader, const char *name, const char *at,
                           const char *end) {
    struct open_element entry = {0};
    if (strcmp(name, "meta") == 0) {
        const char *property = value_of(at, end, "property", &reader->value);
        if (!property)
            property = value_of(at, end, "name", &reader->value);
        if (property && ascii_compare(property, strlen(property), "og:title") == 0)
            set_once(&reader->og_title, value_of(at, end, "content", &reader->second), title_max);
        return;
    }
    const char *reference = value_of(at, end, "href", &reader->value);
    const char *rel = value_of(at, end, "rel", &reader->second);
    if (strcmp(name, "base") == 0) {
        if (!reference || reader->based)
            return;
        reader->address.length = reader->base.length = 0;
        web_address_resolve(&reader->base_parts, reference, strlen(reference), &reader->address);
        text_buffer_append(&reader->base, reader->address.bytes, reader->address.length);
        reader->base_parts = web_base_of(reader->base.bytes, reader->base.length);
        reader->based = true;
    } else if (reference && rel && ascii_compare(rel, strlen(rel), "license") == 0) {
        add_link(reader, &entry, reference);
        if (entry.link > 0)
            reader->page->links[entry.link - 1].text = reader->page->link_bytes.length;
    }
}

/* ---- Open elements --------------------------------------------------------------------------- */

static bool is_name(const struct html_element *element, const char *names) {
    return words_find(names, element->name, strlen(element->name)) > 0;
}

/* An end tag does not close what outweighs its element. */
static int weight(const struct html_element *element) {
    static const char *const names[] = {"div", "td|th", "tr", "table", "head|body", "html"};
    int weight = sizeof names / sizeof *names;
    while (weight > 0 && !is_name(element, names[weight - 1]))
        weight--;
    return weight;
}

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
    case element_item:
        place.kind = block_list; /* fall through */
    case element_list:
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
    return element->kind >= element_block && element->kind <= element_cell;
}

static void close_element(struct html_reader *reader) {
    struct open_element *entry = top(reader);
    struct page_blocks *blocks = &reader->blocks;
    assert(reader->depth > 0);
    if (entry->link > 0)
        end_link(reader, entry);
    if (entry->element->kind == element_raised && entry->before.end >= blocks->start) {
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

/* Opens an element, whose attributes begin at `at`. */
static void open_element(struct html_reader *reader, const struct html_element *element,
                         const char *at, const char *end, enum html_standing standing) {
    struct open_element entry = *top(reader);
    const char *reference = NULL;
    reader->has_head = reader->has_head || is_name(element, "head");
    reader->has_body = reader->has_body || is_name(element, "body");
    if (is_block(element)) {
        finish_block(reader);
        entry.place = place_in(reader, element, entry.place);
    }
    entry.element = element;
    entry.weight = weight(element);
    entry.link = 0;
    entry.first_block = reader->blocks.block_count;
    entry.before = reader->blocks.open;
    entry.place.aside = entry.place.aside || standing == standing_aside;
    /* Within a line, what stands aside is a mark: the number of a note, "citation needed". */
    entry.unseen = entry.unseen || standing == standing_unseen ||
                   (standing == standing_aside && !is_block(element));
    if (element->kind == element_anchor)
        reference = value_of(at, end, "href", &reader->value);
    if (reference) {
        entry.linked = true;
        add_link(reader, &entry, reference);
    } else if (element->kind == element_statement)
        note_statement(reader, element->name, at, end);
    else if (element->kind == element_document)
        set_once(&reader->page->language, value_of(at, end, "lang|xml:lang", &reader->value),
                 language_max);
    else if (element->kind == element_image)
        set_once(&reader->link_text, value_of(at, end, "alt", &reader->value), SIZE_MAX);
    else if (element->kind == element_break) {
        /* <br>: two of them in a row end a paragraph. */
        size_t length = reader->blocks.text.length;
        if (length == reader->last_break)
            finish_block(reader);
        page_blocks_space(&reader->blocks);
        reader->last_break = reader->blocks.text.length;
    } else if (element->kind == element_title) {
        reader->in_title = !reader->titled && !entry.unseen;
        reader->titled = reader->titled || reader->in_title;
        entry.unseen = true;
    }
    reader->stack[++reader->depth] = entry;
}

static void close_all(struct html_reader *reader) {
    while (reader->depth > 0)
        close_element(reader);
    finish_block(reader);
    reader->has_head = reader->has_body = false;
    reader->misplaced = 0;
}

/* ---- Which tags close and open what ---------------------------------------------------------- */

/* Elements whose end tag may be missing, and the start tags that then close them. */
static const struct {
    const char *open, *closers;
} closings[] = {
    {"p", "blockquote|body|caption|dd|div|dl|dt|h1|h2|h3|h4|h5|h6|head|hr|li|ol|p|pre|table|td|th|"
          "title|tr|ul"},
    {"a", "a|table|td|th"},
    {"li", "li"},
    {"td|th", "td|th|tr"},
    {"tr", "tr"},
    {"span", "td|th"},
    {"dt", "dd|dl"},
    {"dd", "dt"},
    {"h1|h2|h3|h4|h5|h6", "li|p|table"},
    {"ul", "ol|pre"},
    {"ol", "ul"},
    {"dl", "li"},
    {"pre", "dd|dl|dt|li|table|ul"},
    {"caption", "tr"},
    {"title", "body"},
    {"head", "a|blockquote|body|br|dd|div|dl|dt|h1|h2|h3|h4|h5|h6|hr|img|li|ol|p|pre|span|sup|"
             "table|ul"},
};

static void close_before(struct html_reader *reader, const struct html_element *element) {
    for (size_t i = 0; i < sizeof closings / sizeof *closings && reader->depth > 0;) {
        bool closes = is_name(top(reader)->element, closings[i].open) &&
                      is_name(element, closings[i].closers);
        if (closes)
            close_element(reader);
        i = closes ? 0 : i + 1; /* what is open now may be closed, too */
    }
}

static void open_implied(struct html_reader *reader, const char *name) {
    enum html_standing standing;
    const struct html_element *element = html_element_find(name, strlen(name), &standing);
    open_element(reader, element, "", "", standing);
}

static bool is_open(const struct html_reader *reader, const char *names) {
    for (size_t i = reader->depth; i > 0; i--)
        if (is_name(reader->stack[i].element, names))
            return true;
    return false;
}

/* Opens <html>, <head> and <body> where they are missing. */
static void open_around(struct html_reader *reader, const struct html_element *element) {
    if (is_name(element, "html"))
        return;
    if (reader->depth == 0)
        open_implied(reader, "html");
    if (is_name(element, "head|body"))
        return;
    if (reader->depth == 1 && is_name(element, "meta|link|title|base")) {
        if (!reader->has_head && !reader->has_body)
            open_implied(reader, "head");
    } else if (!reader->has_body && !is_open(reader, "head"))
        open_implied(reader, "body");
}

static void start(struct html_reader *reader, const struct html_element *element, const char *at,
                  const char *end, enum html_standing standing) {
    close_before(reader, element);
    open_around(reader, element);
    bool misplaced = is_name(element, "html") ? reader->depth > 0
                     : is_name(element, "head")
                         ? reader->depth != 1
                         : is_name(element, "body") && is_open(reader, "body");
    if (misplaced) {
        reader->misplaced++;
        return;
    }
    if (reader->depth == depth_max) {
        close_all(reader);
        return;
    }
    open_element(reader, element, at, end, standing);
    if (is_name(element, "base|br|hr|img|link|meta"))
        close_element(reader);
}

static void end_tag(struct html_reader *reader, const struct html_element *element) {
    if (reader->misplaced > 0 && element->kind == element_document) {
        reader->misplaced--;
        return;
    }
    size_t depth = reader->depth;
    for (int own = weight(element); depth > 0 && reader->stack[depth].element != element; depth--)
        if (reader->stack[depth].weight > own)
            return;
    while (depth > 0 && reader->depth >= depth)
        close_element(reader);
}

/* Takes text without markup. In <head>, or outside of <html>, it begins a paragraph. */
static void take_text(struct html_reader *reader, const char *at, const char *end) {
    struct text_buffer *text = &reader->decoded;
    size_t blank = 0;
    text->length = 0;
    decode(at, end, text);
    while (blank < text->length && text->bytes[blank] == ' ')
        blank++;
    if (text->length == 0 || reader->blocks.full)
        return;
    if (blank < text->length &&
        (reader->depth == 0 || is_name(top(reader)->element, "html|head"))) {
        enum html_standing standing;
        const struct html_element *paragraph = html_element_find("p", 1, &standing);
        close_before(reader, paragraph);
        open_around(reader, paragraph);
        open_implied(reader, "p");
    }
    if (reader->in_title) {
        size_t room = title_max - reader->page->title.length;
        text_buffer_append(&reader->page->title, text->bytes,
                           utf8_cut(text->bytes, text->length, room));
    } else if (!top(reader)->unseen)
        page_blocks_text(&reader->blocks, text->bytes, text->length, top(reader)->linked);
}

/* ---- Tags ------------------------------------------------------------------------------------ */

/* The end tag that ends the content of an element without markup; `end` if there is none. */
static const char *raw_end(const char *at, const char *end, const struct html_tag *tag) {
    size_t length = tag->name_length;
    while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) >= length + 2 && at[1] == '/' &&
            strncasecmp(at + 2, tag->name, length) == 0 &&
            (at + 2 + length == end || !ascii_is_alnum(at[2 + length])))
            return at;
        at++;
    }
    return end;
}

/* Skips a raw element, or the tag of one that says nothing. Returns what follows. */
static const char *skip_element(struct html_reader *reader, const struct html_tag *tag,
                                bool is_known, const char *end) {
    const char *at = tag->attributes;
    struct third_parties *parties = &reader->page->third_parties;
    struct html_attribute attribute;
    bool data = false;
    while (html_attribute_next(&at, end, &attribute)) {
        third_parties_note_attribute(parties, &attribute);
        if (html_attribute_is(&attribute, "type")) {
            /* Parameters ignored, the type may be that of JSON or of a template. */
            const char *type = attribute.value;
            const char *parameters = memchr(type, ';', attribute.value_length);
            size_t start = 0,
                   stop = parameters ? (size_t)(parameters - type) : attribute.value_length;
            ascii_trim(type, &start, &stop);
            data = words_end_any_case("json|html|template|tmpl|handlebars|mustache", type, stop);
        }
    }
    at = at < end ? at + 1 : end;
    if (!is_known)
        return at;
    const char *close = raw_end(at, end, tag);
    if (!data && ascii_compare(tag->name, tag->name_length, "script") == 0)
        third_parties_note_script(parties, at, close);
    return close;
}

/*
 * Takes a start tag; returns its ">", or `end`. An anchor that leads nowhere is passed over: old
 * pages name places by them, and leave them open.
 */
static const char *take_start(struct html_reader *reader, const struct html_element *element,
                              const struct html_tag *tag, enum html_standing standing,
                              const char *end) {
    const char *at = tag->attributes;
    bool leads = element->kind != element_anchor;
    struct html_attribute attribute;
    while (html_attribute_next(&at, end, &attribute)) {
        enum html_standing other = standing_by(&attribute);
        standing = other > standing ? other : standing;
        leads = leads || html_attribute_is(&attribute, "href");
        third_parties_note_attribute(&reader->page->third_parties, &attribute);
    }
    /* What is drawn is empty if its tag ends with "/". */
    bool empty = at < end && at[-1] == '/' &&
                 words_find_any_case("svg|math", tag->name, tag->name_length) > 0;
    if (leads && !empty && !reader->blocks.full)
        start(reader, element, tag->attributes, end,
              element->kind == element_document ? standing_text : standing);
    return at;
}

/* Takes a tag; returns what follows it, or what follows its element. */
static const char *take_tag(struct html_reader *reader, const struct html_tag *tag,
                            const char *end) {
    enum html_standing standing;
    const struct html_element *element = html_element_find(tag->name, tag->name_length, &standing);
    bool raw = !element || element->kind == element_raw;
    if (raw && !tag->closes)
        return skip_element(reader, tag, element != NULL, end);
    if (tag->closes && !raw && !reader->blocks.full)
        end_tag(reader, element);
    const char *at = tag->closes ? html_tag_end(tag->attributes, end)
                                 : take_start(reader, element, tag, standing, end);
    at = at < end ? at + 1 : end;
    if (tag->closes || element->kind != element_title)
        return at;
    const char *close = raw_end(at, end, tag);
    take_text(reader, at, close);
    return close;
}

/* What follows a comment, or what counts as one, whose "<" is at `at`. */
static const char *after_comment(const char *at, const char *end) {
    bool comment = end - at >= 4 && memcmp(at, "<!--", 4) == 0;
    const char *close = at + (comment ? 2 : 1); /* "<!-->" is a whole comment */
    while ((close = memchr(close, '>', (size_t)(end - close))) != NULL) {
        if (!comment || memcmp(close - 2, "--", 2) == 0 ||
            (close - at > 6 && memcmp(close - 3, "--!", 3) == 0))
            return close + 1;
        close++;
    }
    return end;
}

static void take_page(struct html_reader *reader, const char *at, const char *end) {
    while (at < end && !interrupt_overdue()) {
        const char *markup = memchr(at, '<', (size_t)(end - at));
        struct html_tag tag;
        take_text(reader, at, markup ? markup : end);
        if (!markup)
            break;
        bool slash = end - markup > 2 && markup[1] == '/';
        if (html_tag_read(markup, end, &tag))
            at = take_tag(reader, &tag, end);
        else if (end - markup > 1 && (markup[1] == '!' || markup[1] == '?' || slash))
            at = after_comment(markup, end);
        else {
            take_text(reader, markup, markup + 1);
            at = markup + 1;
        }
    }
    close_all(reader);
}

/* ---- Pages ----------------------------------------------------------------------------------- */

struct html_reader *html_reader_open(struct failure *failure) {
    return allocate(sizeof(struct html_reader), failure);
}

void html_reader_close(struct html_reader *reader) {
    if (!reader)
        return;
    for (size_t i = 0; i < sizeof reader->texts / sizeof *reader->texts; i++)
        text_buffer_free(&reader->texts[i]);
    page_blocks_free(&reader->blocks);
    free(reader);
}

void html_page_clear(struct html_page *page) {
    TEXT_BUFFERS(text_buffer_clear, &page->title, &page->language, &page->encoding,
                 &page->link_bytes, &page->third_parties.json);
    plain_text_clear(&page->plain);
    page->link_count = page->characters = page->boilerplate = 0;
    page->names_wikipedia = page->cut = false;
}

void html_page_free(struct html_page *page) {
    TEXT_BUFFERS(text_buffer_free, &page->title, &page->language, &page->encoding,
                 &page->link_bytes, &page->third_parties.json);
    plain_text_free(&page->plain);
    free(page->links);
    *page = (struct html_page){0};
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
    for (size_t i = 0; i < sizeof reader->texts / sizeof *reader->texts; i++)
        text_buffer_clear(&reader->texts[i]);
    if (address)
        text_buffer_append_string(&reader->base, address);
    reader->base_parts = web_base_of(reader->base.bytes, reader->base.length);
    reader->page = page;
    reader->depth = reader->misplaced = 0;
    reader->list_count = reader->row_count = reader->cell_count = 0;
    reader->stack[0] = (struct open_element){.place = {.kind = block_prose}};
    reader->last_break = SIZE_MAX;
    reader->based = reader->has_head = reader->has_body = false;
    reader->in_title = reader->titled = reader->no_memory = false;
    struct html_encoding encoding = html_encoding_find(bytes, length, charset);
    text_buffer_append(&page->encoding, encoding.name, strcspn(encoding.name, "|"));
    bytes += encoding.mark_length;
    length -= encoding.mark_length;
    if (encoding.converter) {
        if (!html_encoding_convert(&encoding, bytes, length, &reader->converted, failure))
            return false;
        bytes = reader->converted.bytes;
        length = reader->converted.length;
    }
    if (length > 0)
        take_page(reader, bytes, bytes + length);
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
    bool failed = reader->no_memory || page->title.failed || page->language.failed ||
                  page->encoding.failed || page->link_bytes.failed;
    for (size_t i = 0; i < sizeof reader->texts / sizeof *reader->texts; i++)
        failed = failed || reader->texts[i].failed;
    if (failed || !third_parties_end(&page->third_parties) ||
        !page_blocks_write(&reader->blocks, &page->plain, &page->characters, &page->boilerplate))
        return fail_memory(failure);
    return true;
}
