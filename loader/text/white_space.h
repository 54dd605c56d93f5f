/* white_space.h - white space, folded. */
#ifndef NEARDUP_WHITE_SPACE_H
#define NEARDUP_WHITE_SPACE_H

#include "text_buffer.h"

/*
 * Appends the words of `text`, one space between two of them: also before the first, where the
 * buffer holds something from `start` on. White space is what ASCII calls so, line ends included.
 */
void white_space_fold(struct text_buffer *buffer, size_t start, const char *text, size_t length);

#endif
