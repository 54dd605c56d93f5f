/* parameter_values.c - their tables, checks and values, see parameters.h. */
#include "parameters.h"

#include "../functions.h"

#include <assert.h>
#include <string.h>

/* ---- Tables ---------------------------------------------------------------------------------- */

/* The words of a list: "minhash, projection or both". Numbers are not quoted. */
static void append_words(sqlite3_str *sql, const struct parameter *parameter, const char *name) {
    const char *quote = strcmp(parameter->type, "TEXT") == 0 ? "'" : "", *separator = "";
    sqlite3_str_appendf(sql, "%s IN (", name);
    for (const char *at = parameter->wanted; *at;) {
        size_t length = strcspn(at, ", ");
        if (length > 0 && !(length == 2 && memcmp(at, "or", 2) == 0)) {
            sqlite3_str_appendf(sql, "%s%s%.*s%s", separator, quote, (int)length, at, quote);
            separator = ", ";
        }
        at += length + strspn(at + length, ", ");
    }
    sqlite3_str_appendall(sql, ")");
}

/* The check that `wanted` states in words. */
static void append_check(sqlite3_str *sql, const struct parameter *parameter, const char *name) {
    static const struct {
        const char *words, *compares;
    } bounds[] = {
        {" from ", ">="}, {" above ", ">"}, {" to ", "<="}, {" below ", "<"}, {" at most ", "<="}};
    const char *wanted = parameter->wanted, *found;
    bool whole = strncmp(wanted, "a whole number", 14) == 0;
    if (parameter->check) {
        sqlite3_str_appendall(sql, parameter->check);
        return;
    }
    if (!whole && strncmp(wanted, "a number", 8) != 0) {
        append_words(sql, parameter, name);
        return;
    }
    sqlite3_str_appendf(sql, "typeof(%s) = '%s'", name, whole ? "integer" : "real");
    for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
        if ((found = strstr(wanted, bounds[i].words)) != NULL) {
            found += strlen(bounds[i].words);
            sqlite3_str_appendf(sql, " AND %s %s %.*s", name, bounds[i].compares,
                                (int)strcspn(found, " "), found);
        }
}

/* With the comment that `.schema` shows; the name is quoted if it is a word of SQL. */
static void append_column(sqlite3_str *sql, const struct parameter *parameter) {
    bool may_be_null = !parameter->usual;
    bool word = sqlite3_keyword_check(parameter->name, (int)strlen(parameter->name)) != 0;
    char name[64];
    sqlite3_snprintf(sizeof name, name, word ? "\"%s\"" : "%s", parameter->name);
    sqlite3_str_appendf(sql, ",\n    -- %s\n    %s %s%s DEFAULT %s", parameter->meaning, name,
                        parameter->type, may_be_null ? "" : " NOT NULL",
                        may_be_null ? "NULL" : parameter->usual);
    if (!parameter->wanted)
        return;
    sqlite3_str_appendf(sql, "\n        CONSTRAINT \"%s must be %s\"\n        CHECK (%s%s",
                        parameter->name, parameter->wanted, may_be_null ? name : "",
                        may_be_null ? " IS NULL OR " : "");
    append_check(sql, parameter, name);
    sqlite3_str_appendall(sql, ")");
}

static sqlite3_str *parameters_table(const char *owner, const char *table) {
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_str_appendf(sql,
                        "CREATE TABLE %s (\n"
                        "    -- there is one row\n"
                        "    id INTEGER PRIMARY KEY DEFAULT 1 CONSTRAINT \"id must be 1\" "
                        "CHECK (id = 1)",
                        table);
    for (const struct parameter *at = parameters; at->name; at++)
        if (strcmp(at->owner, owner) == 0)
            append_column(sql, at);
    for (const struct parameter_rule *at = parameter_rules; at->owner; at++)
        if (strcmp(at->owner, owner) == 0)
            sqlite3_str_appendf(sql, ",\n    CONSTRAINT \"together, %s\"\n    CHECK (%s)", at->rule,
                                at->check);
    sqlite3_str_appendall(sql, "\n)");
    return sql;
}

/* Whether an owner is a table of main, and not a job. */
static bool is_table(const char *owner) {
    return strcmp(owner, OWNER_FIND) == 0 || strcmp(owner, OWNER_REUSE) == 0 ||
           strcmp(owner, OWNER_WEB) == 0;
}

/* Appends the names of the columns of `setting`, each in a format. */
static void append_settings(sqlite3_str *sql, const char *format) {
    const char *separator = "";
    for (const struct parameter *at = parameters; at->name; at++)
        if (at->stage) {
            sqlite3_str_appendall(sql, separator);
            sqlite3_str_appendf(sql, format, at->name, at->name, at->type);
            separator = ", ";
        }
}

void parameters_make(struct run *run, const char *owner) {
    char name[60];
    sqlite3_snprintf(sizeof name, name, "IF NOT EXISTS main.%s", owner);
    sqlite3_str *sql = parameters_table(owner, name);
    sqlite3_str_appendf(sql, "; INSERT OR IGNORE INTO main.%s (id) VALUES (1);", owner);
    if (strcmp(owner, OWNER_FIND) == 0) {
        sqlite3_str_appendall(sql, "CREATE TABLE IF NOT EXISTS main.setting (\n    ");
        append_settings(sql, "%s%.0s %s");
        sqlite3_str_appendall(sql, "\n)");
    }
    run_built(run, sql);
}

/* ---- Settings -------------------------------------------------------------------------------- */

/* What stands for NULL can depend on what was chosen for others: so it comes second. */
void parameters_settle(struct run *run) {
    sqlite3_str *sql = sqlite3_str_new(run->db);
    sqlite3_str_appendall(sql, "DELETE FROM main.setting; INSERT INTO main.setting SELECT ");
    append_settings(sql, "coalesce(%s, (SELECT value FROM choice WHERE name = '%s'))%.0s");
    sqlite3_str_appendall(sql, " FROM main.parameters;");
    for (const struct parameter *at = parameters; at->name; at++)
        if (at->settled)
            sqlite3_str_appendf(sql, "UPDATE main.setting SET %s = coalesce(%s, %s);", at->name,
                                at->name, at->settled);
    run_built(run, sql);
}

/* One object for each stage, since what one depends on, those after it do, too. */
char *parameters_basis(struct run *run, const struct stage *stage) {
    const struct stage *first = run->job->stages;
    sqlite3_str *sql = sqlite3_str_new(run->db);
    sqlite3_str_appendall(sql, "SELECT ");
    for (const struct stage *at = first; at <= stage; at++) {
        sqlite3_str_appendall(sql, at == first ? "json_object('program', neardup_version()"
                                               : " || json_object(");
        const char *separator = at == first ? ", " : "";
        for (const struct parameter *of = parameters; of->name; of++)
            if (of->stage && strcmp(of->stage, at->name) == 0) {
                sqlite3_str_appendf(sql, "%s'%s', %s", separator, of->name, of->name);
                separator = ", ";
            }
        if (strcmp(at->name, "pairs") == 0) /* the data that a parameter asks for */
            sqlite3_str_appendall(
                sql, ", 'word_vectors', iif(detection <> 'minhash' AND vectors = 'words', "
                     "(SELECT rows_fingerprint(word, vector, weight) FROM word_vector), NULL)");
        if (strcmp(at->name, "clusters") == 0) /* what people say of pairs */
            sqlite3_str_appendall(sql, ", 'links', (SELECT fingerprint FROM "
                                       "temp.link_fingerprint)");
        if (strcmp(at->name, "kinds") == 0)
            sqlite3_str_appendall(sql, ", 'learnt', (SELECT model FROM main.learnt WHERE program = "
                                       "neardup_version())");
        sqlite3_str_appendall(sql, ")");
    }
    sqlite3_str_appendall(sql, " FROM main.parameters");
    char *query = run_finish(run, sql);
    char *basis = run_value(run, "%s", query);
    sqlite3_free(query);
    return basis;
}

/* ---- What was given -------------------------------------------------------------------------- */

void parameters_read(struct run *run) {
    static const char value[] = "SELECT value FROM json_each(?2) WHERE key = ?1 ORDER BY id DESC";
    if (!run->given)
        return;
    char *wrong =
        run_value(run, "SELECT 1 WHERE iif(json_valid(%Q), json_type(%Q), '') <> 'object'",
                  run->given, run->given);
    if (wrong)
        run_refuse(run, SQLITE_ERROR,
                   "neardup_run(): argument parameters must be a JSON object, found %s",
                   shown_text((struct argument_bytes){run->given, strlen(run->given)}).utf8);
    sqlite3_free(wrong);
    int code = run->code;
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(run->db, value, -1, &run->given_value, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_bind_text(run->given_value, 2, run->given, -1, SQLITE_STATIC);
    if (code != SQLITE_OK)
        run_failed(run, code);
}

/* A job has its own parameters, and those of its stages. */
void parameters_check_names(struct run *run) {
    sqlite3_str *list = sqlite3_str_new(run->db);
    for (const struct parameter *at = parameters; at->name; at++) {
        const struct stage *stage = run->job->stages;
        while (stage->name && strcmp(stage->name, at->owner) != 0)
            stage++;
        if (stage->name || strcmp(run->job->name, at->owner) == 0)
            sqlite3_str_appendf(list, "%s, ", at->name);
    }
    bool none = sqlite3_str_length(list) == 0;
    sqlite3_str_appendall(list, none ? "none" : "");
    char *names = run_finish(run, list);
    char *wrong = run_value(run,
                            "SELECT key FROM json_each(coalesce(%Q, '{}')) WHERE type <> 'null' "
                            "AND instr(', %q', ', ' || key || ', ') = 0",
                            run->given, names);
    char *owner = wrong ? run_value(run,
                                    "SELECT owner FROM neardup_parameters() WHERE name = %Q AND "
                                    "owner LIKE '%%parameters'",
                                    wrong)
                        : NULL;
    if (wrong)
        run_refuse(run, SQLITE_ERROR, "the job %s has no parameter '%s'; it has %.*s%s%s",
                   run->job->name, shown_text((struct argument_bytes){wrong, strlen(wrong)}).utf8,
                   (int)strlen(names) - (none ? 0 : 2), names,
                   owner ? ". The job that sets it is " : "", owner ? owner : "");
    sqlite3_free(owner);
    sqlite3_free(wrong);
    sqlite3_free(names);
}

/* Whether a parameter was given, and, unless `nulls` count, is not NULL. */
static bool is_given(struct run *run, const char *name, bool nulls) {
    if (!run->given_value || run->code != SQLITE_OK)
        return false;
    int code = sqlite3_bind_text(run->given_value, 1, name, -1, SQLITE_STATIC);
    if (code == SQLITE_OK)
        code = sqlite3_step(run->given_value);
    bool given =
        code == SQLITE_ROW && (nulls || sqlite3_column_type(run->given_value, 0) != SQLITE_NULL);
    if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
        run_failed(run, code);
    sqlite3_reset(run->given_value);
    return given;
}

/* ---- Checking and setting -------------------------------------------------------------------- */

/* Sets what was given of an owner's parameters in a table that has its columns. */
static void update(struct run *run, const char *table, const char *owner, bool nulls) {
    bool any = false;
    sqlite3_str *sql = sqlite3_str_new(run->db);
    sqlite3_str_appendf(sql, "UPDATE %s SET ", table);
    for (const struct parameter *at = parameters; at->name; at++)
        if (strcmp(at->owner, owner) == 0 && is_given(run, at->name, nulls)) {
            sqlite3_str_appendf(sql, "%s\"%w\" = @%s", any ? ", " : "", at->name, at->name);
            any = true;
        }
    if (any)
        run_built(run, sql);
    else
        sqlite3_free(sqlite3_str_finish(sql));
}

/*
 * What a broken constraint says of a parameter: SQLite names the constraint, "NAME must be RANGE"
 * or "together, RULE", or the column that is NULL. NULL: nothing. Freed by sqlite3_free().
 */
static char *reason_of(const struct parameter *parameter, const char *rule) {
    static const char together[] = "together, ";
    size_t length = strlen(parameter->name), size = sizeof together - 1;
    const char *point = strrchr(rule, '.'), *word = strstr(rule, parameter->name);
    if (strncmp(rule, together, size) == 0)
        return word ? sqlite3_mprintf("does not fit the others: %s", rule + size) : NULL;
    if (strncmp(rule, parameter->name, length) == 0 && strncmp(rule + length, " must ", 6) == 0)
        return sqlite3_mprintf("%s", rule + length + 1);
    if (point && strcmp(point + 1, parameter->name) == 0)
        return sqlite3_mprintf("must be %s, found NULL", parameter->wanted);
    return NULL;
}

/* Says which value breaks a constraint, in place of SQLite's words. */
static void explain(struct run *run, const char *owner) {
    char *message = run->message, *reason = NULL;
    const char *rule = message ? strstr(message, "failed: ") : NULL;
    if ((run->code & 0xFF) != SQLITE_CONSTRAINT || !rule)
        return;
    run->code = SQLITE_OK;
    run->message = NULL;
    for (const struct parameter *at = parameters; at->name && !reason; at++) {
        if (strcmp(at->owner, owner) == 0 && is_given(run, at->name, true))
            reason = reason_of(at, rule + strlen("failed: "));
        if (reason)
            run_statements(run, "SELECT neardup_error(%Q, %Q%s%s)", reason, at->name,
                           strstr(reason, "found NULL") ? "" : ", @",
                           strstr(reason, "found NULL") ? "" : at->name);
    }
    run_refuse(run, SQLITE_CONSTRAINT,
               "the parameters given do not fit the others in the database, which an earlier "
               "release made; the preset default replaces these");
    sqlite3_free(reason);
    sqlite3_free(message);
}

/* Makes the table checked_parameters, with what was given and the other defaults. */
static void check_given(struct run *run, const char *owner, bool nulls) {
    run_built(run, parameters_table(owner, "temp.checked_parameters"));
    run_statements(run, "INSERT INTO temp.checked_parameters (id) VALUES (1)");
    update(run, "temp.checked_parameters", owner, nulls);
    explain(run, owner);
}

/* A table of an earlier release may refuse less, so values are first set in one of this release. */
void parameters_set(struct run *run, const char *owner) {
    if (!is_table(owner) || !run->given_value)
        return;
    check_given(run, owner, true);
    update(run, owner, owner, true);
    explain(run, owner);
}

/* ---- The parameters of a job ----------------------------------------------------------------- */

void parameters_release(struct run *run) {
    for (struct parameter_value *at = run->values; at && at->name; at++)
        sqlite3_value_free(at->value);
    sqlite3_free(run->values);
    run->values = NULL;
}

/* Those of an owner stand together, and the columns of its table are in their order. */
void parameters_take(struct run *run, const char *owner) {
    const struct parameter *at = parameters;
    sqlite3_stmt *statement = NULL;
    parameters_release(run);
    while (at->name && strcmp(at->owner, owner) != 0)
        at++;
    if (!at->name || is_table(owner))
        return;
    check_given(run, owner, false);
    int code = run->code;
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(run->db, "SELECT * FROM temp.checked_parameters", -1, &statement,
                                  NULL);
    if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW) {
        size_t count = (size_t)sqlite3_column_count(statement); /* the first one is id */
        run->values = sqlite3_malloc64(count * sizeof *run->values);
        code = run->values ? SQLITE_OK : SQLITE_NOMEM;
        if (run->values)
            memset(run->values, 0, count * sizeof *run->values);
        for (size_t i = 1; i < count && code == SQLITE_OK; i++, at++) {
            assert(strcmp(at->owner, owner) == 0);
            sqlite3_value *value = sqlite3_value_dup(sqlite3_column_value(statement, (int)i));
            run->values[i - 1] = (struct parameter_value){at->name, value};
            code = value ? SQLITE_OK : SQLITE_NOMEM;
        }
    }
    if (code != SQLITE_OK)
        run_failed(run, code);
    sqlite3_finalize(statement);
    run_statements(run, "DROP TABLE temp.checked_parameters");
}
