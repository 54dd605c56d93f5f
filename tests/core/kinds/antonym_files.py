#!/usr/bin/python3
"""antonym_files.py - the antonyms in the repository are those of WordNet, and each pair excludes each other.

The list is made again from an installed WordNet (Debian: wordnet-base); without one that is skipped.
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from counting import check, run_tests, skip
from extension import ROOT, open_with

FOLDER = os.path.join(ROOT, "ext", "core", "kinds", "antonyms")
WORDNET = "/usr/share/wordnet"


def direct_antonyms():
    """Pairs of adjectives of one word that WordNet's index counts in its texts, by its own pointers."""
    words = {}
    for line in open(os.path.join(WORDNET, "data.adj"), encoding="ascii"):
        if not line.startswith("  "):
            fields = line.split()
            count = int(fields[3], 16)
            words[fields[0]] = [word.split("(")[0] for word in fields[4:4 + 2 * count:2]], fields
    for own, fields in words.values():
        for i, field in enumerate(fields[:-3]):
            if field == "!" and fields[i + 2] == "a":
                places = fields[i + 3]
                yield own[int(places[:2], 16) - 1], words[fields[i + 1]][0][int(places[2:], 16) - 1]


def test_list():
    with open(os.path.join(FOLDER, "english_antonyms.txt"), encoding="ascii") as file:
        text = file.read()
    db = open_with()
    query = "SELECT type FROM text_differences('a ' || ? || ' b', 'a ' || ? || ' b') WHERE type IS NOT NULL"
    lists = [line.split()[1:] for line in text.splitlines() if line.startswith(("opposite", "entry"))]
    known = {word.strip(":;") for words in lists for word in words if word != "|"}
    check(text.count("|") > 1000, "it lists %d opposites" % text.count("|"))
    if os.path.isdir(WORDNET):
        made = subprocess.run([os.path.join(FOLDER, "from_wordnet.py")], capture_output=True, text=True)
        check(made.returncode == 0 and made.stdout == text, "made again, the list is the same: " + made.stderr)
        pairs = sorted({pair for pair in direct_antonyms() if known.issuperset(pair)})
        types = [db.execute(query, pair).fetchone()[0] for pair in pairs]
        right = sum(type in ("opposite", "place", "quantity", "status", "person", "thing", "number", "negation")
                    for type in types)
        print("figure: %d of %d antonyms of WordNet differ by an opposite" % (right, len(pairs)))
        check(right >= 0.95 * len(pairs) > 500, "WordNet's own pairs are opposites: %d of %d" % (right, len(pairs)))
    else:
        skip("there is no WordNet in " + WORDNET)
    with open(os.path.join(ROOT, "LICENSE"), encoding="utf-8") as file:
        check("WordNet 3.0 Copyright 2006 by Princeton University" in file.read(), "its licence is in LICENSE")


run_tests("core/antonym_files", test_list)
