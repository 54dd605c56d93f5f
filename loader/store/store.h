/*
 * store.h - writes the tables of a neardup database. Each transaction also records where in the
 * file the load resumes: the checkpoint at which the database is after an error, a kill or a loss
 * of power. Ids depend on the order of the file only. Standard input is one transaction.
 */
#pragma once

#include "../base/failure.h"
#include "../input/batch.h" /* struct resume_place */
#include "../records/columns.h"
#include "rows.h"

struct store;

/*
 * Opens the database at `path`, or makes it. NULL, with nothing written, if it is no database, or
 * holds anything that is not neardup's. Whatever fails, here and below, fills in `failure`.
 */
struct store *store_open(const char *path, struct failure *failure);

/* Rolls back what was not committed. Removes a file that was made here and is still empty. */
void store_close(struct store *store);

/*
 * The columns of which the first is the key that each record has and no two share. As long as the
 * source is loaded, the key of a record is that of the only one, or an array of all.
 */
struct open_key {
    int count;                                          /* 0: the key is not open */
    char items[columns_open_max + 1][columns_item_max]; /* such as "key=sku" */
    size_t at;                                          /* where one is added to the options */
    int chosen; /* when the source ends: the place of that one; -1: there is none */
};

/* A file, known by its content. Standard input has no path and no fingerprint. */
struct source {
    const char *name;        /* for people */
    const char *path;        /* absolute */
    int64_t size;            /* bytes; -1 if unknown */
    const char *fingerprint; /* of its content */
    const char *kind;        /* the name of its format */
    const char *options;     /* those that affect what is loaded; the part comes last */
    struct open_key *key;    /* of records whose key nobody has named */
    int part, parts;         /* of the file, from 1; 0 and 0: all of it */
    bool keeps_history;      /* each revision is kept */
    bool is_added;           /* by `neardup add`: what is loaded is noted in the table `adding` */
};

struct store_counts {
    int64_t pages, articles, redirects, sentences, damaged;
};

enum source_state {
    source_new,
    source_unfinished, /* an earlier load was interrupted; it is resumed */
    source_finished,   /* all of it is in the database */
    source_refused     /* the store's failure says why */
};

enum { store_name_max = 256 };

/* What store_begin() finds. */
struct store_found {
    char name[store_name_max];  /* of the source in the database, perhaps cut */
    struct resume_place place;  /* of an unfinished one */
    struct store_counts counts; /* what an earlier load has kept; all zeroes if there was none */
    int64_t earlier_source;     /* id of one that holds another state of the same table; or 0 */
    int64_t abandoned_articles; /* of an earlier version of the file that was abandoned; or -1 */
};

/*
 * Begins a source, which is borrowed, or resumes one. Equal size and fingerprint mean the same
 * source under any path, which is refused with other options. A file that has changed is a new
 * source; an interrupted load of what it was is abandoned: its rows stay, but it cannot be resumed.
 *
 * A part of a file is a source of its own fingerprint, the same only under the same path. A file
 * that was loaded whole or in another number of parts is refused.
 */
enum source_state store_begin(struct store *store, const struct source *source,
                              struct store_found *found);

/* The name, perhaps cut, of another source at this path (NULL: at any); "" if there is none. */
bool store_other_source(struct store *store, const char *path, char name[store_name_max]);

/*
 * Adds the rows of a batch, and counts them. A page may come in several rows, also of several
 * batches: the last one tells which revision is the newest, and whether the page is whole.
 */
bool store_rows(struct store *store, const struct rows *rows, struct store_counts *counts);

/* Whether the last row was a part of a page of which others follow. */
bool store_in_page(const struct store *store);

/* How many words with vectors there are, and of how many dimensions; 0 and 0 if there are none. */
bool store_words(struct store *store, int64_t *words, int64_t *dimensions);

/* After store_mark(), one of the two keeps or takes back what was added, before a commit. */
bool store_mark(struct store *store);
bool store_keep(struct store *store);
bool store_go_back(struct store *store);

/* Commits: a later load resumes at `place`; NULL: it cannot, and the source stays unfinished. */
bool store_checkpoint(struct store *store, const struct resume_place *place,
                      const struct store_counts *counts);

/*
 * Completes the source and commits. `end`: where a part of a file ends, which the table checkpoint
 * keeps; NULL for a whole file. Making indexes may take long: if it `gives_up`, an overdue
 * interrupt makes it fail, and what was added since the last commit is lost.
 */
bool store_end(struct store *store, const char *base, const char *language,
               const struct store_counts *counts, const struct resume_place *end, bool gives_up);

/* The day of a dump, YYYY-MM-DD: of its newest revision, or in its name, enwiki-20240101.xml. */
struct dump_date {
    char text[11]; /* "" if unknown */
};

/* Takes the day of `time`, which begins YYYY-MM-DD, if it is later. Other texts are ignored. */
void dump_date_add_time(struct dump_date *date, const char *time, size_t length);

/* The first YYYYMMDD or YYYY-MM-DD in a file's name that is a day from 1990 to 2099; or "". */
struct dump_date dump_date_of_name(const char *name);
