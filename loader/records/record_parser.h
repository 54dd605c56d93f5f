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

/*
 * `scheme` is borrowed. A parser of its records, whose pages borrow from it. NULL with `failure`
 * filled in.
 */
struct slice_parser *record_parser_open(const struct record_scheme *scheme,
                                        struct failure *failure);

#endif
