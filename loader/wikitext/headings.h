/* headings.h - which headings stand over the apparatus of an article. */
#ifndef NEARDUP_HEADINGS_H
#define NEARDUP_HEADINGS_H

#include <stdbool.h>
#include <stddef.h>

/* "References", "See also", "Weblinks", "Примечания" ...; ASCII letters compare without case. */
bool heading_is_footer(const char *title, size_t length);

#endif
