"""user_databases.py - neardup-load reads other people's SQLite databases, and only reads them.

  (1) Rows of a table, a view or a query become articles; keys keep their type, other columns are
      carried along; what is no text is damage of its row only.
  (2) The database stays as it is, byte by byte, and nothing appears beside it: in every journal
      mode, with and without other programs that have it open, whatever the result of the load.
  (3) The load sees one state of the database. What others write meanwhile waits, or is not seen,
      or ends the load with an error.
  (4) A database that cannot be read, and a command that makes no sense, is refused with one line.
"""

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import LONG, check
from loading import LOAD, PLAIN, ask, failing, load, refused_with, run_tests, worked

# Another program, which obeys lines on its standard input. This one must not open the files
# itself: closing them would drop its locks.
OTHER = """
import json, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None, timeout=float(sys.argv[2]))
for line in sys.stdin:
    try:
        print(json.dumps(["ok", db.execute(json.loads(line)).fetchall()]), flush=True)
    except sqlite3.Error as error:
        print(json.dumps(["error", str(error)]), flush=True)
"""


class Other:
    def __init__(self, path, *statements, wait=0):
        self.process = subprocess.Popen([sys.executable, "-c", OTHER, path, str(wait)], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        for statement in statements:
            answer = self.run(statement)
            assert answer[0] == "ok", (statement, answer)

    def run(self, statement):
        self.process.stdin.write(json.dumps(statement) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


def state(folder):
    """What cp would copy, without opening anything here. The index of a log is no part of it."""
    lines = subprocess.run("ls -A; sha256sum $(ls -A | grep -v -e -shm$)", shell=True, cwd=folder,
                           stdout=subprocess.PIPE, check=True).stdout
    return lines.decode()


def make(*statements, name="shop.db"):
    """A folder with a database."""
    path = os.path.join(tempfile.mkdtemp(dir=os.getcwd()), name)
    db = sqlite3.connect(path)
    for statement in statements:
        db.execute(statement)
    db.commit()
    db.close()
    return path


def load_database(path, *options, **how):
    return load("--format", "sqlite", *options, path, **how)


def loads(what, path, options, status=0):
    """Loads, and checks that the database is as before."""
    before = state(os.path.dirname(path))
    found, errors = load_database(path, *options)
    check(found == status, "%s: status %d: %s" % (what, found, errors))
    after = state(os.path.dirname(path))
    check(after == before, "%s: the folder was\n%sand is\n%s" % (what, before, after))


def gives(what, query, expected):
    found = ask("test.db", query)
    check(found == expected, "%s: expected %s, found %s" % (what, expected, found))


def refuses(what, path, options, *messages, expected=None):
    """One line with these messages, and its status, no database, and nothing changed."""
    before = state(os.path.dirname(path)) if os.path.isfile(path) else None
    status, errors = load_database(path, *options)
    check(status == (expected or refused_with(errors)) and errors.count("\n") == 1, "%s: status %d: %s" % (what, status, errors))
    for message in messages:
        check(message in errors, "%s: '%s' is not in: %s" % (what, message, errors))
    check(not os.path.exists("test.db"), "%s: a database is left" % what)
    if before:
        check(state(os.path.dirname(path)) == before, "%s: the folder has changed" % what)


# ---- Rows ----------------------------------------------------------------------------------------

ARTICLES = "SELECT page_id, title, titled, key, typeof(key) FROM article"
SENTENCES = "SELECT article_id, text FROM sentence"
REVIEW = (
    "CREATE TABLE review(sku TEXT PRIMARY KEY, name, body, price REAL, photo BLOB, seen TEXT)",
    "INSERT INTO review VALUES ('a1', ' The  first ', 'It is good. It is blue.', 1.5, x'00FF', '2020'),"
    " ('007', NULL, NULL, 2, NULL, NULL), ('b', 5, 123, NULL, NULL, 7), ('c', 'bad', x'61', 0, 0, 0),"
    " (NULL, 'no key', 'Without a key.', 3, 4, CAST(x'FF' AS TEXT)), ('d', x'61', 1.25, '', '', NULL)")


def test_table():
    path = make(*REVIEW)
    loads("a table", path, ("--table", "review", "--columns", "key=sku,text=body,title=name,time=seen",
                                 "--carry", "price,photo"), 3)
    gives("its rows", ARTICLES, [
        (None, "The first", 1, "a1", "text"), (None, "shop.db:review:2", 0, "007", "text"),
        (None, "5", 1, "b", "text"), (None, "no key", 1, None, "null"),
        (None, "shop.db:review:6", 0, "d", "text")])
    gives("their times", "SELECT revision_time FROM article", [("2020",), (None,), ("7",), (None,), (None,)])
    gives("their sentences", SENTENCES, [
        (1, "It is good."), (1, "It is blue."), (3, "123"), (4, "Without a key."), (5, "1.25")])
    gives("what is carried along", "SELECT article_id, name, quote(value) FROM carried", [
        (1, "photo", "X'00FF'"), (1, "price", "1.5"), (2, "photo", "NULL"), (2, "price", "2.0"),
        (3, "photo", "NULL"), (3, "price", "NULL"), (4, "photo", "4"), (4, "price", "3.0"),
        (5, "photo", "''"), (5, "price", "''")])
    gives("a text that is none", "SELECT page_title, message FROM damage",
          [("bad", "the column 'body' must be text, found: blob")])
    gives("the source", "SELECT name, kind, path, size, options, pages, damaged, finished_at > ''"
          " FROM source", [("shop.db:review", "sqlite", os.path.realpath(path), os.path.getsize(path),
                            "table=review columns: text=body,title=name,id=id,time=seen,key=sku"
                            " carry: price,photo", 5, 1, 1)])
    connection = sqlite3.connect("test.db")
    connection.execute("ATTACH ? AS shop", (path,))
    joined = connection.execute("SELECT count(*) FROM article JOIN shop.review ON sku = key").fetchone()
    check(joined == (4,), "a join by the key finds %s rows" % joined)
    connection.close()


# (statements, table or query, columns, the keys and their types)
KEYS = (
    (["CREATE TABLE t(id, text)", "INSERT INTO t VALUES (7, ''), (1.5, ''), ('x', ''), (x'61', ''), (NULL, '')"],
     [], [(7, "integer"), (1.5, "real"), ("x", "text"), (b"a", "blob"), (None, "null")]),
    (["CREATE TABLE t(nr INTEGER PRIMARY KEY, text)", "INSERT INTO t VALUES (-3, ''), (9, '')"],
     [], [(-3, "integer"), (9, "integer")]),
    (["CREATE TABLE t(nr INTEGER PRIMARY KEY, text)", f"INSERT INTO t VALUES ({-2**63}, ''), ({2**63 - 1}, '')"],
     [], [(-2**63, "integer"), (2**63 - 1, "integer")]),
    (["CREATE TABLE t(text)", "INSERT INTO t VALUES (''), ('')"], [], [(1, "integer"), (2, "integer")]),
    (["CREATE TABLE t(a, b, text, PRIMARY KEY (b, a))", "INSERT INTO t VALUES (1, 'x\"y\\', ''), (0.1, NULL, '')"],
     [], [('["x\\"y\\\\",1]', "text"), ("[null,0.1]", "text")]),
    (["CREATE TABLE t(a, b, text, PRIMARY KEY (b, a DESC)) WITHOUT ROWID", "INSERT INTO t VALUES ('z', 1, ''), ('a', 2, '')"], [], [('[1,"z"]', "text"), ('[2,"a"]', "text")]),
    (["CREATE TABLE t(rowid TEXT, oid, text)", "INSERT INTO t VALUES ('x', 'y', '')"], [], [(1, "integer")]),
    (["CREATE TABLE t(rowid TEXT, oid, text)", "INSERT INTO t VALUES ('x', 'y', '')"],
     ["--columns", "key=rowid,key=_ROWID_"], [('["x",1]', "text")]),
    (["CREATE TABLE t(ID, \"te xt\")", "INSERT INTO t VALUES ('k', '')"], ["--columns", "text=Te Xt"], [("k", "text")]),
    (["CREATE TABLE t(id, text)", "INSERT INTO t VALUES (1, '')"], ["--columns", "key="], [(None, "null")]),
    (["CREATE TABLE t(id, nr, text)", "INSERT INTO t VALUES (1, 2, '')"], ["--columns", "id=nr"], [(2, "integer")]),
    (["CREATE VIEW t AS SELECT 5 AS a, 'x' AS text"], [], [(None, "null")]),
    (["CREATE VIEW t AS SELECT 5 AS id, 'x' AS text"], [], [(5, "integer")]),
    (["CREATE VIRTUAL TABLE t USING fts5(text)", "INSERT INTO t(rowid, text) VALUES (4, 'x'), (2, 'y')"],
     [], [(2, "integer"), (4, "integer")]),
    (["PRAGMA encoding = 'UTF-16'", "CREATE TABLE t(id, text)", "INSERT INTO t VALUES ('\u00fc', '\u00e9')"],
     [], [("\u00fc", "text")]),
)


def test_keys():
    for number, (statements, options, expected) in enumerate(KEYS):
        path = make(*statements)
        loads("key %d" % number, path, ("--table", "T", *options))
        gives("key %d" % number, "SELECT key, typeof(key) FROM article", expected)
    path = make("CREATE TABLE t(a, b, text)", "INSERT INTO t VALUES (x'61', 1, 'lost'), (2, 1, 'kept')")
    loads("a blob in a key", path, ("--table", "t", "--columns", "key=b,key=a"), 3)
    gives("a blob in a key", "SELECT key, message FROM article, damage", [
        ("[1,2]", "part 2 of the key is a blob, and a key of several columns can hold numbers and texts only")])
    text = "'\"' || char(92, 8, 9, 10, 11, 12, 13, 31, 127, 233, 128512)"
    path = make("CREATE TABLE t(a, b, c, text)",
                "INSERT INTO t VALUES (%s, -9223372036854775808, 1e100, '')" % text)
    loads("odd characters", path, ("--table", "t", "--columns", "key=a,key=b,key=c"))
    gives("the key is what json_array() gives",
          "SELECT key = json_array(%s, -9223372036854775808, 1e100) FROM article" % text, [(1,)])


def test_damage():
    path = make("CREATE TABLE t(id, title, text)",
                "INSERT INTO t VALUES (1, 'wide', CAST(zeroblob(16777217) AS TEXT)), (2, 'zero', 'a' || char(0)),"
                " (3, 'Latin', CAST(x'61FF' AS TEXT)), (4, CAST(x'FF' AS TEXT), 'good')")
    loads("damage", path, ("--table", "t"), 3)
    gives("damage", "SELECT page_title, message FROM damage", [
        ("wide", "the row with rowid 1 has 16777221 bytes, more than 16777216; --memory 769 reads it"),
        ("zero", "byte 2 of the text is zero: this is not text, or its encoding is not UTF-8"),
        ("Latin", "byte 2 of the text is not UTF-8")])
    gives("the rest", "SELECT article.id, title, text FROM article, sentence", [(1, "shop.db:t:4", "good")])


def test_long_values():
    """A value that is too long is told with its row, its length and the memory that reads it; the rest is loaded."""
    mib = 1 << 20
    path = make("CREATE TABLE t(id INTEGER PRIMARY KEY, text)",
                "INSERT INTO t VALUES (1, 'Before.'), (9, 'After.')",
                "INSERT INTO t VALUES (7, replace(hex(zeroblob(%d)), '00', 'a b. '))" % (8 * mib),
                "CREATE VIEW seen AS SELECT * FROM t")
    table = ("--table", "t", "--whole")
    loads("a long value", path, table, 3)
    gives("a long value", "SELECT message FROM damage", [
        ("the row with rowid 7 has 41943040 bytes, more than 16777216; --memory 1920 reads it",)])
    gives("the rest", TEXTS, [("Before.", 1), ("After.", 9)])
    loads("one byte too little memory", path, (*table, "--memory", "1919"), 3)
    loads("enough memory", path, (*table, "--memory", "1920"))
    gives("enough memory", "SELECT length(text), key FROM article JOIN sentence ON article_id = article.id",
          [(7, 1), (40 * mib, 7), (6, 9)])
    refuses("a view", path, ("--table", "seen"), "row 2: a row has a value of more than 33554432 bytes; a larger --memory")
    loads("a view with more memory", path, ("--table", "seen", "--memory", "1000"), 3)
    gives("a view with more memory", "SELECT page_title, message FROM damage", [
        ("shop.db:seen:2", "the row has 41943040 bytes, more than 21845333; --memory 1920 reads it")])


def test_long_values_without_memory():
    """One allocation fails: the load says so, or it loads the other rows and names the one that is too long."""
    path = make("CREATE TABLE t(id INTEGER PRIMARY KEY, text)",
                "INSERT INTO t VALUES (1, 'Before.'), (7, zeroblob(%d)), (9, 'After.')" % (33 << 20))
    words = ("--table", "t", "--threads", "1")
    load_database(path, *words, program=PLAIN, faults=failing("allocation", 0) | {"FAULT_REPORT": "report"})
    with open("report", encoding="utf-8") as report:
        calls = int(re.search(r"allocation (\d+)", report.read())[1])
    for at in range(1, calls + 1, 1 if LONG else calls // 60):
        status, errors = load_database(path, *words, program=PLAIN, faults=failing("allocation", at))
        check(status in (1, 3), "allocation %d: status %d: %s" % (at, status, errors))
        check(status == 3 or errors.endswith("out of memory\n"), "allocation %d: %s" % (at, errors))
        if status == 3:
            gives("allocation %d" % at, "SELECT text FROM sentence", [("Before.",), ("After.",)])
            gives("allocation %d" % at, "SELECT message LIKE '%rowid 7%more than%' FROM damage", [(1,)])


def test_guess():
    """The column of the text, as in files: it is named, or called text, or has by far the longest texts."""
    said = "text=body by the length of its texts (--columns overrides this)"
    path = make(*REVIEW, "INSERT INTO review(sku, body) VALUES ('e', 'A longer text, so that it is clear which column has them.')",
                "CREATE VIEW seen AS SELECT sku AS id, upper(body) AS body FROM review",
                "CREATE TABLE own(text, long)", "INSERT INTO own VALUES ('A lamp.', 'A much longer text than that.')",
                "CREATE VIEW file AS SELECT load_extension('x') AS a, body FROM review")
    for what, words, text in (("a table", ("--table", "review"), "It is good. It is blue."),
                              ("a view", ("--table", "seen"), "IT IS GOOD. IT IS BLUE."),
                              ("a query", ("--query", "SELECT body, name FROM review;"), "It is good. It is blue.")):
        status, errors = load(*words, "--whole", path, quiet=False)
        check(status in (0, 3) and said in errors, "%s: status %d: %s" % (what, status, errors))
        gives(what, "SELECT text FROM sentence LIMIT 1", [(text,)])
        gives(what + " is found again", "SELECT options LIKE '%text=body,%' FROM source", [(1,)])
    loads("a column called text", path, ("--table", "own"))
    gives("a column called text", TEXTS, [("A lamp.", 1)])
    loads("other columns that are named", path, ("--table", "review", "--columns", "title=body"), 3)
    gives("other columns that are named", "SELECT text FROM sentence LIMIT 1", [("The first",)])
    refuses("a view that loads code", path, ("--table", "file"), "load_extension")


def test_query():
    path = make(*REVIEW)
    query = "SELECT sku AS id, body AS text, price * 2 AS twice FROM review WHERE price BETWEEN 1 AND 9 ORDER BY sku DESC; -- all"
    loads("a query", path, ("--query", query, "--carry", "twice"))
    gives("its rows in its order",
          "SELECT key, value, title FROM article JOIN carried ON article_id = article.id",
          [("a1", 3.0, "shop.db:1"), ("007", 4.0, "shop.db:2"), (None, 6.0, "shop.db:3")])
    for query, message in (
            ("SELECT 1; SELECT 2", "expected one SELECT"), ("SELECT ? AS text", "expected one SELECT"),
            ("", "expected one SELECT"), ("ATTACH 'x' AS y", "not authorized, in --query 'ATTACH"),
            ("DELETE FROM review", "not authorized, in --query 'DELETE FROM review'"),
            ("PRAGMA journal_mode = WAL", "not authorized"), ("VACUUM", "expected one SELECT"),
            ("SELECT load_extension('x') AS text", "load_extension"), ("SELECT text FROM nowhere", "no such table: nowhere"),
            ("SELECT\n'a", "unrecognized token: \"'a\", in --query 'SELECT 'a'"),
            ("SELECT 1 AS a", "the query has no column 'text' (--columns text=NAME names another), only: a"),
            ("BEGIN", ""), ("SAVEPOINT x", ""), ("x" * 9000, "expected at most 8192 bytes")):
        refuses("the query " + query[:40], path, ("--query", query), message, expected=2 if len(query) > 8192 else 1)
    # A value that cannot be computed ends the load.
    refuses("a query that fails", path, ("--query", "SELECT json('{') AS text"), "malformed JSON", "json('{')")


def test_refused():
    path = make(*REVIEW)
    table = ("--table", "review")
    refuses("no table", path, (), "by --table", "it has: review")
    refuses("an unknown table", path, ("--table", "x'y"), "has no table 'x'y', only: review")
    refuses("an unknown column", path, (*table, "--columns", "text=words"),
            "the table review has no column 'words' (--columns text=NAME names another), only: sku,")
    refuses("columns of one length", make("CREATE TABLE t(a, b, c)", "INSERT INTO t VALUES ('one lamp', 'two lamp', 77777777777777777)"),
            ("--table", "t"), "the table t has no column 'text' (--columns text=NAME names another), only: a, b, c")
    refuses("an unknown key", path, (*table, "--columns", "text=body,key=k"), "has no column 'k' (--columns key=NAME names another)")
    refuses("an unknown column to carry", path, (*table, "--columns", "text=body", "--carry", "price,x"),
            "has no column 'x' (see --carry)")
    refuses("both", path, (*table, "--query", "SELECT 1"), "found both")
    refuses("a column named twice", path, (*table, "--carry", "a,a"), "named twice")
    refuses("nothing to carry", path, (*table, "--carry", ""), "--carry: expected names")
    refuses("standard input", "-", table, "found standard input", expected=1)
    refuses("a folder", os.path.dirname(path), table, "is not a file")
    refuses("no file", path + "x", table, "cannot open the file")
    broken = make("CREATE TABLE a(x)", "CREATE VIEW t AS SELECT x AS text FROM a", "DROP TABLE a")
    refuses("a view of nothing", broken, ("--table", "t"), "no such table: main.a")
    for name, content in (("text", b"id,text\n" * 300), ("random", random.Random(1).randbytes(4096)),
                          ("short", b"SQLite format 3"), ("packed", b"\x1f\x8b\x08" + bytes(2000))):
        other = os.path.join(tempfile.mkdtemp(dir=os.getcwd()), name)
        with open(other, "wb") as file:
            file.write(content)
        refuses(name, other, table, "/%s: is not an SQLite database, or is encrypted" % name)
    _, errors = load("--table", "t", "--format", "csv", path)
    check("--table and --query are for --format sqlite, not csv" in errors, errors)


def test_same_file():
    """The database to fill cannot be the one to read, under no name."""
    path = make(*REVIEW)
    link, hard = path + "-link", path + "-hard"
    os.symlink(path, link)
    os.link(path, hard)
    for target in path, link, hard, os.path.join(os.path.dirname(path), ".", "shop.db"):
        before = state(os.path.dirname(path))
        status, errors = load_database(path, "--table", "review", "--columns", "text=body", db=target, again=True)
        check(status == 1 and "cannot be both the file to read" in errors, "%s: %s" % (target, errors))
        check(state(os.path.dirname(path)) == before, "%s: changed" % target)


def test_two_tables():
    """Two tables of a database are two sources; a table is loaded once."""
    path = make("CREATE TABLE a(text)", "INSERT INTO a VALUES ('One.')", "CREATE TABLE b(text)",
                "INSERT INTO b VALUES ('Two.')")
    for table in "a", "b", "a":
        status, errors = load_database(path, "--table", table, db="two.db", again=True)
        check(status == 0, "table %s: %s" % (table, errors))
    found = ask("two.db", "SELECT name, articles FROM source")
    check(found == [("shop.db:a", 1), ("shop.db:b", 1)], "two sources: %s" % found)
    status, errors = load_database(path, "--table", "a", "--columns", "title=text", db="two.db", again=True)
    check(status == 1 and "with other options ('title=title' before, 'title=text' now); load" in errors, errors)


# ---- Modes, and other programs -------------------------------------------------------------------

MADE = ("CREATE TABLE t(text)", "INSERT INTO t VALUES ('One.')")
ONE, BOTH = [("One.", 1)], [("One.", 1), ("Two.", 2)]
TEXTS = "SELECT text, key FROM article JOIN sentence ON article_id = article.id"


def loads_texts(what, path, expected):
    loads(what, path, ("--table", "t"))
    gives(what, TEXTS, expected)


def copied(path, *without):
    """A copy of the files beside the database, without those with such an ending."""
    folder = tempfile.mkdtemp(dir=os.getcwd())
    subprocess.run("cp %s* %s" % (path, folder), shell=True, check=True)
    for ending in without:
        os.remove(os.path.join(folder, "shop.db" + ending))
    return os.path.join(folder, "shop.db")


def test_journal():
    path = make(*MADE)
    other = Other(path, "BEGIN IMMEDIATE", "INSERT INTO t VALUES ('Two.')")
    loads_texts("a writer that has not committed", path, ONE)
    other.run("COMMIT")
    other.run("BEGIN EXCLUSIVE")
    refuses("a locked database", path, ("--table", "t"), "is locked by another program")
    other.run("ROLLBACK")
    loads_texts("a writer that has", path, BOTH)
    for statement in ("PRAGMA cache_size = 1", "PRAGMA cache_spill = 1", "BEGIN", "UPDATE t SET text = 'Lost.'",
                      "INSERT INTO t WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
                      " SELECT 'Lost as well, row ' || i FROM n"):
        other.run(statement)
    other.kill()
    check(os.path.exists(path + "-journal"), "a journal is left")
    refuses("an unfinished write", path, ("--table", "t"), "was interrupted; open it once")
    other = Other(path, "SELECT * FROM t")
    other.close()
    loads_texts("an unfinished write, undone", path, BOTH)


def test_log():
    path = make("PRAGMA journal_mode = WAL", *MADE)
    check(os.listdir(os.path.dirname(path)) == ["shop.db"], "no log is left")
    loads_texts("WAL mode, without a log", path, ONE)
    os.chmod(path, 0o444)
    loads_texts("which may only be read", path, ONE)
    os.chmod(path, 0o644)
    other = Other(path, "PRAGMA wal_autocheckpoint = 0", "SELECT * FROM t")
    loads_texts("opened by another program, an empty log", path, ONE)
    other.run("INSERT INTO t VALUES ('Two.')")
    loads_texts("with one write", path, BOTH)
    other.run("SELECT * FROM t")
    loads_texts("with a mark of a reader", path, BOTH)
    other.run("BEGIN IMMEDIATE")
    other.run("INSERT INTO t VALUES ('Three.')")
    loads_texts("with a write that is not committed", path, BOTH)
    other.run("ROLLBACK")
    third = Other(path, "PRAGMA wal_checkpoint(PASSIVE)")
    loads_texts("after a checkpoint", path, BOTH)
    third.close()
    loads_texts("a copy with the index", copied(path), BOTH)
    loads_texts("a copy without the index", copied(path, "-shm"), BOTH)
    other.run("INSERT INTO t VALUES ('Three.')")
    other.kill()
    loads_texts("left by a killed program", path, BOTH + [("Three.", 3)])
    loads_texts("and without the index", copied(path, "-shm"), BOTH + [("Three.", 3)])
    empty = copied(path, "-shm")
    Other(empty, "PRAGMA wal_checkpoint(TRUNCATE)").close()
    with open(empty + "-wal", "wb"):
        pass
    loads_texts("an empty log without an index", empty, BOTH + [("Three.", 3)])


class Paused:
    """A load that stands still at its first write."""

    def __init__(self, path):
        if os.path.exists("test.db"):
            os.remove("test.db")
        self.process = subprocess.Popen(
            [PLAIN, "--quiet", "--format", "sqlite", "--threads", "1", "--table", "t", path, "test.db"],
            stderr=subprocess.PIPE, text=True, env=dict(os.environ, **failing("write", 1, SIGNAL=signal.SIGSTOP)))
        pid, status = os.waitpid(self.process.pid, os.WUNTRACED)
        check(os.WIFSTOPPED(status), "the load stops at its first write")

    def end(self):
        self.process.send_signal(signal.SIGCONT)
        errors = self.process.communicate()[1]
        return self.process.returncode, errors


def test_writers():
    """Others write while the load stands still."""
    many = ("CREATE TABLE t(text)", "INSERT INTO t WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n"
            " WHERE i < 20000) SELECT 'This is row ' || i || '.' FROM n")
    insert = "INSERT INTO t VALUES ('Late.')"
    count = "SELECT count(*), sum(text = 'Late.') FROM sentence"

    path = make(*many)
    load_ = Paused(path)
    other = Other(path)
    check(other.run(insert) == ["error", "database is locked"], "a writer waits")
    check(load_.end() == (0, ""), "a load, and a writer that waits")
    check(other.run(insert)[0] == "ok", "and then writes")
    gives("what was there is loaded", count, [(20000, 0)])
    other.close()

    path = make("PRAGMA journal_mode = WAL", *many)
    other = Other(path, "SELECT count(*) FROM t", "UPDATE t SET text = text WHERE rowid = 1", "SELECT count(*) FROM t")
    load_ = Paused(path)
    for statement in insert, "DELETE FROM t WHERE rowid > 5000", "PRAGMA wal_checkpoint(TRUNCATE)", insert:
        other.run(statement)
    check(load_.end() == (0, ""), "a load, and a writer with a log")
    gives("one state is loaded", count, [(20000, 0)])
    other.close()

    path = make("PRAGMA journal_mode = WAL", *many)
    for name in "without a log", "without the index":
        load_ = Paused(path)
        other = Other(path, insert)
        status, errors = load_.end()
        check(status == 1 and "another program wrote to it" in errors, "%s: %s" % (name, errors))
        check(not os.path.exists("test.db"), "%s: nothing is kept" % name)
        path = copied(path, "-shm")
        other.close()


# ---- Interrupted, and damaged --------------------------------------------------------------------

def interrupted(query, path):
    """The errors of a load of that query which gets SIGINT when it is at work."""
    process = subprocess.Popen([LOAD, "--format", "sqlite", "--query", query, path, "stopped.db"],
                               stderr=subprocess.PIPE, text=True)
    while process.poll() is None and worked(process.pid) < 0.5:
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    try:
        errors = process.communicate(timeout=30)[1]
    except subprocess.TimeoutExpired:
        process.kill()
        errors = process.communicate()[1]
    check(process.returncode == 130 and not os.path.exists("stopped.db"), "%s: status %d: %s"
          % (query, process.returncode, errors))
    return errors


def test_slow_queries():
    """Ctrl-C ends a query that gives no row for ages, and one of which each row takes long."""
    errors = interrupted("WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n) SELECT i AS text FROM n WHERE i < 0",
                         make(*MADE))
    check("none of it is kept; give the same command again to start from the beginning" in errors, errors)
    interrupted("SELECT length(hex(zeroblob(15000000 + x))) AS text FROM t", make(
        "CREATE TABLE t(x)",
        "WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 4000) INSERT INTO t SELECT i FROM n"))


def test_damaged():
    """Any page of the database is overwritten: an error or rows, and always the same bytes."""
    path = make("PRAGMA page_size = 512", "CREATE TABLE t(id, text)", "CREATE INDEX i ON t(text)",
                "INSERT INTO t WITH n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
                " SELECT 'K' || i, 'This is row ' || i || ' with some words, enough for a few pages.' FROM n")
    lots, errors = random.Random(7), 0
    size = os.path.getsize(path)
    with open(path, "rb") as file:
        whole = file.read()
    for case in range(400 if LONG else 15):
        at = lots.randrange(size // 512) * 512 + lots.randrange(64)
        other = os.path.join(tempfile.mkdtemp(dir=os.getcwd()), "shop.db")
        with open(other, "wb") as file:
            file.write(whole[:at] + lots.randbytes(lots.randrange(1, 40)) + whole[at + 40:])
        before = state(os.path.dirname(other))
        status, said = load_database(other, "--table", "t")
        check(status in (0, 1, 3), "case %d: status %d: %s" % (case, status, said))
        if status == 1:
            check(said.count("\n") == 1 and other in said, "case %d: %s" % (case, said))
        errors += status == 1
        check(state(os.path.dirname(other)) == before, "case %d: changed" % case)
    check(errors > 0, "damage is never noticed")


sys.exit(run_tests("loader/user_databases", globals()))
