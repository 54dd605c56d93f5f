"""nightly_job.py - keeps a list of notes to look through, by what has changed since the last night.

    /usr/bin/python3 examples/nightly_job.py DB

Run it in the project's folder, after `make`. DB has a table note(id INTEGER PRIMARY KEY, text); the first night makes an
index of it. With --try it changes some notes of its own, and prints what three nights find.
"""

import sqlite3
import sys

SCHEMA = """
CREATE VIRTUAL TABLE IF NOT EXISTS near USING neardup(text, content=note, content_rowid=id, changes=1);
CREATE TABLE IF NOT EXISTS to_review (a, b, PRIMARY KEY (a, b));
CREATE TABLE IF NOT EXISTS seen (seq);
"""


def open_notes(file):
    db = sqlite3.connect(file, isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension("build/neardup")
    return db


def make_index(db):
    db.executescript("BEGIN IMMEDIATE;" + SCHEMA)
    if not db.execute("SELECT * FROM seen").fetchone():
        db.execute("INSERT INTO near(near) VALUES ('triggers')")
        db.execute("INSERT INTO near(near) VALUES ('rebuild')")
        db.execute("INSERT INTO seen VALUES (0)")
    db.execute("COMMIT")


def night(db, breaks_off=False):
    """The list, the last change that it has, and what is forgotten are of one transaction: each change counts once."""
    db.execute("BEGIN IMMEDIATE")
    try:
        changes = db.execute("SELECT near_changes.* FROM near_changes, seen WHERE near_changes.seq > seen.seq"
                             " ORDER BY near_changes.seq").fetchall()
        for seq, what, a, b, *_ in changes:
            if what == "appeared":
                db.execute("INSERT INTO to_review VALUES (?, ?)", (a, b))
            elif what == "went":
                db.execute("DELETE FROM to_review WHERE a = ? AND b = ?", (a, b))
            db.execute("UPDATE seen SET seq = ?", (seq,))
        if breaks_off:
            raise InterruptedError
        db.execute("INSERT INTO near(near, rowid) SELECT 'forget-changes', seq FROM seen")
        db.execute("COMMIT")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("INSERT INTO near(near, rowid) VALUES ('merge', 10000)")
    return "changes: %d, to review: %s" % (len(changes), db.execute("SELECT a, b FROM to_review ORDER BY a, b").fetchall())


if sys.argv[1:] == ["--try"]:
    notes = open_notes(":memory:")
    notes.execute("CREATE TABLE note (id INTEGER PRIMARY KEY, text)")
    make_index(notes)
    notes.execute("INSERT INTO note(text) VALUES ('Bus 12 stops at the old pier until ten.'), ('The ferry leaves at nine.'),"
                  " ('Bus 21 stops at the old pier until ten.')")
    print(night(notes))
    notes.execute("UPDATE note SET text = 'Bus 7 stops at the old pier until ten.' WHERE id = 2")
    try:
        night(notes, breaks_off=True)
    except InterruptedError:
        print(night(notes))
    notes.execute("DELETE FROM note WHERE id = 1")
    print(night(notes))
else:
    file, = sys.argv[1:]
    notes = open_notes(file)
    make_index(notes)
    print(night(notes))
