"""guard.py - nothing that is not neardup's is ever touched.

Every script that writes, the loader and label_clusters.sh run on databases of other programs, and
on neardup databases that also contain something else. Each time

  (1) the run fails with one line that says what was found and what to do,
  (2) the file is unchanged byte by byte, and nothing is left beside it.

In a neardup database, the user's own views and indexes stay as they are. Attached databases and
temporary tables are not touched either.

Every file *.sql of the folder sql/, parts of other scripts too, also runs by itself, as standard input of a
shell that goes on after errors. What it finds stays as it is, also where all tables have our columns.
"""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
from counting import LONG, check, figure, run_tests, seed
from databases import ROOT, change, read_script, rows, sample, shell, sql_path, sql_script

STAGES = ["parameters", "signatures", "pairs", "clusters", "kinds"]
REUSE_STAGES = ["reuse_parameters", "passages", "reuse_candidates", "reuse_cases", "reuse_clusters"]
WRITERS = ["schema", "pipeline", *STAGES, "reuse", *REUSE_STAGES, "reuse_kinds", "web", "history",
           "templates", "sample_clusters", "csv_to_labels"]
READERS = ["agreement", "article_pairs", "categories", "choose_parameters", "cluster_sizes", "intermediate_data",
           "jaccard_and_edit_distance", "kind_distribution", "kind_figures", "labels_to_jsonl",
           "claims_in_time", "history_summary", "match_probability", "plain", "sample_to_csv", "sliding_window", "sweep", "two_dates", "report"]
MARKING = ["sql/schema.sql", "sql/tables/text_tables.sql"]  # of an empty database
MARKED = "PRAGMA application_id = 1313109360; PRAGMA user_version = %d;"
runs = 0


def known():
    """(type, name) of everything that guard.sql accepts as neardup's."""
    begin = sql_script("guard.sql").partition("), object AS (")[0]
    return rows(":memory:", begin + ") SELECT type, name FROM known")


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
    "marked by 0.2.0": (MARKED % 2 + "CREATE TABLE source (id)", "of version 2"),
    "marked by a version before projection": (MARKED % 4 + "CREATE TABLE source (id)", "of version 4"),
    "marked by a version before paragraphs": (MARKED % 5 + "CREATE TABLE source (id)", "of version 5"),
    "marked by a version before near misses were judged": (MARKED % 6 + "CREATE TABLE source (id)", "of version 6"),
    "a later version": (MARKED % 9 + "CREATE TABLE source (id)", "of version 9"),
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
                         "ALTER TABLE parameters DROP COLUMN shown_least", "holds the table parameters"),
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


def run(script, path):
    before = []
    if script == "csv_to_labels":
        before = ["CREATE TEMP TABLE filled (cluster_id, kind);", ".parameter set @reader ada"]
    if script == "kind_figures":
        before = [".parameter set @file examples/labelled-pairs.jsonl"]
    return shell(path, *before, script + ".sql", options=("-batch", "-bail"))


def command(*words, path):
    return subprocess.run([*words, path] if words[0] != "sh" else [*words, path, "ada"], cwd=ROOT,
                          capture_output=True, text=True)


def in_turn(scripts, turn):
    """In the short form a database meets every fifth script, in turn, so that each script meets several."""
    return scripts if LONG else scripts[turn % 5::5]


def is_one_of_many(what):
    """Databases with one table each, which differ in its name only; the pipeline alone meets all of them."""
    return what.startswith("a table ")


def writers(path, few, turn):
    """(name, result) of programs and scripts that write, or of a few."""
    for script in ["pipeline"] if few else dict.fromkeys(["pipeline", *in_turn(WRITERS, turn)]):
        yield script, run(script, path)
    if few:
        return
    yield "neardup-load", command("build/neardup-load", "--quiet", "examples/reviews.csv",
                                  "--format=csv", "--columns=text=body", path=path)
    yield "neardup-load, a dump", command("build/neardup-load", "--quiet", "examples/sample.xml",
                                          path=path)
    yield "label_clusters.sh", command("sh", "sql/labels/label_clusters.sh", path=path)


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
    """Views, indexes and statistics stay; and guard.sql knows everything that the scripts make."""
    path, watched = os.path.join(folder, "own.db"), os.path.join(folder, "watched.db")
    for copy in path, watched:
        shutil.copy(made, copy)
        change(copy, OWN)
    before = objects(path)
    databases.load(path, "--history", os.path.join(ROOT, "examples", "history.xml"))
    for script in ["templates", "sample_clusters", "reuse", "reuse_kinds", "web", "pipeline", "history", "schema", *STAGES,
                   *REUSE_STAGES]:
        result = run(script, path)
        check(result.returncode == 0 and not result.stderr, "%s beside views: %s" % (script,
                                                                                   result.stderr))
    for command in (["add", path, os.path.join(ROOT, "examples", "supplier.csv")], [path], ["watch", watched, os.devnull]):
        result = subprocess.run([os.path.join(ROOT, "build", "neardup"), *command], capture_output=True, encoding="utf-8",
                                check=False)
        check(result.returncode == 0, "neardup %s beside views: %s" % (command, result.stderr))
    result = shell(path, ".progress 1000000 --limit 9 --quiet", "pipeline.sql", options=("-batch", "-bail"))
    check(result.returncode == 0, "the pipeline beside what neardup add made, with statistics that make no statement slow: "
          + result.stderr)
    check(len(before) == 4 and objects(path) == before, "views and indexes are as they were")
    check(objects(watched) == before, "also where a watch was")
    made_here = {row for at in (path, watched)
                 for row in rows(at, "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%'")}
    check(not set(known()) - made_here, "never made: %s" % (set(known()) - made_here))
    missing = made_here - set(known()) - {("view", "long_sentence"), ("view", "broken"),
                                          ("index", "by_jaccard"), ("index", "by_text")}
    check(not missing, "guard.sql does not know %s" % missing)


def test_attached(made, folder):
    """Tables of ours that main lacks are not searched for in an attached database."""
    path, other = os.path.join(folder, "main.db"), os.path.join(folder, "other.db")
    shutil.copy(made, path)
    change(other, every_name())
    change(path, "DROP TABLE member; DROP TABLE cluster; DROP TABLE pair; DROP TABLE parameters;"
                 "DROP TABLE sample; DROP TABLE label; DROP TABLE template; DROP TABLE passage; DROP TABLE reuse;"
                 "DROP TABLE reuse_choice; DROP TABLE reuse_member; DROP VIEW article_text")
    before = databases.contents(other)
    attach = "ATTACH '%s' AS mine;" % other
    for script in ["schema", "pipeline", "templates", "sample_clusters", "reuse", "web"]:
        databases.run(path, attach, script + ".sql")
    check(databases.contents(other) == before, "the attached database has changed")


TEMPORARY = {
    "CREATE TEMP TABLE pair (mine);": "a temporary table pair, which hides",
    "CREATE TEMP TABLE Sentence (mine);": "a temporary table Sentence, which hides",
    "CREATE TEMP TABLE mine (a); CREATE TEMP TRIGGER g AFTER DELETE ON main.Pair BEGIN SELECT 1; END;":
        "a temporary trigger g on neardup's table ",
    "CREATE TEMP TABLE Style (mine);": "a temporary table Style, and the summary needs that name",
}


def temporary(script):
    """The names of what a script makes in the database temp, and of what those that it reads make."""
    sql = read_script(os.path.basename(script))
    return set(re.findall(r"^CREATE TEMP \w+ (\w+)", sql, re.M)).union(
        *map(temporary, re.findall(r"^\.read (\S+)", sql, re.M)))


def test_temporary(made, folder):
    path = os.path.join(folder, "temporary.db")
    shutil.copy(made, path)
    before = contents(folder)
    for sql, words in TEMPORARY.items():
        result = shell(path, sql, "pipeline.sql")
        check(words in result.stderr and contents(folder) == before, sql + result.stderr)
    names = temporary("sql/summary.sql")
    listed = read_script("pipeline.sql").partition("NOCASE IN (")[2].partition(")")[0]
    refused = set(re.findall(r"\w+", listed))
    check(names == refused, "the summary makes %s, the pipeline refuses %s" % (names, refused))
    result = shell(path, "CREATE TEMP TABLE judged (mine); INSERT INTO judged VALUES (7);", "pipeline.sql")
    check("a temporary table judged, and judging needs that name" in result.stderr, "a temporary table: " + result.stderr)
    result = shell(path, "CREATE TEMP VIEW alias_limit AS SELECT 7 AS mine;", "kinds.sql")
    check("alias_limit already exists" in result.stderr, "a temporary view: " + result.stderr)
    kept = set(re.findall(r"'(\w+)'", read_script("kinds.sql").partition("NOCASE IN (")[2].partition(")")[0]))
    dropped = re.findall(r"^DROP \w+ IF EXISTS temp.(\w+)", read_script("kinds.sql") + read_script("end_judging.sql"), re.M)
    check(kept == set(dropped), "kinds.sql looks for %s and drops %s" % (kept, dropped))


def every_script():
    """The path of each script and part, from the project's folder."""
    return [os.path.relpath(os.path.join(folder, name), ROOT)
            for folder, _, names in os.walk(os.path.join(ROOT, "sql")) for name in sorted(names)
            if name.endswith(".sql")]


def strangers(made, folder):
    """Databases of others, by what they are."""
    cases = {"no file": None, "an empty file": "",
             "every name": every_name(),
             "a view and a trigger": "CREATE TABLE mine (a); INSERT INTO mine VALUES (1); CREATE VIEW setting AS"
                                     " SELECT * FROM mine; CREATE TRIGGER pair INSTEAD OF DELETE ON setting"
                                     " BEGIN DELETE FROM mine; END",
             "an application_id": "PRAGMA application_id = 777",
             "a user_version": "PRAGMA user_version = 42"}
    for what, sql in cases.items():
        path = os.path.join(folder, what + ".db")
        if sql is not None:
            open(path, "w").close()
            change(path, sql)
        yield what, path
    for what, sql in {"our columns": "PRAGMA application_id = 777",
                      "our columns and no mark": "PRAGMA application_id = 0; PRAGMA user_version = 0",
                      "our columns of another version": "PRAGMA user_version = 6",
                      "our columns and a table": "CREATE TABLE note (text)",
                      "our columns and a trigger": "CREATE TRIGGER g AFTER DELETE ON pair_kind"
                                                   " BEGIN SELECT 1; END"}.items():
        path = os.path.join(folder, what + ".db")
        shutil.copy(made, path)
        change(path, sql)
        yield what, path


def test_each_script(made, folder):
    """Every script and every part, by itself, leaves the databases of others as they are. In the short form each
    meets every eleventh of them, in turn, and every third one in memory, which goes on after an error."""
    global runs
    scripts = {script: read_script(os.path.basename(script)) for script in every_script()}
    check(len(scripts) > 80, "only %d scripts were found" % len(scripts))
    home = os.path.join(folder, "strangers")
    os.mkdir(home)
    for turn, (what, path) in enumerate(list(strangers(made, home))):
        before = contents(home)
        for script, text in list(scripts.items())[0 if LONG else turn % 11::1 if LONG else 11]:
            if script in MARKING and what in ("no file", "an empty file"):
                continue  # which is for these
            for options in ([], ["-readonly"]):
                shell(path, text, options=options)
                runs += 1
                if what == "no file" and os.path.exists(path) and not os.path.getsize(path):
                    os.remove(path)  # which the shell has made
                check(contents(home) == before, "%s, %s: the file has changed" % (script, what))
    dumped = lambda *read: shell(":memory:", every_name(), *read, ".print ----", ".dump",
                                 options=("-batch", "-interactive")).stdout.partition("----")[2]
    before = dumped()
    check(before.count("ada@isles.example") == len(known()), "the content is printed")
    step = 1 if LONG else 3
    for script in list(scripts)[seed() % step::step]:  # the shell with -interactive goes on, so that the content can be printed
        if script in MARKING:
            continue
        runs += 1
        check(dumped(".read " + script) == before, script + ": memory has changed")


def test_control_characters(folder):
    """The name of a table cannot clear the screen, or write a line of its own."""
    path = os.path.join(folder, "control.db")
    change(path, "CREATE TABLE \"x\x1b[2J\x1b]0;t\x07\nneardup: all is well\" (a)")
    for script in WRITERS + ["two_dates"]:
        check("holds the table x\ufffd[2J\ufffd]0;t\ufffd\ufffdneardup: all is well" in
              run(script, path).stderr, script + ": the name is printed as it is")


def test_elsewhere(folder):
    """From another folder nothing runs, without -bail too, by .read and from standard input."""
    global runs
    path, elsewhere = os.path.join(folder, "mine.db"), os.path.join(folder, "elsewhere")
    change(path, every_name() + "DROP TABLE pair_kind_score;"
           "CREATE INDEX pair_kind_score ON pair(name)")
    os.mkdir(elsewhere)
    before = databases.contents(path)
    for script in WRITERS + READERS:
        read = ".read '%s'" % os.path.join(ROOT, sql_path(script + ".sql"))
        for by, command in (".read", read), ("standard input", read_script(script + ".sql")):
            result = shell(path, command, options=(), folder=elsewhere)
            runs += 1
            check("neardup: cd to the folder" in result.stderr, "%s, %s: %s" % (script, by, result.stderr))
            check(databases.contents(path) == before, "%s, %s: the file has changed" % (script, by))


def test_no_transaction(folder):
    """A refusal leaves no transaction open: what the user types next is kept."""
    path = os.path.join(folder, "customers.db")
    change(path, "CREATE TABLE customer (name)")
    for number, script in enumerate(WRITERS, 1):
        shell(path, "CREATE TEMP TABLE filled (cluster_id, kind);", script + ".sql",
              "INSERT INTO customer VALUES ('Ada');", ".quit", options=("-batch", "-interactive"), reader="ada")
        check(rows(path, "SELECT count(*) FROM customer") == [(number,)], script + ": is lost")


# What the user's session has, so that the stage fails after it has emptied a table.
HALF = {"signatures": ("large_bucket_text", "large_bucket_text already exists"),
        "pairs": ("comparison", "comparison already exists"),
        "clusters": ("partner_count", "partner_count already exists"),
        "kinds": ("copied", "copied already exists"),
        "passages": ("long_paragraph", "long_paragraph already exists"),
        "reuse_candidates": ("equal_passage", "equal_passage already exists"),
        "reuse_cases": ("alignment", "alignment already exists"),
        "reuse_clusters": ("component", "component already exists")}


def test_stopped_stage(made, folder):
    """A stage that fails half-way leaves its tables as they were."""
    path = os.path.join(folder, "stopped.db")
    shutil.copy(made, path)
    db = sqlite3.connect(path)
    before = list(db.iterdump())
    for stage, (name, message) in HALF.items():
        result = shell(path, "CREATE TEMP TABLE %s (mine);" % name, stage + ".sql")
        check(message in result.stderr, "%s: %s" % (stage, result.stderr))
        check(list(db.iterdump()) == before, stage + " has changed its tables")
    db.close()


def test_scripts():
    """Every statement that writes names the database; none drops a table or a view of main. (Only `judgement` is of temp
    where kind_figures.sql judges, and else of main.)"""
    for name in map(os.path.basename, every_script()):
        for line in read_script(name).splitlines():
            writes = re.match(r"(CREATE|DROP|INSERT|DELETE|UPDATE|ALTER)\b", line)
            check(not writes or re.search(r"\b(main|temp|blank|absent)\.|TEMP |(UPDATE|INTO) judgement$", line), "%s: %s" % (name, line))
            check(not re.match(r"DROP (TABLE|VIEW) (IF EXISTS )?main", line), name + line)


def test_made(folder):
    made = sample(os.path.join(folder, "made.db"), "pipeline.sql", "templates.sql", "sample_clusters.sql", "reuse.sql",
                  "web.sql")
    test_added(made)
    for test in (test_own, test_attached, test_temporary, test_each_script, test_stopped_stage):
        test(made, folder)
    figure(runs, "attempts to write to a database that is not neardup's: refused, not a byte changed")


run_tests("pipeline/guard", test_scripts, test_foreign, test_control_characters, test_elsewhere, test_no_transaction,
          test_made)
