"""kind_halves.py - which half of the labels of ../shared/data a row is in.

Half of the labels are held out: a rule is made, and a model chosen, on the open half alone, and the held half
says how well they do. A row is held out with every row that shares a title with it, by way of other rows too:

  (1) The rows of all files of data/kinds that have titles make components: rows with a common title are in one.
  (2) The key of a component is its smallest title, by code points. It is held out if the CRC-32 of the key, as
      UTF-8, is odd.
  (3) A pair of other titles is in a half if both titles are, each a component by itself if no row has it.

A component is never cut, so that a folder with the open half alone gives the same answer for what it holds.
"""

import argparse
import glob
import os
import zlib
from functools import lru_cache

from kind_labels import DATA, read


def is_odd(text):
    return bool(zlib.crc32(text.encode()) & 1)


def titles_of(row):
    if "sentences" in row:
        return [each["title"] for each in row["sentences"]]
    return [row["title_a"], row["title_b"]]


@lru_cache
def keys():
    """The key of the component of each title."""
    parent = {}

    def find(title):
        parent.setdefault(title, title)
        while parent[title] != title:
            parent[title] = parent[parent[title]]
            title = parent[title]
        return title

    for path in sorted(glob.glob(os.path.join(DATA, "kinds", "*.jsonl"))):
        for row in read(os.path.join("kinds", os.path.basename(path))):
            first, *rest = titles_of(row)
            for title in rest:
                roots = find(first), find(title)
                parent[max(roots)] = min(roots)     # so the root is the smallest title
            find(first)
    return {title: find(title) for title in list(parent)}


def is_held(row):
    """Whether a row of data/kinds is held out."""
    return is_odd(keys()[titles_of(row)[0]])


def half_of(titles):
    """Whether a pair of other articles is held out: by the keys of both titles. None: they are of both halves."""
    held = {is_odd(keys().get(title, title)) for title in titles}
    return held.pop() if len(held) == 1 else None


def half_parser(usage):
    """The arguments of a program that can learn from one half, and tell of the other."""
    parser = argparse.ArgumentParser(usage=usage)
    parser.add_argument("--half", choices=("open", "held"))
    return parser


def divided(examples, half):
    """Those to learn from, and those that are held out."""
    return ([each for each in examples if not (half and each.held)],
            [each for each in examples if half == "held" and each.held])
