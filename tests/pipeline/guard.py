"""guard.py - nothing that is not neardup's is ever touched.

Every job that writes, and the loader run on databases of other programs, and on neardup databases that also
contain something else. Each time

  (1) the run fails with one line that says what was found and what to do,
  (2) the file is unchanged byte by byte, and nothing is left beside it.

In a neardup database, the user's own views and indexes stay as they are. Attached databases are not touched either.
functions/jobs.py has the temporary tables of a session.
"""

import contextlib
import functools
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
from counting import LONG, check, figure, run_tests
from databases import ROOT, change, read_script, rows, sample, shell
from extension import open_with

WRITERS = ["schema", "find", "parameters", "preset", "reuse", "reuse_parameters", "reuse_kinds", "web", "history", "templates",
           "sample_clusters", "index_tables", "new_texts", "watch_tables", "empty", "plant"]
READERS = ["agreement", "article_pairs", "categories", "drill", "choose_parameters", "cluster_sizes", "intermediate_data",
           "jaccard_and_edit_distance", "kinds", "kind_figures", "labels_to_jsonl", "claims_in_time", "history_summary",
           "match_probability", "sliding_window", "sweep", "two_dates", "report"]
NEEDED = {"kind_figures": {"file": "examples/labelled-pairs.jsonl"},
          "preset": {"preset": "default"}}
INDEX = {("table", "sentence_index" + part) for part in ("", "_data", "_log", "_dead")}
MARKED = "PRAGMA application_id = 1313109360; PRAGMA user_version = %d;"
runs = 0


@functools.lru_cache(None)
def known():
    """(type, name) of everything that is neardup's."""
    with contextlib.closing(open_with()) as db:
        return [*db.execute("SELECT json_extract(value, '$.type'), json_extract(value, '$.name') FROM json_each(neardup_schema()) "
                             " WHERE json_extract(value, '$.type') <> 'database'"),
                *sorted(INDEX)]


def every_name():
    """A filled table under every name that neardup uses, each with columns of its own."""
    return "".join('CREATE TABLE "%s" (name TEXT, email TEXT);'
                   "INSERT INTO \"%s\" VALUES ('Ada', 'ada@isles.example');" % (name, name)
                   for _, name in known())


def one_of_each_name():
    """As many databases, with one of these tables each."""
    return {"a table " + name: ("CREATE TABLE %s (name, email); INSERT INTO %s VALUES ('Ada', 1)"
                                % (name, name), "holds the table " + name)
            for type, name in known() if type == "table"}


# The content of the database, and what the message must say about it.
FOREIGN = {
    "every name": (every_name(), "holds the table source"),
    "as in the first release": ("CREATE TABLE member (name, email); INSERT INTO member VALUES (1, 2);"
                                "PRAGMA user_version = 42; PRAGMA application_id = 777",
                                "holds the table member"),
    "an application_id": ("PRAGMA application_id = 777", "its application_id is 777"),
    "a user_version": ("PRAGMA user_version = 42", "its user_version is 42"),
    "an empty table": ("CREATE TABLE customer (name)", "holds the table customer"),
    "a view": ("CREATE VIEW today AS SELECT date()", "holds the view today"),
    "a view of nothing": ("CREATE TABLE t (a); CREATE VIEW v AS SELECT * FROM t; DROP TABLE t",
                          "holds the view v"),
    "a trigger": ("CREATE TABLE t (a); CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END",
                  "holds the table t"),
    "a virtual table": ("CREATE VIRTUAL TABLE pair USING fts5(a, b)", "holds the table pair"),
    "our columns": ("CREATE TABLE pair (a, b, jaccard, edit_distance)", "holds the table pair"),
    "odd names": ("CREATE TABLE \"it's a; table\" (\"a b\")", "holds the table it's a; table"),
    "marked by the first release": (MARKED % 1 + "CREATE TABLE member (name, email)", "of version 1"),
    **{"marked by version %d" % version: (MARKED % version + "CREATE TABLE source (id)", "of version %d" % version)
       for version in (2, 4, 5, 6, 9)},
    "marked, with other columns": (MARKED % 8 + "CREATE TABLE member (name, email)",
                                   "holds the table member with the columns name, email"),
    "marked, a view in a table's place": (MARKED % 8 + "CREATE VIEW source AS SELECT 1 AS id",
                                          "holds the view source"),
    "marked, a table in a view's place": (MARKED % 8 + "CREATE TABLE contradiction (a)",
                                          "holds the table contradiction"),
    **one_of_each_name(),
}
# The same, added to a neardup database.
ADDED = {
    "table": ("CREATE TABLE note (text); INSERT INTO note VALUES ('mine')", "holds the table note"),
    "a virtual table": ("CREATE VIRTUAL TABLE search USING fts5(text)", "holds the table search"),
    "a trigger": ("CREATE TRIGGER g AFTER INSERT ON pair BEGIN SELECT 1; END", "holds the trigger g"),
    "older parameters": ("DROP VIEW possible_contradiction; DROP VIEW contradiction;"
                         "ALTER TABLE parameters DROP COLUMN shown_least",
                         "holds the table parameters of an older version of neardup. Nothing was written. Load the dump"),
    "articles without page ids": ("ALTER TABLE article DROP COLUMN page_id", "holds the table article"),
    "a column": ("ALTER TABLE sentence ADD COLUMN note", "holds the table sentence with"),
    "a trigger, in capitals": ("CREATE TRIGGER g AFTER DELETE ON MEMBER BEGIN SELECT 1; END",
                               "holds the trigger g on neardup's table MEMBER"),
    "an index by our name, in capitals": ("DROP INDEX pair_kind_score;"
                                          "CREATE INDEX PAIR_KIND_SCORE ON source(name)",
                                          "holds the index PAIR_KIND_SCORE"),
    "an index on another table": ("DROP INDEX member_sentence; CREATE INDEX Member_Sentence ON pair(b)",
                                  "holds the index Member_Sentence"),
    "a generated column": ("ALTER TABLE pair ADD COLUMN sum AS (a + b)", "holds the table pair with"),
    "another application_id": ("PRAGMA application_id = 777", "is not neardup's: it holds the table source"),
    "no mark": ("PRAGMA application_id = 0; PRAGMA user_version = 0", "is not neardup's: it holds the table source"),
    "another version": ("PRAGMA user_version = 6", "of version 6"),
    "an index by our name": ("DROP INDEX pair_kind_score; CREATE INDEX pair_kind_score ON pair(b)",
                             "holds the index pair_kind_score"),
}
OWN = ("CREATE VIEW long_sentence AS SELECT * FROM sentence WHERE length(text) > 300;"
       "CREATE VIEW broken AS SELECT * FROM nowhere;"
       "CREATE INDEX by_jaccard ON pair(jaccard); CREATE INDEX by_text ON sentence(text);"
       "ANALYZE")


def contents(folder):
    """Every file in the folder."""
    return {name: databases.contents(os.path.join(folder, name)) for name in sorted(os.listdir(folder))}


def run(job, path):
    return shell(path, job, options=("-batch", "-bail"), **NEEDED.get(job, {}))


def command(*words, path):
    return subprocess.run([*words, path] if words[0] != "sh" else [*words, path, "ada"], cwd=ROOT,
                          capture_output=True, text=True)


def in_turn(scripts, turn):
    """In the short form a database meets every fifth job, in turn, so that each job meets several."""
    return scripts if LONG else scripts[turn % 5::5]


def is_one_of_many(what):
    """Databases with one table each, which differ in its name only; the pipeline alone meets all of them."""
    return what.startswith("a table ")


def writers(path, few, turn):
    """(name, result) of programs and jobs that write, or of a few."""
    for script in ["find"] if few else dict.fromkeys(["find", *in_turn(WRITERS, turn)]):
        yield script, run(script, path)
    if few:
        return
    yield "neardup load", command("build/neardup", "load", "--quiet", "examples/reviews.csv",
                                  "--format=csv", "--columns=text=body", path=path)
    yield "neardup load, a dump", command("build/neardup", "load", "--quiet", "examples/sample.xml",
                                          path=path)


def test_refused(folder, path, what, words, turn):
    global runs
    before = contents(folder)
    for name, result in writers(path, is_one_of_many(what), turn):
        runs += 1
        errors = result.stderr.strip()
        check(result.returncode != 0, "%s, %s: status 0" % (name, what))
        check(words in errors and "\n" not in errors, "%s, %s: %s" % (name, what, errors))
        check(re.search(r"\. (Name|Load|Keep|DROP TABLE) ", errors),
              "%s, %s: what to do: %s" % (name, what, errors))
        check(contents(folder) == before, "%s, %s: the file has changed" % (name, what))


def test_foreign():
    for turn, (what, (sql, words)) in enumerate(FOREIGN.items()):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.db")
            change(path, sql)
            test_refused(folder, path, what, words, turn)
            before = contents(folder)
            for script in in_turn(READERS, turn) if LONG or not is_one_of_many(what) else []:
                result = run(script, path)
                check(result.returncode == 0 or re.search("is not neardup's: |of version|no such|has no sample|has no table|holds the |cannot join",
                                                          result.stderr), script + result.stderr)
            check(contents(folder) == before, what + ": a script that reads has written")


def test_added(made):
    for turn, (what, (sql, words)) in enumerate(ADDED.items()):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "mine.db")
            shutil.copy(made, path)
            change(path, sql)
            test_refused(folder, path, "added: " + what, words, turn)


def objects(path):
    return rows(path, "SELECT name, sql FROM sqlite_schema WHERE name IN"
                      " ('long_sentence', 'broken', 'by_jaccard', 'by_text') ORDER BY name")


def test_own(made, folder):
    """Views, indexes and statistics stay; and neardup_schema() knows everything that the jobs make."""
    path, watched = os.path.join(folder, "own.db"), os.path.join(folder, "watched.db")
    for copy in path, watched:
        shutil.copy(made, copy)
        change(copy, OWN)
    before = objects(path)
    databases.load(path, "--history", os.path.join(ROOT, "examples", "history.xml"))
    for script in ["templates", "sample_clusters", "reuse", "reuse_kinds", "web", "find", "history", "schema", "parameters",
                   "reuse_parameters"]:
        result = run(script, path)
        check(result.returncode == 0 and not result.stderr, "%s beside views: %s" % (script,
                                                                                   result.stderr))
    for command in (["add", path, os.path.join(ROOT, "examples", "supplier.csv")], [path], ["watch", watched, os.devnull]):
        result = subprocess.run([os.path.join(ROOT, "build", "neardup"), *command], capture_output=True, encoding="utf-8",
                                check=False)
        check(result.returncode == 0, "neardup %s beside views: %s" % (command, result.stderr))
    result = shell(path, ".progress 1000000 --limit 9 --quiet", "find", options=("-batch", "-bail"))
    check(result.returncode == 0, "the pipeline beside what neardup add made, with statistics that make no statement slow: "
          + result.stderr)
    check(len(before) == 4 and objects(path) == before, "views and indexes are as they were")
    check(objects(watched) == before, "also where a watch was")
    made_here = {row for at in (path, watched)
                 for row in rows(at, "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")}
    never = set(known()) - made_here - {("table", "planted_change")}        # which only a copy without a name has
    check(not never, "never made: %s" % never)
    missing = made_here - set(known()) - {("view", "long_sentence"), ("view", "broken"),
                                          ("index", "by_jaccard"), ("index", "by_text")}
    check(not missing, "neardup_schema() does not know %s" % missing)
    result = shell(watched, "DROP TABLE IF EXISTS sentence_index;", "CREATE VIRTUAL TABLE sentence_index USING neardup(text, "
                            "content='sentence', content_rowid='id', pairs=1, clusters=1);", "find")
    check(result.returncode == 0 and not result.stderr, "beside an index with pairs and clusters: " + result.stderr)


def test_attached(made, folder):
    """Tables of ours that main lacks are not searched for in an attached database."""
    path, other = os.path.join(folder, "main.db"), os.path.join(folder, "other.db")
    shutil.copy(made, path)
    change(other, every_name())
    change(path, "DROP TABLE member; DROP TABLE cluster; DROP TABLE pair; DROP TABLE parameters;"
                 "DROP TABLE sample; DROP TABLE label; DROP TABLE template; DROP TABLE passage; DROP TABLE reuse;"
                 "DROP TABLE reuse_choice; DROP TABLE reuse_member; DROP VIEW article_text; DELETE FROM stage")
    before = databases.contents(other)
    attach = "ATTACH '%s' AS mine;" % other
    for script in ["schema", "find", "templates", "sample_clusters", "reuse", "web"]:
        databases.run(path, attach, script)
    check(databases.contents(other) == before, "the attached database has changed")


def test_control_characters(folder):
    """The name of a table cannot clear the screen, or write a line of its own."""
    path = os.path.join(folder, "control.db")
    change(path, "CREATE TABLE \"x\x1b[2J\x1b]0;t\x07\nneardup: all is well\" (a)")
    for script in WRITERS + ["two_dates"]:
        check("holds the table x\ufffd[2J\ufffd]0;t\ufffd\ufffdneardup: all is well" in
              run(script, path).stderr, script + ": the name is printed as it is")


def test_no_transaction(folder):
    """A refusal leaves no transaction open: what the user types next is kept."""
    path = os.path.join(folder, "customers.db")
    change(path, "CREATE TABLE customer (name)")
    for number, script in enumerate(WRITERS, 1):
        shell(path, "CREATE TEMP TABLE filled (cluster_id, kind);", script,
              "INSERT INTO customer VALUES ('Ada');", ".quit", options=("-batch", "-interactive"), reader="ada")
        check(rows(path, "SELECT count(*) FROM customer") == [(number,)], script + ": is lost")


def test_scripts():
    """Every statement that writes names the database; none drops a table or a view of main. (Only `judgement` is of temp
    where kind_figures.sql judges, and else of main.)"""
    for name in (name for _, _, names in os.walk(os.path.join(ROOT, "sql")) for name in names
                 if name.endswith(".sql") and name != "plain.sql"):
        for line in read_script(name).splitlines():
            writes = re.match(r"(CREATE|DROP|INSERT|DELETE|UPDATE|ALTER)\b", line)
            check(not writes or re.search(r"\b(main|temp)\.|TEMP |(UPDATE|INTO) judgement$", line), "%s: %s" % (name, line))
            check(not re.match(r"DROP (TABLE|VIEW) (IF EXISTS )?main", line), name + line)


def test_made(folder):
    made = sample(os.path.join(folder, "made.db"), "find", "templates", "sample_clusters", "reuse", "web")
    test_added(made)
    test_own(made, folder)
    test_attached(made, folder)
    figure(runs, "attempts to write to a database that is not neardup's: refused, not a byte changed")


run_tests("pipeline/guard", test_scripts, test_foreign, test_control_characters, test_no_transaction, test_made)
