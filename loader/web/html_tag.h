/*
 * html_tag.h - tags and attributes as the bytes of a page have them, by the rules of HTML 5.
 *
 * What is read is borrowed from the page; nothing is decoded. Time is linear in what is read.
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
