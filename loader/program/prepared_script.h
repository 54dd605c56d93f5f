/* prepared_script.h - a script of sql/ that runs many times: its statements, prepared once. */
#pragma once

#include "session.h"

enum { prepared_statements_max = 64 };

/* Begins as all zeroes. */
struct prepared_script {
    sqlite3_stmt *statements[prepared_statements_max];
    int count;
};

/*
 * Prepares the statements of the script of that name, "NAME.sql". Close it in any case, before the
 * session. False with `failure` filled in.
 */
bool prepared_script_open(struct prepared_script *script, struct session *session, const char *name,
                          struct failure *failure);
void prepared_script_close(struct prepared_script *script);

/* The statement of a script that has one; NULL with `failure` filled in. */
sqlite3_stmt *prepared_query(struct session *session, const char *name, struct failure *failure);

/* Runs them in their order; rows are dropped. */
bool prepared_script_run(struct prepared_script *script, struct session *session,
                         struct failure *failure);
