/*
 * redirect.h - whether a text is a redirect: "#REDIRECT [[Target]]", in the wiki's language.
 *
 * Recent exports lack the <redirect> element, and the word is translated, so the text decides.
 */
#ifndef NEARDUP_REDIRECT_H
#define NEARDUP_REDIRECT_H

#include <stddef.h>

/* Where the target begins, after "[[", at most `length`; 0 if the text is no redirect. */
size_t redirect_target(const char *wikitext, size_t length);

#endif
