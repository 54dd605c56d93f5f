"""inputs.py - random and malicious input for comparisons: texts as bytes, pairs, graphs.

All of it follows from the seed. Texts are chosen to reach what long random ones do not: lengths
around those of machine words and vectors, characters of one to four bytes, bytes that are not
UTF-8, texts that repeat themselves except in one place, and shingles with equal fingerprints.
"""
import random

ALPHABETS = ["a", "ab", "abc ", "abcdefghijklmnopqrstuvwxyz ", "aáàâ\u0301", "привет мир",
             "日本語中文漢字", "😀😁👍🏽\u200d👩", "a\u0300\u0301\u0302e\u0327", "𐀀𐀁\U0010ffff\ud7ff\ue000",
             "\0a\ufffd\U0010ffff\u0800\u07ff\x7f"]

# The limits of UTF-8: ends of the ranges of first and following bytes.
BORDERS = bytes.fromhex("00417f808f909fa0bfc0c1c2dfe0e1ecedeeeff0f1f3f4f5ff")

# A machine word, two words, and the input of one turn of a vector loop.
EDGES = [edge + by for edge in (16, 32, 64, 128, 256, 512) for by in (-1, 0, 1)]

FIXED = [text.encode() for text in (
    "", "a", "\0", "\0\0", "a\0b", "\ufffd", "é", "e\u0301", "The quick brown fox jumps",
    "The quick brown fox jumped", "x" * 12, "x" * 13, "x" * 200, "ab" * 70, "日本国憲法前文",
    "👩‍👩‍👧‍👦", "a" * 63 + "b", "a" * 64, "a" * 65, "b" + "a" * 64)] + [
    b"\xff", b"\xc0\xaf", b"\xe2\x82", b"\xed\xa0\x80", b"\xed\xa0\xbd\xed\xb8\x80",
    b"\xf0\x9f\x98", b"\xf4\x90\x80\x80", b"a\x80b", b"\xfe\xff\x00a", b"\xef\xbb\xbfa"]

FAR = [-2**63, 2**63 - 1, -2**63 + 1, 0, -1, 1, 2**32, -2**32, 2**53 + 1]


def reading(raw):
    """The code points that the functions see in these bytes."""
    return raw.decode(errors="replace")


def thue_morse(bits):
    """A text and its complement, which polynomials modulo 2^64 cannot tell apart from 2^10 on."""
    text = "".join("ab"[bin(i).count("1") % 2] for i in range(2**bits))
    return text.encode(), text.translate({ord("a"): "b", ord("b"): "a"}).encode()


class Inputs:
    def __init__(self, seed):
        self.chance = random.Random(seed)

    def letters(self, length):
        alphabet = self.chance.choice(ALPHABETS)
        return "".join(self.chance.choice(alphabet) for _ in range(length)).encode()

    def periodic(self, length):
        """A piece again and again, except in one place."""
        piece = self.letters(self.chance.choice((1, 2, 3, 7, 8, 12, 13, 31, 64)))
        text = bytearray((piece * (length // len(piece) + 1))[:length])
        if text and self.chance.random() < 0.7:
            text[self.chance.randrange(len(text))] ^= 1 << self.chance.randrange(8)
        return bytes(text)

    def broken(self, length):
        return bytes(self.chance.choice(BORDERS) for _ in range(length))

    def cut(self, length):
        """Two good texts joined, with the second cut anywhere, even within a character."""
        text = self.letters(length)
        at = self.chance.randrange(len(text) + 1)
        return text[at:] + text[:at]

    def text(self, most=80):
        length = self.chance.choice((self.chance.randrange(most),
                                     min(self.chance.choice(EDGES), most)))
        make = self.chance.choice((self.letters, self.letters, self.periodic, self.broken, self.cut))
        return make(length)

    def variant(self, text):
        """The text after a few random edits, which may cut characters."""
        edited = bytearray(text)
        for _ in range(self.chance.randrange(6)):
            at = self.chance.randrange(len(edited) + 1)
            edited[at:at + self.chance.randrange(3)] = self.letters(self.chance.randrange(3))
        return bytes(edited)

    def pair(self, most=80):
        a = self.text(most)
        return a, self.chance.choice((self.variant(a), self.text(most), a[::-1], a + a, a,
                                      a[1:] + a[:1]))

    def lengths(self, text):
        """Shingle lengths for a text: small ones, its own length, one less and one more."""
        own = len(reading(text))
        return sorted({1, 2, 3, 12, 48, 49, 64, 65} | {max(1, min(1024, own + by))
                                                       for by in (-1, 0, 1)})

    def graph(self, nodes):
        """Edges between this many nodes, in some shape, repeated, reversed and shuffled."""
        chance, span = self.chance, self.chance.choice((nodes, 10 * nodes, 2**40, 2**63 - 1))
        names = list({chance.randrange(-span, span) for _ in range(nodes)}) + FAR
        chance.shuffle(names)
        shape = chance.choice(("chain", "star", "pairs", "tree", "random", "loops", "thick"))
        if shape == "chain":
            edges = list(zip(names, names[1:]))
        elif shape == "star":
            edges = [(names[0], name) for name in names]
        elif shape == "pairs":
            edges = list(zip(names[::2], names[1::2]))
        elif shape == "tree":
            edges = [(names[i], names[i // 2]) for i in range(len(names))]
        elif shape == "loops":
            edges = [(name, name) for name in names]
        else:
            count = len(names) * (3 if shape == "thick" else 1)
            edges = [(chance.choice(names), chance.choice(names)) for _ in range(count)]
        edges += [edge[::chance.choice((1, -1))] for edge in chance.choices(edges, k=nodes // 4)]
        chance.shuffle(edges)
        return edges
