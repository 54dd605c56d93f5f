/* number.h - numbers as files write them, whatever the locale. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Reads the integer that makes up `length` bytes, at most 31, such as "+12" or " 12 ". False, with
 * `*number` unchanged, for "12a", "1.0", "" and anything that does not fit into 64 bits.
 */
bool integer_read(const char *bytes, size_t length, int64_t *number);

/* Reads leading digits, and returns how many. What does not fit into 64 bits becomes INT64_MAX. */
size_t integer_read_digits(const char *bytes, size_t length, int64_t *number);

/* The longest decimal number. The exact value of any float takes fewer characters. */
enum { decimal_max = 256 };

/*
 * Whether the bytes are a decimal number: a sign or none, digits with at most one point among or
 * beside them, and perhaps an exponent: "-0.25", "3.", ".5", "1e-05"; not "nan" or "inf".
 */
bool decimal_is(const char *bytes, size_t length);

/* Reads such a number as the nearest float. False if it is none, or no float is large enough. */
bool decimal_read(const char *bytes, size_t length, float *value);
