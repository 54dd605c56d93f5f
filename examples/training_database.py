"""training_database.py - what the examples that train something on a neardup database have in common: they check
before hours of work what could fail at its end, and end with a line that says why.
"""

import os
import pathlib
import shutil
import subprocess
import sys


def stop(message):
    """Ends the program with its name and the message."""
    sys.exit("%s: %s" % (os.path.basename(sys.argv[0]), message))


def shell(database, *statements):
    """The command that runs these in the sqlite3 shell, which can load extensions, unlike many Pythons."""
    return ["sqlite3", "-batch", "-bail", "-init", os.devnull, database, *statements]


def run(database, *statements):
    """Runs them there. The result has the status and the errors."""
    return subprocess.run(shell(database, *statements), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                          encoding="utf-8", errors="replace", check=False)


def prepare(path):
    """Stops unless there is all that the training needs, and adds tables to a database that lacks them."""
    if not shutil.which("sqlite3"):
        stop("needs the program sqlite3")
    if not list(pathlib.Path("build").glob("neardup.*")):
        stop("there is no build/neardup: run `make` first, and this in the project's folder")
    if not os.path.isfile(path):
        stop("%s: is no file; load texts into it first, by build/neardup load FILE %s" % (path, path))
    if not os.access(path, os.W_OK):
        stop("%s: cannot be written" % path)
    made = run(path, ".load build/neardup", "SELECT neardup_run('schema')")
    if made.returncode != 0:
        stop("%s: %s" % (path, made.stderr.strip()))


def show(line, last=False):
    """Redraws the line on a terminal; elsewhere, only a last one is a line."""
    if sys.stderr.isatty():
        print("\r" + line + "\033[K", end="\n" if last else "", file=sys.stderr, flush=True)
    elif last:
        print(line, file=sys.stderr, flush=True)
