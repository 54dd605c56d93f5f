/*
 * redirect.h - whether a text is a redirect: "#REDIRECT [[Target]]", in the wiki's language.
 *
 * Recent exports lack the <redirect> element, and the word is translated, so the text decides.
 */
#ifndef NEARDUP_REDIRECT_H
#define NEARDUP_REDIRECT_H

#include <stdbool.h>
#include <stddef.h>

bool redirect_text(const char *wikitext, size_t length);

#endif
