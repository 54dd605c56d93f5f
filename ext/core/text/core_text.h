/*
 * core_text.h - text as Unicode: bytes, code points, characters, shingles.
 */
#ifndef NEARDUP_CORE_TEXT_H
#define NEARDUP_CORE_TEXT_H

#include "characters.h"  /* letters, digits and marks, and their other forms */
#include "code_points.h" /* UTF-8 text as code points */
#include "shingle.h"     /* runs of code points and their 64-bit fingerprints */

#endif
