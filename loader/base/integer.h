/* integer.h - integers as files write them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads the integer that makes up `length` bytes, at most 31, such as "+12" or " 12 ". False, with
 * `*number` unchanged, for "12a", "1.0", "" and anything that does not fit into 64 bits.
 */
bool integer_read(const char *bytes, size_t length, int64_t *number);

/*
 * Reads the digits with which the bytes begin. Returns how many there are. What does not fit into
 * 64 bits becomes INT64_MAX.
 */
size_t integer_read_digits(const char *bytes, size_t length, int64_t *number);
