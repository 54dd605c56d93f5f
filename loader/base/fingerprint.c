/* fingerprint.c - see fingerprint.h. */
#include "fingerprint.h"

#include "interrupt.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h> /* open */
#include <inttypes.h>
#include <lzma.h> /* lzma_crc64 */
#include <stdio.h>
#include <string.h>
#include <unistd.h> /* pread, close */

/* Adds the bytes from `position` to `end`, or to the end of the file. */
static bool add_range(int descriptor, const char *path, int64_t position, int64_t end,
                      uint64_t *sum, struct failure *failure) {
    assert(position >= 0 && position <= end);
    unsigned char bytes[1 << 17];
    int first_signal = interrupt_signal();
    while (interrupt_signal() == first_signal) {
        int64_t left = end - position;
        size_t wanted = left < (int64_t)sizeof bytes ? (size_t)left : sizeof bytes;
        ssize_t length = pread(descriptor, bytes, wanted, (off_t)position);
        if (length == 0)
            return true;
        if (length < 0 && errno != EINTR)
            return fail(failure, "%s: cannot read byte %" PRId64 " of the file: %s", path, position,
                        strerror(errno));
        if (length > 0) {
            *sum = lzma_crc64(bytes, (size_t)length, *sum);
            position += length;
        }
    }
    return fail(failure, "interrupted");
}

static void write_text(struct fingerprint *fingerprint) {
    snprintf(fingerprint->text, sizeof fingerprint->text, "%016" PRIx64, fingerprint->sum);
}

bool fingerprint_add(struct fingerprint *fingerprint, int descriptor, const char *name,
                     struct failure *failure) {
    bool good = add_range(descriptor, name, 0, INT64_MAX, &fingerprint->sum, failure);
    write_text(fingerprint);
    return good;
}

void fingerprint_add_bytes(struct fingerprint *fingerprint, const void *bytes, size_t length) {
    fingerprint->sum = lzma_crc64(bytes, length, fingerprint->sum);
    write_text(fingerprint);
}

bool fingerprint_file(struct fingerprint *fingerprint, const char *path, int64_t begin, int64_t end,
                      struct failure *failure) {
    *fingerprint = (struct fingerprint){0};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail(failure, "%s: cannot open the file: %s", path, strerror(errno));
    bool good = add_range(descriptor, path, begin, end, &fingerprint->sum, failure);
    write_text(fingerprint);
    close(descriptor);
    return good;
}
