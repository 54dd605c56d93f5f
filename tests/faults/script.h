/*
 * script.h - a script of sql/ as text for sqlite3_prepare(): each .read is replaced by the file
 * that it names, and dot commands that only the shell needs are left out.
 */
#ifndef NEARDUP_SCRIPT_H
#define NEARDUP_SCRIPT_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Printing, ending, waiting and the system; .load is not needed, since the extension is linked. */
static const char *const commands_of_the_shell[] = {".bail",    ".timeout", ".load",
                                                    ".headers", ".mode",    ".shell"};

static inline bool script_begins_with(const char *line, const char *command) {
    return strncmp(line, command, strlen(command)) == 0;
}

enum { scripts_deep = 8 }; /* scripts that read each other */

static inline void script_open(const char *path, FILE **files, size_t depth) {
    if (depth == scripts_deep || !(files[depth] = fopen(path, "r"))) {
        printf("%s cannot be read: the tests run in the project's folder\n", path);
        abort();
    }
}

static inline bool script_leaves_out(const char *line) {
    for (size_t i = 0; i < sizeof commands_of_the_shell / sizeof *commands_of_the_shell; i++)
        if (script_begins_with(line, commands_of_the_shell[i]))
            return true;
    return false;
}

/* The text, to be freed. An unknown dot command ends the program. */
static inline char *script_read(const char *path) {
    FILE *files[scripts_deep], *out;
    char *text, line[1024];
    size_t length, depth = 0;
    if (!(out = open_memstream(&text, &length)))
        abort();
    script_open(path, files, depth++);
    while (depth > 0) {
        if (!fgets(line, sizeof line, files[depth - 1])) {
            fclose(files[--depth]);
        } else if (script_begins_with(line, ".read ")) {
            line[strcspn(line, "\n")] = '\0';
            script_open(line + strlen(".read "), files, depth++);
        } else if (*line != '.') {
            fputs(line, out);
        } else if (!script_leaves_out(line)) {
            printf("%s: what does %s do here?\n", path, line);
            abort();
        }
    }
    fclose(out);
    return text;
}

#endif
