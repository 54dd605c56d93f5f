/*
 * article_text.h - the wikitext of one revision in, its sentences and page_facts.h out, for a
 * connection to SQLite, as a load of it gives them. Memory is bounded by the text. An article_text
 * serves one thread.
 */
#pragma once

#include "base/failure.h"

#include <sqlite3.h>

struct article_text;
struct site;

/*
 * `language` is a code such as "en", or "". `site` has the names of the namespaces of the wiki, and
 * is borrowed; NULL: the usual names. NULL with `failure` filled in.
 */
struct article_text *article_text_open(const char *language, const struct site *site,
                                       struct failure *failure);
void article_text_close(struct article_text *article);

/*
 * Makes the connection have the temporary table page_sentence(position, paragraph, section, block,
 * text): the sentences of what was read last; and the function page_fact(column), which gives a
 * column of article_fact. It must not outlive `article`. Returns SQLite's code.
 */
int article_text_register(struct article_text *article, sqlite3 *db);

/* Where a text redirects to. */
struct article_redirect {
    bool redirects;       /* it has no sentences then */
    int namespace_number; /* of the target */
    const char *target;   /* "" if the text names no valid title */
    const char *section;  /* of that article; "" for all of it */
};

/* The namespace of a title, by what stands before its colon. */
int article_text_namespace(const struct article_text *article, const char *title);

/*
 * Reads a text. `target` is what the wiki says that it redirects to, which counts more than the
 * text; "": it redirects somewhere; NULL: the text decides. Fills in `redirect`, whose strings are
 * valid until the next call. False with `failure` filled in.
 */
bool article_text_read(struct article_text *article, const char *text, size_t length,
                       const char *target, struct article_redirect *redirect,
                       struct failure *failure);
