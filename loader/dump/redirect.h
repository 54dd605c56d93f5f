/*
 * redirect.h - whether a text is a redirect: "#REDIRECT [[Target]]", in the wiki's language.
 *
 * Recent exports lack the <redirect> element, and the word is translated, so the text decides.
 */
#pragma once

#include <stddef.h>

/* Where the target begins, after "[[", at most `length`; 0 if the text is no redirect. */
size_t redirect_target(const char *wikitext, size_t length);
