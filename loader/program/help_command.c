/* help_command.c - what --help prints, and what shells complete: both from the tables. */
#include "actions.h"

#include "../../ext/neardup.h"

#include <stdio.h>
#include <string.h>

static void print_option(const struct option *option) {
    char words[80];
    char letter[8] = "";
    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    snprintf(words, sizeof words, "%s--%s%s%s", letter, option->name, option->value ? " " : "",
             option->value ? option->value : "");
    output_print("  %-28s %s\n", words, option->help);
}

static void print_options(const struct command *command, const char *title, unsigned uses) {
    bool any = false;
    for (const struct option *option = program_options; option->name; option++) {
        if (!(option->commands & command->place) || !(uses & (1u << option->use)))
            continue;
        if (!any)
            output_print("\n%s\n", title);
        any = true;
        print_option(option);
    }
}

static void print_commands(void) {
    output_print("%s\nCommands\n", program_introduction);
    for (const struct command *command = program_commands; command->name; command++)
        output_print("  %-12s %s\n", command->name, command->summary);
    output_print(
        "\nneardup help COMMAND says more; neardup help find lists the options of neardup FILE.\n"
        "\n"
        "Exit status: 0 done; 1 an error; 2 wrong usage: an unknown command or option, a wrong\n"
        "value, too few or too many arguments; 3 done, but parts of a file were damaged; 129,\n"
        "130 or 143 stopped by a closed terminal, Ctrl-C or SIGTERM; 141 the reader of the output\n"
        "has closed it.\n");
}

int help_print(const struct command *command) {
    if (!command) {
        print_commands();
        return status_good;
    }
    output_print("usage: neardup %s%s%s\n\n", command->name, command->operands[0] ? " " : "",
                 command->operands);
    output_print("%c%s.\n", command->summary[0] - 'a' + 'A', command->summary + 1);
    if (command->details)
        output_print("\n%s", command->details);
    print_options(command, "Options", 1u << use_program | 1u << use_parameter);
    print_options(command, "What is loaded", 1u << use_load | 1u << use_column);
    print_options(command, "Parameters, which the database keeps", 1u << use_setting);
    return status_good;
}

int run_help(struct arguments *arguments) {
    const char *name = arguments->operand_count > 0 ? arguments->operands[0] : NULL;
    const struct command *command = name ? command_find(name) : NULL;
    if (name && !command)
        return refuse(status_usage, "there is no command '%s'; neardup help lists them", name);
    return help_print(command);
}

int run_version(struct arguments *arguments) {
    (void)arguments;
    output_print("neardup " NEARDUP_VERSION "\n");
    return status_good;
}

/* ---- Completion ------------------------------------------------------------------------------ */

static void print_options_of(const struct command *command) {
    for (const struct option *option = program_options; option->name; option++)
        if (option->commands & command->place)
            output_print(" --%s", option->name);
}

static void print_command_names(void) {
    for (const struct command *command = program_commands; command->name; command++)
        output_print(" %s", command->name);
}

/* Where no words are offered, bash completes the names of files. */
static void complete_bash(void) {
    output_print("_neardup() {\n"
                 "    local word=${COMP_WORDS[COMP_CWORD]} words=\n"
                 "    case $word in\n"
                 "    -*) case ${COMP_WORDS[1]} in\n");
    for (const struct command *command = program_commands; command->name; command++) {
        output_print("        %s) words='", command->name);
        print_options_of(command);
        output_print("' ;;\n");
    }
    output_print("        *) words='");
    print_options_of(command_find("find"));
    output_print("' ;;\n"
                 "        esac ;;\n"
                 "    *) case $COMP_CWORD-${COMP_WORDS[1]} in\n"
                 "        1-* | 2-help | 2-sql) words='");
    print_command_names();
    output_print("' ;;\n"
                 "        2-completion) words='bash zsh fish' ;;\n"
                 "        esac ;;\n"
                 "    esac\n"
                 "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
                 "}\n"
                 "complete -o default -F _neardup neardup\n");
}

/* Prints a text between single quotation marks, in which zsh and fish escape some characters. */
static void print_quoted(const char *text, const char *escaped) {
    for (; *text; text++)
        if (*text == '\'')
            output_print("'\\''");
        else
            output_print("%s%c", strchr(escaped, *text) ? "\\" : "", *text);
}

static void complete_zsh(void) {
    output_print("#compdef neardup\n"
                 "_neardup() {\n"
                 "    local -a commands\n"
                 "    commands=(\n");
    for (const struct command *command = program_commands; command->name; command++) {
        output_print("        '%s:", command->name);
        print_quoted(command->summary, ":");
        output_print("'\n");
    }
    output_print("    )\n"
                 "    if ((CURRENT == 2)); then _describe command commands; _files; return; fi\n"
                 "    case $CURRENT-$words[2] in\n"
                 "    3-(help|sql)) _describe command commands; return ;;\n"
                 "    3-completion) _values shell bash zsh fish; return ;;\n"
                 "    esac\n"
                 "    case $words[2] in\n");
    for (const struct command *command = program_commands; command->name; command++) {
        output_print("    %s%s) _arguments '*:file:_files'", command->name,
                     command->place == in_find ? "|*.*" : "");
        for (const struct option *option = program_options; option->name; option++)
            if (option->commands & command->place) {
                output_print(" '--%s%s[", option->name, option->value ? "=" : "");
                print_quoted(option->help, "[]:");
                output_print("]%s'", option->value ? ":value:_files" : "");
            }
        output_print(" ;;\n");
    }
    output_print("    esac\n"
                 "}\n"
                 "if [ \"$funcstack[1]\" = _neardup ]; then _neardup \"$@\"; else compdef _neardup "
                 "neardup; fi\n");
}

static void complete_fish(void) {
    for (const struct command *command = program_commands; command->name; command++) {
        output_print("complete -c neardup -n __fish_use_subcommand -a %s -d '", command->name);
        print_quoted(command->summary, "\\");
        output_print("'\n");
        for (const struct option *option = program_options; option->name; option++)
            if (option->commands & command->place) {
                output_print("complete -c neardup -n '__fish_seen_subcommand_from %s' -l %s%s -d '",
                             command->name, option->name, option->value ? " -r" : "");
                print_quoted(option->help, "\\");
                output_print("'\n");
            }
    }
    output_print("complete -c neardup -n '__fish_seen_subcommand_from help sql' -a '");
    print_command_names();
    output_print(
        "'\n"
        "complete -c neardup -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n");
}

int run_completion(struct arguments *arguments) {
    static const struct {
        const char *shell;
        void (*complete)(void);
    } shells[] = {{"bash", complete_bash}, {"zsh", complete_zsh}, {"fish", complete_fish}};
    for (int i = 0; i < 3; i++)
        if (strcmp(arguments->operands[0], shells[i].shell) == 0) {
            shells[i].complete();
            return status_good;
        }
    return refuse(status_usage, "expected bash, zsh or fish, found '%s'", arguments->operands[0]);
}
