/*
 * record_parser.h - one record of records.h, or one row of a database, as a page: its title, id,
 * time and text, its key, and what is carried along.
 *
 * A record without a title is named after the file and its number in it, NAME:NUMBER; a record that
 * is a whole file is named after the file. The id is kept if it is an integer of 64 bits. A key of
 * several columns becomes a JSON array.
 */
#ifndef NEARDUP_RECORD_PARSER_H
#define NEARDUP_RECORD_PARSER_H

#include "../base/failure.h"
#include "../text/page.h"
#include "records.h"

struct record_parser;

/* `scheme` is borrowed. Serves one thread at a time. NULL with `failure` filled in. */
struct record_parser *record_parser_open(const struct record_scheme *scheme,
                                         struct failure *failure);
void record_parser_close(struct record_parser *parser);

/*
 * Reads a record into `page`, which borrows from the parser; `number` is its number in the file.
 * False with `failure` telling why if it is damaged; `page` then has the title, as far as it is
 * known.
 */
bool record_parser_read(struct record_parser *parser, const char *record, size_t length,
                        int64_t number, struct page *page, struct failure *failure);

/* Whether the last failure was due to a lack of memory. */
bool record_parser_no_memory(const struct record_parser *parser);

#endif
