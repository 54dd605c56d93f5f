"""index_links.py - verdicts in a live index: clusters, the feed and near_links, against a model that joins sets of rows edge by
edge, after random statements.
"""

import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import counting
from counting import LONG, check, require, run_tests
from extension import LOADABLE, open_with
from indexes import ask, indexed, refused, sound

SEED = counting.seed()
PLACES = ["in the low cottages", "near the harbour", "of the island", "on a winter night", "before the ferry left", "by the old pier",
          "under the bridge", "at the mill", "along the river", "behind the church", "above the quarry", "beyond the meadow"]
VERDICTS = ("duplicate", "no duplicate", "no verdict")


def text_of(lots):
    """Texts of neighbouring places are pairs, so that groups are chains."""
    at = lots.randrange(12)
    return "The storm killed %d people %s." % (lots.choice([143, 134]), ", ".join(PLACES[(at + i) % 12] for i in range(3)))


def model(db, texts, verdicts):
    """The clusters of rows with these texts: a dict from a row to the smallest of its cluster."""
    rows = {id: text for id, text in texts if text and text != "!"}
    noted, of_text = {text for pair in verdicts for text in pair}, {}
    for id in sorted(rows):
        of_text.setdefault(rows[id], []).append(id)
    must = [pair for text in noted for pair in zip(of_text.get(text, []), of_text.get(text, [])[1:])]
    cannot = []
    for (a, b), verdict in verdicts.items():
        if a in of_text and b in of_text:
            (must if verdict == "duplicate" else cannot).append(tuple(sorted((of_text[a][0], of_text[b][0]))))
    edges = sorted(must) + [(a, b) for _, a, b in sorted((-jaccard, a, b) for a, b, jaccard in ask(
        db, "SELECT a, b, jaccard FROM near_pairs WHERE jaccard >= 0.55"))]
    cluster = {id: {id} for id in rows}
    for a, b in edges:
        both = cluster[a] | cluster[b]
        if not any(x in both and y in both for x, y in cannot):
            cluster.update((id, both) for id in both)
    return {id: min(rows) for id, rows in cluster.items() if len(rows) > 1}


def apply(db, clusters, last, what):
    """Applies the feed to clusters of texts; each event must be possible. Returns the last seq."""
    for last, event, a, b, name, into in ask(db, "SELECT * FROM near_changes WHERE seq > ? ORDER BY seq", last):
        names = set(clusters.values())
        check({"born": name not in names, "gone": name not in names, "grew": clusters.get(a) != name, "shrank": clusters.get(a) == name,
               "merged": name in names and into in names, "split": name in names and into not in names,
               "renamed": name in names and into not in names}.get(event, True), f"{what}: {event} {a} {name} {into} of {clusters}")
        if event == "grew":
            clusters[a] = name
        elif event == "shrank":
            clusters.pop(a, None)
        elif event in ("merged", "renamed"):
            clusters.update((id, into) for id, its in list(clusters.items()) if its == name)
    return last


class World:
    """An index on two connections, and what it must have."""

    def __init__(self, seed, folder):
        self.lots, self.path = random.Random(seed), os.path.join(folder, f"{seed}.db")
        self.own, self.what = self.lots.random() < .5, f"seed {seed}"
        self.connections = [self.connect(), self.connect()]
        db = self.connections[0]
        ask(db, "CREATE TABLE note(id INTEGER PRIMARY KEY, text)")
        db.execute("CREATE VIRTUAL TABLE near USING neardup(text, clusters=1, changes=1, jaccard_least=0.55, bands=60, rows=2, "
                   f"log_most=16{self.lots.choice(('', ', kinds=1, contradiction_least=0.3'))}"
                   f"{'' if self.own else ', content=note, content_rowid=id'})")
        if not self.own:
            ask(db, "INSERT INTO near(near) VALUES ('triggers')")
        self.table, self.key = ("near", "rowid") if self.own else ("note", "id")
        self.verdicts, self.seen, self.last, self.saved = {}, {}, 0, None

    def connect(self):
        db = open_with(path=self.path, timeout=0)
        ask(db, "PRAGMA synchronous = OFF")
        return db

    def judge(self, db):
        lots, verdict = self.lots, self.lots.choice(VERDICTS)
        rows = dict(ask(db, f"SELECT {self.key}, text FROM {self.table} WHERE text <> '!'"))
        if len(rows) > 1 and lots.random() < .7:
            a, b = lots.sample(sorted(rows), 2)
            one, other = rows[a], rows[b]
            if one != other:
                ask(db, "INSERT INTO near(near, rowid, partner) VALUES (?, ?, ?)", verdict, a, b)
        else:
            one, other = text_of(lots), text_of(lots)
            if one != other:
                ask(db, "INSERT INTO near(near, text, partner) VALUES (?, ?, ?)", verdict, one, other)
        if one != other:
            self.verdicts.pop((min(one, other), max(one, other)), None)
            if verdict != "no verdict":
                self.verdicts[min(one, other), max(one, other)] = verdict

    def change(self, db):
        lots, id = self.lots, self.lots.randrange(1, 30)
        text = lots.choice((None, "!")) if lots.random() < .05 else text_of(lots)
        what = lots.randrange(10)
        if what < 5:
            ask(db, f"INSERT OR IGNORE INTO {self.table}({self.key}, text) VALUES (?, ?)", id, text)
        elif what < 7:
            ask(db, f"UPDATE {self.table} SET text = ? WHERE {self.key} = ?", text, id)
        elif what == 7:
            ask(db, f"UPDATE OR IGNORE {self.table} SET {self.key} = ? WHERE {self.key} = ?", id, lots.randrange(1, 30))
        else:
            ask(db, f"DELETE FROM {self.table} WHERE {self.key} = ?", id)

    def transaction(self, db):
        if self.saved is None:
            ask(db, self.lots.choice(("BEGIN", "SAVEPOINT s")))
            self.saved = (dict(self.verdicts), dict(self.seen), self.last)
        elif self.lots.random() < .5:
            ask(db, "COMMIT")
            self.saved = None
        else:
            ask(db, "ROLLBACK")
            (self.verdicts, self.seen, self.last), self.saved = self.saved, None

    def same(self, db, what):
        texts = ask(db, f"SELECT {self.key}, text FROM {self.table}")
        expected, found = model(db, texts, self.verdicts), dict(ask(db, "SELECT * FROM near_members"))
        check(found == expected, f"{self.what}, {what}: {found}, not {expected}, by {self.verdicts}")
        self.last = apply(db, self.seen, self.last, f"{self.what}, {what}")
        check(self.seen == found, f"{self.what}, {what}: the feed says {self.seen}, not {found}")
        if self.verdicts:
            first = {}
            for id, text in sorted(texts):
                first.setdefault(text, id)
            links = sorted(ask(db, "SELECT text_a, text_b, verdict, a, b, holds FROM near_links"))
            expected = []
            for (a, b), verdict in sorted(self.verdicts.items()):
                x, y = first.get(a), first.get(b)
                one = x is not None and y is not None and found.get(x, -1) == found.get(y, -2)
                expected.append((a, b, verdict, x, y, None if x is None or y is None else int(one == (verdict == "duplicate"))))
            check(links == expected, f"{self.what}, {what}: {links}, not {expected}")

    def step(self, number):
        db = self.lots.choice(self.connections) if self.saved is None else self.writer
        self.writer, kind = db, self.lots.random()
        if kind < .2:
            self.judge(db)
        elif kind < .3:
            self.transaction(db)
        elif kind < .35:
            ask(db, f"INSERT INTO near(near) VALUES ('{self.lots.choice(('rebuild', 'optimize'))}')")
        else:
            self.change(db)
        self.same(db, f"statement {number}")
        if number % 8 == 0:
            sound(db, "near", f"{self.what}, statement {number}")


def test_worlds(folder):
    for seed in range(SEED, SEED + (200 if LONG else 12)):
        world = World(seed, folder)
        before = counting.failed
        for number in range(200):
            world.step(number)
            if counting.failed > before:
                break
        for db in world.connections:
            db.close()


require("functions/index_links", LOADABLE)
run_tests("functions/index_links", test_worlds)
