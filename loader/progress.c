/* progress.c - see progress.h. */
#include "progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h> /* isatty */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

void progress_begin(struct progress *progress, const char *name, bool quiet) {
    *progress = (struct progress){
        .quiet = quiet, .terminal = isatty(STDERR_FILENO), .name = name, .started = now()};
    progress->shown = progress->started;
}

/* " 42 %, 0:13 left", as far as it can be known. */
static void print_share(const struct progress_state *state, double seconds) {
    if (state->size <= 0 || state->position <= 0)
        return;
    double share = (double)state->position / (double)state->size;
    long left = (long)(seconds / share - seconds + 0.5);
    fprintf(stderr, "%3.0f %%, %ld:%02ld left, ", 100 * share, left / 60, left % 60);
}

void progress_show(struct progress *progress, const struct progress_state *state) {
    double time = now();
    if (progress->quiet || time - progress->shown < (progress->terminal ? 0.2 : 60))
        return;
    progress->shown = time;
    double seconds = time - progress->started, megabytes = (double)state->text_bytes / 1e6;
    fprintf(stderr, "%s%s: ", progress->terminal ? "\r" : "", progress->name);
    print_share(state, seconds);
    fprintf(stderr, "%lld pages, %lld sentences, %.1f MB/s%s", (long long)state->pages,
            (long long)state->sentences, megabytes / seconds, progress->terminal ? "\033[K" : "\n");
    fflush(stderr);
}

double progress_end(struct progress *progress) {
    if (progress->terminal && !progress->quiet)
        fputs("\r\033[K", stderr);
    return now() - progress->started;
}
