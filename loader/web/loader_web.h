/*
 * loader_web.h - a web archive cut into records, and web pages as blocks of plain text, in
 * dependency order.
 */
#pragma once

/* clang-format off */
#include "header_fields.h" /* the named fields of a WARC record, and of an answer by HTTP */
#include "http_answer.h"   /* an answer by HTTP: its head, and its body decoded */
#include "warc_header.h"   /* what a WARC record says about itself, and is good for */
#include "web_address.h"   /* addresses, and which tell where a text is from */
#include "html_tag.h"      /* tags and attributes as bytes, and what elements are for */
#include "third_parties.h" /* from which hosts of others a page loads something */
#include "html_encoding.h" /* the encoding of a page */
#include "page_blocks.h"   /* the text of a page as blocks, with what tells them apart */
#include "html_page.h"     /* a page in, its main text and what it says about its origin out */
#include "web_page.h"      /* a record of an archive as a page */
#include "warc.h"          /* a web archive as a sequence of records */
/* clang-format on */
