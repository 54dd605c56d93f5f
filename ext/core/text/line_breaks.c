/* line_breaks.c - see line_breaks.h. */
#include "line_breaks.h"

#include "characters.h"

/* Wide characters by block; the few narrow and unassigned code points in a block count as wide. */
size_t line_point_columns(uint32_t point) {
    static const struct {
        uint32_t first, last;
    } wide[] = {
        {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x4DBF},   {0x4E00, 0xA4CF},
        {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},
        {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},   {0x16FE0, 0x1B2FF}, {0x1F300, 0x1F64F},
        {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD},
    };
    if (point < 0x300)
        return point == 0xAD ? 0 : 1; /* the soft hyphen */
    if (character_of(point).class == character_mark || (point >= 0x200C && point <= 0x200F))
        return 0;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (point >= wide[i].first && point <= wide[i].last)
            return 2;
    return 1;
}

bool line_blank(uint32_t point) {
    return point == ' ' || (point >= '\t' && point <= '\r') || point == 0x85 || point == 0x3000 ||
           (point >= 0x2000 && point <= 0x200A && point != 0x2007) || point == 0x2028 ||
           point == 0x2029;
}

bool line_break_allowed(uint32_t before, uint32_t after) {
    static const uint32_t opening[] = {'(',    '[',    0x2018, 0x201C, 0x3008, 0x300A,
                                       0x300C, 0x300E, 0x3010, 0x3014, 0xFF08, 0xFF3B};
    static const uint32_t closing[] = {0x3001, 0x3002, 0x3005, 0x3009, 0x300B, 0x300D, 0x300F,
                                       0x3011, 0x3015, 0x30FB, 0x30FC, 0xFF01, 0xFF09, 0xFF0C,
                                       0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D};
    for (size_t i = 0; i < sizeof opening / sizeof *opening; i++)
        if (before == opening[i])
            return false;
    for (size_t i = 0; i < sizeof closing / sizeof *closing; i++)
        if (after == closing[i])
            return false;
    if (line_point_columns(after) == 2)
        return true;
    enum character_class class = character_of(after).class;
    return line_point_columns(before) == 2 && class >= character_digit && class != character_mark;
}
