/* letters.c - see letters.h. The ranges follow the Unicode character database, version 15. */
#include "letters.h"

#include "../text/utf8.h"

enum range_class {
    range_none,
    range_upper, /* `to_lower` is added to get the lower case */
    range_lower,
    range_pairs, /* upper and lower case by turns, an upper one first */
    range_caseless,
    range_combining,
    range_digit,
    range_space
};

struct letter_range {
    uint32_t first, last;
    uint16_t class;
    int16_t to_lower;
};

/* In order, no overlap; what lies between the ranges is letter_none. */
static const struct letter_range ranges[] = {
    {0x0085, 0x0085, range_space, 0},      {0x00A0, 0x00A0, range_space, 0},
    {0x00AA, 0x00AA, range_caseless, 0},   {0x00B5, 0x00B5, range_lower, 0},
    {0x00BA, 0x00BA, range_caseless, 0},   {0x00C0, 0x00D6, range_upper, 32},
    {0x00D8, 0x00DE, range_upper, 32},     {0x00DF, 0x00F6, range_lower, 0},
    {0x00F8, 0x00FF, range_lower, 0},      {0x0100, 0x0137, range_pairs, 1},
    {0x0138, 0x0138, range_lower, 0},      {0x0139, 0x0148, range_pairs, 1},
    {0x0149, 0x0149, range_lower, 0},      {0x014A, 0x0177, range_pairs, 1},
    {0x0178, 0x0178, range_upper, -121},   {0x0179, 0x017E, range_pairs, 1},
    {0x017F, 0x0180, range_lower, 0},      {0x0181, 0x01CC, range_caseless, 0},
    {0x01CD, 0x01DC, range_pairs, 1},      {0x01DD, 0x01DD, range_lower, 0},
    {0x01DE, 0x01EF, range_pairs, 1},      {0x01F0, 0x01F7, range_caseless, 0},
    {0x01F8, 0x021F, range_pairs, 1},      {0x0220, 0x0221, range_caseless, 0},
    {0x0222, 0x0233, range_pairs, 1},      {0x0234, 0x0245, range_caseless, 0},
    {0x0246, 0x024F, range_pairs, 1},      {0x0250, 0x02AF, range_lower, 0},
    {0x02B0, 0x02C1, range_caseless, 0},   {0x0300, 0x036F, range_combining, 0},
    {0x0370, 0x0373, range_pairs, 1},      {0x0376, 0x0377, range_pairs, 1},
    {0x037B, 0x037D, range_lower, 0},      {0x0386, 0x0386, range_upper, 38},
    {0x0388, 0x038A, range_upper, 37},     {0x038C, 0x038C, range_upper, 64},
    {0x038E, 0x038F, range_upper, 63},     {0x0390, 0x0390, range_lower, 0},
    {0x0391, 0x03AB, range_upper, 32},     {0x03AC, 0x03D7, range_lower, 0},
    {0x03D8, 0x03EF, range_pairs, 1},      {0x03F0, 0x03FF, range_lower, 0},
    {0x0400, 0x040F, range_upper, 80},     {0x0410, 0x042F, range_upper, 32},
    {0x0430, 0x045F, range_lower, 0},      {0x0460, 0x0481, range_pairs, 1},
    {0x0483, 0x0489, range_combining, 0},  {0x048A, 0x04BF, range_pairs, 1},
    {0x04C0, 0x04C0, range_upper, 15},     {0x04C1, 0x04CE, range_pairs, 1},
    {0x04CF, 0x04CF, range_lower, 0},      {0x04D0, 0x052F, range_pairs, 1},
    {0x0531, 0x0556, range_upper, 48},     {0x0560, 0x0588, range_lower, 0},
    {0x0591, 0x05BD, range_combining, 0},  {0x05D0, 0x05F2, range_caseless, 0},
    {0x0610, 0x061A, range_combining, 0},  {0x0620, 0x064A, range_caseless, 0},
    {0x064B, 0x065F, range_combining, 0},  {0x0660, 0x0669, range_digit, 0},
    {0x066E, 0x066F, range_caseless, 0},   {0x0670, 0x0670, range_combining, 0},
    {0x0671, 0x06D3, range_caseless, 0},   {0x06D5, 0x06D5, range_caseless, 0},
    {0x06D6, 0x06ED, range_combining, 0},  {0x06EE, 0x06EF, range_caseless, 0},
    {0x06F0, 0x06F9, range_digit, 0},      {0x06FA, 0x06FF, range_caseless, 0},
    {0x0710, 0x0963, range_caseless, 0},   {0x0966, 0x096F, range_digit, 0},
    {0x0971, 0x09E5, range_caseless, 0},   {0x09E6, 0x09EF, range_digit, 0},
    {0x09F0, 0x0A65, range_caseless, 0},   {0x0A66, 0x0A6F, range_digit, 0},
    {0x0A70, 0x0AE5, range_caseless, 0},   {0x0AE6, 0x0AEF, range_digit, 0},
    {0x0AF9, 0x0B65, range_caseless, 0},   {0x0B66, 0x0B6F, range_digit, 0},
    {0x0B70, 0x0BE5, range_caseless, 0},   {0x0BE6, 0x0BEF, range_digit, 0},
    {0x0C00, 0x0C65, range_caseless, 0},   {0x0C66, 0x0C6F, range_digit, 0},
    {0x0C80, 0x0CE5, range_caseless, 0},   {0x0CE6, 0x0CEF, range_digit, 0},
    {0x0D00, 0x0D65, range_caseless, 0},   {0x0D66, 0x0D6F, range_digit, 0},
    {0x0D7A, 0x0DF3, range_caseless, 0},   {0x0E01, 0x0E4E, range_caseless, 0},
    {0x0E50, 0x0E59, range_digit, 0},      {0x0E81, 0x0ECE, range_caseless, 0},
    {0x0F20, 0x0F33, range_digit, 0},      {0x0F40, 0x0FBC, range_caseless, 0},
    {0x1000, 0x103F, range_caseless, 0},   {0x1040, 0x1049, range_digit, 0},
    {0x1050, 0x109F, range_caseless, 0},   {0x10A0, 0x10FA, range_caseless, 0},
    {0x10FC, 0x135F, range_caseless, 0},   {0x1369, 0x137C, range_digit, 0},
    {0x1380, 0x167F, range_caseless, 0},   {0x1680, 0x1680, range_space, 0},
    {0x1681, 0x17D3, range_caseless, 0},   {0x17E0, 0x17E9, range_digit, 0},
    {0x1820, 0x1DBF, range_caseless, 0},   {0x1DC0, 0x1DFF, range_combining, 0},
    {0x1E00, 0x1E95, range_pairs, 1},      {0x1E96, 0x1E9F, range_lower, 0},
    {0x1EA0, 0x1EFF, range_pairs, 1},      {0x1F00, 0x1FFC, range_caseless, 0},
    {0x2000, 0x200A, range_space, 0},      {0x2028, 0x2029, range_space, 0},
    {0x202F, 0x202F, range_space, 0},      {0x205F, 0x205F, range_space, 0},
    {0x20D0, 0x20F0, range_combining, 0},  {0x2C00, 0x2DE0, range_caseless, 0},
    {0x3000, 0x3000, range_space, 0},      {0x3005, 0x3007, range_caseless, 0},
    {0x3041, 0x30FA, range_caseless, 0},   {0x30FC, 0x318E, range_caseless, 0},
    {0x31A0, 0x31FF, range_caseless, 0},   {0x3400, 0xA4C6, range_caseless, 0},
    {0xA640, 0xA66D, range_pairs, 1},      {0xA680, 0xA69B, range_pairs, 1},
    {0xA722, 0xA7FF, range_caseless, 0},   {0xA800, 0xD7FB, range_caseless, 0},
    {0xF900, 0xFAFF, range_caseless, 0},   {0xFB00, 0xFB17, range_lower, 0},
    {0xFB1D, 0xFD3D, range_caseless, 0},   {0xFD50, 0xFDFB, range_caseless, 0},
    {0xFE00, 0xFE0F, range_combining, 0},  {0xFE20, 0xFE2F, range_combining, 0},
    {0xFE70, 0xFEFC, range_caseless, 0},   {0xFF10, 0xFF19, range_digit, 0},
    {0xFF21, 0xFF3A, range_upper, 32},     {0xFF41, 0xFF5A, range_lower, 0},
    {0xFF66, 0xFFDC, range_caseless, 0},   {0x10000, 0x103FF, range_caseless, 0},
    {0x10400, 0x10427, range_upper, 40},   {0x10428, 0x1044F, range_lower, 0},
    {0x10450, 0x1CFFF, range_caseless, 0}, {0x1D400, 0x1D7CB, range_caseless, 0},
    {0x1D7CE, 0x1D7FF, range_digit, 0},    {0x1E000, 0x1EFFF, range_caseless, 0},
    {0x20000, 0x3FFFF, range_caseless, 0}, {0xE0100, 0xE01EF, range_combining, 0},
};

enum { range_count = sizeof ranges / sizeof *ranges };

/*
 * The range that most letters are in of every 64 code points below U+1000, of every 4096 above, and
 * beyond U+FFFF. The search begins there: a number that is off costs a step or two, no more.
 */
static const unsigned char near_ranges[] = {
    0,  0,  0,  7,  9,   13,  17,  20,  22,  27,  27,  29,  29,  29,  39,  39,  44,  44,  47,  51,
    51, 53, 54, 55, 57,  57,  62,  62,  68,  68,  68,  68,  68,  68,  68,  68,  68,  68,  70,  70,
    72, 72, 74, 74, 76,  76,  78,  78,  80,  80,  82,  82,  84,  84,  86,  86,  87,  87,  89,  89,
    90, 91, 91, 92, 102, 109, 116, 119, 119, 119, 119, 119, 119, 123, 123, 123, 123, 124, 131, 135,
};

_Static_assert(sizeof near_ranges == 80, "one of 64, 15 and 1");

static size_t near_range(uint32_t code_point) {
    if (code_point < 0x1000)
        return near_ranges[code_point >> 6];
    return near_ranges[code_point < 0x10000 ? 63 + (code_point >> 12) : 79];
}

static const struct letter_range *range_of(uint32_t code_point) {
    static const struct letter_range between = {0, 0, range_none, 0};
    size_t i = near_range(code_point);
    while (i > 0 && ranges[i - 1].last >= code_point)
        i--;
    while (i < range_count && ranges[i].last < code_point)
        i++;
    return i < range_count && ranges[i].first <= code_point ? &ranges[i] : &between;
}

/* Of a range_pairs, every other one starting with the first is upper case. */
static bool is_upper_of_pair(const struct letter_range *range, uint32_t code_point) {
    return (code_point - range->first) % 2 == 0;
}

#define FIVE(class) class, class, class, class, class
#define ALPHABET(class) FIVE(class), FIVE(class), FIVE(class), FIVE(class), FIVE(class), class

/* clang-format off */
const unsigned char letter_ascii_classes[128] = {
    ['\t'] = FIVE(letter_space), /* to '\r' */
    [' '] = letter_space,
    ['0'] = FIVE(letter_digit), FIVE(letter_digit),
    ['A'] = ALPHABET(letter_upper),
    ['a'] = ALPHABET(letter_lower)
};
/* clang-format on */

static enum letter_class class_of(uint32_t code_point) {
    const struct letter_range *range = range_of(code_point);
    if (range->class == range_pairs)
        return is_upper_of_pair(range, code_point) ? letter_upper : letter_lower;
    static const enum letter_class classes[] = {
        [range_none] = letter_none,   [range_upper] = letter_upper,
        [range_lower] = letter_lower, [range_caseless] = letter_caseless,
        [range_digit] = letter_digit, [range_combining] = letter_combining,
        [range_space] = letter_space, [range_pairs] = letter_none /* above */};
    return classes[range->class];
}

struct letter letter_decode(const char *text, size_t length, size_t position) {
    if (position >= length)
        return (struct letter){0};
    uint32_t code_point;
    size_t size = utf8_read(text + position, length - position, &code_point);
    if (size == 0)
        return (struct letter){0xFFFD, 1, letter_none};
    return (struct letter){code_point, (uint16_t)size, (uint16_t)class_of(code_point)};
}

struct letter letter_decode_before(const char *text, size_t position) {
    if (position == 0)
        return (struct letter){0};
    size_t start = position - 1;
    while (start > 0 && position - start < 4 && utf8_continues(text[start]))
        start--;
    struct letter letter = letter_at(text, position, start);
    if (letter.length == position - start)
        return letter;
    return (struct letter){0xFFFD, 1, letter_none};
}

size_t letter_skip_space(const char *text, size_t length, size_t position) {
    struct letter letter = letter_at(text, length, position);
    while (letter.class == letter_space) {
        position += letter.length;
        letter = letter_at(text, length, position);
    }
    return position;
}

size_t letter_skip_space_back(const char *text, size_t start, size_t position) {
    while (position > start) {
        struct letter letter = letter_before(text, position);
        if (letter.class != letter_space || letter.length > position - start)
            break;
        position -= letter.length;
    }
    return position;
}

uint32_t letter_lower_case(struct letter letter) {
    if (letter.class != letter_upper)
        return letter.code_point;
    if (letter.code_point < 0x80)
        return letter.code_point + ('a' - 'A');
    return (uint32_t)((int32_t)letter.code_point + range_of(letter.code_point)->to_lower);
}
