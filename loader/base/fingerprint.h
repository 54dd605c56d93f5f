/*
 * fingerprint.h - whether a file still is the one it was.
 *
 * A checksum (CRC-32) of the file's bytes: of all of them up to 8 MiB, of 128 parts that lie evenly
 * in a longer one, the first and the last among them. The length is compared apart from it.
 */
#ifndef NEARDUP_FINGERPRINT_H
#define NEARDUP_FINGERPRINT_H

#include "failure.h"

#include <stdbool.h>

struct fingerprint {
    char text[16]; /* hexadecimal */
};

/* Of the file at `path`. False with `failure` filled in where it cannot be read. */
bool fingerprint_file(struct fingerprint *fingerprint, const char *path, struct failure *failure);

#endif
