/*
 * loader.h - the map of the loader: its folders, then the files at its root, each list in
 * dependency order. The header named after its folder is the map of that folder.
 *
 * A file becomes a window of UTF-8 text (input/), which is cut into pages (dump/) or records
 * (records/); a database of somebody else gives its rows as records (database/), and a web archive
 * is cut into records of its own (web/). Pages become plain text (wikitext/; web pages in web/),
 * plain text becomes sentences (sentences/), and sentences become rows (store/). dump/, records/,
 * wikitext/ and sentences/ do not know each other. web/ uses what dump/ knows of libxml2, and the
 * entities and the writer of blocks that wikitext/ has.
 */
#pragma once

/* clang-format off */
#include "base/loader_base.h"           /* failures, arrays, bytes, the wiki */
#include "text/loader_text.h"           /* UTF-8, text buffers, pages, plain text */
#include "input/loader_input.h"         /* files, decompression, encodings */
#include "dump/loader_dump.h"           /* pages of a dump */
#include "records/loader_records.h"     /* records of other files */
#include "database/loader_database.h"   /* rows of a database as records */
#include "wikitext/loader_wikitext.h"   /* wikitext -> blocks */
#include "web/loader_web.h"             /* web archives, HTML -> blocks */
#include "sentences/loader_sentences.h" /* blocks -> sentences */
#include "store/loader_store.h"         /* rows -> database */
#include "scheduler.h"                  /* the steps of a load, shared among threads */
#include "progress.h"                   /* how far a load has come, on standard error */
#include "format.h"                     /* the formats that can be loaded */
#include "options.h"                    /* the command line of neardup load */
#include "recognition.h"                /* what a file is, by its beginning and its name */
#include "source_file.h"                /* a file of any format, cut into slices */
#include "sentence_reader.h"            /* a text -> rows of sentences */
#include "alias.h"                      /* where a link or a redirect leads */
#include "page_facts.h"                 /* categories, links, infoboxes of a page */
#include "page_reader.h"                /* a batch of slices -> rows */
#include "article_text.h"               /* one revision -> its sentences, for SQLite */
#include "revision_table.h"             /* the revisions of a dump, for a replay */
#include "load.h"                       /* one file, from its bytes to the tables */
#include "load_command.h"               /* what neardup load does */
/* clang-format on */
