/* act.c - what the subcommands share: see actions.h. */
#include "actions.h"

#include "../loader/load_command.h"
#include "../loader/text/message.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int complain(int status, const struct failure *failure) {
    const char *message = failure->message;
    bool of_script = message[0] == '@'; /* what is an option here is @NAME to a script */
    if (strncmp(message, "@text must", 10) == 0)
        message_print("neardup: TEXT must not be empty");
    else
        message_print("neardup: %s%s", of_script ? "--" : "", message + of_script);
    return status;
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

enum file_kind file_kind_of(const char *path) {
    static const unsigned char ours[4] = {0x4E, 0x44, 0x75, 0x70}; /* 'NDup': application_id */
    unsigned char header[72] = {0};
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return errno == ENOENT ? file_missing : file_other;
    ssize_t length = pread(file, header, sizeof header, 0);
    close(file);
    if (length < (ssize_t)sizeof header || memcmp(header, "SQLite format 3", 16) != 0)
        return file_other;
    return memcmp(header + 68, ours, 4) == 0 ? file_of_neardup : file_of_others;
}

/* Sets the parameters of scripts that the command line gives. */
static void set_parameters(struct session *session, const struct arguments *arguments) {
    static char names[session_parameters_max][24];
    int count = 0;
    for (int i = 0; program_options[i].name; i++)
        if (program_options[i].use == use_parameter && arguments->values[i] &&
            count < session_parameters_max) {
            snprintf(names[count], sizeof names[count], "@%s", program_options[i].name);
            session_set(session, names[count++], arguments->values[i]);
        }
}

int act(const struct arguments *arguments, const struct action *action) {
    struct session session = {.prints = arguments->prints};
    struct failure failure, unwritten;
    if (argument(arguments, "quiet"))
        setenv("TERM", "dumb", 1); /* no progress is drawn */
    session.output.json = argument(arguments, "json") != NULL && !arguments->prints;
    bool good = session_open(&session, action->database, action->access, &failure) &&
                (!action->output ||
                 output_redirect(&session.output, action->output, action->replaces, &failure));
    if (good) {
        set_parameters(&session, arguments);
        good = action->body(&session, arguments, &failure);
    }
    session_close(&session);
    bool written = output_end(&session.output, good, &unwritten);
    if (session_signal())
        message_print("neardup: interrupted");
    else if (output_reader_is_gone())
        return status_signal + 13; /* as SIGPIPE would end it */
    else if (!good)
        return complain(status_error, &failure);
    else if (!written)
        return complain(status_error, &unwritten);
    return session_signal() ? status_signal + session_signal() : status_good;
}

/* ---- Loading --------------------------------------------------------------------------------- */

/* The words of the loader's command line; freed by free(). */
static char **load_words(const struct arguments *arguments, char **files, int count,
                         const char *database, int *length) {
    char **words = calloc((size_t)(arguments->load_count + count) + 7, sizeof *words);
    int at = 0;
    if (!words)
        return NULL;
    words[at++] = "neardup";
    words[at++] = "--whole-if-short";
    if (argument(arguments, "quiet"))
        words[at++] = "--quiet";
    for (int i = 0; i < arguments->load_count; i++)
        words[at++] = arguments->load[i];
    words[at++] = "--";
    for (int i = 0; i < count; i++)
        words[at++] = files[i];
    words[at++] = (char *)(uintptr_t)database;
    *length = at;
    return words;
}

/* Prints a word as sh reads it. */
static void print_quoted(const char *word) {
    printf(" '");
    for (; *word; word++)
        if (*word == '\'')
            printf("'\\''");
        else
            putchar(*word);
    printf("'");
}

static int wait_for(pid_t child) {
    int status;
    session_forward_signals((int)child);
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return status_error;
    session_forward_signals(0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : status_signal + WTERMSIG(status);
}

int load_files(const struct arguments *arguments, char **files, int count, const char *database) {
    int length = 0;
    char **words = load_words(arguments, files, count, database, &length);
    struct failure failure;
    if (!words) {
        fail_memory(&failure);
        return complain(status_error, &failure);
    }
    if (arguments->prints) {
        printf(".shell neardup-load");
        for (int i = 1; i < length; i++)
            print_quoted(words[i]);
        printf("\n");
        free(words);
        return load_exit_good;
    }
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        session_release_signals();
        sqlite3_shutdown(); /* the loader configures it */
        _exit(load_command(length, words));
    }
    free(words);
    if (child < 0) {
        fail(&failure, "no process could be started: %s", strerror(errno));
        return complain(status_error, &failure);
    }
    return wait_for(child);
}
