/* verdicts_command.c - `neardup verdicts` prints or reads what people said of pairs; `neardup
 * learn` learns from it. */
#include "../records/named_rows.h"
#include "actions.h"

#include <unistd.h>

/* The columns of temp.filled. */
static const char *const names[] = {"verdict", "text_a", "text_b",    "title_a",
                                    "title_b", "judge",  "judged_at", "reason"};
enum {
    name_count = sizeof names / sizeof *names,
    required = 3, /* the first ones */
    told_most = 20
};

static const char make_filled[] = "CREATE TEMP TABLE filled (verdict, text_a, text_b, title_a, "
                                  "title_b, judge, judged_at, reason)";
static const char insert_filled[] =
    "INSERT INTO temp.filled (verdict, text_a, text_b, title_a, title_b, judge, "
    "judged_at, reason, rowid) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";

struct filling {
    struct session *session;
    sqlite3_stmt *insert;
    const char *path;
    long long refused;
};

/* read_verdicts.sql counts rows from the second line on, as .import does after the names. */
static bool take_row(void *context, long long line, const struct named_cell *cells,
                     struct failure *failure) {
    struct filling *filling = context;
    int code = sqlite3_bind_int64(filling->insert, name_count + 1, line - 1);
    for (int i = 0; i < name_count && code == SQLITE_OK; i++)
        code = sqlite3_bind_text64(filling->insert, i + 1, cells[i].bytes, cells[i].length,
                                   SQLITE_STATIC, SQLITE_UTF8);
    if (code == SQLITE_OK)
        code = sqlite3_step(filling->insert);
    sqlite3_reset(filling->insert);
    return code == SQLITE_DONE || session_complain(filling->session, failure);
}

static void refuse_line(void *context, long long line, const char *reason) {
    struct filling *filling = context;
    if (++filling->refused <= told_most)
        refuse(status_damaged, "%s: line %lld: %s", filling->path, line, reason);
}

static bool fill(struct filling *filling, struct failure *failure) {
    struct named_rows rows = {.path = filling->path,
                              .names = names,
                              .count = name_count,
                              .required = required,
                              .context = filling,
                              .take = take_row,
                              .refuse = refuse_line};
    struct session *session = filling->session;
    if (!session_run(session, make_filled, failure))
        return false;
    if (sqlite3_prepare_v2(session->db, insert_filled, -1, &filling->insert, NULL) != SQLITE_OK)
        return session_complain(session, failure);
    bool good = named_rows_read(&rows, failure);
    sqlite3_finalize(filling->insert);
    if (good && filling->refused > told_most)
        refuse(status_damaged, "%s: %lld more lines were not read", filling->path,
               filling->refused - told_most);
    return good;
}

static bool read_verdicts(struct session *session, const struct arguments *arguments,
                          struct failure *failure) {
    struct filling filling = {.session = session, .path = arguments->operands[1]};
    bool good = (session->prints || fill(&filling, failure)) &&
                session_job(session, "read_verdicts", failure);
    session->incomplete |= filling.refused > 0 || (good && !session->prints &&
                                                   has_row(session, "SELECT 1 FROM temp.filled"));
    return good;
}

static bool print_verdicts(struct session *session, const struct arguments *arguments,
                           struct failure *failure) {
    session_set(session, "format", format_of(arguments, isatty(STDOUT_FILENO) ? "list" : "jsonl"));
    return session_job(session, "verdicts", failure);
}

int run_verdicts(struct arguments *arguments) {
    bool reads = arguments->operand_count > 1;
    struct action action = {.database = arguments->operands[0],
                            .writes = reads ? writes_ours : writes_nothing,
                            .output = argument(arguments, "output"),
                            .body = reads ? read_verdicts : print_verdicts};
    return act(arguments, &action);
}

/* What was learnt makes the stage `kinds` void, and nothing else. */
static bool learn(struct session *session, const struct arguments *arguments,
                  struct failure *failure) {
    (void)arguments;
    return session_job(session, "learn", failure) && session_job(session, "find", failure);
}

int run_learn(struct arguments *arguments) {
    struct action action = {.database = arguments->operands[0],
                            .writes = writes_ours,
                            .output = argument(arguments, "output"),
                            .body = learn};
    return act(arguments, &action);
}
