/* html_tag.c - see html_tag.h. */
#include "html_tag.h"

#include "../base/ascii.h"

#include <assert.h>
#include <string.h> /* memchr, strlen */

bool html_tag_read(const char *at, const char *end, struct html_tag *tag) {
    assert(at < end && *at == '<');
    at++;
    tag->closes = at < end && *at == '/';
    if (tag->closes)
        at++;
    if (at == end || (!ascii_is_upper(*at) && !ascii_is_lower(*at)))
        return false;
    tag->name = at;
    while (at < end && !ascii_is_space(*at) && *at != '/' && *at != '>')
        at++;
    tag->name_length = (size_t)(at - tag->name);
    tag->attributes = at;
    return true;
}

static const char *skip_space(const char *at, const char *end) {
    while (at < end && ascii_is_space(*at))
        at++;
    return at;
}

/* Reads what follows the "=" of an attribute. Returns where it ends. */
static const char *read_value(const char *at, const char *end, struct html_attribute *attribute) {
    at = skip_space(at, end);
    if (at < end && (*at == '"' || *at == '\'')) {
        const char *quote = memchr(at + 1, *at, (size_t)(end - at - 1));
        attribute->value = at + 1;
        attribute->value_length = (size_t)((quote ? quote : end) - attribute->value);
        return quote ? quote + 1 : end;
    }
    attribute->value = at;
    while (at < end && !ascii_is_space(*at) && *at != '>')
        at++;
    attribute->value_length = (size_t)(at - attribute->value);
    return at;
}

bool html_attribute_next(const char **at, const char *end, struct html_attribute *attribute) {
    const char *next = *at;
    while (next < end && (ascii_is_space(*next) || *next == '/'))
        next++;
    *at = next;
    if (next == end || *next == '>')
        return false;
    attribute->name = next++; /* even "=" begins a name */
    while (next < end && !ascii_is_space(*next) && *next != '/' && *next != '>' && *next != '=')
        next++;
    attribute->name_length = (size_t)(next - attribute->name);
    attribute->value = next;
    attribute->value_length = 0;
    const char *equals = skip_space(next, end);
    *at = equals < end && *equals == '=' ? read_value(equals + 1, end, attribute) : next;
    return true;
}

bool html_attribute_is(const struct html_attribute *attribute, const char *name) {
    return ascii_compare(attribute->name, attribute->name_length, name) == 0;
}

const char *html_tag_end(const char *at, const char *end) {
    struct html_attribute attribute;
    while (html_attribute_next(&at, end, &attribute))
        continue;
    return at;
}

/* ---- Elements -------------------------------------------------------------------------------- */

/* Those of HTML 4 as which the others count; the most frequent first. */
static const struct html_element elements[] = {
    {"div", element_block},     {"span", element_inline},    {"a", element_anchor},
    {"li", element_item},       {"p", element_block},        {"td", element_cell},
    {"tr", element_row},        {"br", element_break},       {"img", element_image},
    {"ul", element_list},       {"h1", element_heading},     {"h2", element_heading},
    {"h3", element_heading},    {"h4", element_heading},     {"h5", element_heading},
    {"h6", element_heading},    {"meta", element_statement}, {"link", element_statement},
    {"script", element_raw},    {"sup", element_raised},     {"th", element_cell},
    {"table", element_table},   {"dd", element_item},        {"dt", element_item},
    {"dl", element_list},       {"ol", element_list},        {"blockquote", element_block},
    {"pre", element_block},     {"hr", element_block},       {"caption", element_cell},
    {"title", element_title},   {"html", element_document},  {"head", element_document},
    {"body", element_document}, {"base", element_statement},
};

static const struct {
    const char *like;
    enum html_standing standing;
    const char *names[18];
} others[] = {
    {"div",
     standing_text,
     {"address", "article", "center", "details", "fieldset", "figcaption", "figure", "form",
      "header", "hgroup", "legend", "main", "marquee", "section", "summary"}},
    {"div", standing_aside, {"aside", "dialog", "footer", "nav", "search"}},
    {"div", standing_unseen, {"template"}},
    {"span",
     standing_unseen,
     {"applet", "audio", "button", "canvas", "datalist", "map", "math", "object", "rp", "rt",
      "select", "svg", "video"}},
    {"script",
     standing_unseen,
     {"iframe", "noembed", "noframes", "noscript", "style", "textarea", "xmp"}},
    {"ul", standing_text, {"dir", "menu"}},
};

const struct html_element *html_element_find(const char *name, size_t length,
                                             enum html_standing *standing) {
    *standing = standing_text;
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (ascii_compare(name, length, elements[i].name) == 0)
            return &elements[i];
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        for (size_t k = 0; others[i].names[k]; k++)
            if (ascii_compare(name, length, others[i].names[k]) == 0) {
                const char *like = others[i].like;
                const struct html_element *element =
                    html_element_find(like, strlen(like), standing);
                *standing = others[i].standing;
                return element;
            }
    return NULL;
}
