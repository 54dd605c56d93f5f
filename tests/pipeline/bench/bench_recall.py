"""bench_recall.py - the exact scan of tests/bench/recall finds what a prefix filter in Python finds."""

import contextlib
import os
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from counting import check, run_tests
from databases import ROOT, fill, rows, run
from exact_pairs import exact_pairs


def made_texts():
    """Texts that differ in a name and a thing; half of them also say the same at length."""
    more = (" The chronicle of the parish tells it at length, with the prices of those days, and also says who"
            " lied about it in court, and what became of the miller's two daughters after the trial.")
    for story in ("The mill on the Selve ground rye until the flood of %s carried its wheel away to %s.",
                  "A ferry crossed the bay of %s twice a day, and in summer the captain sold %s on board."):
        for name in "Anna Berta Carla Dora Emil Fritz Gustav Heinz Ida Jonas Karl Lena".split():
            for thing in ("apples", "apple juice and cider", "the neighbouring village", "€ 5 maps 🗺"):
                yield (story % (name, thing)).ljust(86, ".") + name[0]
                yield story % (name, thing) + more


def lines_of(path, *arguments):
    """The figures of each line of the table, by the range of Jaccard similarity."""
    result = subprocess.run(["/usr/bin/python3", "tests/bench/recall", *arguments, path], cwd=ROOT,
                            capture_output=True, text=True)
    check(result.returncode == 0 and result.stderr == "", result.stderr)
    lines = re.findall(r"^  (\d\.\d\d to \d\.\d\d|together) (.*)", result.stdout, re.MULTILINE)
    return {name: [float(word.replace(",", "")) for word in figures.split()] for name, figures in lines}


def test_recall(folder):
    with contextlib.suppress(FileNotFoundError):
        os.remove(os.path.join(ROOT, "build", "tests", "bench", "neighbours"))  # which is built where it is missing
    path = fill(os.path.join(folder, "made.db"), [("Made", made_texts())], kind="mediawiki")
    run(path, "find")
    texts = dict(rows(path, "SELECT id, text FROM sentence WHERE length(text) >= 86"))
    check(len(set(texts.values())) == len(texts) >= 180, "the texts differ, and are compared")
    # Those below the threshold of edit similarity have no row in `pair`; here there are none.
    exact = exact_pairs(texts)
    found = set(rows(path, "SELECT a, b FROM pair"))
    lines = lines_of(path)
    check(lines["together"][:1] == [2 * len(exact)], "each pair is found from both of its texts")
    check(lines["together"][2] == 2 * len(found & set(exact)), "pairs found")
    for least in (0.6, 0.7, 0.8, 0.9):
        below = 2 if least == 0.9 else least + 0.1
        at_level = [pair for pair, jaccard in exact.items() if least <= jaccard + 1e-9 < below]
        figures = lines.get("%.2f to %.2f" % (least, least + 0.1), [0, 0, 0])
        check(figures[0] == 2 * len(at_level), f"pairs from {least} on: {figures[0]}, {2 * len(at_level)}")
        check(figures[2] == 2 * len(found & set(at_level)), f"found from {least} on")
        check(len(at_level) > 0, f"there are pairs from {least} on")
    drawn = lines_of(path, "--drawn", "10", "--least-texts", "20", "--step", "0.05")["together"]
    check(0 < drawn[1] <= 10 and drawn[0] < 2 * len(exact), "only some texts are drawn")


run_tests("pipeline/bench_recall", test_recall)
