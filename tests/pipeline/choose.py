"""choose.py - sql/sentences/choose.sql: which parameters the pipeline chooses for which texts."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, run_tests
from databases import add_article, new_database, rows, run

PAPERS = (12, 75, 600, 25, 4, "")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
JAPANESE = "山川田中村松竹石森林北南西東大小高長上下水白金吉原野池沢のはをにがで"


def text(number, length, alphabet=LETTERS):
    """A text of this length in words of five letters, each number another."""
    state, made = number * 2654435761 + 12345, []
    for place in range(length):
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        spaced = alphabet is LETTERS and place % 6 == 5 and place + 1 < length
        made.append(" " if spaced else alphabet[(state >> 33) % len(alphabet)])
    return "".join(made)


def make(path, texts, kind="csv", sentences=1):
    """`sentences` texts to an article."""
    with new_database(path, kind=kind) as db:
        for first in range(0, len(texts) + 1, sentences):
            add_article(db, texts[first:first + sentences], titled=0)


def chosen(path, *changes):
    run(path, "parameters", *changes, "find")
    return rows(path, "SELECT shingle, shingles_least, shingles_most, bands, rows, fold FROM setting")[0]


def short(count):
    return [text(number, 30 + number % 40) for number in range(count)]


def mixed(count):
    return [text(number, 25, JAPANESE) if number % 3 == 0 else text(number, 70) for number in range(count)]


# What, the texts, kind of the source, sentences to an article, and the shingle or all that is chosen.
CASES = [
    ("a dump of short sentences", short(400), "mediawiki", 1, PAPERS),
    ("marks of footnotes", [text(n, 90) + (".[%d]" % n if n % 10 == 0 else ".") for n in range(400)], "mediawiki", 1,
     (12, 75, 600, 25, 4, "notes")),
    ("a few marks", [text(n, 90) + (".[%d]" % n if n % 100 == 0 else ".") for n in range(400)], "mediawiki", 1, PAPERS),
    ("articles of four short sentences", short(400), "csv", 4, (5, 10, 600, 25, 4, "")),
    ("no texts", [], "csv", 1, PAPERS),
    ("a Japanese dump", [text(n, 40, JAPANESE) for n in range(400)], "mediawiki", 1, (5, 20, 600, 25, 4, "")),
    ("texts of 30 letters", [text(n, 30) for n in range(400)], "csv", 1, 4),
    ("of 45", [text(n, 45) for n in range(400)], "csv", 1, 5),
    ("of 65", [text(n, 65) for n in range(400)], "csv", 1, 8),
    ("of 120", [text(n, 120) for n in range(400)], "csv", 1, 12),
    ("three sentences to an article", [text(n, 120) for n in range(400)], "csv", 3, 12),
    ("Japanese of 8 characters", [text(n, 8, JAPANESE) for n in range(400)], "csv", 1, 2),
    ("of 20", [text(n, 20, JAPANESE) for n in range(400)], "csv", 1, 3),
    ("of 60", [text(n, 60, JAPANESE) for n in range(400)], "csv", 1, 5),
    ("a mixture", mixed(400), "csv", 1, 3),
    # Neither the first text decides, nor the first half of a table.
    ("a long text first", [text(999, 300)] + [text(n, 30) for n in range(400)], "csv", 1, 4),
    ("longer texts first", [text(n, 120) for n in range(300)] + [text(n, 30) for n in range(300, 600)], "csv", 1, 4),
    ("one text", [text(1, 30)], "csv", 1, 4),
]


def test_cases(folder):
    for number, (what, texts, kind, sentences, expected) in enumerate(CASES):
        path = os.path.join(folder, "%d.db" % number)
        make(path, texts, kind, sentences)
        found = chosen(path)
        if isinstance(expected, int):
            check(found[0] == expected, "%s: a shingle of %d, not %d" % (what, found[0], expected))
            check(found[1] == 1 and found[5] == "all", "%s: all are compared, and folded: %s" % (what, found))
            recalled = 1 - (1 - 0.6 ** found[4]) ** found[3]
            check(recalled >= 0.98, "%s: %d bands of %d" % (what, found[3], found[4]))
        else:
            check(found == expected, "%s: %s, not %s" % (what, found, expected))
        check(chosen(path) == found, what + ": the same choice again")


def test_set_by_hand(folder):
    """What is set stays, and the rest follows it."""
    path = os.path.join(folder, "by-hand.db")
    make(path, short(400))
    found = chosen(path, "UPDATE parameters SET shingle = 6, rows = 2, fold = 'case';")
    check((found[0], found[4], found[5]) == (6, 2, "case"), found)
    check(1 - (1 - 0.6 ** 2) ** found[3] >= 0.98, "bands for 2 rows: %s" % (found,))
    found = chosen(path, "UPDATE parameters SET rows = NULL, bands = NULL, jaccard_least = 0.3;")
    check(1 - (1 - 0.3 ** found[4]) ** found[3] >= 0.98, "bands for 0.3: %s" % (found,))
    found = chosen(path, "UPDATE parameters SET scheme = 'paper';")
    check(found[3:5] == (10, 10), "the papers' bands and rows: %s" % (found,))


run_tests("pipeline/choose", test_cases, test_set_by_hand)
