/*
 * format.h - the formats that can be loaded.
 *
 * This table is the one place that knows which formats there are. A dump is cut into pages by
 * dump.h; a file of any other format is cut into records by records.h.
 */
#ifndef NEARDUP_FORMAT_H
#define NEARDUP_FORMAT_H

#include "records/records.h"

/* Options that only some formats have. */
enum format_option {
    format_option_pages = 1 << 0,     /* --namespaces, --history */
    format_option_columns = 1 << 1,   /* --columns */
    format_option_document = 1 << 2,  /* --document */
    format_option_texts = 1 << 3,     /* --whole, --encoding */
    format_option_delimiter = 1 << 4, /* --delimiter */
    format_option_header = 1 << 5     /* --no-header */
};

struct format {
    const char *name;                    /* as in --format and in source.kind */
    unsigned options;                    /* of enum format_option */
    const struct record_layout *records; /* NULL for a dump */
    const struct record_layout *whole;   /* with --document file: the file is one record */
};

/* The format of that name, or NULL. */
const struct format *format_find(const char *name);

/* The one format that has all these options; NULL if there are several, or none. */
const struct format *format_only(unsigned options);

/* The names of all formats, separated by commas. */
extern const char format_names[];

#endif
