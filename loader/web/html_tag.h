/*
 * html_tag.h - tags and attributes as the bytes of a page have them, by the rules of HTML 5; and
 * what the elements are for, as far as text is concerned.
 *
 * What is read is borrowed from the page; nothing is decoded. Time is linear in what is read. An
 * element that is not known is inline and says nothing: its tags are dropped, and its text stays.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct html_tag {
    const char *name;
    size_t name_length;
    bool closes;            /* it begins with "</" */
    const char *attributes; /* for html_attribute_next() */
};

struct html_attribute {
    const char *name, *value;
    size_t name_length, value_length; /* value_length is 0 if it has no value */
};

/* Reads the name of the tag whose "<" is at `at`. False if this is no tag. */
bool html_tag_read(const char *at, const char *end, struct html_tag *tag);

/*
 * Reads the next attribute and moves *at after it. False at the end of the tag: *at is then its
 * ">", or `end` if the tag has none.
 */
bool html_attribute_next(const char **at, const char *end, struct html_attribute *attribute);

/* Whether the attribute has that name, which is in lower case. */
bool html_attribute_is(const struct html_attribute *attribute, const char *name);

/* What follows the attributes that are left: the ">" of the tag, or `end`. */
const char *html_tag_end(const char *at, const char *end);

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
