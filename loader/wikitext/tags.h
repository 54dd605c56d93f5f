/*
 * tags.h - the tags that may occur in wikitext, and how to read one.
 *
 * MediaWiki knows two kinds: extension tags, whose content is not wikitext (<ref>, <nowiki>,
 * <math>), and the HTML that it allows. Any other name is no tag but text.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum tag_effect {
    tag_unknown,     /* no tag */
    tag_transparent, /* <b>, <span>: the tag is removed, its content stays */
    tag_space,       /* <br>: white space */
    tag_break,       /* <p>, <div>: ends the block */
    tag_item,        /* <li>: begins an item of a list */
    tag_table,       /* <table> */
    tag_row,         /* <tr> */
    tag_cell,        /* <td>, <th>, <caption> */
    tag_dropped,     /* <math>, <gallery>: removed with its content */
    tag_reference,   /* <ref>: likewise, but </ref> is often missing */
    tag_literal      /* <nowiki>, <pre>: the content is text */
};

struct tag {
    enum tag_effect effect;
    const char *name; /* in lower case, not terminated */
    size_t name_length;
    size_t index;      /* identifies the name; below tag_names */
    size_t end;        /* offset after ">"; after the name if the tag is not complete */
    bool closing;      /* </b> */
    bool self_closing; /* <br/> */
    bool complete;     /* ends with ">" */
    bool has_name;     /* has an attribute "name" */
};

enum { tag_names = 128 };

/*
 * Reads the tag whose "<" is at `start`. Stops at the next "<", so that reading the tag at every
 * "<" of a text is linear. A ">" in a quoted attribute does not end the tag.
 */
struct tag tag_read(const char *text, size_t length, size_t start);

/* The offset of the next closing tag of that name at or after `from`; `length` if there is none. */
size_t tag_find_closer(const char *text, size_t length, size_t from, const struct tag *tag);
