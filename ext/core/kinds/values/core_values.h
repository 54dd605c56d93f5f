/*
 * core_values.h - numbers, dates and times, by what they mean.
 *
 * The map of this folder, in dependency order.
 */
#pragma once

/* clang-format off */
#include "number_parts.h"    /* two, hundred, fifty: a number from its parts */
#include "compound_number.h" /* numbers in one word: siebenundzwanzig */
#include "century_numeral.h" /* numerals in letters: XIX, ΙΘ΄ */
#include "written_number.h"  /* numbers in digits and words */
#include "value_bounds.h"    /* at least, more than, about */
#include "values.h"          /* numbers, dates and times, by what they mean */
#include "value_agreement.h" /* whether two values mean the same, agree or contradict */
/* clang-format on */
