/* headings.h - which headings stand over the apparatus of an article. */
#ifndef NEARDUP_HEADINGS_H
#define NEARDUP_HEADINGS_H

#include <stdbool.h>
#include <stddef.h>

enum { heading_footers = 512, heading_chains = 1024 };

/* The known titles in chains of like ones; filled once, then only read. */
struct heading_index {
    unsigned short first[heading_chains]; /* the title's number plus one, 0 for none */
    unsigned short next[heading_footers];
};
void heading_index_fill(struct heading_index *index);

/* "References", "See also", "Weblinks", "Примечания" ...; ASCII letters compare without case. */
bool heading_is_footer(const struct heading_index *index, const char *title, size_t length);

#endif
