#!/usr/bin/python3
"""source_language.py - the pipeline judges kinds in the language of the source: 1.300 and 1300 are one
number in German, and two numbers in English, which NULL stands for."""

import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "pipeline")]
from counting import check, finish
from recall import run_pipeline

REST = (" Einwohner, und die meisten wohnen in den niedrigen Häusern hinter dem Deich, den die Bauern des"
        " Ortes nach der großen Flut gebaut haben.")
LINES = ("title\ttext\n"
         f"Lindry\tDer Ort hat nach der letzten Zählung 1.300{REST}\n"
         f"Hestholm\tDer Ort hat nach der letzten Zählung 1300{REST}\n")


def values_in_conflict(language, folder):
    """The values that conflict in the one pair, or None."""
    path = os.path.join(folder, f"{language}.db")
    lines = os.path.join(folder, "lines.tsv")
    pathlib.Path(lines).write_text(LINES, encoding="utf-8")
    options = ["--language", language] if language else []
    subprocess.run(["build/neardup-load", "--quiet", "--format", "tsv", *options, lines, path],
                   cwd=ROOT, check=True)
    run_pipeline(path)
    with sqlite3.connect(path) as db:
        rows = db.execute("SELECT value_a, value_b FROM pair_kind").fetchall()
    check(len(rows) == 1, f"{language}: {len(rows)} pairs")
    return rows[0]


def main():
    with tempfile.TemporaryDirectory() as folder:
        for language, expected in (("de", (None, None)), ("en", ("1.300", "1300")),
                                   (None, ("1.300", "1300")), ("sv", (None, None))):
            found = values_in_conflict(language, folder)
            check(found == expected, f"{language}: {found}")
    return finish("pipeline/source_language")


if __name__ == "__main__":
    sys.exit(main())
