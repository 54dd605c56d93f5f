/* html_outline.c - see html_outline.h; the numbers are the numbered points there. */
#include "html_outline.h"

#include "../base/ascii.h"
#include "../base/interrupt.h"
#include "../base/words.h"
#include "../text/utf8.h"
#include "../wikitext/entities.h"
#include "html_element.h"
#include "html_tag.h"

#include <string.h>

/* ---- Text ------------------------------------------------------------------------------------ */

/* Writes what the "&" at `at` stands for (4), or begins. Returns what follows. */
static const char *write_reference(const char *at, const char *end, struct text_buffer *out) {
    enum { longest_name = 32 };
    struct entity entity = entity_read(at, (size_t)(end - at));
    if (entity.length > 0) {
        /* The character must not become markup. */
        if (entity.code_point == '<')
            text_buffer_append_string(out, "&lt;");
        else if (entity.code_point == '&')
            text_buffer_append_string(out, "&amp;");
        else if (entity.code_point == '"' || entity.code_point == '\'')
            text_buffer_append_string(out, entity.code_point == '"' ? "&#34;" : "&#39;");
        else if (entity.code_point == 0xFFFE || entity.code_point == 0xFFFF)
            text_buffer_append_string(out, "\xEF\xBF\xBD");
        else
            text_buffer_append_code_point(out, entity.code_point);
        return at + entity.length;
    }
    const char *next = at + 1;
    while (next < end && next - at <= longest_name && ascii_is_alnum(*next))
        next++;
    bool named = next < end && *next == ';' && next > at + 1;
    text_buffer_append_string(out, named ? "&" : "&amp;");
    return at + 1;
}

/* Writes text, in which "<" is no markup, so that libxml2 reads the same (3). */
static void write_text(const char *at, const char *end, struct text_buffer *out) {
    while (at < end) {
        const char *start = at;
        uint32_t code_point;
        size_t step = 1;
        while (at < end &&
               ((*at >= ' ' && *at < 0x7F && *at != '<' && *at != '&') ||
                ((*at & 0x80) && (step = utf8_read(at, (size_t)(end - at), &code_point)) > 0 &&
                 code_point != 0xFFFE && code_point != 0xFFFF)))
            at += step, step = 1;
        text_buffer_append(out, start, (size_t)(at - start));
        if (at == end)
            return;
        if (*at == '&')
            at = write_reference(at, end, out);
        else {
            if (*at & 0x80)
                text_buffer_append_string(out, "\xEF\xBF\xBD");
            else if (*at == '<')
                text_buffer_append_string(out, "&lt;");
            else if (*at != '\0')
                text_buffer_append_byte(out, ' ');
            at++;
        }
    }
}

/* ---- Tags ------------------------------------------------------------------------------------ */

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

/* Attributes whose values matter to elements of a kind (2). */
static const struct {
    const char *name;
    enum html_element_kind kind;
} kept[] = {
    {"lang", element_document},  {"xml:lang", element_document},  {"href", element_anchor},
    {"rel", element_anchor},     {"href", element_statement},     {"rel", element_statement},
    {"name", element_statement}, {"property", element_statement}, {"content", element_statement},
    {"alt", element_image},
};

enum { kept_count = sizeof kept / sizeof *kept };

const char *html_outline_name(size_t number) {
    if (number < kept_count)
        return kept[number].name;
    number -= kept_count;
    if (number < 2)
        return number == 0 ? "hidden" : "role";
    const struct html_element *element = html_element_at(number - 2);
    return element ? element->written : NULL;
}

/*
 * Writes the attribute if it is one that is kept. `seen` has a bit for each of them. A value
 * without quotes around it may have both kinds in it, and is then dropped.
 */
static void write_attribute(const struct html_attribute *attribute, enum html_element_kind kind,
                            unsigned *seen, struct text_buffer *out) {
    const char *value = attribute->value, *end = value + attribute->value_length;
    for (unsigned i = 0; i < kept_count; i++) {
        if (kept[i].kind != kind || *seen >> i & 1 || !html_attribute_is(attribute, kept[i].name))
            continue;
        *seen |= 1U << i;
        bool double_quote = memchr(value, '"', attribute->value_length) != NULL;
        if (attribute->value_length > attribute_max ||
            (double_quote && memchr(value, '\'', attribute->value_length)))
            return;
        text_buffer_append_string(out, " ");
        text_buffer_append_string(out,
                                  strcmp(kept[i].name, "xml:lang") == 0 ? "lang" : kept[i].name);
        text_buffer_append_string(out, double_quote ? "='" : "=\"");
        write_text(value, end, out);
        text_buffer_append_string(out, double_quote ? "'" : "\"");
        return;
    }
}

/*
 * Writes a start tag. An anchor that leads nowhere is left out: old pages name places by them, and
 * leave them open.
 */
static const char *write_start(const struct html_element *element, const char *at, const char *end,
                               struct text_buffer *out, struct third_parties *parties) {
    size_t start = out->length;
    unsigned seen = 0;
    enum html_standing standing = element->standing;
    bool leads = element->kind != element_anchor;
    struct html_attribute attribute;
    text_buffer_append_string(out, "<");
    text_buffer_append_string(out, element->written);
    while (html_attribute_next(&at, end, &attribute)) {
        enum html_standing other = standing_by(&attribute);
        standing = other > standing ? other : standing;
        leads = leads || html_attribute_is(&attribute, "href");
        write_attribute(&attribute, element->kind, &seen, out);
        third_parties_note_attribute(parties, &attribute);
    }
    if (standing != standing_text && element->kind != element_document)
        text_buffer_append_string(out, standing == standing_unseen ? " hidden=\"\""
                                                                   : " role=\"navigation\"");
    text_buffer_append_string(out, ">");
    if (!leads && !out->failed)
        out->length = start;
    return at;
}

/* The end tag that ends the content of a raw element; `end` if there is none. */
static const char *raw_end(const char *at, const char *end, const struct html_element *element) {
    size_t length = strlen(element->name);
    while ((at = memchr(at, '<', (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) >= length + 2 && at[1] == '/' &&
            ascii_compare(at + 2, length, element->name) == 0 &&
            (at + 2 + length == end || !ascii_is_alnum(at[2 + length])))
            return at;
        at++;
    }
    return end;
}

/* Skips a raw element, or the tag of one that says nothing. Returns what follows. */
static const char *skip_element(const struct html_element *element, const char *at, const char *end,
                                struct third_parties *parties) {
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
    if (!element)
        return at;
    const char *close = raw_end(at, end, element);
    if (!data && strcmp(element->name, "script") == 0)
        third_parties_note_script(parties, at, close);
    return close;
}

/* Writes what is left of a tag; returns what follows it, or what follows its element. */
static const char *write_tag(const struct html_tag *tag, const char *end, struct text_buffer *out,
                             struct third_parties *parties) {
    const struct html_element *element = html_element_find(tag->name, tag->name_length);
    if (tag->closes) {
        if (element && element->kind != element_raw) {
            text_buffer_append_string(out, "</");
            text_buffer_append_string(out, element->written);
            text_buffer_append_string(out, ">");
        }
        const char *close = html_tag_end(tag->attributes, end);
        return close < end ? close + 1 : end;
    }
    if (!element || element->kind == element_raw)
        return skip_element(element, tag->attributes, end, parties);
    size_t start = out->length;
    const char *at = write_start(element, tag->attributes, end, out, parties);
    /* What is drawn is empty if its tag ends with "/". */
    if (at < end && at[-1] == '/' && !out->failed &&
        words_find_any_case("svg|math", tag->name, tag->name_length))
        out->length = start;
    at = at < end ? at + 1 : end;
    if (element->kind != element_title)
        return at;
    const char *close = raw_end(at, end, element);
    write_text(at, close, out);
    return close;
}

/* ---- The whole ------------------------------------------------------------------------------- */

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

bool html_outline_write(const char *text, size_t length, size_t most, struct text_buffer *out,
                        struct third_parties *parties) {
    const char *at = text, *end = text + length;
    while (at < end && out->length < most && !out->failed && !interrupt_overdue()) {
        const char *markup = memchr(at, '<', (size_t)(end - at));
        struct html_tag tag;
        write_text(at, markup ? markup : end, out);
        if (!markup)
            break;
        bool slash = end - markup > 2 && markup[1] == '/';
        if (html_tag_read(markup, end, &tag))
            at = write_tag(&tag, end, out, parties);
        else if (end - markup > 1 && (markup[1] == '!' || markup[1] == '?' || slash))
            at = after_comment(markup, end);
        else {
            text_buffer_append_string(out, "&lt;");
            at = markup + 1;
        }
    }
    return !out->failed;
}
