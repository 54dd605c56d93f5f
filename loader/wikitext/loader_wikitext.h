/* loader_wikitext.h - wikitext in, blocks of plain text out, in dependency order. */
#pragma once

/* clang-format off */
#include "tags.h"               /* the tags that may occur in wikitext */
#include "entities.h"           /* character references */
#include "links.h"              /* what a [[link]] shows */
#include "spans.h"              /* which brackets belong together */
#include "templates.h"          /* the templates whose text belongs to a sentence; data/ lists them */
#include "blocks.h"             /* collects the text into blocks; data/ lists the headings of footers */
#include "wikitext_bytes.h"     /* what a byte can mean */
#include "cleaner.h"            /* the walk through a text */
#include "wikitext.h"           /* the cleaner's interface */
/* clang-format on */
