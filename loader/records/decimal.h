/*
 * decimal.h - a decimal number as the nearest float, whatever the locale.
 *
 * A number is an optional sign, digits with at most one point among or beside them, and perhaps an
 * exponent: "-0.25", "3.", ".5", "1e-05". "nan", "inf" and hexadecimal numbers are not numbers
 * here.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* The longest number that is read. The exact value of any float takes fewer characters. */
enum { decimal_max = 256 };

/* Reads all bytes. False if they are no number, or no float is large enough. */
bool decimal_read(const char *bytes, size_t length, float *value);

/* Whether the bytes have the form of a number, and are not more than decimal_max. */
bool decimal_is(const char *bytes, size_t length);
