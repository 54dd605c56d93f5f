/*
 * footer_headings.h - which headings introduce the apparatus of an article.
 *
 * "References", "See also", "Weblinks", "Примечания": the list is data/footer_headings.txt.
 */
#ifndef NEARDUP_FOOTER_HEADINGS_H
#define NEARDUP_FOOTER_HEADINGS_H

#include <stdbool.h>
#include <stddef.h>

enum { longest_footer_heading = 120 }; /* bytes */

/* Whether the title is such a heading. ASCII letters compare without case. */
bool footer_heading_find(const char *title, size_t length);

/* Generated from the list by data/generate_footer_headings.awk; see word_hash.h for the slots. */
struct footer_heading_table {
    const char *const *headings;
    const unsigned short *slots;
    size_t slot_count;
};
extern const struct footer_heading_table footer_heading_table;

#endif
