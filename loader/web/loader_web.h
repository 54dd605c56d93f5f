/*
 * loader_web.h - web pages as blocks of plain text, in dependency order.
 */
#ifndef NEARDUP_LOADER_WEB_H
#define NEARDUP_LOADER_WEB_H

/* clang-format off */
#include "web_address.h"   /* addresses, and which tell where a text is from */
#include "html_tag.h"      /* tags and attributes as bytes */
#include "html_encoding.h" /* the encoding of a page */
#include "html_element.h"  /* what the elements of HTML are for */
#include "html_outline.h"  /* a page reduced to what its text depends on */
#include "text_density.h"  /* which blocks are main text */
#include "page_blocks.h"   /* the text of a page as blocks, with what tells them apart */
#include "html_page.h"     /* a page in, its main text and what it says about its origin out */
/* clang-format on */

#endif
