/*
 * loader_wikitext.h - wikitext in, blocks of plain text out.
 */
#ifndef NEARDUP_LOADER_WIKITEXT_H
#define NEARDUP_LOADER_WIKITEXT_H

#include "entities.h"  /* character references */
#include "tags.h"      /* the tags that may stand in wikitext */
#include "spans.h"     /* which brackets belong together */
#include "links.h"     /* what a [[link]] shows */
#include "headings.h"  /* headings above references and links */
#include "templates.h" /* templates whose text belongs to a sentence */
#include "measures.h"  /* templates for measures and dates */
#include "wikitext.h"  /* the cleaner */
#include "blocks.h"    /* puts the text that is left into blocks */
#include "renderer.h"  /* the inside of the cleaner */

#endif
