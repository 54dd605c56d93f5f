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
    *progress = (struct progress){.quiet = quiet,
                                  .terminal = isatty(STDERR_FILENO),
                                  .name = name,
                                  .started = now(),
                                  .first_position = -1};
    progress->shown = progress->started;
}

/* " 42 %, 0:13 left", as far as it can be known; what an earlier run did took this one no time. */
static void print_share(const struct progress *progress, const struct progress_state *state,
                        double seconds) {
    int64_t done = state->position - progress->first_position;
    if (state->size <= 0 || done <= 0)
        return;
    double rest = (double)(state->size - state->position);
    long left = (long)(seconds * rest / (double)done + 0.5);
    fprintf(stderr, "%3.0f %%, %ld:%02ld left, ",
            100 * (double)state->position / (double)state->size, left / 60, left % 60);
}

void progress_show(struct progress *progress, const struct progress_state *state) {
    double time = now(), seconds = time - progress->started;
    if (progress->first_position < 0) {
        progress->first_position = state->position;
        progress->first_bytes = state->text_bytes;
    }
    if (progress->quiet || time - progress->shown < (progress->terminal ? 0.2 : 60))
        return;
    progress->shown = time;
    fprintf(stderr, "%s%s: ", progress->terminal ? "\r" : "", progress->name);
    print_share(progress, state, seconds);
    fprintf(stderr, "%lld pages, %lld sentences, %.1f MB/s%s", (long long)state->pages,
            (long long)state->sentences,
            (double)(state->text_bytes - progress->first_bytes) / 1e6 / seconds,
            progress->terminal ? "\033[K" : "\n");
    fflush(stderr);
}

double progress_end(struct progress *progress) {
    if (progress->terminal && !progress->quiet)
        fputs("\r\033[K", stderr);
    return now() - progress->started;
}
