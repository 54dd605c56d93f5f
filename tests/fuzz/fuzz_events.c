/*
 * fuzz_events.c - any bytes as a stream of changes, all the way to events. Lines and
 * events are what watch_event.h promises, and do not depend on how many bytes arrive at a time.
 *
 * The first byte says how many.
 */
#include "read_slices.h"

#include <functions/runner/jobs.h>
#include <text/utf8.h>
#include <watch_event.h>

static sqlite3_stmt *prepare(void) {
    static sqlite3_stmt *statement;
    sqlite3 *db;
    if (!statement &&
        (sqlite3_open(":memory:", &db) != SQLITE_OK ||
         sqlite3_prepare_v2(db, script_text("watch_event.sql"), -1, &statement, NULL) != SQLITE_OK))
        abort();
    return statement;
}

static void check_line(const char *line, size_t length) {
    MUST(length <= event_line_max && strlen(line) == length);
    MUST(utf8_valid_length(line, length) == length);
}

/* Times are compared as texts. */
static void check_time(const char *time) {
    static const char digits[] = "0000-00-00T00:00:00Z";
    MUST(strlen(time) == sizeof digits - 1);
    for (size_t i = 0; digits[i]; i++)
        MUST(digits[i] == '0' ? time[i] >= '0' && time[i] <= '9' : time[i] == digits[i]);
}

static void check_event(const struct watch_event *event) {
    if (event->kind == watch_nothing)
        return;
    check_time(event->time);
    check_time(event->revision_time);
    MUST(event->title[0] && !strchr(event->title, '_'));
    MUST(event->kind != watch_move || (event->target[0] && !strchr(event->target, '_')));
    MUST(!event->text || strlen(event->text) == (size_t)event->text_length);
}

static void read_event(struct text_buffer *said, const char *line, size_t length) {
    struct watch_event event;
    struct failure failure;
    sqlite3_stmt *row = prepare();
    sqlite3_bind_text64(row, 1, line, length, SQLITE_STATIC, SQLITE_UTF8);
    enum watch_event_result result = watch_event_next(&event, row, &failure);
    MUST(result == watch_event_found || result == watch_event_bad ||
         sqlite3_errcode(sqlite3_db_handle(row)) == SQLITE_ERROR); /* malformed JSON */
    bool good = result == watch_event_found;
    if (good)
        check_event(&event);
    text_buffer_append(said, line, length);
    text_buffer_append_byte(said, good ? '+' : '-');
    if (good && event.time)
        text_buffer_append(said, event.time, strlen(event.time));
    sqlite3_reset(row);
    sqlite3_clear_bindings(row);
}

/* Reads so many bytes at a time; 0: as many as is usual. */
static void read_events(struct text_buffer *said, const char *path, size_t at_a_time) {
    static char room[256];
    struct event_lines lines = {.file = fopen(path, "r")};
    struct failure failure;
    const char *line;
    size_t length;
    text_buffer_clear(said);
    MUST(lines.file);
    if (at_a_time > 0)
        setvbuf(lines.file, room, _IOFBF, at_a_time);
    for (enum watch_event_result result = watch_event_found; result != watch_event_end;) {
        int64_t before = lines.number;
        result = event_lines_next(&lines, &line, &length, &failure);
        MUST(result != watch_event_failed);
        MUST(result == watch_event_end || lines.number > before);
        if (result == watch_event_found) {
            check_line(line, length);
            read_event(said, line, length);
        }
    }
    event_lines_free(&lines);
    fclose(lines.file);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    static struct text_buffer whole, parts;
    struct fuzz_input input = fuzz_input(bytes, size);
    size_t at_a_time = fuzz_byte(&input);
    const char *path = file_with(input.at, input.left);
    read_events(&whole, path, 0);
    read_events(&parts, path, at_a_time);
    MUST(!whole.failed && parts.length == whole.length);
    MUST(whole.length == 0 || memcmp(parts.bytes, whole.bytes, whole.length) == 0);
    return 0;
}
