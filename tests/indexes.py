"""indexes.py - what tests of live indexes ask of one, and how they make it."""

import sqlite3

from counting import check
from extension import open_with


def ask(db, sql, *values):
    return db.execute(sql, values).fetchall()


def sound(db, name, what):
    try:
        ask(db, "INSERT INTO %s(%s) VALUES('integrity-check')" % (name, name.partition(".")[2] or name))
        check(True, what)
    except sqlite3.Error as error:
        check(False, "%s: %s" % (what, error))


def refused(db, sql, words):
    try:
        ask(db, sql)
        check(False, "%s: no error" % sql)
    except sqlite3.Error as error:
        check(words in str(error), "%s: %s" % (sql, error))


def indexed(options, rows=(), **where):
    """A database with an index of these texts."""
    db = open_with(**where)
    db.execute(f"CREATE VIRTUAL TABLE near USING neardup({options})")
    db.executemany("INSERT INTO near(rowid, text) VALUES (?, ?)", rows)
    return db
