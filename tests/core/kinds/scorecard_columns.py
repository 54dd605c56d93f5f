#!/usr/bin/python3
"""scorecard_columns.py - tests/bench/learning/scorecards.py writes what it reads, and evaluates as the C code does."""

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
import scorecards
from counting import check, figure, finish
from learnt_files import KINDS, NAMES

WRITTEN = """\
# Two lines
# of a comment.
bias                -0.41
partners   unknown   0.00    0.71 |1.5| 0.22 |3.5| -12.64
a          unknown -10.12    0.00
rare       unknown   0.30   -1.00   |0| 0.00   |1|   1.00
"""
CARD = {"bias": -0.4149, "partners": (-0.004, [0.71, 0.2249, -12.64], [1.5, 3.5]), "a": (-10.12, [0.001], []),
        "rare": (0.3, [-1.0, 0.004, -0.001, 1.0], [0, 0.25, 1.0])}
ROUNDED = {"bias": -0.41, "partners": (0.0, [0.71, 0.22, -12.64], [1.5, 3.5]), "a": (-10.12, [0.0], []),
           "rare": (0.3, [-1.0, 0.0, 1.0], [0.0, 1.0])}

# Prints the sum of a card for each line of feature_count values, and its probability.
PROGRAM = """
#include "kinds/scorecard.h"
#include <stdio.h>
int main(void) {
    double values[feature_count];
    size_t count = 0;
    while (scanf("%lf", &values[count]) == 1) {
        if (++count < feature_count)
            continue;
        count = 0;
        double sum = scorecard_sum(&scorecard_topic, values);
        printf("%a %a\\n", sum, scorecard_probability(sum));
    }
}
"""


def test_columns(path):
    scorecards.write(path, CARD, "Two lines\nof a comment.")
    found = path.read_text(encoding="utf-8")
    check(found == WRITTEN, f"columns:\n{found}")
    check(scorecards.read(path) == ROUNDED, f"read as {scorecards.read(path)}")
    scorecards.write(path, {"bias": 2})
    check(path.read_text(encoding="utf-8") == "bias    2.00\n", "a bias alone")
    check(scorecards.read(path) == {"bias": 2.0}, "a bias alone is read")


def test_thresholds():
    for number, text in ((3, "3"), (10.0, "10"), (0.1, "0.1"), (1e-7, "0.0000001"), (-2.5, "-2.5"),
                         (1 / 3, "0.3333333333333333"), (1e16, "10000000000000000")):
        found = scorecards.text_of_threshold(number)
        check(found == text and float(found) == number, f"{number!r} is written as {found}")


def test_mistakes(path):
    for steps in ((0, [1], [1]), (0, [1, 2], []), (0, [1, 2, 3], [1, 1]), (0, [1, 2], [math.inf]),
                  (0, [math.nan], []), (math.inf, [1], [])):
        try:
            scorecards.write(path, {"bias": 0, "a": steps})
            check(False, f"{steps} is written")
        except ValueError as error:
            check(str(error).startswith("a: expected "), f"{steps}: {error}")
    check(not path.exists(), "nothing is written of a card with a mistake")


def test_evaluation():
    for value, expected in ((-math.inf, 0.71), (1.4, 0.71), (1.5, 0.22), (3.5, -12.64), (math.inf, -12.64),
                            (math.nan, 0.0), (None, 0.0)):
        check(scorecards.points(ROUNDED, "partners", value) == expected, f"the points of {value}")
    check(scorecards.points(ROUNDED, "not_listed", 1) == 0, "a feature that is not listed")
    check(scorecards.total(ROUNDED, {"a": None, "partners": 2, "rare": 1, "other": 5}) == -0.41 - 10.12 + 0.22 + 1,
          "the sum")
    try:
        scorecards.total(ROUNDED, {"a": 1, "rare": 1})
        check(False, "a missing feature is noticed")
    except KeyError as error:
        check(error.args == ("partners",), f"the missing feature is named: {error}")
    sums = [-1e9, -800, -1, 0, 1, 800, 1e9]
    found = list(map(scorecards.probability, sums))
    check(found == sorted(found) and found[0] == 0 and found[3] == 0.5 and found[-1] == 1, f"{found}")


def random_card(generator):
    card = {"bias": generator.uniform(-3, 3)}
    for name in generator.sample(NAMES, generator.randint(1, len(NAMES))):
        thresholds = sorted(generator.sample(range(-8, 9), generator.randint(0, 4)))
        steps = [generator.uniform(-3, 3) for _ in range(len(thresholds) + 1)]
        card[name] = generator.uniform(-1, 1), steps, [number / 4 for number in thresholds]
    return card


def compile_card(folder, path):
    source, program = folder / "card.c", folder / "card"
    generated = subprocess.run(["sh", KINDS / "scorecards" / "generate_scorecards.sh", path],
                               stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    source.write_text(generated + "#line 1 \"main\"\n" + PROGRAM, encoding="utf-8")
    subprocess.run([*shlex.split(os.environ.get("CC", "cc")), "-std=c17", "-I" + str(ROOT / "ext" / "core"),
                    "-o", program, source, KINDS / "scorecard.c", "-lm"], check=True)
    return program


def test_same_as_in_c(folder):
    generator, compared = random.Random(12), 0
    for _ in range(3):
        path = folder / "topic.txt"
        scorecards.write(path, random_card(generator))
        card, program = scorecards.read(path), compile_card(folder, path)
        values = [0, -math.inf, math.inf, math.nan, *(number / 8 for number in range(-20, 21))]
        rows = [{name: generator.choice(values) for name in NAMES} for _ in range(2000)]
        done = subprocess.run([program], input="\n".join(str(value) for row in rows for value in row.values()),
                              stdout=subprocess.PIPE, encoding="utf-8", check=True)
        found = [tuple(map(float.fromhex, line.split())) for line in done.stdout.splitlines()]
        expected = [scorecards.total(card, row) for row in rows]
        check([total for total, _ in found] == expected, "the sums are those of C, bit by bit")
        check(all(math.isclose(scorecards.probability(total), probability, rel_tol=1e-14)
                  for total, probability in found), "the probabilities are those of C")
        compared += len(found)
    figure(compared, "sums of a scorecard that C and Python agree on")


def test_cards_of_the_extension():
    for path in (KINDS / "scorecards").glob("*.txt"):
        card = scorecards.read(path)
        check(set(card) <= {"bias", *NAMES}, f"{path.stem}: {sorted(card)}")
        check(scorecards.path_of(path.stem) == str(path), f"the path of {path.stem}")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        test_mistakes(folder / "card.txt")
        test_columns(folder / "card.txt")
        test_same_as_in_c(folder)
    test_thresholds()
    test_evaluation()
    test_cards_of_the_extension()
    return finish("core/scorecard_columns")


if __name__ == "__main__":
    sys.exit(main())
