"""foreign_sentences.py - other people's cases of where sentences end: the golden rules for English, and those of sentencex.

    /usr/bin/python3 tests/loader/sentences/foreign_sentences.py --list

prints each failed case as expected and as found, with "|" between sentences."""

import json
import os
import re
import sys

sys.path.insert(0, os.path.join(sys.path[0], "..", ".."))
from counting import check, skip
from loading import PLAIN, SHARED, ask, load, run_tests, write

CASES = os.path.join(SHARED, "sentences")
FILES = 35  # languages, and lists in English
LISTED = sys.argv[1:] == ["--list"]
ITEM = re.compile(r"\s*(\*|\u2022|\(?[0-9a-z]{1,3}[.)])")  # "* one", "(a) one", "ii. one"


def splits(language, texts):
    """The sentences of each text, which may have several lines, each of them a block."""
    write("texts.jsonl", "".join(json.dumps({"text": text.replace("\n", "\n\n")}) + "\n" for text in texts))
    status, errors = load("--format", "jsonl", "--language", language, "texts.jsonl", program=PLAIN)
    if "--language: must be one of" in errors:  # but those common to all languages
        status, errors = load("--format", "jsonl", "texts.jsonl", program=PLAIN)
    check(status == 0, "%s: status %d: %s" % (language, status, errors))
    found = [[] for _ in texts]
    for article, text in ask("test.db", "SELECT article_id, text FROM sentence ORDER BY id"):
        found[article - 1].append(text)
    return found


def held(name, language, cases):
    """How many of the (text, sentences) hold."""
    count = 0
    for (_, expected), found in zip(cases, splits(language, [text for text, _ in cases])):
        # The loader folds white space.
        expected = [" ".join(sentence.split()) for sentence in expected]
        count += found == expected
        if LISTED and found != expected:
            print("missed, %s:\n    expected %s\n    found    %s" % (name, "|".join(expected), "|".join(found)))
    return count


def read_cases(path):
    """Input lines, "---", one sentence a line, "===". A line that starts a list item begins a block; any other continues
    the one before."""
    cases = []
    with open(path, encoding="utf-8") as file:
        for part in re.split(r"^===.*\n?", file.read(), flags=re.MULTILINE):
            text, mark, sentences = re.sub(r"^#.*\n?", "", part, flags=re.MULTILINE).partition("\n---")
            lines = [line for line in text.split("\n") if line.strip()]
            joined = "".join(("\n" if ITEM.match(line) else " ") + line.strip() for line in lines)[1:]
            expected = [line.strip() for line in sentences.partition("\n")[2].split("\n") if line.strip()]
            if mark and joined:
                cases.append((joined, expected))
    return cases


def test_golden_rules():
    path = os.path.join(CASES, "english-golden-rules.jsonl")
    if not os.path.exists(path):
        return skip("no ../shared/data/sentences: the cases of other splitters")
    with open(path, encoding="utf-8") as file:
        rules = [(rule["text"], rule["sentences"]) for rule in map(json.loads, file)]
    count = held("golden rules", "en", rules)
    print("golden rules: %d of %d" % (count, len(rules)))
    check(len(rules) == 48 and count >= 46, "%d of %d golden rules" % (count, len(rules)))


def test_sentencex():
    folder = os.path.join(CASES, "sentencex")
    names = sorted(name for name in os.listdir(folder) if name.endswith(".txt")) if os.path.isdir(folder) else []
    if not names:
        return skip("no ../shared/data/sentences/sentencex: cases of 35 languages")
    held_of_all = cases_of_all = 0
    for name in names:
        language, cases = name[:-4], read_cases(os.path.join(folder, name))
        count = held(language, "en" if language == "lists" else language, cases)
        if LISTED or language == "en":
            print("sentencex %s: %d of %d" % (language, count, len(cases)))
        check(language != "en" or count >= len(cases) * 0.96, "English: %d of %d" % (count, len(cases)))
        held_of_all, cases_of_all = held_of_all + count, cases_of_all + len(cases)
    print("sentencex, all languages: %d of %d" % (held_of_all, cases_of_all))
    check(len(names) == FILES and cases_of_all > 400 and held_of_all >= cases_of_all * 0.88,
          "%d of %d of %d files" % (held_of_all, cases_of_all, len(names)))


sys.exit(run_tests("loader/foreign_sentences", globals()))
