"""hostile_terminal.py - no escape of a text, a title, a key, a name of a file or of a table, or of anything else that is
given reaches the terminal, whatever the command; the program's own styles do. What goes into a pipe stays as it is.

  (1) Each command prints on a terminal what has escapes in every field: those of colours, which the program uses itself, of
      titles of windows, in one byte (C1), and overrides of direction.
  (2) None of these is among what it wrote, nor any other control character. Something of the texts is.
  (3) Standard error never has any, also where it is no terminal.
"""

import csv
import os
import re
import sqlite3
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, figure, require, run_tests
from terminal import has_terminals, on_terminal

BUILT = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"))
NEARDUP, LOADER = os.path.join(BUILT, "neardup"), os.path.join(BUILT, "neardup-load")
ENVIRONMENT = {**{name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "NEARDUP_ESCAPE", "COLUMNS")},
               "TERM": "xterm"}
EVIL = "\x1b[31mEVIL\x1b]0;EVIL\x07\x1b[1mEVIL\x9b2JEVIL\u202eEVIL"
NAME = "\x1b[31mEVIL\u202e"  # of files and tables
CONTROL = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200b\u2028-\u202e\u2060-\u206f\ufeff]|\r(?![\r\n])"
STYLE = r"\x1b\[(?:0|1|2|31|32)m(?!EVIL)"
STORM = "{}The storm reached the coast on the ninth of May and killed {} people in the town."
COPY = ("{}The lighthouse of the northern cape was built of white stone by the men of the village, who carried each block "
        "up the path with ropes and wooden sledges through the winter, so that the keeper could light the lamp in spring. ")


def page(number, title, *texts):
    revisions = "".join(f"<revision><id>{10 * number + at}</id><timestamp>200{at}-01-01T00:00:00Z</timestamp><contributor>"
                        f"<username>{clean(EVIL)}</username><id>7</id></contributor><comment>{clean(EVIL)}</comment>"
                        f"<text>{text}</text></revision>" for at, text in enumerate(texts))
    return f"<page><title>{title}</title><ns>0</ns><id>{number}</id>{revisions}</page>"


def clean(text):
    """XML has no escapes, and a title of a page no brackets."""
    return re.sub("[\x00-\x1f\\[\\]]", "", text)


def write_files(folder):
    def table(name, texts):
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["id", "text", "title", "time", "price" + EVIL]] + [
                [f"{EVIL}{number}", text, f"{EVIL}{number % 3}", "2020-01-01" + EVIL, EVIL] for number, text in enumerate(texts)])

    table(f"{NAME}.csv", [STORM.format(EVIL, number) for number in (143, 134, 143, 134, 120)]
          + [STORM.format("", 143) + EVIL] + [COPY.format(EVIL) * 3] * 2)
    table(f"new{NAME}.csv", [STORM.format(EVIL, number) for number in (143, 150)] + ["Something" + EVIL])
    dump = ("<mediawiki><siteinfo><sitename>W</sitename><base>https://en.wikipedia.org/wiki/X</base></siteinfo>"
            + "".join(page(number, f"P{number}{clean(EVIL)}",
                           *(f"== {clean(EVIL)} ==\n{{{{Infobox {clean(EVIL)}|a={clean(EVIL)}}}}}\n"
                             + STORM.format(clean(EVIL), killed + at) + " " + COPY.format(clean(EVIL)) * 3
                             for at in range(2 if number == 1 else 1)))
                      for number, killed in ((1, 143), (2, 143), (3, 143), (4, 134))) + "</mediawiki>")
    with open(os.path.join(folder, "wiki.xml"), "w", encoding="utf-8") as file:
        file.write(dump)
    db = sqlite3.connect(os.path.join(folder, f"{NAME}.mine"))
    db.execute(f'CREATE TABLE "t{NAME}" (id INTEGER PRIMARY KEY, "x{NAME}" TEXT)')
    db.executemany(f'INSERT INTO "t{NAME}" VALUES (?, ?)', [(n, STORM.format(EVIL, 140 + n // 2)) for n in range(6)])
    db.commit()
    db.close()


# The words of each command, and whether it must print some of the texts on its output.
COMMANDS = [
    ([f"{NAME}.csv", "--carry", "price" + EVIL], True), ([f"{NAME}.db"], True), ([f"{NAME}.db", "--csv"], True),
    ([f"{NAME}.db", "--json"], True), (["near", f"{NAME}.db", STORM.format(EVIL, 143)], True),
    (["near", f"{NAME}.db", STORM.format(EVIL, 143), "--csv"], True), (["near", f"{NAME}.db", STORM.format(EVIL, 143), "--json"], True),
    (["keep", f"{NAME}.db", "--list"], True), (["keep", f"{NAME}.db", "--csv"], True), (["keep", f"{NAME}.db", "--json"], True),
    (["keep", f"{NAME}.db", "--keep", EVIL], False), (["kinds", f"{NAME}.db"], False), (["papers", f"{NAME}.db"], True),
    (["tables", f"{NAME}.db"], True), (["reuse", f"{NAME}.db"], True), (["export", f"{NAME}.db"], True),
    (["export", f"{NAME}.db", "--json"], True), (["export", f"{NAME}.db", "--what", "members"], True),
    (["review", f"{NAME}.db", "--judge", "A" + EVIL], True),
    (["review", f"{NAME}.db", "--judge", "A" + EVIL, "--sample", "3"], True), (["verdicts", f"{NAME}.db"], False), (["learn", f"{NAME}.db"], False),
    (["drill", f"{NAME}.db"], False),
    (["report", f"{NAME}.db", "-o", "-"], True), (["report", f"{NAME}.db", f"{NAME}.html"], False), (["check", f"{NAME}.db"], False),
    (["add", f"{NAME}.db", f"new{NAME}.csv"], True), (["across", f"{NAME}.db", "1", "2"], True),
    (["across", f"{NAME}.db", EVIL, "2"], False), (["--history", "wiki.xml"], True), (["history", "wiki.db"], True),
    (["tables", "wiki.db"], False), (["papers", "wiki.db"], True), (["watch", "watched.db", "--replay", "wiki.xml"], True),
    ([f"{NAME}.mine", f"t{NAME}", f"x{NAME}"], True), ([f"{NAME}.mine", f"t{NAME}", f"x{NAME}", "--csv"], True),
    (["index", f"{NAME}.mine", f"t{NAME}", f"x{NAME}"], True), (["near", f"{NAME}.mine", STORM.format(EVIL, 143)], True),
    (["check", f"{NAME}.mine"], False), (["sql", "near", f"{NAME}.db", EVIL], True), (["sql", f"{NAME}.csv"], True),
    (["load", f"{NAME}.csv", f"loaded{NAME}.db"], False), (["load", f"{NAME}.none", "x.db"], False),
    (["load", "--format", EVIL, f"{NAME}.csv", "x.db"], False), ([f"{NAME}.none"], False), (["find", "--x" + EVIL], False),
    (["help", EVIL], False), (["completion", EVIL], False), (["keep", f"{NAME}.db", "--top", EVIL], False),
    (["help"], False), (["help", "find"], False), (["version"], False), (["completion", "bash"], False),
]


def shown(words):
    return " ".join(words).encode("unicode_escape").decode()[:80]


def test_commands(folder):
    used, tried = set(re.findall(r'\{in_\w+, "(\w+)"', read("loader/program/commands.c"))), set()
    for words, prints in COMMANDS:
        tried.add(words[0])
        process, written = on_terminal(90, [NEARDUP, *words], "stdout", cwd=folder, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, encoding="utf-8")
        errors = process.stderr.read()
        process.stderr.close()
        bare = re.sub(STYLE, "", written)
        found = re.search(CONTROL, bare)
        check(not found, f"{shown(words)}: prints {found and bare[max(found.start() - 60, 0):found.end() + 20]!r}")
        check("EVIL" in bare or not prints, f"{shown(words)}: prints nothing of the texts: {bare[-300:]!r} {errors!r}")
        found = re.search(CONTROL, errors)
        check(not found, f"{shown(words)}: says {errors!r}")
    figure(len(COMMANDS), "commands on a terminal")
    check(len(used) > 10 and used <= tried, f"not tried: {used - tried}")
    process, written = on_terminal(90, [NEARDUP, f"{NAME}.db"], "stdout", cwd=folder, env=ENVIRONMENT, encoding="utf-8")
    check("\x1b[1mWhat was found\x1b[0m" in written and "\ufffd[31mEVIL" in written, f"styles: {written[:300]!r}")


def test_pipes(folder):
    """What goes into a pipe or a file is what the texts are."""
    for words in ([f"{NAME}.db", "--csv"], ["export", f"{NAME}.db"], ["keep", f"{NAME}.db", "--csv"]):
        done = subprocess.run([NEARDUP, *words], cwd=folder, env=ENVIRONMENT, capture_output=True, encoding="utf-8")
        check(EVIL in done.stdout, f"{shown(words)}: into a pipe: {done.stdout[:300]!r} {done.stderr!r}")
        done, _ = on_terminal(90, [NEARDUP, *words, "-o", "out.csv"], "stdout", cwd=folder, env=ENVIRONMENT)
        check(EVIL in read(os.path.join(folder, "out.csv")), f"{shown(words)}: into a file")


def test_loader(folder):
    """On a terminal it draws a line, which begins with a return and is erased, and nothing else."""
    for words in ([f"{NAME}.csv", "new.db"], [f"{NAME}.csv", "new.db"], ["--carry", EVIL, f"{NAME}.csv", "new.db"],
                  ["wiki.xml", f"{NAME}.db"], ["--x" + EVIL]):
        _, written = on_terminal(90, [LOADER, *words], cwd=folder, env=ENVIRONMENT, stdout=subprocess.DEVNULL)
        found = re.search(CONTROL, written.replace("\r\x1b[K", "").replace("\x1b[K", "").replace("\r", ""))
        check(not found, f"neardup-load {shown(words)}: {written!r}")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8", newline="") as file:
        return file.read()


def test_all(folder):
    write_files(folder)
    test_commands(folder)
    test_pipes(folder)
    test_loader(folder)


require("program/hostile_terminal", has_terminals(), "no terminal can be made here")
run_tests("program/hostile_terminal", test_all)
