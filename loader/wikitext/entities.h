/*
 * entities.h - character references: "&eacute;", "&#233;", "&#xE9;", by the names of HTML 4 and
 * "apos". As in MediaWiki, one without ";" or with an unknown name is text.
 */
#pragma once

#include <stddef.h>

struct entity {
    size_t length;            /* in bytes, with "&" and ";"; 0 if this is no reference */
    unsigned long code_point; /* U+FFFD for a number that is no character */
};

/* Reads the reference whose "&" is at text[0]. Looks at 17 bytes at most. */
struct entity entity_read(const char *text, size_t length);
