/*
 * loader.h - the map of the loader: all its headers, in dependency order.
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

/* what all other folders build on */
#include "base/array.h"        /* arrays that grow */
#include "base/ascii.h"        /* classes of ASCII bytes, whatever the locale */
#include "base/words.h"        /* words in one string, and in hash tables */
#include "base/failure.h"      /* what went wrong, for the user to read */
#include "base/number.h"       /* numbers as files write them */
#include "base/interrupt.h"    /* Ctrl-C and SIGTERM */
#include "base/memory_bound.h" /* how much memory a load may take */
#include "base/fingerprint.h"  /* whether two files have the same content */
#include "base/site.h"         /* what a dump says about its wiki: language and namespaces */

/* UTF-8, and the forms of text between a file and a table */
#include "text/utf8.h"        /* UTF-8 written and read */
#include "text/message.h"     /* lines for the user, safe for a terminal */
#include "text/text_buffer.h" /* a growing run of bytes with a sticky error */
#include "text/cell.h"        /* a value of a table, with its type */
#include "text/page.h"        /* a page of a dump, or a record of another file */
#include "text/plain_text.h"  /* a text without markup, as blocks in reading order */

/* from the bytes of a file to a window of UTF-8 text */
#include "input/piece.h"         /* a part of a file, and the bytes of text that it becomes */
#include "input/bzip2_scanner.h" /* a bzip2 file, cut where its blocks begin */
#include "input/bzip2_block.h"   /* one block of a bzip2 file, decompressed */
#include "input/piece_joiner.h"  /* unpacked pieces joined into bytes, and the gaps between them */
#include "input/decompressor.h"  /* gzip, xz, lzma and zstd */
#include "input/input.h"         /* a file or standard input as a sequence of pieces */
#include "input/encoding.h"      /* the bytes of a file as UTF-8 */
#include "input/batch.h"         /* consecutive pages or records, cut out and not yet parsed */
#include "input/stream.h"        /* the text of a file, with the gaps where bytes are lost */
#include "input/reader.h"        /* one format of files: how they are cut, how a slice is read */

/* a dump of MediaWiki as a sequence of pages */
#include "dump/redirect.h"    /* whether a text is a redirect */
#include "dump/xml_outline.h" /* the XML of a page without its text, for libxml2 */
#include "dump/page_parser.h" /* the XML of one <page> or <siteinfo> */
#include "dump/dump.h"        /* a dump as a sequence of pages and damaged places */

/* lines, tables, JSON, word vectors and rows of a database as a sequence of records */
#include "records/columns.h"       /* which columns or members hold what is loaded */
#include "records/fields.h"        /* the fields of a record of CSV or tab-separated values */
#include "records/json_object.h"   /* the members of a JSON object */
#include "records/named_rows.h"    /* a file of JSON lines or CSV as rows of named columns */
#include "records/row_record.h"    /* a row of a database as a record */
#include "records/vector_record.h" /* a word and its vector */
#include "records/records.h"       /* a file as a sequence of records and damaged places */
#include "records/sample.h"        /* how the first records look, and which columns they have */

/* a table of somebody else's SQLite database */
#include "database/read_only_vfs.h" /* SQLite's access to files, without any way to write */
#include "database/user_database.h" /* a database that is only read */
#include "database/database_rows.h" /* these rows, cut into batches */

/* wikitext in, blocks of plain text out */
#include "wikitext/tags.h"           /* the tags that may occur in wikitext */
#include "wikitext/entities.h"       /* character references */
#include "wikitext/links.h"          /* what a [[link]] shows */
#include "wikitext/spans.h"          /* which brackets belong together */
#include "wikitext/templates.h"      /* the templates whose text belongs to a sentence */
#include "wikitext/blocks.h"         /* collects the text into blocks */
#include "wikitext/wikitext_bytes.h" /* what a byte can mean */
#include "wikitext/cleaner.h"        /* the walk through a text */
#include "wikitext/wikitext.h"       /* the cleaner's interface */

/* web archives cut into records, and web pages as blocks */
#include "web/header_fields.h" /* the named fields of a WARC record, and of an answer by HTTP */
#include "web/http_answer.h"   /* an answer by HTTP: its head, and its body decoded */
#include "web/warc_header.h"   /* what a WARC record says about itself, and is good for */
#include "web/web_address.h"   /* addresses, and which tell where a text is from */
#include "web/html_tag.h"      /* tags and attributes as bytes, and what elements are for */
#include "web/third_parties.h" /* from which hosts of others a page loads something */
#include "web/html_encoding.h" /* the encoding of a page */
#include "web/page_blocks.h"   /* the text of a page as blocks, with what tells them apart */
#include "web/html_page.h"     /* a page in, its main text and what it says about its origin out */
#include "web/web_page.h"      /* a record of an archive as a page */
#include "web/warc.h"          /* a web archive as a sequence of records */

/* a block in, its sentences out */
#include "sentences/language.h"        /* what is known about a language; languages/ has the data */
#include "sentences/text_characters.h" /* the characters of a text and their classes */
#include "sentences/adjacent_words.h"  /* the word before or after a place */
#include "sentences/punctuation.h"     /* the places where a sentence might end */
#include "sentences/boundary.h"        /* does a sentence end here? */
#include "sentences/sentences.h"       /* a block in, its sentences out */

/* rows in, tables of the database out */
#include "store/rows.h"           /* the rows that a batch of pages becomes */
#include "store/history.h"        /* the sentences of a history, and where they stood */
#include "store/store.h"          /* writes the tables of a neardup database */

/* what joins them */
#include "scheduler.h"       /* the steps of a load, shared among threads */
#include "progress.h"        /* how far a load has come, on standard error */
#include "format.h"          /* the formats that can be loaded */
#include "options.h"         /* the command line of neardup load */
#include "recognition.h"     /* what a file is, by its beginning and its name */
#include "source_file.h"     /* a file of any format, cut into slices */
#include "sentence_reader.h" /* a text -> rows of sentences */
#include "alias.h"           /* where a link or a redirect leads */
#include "page_facts.h"      /* categories, links, infoboxes of a page */
#include "page_reader.h"     /* a batch of slices -> rows */
#include "article_text.h"    /* one revision -> its sentences, for SQLite */
#include "revision_table.h"  /* the revisions of a dump, for a replay */
#include "load.h"            /* one file, from its bytes to the tables */
#include "load_command.h"    /* what neardup load does */
/* clang-format on */
