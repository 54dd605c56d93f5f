"""reference.py - the extension against a second implementation, in plain Python.

Everything here is written from the contracts in ext/core/*.h alone, slowly and simply: sets are
sets, distances fill a matrix, probabilities enumerate, components are searched. Both get random
and malicious input and must agree to the last bit (probabilities: to 1e-9).
"""
import itertools
import os
import random
import sqlite3
import struct
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
WORD = 2**64 - 1
BASE = 0x9E3779B97F4A7C15


# ---- mix.h ---------------------------------------------------------------------------------------

def mix(word):
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & WORD
    word = (word ^ word >> 27) * 0x94D049BB133111EB & WORD
    return word ^ word >> 31


class Stream:
    def __init__(self, seed):
        self.state = seed & WORD

    def draw(self):
        self.state = self.state + BASE & WORD
        return mix(self.state)

    def below(self, limit):
        """Rejects the numbers above the largest multiple of the limit."""
        while (number := self.draw()) >= 2**64 // limit * limit:
            pass
        return number % limit


# ---- code_points.h, shingle.h, set_similarity.h --------------------------------------------------

def shingles_of(text, length):
    if not text:
        return []
    length = min(length, len(text))
    return [text[i:i + length] for i in range(len(text) - length + 1)]


def fingerprint(shingle):
    polynomial = sum((ord(c) + 1) * pow(BASE, len(shingle) - 1 - i, 2**64)
                     for i, c in enumerate(shingle))
    return mix(polynomial & WORD)


def jaccard(a, b, length=12):
    a, b = set(shingles_of(a, length)), set(shingles_of(b, length))
    return len(a & b) / len(a | b) if a | b else 1.0


def containment(a, b, length=12):
    a, b = set(shingles_of(a, length)), set(shingles_of(b, length))
    return len(a & b) / len(a) if a else 1.0


# ---- edit_distance.h -----------------------------------------------------------------------------

def edit_distance(a, b, bound=None):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (x != y)))
    return row[-1] if bound is None else min(row[-1], bound + 1)


def edit_similarity(a, b):
    return 1 - edit_distance(a, b) / max(len(a), len(b)) if a or b else 1.0


# ---- minhash.h, minima.h, sketch.h ---------------------------------------------------------------

class Family:
    def __init__(self, scheme="banded", shingle=12, bands=None, rows=None, hashes=None, seed=1):
        self.scheme, self.shingle, self.seed = scheme, shingle, seed
        defaults = {"banded": (25, 4, None), "paper": (10, 10, 20)}[scheme]
        self.bands = bands or defaults[0]
        self.rows = rows or defaults[1]
        self.hashes = hashes or defaults[2] or self.bands * self.rows
        stream = Stream(seed)
        self.functions = [(stream.draw(), stream.draw()) for _ in range(self.hashes)]
        if scheme == "banded":
            self.draws = [range(b * self.rows, b * self.rows + self.rows)
                          for b in range(self.bands)]
        else:
            self.draws = [self.distinct(stream) for _ in range(self.bands)]

    def distinct(self, stream):
        """The first places of a shuffle, sorted."""
        deck = list(range(self.hashes))
        for row in range(self.rows):
            other = row + stream.below(self.hashes - row)
            deck[row], deck[other] = deck[other], deck[row]
        return sorted(deck[:self.rows])

    def value(self, function, print_):
        multiplier, addend = function
        if self.scheme == "banded":
            return ((multiplier >> 32 | 1) * (print_ >> 32) + (addend >> 32)) % 2**32
        return ((multiplier | 1) * print_ + addend) % 2**64 >> 4

    def minima(self, text):
        prints = [fingerprint(s) for s in set(shingles_of(text, self.shingle))]
        nothing = 2**32 - 1 if self.scheme == "banded" else WORD
        return [min((self.value(f, p) for p in prints), default=nothing) for f in self.functions]

    def signatures(self, text):
        if not text:
            return []
        minima = self.minima(text)
        rows = []
        for band, draw in enumerate(self.draws):
            signature = mix(band + 1)
            for function in draw:
                signature = mix(signature ^ minima[function])
            rows.append((band + 1, signature - 2**64 if signature >> 63 else signature))
        return rows

    def sketch(self, text):
        header = struct.pack("<4sIIIq", b"NDS1", {"banded": 0, "paper": 1}[self.scheme],
                             self.shingle, self.hashes, self.seed)
        letter = {"banded": "I", "paper": "Q"}[self.scheme]
        return header + struct.pack(f"<{self.hashes}{letter}", *self.minima(text))


# ---- wikiduper.h ---------------------------------------------------------------------------------

class JavaRandom:
    """java.util.Random, from its documentation; numbers are signed, as in Java."""

    def __init__(self, seed):
        self.state = (seed ^ 0x5DEECE66D) % 2**48

    def next(self, bits):
        self.state = (self.state * 0x5DEECE66D + 0xB) % 2**48
        number = self.state >> 48 - bits
        return number - 2**32 if number >= 2**31 else number

    def next_long(self):
        number = ((self.next(32) << 32) + self.next(32)) % 2**64
        return number - 2**64 if number >= 2**63 else number

    def next_int(self, limit):
        if limit & -limit == limit:
            return limit * self.next(31) >> 31
        while True:
            bits = self.next(31)
            if bits - bits % limit + limit - 1 < 2**31:
                return bits % limit


def java_int(number):
    """What is left of a number in an int."""
    return (number + 2**31) % 2**32 - 2**31


class WikiduperFamily:
    def __init__(self, scheme="wikiduper", shingle=12, bands=10, rows=10, hashes=20, seed=1123456):
        self.scheme, self.shingle, self.seed = scheme, shingle, seed
        self.bands, self.rows, self.hashes = bands, rows, hashes
        random = JavaRandom(seed)
        streams = [JavaRandom(random.next_long()) for _ in range(hashes)]
        self.coefficients = [[(r.next_long() | 1, 0 if self.scheme == "wikiduper-report"
                               else r.next_long())
                              for _ in range(shingle * 3 // 8 + 1)] for r in streams]
        random = JavaRandom(random.next_long())
        self.draws = [[random.next_int(hashes) for _ in range(rows)] for _ in range(bands)]

    def words(self, shingle):
        """The packing: eight bytes to a word, or 64; by shifts of a long, or of an int."""
        size = 64 if self.scheme == "wikiduper-report" else 8
        words = [0] * (len(shingle) // size + 1)
        for i, byte in enumerate(shingle):
            if self.scheme == "wikiduper-fixed":
                words[i // size] |= byte << 8 * (i % size)
            else:
                words[i // size] |= java_int(byte << 8 * (i % size) % 32)
        return words

    def value(self, coefficients, words):
        return sum(a * v + b for v, (a, b) in zip(words, coefficients)) % 2**64 >> 4

    def shingles(self, text):
        """As bytes: '?' is what Java writes for half a surrogate pair."""
        units = text.encode("utf-16-le")
        length = min(2 * self.shingle, len(units))
        return {units[i:i + length].decode("utf-16-le", "surrogatepass").encode("utf-8", "replace")
                for i in range(0, len(units) - length + 1, 2)} if text else set()

    def minima(self, text):
        packed = [self.words(s) for s in self.shingles(text)]
        return [min((self.value(c, w) for w in packed), default=WORD) for c in self.coefficients]

    def signatures(self, text):
        minima, rows = self.minima(text), []
        for band, draw in enumerate(self.draws if text else [], 1):
            signature = 0
            for function in draw:
                signature = mix(signature ^ minima[function])
            rows.append((band, signature - 2**64 if signature >> 63 else signature))
        return rows

    def sketch(self, text):
        scheme = {"wikiduper": 2, "wikiduper-fixed": 3, "wikiduper-report": 4}[self.scheme]
        return struct.pack(f"<4sIIIq{self.hashes}Q", b"NDS1", scheme, self.shingle, self.hashes,
                           self.seed, *self.minima(text))


def family_of(scheme="banded", **parameters):
    return (WikiduperFamily if "wikiduper" in scheme else Family)(scheme, **parameters)


# ---- match_probability.h -------------------------------------------------------------------------

def match_probability(family, s):
    if family.scheme == "banded":
        return 1 - (1 - s**family.rows)**family.bands
    draws = [frozenset(d) for d in family.draws]
    total = 0.0
    for size in range(family.hashes + 1):
        holding = sum(any(d <= agreeing for d in draws)
                      for agreeing in map(frozenset,
                                          itertools.combinations(range(family.hashes), size)))
        total += holding * s**size * (1 - s)**(family.hashes - size)
    return total


# ---- union_find.h, component_blob.h --------------------------------------------------------------

def components(edges):
    neighbours = {}
    for a, b in edges:
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    component = {}
    for first in sorted(neighbours):
        reached = [] if first in component else [first]
        while reached:
            member = reached.pop()
            if member not in component:
                component[member] = first
                reached.extend(neighbours[member])
    return sorted(component.items())


def varint(number):
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out) + bytes([number])


def component_blob(edges):
    rows = components(edges)
    place = {member: i for i, (member, _) in enumerate(rows)}
    blob, previous = b"NDC1" + varint(len(rows)), -2**63
    for i, (member, component) in enumerate(rows):
        blob += varint(member - previous) + varint(i - place[component])
        previous = member
    return blob


# ---- Input ---------------------------------------------------------------------------------------

chance = random.Random(20150727)

ALPHABETS = ["a", "ab", "abc ", "abcdefghijklmnopqrstuvwxyz ", "aáàâ\u0301", "привет мир",
             "日本語中文漢字", "😀😁👍🏽\u200d👩", "\0a\ufffd\U0010ffff\u0800\u07ff\x7f"]

FIXED_TEXTS = ["", "a", "\0", "\0\0", "a\0b", "\ufffd", "é", "e\u0301", "The quick brown fox jumps",
               "The quick brown fox jumped", "x" * 12, "x" * 13, "x" * 200, "ab" * 70,
               "日本国憲法前文", "👩‍👩‍👧‍👦", "a" * 63 + "b", "a" * 64, "a" * 65, "b" + "a" * 64]


def random_text(most=80):
    alphabet = chance.choice(ALPHABETS)
    return "".join(chance.choice(alphabet) for _ in range(chance.randrange(most)))


def variant(text):
    """The text after a few random edits."""
    letters = list(text)
    for _ in range(chance.randrange(6)):
        at = chance.randrange(len(letters) + 1)
        letters[at:at + chance.randrange(3)] = random_text(3)
    return "".join(letters)


def random_pairs(count):
    yield from itertools.product(FIXED_TEXTS, repeat=2)
    for _ in range(count):
        a = random_text()
        yield (a, chance.choice([variant(a), random_text(), a[::-1], a + a]))


def thue_morse(bits):
    """A text and its complement, which polynomials modulo 2^64 cannot tell apart."""
    text = "".join("ab"[bin(i).count("1") % 2] for i in range(2**bits))
    return text, text.translate({ord("a"): "b", ord("b"): "a"})


# ---- Comparison ----------------------------------------------------------------------------------

passed = failed = 0


def check(found, expected, what):
    global passed, failed
    if found == expected:
        passed += 1
    else:
        failed += 1
        print(f"failed: {what!r:.300}\n  expected {expected!r:.300}\n  found    {found!r:.300}")


def check_near(found, expected, what):
    check(abs(found - expected) < 1e-9, True, (what, found, expected))


class Extension:
    def __init__(self):
        self.connection = sqlite3.connect(":memory:")
        self.connection.enable_load_extension(True)
        self.connection.load_extension(os.path.join(ROOT, "build", "neardup"))

    def rows(self, query, *arguments):
        return self.connection.execute(query, arguments).fetchall()

    def value(self, call, *arguments):
        return self.rows(f"SELECT {call}({','.join('?' * len(arguments))})", *arguments)[0][0]


def test_similarities(extension):
    names = {"jaccard": jaccard, "containment": containment}
    for a, b in random_pairs(600):
        for name, function in names.items():
            check(extension.value(name, a, b), function(a, b), (name, a, b))
            for length in (1, 2, 3, 7, 64):
                check(extension.value(name, a, b, length), function(a, b, length),
                      (name, a, b, length))


def test_malicious_sets(extension):
    for bits in (3, 6, 10):
        a, b = thue_morse(bits)
        check(extension.value("jaccard", a, b, 2**bits), 0.0, ("Thue-Morse", bits))
        check(extension.value("jaccard", a + b, b + a, 2**bits), jaccard(a + b, b + a, 2**bits),
              ("Thue-Morse, doubled", bits))
    a, b = thue_morse(10)
    check(fingerprint(a), fingerprint(b), "Thue-Morse of 1024 letters meet in one fingerprint")


def test_edits(extension):
    for a, b in random_pairs(500):
        distance = edit_distance(a, b)
        check(extension.value("edit_distance", a, b), distance, ("edit_distance", a, b))
        check(extension.value("edit_similarity", a, b), edit_similarity(a, b),
              ("edit_similarity", a, b))
        for bound in {0, 1, max(distance - 1, 0), distance, distance + 1, 2**31 - 1}:
            check(extension.value("edit_distance", a, b, bound), min(distance, bound + 1),
                  ("edit_distance", a, b, bound))


def test_shingles(extension):
    for text in FIXED_TEXTS + [random_text() for _ in range(100)]:
        for length in (1, 2, 5, 12, 100):
            found = extension.rows("SELECT position, shingle FROM shingles(?, ?)", text, length)
            check(found, list(enumerate(shingles_of(text, length), 1)), ("shingles", text, length))


def test_invalid_utf8(extension):
    """Python's errors='replace' follows the Unicode Standard's maximal subparts as well."""
    borders = bytes.fromhex("00417f808f909fa0bfc0c1c2dfe0e1ecedeeeff0f1f3f4f5ff")
    for _ in range(3000):
        raw = bytes(chance.choice(borders) for _ in range(chance.randrange(14)))
        text = raw.decode(errors="replace")
        found = extension.rows("SELECT shingle FROM shingles(CAST(? AS TEXT), 1)", raw)
        check("".join(s for s, in found), text, ("bytes", raw))
        check(extension.rows("SELECT edit_distance(CAST(? AS TEXT), ?)", raw, text), [(0,)],
              ("bytes against their reading", raw))


FAMILIES = [{}, {"shingle": 1}, {"seed": 0}, {"seed": -1}, {"seed": 2**63 - 1}, {"seed": -2**63},
            {"bands": 1, "rows": 1}, {"bands": 3, "rows": 5}, {"bands": 4, "rows": 16},
            {"bands": 1, "rows": 17}, {"bands": 33, "rows": 1}, {"shingle": 5, "seed": 99},
            {"scheme": "paper"}, {"scheme": "paper", "seed": -7, "shingle": 3},
            {"scheme": "paper", "bands": 5, "rows": 3, "hashes": 3},
            {"scheme": "paper", "bands": 1, "rows": 1, "hashes": 1},
            {"scheme": "paper", "bands": 40, "rows": 2, "hashes": 100, "seed": 12345},
            {"scheme": "wikiduper"}, {"scheme": "wikiduper-fixed"}, {"scheme": "wikiduper-report"},
            {"scheme": "wikiduper", "shingle": 1}, {"scheme": "wikiduper", "shingle": 8},
            {"scheme": "wikiduper-fixed", "shingle": 3, "seed": -1},
            {"scheme": "wikiduper", "bands": 3, "rows": 7, "hashes": 4, "seed": 0},
            {"scheme": "wikiduper-fixed", "bands": 2, "rows": 40, "hashes": 33, "seed": 2**63 - 1},
            {"scheme": "wikiduper", "bands": 1, "rows": 1, "hashes": 1, "seed": -2**63},
            {"scheme": "wikiduper-report", "shingle": 40, "bands": 2, "seed": 99},
            {"scheme": "wikiduper-report", "shingle": 4, "rows": 8}]


def test_minhash(extension):
    texts = FIXED_TEXTS + [random_text(60) for _ in range(10)]
    for parameters in FAMILIES:
        family = family_of(**parameters)
        given = [f"{k} = {v!r}" for k, v in parameters.items()]
        query = "SELECT band, signature FROM minhash_signatures(?)"
        for text in texts:
            check(extension.rows(" WHERE ".join([query, " AND ".join(given)][:1 + bool(given)]),
                                 text), family.signatures(text), (parameters, text))
            check(extension.value("minhash_sketch", text, family.shingle, family.hashes,
                                  family.scheme, family.seed), family.sketch(text),
                  ("sketch", parameters, text))


def test_sketch_similarity(extension):
    for a, b in random_pairs(100):
        for parameters in ({"shingle": 2}, {"shingle": 2, "scheme": "paper"},
                           {"shingle": 2, "scheme": "wikiduper"}):
            family = family_of(**parameters)
            equal = sum(x == y for x, y in zip(family.minima(a), family.minima(b)))
            check(extension.value("minhash_similarity", family.sketch(a), family.sketch(b)),
                  equal / family.hashes, ("minhash_similarity", parameters, a, b))


def test_match_probability(extension):
    families = [Family(), Family(bands=10, rows=10), Family(bands=1, rows=1),
                Family(bands=1024, rows=1)]
    for bands, rows, hashes, seed in ((1, 1, 1, 1), (4, 3, 10, 1), (10, 4, 10, 2), (11, 4, 10, 3),
                                      (30, 6, 12, 4), (3, 12, 12, 5), (12, 2, 12, -6)):
        families.append(Family("paper", 12, bands, rows, hashes, seed))
        families.append(WikiduperFamily("wikiduper", 12, bands, rows, hashes, seed))
    families.append(WikiduperFamily("wikiduper-fixed", 12, 5, 30, 6))
    for f in families:
        for percent in (0, 1, 10, 33, 50, 80, 95, 99, 100):
            s = percent / 100
            found = extension.value("minhash_match_probability", s, f.bands, f.rows, f.hashes,
                                    f.scheme, f.seed)
            check_near(found, match_probability(f, s), (f.scheme, f.bands, f.rows, f.hashes, s))


def test_components(extension):
    extension.rows("CREATE TABLE edge(a, b)")
    far = [-2**63, 2**63 - 1, 0, -1, 1]
    for size in list(range(1, 40)) * 4:
        names = chance.sample(range(-size, size), size) + far
        edges = [(chance.choice(names), chance.choice(names)) for _ in range(size)]
        extension.rows("DELETE FROM edge")
        extension.connection.executemany("INSERT INTO edge VALUES (?, ?)", edges)
        check(extension.rows("SELECT union_find(a, b) FROM edge"), [(component_blob(edges),)],
              edges)
        check(extension.rows("SELECT member, component FROM union_find_members("
                             "(SELECT union_find(b, a) FROM edge ORDER BY random()))"),
              components(edges), edges)


def main():
    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        print("skipped: this Python's sqlite3 cannot load extensions")
        print("functions/reference: 0 passed, 0 failed, 1 skipped")
        return 0
    extension = Extension()
    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test(extension)
    print(f"functions/reference: {passed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
