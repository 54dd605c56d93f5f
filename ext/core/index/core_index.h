/* core_index.h - postings: which texts have a signature, in pages and in memory. */
#pragma once

/* clang-format off */
#include "posting.h"        /* a key and an id; their order; the page that a key is on */
#include "posting_page.h"   /* sorted postings as a packed blob */
#include "posting_map.h"    /* postings in memory, found by key */
#include "posting_filter.h" /* which keys a segment cannot have */
/* clang-format on */
