/*
 * dump_date.h - the day whose state of a wiki a dump holds, as YYYY-MM-DD.
 *
 * The newest revision gives the day. Without one, a date in the file's name does:
 * enwiki-20240101-pages-articles.xml.bz2.
 */
#ifndef NEARDUP_DUMP_DATE_H
#define NEARDUP_DUMP_DATE_H

#include <stdbool.h>
#include <stddef.h>

struct dump_date {
    char text[11]; /* "" if unknown */
};

/* Takes the day of `time`, which begins YYYY-MM-DD, if it is later. Other texts are ignored. */
void dump_date_add_time(struct dump_date *date, const char *time, size_t length);

/* The first YYYYMMDD or YYYY-MM-DD in a file's name that is a day from 1990 to 2099; or "". */
struct dump_date dump_date_of_name(const char *name);

#endif
