"""source_language.py - the pipeline judges kinds in the language of the source: 1.300 and 1300 are one
number in German, and two numbers in English, which NULL stands for."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, run_tests
from databases import load, rows, run

REST = (" Einwohner, und die meisten wohnen in den niedrigen Häusern hinter dem Deich, den die Bauern des"
        " Ortes nach der großen Flut gebaut haben.")
LINES = ("title\ttext\n"
         f"Lindry\tDer Ort hat nach der letzten Zählung 1.300{REST}\n"
         f"Hestholm\tDer Ort hat nach der letzten Zählung 1300{REST}\n")


def test_languages(folder):
    for language, expected in (("de", (None, None)), ("en", ("1.300", "1300")), (None, ("1.300", "1300")),
                               ("sv", (None, None))):
        path = os.path.join(folder, f"{language}.db")
        load(path, "--format", "tsv", *(["--language", language] if language else []), "-", lines=LINES)
        run(path, "pipeline.sql")
        found = rows(path, "SELECT value_a, value_b FROM pair_kind")
        check(found == [expected], f"{language}: {found}")


run_tests("pipeline/source_language", test_languages)
