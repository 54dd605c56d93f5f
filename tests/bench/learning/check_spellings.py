#!/usr/bin/python3
"""check_spellings.py - what the spellings of english.txt make of the words of SCOWL.

    check_spellings.py [FOLDER]

FOLDER (default /usr/share/dict/scowl, which Debian's package scowl fills) holds lists of American, British and common
words. Prints how many British words lead to an American or common one, those that lead to none, and the pairs of words
that are joined though they are no variants in SCOWL.
"""

import os
import re
import sys

FOLDER = sys.argv[1] if len(sys.argv) > 1 else "/usr/share/dict/scowl"
SIZES = (10, 20, 35, 40, 50, 55)
VARIANTS = ["variant_%d" % n for n in (1, 2, 3)] + ["british_variant_%d" % n for n in (1, 2)]


def words(*names, sizes=SIZES):
    found = set()
    for name in ("%s-words.%d" % (name, size) for name in names for size in sizes):
        path = os.path.join(FOLDER, name)
        if os.path.exists(path):
            with open(path, encoding="latin-1") as file:
                found.update(word for word in file.read().split() if re.fullmatch("[a-z]{3,}", word))
    return found


def spellings():
    path = os.path.join("ext", "core", "kinds", "vocabulary", "english.txt")  # in the project's folder, where benchmarks run
    with open(path, encoding="utf-8") as file:
        listed = re.search(r"^spelling:((.*\n)([ \t].*\n)*)", file.read(), re.M)
        return [pair.split("/") for pair in listed.group(1).split()]


def respelt(word, rules):
    """The words that one replacement makes of a word."""
    whole = "^%s$" % word
    for one, other in rules:
        at = whole.find(one)
        while at >= 0:
            yield (whole[:at] + other + whole[at + len(one):]).strip("^$")
            at = whole.find(one, at + 1)


def main():
    rules = spellings()
    american, british, common = words("american"), words("british", "british_z"), words("english")
    known, reached, missed = american | common, 0, []
    for word in sorted(british - known):
        once = set(respelt(word, rules))
        twice = {form for each in once for form in respelt(each, rules)}
        reached += bool((once | twice) & known)
        if not (once | twice) & known:
            missed.append(word)
    print("%d of %d British words lead to another; not these: %s" % (reached, reached + len(missed), " ".join(missed)))
    variants = british | american | words(*VARIANTS, sizes=SIZES + (60, 70, 80, 95))
    print("Joined:", " ".join("%s/%s" % (word, other) for word in sorted(common) for other in respelt(word, rules)
                              if other in common and not {word, other} & variants))


if __name__ == "__main__":
    main()
