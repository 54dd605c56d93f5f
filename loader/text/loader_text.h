/*
 * loader_text.h - text in UTF-8, and the forms it takes between file and table.
 */
#ifndef NEARDUP_LOADER_TEXT_H
#define NEARDUP_LOADER_TEXT_H

#include "page.h"        /* a page of a dump, or a record of another file */
#include "paragraphs.h"  /* text without markup in, its paragraphs out */
#include "plain_text.h"  /* a text without markup, as blocks in reading order */
#include "text_buffer.h" /* a growing run of bytes with a sticky error */
#include "utf8.h"        /* code points as UTF-8, written and read */
#include "white_space.h" /* white space, folded */

#endif
