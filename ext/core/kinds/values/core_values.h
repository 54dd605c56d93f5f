/*
 * core_values.h - numbers, dates and times, by what they mean.
 *
 * The map of this folder, in dependency order.
 */
#pragma once

/* clang-format off */
#include "written_number.h"  /* numbers in digits and words, in one word, from their parts */
#include "values.h"          /* numbers, dates and times; whether two agree */
/* clang-format on */
