/* loader_dump.h - a MediaWiki dump as a sequence of pages, in dependency order. */
#pragma once

/* clang-format off */
#include "redirect.h"    /* whether a text is a redirect */
#include "xml_outline.h" /* the XML of a page without its text, for libxml2 */
#include "page_parser.h" /* the XML of one <page> or <siteinfo> */
#include "dump.h"        /* a dump as a sequence of pages and damaged places */
/* clang-format on */
