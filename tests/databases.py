"""databases.py - databases for tests and benchmarks: made of texts or loaded, run through scripts of sql/, and read."""

import contextlib
import functools
import glob
import hashlib
import json
import os
import re
import shutil
import sqlite3
import subprocess

from counting import check
from extension import ROOT

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


def sql_script(name):
    """A script as SQL that any host can run, with the tables and the beginning of a stage that it reads."""
    return "".join(sql_script(os.path.basename(line.rstrip()))
                   if line.startswith((".read sql/tables/", ".read sql/shared/begin_stage"))
                   else line * (not line.startswith(".")) for line in read_script(name).splitlines(keepends=True))


# The scripts that sql/kinds/judge.sql reads, where it reads them.
JUDGE_SCRIPTS = ("judge_evidence.sql", "pair_evidence.sql", "agreed_pairs.sql", "judge.sql", "judge_batches.sql",
                 "end_judging.sql", "alias_limit.sql", "judge_aliases.sql")


@functools.lru_cache(None)
def jobs():
    declared = contents(os.path.join(ROOT, "ext/functions/runner/jobs.c")).decode()
    return {name for names in re.findall(r'(?:READ|WRITE)\("(\w+)"|\{"(\w+)", job_', declared) for name in names}


# The job of a script that has another name.
JOB_OF = {"keep_one": "keep", "kind_distribution": "kinds", "report_page": "report", "guard": "check"}


def run_script(line):
    """Lines for the shell. What a job prints is printed, unless it is nothing; its parameters are those of the shell."""
    name = os.path.basename(line.split()[-1])[:-len(".sql")]
    if name in ("pipeline", "plain", "schema"):
        return [".read sql/%s.sql" % name]
    job = JOB_OF.get(name) or (name if name in jobs() - set(JOB_OF.values()) else name + ".sql")
    given = "(SELECT json_group_object(substr(key, 2), value) FROM temp.sqlite_parameters WHERE key <> '@given')"
    return [".bail on", ".parameter init", '.parameter set @given "%s"' % given,
            "WITH done (printed) AS MATERIALIZED (SELECT neardup_run('%s', @given)) SELECT printed FROM done WHERE printed <> 'done';"
            % job]


def shell(path, *lines, options=("-batch",), folder=ROOT, **settings):
    """What sqlite3 has done with these lines, after it has set parameters. A word that ends in .sql is a script of sql/, and
    runs as a job of neardup_run(), or in one. Bytes that are not UTF-8 are replaced."""
    lines = [part for line in lines for part in (run_script(line) if line.endswith(".sql") else [line])]
    lines = [".load '%s'" % LIBRARY] + [".parameter set @%s %s" % setting for setting in settings.items()] + lines
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
    """What neardup_run() prints."""
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.enable_load_extension(True)
        db.load_extension(LIBRARY)
        return db.execute("SELECT neardup_run(?, ?)", (job, json.dumps(parameters))).fetchone()[0]


def set_parameters(path, changes):
    run(path, "parameters.sql", "UPDATE parameters SET %s;" % changes)


# ---- Rows ----------------------------------------------------------------------------------------


def rows(path, sql, *values):
    """The rows of a query; what a statement changes is committed."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        return db.execute(sql, values).fetchall()


def compared(path):
    """The compared sentences, each with the first one that has the same text after folding."""
    printed = run(path, ".load build/neardup", "compared_sentences.sql", "SELECT sentence_id, first_id FROM compared_sentence;")
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
    run_job(path, "schema")
    with contextlib.closing(sqlite3.connect(path)) as db, db:
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
    paths = [os.path.join(ROOT, name) for name in ("build/neardup.so", "build/neardup-load", dump)]
    paths += sorted(glob.glob(os.path.join(ROOT, "sql", "**", "*.sql"), recursive=True))
    return hashlib.sha256(b"".join(map(contents, paths))).hexdigest()[:16]


def loaded(path, dump, *scripts):
    """Copies a database of a dump on which scripts have run. It is kept in build/databases until the dump, a program or a
    script changes, so tests that ask the same load it once."""
    name = "-".join([os.path.basename(dump), *(script.partition(".")[0] for script in scripts)])
    there = os.path.join(KEPT, "%s-%s.db" % (name, fingerprint(dump)))
    if not os.path.exists(there):
        os.makedirs(KEPT, exist_ok=True)
        part = "%s.%d" % (there, os.getpid())
        load(part, dump)
        done = shell(part, *scripts)
        if done.returncode or done.stderr:
            raise RuntimeError("%s: %s" % (name, done.stderr))
        older = [old for old in glob.glob(os.path.join(KEPT, glob.escape(name) + "-*.db")) if old != there]
        os.replace(part, there)
        for old in older:
            with contextlib.suppress(FileNotFoundError):
                os.remove(old)
    shutil.copyfile(there, path)
    return path


def sample(path, *scripts):
    """The bundled sample, after the pipeline, or after these scripts."""
    return loaded(path, "examples/sample.xml", *(scripts or ("pipeline.sql",)))
