"""progress.py - the progress of a load, on a terminal and elsewhere."""

import contextlib
import os
import re
import sqlite3
import sys
import time

sys.path.insert(0, os.path.join(sys.path[0], ".."))
from counting import check, skip
from loading import PLAIN, load, remove, run_tests, sample_parts, write
from terminal import has_terminals, on_terminal

DUMP = "a-name-that-is-so-long-that-it-takes-much-of-the-line.xml"
# Of the sample's pages, and rows. A line is drawn every 0.2 seconds.
FEW_COPIES, MOST_COPIES = 400, 6400
FEW_ROWS, MOST_ROWS = 200000, 1600000
LINE = re.compile(r"(\d+) %, [\d.]+ of [\d.]+ MB, (\d+:\d\d left, )?\d+ pages?, \d+ sentences?,"
                  r" [\d.]+ MB/s")
OF_TABLE = re.compile(r"(\d+) %, [\d.]+ of [\d.]+ MB, (\d+:\d\d left, )?\d+ records, \d+ sentences, [\d.]+ MB/s")


def write_dump(copies):
    begin, pages, end = sample_parts()
    write(DUMP, begin + pages * copies + end)


def write_table(rows):
    remove("shop.db")
    with contextlib.closing(sqlite3.connect("shop.db")) as db:
        db.execute("CREATE TABLE t(text)")
        db.execute("WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ?) INSERT INTO t "
                   "SELECT printf('The lamp %d was lit. It burnt for %d hours. Then there was no oil.', n, n * 7919 % 97) FROM n",
                   (rows,))
        db.execute("CREATE VIEW v AS SELECT text FROM t")
        db.commit()


def drawn(write_some, few, most, load):
    """What load() writes to a terminal of an input that is doubled until two lines are drawn, whatever the machine's speed."""
    write_some(few)
    while (written := load()).count("MB") < 2 and few < most:
        few *= 2
        write_some(few)
    return written


def load_on_terminal(columns, *words, kind="xterm"):
    """What the program writes to a terminal of that width and kind, while it makes a new database."""
    remove("test.db")
    process, written = on_terminal(columns, [PLAIN, *words, DUMP, "test.db"], env=dict(os.environ, TERM=kind))
    check(process.returncode == 0, "status %d on a terminal" % process.returncode)
    return written


def test_terminal():
    if not has_terminals():
        return skip("loader/progress: no terminals can be made here")
    for columns in (200, 100, 40):
        written = drawn(write_dump, FEW_COPIES, MOST_COPIES, lambda columns=columns: load_on_terminal(columns, "--threads", "1"))
        head, _, summary = written.rpartition("\r\x1b[K")
        lines = [line.replace("\x1b[K", "") for line in head.split("\r") if line]
        figures = [line for line in lines if "MB" in line]
        check(len(figures) >= 2, "%d columns: lines that are written over, found %s"
              % (columns, lines))
        check(all(len(line) < columns for line in lines), "%d columns: too wide: %s"
              % (columns, max(lines, key=len, default="")))
        check("\n" not in head, "%d columns: a line end before the summary" % columns)
        check(head.startswith("\r") and head.count("\x1b[K") == len(lines),
              "%d columns: each line removes the rest of the one before" % columns)
        check(all(len(line) < columns for line in summary.split("\r\n") if " " in line.strip()),
              "%d columns: the summary is too wide: %s" % (columns, summary))
        check(re.search(r"pages, .* articles, .* sentences, [\d.]+ s", " ".join(summary.split())),
              "%d columns: the summary, found '%s'" % (columns, summary))
        check(columns < 100 or all(LINE.search(line) for line in figures),
              "%d columns: found %s" % (columns, figures[:1]))
        check(columns < 100 or "left" in figures[-1], "time left: %s" % figures[-1:])
        check(any("making the index" in line for line in lines), "the index is named")
        check(columns < 200 or all(line.startswith("Loading, a-name-") for line in lines),
              "the name without its folder: %s" % lines[:1])
    written = load_on_terminal(60, kind="dumb")
    check("\x1b" not in written and " articles" in written, "a dumb terminal: found '%s'" % written)
    written = load_on_terminal(80, "--quiet")
    check(written == "", "--quiet on a terminal: nothing, found '%s'" % written)


def test_database():
    """Of a table with rowids it is known how many there are, of a view not."""
    if not has_terminals():
        return
    def load_table(name):
        remove("test.db")
        return on_terminal(200, [PLAIN, "--threads", "1", "--table", name, "shop.db", "test.db"])[1]
    for name, known in (("t", True), ("v", False)):
        written = drawn(write_table, FEW_ROWS, MOST_ROWS, lambda name=name: load_table(name))
        figures = [line for line in written.split("\r") if " MB/s" in line]
        shares = [int(found.group(1)) for found in map(OF_TABLE.search, figures) if found]
        check(figures and len(shares) == len(figures) * known, "%s: found %s" % (name, figures[:2]))
        check(shares == sorted(shares) and max(shares, default=0) <= 100, "percent: %s" % shares)


def test_elsewhere():
    write_dump(FEW_COPIES)
    _, errors = load(DUMP, quiet=False, program=PLAIN)
    check(errors.count("\n") == 1 and "articles" in errors and "\r" not in errors,
          "not on a terminal: only the summary, found '%s'" % errors)
    check("redirect" in errors, "of a dump, redirects are counted: found '%s'" % errors)
    for options, counts in ([], "2 records, 3 sentences, "), (["--whole"], "2 records, 2 texts, "):
        _, errors = load(*options, "--format", "text", "-", quiet=False, input=b"It rains. It pours.\nIt shines.\n")
        check(": " + counts in errors, "%s: records, found '%s'" % (options, errors))
    _, errors = load(DUMP, program=PLAIN)
    check(errors == "", "--quiet: nothing, found '%s'" % errors)


sys.exit(run_tests("loader/progress", globals()))
