/*
 * actions.h - what the subcommands share. Each returns the exit status, and has told on standard
 * error what went wrong.
 */
#pragma once

#include "command_line.h"
#include "output.h"
#include "session.h"

/* Prints the help of a command, or of all. */
int help_print(const struct command *command);

/*
 * Prints "neardup: " and the message, and returns the status. If a signal has come, that is the
 * reason, and gives the status.
 */
int complain(int status, const struct failure *failure);
int complain_of_memory(void); /* status_error */

/* The same with a message that printf() makes of the format. */
__attribute__((format(printf, 2, 3))) int refuse(int status, const char *format, ...);

/* Prints a line on standard error, unless --quiet is given. */
void say(const struct arguments *arguments, const char *format, ...);

/* What an action does with a database that was opened for it. */
typedef bool action_body(struct session *session, const struct arguments *arguments,
                         struct failure *failure);

/* What runs before files are loaded: it may add words for the loader. */
typedef bool action_preparation(struct session *session, struct arguments *arguments,
                                struct failure *failure);

/* Which databases an action writes to. Without leave, a foreign one is only read. */
enum action_writes { writes_nothing, writes_ours, writes_any };

/* What an action wants. The optional parts are NULL, or 0. */
struct action {
    const char *database;
    enum action_writes writes;
    char **files; /* loaded into the database, file_count of them */
    int file_count;
    const char *output; /* the file that gets the output; NULL: standard output */
    enum output_replaces replaces;
    action_preparation *prepare;
    action_body *body;
};

/*
 * Does what the action wants: leads the output into its file, prepares the database, loads the
 * files, runs the body, and closes everything. Nothing is begun if a file is not there, or would be
 * written over by the output.
 */
int act(struct arguments *arguments, const struct action *action);

/*
 * Whether output to a path writes over nothing that is read: the files, the database, or what
 * SQLite has beside these.
 */
bool output_is_apart(const char *output, const char *database, char *const *files, int count,
                     struct failure *failure);

/* Whether session_value() gives a value of a query. */
bool has_row(struct session *session, const char *query);

/* Where SQLite makes temporary files. */
const char *temporary_folder(void);

/* Prints a loader's command line for SQLite's shell. */
void print_load(char **words, int count);

/* What a file is: by its first bytes, for a pipe is not opened. */
enum file_kind { file_missing, file_other, file_of_neardup, file_of_others };
enum file_kind file_kind_of(const char *path);

/*
 * Of somebody else's database at an operand's place, the table that is read: the operand after it,
 * or what --table names; NULL for a query and for another file.
 */
const char *table_of(const struct arguments *arguments, int place);

/*
 * Counts the files from an operand's place on. A database with a table, and perhaps a column, is
 * one, and the loader is told of both. False with `failure` filled in.
 */
bool take_table(struct arguments *arguments, int place, int *count, struct failure *failure);

/* The body of `reuse`. */
bool find_reuse(struct session *session, const struct arguments *arguments,
                struct failure *failure);

/* The live indexes of a database, separated by commas, or NULL. False after an error. */
bool live_index_list(struct session *session, char **list, struct failure *failure);

/* The body of `near` for somebody else's database, which has an index. */
bool live_index_near(struct session *session, const struct arguments *arguments,
                     struct failure *failure);

/* Makes the live index sentence_index of a database of neardup's, unless it is there. */
bool live_index_of_sentences(struct session *session, struct failure *failure);

/* Checks that each live index has all texts. */
bool live_index_check(struct session *session, struct failure *failure);
