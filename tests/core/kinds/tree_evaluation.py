#!/usr/bin/python3
"""tree_evaluation.py - trees become C, and a mistake in one ends the build with a message that names its line; trees.py of
tests/bench/learning writes what it reads, and evaluates as the C code does."""

import math
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "bench" / "learning")]
import trees
from counting import check, figure, run_tests

COMPILER = [*shlex.split(os.environ.get("CC", "cc")), "-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
            "-Werror", "-I" + str(ROOT / "ext" / "core")]
KINDS = ROOT / "ext" / "core" / "kinds"
# Of `enum feature`, in order.
NAMES = re.findall(r"\bX\((\w+)\)", (KINDS / "features.h").read_text(encoding="utf-8"))
ANY = [0, -math.inf, math.inf, math.nan, *(number / 8 for number in range(-20, 21))]

FIRST, SECOND = NAMES[:2]
NODE = "a node, FEATURE<THRESHOLD:VALUE or :VALUE"

BIAS = 'one line "bias NUMBER"'

# content, message; no message: it is accepted
CASES = [
    ("# A comment.\n\n  # Another.\nbias -0.41\na_1<?1.5:0 :0.5 b<-1e-7:1 :2 :-3e2\n", None),
    ("bias 0\r\n\t:1\r\na<08:0\t:1   :2", None),
    (":1\nbias 0\n", None),
    (":1\n\n", '2: expected a line "bias NUMBER" in topic.txt, found the end of the file'),
    ("bias\n", f"1: expected {BIAS}, found bias"),
    ("bias 1 2\n", f"1: expected {BIAS}, found bias 1 2"),
    ("bias 1\nbias 1\n", f"2: expected {BIAS}, found bias 1"),
    ("bias nan\n", f"1: expected {BIAS}, found bias nan"),
    *(("bias 1\n%s :1 :2\n" % node, f'2: expected {NODE}, found "{node}"')
      for node in ("a", "A<1:0", "a]<1:0", "<1:0", "a>1:0", "a<1", "a<1:0:0", "a<:0", "a<?:0", "a<1:", ":", "a<??1:0", "a<inf:0",
                   ":.5", ":1};")),
    ("bias 1\na<1:0\n", '2: expected a node for each side of "a<1:0", found the end of the line'),
    ("bias 1\na<1:0 b<2:0 :1 :2\n:3\n", '2: expected a node for each side of "a<1:0", found the end of the line'),
    ("bias 1\na<1:0 :1 b<2:0 :2\n", '2: expected a node for each side of "a<1:0", found the end of the line'),
    ("bias 1\n:1 :2\n", '2: expected the end of the tree, found ":2"'),
    ("bias 1\na<1:0 :1 :2 b<1:0\n", '2: expected the end of the tree, found "b<1:0"'),
]

# Prints, for each line of feature_count values, the sum, and what it is due to.
PROGRAM = """
#include "kinds/tree_ensemble.h"
#include <stdio.h>
int main(void) {
    double values[feature_count], points[feature_count] = {0};
    size_t count = 0;
    while (scanf("%lf", &values[count]) == 1) {
        if (++count < feature_count)
            continue;
        count = 0;
        printf("%a", tree_ensemble_sum(&trees_topic, values, points));
        for (size_t i = 0; i < feature_count; i++)
            printf(" %a", points[i]);
        puts("");
    }
}
"""


def generate(*paths):
    scripts = "-f", KINDS.parent / "base" / "data_files.awk", "-f", KINDS / "trees" / "generate_trees.awk"
    return subprocess.run(["awk", *scripts, *paths], env={**os.environ, "LC_ALL": "C"}, capture_output=True,
                          encoding="utf-8", check=False)


def check_messages(folder):
    """Each case is the content of a file and the message; no message: the file is accepted."""
    path = folder / "topic.txt"
    for content, message in CASES:
        path.write_text(content, encoding="utf-8", newline="")
        done = generate(path)
        found = done.returncode, done.stderr.replace(f"{path}:", "").strip()
        expected = (1, message) if message else (0, "")
        check(found == expected, f"{content[:200]!r}: expected {expected}, found {found}")


def check_names(folder, good, bad):
    """Names of features.h compile; `bad` names no_such_feature in line 3."""
    def compiled(content):
        (folder / "topic.txt").write_text(content, encoding="utf-8")
        (folder / "learnt.c").write_text(generate(folder / "topic.txt").stdout, encoding="utf-8")
        return subprocess.run([*COMPILER, "-fsyntax-only", folder / "learnt.c"], capture_output=True,
                              encoding="utf-8", check=False)
    done = compiled(good)
    check(done.returncode == 0, f"names of features.h compile: {done.stderr}")
    done = compiled(bad)
    check(done.returncode != 0 and re.search(r"topic\.txt:3\b.*no_such_feature", done.stderr),
          f"an unknown name is an error of its line: {done.stderr}")
    done = compiled("bias -1\n")
    check(done.returncode == 0, f"a bias alone compiles: {done.stderr}")
    done = compiled("bias 1\n" + "".join(f"{FIRST}<{i}:0 :1 :2\n" for i in range(4096)))
    check(done.returncode != 0 and "too many questions" in done.stderr, f"4096 questions: {done.stderr[-200:]}")


def check_first_mistake_ends(folder):
    good, other, bad = folder / "good.txt", folder / "other.txt", folder / "bad.txt"
    for path, content in (good, "bias 1\n"), (other, "bias 1\n"), (bad, "bias\n"):
        path.write_text(content, encoding="utf-8")
    check(generate(good, other).returncode == 0, "two files")
    check(generate(bad, good).returncode == 1, "a mistake in the first of two files")


# ---- Evaluation ----------------------------------------------------------------------------------

def refused(call, error, words, what):
    """The call raises this error, whose text begins with these words."""
    try:
        call()
        check(False, f"{what}: no error")
    except error as found:
        check(str(found.args[0]).startswith(words), f"{what}: {found}")


def answers_of_c(path, rows):
    """What C prints for rows of {feature: value}, as numbers."""
    source, program = path.parent / "learnt.c", path.parent / "learnt"
    source.write_text(generate(path).stdout + "#line 1 \"main\"\n" + PROGRAM, encoding="utf-8")
    subprocess.run([*COMPILER, "-o", program, source, KINDS / "tree_ensemble.c", "-lm"], check=True)
    done = subprocess.run([program], input="\n".join(str(value) for row in rows for value in row.values()),
                          stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return [list(map(float.fromhex, line.split())) for line in done.stdout.splitlines()]


def random_rows(generator, count):
    return [{name: generator.choice(ANY) for name in NAMES} for _ in range(count)]


# ---- Trees ---------------------------------------------------------------------------------------

TREES_WRITTEN = """\
# Two lines
# of a comment.
bias -0.4149
:0
partners<?3.5:-0.02 rare<-0.1:0.1 :0 :0.5 :-12.64
"""


def leaf(value):
    return None, None, False, value, None, None


# The order of the nodes is free.
FOREST = [[leaf(-0.00001)],
          [("partners", 3.5, True, -0.02, 4, 1), leaf(-12.64), leaf(0.5), leaf(0), ("rare", -0.1, False, 0.1, 3, 2)]]
READ = [[leaf(0.0)],
        [("partners", 3.5, True, -0.02, 1, 4), ("rare", -0.1, False, 0.1, 2, 3), leaf(0.0), leaf(0.5), leaf(-12.64)]]


def test_trees(folder):
    path = pathlib.Path(folder) / "topic.txt"
    for bias, tree in ((math.nan, [leaf(0)]), (0, [leaf(math.inf)]), (0, [("a", 0, True, 0, 0, 0)]),
                       (0, [("a", math.nan, True, 0, 1, 2), leaf(1), leaf(2)])):
        refused(lambda: trees.write(path, bias, [tree]), ValueError, "expected ", f"{bias}, {tree}")
    check(not path.exists(), "nothing is written of trees with a mistake")
    trees.write(path, -0.41491, FOREST, "Two lines\nof a comment.")
    check(path.read_text(encoding="utf-8") == TREES_WRITTEN, path.read_text(encoding="utf-8"))
    check(trees.read(path) == (-0.4149, READ), f"read as {trees.read(path)}")
    trees.write(path, 2, [])
    check(path.read_text(encoding="utf-8") == "bias 2\n" and trees.read(path) == (2.0, []), "a bias alone")


def test_points_of_trees():
    for partners, rare, expected in ((0, 0, 0.5), (3.5, 0, -12.64), (None, -1, 0.0), (math.nan, None, 0.5),
                                     (math.inf, None, -12.64), (-math.inf, -0.1, 0.5)):
        features = {"partners": partners, "rare": rare}
        check(trees.total(1, READ, features) == 1 + 0.0 + expected, f"the sum of {features}")
        base, points = trees.points(1, READ, features)
        check(base == 1 - 0.02 and math.isclose(base + sum(points.values()), 1 + expected), f"points of {features}")
    refused(lambda: trees.total(0, READ, {"partners": 1}), KeyError, "rare", "a missing feature")


def random_tree(generator, depth):
    if depth == 0 or generator.random() < 0.1:
        return [leaf(generator.uniform(-3, 3))]
    left, right = random_tree(generator, depth - 1), random_tree(generator, depth - 1)
    tree = [(generator.choice(NAMES), generator.randint(-8, 8) / 4, generator.random() < 0.5,
             generator.uniform(-3, 3), 1, 1 + len(left))]
    for subtree, moved in ((left, 1), (right, 1 + len(left))):
        tree += [(*node[:4], node[4] and node[4] + moved, node[5] and node[5] + moved) for node in subtree]
    return tree


def same_points(row, found, expected):
    points = expected[1]
    return all(math.isclose(number, points.get(name, 0.0), rel_tol=1e-9, abs_tol=1e-12)
                                    for name, number in zip(row, found))


def test_trees_in_c(folder):
    path = pathlib.Path(folder) / "topic.txt"
    generator = random.Random(12)
    for depth in (1, 3, 6):
        trees.write(path, generator.uniform(-3, 3), [random_tree(generator, depth) for _ in range(30)])
        (bias, forest), rows = trees.read(path), random_rows(generator, 1000)
        found = answers_of_c(path, rows)
        check([line[0] for line in found] == [trees.total(bias, forest, row) for row in rows], "sums, bit by bit")
        check(all(same_points(row, line[1:], trees.points(bias, forest, row)) for row, line in zip(rows, found)),
              "the points are those of C")
        figure(len(found), "sums of trees that C and Python agree on")
    for file in (KINDS / "trees").glob("*.txt"):
        asked = {node[0] for tree in trees.read(file)[1] for node in tree if node[0] is not None}
        check(asked <= set(NAMES), f"{file.stem}: {sorted(asked - set(NAMES))}")
        check(trees.path_of(file.stem) == str(file), f"the path of {file.stem}")


def test_mistakes(folder):
    folder = pathlib.Path(folder)
    check_messages(folder)
    check_names(folder, f"bias -1\n{FIRST}<010:0 :08 {SECOND}<?1:0 :1 :2\n:3\n",
                f"bias -1\n{FIRST}<1:0 :1 :2\n{FIRST}<1:0 :1 no_such_feature<1:0 :2 :3\n")
    check_first_mistake_ends(folder)


run_tests("core/tree_evaluation", test_mistakes, test_trees, test_trees_in_c, test_points_of_trees)
