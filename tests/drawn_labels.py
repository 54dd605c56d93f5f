"""drawn_labels.py - samples of clusters that are drawn and labelled, and what scripts of sql/analysis print: for the
tests of these scripts."""

import itertools
import random
import sqlite3

from counting import check
from databases import rows, run

KINDS = ["template", "identical", "copyedit", "drift", "reference", "other", "mixed"]
# What a script leaves in a session.
LEFT = "SELECT 'left: ' || name FROM temp.sqlite_schema;"


def ask(path, script, **settings):
    """The lines that a script prints, without the empty first line."""
    return run(path, script, **settings).lstrip("\n").split("\n")


def section(lines, title):
    """The lines below the one that begins with `title`, up to the next empty line; an empty line
    right below the title does not count."""
    at = [i for i, line in enumerate(lines) if line.startswith(title)]
    check(len(at) == 1, "'%s' is there %d times" % (title, len(at)))
    below = lines[at[0] + 1:] if at else []
    while below and below[0] == "":
        below = below[1:]
    return list(itertools.takewhile(lambda line: line != "", below))


def comma(number):
    return format(int(number), ",")


def make_empty(folder, name="empty.db"):
    path = "%s/%s" % (folder, name)
    run(path, "schema", "find")
    return path


def content(path, *but):
    """The rows of all tables but these."""
    tables = [t for t, in rows(path, "SELECT name FROM sqlite_schema WHERE type = 'table'") if t not in but]
    return {table: rows(path, "SELECT * FROM " + table) for table in tables}


def draw(path, **settings):
    lines = ask(path, "sample_clusters", **settings)
    return lines, rows(path, "SELECT cluster_id, place, weight, size, texts, reading FROM sample ORDER BY place")


def label_by_chance(path, reader, share, seed):
    chance = random.Random(seed)
    drawn = rows(path, "SELECT cluster_id, sample.size, sample.texts, kind FROM sample"
                       " JOIN cluster ON cluster.id = cluster_id ORDER BY place")
    with sqlite3.connect(path) as db:
        for id, size, texts, kind in drawn:
            if chance.random() < share:
                kind = kind if kind in KINDS and chance.random() < 0.7 else chance.choice(KINDS)
                db.execute("INSERT OR REPLACE INTO label (cluster_id, size, texts, reader, kind)"
                           " VALUES (?, ?, ?, ?, ?)", (id, size, texts, reader, kind))
