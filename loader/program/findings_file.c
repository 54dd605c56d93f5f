/* findings_file.c - see findings_file.h. */
#include "findings_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads `length` bytes at an offset; false with errno set. */
static bool read_at(int file, char *bytes, size_t length, off_t offset) {
    while (length > 0) {
        ssize_t count = pread(file, bytes, length, offset);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        bytes += count;
        offset += count;
        length -= (size_t)count;
    }
    return true;
}

/* The offset after the last line end before `end`; 0 if no line ends there, -1 after an error. */
static off_t line_start(int file, off_t end) {
    char part[4096];
    while (end > 0) {
        off_t begin = end > (off_t)sizeof part ? end - (off_t)sizeof part : 0;
        size_t length = (size_t)(end - begin);
        if (!read_at(file, part, length, begin))
            return -1;
        for (size_t i = length; i > 0; i--)
            if (part[i - 1] == '\n')
                return begin + (off_t)i;
        end = begin;
    }
    return 0;
}

static const char mark[] = "{\"seq\":"; /* with which each line begins */

/* The number in the line from `begin` to `end`; 0 if it has none, -1 after an error. */
static int64_t number_of(int file, off_t begin, off_t end) {
    char head[32] = "";
    size_t length = (size_t)(end - begin) < sizeof head ? (size_t)(end - begin) : sizeof head - 1;
    if (!read_at(file, head, length, begin))
        return -1;
    if (strncmp(head, mark, sizeof mark - 1) != 0)
        return 0;
    int64_t number = strtoll(head + sizeof mark - 1, NULL, 10);
    return number > 0 ? number : 0;
}

/* Whether the file, of this size, is a first line that was broken off. */
static bool is_broken_off(int file, off_t size) {
    char head[sizeof mark - 1];
    size_t length = (size_t)size < sizeof head ? (size_t)size : sizeof head;
    return read_at(file, head, length, 0) && memcmp(head, mark, length) == 0;
}

/* Whether the line from `begin` to `end` is this one. */
static bool is_line(int file, off_t begin, off_t end, const char *line) {
    char part[4096];
    size_t left = strlen(line);
    bool same = end - begin == (off_t)left + 1;
    while (same && left > 0) {
        size_t length = left < sizeof part ? left : sizeof part;
        same = read_at(file, part, length, begin) && memcmp(part, line, length) == 0;
        begin += (off_t)length;
        line += length;
        left -= length;
    }
    return same;
}

/*
 * Whether the last line that the database knows is what it has at that number. Those after it may
 * be of edits that it has lost.
 */
static bool is_of_database(const struct findings_file *file, off_t end, struct session *session,
                           struct failure *failure) {
    while (end > 0) {
        off_t begin = line_start(file->file, end - 1);
        int64_t number = begin < 0 ? -1 : number_of(file->file, begin, end);
        if (number < 0)
            return fail(failure, "%s: %s", file->path, strerror(errno));
        char *line = session_value(session, "SELECT line FROM main.watch_finding WHERE seq = %lld",
                                   (long long)number);
        if (session->failure.message[0])
            return session_fail(session, failure);
        if (line) {
            bool same = is_line(file->file, begin, end, line);
            sqlite3_free(line);
            if (same)
                return true;
            break;
        }
        end = begin;
    }
    return fail(failure, "%s: holds the findings of another database; name another file",
                file->path);
}

static bool take_up(const struct findings_file *file, struct session *session, int64_t *written,
                    struct failure *failure) {
    struct stat found;
    if (fstat(file->file, &found) != 0)
        return fail(failure, "%s: %s", file->path, strerror(errno));
    if (!S_ISREG(found.st_mode) || found.st_size == 0)
        return true;
    off_t end = line_start(file->file, found.st_size);
    off_t begin = end > 0 ? line_start(file->file, end - 1) : end;
    int64_t number = end > 0 && begin >= 0 ? number_of(file->file, begin, end) : 0;
    if (end < 0 || begin < 0 || number < 0)
        return fail(failure, "%s: %s", file->path, strerror(errno));
    if (number == 0 && (end > 0 || !is_broken_off(file->file, found.st_size)))
        return fail(failure, "%s: does not hold findings; name another file", file->path);
    if (number > 0 && !is_of_database(file, end, session, failure))
        return false;
    if (end < found.st_size && ftruncate(file->file, end) != 0)
        return fail(failure, "%s: %s", file->path, strerror(errno));
    if (number > 0)
        *written = number;
    return true;
}

bool findings_file_open(struct findings_file *file, const char *path, struct session *session,
                        int64_t *written, struct failure *failure) {
    *file = (struct findings_file){.file = -1};
    if (!path || strcmp(path, "-") == 0)
        return true;
    file->path = path;
    /* A pipe that is open for reading, too, would take lines that nobody reads. */
    struct stat found;
    bool is_pipe = stat(path, &found) == 0 && S_ISFIFO(found.st_mode);
    file->file = open(path, (is_pipe ? O_WRONLY : O_RDWR | O_CREAT) | O_APPEND | O_CLOEXEC, 0666);
    if (file->file < 0 && (errno == EACCES || errno == EPERM || errno == ENXIO))
        file->file = open(path, O_WRONLY | O_APPEND | O_CLOEXEC); /* a device */
    if (file->file < 0)
        return fail(failure, "%s: %s", path, strerror(errno));
    return take_up(file, session, written, failure);
}

void findings_file_close(struct findings_file *file) {
    if (file->file >= 0)
        close(file->file);
    file->file = -1;
}

bool findings_file_write(struct findings_file *file, const char *line, size_t length,
                         struct failure *failure) {
    if (!file->path) {
        output_print("%.*s\n", (int)length, line);
        return true;
    }
    char *bytes = malloc(length + 1);
    if (!bytes)
        return fail_memory(failure);
    memcpy(bytes, line, length);
    bytes[length] = '\n';
    bool good = true;
    for (size_t at = 0; good && at <= length;) {
        ssize_t count = write(file->file, bytes + at, length + 1 - at);
        good = count >= 0 || errno == EINTR;
        at += count > 0 ? (size_t)count : 0;
    }
    free(bytes);
    return good || fail(failure, "%s: %s", file->path, strerror(errno));
}

bool findings_file_flush(struct findings_file *file, struct session *session,
                         struct failure *failure) {
    return file->path || output_flush(&session->output, failure);
}
