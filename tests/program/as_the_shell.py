"""as_the_shell.py - one pipeline in three hosts: `sqlite3 DB < sql/pipeline.sql`, the program and Python leave the same tables
and print the same. What `neardup sql` prints of a command gives the shell what the command prints, byte by byte.

The sample, and a table of products with hostile texts.
"""

import json
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, figure, run_tests
from databases import load, run_job

PROGRAMS = {"sample": os.path.join(ROOT, "build", "neardup"),  # the hostile texts run the same code with sanitizers
            "hostile": os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup")}
ENVIRONMENT = dict(os.environ, NEARDUP_ESCAPE="off", COLUMNS="90")
HOSTILE = ['=SUM(A1:A9) of the kettle, and more', "'quoted' \"twice\" kettle, and more", "a\ttab in the kettle, and more",
           "the kettle |, and more \\", "line one\nline two of the kettle, and more", "the kettle \x1b[31m, and more",
           "der Kessel für 500 €, and more", "電気ケトルは二分で沸きます。", "電気ケトルは三分で沸きます。", "+1 kettle, and more", "-"]
# Words of commands, after which the database stands.
COMMANDS = [["keep", "--list", "--top", "3"], ["keep", "--csv"], ["keep", "--keep", "first", "--drop=likely"], ["export"],
            ["export", "--what", "members"], ["export", "--json"], ["kinds"], ["papers"], ["reuse"], ["report", "-o", "-"],
            ["find", "--json", "--jaccard-least", "0.7"]]
NEAR = [["The storm killed 143 people, and more of the kettle"], ["12-24", "--least", "0.1", "-n3"],
        ["kettle, and more", "--csv", "--least", "0.1"], ["it's a \"kettle\", and more", "--fold", "case", "--shingle=3"]]
compared = 0


def shell(database, *commands, script=None):
    """The output of the shell, in the project's folder."""
    done = subprocess.run(["sqlite3", "-batch", "-bail", database, *commands], cwd=ROOT, env=ENVIRONMENT, capture_output=True,
                          input=script)
    check(done.returncode == 0 and not done.stderr, "sqlite3 %s: %s" % (commands, done.stderr))
    return done.stdout


def neardup(name, *words):
    done = subprocess.run([PROGRAMS[name], *words], cwd="/", env=ENVIRONMENT, capture_output=True)
    check(done.returncode == 0, "neardup %s: %s" % (words, done.stderr))
    return done.stdout


def same(what, expected, found):
    global compared
    compared += 1
    check(expected == found, "%s: the shell prints\n%s\nnot\n%s" % (
        what, expected.decode(errors="replace")[:400], found.decode(errors="replace")[:400]))


def tell_apart(output, folder):
    """Without the lines that tell of stages, which the program writes elsewhere, and the folder of the database."""
    lines = [line for line in output.replace(folder.encode(), b"").split(b"\n") if b" of 4: " not in line]
    return b"\n".join(lines).strip(b"\n")


def test_hosts(folder, name, made):
    """The pipeline by each, on copies of one name."""
    copies = []
    for host in "shell", "program", "python":
        os.mkdir(os.path.join(folder, name + host))
        copies.append(shutil.copy(made, os.path.join(folder, name + host)))
    with open(os.path.join(ROOT, "sql", "pipeline.sql"), "rb") as script:
        printed = shell(copies[0], script=script.read())
    outputs = [printed, neardup(name, copies[1])]
    os.environ.update(ENVIRONMENT)
    run_job(copies[2], "find")
    outputs.append(run_job(copies[2], "summary").encode())
    shell_prints, *others = (tell_apart(output, os.path.dirname(path)) for output, path in zip(outputs, copies))
    for host, other in zip(("the program", "Python"), others):
        same("the pipeline by " + host, shell_prints, other)
    dumps = [shell(path, ".dump") for path in copies]
    same("the tables of the program", dumps[0], dumps[1])
    same("the tables of Python", dumps[0], dumps[2])
    return copies[1]


def test_commands(folder, name, database):
    for words in [[words[0], database, *words[1:]] for words in COMMANDS] + [["near", database, *words] for words in NEAR]:
        script = os.path.join(folder, "statements.sql")
        with open(script, "wb") as file:
            file.write(neardup(name, "sql", *words))
        expected, printed = (output.replace(b"\r", b"").strip(b"\n") for output in (
            neardup(name, *words), shell(database, ".load build/neardup", ".read '%s'" % script)))
        if words[0] in ("find", "reuse"):  # the shell prints what jobs say before, too
            printed = printed[-len(expected):]
        same(" ".join(words), printed, expected)


def test_all(folder):
    hostile = os.path.join(folder, "hostile.jsonl")
    with open(hostile, "w", encoding="utf-8") as file:
        for number in range(60):
            file.write(json.dumps({"id": number, "text": HOSTILE[number % len(HOSTILE)] + " %d" % (number // 22)}) + "\n")
    for name, words in ("sample", ["examples/sample.xml"]), ("hostile", ["--whole", hostile]):
        test_commands(folder, name, test_hosts(folder, name, load(os.path.join(folder, name + ".db"), *words)))
    figure(compared, "outputs of neardup and the shell compared")


run_tests("program/as_the_shell", test_all)
