"""source_language.py - the pipeline judges kinds in the language of the source or of the row, or in that of the words
themselves: 1.300 and 1300 are one number in German, and two numbers in English."""

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
    for language, expected in (("de", (None, None)), ("en", ("1.300", "1300")), (None, (None, None)),
                               ("sv", (None, None))):
        path = os.path.join(folder, f"{language}.db")
        load(path, "--format", "tsv", *(["--language", language] if language else []), "-", lines=LINES)
        run(path, "find")
        found = rows(path, "SELECT value_a, value_b FROM pair_kind")
        check(found == [expected], f"{language}: {found}")


def test_rows(folder):
    """Each row may name its language. If those of two rows differ, their words decide, as if none was named."""
    cases = [("de", "de", True), ("en", "en", False), ("en", "EN-gb", False), ("en", "de", True), ("de", "", True),
             ("", "", False), ("xx", "xx", True), ("中文", "en", False)]
    for a, b, agree in cases:
        path = os.path.join(folder, "rows.db")
        rows_of = zip((a, b), LINES.splitlines()[1:])
        lines = "in\t" + LINES.splitlines()[0] + "\n" + "".join(f"{language}\t{line}\n" for language, line in rows_of)
        load(path, "--format", "tsv", "--columns", "language=in", "--language", "en", "-", lines=lines)
        run(path, "find")
        found = rows(path, "SELECT value_a, value_b FROM pair_kind")
        check(found == [(None, None) if agree else ("1.300", "1300")], f"rows in {a} and {b}: {found}")
        kept = [language for language, in rows(path, "SELECT language FROM article_language ORDER BY article_id")]
        check(kept == [language for language in (a, b) if language.isascii() and language], f"{a}, {b}: {kept}")
        os.remove(path)


def test_sentences_of_rows(folder):
    """Sentences end by the rules of the language that a row names, and else by those of the file."""
    path = os.path.join(folder, "sentences.db")
    lines = ["Er kam z. B. Am Abend an.", "Er kam z. B. Am Abend an."]
    load(path, "--format", "jsonl", "--split", "--columns", "language=in", "--language", "fr", "-", lines="".join(
        f'{{"text": "{line}", "in": {language}}}\n' for line, language in zip(lines, ('"de-AT"', "null"))))
    found = rows(path, "SELECT article_id, count(*) FROM sentence GROUP BY 1")
    check(found == [(1, 1), (2, 2)], f"sentences: {found}")


run_tests("pipeline/source_language", test_languages, test_rows, test_sentences_of_rows)
