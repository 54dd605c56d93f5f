/*
 * entities.h - character references: "&eacute;", "&#233;", "&#xE9;".
 *
 * The names are those of HTML 4, and "apos". As in MediaWiki the ";" is needed, and what is no
 * reference is text.
 */
#ifndef NEARDUP_ENTITIES_H
#define NEARDUP_ENTITIES_H

#include <stddef.h>

struct entity {
    size_t length;            /* bytes with "&" and ";"; 0 where there is no reference */
    unsigned long code_point; /* U+FFFD for a number that stands for no character */
};

/* Reads the reference whose "&" is at text[0]. Looks at no more than 16 bytes. */
struct entity entity_read(const char *text, size_t length);

#endif
