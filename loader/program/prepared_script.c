/* prepared_script.c - see prepared_script.h. */
#include "prepared_script.h"

#include <assert.h>

bool prepared_script_open(struct prepared_script *script, struct session *session, const char *name,
                          struct failure *failure) {
    char *whole = session_script(session, name);
    const char *text = whole;
    bool good = whole || session_fail(session, failure);
    while (good && *text) {
        sqlite3_stmt *statement = NULL;
        good = sqlite3_prepare_v3(session->db, text, -1, SQLITE_PREPARE_PERSISTENT, &statement,
                                  &text) == SQLITE_OK ||
               session_complain(session, failure);
        if (!statement) /* the white space at the end */
            continue;
        assert(script->count < prepared_statements_max);
        script->statements[script->count++] = statement;
    }
    sqlite3_free(whole);
    return good;
}

sqlite3_stmt *prepared_query(struct session *session, const char *name, struct failure *failure) {
    sqlite3_stmt *statement = NULL;
    char *text = session_script(session, name);
    if (!text)
        session_fail(session, failure);
    else if (sqlite3_prepare_v3(session->db, text, -1, SQLITE_PREPARE_PERSISTENT, &statement,
                                NULL) != SQLITE_OK)
        session_complain(session, failure);
    sqlite3_free(text);
    return statement;
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
