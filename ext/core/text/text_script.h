/*
 * text_script.h - the script that a text is written in.
 *
 *   (1) It is that of most of the letters among the first text_script_points characters; of scripts
 *       with as many letters, the one that comes first in the text.
 *   (2) Han, Hiragana and Katakana count together. If they are most, the script is Japanese when
 *       kana are at least a tenth of them, unless all are of one of the three scripts; it is Han
 *       when they are fewer.
 *   (3) Letters are those of Unicode 14.0 (characters.h), marks and numerals not among them.
 */
#pragma once

#include "code_points.h"
#include "characters.h"

enum { text_script_points = 4096 };

/* What of a text of `length` bytes is enough to decode. */
static inline size_t text_script_bytes(size_t length) {
    enum { bytes_max = 4 * text_script_points };
    return length < bytes_max ? length : bytes_max;
}

/* The name of the script, or NULL if there are no letters. */
const char *text_script_name(const uint32_t *points, size_t count);
