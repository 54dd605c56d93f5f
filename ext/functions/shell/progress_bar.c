/*
 * progress_bar.c - neardup_progress(value, label …) returns `value` unchanged. Where standard error
 * is a terminal, it counts its calls and draws how far the statement has come.
 *
 *   (1) The count belongs to one call in the text of a statement, in one run of it. It is SQLite's
 *       auxiliary data of the label, which SQLite destroys when the run ends, also by an error or
 *       an interrupt. That removes the line.
 *   (2) SQLite may destroy it at any moment, and does so after every call whose label is not
 *       constant. The count then starts again, and short counts are not drawn.
 *   (3) Of several calls that count at the same time, the first to draw owns the line until it has
 *       drawn nothing for a second.
 *
 * While nothing is drawn, a call costs about 20 nanoseconds: the clock is read every few calls.
 */
#include "progress_bar.h"

#include "../functions.h"
#include "terminal.h"
#include "time_left.h"

#include <assert.h>
#include <stdio.h>
#include <string.h> /* memcpy, memset, strlen */
#include <time.h>

enum { line_max = 1024, label_max = 128, bar_least = 10, bar_most = 30, label_least = 8 };

/* How many bytes of UTF-8 fit into `room` without cutting a character. */
static size_t cut_length(const char *text, size_t length, size_t room) {
    enum { most_after_first = 3 };
    if (length <= room)
        return length;
    size_t cut = room;
    while (cut > 0 && room - cut < most_after_first && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--;
    return cut;
}

/* How many of `parts` are done, rounded down. Multiplied first: 100 * (87 / 300.0) is below 29. */
static size_t parts_done(const struct progress_figures *figures, size_t parts) {
    if (figures->total <= 0)
        return parts;
    return (size_t)((double)parts * (double)figures->count / (double)figures->total);
}

/* "41 %, 353,000 of 842,000, 0:42 left", or "353,000, 11,766/s": ASCII, so bytes are columns. */
static void write_figures(const struct progress_figures *figures, char *text, int capacity) {
    static const double most_rate = 1e15, most_seconds = 1e9; /* both fit into an integer */
    if (figures->count > figures->total) {
        double rate = figures->seconds > 0 ? (double)figures->timed / figures->seconds : 0;
        if (rate < 10)
            sqlite3_snprintf(capacity, text, "%,lld, %.1f/s", (long long)figures->count, rate);
        else
            sqlite3_snprintf(capacity, text, "%,lld, %,lld/s", (long long)figures->count,
                             (long long)(rate < most_rate ? rate : most_rate));
        return;
    }
    sqlite3_snprintf(capacity, text, "%d %%, %,lld of %,lld", (int)parts_done(figures, 100),
                     (long long)figures->count, (long long)figures->total);
    double rest = (double)(figures->total - figures->count) + (double)figures->after;
    if (figures->timed <= 0 || rest <= 0)
        return;
    double left = figures->seconds * rest / (double)figures->timed + 0.5;
    if (left > most_seconds)
        return;
    size_t used = strlen(text);
    time_left_write((long)left, figures->after > 0, text + used, (size_t)capacity - used);
}

/* No character has more columns than bytes, so bytes are counted. */
void progress_bar_line(const struct progress_figures *figures, const char *label,
                       size_t label_length, size_t width, char *line, size_t capacity) {
    char clean[4 * label_max], text[128], longest[128], bar[bar_most + sizeof "[] "] = "";
    uint32_t points[label_max];
    assert(capacity > 0);
    write_figures(figures, text, sizeof text);
    size_t count = code_points_read(label, cut_length(label, label_length, label_max), points);
    terminal_clean(points, count);
    size_t length = strlen(text), cleaned = code_points_encode(points, count, clean);
    if (width >= capacity)
        width = capacity - 1;
    size_t room = width > length + 2 ? width - length - 2 : 0;
    if (cleaned == 0 || (room < cleaned && room < label_least)) {
        sqlite3_snprintf((int)width + 1, line, "%s", text);
        return;
    }
    size_t kept = cut_length(clean, cleaned, room);
    /* The figures may grow to this while less than an hour is left: the bar keeps its length. */
    sqlite3_snprintf(sizeof longest, longest, "99 %%, %,lld of %,lld, %s left",
                     (long long)figures->total, (long long)figures->total,
                     figures->after > 0 ? "about 99 minutes" : "59:59");
    size_t reserved = strlen(longest) > length ? strlen(longest) : length;
    size_t taken = kept + 2 + reserved + sizeof "[] " - 1;
    if (figures->count <= figures->total && width >= taken + bar_least) {
        size_t cells = width - taken < bar_most ? width - taken : bar_most;
        size_t full = parts_done(figures, cells);
        assert(full <= cells);
        bar[0] = '[';
        memset(bar + 1, '#', full);
        memset(bar + 1 + full, '.', cells - full);
        memcpy(bar + 1 + cells, "] ", sizeof "] ");
    }
    sqlite3_snprintf((int)capacity, line, "%.*s: %s%s", (int)kept, clean, bar, text);
}

/* One call in the text of a statement, while that runs. */
struct progress_bar {
    struct connection *connection; /* holds a reference */
    bool terminal;
    int64_t count;
    int64_t next_look; /* the count at which the clock is read again */
    int64_t stride;    /* calls from look to look */
    int64_t first;     /* the count when `started` was set; -1 before */
    double started, looked, drawn;
};

static double now(void) {
#ifdef _WIN32
    return (double)clock() / CLOCKS_PER_SEC; /* not the processor's time there */
#else
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
#endif
}

/* The destructor of the auxiliary data. */
static void bar_end(void *pointer) {
    struct progress_bar *bar = pointer;
    if (bar->connection->shown == bar) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        bar->connection->shown = NULL;
    }
    connection_release(bar->connection);
    sqlite3_free(bar);
}

/*
 * Without memory there is no bar; the statement continues. The first call may have waited for a
 * subquery or an index that is made once, so time begins with the first look; but if it is told how
 * much is done, there may be few calls, and it begins here.
 */
static void bar_begin(struct call *call, int64_t done) {
    struct progress_bar *bar = sqlite3_malloc64(sizeof *bar);
    if (!bar)
        return;
    *bar = (struct progress_bar){.connection = call->connection,
                                 .terminal = terminal_redraws(terminal_errors),
                                 .count = done < 0 ? 1 : done,
                                 .next_look = 2,
                                 .first = done,
                                 .started = now(),
                                 .stride = 1};
    bar->looked = bar->started;
    bar->connection->references++;
    sqlite3_set_auxdata(call->context, 1, bar, bar_end); /* `bar` may be gone after this */
}

/* The last column stays free: a character there would move the cursor to the next line. */
static void bar_draw(struct progress_bar *bar, sqlite3_value *label, int64_t total, int64_t after,
                     double time) {
    char line[line_max];
    const unsigned char *text = sqlite3_value_text(label);
    if (!text) /* NULL, or no memory for it */
        return;
    size_t columns = terminal_columns(terminal_errors);
    struct progress_figures figures = {.count = bar->count,
                                       .total = total,
                                       .timed = bar->count - bar->first,
                                       .seconds = time - bar->started,
                                       .after = after};
    progress_bar_line(&figures, (const char *)text, (size_t)sqlite3_value_bytes(label),
                      columns > 0 ? columns - 1 : 79, line, sizeof line);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    bar->connection->shown = bar;
    bar->drawn = time;
}

/* Reads the clock and draws if it is time to. The stride grows while calls are fast. */
static void bar_look(struct progress_bar *bar, sqlite3_value *label, int64_t total, int64_t after) {
    enum { stride_most = 8 };
    static const double delay = 0.5, interval = 0.2, silence = 1; /* seconds */
    double time = now();
    if (bar->first < 0) {
        bar->first = bar->count;
        bar->started = bar->looked = time;
    }
    bool slow = time - bar->looked > interval / 4;
    bar->stride = slow ? 1 : bar->stride < stride_most ? bar->stride * 2 : stride_most;
    bar->next_look = bar->count + bar->stride;
    bar->looked = time;
    const struct progress_bar *shown = bar->connection->shown;
    if (shown == bar ? time - bar->drawn >= interval || bar->count == total
                     : time - bar->started >= delay && (!shown || time - shown->drawn >= silence))
        bar_draw(bar, label, total, after, time);
}

static void neardup_progress_call(struct call *call) {
    enum { argument_value, argument_label, argument_total, argument_done, argument_after };
    sqlite3_value *label = call->given[argument_label].value;
    int64_t total = call->given[argument_total].integer;
    if (sqlite3_value_type(label) != SQLITE_TEXT && sqlite3_value_type(label) != SQLITE_NULL) {
        call_refuse_type(call, "label", "text", label);
        return;
    }
    sqlite3_result_value(call->context, call->given[argument_value].value);
    struct progress_bar *bar = sqlite3_get_auxdata(call->context, argument_label);
    int64_t done = call->given[argument_done].integer;
    if (!bar) {
        bar_begin(call, done);
    } else if (bar->terminal) {
        bar->count = done < 0 ? bar->count + 1 : done;
        if (done >= 0 || bar->count >= bar->next_look || bar->count == total)
            bar_look(bar, label, total, call->given[argument_after].integer);
    }
}

SCALAR(neardup_progress, "ANY", .stability = stability_direct,
       .arguments = ARGUMENTS(REQUIRED("value", any), REQUIRED("label", any),
                              NULLABLE("total", integer, .range = {0, INT64_MAX, -1}),
                              NULLABLE("done", integer, .range = {0, INT64_MAX, -1}),
                              NULLABLE("after", integer, .range = {0, INT64_MAX, 0})));
