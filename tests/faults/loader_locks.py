"""loader_locks.py - other programs hold locks on the database while a load begins, works and ends.

  (1) Before it has loaded anything, a load waits at most five seconds for a lock. Then a line names
      the cause, and the database is as it was. When the lock is gone, the same command works.
  (2) Once it has begun, a load waits as long as it must, and says so.
  (3) Ctrl-C ends the waiting, and nothing that was committed is lost.
  (4) A reader sees what was committed before, and nothing else."""

import bz2
import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import check, figure
from loading import INJECTOR, PLAIN, SAMPLE, ask, remove, run_tests, sample_parts, write

ARTICLES = 60  # of the sample
SECONDS = 60  # after which the load hangs
waits = 0


class Load(subprocess.Popen):
    def __init__(self, *words, **environment):
        super().__init__([PLAIN, "--quiet", *words], stderr=subprocess.PIPE, text=True,
                         env=dict(os.environ, **environment))

    def end(self):
        """(status, errors)"""
        try:
            errors = self.communicate(timeout=SECONDS)[1]
        except subprocess.TimeoutExpired:
            self.kill()
            return None, "it hangs" + self.communicate()[1]
        return self.returncode, errors


def connect(db):
    return sqlite3.connect(db, isolation_level=None, check_same_thread=False)


def articles(db):
    sound = ask(db, "PRAGMA integrity_check") == [("ok",)]
    return ask(db, "SELECT count(*) FROM article")[0][0] if sound else None


def expect(name, process, status, words):
    global waits
    waits += 1
    found, errors = process.end()
    check(found == status and words in errors and errors.count("\n") <= 1,
          "%s: status %s, expected %s; %s" % (name, found, status, errors))


def is_waiting(process):
    """Reads the line that says that it waits."""
    line = process.stderr.readline()
    check("another program is using the database; waiting for it" in line, "expected to wait, found '%s'" % line)


def lock_begin(db, second):
    """A write lock and an exclusive lock, held for longer and for shorter than the load waits."""
    for kind in ("IMMEDIATE", "EXCLUSIVE"):
        other = connect(db)
        other.execute("BEGIN " + kind)
        expect("a lock for long, " + kind, Load(second, db), 1, "is in use by another program")
        other.execute("ROLLBACK")
        check(articles(db) == ARTICLES, "%s: the database is as it was" % kind)
        other.execute("BEGIN " + kind)
        threading.Timer(1, lambda held=other: held.execute("ROLLBACK")).start()
        expect("a lock for a second, " + kind, Load("--namespaces", "0", SAMPLE, db), 0, "")


def lock_end(db, second):
    """A reader keeps the load from committing."""
    other = connect(db)
    other.execute("BEGIN")
    seen = other.execute("SELECT count(*) FROM article").fetchone()
    process = Load(second, db)
    is_waiting(process)
    check(process.poll() is None, "it waits")
    check(other.execute("SELECT count(*) FROM article").fetchone() == seen, "a reader sees other rows")
    process.send_signal(signal.SIGINT)
    expect("Ctrl-C while it waits", process, 1, "is in use by another program; wait until it has finished")
    check(other.execute("SELECT count(*) FROM article").fetchone() == seen, "a reader sees other rows")
    other.execute("COMMIT")
    check(articles(db) == ARTICLES, "after Ctrl-C what was there is there")
    other.execute("BEGIN")
    other.execute("SELECT count(*) FROM article").fetchone()
    process = Load(second, db)
    is_waiting(process)
    other.execute("COMMIT")
    expect("a reader that ends", process, 0, "")
    check(articles(db) == 2 * ARTICLES, "both dumps are there")


def load_both(db, third):
    """Two loads into one database: one waits for the other."""
    expect_all = [Load(third, db), Load(SAMPLE, db), Load(third, db)]
    for process in expect_all:
        expect("three loads at once", process, 0, "")
    check(articles(db) == 3 * ARTICLES, "each dump is there once")


def test_locks():
    # The same content would be loaded once.
    second, third = (write(name, b"".join(sample_parts()) + b"<!-- %s -->" % name.encode())
                     for name in ("second.xml", "third.xml"))
    expect("the first load", Load(SAMPLE, "test.db"), 0, "")
    lock_begin("test.db", second)
    lock_end("test.db", second)
    load_both("test.db", third)


def test_same_file():
    """Two programs load one file of several transactions, and take turns: one of them ends, and no row comes twice."""
    header, pages, footer = map(bz2.compress, sample_parts())
    dump = write("long.xml.bz2", header + pages * 250 + footer)
    remove("test.db")
    first = Load(dump, "test.db", LD_PRELOAD=INJECTOR, SLOW_BEGIN="1")
    while first.poll() is None and not (os.path.exists("test.db") and os.path.getsize("test.db")):
        time.sleep(0.001)
    statuses = {Load(dump, "test.db").end()[0], first.end()[0]}
    check(0 in statuses and statuses <= {0, 1}, "two at once: statuses %s" % statuses)
    expect("the same file again", Load(dump, "test.db"), 0, "")
    found = ask("test.db", "SELECT count(*), max(id) FROM article")
    check(found == [(250 * ARTICLES, 250 * ARTICLES)], "no row comes twice: %s" % found)


def test_figure():
    figure(waits, "loads beside other programs' locks")


sys.exit(run_tests("faults/loader_locks", globals()))
