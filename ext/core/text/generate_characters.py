#!/usr/bin/python3
"""generate_characters.py - writes character_tables.h, the tables of characters.c.

    /usr/bin/python3 ext/core/text/generate_characters.py > ext/core/text/character_tables.h

Needs a Python with Unicode 14.0.0, such as 3.11: what is stored and indexed depends on these tables, so they never
follow a newer Unicode. The header is part of the repository, so a build does not run this script;
tests/core/text/characters.py checks that it makes this header.
"""

import itertools
import sys
import unicodedata

VERSION = "14.0.0"
LAST = 0x10FFFF
BLOCK, GROUP = 128, 16           # code points of a block, blocks of a group
ROW = 2048                       # characters of a literal: a C compiler need not take more than 4095
CATEGORY = [unicodedata.category(chr(point)) for point in range(LAST + 1)]


def points(*spans):
    """The code points of spans "first-last" or "point", in hexadecimal."""
    result = set()
    for span in " ".join(spans).split():
        first, _, last = span.partition("-")
        result.update(range(int(first, 16), int(last or first, 16) + 1))
    return result


# ---- As folding sees them ------------------------------------------------------------------------

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
    "FULLWIDTH LATIN": "Latin", "MEROITIC HIEROGLYPHIC": "Meroitic Hieroglyphs",
    "EGYPTIAN": "Egyptian Hieroglyphs", "ANATOLIAN": "Anatolian Hieroglyphs", "KHITAN": "Khitan Small Script",
    "PHAGS": "Phags Pa", "CYPRO": "Cypro Minoan", "OLD CHINESE": "Han", "MEETEI": "Meetei Mayek",
}
# Whose names begin with that of the script.
SCRIPTS = """Adlam, Ahom, Arabic, Armenian, Avestan, Balinese, Bamum, Bassa Vah, Batak, Bengali, Bhaiksuki, Bopomofo,
Brahmi, Buginese, Buhid, Carian, Caucasian Albanian, Chakma, Cham, Cherokee, Chorasmian, Coptic, Cuneiform, Cypriot,
Cyrillic, Deseret, Devanagari, Dives Akuru, Dogra, Duployan, Elbasan, Elymaic, Ethiopic, Georgian, Glagolitic, Gothic,
Grantha, Greek, Gujarati, Gunjala Gondi, Gurmukhi, Hangul, Hanifi Rohingya, Hanunoo, Hatran, Hebrew, Hiragana,
Imperial Aramaic, Inscriptional Pahlavi, Inscriptional Parthian, Javanese, Kaithi, Kannada, Katakana, Kayah Li,
Kharoshthi, Khmer, Khojki, Khudawadi, Lao, Latin, Lepcha, Limbu, Linear A, Linear B, Lisu, Lycian, Lydian, Mahajani,
Makasar, Malayalam, Mandaic, Manichaean, Marchen, Masaram Gondi, Medefaidrin, Mende Kikakui, Meroitic Cursive, Miao,
Modi, Mongolian, Mro, Multani, Myanmar, Nabataean, Nandinagari, New Tai Lue, Newa, Nko, Nushu, Nyiakeng Puachue Hmong,
Ogham, Ol Chiki, Old Hungarian, Old Italic, Old North Arabian, Old Permic, Old Persian, Old Sogdian, Old South Arabian,
Old Turkic, Old Uyghur, Oriya, Osage, Osmanya, Pahawh Hmong, Palmyrene, Pau Cin Hau, Phoenician, Psalter Pahlavi,
Rejang, Runic, Samaritan, Saurashtra, Sharada, Shavian, Siddham, Sinhala, Sogdian, Sora Sompeng, Soyombo, Sundanese,
Syloti Nagri, Syriac, Tagalog, Tagbanwa, Tai Le, Tai Tham, Tai Viet, Takri, Tamil, Tangsa, Tangut, Telugu, Thaana,
Thai, Tibetan, Tifinagh, Tirhuta, Toto, Ugaritic, Vai, Vithkuqi, Wancho, Warang Citi, Yezidi, Yi, Zanabazar Square"""
PREFIXES.update((name.upper() + " ", name) for name in SCRIPTS.replace("\n", " ").split(", "))
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


def mappings_of(point):
    """(the option that it needs, the text) of each mapping, in the order of trial. The text may be mapped on."""
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


# ---- As words see them ---------------------------------------------------------------------------

JOINING = {0x00AD, 0x200C, 0x200D}
# Shapes of a quotation mark or dash that mean the same, and letters whose stroke is no accent.
SHAPES = {ord(other): ord(mark) for mark, others in
          {"'": "\u2018\u2019", '"': "\u201c\u201d", "-": "\u2010\u2011\u2013\u2014\u2212"}.items() for other in others}
PLAIN_STROKES = dict(zip(map(ord, "ıłəøđħ"), map(ord, "ileodh")))

# Scripts without spaces between words: each character is a word of its own.
UNSPACED = ("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH", "IDEOGRAPHIC", "HIRAGANA", "THAI ",
            "LAO ", "KHMER ", "MYANMAR ", "TAI LE ", "NEW TAI LUE ", "TAI THAM ", "TAI VIET ",
            "TANGUT ", "YI SYLLABLE")
ALTERNATING = "pairs"
CLASS_OF_CATEGORY = {"Lu": "upper", "Lt": "upper", "Ll": "lower", "Nd": "digit", "Cf": "format"}


def word_class_of(point):
    character = chr(point)
    category = CATEGORY[point]
    if point in JOINING or category[0] == "M":
        return "mark"
    if category in CLASS_OF_CATEGORY:
        return CLASS_OF_CATEGORY[category]
    if category[0] == "Z" or character.isspace():
        return "space"
    if category[0] in "LN":
        return "sign" if unicodedata.name(character, "").startswith(UNSPACED) else "letter"
    return "other"


def fold(point):
    """The character that represents all cases of this one. Always a single character."""
    if point in SHAPES:
        return SHAPES[point]
    for folded in chr(point).casefold(), chr(point).lower():
        if len(folded) == 1:
            return ord(folded)
    return ord(chr(point).lower()[0])  # of İ, which folds to i and a combining dot


def word_traits():
    """(class, to_folded) of each code point. Where upper and lower case alternate, the class is ALTERNATING and
    to_folded says whether the upper case letters have even or odd code points."""
    result = []
    for point in range(LAST + 1):
        if CATEGORY[point] == "Cn" and result and result[-1][0] != "digit":
            result.append(result[-1])  # not assigned: as its neighbour, which makes fewer runs
        else:
            result.append((word_class_of(point), fold(point) - point))
    at = 0
    while at < LAST:
        end = at
        while result[end:end + 2] == [("upper", 1), ("lower", 0)]:
            end += 2
        if end - at >= 4:
            result[at:end] = [(ALTERNATING, at % 2)] * (end - at)
        at = max(end, at + 1)
    for at in range(BLOCK, LAST, BLOCK):  # as character_digit_value() has it
        assert (result[at - 1][0], result[at][0]) != ("digit", "digit"), hex(at)
    return result


def plain(point):
    """The letter without diacritics, and 2 for ²; any other character as it is."""
    if word_class_of(point) not in ("lower", "letter") or point in PLAIN_STROKES:
        return PLAIN_STROKES.get(point, point)
    letters = unicodedata.normalize("NFKD", chr(point))
    return ord(letters[0]) if all(map(unicodedata.combining, letters[1:])) else point


# ---- Tables --------------------------------------------------------------------------------------

COMPOSITIONS = sorted(
    (first, second, point) for point in range(LAST + 1)
    for parts in [unicodedata.decomposition(chr(point)).split()] if len(parts) == 2 and parts[0][0] != "<"
    for first, second in [[int(part, 16) for part in parts]] if unicodedata.normalize("NFC", chr(point)) == chr(point))


def folding_traits():
    """(class, combining class, script, whether it may compose with the character before) of each code point."""
    seconds = {second for _, second, _ in COMPOSITIONS} | {*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)}
    result = [(class_of(point), unicodedata.combining(chr(point)), SCRIPT_NAMES.index(script_of(point)),
               int(point in seconds)) for point in range(LAST + 1)]
    assert all(combining == 0 or name in ("mark", "accent", "point") for name, combining, _, _ in result)
    assert all(name != "accent" or combining != 0 for name, combining, _, _ in result)
    return result


def takes_case_of_words(point, traits):
    """Whether the mapping of case is to what `fold` gives, so that the table does not repeat it."""
    return fold(point) != point and (traits[0] == "sign" or (traits[0] == "text" and traits[2] > 0))


def mapping_traits(folding, words):
    """((what it needs, length of its text), ...) of each code point, and the texts."""
    traits, texts = [], []
    folded = {point + (to_folded if name != ALTERNATING else point % 2 == to_folded)
              for point, (name, to_folded) in enumerate(words)}
    for point in range(LAST + 1):
        found, rest = list(mappings_of(point)), plain(point)
        if takes_case_of_words(point, folding[point]):
            assert {"canonical", "case"} & set(dict(found)), hex(point)
            found = [mapping for mapping in found
                     if mapping != ("case", unicodedata.normalize("NFD", chr(fold(point))))]
        kind = []
        for option, text in found:
            needs = OPTIONS[option]
            # Of upper case only what stays when it is folded needs to be right; the others are like their neighbours.
            if text and all(map(unicodedata.combining, text[1:])) and (
                    ord(text[0]) == rest != point or (point not in folded and words[point][0] in ("upper", ALTERNATING))):
                needs, rest = needs + "|L", point
            kind.append((needs, len(text)))
        if rest != point:
            found.append((None, chr(rest)))
            kind.append(("X|L", 1))
        traits.append(tuple(kind))
        texts.append("".join(text for _, text in found))
    return traits, texts


def small(value):
    """A number below 512 as a character of a table: a letter of Latin."""
    assert value < 512
    return chr(0x100 + value)


def large(value):
    """Any other: an ideograph."""
    return chr(0x4E00 + value)


class Runs:
    """The runs of code points that have the same traits in each block: where they end, and the number of these."""

    def __init__(self):
        self.rows, self.starts, self.groups = [""], [], []

    def place(self, text):
        """Appends a text, and returns where it is in the rows."""
        if len(self.rows[-1]) + len(text) > ROW:
            self.rows.append("")
        self.rows[-1] += text
        return (len(self.rows) - 1) * ROW + len(self.rows[-1]) - len(text)

    def add(self, traits, texts=None, key=None):
        """Adds a table, and returns its traits in the order of their numbers, which that of `key` gives. With texts a
        block begins with the place of its first text, and each run says how much later its own texts begin."""
        blocks = [[(trait, len(list(run))) for trait, run in itertools.groupby(traits[at:at + BLOCK])]
                  for at in range(0, LAST + 1, BLOCK)]
        order = sorted(set(traits), key=key)
        known, starts, place = {}, [], 0
        for block in blocks:
            text, end, later = "", 0, 0
            for trait, length in block:
                end += length
                text += small(end) + small(order.index(trait)) + (small(later) if texts else "")
                later += length * sum(length_of_text for _, length_of_text in trait) if texts else 0
            if texts:
                text = large(place if later else 0) + text
                place += later
            if text not in known:
                known[text] = self.place(text)
            starts.append(known[text])
        for at in range(0, len(starts), GROUP):
            group = starts[at:at + GROUP]
            if group not in self.starts:
                self.starts.append(group)
            self.groups.append(self.starts.index(group))
        return order


# ---- Writing -------------------------------------------------------------------------------------

# Letters that stand for words in the tables.
MARKS = {"mark": "M", "accent": "A", "point": "P"}
OPTIONS = {"canonical": "N", "width": "W", "case": "C", "accents": "A", "punctuation": "P"}
WORD_CLASSES = {"other": "O", "space": "B", "digit": "D", "upper": "U", "lower": "L", "letter": "A", "mark": "M",
                "sign": "S", "format": "F", ALTERNATING: "P"}


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


def literal(prefix, text, end):
    """The lines of a text as a literal."""
    line, begin, columns = "", prefix + '"', 0
    for character in text:
        item = escaped(character)
        width = 2 if unicodedata.east_asian_width(character) in "WF" else len(item)
        if columns + width > 90:
            yield f'    {begin}{line}"'
            line, begin, columns = "", '"', 0
        line += item
        columns += width
    yield f'    {begin}{line}"{end}'


def strings(declaration, prefix, texts):
    yield f"static const {declaration} = {{"
    for text in texts:
        yield from literal(prefix, text, ",")
    yield "};"


def header():
    runs, folding, words = Runs(), folding_traits(), word_traits()
    mapping, texts = mapping_traits(folding, words)
    letters = [("text", 0, script, 0) for script in range(len(SCRIPT_NAMES))]
    folding_order = runs.add(folding, key=lambda row: (row in letters, row))
    assert folding_order[-len(letters):] == letters, "letters come last, as frozen_character_of() has it"
    word_order, mapping_order = runs.add(words), runs.add(mapping, texts)
    mapped = "".join(texts)
    yield f"/* Made by generate_characters.py from Unicode {unicodedata.unidata_version}. Do not edit. */"
    yield "/* clang-format off */"
    yield f"enum {{ block_points = {BLOCK}, group_blocks = {GROUP}, row_size = {ROW} }};"
    yield "#define T(class, combining, script, joins) {frozen_##class, combining, script, joins}"
    yield from [f"#define {letter}(combining, joins) T({name}, combining, 0, joins)" for name, letter in MARKS.items()]
    yield from array("struct frozen_character folding_traits[]",
                     [f"{MARKS[row[0]]}({row[1]},{row[3]})" if row[0] in MARKS else "T({},{},{},{})".format(*row)
                      for row in folding_order[:-len(letters)]])
    yield from [f"#undef {letter}" for letter in ("T", *MARKS.values())]
    yield from [f"#define {letter} range_{name}" for name, letter in WORD_CLASSES.items()]
    yield from array("struct word_traits word_traits[]",
                     [f"{{{to_folded},{WORD_CLASSES[name]}}}" for name, to_folded in word_order])
    yield from [f"#undef {letter}" for letter in WORD_CLASSES.values()]
    yield from [f"#define {letter} fold_{option}" for option, letter in OPTIONS.items()]
    yield "#define L gives_plain"
    yield "#define X gives_only_plain"
    yield from array("struct mapping_traits mapping_traits[]",
                     ["{%d,{%s},{%s}}" % (len(kind), *(",".join(map(str, part)) for part in zip(*kind or [("N", 0)])))
                      for kind in mapping_order])
    yield from [f"#undef {letter}" for letter in ("L", "X", *OPTIONS.values())]
    yield from array("char *const script_names[]", ["NULL"] + [f'"{name}"' for name in SCRIPT_NAMES[1:]])
    yield "static const uint16_t groups[] ="
    yield from literal("u", "".join(map(small, runs.groups)), ";")
    yield "static const uint16_t starts[] ="
    yield from literal("u", "".join(map(large, itertools.chain(*runs.starts))), ";")
    yield from strings("uint16_t runs[][row_size + 1]", "u", runs.rows)
    yield from strings("uint32_t mapped_points[][row_size + 1]", "U",
                       [mapped[at:at + ROW] for at in range(0, len(mapped), ROW)])
    yield "static const uint32_t compositions[] = /* first, second, whole */"
    yield from literal("U", "".join(map(chr, itertools.chain(*COMPOSITIONS))), ";")
    yield "/* clang-format on */"


if __name__ == "__main__":
    if unicodedata.unidata_version != VERSION:
        sys.exit(f"the tables are frozen: this needs Unicode {VERSION}, not {unicodedata.unidata_version}")
    print("\n".join(header()))
