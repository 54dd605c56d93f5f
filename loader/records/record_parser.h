/*
 * record_parser.h - one record of records.h as a page: its title, number, time and text.
 *
 * A record without a title is called after the file and its place in it, NAME:NUMBER, and one that
 * is a whole file after the file. A number is kept where it is an integer that 64 bits can hold.
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
 * Reads the record of that number into `page`. False, with `failure` saying why, if it is damaged;
 * `page` then holds the title, as far as it is known.
 */
bool record_parser_read(struct record_parser *parser, const char *record, size_t length,
                        int64_t number, struct page *page, struct failure *failure);

/* Whether the last failure was that memory ran out. */
bool record_parser_no_memory(const struct record_parser *parser);

#endif
