"""wrong_values.py - a wrong value of any parameter is told with its name, its range and what was found, in the shell, in the
program and in Python, and changes nothing.

  (1) Of each column of the tables of parameters, and of each option of neardup that has a value, wrong values are tried:
      too small, too large, of another type, empty, and no number. What is right is what the tables declare.
  (2) The program ends with status 2, and prints one line.
  (3) An option of neardup that is not tried here fails the test.
"""

import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import counting
from counting import check, figure, run_tests
from databases import run, shell
from extension import open_with
from python_package import stage

NEARDUP = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup")
LOADER = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup-load")

# Of jobs: the command, its operands before and after the option, the parameter, its reason, and values that are wrong.
# The job comes first, for the shell.
NUMBERS, WORDS = ("x", "", "nan", "2.5"), ("x", "", "1")
SCRIPTS = [
    ("near", ["near", "a.db", "a text"], "least", "must be above 0 and at most 1", ("0", "1.01", "x", "", "nan")),
    ("near", ["near", "a.db", "a text"], "limit", "must be a whole number from 0", ("-1", *NUMBERS)),
    ("near", ["near", "a.db", "a text"], "shingle", "must be a whole number from 1 to 1024", ("0", "1025", *NUMBERS)),
    ("near", ["near", "a.db", "a text"], "fold", "must be empty or a list of all, case, width, accents, punctuation, space, digits "
     "and notes", ("x", "1", "case,x", "'")),
    ("keep", ["keep", "a.db"], "keep", "must be usual, longest, shortest, newest, oldest, first or a column that was carried along "
     "(price)", WORDS),
    ("keep", ["keep", "a.db"], "order", "must be asc or desc", WORDS),
    ("keep", ["keep", "a.db"], "drop", "must be sure or likely", WORDS),
    ("keep", ["keep", "a.db", "--list"], "top", "must be a whole number from 0", ("-1", *NUMBERS)),
    ("across", ["across", "a.db"], "top", "must be a whole number from 0", ("-1", *NUMBERS)),
    ("plant", ["drill", "a.db"], "changes", "must be a whole number from 1", ("0", *NUMBERS)),
    ("plant", ["drill", "a.db"], "seed", "must be a whole number", NUMBERS),
    ("drill", ["drill", "a.db"], "top", "must be a whole number from 0", ("-1", *NUMBERS)),
    ("export", ["export", "a.db"], "what", "must be pairs or members", WORDS),
    ("review", ["review", "a.db", "--judge", "Ann"], "sample", "must be a whole number from 1", ("0", *NUMBERS)),
    ("review", ["review", "a.db", "--judge", "Ann"], "seed", "must be a whole number", NUMBERS),
    ("review", ["review", "a.db", "--judge", "Ann"], "least", "must be a number from 0 to 1", ("-1", "1.01", "x", "", "nan")),
    ("review", ["review", "a.db", "--judge", "Ann"], "kind", "must be template, copyedit, drift, reference or other", WORDS),
    ("review", ["review", "a.db"], "judge", "must be a name", ("",)),
    ("report", ["report", "a.db", "a.html"], "url", "must be an address that begins with http:// or https:// and a "
     "host, and has {id} or {title} after it, such as https://en.wikipedia.org/?curid={id}", WORDS),
    ("preset", ["find", "a.db"], "preset", "must be one of default, ayhan, meng, weissman, wikiduper, alshomary", WORDS),
]
# Of the loader: what its line must say, and values that are wrong. Options that take any name are not among them.
LOADED = {
    "threads": ("from 1 to 256", ("0", "257", *NUMBERS)),
    "memory": ("from 1 to 1048576", ("0", "1048577", *NUMBERS)),
    "words-most": ("1 or more", ("0", "-1", *NUMBERS)),
    "part": ("K/N, the K-th of N parts", ("0/2", "3/2", "2", "x", "")),
    "namespaces": ("numbers separated by commas", ("x", "", "1,x")),
    "document": ("line or file", WORDS),
    "format": ("mediawiki, text, csv", WORDS),
    "delimiter": ("one ASCII character", ("xy", "", "\N{MULTIPLICATION SIGN}", '"')),
    "encoding": ("no encoding called", ("x",)),
    "language": ("must be one of am ar", ("x", "")),
    "columns": ("text", ("x=y", "=")),
}
ANY = {"output", "db", "text", "key", "title", "time", "carry", "table", "query",  # of files and columns
       "replay", "name", "options"}                                                # told by watch and index, in their words


def written(value):
    """A value as the messages of the program show it."""
    return value if re.fullmatch(r"[-+.eE0-9]+", value) else f"'{value}'"


def declared():
    """For each table of parameters: the range of each column, and a number or a word that is in it."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "fresh.db")
        run(path, "schema", "parameters", "reuse_parameters", "web_parameters")
        with sqlite3.connect(path) as db:
            script = "\n".join(db.iterdump())
        db.close()
    with contextlib.closing(open_with()) as db:
        listed = db.execute("SELECT owner, name, type, 'must be ' || wanted FROM neardup_parameters()"
                            " WHERE owner IN ('parameters', 'reuse_parameters', 'web_parameters')").fetchall()
    columns = {(owner, name) for owner, name, *_ in listed}
    rules = {(owner, name): (kind, reason) for owner, name, kind, reason in listed if reason}
    unruled = {name for owner, name in columns - set(rules)}
    check(unruled == {"project"}, f"columns without a range: {unruled}")
    return rules, script


def wrong_values(kind, reason):
    """Too small, too large, another type, empty, no number."""
    if kind == "TEXT":
        return ["x", "1"] if "empty" in reason else ["x", "", "1"]
    found = ["x", "", "nan"] + ["2.5"] * (kind == "INTEGER")
    if least := re.search(r"from (\d+)", reason):
        found.append(str(int(least[1]) - 1))
    if most := re.search(r"(?:to|below|or) (\d+)$", reason):
        found.append(most[1] if "below" in reason else str(int(most[1]) + 1))
    return found + ["0"] * ("above 0" in reason)


def raised(kind, call, *arguments, **settings):
    """The error of a call, or None."""
    try:
        call(*arguments, **settings)
    except kind as error:
        return error
    return None


def test_tables(rules, script):
    """An UPDATE in any host, with no extension: SQLite says the range of the column."""
    db = sqlite3.connect(":memory:", isolation_level=None)
    db.executescript(script)
    for owner in "parameters", "reuse_parameters", "web_parameters":
        db.execute(f"INSERT OR IGNORE INTO {owner} (id) VALUES (1)")
    for (owner, name), (kind, reason) in rules.items():
        for value in [*wrong_values(kind, reason), b"x"]:
            said = raised(sqlite3.IntegrityError, db.execute, f'UPDATE {owner} SET "{name}" = ?', (value,))
            check(str(said) == f"CHECK constraint failed: {name} {reason}" or (value == b"x" and name == "fold"),
                  f"{owner}.{name} = {value!r}: {said}")


class Program:
    """neardup in a folder that has a database."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *words, program=NEARDUP):
        return subprocess.run([program, *words], cwd=self.folder, capture_output=True, encoding="utf-8", timeout=120)

    def refuses(self, words, said):
        done = self.run(*words)
        check(done.returncode == 2 and done.stderr == f"neardup: {said}\n" and not done.stdout,
              f"{words}: status {done.returncode}, {done.stderr!r}, not {said!r}")


def test_settings(program, rules, options):
    names = {name.replace("-", "_") for name, use in options if use == "use_setting"}
    check(names == {name for owner, name in rules if owner == "parameters"}, f"options and columns: {names}")
    for (owner, name), (kind, reason) in rules.items():
        if owner == "parameters":
            option = "--" + name.replace("_", "-")
            for value in wrong_values(kind, reason):
                program.refuses(["a.db", option, value], f"{option} {reason}, found {written(value)}")
    for words, said in ((["--bands", "1024", "--rows", "65"], "--bands does not fit the others: bands * rows must be at most 65536, "
                         "found 1024"),
                        (["--shingles-most", "3", "--shingles-least", "4"], "--shingles-least does not fit the others: shingles_least "
                         "must be at most shingles_most, found 4"),
                        (["--hashes", "30"], "--hashes does not fit the others: hashes must not be set if scheme is banded, found 30"),
                        (["--scheme", "paper", "--rows", "21"], "--rows does not fit the others: rows must be at most hashes or 20 if "
                         "scheme is paper, found 21"),
                        (["--bands", "5", "--projection-bands", "0"], "--projection-bands must be a whole number from 1 to 1024, "
                         "found 0")):
        program.refuses(["a.db", *words], said)


def test_older_table(program):
    """That of release 0.4, whose constraints have no names: a value that is wrong is told before, one that does not fit here."""
    shutil.copy(os.path.join(program.folder, "a.db"), os.path.join(program.folder, "older.db"))
    with sqlite3.connect(os.path.join(program.folder, "older.db")) as db:
        (named,), = db.execute("SELECT sql FROM sqlite_schema WHERE name = 'parameters'")
        db.execute("DROP TABLE parameters")
        db.execute(re.sub('CONSTRAINT "[^"]*"', "", named))
        db.execute("INSERT INTO parameters (scheme, hashes) VALUES ('paper', 30)")
    db.close()
    program.refuses(["older.db", "--bands", "0"], "--bands must be a whole number from 1 to 1024, found 0")
    done = program.run("older.db", "--scheme", "banded")
    check(done.returncode == 1 and "do not fit the others in the database" in done.stderr and "the preset default" in done.stderr, done.stderr)
    done = program.run("older.db", "--preset", "default", "--scheme", "banded")
    check(done.returncode == 0, done.stderr)


def test_scripts(program, options):
    tried = {(words[0], name) for _, words, name, *_ in SCRIPTS}
    named = {name for name, use in options if use == "use_parameter"} | {"preset"}
    check({name for _, name in tried} >= named - {"papers", "type"}, f"not tried: {named - {name for _, name in tried}}")
    for script, words, name, reason, values in SCRIPTS:
        for value in values:
            found = f"'{value}'" if name in ("keep", "url", "preset") else written(value)
            program.refuses([*words, f"--{name}", value], f"--{name} {reason}, found {found}")
            given = json.loads(value) if re.fullmatch(r"-?[0-9.]+", value) else value
            done = shell(os.path.join(program.folder, "a.db"), script, **({"text": "a text"} if script == "near" else {}), **{name: given})
            check(f"@{name} {reason}, found " in done.stderr, f"{script} @{name} {value}: {done.stderr}")
    for words, said in ((["near", "a.db", ""], "TEXT must not be empty"),
                        (["across", "a.db", "x", "1"], "A must be the name or the number of a source (1 a.csv), found 'x'"),
                        (["across", "a.db", "1", "2"], "B must be the name or the number of another source (1 a.csv), found 2")):
        program.refuses(words, said)
    for after in "x", "", "-1", "1.5":
        program.refuses(["watch", "watched.db", "--after", after], f"--after must be the seq of a finding, or 0, found '{after}'")


def test_watch(program):
    """Options that watch shares with the loader are checked as there, before a database is made."""
    for name in "language", "namespaces":
        for value in LOADED[name][1]:
            done = program.run("watch", "none.db", f"--{name}", value)
            check(done.returncode == 2 and done.stderr.startswith(f"neardup: --{name}: ") and LOADED[name][0] in done.stderr,
                  f"watch --{name} {value}: status {done.returncode}, {done.stderr!r}")
    check(not os.path.exists(os.path.join(program.folder, "none.db")), "no database is made")


def test_loading(program, options):
    known = {name for name, use in options if use in ("use_load", "use_column", "use_program")}
    with open(os.path.join(ROOT, "loader/options.c"), encoding="utf-8") as file:
        known |= set(re.findall(r'\{"--([a-z-]+)", "', file.read()))
    untried = known - set(LOADED) - ANY - {"columns-if-there", "preset", "after"}
    check(untried == set(), f"not tried: {untried}")
    for name, (words, values) in LOADED.items():
        for value in values:
            done = program.run("--quiet", f"--{name}", value, "a.csv", "new.db", program=LOADER)
            check(done.returncode == 2 and done.stderr.startswith("neardup load: ") and f"--{name}" in done.stderr
                  and words in done.stderr and len(done.stderr.splitlines()) == 1,
                  f"neardup-load --{name} {value}: status {done.returncode}, {done.stderr!r}")
    check(not os.path.exists(os.path.join(program.folder, "new.db")), "nothing is loaded")


def test_python(program, rules):
    with tempfile.TemporaryDirectory() as folder:
        neardup = stage(folder)
        path = os.path.join(program.folder, "a.db")
        before = parameters_of(path)
        for (owner, name), (kind, reason) in rules.items():
            for value in wrong_values(kind, reason) if owner == "parameters" else ():
                value = float(value) if value == "2.5" else int(value) if re.fullmatch("-?[0-9]+", value) else value
                error, reasoned = raised(ValueError, neardup.run, path, **{name: value}), f"{reason}, found {value!r}"
                check(str(error) == f"neardup: {name} {reasoned}" and (error.parameter, error.reason) == (name, reasoned),
                      f"run({name}={value!r}): {error}")
            check(parameters_of(path) == before, "the parameters are what they were")
        found = neardup.run(path)
        for settings, reason in (({"least": 0}, "least must be above 0 and at most 1, found 0"),
                                 ({"limit": -1}, "limit must be a whole number from 0, found -1")):
            said = raised(ValueError, found.near, "a text", **settings)
            check(str(said) == "neardup: " + reason, f"near({settings}): {said}")
        older = os.path.join(program.folder, "older.db")
        said = raised(neardup.Error, neardup.run, older, rows=1024, bands=64) or raised(neardup.Error, neardup.run, older, bands=65)
        check("do not fit the others in the database" in str(said), f"a table of an earlier release: {said}")


def parameters_of(path):
    db = sqlite3.connect(path)
    found = db.execute("SELECT * FROM parameters").fetchall()
    db.close()
    return found


def options_of_the_program():
    """The name and the use of each option that has a value."""
    with open(os.path.join(ROOT, "loader/program/commands.c"), encoding="utf-8") as file:
        fixed = re.findall(r'\{"([a-z-]+)", [^,]+, "[^"]+",[^"]*?(use_\w+),', file.read())
    with contextlib.closing(open_with()) as db:
        return fixed + db.execute("SELECT replace(name, '_', '-'), 'use_setting' FROM neardup_parameters()"
                                  " WHERE owner = 'parameters'").fetchall()


def test_all(folder):
    options, (rules, script) = options_of_the_program(), declared()
    check(len(options) > 50, f"{len(options)} options")
    test_tables(rules, script)
    program = Program(folder)
    with open(os.path.join(folder, "a.csv"), "w", encoding="utf-8") as file:
        file.write("id,text,price\n1,The kettle boils in two minutes.,7\n2,The kettle boils in two minutes!,8\n")
    program.run("--quiet", "--carry", "price", "a.csv")
    test_settings(program, rules, options)
    test_older_table(program)
    test_scripts(program, options)
    test_watch(program)
    test_loading(program, options)
    test_python(program, rules)
    figure(counting.passed, "wrong values")


run_tests("program/wrong_values", test_all)
