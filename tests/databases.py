"""databases.py - databases for tests and benchmarks: made of texts or loaded, run through jobs, and read."""

import contextlib
import functools
import glob
import hashlib
import itertools
import json
import os
import re
import shutil
import sqlite3
import subprocess

from counting import check
from extension import ROOT, answer, open_with

DATA = os.path.join(ROOT, os.environ.get("NEARDUP_SHARED", "../shared"), "data")
DUMPS = os.path.join(DATA, "dumps")
LIBRARY = os.path.join(ROOT, "build", "neardup")
KEPT = os.path.join(ROOT, "build", "databases")
# What a row has if it is not given.
GIVEN = {"source": {"name": "made", "kind": "test", "options": "", "program_version": "", "started_at": ""},
         "article": {"source_id": 1, "namespace": 0, "title": ""},
         "sentence": {"position": 1, "section": "", "block": "prose"}}


# ---- Scripts -------------------------------------------------------------------------------------


@functools.lru_cache(None)
def sql_path(name):
    """The path of a script, from the project's folder: two never have one name."""
    (path,) = (os.path.relpath(os.path.join(folder, name), ROOT)
               for folder, _, names in os.walk(os.path.join(ROOT, "sql")) if name in names)
    return path


def read_script(name):
    with open(os.path.join(ROOT, sql_path(name)), encoding="utf-8") as script:
        return script.read()


def whole_script(name):
    """A script with those that it runs, in their places."""
    return re.sub(r"SELECT neardup_run\('(\w+\.sql)'\);", lambda match: whole_script(match[1]), read_script(name))


def call(job, **settings):
    """The statement that runs a job, or a script, and gives a row if that prints something."""
    given = json.dumps({name: value for name, value in settings.items() if value is not None}, ensure_ascii=False)
    return "WITH done (printed) AS MATERIALIZED (SELECT neardup_run('%s', '%s')) SELECT printed FROM done WHERE printed <> '';" % (
        job, given.replace("'", "''"))


def shell(path, *lines, options=("-batch",), folder=ROOT, **settings):
    """What sqlite3 has done with these lines. One that is a word is a job, and one that ends in .sql a script, with these
    settings. Bytes that are not UTF-8 are replaced."""
    lines = [call(line, **settings) if re.fullmatch(r"[a-z_]+(\.sql)?", line) else line for line in lines]
    lines.insert(0, ".load '%s'" % LIBRARY)
    done = subprocess.run(["sqlite3", *options, path], input="\n".join([*lines, ""]).encode(), cwd=folder,
                          capture_output=True)
    done.stdout, done.stderr = (output.decode(errors="replace") for output in (done.stdout, done.stderr))
    return done


def run(path, *lines, **settings):
    """What it prints; an error, or a warning, is a failed check."""
    done = shell(path, *lines, **settings)
    check(done.returncode == 0 and not done.stderr, "%s %s: %s" % (", ".join(lines)[:200], settings, done.stderr))
    return done.stdout


def run_job(path, job, **parameters):
    """What neardup_run() prints in a host that is not the shell."""
    with contextlib.closing(open_with(path=path)) as db:
        return db.execute("SELECT neardup_run(?, ?)", (job, json.dumps(parameters))).fetchone()[0]


def run_beside(db, number, other, job="find"):
    """The answer of a job on this connection, which has the extension; `other` is called before its number-th transaction."""
    begun = itertools.count()

    def entered(statement):
        if statement.lstrip("- ") == "BEGIN" and next(begun) == number:
            other()

    db.set_trace_callback(entered)
    try:
        return answer(db, "SELECT neardup_run('%s')" % job)
    finally:
        db.set_trace_callback(None)


def set_parameters(path, changes):
    run(path, "parameters", "UPDATE parameters SET %s;" % changes)


def find_again(path, stage):
    """Runs the pipeline from a stage on, with what a test has put into the tables of those before."""
    run(path, "DELETE FROM stage WHERE name = '%s';" % stage, "find")


# ---- Rows ----------------------------------------------------------------------------------------


def rows(path, sql, *values):
    """The rows of a query; what a statement changes is committed."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        return db.execute(sql, values).fetchall()


def compared(path):
    """The compared sentences, each with the first one that has the same text after folding."""
    printed = run(path, "views.sql", "SELECT sentence_id, first_id FROM compared_sentence;")
    return dict(tuple(map(int, line.split("|"))) for line in printed.splitlines())


def change(path, statements):
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(statements)


def contents(path):
    with open(path, "rb") as file:
        return file.read()


def insert(db, table, **values):
    """Inserts a row, and returns its id."""
    values = {**GIVEN.get(table, {}), **values}
    return db.execute("INSERT INTO %s(%s) VALUES (%s)" % (table, ", ".join(values), ", ".join("?" * len(values))),
                      tuple(values.values())).lastrowid


@contextlib.contextmanager
def new_database(path, **source):
    """A connection to a new database with one source; what is done with it is committed."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.executescript(read_script("text_tables.sql"))
        insert(db, "source", **source)
        yield db


def add_article(db, sentences, **article):
    """An article and its sentences, each a text or a dict of columns; returns the article's id."""
    id = insert(db, "article", **article)
    for position, sentence in enumerate(sentences, 1):
        columns = sentence if isinstance(sentence, dict) else {"text": sentence}
        insert(db, "sentence", **{"article_id": id, "position": position, **columns})
    return id


def fill(path, articles, **source):
    """A new database with one source of these articles, each a title and its sentences."""
    with new_database(path, **source) as db:
        for title, sentences in articles:
            add_article(db, sentences, title=title)
    return path


# ---- Files ---------------------------------------------------------------------------------------


def load(path, *arguments, lines=None):
    """Loads files, or lines from standard input, of which some may be damaged."""
    done = subprocess.run(["build/neardup-load", "--quiet", *arguments, path], cwd=ROOT, input=lines, encoding="utf-8",
                          stderr=subprocess.PIPE)
    if done.returncode not in (0, 3):
        raise RuntimeError("neardup-load %s: status %d: %s" % (" ".join(arguments), done.returncode, done.stderr))
    return path


@functools.lru_cache(None)
def fingerprint(dump):
    """Of what a loaded database follows from."""
    paths = [os.path.join(ROOT, name) for name in ("build/neardup.so", "build/neardup", dump)]
    return hashlib.sha256(b"".join(map(contents, paths))).hexdigest()[:16]


def loaded(path, dump, *jobs):
    """Copies a database of a dump on which jobs have run. It is kept in build/databases until the dump, the program or the
    extension changes, so tests that ask the same load it once."""
    name = "-".join([os.path.basename(dump), *jobs])
    there = os.path.join(KEPT, "%s-%s.db" % (name, fingerprint(dump)))
    if not os.path.exists(there):
        os.makedirs(KEPT, exist_ok=True)
        part = "%s.%d" % (there, os.getpid())
        load(part, dump)
        done = shell(part, *jobs)
        if done.returncode or done.stderr:
            raise RuntimeError("%s: %s" % (name, done.stderr))
        older = [old for old in glob.glob(os.path.join(KEPT, glob.escape(name) + "-*.db")) if old != there]
        os.replace(part, there)
        for old in older:
            with contextlib.suppress(FileNotFoundError):
                os.remove(old)
    shutil.copyfile(there, path)
    return path


def sample(path, *jobs):
    """The bundled sample, after the pipeline, or after these jobs."""
    return loaded(path, "examples/sample.xml", *(jobs or ("find",)))
