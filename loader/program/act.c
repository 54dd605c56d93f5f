/* act.c - what the subcommands share: see actions.h. */
#include "actions.h"

#include "../load_command.h"
#include "../text/message.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int complain(int status, const struct failure *failure) {
    const char *parameter = failure->parameter;
    char name[48];
    if (session_signal()) {
        message_print("neardup: %s", failure->interrupted ? failure->message : "interrupted");
        return status_signal + session_signal();
    }
    if (!parameter[0]) {
        message_print("neardup: %s", failure->message);
        return status;
    }
    /* A command line calls a parameter --NAME, or an operand by its name in capitals. */
    bool is_operand = strcmp(parameter, "a") == 0 || strcmp(parameter, "b") == 0 ||
                      strcmp(parameter, "text") == 0;
    snprintf(name, sizeof name, "%s%s", is_operand ? "" : "--", parameter);
    for (char *at = name; *at; at++)
        *at = (char)(is_operand ? toupper((unsigned char)*at) : *at == '_' ? '-' : *at);
    message_print("neardup: %s %s", name, failure->message);
    return status_usage;
}

int complain_of_memory(void) {
    struct failure failure = {0};
    fail_memory(&failure);
    return complain(status_error, &failure);
}

int refuse(int status, const char *format, ...) {
    struct failure failure = {0};
    va_list values;
    va_start(values, format);
    vsnprintf(failure.message, sizeof failure.message, format, values);
    va_end(values);
    return complain(status, &failure);
}

bool has_row(struct session *session, const char *query) {
    char *value = session_value(session, "%s", query);
    sqlite3_free(value);
    return value != NULL;
}

void say(const struct arguments *arguments, const char *format, ...) {
    char line[2000];
    va_list values;
    if (argument(arguments, "quiet"))
        return;
    va_start(values, format);
    vsnprintf(line, sizeof line, format, values);
    va_end(values);
    fflush(stdout); /* what was printed before comes before */
    message_print("%s", line);
}

/* A pipe is not opened: who writes into it would find that nobody reads any more. */
enum file_kind file_kind_of(const char *path) {
    char head[72];
    struct stat found;
    if (stat(path, &found) != 0)
        return errno == ENOENT ? file_missing : file_other;
    if (!S_ISREG(found.st_mode) || read_head(path, head, sizeof head) < sizeof head ||
        memcmp(head, "SQLite format 3", 16) != 0)
        return file_other;
    return memcmp(head + 68, "NDup", 4) == 0 ? file_of_neardup
                                             : file_of_others; /* application_id */
}

const char *table_of(const struct arguments *arguments, int place) {
    const char *named = argument(arguments, "table");
    if (argument(arguments, "query") || file_kind_of(arguments->operands[place]) != file_of_others)
        return NULL;
    return named || arguments->operand_count <= place + 1 ? named : arguments->operands[place + 1];
}

bool take_table(struct arguments *arguments, int place, int *count, struct failure *failure) {
    char **files = arguments->operands + place;
    *count = arguments->operand_count - place;
    if (*count == 1 || file_kind_of(files[0]) != file_of_others)
        return true;
    if (*count > 3)
        return fail(failure, "%s: expected a table and a column, found more arguments", files[0]);
    if (argument(arguments, "table") || argument(arguments, "query"))
        return fail(failure, "%s: name the table once: as TABLE, by --table or by --query",
                    files[0]);
    bool names_text = *count == 3;
    if (names_text && (argument(arguments, "text") || argument(arguments, "columns")))
        return fail(failure, "%s: name the column of the texts once: as COLUMN or by --text",
                    files[0]);
    *count = 1;
    return arguments_set(arguments, "table", files[1], failure) &&
           (!names_text || arguments_set(arguments, "text", files[2], failure));
}

/* ---- Loading --------------------------------------------------------------------------------- */

void print_load(char **words, int count) {
    output_print(".shell neardup load");
    for (int i = 0; i < count; i++) { /* as sh reads it */
        const char *word = words[i], *quote;
        output_print(" '");
        for (; (quote = strchr(word, '\'')); word = quote + 1)
            output_print("%.*s'\\''", (int)(quote - word), word);
        output_print("%s'", word);
    }
    output_print("\n");
}

/*
 * Loads in a process of its own: its bounds of memory and its signal handlers are not those of the
 * rest. Signals are held until that process is known, so that none of them misses it.
 */
static int run_loader(char **words, int count) {
    int status;
    fflush(stdout);
    session_hold_signals(true);
    pid_t child = fork();
    if (child == 0) {
        session_release_signals();
        session_hold_signals(false);
        sqlite3_shutdown(); /* the loader configures it */
        _exit(load_command(count, words));
    }
    session_forward_signals(child > 0 ? (int)child : 0);
    session_hold_signals(false);
    if (child < 0)
        return refuse(status_error, "no process could be started: %s", strerror(errno));
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return status_error;
    session_forward_signals(0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : status_signal + WTERMSIG(status);
}

/* Loads the files of an action, and returns the status of `neardup load`. */
static int load_files(struct arguments *arguments, const struct action *action) {
    bool good = arguments_add_load(arguments, "--whole-if-short") &&
                (!argument(arguments, "quiet") || arguments_add_load(arguments, "--quiet")) &&
                arguments_add_load(arguments, "--");
    for (int i = 0; i < action->file_count; i++)
        good = good && arguments_add_load(arguments, "%s", action->files[i]);
    if (!good || !arguments_add_load(arguments, "%s", action->database))
        return complain_of_memory();
    if (arguments->prints)
        print_load(arguments->load + 1, arguments->load_count - 1);
    else if (!session_signal())
        return run_loader(arguments->load, arguments->load_count);
    return status_good;
}

/* ---- Actions --------------------------------------------------------------------------------- */

/*
 * The one place that decides it: nothing is written to somebody else's database, and nothing beside
 * it, unless the action is there for that.
 */
static enum session_access choose_access(const struct arguments *arguments,
                                         const struct action *action) {
    bool writes = action->writes != writes_nothing && !arguments->prints;
    if (file_kind_of(action->database) == file_of_others &&
        !(writes && action->writes == writes_any))
        return session_foreign;
    return writes ? session_writes : session_reads;
}

/* Opens the database, runs one part of an action, and closes it. */
static bool run_part(struct arguments *arguments, const struct action *action, bool prepares,
                     bool *incomplete, struct failure *failure) {
    struct session session = {.prints = arguments->prints};
    bool good = session_open(&session, action->database, choose_access(arguments, action), failure);
    for (int i = 0; program_options[i].name; i++)
        if (program_options[i].use == use_parameter && arguments->values[i])
            session_set(&session, program_options[i].name, arguments->values[i]);
    if (good)
        good = (prepares ? action->prepare(&session, arguments, failure)
                         : action->body(&session, arguments, failure)) &&
               session_check(&session, failure);
    *incomplete = session.incomplete;
    if (session.failure.message[0]) {
        *failure = session.failure;
        good = false;
    }
    session_close(&session);
    return good;
}

static bool files_are_there(const struct action *action, struct failure *failure) {
    for (int i = 0; i < action->file_count; i++)
        if (strcmp(action->files[i], "-") != 0 && file_kind_of(action->files[i]) == file_missing)
            return fail(failure, "there is no file '%s'", action->files[i]);
    return true;
}

static bool is_one_file(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

/* Whether two paths are one place, where a file need not be. */
static bool is_one_place(const char *a, const char *b) {
    const char *paths[] = {a, b}, *names[2];
    char folders[2][database_beside_max];
    for (int i = 0; i < 2; i++) {
        const char *slash = strrchr(paths[i], '/');
        names[i] = slash ? slash + 1 : paths[i];
        snprintf(folders[i], sizeof folders[i], "%.*s.", (int)(names[i] - paths[i]), paths[i]);
    }
    return strcmp(names[0], names[1]) == 0 && is_one_file(folders[0], folders[1]);
}

/* Whether a path is this file or, if that is a database, one of those that SQLite has beside it. */
static bool is_of_file(const char *path, const char *file) {
    static const char *const suffixes[] = {"", "-journal", "-wal", "-shm"};
    char beside[database_beside_max];
    bool same = is_one_file(path, file);
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes && !same; i++) {
        database_beside(file, suffixes[i], beside);
        same = is_one_place(path, beside) || is_one_file(path, beside);
    }
    return same;
}

bool output_is_apart(const char *output, const char *database, char *const *files, int count,
                     struct failure *failure) {
    struct stat found;
    if (lstat(output, &found) == 0 && stat(output, &found) != 0)
        return fail(failure, "'%s' is a broken link; name another file", output);
    bool apart = !is_of_file(output, database);
    for (int i = 0; i < count && apart; i++)
        apart = !is_of_file(output, files[i]);
    return apart || fail(failure, "'%s' is an input; name another file", output);
}

int act(struct arguments *arguments, const struct action *action) {
    struct output output = {0};
    struct failure failure = {0}, unwritten = {0};
    int loaded = status_good;
    bool incomplete = false;
    assert(action->database && action->body);
    if (argument(arguments, "quiet"))
        setenv("TERM", "dumb", 1); /* no progress is drawn */
    bool good =
        files_are_there(action, &failure) &&
        (!action->output || output_redirect(&output, action->output, action->replaces, &failure)) &&
        (!action->output || strcmp(action->output, "-") == 0 ||
         output_is_apart(action->output, action->database, action->files, action->file_count,
                         &failure)) &&
        (!action->prepare || run_part(arguments, action, true, &incomplete, &failure));
    if (good && action->file_count > 0) {
        loaded = load_files(arguments, action);
        good = (loaded == status_good || loaded == status_damaged) && !session_signal();
        if (good && !arguments->prints)
            say(arguments, "%s: finding what is similar", action->database);
    }
    good = good && run_part(arguments, action, false, &incomplete, &failure);
    bool written = output_end(&output, good, &unwritten);
    if (loaded != status_good && loaded != status_damaged)
        return loaded; /* which the loader has explained */
    if (session_signal())
        return complain(status_error, &failure);
    if (output_reader_is_gone())
        return status_signal + SIGPIPE; /* as that would end it */
    if (!good || !written)
        return complain(status_error, good ? &unwritten : &failure);
    return loaded == status_damaged || incomplete ? status_damaged : status_good;
}
