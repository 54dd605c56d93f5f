/*
 * integer.h - an integer as files write it.
 */
#ifndef NEARDUP_INTEGER_H
#define NEARDUP_INTEGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The integer that stands alone in `length` bytes, of 31 bytes at the most: "+12" and " 12 " are
 * integers; "12a", "1.0", "" and what does not fit into 64 bits are none, and leave `*number`.
 */
bool integer_read(const char *bytes, size_t length, int64_t *number);

#endif
