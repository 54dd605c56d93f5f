/* help_command.c - what --help prints, and what shells complete: both from the tables. */
#include "actions.h"

#include "../../ext/neardup.h"

#include <stdio.h>
#include <string.h>

static void print_options(const struct command *command, const char *title, unsigned uses) {
    bool any = false;
    for (const struct option *option = program_options; option->name; option++) {
        if (!(option->commands & command->place) || !(uses & (1u << option->use)))
            continue;
        if (!any)
            output_print("\n%s\n", title);
        any = true;
        char words[80], letter[8] = "";
        if (option->letter)
            snprintf(letter, sizeof letter, "-%c, ", option->letter);
        snprintf(words, sizeof words, "%s--%s%s%s", letter, option->name, option->value ? " " : "",
                 option->value ? option->value : "");
        output_print("  %-28s %s\n", words, option->help);
    }
}

int help_print(const struct command *command) {
    if (command) {
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
    output_print("%s\nCommands\n", program_introduction);
    for (command = program_commands; command->name; command++)
        output_print("  %-12s %s\n", command->name, command->summary);
    output_print(
        "\nneardup help COMMAND describes one; neardup help find lists the options of neardup "
        "FILE.\n"
        "\n"
        "Exit status: 0 done; 1 an error; 2 wrong usage: an unknown command or option, a wrong\n"
        "value, too few or too many arguments; 3 done, but parts of a file were damaged; 129,\n"
        "130 or 143 stopped by a closed terminal, Ctrl-C or SIGTERM; 141 the program that reads\n"
        "the output closed it.\n");
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

static const struct {
    const char *name, *script;
} shells[] = {
    {"bash", "_neardup() {\n"
             "    local found=$(\"${COMP_WORDS[0]}\" completion words -- "
             "\"${COMP_WORDS[@]:1:COMP_CWORD}\" | "
             "cut -f 1)\n"
             "    COMPREPLY=($(compgen -W \"$found\" -- \"${COMP_WORDS[COMP_CWORD]}\"))\n"
             "}\n"
             "complete -o default -F _neardup neardup\n"},
    {"zsh", "#compdef neardup\n"
            "_neardup() {\n"
            "    local -a found\n"
            "    found=(${(f)\"$($words[1] completion words -- \"${(@)words[2,CURRENT]}\")\"})\n"
            "    found=(\"${(@)${(@)found//:/\\\\:}/$'\\t'/:}\")\n"
            "    (($#found)) && _describe word found\n"
            "    [[ $words[CURRENT] == -* ]] || _files\n"
            "}\n"
            "if [ \"$funcstack[1]\" = _neardup ]; then _neardup \"$@\"; else compdef _neardup "
            "neardup; fi\n"},
    {"fish", "complete -c neardup -a '(neardup completion words -- (commandline -opc)[2..] "
             "\"$(commandline -ct)\")'\n"},
};

/*
 * The scripts ask for what may stand in place of the last of some words that follow `neardup`, each
 * with what it means. Where nothing is offered, shells complete the names of files.
 */
static void print_words(char **words, int count) {
    const struct command *command = count > 1 ? command_find(words[0]) : NULL;
    unsigned place = command ? command->place : in_find;
    if (count > 0 && words[count - 1][0] == '-') {
        for (const struct option *option = program_options; option->name; option++)
            if (option->commands & place)
                output_print("--%s\t%s\n", option->name, option->help);
    } else if (count < 2 || (count == 2 && place & (in_help | in_sql))) {
        for (command = program_commands; command->name; command++)
            output_print("%s\t%s\n", command->name, command->summary);
    } else if (count == 2 && place == in_completion)
        output_print("bash\nzsh\nfish\n");
}

int run_completion(struct arguments *arguments) {
    char **operands = arguments->operands;
    if (strcmp(operands[0], "words") == 0) {
        print_words(operands + 1, arguments->operand_count - 1);
        return status_good;
    }
    for (int i = 0; i < 3; i++)
        if (arguments->operand_count == 1 && strcmp(operands[0], shells[i].name) == 0) {
            output_print("%s", shells[i].script);
            return status_good;
        }
    return refuse(status_usage, "expected bash, zsh or fish, found '%s'",
                  operands[arguments->operand_count - 1]);
}
