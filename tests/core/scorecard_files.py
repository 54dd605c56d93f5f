#!/usr/bin/python3
"""scorecard_files.py - scorecards become C, and a mistake in one ends the build with a message that names
its line."""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
from counting import check, finish

KINDS = ROOT / "ext" / "core" / "kinds"
GENERATOR = KINDS / "scorecards" / "generate_scorecards.sh"
COMPILER = [*shlex.split(os.environ.get("CC", "cc")), "-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
            "-I" + str(ROOT / "ext" / "core")]
NAMES = re.findall(r"^    feature_(?!count\b)(\w+),", (KINDS / "features.h").read_text(encoding="utf-8"),
                   re.MULTILINE)
FIRST, SECOND = NAMES[:2]

# file name, content, message; no message: it is accepted
CASES = [
    ("topic.txt", "# A comment.\n\n  # Another.\nbias -0.41\na_1 unknown 0.5 0.71 | 1.5 | 0.22|3.5|-0.64\n", None),
    ("topic.txt", "bias 0\r\n\ta 1\r\nb unknown -1 2\r\nc 1 |-1e-7| 2 |0| 3 |08| 4", None),
    ("topic.txt", "", 'topic.txt:0: expected a line "bias NUMBER", found the end of the file'),
    ("topic.txt", "a 1\n\n", 'topic.txt:2: expected a line "bias NUMBER", found the end of the file'),
    ("topic.txt", "bias\n", "topic.txt:1: expected a number, found the end of the line"),
    ("topic.txt", "bias 1 2\n", 'topic.txt:1: expected one number as the bias, found "2" after it'),
    ("topic.txt", "bias 1\nbias 1\n", 'topic.txt:2: expected one line for "bias", found another, line 1'),
    ("topic.txt", "bias 1\na 1\nb 1\na 2\n", 'topic.txt:4: expected one line for "a", found another, line 2'),
    ("topic.txt", "bias 1\nA 1\n", 'topic.txt:2: expected "bias" or the name of a feature, found "A"'),
    ("topic.txt", "bias 1\na] 1\n", 'topic.txt:2: expected "bias" or the name of a feature, found "a]"'),
    ("topic.txt", "bias 1\na\n", "topic.txt:2: expected a number, found the end of the line"),
    ("topic.txt", "bias 1\na unknown\n", "topic.txt:2: expected a number, found the end of the line"),
    ("topic.txt", "bias 1\na unknown 1\n", "topic.txt:2: expected a number, found the end of the line"),
    ("topic.txt", "bias 1\na 1 2\n", 'topic.txt:2: expected a threshold between bars, found "2"'),
    ("topic.txt", "bias 1\na 1 |2 3\n", 'topic.txt:2: expected a threshold between bars, found "3"'),
    ("topic.txt", "bias 1\na 1 |2\n", "topic.txt:2: expected a threshold between bars, found the end of the line"),
    ("topic.txt", "bias 1\na 1 |2|\n", "topic.txt:2: expected a number, found the end of the line"),
    ("topic.txt", "bias 1\na 1 || 2\n", 'topic.txt:2: expected a number, found "|"'),
    ("topic.txt", "bias 1\na 1 |2| 1 |2| 0\n", "topic.txt:2: expected a threshold above 2, found 2"),
    ("topic.txt", "bias 1\na 1 |10| 1 |9| 0\n", "topic.txt:2: expected a threshold above 10, found 9"),
    ("topic.txt", "bias +1\n", 'topic.txt:1: expected a number, found "+1"'),
    ("topic.txt", "bias .5\n", 'topic.txt:1: expected a number, found ".5"'),
    ("topic.txt", "bias 0x1\n", 'topic.txt:1: expected a number, found "0x1"'),
    ("topic.txt", "bias nan\n", 'topic.txt:1: expected a number, found "nan"'),
    ("topic.txt", "bias 1}; int x = {2\n", 'topic.txt:1: expected a number, found "1};"'),
    ("topic.txt", "bias -1e999\n", "topic.txt:1: expected a number of at most 1e300, found -1e999"),
    ("Topic.txt", "bias 1\n", 'Topic.txt:0: expected a file named NAME.txt in small letters, found "Topic.txt"'),
]


def generate(*paths):
    return subprocess.run(["sh", GENERATOR, *paths], capture_output=True, encoding="utf-8", check=False)


def test_messages(folder):
    for name, content, message in CASES:
        path = folder / name
        path.write_text(content, encoding="utf-8", newline="")
        done = generate(path)
        found = done.returncode, done.stderr.replace(f"{folder}/", "").strip()
        expected = (1, message) if message else (0, "")
        check(found == expected, f"{content!r}: expected {expected}, found {found}")


def compile_card(folder, content):
    (folder / "topic.txt").write_text(content, encoding="utf-8")
    (folder / "card.c").write_text(generate(folder / "topic.txt").stdout, encoding="utf-8")
    return subprocess.run([*COMPILER, "-fsyntax-only", folder / "card.c"], capture_output=True,
                          encoding="utf-8", check=False)


def test_names(folder):
    done = compile_card(folder, f"bias -1\n{FIRST} unknown 1 010 |08| 2\n{SECOND} 1\n")
    check(done.returncode == 0, f"names of features.h compile: {done.stderr}")
    done = compile_card(folder, f"bias -1\n{FIRST} 1\nno_such_feature 1\n")
    check(done.returncode != 0 and re.search(r"topic\.txt:3\b.*no_such_feature", done.stderr),
          f"an unknown name is an error of its line: {done.stderr}")
    done = compile_card(folder, "bias -1\n")
    check(done.returncode == 0, f"a bias alone compiles: {done.stderr}")


def test_first_mistake_ends(folder):
    good, bad = folder / "good.txt", folder / "bad.txt"
    good.write_text("bias 1\n", encoding="utf-8")
    bad.write_text("bias\n", encoding="utf-8")
    check(generate(good, good).returncode == 0, "two files")
    check(generate(bad, good).returncode == 1, "a mistake in the first of two files")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for test in (test_messages, test_names, test_first_mistake_ends):
            test(pathlib.Path(folder))
    return finish("core/scorecard_files")


if __name__ == "__main__":
    sys.exit(main())
