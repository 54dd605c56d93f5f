"""commands.py - neardup as people use it: each subcommand, from any folder, and what it says when something is wrong.

The program runs in folders that have nothing of the project. Files and databases of others are compared with what
they were, byte by byte.
"""

import contextlib
import csv
import errno
import hashlib
import io
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import databases
from counting import LONG, check, finish, skip
from extension import LOADABLE, answer, open_with

NEARDUP = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup")
INJECTOR = os.path.join(ROOT, "build", "tests", "faults", "injector.so")
HAS_WAL_RESET_BUG = LOADABLE and "the WAL-reset bug" in str(answer(open_with(), "SELECT neardup_debug()"))
PLAIN = os.path.join(ROOT, "build", "neardup")  # without sanitizers: what is preloaded or what only makes a database

REVIEWS = [["id", "product", "body"],
           [1, "kettle", "The kettle boils in two minutes and the handle stays cool. I would buy it again."],
           [2, "lamp", "A fine lamp, but the cord is far too short for any room of mine."],
           [3, "kettle", "The kettle boils in four minutes and the handle stays cool. I would buy it again."],
           [4, "lamp", "A fine lamp but the cord is far too short for any room of mine!"],
           [5, "chair", "Nothing like that was ever seen in this shop, and never will be."]]
TOMORROW = [["id", "product", "body"],
            [5, "chair", "Nothing like that was ever seen in this shop, and never will be."],
            [2, "lamp", "A fine lamp, but the cord is much too short for any room of mine."],
            [7, "kettle", "The kettle boils in five minutes and the handle stays cool. I would buy it again."],
            [8, "lamp", "A fine lamp, but the cord is far too short for any room of mine"],
            [9, "sofa", "Too wide for the staircase of every house that I have lived in so far."]]
HOSTILE = ["=SUM(A1) \"quoted\" kettle with a blue handle", "=SUM(A1) \"quoted\" kettle with a red handle",
           "'one' tab\there \x01\x1b[31m kettle, blue handle", "'one' tab\there \x01\x1b[31m kettle, red handle",
           "a\\b\u2028c kettle with a blue \U0001f600 handle", "a\\b\u2028c kettle with a red \U0001f600 handle",
           "=SUM(A1) \"quoted\" kettle with a blue handle!", "'one' tab\there \x01\x1b[31m kettle, blue handle."]


# ---- Running ------------------------------------------------------------------------------------


class Place:
    """An empty folder with some files, in which the program runs."""

    def __init__(self, folder, finder=NEARDUP):
        self.folder, self.finder = folder, finder
        self.status, self.output, self.errors = None, "", ""

    def path(self, name):
        return os.path.join(self.folder, name)

    def table(self, name, rows):
        with open(self.path(name), "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows(rows)

    def shop(self, name="shop.db", key="INTEGER PRIMARY KEY"):
        with contextlib.closing(sqlite3.connect(self.path(name))) as db:
            db.execute(f"CREATE TABLE review (id {key}, product, body)")
            db.executemany("INSERT INTO review VALUES (?, ?, ?)", REVIEWS[1:])
            db.commit()

    def run(self, *words, program=NEARDUP, **options):
        done = subprocess.run([program, *words], cwd=self.folder, capture_output=True, check=False, timeout=120,
                              encoding="utf-8", **options)
        self.status, self.output, self.errors = done.returncode, done.stdout, done.stderr
        return done

    def good(self, *words, says=(), prints=(), **options):
        if "." in "".join(words[:1]):  # a file, in which something is found
            options.setdefault("program", self.finder)
        self.run(*words, **options)
        check(self.status == 0, f"{words}: status {self.status}, {self.errors}")
        self.told(words, says, prints)

    def made(self, *words):
        """What other commands are tried on, without sanitizers, which would take three times as long."""
        self.good(words[0], "--quiet", *words[1:], program=PLAIN)

    def bad(self, status, *words, says=(), **options):
        self.run(*words, **options)
        check(self.status == status, f"{words}: status {self.status}, not {status}: {self.errors}")
        self.told(words, says, ())

    def allocations(self, *words):
        """An environment in which one can fail, and how many there are."""
        faults = dict(os.environ, LD_PRELOAD=INJECTOR, FAULT="allocation", FAULT_REPORT=self.path("calls"))
        self.good(*words, program=PLAIN, env=faults)
        with open(self.path("calls"), encoding="utf-8") as file:
            return faults, int(re.search(r"allocation (\d+)", file.read())[1])

    def told(self, words, says, prints):
        for part in [says] if isinstance(says, str) else says:
            check(part in self.errors, f"{words}: says no {part!r} in {self.errors!r}")
        for part in [prints] if isinstance(prints, str) else prints:
            check(part in self.output or part in " ".join(self.output.split()), f"{words}: prints no {part!r} in {self.output!r}")

    def lines(self):
        """The output as JSON lines."""
        try:
            return [json.loads(line) for line in self.output.split("\n") if line]
        except ValueError as error:
            check(False, f"no JSON: {error}: {self.output!r}")
            return []

    def cells(self):
        """The output as CSV: dictionaries with the values as texts, without the marks for spreadsheets."""
        names, *rows = csv.reader(io.StringIO(self.output, newline=""))
        return [{name: value[value[:1] == "'":] for name, value in zip(names, row, strict=True)} for row in rows]

    def ask(self, name, query):
        return databases.rows(self.path(name), query)

    def change(self, name, *statements):
        databases.change(self.path(name), ";".join(statements))

    def hashed(self):
        """What each file of the folder holds that can be read to its end."""
        return {path.name: hashlib.sha256(path.read_bytes()).hexdigest()
                for path in pathlib.Path(self.folder).iterdir() if path.is_file()}


STORIES = []


def story(function):
    STORIES.append(function)
    return function


# ---- What the commands do -----------------------------------------------------------------------


@story
def a_file(place):
    place.table("reviews.csv", REVIEWS)
    place.good("reviews.csv", says=["each text is compared whole: ", "--split overrides this", "reviews.db: finding"],
               prints=["5 texts", "What may contradict", "What was reworded"])
    first = place.output
    check(place.ask("reviews.db", "SELECT count(*) FROM pair_kind WHERE kind = 'drift'") == [(1,)], "the pair is found")
    place.good("reviews.csv", says="is in the database already")
    check(place.output == first, "the same again")
    place.good("reviews.db", "-q")
    check((place.output, place.errors) == (first, ""), "the database by itself, quietly")
    place.good("reviews.csv", "-q", "-o", "out.txt")
    check(place.output == "" and open(place.path("out.txt"), encoding="utf-8").read() == first, "into a file")
    place.good("find", "--json", "--jaccard-least=0.9", "reviews.db")
    check([(line["key_a"], line["key_b"]) for line in place.lines()] == [("1", "3"), ("2", "4")] and
          {line["cluster_id"] for line in place.lines()} == {None, 2}, f"a parameter, and JSON: {place.output}")
    check(place.ask("reviews.db", "SELECT jaccard_least FROM parameters") == [(0.9,)], "the database keeps it")
    place.bad(2, "reviews.db", "--jaccard-least", "2", says="neardup: --jaccard-least must be a number from 0 to 1, found 2\n")
    place.bad(2, "reviews.db", "--shingle", "2.5", says="--shingle must be a whole number from 1 to 1024, found 2.5")
    check(place.ask("reviews.db", "SELECT jaccard_least, shingle FROM parameters") == [(0.9, None)], "or nothing changes")
    place.table("reviews.csv", REVIEWS + [[6, "rug", "A rug is a rug, and this one is a rug, too."]])
    place.good("reviews.csv", says="reviews.csv: has changed since it was first loaded")
    place.good("--whole", "reviews.csv", "--db", "other.db", "--reuse", prints="cases of text reuse")
    place.good("--", "reviews.csv")
    place.table("it's new.csv", REVIEWS)
    place.good("sql", "find", "it's new.csv", "--jaccard-least", "0.7",
               prints=["'it'\\''s new.csv' 'it'\\''s new.db'", "neardup_run('parameters', json_object('jaccard_least', 0.7))"])
    check(not os.path.exists(place.path("it's new.db")), "nothing is run")
    place.good("reviews.db", "-q", "--jaccard-least", "0.6")
    check("temporary files" not in place.errors, "a small run says nothing of room")
    place.change("reviews.db", "UPDATE sentence SET id = 40000000 WHERE id = (SELECT max(id) FROM sentence)")
    place.good("reviews.db")
    check("temporary files" not in place.errors, "ids that are far apart are no sentences")
    place.change("reviews.db", "INSERT INTO sentence (article_id, position, section, block, text) WITH RECURSIVE n(n) AS (SELECT 1 "
                 "UNION ALL SELECT n + 1 FROM n WHERE n < 3400000) SELECT 1, n + 1000, '', 'table', '' FROM n")
    with subprocess.Popen([NEARDUP, "reviews.db"], cwd=place.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          encoding="utf-8") as process:
        said = next((line for line in process.stderr if "temporary files" in line), "")
        process.terminate()  # before it compares them, which nobody waits for
    check("needs at most about 1 GB for temporary files in " in said and "and grows by about 0 GB" in said, f"room: {said}")


@story
def long_texts(place):
    letter = " ".join(f"In the year {1800 + n} the keeper of the light wrote a letter to his brother." for n in range(9))
    place.table("letters.csv", [["text"], [letter], [letter.replace("brother", "sister")]])
    place.good("letters.csv", says="each text is split into sentences: ")
    check(place.ask("letters.db", "SELECT count(*) FROM sentence") == [(18,)], "documents are split")
    place.good("letters.csv", "--whole", "--db", "whole.db")
    check(place.ask("whole.db", "SELECT count(*) FROM sentence") == [(2,)], "unless --whole")
    with open(place.path("questions.txt"), "w", encoding="utf-8") as file:
        file.write("How are you? I am well.\nWho is it? It is me.\n")
    place.good("questions.txt", says="compared whole")
    place.good("questions.txt", "--split", "--db", "split.db")
    check(place.ask("split.db", "SELECT count(*) FROM sentence") == [(4,)], "and the opposite")
    place.good("-", "--db", "piped.db", "--format", "text", input="one text of a pipe\none text of a pipe\n")
    place.bad(1, "-", says="--db DB")
    place.bad(1, "questions.txt", "--db", "no/x.db", says="there is no folder 'no'; make it first")
    os.mkdir(place.path("results"))
    place.good("questions.txt", "letters.csv", "--db", "results", says="results/questions+letters.db: finding")
    place.good("letters.csv", "--db", "results/", says="results/letters.db: finding")
    shutil.copy(place.path("letters.csv"), place.path("results/questions.csv"))
    before = place.hashed()
    for words in ("results/questions.csv",), ("results/questions.csv", "--db", "."):
        place.bad(1, *words, says=["questions.db, which holds the texts of questions.txt",
                                   "neardup add ", "questions.db results/questions.csv; otherwise name another database by --db"])
    check(place.hashed() == before, "another file of that name changes nothing")
    os.rename(place.path("questions.txt"), place.path("results/questions.txt"))
    place.good("results/questions.txt", "-q", prints="2 records")
    os.rename(place.path("results/questions.txt"), place.path("questions.txt"))
    place.good("add", "questions.db", "results/questions.csv", "-q")
    place.good("questions.txt", says="questions.db: holds the texts of 2 files, of which you gave 1; --db names")
    check(place.ask("questions.db", "SELECT count(*) FROM source") == [(2,)], "a file that was moved is the same")


@story
def a_table(place):
    again = {} if LONG else {"program": PLAIN}  # other ways to name or to open it, whose pairs are the same
    place.shop()
    before = place.hashed()
    place.good("shop.db", "review", "--text", "body", says="review.neardup.db: finding",
               prints=["Your rows, by cluster", "to delete, use neardup keep", "\ncluster|kind|id|product|body\n1|",
                       "drift|3|kettle|The kettle boils in four"])
    place.change("one.db", "CREATE TABLE review AS SELECT 7 AS id, 'A fine lamp, but the cord is far too short.' AS body")
    place.good("one.db", "review", "--text", "body", "--db", "of_one.db", prints="0 clusters")
    check("Your rows" not in place.output, "no heading stands over nothing: " + place.output)
    os.remove(place.path("one.db"))
    os.remove(place.path("of_one.db"))
    place.good("shop.db", "review", "--text=body", "--json", "-q")
    check(sorted(line["id"] for line in place.lines()) == [1, 2, 3, 4], "rows, joined by their key")
    check({line["product"] for line in place.lines()} == {"kettle", "lamp"}, "with all of their columns")
    check(before.items() <= place.hashed().items(), "the database is only read")
    check(set(place.hashed()) == {"shop.db", "review.neardup.db"}, "and nothing is put beside it")
    place.shop("keys.db", "TEXT")
    place.good("keys.db", "review", "--text", "body", "--key", "product", "--key", "id", "--json", "-q", "--db", "k.db", **again)
    check(sorted(line["id"] for line in place.lines()) == ["1", "2", "3", "4"], "by a key of two columns")
    place.bad(1, "shop.db", "reviews", "--text", "body", says="has no table 'reviews', only: review")
    place.bad(1, "shop.db", says="it has: review")
    place.bad(1, "shop.db", "review", "--text", "words",
              says="has no column 'words' (--columns text=NAME names another), only: id, product, body")
    place.good("shop.db", "review", "--db", "guessed.db", says="shop.db:review: text=body by the length of its texts",
               prints=["Your rows, by cluster", "drift|3|kettle"])
    place.good("shop.db", "review", "--db", "guessed.db", says="is in the database already")
    place.good("shop.db", "review", "body", "--json", "-q", "--db", "third.db", **again)
    check(sorted(line["id"] for line in place.lines()) == [1, 2, 3, 4], "the column after the table")
    place.bad(1, "shop.db", "review", "more", "--db", "third.db", says="has no column 'more'")
    place.bad(1, "shop.db", "review", "body", "more", says="expected a table and a column, found more arguments")
    place.bad(1, "shop.db", "review", "body", "--text", "body", says="name the column of the texts once")
    place.bad(1, "shop.db", "review", "body", "--title", "product", "--db", "third.db",
              says="with other options ('title=title' before, 'title=product' now); load it into another database")
    place.bad(1, "shop.db", "review", "--table", "review", says="name the table once")
    place.bad(1, "keys.db", "shop.db", "--query", "SELECT 1", says="name the table once")
    place.bad(1, "shop.db", "review", "--text", "body", "--db", "shop.db", says="cannot be both")
    with contextlib.closing(sqlite3.connect(place.path("logged.db"))) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("CREATE TABLE review (id INTEGER PRIMARY KEY, product, body)")
        db.executemany("INSERT INTO review VALUES (?, ?, ?)", REVIEWS[1:])
        db.commit()
        place.good("logged.db", "review", "--text", "body", "--json", "-q", "--db", "l.db", **again)
        check(sorted(line["id"] for line in place.lines()) == [1, 2, 3, 4], "in WAL mode, while another has it open")
        os.makedirs(place.path("links"))
        os.symlink("../logged.db", place.path("links/link.db"))
        place.good("links/link.db", "review", "--text", "body", "--json", "-q", "--db", "l3.db", **again)
        check(sorted(line["id"] for line in place.lines()) == [1, 2, 3, 4], "and by a symbolic link")
        shutil.rmtree(place.path("links"))
    logged = place.hashed()["logged.db"]
    place.good("logged.db", "review", "--text", "body", "--json", "-q", "--db", "l2.db", **again)
    check(sorted(line["id"] for line in place.lines()) == [1, 2, 3, 4], "in WAL mode")
    check(place.hashed()["logged.db"] == logged and not any(name.endswith(("-wal", "-shm")) for name in place.hashed()),
          "and nothing is written beside it")
    place.good("shop.db", "--query", "SELECT id, body AS text FROM review;", "--db", "query.db", says="compared whole")
    place.good("shop.db", "--query", "SELECT id, body AS text FROM review", "--db", "q.db", "--json", "-q")
    check([line["key_a"] for line in place.lines()] == [1, 2], f"pairs of a query: {place.output}")
    place.good("shop.db", "--table", "review", "--text", "body", "--db", "t.db", "--json", "-q", **again)
    check(sorted(line["id"] for line in place.lines()) == [1, 2, 3, 4], "a table that an option names")
    check(place.hashed()["shop.db"] == before["shop.db"], "it is still as it was")


@story
def tables_again(place):
    """A table that has changed, several of one database, names that mislead, and keys that are none."""
    place.shop()
    place.made("shop.db", "review", "--text", "body")
    with contextlib.closing(sqlite3.connect(place.path("shop.db"))) as db:
        db.execute("INSERT INTO review VALUES (6, 'rug', 'A rug is a rug, and this one is a rug, too.')")
        db.execute('CREATE TABLE "we columns: x" (rowid, number REAL, twice AS (number * 2), text)')
        db.executemany('INSERT INTO "we columns: x" VALUES (?, ?, ?)',
                       [(7, 9e999, row[2]) for row in REVIEWS[1:]])
        db.execute("CREATE VIEW plain AS SELECT product, body AS text FROM review")
        db.execute("CREATE TABLE twice AS SELECT 1 AS id, product || char(27) || '[31m' AS product, body AS text FROM review")
        db.execute("CREATE TABLE \"12e1\" AS SELECT id, product || char(27) || '[31m' AS product, body AS text FROM review")
        db.commit()
    loaded = place.hashed()
    place.bad(1, "shop.db", "review", "--text", "body", "-q", says=["holds an earlier state of review", "neardup add"])
    check(place.hashed() == loaded, "nothing is loaded")
    shutil.copy(place.path("review.neardup.db"), place.path("copy.db"))
    place.good("add", "copy.db", "shop.db", "review", prints="1 new text: ", says="text=body")
    place.good("add", "review.neardup.db", "shop.db", "--table", "review", prints="1 new text: ", says="text=body")
    place.good("shop.db", "we columns: x", "--json", "-q", "--db", "all.db")
    lines = place.lines()
    check(len(lines) == 4 and {line["rowid"] for line in lines} == {7}, f"the column rowid is no key: {lines}")
    check({line["number"] for line in lines} == {line["twice"] for line in lines} == {"Inf"}, f"all columns: {lines}")
    place.good("shop.db", "12e1", "-q", "--db", "all.db")
    check("\x1b" not in place.output and "kettle\ufffd[31m" in place.output, f"no control characters: {place.output!r}")
    place.good("shop.db", "we columns: x", "--json", "-q", "--db", "all.db")
    check(len(place.lines()) == 4 and "rowid" in place.output, "the table that is named, not the newest")
    for table in ("plain", "twice"):
        place.good("shop.db", table, "--json", says=f"{table} has no unique key; name one by --key")
        check({line["kind"] for line in place.lines()} > {"drift"}, f"pairs, as of a file: {place.output}")
    for words in ((), ("--csv",), ("--json",), ("-o", "kept.csv")):
        place.good("keep", "twice.neardup.db", *words, says="several rows of shop.db:twice have the same key")
    for words in (("-q",), ("--list",)):
        place.good("keep", "twice.neardup.db", *words)
        check(place.errors == "", f"keep {words}: {place.errors}")
    place.good("keep", "review.neardup.db")
    check("same key" not in place.errors, "whose keys are unique")
    place.good("sql", "shop.db", "12e1", "--db", "all.db", prints=["AS yours", 'yours."12e1"'])
    place.good("sql", "shop.db", "review", "--db", "none.db", prints="once review is loaded")
    check(not os.path.exists(place.path("none.db")), "nothing is run")


@story
def new_rows(place):
    place.table("reviews.csv", REVIEWS)
    place.table("tomorrow.csv", TOMORROW)
    place.made("reviews.csv")
    place.good("add", "reviews.db", "tomorrow.csv", says="read by the same columns as before, text=body",
               prints=["4 new texts: 1 may contradict, 1 repeats what is there", "1 differs from the row",
                       "1 row is already there", "[far|much]", "[four|five]"])
    check(place.ask("reviews.db", "SELECT count(*), max(sentence_id) FROM sentence, indexed") == [(9, 10)], "what is new")
    check(place.ask("reviews.db", "SELECT pages, articles, sentences FROM source WHERE id = 2") == [(5, 4, 4)], "counted")
    check("two" not in place.output.split("is there already, [")[1], "only what is new is printed")
    place.good("add", "reviews.db", "tomorrow.csv", says="in the database already", prints="0 new texts")
    place.table("later.csv", [TOMORROW[0], [11, "sofa", "Too wide for the staircase of every house I have lived in so far."]])
    place.good("add", "reviews.db", "later.csv", "--json", "-q")
    found = place.lines()
    check([(line["key_a"], line["key_b"], line["kind"]) for line in found] == [("9", "11", "copyedit")], found)
    place.good("check", "reviews.db", says="each text is in sentence_index")
    place.good("near", "reviews.db", "Too wide for the staircase of every house.", prints="index sentence_index")
    place.good("reviews.db", "-q", prints="10 records")
    place.table("last.csv", [TOMORROW[0], [12, "sofa", "Too wide for the door of every house I have lived in so far."]])
    place.made("load", "--whole", "--columns", "text=body", "last.csv", "reviews.db")
    place.good("near", "reviews.db", "Too wide for the door of every house.", prints="key 12")
    check("sentence_index" not in place.output, "an index that lacks a text is not asked")
    place.made("reviews.db")
    place.good("near", "reviews.db", "Too wide for the door of every house.", prints=["key 12", "sentence_index"])
    # as DROP TABLE would, with the extension
    place.change("reviews.db", "PRAGMA writable_schema = 1", "DELETE FROM sqlite_schema WHERE name LIKE 'sentence_index%'")
    place.made("reviews.db")
    place.table("very_last.csv", [TOMORROW[0], [13, "sofa", "Too wide for the door of every house I lived in so far."]])
    place.good("add", "reviews.db", "very_last.csv", prints="key 12")
    place.table("empty.csv", [REVIEWS[0], [1, "x", ""], [2, "x", "The only row of this table that says a word."]])
    place.made("load", "--whole", "--columns", "text=body", "empty.csv", "empty.db")
    place.table("again.csv", [REVIEWS[0], [2, "x", "The only row of this table that says a word."], [1, "x", ""]])
    place.good("add", "empty.db", "again.csv", prints=["0 new texts", "2 rows are already there"])
    check(place.ask("empty.db", "SELECT count(*) FROM article") == [(2,)], "rows without a text do not pile up")
    place.made("load", "--whole", "reviews.csv", "loaded.db")
    place.good("add", "loaded.db", "tomorrow.csv", prints=["4 new texts: 1 may contradict", "[four|five]"])
    place.table("unprinted.csv", [TOMORROW[0], [20, "sofa", TOMORROW[5][2].replace(".", "!")]])
    with open("/dev/full", "w", encoding="utf-8") as full:
        for _ in range(2):
            done = subprocess.run([NEARDUP, "add", "loaded.db", "unprinted.csv"], cwd=place.folder, stdout=full,
                                  stderr=subprocess.PIPE, check=False, timeout=120)
            check(done.returncode == 1 and b"standard output could not be written" in done.stderr, done)
    place.good("add", "loaded.db", "unprinted.csv", says="in the database already",
               prints="1 new text: 0 may contradict, 1 repeats what is there")
    place.good("add", "loaded.db", "unprinted.csv", prints="0 new texts")
    place.table("renamed.list", [TOMORROW[0], *TOMORROW[4:]])
    place.good("add", "empty.db", "renamed.list", says="read by the same columns as before, text=body", prints="2 new texts")
    place.table("others.csv", [["sku", "words"], [1, "The columns of this table have other names than those before."],
                               [2, "The columns of this table have other names than those before!"]])
    place.good("add", "empty.db", "others.csv", says="text=words by the length of its texts", prints="1 repeats")
    for command in ("keep", "kinds", "export"):
        place.good(command, "loaded.db", says="loaded.db: not searched yet; neardup loaded.db does that")
    place.bad(1, "report", "loaded.db", says="has no clusters yet. Find them first: neardup DATABASE")
    place.made("load", "--whole", "--columns", "text=body", "reviews.csv", "half.db")
    place.table("broken.csv", [["id", "nothing"], [1, "x"]])
    place.bad(1, "add", "half.db", "tomorrow.csv", "broken.csv", "-q", says="broken.csv")
    check(place.ask("half.db", "SELECT count(*) FROM source") == [(2,)], "the first file was loaded")
    place.good("add", "half.db", "tomorrow.csv", prints=["4 new texts: 1 may contradict", "[four|five]"])
    before = place.hashed()
    place.bad(1, "add", "half.db", "tomorrow.csv", "none.csv", says="there is no file 'none.csv'")
    check(place.hashed() == before, "nothing is begun")
    place.shop("keys.db")
    place.made("load", "--whole", "--table", "review", "--columns", "text=body", "keys.db", "typed.db")
    place.good("add", "typed.db", "tomorrow.csv", "--text", "body", prints=["4 new texts", "1 row is already there"])
    place.table("other.csv", [TOMORROW[0], [1, "x", "Something else entirely is written here now."]])
    place.good("add", "typed.db", "other.csv", "--text", "body", prints=["0 have nothing like them", "1 differs from the row"])
    place.table("next.tsv", [["nonsense"], ["no columns of that kind"]])
    place.good("add", "typed.db", "next.tsv", "--format", "text")
    check("read by the same columns" not in place.errors, "a file of another sort has other columns")
    place.bad(1, "add", "nothing.db", "tomorrow.csv", says="there is no file 'nothing.db'")
    place.shop()
    place.bad(1, "add", "shop.db", "tomorrow.csv", says="holds no texts that neardup has loaded")
    place.bad(1, "add", "reviews.db", "nothing.csv", says="nothing.csv")


@story
def pages_again(place):
    """Of pages that are there already, nothing stays that was loaded with them."""
    shutil.copy(os.path.join(ROOT, "examples", "sample.warc"), place.path("crawl.warc"))
    place.made("load", "crawl.warc", "web.db")
    with open(place.path("crawl.warc"), "ab") as file:
        file.write(b"WARC/1.0\r\nWARC-Type: conversion\r\nWARC-Target-URI: http://new.example/\r\nContent-Type: text/plain\r\n"
                   b"Content-Length: 26\r\n\r\nA page that is new, a text\r\n\r\n")
    place.good("add", "web.db", "crawl.warc", prints=["1 new sentence: ", "7 rows are already there"])
    for table, count in ("page", 8), ("third_party", 7), ("page_link", 6):
        check(place.ask("web.db", f"SELECT count(*), count(article.id) FROM {table} LEFT JOIN article ON id = article_id")
              == [(count, count)], f"{table} has rows of other pages")


@story
def columns_of_before(place):
    """What is added is read by the columns of before, whatever other options stand after them."""
    place.shop()
    place.made("shop.db", "review", "--text", "body", "--title", "product", "--carry", "product,id", "--db", "c.db")
    for name in ("file", "named", "carried"):
        shutil.copy(place.path("c.db"), place.path(name + ".db"))
    place.good("add", "c.db", "shop.db", "review", says="text=body,title=product,carry=product,id", prints="0 new texts")
    place.table("tomorrow.csv", TOMORROW)
    place.good("add", "file.db", "tomorrow.csv", says="as before, text=body, title=product, id=id, carry=product, carry=id",
               prints=["lamp (key 8)", "1 row is already"])
    place.table("bare.csv", [["id", "body"], *[[row[0], row[2]] for row in TOMORROW[3:]]])
    place.good("add", "named.db", "bare.csv", says="text=body, id=id, carry=id; it has no title=product,carry=product (", prints="3 new texts")
    check(place.ask("named.db", "SELECT DISTINCT name FROM carried WHERE article_id > 5") == [("id",)], "what is there")
    place.good("add", "carried.db", "tomorrow.csv", "--carry", "product", says="title=product, id=id, carry=product (")
    with open(place.path("points.csv"), "w", encoding="utf-8") as file:
        csv.writer(file, delimiter=";").writerows(REVIEWS)
    place.made("points.csv", "--delimiter", ";", "--encoding", "latin1", "--language", "en", "--text", "body", "--key", "id",
               "--key", "product", "--carry", "product")
    place.table("bare.csv", [["id", "body"], [5, "Nothing like that was ever said by anybody in this shop."]])
    place.good("add", "points.db", "tomorrow.csv", says="as before, text=body, id=id, key=id, key=product, carry=product (")
    place.good("add", "points.db", "bare.csv", says="text=body, id=id; it has no key=id,key=product,carry=product (")
    place.made("shop.db", "--query", "SELECT id, body AS 'my whole', product FROM review", "--text", "my whole", "--db", "q.db",
               "--title", "product")
    place.table("whole.csv", [["id", "product", "my whole"], *TOMORROW[3:]])
    place.good("add", "q.db", "whole.csv", says="as before, text=my whole, title=product, id=id (")


@story
def copies_that_are_new(place):
    """A copy is told as one, whatever else it may contradict; of doubtful contradictions the best are shown if there are no others."""
    place.table("reviews.csv", REVIEWS)
    place.made("reviews.csv")
    place.table("more.csv", [REVIEWS[0], [11, "kettle", REVIEWS[1][2]], [12, "kettle", REVIEWS[3][2].upper()],
                             [13, "lamp", REVIEWS[2][2]]])
    place.good("add", "reviews.db", "more.csv", "--top", "1", prints=["3 new texts: 0 may contradict, 3 repeat what is there",
                                                                        "(1 of 3; --top lists more)"])
    check(place.output.count("  |  ") == 1, f"one is listed: {place.output}")
    shop = [[n, "kettle", f"The kettle boils in {word} minutes and the handle stays cool. I would buy it again."]
            for n, word in ((21, "nine"), (22, "eight"))]
    place.table("doubtful.csv", [REVIEWS[0], *shop])
    place.change("reviews.db", "UPDATE parameters SET shown_least = 0.9")
    place.good("add", "reviews.db", "doubtful.csv", prints=["2 new texts: 0 may contradict", "2 may contradict, but with a low "
                                                              "score.", "0 have nothing like them"])
    check("What may contradict" not in place.output and "What is less likely to contradict, [earlier|new]\n" in place.output
          and place.output.count("One says ") == 2, f"the less likely ones are listed as such: {place.output}")
    place.shop()
    place.made("shop.db", "review", "--text", "body", "--db", "typed.db")
    place.good("add", "typed.db", "more.csv", "--json", "-q")
    check({type(line[key]) for line in place.lines() for key in ("key_a", "key_b")} == {str}, "keys of one kind")


@story
def an_index(place):
    place.shop()
    place.bad(1, "near", "shop.db", "The kettle", says="neardup index DB TABLE COLUMN")
    place.good("index", "shop.db", "review", "body", "--options", "jaccard_least=0.5",
               prints=["USING neardup(\"body\", content='review', content_rowid='id', jaccard_least=0.5)", "'triggers'",
                       "'rebuild'"], says="programs that change review must load the extension neardup")
    before = place.hashed()
    place.good("near", "shop.db", "The kettle boils in nine minutes and the handle stays cool.",
               prints=["row 1", "row 3", "2 texts have a Jaccard similarity of 0.4 or more", "the index review_near"])
    place.good("near", "shop.db", "Something else", prints=["Something else", "0 texts have a Jaccard similarity of 0.4 or more"])
    place.good("near", "shop.db", "A fine lamp; but the cord is far too short for any room", "--json", "-n", "1")
    check([line["rowid"] for line in place.lines()] in ([2], [4]), place.output)
    check(place.hashed() == before, "it is only read")
    place.good("check", "shop.db", says="each text is in review_near")
    check(place.hashed() == before, "and checking leaves it as it was")
    place.change("shop.db", "PRAGMA writable_schema = 1", "DELETE FROM sqlite_schema WHERE type = 'trigger'", "PRAGMA writable_schema = 0")
    place.good("check", "shop.db", says="each text is in review_near")
    place.change("shop.db", "INSERT INTO review VALUES (6, 'rug', 'A rug is a rug, and this one is a rug, too.')")
    place.bad(1, "check", "shop.db", says="review_near")
    place.bad(1, "index", "shop.db", "review", "body",
              says="has the index review_near already: neardup near shop.db TEXT queries it, and DROP TABLE review_near")
    place.bad(1, "index", "shop.db", "review", "body", "--name", "review", says="already")
    place.bad(1, "shop.db", says="it has: review\n")
    place.shop("keys.db", "TEXT")
    place.bad(1, "index", "keys.db", "review", "body", says="INTEGER PRIMARY KEY")
    before = place.hashed()
    place.bad(1, "sql", "index", "keys.db", "x", "y", says="there is no table x")
    place.bad(1, "index", "shop.db", "review", "nothing", "--name", "n", says="shop.db: the table review has no column nothing, only: id, product, body")
    place.bad(1, "index", "shop.db", "review", "body", "--name", "n", "--options", "nothing=1", says="nothing")
    check(place.output == "", "and what was not run is not printed")
    for options in ("pairs=1); DROP TABLE review; --", "pairs=1);\nDROP TABLE review", "pairs=1); --"):
        place.bad(1, "index", "shop.db", "review", "body", "--name", "n", "--options", options, says="--options: expected")
    check(place.hashed() == before, "a failure changes nothing")
    place.change("numbers.db", 'CREATE TABLE "007" (id INTEGER PRIMARY KEY, "1e3")')
    place.good("index", "numbers.db", "007", "1e3", "--name", "0x1", prints="CREATE VIRTUAL TABLE \"0x1\" USING neardup(\"1e3\"")
    place.bad(1, "index", "numbers.db", "007", "1e3", "--name", "0x1", says="has the index 0x1 already")
    place.good("index", "numbers.db", "007", "1e3", "--name", "08", prints="CREATE VIRTUAL TABLE \"08\"")
    place.bad(1, "near", "numbers.db", "x", says="several live indexes, 08, 0x1: query one")
    place.good("check", "numbers.db", says="each text is in 08, 0x1")
    check("WAL" not in place.errors, place.errors)
    with contextlib.closing(sqlite3.connect(place.path("numbers.db"))) as db:
        db.execute("PRAGMA journal_mode = WAL")
        for _ in ("while another has it open", "when nobody has"):
            place.good("check", "numbers.db", says="each text is in 08, 0x1")
            check(not HAS_WAL_RESET_BUG or "numbers.db: is in WAL mode, and SQLite 3." in place.errors, place.errors)
            db.close()
    place.good("check", "numbers.db", "-q")
    check(place.errors == "", place.errors)
    place.table("reviews.csv", REVIEWS)
    place.made("reviews.csv")
    place.bad(1, "index", "reviews.db", "article", "title", says="is neardup's own")
    place.good("check", "reviews.db")


@story
def looking(place):
    place.table("texts.jsonl", [])
    with open(place.path("texts.jsonl"), "w", encoding="utf-8") as file:
        for number, text in enumerate(HOSTILE):
            file.write(json.dumps({"id": number, "title": text[:9], "text": text}) + "\n")
    place.made("texts.jsonl")
    before = place.hashed()
    for words in (("near", "texts.db", HOSTILE[0], "--json", "--least", "0.1"), ("keep", "texts.db", "--json"),
                  ("export", "texts.db", "--json"), ("export", "texts.db", "--json", "--what", "members")):
        place.good(*words)
        check(len(place.lines()) > 0, f"{words}: {place.output!r}")
        check({line["text"] for line in place.lines() if "text" in line} <= set(HOSTILE), f"{words}: {place.output!r}")
    place.good("near", "texts.db", HOSTILE[1], "--json")
    check(place.lines()[0]["text"] == HOSTILE[1] and place.lines()[0]["jaccard"] == 1, place.output)
    place.good("keep", "texts.db", "--list", prints="Nothing was dropped")
    check("\x1b" not in place.output, "nothing moves the cursor")
    place.good("keep", "texts.db")
    check(place.output.startswith("key,title,source,action"), "CSV, where there is no terminal")
    place.good("kinds", "texts.db", prints="clusters")
    check(place.hashed() == before, "none of these changes anything")
    place.good("report", "texts.db", says="texts.html: ")
    page = open(place.path("texts.html"), encoding="utf-8").read()
    check(page.endswith("</html>\n") and len(place.output) == 0, "a page")
    place.good("report", "texts.db", "other.html")
    check(open(place.path("other.html"), encoding="utf-8").read() == page, "the same under another name")
    place.good("report", "texts.db", "-q")
    check(place.errors == "", "over the first one, quietly")
    with open(place.path("mine.html"), "w", encoding="utf-8") as file:
        file.write("<p>mine\n")
    place.bad(1, "report", "texts.db", "mine.html", says="did not write it as a report")
    check(open(place.path("mine.html"), encoding="utf-8").read() == "<p>mine\n", "which stays")
    place.bad(1, "keep", "texts.db", "-o", "texts.db", says="'texts.db' is a database")
    os.mkdir(place.path("folder"))
    place.bad(1, "keep", "texts.db", "-o", "folder", says="is a folder")
    place.good("export", "texts.db", "-o", "folder")
    place.good("export", "texts.db", "-o", "folder", "--json")
    check(sorted(os.listdir(place.path("folder"))) == ["members.csv", "members.jsonl", "pairs.csv", "pairs.jsonl"], "both")
    place.good("export", "texts.db", "-o", "new.folder/", "--json", says="new.folder/: made")
    check(sorted(os.listdir(place.path("new.folder"))) == ["members.jsonl", "pairs.jsonl"], "a folder that was not there")
    place.bad(1, "export", "none.db", "-o", "other.folder/", says="there is no file 'none.db'")
    check(not os.path.exists(place.path("other.folder")), "which is not made in vain")
    place.table("linked.csv", [["id", "text"], *((f"https://a.example/{n}", text) for n, text in enumerate(HOSTILE[4:7]))])
    place.made("linked.csv")
    place.good("export", "linked.db")
    rows = list(csv.DictReader(place.output.splitlines()))
    check(rows and all(row["url_a"] == row["key_a"] and row["url_b"] == row["key_b"] for row in rows), place.output)
    for name in ("x.json", "x.jsonl", "x.csv"):
        place.good("export", "texts.db", "-o", name)
        check((open(place.path(name), encoding="utf-8").read()[0] == "{") == (name != "x.csv"), f"{name}, by its name")
    place.good("reuse", "texts.db")
    place.bad(1, "history", "texts.db", says="has no history. Load a dump of all revisions: neardup --history DUMP --db NEW")
    place.good(os.path.join(ROOT, "examples", "history.xml"), "--history", "--db", "history.db")
    place.good("history", "history.db", prints="still 3 October 1878: Osmund Vane")
    place.good("check", "texts.db", says="its tables are neardup's")
    place.bad(2, "near", "texts.db", "", says="neardup: TEXT must not be empty")
    place.bad(2, "near", "texts.db", "x", "--least", "2", says="neardup: --least must be")
    place.bad(2, "keep", "texts.db", "--drop", "alike", says="sure or likely")
    place.bad(2, "keep", "texts.db", "--keep", "product", says="neardup DB TABLE --carry NAME --db NEW.db")
    open(place.path("empty.csv"), "wb").close()
    for command in ("check", "keep", "kinds", "papers"):
        place.good(command, "empty.csv")
        check(place.errors == "empty.csv: is empty\n", f"{command}: {place.errors}")


@story
def rows_for_programs(place):
    """CSV has the rows and columns of the JSON lines."""
    rows = [["id", "body"], *enumerate(HOSTILE, 1)]
    place.table("texts.csv", rows)
    place.table("few.csv", [rows[0], [1, "Only one text."]])
    with contextlib.closing(sqlite3.connect(place.path("wide.db"))) as db:
        names = ["id INTEGER PRIMARY KEY", "body", "data", "kind", "Cluster", "neardup_cluster", "cluster_id", "article_id",
                 "sentence_id", "source_id", "key", *(f'"a, {number}"' for number in range(1987))]
        for table in ("wide", "single"):
            db.execute(f"CREATE TABLE {table} ({', '.join(names)})")
        for number, text in enumerate(HOSTILE):
            db.execute("INSERT INTO wide VALUES (?, ?, ?" + ", 1.5" * 1994 + ", '')", (number, text, b"\0x" if number % 2 else None))
        db.execute("INSERT INTO single (body) VALUES ('Only one text.')")
        db.execute("CREATE TABLE narrow AS SELECT id, body FROM wide")
        db.commit()
    place.good("few.csv", "-q")
    place.good("wide.db", "narrow", "body", "-q", "--db", "shared.db", "--csv", "--key", "id")
    place.good("index", "wide.db", "wide", "body")
    place.good("load", "-q", "--whole", "texts.csv", "first.db")
    check(place.errors == "", f"load -q says nothing: {place.errors}")
    shutil.copy(place.path("first.db"), place.path("second.db"))
    place.table("more.csv", [rows[0], [11, HOSTILE[0] + "!"], [12, HOSTILE[2] + "?"]])
    for words in (("texts.csv", "-q"), ("texts.db",), ("near", "texts.db", HOSTILE[0]), ("near", "wide.db", HOSTILE[2]),
                  ("near", "texts.db", "nothing is like this"), ("wide.db", "wide", "body", "-q"), ("add", "texts.db", "more.csv", "-q"),
                  ("export", "texts.db"), ("keep", "texts.db"), ("few.db",), ("wide.db", "single", "body", "-q")):
        json_words = ("add", "first.db", "texts.csv", "more.csv", "-q") if words[0] == "add" else words
        csv_words = ("add", "second.db", "texts.csv", "more.csv", "-q") if words[0] == "add" else words
        place.good(*json_words, "--json")
        lines = [{name: "" if value is None else str(value) for name, value in line.items()} for line in place.lines()]
        place.good(*csv_words, "--csv")
        cells = place.cells()
        check(cells == lines, f"{words}: CSV {cells[:2]}, JSON {lines[:2]}")
        check(len(cells) == 0 or words[:2] != ("wide.db", "wide") or list(cells[0])[:7] == [
            "neardup_neardup_cluster", "neardup_kind", "id", "body", "data", "kind", "Cluster"], f"names: {list(cells[:1])}")
        check(bool(lines) != (words[0] == "few.db" or "single" in words or "nothing is like this" in words), f"{words}: {lines}")
    place.good("wide.db", "wide", "body", "-q", prints="|neardup_kind|id|body|data|kind|")
    place.good("export", "texts.db", "--csv", "-o", "x.json")
    check(open(place.path("x.json"), encoding="utf-8").read().startswith("key_a,"), "what is asked for counts more than a name")
    for words in (("texts.csv",), ("near", "texts.db", "x"), ("export", "texts.db"), ("add", "texts.db", "more.csv")):
        place.bad(2, *words, "--json", "--csv", says="neardup: --csv and --json: only one of them")


@story
def two_sources(place):
    place.table("old.csv", REVIEWS)
    place.table("new.csv", TOMORROW)
    place.made("old.csv", "new.csv")
    place.good("across", "old+new.db", prints=["Texts of a = old.csv and of b = new.csv", "nothing like it", "1.00 identical"])
    listed = place.output
    place.good("across", "old+new.db", "1", "new.csv")
    check(place.output == listed, "by number and by name")
    place.good("across", "old+new.db", "new.csv", "old.csv", "--top", "1", prints=["of a = new.csv", "The most similar (1 of"])
    place.bad(2, "across", "old+new.db", "1", says="neardup: name two sources, A and B, or neither")
    place.bad(2, "across", "old+new.db", "1", "1",
              says="neardup: B must be the name or the number of another source (1 old.csv, 2 new.csv), found 1")
    place.bad(2, "across", "old+new.db", "x", "1", says="neardup: A must be")
    place.table("more.csv", [TOMORROW[0], *([20 + n, "rug", f"One more text that says {n}."] for n in range(2))])
    place.good("add", "old+new.db", "more.csv", "-q")
    place.good("across", "old+new.db", "1", "3", prints="not compared",
               says="old+new.db: 2 records were added (more.csv:1, more.csv:2) since the last search for duplicates; "
                    "these results are of the earlier texts; neardup old+new.db searches again")
    place.good("old+new.db", "-q")
    place.good("across", "old+new.db", "1", "3")
    check("loaded since" not in place.output, "until all are compared")
    place.made("load", "--whole", "old.csv", "one.db")
    place.good("across", "one.db", prints=["There is one source only. Load both into one database: neardup old.csv new.csv"])


@story
def changed_while_it_is_read(place):
    """Somebody else's database in WAL mode that nobody had open has no lock; the end tells that it changed."""
    with contextlib.closing(sqlite3.connect(place.path("shop.db"))) as db:
        db.execute("CREATE TABLE review (id INTEGER PRIMARY KEY, body)")
        db.executemany("INSERT INTO review VALUES (?, ?)", ((n, f"{n}: {8 * REVIEWS[1][2]}") for n in range(1000)))
        db.commit()
    place.good("index", "shop.db", "review", "body", "-q")
    place.change("shop.db", "PRAGMA journal_mode = WAL")
    words = ("near", "shop.db", 8 * REVIEWS[1][2], "--limit", "1000")
    place.good(*words, prints="row 9")
    check(len(place.output) > 1 << 17, f"more than a pipe takes: {len(place.output)}")
    with subprocess.Popen([NEARDUP, *words], cwd=place.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.read(1)  # it has found them, and waits for the rest to be read
        place.change("shop.db", "CREATE TABLE other (x)")
        _, errors = process.communicate(timeout=120)
    check(process.returncode == 1 and errors.decode() == "neardup: shop.db: another program wrote to it meanwhile; "
          "give the same command again\n", f"{process.returncode}: {errors}")
    place.good(*words, prints="row 9")


@story
def outputs_that_are_there(place):
    """-o follows links, keeps modes, and writes over nothing that is read."""
    place.table("reviews.csv", REVIEWS)
    place.made("reviews.csv")
    place.good("keep", "reviews.db", "--csv", "-o", "keep.csv")
    with open(place.path("keep.csv"), "rb") as file:
        expected = file.read()
    for name in ("-", "/dev/stdout", "/dev/fd/1"):
        place.good("keep", "reviews.db", "--csv", "-o", name)
        check(place.output == expected.decode().replace("\r", ""), f"-o {name}")
    with open(place.path("shown.csv"), "wb") as file:
        done = subprocess.run([NEARDUP, "keep", "reviews.db", "-o", "/dev/stdout"], cwd=place.folder, stdout=file, check=False)
    check(done.returncode == 0 and open(place.path("shown.csv"), "rb").read() == expected, "/dev/stdout is a file")
    check(os.path.islink("/dev/stdout"), "which is still a link")
    place.good("keep", "reviews.db", "-o", "/dev/null")
    check(not os.path.isfile("/dev/null"), "nor is the device replaced")
    os.mkfifo(place.path("pipe"))
    reader = subprocess.Popen(["cat", place.path("pipe")], stdout=subprocess.PIPE)
    place.good("keep", "reviews.db", "-o", "pipe")
    check(reader.communicate()[0] == expected, "into a pipe")
    os.mkdir(place.path("else"))
    with open(place.path("else/private.csv"), "w", encoding="utf-8") as file:
        file.write("earlier")
    os.chmod(place.path("else/private.csv"), 0o600)
    os.symlink("else/private.csv", place.path("link.csv"))
    place.good("keep", "reviews.db", "-o", "link.csv")
    check(os.path.islink(place.path("link.csv")) and open(place.path("else/private.csv"), "rb").read() == expected, "by a link")
    check(os.stat(place.path("else/private.csv")).st_mode & 0o7777 == 0o600, "whose file keeps its mode")
    os.symlink("nowhere.csv", place.path("broken.csv"))
    place.bad(1, "keep", "reviews.db", "-o", "broken.csv", says="is a broken link")
    os.symlink("reviews.csv", place.path("same.csv"))
    place.table("tomorrow.csv", TOMORROW)
    there, before = sorted(os.listdir(place.folder)), place.hashed()
    for words in (("reviews.csv", "-o", "reviews.csv"), ("reviews.csv", "-o", "same.csv"),
                  ("reviews.csv", "-o", "./reviews.csv", "--db", "new.db"), ("reviews.csv", "--db", "new.db", "-o", "new.db"),
                  ("add", "reviews.db", "reviews.csv", "tomorrow.csv", "-o", "tomorrow.csv")):
        place.bad(1, *words, says="is an input; name another file")
    place.shop()
    with open(place.path("events.jsonl"), "w", encoding="utf-8"):
        pass
    os.link(place.path("reviews.db"), place.path("hard.db"))
    os.symlink("reviews.db", place.path("soft.db"))
    os.mkdir(place.path("else/there"))
    there, before = sorted(os.listdir(place.folder)), place.hashed()
    for name in ("reviews.db", "soft.db", "./reviews.db", "else/../reviews.db"):
        for suffix in ("-wal", "-journal", "-shm"):
            for output in ("reviews.db" + suffix, place.path("reviews.db" + suffix), "else/there/../../reviews.db" + suffix):
                for words in (("watch", name, "events.jsonl"), ("keep", name), ("export", name), ("report", name),
                              ("add", name, "tomorrow.csv")):
                    place.bad(1, *words, "-o", output, says=f"'{output}' is an input; name another file")
    for words in (("watch", "reviews.db", "events.jsonl", "-o", "events.jsonl"), ("watch", "reviews.db", "-o", "hard.db"),
                  ("watch", "new.db", "--replay", "dump.xml", "-o", "dump.xml"), ("watch", "new.db", "-o", "./new.db-wal"),
                  ("shop.db", "review", "--text", "body", "-o", "shop.db-journal")):
        with open(place.path("dump.xml"), "w", encoding="utf-8") as file:
            file.write("<mediawiki></mediawiki>")
        place.bad(1, *words, says="is an input; name another file")
        os.remove(place.path("dump.xml"))
    os.symlink("reviews.db-wal", place.path("log.csv"))
    for command in ("watch", "keep"):
        place.bad(1, command, "reviews.db", "-o", "log.csv", says="is a broken link; name another file")
    os.remove(place.path("log.csv"))
    check(sorted(os.listdir(place.folder)) == there and place.hashed() == before, "nothing is made or changed")
    with open(place.path("reviews.db-wal"), "wb"):
        pass
    os.symlink("reviews.db-wal", place.path("log.csv"))
    for command in ("watch", "keep"):
        place.bad(1, command, "reviews.db", "-o", "log.csv", says="is an input; name another file")
    for name in ("reviews.db-wal", "log.csv", "hard.db", "soft.db", "shop.db"):
        os.remove(place.path(name))
    there, before = sorted(os.listdir(place.folder)), place.hashed()
    place.bad(1, "reviews.csv", "--db", "new.db", "-o", "no/such/x", says="could not be made")
    place.bad(2, "reviews.csv", "--db", "new.db", "--jaccard-least", "2", says="--jaccard-least must be")
    place.bad(2, "reviews.csv", "--db", "new.db", "--fold", "foo", says="--fold must be empty or a list of all, case")
    check(sorted(os.listdir(place.folder)) == there and place.hashed() == before, "nothing is loaded, nothing changes")


@story
def databases_of_others(place):
    """No byte of one changes, and nothing is put beside it: in WAL mode, closed or open, and after a crash."""
    place.table("reviews.csv", REVIEWS)
    place.shop("closed.db")
    place.change("closed.db", "PRAGMA journal_mode = WAL")
    place.shop("open.db")
    place.shop("crashed.db")
    writer = sqlite3.connect(place.path("crashed.db"), isolation_level=None)
    writer.execute("PRAGMA cache_size = 1")
    writer.execute("BEGIN")
    writer.execute("CREATE TABLE more AS WITH n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) "
                   "SELECT i, hex(zeroblob(50)) FROM n")
    for name in ("crashed.db", "crashed.db-journal"):
        shutil.copy(place.path(name), place.path("hot" + name[7:]))
    writer.close()
    os.remove(place.path("crashed.db"))
    check(os.path.getsize(place.path("hot.db-journal")) > 512, "the journal is hot")
    with contextlib.closing(sqlite3.connect(place.path("open.db"))) as db:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("UPDATE review SET product = 'rug' WHERE id = 1")
        db.commit()
        before = place.hashed()
        check("open.db-shm" in before and "closed.db-wal" not in before, "as it should be")
        for name in ("closed.db", "open.db", "hot.db"):
            wrong = "was interrupted" if name == "hot.db" else "is not neardup's"
            for command in ("keep", "kinds", "export", "report", "reuse", "history"):
                place.bad(1, command, name, says=wrong)
            place.bad(1, "near", name, "x", says="was interrupted" if name == "hot.db" else "neardup index")
            place.run("check", name)
            check(place.status == (name == "hot.db"), f"check {name}: {place.errors}")
            place.bad(1, "add", name, "reviews.csv", says="was interrupted" if name == "hot.db" else "holds no texts")
            place.good("sql", "check", name) if name != "hot.db" else place.bad(1, "sql", "check", name)
            check(place.hashed() == before, f"{name} is as it was")
    os.mkfifo(place.path("pipe"))
    place.bad(1, "near", "pipe", "x", says="pipe: is not an ordinary file")
    place.good("index", "closed.db", "review", "body")
    before = place.hashed()
    place.good("check", "closed.db", says="each text is in review_near")
    place.good("near", "closed.db", "A fine lamp, but the cord is far too short for any room", prints="row 2")
    check(place.hashed() == before, "an index is checked, too")


@story
def what_is_wrong(place):
    place.table("reviews.csv", REVIEWS)
    place.bad(2, says="neardup help lists the commands")
    place.bad(1, "nothing.csv", says="there is no file 'nothing.csv'")
    place.bad(1, "reviews.csv", "nothing.csv", says="there is no file 'nothing.csv'")
    check(os.listdir(place.folder) == ["reviews.csv"], "no database is made")
    place.bad(2, "neer", "x.db", "y", says="there is neither a file nor a command called 'neer'; did you mean near?")
    place.bad(2, "reviews.csv", "--jacard-least", "1", says="no option --jacard-least; did you mean --jaccard-least?")
    place.bad(2, "reviews.csv", "--elephant", says="no option --elephant; neardup help find lists the options")
    place.bad(2, "reviews.csv", "-x", says="no option -x; neardup help find lists the options")
    place.bad(1, "a", says="there is no file 'a'")
    place.bad(2, "near", "x.db", "y", "--db=x", says="no option --db=x")
    place.bad(2, "near", "x.db", "y", "-z", says="no option -z")
    place.bad(2, "near", "x.db", "y", "--least", says="--least: X is missing")
    place.bad(2, "near", "x.db", "y", "--json=1", says="no option --json=1")
    place.bad(2, "near", "x.db", says="usage: neardup near DB TEXT")
    place.bad(2, "keep", "x.db", "y.db", says="usage: neardup keep DB")
    place.bad(2, "help", "nothing", says="there is no command 'nothing'")
    place.bad(2, "completion", "tcsh", says="expected bash, zsh or fish")
    place.bad(2, "sql", says="usage: neardup sql COMMAND")
    for command in ("keep", "kinds", "papers", "export", "report", "reuse", "history", "check"):
        place.bad(1, command, "nothing.db", says="there is no file 'nothing.db'")
        place.bad(1, command, ".", says="is a folder")
        place.bad(1, command, "reviews.csv", says="reviews.csv: file is not a database; neardup FILE makes one")
    place.shop()
    place.made("reviews.csv")
    with open(place.path("reviews.db"), "rb") as whole, open(place.path("cut.db"), "wb") as cut:
        cut.write(whole.read(3000))
    for words in (["cut.db"], ["report", "cut.db"], ["reviews.csv", "--db", "cut.db"]):
        place.bad(1, *words, says=["cut.db: the database is damaged: ", ".recover"])
    os.remove(place.path("cut.db"))
    before = place.hashed()
    for command in ("keep", "kinds", "export", "report", "reuse", "history"):
        place.bad(1, command, "shop.db", says="is not neardup's")
        check("neardup FILE makes one" in place.errors or command in ("report", "reuse", "history"), f"{command}: {place.errors}")
    place.bad(1, "reviews.csv", "--db", "shop.db", says="is not neardup's")
    place.bad(1, "reviews.db", "reviews.csv", says="neardup add")
    place.bad(1, "reviews.csv", "reviews.db", says="neardup add")
    place.bad(1, "reviews.csv", "shop.db", says="a table of it")
    for words in (("--db", "other.db"), ("--text", "body"), ("--whole",), ("--table", "x")):
        place.bad(1, "reviews.db", *words, says=words[0] + ": is for files to load")
    place.bad(2, "keep", "reviews.db", "--list", "--json", says="only one of them")
    for words in (("--csv",), ("--json",), ()):
        place.bad(2, "keep", "reviews.db", "--top", "3", *words, says="--top: is for the list (--list)")
    for word in ("--csv", "--json"):
        place.bad(2, "add", "reviews.db", "reviews.csv", "--top", "3", word, says="--top: is for the list; CSV and JSON")
    place.bad(2, "report", "reviews.db", "a.html", "-o", "b.html", says="named twice")
    place.good("sql", "load", "it's.csv", "new.db", prints=".shell neardup load 'it'\\''s.csv' 'new.db'")
    place.good("near", "/" + place.path("reviews.db"), "A fine lamp", prints="A fine lamp")
    check(place.hashed() == before, "no database is changed")
    shutil.copy(place.path("reviews.db"), place.path("old.db"))
    place.change("old.db", "PRAGMA user_version = 6")
    before = place.hashed()
    for words in (("keep", "old.db"), ("old.db",), ("old.db", "--bands", "5"), ("reviews.csv", "--db", "old.db"), ("report", "old.db"),
                  ("near", "old.db", "x"), ("add", "old.db", "reviews.csv"), ("check", "old.db"), ("reuse", "old.db")):
        place.bad(1, *words, says="has tables of version 6")
    with open(place.path("damaged.db"), "wb") as file:
        file.write(open(place.path("reviews.db"), "rb").read()[:8192] + b"x" * 99999)
    place.bad(1, "check", "damaged.db", says="damaged.db")
    os.remove(place.path("damaged.db"))
    check(place.hashed() == before, "nothing is changed")
    with open(place.path("cut.csv"), "wb") as file:
        file.write(b"id,text\n1,\"a text that has an end\"\n2,\"a text that has \xff none\"\n3,\"and one without\n")
    place.bad(3, "cut.csv", says="damaged place")


@story
def words_of_help(place):
    place.good("help", prints=["usage: neardup FILE...", "completion", "Exit status"])
    place.good("--help", prints="usage: neardup FILE...")
    commands = re.findall(r"^  (\w+) ", place.output, re.M)
    check(len(commands) == 24, f"all commands: {commands}")
    for command in commands:
        place.good("help", command, prints="usage: neardup " + command)
        text = place.output
        check(all(len(line) <= 100 and line == line.rstrip() for line in text.splitlines()), f"no line of {command} is too long")
        if command != "load":
            place.good(command, "--help")
            check(place.output == text, f"{command} --help")
            place.good(command, "-h")
    place.good("help", "find", prints=["--memory MB                  megabytes for signatures, and for the texts compared at a time (256)",
                                       "To load texts of more than 16 MiB, give --memory more\nthan 768."])
    place.good("load", "--help", prints="usage: neardup load")
    for words in ("clusters", "--help"), ("clusters", "x", "-h"):
        place.bad(2, *words, says="there is neither a file nor a command called 'clusters'; neardup help lists the commands")
    for words in (("--version",), ("-V",), ("version",)):
        place.good(*words)
        check(re.fullmatch(r"neardup \d+\.\d+\.\d+\n", place.output), place.output)
    place.bad(2, "version", "more")
    check(place.errors == "neardup: usage: neardup version\n", place.errors)


def options_of_help(place):
    """The options of each command."""
    place.good("help")
    found = {}
    for command in re.findall(r"^  (\w+) ", place.output, re.M):
        place.run("help", command)
        found[command] = set(re.findall(r"^  (?:-\w, )?--([a-z-]+)", place.output, re.M))
    return found


@story
def one_table(place):
    """--help, the man page and the completions name the same options."""
    options = options_of_help(place)
    page = subprocess.run(["sh", os.path.join(ROOT, "ext/packages/make/man_page.sh"), PLAIN], stdout=subprocess.PIPE,
                          encoding="utf-8", check=True).stdout.replace("\\-", "-")
    silent = {"load", "sql", "completion", "help", "version"}  # which print nothing there, or have options of their own
    check(all("quiet" in has for command, has in options.items() if command not in silent), "each command takes --quiet")
    for command, has in options.items():
        described = page.partition(f'.SS "neardup {command}')[2].partition(".SS")[0]
        named = set(re.findall(r'^\.B "(?:-\w, )?--([a-z-]+)', described, re.M))
        check(named > {"columns", "no-header"} if command == "load" else named == has, f"the man page of {command}: {named ^ has}")
    check(re.findall(r"^\.B ([0-9].*)", page, re.M) == ["0", "1", "2", "3", "129, 130 or 143", "141"], "its exit statuses")
    with contextlib.closing(open_with()) as db:
        columns = {name.replace("_", "-") for name, in db.execute("SELECT name FROM neardup_parameters() WHERE owner = 'parameters'")}
    check(columns <= options["find"], f"parameters without an option: {sorted(columns - options['find'])}")
    for command, has in options.items():
        place.good("completion", "words", "--", command, "-")
        check(set(re.findall(r"^--([a-z-]+)\t.", place.output, re.M)) == has, f"other options of {command}: {place.output}")
    for shell in ("bash", "zsh", "fish"):
        place.good("completion", shell)
        if not shutil.which(shell):
            skip(f"program/commands: there is no {shell}, so its completion is not read by it")
            continue
        done = subprocess.run([shell, "-n"], input=place.output, encoding="utf-8", capture_output=True, check=False)
        check(done.returncode == 0, f"{shell}: {done.stderr}")
    place.good("completion", "bash")
    script, everything = place.output, sorted(options)
    for words, offered in ((("keep", "--to"), ["--top"]), (("ke",), ["keep"]), (("",), everything), (("--jac",), ["--jaccard-least"]),
                           (("reviews.csv", "--jac"), ["--jaccard-least"]), (("keep", ""), []), (("near", "re"), []),
                           (("help", ""), everything), (("sql", "ke"), ["keep"]), (("completion", ""), ["bash", "fish", "zsh"]),
                           (("completion", "bash", ""), [])):
        done = subprocess.run(["bash", "-c", script + "COMP_WORDS=($0 \"$@\") COMP_CWORD=$#; _neardup; echo \"${COMPREPLY[@]}\"",
                               NEARDUP, *words], encoding="utf-8", capture_output=True, check=False)
        check(sorted(done.stdout.split()) == offered, f"bash completes {words} by {done.stdout!r}: {done.stderr}")


# ---- What the system does -----------------------------------------------------------------------


@story
def folders_that_are_read_only(place):
    place.table("reviews.csv", REVIEWS)
    place.made("reviews.csv")
    os.chmod(place.path("reviews.db"), 0o444)
    os.chmod(place.folder, 0o555)
    programs = tempfile.mkdtemp()
    anybody = {}
    if os.getuid() == 0:  # root may write anywhere, and others may not enter root's folder
        os.chmod(programs, 0o755)
        anybody = {"preexec_fn": lambda: os.setuid(65534), "program": shutil.copy(NEARDUP, programs)}
    try:
        place.good("keep", "reviews.db", **anybody)
        place.good("near", "reviews.db", "A fine lamp", **anybody)
        place.good("check", "reviews.db", **anybody)
        place.bad(1, "report", "reviews.db", says="could not be made", **anybody)
        place.bad(1, "reviews.db", says="reviews.db: cannot be written; may you write to it", **anybody)
        place.bad(1, "reviews.csv", "--db", "new.db", says="new.db", **anybody)
        check(sorted(os.listdir(place.folder)) == ["reviews.csv", "reviews.db"], "nothing is put there")
    finally:
        os.chmod(place.folder, 0o755)
        shutil.rmtree(programs)


@story
def outputs_that_fail(place):
    place.table("reviews.csv", REVIEWS)
    place.made("reviews.csv")
    for words in (("keep", "reviews.db"), ("reviews.db",), ("help",), ("completion", "zsh"), ("sql", "keep", "reviews.db")):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([NEARDUP, *words], cwd=place.folder, stdout=full, stderr=subprocess.PIPE, check=False)
        check(done.returncode == 1 and b"could not be written: No space left" in done.stderr, f"{words}: {done}")
        reader, writer = os.pipe()
        os.close(reader)
        process = subprocess.Popen([NEARDUP, *words], cwd=place.folder, stdout=writer, stderr=subprocess.PIPE)
        os.close(writer)
        errors = process.stderr.read()
        check(process.wait() == 128 + signal.SIGPIPE, f"{words}: without a reader: {process.returncode}")
        check(errors == b"" or words == ("reviews.db",), f"{words}: {errors}")
        process.stderr.close()
    check(place.ask("reviews.db", "SELECT count(*) FROM pair_kind") != [(0,)], "the database is whole")


def files_of_100_bytes():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


@story
def a_disk_that_is_full(place):
    """The report, an export and the findings, with room for some bytes only."""
    place.table("reviews.csv", REVIEWS)
    place.made("reviews.csv")
    before = place.ask("reviews.db", "SELECT * FROM pair_kind")
    there = sorted(os.listdir(place.folder))
    for words in (("report", "reviews.db"), ("export", "reviews.db", "-o", "pairs.csv")):
        place.bad(1, *words, says="could not be written: File too large", preexec_fn=files_of_100_bytes)
        check(sorted(os.listdir(place.folder)) == there, f"{words}: half of a file is left: {os.listdir(place.folder)}")
    for room in (0, 5000):
        place.bad(1, "reviews.db", "--shingle", "4", says="full", program=PLAIN,
                  env=dict(os.environ, LD_PRELOAD=INJECTOR, DISK_FULL_AFTER=str(room), FAULT_ERROR=str(errno.ENOSPC)))
    check(place.ask("reviews.db", "SELECT * FROM pair_kind") == before, "the findings are as before")
    check(place.ask("reviews.db", "SELECT shingle FROM parameters") == [(None,)], "and so are the parameters")


@story
def memory_that_runs_out(place):
    """The n-th allocation fails, or all from there on: a line says so, and the database is as it was."""
    place.table("reviews.csv", REVIEWS)
    place.table("tomorrow.csv", TOMORROW)
    place.shop()
    place.made("reviews.csv")
    os.mkdir(place.path("folder"))
    before = place.ask("reviews.db", "SELECT * FROM pair_kind")
    for words in (("near", "reviews.db", "The kettle boils in two minutes and the handle"), ("keep", "reviews.db", "--json"),
                  ("check", "reviews.db"), ("reviews.db", "-q", "--bands", "7"), ("sql", "keep", "reviews.db"),
                  ("report", "reviews.db", "-q"), ("export", "reviews.db", "-o", "folder"), ("sql", "index", "shop.db", "review", "body"),
                  ("shop.db", "review", "--text", "body", "--csv", "-q"), ("add", "reviews.db", "tomorrow.csv", "-q")):
        for i, number in enumerate((1, 2, 3, 5, 8, 13, 21, 34, 55, 200, 987, 4181, 17711)):
            for lasting in ("0", "1") if LONG else (str((i + len(words)) % 2),):
                place.run(*words, program=PLAIN, env=dict(os.environ, LD_PRELOAD=INJECTOR, FAULT="allocation",
                                                          FAULT_AT=str(number), FAULT_LASTING=lasting))
                check(place.status == 0 or place.status == 1 and "memory" in place.errors.splitlines()[-1],
                      f"{words}, allocation {number}, lasting {lasting}: {place.status}, {place.errors!r}")
                if words[0] in ("report", "export"):
                    check(place.output == "", f"{words}, allocation {number}: the output is no file")
                if place.status:
                    check(place.ask("reviews.db", "SELECT * FROM pair_kind") == before, "the findings are as before")


@story
def an_index_without_memory(place):
    """The n-th allocation of a check fails, among the last ones, while the index is compared with its table."""
    place.shop()
    place.made("index", "shop.db", "review", "body")
    faults, calls = place.allocations("check", "shop.db")
    for number in range(1 if LONG else calls - 900, calls, 2):
        place.run("check", "shop.db", program=PLAIN, env=dict(faults, FAULT_AT=str(number), FAULT_LASTING="0"))
        check(place.status == 0 and "each text is in review_near" in place.errors or
              place.status == 1 and "memory" in place.errors, f"allocation {number}: {place.status}, {place.errors!r}")


@story
def a_terminal_that_is_closed(place):
    """SIGHUP while it loads, and waits for its input: no part of an output is left."""
    process = subprocess.Popen([NEARDUP, "-", "--format", "text", "--db", "new.db", "-o", "out.txt"], cwd=place.folder,
                               stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    while not any(name.endswith(".part") for name in os.listdir(place.folder)) and process.poll() is None:
        time.sleep(0.01)
    process.send_signal(signal.SIGHUP)
    errors = process.stderr.read()
    check(process.wait() == 128 + signal.SIGHUP, f"status {process.returncode}: {errors}")
    check(not any(name.startswith("out.txt") for name in os.listdir(place.folder)), f"left: {os.listdir(place.folder)}")
    process.stdin.close()
    process.stderr.close()


@story
def interrupts(place):
    """Ctrl-C and SIGTERM while it finds, at some of its calls: parameters are then as they were, and the same command goes on."""
    rows = [["id", "text"]] + [[n, f"The {n % 97} ferries of line {n % 89} leave the port of Maurel at {n % 24}:{n % 60}, "
                                   f"and come back with {n * 7919 % 1013} sacks of {n * 31 % 10007} letters."]
                               for n in range(6000 if LONG else 800)]
    place.table("ferries.csv", rows)
    place.made("load", "--whole", "ferries.csv", "ferries.db")
    place.good("ferries.db", "-q", program=PLAIN)
    tables = "SELECT (SELECT count(*) FROM pair), (SELECT count(*) FROM member), (SELECT count(*) FROM signature)"
    words = [PLAIN, "stopped.db", "--shingle", "9"]
    shutil.copy(place.path("ferries.db"), place.path("copy.db"))
    faults, calls = place.allocations("copy.db", *words[2:])
    found = place.ask("copy.db", tables)
    for number, part in ((signal.SIGINT, 0.01), (signal.SIGINT, 0.3), (signal.SIGTERM, 0.5), (signal.SIGINT, 0.75)):  # the summary is last
        shutil.copy(place.path("ferries.db"), place.path("stopped.db"))
        process = subprocess.Popen(words, cwd=place.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   env=dict(faults, FAULT_AT=str(int(calls * part)), FAULT_SIGNAL=str(int(signal.SIGSTOP))))
        stopped = os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        check(stopped.si_code == os.CLD_STOPPED, f"it waits for the signal at call {part} of all: {stopped}")
        process.send_signal(number)
        began = time.monotonic()
        process.send_signal(signal.SIGCONT)
        errors = process.communicate()[1]
        check(process.returncode == 128 + number, f"at call {part} of all: {process.returncode}, {errors}")
        check(b"interrupted" in errors, errors)
        check(time.monotonic() - began < 20, "it ends soon")
        check(place.ask("stopped.db", "SELECT shingle FROM parameters") == [(None,)], "the parameters are as they were")
        place.good(*words[1:], "-q", program=PLAIN)
        check(place.ask("stopped.db", tables) == found, f"the same command goes on: {place.ask('stopped.db', tables)}")


def main():
    """In the short form two stories alone find by the program with sanitizers, which takes three times as long."""
    for function in STORIES:
        with tempfile.TemporaryDirectory() as folder:
            function(Place(folder, NEARDUP if LONG or function in (a_file, a_table) else PLAIN))
    return finish("program/commands")


if __name__ == "__main__":
    sys.exit(main())
