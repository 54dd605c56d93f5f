"""trees.py - reads, evaluates and writes ensembles of trees, as ext/core/kinds/trees/README.md describes them.

A tree is a list of nodes (feature, threshold, unknown_below, value, left, right), of which the first is the
root. left and right are the places of the subtrees in this list: left is for a value below the threshold,
and for one that is not known if unknown_below is true. In a leaf the feature is None, and only the value
counts. An ensemble is a bias and a list of trees. A value that is not known is None or NaN.
"""

import math
import os
from decimal import Decimal

FOLDER = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))),
                      "ext", "core", "kinds", "trees")
BIAS = "bias"


def path_of(name):
    """The path of an ensemble of the extension: topic_of_database."""
    return os.path.join(FOLDER, name + ".txt")


# ---- Evaluation ----


def path_through(tree, features):
    """The nodes of the tree to which a dict of values by name leads, from the root to a leaf. A feature
    that is missing is a KeyError, since unknown values are to be said."""
    node = tree[0]
    yield node
    while node[0] is not None:
        feature, threshold, unknown_below, _, left, right = node
        value = features[feature]
        unknown = value is None or math.isnan(value)
        node = tree[left if (unknown_below if unknown else value < threshold) else right]
        yield node


def total(bias, trees, features):
    """As tree_ensemble_sum(), bit by bit."""
    for tree in trees:
        *_, leaf = path_through(tree, features)
        bias += leaf[3]
    return bias


def points(bias, trees, features):
    """As tree_ensemble_points(): the baseline, and what each feature on a path contributes, by name."""
    contributed = {}
    for tree in trees:
        bias += tree[0][3]
        nodes = list(path_through(tree, features))
        for node, child in zip(nodes, nodes[1:]):
            contributed[node[0]] = contributed.get(node[0], 0.0) + child[3] - node[3]
    return bias, contributed


# ---- Files ----


def parse_tree(fields):
    """The nodes of a line, in preorder."""
    tree, lacking = [], []
    for i, field in enumerate(fields):
        question, value = field.split(":")
        feature, _, threshold = question.partition("<")
        unknown_below = threshold.startswith("?")
        if feature:
            tree.append([feature, float(threshold.lstrip("?")), unknown_below, float(value), i + 1, None])
            lacking.append(i)
        else:
            tree.append([None, None, False, float(value), None, None])
            if lacking:
                tree[lacking.pop()][5] = i + 1
    return list(map(tuple, tree))


def read(path):
    """The bias and the trees of a file that the generator accepts."""
    bias, trees = None, []
    with open(path, encoding="utf-8") as file:
        for line in file:
            fields = line.split() or ["#"]
            if fields[0] == BIAS:
                bias = float(fields[1])
            elif not fields[0].startswith("#"):
                trees.append(parse_tree(fields))
    return bias, trees


def finite(number):
    number = float(number)
    if not math.isfinite(number):
        raise ValueError(f"expected a finite number, found {number}")
    return number


def text_of_value(number):
    """Up to four decimals; zero has no sign."""
    return f"{round(finite(number), 4) + 0.0:.4f}".rstrip("0").rstrip(".")


def text_of_threshold(number):
    """The shortest decimal that reads as the same number, without an exponent."""
    text = f"{Decimal(repr(float(number))):f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def text_of_question(feature, threshold, unknown_below):
    return f"{feature}<{'?' * unknown_below}{text_of_threshold(finite(threshold))}"


def fields_of(tree):
    """The nodes of a tree as fields, in preorder."""
    fields, waiting = [], [0]
    while waiting:
        feature, threshold, unknown_below, value, left, right = tree[waiting.pop()]
        if len(fields) == len(tree):
            raise ValueError(f"expected a node of {tree} below at most one other")
        question = ""
        if feature is not None:
            question = text_of_question(feature, threshold, bool(unknown_below))
            waiting += [right, left]
        fields.append(f"{question}:{text_of_value(value)}")
    return fields


def write(path, bias, trees, comment=""):
    """Writes the ensemble below its comment. Values are rounded to four decimals: read() tells what the
    file then says."""
    lines = ["# " + line for line in comment.splitlines()]
    lines.append(f"{BIAS} {text_of_value(bias)}")
    lines += [" ".join(fields_of(tree)) for tree in trees]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
