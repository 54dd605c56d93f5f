#!/usr/bin/python3
"""tree_files.py - trees become C, and a mistake in one ends the build with a message that names its line."""

import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "tests"))
from counting import check, finish

COMPILER = [*shlex.split(os.environ.get("CC", "cc")), "-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
            "-Werror", "-I" + str(ROOT / "ext" / "core")]
KINDS = ROOT / "ext" / "core" / "kinds"
# Of `enum feature`, in order.
NAMES = re.findall(r"\bX\((\w+)\)", (KINDS / "features.h").read_text(encoding="utf-8"))
FIRST, SECOND = NAMES[:2]
NODE = "a node, FEATURE<THRESHOLD:VALUE or :VALUE"

# file name, content, message; no message: it is accepted
CASES = [
    ("topic.txt", "# A comment.\n\n  # Another.\nbias -0.41\na_1<?1.5:0 :0.5 b<-1e-7:1 :2 :-3e2\n", None),
    ("topic.txt", "bias 0\r\n\t:1\r\na<08:0\t:1   :2", None),
    ("topic.txt", ":1\nbias 0\n", None),
    ("topic.txt", "", 'topic.txt:0: expected a line "bias NUMBER", found the end of the file'),
    ("topic.txt", ":1\n\n", 'topic.txt:2: expected a line "bias NUMBER", found the end of the file'),
    ("topic.txt", "bias\n", "topic.txt:1: expected a number, found the end of the line"),
    ("topic.txt", "bias 1 2\n", 'topic.txt:1: expected one number as the bias, found "2" after it'),
    ("topic.txt", "bias 1\nbias 1\n", 'topic.txt:2: expected one line for "bias", found another, line 1'),
    ("topic.txt", "bias +1\n", 'topic.txt:1: expected a number, found "+1"'),
    ("topic.txt", "bias nan\n", 'topic.txt:1: expected a number, found "nan"'),
    ("topic.txt", "bias 1}; int x = {2\n", 'topic.txt:1: expected a number, found "1};"'),
    ("topic.txt", "bias -1e999\n", "topic.txt:1: expected a number of at most 1e300, found -1e999"),
    ("topic.txt", "bias 1\na 1\n", f'topic.txt:2: expected {NODE}, found "a"'),
    ("topic.txt", "bias 1\nA<1:0 :1 :2\n", f'topic.txt:2: expected {NODE}, found "A<1:0"'),
    ("topic.txt", "bias 1\na]<1:0 :1 :2\n", f'topic.txt:2: expected {NODE}, found "a]<1:0"'),
    ("topic.txt", "bias 1\n<1:0 :1 :2\n", f'topic.txt:2: expected {NODE}, found "<1:0"'),
    ("topic.txt", "bias 1\na>1:0 :1 :2\n", f'topic.txt:2: expected {NODE}, found "a>1:0"'),
    ("topic.txt", "bias 1\na<1 :1 :2\n", f'topic.txt:2: expected {NODE}, found "a<1"'),
    ("topic.txt", "bias 1\na<1:0:0 :1 :2\n", f'topic.txt:2: expected {NODE}, found "a<1:0:0"'),
    ("topic.txt", "bias 1\na<1:0 1 :2\n", f'topic.txt:2: expected {NODE}, found "1"'),
    ("topic.txt", "bias 1\na<:0 :1 :2\n", 'topic.txt:2: expected a number, found none in "a<:0"'),
    ("topic.txt", "bias 1\na<?:0 :1 :2\n", 'topic.txt:2: expected a number, found none in "a<?:0"'),
    ("topic.txt", "bias 1\na<1: :1 :2\n", 'topic.txt:2: expected a number, found none in "a<1:"'),
    ("topic.txt", "bias 1\n:\n", 'topic.txt:2: expected a number, found none in ":"'),
    ("topic.txt", "bias 1\na<??1:0 :1 :2\n", 'topic.txt:2: expected a number, found "?1"'),
    ("topic.txt", "bias 1\na<<1:0 :1 :2\n", 'topic.txt:2: expected a number, found "<1"'),
    ("topic.txt", "bias 1\na<inf:0 :1 :2\n", 'topic.txt:2: expected a number, found "inf"'),
    ("topic.txt", "bias 1\na<1:0 :1 :.5\n", 'topic.txt:2: expected a number, found ".5"'),
    ("topic.txt", "bias 1\na<1e301:0 :1 :2\n", "topic.txt:2: expected a number of at most 1e300, found 1e301"),
    ("topic.txt", "bias 1\ncount<1:0 :1 :2\n", 'topic.txt:2: expected the name of a feature, found "count"'),
    ("topic.txt", "bias 1\na<1:0\n", 'topic.txt:2: expected a node below "a<1:0", found the end of the line'),
    ("topic.txt", "bias 1\na<1:0 :1\n", 'topic.txt:2: expected a node below "a<1:0", found the end of the line'),
    ("topic.txt", "bias 1\na<1:0 b<2:0 :1 :2\n:3\n",
     'topic.txt:2: expected a node below "a<1:0", found the end of the line'),
    ("topic.txt", "bias 1\na<1:0 :1 b<2:0 :2\n",
     'topic.txt:2: expected a node below "b<2:0", found the end of the line'),
    ("topic.txt", "bias 1\n:1 :2\n", 'topic.txt:2: expected the end of the tree, found ":2"'),
    ("topic.txt", "bias 1\na<1:0 :1 :2 b<1:0\n", 'topic.txt:2: expected the end of the tree, found "b<1:0"'),
    ("topic.txt", "bias 1\n" + "a<1:0 :1 " * 511 + ":2\n", None),
    ("topic.txt", "bias 1\n" + "a<1:0 :1 " * 512 + ":2\n",
     "topic.txt:2: expected at most 1023 nodes in a tree, found 1025"),
    ("topic.txt", "bias 1\n" + "".join(f"a<{i}:0 :1 a<?1:0 :2 :3\n" for i in range(4094)), None),
    ("topic.txt", "bias 1\n" + "".join(f"a<{i}:0 :1 a<?1:0 :2 :3\n" for i in range(4095)),
     "topic.txt:4096: expected at most 4095 different questions, found another"),
    ("Topic.txt", "bias 1\n", 'Topic.txt:0: expected a file named NAME.txt in small letters, found "Topic.txt"'),
]


def generate(*paths):
    return subprocess.run(["sh", KINDS / "trees" / "generate_trees.sh", *paths], capture_output=True, encoding="utf-8", check=False)


def check_messages(folder):
    """Each case is a file name, its content and the message; no message: the file is accepted."""
    for name, content, message in CASES:
        path = folder / name
        path.write_text(content, encoding="utf-8", newline="")
        done = generate(path)
        found = done.returncode, done.stderr.replace(f"{folder}/", "").strip()
        expected = (1, message) if message else (0, "")
        check(found == expected, f"{content[:200]!r}: expected {expected}, found {found}")


def check_names(folder, good, bad):
    """Names of features.h compile; `bad` names no_such_feature in line 3."""
    def compiled(content):
        (folder / "topic.txt").write_text(content, encoding="utf-8")
        (folder / "learnt.c").write_text(generate(folder / "topic.txt").stdout, encoding="utf-8")
        return subprocess.run([*COMPILER, "-fsyntax-only", folder / "learnt.c"], capture_output=True,
                              encoding="utf-8", check=False)
    done = compiled(good)
    check(done.returncode == 0, f"names of features.h compile: {done.stderr}")
    done = compiled(bad)
    check(done.returncode != 0 and re.search(r"topic\.txt:3\b.*no_such_feature", done.stderr),
          f"an unknown name is an error of its line: {done.stderr}")
    done = compiled("bias -1\n")
    check(done.returncode == 0, f"a bias alone compiles: {done.stderr}")


def check_first_mistake_ends(folder):
    good, bad = folder / "good.txt", folder / "bad.txt"
    good.write_text("bias 1\n", encoding="utf-8")
    bad.write_text("bias\n", encoding="utf-8")
    check(generate(good, good).returncode == 0, "two files")
    check(generate(bad, good).returncode == 1, "a mistake in the first of two files")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_messages(folder)
        check_names(folder, f"bias -1\n{FIRST}<010:0 :08 {SECOND}<?1:0 :1 :2\n:3\n",
                    f"bias -1\n{FIRST}<1:0 :1 :2\n{FIRST}<1:0 :1 no_such_feature<1:0 :2 :3\n")
        check_first_mistake_ends(folder)
    return finish("core/tree_files")


if __name__ == "__main__":
    sys.exit(main())
