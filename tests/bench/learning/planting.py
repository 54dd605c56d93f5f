#!/usr/bin/python3
"""planting.py - changes one copy of sentences that two articles share word for word: drift whose truth is known.

    tests/bench/learning/planting.py [--seed N] [--most N] [--half open | --half held] [--ways LIST] [--language CODE]
        DATABASE TEXTS OUT KEY

TEXTS are JSON lines with `title` and `text`, and DATABASE is the finished run of them; it is only read. OUT are the same
lines with the changes, and KEY a line of JSON for each change:

    kind, group       the way, and what kind of change that is (planted_changes.py)
    a, b              the sentence as it was, and as the article title_b has it now
    title_a, title_b
    first             1 if that is the article that comes first, 0 if it is the later one
    copies            how many sentences the two articles share, this one included
    jaccard           of the shingles of 12 characters of a and b

    (1) A sentence is changed if exactly two sentences of the database have its text, in two articles of other titles, and
        nothing else resembles it (a cluster of kind `identical` and size 2); and the text of the article to change has it
        once, as it is. Which of the two is changed is drawn.
    (2) An article has part in one change at most, so that no change bears on another one's evidence.
    (3) The way that has fewest changes so far gets the next sentence that it finds a place in, until each has `most`, or
        none finds a place. So a way that few sentences fit gets as many as it can.
    (4) The same DATABASE, TEXTS, seed and options give the same changes.
    (5) --half keeps to titles of one half of the labels: those whose CRC-32 is even (open) or odd (held), as is that of
        the component of kind_halves.py that they are in, if a label has them. Titles of neither half are left out.
"""

import argparse
import json
import lzma
import random
import sqlite3
from collections import Counter, defaultdict
from contextlib import closing

from kind_halves import is_odd, keys
from kind_labels import shingles, share
from planted_changes import names_in, ways_of

SHARED = """
SELECT s.text, p.id, p.title, q.id, q.title
  FROM cluster
  JOIN member AS m ON m.cluster_id = cluster.id AND m.sentence_id = cluster.id
  JOIN member AS n ON n.cluster_id = cluster.id AND n.sentence_id <> cluster.id
  JOIN sentence AS s ON s.id = m.sentence_id
  JOIN sentence AS t ON t.id = n.sentence_id AND t.text = s.text
  JOIN article AS p ON p.id = s.article_id
  JOIN article AS q ON q.id = t.article_id AND q.title <> p.title
 WHERE cluster.kind = 'identical' AND cluster.size = 2 AND cluster.articles = 2
 ORDER BY cluster.id"""
# The first sentence of each text that an article shares with any other.
COPIED = """
SELECT DISTINCT article_id, first_id
  FROM (SELECT sentence_id, first_id FROM copy UNION SELECT first_id, first_id FROM copy)
  JOIN sentence ON sentence.id = sentence_id"""


def open_lines(path):
    return (lzma.open if str(path).endswith(".xz") else open)(path, "rt", encoding="utf-8")


def is_in_half(title, half):
    """Whether a title is in a half of the labels, by its own checksum and by that of its component."""
    return half is None or all(is_odd(each) == (half == "held") for each in (title, keys().get(title, title)))


def shared_sentences(database, half):
    """[(text, titles, copies)]: the sentences that may be changed; the title of the first comes first."""
    with closing(sqlite3.connect("file:%s?mode=ro" % database, uri=True)) as db:
        found = [row for row in db.execute(SHARED) if is_in_half(row[2], half) and is_in_half(row[4], half)]
        here, texts = {id for row in found for id in (row[1], row[3])}, defaultdict(set)
        for article, first in db.execute(COPIED):
            if article in here:
                texts[article].add(first)
    return [(text, (title_p, title_q), len(texts[p] & texts[q])) for text, p, title_p, q, title_q in found]


def places(path, shared):
    """{(title, text): number of the line} of the texts that their article has once."""
    wanted = defaultdict(set)
    for text, titles, _ in shared:
        for title in titles:
            wanted[title].add(text)
    found, times = {}, Counter()
    with open_lines(path) as lines:
        for number, line in enumerate(lines):
            row = json.loads(line)
            title = " ".join(row["title"].split())
            for text in wanted.get(title, ()):
                times[title, text] += row["text"].count(text)
                if text in row["text"]:
                    found[title, text] = number
    return {place: number for place, number in found.items() if times[place] == 1}


def key_row(name, group, a, b, titles, first, copies):
    x, y = shingles(a), shingles(b)
    return {"kind": name, "group": group, "a": a, "b": b, "title_a": titles[0], "title_b": titles[1], "first": first,
            "copies": copies, "jaccard": round(share(len(x & y), len(x | y)), 4)}


def plant(database, path, seed=1, most=None, half=None, ways=None):
    """[(number of the line, row of KEY)]. `ways` are from planted_changes.WAYS; those of English if None."""
    ways = ways or ways_of("en")
    shared = shared_sentences(database, half)
    place, names = places(path, shared), names_in(text for text, *_ in shared)
    shared, used, had, changes = random.Random(seed).sample(shared, len(shared)), set(), Counter(), []

    def planted_by(name):
        """The changes of one way, as far as articles are unused when they are asked for."""
        for text, titles, copies in shared:
            chance = random.Random("%s %s %s" % (seed, name, text))
            title_a, title_b = chance.sample(titles, 2)
            if not used & {title_a, title_b} and (title_b, text) in place:
                changed = ways[name].change(chance, text, names)
                if changed and changed != text:
                    used.update(titles)
                    yield place[title_b, text], key_row(name, ways[name].group, text, changed, (title_a, title_b),
                                                        int(title_b == titles[0]), copies)

    waiting = {name: planted_by(name) for name in ways}
    while waiting:
        name = min(waiting, key=had.__getitem__)
        found = next(waiting[name], None) if had[name] != most else None
        if found is None:
            del waiting[name]
        else:
            had[name] += 1
            changes.append(found)
    return changes


def write(path, changes, out, key):
    """Writes the lines of `path` with the changes to `out`, and the rows of the key to `key`."""
    by_line = dict(changes)
    with open_lines(path) as lines, open(out, "w", encoding="utf-8") as file:
        for number, line in enumerate(lines):
            if number in by_line:
                row, changed = json.loads(line), by_line[number]
                row["text"] = row["text"].replace(changed["a"], changed["b"])
                line = json.dumps(row, ensure_ascii=False) + "\n"
            file.write(line)
    with open(key, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for _, row in changes)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int)
    parser.add_argument("--half", choices=("open", "held"))
    parser.add_argument("--ways")
    parser.add_argument("--language", default="en")
    for name in ("database", "texts", "out", "key"):
        parser.add_argument(name, metavar=name.upper())
    arguments = parser.parse_args()
    ways = ways_of(arguments.language)
    if arguments.ways:
        wanted = arguments.ways.split(",")
        if not set(wanted) <= set(ways):
            parser.error("--ways: expected some of %s" % ",".join(ways))
        ways = {name: ways[name] for name in wanted}
    changes = plant(arguments.database, arguments.texts, arguments.seed, arguments.most, arguments.half, ways)
    write(arguments.texts, changes, arguments.out, arguments.key)
    print(", ".join("%s %d" % each for each in Counter(row["kind"] for _, row in changes).items()))


if __name__ == "__main__":
    main()
