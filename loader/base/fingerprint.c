/* fingerprint.c - see fingerprint.h. */
#include "fingerprint.h"

#include "interrupt.h"

#include <errno.h>
#include <fcntl.h> /* open */
#include <inttypes.h>
#include <lzma.h> /* lzma_crc64 */
#include <stdio.h>
#include <string.h>
#include <unistd.h> /* pread, close */

static bool add_all(int descriptor, const char *path, uint64_t *sum, struct failure *failure) {
    unsigned char bytes[1 << 17];
    int64_t position = 0;
    int first_signal = interrupt_signal();
    while (interrupt_signal() == first_signal) {
        ssize_t length = pread(descriptor, bytes, sizeof bytes, (off_t)position);
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
    bool good = add_all(descriptor, name, &fingerprint->sum, failure);
    write_text(fingerprint);
    return good;
}

void fingerprint_add_bytes(struct fingerprint *fingerprint, const void *bytes, size_t length) {
    fingerprint->sum = lzma_crc64(bytes, length, fingerprint->sum);
    write_text(fingerprint);
}

bool fingerprint_file(struct fingerprint *fingerprint, const char *path, struct failure *failure) {
    *fingerprint = (struct fingerprint){0};
    int descriptor = open(path, O_RDONLY | O_CLOEXEC);
    if (descriptor < 0)
        return fail(failure, "%s: cannot open the file: %s", path, strerror(errno));
    bool good = fingerprint_add(fingerprint, descriptor, path, failure);
    close(descriptor);
    return good;
}
