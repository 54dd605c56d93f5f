/* findings_file.c - see findings_file.h. */
#include "findings_file.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char mark[] = "{\"seq\":"; /* with which each line begins */

static bool fail_by_errno(const struct findings_file *file, struct failure *failure) {
    return fail(failure, "%s: %s", file->path, strerror(errno));
}

/* Where the line begins that ends at `end`, if its own end does not count. */
static size_t line_begin(const char *bytes, size_t end) {
    while (end > 0 && bytes[end - 1] != '\n')
        end--;
    return end;
}

/*
 * Takes up the number of the last line, which ends at `end`. The last line that the database knows
 * must be what it has at that number; those after it may be of edits that it has lost.
 */
static bool take_number(const struct findings_file *file, const char *bytes, size_t end,
                        struct session *session, int64_t *written, struct failure *failure) {
    int64_t last = 0;
    for (size_t begin; end > 0; end = begin) {
        assert(bytes[end - 1] == '\n');
        begin = line_begin(bytes, end - 1);
        const char *line = bytes + begin;
        /* (A line has an end. strtoll() would skip it, as white space, and read on.) */
        bool marked = strncmp(line, mark, sizeof mark - 1) == 0 && line[sizeof mark - 1] >= '0' &&
                      line[sizeof mark - 1] <= '9';
        int64_t number = marked ? strtoll(line + sizeof mark - 1, NULL, 10) : 0;
        last = last == 0 ? number : last;
        char *known = session_value(session, "SELECT line FROM main.watch_finding WHERE seq = %lld",
                                    (long long)number);
        bool is_known = known != NULL;
        size_t length = known ? strlen(known) : 0;
        bool same = known && length == end - 1 - begin && memcmp(line, known, length) == 0;
        sqlite3_free(known);
        if (session->failure.message[0])
            return session_fail(session, failure);
        if (last <= 0)
            return fail(failure, "%s: does not hold findings; name another file", file->path);
        if (same) {
            *written = last;
            return true;
        }
        if (is_known)
            break;
    }
    return fail(failure, "%s: holds the findings of another database; name another file",
                file->path);
}

static bool take_up(const struct findings_file *file, struct session *session, int64_t *written,
                    struct failure *failure) {
    struct stat found;
    if (fstat(file->file, &found) != 0)
        return fail_by_errno(file, failure);
    if (!S_ISREG(found.st_mode) || found.st_size == 0)
        return true;
    size_t length = (size_t)found.st_size;
    char *bytes = mmap(NULL, length, PROT_READ, MAP_SHARED, file->file, 0);
    if (bytes == MAP_FAILED)
        return fail_by_errno(file, failure);
    size_t end = line_begin(bytes, length); /* of the last line that is whole */
    size_t left = length - end, begun = left < sizeof mark - 1 ? left : sizeof mark - 1;
    bool good = true;
    if (end > 0)
        good = take_number(file, bytes, end, session, written, failure);
    else if (memcmp(bytes, mark, begun) != 0)
        good = fail(failure, "%s: does not hold findings; name another file", file->path);
    munmap(bytes, length);
    return good &&
           (left == 0 || ftruncate(file->file, (off_t)end) == 0 || fail_by_errno(file, failure));
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
        return fail_by_errno(file, failure);
    return take_up(file, session, written, failure);
}

void findings_file_close(struct findings_file *file) {
    if (file->file >= 0)
        close(file->file);
    file->file = -1;
}

bool findings_file_write(struct findings_file *file, const char *line, struct failure *failure) {
    if (!file->path) {
        output_print("%s\n", line);
        return true;
    }
    char *bytes = sqlite3_mprintf("%s\n", line);
    if (!bytes)
        return fail_memory(failure);
    const size_t length = strlen(bytes);
    bool good = true;
    for (size_t at = 0; good && at < length;) {
        ssize_t count = write(file->file, bytes + at, length - at);
        good = count >= 0 || errno == EINTR;
        at += count > 0 ? (size_t)count : 0;
    }
    sqlite3_free(bytes);
    return good || fail_by_errno(file, failure);
}
