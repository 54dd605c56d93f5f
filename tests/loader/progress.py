"""progress.py - the progress of a load, on a terminal and elsewhere."""

import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, finish, skip
from terminal import has_terminals, on_terminal

LOAD = os.path.join(ROOT, "build", "neardup-load")
FEW_COPIES, MOST_COPIES = 100, 2000  # of the sample's pages
SECONDS = 2  # that a load should take; a line is drawn every 0.2
LINE = re.compile(r"(\d+) %, [\d.]+ of [\d.]+ MB, (\d+:\d\d left, )?\d+ pages?, \d+ sentences?,"
                  r" [\d.]+ MB/s")


def write_dump(path, copies):
    with open(os.path.join(ROOT, "examples", "sample.xml"), "rb") as file:
        xml = file.read()
    begin, end = xml.index(b"  <page>"), xml.index(b"</mediawiki>")
    with open(path, "wb") as file:
        file.write(xml[:begin])
        for _ in range(copies):
            file.write(xml[begin:end])
        file.write(xml[end:])


def new_database(folder):
    """The path of a new database; removes the previous one."""
    db = os.path.join(folder, "progress.db")
    if os.path.exists(db):
        os.remove(db)
    return db


def seconds_of_load(dump, folder):
    db = new_database(folder)
    begun = time.monotonic()
    subprocess.run([LOAD, "--quiet", "--threads", "1", dump, db], check=True)
    return time.monotonic() - begun


def make_dump(folder):
    """A dump that takes a few seconds, whatever the machine's speed."""
    dump = os.path.join(folder, "a-name-that-is-so-long-that-it-takes-much-of-the-line.xml")
    write_dump(dump, FEW_COPIES)
    seconds = min(seconds_of_load(dump, folder) for _ in range(3))
    write_dump(dump, min(int(FEW_COPIES * max(1, SECONDS / seconds)), MOST_COPIES))
    return dump


def load_on_terminal(columns, words, kind="xterm"):
    """What the program writes to a terminal of that width and kind."""
    process, written = on_terminal(columns, [LOAD, *words], env=dict(os.environ, TERM=kind))
    check(process.returncode == 0, "status %d on a terminal" % process.returncode)
    return written


def test_terminal(dump, folder):
    for columns in (200, 100, 40):
        written = load_on_terminal(columns, ["--threads", "1", dump, new_database(folder)])
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
        check(columns < 200 or all(line.startswith("Step 1 of 5, a-name-") for line in lines),
              "the name without its folder: %s" % lines[:1])
    written = load_on_terminal(60, [dump, new_database(folder)], "dumb")
    check("\x1b" not in written and " articles" in written, "a dumb terminal: found '%s'" % written)
    written = load_on_terminal(80, ["--quiet", dump, new_database(folder)])
    check(written == "", "--quiet on a terminal: nothing, found '%s'" % written)


def test_elsewhere(dump, folder):
    done = subprocess.run([LOAD, dump, new_database(folder)], stderr=subprocess.PIPE, text=True)
    check(done.stderr.count("\n") == 1 and "articles" in done.stderr and "\r" not in done.stderr,
          "not on a terminal: only the summary, found '%s'" % done.stderr)
    check("redirect" in done.stderr, "of a dump, redirects are counted: found '%s'" % done.stderr)
    for options, counts in ([], "2 records, 3 sentences, "), (["--whole"], "2 records, 2 texts, "):
        texts = subprocess.run([LOAD, *options, "--format", "text", "-", new_database(folder)],
                               input="It rains. It pours.\nIt shines.\n", stderr=subprocess.PIPE,
                               text=True)
        check(": " + counts in texts.stderr, "%s: records, found '%s'" % (options, texts.stderr))
    done = subprocess.run([LOAD, "--quiet", dump, new_database(folder)], stderr=subprocess.PIPE,
                          text=True)
    check(done.stderr == "", "--quiet: nothing, found '%s'" % done.stderr)


def main():
    with tempfile.TemporaryDirectory() as folder:
        dump = make_dump(folder)
        if has_terminals():
            test_terminal(dump, folder)
        else:
            skip("loader/progress: no terminals can be made here")
        test_elsewhere(dump, folder)
    return finish("loader/progress")


if __name__ == "__main__":
    sys.exit(main())
