"""cleaners.py - the texts of five cleaners of the same articles have the same findings.

The articles are those of examples/sample.xml. What the loader makes of them is written out again as other programs
leave it:

  plain      nothing added: what everything else is held against
  marks      marks of footnotes behind sentences and inside them, as from HTML: [12], [note 3], [citation needed], [4]:17
  book       soft hyphens in long words, daggers, superscript digits, two spaces, as from PDF and e-books
  brackets   brackets that lost what stood in them, and no-break spaces, as from wikitext without templates
  arrows     arrows of footnotes, zero-width characters

Each is loaded as JSON lines and goes through the pipeline. Pairs, kinds and values must be the same, up to what was
added, which this test takes away itself.
"""

import json
import os
import random
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, figure, run_tests
from databases import load, rows, run, sample, set_parameters

ENDS = re.compile(r"(?<=[a-z]{3}[.!?]) (?=[A-Z])")          # between two sentences
WORDS = re.compile(r"\b[a-z]{9,}\b")
ADDED = re.compile("\u00ad|\u200b|\\[[0-9]+\\](:[0-9]+)?|\\[note [0-9]+\\]|\\[citation needed\\]|[†‡↑⁰¹²³⁴⁵⁶⁷⁸⁹]|\\( ?[,;] ?\\)|\\(\\)")


def seldom(chance, pattern, put, text):
    """Every third place of a pattern, by chance, becomes what `put` makes of it."""
    return pattern.sub(lambda match: put(match) if chance.random() < 0.33 else match[0], text)


def marks(text, chance):
    some = lambda: chance.choice(("[%d]" % chance.randrange(1, 90), "[note %d]" % chance.randrange(1, 9),
                                  "[citation needed]", "[%d]:%d" % (chance.randrange(1, 90), chance.randrange(1, 400)),
                                  "[%d][%d]" % (chance.randrange(1, 40), chance.randrange(40, 90))))
    text = seldom(chance, ENDS, lambda match: some() + " ", text)
    return seldom(chance, re.compile(r"(?<=[a-z]{4}),(?= [a-z])"), lambda match: "," + some(), text)


def book(text, chance):
    text = seldom(chance, WORDS, lambda match: match[0][:4] + "\u00ad" + match[0][4:], text)
    text = seldom(chance, ENDS, lambda match: chance.choice("†‡²⁷") + " ", text)
    return seldom(chance, re.compile(r"(?<=[a-z]) (?=[a-z])"), lambda match: "  ", text)


def brackets(text, chance):
    text = seldom(chance, re.compile(r"(?<=[a-z]{4}) (?=(?:was|is|are|were) )"),
                  lambda match: chance.choice((" () ", " (, ) ", " (; ) ")), text)
    return seldom(chance, re.compile(r"(?<=[a-z]) (?=[a-z])"), lambda match: "\u00a0", text)


def arrows(text, chance):
    text = seldom(chance, ENDS, lambda match: "↑ ", text)
    return seldom(chance, WORDS, lambda match: match[0][:5] + "\u200b" + match[0][5:], text)


CLEANERS = {"marks": marks, "book": book, "brackets": brackets, "arrows": arrows}


def articles_of_sample(folder):
    """(title, text) of each article."""
    paragraphs = {}
    for title, paragraph, text in rows(
            sample(os.path.join(folder, "sample.db")),
            "SELECT title, paragraph, text FROM article JOIN sentence ON article_id = article.id"
            " WHERE block = 'prose' ORDER BY article.id, position"):
        paragraphs.setdefault(title, {}).setdefault(paragraph, []).append(text)
    return [(title, "\n\n".join(" ".join(sentences) for sentences in found.values()))
            for title, found in paragraphs.items()]


def plain(text):
    return " ".join(ADDED.sub("", text.replace("\u00a0", " ")).split())


def findings(folder, name, articles, fold=None):
    """{both texts: (kind, both values)} of the pairs that are judged."""
    path = os.path.join(folder, name + (fold or "") + ".db")
    lines = "".join(json.dumps({"title": title, "text": text}) + "\n" for title, text in articles)
    load(path, "--format", "jsonl", "--language", "en", "-", lines=lines)
    if fold is not None:
        set_parameters(path, "fold = '%s'" % fold)
    run(path, "find")
    found = {}
    for a, b, kind, x, y in rows(
            path, "SELECT x.text, y.text, kind, ifnull(value_a, ''), ifnull(value_b, '') FROM pair_kind"
            "  JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b WHERE cluster_id IS NOT NULL"):
        a, b = plain(a), plain(b)
        if a != b:
            found[frozenset((a, b))] = kind, frozenset((plain(x), plain(y)))
    return found, rows(path, "SELECT fold FROM setting")[0][0]


def test_cleaners(folder):
    articles = articles_of_sample(folder)
    expected, fold = findings(folder, "plain", articles)
    check(fold == "" and len(expected) > 50, "%d findings of the plain texts, folded by %r" % (len(expected), fold))
    for name, clean in CLEANERS.items():
        chance = random.Random(name)
        texts = [(title, clean(text, chance)) for title, text in articles]
        check(all(" ".join(text.split()) == plain(other) for (_, text), (_, other) in zip(articles, texts)),
              name + ": what was added can be taken away")
        found, fold = findings(folder, name, texts)
        check(fold == "notes", "%s: folded by %r" % (name, fold))
        for pair in expected.keys() | found.keys():
            check(expected.get(pair) == found.get(pair), "%s: %s, plain %s: %s" % (
                name, found.get(pair), expected.get(pair), " | ".join(sorted(pair))))
        figure(len(found), "findings of texts of another cleaner")
        unfolded, _ = findings(folder, name, texts, "")
        check(set(unfolded) != set(expected), name + ": without folding, pairs are lost")


run_tests("pipeline/cleaners", test_cleaners)
