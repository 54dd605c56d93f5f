/*
 * progress_bar.c - neardup_progress(value, label [, total]).
 *
 *     SELECT jaccard(a.text, neardup_progress(b.text, 'Comparing', 842000)) ...
 *
 * Gives `value` back as it is. Where standard error is a terminal, it counts its calls and draws,
 * once the statement has run for a while and at most five times a second, how far it has come.
 *
 *   (1) The count is that of one call in the text of a statement, in one run of it. It is SQLite's
 *       auxiliary data of the label, which SQLite gives back when the run ends, be it by an error
 *       or an interrupt: then the line goes.
 *   (2) SQLite may give it back at any moment, and does so after every call where the label is no
 *       constant. The count then begins again, and short counts are not drawn.
 *   (3) Where several calls count at the same time, the first to draw has the line until it has
 *       drawn nothing for a second.
 *   (4) A label that is NULL: nothing is drawn. No total, or one that was passed: no bar.
 *
 * While nothing is drawn a call costs some twenty nanoseconds: the clock is read every few calls.
 */
#include "progress_bar.h"

#include "arguments.h"
#include "connection.h"

#include <stdio.h>
#include <string.h> /* memcpy, memset, strlen */
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h> /* isatty */

/* ---- The line -------------------------------------------------------------------------------- */

enum { line_max = 1024, label_max = 128, bar_least = 10, bar_most = 30, label_least = 8 };

static bool controls(uint32_t point) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},   {0x200B, 0x200F},   {0x2028, 0x202E},
        {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (point >= ranges[i].first && point <= ranges[i].last)
            return true;
    return false;
}

/* As many bytes of UTF-8 as have room, and no part of a character. */
static size_t cut_length(const char *text, size_t length, size_t room) {
    enum { most_behind_first = 3 };
    if (length <= room)
        return length;
    size_t cut = room;
    while (cut > 0 && room - cut < most_behind_first && ((unsigned char)text[cut] & 0xC0) == 0x80)
        cut--;
    return cut;
}

/* Writes what may be shown of the label, at most 4 * label_max bytes; returns how many. */
static size_t clean_label(const char *label, size_t length, char *clean) {
    uint32_t points[label_max + code_points_slack];
    size_t count = code_points_kernel_named("scalar")((const unsigned char *)label,
                                                      cut_length(label, length, label_max), points);
    for (size_t i = 0; i < count; i++)
        if (controls(points[i]))
            points[i] = 0xFFFD;
    return code_points_encode(points, count, clean);
}

/* ", 0:13 left", ", 2:59:59 left"; nothing while it cannot be known. */
static void write_left(const struct progress_figures *figures, char *text, int capacity) {
    static const double most = 1e9;
    *text = '\0';
    if (figures->timed <= 0 || figures->count == figures->total)
        return;
    double rest = (double)(figures->total - figures->count);
    double left = figures->seconds * rest / (double)figures->timed + 0.5;
    if (left > most)
        return;
    long seconds = (long)left;
    if (seconds < 3600)
        sqlite3_snprintf(capacity, text, ", %ld:%02ld left", seconds / 60, seconds % 60);
    else
        sqlite3_snprintf(capacity, text, ", %ld:%02ld:%02ld left", seconds / 3600,
                         seconds / 60 % 60, seconds % 60);
}

/* "353,000, 11,766/s", "12, 0.4/s". */
static void write_rate(const struct progress_figures *figures, char *text, int capacity) {
    static const double most = 1e15;
    double rate = figures->seconds > 0 ? (double)figures->timed / figures->seconds : 0;
    if (rate < 10)
        sqlite3_snprintf(capacity, text, "%,lld, %.1f/s", (long long)figures->count, rate);
    else
        sqlite3_snprintf(capacity, text, "%,lld, %,lld/s", (long long)figures->count,
                         (long long)(rate < most ? rate : most));
}

static bool total_known(const struct progress_figures *figures) {
    return figures->count <= figures->total;
}

/* So many of `parts` are done, rounded down. Multiplied first: 100 * (87 / 300.0) is below 29. */
static size_t parts_done(const struct progress_figures *figures, size_t parts) {
    if (figures->total <= 0)
        return parts;
    return (size_t)((double)parts * (double)figures->count / (double)figures->total);
}

/* What stands behind the bar: ASCII, so that bytes are columns. */
static void write_figures(const struct progress_figures *figures, char *text, int capacity) {
    char left[32];
    if (!total_known(figures)) {
        write_rate(figures, text, capacity);
        return;
    }
    write_left(figures, left, sizeof left);
    sqlite3_snprintf(capacity, text, "%d %%, %,lld of %,lld%s", (int)parts_done(figures, 100),
                     (long long)figures->count, (long long)figures->total, left);
}

/* What that takes while less than an hour is left: a bar of so much less keeps its length. */
static size_t usual_length(const struct progress_figures *figures) {
    char text[128];
    sqlite3_snprintf(sizeof text, text, "99 %%, %,lld of %,lld, 59:59 left",
                     (long long)figures->total, (long long)figures->total);
    return strlen(text);
}

/* "[####......] ", as long as `room` allows; nothing where that is too little. */
static void write_bar(const struct progress_figures *figures, size_t room, char *bar) {
    enum { around = sizeof "[] " - 1 };
    if (room < bar_least + around)
        return;
    size_t cells = room - around < bar_most ? room - around : bar_most;
    size_t full = parts_done(figures, cells);
    bar[0] = '[';
    memset(bar + 1, '#', full);
    memset(bar + 1 + full, '.', cells - full);
    memcpy(bar + 1 + cells, "] ", sizeof "] ");
}

/* No character has more columns than bytes, so that bytes may be counted. */
void progress_bar_line(const struct progress_figures *figures, const char *label,
                       size_t label_length, size_t width, char *line, size_t capacity) {
    char clean[4 * label_max], text[128], bar[bar_most + sizeof "[] "] = "";
    write_figures(figures, text, sizeof text);
    size_t length = strlen(text), cleaned = clean_label(label, label_length, clean);
    if (width >= capacity)
        width = capacity - 1;
    size_t room = width > length + 2 ? width - length - 2 : 0;
    if (cleaned == 0 || (room < cleaned && room < label_least)) {
        sqlite3_snprintf((int)width + 1, line, "%s", text);
        return;
    }
    size_t kept = cut_length(clean, cleaned, room), usual = usual_length(figures);
    size_t taken = kept + 2 + (length > usual ? length : usual);
    if (total_known(figures) && width > taken)
        write_bar(figures, width - taken, bar);
    sqlite3_snprintf((int)capacity, line, "%.*s: %s%s", (int)kept, clean, bar, text);
}

/* ---- Counting and drawing -------------------------------------------------------------------- */

/* One call in the text of a statement, while that runs. */
struct progress_bar {
    struct connection *connection; /* holds a reference */
    bool terminal;
    int64_t count;
    int64_t next_look; /* the count at which the clock is read again */
    int64_t stride;    /* calls from look to look */
    int64_t first;     /* the count when time began to be taken; 0 before */
    double started, looked, drawn;
};

static const double delay = 0.5, interval = 0.2, silence = 1; /* seconds */

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The columns that a line may have without the cursor going on to the next. */
static size_t terminal_width(void) {
    struct winsize size;
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
    return known ? size.ws_col - 1U : 79;
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

/* A bar that cannot be had is no reason for a statement to fail. */
static void bar_begin(sqlite3_context *context) {
    struct progress_bar *bar = sqlite3_malloc64(sizeof *bar);
    if (!bar)
        return;
    *bar = (struct progress_bar){.connection = sqlite3_user_data(context),
                                 .terminal = isatty(STDERR_FILENO),
                                 .count = 1,
                                 .next_look = 2,
                                 .stride = 1};
    bar->connection->references++;
    sqlite3_set_auxdata(context, 1, bar, bar_end); /* it may be gone after this */
}

static void bar_draw(struct progress_bar *bar, sqlite3_value *label, int64_t total, double time) {
    char line[line_max];
    const unsigned char *text = sqlite3_value_text(label);
    if (!text) /* NULL, or no memory for it */
        return;
    struct progress_figures figures = {.count = bar->count,
                                       .total = total,
                                       .timed = bar->count - bar->first,
                                       .seconds = time - bar->started};
    progress_bar_line(&figures, (const char *)text, (size_t)sqlite3_value_bytes(label),
                      terminal_width(), line, sizeof line);
    fprintf(stderr, "\r%s\033[K", line);
    fflush(stderr);
    bar->connection->shown = bar;
    bar->drawn = time;
}

static bool is_due(const struct progress_bar *bar, int64_t total, double time) {
    const struct progress_bar *shown = bar->connection->shown;
    if (shown == bar)
        return time - bar->drawn >= interval || bar->count == total;
    return time - bar->started >= delay && (!shown || time - shown->drawn >= silence);
}

/* The first row may have waited for what is made once, a subquery or an index: no time is taken. */
static void bar_look(struct progress_bar *bar, sqlite3_value *label, int64_t total) {
    enum { stride_most = 8 };
    double time = now();
    if (bar->first == 0) {
        bar->first = bar->count;
        bar->started = bar->looked = time;
    }
    bool slow = time - bar->looked > interval / 4;
    bar->stride = slow ? 1 : bar->stride < stride_most ? bar->stride * 2 : stride_most;
    bar->next_look = bar->count + bar->stride;
    bar->looked = time;
    if (is_due(bar, total, time))
        bar_draw(bar, label, total, time);
}

/* Refuses what is no label or total; what is right costs as little as can be. */
static bool check_arguments(sqlite3_context *context, int count, sqlite3_value **values,
                            int64_t *total) {
    struct arguments arguments = {.function = "neardup_progress"};
    int label_type = sqlite3_value_type(values[1]);
    if (label_type != SQLITE_TEXT && label_type != SQLITE_NULL)
        argument_text(&arguments, "label", values[1]);
    *total = -1;
    if (count > 2 && sqlite3_value_type(values[2]) != SQLITE_NULL)
        *total = argument_integer(&arguments, "total", values[2], 0, INT64_MAX);
    if (arguments.code != SQLITE_OK)
        arguments_result(&arguments, context);
    return arguments.code == SQLITE_OK;
}

void neardup_progress_function(sqlite3_context *context, int count, sqlite3_value **values) {
    int64_t total;
    if (!check_arguments(context, count, values, &total))
        return;
    sqlite3_result_value(context, values[0]);
    struct progress_bar *bar = sqlite3_get_auxdata(context, 1);
    if (!bar)
        bar_begin(context);
    else if (bar->terminal && (++bar->count >= bar->next_look || bar->count == total))
        bar_look(bar, values[1], total);
}
