/*
 * markup.h - what can occur inside a line: links, templates, tags, quotes, entities.
 *
 * The walk is at the byte that each function is named for.
 */
#pragma once

#include "cleaner.h"

void markup_quotes(struct wikitext_cleaner *cleaner);
void markup_entity(struct wikitext_cleaner *cleaner);
void markup_angle(struct wikitext_cleaner *cleaner);
void markup_open_bracket(struct wikitext_cleaner *cleaner);
void markup_close_bracket(struct wikitext_cleaner *cleaner);
void markup_open_brace(struct wikitext_cleaner *cleaner);
void markup_close_brace(struct wikitext_cleaner *cleaner);
void markup_underscore(struct wikitext_cleaner *cleaner);
void markup_colon(struct wikitext_cleaner *cleaner);

/* "-{zh-hans:A; zh-hant:B}-": shows the first of the variants. */
void markup_variant(struct wikitext_cleaner *cleaner, const struct span *span);
