/* output.c - see output.h. */
#include "output.h"

#include "../text/message.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

static int write_error; /* errno of the first write that failed, or 0 */

/* ---- Bytes ----------------------------------------------------------------------------------- */

static bool on_terminal;
static char key[17]; /* after the escape of a style; "": there are no styles */

void output_begin(void) {
    unsigned char random[8];
    char setting[sizeof key + 4];
    on_terminal = isatty(STDOUT_FILENO);
    if (getentropy(random, sizeof random) != 0) {
        setenv("NO_COLOR", "1", 1);
        return;
    }
    for (size_t i = 0; i < sizeof random; i++)
        snprintf(key + 2 * i, 3, "%02x", random[i]);
    snprintf(setting, sizeof setting, "off:%s", key);
    setenv("NEARDUP_ESCAPE", setting, 1);
}

static void write_bytes(const char *bytes, size_t length) {
    if (!write_error && fwrite(bytes, 1, length, stdout) < length)
        write_error = errno ? errno : EIO;
}

static void put(const char *bytes, size_t length) {
    if (!on_terminal) {
        write_bytes(bytes, length);
        return;
    }
    size_t keyed = 1 + strlen(key);
    for (const char *end = bytes + length; bytes < end;) {
        bool safe;
        size_t left = (size_t)(end - bytes), size = message_character(bytes, left, &safe);
        bool style =
            keyed > 1 && *bytes == '\x1B' && left > keyed && memcmp(bytes + 1, key, keyed - 1) == 0;
        bool layout =
            *bytes == '\n' || *bytes == '\t' || (*bytes == '\r' && left > 1 && bytes[1] == '\n');
        if (style)
            write_bytes("\x1B", 1);
        else if (safe || layout)
            write_bytes(bytes, size);
        else
            write_bytes("\xEF\xBF\xBD", 3); /* U+FFFD */
        bytes += style ? keyed : size;
    }
}

void output_print(const char *format, ...) {
    va_list values;
    va_start(values, format);
    char *text = sqlite3_vmprintf(format, values);
    va_end(values);
    if (text)
        put(text, strlen(text));
    else if (!write_error)
        write_error = ENOMEM;
    sqlite3_free(text);
}

void output_text(const struct output *output, const char *text, size_t length) {
    if (!output->silent)
        put(text, length);
}

/* ---- A file ---------------------------------------------------------------------------------- */

size_t read_head(const char *path, char *bytes, size_t size) {
    int file = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t length = file >= 0 ? read(file, bytes, size) : 0;
    if (file >= 0)
        close(file);
    return length > 0 ? (size_t)length : 0;
}

static bool may_replace(const char *path, const struct stat *there, enum output_replaces replaces,
                        struct failure *failure) {
    static const char maker[] = "<meta name=\"generator\" content=\"neardup-report\">";
    char head[400] = "";
    if (S_ISDIR(there->st_mode))
        return fail(failure, "'%s' is a folder; name a file in it", path);
    if (!S_ISREG(there->st_mode))
        return true;
    read_head(path, head, sizeof head - 1);
    if (replaces == output_reports && there->st_size > 0 && !strstr(head, maker))
        return fail(failure,
                    "'%s' exists, and neardup did not write it as a report; name another file",
                    path);
    if (strncmp(head, "SQLite format 3", 15) == 0)
        return fail(failure, "'%s' is a database; name another file", path);
    return true;
}

/* Names the file that a link leads to, and the one that becomes it. */
static bool name_part(struct output *output, const char *path, struct failure *failure) {
    struct stat link;
    output->target = realpath(path, NULL);
    if (!output->target && errno == ENOENT) {
        if (lstat(path, &link) == 0)
            return fail(failure, "'%s' is a broken link; name another file", path);
        output->target = strdup(path);
    }
    if (!output->target)
        return fail(failure, "'%s' could not be made: %s", path, strerror(errno));
    output->part = sqlite3_mprintf("%s.%d.part", output->target, (int)getpid());
    return output->part || fail_memory(failure);
}

bool output_redirect(struct output *output, const char *path, enum output_replaces replaces,
                     struct failure *failure) {
    struct stat there, printed;
    bool exists = stat(path, &there) == 0, replaced = exists && S_ISREG(there.st_mode);
    if (strcmp(path, "-") == 0 ||
        (exists && fstat(STDOUT_FILENO, &printed) == 0 && there.st_dev == printed.st_dev &&
         there.st_ino == printed.st_ino))
        return true;
    if (exists && !may_replace(path, &there, replaces, failure))
        return false;
    if ((!exists || replaced) && !name_part(output, path, failure))
        return false;
    fflush(stdout);
    int descriptor = output->part
                         ? open(output->part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)
                         : open(path, O_WRONLY | O_CLOEXEC);
    bool good = descriptor >= 0 && (!replaced || fchmod(descriptor, there.st_mode & 07777) == 0) &&
                dup2(descriptor, STDOUT_FILENO) >= 0;
    if (!good)
        fail(failure, "'%s' could not be made: %s", path, strerror(errno));
    if (descriptor >= 0 && descriptor != STDOUT_FILENO)
        close(descriptor);
    output->path = path;
    on_terminal = isatty(STDOUT_FILENO);
    return good;
}

static bool fail_unwritten(const struct output *output, struct failure *failure) {
    return fail(failure, "%s could not be written: %s",
                output->path ? output->path : "standard output", strerror(write_error));
}

bool output_flush(const struct output *output, struct failure *failure) {
    errno = EIO;
    if (fflush(stdout) != 0 && !write_error)
        write_error = errno;
    if (ferror(stdout) && !write_error) /* in what the loader has printed */
        write_error = EIO;
    return !write_error || fail_unwritten(output, failure);
}

bool output_end(struct output *output, bool good, struct failure *failure) {
    assert(!output->part || output->target);
    output_flush(output, failure);
    if (output->part && good && !write_error &&
        (fsync(STDOUT_FILENO) != 0 || rename(output->part, output->target) != 0))
        write_error = errno;
    if (output->part && (!good || write_error))
        unlink(output->part);
    sqlite3_free(output->part);
    free(output->target);
    output->part = output->target = NULL;
    return !write_error || fail_unwritten(output, failure);
}

bool output_reader_is_gone(void) {
    return write_error == EPIPE;
}
