/* html_element.c - see html_element.h. */
#include "html_element.h"

#include "../base/ascii.h"

#include <string.h> /* strlen */

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
