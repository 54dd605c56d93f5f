"""reference.py - a second implementation of the functions: short, slow and independent.

It follows the pages in docs/ and the papers that they name, not the code: sets are sets, distances
fill a matrix, probabilities enumerate, components are searched. A text is a str; bytes are read as
Python's errors="replace" reads them, which is section 1 of docs/formats/signature-format.md.
"""
import collections
import fractions
import functools
import itertools
import math
import os
import re
import struct
import unicodedata

M = 2**64 - 1
B = 0x9E3779B97F4A7C15


# ---- Sets and distances: similarity.md ------------------------------------------------------------

def shingles(text, length):
    """Of a text, or of any sequence."""
    length = min(length, len(text))
    return [text[i:i + length] for i in range(len(text) - length + 1)] if text else []


def jaccard(a, b, length=12):
    a, b = set(shingles(a, length)), set(shingles(b, length))
    return len(a & b) / len(a | b) if a | b else 1.0


def containment(a, b, length=12):
    a, b = set(shingles(a, length)), set(shingles(b, length))
    return len(a & b) / len(a) if a else 1.0


def edit_distance(a, b, bound=M):
    """What both texts begin and end with costs nothing, so it does not enter the matrix."""
    same = len(os.path.commonprefix([a, b]))
    a, b = a[same:], b[same:]
    same = len(os.path.commonprefix([a[::-1], b[::-1]]))
    a, b = a[:len(a) - same], b[:len(b) - same]
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, left, row = row, i, [i]
        for y, corner, upper in zip(b, above, above[1:]):
            corner, left = corner + (x != y), (upper if upper < left else left) + 1
            left = corner if corner < left else left
            row.append(left)
    return min(row[-1], bound + 1)


def edit_similarity(a, b):
    return 1 - edit_distance(a, b) / max(len(a), len(b)) if a or b else 1.0


# ---- Projections: projection-format.md, projections.md --------------------------------------------

def number_of(state, n):
    """Number n, from 0, of the stream with this state."""
    return mix64(state + (n + 1) * B & M)


@functools.lru_cache(1 << 16)
def hyperplane(seed, bit, dimension):
    key = number_of(number_of(seed & M, 0), dimension)
    return sum(number_of(key, bit).to_bytes(8, "little")) - 1020


def projection(vector, bits=256, seed=1):
    """`vector` is a list of values, or a dict of values by dimension."""
    items = sorted(vector.items()) if isinstance(vector, dict) else list(enumerate(vector))
    greatest = max((abs(fractions.Fraction(value)) for _, value in items), default=0)
    if not greatest:
        return None
    power = 0
    while greatest * fractions.Fraction(2)**power >= 2**15:
        power -= 1
    while greatest * fractions.Fraction(2)**power < 2**14:
        power += 1
    scaled = [(d, max(-32767, min(32767, round(fractions.Fraction(value) * fractions.Fraction(2)**power))))
              for d, value in items]  # round() is half to even
    signs = [sum(x * hyperplane(seed, bit, d) for d, x in scaled) >= 0 for bit in range(bits)]
    return projection_blob(signs, 0 if isinstance(vector, dict) else len(vector), 0, seed)


def projection_blob(signs, dimensions, order, seed):
    packed = bytearray(-(-len(signs) // 8))
    for i, sign in enumerate(signs):
        packed[i // 8] |= sign << 7 - i % 8
    return struct.pack("<4sBBHIIq", b"NDP1", 0, 0, len(signs), dimensions, order, seed) + bytes(packed)


def bits_of(signature):
    count, = struct.unpack_from("<H", signature, 6)
    return [signature[24 + i // 8] >> 7 - i % 8 & 1 for i in range(count)]


def permute_bits(signature, permutation, seed=1):
    dimensions, _, plane_seed = struct.unpack_from("<IIq", signature, 8)
    bits, order = bits_of(signature), 65536 * seed + permutation if permutation else 0
    if order:
        draws, places = splitmix(order), list(range(len(bits)))
        for i in range(len(bits) - 1, 0, -1):
            j = below(draws, i + 1)
            places[i], places[j] = places[j], places[i]
        bits = [bits[place] for place in places]
    return projection_blob(bits, dimensions, order, plane_seed)


def hamming_distance(s, t):
    return sum(x != y for x, y in zip(bits_of(s), bits_of(t)))


def projection_bands(signature, bands, rows):
    bits = bits_of(signature)
    for band in range(bands):
        number = int("".join(map(str, bits[band * rows:(band + 1) * rows])), 2)
        yield band + 1, number - (number >> 63 << 64)


def projection_match_probability(cosine, bands=16, rows=16):
    side = fractions.Fraction(1 - math.acos(cosine) / math.pi)
    return float(1 - (1 - side**rows)**bands)


# ---- Signatures: signature-format.md --------------------------------------------------------------

def mix64(x):
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & M
    x = (x ^ x >> 27) * 0x94D049BB133111EB & M
    return x ^ x >> 31


def splitmix(seed):
    while True:
        seed = seed + B & M
        yield mix64(seed)


def below(stream, limit):
    return next(number for number in stream if number < 2**64 // limit * limit) % limit


def fingerprint(shingle):
    total = 0
    for number in shingle:
        total = total * B + number + 1 & M
    return mix64(total)


SIGN_NAMES = ("CJK UNIFIED IDEOGRAPH", "CJK COMPATIBILITY IDEOGRAPH", "IDEOGRAPHIC", "HIRAGANA", "THAI ", "LAO ",
              "KHMER ", "MYANMAR ", "TAI LE ", "NEW TAI LUE ", "TAI THAM ", "TAI VIET ", "TANGUT ", "YI SYLLABLE")


@functools.lru_cache(None)
def class_of(character):
    """As a letter: m(ark), d(igit), s(ign), l(etter), or the point and comma that numbers may have."""
    category = unicodedata.category(character)
    if category[0] == "M" or character in "\u00AD\u200C\u200D":
        return "m"
    if category == "Nd":
        return "d"
    if category[0] in "LN":
        return "s" if unicodedata.name(character, "").startswith(SIGN_NAMES) else "l"
    return character if character in ".," else " "


@functools.lru_cache(None)
def plain_letter(character):
    folded = next((f for f in (character.casefold(), character.lower()) if len(f) == 1),
                  character.lower()[:1])
    if class_of(folded) != "l" or unicodedata.category(folded) in ("Lu", "Lt"):
        return folded
    decomposed = unicodedata.normalize("NFKD", folded)
    return {"ı": "i", "ł": "l", "ə": "e", "ø": "o", "đ": "d", "ħ": "h"}.get(
        folded, folded if any(not unicodedata.combining(c) for c in decomposed[1:]) else decomposed[0])


def plain_words(text):
    """The words of section 8, as sequences of letters."""
    classes = "".join(map(class_of, text))
    return ["".join(plain_letter(c) for c in text[m.start():m.end()] if class_of(c) != "m")
            for m in re.finditer("l[lmd]*|d+(?:[.,]d+)*|sm*", classes)]


def word_hash(word):
    """Groups of up to eight letters of ASCII, or of one letter beyond."""
    total = 0
    for group in re.findall("[\0-\x7f]{1,8}|[^\0-\x7f]", word):
        number = int.from_bytes(group.encode(), "little") if group.isascii() else ord(group) + 2**63
        total = (total ^ number) * B & M
    return ((total ^ total >> 32) * 0xBF58476D1CE4E5B9 & M) >> 32


WORDS_MOST, COLUMNS = 2**21, 2**22


def word_frequencies(texts):
    """word_frequencies, in texts.md"""
    counts = collections.Counter(word_hash(word) for text in texts for word in plain_words(text))
    numbers, before = [], -1
    if len(counts) <= WORDS_MOST:
        for word in sorted(counts):
            numbers += word - before - 1, counts[word]
            before = word
    else:
        numbers = [0] * 2 * COLUMNS
        for word, count in counts.items():
            mixed = mix64(word)
            numbers[mixed % COLUMNS] += count
            numbers[COLUMNS + (mixed >> 32) % COLUMNS] += count
    return (b"NDWF" + struct.pack("<IQI", 2, len(texts), len(counts) > WORDS_MOST)
            + b"".join(varint(min(number, 2**32 - 1)) for number in numbers))


class Family:
    """The schemes banded, words and paper: sections 2 to 6 and 8."""
    number = {"banded": 0, "words": 5, "paper": 1}
    defaults = {"banded": (25, 4, 0, 1), "words": (25, 4, 0, 1), "paper": (10, 10, 20, 1)}

    def __init__(self, scheme="banded", shingle=0, bands=0, rows=0, hashes=0, seed=None):
        defaults = self.defaults[scheme]
        self.banded = scheme in ("banded", "words")
        self.scheme, self.seed = scheme, defaults[3] if seed is None else seed
        self.shingle = shingle or (5 if scheme == "words" else 12)
        self.bands, self.rows = bands or defaults[0], rows or defaults[1]
        self.hashes = hashes or defaults[2] or self.bands * self.rows
        self.functions, self.draws = self.choose()

    def choose(self):
        stream, n, rows = splitmix(self.seed), self.hashes, self.rows
        functions = [(next(stream), next(stream)) for _ in range(n)]
        if self.banded:
            return functions, [range(i, i + rows) for i in range(0, self.bands * rows, rows)]
        draws = []
        for _ in range(self.bands):
            deck = list(range(n))
            for r in range(rows):
                d = r + below(stream, n - r)
                deck[r], deck[d] = deck[d], deck[r]
            draws.append(sorted(deck[:rows]))
        return functions, draws

    def minima(self, text):
        sequence = [word_hash(word) for word in plain_words(text)] if self.scheme == "words" else \
            [ord(character) for character in text]
        prints = {fingerprint(s) for s in shingles(sequence, self.shingle)}
        if self.banded:
            high = {f >> 32 for f in prints}
            return [min(((p >> 32 | 1) * f + (q >> 32) & 2**32 - 1 for f in high), default=2**32 - 1)
                    for p, q in self.functions]
        return [min((((p | 1) * f + q & M) >> 4 for f in prints), default=M)
                for p, q in self.functions]

    def signatures(self, text):
        minima, rows = self.minima(text), []
        signed = plain_words(text) if self.scheme == "words" else text
        for band, draw in enumerate(self.draws if signed else [], 1):
            signature = mix64(band) if self.scheme in Family.number else 0
            for function in draw:
                signature = mix64(signature ^ minima[function])
            rows.append((band, signature - 2**64 if signature >> 63 else signature))
        return rows


class JavaRandom:
    """java.util.Random, from its documentation; numbers are signed, as in Java."""

    def __init__(self, seed):
        self.state = (seed ^ 0x5DEECE66D) % 2**48

    def next(self, bits):
        self.state = (self.state * 0x5DEECE66D + 0xB) % 2**48
        number = self.state >> 48 - bits
        return number - 2**32 if number >> 31 else number

    def long(self):
        return ((self.next(32) << 32) + self.next(32) + 2**63) % 2**64 - 2**63

    def below(self, limit):
        if limit & limit - 1 == 0:
            return limit * self.next(31) >> 31
        while (r := self.next(31)) - r % limit + limit - 1 >= 2**31:
            pass
        return r % limit


class WikiduperFamily(Family):
    """Section 7."""
    number = {"wikiduper": 2, "wikiduper-fixed": 3, "wikiduper-report": 4}
    defaults = dict.fromkeys(number, (10, 10, 20, 1123456))

    def choose(self):
        stream, words = JavaRandom(self.seed), self.shingle * 3 // 8 + 1
        of_functions = [JavaRandom(stream.long()) for _ in range(self.hashes)]
        of_draws = JavaRandom(stream.long())
        addend = (lambda r: 0) if self.scheme == "wikiduper-report" else JavaRandom.long
        return ([[(r.long() | 1, addend(r)) for _ in range(words)] for r in of_functions],
                [[of_draws.below(self.hashes) for _ in range(self.rows)] for _ in range(self.bands)])

    def words(self, shingle):
        size = 64 if self.scheme == "wikiduper-report" else 8
        words = [0] * (len(shingle) // size + 1)
        for i, byte in enumerate(shingle):
            if self.scheme == "wikiduper-fixed":
                words[i // size] |= byte << 8 * (i % 8)
            else:
                part = byte << 8 * (i % 4)
                words[i // size] |= part - 2**32 if part >> 31 else part
        return words

    def minima(self, text):
        units = text.encode("utf-16-le")
        length = min(2 * self.shingle, len(units))
        cut = {units[i:i + length] for i in range(0, len(units) - length + 1, 2)} if text else ()
        packed = [self.words(s.decode("utf-16-le", "surrogatepass").encode("utf-8", "replace"))
                  for s in cut]
        return [min([sum([a * v + b for v, (a, b) in zip(words, function)]) % 2**64 >> 4
                     for words in packed], default=M) for function in self.functions]


def family(scheme="banded", **parameters):
    return (Family if scheme in Family.number else WikiduperFamily)(scheme, **parameters)


# ---- minhash_match_probability: every set of functions that may agree -----------------------------

def match_probability(family_, s):
    if family_.banded:
        return 1 - (1 - s**family_.rows)**family_.bands
    draws, n = [set(draw) for draw in family_.draws], family_.hashes
    return sum(s**size * (1 - s)**(n - size)
               for size in range(n + 1)
               for agreeing in itertools.combinations(range(n), size)
               if any(draw.issubset(agreeing) for draw in draws))


# ---- Clusters: clusters.md, component-format.md ---------------------------------------------------

def partners(edges):
    found = {}
    for a, b in edges:
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found


def components(edges):
    neighbours, component = partners(edges), {}
    for first in sorted(neighbours):
        reached = [] if first in component else [first]
        while reached:
            member = reached.pop()
            if member not in component:
                component[member] = first
                reached.extend(neighbours[member])
    return sorted(component.items())


def stars(edges):
    neighbours, cluster = partners(edges), {}
    for member, others in neighbours.items():
        others.discard(member)
    for member in sorted(neighbours, key=lambda member: (-len(neighbours[member]), member)):
        if member not in cluster:
            taken = [member, *(other for other in neighbours[member] if other not in cluster)]
            cluster.update(dict.fromkeys(taken, min(taken)))
    return sorted(cluster.items())


def linked_clusters(edges):
    """Edges (a, b, weight, link): each that may, joins two clusters, by a look at all cannot-links."""
    cluster = {end: end for edge in edges for end in edge[:2]}
    cannot = [(a, b) for a, b, _, link in edges if link == -1 and a != b]
    ranked = sorted((-link, 0 if link else -weight, min(a, b), max(a, b)) for a, b, weight, link in edges if link >= 0)
    for _, _, a, b in ranked:
        joined = {cluster[a], cluster[b]}
        if not any({cluster[x], cluster[y]} == joined for x, y in cannot if cluster[x] != cluster[y]):
            cluster = {node: min(joined) if own in joined else own for node, own in cluster.items()}
    return sorted(cluster.items())


def varint(number):
    return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + varint(number >> 7)


def text_component_blob(rows):
    place = {member: i for i, (member, _) in enumerate(rows)}
    entries = (varint(len(member.encode())) + member.encode() + varint(i - place[component])
               for i, (member, component) in enumerate(rows))
    return b"NDC2" + varint(len(rows)) + b"".join(entries)


def component_blob(rows):
    if rows and isinstance(rows[0][0], str):
        return text_component_blob(rows)
    place = {member: i for i, (member, _) in enumerate(rows)}
    blob, previous = [b"NDC1", varint(len(rows))], -2**63
    for i, (member, component) in enumerate(rows):
        blob += varint(member - previous), varint(i - place[component])
        previous = member
    return b"".join(blob)


# ---- Columns: column-format.md ---------------------------------------------------------------------

def padded(buffers):
    blob = b""
    for buffer in buffers:
        blob += bytes(-len(blob) % 8) + buffer
    return blob


def column_type(values):
    """NULL, integers, real numbers, texts or blobs, as 0 to 4; None if they do not go together."""
    types = {type(value) for value in values} - {type(None)}
    if types == {int, float}:
        whole = [value for value in values if isinstance(value, int)]
        return 2 if all(abs(n) <= 2**53 or float(n) == n and abs(float(n)) < 2**63 or n == -2**63
                        for n in whole) else None
    numbers = {int: 1, float: 2, str: 3, bytes: 4}
    return 0 if not types else numbers[types.pop()] if len(types) == 1 else None


def column_blob(values, kind=None):
    """The values as pack_column() writes them; types 5 and 6 on request."""
    kind = column_type(values) if kind is None else kind
    count, has_nulls = len(values), None in values
    bits = sum((value is not None) << i for i, value in enumerate(values))
    header = struct.pack("<4sBBHQ", b"NDA1", kind, has_nulls, 0, count)
    buffers = [header] + [bits.to_bytes((count + 7) // 8, "little")] * has_nulls
    if kind in (1, 2):
        buffers.append(struct.pack(f"<{count}{' qd'[kind]}", *(value or 0 for value in values)))
    elif kind:
        parts = [(value.encode() if isinstance(value, str) else value or b"") for value in values]
        ends = itertools.accumulate(map(len, parts), initial=0)
        buffers += [struct.pack(f"<{count + 1}{'Q' if kind < 5 else 'I'}", *ends), b"".join(parts)]
    return padded(buffers)


# ---- Folding and scripts: texts.md ----------------------------------------------------------------

def spans(*texts):
    """The characters of spans like "ac" in each text of pairs."""
    return {chr(point) for text in texts for first, last in zip(text[::2], text[1::2])
            for point in range(ord(first), ord(last) + 1)}


ACCENTS = spans("\u0300\u0344", "\u0346\u034e", "\u0350\u036f", "\u0483\u0487", "\u1ab0\u1abd",
                "\u1abf\u1aff", "\u1dc0\u1dff", "\u20d0\u20dc", "\u20e1\u20e1", "\u20e5\u20f0",
                "\u2de0\u2dff", "\ua66f\ua66f", "\ua674\ua67d", "\ua69e\ua69f", "\ufe20\ufe2f")
POINTS = spans("\u0345\u0345", "\u0488\u0489", "\u1abe\u1abe", "\u20dd\u20e0", "\u20e2\u20e4",
               "\ua670\ua672", "\u0591\u05bd", "\u05bf\u05bf", "\u05c1\u05c2", "\u05c4\u05c5",
               "\u05c7\u05c7", "\u0610\u061a", "\u064b\u0652", "\u0656\u065e", "\u0670\u0670",
               "\u06d6\u06dc", "\u06df\u06e4", "\u06e7\u06e8", "\u06ea\u06ed", "\u0898\u089f",
               "\u08ca\u08e1", "\u08e3\u08ff")
INVISIBLE = spans("\u00ad\u00ad", "\u034f\u034f", "\u061c\u061c", "\u115f\u1160", "\u17b4\u17b5",
                  "\u180b\u180f", "\u200b\u200f", "\u202a\u202e", "\u2060\u206f", "\u3164\u3164",
                  "\ufe00\ufe0f", "\ufeff\ufeff", "\uffa0\uffa0", "\ufff9\ufffb",
                  "\U0001bca0\U0001bca3", "\U0001d173\U0001d17a", "\U000e0000\U000e0fff")
OWN_LETTERS = {unicodedata.normalize("NFD", letter) for letter in "йЙўЎїЇѓЃќЌ"}
STROKES = str.maketrans("ØøŁłĐđĦħŦŧı", "OoLlDdHhTti")
ALL = "case,width,accents,punctuation,space"
QUOTES, SLASHES, JOINERS = "'`´‘’‛ʹʻʼ′‵׳＇", "⁄∕／", ".,:/*^~·٫٬，．：～＊＾∶∗∙⋅∼"
SIGNS = "%‰‱٪﹪％#﹟＃&﹠＆"
SAYS_NOTHING = set("|｜¦￤©®°℗℠™\U0001f12f∎⋆⦁⦿⧫⏐￨￭￮☙❍❖\u2800\u303f\ufffc\ufffd") | spans(
    "⋮⋱", "⎛⎽", "⏜⏡", "─▱", "▶▻", "◀●", "◖◿", "\U0001fb00\U0001fbca", "✢✧", "✱❃", "❇❋", "❏❕", "❗❢", "❦❧",
    "➢➤", "⬒⬚", "⬝⬯", "⭓⭔", "⭖⭘", "\U0001f532\U0001f533", "\U0001f536\U0001f539",
    "\U0001f650\U0001f66f", "\U0001f676\U0001f67f", "\U0001f780\U0001f7bf")
SKIN_TONES = spans("\U0001f3fb\U0001f3ff")
NEGATIONS = "\u0338\u20d2\u20e5"


@functools.lru_cache(1 << 16)
def kind_of(character):
    category = unicodedata.category(character)
    if character in INVISIBLE and category != "Cn":
        return "invisible"
    if category in ("Zs", "Zl", "Zp", "Cc"):
        return "space"
    if category[0] == "M" or category == "Nd":
        return category[0]
    if character in QUOTES:
        return "quote"
    if category == "Pd" or character == "\u2212":
        return "dash"
    if character in JOINERS + SLASHES:
        return "joiner"
    if character in SIGNS or category in ("Sc", "Sm", "So") and character not in SAYS_NOTHING:
        return "sign"
    return "other" if category[0] in "PS" else "text"


def widened(character):
    wide = unicodedata.normalize("NFKD", character)
    return character if character in "™℠" or (wide[0] == " " and wide != " ") else wide


@functools.lru_cache(1 << 16)
def folded_alone(character, options):
    """What becomes of a character whatever stands beside it."""
    before = None
    while character != before:
        before = character = unicodedata.normalize("NFD", character)
        if "width" in options:
            character = "".join(map(widened, character))
        if "case" in options:
            character = "".join(c if c == "\u0345" else c.casefold() for c in character)
        if "accents" in options:
            character = "".join(c for c in character.translate(STROKES) if c not in POINTS)
        if "punctuation" in options:
            character = "".join("'" if c in QUOTES else "-" if kind_of(c) == "dash" else
                                "/" if c in SLASHES else ":" if c in ":：∶" else c
                                for c in character if c not in SKIN_TONES)
        if "space" in options:
            character = "".join(c for c in character if kind_of(c) != "invisible")
        if "digits" in options:
            character = "".join("0" if kind_of(c) == "N" else c for c in character)
    return character


def mapped(text, options):
    """Character by character, with spaces around numbers that are no digits."""
    result, last = "", None
    for character in text:
        alone = folded_alone(character, options)
        number = kind_of(character) != "N"
        if not alone:
            continue
        if result and last != number and kind_of(alone[0]) == kind_of(result[-1]) == "N":
            result += " "
        result, last = result + alone, number
    text = unicodedata.normalize("NFD", result)
    return text.replace("\u0345", "ι") if "case" in options else text


def stays(text, i, options):
    """Whether a character stays (True), vanishes (False), or separates (None)."""
    kind = kind_of(text[i])
    before = kind_of(text[i - 1]) if i > 0 else "space"
    after = kind_of(text[i + 1]) if i + 1 < len(text) else "space"
    if kind == "space":
        return None if "space" in options else True
    if kind in ("text", "N", "M", "invisible", "sign") or "punctuation" not in options:
        return True
    if kind != "other" and before == after == "N":
        return True
    if kind == "quote" and before in ("text", "N", "M") and after == "text":
        return False
    if kind == "dash" and before not in ("text", "N", "M") and after == "N":
        return True
    return None


def is_accent(mark, base, marks):
    """Whether a mark is an accent on this base, after these marks on the same."""
    if base and kind_of(base) == "sign" and mark in NEGATIONS:
        return False
    own = [other for other in marks if base + other in OWN_LETTERS]
    if base + mark in OWN_LETTERS and not own:
        return False
    return mark in ACCENTS and script_of(base) in (None, "Latin", "Greek", "Cyrillic")


def fold_text(text, how="all"):
    options = frozenset(how.replace("all", ALL).replace(",", " ").split())
    if not options:
        return text
    text, pieces, base = mapped(text, options), [], -1
    for i, character in enumerate(text):
        kind = kind_of(character)
        if kind not in ("M", "invisible"):
            base, fate = i, stays(text, i, options)
            pieces.append((character if fate else "", fate is None))
            continue
        gone = base >= 0 and kind_of(text[base]) != "space" and not stays(text, base, options)
        accent = "accents" in options and kind == "M" and is_accent(
            character, text[base:base + 1] if base >= 0 else "", text[base + 1:i])
        if not gone and not accent:
            pieces.append((character, False))
    return composed(pieces, options)


def composed(pieces, options):
    """The pieces as a text, in which what separates has become single spaces."""
    text, due = "", False
    for piece, separates in pieces:
        if separates:
            due = True
        elif piece:
            text += (" " if due and (text or "space" not in options) else "") + piece
            due = False
    if due and "space" not in options:
        text += " "
    return unicodedata.normalize("NFC", text)


NO_SCRIPTS = """FEMININE MICRO MASCULINE MODIFIER CARON VEDIC SUPERSCRIPT DOUBLE-STRUCK EULER SCRIPT BLACK-LETTER
PLANCK OHM KELVIN ANGSTROM TURNED ALEF BET GIMEL DALET INFORMATION ROMAN VERTICAL MASU MATHEMATICAL
KATAKANA-HIRAGANA""".split()


def script_of(character):
    """By the name of a letter: the first word of the script's name, which is enough to tell most apart."""
    if not character or unicodedata.category(character)[0] != "L":
        return None
    first, *others = unicodedata.name(character, "TANGUT").split(" ")
    if first in ("HALFWIDTH", "FULLWIDTH"):
        first = others[0]
    if first in ("CJK", "IDEOGRAPHIC") or (first, *others[:1]) == ("OLD", "CHINESE"):
        return "Han"
    return None if first in NO_SCRIPTS else "Hiragana" if first == "HENTAIGANA" else first.title()


def text_script(text):
    found = [script_of(character) for character in text[:4096]]
    merged = ["Han" if script in ("Hiragana", "Katakana") else script for script in found if script]
    if not merged:
        return None
    winner = max(merged, key=merged.count)
    kana = found.count("Hiragana") + found.count("Katakana")
    if winner != "Han" or kana == 0:
        return winner
    every = merged.count("Han")
    for script in ("Hiragana", "Katakana"):
        if found.count(script) == every:
            return script
    return "Japanese" if 10 * kana >= every else "Han"


# ---- Vectors: vector-format.md -----------------------------------------------------------------------

UNSPACED = [range(int(first, 16), int(last, 16) + 1) for first, last in (
    run.split("-") for run in "0E00-0EFF 1000-109F 1780-17FF 1950-19DF 1A20-1AAF 3005-3007 3040-30FF 31F0-31FF "
    "3400-4DBF 4E00-A48F A9E0-A9FF AA60-AADF F900-FAFF 17000-18D8F 1AFF0-1B16F 20000-3FFFF".split())]


def murmur3(data):
    """MurmurHash3_x86_32 with seed 0."""
    def rotated(x, by):
        return (x << by | x >> (32 - by)) & 0xFFFFFFFF
    whole = len(data) // 4 * 4
    h = 0
    for at in range(0, len(data), 4):
        k = int.from_bytes(data[at:at + 4], "little") * 0xCC9E2D51 & 0xFFFFFFFF
        h ^= rotated(k, 15) * 0x1B873593 & 0xFFFFFFFF
        if at < whole:
            h = (rotated(h, 13) * 5 + 0xE6546B64) & 0xFFFFFFFF
    h ^= len(data)
    h = (h ^ h >> 16) * 0x85EBCA6B & 0xFFFFFFFF
    h = (h ^ h >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
    return h ^ h >> 16


def letter_of_term(character):
    """L (of a script without spaces: U), M, D, or a space."""
    category = unicodedata.category(character)
    if category == "Nd":
        return "D"
    if category[0] == "M":
        return "M"
    if category[0] == "L" or category in ("Nl", "No", "Co", "Cn", "Cs", "Cf"):
        return "U" if any(ord(character) in block for block in UNSPACED) else "L"
    return " "


def terms(text):
    text = fold_text(text)
    kinds = "".join(map(letter_of_term, text))
    points = "".join("P" if character in ".," else kind for character, kind in zip(text, kinds))
    found = []
    for run in re.finditer(r"(?:UM*)+|(?:[LD](?:(?<=D)P(?=D)|[LDM])*)", points):
        if points[run.start()] != "U":
            found.append(text[slice(*run.span())])
            continue
        units = [text[run.start() + unit.start():run.start() + unit.end()]
                 for unit in re.finditer("UM*", run[0])]
        found += [a + b for a, b in zip(units, units[1:])] or units
    return found


def term_counts(text):
    """How often each dimension occurs, in ascending order."""
    return sorted(collections.Counter(murmur3(term.encode()) for term in terms(text)).items())


def document_frequencies(texts):
    counts = collections.Counter(dimension for text in texts for dimension, _ in term_counts(text))
    return b"NDD1" + struct.pack("<I", len(texts)) + b"".join(
        struct.pack("<II", *row) for row in sorted(counts.items()))


def sparse(rows):
    """The blob of (dimension, value)."""
    return b"NDV1\0" + struct.pack(f"<{len(rows)}I{len(rows)}f", *(d for d, _ in rows), *(v for _, v in rows))


def tfidf(text, texts):
    with_term = collections.Counter(dimension for other in texts for dimension, _ in term_counts(other))
    rows = [(d, times * (math.log((1 + len(texts)) / (1 + with_term[d])) + 1))
            for d, times in term_counts(text)]
    length = math.sqrt(functools.reduce(lambda sum_, row: sum_ + row[1] * row[1], rows, 0.0))
    return sparse([(d, value / length) for d, value in rows]) if rows else None


def vector_components(blob):
    if blob[:5] == b"NDV1\0" and len(blob) % 8 == 5:
        k = len(blob) // 8
        numbers = struct.unpack(f"<{k}I{k}f", blob[5:])
        return dict(zip(numbers[:k], numbers[k:]))
    return dict(enumerate(struct.unpack(f"<{len(blob) // 4}f", blob)))


def dot_product(v, w):
    sums = [0.0] * 16
    for d in sorted(v.keys() & w.keys()):
        sums[d % 16] += v[d] * w[d]
    for half in (8, 4, 2, 1):
        sums = [sums[i] + sums[i + half] for i in range(half)]
    return sums[0]


def cosine(v, w):
    """Of two blobs; None if one has no direction."""
    v, w = vector_components(v), vector_components(w)
    lengths = dot_product(v, v) * dot_product(w, w)
    return max(-1.0, min(1.0, dot_product(v, w) / math.sqrt(lengths))) if lengths else None


def similar_vectors(blobs, cosine_least, bands, rows, seed=1, bucket_most=M, neighbours=2, representatives=2):
    """similar_vectors, for {id: blob}: every pair of every bucket, and its cosine."""
    signatures = {}
    for i in sorted(blobs):
        vector = vector_components(blobs[i])
        if any(vector.values()):
            signatures[i] = projection(vector, bands * rows, seed)
    buckets = collections.defaultdict(list)
    for i, signature in signatures.items():
        for row in projection_bands(signature, bands, rows):
            buckets[row].append(i)
    met = set()
    for members in buckets.values():
        reach = neighbours
        if len(members) <= bucket_most:
            reach = len(members)
        members = sorted(members, key=lambda i: (signatures[i][24:32], i))
        met |= {(min(a, b), max(a, b)) for i, a in enumerate(members) for j, b in enumerate(members)
                if i < j and (i < representatives or j - i <= reach)}
    pairs = [(a, b, cosine(blobs[a], blobs[b])) for a, b in sorted(met)]
    return [pair for pair in pairs if pair[2] >= cosine_least]


# ---- Words and vectors of texts: texts.md, vectors.md without stems --------------------------

def words_of(text):
    """(the word, whether it is a number) for each."""
    words, alone = [], False
    for character in fold_text(text, "case,width,space,accents"):
        kind = kind_of(character)
        if kind not in ("text", "N", "M"):
            alone = False
            words.append("")
            continue
        sign = kind == "text" and script_of(character) in ("Han", "Hiragana")
        if not words or words[-1] == "" or (kind != "M" and (alone or sign)):
            words.append("")
        words[-1] += character
        alone = sign or kind == "M" and alone
    return [(word, unicodedata.category(word[0]) == "Nd") for word in words if word]


def words_with_places(text):
    """(position, word as it stands) for each word of stopword_ngrams."""
    words, within, alone = [], False, False
    for position, character in enumerate(text, 1):
        kind = kind_of(character)
        if kind in ("M", "invisible") and within:
            words[-1][1] += character
            continue
        sign = kind == "text" and script_of(character) in ("Han", "Hiragana")
        of_word = kind in ("text", "N", "M")
        if of_word and within and not alone and not sign:
            words[-1][1] += character
        elif of_word:
            words.append([position, character])
            alone = sign
        within = of_word
    return words


def stopword_ngrams(text, n, stop_words):
    found = [(position, fold_text(word, "case,width,space")) for position, word in words_with_places(text)
             if len(word) <= 64]
    found = [(position, word) for position, word in found if word in stop_words]
    return [(found[i][0], " ".join(word for _, word in found[i:i + n])) for i in range(len(found) - n + 1)]


def text_vector(text, vocabulary):
    """`vocabulary` has (vector, weight) for each word; the sums are those of Python, in double."""
    known = [vocabulary[word] for word, number in words_of(text) if not number and word in vocabulary]
    weights = 0.0
    for _, weight in known:
        weights += weight
    if weights == 0:
        return None
    sums = [0.0] * len(known[0][0])
    for vector, weight in known:
        sums = [total + weight * value for total, value in zip(sums, vector)]
    return struct.pack(f"<{len(sums)}f", *(total / weights for total in sums))


# ---- Passages: passages.md ------------------------------------------------------------------------

def placed_words(text):
    """(word, begin, end): letters with letters, marks and digits behind; numbers; signs of CJK, one by one."""
    rule = r"(?:(?![\u3040-\u9fff])[^\W\d_])(?:(?![\u3040-\u9fff])(?:[^\W_]|[\u0300-\u036f]))*|\d+(?:[.,]\d+)*|[\u3040-\u9fff]"
    plain = lambda word: "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))
    return [(plain(match[0]), *match.span()) for match in re.finditer(rule, text)]


def grams_at(words, i, seed, n):
    """(gram, words that it reaches over) of each form that begins at word i."""
    skips = range(1, n) if seed == "skip" else ()
    for skip in skips:
        if i + n < len(words):
            yield tuple(word for k, word in enumerate(words[i:i + n + 1]) if k != skip), n + 1
    if i + n <= len(words):
        gram = tuple(words[i:i + n])
        yield tuple(sorted(gram)) if seed == "sorted" else gram, n


def seed_matches(a, b, seed, n, most):
    """{(word of b, word of a): (words of a, words of b)}"""
    places = [collections.defaultdict(list), collections.defaultdict(list)]
    for side, words in enumerate((a, b)):
        for i in range(len(words)):
            for gram, reach in grams_at(words, i, seed, n):
                places[side][gram].append((i, reach))
    found = {}
    for gram, in_a in places[0].items():
        in_b = places[1].get(gram, ())
        if len(in_a) <= most and len(in_b) <= most:
            for (i, x), (j, y) in itertools.product(in_a, in_b):
                wide, high = found.get((j, i), (0, 0))
                found[j, i] = max(wide, x), max(high, y)
    return found


def dbscan(points, gap, least):
    """The cluster of each point, in order, or None."""
    square = lambda p, q: (p[0] - q[0])**2 + (p[1] - q[1])**2
    near = [[j for j, q in enumerate(points) if square(p, q) <= gap * gap] for p in points]
    core = [len(each) >= least for each in near]
    of = [None] * len(points)
    for i in range(len(points)):
        waiting = [i] if core[i] and of[i] is None else []
        while waiting:
            at = waiting.pop()
            of[at] = i
            waiting += [j for j in near[at] if core[j] and of[j] is None]
    for i in range(len(points)):
        cores = [j for j in near[i] if core[j]]
        if not core[i] and cores:
            of[i] = of[min(cores, key=lambda j: (square(points[i], points[j]), j))]
    return of


def joined(boxes, gap):
    """The sets of boxes (a_begin, a_end, b_begin, b_end) that become one."""
    groups = [({i}, box) for i, box in enumerate(boxes)]
    for _ in range(16):
        near = lambda p, q: all(p[k] < q[k + 1] + gap and q[k] < p[k + 1] + gap for k in (0, 2))
        edges = [(i, j) for i, j in itertools.product(range(len(groups)), repeat=2) if near(groups[i][1], groups[j][1])]
        parts = collections.defaultdict(list)
        for member, component in components(edges):
            parts[component].append(groups[member])
        if len(parts) == len(groups):
            break
        groups = [(set().union(*(members for members, _ in part)),
                   tuple(f(box[k] for _, box in part) for k, f in enumerate((min, max, min, max))))
                  for part in parts.values()]
    return [sorted(members) for members, _ in groups]


def best_run(covered, cost):
    """The first of the runs, a range, whose sum is greatest."""
    best, runs = 0, (0, len(covered))
    sum_, first = 0.0, 0
    for i, is_covered in enumerate(covered):
        sum_ += 1 if is_covered else -cost
        if sum_ > best:
            best, runs = sum_, (first, i + 1)
        if sum_ <= 0:
            sum_, first = 0.0, i + 1
    return runs


def ends(matches, cost):
    """(a_first, a_end, b_first, b_end) in words, of matches (a, b, a_words, b_words)."""
    box = (min(a for a, _, _, _ in matches), max(a + n for a, _, n, _ in matches),
           min(b for _, b, _, _ in matches), max(b + n for _, b, _, n in matches))
    for _ in range(4 if cost else 0):
        within = [(a, b, m, n) for a, b, m, n in matches
                  if box[0] <= a and a + m <= box[1] and box[2] <= b and b + n <= box[3]]
        in_a = {a + k for a, _, m, _ in within for k in range(m)}
        in_b = {b + k for _, b, _, n in within for k in range(n)}
        a = best_run([i in in_a for i in range(box[0], box[1])], cost)
        b = best_run([i in in_b for i in range(box[2], box[3])], cost)
        before, box = box, (box[0] + a[0], box[0] + a[1], box[2] + b[0], box[2] + b[1])
        if box == before:
            break
    return box


def alikeness(a, b, measure):
    """(words that both have, their similarity)"""
    a, b = collections.Counter(a), collections.Counter(b)
    both = sum((a & b).values())
    if not both:
        return 0, 0.0
    square = lambda counts: float(sum(n * n for n in counts.values()))
    return both, {"overlap": lambda: both / min(sum(a.values()), sum(b.values())),
                  "jaccard": lambda: both / sum((a | b).values()),
                  "cosine": lambda: min(1.0, sum(n * b[word] for word, n in a.items()) / math.sqrt(square(a) * square(b)))
                  }[measure]()


def text_alignment(a, b, seed="skip", seed_words=3, gap=80, seeds_least=5, length_least=200, similarity_least=0.6,
                   measure="overlap", occurrences_most=8, join_gap=1000, unmatched_cost=0.2, shadow_most=0.5):
    a, b = placed_words(a), placed_words(b)
    words_a, words_b = [word for word, _, _ in a], [word for word, _, _ in b]
    matches = [(i, j, m, n) for (j, i), (m, n) in
               sorted(seed_matches(words_a, words_b, seed, seed_words, occurrences_most).items())]
    of = dbscan([(a[i][1], b[j][1]) for i, j, _, _ in matches], gap, seeds_least)
    clusters = [[match for match, cluster in zip(matches, of) if cluster == each]
                for each in sorted({cluster for cluster in of if cluster is not None})]
    in_words = [ends(cluster, 0) for cluster in clusters]
    in_points = [(a[w][1], a[x - 1][2], b[y][1], b[z - 1][2]) for w, x, y, z in in_words]
    found = []
    for group in joined(in_points, join_gap):
        w, x, y, z = ends([match for i in group for match in clusters[i]], unmatched_cost)
        both, similarity = alikeness(words_a[w:x], words_b[y:z], measure)
        box = a[w][1], a[x - 1][2], b[y][1], b[z - 1][2]
        if min(box[1] - box[0], box[3] - box[2]) >= length_least and similarity >= similarity_least:
            found.append((box, both, similarity, x - w, z - y))
    lies = lambda p, q, k: min(p[k + 1], q[k + 1]) - max(p[k], q[k]) > shadow_most * (p[k + 1] - p[k])
    overlaps = lambda p, q, k: p[k] < q[k + 1] and q[k] < p[k + 1]
    shadowed = lambda p: any(q[1] > p[1] and q[2] > p[2] and overlaps(p[0], q[0], k) and lies(p[0], q[0], k)
                             for q in found for k in (0, 2))
    return sorted(((w + 1, x - w, y + 1, z - y, both, similarity, a_words, b_words)
                   for (w, x, y, z), both, similarity, a_words, b_words in (p for p in found if not shadowed(p))),
                  key=lambda row: (row[0], row[2]))


# ---- Learned hashes: projection-format.md --------------------------------------------------------

GREATEST = struct.unpack("<f", bytes.fromhex("FFFF7F7F"))[0]


def rounded(x):
    """To float32, what is below 0 to 0."""
    return struct.unpack("<f", struct.pack("<f", min(max(x, 0.0), GREATEST)))[0]


def semantic_model(sparse_ones, layers, dimensions=()):
    """The blob of layers, each a list of rows of weights and a list of biases."""
    widths = [len(biases) for _, biases in layers]
    values = [x for rows, biases in layers for row in [*rows, biases] for x in row]
    return (b"NDM1" + struct.pack(f"<HH{1 + len(widths)}I", sparse_ones, len(widths), len(layers[0][0]), *widths)
            + struct.pack(f"<{len(dimensions)}I{len(values)}f", *dimensions, *values))


def semantic_hash(values, layers, blob, dense):
    """The signature; `values` are those of the inputs, and layers hold float32."""
    if not any(values):
        return None
    for number, (rows, biases) in enumerate(layers):
        sums = list(biases)
        for value, row in zip(values, rows):
            if value:
                sums = [s + value * weight for s, weight in zip(sums, row)]
        values = [rounded(s) for s in sums] if number + 1 < len(layers) else sums
    mark = 0
    for word, in struct.iter_unpack("<I", blob):
        mark = mix64(mark + word & M)
    bits = "".join("1" if value >= 0 else "0" for value in values)
    return (b"NDP1" + struct.pack("<BBHIIQ", 1, 0, len(bits), len(layers[0][0]) if dense else 0, 0, mark)
            + int(bits.ljust(-len(bits) // 8 * -8, "0"), 2).to_bytes(-(-len(bits) // 8), "big"))
