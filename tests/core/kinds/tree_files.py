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

BIAS = 'one line "bias NUMBER"'

# content, message; no message: it is accepted
CASES = [
    ("# A comment.\n\n  # Another.\nbias -0.41\na_1<?1.5:0 :0.5 b<-1e-7:1 :2 :-3e2\n", None),
    ("bias 0\r\n\t:1\r\na<08:0\t:1   :2", None),
    (":1\nbias 0\n", None),
    (":1\n\n", '2: expected a line "bias NUMBER" in topic.txt, found the end of the file'),
    ("bias\n", f"1: expected {BIAS}, found bias"),
    ("bias 1 2\n", f"1: expected {BIAS}, found bias 1 2"),
    ("bias 1\nbias 1\n", f"2: expected {BIAS}, found bias 1"),
    ("bias nan\n", f"1: expected {BIAS}, found bias nan"),
    *(("bias 1\n%s :1 :2\n" % node, f'2: expected {NODE}, found "{node}"')
      for node in ("a", "A<1:0", "a]<1:0", "<1:0", "a>1:0", "a<1", "a<1:0:0", "a<:0", "a<?:0", "a<1:", ":", "a<??1:0", "a<inf:0",
                   ":.5", ":1};")),
    ("bias 1\na<1:0\n", '2: expected a node for each side of "a<1:0", found the end of the line'),
    ("bias 1\na<1:0 b<2:0 :1 :2\n:3\n", '2: expected a node for each side of "a<1:0", found the end of the line'),
    ("bias 1\na<1:0 :1 b<2:0 :2\n", '2: expected a node for each side of "a<1:0", found the end of the line'),
    ("bias 1\n:1 :2\n", '2: expected the end of the tree, found ":2"'),
    ("bias 1\na<1:0 :1 :2 b<1:0\n", '2: expected the end of the tree, found "b<1:0"'),
]


def generate(*paths):
    return subprocess.run(["sh", KINDS / "trees" / "generate_trees.sh", *paths], capture_output=True, encoding="utf-8", check=False)


def check_messages(folder):
    """Each case is the content of a file and the message; no message: the file is accepted."""
    path = folder / "topic.txt"
    for content, message in CASES:
        path.write_text(content, encoding="utf-8", newline="")
        done = generate(path)
        found = done.returncode, done.stderr.replace(f"{path}:", "").strip()
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
    done = compiled("bias 1\n" + "".join(f"{FIRST}<{i}:0 :1 :2\n" for i in range(4096)))
    check(done.returncode != 0 and "too many questions" in done.stderr, f"4096 questions: {done.stderr[-200:]}")


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
