"""reference.py - a second implementation of the functions: short, slow and independent.

It follows the pages in docs/ and the papers that they name, not the code: sets are sets, distances
fill a matrix, probabilities enumerate, components are searched. A text is a str; bytes are read as
Python's errors="replace" reads them, which is section 1 of docs/signature-format.md.
"""
import itertools
import struct

M = 2**64 - 1
B = 0x9E3779B97F4A7C15


# ---- Sets and distances: jaccard.md, containment.md, edit_distance.md, edit_similarity.md ----------

def shingles(text, length):
    length = min(length, len(text))
    return [text[i:i + length] for i in range(len(text) - length + 1)] if text else []


def jaccard(a, b, length=12):
    a, b = set(shingles(a, length)), set(shingles(b, length))
    return len(a & b) / len(a | b) if a | b else 1.0


def containment(a, b, length=12):
    a, b = set(shingles(a, length)), set(shingles(b, length))
    return len(a & b) / len(a) if a else 1.0


def edit_distance(a, b, bound=M):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, left, row = row, i, [i]
        for j, y in enumerate(b):
            left = min(above[j] + (x != y), above[j + 1] + 1, left + 1)
            row.append(left)
    return min(row[-1], bound + 1)


def edit_similarity(a, b):
    return 1 - edit_distance(a, b) / max(len(a), len(b)) if a or b else 1.0


# ---- Signatures and sketches: signature-format.md, sketch-format.md ---------------------------------

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
    for character in shingle:
        total = total * B + ord(character) + 1 & M
    return mix64(total)


class Family:
    """The schemes banded and paper: sections 2 to 6."""
    number, defaults = {"banded": 0, "paper": 1}, {"banded": (25, 4, 0, 1), "paper": (10, 10, 20, 1)}

    def __init__(self, scheme="banded", shingle=12, bands=0, rows=0, hashes=0, seed=None):
        defaults = self.defaults[scheme]
        self.scheme, self.shingle, self.seed = scheme, shingle, defaults[3] if seed is None else seed
        self.bands, self.rows = bands or defaults[0], rows or defaults[1]
        self.hashes = hashes or defaults[2] or self.bands * self.rows
        self.functions, self.draws = self.choose()

    def choose(self):
        stream, n, rows = splitmix(self.seed), self.hashes, self.rows
        functions = [(next(stream), next(stream)) for _ in range(n)]
        if self.scheme == "banded":
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
        prints = {fingerprint(s) for s in set(shingles(text, self.shingle))}
        if self.scheme == "banded":
            high = {f >> 32 for f in prints}
            return [min(((p >> 32 | 1) * f + (q >> 32) & 2**32 - 1 for f in high), default=2**32 - 1)
                    for p, q in self.functions]
        return [min((((p | 1) * f + q & M) >> 4 for f in prints), default=M)
                for p, q in self.functions]

    def signatures(self, text):
        minima, rows = self.minima(text), []
        for band, draw in enumerate(self.draws if text else [], 1):
            signature = mix64(band) if self.scheme in Family.number else 0
            for function in draw:
                signature = mix64(signature ^ minima[function])
            rows.append((band, signature - 2**64 if signature >> 63 else signature))
        return rows

    def sketch(self, text):
        return struct.pack("<4sIIIq%d%s" % (self.hashes, "I" if self.scheme == "banded" else "Q"),
                           b"NDS1", self.number[self.scheme], self.shingle, self.hashes, self.seed,
                           *self.minima(text))


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
        return [min((sum(a * v + b for v, (a, b) in zip(words, function)) % 2**64 >> 4
                     for words in packed), default=M) for function in self.functions]


def family(scheme="banded", **parameters):
    return (Family if scheme in Family.number else WikiduperFamily)(scheme, **parameters)


def sketch_similarity(family_, a, b):
    return sum(x == y for x, y in zip(family_.minima(a), family_.minima(b))) / family_.hashes


# ---- minhash_match_probability.md: every set of functions that may agree -----------------------------

def match_probability(family_, s):
    if family_.scheme == "banded":
        return 1 - (1 - s**family_.rows)**family_.bands
    draws, n = [set(draw) for draw in family_.draws], family_.hashes
    return sum(s**size * (1 - s)**(n - size)
               for size in range(n + 1)
               for agreeing in itertools.combinations(range(n), size)
               if any(draw.issubset(agreeing) for draw in draws))


# ---- union_find.md, star_clusters.md, component-format.md --------------------------------------------

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


def varint(number):
    return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + varint(number >> 7)


def component_blob(rows):
    place = {member: i for i, (member, _) in enumerate(rows)}
    blob, previous = [b"NDC1", varint(len(rows))], -2**63
    for i, (member, component) in enumerate(rows):
        blob += varint(member - previous), varint(i - place[component])
        previous = member
    return b"".join(blob)
