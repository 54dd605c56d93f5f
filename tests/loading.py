"""loading.py - runs neardup-load for tests in Python, and looks at what it has made.

A test ends with run_tests(), which works in a temporary folder, so that its files have short names."""

import os
import sqlite3
import subprocess
import tempfile

from counting import finish

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SHARED = os.path.join(ROOT, os.environ.get("NEARDUP_SHARED", "../shared"), "data")
SAMPLE = os.path.join(ROOT, "examples", "sample.xml")
PLAIN = os.path.join(ROOT, "build", "neardup-load")
CHECKED = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build/check"), "neardup-load")
LOAD = CHECKED if os.path.exists(CHECKED) else PLAIN  # with sanitizers
INJECTOR = os.path.join(ROOT, "build", "tests", "faults", "injector.so")

# A query for each table that a load fills, to compare two loads. `source` is missing, because each test ignores other
# columns of it.
LOADED_ROWS = (
    "SELECT id, source_id, page_id, namespace, title, revision_id, revision_time, titled, key,"
    " typeof(key) FROM article",
    "SELECT article_id, name, value, typeof(value) FROM carried",
    "SELECT * FROM page",
    "SELECT rowid, * FROM page_link",
    "SELECT * FROM sentence",
    "SELECT * FROM alias",
    "SELECT * FROM damage",
    "SELECT * FROM checkpoint",
    "SELECT word, vector, weight FROM word_vector",
    "SELECT * FROM revision",
    "SELECT * FROM history_sentence",
    "SELECT * FROM revision_sentence",
)


def ask(db, query, values=()):
    """The rows of a query, or nothing after a change, which is committed."""
    connection = sqlite3.connect(db)
    with connection:
        rows = connection.execute(query, values).fetchall()
    connection.close()
    return rows


def write(name, data):
    with open(name, "wb") as file:
        file.write(data.encode() if isinstance(data, str) else data)
    return name


def remove(db):
    for suffix in "", "-journal":
        if os.path.exists(db + suffix):
            os.remove(db + suffix)


def sample_parts():
    """The sample up to its first page, its pages, and its end, as bytes."""
    with open(SAMPLE, "rb") as file:
        xml = file.read()
    begin, end = xml.index(b"  <page>"), xml.index(b"</mediawiki>")
    return xml[:begin], xml[begin:end], xml[end:]


def failing(kind, at, **more):
    """The environment in which the at-th call of a kind fails; tests/faults/injector.c has the rest."""
    return dict({"LD_PRELOAD": INJECTOR, "FAULT": kind, "FAULT_AT": str(at)},
                **{"FAULT_" + name: str(int(value)) for name, value in more.items()})


def load(*words, db="test.db", again=False, quiet=True, program=LOAD, faults=None, **how):
    """(status, errors) of a load into a new database, or once more into the one that is there."""
    if not again:
        remove(db)
    environment = dict(how.pop("env", os.environ), **faults or {})
    done = subprocess.run([program, *["--quiet"] * quiet, *words, db], stderr=subprocess.PIPE, env=environment,
                          check=False, **how)
    return done.returncode, done.stderr.decode(errors="replace")


def run_tests(name, scope):
    """Runs the functions of a test that are called test_..., in order; returns the exit status."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for what, test in list(scope.items()):
            if what.startswith("test_"):
                test()
        os.chdir(ROOT)
    return finish(name)
