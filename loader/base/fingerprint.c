/* fingerprint.c - see fingerprint.h. */
#include "fingerprint.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zlib.h> /* crc32 */

enum { part_size = 1 << 16, parts = 128 };

static bool add_part(FILE *file, long long offset, unsigned long *sum) {
    unsigned char bytes[part_size];
    if (fseeko(file, (off_t)offset, SEEK_SET) != 0)
        return false;
    size_t length = fread(bytes, 1, sizeof bytes, file);
    *sum = crc32(*sum, bytes, (unsigned)length);
    return !ferror(file);
}

bool fingerprint_file(struct fingerprint *fingerprint, const char *path, struct failure *failure) {
    unsigned long sum = crc32(0, NULL, 0);
    FILE *file = fopen(path, "rb");
    long long size = file && fseeko(file, 0, SEEK_END) == 0 ? ftello(file) : -1;
    long long last = size > part_size ? size - part_size : 0;
    bool all = size <= (long long)part_size * parts, good = size >= 0;
    for (long long i = 0; good && i < parts && (!all || i * part_size < size); i++)
        good = add_part(file, all ? i * part_size : last / (parts - 1) * i, &sum);
    if (good && !all)
        good = add_part(file, last, &sum);
    if (good)
        snprintf(fingerprint->text, sizeof fingerprint->text, "%08lx", sum);
    else if (errno == ENOMEM)
        fail_memory(failure);
    else
        fail(failure, "%s: cannot read the file: %s", path, strerror(errno));
    if (file)
        fclose(file);
    return good;
}
