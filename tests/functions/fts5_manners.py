"""fts5_manners.py - whatever FTS5's own tests ask of a virtual table that applies to a live index, asked of both: the scripts
of fts5_manners.txt, and statements at random. Rows, codes of errors, last_insert_rowid(), changes(), whether total_changes()
grows (it counts rows of shadow tables, too), and whether a transaction is open must be the same after each statement.
"""

import itertools
import os
import random
import re
import sqlite3
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import LONG, check, figure, require, run_tests, seed
from extension import LOADABLE, ROOT, open_with
from indexes import ask, indexed, sound

SCRIPTS = os.path.join(ROOT, "tests", "functions", "fts5_manners.txt")
MODULES = ("fts5", "neardup")
CHANGE = re.compile(r"(INSERT|REPLACE|UPDATE|DELETE|WITH)\b(?!( INTO| FROM|) near_)")  # not of a shadow table
COMMAND = re.compile(r"INSERT INTO (\w+)\(\1\b")  # whose rowid SQLite left to chance before 3.40
OF_ITS_OWN = re.compile(r"CREATE VIRTUAL|VACUUM")  # after which last_insert_rowid() is that of a row of FTS5


def scripts():
    """(names, what it needs, statements) of each script."""
    for part in re.split(r"^## ", open(SCRIPTS, encoding="utf-8").read(), flags=re.M)[1:]:
        head, *lines = part.rstrip("\n").split("\n")
        yield head, [line for line in lines if line]


def obeys():
    """Whether this version of FTS5 obeys OR IGNORE, and so OR FAIL and OR ROLLBACK."""
    db = open_with()
    db.execute("CREATE VIRTUAL TABLE near USING fts5(text)")
    try:
        for _ in range(2):
            db.execute("INSERT OR IGNORE INTO near(rowid, text) VALUES (1, 'x')")
    except sqlite3.Error:
        return False
    return True


def can_run(head):
    since = re.search(r" since (\d+)\.(\d+)", head)
    return (not since or sqlite3.sqlite_version_info >= tuple(map(int, since.groups()))) and (" obeys" not in head or obeys())


class World:
    """A database of one of the modules, and what is asked of it."""

    def __init__(self, folder, which, encoding="UTF-8", options=""):
        self.which, self.path = which, os.path.join(folder, MODULES[which] + ".db")
        self.encoding, self.options = encoding, options if which else ""
        self.connections = {1: self.connect(), 2: self.connect()}
        self.cursor = None

    def connect(self, options=""):
        db = open_with(path="file:" + self.path + options, uri=True, timeout=0, encoding=self.encoding)
        db.executescript("PRAGMA synchronous = OFF; PRAGMA recursive_triggers = ON; CREATE TEMP TABLE tick(x)")
        return db

    def close(self):
        for db in self.connections.values():
            db.close()

    def of(self, statement):
        """The statement for this module."""
        text = re.sub(r"\{([^|{}]*)\|([^{}]*)\}", lambda found: found[self.which + 1], statement)
        return text.replace("USING @(text", "USING @(text" + self.options).replace("USING @(", "USING %s(" % MODULES[self.which])

    def run(self, db, sql):
        return [row for part in sql.split("; ") for row in db.execute(part)] if "TRIGGER" not in sql else list(db.execute(sql))

    def outcome(self, db, line):
        word, _, rest = line.partition(" ")
        if word == "reopen":
            if self.connections[2].in_transaction:
                return None
            self.connections[1].close()
            self.connections[1] = self.connect("?mode=ro" if rest else "")
            return None
        try:
            if word == "open":
                self.cursor = db.execute(rest)
                return [self.cursor.fetchone()]
            if word == "fetch":
                cursor, self.cursor = self.cursor, None
                return cursor.fetchall()
            if word == "nested":
                query, inner = rest.split(" | ")
                return [(row, self.run(db, inner)) for row in db.execute(query)]
            if word == "interrupted":
                left = iter(range(3))
                db.set_progress_handler(lambda: next(left, None) is None, 1)
                return self.run(db, rest)
            return self.run(db, line)
        except sqlite3.Error as error:
            return "error %s: %s" % (getattr(error, "sqlite_errorcode", 1) & 0xFF, error)
        finally:
            if word == "interrupted":
                db.set_progress_handler(None, 0)

    def ask(self, line):
        """The answer of this module and what is to be compared of the connection's state; an error is its code and message."""
        number, line = (2, line[3:]) if line.startswith("2> ") else (1, line)
        line = self.of(line)
        before, outside = self.connections[number].total_changes, not self.connections[number].in_transaction
        answer = self.outcome(self.connections[number], line)
        db = self.connections[number]
        state = [db.in_transaction]
        if CHANGE.match(line) and (sqlite3.sqlite_version_info >= (3, 40) or not COMMAND.match(line)):
            state += db.execute("SELECT last_insert_rowid(), changes()").fetchone()
            if outside and not isinstance(answer, str):  # FTS5 writes some rows later
                state += [db.total_changes > before]
        if OF_ITS_OWN.match(line):
            self.outcome(db, "INSERT INTO temp.tick VALUES (1)")
        return [] if line.startswith("PRAGMA max") else answer, state


def same(theirs, ours):
    codes = [re.sub(r"^(error \d+).*", r"\1", answer) if isinstance(answer, str) else answer for answer, _ in (theirs, ours)]
    return codes[0] == codes[1] and theirs[1] == ours[1]


def test_scripts(folder):
    asked = 0
    for (head, lines), encoding in itertools.product(scripts(), ("UTF-8", "UTF-16le")):
        if not can_run(head):
            continue
        with tempfile.TemporaryDirectory(dir=folder) as place:
            worlds = [World(place, which, encoding) for which in range(2)]
            for line in lines:
                statement, may, why = re.fullmatch(r"(.*?)(?: +-- (may )?differs?: (.*))?", line).groups()
                theirs, ours = (world.ask(statement) for world in worlds)
                check(may or same(theirs, ours) == (why is None),
                      "%s: %s\n  ours: %s\n  FTS5: %s\n  %s" % (head, statement, ours, theirs, why or ""))
                asked += 1
            for world in worlds:
                world.close()
    figure(asked, "statements that FTS5 and a live index answer")


ADD = "INSERT INTO beside(rowid, text) VALUES (new.id, new.text)"
REMOVE = "INSERT INTO beside(beside, rowid, text) VALUES ('delete', old.id, old.text)"
PREPARATION = ["CREATE VIRTUAL TABLE near USING @(text)", "CREATE TABLE note(id INTEGER PRIMARY KEY, text)",
               "CREATE VIRTUAL TABLE beside USING @(text, content=note, content_rowid=id)"] + [
    f"CREATE TRIGGER '{event}' AFTER {event} ON note BEGIN {actions}; END" for event, actions in (
        ("INSERT", ADD + "; INSERT OR REPLACE INTO near(rowid, text) VALUES (new.id, new.text)"),
        ("DELETE", REMOVE + "; DELETE FROM near WHERE rowid = old.id"),
        ("UPDATE", REMOVE + "; " + ADD + "; UPDATE near SET text = new.text WHERE rowid = old.id"))]
TEXTS = ["storm lantern granite", "ferry island winter", "copper harbour river", "bridge beacon meadow", "summer valley mirror"]


def random_statement(lots, conflicts):
    """On the index `near`, or `far` if it has that name now, and on a table of notes with triggers that write to both indexes."""
    name = lots.choice(["near"] * 9 + ["far"])
    id, other, text = lots.randrange(9), lots.randrange(9), lots.choice(TEXTS)
    conflict = lots.choice(conflicts)
    where = lots.choice([f"rowid = {id}", f"rowid BETWEEN {id} AND {other}", f"{name} MATCH '{text}'", f"text = '{text}'"])
    return lots.choice(["2> "] + [""] * 5) + lots.choice([
        f"INSERT {conflict} INTO {name}(rowid, text) VALUES ({id}, '{text}')",
        f"INSERT {conflict} INTO {name}(rowid, text) VALUES ({id}, '{text}'), ({other}, '{lots.choice(TEXTS)}')",
        f"INSERT INTO {name}(text) SELECT text FROM {name} WHERE {where} LIMIT 2",
        f"UPDATE {conflict} {name} SET rowid = {other} WHERE rowid = {id}",
        f"UPDATE {conflict} {name} SET rowid = {other}, text = '{text}' WHERE {where}",
        f"UPDATE {name} SET text = '{text}' WHERE {where}",
        f"DELETE FROM {name} WHERE {where}",
        f"REPLACE INTO note(id, text) VALUES ({id}, '{text}')",
        f"UPDATE note SET text = '{text}' WHERE id > {id}",
        f"DELETE FROM note WHERE id = {id}",
        f"SELECT rowid, text FROM {name}", f"SELECT rowid FROM {name}('{text}') ORDER BY rowid",
        f"SELECT rowid FROM beside('{text}') ORDER BY rowid",
        f"SELECT x.rowid, y.rowid FROM {name} AS x JOIN beside(x.text) AS y ORDER BY 1, 2",
        "BEGIN", "COMMIT", "ROLLBACK", "SAVEPOINT s", "SAVEPOINT s", "ROLLBACK TO s", "RELEASE s",
        f"INSERT INTO {name}({name}) VALUES ('{lots.choice(['optimize', 'rebuild', 'integrity-check'])}')",
        "INSERT INTO beside(beside) VALUES ('integrity-check')",
        *lots.choice([["ALTER TABLE near RENAME TO far"], ["ALTER TABLE far RENAME TO near"], ["DROP TABLE far"],
                      ["CREATE VIRTUAL TABLE near USING @(text)"], ["VACUUM"], ["reopen"], ["ALTER TABLE note ADD COLUMN x"]])])


def test_random(folder):
    lots, asked = random.Random(seed()), 0
    conflicts = ["", "OR ABORT", "OR REPLACE"] + (["OR IGNORE", "OR FAIL", "OR ROLLBACK"] if obeys() else [])
    for _ in range(300 if LONG else 12):
        options = lots.choice(["", ", log_most=16", ", log_most=16, pairs=1, clusters=1, changes=1"])
        with tempfile.TemporaryDirectory(dir=folder) as place:
            worlds = [World(place, which, lots.choice(["UTF-8", "UTF-16le"]), options) for which in range(2)]
            said = list(PREPARATION)
            for line in said:
                for world in worlds:
                    world.ask(line)
            while len(said) < 300:
                said.append(random_statement(lots, conflicts))
                theirs, ours = (world.ask(said[-1]) for world in worlds)
                asked += 1
                if isinstance(theirs[0], str) or 10 in theirs[1][1:2]:  # last_insert_rowid() is that of a record of FTS5
                    theirs, ours = (theirs[0], theirs[1][:1]), (ours[0], ours[1][:1])
                if re.match("error 5:|error 1: SQL logic", str(theirs[0])) and not ours[0]:
                    break  # FTS5 asks for the lock although there is no row to write, or has none at a SAVEPOINT
                if not same(theirs, ours):
                    check(False, "%s: %s, and FTS5 %s, after\n  %s" % (said[-1], ours, theirs, "\n  ".join(said[:-1])))
                    break
            check(True, "a script at random")
            for world in worlds:
                world.close()
    figure(asked, "statements at random that FTS5 and a live index answer")


def test_size():
    """Of fts5aj: whatever is changed, the postings of as many texts take as many bytes, times the segments of a level and one."""
    db = indexed("text, log_most=16", ((id, "%d lanterns of the storm" % (id * 7919)) for id in range(400)))
    sizes = []
    for turn in range(120):
        ask(db, "UPDATE near SET text = (rowid * 7919 + ?) || ' lanterns of the storm' WHERE rowid % 3 = ?", turn, turn % 3)
        ask(db, "DELETE FROM near WHERE rowid % 40 = ?", turn % 40)
        db.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", ((40 * n + turn % 40, f"{n} bridges") for n in range(10)))
        sizes += ask(db, "SELECT sum(length(block)) FROM near_data")[0]
    ask(db, "INSERT INTO near(near) VALUES ('optimize')")
    (least,), = ask(db, "SELECT sum(length(block)) FROM near_data")
    check(max(sizes) < 9 * least, "bytes: %s, and at last %s" % (sizes, least))
    sound(db, "near", "after the changes")


def test_page():
    """The table of the page has each of FTS5's tests once, and what it names is there."""
    page = open(os.path.join(ROOT, "docs", "figures", "reliability.md"), encoding="utf-8").read()
    section = page.partition("### FTS5's tests\n")[2].partition("\n## ")[0]
    rows = [row.strip("| ").split(" | ") for row in section.split("\n") if row.startswith("| ") and "---" not in row][1:]
    names = [name for row in rows for name in row[0].split(", ")]
    (count,) = re.findall(r"(\d+) files", section)
    check(len(names) == len(set(names)) == int(count), "%d tests, %d of them once, not %s" % (len(names), len(set(names)), count))
    check(sorted(rows[0][0].split(", ")) == sorted({name[4:] for head, _ in scripts() for name in re.findall(r"fts5\w+", head)}),
          "the scripts are of other tests than the page says")
    for row in rows:
        for file, words in re.findall(r"`(tests/[\w/.]+)`(?: \(([^)]*)\))?", row[1]):
            code = open(os.path.join(ROOT, file), encoding="utf-8").read()
            for word in re.findall(r"`(\w+)`", words):
                check(re.search(r"\b%s\(" % word, code), "%s has no %s" % (file, word))


if __name__ == "__main__":
    require("functions/fts5_manners", LOADABLE)
    require("functions/fts5_manners", ("fts5",) in sqlite3.connect(":memory:").execute("PRAGMA module_list").fetchall(),
            "this SQLite has no FTS5")
    run_tests("functions/fts5_manners", test_scripts, test_random, test_size, test_page)
