/*
 * format.h - the formats that can be loaded: dumps by dump.h, web archives by warc.h, databases by
 * database_rows.h, and all others by records.h.
 */
#pragma once

#include "records/records.h"

/* Options that only some formats have. */
enum format_option {
    format_option_pages = 1 << 0,     /* --namespaces, --history, --text-only */
    format_option_columns = 1 << 1,   /* --columns, --carry */
    format_option_document = 1 << 2,  /* --document */
    format_option_whole = 1 << 3,     /* --whole */
    format_option_encoding = 1 << 4,  /* --encoding */
    format_option_delimiter = 1 << 5, /* --delimiter */
    format_option_header = 1 << 6,    /* --no-header */
    format_option_tables = 1 << 7,    /* --table, --query: the file is a database */
    format_option_language = 1 << 8,  /* --language */
    format_option_words = 1 << 9      /* --words-most: the file holds word vectors */
};

struct format {
    const char *name;                    /* as in --format and in source.kind */
    unsigned options;                    /* of enum format_option */
    const struct record_layout *records; /* NULL for a dump, an archive and a database */
    const struct record_layout *whole;   /* with --document file: the file is one record */
    bool archive;                        /* of the web */
};

/* The format of that name, or NULL. */
const struct format *format_find(const char *name);

/*
 * The format that the suffix of a file's name means, also before .gz and its like; or NULL. `*stem`
 * is the length of the name without suffixes.
 */
const struct format *format_of_name(const char *name, size_t *stem);

/* The one format that has all these options; NULL if there are several, or none. */
const struct format *format_only(unsigned options);

/* The names of all formats, separated by commas. */
extern const char format_names[];
