#!/usr/bin/python3
"""from_wordnet.py - writes the antonyms of an installed WordNet to standard output, as english_antonyms.txt.

    from_wordnet.py [FOLDER] > english_antonyms.txt

FOLDER (default /usr/share/wordnet, which Debian's package wordnet-base fills) holds data.*, *.exc and
cntlist.rev. README.md says what becomes an opposition. The output depends only on these files.
"""

import os
import re
import sys
from collections import Counter, defaultdict

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/wordnet"
FILES = {"n": "noun", "v": "verb", "a": "adj", "r": "adv"}
SENSES = {"1": "n", "2": "v", "3": "a", "4": "r", "5": "a"}
# What an inflected or derived word ends with, and what the word in the list has there. The first that
# leads to a known word counts.
ENDINGS = ("ies>y es>e es> s> ied>y ed>e ed> ing>e ing> ier>y er>e er> iest>y est>e est> ily>y ably>able"
           " ibly>ible ly>le ly> iness>y ness>")
PREFIXES = "un non"
HEAD = """\
# Words that mean the opposite of each other, derived from WordNet 3.0 by from_wordnet.py. Do not edit.
# WordNet is Copyright 2006 by Princeton University. All rights reserved. The licence is in LICENSE.
"""


def lines(name):
    with open(os.path.join(FOLDER, name), encoding="ascii") as file:
        yield from (line for line in file if not line.startswith("  "))


def read_synsets():
    """(words, pointers) by part of speech and offset; a pointer is (symbol, offset, part of speech, words)."""
    synsets = {}
    for part, name in FILES.items():
        for line in lines("data." + name):
            fields = line.split("|")[0].split()
            count = int(fields[3], 16)
            words = [re.sub(r"\(.*\)", "", word) for word in fields[4:4 + 2 * count:2]]
            rest = fields[4 + 2 * count:]
            pointers = [tuple(rest[1 + 4 * i:5 + 4 * i]) for i in range(int(rest[0]))]
            synsets[part, fields[0]] = words, pointers
    return synsets


def read_counts():
    """How often each word occurs in WordNet's tagged texts, by word."""
    counts = Counter()
    for line in lines("cntlist.rev"):
        key, _, count = line.split()
        counts[key.split("%")[0]] += int(count)
    return counts


def ends(words):
    """The numbers of a pointer's two words in their synsets, from 1; 0 stands for all words."""
    return int(words[:2], 16), int(words[2:], 16)


class Antonyms:
    def __init__(self):
        self.synsets = read_synsets()
        self.counts = read_counts()
        self.adverbs = defaultdict(list)    # of an adjective
        for (part, _), (words, pointers) in self.synsets.items():
            for symbol, offset, other, places in pointers:
                if part == "r" and symbol == "\\":
                    own, adjective = ends(places)
                    self.adverbs[other, offset, adjective].append(words[own - 1])

    def members(self, part, offset, place):
        """The words of one side: synonyms, similar adjectives, what is derived from the word, adverbs."""
        words, pointers = self.synsets[part, offset]
        yield from words
        yield from self.adverbs[part, offset, place]
        for symbol, target, other, places in pointers:
            if symbol == "&":
                yield from self.synsets[other, target][0]
            elif symbol == "+" and ends(places)[0] == place:
                yield self.synsets[other, target][0][ends(places)[1] - 1]

    def is_known(self, word):
        return re.fullmatch("[a-z]{2,24}", word) and self.counts[word] > 0

    def oppositions(self):
        """Pairs of sets of words."""
        for (part, offset), (_, pointers) in self.synsets.items():
            for symbol, target, other, places in pointers:
                if symbol != "!" or (part, offset) > (other, target):
                    continue
                left, right = (set(filter(self.is_known, self.members(*side)))
                               for side in ((part, offset, ends(places)[0]), (other, target, ends(places)[1])))
                common = left & right
                yield without_derived(left - common), without_derived(right - common)

    def distinct(self):
        """The oppositions that no larger one contains, the largest first."""
        found = sorted({(tuple(sorted(left)), tuple(sorted(right)))
                        for left, right in self.oppositions() if left and right},
                       key=lambda sides: (-len(sides[0]) - len(sides[1]), sides))
        kept, by_word = [], defaultdict(set)
        for left, right in found:
            places = set.intersection(*(by_word[word] for word in left + right))
            if any(is_within(left, right, *kept[place]) for place in places):
                continue
            for word in left + right:
                by_word[word].add(len(kept))
            kept.append((set(left), set(right)))
        return kept


def is_within(left, right, one, other):
    return (one.issuperset(left) and other.issuperset(right)) or (other.issuperset(left) and one.issuperset(right))


def without_derived(words):
    """Without those that an ending makes from others."""
    def is_derived(word):
        for ending in ENDINGS.split():
            end, instead = ending.split(">")
            if word.endswith(end) and word[:-len(end)] + instead in words and len(word) > len(end) + 2:
                return True
        return False
    return {word for word in words if not is_derived(word)}


def stems(form):
    """What the endings make of a form, as antonyms.h does it."""
    for ending in ENDINGS.split():
        end, instead = ending.split(">")
        if form.endswith(end):
            stem = form[:-len(end)] + instead
            yield stem
            if not instead and stem[-2:-1] == stem[-1:]:
                yield stem[:-1]


def forms(known):
    """Irregular forms of known words: ("fell", "fall")."""
    for name in FILES.values():
        for line in lines(name + ".exc"):
            form, *words = line.split()
            if re.fullmatch("[a-z]{2,24}", form):
                yield from ((form, word) for word in words if word in known and word not in (form, *stems(form)))


def print_list(key, items, separator=""):
    """As lines of at most 118 columns."""
    line = ""
    for item in items:
        longer = line + separator + " " + item
        if not line or len(longer) > 118:
            print(line, end="\n" if line else "")
            longer = "%s: %s" % (key, item)
        line = longer
    print(line)


def opposition(left, right):
    return "%s | %s" % (" ".join(sorted(left)), " ".join(sorted(right)))


def entries(oppositions):
    """The oppositions by a word that each has, in few entries: the word that most of them have goes first."""
    by_word = defaultdict(set)
    for place, (left, right) in enumerate(oppositions):
        for word in left | right:
            by_word[word].add(place)
    while by_word:
        head = max(by_word, key=lambda word: (len(by_word[word]), word))
        places = by_word.pop(head)
        sides = map(oppositions.__getitem__, places)
        yield head, [(left, right) if head in left else (right, left) for left, right in sides]
        by_word = {word: others - places for word, others in by_word.items() if others - places}


def main():
    oppositions = Antonyms().distinct()
    known = set().union(*(side for sides in oppositions for side in sides))
    print(HEAD)
    print("ending: " + ENDINGS)
    print("prefix: " + PREFIXES)
    print_list("form", ("%s>%s" % pair for pair in sorted(set(forms(known)))))
    found = sorted(entries(oppositions))
    print_list("opposite", sorted(opposition(*sides[0]) for _, sides in found if len(sides) == 1), ";")
    for head, sides in found:
        if len(sides) > 1:
            others = sorted(opposition(own - {head}, other).strip() for own, other in sides)
            print("entry: %s: %s" % (head, "; ".join(others)))


if __name__ == "__main__":
    main()
