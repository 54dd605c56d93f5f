/*
 * alias.h - where a link or a redirect leads: to a title, and perhaps to a section of that article,
 * without underscores, character references, "%C3%A9" or needless white space. What the dump says
 * in its <redirect> element comes before the link in the text, but only the link names a section.
 */
#pragma once

#include "base/site.h"
#include "text/page.h"
#include "text/text_buffer.h"

/* Begins as all zeroes; the memory is reused, and freed by alias_free(). */
struct alias {
    struct text_buffer target;  /* UTF-8; empty if the redirect leads to no title */
    struct text_buffer section; /* the name of the heading; empty: the whole article */
    int namespace_number;       /* of the target */
    struct text_buffer link;    /* for these functions alone, and so is the next */
    bool failed;                /* memory ran out */
};

/* Reads where `page` leads, which redirects. False when memory runs out. O(length of the link). */
bool alias_read(struct alias *alias, const struct site *site, const struct page *page);

/* Reads where the link text[0, length) leads, without its brackets and label. Likewise. */
bool alias_read_link(struct alias *alias, const struct site *site, const char *text, size_t length);

void alias_free(struct alias *alias);
