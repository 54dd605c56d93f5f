/* links.h - what a [[link]] shows. */
#pragma once

#include "../base/site.h"

enum link_kind {
    link_text,     /* shows its label or its target */
    link_picture,  /* a file: goes with its caption */
    link_category, /* shows nothing */
    link_language, /* likewise: the same article in another language */
    link_external  /* [[http://...]], a mistake for [http://...] */
};

struct link_target {
    enum link_kind kind;
    size_t shown; /* where the part of the target begins that shows if there is no label */
};

/*
 * Reads the target text[start, end). Without its namespace or wiki it is what shows: "Dogs" for
 * [[:Category:Dogs]].
 */
struct link_target link_read_target(const struct site *site, const char *text, size_t start,
                                    size_t end);

/* The namespace of that name, or namespace_none. Its first letter may be small: [[файл:x]]. */
int link_namespace(const struct site *site, const char *name, size_t length);

/* The length of the "http://" or similar scheme that `text` begins with; 0 if there is none. */
size_t link_scheme_length(const char *text, size_t length);
