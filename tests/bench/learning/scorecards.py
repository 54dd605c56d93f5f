"""scorecards.py - reads, evaluates and writes scorecards, as ext/core/kinds/scorecards/README.md describes them.

A card is a dict of "bias": number and, for each feature, its name: (unknown, points, thresholds), where
points has one item more than thresholds. A value that is not known is None or NaN.
"""

import math
import os
from bisect import bisect_right
from decimal import Decimal
from itertools import zip_longest

BIAS = "bias"
FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))),
                      "ext", "core", "kinds", "scorecards")


def path_of(name):
    """The path of a card of the extension: topic or conflict."""
    return os.path.join(FOLDER, name + ".txt")


# ---- Evaluation ----


def points(card, feature, value):
    """The points of a feature that has this value; 0 if the card does not list it."""
    if feature not in card:
        return 0.0
    unknown, steps, thresholds = card[feature]
    return unknown if value is None or math.isnan(value) else steps[bisect_right(thresholds, value)]


def total(card, features):
    """The bias and the points of all features, a dict of values by name. They are added in its order:
    where that is the order of `enum feature`, the sum is that of scorecard_sum(), bit by bit. A feature
    of the card that is missing is a KeyError, since unknown values are to be said."""
    for feature in card:
        if feature != BIAS and feature not in features:
            raise KeyError(feature)
    result = card[BIAS]
    for feature, value in features.items():
        result += points(card, feature, value)
    return result


def probability(total_points):
    """As scorecard_probability(), for sums of any size."""
    if total_points < 0:
        odds = math.exp(total_points)
        return odds / (1 + odds)
    return 1 / (1 + math.exp(-total_points))


# ---- Files ----


def read(path):
    """The card of a file that the generator accepts."""
    card = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, *fields = line.replace("|", " ").split() or ["#"]
            if name.startswith("#"):
                continue
            unknown = 0.0
            if fields[0] == "unknown":
                unknown, fields = float(fields[1]), fields[2:]
            numbers = list(map(float, fields))
            card[name] = numbers[0] if name == BIAS else (unknown, numbers[::2], numbers[1::2])
    return card


def check(feature, unknown, steps, thresholds):
    if len(steps) != len(thresholds) + 1:
        raise ValueError(f"{feature}: expected {len(thresholds) + 1} points, found {len(steps)}")
    if not all(map(math.isfinite, [unknown, *steps, *thresholds])):
        raise ValueError(f"{feature}: expected finite numbers, found {unknown}, {steps}, {thresholds}")
    if any(a >= b for a, b in zip(thresholds, thresholds[1:])):
        raise ValueError(f"{feature}: expected thresholds that ascend, found {thresholds}")


def text_of_points(number):
    """Two decimals; zero has no sign."""
    return f"{round(number, 2) + 0.0:.2f}"


def text_of_threshold(number):
    """The shortest decimal that reads as the same number, without an exponent."""
    text = f"{Decimal(repr(float(number))):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def fields_of(feature, unknown, steps, thresholds):
    """The fields of a line. Neighbouring steps become one if their points are equal once rounded."""
    check(feature, unknown, steps, thresholds)
    fields = [text_of_points(steps[0])]
    for threshold, number in zip(thresholds, steps[1:]):
        if text_of_points(number) != fields[-1]:
            fields += [f"|{text_of_threshold(threshold)}|", text_of_points(number)]
    return [feature, "unknown", text_of_points(unknown), *fields]


def write(path, card, comment=""):
    """Writes the card below its comment, with features in the order of the dict and fields in columns.
    Points are rounded to two decimals: read() tells what the card then says."""
    check(BIAS, card[BIAS], [0], [])
    rows = [fields_of(feature, *card[feature]) for feature in card if feature != BIAS]
    bias = [BIAS, "", text_of_points(card[BIAS])]
    columns = [max(map(len, column)) for column in zip_longest(bias, *rows, fillvalue="")]
    lines = ["# " + line for line in comment.splitlines()]
    for row in [bias, *rows]:
        cells = [row[0].ljust(columns[0]), *map(str.rjust, row[1:], columns[1:])]
        parts = [cells[0], " ".join(cells[1:3]), " ".join(cells[3:])]
        lines.append("   ".join(parts).rstrip())
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
