"""locked_shell.py - the scripts in the shell, on a database that another program has locked. They wait
for .timeout, which is shortened here, then fail with an error that names the lock, and change nothing."""

import os
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, figure, finish

LONG_TIMEOUT, SHORT_TIMEOUT = ".timeout 10000\n", ".timeout 50\n"


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as script:
        return script.read()


def shell(database, script):
    """Runs a script in the shell; returns its status and its errors."""
    done = subprocess.run(["sqlite3", database], input=script, text=True, capture_output=True,
                          cwd=ROOT)
    return done.returncode, done.stderr


def content(database):
    with sqlite3.connect(database) as connection:
        return "\n".join(connection.iterdump())


def test(database, path, lock):
    script = read(path).replace(".read sql/shared/connect.sql\n", read("sql/shared/connect.sql"))
    check(LONG_TIMEOUT in script, path + " has no .timeout")
    before = content(database)
    other = sqlite3.connect(database, isolation_level=None)
    other.execute(lock)
    status, errors = shell(database, script.replace(LONG_TIMEOUT, SHORT_TIMEOUT))
    other.execute("COMMIT")
    other.close()
    check(status == 1 and "database is locked" in errors,
          "%s, %s: status %d, %s" % (path, lock, status, errors))
    check(content(database) == before, "%s, %s: something is changed" % (path, lock))


def main():
    locks = ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"]
    paths = ["sql/pipeline.sql", "sql/templates.sql"]
    with tempfile.TemporaryDirectory() as folder:
        database = os.path.join(folder, "small.db")
        for path in ["sql/schema.sql", "tests/faults/small_database.sql", *paths]:
            status, errors = shell(database, read(path))
            check(status == 0 and not errors, "%s: %s" % (path, errors))
        for path in paths:
            for lock in locks:
                test(database, path, lock)
            status, errors = shell(database, read(path))
            check(status == 0 and not errors, "%s afterwards: %s" % (path, errors))
    figure(len(locks) * len(paths), "runs of the pipeline beside a lock")
    return finish("faults/locked_shell")


sys.exit(main())
