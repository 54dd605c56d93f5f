/*
 * fingerprint.h - whether two files have the same content.
 *
 * A fingerprint is a checksum of the file or of a part of it (CRC-64 as in xz, so those of the
 * parts give that of the whole). Callers compare the length as well. It adds 2 % to the load of
 * plain XML by one thread, and 0.1 % to that of bzip2.
 */
#pragma once

#include "failure.h"

#include <stdint.h>

/* Begins as all zeroes. */
struct fingerprint {
    uint64_t sum;
    char text[24]; /* hexadecimal */
};

/*
 * Takes the fingerprint of the bytes from `begin` to `end`, or to the end, of the file at `path`.
 * False with `failure` filled in, also if a signal comes meanwhile.
 */
bool fingerprint_file(struct fingerprint *fingerprint, const char *path, int64_t begin, int64_t end,
                      struct failure *failure);

/* Adds the whole content of an open file, called `name` in messages; false as above. */
bool fingerprint_add(struct fingerprint *fingerprint, int descriptor, const char *name,
                     struct failure *failure);

void fingerprint_add_bytes(struct fingerprint *fingerprint, const void *bytes, size_t length);
