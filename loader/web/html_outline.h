/*
 * html_outline.h - a page reduced to what its text depends on, for libxml2 to read.
 *
 * Most bytes of a page are scripts, style and attributes. libxml2 would take them all, some of them
 * in quadratic time: it searches the attributes of a tag, and the names that it has met, one by
 * one. The outline is HTML with the same text, and bounded in these:
 *
 *  (1) It has the elements of html_element.h only, by names of HTML 4. Scripts, comments and the
 *      like are gone with their content.
 *  (2) It has the attributes lang, href, rel, alt, name, property and content, where they matter,
 *      each once and at most attribute_max bytes long. "hidden" stands for all ways not to be seen,
 *      and role="navigation" for all that is no text of the page.
 *  (3) It is valid UTF-8 without control characters. A byte that is not valid becomes U+FFFD.
 *  (4) References are decoded that entities.h knows: those of HTML 4, and those by number. libxml2
 *      may know others.
 *
 * Time is linear. The outline is at most six times as long as the page.
 */
#pragma once

#include "../text/text_buffer.h"
#include "third_parties.h"

enum { attribute_max = 8192 };

/*
 * Appends the outline of `length` bytes, in UTF-8 as far as they are valid, to `out`, but no more
 * than about `most` bytes: what follows is left out. Notes what the page loads from others, which
 * is not in the outline. False when memory runs out.
 */
bool html_outline_write(const char *text, size_t length, size_t most, struct text_buffer *out,
                        struct third_parties *parties);

/* The names of all elements and attributes that an outline can have, by number; then NULL. */
const char *html_outline_name(size_t number);
