"""python_package.py - the package neardup of what make has built, for the tests of it."""

import importlib
import os
import subprocess
import sys

from counting import check
from extension import ROOT

INSTALLED = os.environ.get("NEARDUP_INSTALLED") == "1"  # the package that this Python has is tested


def same(name, got, expected):
    check(got == expected, f"{name}: {got!r}, expected {expected!r}")


def fails(name, error, words, call, *arguments, **keywords):
    """The call raises this error, whose message contains these words."""
    try:
        call(*arguments, **keywords)
        check(False, f"{name}: no {error.__name__}")
    except error as found:
        check(words in str(found), f"{name}: {found}")


def stage(folder, **environment):
    """Makes the package in a folder, and imports it."""
    if not INSTALLED:
        subprocess.run(["sh", "ext/packages/stage.sh", "python", folder], cwd=ROOT, check=True,
                       env={**os.environ, "NEARDUP_MODULE": "build/neardup.so", **environment})
        sys.path.insert(0, folder)
    return importlib.import_module("neardup")


COMMAND = "import sys; from neardup._command import main; main(sys.argv[1:])"


def command(folder, *words, code=COMMAND):
    """Status and output of the command neardup, or of other code, in a folder, in which `package` has the package."""
    done = subprocess.run([sys.executable, "-c", code, *words], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, encoding="utf-8",
                          env={**os.environ, "PYTHONPATH": "" if INSTALLED else os.path.join(folder, "package")})
    return done.returncode, done.stdout
