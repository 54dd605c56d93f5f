#!/usr/bin/python3
"""languages.py - sentences in ten languages: what duplicate_kind() says about the pairs of languages.txt.

Each pair is of one article at two dates, so that only what the sentences say decides. The answer must
be the same for the pair in the other order, with the values exchanged. Also: the pieces of
text_differences() are the texts; forms of a language's code; an unknown language is no error.
"""

import collections
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER.parent))
import counting
from counting import check
from extension import open_with

PAIRS_LEAST = 12
LANGUAGES = "de fr es it pt nl pl ru ja zh".split()


def read_pairs(path):
    """Yields (language, a, b, expected) for each pair of the file."""
    text = path.read_text(encoding="utf-8").replace("\\u00A0", "\u00A0").replace("\\u202F", "\u202F")
    for language, pairs in re.findall(r"^\[(\w\w)\]\n(.*?)(?=^\[\w\w\]$|\Z)", text, re.M | re.S):
        for pair, expected in re.findall(r"^([^#\s].*)\n(?: +(.*)\n)?", pairs, re.M):
            yield (language, *(re.sub(r"\[(.*?)\|(.*?)\]", side, pair) for side in (r"\1", r"\2")), expected or "same")


def judge(db, language, a, b):
    """The answer in the form of the file."""
    kind, type_, value_a, value_b = db.execute(
        "SELECT kind, type, value_a, value_b FROM duplicate_kind(?, ?, 'T', 'T')"
        " WHERE two_dates = 1 AND input_language = ?", (a, b, language)).fetchone()
    if type_ is None:
        return "same" if kind == "copyedit" else kind
    return f"{type_}: {value_a} | {value_b}".replace(":  |", ": |").rstrip()


def exchanged(expected):
    """The answer for the pair in the other order."""
    if ":" not in expected:
        return expected
    type_, _, values = expected.partition(":")
    value_a, value_b = (value.strip() for value in values.split("|"))
    return f"{type_}: {value_b} | {value_a}".replace(":  |", ": |").rstrip()


def check_pieces(db, language, a, b):
    """The pieces of the differences make the texts."""
    pieces = db.execute("SELECT text_a, text_b FROM text_differences(?, ?, ?)",
                        (a, b, language)).fetchall()
    for side, text in enumerate((a, b)):
        check("".join(piece[side] for piece in pieces) == text, f"[{language}] pieces of {text}")


def test_pairs(db):
    counts = collections.Counter()
    for language, a, b, expected in read_pairs(FOLDER / "languages.txt"):
        counts[language] += 1
        for x, y, answer in ((a, b, expected), (b, a, exchanged(expected))):
            found = judge(db, language, x, y)
            check(found == answer, f"[{language}] {x} / {y}: {found}, not {answer}")
        check_pieces(db, language, a, b)
    for language in LANGUAGES:
        check(counts[language] >= PAIRS_LEAST, f"{language} has {counts[language]} pairs")


def test_codes(db):
    """The forms of a code, and what an unknown language makes of words."""
    a, b = "Der Turm hat siebenundzwanzig Stufen.", "Der Turm hat 72 Stufen."
    for language in ("de", "DE", "de-AT", "de_CH"):
        check(judge(db, language, a, b).startswith("number"), language)
    for language in ("en", "xx", "", "d", "deu", "\N{SNOWMAN}", "x" * 1000):
        check(judge(db, language, a, b) == "same", language)
    english = ("It has twenty-seven steps.", "It has 72 steps.")
    for language in ("en", "en-GB", "simple", "SIMPLE"):
        check(judge(db, language, *english).startswith("number"), language)
    marked = "SELECT mark_differences(?, ?, '[', '|', ']', ?)"
    check(db.execute(marked, (a, b, "de")).fetchone()[0]
          == "Der Turm hat [siebenundzwanzig|72] Stufen.", "mark_differences")
    check(db.execute(marked, (a, b, None)).fetchone()[0] is None, "NULL as a language")
    types = "SELECT group_concat(type) FROM text_differences('nur 3,5', 'kein 3.5', ?)"
    check(db.execute(types, ("de",)).fetchone()[0] == "negation,number", "types in German")


def main():
    db = open_with()
    test_pairs(db)
    test_codes(db)
    return counting.finish("functions/languages")


if __name__ == "__main__":
    sys.exit(main())
