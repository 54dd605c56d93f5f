/* command_line.h - the words of a command line. */
#pragma once

#include "../base/failure.h"
#include "commands.h"

#include <stdbool.h>

enum { arguments_options_max = 100 };

struct arguments {
    const struct command *command;
    bool prints;    /* the SQL is wanted: `neardup sql` */
    bool no_memory; /* the words may be right, but memory ran out */
    char **operands;
    int operand_count;
    const char *values[arguments_options_max]; /* by their place in program_options; "": a flag */
    char **load; /* words for the loader, load_count of them; the first is the program's name */
    int load_count;
};

/*
 * Reads the words of `arguments->command`, `count` of them, which it may reorder. False with
 * `failure` filled in. Free it in any case.
 */
bool arguments_parse(struct arguments *arguments, int count, char **words, struct failure *failure);
void arguments_free(struct arguments *arguments);

/* The value of an option, "" if it has none; NULL if it was not given. */
const char *argument(const struct arguments *arguments, const char *name);

/* How rows are printed: "list", "csv" or "jsonl", by --list, --csv or --json, or else `usual`. */
const char *format_of(const struct arguments *arguments, const char *usual);

/* Whether that is "list", which is for people. */
bool prints_list(const struct arguments *arguments, const char *usual);

/* Sets an option that the program has, as if it had been given. False with `failure` filled in. */
bool arguments_set(struct arguments *arguments, const char *name, const char *value,
                   struct failure *failure);

/* Adds a word for the loader. False: memory ran out. */
bool arguments_add_load(struct arguments *arguments, const char *format, ...);

/* The command of that name, or NULL; and the name of one that is nearly the same, or NULL. */
const struct command *command_find(const char *name);
const char *command_nearest(const char *name);
