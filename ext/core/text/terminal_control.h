/* terminal_control.h - which characters of a text must not reach a terminal. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Whether a code point could move the cursor, change a setting of the terminal, or hide or reorder
 * the text around it. U+FFFD is shown instead. Joiners and the marks U+200E and U+200F are not
 * among them: ordinary Persian and Hebrew has them.
 */
static inline bool terminal_control(uint32_t point) {
    static const struct {
        uint32_t first, last;
    } ranges[] = {
        {0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},   {0x200B, 0x200B},   {0x2028, 0x202E},
        {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE0FFF},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
        if (point >= ranges[i].first && point <= ranges[i].last)
            return true;
    return false;
}
