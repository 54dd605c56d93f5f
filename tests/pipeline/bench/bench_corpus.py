"""bench_corpus.py - the dump of tests/bench/corpus_dump.py holds what the articles say, and tests/bench/growth
runs and finds what it plants. The latter reads the real dumps, and only long checks do it.
"""

import io
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "bench")]
import make_dump
from corpus_dump import write
from counting import LONG, check, run_tests, skip
from databases import load, rows

ARTICLES = [
    {"id": 7, "title": "Salt & Sons", "text": "The firm of Salt & Sons sold ropes. It had 5 < 6 clerks.\n\nIt closed."},
    {"id": 9, "title": "Ötzi \"the\" <b>", "text": "A mummy was found in the ice. People said 7 > 6 & left."},
]


def test_dump(folder):
    dump, db = os.path.join(folder, "dump.xml"), os.path.join(folder, "dump.db")
    with open(dump, "wb") as xml:
        write(io.StringIO("".join(json.dumps(article) + "\n" for article in ARTICLES)), xml)
    read = rows(load(db, dump), """
        SELECT page_id, title, group_concat(text, ' ') FROM (SELECT * FROM sentence ORDER BY id)
          JOIN article ON article.id = article_id GROUP BY page_id ORDER BY page_id""")
    expected = [(each["id"], each["title"], each["text"].replace("\n\n", " ")) for each in ARTICLES]
    check(read == expected, f"{read} for {expected}")


def test_growth():
    if not LONG:
        return None
    if not make_dump.dumps()[0].endswith(".bz2"):
        return skip("pipeline/bench_corpus: growth, because the real dumps are not here")
    result = subprocess.run(["tests/bench/growth"], cwd=ROOT, capture_output=True, text=True,
                            env=dict(os.environ, RUNS="1", SIZES="3000 6000"))
    check(result.returncode == 0, result.stderr[-500:])
    check("those of the first paper, extrapolated from 6,000" in result.stdout, "the extrapolation")
    found = re.findall(r"^ +[36],000 ((?: +[01]\.\d{4} \([01]\.\d{4}\)){5}) +(\d+) ", result.stdout, re.MULTILINE)
    check(len(found) == 2, "a line for each size")
    for shares, beyond in found:
        numbers = [float(number) for number in re.findall(r"[01]\.\d{4}", shares)]
        near = all(abs(a - b) < 0.2 for a, b in zip(numbers[::2], numbers[1::2]))
        check(near, f"found as expected: {shares}")
        check(beyond == "0", f"{beyond} pairs that were not planted")
    return None


run_tests("pipeline/bench_corpus", test_dump, test_growth)
