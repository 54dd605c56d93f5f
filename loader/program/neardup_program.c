/* neardup_program.c - the program neardup: which subcommand a command line means. */
#include "actions.h"

#include "../load_command.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Runs a subcommand with its words, of which load and sql take all. */
static int run(const struct command *command, int count, char **words, bool prints) {
    struct arguments arguments = {.command = command, .prints = prints};
    struct failure failure = {0};
    int status;
    if (command->place & (in_load | in_sql)) {
        arguments.operands = words;
        arguments.operand_count = count;
        return command->run(&arguments);
    }
    if (!program_options_begin())
        return complain_of_memory();
    if (!arguments_parse(&arguments, count, words, &failure))
        status = complain(arguments.no_memory ? status_error : status_usage, &failure);
    else if (argument(&arguments, "help"))
        status = help_print(command);
    else
        status = command->run(&arguments);
    arguments_free(&arguments);
    return status;
}

static bool is_help(const char *word) {
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* The words after `neardup` or `neardup sql`. What is no command is a file for find. */
static int dispatch(int count, char **words, bool prints) {
    const char *first = count > 0 ? words[0] : "help";
    const struct command *command = command_find(first);
    if (command && count > 0)
        return run(command, count - 1, words + 1, prints);
    if (count > 0 && is_help(first))
        return help_print(NULL);
    if (strcmp(first, "--version") == 0 || strcmp(first, "-V") == 0)
        return run_version(NULL);
    if (count == 0) {
        fputs(program_introduction, stderr);
        fputs("\nneardup help lists the commands.\n", stderr);
        return status_usage;
    }
    /* An option or a file is for find, unless help about what is neither is asked for. */
    bool is_word = first[0] != '-' && access(first, F_OK) != 0, asks = false;
    const char *meant = is_word ? command_nearest(first) : NULL;
    for (int i = 1; i < count; i++)
        asks |= is_help(words[i]);
    if (!meant && !(is_word && asks))
        return run(command_find("find"), count, words, prints);
    return refuse(status_usage, "there is neither a file nor a command called '%s'; %s%s%s", first,
                  meant ? "did you mean " : "neardup help lists the commands", meant ? meant : "",
                  meant ? "?" : "");
}

int run_sql(struct arguments *arguments) {
    if (arguments->operand_count == 0)
        return refuse(status_usage, "usage: neardup sql COMMAND ...");
    if (is_help(arguments->operands[0]))
        return help_print(arguments->command);
    return dispatch(arguments->operand_count, arguments->operands, true);
}

/* Messages of load begin with the word before its own. */
int run_load(struct arguments *arguments) {
    if (arguments->prints) {
        print_load(arguments->operands, arguments->operand_count);
        return status_good;
    }
    arguments->operands[-1] = "neardup load";
    session_release_signals();
    return load_command(arguments->operand_count + 1, arguments->operands - 1);
}

/*
 * neardup-load and neardup-report are names of `neardup load` and `neardup report`, links to the
 * program. A reader that is gone shows as an error of the output, after which databases are closed.
 * Nobody asks how much memory SQLite has, and to count it takes a lock.
 */
int main(int count, char **words) {
    char *slash = count > 0 ? strrchr(words[0], '/') : NULL, *name = slash ? slash + 1 : words[0];
    bool names_command = count > 0 && strncmp(name, "neardup-", strlen("neardup-")) == 0 &&
                         command_find(name + strlen("neardup-"));
    if (names_command)
        words[0] = name + strlen("neardup-");
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of it, as on a full disk */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    session_catch_signals();
    output_begin();
    bool skips = count > 0 && !names_command;
    int status = dispatch(count - skips, words + skips, false);
    struct output output = {0};
    struct failure failure = {0};
    if (output_end(&output, true, &failure) || status != status_good)
        return status;
    return output_reader_is_gone() ? status_signal + SIGPIPE : complain(status_error, &failure);
}
