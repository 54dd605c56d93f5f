/*
 * loader.h - the map of the loader: its folders in dependency order, then what stands at its root.
 * Each header below in a folder is the map of that folder, and lists its headers in dependency
 * order.
 *
 * A file becomes a window of UTF-8 text (input/), which is cut into pages (dump/) or records
 * (records/); those become plain text (wikitext/), the plain text sentences (sentences/), and the
 * sentences rows (store/). dump/, records/, wikitext/ and sentences/ know nothing of each other.
 */
#ifndef NEARDUP_LOADER_H
#define NEARDUP_LOADER_H

#include "base/loader_base.h"           /* failures, arrays, bytes, the wiki */
#include "dump/loader_dump.h"           /* pages of a dump */
#include "format.h"                     /* the formats that can be loaded, and what reads each */
#include "input/loader_input.h"         /* files, decompression, encodings */
#include "load.h"                       /* one file, from its bytes to the tables */
#include "options.h"                    /* the command line of neardup-load */
#include "page_reader.h"                /* a batch of pages -> rows */
#include "progress.h"                   /* how far a load has come, on standard error */
#include "records/loader_records.h"     /* records of other files */
#include "scheduler.h"                  /* the steps of a load, shared out among threads */
#include "sentences/loader_sentences.h" /* blocks -> sentences */
#include "store/loader_store.h"         /* rows -> database */
#include "text/loader_text.h"           /* UTF-8, text buffers, pages, plain text */
#include "wikitext/loader_wikitext.h"   /* wikitext -> blocks */

#endif
