/*
 * revision_table.h - the revisions of a dump, which has them page by page, in a temporary table,
 * from which they can be read in the order of time. Memory is bounded as in a load; the table lies
 * in a temporary file of SQLite's. As in a load, a page that is damaged is left out.
 */
#pragma once

#include "source_file.h"

#include <sqlite3.h>
#include <stdint.h>

struct revision_table;

/* Opens the dump at `path`, "-": standard input, and reads what it says about the wiki. `language`
 * NULL: as the dump says. NULL with `failure` filled in. */
struct revision_table *revision_table_open(const char *path, const char *language,
                                           struct failure *failure);
void revision_table_close(struct revision_table *table);

/* The dump, which tells its site, language and base. */
const struct source_file *revision_table_file(const struct revision_table *table);

/*
 * Fills temp.dump_revision(id, page_id, namespace, title, revision_id, time, contributor, text,
 * target), which it makes. `target` is where the dump says that the page redirects to, in the row
 * of its newest revision, as article_text_read() takes it. `damaged` counts pages that are left
 * out. Stops early once `stops` says so. False with `failure` filled in.
 */
bool revision_table_fill(struct revision_table *table, sqlite3 *db, bool (*stops)(void),
                         int64_t *damaged, struct failure *failure);
