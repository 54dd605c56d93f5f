#!/usr/bin/python3
"""tree_evaluation.py - tests/bench/learning/trees.py writes what it reads, and evaluates as the C code does."""

import math
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "bench" / "learning")]
import trees
from counting import check, figure, finish
from learnt_files import KINDS, NAMES

WRITTEN = """\
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

# Prints, for each line of feature_count values, the sum, the baseline and the points.
PROGRAM = """
#include "kinds/tree_ensemble.h"
#include <stdio.h>
int main(void) {
    double values[feature_count], points[feature_count];
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


def test_files(path):
    trees.write(path, -0.41491, FOREST, "Two lines\nof a comment.")
    found = path.read_text(encoding="utf-8")
    check(found == WRITTEN, f"written:\n{found}")
    check(trees.read(path) == (-0.4149, READ), f"read as {trees.read(path)}")
    trees.write(path, 2, [])
    check(path.read_text(encoding="utf-8") == "bias 2\n", "a bias alone")
    check(trees.read(path) == (2.0, []), "a bias alone is read")


def test_mistakes(path):
    for bias, tree in ((math.nan, [leaf(0)]), (0, [leaf(math.inf)]), (0, [("a", 0, True, 0, 0, 0)]),
                       (0, [("a", math.nan, True, 0, 1, 2), leaf(1), leaf(2)])):
        try:
            trees.write(path, bias, [tree])
            check(False, f"{bias}, {tree} is written")
        except ValueError as error:
            check(str(error).startswith("expected "), f"{tree}: {error}")
    check(not path.exists(), "nothing is written of trees with a mistake")


def test_evaluation():
    for partners, rare, expected in ((0, 0, 0.5), (3.5, 0, -12.64), (None, -1, 0.0), (math.nan, None, 0.5),
                                     (math.inf, None, -12.64), (-math.inf, -0.1, 0.5)):
        features = {"partners": partners, "rare": rare}
        check(trees.total(1, READ, features) == 1 + 0.0 + expected, f"the sum of {features}")
        base, points = trees.points(1, READ, features)
        check(base == 1 - 0.02 and math.isclose(base + sum(points.values()), 1 + expected), f"points of {features}")
    try:
        trees.total(0, READ, {"partners": 1})
        check(False, "a missing feature is noticed")
    except KeyError as error:
        check(error.args == ("rare",), f"the missing feature is named: {error}")


def random_tree(generator, depth):
    if depth == 0 or generator.random() < 0.1:
        return [leaf(generator.uniform(-3, 3))]
    left, right = random_tree(generator, depth - 1), random_tree(generator, depth - 1)
    tree = [(generator.choice(NAMES), generator.randint(-8, 8) / 4, generator.random() < 0.5,
             generator.uniform(-3, 3), 1, 1 + len(left))]
    for subtree, moved in ((left, 1), (right, 1 + len(left))):
        tree += [(*node[:4], node[4] and node[4] + moved, node[5] and node[5] + moved) for node in subtree]
    return tree


def compile_trees(folder, path):
    source, program = folder / "trees.c", folder / "trees"
    generated = subprocess.run(["sh", KINDS / "trees" / "generate_trees.sh", path],
                               stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    source.write_text(generated + "#line 1 \"main\"\n" + PROGRAM, encoding="utf-8")
    subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-std=c17", "-I" + str(ROOT / "ext" / "core"),
                    "-o", program, source, KINDS / "tree_ensemble.c", "-lm"], check=True)
    return program


def same_points(row, found, expected):
    base, points = expected
    return found[0] == base and all(math.isclose(number, points.get(name, 0.0), rel_tol=1e-9, abs_tol=1e-12)
                                    for name, number in zip(row, found[1:]))


def test_same_as_in_c(folder):
    generator, compared = random.Random(12), 0
    for depth in (1, 3, 6):
        path = folder / "topic.txt"
        trees.write(path, generator.uniform(-3, 3), [random_tree(generator, depth) for _ in range(30)])
        bias, forest = trees.read(path)
        program = compile_trees(folder, path)
        values = [0, -math.inf, math.inf, math.nan, *(number / 8 for number in range(-20, 21))]
        rows = [{name: generator.choice(values) for name in NAMES} for _ in range(1000)]
        done = subprocess.run([program], input="\n".join(str(value) for row in rows for value in row.values()),
                              stdout=subprocess.PIPE, encoding="utf-8", check=True)
        found = [list(map(float.fromhex, line.split())) for line in done.stdout.splitlines()]
        check([line[0] for line in found] == [trees.total(bias, forest, row) for row in rows],
              "the sums are those of C, bit by bit")
        check(all(same_points(row, line[1:], trees.points(bias, forest, row)) for row, line in zip(rows, found)),
              "the points are those of C")
        compared += len(found)
    figure(compared, "sums of trees that C and Python agree on")


def test_trees_of_the_extension():
    for path in (KINDS / "trees").glob("*.txt"):
        _, forest = trees.read(path)
        asked = {node[0] for tree in forest for node in tree if node[0] is not None}
        check(asked <= set(NAMES), f"{path.stem}: {sorted(asked - set(NAMES))}")
        check(trees.path_of(path.stem) == str(path), f"the path of {path.stem}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        test_mistakes(folder / "trees.txt")
        test_files(folder / "trees.txt")
        test_same_as_in_c(folder)
    test_evaluation()
    test_trees_of_the_extension()
    return finish("core/tree_evaluation")


if __name__ == "__main__":
    sys.exit(main())
