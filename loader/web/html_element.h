/*
 * html_element.h - the elements of HTML: what they are for, as far as text is concerned.
 *
 * An element that is in no table here is inline and says nothing: its tags are dropped, and its
 * text stays.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum html_element_kind {
    element_raw,       /* its content is no markup, and not to be seen: <script> */
    element_title,     /* its content is no markup: <title> */
    element_document,  /* <html>, <head> and <body> */
    element_statement, /* <meta>, <base> and <link>, which say something about the page */
    element_block,     /* begins and ends a paragraph: <p>, <div> */
    element_heading,   /* <h1> to <h6> */
    element_list,      /* <ul>, <ol> and <dl> */
    element_item,      /* <li>, <dt> and <dd> */
    element_table,
    element_row,
    element_cell,  /* <td>, <th> and <caption> */
    element_break, /* <br> */
    element_image,
    element_anchor,
    element_inline, /* <span> */
    element_raised  /* <sup> */
};

/* How the text in an element counts. */
enum html_standing {
    standing_text,  /* as text of the page */
    standing_aside, /* as boilerplate: <nav>, <footer> */
    standing_unseen /* not at all: <svg>, <select> */
};

struct html_element {
    const char *name;
    enum html_element_kind kind;
};

/*
 * Finds an element, case ignored, and its standing: one that HTML 4 does not have counts as its
 * like there. NULL for all others.
 */
const struct html_element *html_element_find(const char *name, size_t length,
                                             enum html_standing *standing);
