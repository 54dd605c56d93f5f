"""loader_locks.py - other programs hold locks on the database while a load begins, works and ends.

  (1) Before it has loaded anything, a load waits at most five seconds for a lock. Then a line names
      the cause, and the database is as it was. When the lock is gone, the same command works.
  (2) Once it has begun, a load waits as long as it must, and says so.
  (3) Ctrl-C ends the waiting, and nothing that was committed is lost.
  (4) A reader sees what was committed before, and nothing else."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, figure, finish

LOAD = os.path.join(ROOT, "build", "neardup-load")
SAMPLE = os.path.join(ROOT, "examples", "sample.xml")
ARTICLES = 60  # of the sample
SECONDS = 60  # after which the load hangs
waits = 0


class Load(subprocess.Popen):
    def __init__(self, *words):
        super().__init__([LOAD, "--quiet", *words], stderr=subprocess.PIPE, text=True)

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
    connection = connect(db)
    sound = connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    count = connection.execute("SELECT count(*) FROM article").fetchone()[0]
    connection.close()
    return count if sound else None


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


def test_begin(db, second):
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


def test_end(db, second):
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


def test_both(db, third):
    """Two loads into one database: one waits for the other."""
    expect_all = [Load(third, db), Load(SAMPLE, db), Load(third, db)]
    for process in expect_all:
        expect("three loads at once", process, 0, "")
    check(articles(db) == 3 * ARTICLES, "each dump is there once")


def main():
    with tempfile.TemporaryDirectory() as folder:
        db = os.path.join(folder, "test.db")
        copies = [os.path.join(folder, name) for name in ("second.xml", "third.xml")]
        for copy in copies:
            shutil.copyfile(SAMPLE, copy)
            with open(copy, "a", encoding="utf-8") as file:
                file.write("<!-- %s -->" % copy)  # the same content would be loaded once
        expect("the first load", Load(SAMPLE, db), 0, "")
        test_begin(db, copies[0])
        test_end(db, copies[0])
        test_both(db, copies[1])
    figure(waits, "loads beside other programs' locks")
    return finish("faults/loader_locks")


if __name__ == "__main__":
    sys.exit(main())
