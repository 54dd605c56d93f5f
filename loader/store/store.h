/*
 * store.h - the tables of a neardup database, written.
 *
 * A file comes in by transactions of some 16 MB, each of which also says where the dump is to be
 * gone on with: after an error, a kill at any moment or a loss of power the database stands at one
 * of these places. Ids follow the order of the dump alone. What comes from standard input, which
 * cannot be gone on with, is one transaction.
 */
#ifndef NEARDUP_STORE_H
#define NEARDUP_STORE_H

#include "../base/failure.h"
#include "../input/batch.h" /* struct dump_place */
#include "rows.h"

struct store;

/*
 * Opens the database at `path`, made if there is none. NULL with `failure` filled in: a file that
 * is no database, a database of something else, one that cannot be written.
 */
struct store *store_open(const char *path, struct failure *failure);

/*
 * Closes it; what was not committed is as if it had never been. A file that store_open() made and
 * nothing was kept in is removed.
 */
void store_close(struct store *store);

/* What makes a file the same one that was loaded before. `path` is NULL for standard input. */
struct source {
    const char *name;        /* for people */
    const char *path;        /* absolute */
    int64_t size;            /* bytes; -1 where it is not known */
    const char *fingerprint; /* of its content */
    const char *kind;        /* the name of its format */
    const char *options;     /* those that change what is loaded */
};

struct store_counts {
    int64_t pages, articles, redirects, sentences, damaged;
};

enum source_state {
    source_new,
    source_unfinished, /* an earlier load was interrupted: `place` and `counts` say where */
    source_finished,   /* all of it is in the database: `counts` */
    source_refused     /* it was loaded when it was another file, or otherwise: `failure` */
};

/*
 * Begins a source or goes on with one. A file that has changed since, and one that was loaded with
 * other options, are refused.
 */
enum source_state store_begin(struct store *store, const struct source *source,
                              struct dump_place *place, struct store_counts *counts,
                              struct failure *failure);

/* Adds an article and makes it the one that revisions and sentences belong to. */
bool store_article(struct store *store, const struct rows *rows, const struct page_row *page,
                   struct failure *failure);

/* The newest revision of that article turned out to be this one. */
bool store_newest(struct store *store, const struct rows *rows, const struct page_row *page,
                  struct failure *failure);

/* Adds the page's sentences to that article, which has none yet. */
bool store_sentences(struct store *store, const struct rows *rows, const struct page_row *page,
                     struct failure *failure);

/* Adds a revision with its sentences. */
bool store_revision(struct store *store, const struct rows *rows,
                    const struct revision_row *revision, struct failure *failure);

/* Adds a row of damage; `page` tells of it. */
bool store_damage(struct store *store, const struct rows *rows, const struct page_row *page,
                  struct failure *failure);

/* Commits what was added so far; `place` is where the dump goes on. */
bool store_checkpoint(struct store *store, const struct dump_place *place,
                      const struct store_counts *counts, struct failure *failure);

/* Commits what was added so far of a source that cannot be gone on with, and leaves it. */
bool store_break_off(struct store *store, const struct store_counts *counts,
                     struct failure *failure);

/* Completes the source and commits. */
bool store_end(struct store *store, const char *base, const char *language,
               const struct store_counts *counts, struct failure *failure);

#endif
