/* html_element.c - see html_element.h. */
#include "html_element.h"

#include "../base/ascii.h"

/* In order of name. */
static const struct html_element elements[] = {
    {"a", "a", element_anchor, standing_text},
    {"address", "div", element_block, standing_text},
    {"applet", "span", element_inline, standing_unseen},
    {"article", "div", element_block, standing_text},
    {"aside", "div", element_block, standing_aside},
    {"audio", "span", element_inline, standing_unseen},
    {"base", "base", element_statement, standing_text},
    {"blockquote", "blockquote", element_block, standing_text},
    {"body", "body", element_document, standing_text},
    {"br", "br", element_break, standing_text},
    {"button", "span", element_inline, standing_unseen},
    {"canvas", "span", element_inline, standing_unseen},
    {"caption", "caption", element_cell, standing_text},
    {"center", "div", element_block, standing_text},
    {"datalist", "span", element_inline, standing_unseen},
    {"dd", "dd", element_item, standing_text},
    {"details", "div", element_block, standing_text},
    {"dialog", "div", element_block, standing_aside},
    {"dir", "ul", element_list, standing_text},
    {"div", "div", element_block, standing_text},
    {"dl", "dl", element_list, standing_text},
    {"dt", "dt", element_item, standing_text},
    {"fieldset", "div", element_block, standing_text},
    {"figcaption", "div", element_block, standing_text},
    {"figure", "div", element_block, standing_text},
    {"footer", "div", element_block, standing_aside},
    {"form", "div", element_block, standing_text},
    {"h1", "h1", element_heading, standing_text},
    {"h2", "h2", element_heading, standing_text},
    {"h3", "h3", element_heading, standing_text},
    {"h4", "h4", element_heading, standing_text},
    {"h5", "h5", element_heading, standing_text},
    {"h6", "h6", element_heading, standing_text},
    {"head", "head", element_document, standing_text},
    {"header", "div", element_block, standing_text},
    {"hgroup", "div", element_block, standing_text},
    {"hr", "hr", element_block, standing_text},
    {"html", "html", element_document, standing_text},
    {"iframe", "", element_raw, standing_unseen},
    {"img", "img", element_image, standing_text},
    {"legend", "div", element_block, standing_text},
    {"li", "li", element_item, standing_text},
    {"link", "link", element_statement, standing_text},
    {"main", "div", element_block, standing_text},
    {"map", "span", element_inline, standing_unseen},
    {"marquee", "div", element_block, standing_text},
    {"math", "span", element_inline, standing_unseen},
    {"menu", "ul", element_list, standing_text},
    {"meta", "meta", element_statement, standing_text},
    {"nav", "div", element_block, standing_aside},
    {"noembed", "", element_raw, standing_unseen},
    {"noframes", "", element_raw, standing_unseen},
    {"noscript", "", element_raw, standing_unseen},
    {"object", "span", element_inline, standing_unseen},
    {"ol", "ol", element_list, standing_text},
    {"p", "p", element_block, standing_text},
    {"pre", "pre", element_block, standing_text},
    {"rp", "span", element_inline, standing_unseen},
    {"rt", "span", element_inline, standing_unseen},
    {"script", "", element_raw, standing_unseen},
    {"search", "div", element_block, standing_aside},
    {"section", "div", element_block, standing_text},
    {"select", "span", element_inline, standing_unseen},
    {"span", "span", element_inline, standing_text},
    {"style", "", element_raw, standing_unseen},
    {"summary", "div", element_block, standing_text},
    {"sup", "sup", element_raised, standing_text},
    {"svg", "span", element_inline, standing_unseen},
    {"table", "table", element_table, standing_text},
    {"td", "td", element_cell, standing_text},
    {"template", "div", element_block, standing_unseen},
    {"textarea", "", element_raw, standing_unseen},
    {"th", "th", element_cell, standing_text},
    {"title", "title", element_title, standing_text},
    {"tr", "tr", element_row, standing_text},
    {"ul", "ul", element_list, standing_text},
    {"video", "span", element_inline, standing_unseen},
    {"xmp", "", element_raw, standing_unseen},
};

const struct html_element *html_element_find(const char *name, size_t length) {
    size_t low = 0, high = sizeof elements / sizeof *elements;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = ascii_compare(name, length, elements[middle].name);
        if (order == 0)
            return &elements[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}
