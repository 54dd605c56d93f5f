"""reuse_sets.py - pairs of texts of which one has a passage of the other, with known ends.

They are made from the articles of data/corpus in the folder that NEARDUP_SHARED names (default ../shared). Of each
pair, a is an article; b is another one, in the middle of which a passage of 50 to 400 words of a was inserted:

  verbatim      as it is
  10 % 20 % 40 %  as many of its words changed, at random places: half of these words change places with each other,
                and a word at random from other articles replaces each word of the other half
  summarised    of its sentences each second one was dropped, at random, and the others were shortened: without
                what is in parentheses, without relative clauses, without what follows the last comma
  no reuse      not at all: two articles at random

The articles are in two halves, by a hash of their ids. Nothing is in both.
"""
import collections
import glob
import json
import lzma
import os
import random
import re
import zlib

from databases import DATA
from pan_measures import Passage

ARTICLES = os.path.join(DATA, "corpus", "*.jsonl.xz")
HALVES = ("development", "unseen")
SETS = ("verbatim", "10 %", "20 %", "40 %", "summarised", "no reuse")
PASSAGE_WORDS = (50, 400)
WORDS_LEAST = 600  # of an article: there is text before and behind a passage

Pair = collections.namedtuple("Pair", "name a b case titles")


def articles(half):
    """(title, text) of the long articles of one half, or None if the corpus is not here."""
    paths = glob.glob(ARTICLES)
    if not paths:
        return None
    found = []
    with lzma.open(paths[0], "rt", encoding="utf-8") as lines:
        for line in lines:
            article = json.loads(line)
            if (zlib.crc32(b"%d" % article["id"]) & 1 == HALVES.index(half)
                    and len(article["text"].split()) >= WORDS_LEAST):
                found.append((article["title"], article["text"]))
    return found


def changed(rng, passage, share, vocabulary):
    tokens = re.split(r"(\s+)", passage)  # words at even places
    count = len(tokens) // 2 + 1
    places = [2 * word for word in rng.sample(range(count), round(share * count))]
    moved, replaced = places[:len(places) // 2], places[len(places) // 2:]
    words = [tokens[place] for place in moved]
    rng.shuffle(words)
    for place, word in zip(moved, words):
        tokens[place] = word
    for place in replaced:
        tokens[place] = rng.choice(vocabulary)
    return "".join(tokens)


def shortened(sentence):
    shorter = re.sub(r"\s*\([^()]*\)", "", sentence)
    shorter = re.sub(r", (?:which|who|whose|where|when)\b[^,.;]*(?=[,.;])", "", shorter)
    head, comma, _ = shorter.rpartition(",")
    return head + "." if comma and len(head.split()) >= 8 else shorter


def summarised(rng, passage):
    sentences = re.split(r"(?<=[.!?])\s+", passage)
    kept = sorted(rng.sample(range(len(sentences)), (len(sentences) + 1) // 2))
    return " ".join(shortened(sentences[place]) for place in kept)


def make_pair(rng, kind, number, of, vocabulary):
    (title_a, a), (title_b, b) = rng.sample(of, 2)
    name, titles = "%s %d" % (kind, number), (title_a, title_b)
    if kind == "no reuse":
        return Pair(name, a, b, None, titles)
    words = [match.span() for match in re.finditer(r"\S+", a)]
    count = rng.randint(*PASSAGE_WORDS)
    first = rng.randint(0, len(words) - count)
    begin, end = words[first][0], words[first + count - 1][1]
    passage = a[begin:end]
    if kind.endswith("%"):
        passage = changed(rng, passage, int(kind.split()[0]) / 100, vocabulary)
    elif kind == "summarised":
        passage = summarised(rng, passage)
    gaps = [match.end() for match in re.finditer(r"\s+", b)]
    place = gaps[rng.randint(len(gaps) // 4, 3 * len(gaps) // 4)]
    return Pair(name, a, b[:place] + passage + " " + b[place:],
                Passage(name, begin + 1, end - begin, place + 1, len(passage)), titles)


def make_sets(of, count, seed):
    """`count` pairs of each set, by its name."""
    vocabulary = [word for _, text in random.Random(seed).sample(of, min(len(of), 300)) for word in text.split()]
    return {kind: [make_pair(random.Random("%d %s %d" % (seed, kind, number)), kind, number, of, vocabulary)
                   for number in range(count)] for kind in SETS}
