/*
 * loader_dump.h - a MediaWiki dump as a sequence of pages.
 */
#ifndef NEARDUP_LOADER_DUMP_H
#define NEARDUP_LOADER_DUMP_H

#include "dump.h"        /* a dump as a sequence of pages and of damaged places */
#include "page_parser.h" /* the XML of one <page> or of <siteinfo> */
#include "redirect.h"    /* whether a text is a redirect */
#include "xml_outline.h" /* a page's XML without its text, so that libxml2 reads the tags alone */

#endif
