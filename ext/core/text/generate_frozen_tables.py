#!/usr/bin/python3
"""generate_frozen_tables.py - writes frozen_tables.h, the tables of frozen_characters.c.

    /usr/bin/python3 ext/core/text/generate_frozen_tables.py > ext/core/text/frozen_tables.h

Needs a Python with Unicode 14.0.0, such as 3.11: results of fold_text() and text_script() must never
change, so these tables never follow a newer Unicode. The header is part of the repository, so a build
does not run this script; tests/core/text/characters.py checks that it makes this header.
"""

import bisect
import itertools
import sys
import unicodedata

VERSION = "14.0.0"
LAST = 0x10FFFF
BLOCK = 128                      # code points per entry of an index
INDEXED = 0x10000
ROW = 1024                       # characters of mappings: a C compiler need not take more than 4095
CATEGORY = [unicodedata.category(chr(point)) for point in range(LAST + 1)]


def points(*spans):
    """The code points of spans "first-last" or "point", in hexadecimal."""
    result = set()
    for span in " ".join(spans).split():
        first, _, last = span.partition("-")
        result.update(range(int(first, 16), int(last or first, 16) + 1))
    return result


# ---- Classes -------------------------------------------------------------------------------------

# Default_Ignorable_Code_Point, as far as assigned, and the marks of interlinear annotation.
INVISIBLE = {point for point in points(
    "AD 34F 61C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164 FE00-FE0F FEFF FFA0",
    "FFF9-FFFB 1BCA0-1BCA3 1D173-1D17A E0000-E0FFF") if CATEGORY[point] != "Cn"}

# Marks that are accents after a letter of Latin, Greek or Cyrillic, or after none.
ACCENTS = points("300-344 346-34E 350-36F 483-487 1AB0-1ABD 1ABF-1AFF 1DC0-1DFF 20D0-20DC 20E1 20E5-20F0",
                 "2DE0-2DFF A66F A674-A67D A69E-A69F FE20-FE2F")

# Marks that are always accents: the iota subscript, what encloses, Hebrew points, Arabic harakat.
ALWAYS_ACCENTS = points("345 488-489 1ABE 20DD-20E0 20E2-20E4 A670-A672",
                        "591-5BD 5BF 5C1-5C2 5C4-5C5 5C7",
                        "610-61A 64B-652 656-65E 670 6D6-6DC 6DF-6E4 6E7-6E8 6EA-6ED 898-89F 8CA-8E1",
                        "8E3-8FF")

JOINERS = set(map(ord, ".,:/*^~·٫٬∗∙⋅∼")) | points("FF0C FF0E FF0F FF1A FF5E FF0A FF3E")
APOSTROPHES = set(map(ord, "'`´‘’‛ʹʻʼ′‵׳＇"))
SIGNS = set(map(ord, "%‰‱٪﹪％#﹟＃&﹠＆"))
SLASHES = set(map(ord, "⁄∕"))
RATIO = ord("∶")

# Symbols that say nothing in a text: they mark rights, degrees, bullets, lines, quotations or what is
# missing. Triangles that point up or down are no bullets: they say what arrows say.
SAYS_NOTHING = points(
    "7C FF5C A6 FFE4 A9 AE B0 2117 2120 2122 1F12F",     # | ¦ © ® ° ℗ ℠ ™
    "220E 22C6 22EE-22F1 2981 29BF 29EB",                # mathematics that serves as bullets or dots
    "239B-23BD 23D0 23DC-23E1",                          # pieces of brackets
    "2500-25B1 25B6-25BB 25C0-25CF 25D6-25FF FFE8 FFED-FFEE 1FB00-1FBCA",    # boxes, blocks, shapes
    "2619 2722-2727 2731-2743 2747-274B 274D 274F-2755 2757-2762 2756 2766-2767 27A2-27A4",    # dingbats
    "2B12-2B1A 2B1D-2B2F 2B53-2B54 2B56-2B58 1F532-1F533 1F536-1F539 1F650-1F66F 1F676-1F67F 1F780-1F7BF",
    "2800 303F FFFC FFFD")                               # blanks and replacements
SKIN_TONES = points("1F3FB-1F3FF")


def class_of(point):
    category = CATEGORY[point]
    if point in INVISIBLE:
        return "invisible"
    if category[0] == "M":
        if point in ALWAYS_ACCENTS:
            return "point"
        return "accent" if point in ACCENTS else "mark"
    if category == "Nd":
        return "digit"
    if category[0] == "Z" or category == "Cc":
        return "space"
    if point in APOSTROPHES:
        return "apostrophe"
    if category == "Pd" or point == 0x2212:
        return "dash"
    if point in JOINERS | SLASHES or point == RATIO:
        return "joiner"
    if point in SIGNS or category in ("Sc", "Sm", "So") and point not in SAYS_NOTHING:
        return "sign"
    return "other" if category[0] in "PS" else "text"


# ---- Scripts -------------------------------------------------------------------------------------

# What names of letters begin with, where that is not the name of the script.
PREFIXES = {
    "CJK UNIFIED": "Han", "CJK COMPATIBILITY": "Han", "IDEOGRAPHIC ": "Han", "CANADIAN": "Canadian Aboriginal",
    "HENTAIGANA": "Hiragana", "HALFWIDTH KATAKANA": "Katakana", "HALFWIDTH HANGUL": "Hangul",
    "FULLWIDTH LATIN": "Latin", "MEETEI": "Meetei Mayek", "NYIAKENG": "Nyiakeng Puachue Hmong",
    "WARANG": "Warang Citi", "BASSA": "Bassa Vah", "DIVES": "Dives Akuru", "PAU CIN HAU": "Pau Cin Hau",
    "PAHAWH": "Pahawh Hmong", "MEROITIC HIEROGLYPHIC": "Meroitic Hieroglyphs",
    "MEROITIC CURSIVE": "Meroitic Cursive", "EGYPTIAN": "Egyptian Hieroglyphs",
    "ANATOLIAN": "Anatolian Hieroglyphs", "KHITAN": "Khitan Small Script", "SYLOTI": "Syloti Nagri",
    "PHAGS": "Phags Pa", "KAYAH": "Kayah Li", "OL CHIKI": "Ol Chiki", "NEW TAI LUE": "New Tai Lue",
    "TAI LE": "Tai Le", "TAI THAM": "Tai Tham", "TAI VIET": "Tai Viet", "LINEAR A": "Linear A",
    "LINEAR B": "Linear B", "CAUCASIAN": "Caucasian Albanian", "CYPRO": "Cypro Minoan",
    "IMPERIAL": "Imperial Aramaic", "INSCRIPTIONAL PAHLAVI": "Inscriptional Pahlavi",
    "INSCRIPTIONAL PARTHIAN": "Inscriptional Parthian", "PSALTER": "Psalter Pahlavi",
    "HANIFI": "Hanifi Rohingya", "SORA": "Sora Sompeng", "ZANABAZAR": "Zanabazar Square",
    "MASARAM": "Masaram Gondi", "GUNJALA": "Gunjala Gondi", "MENDE": "Mende Kikakui", "MRO": "Mro",
    "OLD ITALIC": "Old Italic", "OLD PERMIC": "Old Permic", "OLD PERSIAN": "Old Persian",
    "OLD SOUTH ARABIAN": "Old South Arabian", "OLD NORTH ARABIAN": "Old North Arabian",
    "OLD TURKIC": "Old Turkic", "OLD HUNGARIAN": "Old Hungarian", "OLD SOGDIAN": "Old Sogdian",
    "OLD UYGHUR": "Old Uyghur", "OLD CHINESE": "Han", "YI ": "Yi", "VAI ": "Vai", "LAO ": "Lao", "MIAO": "Miao",
}
# Whose names begin with that of the script.
SCRIPTS = """Adlam Ahom Arabic Armenian Avestan Balinese Bamum Batak Bengali Bhaiksuki Bopomofo Brahmi Buginese
Buhid Carian Chakma Cham Cherokee Chorasmian Coptic Cuneiform Cypriot Cyrillic Deseret Devanagari Dogra Duployan
Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gurmukhi Hangul Hanunoo Hatran Hebrew
Hiragana Javanese Kaithi Kannada Katakana Kharoshthi Khmer Khojki Khudawadi Latin Lepcha Limbu Lisu Lycian Lydian
Mahajani Makasar Malayalam Mandaic Manichaean Marchen Medefaidrin Modi Mongolian Multani Myanmar Nabataean
Nandinagari Newa Nko Nushu Ogham Oriya Osage Osmanya Palmyrene Phoenician Rejang Runic Samaritan Saurashtra
Sharada Shavian Siddham Sinhala Sogdian Soyombo Sundanese Syriac Tagalog Tagbanwa Takri Tamil Tangsa Tangut
Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vithkuqi Wancho Yezidi""".split()
PREFIXES.update((name.upper() + " ", name) for name in SCRIPTS)
# Python knows no names of these ideographs.
NAMELESS = {point: "Tangut" for point in points("17000-187F7 18D00-18D08")}
NO_SCRIPT = ("KATAKANA-HIRAGANA", "HALFWIDTH KATAKANA-HIRAGANA")
# Those that enum frozen_script numbers, and the others.
FIRST = ["Latin", "Greek", "Cyrillic", "Han", "Hiragana", "Katakana"]
SCRIPT_NAMES = [None, *FIRST, *sorted(set(PREFIXES.values()) - set(FIRST))]


def script_of(point):
    """The script of a letter, or None."""
    if CATEGORY[point][0] != "L":
        return None
    name = unicodedata.name(chr(point), "")
    found = [prefix for prefix in PREFIXES if name.startswith(prefix)]
    if name.startswith(NO_SCRIPT) or not found:
        return NAMELESS.get(point)
    return PREFIXES[max(found, key=len)]


# ---- Mappings ------------------------------------------------------------------------------------

# Trade marks stay signs: no word ends in TM.
NOT_WIDTH = set(map(ord, "™℠"))
STROKES = dict(zip("ØøŁłĐđĦħŦŧı", "OoLlDdHhTti"))
SAME_MARKS = {**{point: "'" for point in APOSTROPHES - {ord("'")}},
              **{point: "-" for point in range(LAST + 1) if class_of(point) == "dash" and point != ord("-")},
              **{slash: "/" for slash in SLASHES}, RATIO: ":", ord("／"): "/", ord("："): ":",
              **{point: "" for point in SKIN_TONES}}


OPTIONS = {"canonical": "N", "width": "W", "case": "C", "accents": "A", "punctuation": "P"}    # in the table


def mappings_of(point):
    """(the option that it needs, the text) of each mapping, in the order in which they are tried. The
    text may be mapped on."""
    character = chr(point)
    kind, _, decomposition = unicodedata.decomposition(character).rpartition("> ")
    text = "".join(chr(int(part, 16)) for part in decomposition.split())
    if 0xAC00 <= point <= 0xD7A3:
        return                   # by arithmetic
    if text and not kind:
        yield "canonical", unicodedata.normalize("NFD", character)
        return
    whole = unicodedata.normalize("NFKD", character)
    # A space with a mark is no use for accents that stand by themselves.
    if kind and point not in NOT_WIDTH and not (whole.startswith(" ") and whole != " "):
        yield "width", whole
    # That of the iota subscript has to wait until marks are in order.
    if character.casefold() != character and point != 0x345:
        yield "case", unicodedata.normalize("NFD", character.casefold())
    if character in STROKES:
        yield "accents", STROKES[character]
    if point in SAME_MARKS:
        yield "punctuation", SAME_MARKS[point]


def mappings():
    """(point, option, text), by point."""
    for point in range(LAST + 1):
        for option, text in mappings_of(point):
            yield point, option, text


def pairs():
    """(first, second, composed) of each canonical composition except those of Hangul."""
    for point in range(LAST + 1):
        parts = unicodedata.decomposition(chr(point)).split()
        if len(parts) == 2 and parts[0][0] != "<" and unicodedata.normalize("NFC", chr(point)) == chr(point):
            yield int(parts[0], 16), int(parts[1], 16), point


# ---- Writing -------------------------------------------------------------------------------------

def ranges():
    """(first, class, combining class, script, whether it may compose with the character before)."""
    seconds = {second for _, second, _ in pairs()}
    last = None
    for point in range(LAST + 1):
        script = SCRIPT_NAMES.index(script_of(point))
        here = (class_of(point), unicodedata.combining(chr(point)), script,
                int(point in seconds or 0x1161 <= point <= 0x1175 or 0x11A8 <= point <= 0x11C2))
        assert here[1] == 0 or here[0] in ("mark", "accent", "point")
        assert here[0] != "accent" or here[1] != 0, hex(point)
        if here != last:
            yield (point, *here)
            last = here


def is_of_letters(row):
    """Whether a range is of letters of a script, of which no more is to be said."""
    return row[1:3] == ("text", 0) and not row[4]


def index(firsts):
    """The last entry at or before the first code point of each block, and one more at the end."""
    result, at = [], 0
    for point in range(0, INDEXED + BLOCK, BLOCK):
        while at + 1 < len(firsts) and firsts[at + 1] <= point:
            at += 1
        result.append(at)
    return result


def first_at(firsts):
    """The first entry at or after the first code point of each block, and one more at the end."""
    return [bisect.bisect_left(firsts, point) for point in range(0, INDEXED + BLOCK, BLOCK)]


def rows(items):
    line = "   "
    for item in items:
        if len(line) + 1 + len(item) > 100:
            yield line
            line = "   "
        line += " " + item
    yield line


def array(declaration, items):
    yield f"static const {declaration} = {{"
    yield from rows([f"{item}," for item in items])
    yield "};"


def escaped(character):
    """A character as a C literal has it: itself, unless C or an editor would take it for something else."""
    point = ord(character)
    if character in '"\\?' or point < 0x20 or point == 0x7F:
        return f"\\{point:03o}"
    if point >= 0x80 and CATEGORY[point][0] in "CZ":
        return f"\\u{point:04X}" if point < 0x10000 else f"\\U{point:08X}"
    return character


def literal(text, end):
    """The lines of a text as a literal of UTF-32."""
    line, begin, columns = "", 'U"', 0
    for character in text:
        item = escaped(character)
        width = 2 if unicodedata.east_asian_width(character) in "WF" else len(item)
        if columns + width > 90:
            yield f'    {begin}{line}"'
            line, begin, columns = "", '"', 0
        line += item
        columns += width
    yield f'    {begin}{line}"{end}'


def mapping_runs():
    """(point, step, texts, option) of code points that follow each other at a step of 1 or 2 in one
    block, each with a single mapping, with the same option and a text of the same length."""
    found = {}
    for point, option, text in mappings():
        found.setdefault(point, []).append((option, text))

    def alike(point, other):
        (option, text), *more = found[point]
        return (other in found and not more and point // BLOCK == other // BLOCK
                and [(option, len(text))] == [(name, len(mapped)) for name, mapped in found[other]])

    while found:
        point = min(found)
        step = next((step for step in (1, 2) if alike(point, point + step)), 1)
        run = [point]
        while alike(point, run[-1] + step) and (step == 1 or run[-1] + 1 not in found):
            run.append(run[-1] + step)
        yield point, step, [found[member][0][1] for member in run], found[point][0][0]
        for option, text in found[point][1:]:
            yield point, 1, [text], option
        for member in run:
            del found[member]


def pool_of(runs):
    """The texts of all runs in rows of ROW characters, and where each run begins."""
    pool, places = [""], []
    for _, _, texts, _ in runs:
        text = "".join(texts)
        if len(pool[-1]) + len(text) > ROW:
            pool.append("")
        places.append((len(pool) - 1) * ROW + len(pool[-1]))
        pool[-1] += text
    return pool, places


def header():
    table, runs = list(ranges()), sorted(mapping_runs(), key=lambda run: run[0])
    traits = sorted({row[1:] for row in table if not is_of_letters(row)})
    pool, places = pool_of(runs)
    yield f"/* Made by generate_frozen_tables.py from Unicode {unicodedata.unidata_version}. Do not edit. */"
    yield "/* clang-format off */"
    yield "#define T(class, combining, script, joins) {frozen_##class, combining, script, joins}"
    yield "#define R(first, traits) {0x##first, traits}"
    yield "#define M(point, step, count, at, length, needs) {0x##point, step, count, at, length, needs}"
    yield from [f"#define {letter} fold_{option}" for option, letter in OPTIONS.items()]
    yield from array("char *const script_names[]",
                     ["NULL"] + [f'"{name}"' for name in SCRIPT_NAMES[1:]])
    yield from array("struct frozen_character traits[]",
                     ["T({},{},{},{})".format(*row) for row in traits])
    yield from array("struct frozen_range ranges[]",
                     [f"R({row[0]:X},{len(traits) + row[3] if is_of_letters(row) else traits.index(row[1:])})"
                      for row in table])
    yield from array("uint16_t range_index[]", index([row[0] for row in table]))
    yield from array("struct mapping_run mapping_runs[]",
                     [f"M({point:X},{step},{len(texts)},{at},{len(texts[0])},{OPTIONS[option]})"
                      for (point, step, texts, option), at in zip(runs, places)])
    yield from array("uint16_t mapping_index[]", first_at([run[0] for run in runs]))
    yield f"enum {{ mapped_row = {ROW} }};"
    yield "static const uint32_t mapped_points[][mapped_row + 1] = {"
    for row in pool:
        yield from literal(row, ",")
    yield "};"
    yield "static const uint32_t compositions[] = /* first, second, whole */"
    yield from literal("".join(map(chr, itertools.chain(*sorted(pairs())))), ";")
    yield from [f"#undef {name}" for name in ("T", "R", "M", *OPTIONS.values())]
    yield "/* clang-format on */"


def require_version():
    if unicodedata.unidata_version != VERSION:
        sys.exit(f"the tables are frozen: this needs Unicode {VERSION}, not {unicodedata.unidata_version}")


if __name__ == "__main__":
    require_version()
    print("\n".join(header()))
