#!/usr/bin/python3
"""tree_evaluation.py - trees.py of tests/bench/learning writes what it reads, and evaluates as the C code does."""

import math
import os
import pathlib
import random
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "bench" / "learning")]
import trees
from counting import check, figure, finish

KINDS = ROOT / "ext" / "core" / "kinds"
# Of `enum feature`, in order.
NAMES = re.findall(r"\bX\((\w+)\)", (KINDS / "features.h").read_text(encoding="utf-8"))
ANY = [0, -math.inf, math.inf, math.nan, *(number / 8 for number in range(-20, 21))]

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
        printf("%a", tree_ensemble_sum(&trees_topic, values));
        printf(" %a", tree_ensemble_points(&trees_topic, values, points));
        for (size_t i = 0; i < feature_count; i++)
            printf(" %a", points[i]);
        puts("");
    }
}
"""


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
    generated = subprocess.run(["sh", KINDS / "trees" / "generate_trees.sh", path], stdout=subprocess.PIPE,
                               encoding="utf-8", check=True)
    source.write_text(generated.stdout + "#line 1 \"main\"\n" + PROGRAM, encoding="utf-8")
    subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-std=c17", "-I" + str(ROOT / "ext" / "core"),
                    "-o", program, source, KINDS / "tree_ensemble.c", "-lm"], check=True)
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


def test_trees(path):
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
    base, points = expected
    return found[0] == base and all(math.isclose(number, points.get(name, 0.0), rel_tol=1e-9, abs_tol=1e-12)
                                    for name, number in zip(row, found[1:]))


def test_trees_in_c(path):
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


def main():
    for test in (test_trees, test_trees_in_c):
        with tempfile.TemporaryDirectory() as folder:
            test(pathlib.Path(folder) / "topic.txt")
    test_points_of_trees()
    return finish("core/tree_evaluation")


if __name__ == "__main__":
    sys.exit(main())
