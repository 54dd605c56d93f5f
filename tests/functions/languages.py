#!/usr/bin/python3
"""languages.py - sentences in eleven languages: what duplicate_kind() says about the pairs of languages.txt.

Each pair is of one article at two dates, so that only what the sentences say decides. The answer must
be the same for the pair in the other order, with the values exchanged. Also: the pieces of
text_differences() are the texts; what is found if nobody names the language; forms of a language's code;
all functions refuse an unknown language alike.
"""

import collections
import pathlib
import re
import sqlite3
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
sys.path.insert(0, str(FOLDER.parent))
import counting
from counting import check
from extension import open_with

PAIRS_LEAST = 12
LANGUAGES = "de fr es it pt nl pl ru el ja zh".split()


def read_pairs(path):
    """Yields (language, a, b, expected) for each pair of the file."""
    text = path.read_text(encoding="utf-8").replace("\\u00A0", "\u00A0").replace("\\u202F", "\u202F")
    for language, pairs in re.findall(r"^\[(\w\w)\]\n(.*?)(?=^\[\w\w\]$|\Z)", text, re.M | re.S):
        for pair, expected in re.findall(r"^([^#\s].*)\n(?: +(.*)\n)?", pairs, re.M):
            yield (language, *(re.sub(r"\[(.*?)\|(.*?)\]", side, pair) for side in (r"\1", r"\2")), expected or "same")


def judge(db, language, a, b):
    """The answer in the form of the file."""
    kind, type_, value_a, value_b = db.execute(
        "SELECT kind, type, value_a, value_b FROM duplicate_kind(?, ?, 'T', 'T', 'prose', 'prose', 1, ?)",
        (a, b, language)).fetchone()
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


# Of two sentences, what one says and the other does not. None of it denies, though a word of another language
# that is spelt so does; or it does deny, in few words.
UNNAMED = [
    ("Ele nasceu [no|em] Porto em 1900.", None),
    ("Il porto è vicino al museo, [ne |]parla la guida.", None),
    ("He wrote about original [sin|love] in a poem.", None),
    ("The committee said [nada|something] about it in May.", None),
    ("General [Ne |]Win led the country until 1988.", None),
    ("The king spoke [ni|to] his guests in the hall.", None),
    ("Le canal est [non |]navigable en hiver.", "non"),
    ("Turm [nicht |]offen", "nicht"),
    ("Cable [no|with] plug", "no"),
    ("The tower isn[’|']t open.", None),
    ("The tower [isnt|is] open.", "isnt"),
    ("The printer [dont|does] work.", "dont"),
]


def test_unnamed(db):
    """A negation of any language counts if nobody names the language, and no false friend does."""
    equal = count = 0
    for language, a, b, expected in read_pairs(FOLDER / "languages.txt"):
        found = judge(db, None, a, b)
        count += 1
        equal += found == expected
        check(not expected.startswith("negation") or found == expected, f"[{language}] {a} / {b}: {found}")
    check(equal >= 0.9 * count, f"{equal} of {count} pairs are judged alike if nobody names the language")
    for pair, denies in UNNAMED:
        a, b = (re.sub(r"\[(.*?)\|(.*?)\]", side, pair) for side in (r"\1", r"\2"))
        for x, y in ((a, b), (b, a)):
            found = judge(db, None, x, y)
            check(found.startswith("negation") and denies in found if denies else not found.startswith("negation"),
                  f"{x} / {y}: {found}")


def test_unknown(db):
    """Each function that takes a language refuses an unknown one by the same words."""
    calls = {row[0]: f"SELECT * FROM {row[0]}({row[1]})" if row[2] else f"SELECT {row[0]}({row[1]})"
             for row in [("duplicate_kind", "'a b', 'b c', '', '', '', '', 0, ?", 1),
                         ("collect_pairs", "1, 2, 'a b', 'b c', '', '', '', '', 0, ?", 0),
                         ("text_differences", "'a', 'b', ?", 1), ("passage_likeness", "'a', 'b', '', '', ?", 1),
                         ("mark_differences", "'a', 'b', '[', '|', ']', ?", 0),
                         ("mark_passage", "'a', 'b', 9, 0, 9, 9, '', '', '', '', '', '', ?", 0)]}
    takes = {name for name, in db.execute("SELECT function FROM neardup_functions() WHERE argument = 'language'")}
    check(takes - set(calls) == {"learn_kinds", "stopword_ngrams", "word_vectors"}, f"functions with a language: {takes}")
    files = [path for folder in ("loader/sentences/languages", "ext/core/kinds/vocabulary")
             for path in (ROOT / folder).glob("*.txt")]
    known = {path.stem if path.parent.name == "languages" else re.search(r"^code: (\S+)", path.read_text(encoding="utf-8"), re.M)[1]
             for path in files}
    expected = None
    for name, statement in calls.items():
        for language in "xx", "", "d", "deu", "german", "\N{SNOWMAN}":
            try:
                db.execute(statement, (language,)).fetchall()
                found = "no error"
            except sqlite3.OperationalError as error:
                found = str(error).partition(f"{name}(): ")[2].replace(f"found '{language}'", "found")
            expected = expected or found
            check(found == expected == f"argument language must be one of {' '.join(sorted(known))}, or other, found",
                  f"{name}() of {language}: {found}")
        for language in known | {"de", "zh-Hant", "PT_br", "other", "simple", None}:
            check(db.execute(statement, (language,)).fetchall(), f"{name}() takes {language}")


def test_codes(db):
    """The forms of a code, and what a language without a vocabulary makes of words."""
    a, b = "Der Turm hat siebenundzwanzig Stufen.", "Der Turm hat 72 Stufen."
    for language in ("de", "DE", "de-AT", "de_CH", None):
        check(judge(db, language, a, b).startswith("number"), language)
    for language in ("en", "sv", "other"):
        check(judge(db, language, a, b) == "same", language)
    english = ("It has twenty-seven steps.", "It has 72 steps.")
    for language in ("en", "en-GB", "simple", "SIMPLE"):
        check(judge(db, language, *english).startswith("number"), language)
    marked = "SELECT mark_differences(?, ?, '[', '|', ']', ?)"
    check(db.execute(marked, (a, b, "de")).fetchone()[0]
          == "Der Turm hat [siebenundzwanzig|72] Stufen.", "mark_differences")
    check(db.execute(marked, ("nie gebaut", "gebaut", None)).fetchone()[0] == "[nie |]gebaut", "NULL as a language")
    types = "SELECT group_concat(type) FROM text_differences('nur 3,5', 'kein 3.5', ?)"
    check(db.execute(types, ("de",)).fetchone()[0] == "negation,number", "types in German")


counting.run_tests("functions/languages", test_pairs, test_unnamed, test_unknown, test_codes, db=open_with())
