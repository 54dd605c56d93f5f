/*
 * fingerprint.h - whether a file has changed.
 *
 * A fingerprint is a checksum (CRC-32): of the whole file up to 8 MiB; of a longer one, of 128
 * evenly spaced parts including the first and the last. Callers compare the length as well.
 */
#ifndef NEARDUP_FINGERPRINT_H
#define NEARDUP_FINGERPRINT_H

#include "failure.h"

#include <stdbool.h>

struct fingerprint {
    char text[16]; /* hexadecimal */
};

/* Takes the fingerprint of the file at `path`. False with `failure` filled in. */
bool fingerprint_file(struct fingerprint *fingerprint, const char *path, struct failure *failure);

#endif
