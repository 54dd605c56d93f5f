/*
 * store.h - the tables of a neardup database, written.
 *
 * All that one dump brings is one transaction: after an error, or a kill at any moment, the
 * database is as it was before. Ids follow the order of the dump alone.
 */
#ifndef NEARDUP_STORE_H
#define NEARDUP_STORE_H

#include "dump.h"
#include "failure.h"
#include "page.h"
#include "wikitext.h"

struct store;

/*
 * Opens the database at `path`, made if there is none. NULL with `failure` filled in: a file that
 * is no database, a database of something else, one that cannot be written.
 */
struct store *store_open(const char *path, struct failure *failure);

/* Closes it. A file that store_open() made and nothing was kept in is removed. */
void store_close(struct store *store);

struct store_counts {
    int64_t pages, articles, redirects, sentences, damaged;
};

/*
 * Whether the file at absolute `path`, of `size` bytes, was loaded before with the same options:
 * `*known`. A file of that name and another size is an error that says so.
 */
bool store_knows(struct store *store, const char *path, int64_t size, const char *options,
                 bool *known, struct failure *failure);

/* Begins a source; `path` is NULL for standard input. */
bool store_begin(struct store *store, const char *name, const char *path, int64_t size,
                 const char *options, struct failure *failure);

/* Adds an article and makes it the one that sentences belong to. */
bool store_article(struct store *store, const struct page *page, struct failure *failure);

bool store_sentence(struct store *store, const char *section, size_t section_length,
                    enum block_kind block, const char *text, size_t length,
                    struct failure *failure);

bool store_damage(struct store *store, const struct damage *damage, struct failure *failure);

/* Completes the source and commits. */
bool store_end(struct store *store, const struct text_buffer *base, const char *language,
               const struct store_counts *counts, struct failure *failure);

#endif
