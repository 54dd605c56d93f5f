/*
 * page_facts.h - what a page says besides its text: its categories, its links, the same page in
 * other languages, and the fields of its infoboxes.
 *
 * Each of the four is JSON, so that an article has one row, whatever it says; views show them as
 * rows. The order is that of the page.
 *
 *   (1) A category, a link to an article and a title elsewhere are titles as alias.h reads them,
 *       without the namespace. References and comments do not count.
 *   (2) An infobox is a template in the lead, outside of other templates, in which two arguments or
 *       more have a name and begin a line. So no list of names is needed in any language.
 *   (3) The value of a field is cleaned as text is. Its paragraphs and items are joined by "; ". A
 *       field that becomes empty is left out.
 */
#pragma once

#include "alias.h"
#include "wikitext/wikitext.h"

/* In the order of the columns of article_fact. */
enum page_fact { fact_categories, fact_links, fact_languages, fact_infoboxes, page_fact_count };

/* Begins as all zeroes; the memory is reused from page to page and freed by page_facts_free(). */
struct page_facts {
    /*
     * Each is empty for nothing. Of categories ["Islands", ...]; of links to articles ["Port
     * Maurel", ...], repeated if the page repeats them; of languages {"de": "Hafen", ...}; of
     * infoboxes [{"template": "Infobox port", "fields": {"depth": "9 m"}}, ...].
     */
    struct text_buffer json[page_fact_count];

    struct wikitext_cleaner *cleaner; /* of values; this and the next are for page_facts_read() */
    struct plain_text value;
    struct alias alias;
};

/* Reads the page that `cleaner` has just cleaned, in linear time. False when memory runs out. */
bool page_facts_read(struct page_facts *facts, const struct wikitext_cleaner *cleaner,
                     const struct site *site, const char *wikitext);

void page_facts_clear(struct page_facts *facts);
void page_facts_free(struct page_facts *facts);
