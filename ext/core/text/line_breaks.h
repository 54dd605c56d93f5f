/* line_breaks.h - where a line may end on a terminal, and how many columns characters take. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The columns that a code point takes: 0 for marks, 2 for East Asian wide characters, else 1. */
size_t line_point_columns(uint32_t point);

/* White space at which a line may be broken; no-break spaces are part of their word. */
bool line_blank(uint32_t point);

/*
 * Whether a line may be broken between two characters without white space: beside East Asian wide
 * ones. Chinese and Japanese lines begin with no closing mark and end with no opening one.
 */
bool line_break_allowed(uint32_t before, uint32_t after);
