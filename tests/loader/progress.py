"""progress.py - the progress of a load as it is seen on a terminal, and where there is none."""

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, finish

LOAD = os.path.join(ROOT, "build", "neardup-load")
COPIES = 250  # of the sample's pages: enough for a second of work
LINE = re.compile(r"(\d+) %, [\d.]+ of [\d.]+ MB, (\d+:\d\d left, )?\d+ pages, \d+ sentences,"
                  r" [\d.]+ MB/s")


def make_dump(folder):
    with open(os.path.join(ROOT, "examples", "sample.xml"), "rb") as file:
        xml = file.read()
    begin, end = xml.index(b"  <page>"), xml.index(b"</mediawiki>")
    dump = os.path.join(folder, "a-name-that-is-so-long-that-it-takes-much-of-the-line.xml")
    with open(dump, "wb") as file:
        file.write(xml[:begin] + xml[begin:end] * COPIES + xml[end:])
    return dump


def on_terminal(columns, words):
    """What the program writes to a terminal of that width."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen([LOAD, *words], stderr=theirs)
    os.close(theirs)
    written = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # Linux: the other end is closed
            break
        if not part:
            break
        written += part
    os.close(ours)
    check(process.wait() == 0, "status %d on a terminal" % process.returncode)
    return written.decode()


def test_terminal(dump, folder):
    for columns in (200, 100, 40):
        db = os.path.join(folder, "%d.db" % columns)
        written = on_terminal(columns, ["--threads", "1", dump, db])
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
        check(re.search(r"pages, .* articles, .* sentences, [\d.]+ s", summary),
              "%d columns: the summary, found '%s'" % (columns, summary))
        check(columns < 100 or all(LINE.search(line) for line in figures),
              "%d columns: found %s" % (columns, figures[:1]))
        check(columns < 100 or "left" in figures[-1], "time left: %s" % figures[-1:])
        check(any("making the index" in line for line in lines), "the index is named")
        check(columns < 200 or all(line.startswith("a-name-") for line in lines),
              "the name without its folder: %s" % lines[:1])


def test_elsewhere(dump, folder):
    done = subprocess.run([LOAD, dump, os.path.join(folder, "file.db")], stderr=subprocess.PIPE,
                          text=True)
    check(done.stderr.count("\n") == 1 and "articles" in done.stderr and "\r" not in done.stderr,
          "not on a terminal: the summary alone, found '%s'" % done.stderr)
    done = subprocess.run([LOAD, "--quiet", dump, os.path.join(folder, "quiet.db")],
                          stderr=subprocess.PIPE, text=True)
    check(done.stderr == "", "--quiet: nothing, found '%s'" % done.stderr)
    written = on_terminal(80, ["--quiet", dump, os.path.join(folder, "quiet-terminal.db")])
    check(written == "", "--quiet on a terminal: nothing, found '%s'" % written)


def main():
    with tempfile.TemporaryDirectory() as folder:
        dump = make_dump(folder)
        test_terminal(dump, folder)
        test_elsewhere(dump, folder)
    return finish("loader/progress")


if __name__ == "__main__":
    sys.exit(main())
