"""bench_passages.py - PAN's measures give the values of their authors' own tests; the ends that
tests/bench/passages/reuse_sets.py tells are those of the passages; tests/bench/passages/passage_pairs and plagdet print what they say.
"""
import json
import lzma
import os
import random
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "bench", "passages")]
from counting import check, run_tests
from pan_measures import (Passage, covered_share, granularity, macro_precision, macro_recall, meet,
                          micro_recall_and_precision, plagdet)
import reuse_sets


def alike(pair, position, length):
    """A passage at the same place of both texts."""
    return Passage(pair, position, length, position, length)


FIRST, SECOND, WHOLE = alike("1", 0, 100), alike("1", 100, 100), alike("1", 0, 200)
OTHER, MIDDLE, LATE = alike("2", 0, 100), alike("2", 50, 100), alike("2", 25, 75)


def test_measures():
    """Values of the unit tests in PAN's performance measures, version 1.3."""
    for recall, precision, pieces, expected in ((0, 0, 1, 0), (0, 1, 1, 0), (1, 0, 1, 0), (1, 1, 1, 1), (0.5, 1, 1, 2 / 3),
                                                (1, 0.5, 1, 2 / 3), (1, 1, 2, 0.63092975), (0.25, 0.75, 2, 0.23659865)):
        found = plagdet(recall, precision, pieces)
        check(abs(found - expected) < 1e-8, "plagdet(%s, %s, %s) is %s" % (recall, precision, pieces, found))
    for found, expected in (([], 0), ([FIRST], 1), ([SECOND], 0), ([WHOLE], 1), ([WHOLE, OTHER], 1), ([OTHER, MIDDLE], 0)):
        check(covered_share(FIRST, found) == expected, "share of %s" % (found,))
    for found, expected in (([MIDDLE], 0.5), ([LATE], 0.75), ([MIDDLE, LATE], 0.75)):
        check(covered_share(OTHER, found) == expected, "share of %s" % (found,))
    for cases, found, expected in (([], [], 1), ([FIRST], [], 0), ([], [FIRST], 0), ([FIRST], [FIRST], 1),
                                   ([FIRST, OTHER], [FIRST], 0.5), ([FIRST], [OTHER], 0)):
        check(macro_recall(cases, found) == expected, "recall of %s by %s" % (cases, found))
    for cases, found, expected in (([FIRST], [WHOLE], 0.5), ([OTHER], [LATE], 1), ([OTHER], [MIDDLE, LATE], 0.75),
                                   ([FIRST], [SECOND, WHOLE], 0.25), ([FIRST, OTHER], [FIRST], 1)):
        check(macro_precision(cases, found) == expected, "precision of %s by %s" % (cases, found))
    for cases, found, expected in (([], [], 1), ([FIRST], [SECOND], 1), ([FIRST], [FIRST, SECOND, WHOLE], 2),
                                   ([FIRST, SECOND], [FIRST, WHOLE], 1.5)):
        check(granularity(cases, found) == expected, "granularity of %s by %s" % (cases, found))
    check(meet(FIRST, WHOLE) and not meet(FIRST, SECOND) and not meet(FIRST, OTHER), "what meets")
    check(not meet(FIRST, Passage("1", 50, 100, 150, 100)), "it meets in one text only")
    check(micro_recall_and_precision([FIRST, OTHER], [WHOLE]) == (0.5, 0.5), "micro")
    check(micro_recall_and_precision([FIRST], [FIRST, FIRST]) == (1, 1), "characters found twice count once")


def write_corpus(folder):
    """Articles of words at random, so that no two share anything."""
    chance = random.Random(3)
    word = lambda: "".join(chance.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(chance.randrange(2, 9)))
    os.makedirs(os.path.join(folder, "data", "corpus"))
    with lzma.open(os.path.join(folder, "data", "corpus", "small.jsonl.xz"), "wt") as corpus:
        for number in range(60):
            sentences = [" ".join(word() for _ in range(chance.randrange(5, 30))).capitalize() + "." for _ in range(60)]
            corpus.write(json.dumps({"id": number, "title": "Article %d" % number, "text": " ".join(sentences)}) + "\n")


def test_sets(folder):
    reuse_sets.ARTICLES = os.path.join(folder, "data", "corpus", "*.jsonl.xz")
    halves = [reuse_sets.articles(half) for half in reuse_sets.HALVES]
    check(not set(halves[0]) & set(halves[1]) and 40 < len(halves[0]) + len(halves[1]) <= 60, "halves")
    sets = reuse_sets.make_sets(halves[0], 10, 1)
    check(sets == reuse_sets.make_sets(halves[0], 10, 1) and list(sets) == list(reuse_sets.SETS), "the same again")
    for kind, pairs in sets.items():
        for pair in pairs:
            if kind == "no reuse":
                check(pair.case is None and (pair.titles[1], pair.b) in halves[0], pair.name)
                continue
            a = pair.a[pair.case.a_position - 1:pair.case.a_position - 1 + pair.case.a_length]
            begin = pair.case.b_position - 1
            b = pair.b[begin:begin + pair.case.b_length]
            check((pair.titles[1], pair.b[:begin] + pair.b[begin + len(b) + 1:]) in halves[0], pair.name + ": around")
            check(50 <= len(a.split()) <= 400 and a.strip() == a and b.strip() == b, pair.name + ": ends")
            same = sum(x == y for x, y in zip(a.split(), b.split())) / len(a.split())
            wanted = 1 if kind == "verbatim" else 1 - int(kind.split()[0]) / 100 if kind.endswith("%") else 0
            check(kind == "summarised" and len(b) < len(a) or -0.01 < same - wanted < 0.06, "%s: %s" % (pair.name, same))


def run(*command, **environment):
    result = subprocess.run(["/usr/bin/python3", *command], cwd=ROOT, capture_output=True, text=True,
                            env={**os.environ, **environment})
    check(result.returncode == 0 and result.stderr == "", " ".join(command) + ": " + result.stderr)
    return result.stdout


def test_programs(folder):
    kept = os.path.join(folder, "kept")
    printed = run("tests/bench/passages/passage_pairs", "--pairs", "6", "--write", kept, NEARDUP_SHARED=folder)
    check(re.search(r"^defaults\n.*\nverbatim +6 +1\.0000 +1\.0000 +1\.0000 +1\.0000", printed, re.MULTILINE), printed)
    check(len(re.findall(r"^no reuse +0$", printed, re.MULTILINE)) == 2 and "ns for each word" in printed, printed)
    judged = run("tests/bench/passages/plagdet", os.path.join(kept, "20 %.cases.tsv"), os.path.join(kept, "20 %.defaults.tsv"))
    figures = re.search(r"^20 % +\d+ +(\S+) +(\S+) +(\S+) +(\S+)", printed, re.MULTILINE).groups()
    check(tuple(judged.split("\n")[2].split()[1:]) == figures, "%s for %s" % (judged, figures))
    printed = run("tests/bench/passages/passage_pairs", "--pairs", "2", "seed=ngrams", "similarity_least=0.5", NEARDUP_SHARED=folder)
    check("'similarity_least': 0.5" in printed and "paper" not in printed, printed)
    printed = run("tests/bench/passages/passage_pairs", NEARDUP_SHARED=kept)
    check(printed == "skipped: the articles of data/corpus are not here\n", printed)


def test_corpus(folder):
    write_corpus(folder)
    test_sets(folder)
    test_programs(folder)


run_tests("pipeline/bench_passages", test_measures, test_corpus)
