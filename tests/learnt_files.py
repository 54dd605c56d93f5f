"""learnt_files.py - generators of C from scorecards and trees, for the tests of both."""

import os
import pathlib
import re
import shlex
import subprocess

from counting import check

ROOT = pathlib.Path(__file__).resolve().parents[1]
KINDS = ROOT / "ext" / "core" / "kinds"
COMPILER = [*shlex.split(os.environ.get("CC", "cc")), "-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
            "-I" + str(ROOT / "ext" / "core")]
# Of `enum feature`, in order.
NAMES = re.findall(r"\bX\((\w+)\)", (KINDS / "features.h").read_text(encoding="utf-8"))


def generate(generator, *paths):
    return subprocess.run(["sh", generator, *paths], capture_output=True, encoding="utf-8", check=False)


def check_messages(generator, folder, cases):
    """Each case is a file name, its content and the message; no message: the file is accepted."""
    for name, content, message in cases:
        path = folder / name
        path.write_text(content, encoding="utf-8", newline="")
        done = generate(generator, path)
        found = done.returncode, done.stderr.replace(f"{folder}/", "").strip()
        expected = (1, message) if message else (0, "")
        check(found == expected, f"{content[:200]!r}: expected {expected}, found {found}")


def check_names(generator, folder, good, bad, flags=()):
    """Names of features.h compile; `bad` names no_such_feature in line 3."""
    def compiled(content):
        (folder / "topic.txt").write_text(content, encoding="utf-8")
        (folder / "learnt.c").write_text(generate(generator, folder / "topic.txt").stdout, encoding="utf-8")
        return subprocess.run([*COMPILER, *flags, "-fsyntax-only", folder / "learnt.c"], capture_output=True,
                              encoding="utf-8", check=False)
    done = compiled(good)
    check(done.returncode == 0, f"names of features.h compile: {done.stderr}")
    done = compiled(bad)
    check(done.returncode != 0 and re.search(r"topic\.txt:3\b.*no_such_feature", done.stderr),
          f"an unknown name is an error of its line: {done.stderr}")
    done = compiled("bias -1\n")
    check(done.returncode == 0, f"a bias alone compiles: {done.stderr}")


def check_first_mistake_ends(generator, folder):
    good, bad = folder / "good.txt", folder / "bad.txt"
    good.write_text("bias 1\n", encoding="utf-8")
    bad.write_text("bias\n", encoding="utf-8")
    check(generate(generator, good, good).returncode == 0, "two files")
    check(generate(generator, bad, good).returncode == 1, "a mistake in the first of two files")
