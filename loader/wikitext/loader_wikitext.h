/*
 * loader_wikitext.h - wikitext in, blocks of plain text out.
 */
#ifndef NEARDUP_LOADER_WIKITEXT_H
#define NEARDUP_LOADER_WIKITEXT_H

#include "blocks.h"    /* puts the text that is left into blocks */
#include "entities.h"  /* character references */
#include "headings.h"  /* headings above references and links */
#include "links.h"     /* what a [[link]] shows */
#include "measures.h"  /* templates for measures and dates */
#include "renderer.h"  /* the inside of the cleaner */
#include "spans.h"     /* which brackets belong together */
#include "tags.h"      /* the tags that may stand in wikitext */
#include "templates.h" /* templates whose text belongs to a sentence */
#include "wikitext.h"  /* the cleaner */

#endif
