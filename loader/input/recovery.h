/*
 * recovery.h - where a compressed file can be read again after a damaged stream.
 *
 * Two or more bytes say that a stream begins, and chance makes the same bytes inside one. So what
 * seems to be a stream is decompressed for a trial: other bytes are soon an error.
 */
#ifndef NEARDUP_RECOVERY_H
#define NEARDUP_RECOVERY_H

#include "decompressor.h"

/* As many bytes of the file are enough for a trial, and fewer only at its end. */
enum { recovery_trial = 512 };

enum recovery_result { recovery_stream, recovery_nothing, recovery_no_memory };

/*
 * Whether a stream seems to begin with these bytes. At most 16 KiB are decompressed, by `state` of
 * the decompressor, which is reset for it.
 */
enum recovery_result recovery_try(const struct decompressor *decompressor, void *state,
                                  const char *bytes, size_t length);

#endif
