"""as_the_shell.py - neardup prints what SQLite's shell prints for the same scripts, byte by byte.

The sample, a table of products with hostile texts, and an empty database. Each command is compared with the
shell on the script that it runs, in the project's folder, while neardup runs in an empty one. What `neardup sql`
prints gives the same again when the shell runs it.
"""

import filecmp
import json
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, figure, finish

PROGRAMS = {"sample": os.path.join(ROOT, "build", "neardup"),  # the hostile texts run the same code with sanitizers
            "hostile": os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup")}
ENVIRONMENT = dict(os.environ, NEARDUP_ESCAPE="off", COLUMNS="90")
compared = 0

HOSTILE = ['=SUM(A1:A9) of the kettle, and more', "'quoted' \"twice\" kettle, and more", "a\ttab in the kettle, and more",
           "the kettle |, and more \\", "line one\nline two of the kettle, and more", "the kettle \x1b[31m, and more",
           "der Kessel für 500 €, and more", "電気ケトルは二分で沸きます。", "電気ケトルは三分で沸きます。", "+1 kettle, and more", "-"]


def shell(folder, database, *commands):
    """The output of the shell, in the project's folder."""
    done = subprocess.run(["sqlite3", "-batch", "-bail", database, *commands], cwd=ROOT, env=ENVIRONMENT,
                          capture_output=True, check=False)
    check(done.returncode == 0, "sqlite3 %s: %s" % (commands, done.stderr))
    return done.stdout


def neardup(folder, *words):
    program = PROGRAMS[os.path.basename(folder)]
    done = subprocess.run([program, *words], cwd=folder, env=ENVIRONMENT, capture_output=True, check=False)
    check(done.returncode == 0, "neardup %s: %s" % (words, done.stderr))
    return done.stdout


def same(what, expected, found):
    global compared
    compared += 1
    check(expected == found, "%s: the shell prints\n%s\nneardup\n%s" % (
        what, expected.decode(errors="replace")[:400], found.decode(errors="replace")[:400]))


def run_printed(folder, database, *words):
    """What the shell prints of what `neardup sql` prints."""
    statements = os.path.join(folder, "statements.sql")
    with open(statements, "wb") as file:
        file.write(neardup(folder, "sql", *words))
    return shell(folder, database, ".load build/neardup", ".read '%s'" % statements)


def compare(folder, database, words, script, settings=()):
    """One command with the script that it runs, and with what `neardup sql` prints of it."""
    set_all = [".parameter set @%s %s" % item for item in settings]
    expected = shell(folder, database, *set_all, ".read " + script)
    same(" ".join(words), expected, neardup(folder, *words))
    same("neardup sql " + " ".join(words), expected, run_printed(folder, database, *words))


def compare_all(folder, database):
    for words, script, settings in (
            (("keep", "--list", "--top", "3"), "keep_one", (("top", "3"),)),
            (("keep", "--csv"), "keep_one", (("format", "csv"),)),
            (("keep", "--keep", "first", "--drop=likely"), "keep_one",
             (("keep", "first"), ("drop", "likely"), ("format", "csv"))),
            (("export",), "export", ()),
            (("export", "--what", "members"), "export", (("what", "members"),)),
            (("export", "--csv"), "export", (("format", "csv"),)),
            (("export", "--json"), "export", (("format", "jsonl"),))):
        compare(folder, database, (words[0], database, *words[1:]), "sql/analysis/%s.sql" % script, settings)
    compare(folder, database, ("kinds", database), "sql/papers/kind_distribution.sql")
    compare(folder, database, ("papers", database), "sql/papers.sql")
    for text, options, settings in (
            ("The storm killed 143 people, and more of the kettle", (), ()),
            ("12-24", ("--least", "0.1", "-n3"), (("least", "0.1"), ("limit", "3"))),
            ("kettle, and more", ("--csv", "--least", "0.1"), (("least", "0.1"), ("format", "csv"))),
            ("it's a \"kettle\", and more", ("--fold", "case", "--shingle=3"), (("fold", "case"), ("shingle", "3")))):
        compare(folder, database, ("near", database, text, *options), "sql/analysis/near.sql",
                (("text", "\"'%s'\"" % text.replace("'", "''").replace('"', '\\"')), *settings))


def pipeline(folder, database):
    """The pipeline by both, on two copies of one name, and the tables that they leave."""
    for name in ("one", "other"):
        os.mkdir(os.path.join(folder, name))
        shutil.copy(database, os.path.join(folder, name))
    first, second = (os.path.join(folder, name, os.path.basename(database)) for name in ("one", "other"))
    printed = shell(folder, first, ".read sql/pipeline.sql").replace(b"/one/", b"/other/")
    same("the pipeline", printed, neardup(folder, second))
    reuse = shell(folder, first, ".output /dev/null", ".read sql/reuse.sql", ".read sql/reuse_kinds.sql", ".output",
                  ".read sql/reuse_summary.sql").replace(b"/one/", b"/other/")
    same("text reuse", reuse, neardup(folder, "reuse", second))
    same("neardup sql reuse", reuse, run_printed(folder, second, "reuse", second).replace(b"/one/", b"/other/"))
    with_history = os.path.join(folder, "h", "h.db")
    os.mkdir(os.path.dirname(with_history))
    subprocess.run([PROGRAMS["sample"], "load", "--quiet", "--history", os.path.join(ROOT, "examples", "history.xml"), with_history], check=True)
    shell(folder, with_history, ".read sql/pipeline.sql")
    same("neardup history", shell(folder, with_history, ".read sql/history.sql"), neardup(folder, "history", with_history))
    same("the tables", shell(folder, first, ".dump"), shell(folder, second, ".dump"))
    return second


def settings(folder, database):
    """A parameter that changes, for neardup and for the shell."""
    words = (database, "--json", "--jaccard-least", "0.7")
    expected = neardup(folder, *words)
    same("neardup sql with a parameter", expected, run_printed(folder, database, *words))


def reports(folder, database):
    first, second = (os.path.join(folder, name) for name in ("shell.html", "program.html"))
    for pattern in (), ("--papers", "--url", "https://example.org/it's?{id}"):
        with open(first, "wb") as page:
            page.write(run_printed(folder, database, "report", database, *pattern))
        neardup(folder, "report", database, "-o", second, *pattern)
        same("the report", b"", b"" if filecmp.cmp(first, second, False) else b"another page")
    page = neardup(folder, "sql", "report", database)
    check(b"report.css" in page, "neardup sql report prints the script")


def loaded(folder, name, *words):
    database = os.path.join(folder, name + ".db")
    subprocess.run([os.path.join(ROOT, "build", "neardup-load"), "--quiet", *words, database], check=True, cwd=ROOT)
    return database


def main():
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "hostile.jsonl"), "w", encoding="utf-8") as file:
            for number in range(60):
                file.write(json.dumps({"id": number, "text": HOSTILE[number % len(HOSTILE)] + " %d" % (number // 22)}) + "\n")
        for name, words in (("sample", ["examples/sample.xml"]),
                            ("hostile", ["--whole", os.path.join(folder, "hostile.jsonl")])):
            place = os.path.join(folder, name)
            os.mkdir(place)
            database = pipeline(place, loaded(place, name, *words))
            compare_all(place, database)
            reports(place, database)
            settings(place, database)
    figure(compared, "outputs of neardup and the shell compared")
    return finish("program/as_the_shell")


if __name__ == "__main__":
    sys.exit(main())
