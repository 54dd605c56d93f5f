/* command_line.c - see command_line.h. */
#include "command_line.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdio.h> /* snprintf */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- Names that are nearly right ------------------------------------------------------------- */

enum { name_max = 40, near_enough = 3 };

/*
 * The edit distance of a name that was given and one that there is; near_enough if it is that or
 * more, or no character of `a` need have stayed, or one is too long.
 */
static int distance(const char *a, const char *b) {
    int row[name_max + 1];
    int length = (int)strlen(b);
    if (strlen(a) > name_max || length > name_max)
        return near_enough;
    for (int k = 0; k <= length; k++)
        row[k] = k;
    for (int i = 0; a[i]; i++) {
        int diagonal = row[0];
        row[0] = i + 1;
        for (int k = 1; k <= length; k++) {
            int change = diagonal + (a[i] != b[k - 1]);
            diagonal = row[k];
            int least = (row[k] < row[k - 1] ? row[k] : row[k - 1]) + 1;
            row[k] = change < least ? change : least;
        }
    }
    return row[length] < near_enough && row[length] < (int)strlen(a) ? row[length] : near_enough;
}

const struct command *command_find(const char *name) {
    for (const struct command *command = program_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

/* Whether a name is nearer than `before`, or near enough if that is NULL. */
static bool is_nearer(const char *given, const char *name, const char *before) {
    return distance(given, name) < (before ? distance(given, before) : near_enough);
}

const char *command_nearest(const char *name) {
    const char *nearest = NULL;
    for (const struct command *command = program_commands; command->name; command++)
        if (is_nearer(name, command->name, nearest))
            nearest = command->name;
    return nearest;
}

/* ---- Options --------------------------------------------------------------------------------- */

static bool has(const struct command *command, const struct option *option) {
    return (option->commands & command->place) != 0;
}

/* The option that `word` begins with, and its value after '=', or NULL. */
static const struct option *find_option(const struct command *command, const char *word,
                                        const char **value) {
    bool is_long = word[1] == '-';
    size_t length = is_long ? strcspn(word + 2, "=") : 1;
    *value = NULL;
    for (const struct option *option = program_options; option->name; option++) {
        bool fits =
            is_long ? strlen(option->name) == length && memcmp(option->name, word + 2, length) == 0
                    : option->letter == word[1];
        if (!fits || !has(command, option) || (!option->value && word[is_long ? length + 2 : 2]))
            continue;
        if (option->value && word[is_long ? length + 2 : 2])
            *value = word + (is_long ? length + 3 : 2);
        return option;
    }
    return NULL;
}

static bool fail_unknown(const struct command *command, const char *word, struct failure *failure) {
    char name[name_max + 1];
    const char *nearest = NULL;
    const char *bare = word + strspn(word, "-");
    snprintf(name, sizeof name, "%.*s", (int)strcspn(bare, "="), bare);
    for (const struct option *option = program_options; option->name; option++)
        if (has(command, option) && is_nearer(name, option->name, nearest))
            nearest = option->name;
    if (nearest)
        return fail(failure, "there is no option %s; did you mean --%s?", word, nearest);
    return fail(failure, "there is no option %s; neardup help %s lists the options", word,
                command->name);
}

bool arguments_add_load(struct arguments *arguments, const char *format, ...) {
    char **longer =
        realloc(arguments->load, ((size_t)arguments->load_count + 2) * sizeof *arguments->load);
    if (!longer)
        return false;
    arguments->load = longer;
    va_list values;
    va_start(values, format);
    char *word = sqlite3_vmprintf(format, values);
    va_end(values);
    arguments->load[arguments->load_count] = word;
    arguments->load_count += word != NULL;
    arguments->load[arguments->load_count] = NULL;
    return word != NULL;
}

/* What the loader is to be told of an option. */
static bool tell_loader(struct arguments *arguments, const struct option *option,
                        const char *value) {
    if (option->use == use_column)
        return arguments_add_load(arguments, "--columns") &&
               arguments_add_load(arguments, "%s=%s", option->name, value);
    bool both = (strcmp(option->name, "threads") == 0 && strcmp(value, "0") != 0) ||
                strcmp(option->name, "memory") == 0;
    if (option->use != use_load && !both)
        return true;
    return arguments_add_load(arguments, "--%s", option->name) &&
           (!option->value || arguments_add_load(arguments, "%s", value));
}

/* Takes an option as the command line gives it. */
static bool take_option(struct arguments *arguments, const struct option *option, const char *value,
                        struct failure *failure) {
    arguments->values[option - program_options] = option->value ? value : "1";
    arguments->no_memory = !tell_loader(arguments, option, value ? value : "");
    return !arguments->no_memory || fail_memory(failure);
}

bool arguments_set(struct arguments *arguments, const char *name, const char *value,
                   struct failure *failure) {
    const struct option *option = program_options;
    while (strcmp(option->name, name) != 0) {
        option++;
        assert(option->name); /* the program has it */
    }
    return take_option(arguments, option, value, failure);
}

static bool parse_option(struct arguments *arguments, int count, char **words, int *at,
                         struct failure *failure) {
    const char *value;
    const struct option *option = find_option(arguments->command, words[*at], &value);
    if (!option)
        return fail_unknown(arguments->command, words[*at], failure);
    if (option->value && !value) {
        if (*at + 1 == count)
            return fail(failure, "%s: %s is missing", words[*at], option->value);
        value = words[++*at];
    }
    return take_option(arguments, option, value, failure);
}

/* That of keep is for people: on a terminal. */
static bool lists(const struct arguments *arguments) {
    const char *output = argument(arguments, "output");
    bool people = arguments->command->place != in_keep ||
                  (isatty(STDOUT_FILENO) && (!output || strcmp(output, "-") == 0));
    return prints_list(arguments, people ? "list" : "csv");
}

bool arguments_parse(struct arguments *arguments, int count, char **words,
                     struct failure *failure) {
    const struct command *command = arguments->command;
    bool only_operands = false;
    arguments->operands = words;
    if (!arguments_add_load(arguments, "neardup")) {
        arguments->no_memory = true;
        return fail_memory(failure);
    }
    for (int i = 0; i < count; i++) {
        if (!only_operands && strcmp(words[i], "--") == 0)
            only_operands = true;
        else if (!only_operands && words[i][0] == '-' && words[i][1] != '\0') {
            if (!parse_option(arguments, count, words, &i, failure))
                return false;
        } else
            words[arguments->operand_count++] = words[i];
    }
    if (argument(arguments, "help"))
        return true;
    if (!!argument(arguments, "list") + !!argument(arguments, "csv") +
            !!argument(arguments, "json") >
        1)
        return fail(failure, "%s--csv and --json: only one of them",
                    command->place == in_keep ? "--list, " : "");
    if (argument(arguments, "top") && !lists(arguments))
        return fail(failure, "--top: is for the list%s; CSV and JSON have all rows",
                    command->place == in_keep ? " (--list)" : "");
    if (arguments->operand_count < command->least ||
        (command->most >= 0 && arguments->operand_count > command->most))
        return fail(failure, "usage: neardup %s%s%s", command->name,
                    command->operands[0] ? " " : "", command->operands);
    return true;
}

void arguments_free(struct arguments *arguments) {
    for (int i = 0; i < arguments->load_count; i++)
        sqlite3_free(arguments->load[i]);
    free(arguments->load);
    arguments->load = NULL;
    arguments->load_count = 0;
}

const char *argument(const struct arguments *arguments, const char *name) {
    for (int i = 0; program_options[i].name; i++)
        if (has(arguments->command, &program_options[i]) &&
            strcmp(program_options[i].name, name) == 0)
            return arguments->values[i];
    return NULL;
}

const char *format_of(const struct arguments *arguments, const char *usual) {
    return argument(arguments, "json")   ? "jsonl"
           : argument(arguments, "csv")  ? "csv"
           : argument(arguments, "list") ? "list"
                                         : usual;
}

bool prints_list(const struct arguments *arguments, const char *usual) {
    return strcmp(format_of(arguments, usual), "list") == 0;
}
