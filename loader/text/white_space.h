/* white_space.h - white space, folded. */
#ifndef NEARDUP_WHITE_SPACE_H
#define NEARDUP_WHITE_SPACE_H

#include "text_buffer.h"

/* Whether there is nothing else, be it ASCII's or another space, line end or invisible mark. */
bool white_space_only(const char *text, size_t length);

/*
 * Appends the words of `text` with one space between two of them, and before the first one if the
 * buffer has anything after `start`. White space is that of ASCII, line ends included.
 */
void white_space_fold(struct text_buffer *buffer, size_t start, const char *text, size_t length);

#endif
