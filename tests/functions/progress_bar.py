"""progress_bar.py - neardup_progress() as it is seen on a terminal, and where there is none.

The function pause() determines how long a statement takes, so that the machine's speed does not
matter. test_progress_bar.c tests the content of the line at each width.
"""

import concurrent.futures
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, require, run_tests
from terminal import has_terminals, on_terminal

# The program on the terminal: runs SQL from its arguments, and prints each answer or error on
# standard output.
HOST = """
import sqlite3, sys, time
sys.path.insert(0, "tests")
from extension import open_with
db = open_with()
def pause(value, seconds):
    time.sleep(seconds)
    return value
def stop(value):
    db.interrupt()
    return value
db.create_function("pause", 2, pause)
db.create_function("stop", 1, stop)
for sql in sys.argv[1:]:
    try:
        print(db.execute(sql).fetchall())
    except sqlite3.Error as error:
        print(error)
    sys.stderr.write("end\\n")
    sys.stderr.flush()
"""
# 300 rows in at least 1.5 seconds.
ROWS = ("WITH RECURSIVE row(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < 300)"
        " SELECT sum(%s) FROM row WHERE pause(1, 0.005)")
SUM = "[(45150,)]"


def command_of(*statements):
    return ["/usr/bin/python3", "-c", HOST, *statements]


def host(*statements, **streams):
    return subprocess.Popen(command_of(*statements), cwd=ROOT, stdout=subprocess.PIPE, text=True,
                            **streams)


def ask_on_terminal(columns, *statements, kind="xterm"):
    """(answers, what each statement wrote to a terminal of that width)"""
    process, written = on_terminal(columns, command_of(*statements), cwd=ROOT,
                                   stdout=subprocess.PIPE, text=True, env=dict(os.environ, TERM=kind))
    answers = process.stdout.read().splitlines()
    check(process.returncode == 0, "the host ended with %d" % process.returncode)
    return answers, written.split("end\r\n")[:-1]


def lines_of(written):
    """The lines, one written over the other, that a statement has drawn and removed."""
    check(re.fullmatch(r"(\r[^\r\n\x1b]*\x1b\[K)*", written), "stray: %r" % written)
    lines = re.findall(r"\r([^\r]*)\x1b\[K", written)
    check(not lines or lines.pop() == "", "it was not removed: %r" % written[-80:])
    check("" not in lines, "removed once: %s" % lines)
    return lines


def drawn_by(call, columns=100, rows=ROWS, answer=SUM):
    answers, written = ask_on_terminal(columns, rows % call)
    check(answers == [answer], "%s: the answer is %s" % (call, answers))
    return lines_of(written[0])


def test_line():
    lines = drawn_by("neardup_progress(i, 'Counting', 300)")
    check(4 <= len(lines) <= 40, "some lines a second, found %d" % len(lines))
    parsed = [re.fullmatch(r"Counting: \[(#*)(\.*)\] (\d+) %, (\d+) of 300(, (\d):(\d\d) left)?", line)
              for line in lines]
    check(all(parsed), "found %s" % lines)
    counts = [int(match[4]) for match in parsed if match]
    check(counts == sorted(counts) and counts[-1:] == [300], "counts %s" % counts)
    check(counts and counts[0] >= 20, "the first line is drawn late, at %s" % counts[:1])
    check(all(int(match[3]) == int(match[4]) * 100 // 300 for match in parsed if match), "per cent")
    check(len({len(match[1] + match[2]) for match in parsed if match}) == 1, "the bar keeps its length")
    check(all(match[5] for match in parsed[:-1] if match), "time is left: %s" % lines[:1])


def test_widths():
    for columns in (200, 60, 40, 20, 2):
        lines = drawn_by("neardup_progress(i, 'Ein Balken für Sätze', 300)", columns)
        check(len(lines) >= 4 and all(len(line) < columns for line in lines),
              "%d columns: %s" % (columns, lines[:1]))
        check(columns < 200 or lines[0].startswith("Ein Balken für Sätze: ["), lines[:1])


def test_totals():
    for call in ("neardup_progress(i, 'Counting')", "neardup_progress(i, 'Counting', NULL)",
                 "neardup_progress(i, 'Counting', 10)"):
        lines = drawn_by(call)
        check(len(lines) >= 4 and all(re.fullmatch(r"Counting: \d+, [\d.]+/s", line)
                                      for line in lines), "%s: %s" % (call, lines[:2]))
    lines = drawn_by("neardup_progress(i, 'Counting', (SELECT count(*) FROM row))")
    check(lines and "of 300" in lines[0], "a total by a subquery: %s" % lines[:1])


def test_labels():
    check(drawn_by("neardup_progress(i, NULL, 300)") == [], "no label, no line")
    check(drawn_by("neardup_progress(i, 'row ' || i, 300)") == [], "a label that is no constant")
    lines = drawn_by("neardup_progress(i, 'Tab' || char(9) || char(27, 91) || 'A', 300)")
    check(lines and lines[0].startswith("Tab\uFFFD\uFFFD[A: "), "hostile: %s" % lines[:1])


def test_nothing():
    rows = ROWS.replace("300", "10")
    check(drawn_by("neardup_progress(i, 'Short', 30)", rows=rows, answer="[(55,)]") == [],
          "a short statement draws nothing")
    process = host(ROWS % "neardup_progress(i, 'Counting', 300)", stderr=subprocess.PIPE)
    answers, errors = process.communicate()
    check(answers.strip() == SUM and errors == "end\n", "no terminal: %r" % errors)


def first_count(lines):
    return int(re.search(r"(\d+) of", lines[0])[1])


def test_dumb_terminal():
    answers, written = ask_on_terminal(100, ROWS % "neardup_progress(i, 'Counting', 300)", kind="dumb")
    check((answers, written) == ([SUM], [""]), "a terminal that cannot redraw shows %s" % written)


def test_ends():
    call = "neardup_progress(i, 'Counting', 300)"
    answers, written = ask_on_terminal(
        100, ROWS % ("iif(%s < 250, i, abs(-9223372036854775808))" % call),
        ROWS % ("iif(%s < 250, i, stop(i))" % call), ROWS % call, ROWS % call)
    check(answers == ["integer overflow", "interrupted", SUM, SUM], "answers %s" % answers)
    for i, what in enumerate(("error", "interrupt", "run", "second run")):
        lines = lines_of(written[i])
        check(len(lines) >= 4 and first_count(lines) < 200, "%s: counts from 1: %s"
              % (what, lines[:1]))


def test_several():
    """Of two calls at the same time, one has the line. Of two calls in sequence, both have it."""
    lines = drawn_by("neardup_progress(neardup_progress(i, 'Inner', 300), 'Outer', 300)")
    check(len({line.split(":")[0] for line in lines}) == 1, "one at a time: %s" % lines)
    sub = "(SELECT sum(neardup_progress(i, '%s', 300)) FROM row WHERE pause(1, 0.008))"
    rows = ROWS.replace("sum(%s) FROM row WHERE pause(1, 0.005)", "%s")
    lines = drawn_by("%s + %s" % (sub % "First", sub % "Second"), rows=rows, answer="[(90300,)]")
    labels = [line.split(":")[0] for line in lines]
    check(labels == sorted(labels) and set(labels) == {"First", "Second"},
          "one after the other: %s" % lines)


def test_correlated():
    """The count belongs to the call, not to one run of its subquery."""
    rows = ROWS.replace("sum(%s)", "sum((SELECT %s + y.i FROM (SELECT 0 AS i) AS y"
                                   " WHERE y.i + row.i > 0))")
    lines = drawn_by("neardup_progress(row.i, 'Counting', 300)", rows=rows)
    check(lines and lines[-1].endswith("300 of 300"), "of a correlated subquery: %s" % lines[-1:])


def test_slow_rows():
    """After a million fast rows a slow one is drawn soon."""
    rows = ("WITH RECURSIVE row(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM row WHERE i < 1000015)"
            " SELECT sum(%s) FROM row WHERE i <= 1000000 OR pause(1, 0.1)")
    lines = drawn_by("neardup_progress(1, 'Counting', 1000015)", rows=rows, answer="[(1000015,)]")
    slow = [line for line in lines if re.search(r"1,000,0(0[1-9]|1\d) of", line)]
    check(len(slow) >= 3, "slow rows: %s" % lines[-5:])


def test_all():
    tests = (test_line, test_widths, test_totals, test_labels, test_nothing, test_dumb_terminal, test_ends,
             test_several, test_correlated, test_slow_rows)
    with concurrent.futures.ThreadPoolExecutor(len(tests)) as pool:  # they mostly wait
        for result in [pool.submit(test) for test in tests]:
            result.result()


NAME = "functions/progress_bar"
require(NAME, host("SELECT 1", stderr=subprocess.PIPE).communicate()[0] == "[(1,)]\n", "/usr/bin/python3 cannot load extensions")
require(NAME, has_terminals(), "no terminals can be made here")
run_tests(NAME, test_all)
