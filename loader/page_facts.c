/* page_facts.c - see page_facts.h. */
#include "page_facts.h"

#include "base/ascii.h"
#include "wikitext/links.h"
#include "wikitext/templates.h"

#include <assert.h>
#include <string.h> /* memchr */

/* ---- JSON ------------------------------------------------------------------------------------ */

/* What goes before the next item of an array or object that `open` begins. */
static void append_begin(struct text_buffer *json, char open) {
    text_buffer_append_byte(json, json->length == 0 ? open : ',');
}

/* ---- Links ----------------------------------------------------------------------------------- */

/* What follows the first ":" of a title. */
static void append_name(struct text_buffer *json, const struct text_buffer *title) {
    const char *mark = memchr(title->bytes, ':', title->length);
    size_t start = mark ? (size_t)(mark - title->bytes) + 1 : 0, end = title->length;
    ascii_trim(title->bytes, &start, &end);
    text_buffer_append_json(json, title->bytes + start, end - start);
}

/* Reads the link whose target is text[start, end). */
static bool read_link(struct page_facts *facts, const struct site *site, const char *text,
                      size_t start, size_t end) {
    ascii_trim(text, &start, &end);
    bool shown = start < end && text[start] == ':'; /* a link to a category, not membership */
    start += shown;
    struct link_target target = link_read_target(site, text, start, end);
    bool elsewhere = target.kind == link_text ? target.shown > start : shown;
    if (elsewhere || target.kind == link_picture || target.kind == link_external)
        return true;
    struct alias *alias = &facts->alias;
    if (!alias_read_link(alias, site, text + start, end - start))
        return false;
    if (alias->target.length == 0)
        return true;
    if (target.kind == link_category) {
        append_begin(&facts->json[fact_categories], '[');
        append_name(&facts->json[fact_categories], &alias->target);
    } else if (target.kind == link_language) {
        char code[16];
        size_t length = 0;
        while (length < sizeof code && length < alias->target.length &&
               alias->target.bytes[length] != ':') {
            code[length] = (char)ascii_lower(alias->target.bytes[length]);
            length++;
        }
        append_begin(&facts->json[fact_languages], '{');
        text_buffer_append_json(&facts->json[fact_languages], code, length);
        text_buffer_append_byte(&facts->json[fact_languages], ':');
        append_name(&facts->json[fact_languages], &alias->target);
    } else if (alias->namespace_number == namespace_article) {
        append_begin(&facts->json[fact_links], '[');
        text_buffer_append_json(&facts->json[fact_links], alias->target.bytes,
                                alias->target.length);
    }
    return true;
}

/* ---- Infoboxes ------------------------------------------------------------------------------- */

static bool is_infobox(const struct span_list *list, const struct span *span, const char *text) {
    size_t lines = 0;
    for (size_t pipe = span->first_pipe; pipe != no_pipe && lines < 2;
         pipe = list->pipes[pipe].next) {
        size_t at = list->pipes[pipe].offset;
        struct template_argument argument =
            template_argument_read(text, at + 1, span_argument_end(list, span, pipe));
        size_t before = at;
        while (before > 0 && text[before - 1] != '\n' && ascii_is_space(text[before - 1]))
            before--;
        /* It begins a line if one ends between the pipe and the name, or right before the pipe. */
        lines += argument.name_end > argument.name_start &&
                 ((before > 0 && text[before - 1] == '\n') ||
                  memchr(text + at, '\n', argument.name_start - at));
    }
    return lines == 2;
}

/* Appends a field, unless nothing is left of its value. */
static bool read_field(struct page_facts *facts, const char *text,
                       const struct template_argument *argument, bool *first) {
    struct text_buffer *json = &facts->json[fact_infoboxes];
    struct plain_text *value = &facts->value;
    if (!wikitext_clean(facts->cleaner, text + argument->start, argument->end - argument->start,
                        value))
        return false;
    if (value->block_count == 0)
        return true;
    if (!*first)
        text_buffer_append_byte(json, ',');
    *first = false;
    text_buffer_append_json(json, text + argument->name_start,
                            argument->name_end - argument->name_start);
    text_buffer_append_byte(json, ':');
    struct text_buffer *joined = &value->section_names; /* the value has no sections to name */
    text_buffer_clear(joined);
    for (size_t i = 0; i < value->block_count; i++) {
        const struct plain_block *block = &value->blocks[i];
        if (i > 0)
            text_buffer_append(joined, "; ", 2);
        text_buffer_append(joined, value->text.bytes + block->offset, block->length);
    }
    text_buffer_append_json(json, joined->bytes, joined->length);
    return !joined->failed;
}

static bool read_infobox(struct page_facts *facts, const struct span_list *list,
                         const struct span *span, const struct site *site, const char *text) {
    assert(span->kind == span_template && span->first_pipe != no_pipe);
    struct text_buffer *json = &facts->json[fact_infoboxes];
    size_t name_end = list->pipes[span->first_pipe].offset;
    if (!facts->cleaner && !(facts->cleaner = wikitext_cleaner_open(site)))
        return false;
    if (!alias_read_link(&facts->alias, site, text + span->inner_start,
                         name_end - span->inner_start))
        return false;
    append_begin(json, '[');
    text_buffer_append_string(json, "{\"template\":");
    text_buffer_append_json(json, facts->alias.target.bytes, facts->alias.target.length);
    text_buffer_append_string(json, ",\"fields\":{");
    bool first = true;
    for (size_t pipe = span->first_pipe; pipe != no_pipe; pipe = list->pipes[pipe].next) {
        struct template_argument argument = template_argument_read(
            text, list->pipes[pipe].offset + 1, span_argument_end(list, span, pipe));
        if (argument.name_end > argument.name_start && argument.end > argument.start &&
            !read_field(facts, text, &argument, &first))
            return false;
    }
    text_buffer_append_string(json, "}}");
    return true;
}

/* ---- The page -------------------------------------------------------------------------------- */

void page_facts_clear(struct page_facts *facts) {
    for (int i = 0; i < page_fact_count; i++)
        text_buffer_clear(&facts->json[i]);
}

bool page_facts_read(struct page_facts *facts, const struct wikitext_cleaner *cleaner,
                     const struct site *site, const char *wikitext) {
    const struct span_list *list = wikitext_spans(cleaner);
    bool lead = true;
    size_t outside = 0; /* the first span that is not inside a template */
    page_facts_clear(facts);
    for (size_t i = 0; i < list->count;) {
        const struct span *span = &list->spans[i];
        bool hidden =
            span->kind == span_comment || span->kind == span_dropped || span->kind == span_literal;
        lead = lead && span->kind != span_heading;
        if (span->kind == span_link) {
            size_t end = span->first_pipe == no_pipe ? span->inner_end
                                                     : list->pipes[span->first_pipe].offset;
            if (!read_link(facts, site, wikitext, span->inner_start, end))
                return false;
        } else if (span->kind == span_template && i >= outside) {
            outside = span->after;
            if (lead && is_infobox(list, span, wikitext) &&
                !read_infobox(facts, list, span, site, wikitext))
                return false;
        }
        i = hidden ? span->after : i + 1;
    }
    bool good = true;
    for (int k = 0; k < page_fact_count; k++) {
        struct text_buffer *json = &facts->json[k];
        if (json->length > 0)
            text_buffer_append_byte(json, k == fact_languages ? '}' : ']');
        good = good && !json->failed;
    }
    return good;
}

void page_facts_free(struct page_facts *facts) {
    for (int i = 0; i < page_fact_count; i++)
        text_buffer_free(&facts->json[i]);
    wikitext_cleaner_close(facts->cleaner);
    plain_text_free(&facts->value);
    alias_free(&facts->alias);
}
