/* progress.c - see progress.h. */
#include "progress.h"

#include "text/utf8.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h> /* isatty */

enum { line_max = 1024 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The columns that a line may have without the cursor going on to the next; 0: any number. */
static size_t terminal_width(const struct progress *progress) {
    struct winsize size;
    if (!progress->terminal)
        return 0;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
    return known ? size.ws_col - 1U : 79;
}

void progress_begin(struct progress *progress, const char *name, bool quiet) {
    bool terminal = isatty(STDERR_FILENO);
    *progress = (struct progress){.quiet = quiet,
                                  .terminal = terminal,
                                  .name = name,
                                  .interval = terminal ? 0.2 : 60,
                                  .started = now(),
                                  .first_position = -1};
    progress->shown = progress->measured = progress->started;
}

/* ---- The line -------------------------------------------------------------------------------- */

/* "42 %, 12.3 of 53.5 MB, 0:13 left, ", as far as it can be known. */
static void write_share(const struct progress *progress, const struct progress_state *state,
                        double seconds, char *text, size_t capacity) {
    int64_t done = state->position - progress->first_position;
    double megabytes = (double)state->position / 1e6;
    if (state->size <= 0) {
        snprintf(text, capacity, "%.1f MB, ", megabytes);
        return;
    }
    int used = snprintf(text, capacity, "%.0f %%, %.1f of %.1f MB, ",
                        100 * (double)state->position / (double)state->size, megabytes,
                        (double)state->size / 1e6);
    if (done <= 0)
        return;
    double rest = (double)(state->size - state->position);
    long left = (long)(seconds * rest / (double)done + 0.5);
    text += used;
    capacity -= (size_t)used;
    if (left < 3600)
        snprintf(text, capacity, "%ld:%02ld left, ", left / 60, left % 60);
    else
        snprintf(text, capacity, "%ld:%02ld:%02ld left, ", left / 3600, left / 60 % 60, left % 60);
}

/* As many bytes of a text as have room, and no part of a character. */
static int cut_length(const char *text, size_t room) {
    size_t length = strlen(text);
    if (length <= room)
        return (int)length;
    while (room > 0 && utf8_continues(text[room]))
        room--;
    return (int)room;
}

/* The name, then the text. A character has no more columns than bytes. */
static void write_line(const char *name, const char *text, size_t width, char *line,
                       size_t capacity) {
    enum { least_name = 8 };
    const char *slash = strrchr(name, '/');
    size_t length = strlen(text), room = width ? 0 : capacity;
    if (width && slash)
        name = slash + 1;
    if (width > length + 2)
        room = width - length - 2;
    if (room >= least_name || room >= strlen(name))
        snprintf(line, capacity, "%.*s: %s", cut_length(name, room), name, text);
    else
        snprintf(line, capacity, "%.*s", cut_length(text, width), text);
}

void progress_line(const struct progress *progress, const struct progress_state *state,
                   double seconds, size_t width, char *line, size_t capacity) {
    char share[128], text[384];
    double bytes = (double)(state->text_bytes - progress->first_bytes);
    write_share(progress, state, seconds, share, sizeof share);
    snprintf(text, sizeof text, "%s%s%lld pages, %lld sentences, %.1f MB/s",
             state->skipping ? "skipping what is loaded, " : "", share, (long long)state->pages,
             (long long)state->sentences, seconds > 0 ? bytes / 1e6 / seconds : 0.0);
    write_line(progress->name, text, width, line, capacity);
}

/* ---- Showing it ------------------------------------------------------------------------------ */

static void print_line(const struct progress *progress, const char *line) {
    if (progress->terminal)
        fprintf(stderr, "\r%s\033[K", line);
    else
        fprintf(stderr, "%s\n", line);
    fflush(stderr);
}

/* What an earlier run did took this one no time, and what is skipped tells nothing of the rest. */
static void begin_measuring(struct progress *progress, const struct progress_state *state,
                            double time) {
    if (progress->first_position >= 0)
        progress->measured = time;
    progress->first_position = state->position;
    progress->first_bytes = state->text_bytes;
    progress->skipping = state->skipping;
}

void progress_show(struct progress *progress, const struct progress_state *state) {
    char line[line_max];
    double time = now();
    if (progress->first_position < 0 || progress->skipping != state->skipping)
        begin_measuring(progress, state, time);
    if (progress->quiet || time - progress->shown < progress->interval)
        return;
    progress->shown = time;
    progress_line(progress, state, time - progress->measured, terminal_width(progress), line,
                  sizeof line);
    print_line(progress, line);
}

void progress_say(struct progress *progress, const char *what) {
    char line[line_max];
    if (progress->quiet || !progress->terminal)
        return;
    write_line(progress->name, what, terminal_width(progress), line, sizeof line);
    print_line(progress, line);
}

double progress_end(struct progress *progress) {
    if (progress->terminal && !progress->quiet)
        fputs("\r\033[K", stderr);
    return now() - progress->started;
}
