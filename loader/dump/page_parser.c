/* page_parser.c - see page_parser.h. */
#include "page_parser.h"

#include "../base/ascii.h"
#include "../base/number.h"
#include "../base/words.h"
#include "redirect.h"
#include "xml_outline.h"

#include <libxml/parser.h>
#include <limits.h> /* INT_MAX */
#include <stdio.h>  /* snprintf */
#include <stdlib.h>
#include <string.h>

/* The element that the parser is in, if it is one of these. */
enum place { in_nothing, in_page, in_revision, in_contributor, in_siteinfo, in_namespaces };

/* libxml2 refuses to look at more than 10 MB at a time. */
enum { part_max = 4 << 20 };

enum { deepest = 8 }; /* elements below this depth are ignored */

/*
 * Dumps stay far below these limits. More would cost libxml2 too much memory or time: it keeps all
 * open elements, and searches lists of namespaces and of names.
 */
enum { depth_max = 256, namespaces_max = 256, names_max = 16384 };

struct page_parser {
    struct slice_parser parser;
    xmlParserCtxtPtr by_outline, whole; /* for outlines, and for XML as it is */
    xmlParserCtxtPtr context;           /* the one in use */
    struct xml_outline outline;
    size_t next_run; /* of the outline: the text that comes next */
    struct site *site;
    struct text_buffer *base;
    struct page *page;
    enum place places[deepest];
    int depth;

    struct text_buffer *target; /* collects the characters of the element at target_depth */
    int target_depth;
    size_t target_max;
    struct failure excess; /* what is more than a page may have, or "" */
    bool too_many_names;   /* that is it */
    int namespace_count;
    bool no_memory;

    struct text_buffer field; /* the characters of a short element */
    struct revision revision; /* the current one */
    int64_t namespace_number; /* the key of the current <namespace> */
    char error[256];          /* the first that libxml2 has reported, or "" */

    bool (*take_revision)(void *, const struct page *, const struct revision *);
    void *taker;
};

static bool named(const xmlChar *name, const char *wanted) {
    return strcmp((const char *)name, wanted) == 0;
}

/* The value of an attribute, or NULL. Each comes as name, prefix, URI, begin and end of value. */
static const char *attribute(int count, const xmlChar **attributes, const char *name,
                             size_t *length) {
    for (int i = 0; i < count; i++) {
        const xmlChar **at = attributes + (size_t)5 * (size_t)i;
        if (named(at[0], name)) {
            *length = (size_t)(at[4] - at[3]);
            return (const char *)at[3];
        }
    }
    return NULL;
}

/* The number in a field; 0 if it has none. */
static int64_t id_in(const struct text_buffer *field) {
    int64_t id = 0;
    integer_read(field->bytes, field->length, &id);
    return id;
}

/* The number of a namespace; that of articles if there are no digits. */
static int64_t namespace_in(const char *digits, size_t length) {
    int64_t number = 0;
    if (length > 0 && !integer_read(digits, length, &number))
        return namespace_none;
    return number >= INT_MIN && number <= INT_MAX ? number : namespace_none;
}

/* Collects the characters of the element that begins, up to `most` bytes. */
static void collect(struct page_parser *parser, struct text_buffer *target, size_t most) {
    text_buffer_clear(target);
    parser->target = target;
    parser->target_depth = parser->depth;
    parser->target_max = most;
}

/* Stops at a page with more of something than libxml2 can cope with. */
static bool has_too_many(struct page_parser *parser) {
    enum { own_names = 3 }; /* of libxml2: xml, xmlns and the URI of xml */
    parser->too_many_names = xmlDictSize(parser->context->dict) > names_max + own_names;
    if (parser->depth > depth_max)
        fail(&parser->excess, "elements are nested more than %d deep", depth_max);
    else if (parser->namespace_count > namespaces_max)
        fail(&parser->excess, "there are more than %d XML namespaces", namespaces_max);
    else if (parser->too_many_names)
        fail(&parser->excess, "there are more than %d different XML names", names_max);
    else
        return false;
    xmlStopParser(parser->context);
    return true;
}

/* The target of a processing instruction is a name, too. */
static void meet_instruction(void *user_data, const xmlChar *target, const xmlChar *text) {
    (void)target, (void)text;
    has_too_many(user_data);
}

/* Notes that the page redirects and, unless it is longer than a title, where to. */
static void note_redirect(struct page_parser *parser, int attribute_count,
                          const xmlChar **attributes) {
    struct page *page = parser->page;
    size_t length;
    const char *target = attribute(attribute_count, attributes, "title", &length);
    page->redirects = true;
    text_buffer_clear(&page->redirect_target);
    if (target && length <= page_title_max)
        text_buffer_append(&page->redirect_target, target, length);
    parser->no_memory = parser->no_memory || page->redirect_target.failed;
}

/*
 * Whether a <text> without content stands for a text that is hidden, or that a dump of names and
 * times leaves out: it tells the length of the text, or where a wiki keeps it.
 */
static bool is_elsewhere(int count, const xmlChar **attributes) {
    size_t length;
    int64_t bytes = 0;
    if (attribute(count, attributes, "deleted", &length))
        return true;
    const char *digits = attribute(count, attributes, "bytes", &length);
    if (digits && length > 0 && integer_read(digits, length, &bytes))
        return bytes > 0;
    return attribute(count, attributes, "id", &length) ||
           attribute(count, attributes, "location", &length);
}

/* Notes what an element inside `outer` is for. Returns the place that it opens. */
static enum place enter(struct page_parser *parser, enum place outer, const xmlChar *name,
                        int attribute_count, const xmlChar **attributes) {
    const char *key;
    size_t length;
    switch (outer) {
    case in_page:
        if (named(name, "title"))
            collect(parser, &parser->page->title, page_title_max);
        else if (named(name, "ns") || named(name, "id"))
            collect(parser, &parser->field, page_field_max);
        else if (named(name, "redirect"))
            note_redirect(parser, attribute_count, attributes);
        else if (named(name, "revision")) {
            revision_clear(&parser->revision);
            return in_revision;
        }
        return in_nothing;
    case in_revision:
        if (named(name, "id"))
            collect(parser, &parser->field, page_field_max);
        else if (named(name, "timestamp"))
            collect(parser, &parser->revision.time, page_field_max);
        else if (named(name, "text")) { /* another <text>, in <content>, is one level deeper */
            collect(parser, &parser->revision.text, page_text_max);
            parser->revision.lacks_text = is_elsewhere(attribute_count, attributes);
        } else if (named(name, "comment") && parser->take_revision)
            collect(parser, &parser->revision.comment, page_comment_max);
        else if (named(name, "minor"))
            parser->revision.minor = true;
        return named(name, "contributor") ? in_contributor : in_nothing;
    case in_contributor:
        if (named(name, "username") || named(name, "ip"))
            collect(parser, &parser->revision.contributor, page_title_max);
        else if (named(name, "id"))
            collect(parser, &parser->field, page_field_max);
        return in_nothing;
    case in_siteinfo:
        if (named(name, "dbname"))
            collect(parser, &parser->field, page_field_max);
        else if (named(name, "case"))
            collect(parser, &parser->field, page_field_max);
        else if (named(name, "base"))
            collect(parser, parser->base, page_title_max);
        return named(name, "namespaces") ? in_namespaces : in_nothing;
    case in_namespaces:
        if (!named(name, "namespace"))
            return in_nothing;
        key = attribute(attribute_count, attributes, "key", &length);
        parser->namespace_number = key ? namespace_in(key, length) : namespace_none;
        collect(parser, &parser->field, page_field_max);
        return in_nothing;
    default:
        return in_nothing;
    }
}

static void start_element(void *user_data, const xmlChar *name, const xmlChar *prefix,
                          const xmlChar *uri, int namespace_count, const xmlChar **namespaces,
                          int attribute_count, int default_count, const xmlChar **attributes) {
    (void)prefix, (void)uri, (void)namespaces, (void)default_count;
    struct page_parser *parser = user_data;
    int depth = parser->depth++;
    parser->namespace_count += namespace_count;
    if (has_too_many(parser) || depth >= deepest)
        return;
    if (depth > 0)
        parser->places[depth] =
            enter(parser, parser->places[depth - 1], name, attribute_count, attributes);
    else
        parser->places[0] = named(name, "page")       ? in_page
                            : named(name, "siteinfo") ? in_siteinfo
                                                      : in_nothing;
}

/* Keeps the current revision if it is the newest of the page. */
static void end_revision(struct page_parser *parser) {
    struct page *page = parser->page;
    struct revision *current = &parser->revision, kept = page->newest;
    current->lacks_text = current->lacks_text && current->text.length == 0;
    if (parser->take_revision && !parser->take_revision(parser->taker, page, current))
        parser->no_memory = true;
    if (page->revisions++ > 0 && !revision_is_newer(current, &page->newest))
        return;
    page->newest = *current;
    *current = kept;
}

static void end_in_siteinfo(struct page_parser *parser, const xmlChar *name) {
    const struct text_buffer *field = &parser->field;
    if (named(name, "namespace") && field->length > 0 &&
        !site_add_namespace(parser->site, (int)parser->namespace_number, field->bytes,
                            field->length))
        parser->no_memory = true;
    if (named(name, "case") && ascii_compare(field->bytes, field->length, "case-sensitive") == 0)
        parser->site->case_sensitive = true;
    /* It comes before "wiki" in "enwiki", "elwikivoyage". xml:lang, if known, is better. */
    if (named(name, "dbname") && parser->site->language[0] == '\0')
        for (size_t i = 1; i + 4 <= field->length; i++)
            if (memcmp(field->bytes + i, "wiki", 4) == 0) {
                site_set_language(parser->site, field->bytes, i);
                break;
            }
}

static void end_element(void *user_data, const xmlChar *name, const xmlChar *prefix,
                        const xmlChar *uri) {
    (void)prefix, (void)uri;
    struct page_parser *parser = user_data;
    bool collected = parser->target && parser->target_depth == parser->depth;
    int depth = --parser->depth;
    enum place outer = depth > 0 && depth < deepest ? parser->places[depth - 1] : in_nothing;
    if (collected)
        parser->target = NULL;
    if (depth < deepest && parser->places[depth] == in_revision)
        end_revision(parser);
    if (collected && outer == in_page && named(name, "ns"))
        parser->page->namespace_number = namespace_in(parser->field.bytes, parser->field.length);
    else if (collected && outer == in_page && named(name, "id"))
        parser->page->id = id_in(&parser->field);
    else if (collected && outer == in_revision && named(name, "id"))
        parser->revision.id = id_in(&parser->field);
    else if (collected && outer == in_contributor && named(name, "id"))
        parser->revision.contributor_id = id_in(&parser->field);
    else if (collected && (outer == in_siteinfo || outer == in_namespaces))
        end_in_siteinfo(parser, name);
}

/* Where characters of the current element go; NULL if nowhere, or if they are too many. */
static struct text_buffer *target_for(struct page_parser *parser, size_t length) {
    struct text_buffer *target = parser->target;
    if (!target || parser->target_depth != parser->depth)
        return NULL;
    if (length <= parser->target_max - target->length)
        return target;
    fail(&parser->excess, "the %s is longer than %d bytes",
         target == &parser->revision.text ? "text" : "field", (int)parser->target_max);
    xmlStopParser(parser->context);
    return NULL;
}

static void characters(void *user_data, const xmlChar *text, int length) {
    struct page_parser *parser = user_data;
    struct text_buffer *target = target_for(parser, (size_t)length);
    if (!target)
        return;
    text_buffer_append(target, (const char *)text, (size_t)length);
    parser->no_memory = parser->no_memory || target->failed;
}

/* Characters of an outline: a mark that stands for a run of text, or white space between tags. */
static void run_of_text(void *user_data, const xmlChar *text, int length) {
    struct page_parser *parser = user_data;
    if (*text != xml_outline_mark || parser->next_run == parser->outline.count) {
        characters(user_data, text, length);
        return;
    }
    const struct xml_outline_run *run = &parser->outline.runs[parser->next_run++];
    struct text_buffer *target = target_for(parser, run->length);
    if (!target)
        return;
    xml_outline_decode(run, target);
    parser->no_memory = parser->no_memory || target->failed;
}

/* Keeps the first error, on one line. */
static void note_error(void *user_data, xml_error_pointer error) {
    struct page_parser *parser = user_data;
    if (parser->error[0] || error->level < XML_ERR_ERROR)
        return;
    /* An error without a message means that there was no memory for the message. */
    if (error->code == XML_ERR_NO_MEMORY || !error->message) {
        parser->no_memory = true;
        return;
    }
    snprintf(parser->error, sizeof parser->error, "%s", error->message);
    parser->error[strcspn(parser->error, "\r\n")] = '\0';
}

/*
 * XML_PARSE_HUGE: a page may exceed the limits that libxml2 has for one document. They protect from
 * entities that expand, which cannot be declared inside a <page>.
 */
static xmlParserCtxtPtr new_context(struct page_parser *parser, charactersSAXFunc take_text) {
    xmlSAXHandler handler = {
        .initialized = XML_SAX2_MAGIC,
        .startElementNs = start_element,
        .endElementNs = end_element,
        .characters = take_text,
        .ignorableWhitespace = take_text,
        .cdataBlock = take_text,
        .processingInstruction = meet_instruction,
        .serror = note_error,
    };
    xmlParserCtxtPtr context = xmlCreatePushParserCtxt(&handler, parser, NULL, 0, NULL);
    if (context)
        xmlCtxtUseOptions(context, XML_PARSE_NONET | XML_PARSE_HUGE);
    return context;
}

/* Keeps libxml2 from printing errors. */
static void say_nothing(void *user_data, const char *format, ...) {
    (void)user_data, (void)format;
}

/*
 * Before libxml2 2.12 the only way to find out whether there is memory for the state of a thread is
 * to allocate as much and free it again. That is no guarantee, because another thread may take the
 * memory in between. The area is twice as long as needed, so that free() does not put it where
 * malloc() keeps small areas and calloc() does not look.
 */
bool page_parser_prepare_thread(void) {
#if LIBXML_VERSION >= 21200
    bool good = xmlCheckThreadLocalStorage() == 0;
#else
    void *volatile state = malloc(2 * sizeof(xmlGlobalState)); /* or none is tried */
    bool good = state != NULL;
    free(state);
#endif
    if (good)
        xmlSetGenericErrorFunc(NULL, say_nothing);
    return good;
}

/* libxml2 remembers every name that it has met, and finds them more and more slowly. */
static void forget_names(xmlParserCtxtPtr *context) {
    enum { names_enough = 4096 };
    if (*context && xmlDictSize((*context)->dict) > names_enough) {
        xmlFreeParserCtxt(*context);
        *context = NULL;
    }
}

static bool open_contexts(struct page_parser *parser) {
    parser->no_memory = !page_parser_prepare_thread();
    if (parser->no_memory)
        return false;
    forget_names(&parser->by_outline);
    forget_names(&parser->whole);
    if (!parser->by_outline)
        parser->by_outline = new_context(parser, run_of_text);
    if (!parser->whole)
        parser->whole = new_context(parser, characters);
    parser->no_memory = !parser->by_outline || !parser->whole;
    return !parser->no_memory;
}

static bool begin(struct page_parser *parser, xmlParserCtxtPtr context, struct page *page) {
    parser->context = context;
    parser->page = page;
    parser->next_run = 0;
    parser->depth = 0;
    parser->target = NULL;
    parser->excess.message[0] = '\0';
    parser->too_many_names = false;
    parser->namespace_count = 0;
    parser->error[0] = '\0';
    page_clear(page);
    /* Naming the encoding would make libxml2 convert UTF-8 to UTF-8. */
    parser->no_memory = xmlCtxtResetPush(context, NULL, 0, NULL, NULL) != 0;
    return !parser->no_memory;
}

/* Whether libxml2 has read the whole page; if not, says why. */
static bool succeeded(struct page_parser *parser, struct failure *failure) {
    if (parser->no_memory)
        return fail_memory(failure);
    if (parser->excess.message[0])
        return fail(failure, "%s", parser->excess.message);
    if (parser->context->wellFormed)
        return true;
    return fail(failure, "XML is broken at byte %ld of the page: %s",
                xmlByteConsumed(parser->context),
                parser->error[0] ? parser->error : "not well formed");
}

/*
 * The position after the '>' of a tag that begins before `at`, or the farthest that a tag may
 * reach. NULL if a '<' comes first, which XML forbids even in quotes.
 */
static const char *tag_end(const char *at, const char *end) {
    char quote = '\0';
    const char *most = end - at > xml_outline_tag_max ? at + xml_outline_tag_max : end;
    for (; at < most && *at != '<' && (quote || *at != '>'); at++)
        if (quote ? *at == quote : *at == '"' || *at == '\'')
            quote = quote ? '\0' : *at;
    if (at < most)
        return *at == '>' ? at + 1 : NULL;
    /* Whether the value reaches a '<' before its closing quote. */
    const char *less = quote ? memchr(at, '<', (size_t)(end - at)) : NULL;
    return less && !memchr(at, quote, (size_t)(less - at)) ? NULL : most;
}

/* The position after the markup that begins with the '<' at `at`; NULL if it is broken. */
static const char *markup_end(const char *at, const char *end) {
    size_t left = (size_t)(end - at);
    if (words_begin("<!--", at, left))
        return ascii_after(at + 4, end, "-->");
    if (words_begin("<![CDATA[", at, left))
        return ascii_after(at + 9, end, "]]>");
    if (words_begin("<?", at, left))
        return ascii_after(at + 2, end, "?>");
    return tag_end(at + 1, end);
}

/*
 * Whether a tag is longer than an outline allows: libxml2 compares each attribute of a tag with all
 * others. What follows a broken tag does not matter: libxml2 stops there and says what is wrong.
 */
static bool has_long_tag(const char *xml, size_t length) {
    const char *end = xml + length, *at = xml;
    while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        const char *next = markup_end(at, end);
        if (!next)
            return false;
        bool is_tag = next - at > 1 && at[1] != '!' && at[1] != '?';
        if (is_tag && next - at > xml_outline_tag_max)
            return true;
        at = next;
    }
    return false;
}

/* Reads a page by its outline. False if it has none, or if anything is wrong with it. */
static bool read_by_outline(struct page_parser *parser, const char *xml, size_t length,
                            struct page *page) {
    struct failure ignored;
    const struct xml_outline *outline = &parser->outline;
    if (!xml_outline_make(&parser->outline, xml, length) ||
        !begin(parser, parser->by_outline, page))
        return false;
    xmlParseChunk(parser->by_outline, outline->xml.bytes, (int)outline->xml.length, 1);
    return succeeded(parser, &ignored) && parser->next_run == outline->count;
}

static bool parse_whole(struct page_parser *parser, const char *xml, size_t length,
                        struct page *page, struct failure *failure) {
    if (!begin(parser, parser->whole, page))
        return fail_memory(failure);
    for (; length > part_max; xml += part_max, length -= part_max)
        xmlParseChunk(parser->whole, xml, part_max, 0);
    xmlParseChunk(parser->whole, xml, (int)length, 1);
    return succeeded(parser, failure);
}

/* Reads a page as it is. libxml2 decides, and says what is wrong and where. */
static bool read_whole(struct page_parser *parser, const char *xml, size_t length,
                       struct page *page, struct failure *failure) {
    page_clear(page);
    if (has_long_tag(xml, length))
        return fail(failure, "a tag is longer than %d bytes", xml_outline_tag_max);
    if (parse_whole(parser, xml, length, page, failure))
        return true;
    if (!parser->too_many_names || parser->site)
        return false;
    /* Some of the names came from earlier pages; in a new context only this page's names count. */
    xmlFreeParserCtxt(parser->whole);
    parser->whole = NULL;
    return open_contexts(parser) ? parse_whole(parser, xml, length, page, failure)
                                 : fail_memory(failure);
}

enum slice_result page_parser_read(struct slice_parser *base, const char *xml, size_t length,
                                   struct page *page, struct failure *failure) {
    struct page_parser *parser = (struct page_parser *)base;
    if (length > INT_MAX) {
        fail(failure, "the page is longer than %d bytes", INT_MAX);
        return slice_damaged;
    }
    if (!open_contexts(parser)) {
        fail_memory(failure);
        return slice_no_memory;
    }
    /* What <siteinfo> says is passed on at once. A second attempt would pass it on twice. */
    bool outlined = !parser->site && read_by_outline(parser, xml, length, page);
    if (!outlined && !read_whole(parser, xml, length, page, failure))
        return parser->no_memory ? slice_no_memory : slice_damaged;
    if (!page->redirects && page->newest.text.length > 0)
        page->redirects = redirect_target(page->newest.text.bytes, page->newest.text.length) > 0;
    return slice_good;
}

static enum slice_result read_slice(struct slice_parser *parser, const char *text,
                                    const struct slice *slice, size_t most, struct page *page,
                                    struct failure *failure) {
    (void)most;
    return page_parser_read(parser, text, slice->length, page, failure);
}

static void close_parser(struct slice_parser *base) {
    struct page_parser *parser = (struct page_parser *)base;
    xmlFreeParserCtxt(parser->by_outline);
    xmlFreeParserCtxt(parser->whole);
    xml_outline_free(&parser->outline);
    text_buffer_free(&parser->field);
    revision_free(&parser->revision);
    free(parser);
}

static const struct slice_parser_kind page_kind = {read_slice, close_parser};

struct slice_parser *page_parser_open(struct site *site, struct text_buffer *base) {
    struct page_parser *parser = calloc(1, sizeof *parser);
    if (!parser)
        return NULL;
    parser->parser.kind = &page_kind;
    parser->site = site;
    parser->base = base;
    return &parser->parser;
}

void page_parser_each_revision(struct slice_parser *base,
                               bool (*take)(void *user, const struct page *page,
                                            const struct revision *revision),
                               void *user) {
    struct page_parser *parser = (struct page_parser *)base;
    parser->take_revision = take;
    parser->taker = user;
}
