"""index_links.py - verdicts in a live index: clusters, the feed and near_links, against a model that joins sets of rows edge by
edge, after random statements.
"""

import os
import random
import sqlite3
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
            links = sorted(ask(db, "SELECT text_a, text_b, verdict, a, b, honoured FROM near_links"))
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


def members(db):
    return dict(ask(db, "SELECT * FROM near_members"))


def test_many_rows():
    """More rows of a text than a search compares, and many verdicts on one text."""
    db = indexed("text, clusters=1, compared_most=5, log_most=16", ((id, f"The ferry leaves at {id % 2 + 8}.") for id in range(100)))
    ask(db, "INSERT INTO near(near, rowid, partner) VALUES ('no duplicate', 50, 51)")
    found = members(db)
    check(found == {id: id % 2 for id in range(100)}, f"two texts of 50 rows: {found}")
    sound(db, "near", "two texts of 50 rows")
    db.executemany("INSERT INTO near(near, text, partner) VALUES (?, 'The ferry leaves at 8.', ?)",
                   ((VERDICTS[n % 2], f"The {n} swans of lake {n * 7}") for n in range(100)))
    db.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", ((n + 200, f"The {n} swans of lake {n * 7}") for n in range(100)))
    found = members(db)
    check(all((found.get(n + 200) == 0) == (n % 2 == 0) for n in range(100)), f"100 verdicts: {found}")
    sound(db, "near", "100 verdicts")
    ask(db, "INSERT INTO near(near) VALUES ('rebuild')")
    check(members(db) == found, "100 verdicts, rebuilt")
    db.executemany("INSERT INTO near(near, text, partner) VALUES ('no verdict', ?, ?)", ask(db, "SELECT text_a, text_b FROM near_verdicts"))
    check(ask(db, "SELECT count(*) FROM near_judged") == [(0,)], "all taken back")
    check(ask(db, "SELECT count(*) FROM near_labels WHERE label < 0") == [(0,)], "labels of no verdict")
    sound(db, "near", "all taken back")


def test_texts():
    """A text is known by all of its bytes, whatever its encoding, type or columns."""
    for encoding in "UTF-8", "UTF-16":
        db = open_with()
        ask(db, f"PRAGMA encoding = '{encoding}'")
        db.execute("CREATE VIRTUAL TABLE near USING neardup(name, town, clusters=1)")
        texts = [("Königs Mühle an der Küste\0eins", "Sköld"), ("KÖNIGS Mühle an der Küste\0eins", "Sköld"), (12345678, None), ("a mill", "x")]
        db.executemany("INSERT INTO near(name, town) VALUES (?, ?)", texts)
        ask(db, "INSERT INTO near(near, rowid, partner) VALUES ('no duplicate', 1, 2.0), ('Duplicate', '2', 3)")
        ask(db, "INSERT INTO near(near, name, partner) VALUES ('duplicate', 'a mill x', 12345678)")
        ask(db, "INSERT INTO near(near, name, town, partner) VALUES ('duplicate', 'a mill', 'x', 'nowhere')")
        check(members(db) == {2: 2, 3: 2, 4: 2}, f"{encoding}: {members(db)}")
        check([row[-1] for row in ask(db, "SELECT a, b, honoured FROM near_links ORDER BY honoured")] == [None, 1, 1, 1], encoding)
        sound(db, "near", encoding)
        ask(db, "INSERT INTO near(near, rowid, partner) VALUES ('duplicate', 1, 1)")
        refused(db, "INSERT INTO near(near, rowid, partner) VALUES ('no duplicate', 1, 1)", "needs two different texts")
        for values in "rowid, partner) VALUES ('duplicate', 1, 9)", "rowid, partner) VALUES ('no verdict', 9, 1)":
            refused(db, "INSERT INTO near(near, " + values, "no row has rowid 9")
        for values in ("rowid) VALUES ('duplicate', 1)", "rowid, partner) VALUES ('duplicate', 1, 'x')", "partner) VALUES ('duplicate', 1)",
                       "name) VALUES ('no duplicate', 'x')"):
            refused(db, "INSERT INTO near(near, " + values, "the rowids of two texts, or two texts: INSERT INTO")


def test_tables():
    """Which indexes take verdicts, and what is left of their tables."""
    for options in "pairs=1", "content='', clusters=1":
        db = indexed("text, " + options)
        refused(db, "INSERT INTO near(near, text, partner) VALUES ('duplicate', 'x', 'y')", "needs an index with clusters=1 that keeps texts")
    db = indexed("text, clusters=1", ((1, "The storm of the bridge"), (2, "The storm of the bridge!")))
    before = ask(db, "SELECT name FROM sqlite_schema")
    ask(db, "BEGIN")
    ask(db, "INSERT INTO near(near, rowid, partner) VALUES ('no duplicate', 1, 2)")
    check(members(db) == {}, "a cluster of two is divided")
    ask(db, "ROLLBACK")
    check(ask(db, "SELECT name FROM sqlite_schema") == before and members(db) == {1: 1, 2: 1}, "rolled back")
    sound(db, "near", "rolled back")
    for name in "verdicts", "links":  # somebody's, for an index without verdicts
        ask(db, f"CREATE TABLE near_{name}(x)")
        refused(db, "INSERT INTO near(near, rowid, partner) VALUES ('no duplicate', 1, 2)", "already")
        sound(db, "near", name)
        ask(db, "ALTER TABLE near RENAME TO far")
        ask(db, "ALTER TABLE far RENAME TO near")
        ask(db, f"SELECT x FROM near_{name}")
        ask(db, f"DROP TABLE near_{name}")
    ask(db, "INSERT INTO near(near, rowid, partner) VALUES ('no duplicate', 1, 2)")
    ask(db, "ALTER TABLE near RENAME TO far")
    check(ask(db, "SELECT a, b, honoured FROM far_links") == [(1, 2, 1)], "renamed")
    ask(db, "UPDATE far_data SET block = x'00' WHERE id = 0")
    ask(db, "INSERT INTO far(far) VALUES ('rebuild')")
    check(ask(db, "SELECT * FROM far_members") == [], "damaged, and rebuilt")
    sound(db, "far", "damaged, and rebuilt")
    for damage in ("UPDATE far_judged SET text = text || '?' WHERE member = 1", "DELETE FROM far_judged WHERE member = 1",
                   "INSERT INTO far_judged VALUES (5, 'x')", "UPDATE far_verdicts SET verdict = 'duplicate'"):
        ask(db, "BEGIN")
        ask(db, damage)
        refused(db, "INSERT INTO far(far) VALUES ('integrity-check')", "damaged")
        ask(db, "INSERT INTO far(far) VALUES ('rebuild')")
        sound(db, "far", damage)
        ask(db, "ROLLBACK")
    for table in "judged", "verdicts":
        ask(db, "BEGIN")
        ask(db, f"DROP TABLE far_{table}")
        for sql in "INSERT INTO far(far, rowid, partner) VALUES ('duplicate', 1, 2)", "INSERT INTO far(far) VALUES ('integrity-check')":
            refused(db, sql, f"damaged: no such table: main.far_{table}")
            try:
                db.execute(sql)
            except sqlite3.DatabaseError as error:
                check(type(error) is sqlite3.DatabaseError, f"no table {table}: {type(error)}, which is none of damage")
        ask(db, "INSERT INTO far(far) VALUES ('rebuild')")
        sound(db, "far", f"no table {table}")
        check(ask(db, "SELECT count(*) FROM far_verdicts") == [(table == "judged",)], f"no table {table}: verdicts")
        ask(db, "INSERT INTO far(far, rowid, partner) VALUES ('no duplicate', 1, 2)")
        check(ask(db, "SELECT a, b, honoured FROM far_links") == [(1, 2, 1)], f"no table {table}: a verdict")
        ask(db, f"DROP TABLE far_{table}")
        ask(db, "DROP TABLE far")
        check(ask(db, "SELECT * FROM sqlite_schema") == [], f"no table {table}: something is left")
        ask(db, "ROLLBACK")
    ask(db, "DROP TABLE far")
    check(ask(db, "SELECT * FROM sqlite_schema") == [], "something is left")


def test_tables_of_others():
    """Tables that look like those of verdicts stay, whether the index can be read or not."""
    for columns, others in ("member, mine", "x"), ("member", "text_a, text_b, verdict"), ("member, text", "text_a, text_b, verdict, mine"):
        for damage in "", "UPDATE near_data SET block = x'00' WHERE id = 0", "DROP TABLE near_data":
            db = indexed("text, clusters=1", ((1, "The storm of the bridge"), (2, "The storm of the bridge!")))
            ask(db, f"CREATE TABLE near_judged({columns})")
            ask(db, f"CREATE TABLE near_verdicts({others})")
            kept = ask(db, "SELECT sql FROM sqlite_schema WHERE name IN ('near_judged', 'near_verdicts')")
            if damage:
                ask(db, damage)
            elif columns == "member, mine":
                ask(db, "ALTER TABLE near RENAME TO far")
                ask(db, "ALTER TABLE far RENAME TO near")
            if "DROP" not in damage:
                ask(db, "INSERT INTO near(near) VALUES ('rebuild')")
                sound(db, "near", f"somebody's {columns}")
            ask(db, "DROP TABLE near")
            check(ask(db, "SELECT sql FROM sqlite_schema") == kept, f"{columns}, {damage}: {ask(db, 'SELECT sql FROM sqlite_schema')}")


def test_frequent_text():
    """A row with a text that many have joins its cluster; it reads pairs of its own, not all of theirs."""
    ticks = [0]
    steps = {}
    for size in 60, 240:
        db = indexed("text, clusters=1, changes=1", ((id, f"The ferry to Hestholm leaves the old pier at {id % 2 + 8}.") for id in range(10, 10 + 2 * size)))
        ask(db, "INSERT INTO near(near, rowid, partner) VALUES ('no duplicate', 10, 11)")
        check(len(set(members(db).values())) == 2, "two clusters")
        last, = ask(db, "SELECT max(seq) FROM near_changes")[0]
        db.set_progress_handler(lambda: ticks.__setitem__(0, ticks[0] + 1), 100)
        ticks[0] = 0
        ask(db, "INSERT INTO near(rowid, text) VALUES (1000, 'The ferry to Hestholm leaves the old pier at 9.')")
        steps[size] = ticks[0]
        db.set_progress_handler(None, 0)
        check(ask(db, "SELECT what, a, cluster FROM near_changes WHERE seq > ? AND cluster NOTNULL", last) == [("grew", 1000, 11)], "told")
        for id, text in (1, 9), (1001, 8), (1002, 10), (2, 8), (1003, 10), (1004, 9):
            ask(db, "INSERT INTO near(rowid, text) VALUES (?, ?)", id, f"The ferry to Hestholm leaves the old pier at {text}.")
            sound(db, "near", f"row {id}")
        found = members(db)
        ask(db, "INSERT INTO near(near) VALUES ('rebuild')")
        check(members(db) == found, "rebuilt")
    check(steps[240] < 8 * steps[60], f"four times the rows: {steps}")


def test_feed():
    """A verdict tells once of the clusters that it joins or divides."""
    lamp = "The %s lamp of the old pier burnt all night, and nobody saw it."
    db = indexed("text, clusters=1, changes=1", ((id, lamp % word) for id, word in enumerate(("first", "second", "third"), 1)))
    db.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", ((7, "Anna likes her tea with sugar."), (8, "Anna likes her tea with sugar!")))
    for verdict, a, b, expected in (("duplicate", 1, 7, ["merged 7 1"]), ("duplicate", 1, 7, []), ("no duplicate", 1, 7, ["split 1 7", "grew 7 7", "grew 8 7"]),
                                    ("no verdict", 1, 7, []), ("no duplicate", 1, 2, ["shrank 1 1", "renamed 1 2"]), ("no verdict", 2, 1, ["renamed 2 1", "grew 1 1"])):
        last, = ask(db, "SELECT max(seq) FROM near_changes")[0]
        ask(db, "INSERT INTO near(near, rowid, partner) VALUES (?, ?, ?)", verdict, a, b)
        told = [" ".join(str(value) for value in row if value is not None)
                for row in ask(db, "SELECT what, a, b, cluster, \"into\" FROM near_changes WHERE seq > ? ORDER BY seq", last)]
        check(told == expected, f"{verdict} {a} {b}: {told}, not {expected}")
    words = ["%08x" % (word * 2654435761 % 2**32) for word in range(60)]
    db = indexed("text, clusters=1, changes=1", ((id, " ".join(words[id:id + 12])) for id in range(40)))
    ask(db, "INSERT INTO near(near, rowid) VALUES ('forget-changes', 1000000)")
    ask(db, "INSERT INTO near(near, rowid, partner) VALUES ('no duplicate', 2, 3)")
    told = [what for what, in ask(db, "SELECT what FROM near_changes ORDER BY seq")]
    check(told == ["renamed", "split"] + ["grew"] * 3, f"a chain is divided: {told}")


require("functions/index_links", LOADABLE)
run_tests("functions/index_links", test_worlds, test_many_rows, test_texts, test_tables, test_tables_of_others, test_frequent_text,
          test_feed)
