/* progress.c - see progress.h. */
#include "progress.h"

#include "../ext/functions/shell/time_left.h"
#include "text/message.h"
#include "text/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h> /* getenv */
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h> /* isatty */

enum { line_max = 1024, message_max = 8192 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void progress_begin(struct progress *progress, const char *name, bool quiet) {
    const char *kind = getenv("TERM");
    bool terminal = isatty(STDERR_FILENO) && !(kind && strcmp(kind, "dumb") == 0);
    *progress = (struct progress){.quiet = quiet,
                                  .terminal = terminal,
                                  .name = name,
                                  .interval = terminal ? 0.2 : 60,
                                  .started = now(),
                                  .first_position = -1};
    progress->shown = progress->measured = progress->started;
}

/* ---- The line -------------------------------------------------------------------------------- */

static const char doing[] = "Loading";
enum { doing_length = sizeof doing - 1 };

/* The word, the name of the file without its folder, then the text. */
static void write_line(const char *name, const char *text, size_t width, char *line,
                       size_t capacity) {
    assert(width < capacity);
    char label[line_max];
    const char *slash = strrchr(name, '/');
    snprintf(label, sizeof label, "%s, %s", doing, slash ? slash + 1 : name);
    size_t length = strlen(text), room = width > length + 2 ? width - length - 2 : 0;
    size_t kept =
        utf8_cut(label, strlen(label), room); /* a character has no more columns than bytes */
    if (kept < doing_length)
        snprintf(line, capacity, "%.*s", (int)utf8_cut(text, length, width), text);
    else if (kept <= doing_length + 2) /* nothing of the name */
        snprintf(line, capacity, "%s: %s", doing, text);
    else
        snprintf(line, capacity, "%.*s: %s", (int)kept, label, text);
}

void progress_line(const struct progress *progress, const struct progress_state *state,
                   double seconds, size_t width, char *line, size_t capacity) {
    char text[384];
    double megabytes = (double)state->position / 1e6;
    int64_t measured = state->position - progress->first_position;
    snprintf(text, sizeof text, "%s", state->skipping ? "skipping what is loaded, " : "");
    if (state->size <= 0) {
        message_add(text, sizeof text, "%.1f MB", megabytes);
    } else {
        message_add(text, sizeof text, "%.0f %%, %.1f of %.1f MB",
                    100 * (double)state->position / (double)state->size, megabytes,
                    (double)state->size / 1e6);
        double rest =
            (double)(state->size - state->position) + progress->follows * (double)state->size;
        size_t used = strlen(text);
        if (measured > 0)
            time_left_write((long)(seconds * rest / (double)measured + 0.5), progress->follows > 0,
                            text + used, sizeof text - used);
    }
    size_t length = strlen(text);
    assert(length < sizeof text / 2);
    double bytes = (double)(state->text_bytes - progress->first_bytes);
    message_add(text, sizeof text, ", %lld %s%s", (long long)state->pages, state->words.page,
                state->pages == 1 ? "" : "s");
    if (state->words.sentence)
        message_add(text, sizeof text, ", %lld %s%s", (long long)state->sentences,
                    state->words.sentence, state->sentences == 1 ? "" : "s");
    message_add(text, sizeof text, ", %.1f MB/s", seconds > 0 ? bytes / 1e6 / seconds : 0.0);
    if (width == 0 || width >= capacity)
        width = capacity - 1;
    if (doing_length + 2 + strlen(text) > width)
        text[length] = '\0';
    write_line(progress->name, text, width, line, capacity);
}

/* ---- Showing it ------------------------------------------------------------------------------ */

/*
 * That of the terminal; 0 elsewhere. The last column stays free: a character there would move the
 * cursor to the next line.
 */
static size_t line_width(void) {
    struct winsize size;
    if (!isatty(STDERR_FILENO))
        return 0;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known ? size.ws_col - 1U : 79;
}

static void print_line(const struct progress *progress, const char *line) {
    if (progress->terminal)
        fputc('\r', stderr);
    message_write(line);
    fputs(progress->terminal ? "\033[K" : "\n", stderr);
    fflush(stderr);
}

void progress_show(struct progress *progress, const struct progress_state *state) {
    char line[line_max];
    double time = now();
    if (progress->first_position < 0 || progress->skipping != state->skipping) {
        if (progress->first_position >= 0)
            progress->measured = time;
        progress->first_position = state->position;
        progress->first_bytes = state->text_bytes;
        progress->skipping = state->skipping;
    }
    assert(state->position >= progress->first_position);
    if (progress->quiet || time - progress->shown < progress->interval)
        return;
    progress->shown = time;
    progress_line(progress, state, time - progress->measured, line_width(), line, sizeof line);
    print_line(progress, line);
}

void progress_say(struct progress *progress, const char *what) {
    char line[line_max];
    if (progress->quiet || !progress->terminal)
        return;
    size_t width = line_width();
    write_line(progress->name, what, width < sizeof line ? width : sizeof line - 1, line,
               sizeof line);
    print_line(progress, line);
}

/* A character has no more columns than bytes. */
void progress_print(const char *format, ...) {
    char text[message_max];
    size_t width = line_width(), column = 0, length;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    for (char *word = text; *word; word += length) {
        length = strcspn(word + 1, " ") + 1; /* with the space before it */
        bool fits = column == 0 || width == 0 || column + length <= width;
        if (!fits)
            fputs("\n ", stderr);
        char next = word[length];
        word[length] = '\0';
        message_write(word);
        word[length] = next;
        column = fits ? column + length : length + 1;
    }
    fputc('\n', stderr);
}

double progress_end(struct progress *progress) {
    if (progress->terminal && !progress->quiet)
        fputs("\r\033[K", stderr);
    return now() - progress->started;
}
