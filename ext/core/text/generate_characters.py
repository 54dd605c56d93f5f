#!/usr/bin/python3
"""generate_characters.py - writes character_ranges.h, the tables of characters.c.

    /usr/bin/python3 ext/core/text/generate_characters.py > ext/core/text/character_ranges.h

Needs a Python with Unicode 14.0.0, as generate_frozen_tables.py does: what is stored and indexed depends on these
tables, too. The header is part of the repository, so a build does not run this script; tests/core/text/characters.py
checks that it makes this header.
"""

import unicodedata

from generate_frozen_tables import LAST, array, index, literal, require_version

JOINERS = {0x00AD, 0x200C, 0x200D}
ALTERNATING = "pairs"
# What stands for the classes in the table.
LETTERS = {"other": "O", "space": "B", "digit": "D", "upper": "U", "lower": "L", "letter": "A", "mark": "M",
           "sign": "S", "format": "F", ALTERNATING: "P"}

# Shapes of a quotation mark or dash that mean the same, and letters whose stroke is no accent.
SAME_MARKS = {"'": "\u2018\u2019", '"': "\u201c\u201d", "-": "\u2010\u2011\u2013\u2014\u2212"}
SAME_MARK = {ord(other): ord(mark) for mark, others in SAME_MARKS.items() for other in others}
STROKES = {ord("ı"): ord("i"), ord("ł"): ord("l"), ord("ə"): ord("e"), ord("ø"): ord("o"),
           ord("đ"): ord("d"), ord("ħ"): ord("h")}

# Scripts without spaces between words: each character is a word of its own.
UNSPACED = ("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH", "IDEOGRAPHIC", "HIRAGANA", "THAI ",
            "LAO ", "KHMER ", "MYANMAR ", "TAI LE ", "NEW TAI LUE ", "TAI THAM ", "TAI VIET ",
            "TANGUT ", "YI SYLLABLE")


def class_of(point):
    character = chr(point)
    category = unicodedata.category(character)
    if point in JOINERS or category[0] == "M":
        return "mark"
    if category in ("Lu", "Lt"):
        return "upper"
    if category == "Ll":
        return "lower"
    if category == "Nd":
        return "digit"
    if category == "Cf":
        return "format"
    if category[0] == "Z" or character.isspace():
        return "space"
    if category[0] in "LN":
        return "sign" if unicodedata.name(character, "").startswith(UNSPACED) else "letter"
    return "other"


def fold(point):
    """The character that represents all cases of this one. Always a single character."""
    if point in SAME_MARK:
        return SAME_MARK[point]
    for folded in chr(point).casefold(), chr(point).lower():
        if len(folded) == 1:
            return ord(folded)
    return ord(chr(point).lower()[0])  # of İ, which folds to i and a combining dot


def runs():
    """(first, class, to_folded) of each run of equal neighbours."""
    last = None
    for point in range(LAST + 1):
        if unicodedata.category(chr(point)) == "Cn" and last and last[0] != "digit":
            continue             # not assigned: as its neighbour, which makes fewer runs
        here = (class_of(point), fold(point) - point)
        if here != last:
            yield (point, *here)
            last = here


def ranges():
    """As runs(), but a run in which upper and lower case alternate becomes a single range."""
    result, pending = [], list(runs())
    at = 0
    while at < len(pending):
        end = at
        while (end + 2 < len(pending) and pending[end][1:] == ("upper", 1)
               and pending[end + 1][1:] == ("lower", 0)
               and pending[end + 1][0] == pending[end][0] + 1
               and pending[end + 2][0] == pending[end][0] + 2):
            end += 2
        if end - at >= 4:
            result.append((pending[at][0], ALTERNATING, 1))
            at = end
        else:
            result.append(pending[at])
            at += 1
    return result


def plain(point):
    """The letter without diacritics, and 2 for ²; any other character as it is."""
    if point in STROKES:
        return STROKES[point]
    letters = unicodedata.normalize("NFKD", chr(point))
    if all(unicodedata.combining(mark) for mark in letters[1:]):
        return ord(letters[0])
    return point


def plain_letters():
    for point in range(LAST + 1):
        if class_of(point) in ("lower", "letter") and plain(point) != point:
            yield point, plain(point)


def header():
    table = ranges()
    letters, plain_points = zip(*plain_letters())
    yield f"/* Made by generate_characters.py from Unicode {unicodedata.unidata_version}. Do not edit. */"
    yield "/* clang-format off */"
    yield "#define R(first, to_folded, class) {0x##first, to_folded, class}"
    yield from [f"#define {letter} range_{name}" for name, letter in LETTERS.items()]
    yield from array("struct character_range ranges[]",
                     [f"R({first:X},{to_folded},{LETTERS[name]})" for first, name, to_folded in table])
    yield from array("uint16_t range_index[]", index([row[0] for row in table]))
    yield f"enum {{ plain_count = {len(letters)} }};"
    yield "static const uint32_t letters[] ="
    yield from literal("".join(map(chr, letters)), ";")
    yield "static const uint32_t plain_points[] ="
    yield from literal("".join(map(chr, plain_points)), ";")
    yield from [f"#undef {name}" for name in ("R", *LETTERS.values())]
    yield "/* clang-format on */"


if __name__ == "__main__":
    require_version()
    print("\n".join(header()))
