/*
 * commands.h - the subcommands of neardup and their options, in one table each. What --help prints,
 * which words are taken, and what shells complete all follow from it.
 */
#pragma once

#include "../load_command.h" /* the exit status */

#include <stdbool.h>
#include <stddef.h>

struct arguments;

/* The subcommands, each of which run_NAME() runs and in_NAME stands for. */
#define PROGRAM_COMMANDS(each)                                                                  \
    each(find) each(add) each(near) each(keep) each(index) each(report) each(reuse) each(kinds) \
        each(export) each(check) each(load) each(sql) each(completion) each(help) each(version) \
            each(across) each(papers) each(tables) each(watch) each(history) each(verdicts)     \
                each(review) each(drill) each(learn)

#define NUMBER(name) number_##name,
#define PLACE(name) in_##name = 1 << number_##name,
#define RUN(name) int run_##name(struct arguments *arguments);
enum { PROGRAM_COMMANDS(NUMBER) };
enum { PROGRAM_COMMANDS(PLACE) }; /* joined by |: which subcommands have an option */
PROGRAM_COMMANDS(RUN)
#undef NUMBER
#undef PLACE
#undef RUN

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
