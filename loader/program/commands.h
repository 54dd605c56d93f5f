/*
 * commands.h - the subcommands of neardup and their options, in one table each. What --help prints,
 * which words are taken, and what shells complete all follow from it.
 */
#pragma once

#include "../load_command.h" /* the exit status */

#include <stdbool.h>
#include <stddef.h>

struct arguments;

/* Which subcommands have an option. */
enum {
    in_find = 1 << 0,
    in_add = 1 << 1,
    in_near = 1 << 2,
    in_keep = 1 << 3,
    in_index = 1 << 4,
    in_report = 1 << 5,
    in_reuse = 1 << 6,
    in_kinds = 1 << 7,
    in_export = 1 << 8,
    in_check = 1 << 9,
    in_load = 1 << 10,
    in_sql = 1 << 11,
    in_completion = 1 << 12,
    in_help = 1 << 13,
    in_version = 1 << 14,
    in_across = 1 << 15,
    in_papers = 1 << 16,
    in_tables = 1 << 17,
    in_watch = 1 << 18,
    in_history = 1 << 19
};

struct command {
    unsigned place; /* in_NAME */
    const char *name;
    const char *operands; /* as the usage shows them */
    int least, most;      /* how many there are; most < 0: any number */
    const char *summary;  /* a line */
    const char *details;  /* more of them */
    int (*run)(struct arguments *arguments);
};

/* What an option is for. */
enum option_use {
    use_program,  /* the subcommand asks for it */
    use_load,     /* neardup-load has it, too */
    use_column,   /* a column of --columns */
    use_setting,  /* a column of the table parameters */
    use_parameter /* @NAME of the script */
};

struct option {
    const char *name;  /* without the two hyphens */
    char letter;       /* 0: it has none */
    const char *value; /* what its value is; NULL: it has none */
    unsigned commands; /* that have it: in_NAME, joined by | */
    enum option_use use;
    const char *help;
};

/* The last of each has no name. Options are complete after program_options_begin(). */
extern const struct command program_commands[];
extern struct option program_options[];

/* Adds the parameters of the pipeline, which the extension declares. False: memory ran out. */
bool program_options_begin(void);

/* What begins the text of `neardup help`. */
extern const char program_introduction[];
