/* prepared_script.c - see prepared_script.h. */
#include "prepared_script.h"

#include "scripts.h"

#include <assert.h>

bool prepared_script_open(struct prepared_script *script, struct session *session, const char *name,
                          struct failure *failure) {
    const char *text = script_text(name);
    while (*text) {
        sqlite3_stmt *statement = NULL;
        if (sqlite3_prepare_v3(session->db, text, -1, SQLITE_PREPARE_PERSISTENT, &statement,
                               &text) != SQLITE_OK)
            return session_complain(session, failure);
        if (!statement) /* the white space at the end */
            continue;
        assert(script->count < prepared_statements_max);
        script->statements[script->count++] = statement;
    }
    return true;
}

void prepared_script_close(struct prepared_script *script) {
    for (int i = 0; i < script->count; i++)
        sqlite3_finalize(script->statements[i]);
    script->count = 0;
}

bool prepared_script_run(struct prepared_script *script, struct session *session,
                         struct failure *failure) {
    for (int i = 0; i < script->count; i++) {
        int code;
        while ((code = sqlite3_step(script->statements[i])) == SQLITE_ROW)
            ;
        if (code != SQLITE_DONE)
            session_complain(session, failure);
        sqlite3_reset(script->statements[i]);
        if (code != SQLITE_DONE)
            return false;
    }
    return true;
}
