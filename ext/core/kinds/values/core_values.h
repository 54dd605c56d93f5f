/*
 * core_values.h - numbers, dates and times, by what they mean.
 *
 * The map of this folder, in dependency order.
 */
#pragma once

/* clang-format off */
#include "number_parts.h"    /* two, hundred, fifty: a number from its parts */
#include "compound_number.h" /* numbers in one word: siebenundzwanzig */
#include "written_number.h"  /* numbers in digits and words */
#include "values.h"          /* numbers, dates and times; whether two agree */
/* clang-format on */
