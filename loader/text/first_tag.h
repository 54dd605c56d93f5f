/* first_tag.h - whether a file begins as a web page does. */
#ifndef NEARDUP_FIRST_TAG_H
#define NEARDUP_FIRST_TAG_H

#include <stdbool.h>
#include <stddef.h>

/*
 * The first byte of text[0, length) after white space, declarations such as <?xml ...?> and
 * comments, which end at "-->". `length` if there is nothing else.
 */
size_t first_tag_begin(const char *text, size_t length);

/* Whether a page in HTML begins there. */
bool first_tag_is_web_page(const char *text, size_t length);

#endif
