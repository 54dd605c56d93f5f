/* footer_headings.c - see footer_headings.h. */
#include "footer_headings.h"

#include "../base/ascii.h"
#include "../base/word_hash.h"

#include <string.h> /* memcmp, strlen */

bool footer_heading_find(const char *title, size_t length) {
    while (length > 0 && (title[length - 1] == ':' || title[length - 1] == ' '))
        length--;
    if (length == 0 || length > longest_footer_heading)
        return false;
    char lower[longest_footer_heading];
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)ascii_lower(title[i]);
    const struct footer_heading_table *table = &footer_heading_table;
    size_t mask = table->slot_count - 1;
    for (size_t slot = word_hash(lower, length) & mask; table->slots[slot];
         slot = (slot + 1) & mask) {
        const char *heading = table->headings[table->slots[slot] - 1];
        if (strlen(heading) == length && memcmp(heading, lower, length) == 0)
            return true;
    }
    return false;
}
