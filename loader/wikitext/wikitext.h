/*
 * wikitext.h - wikitext in, blocks of plain text out, in linear time and without recursion. What
 * the cleaner does not understand it drops or keeps as text; no wikitext is an error.
 */
#pragma once

#include "../base/site.h"
#include "../text/plain_text.h"
#include "spans.h"

/* `site` is borrowed, and may learn further names meanwhile. NULL: no memory. */
struct wikitext_cleaner *wikitext_cleaner_open(const struct site *site);
void wikitext_cleaner_close(struct wikitext_cleaner *cleaner);

/* Cleans UTF-8, of which invalid bytes pass through, into `plain` anew. False: no memory. */
bool wikitext_clean(struct wikitext_cleaner *cleaner, const char *wikitext, size_t length,
                    struct plain_text *plain);

/* The spans of the wikitext that was cleaned last. */
const struct span_list *wikitext_spans(const struct wikitext_cleaner *cleaner);
