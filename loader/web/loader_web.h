/*
 * loader_web.h - a web archive, cut into records, and records as pages, in dependency order.
 */
#ifndef NEARDUP_LOADER_WEB_H
#define NEARDUP_LOADER_WEB_H

/* clang-format off */
#include "header_fields.h" /* the named fields of a WARC record, and of an answer by HTTP */
#include "warc_header.h"   /* what a WARC record says about itself */
#include "http_answer.h"   /* an answer by HTTP: its head, and its body decoded */
#include "warc_use.h"      /* what a record is good for */
#include "warc.h"          /* a web archive as a sequence of records */
#include "web_address.h"
#include "html_encoding.h"
#include "html_page.h"     /* HTML in, main text and what it says about its origin out */
#include "web_page.h"      /* a record as a page */
/* clang-format on */

#endif
