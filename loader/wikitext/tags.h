/*
 * tags.h - the tags that may stand in wikitext, and how to read one.
 *
 * MediaWiki knows two kinds: extension tags, whose content is not wikitext (<ref>, <nowiki>,
 * <math>), and the HTML it lets through. A name that is in neither list is no tag: text.
 */
#ifndef NEARDUP_TAGS_H
#define NEARDUP_TAGS_H

#include <stdbool.h>
#include <stddef.h>

enum tag_effect {
    tag_unknown,     /* no tag at all */
    tag_transparent, /* <b>, <span>: the tag goes, its text stays where it is */
    tag_space,       /* <br>: white space */
    tag_break,       /* <p>, <div>: ends the block */
    tag_item,        /* <li>: begins an item of a list */
    tag_table,       /* <table> */
    tag_row,         /* <tr> */
    tag_cell,        /* <td>, <th>, <caption> */
    tag_dropped,     /* <math>, <gallery>: goes with its content */
    tag_reference,   /* <ref>: likewise, and careful about a missing </ref> */
    tag_literal      /* <nowiki>, <pre>: the content is text, not markup */
};

struct tag {
    enum tag_effect effect;
    size_t index;      /* a number for the name, below tag_names */
    size_t end;        /* offset after ">", or after what belongs to the tag when there is no ">" */
    bool closing;      /* </b> */
    bool self_closing; /* <br/> */
    bool complete;     /* ended by ">" */
    bool has_name;     /* carries an attribute called "name" */
};

enum { tag_names = 128 };

/*
 * Reads the tag whose "<" is at `start`; `effect` is tag_unknown where there is none. Looks no
 * further than the next "<", so that reading every "<" of a text is linear. A ">" in a quoted
 * attribute does not end the tag.
 */
struct tag tag_read(const char *text, size_t length, size_t start);

/* The offset of "</name" (any case, name of `index`) at or after `from`; `length` if none. */
size_t tag_find_closer(const char *text, size_t length, size_t from, size_t index);

#endif
