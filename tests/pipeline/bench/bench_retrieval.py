"""bench_retrieval.py - tests/bench/passages/source_retrieval prints what its script does, with VDSH where it can learn it."""
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from counting import check, run_tests
from databases import ROOT, contents, run
from planted_passages import fill_with_stops


def test_retrieval(folder):
    path = os.path.join(folder, "planted.db")
    fill_with_stops(path)
    run(path, "reuse")
    before = contents(path)
    done = subprocess.run([sys.executable, "tests/bench/passages/source_retrieval", "--articles", "9", path], cwd=ROOT,
                          capture_output=True, text=True)
    check(done.returncode == 0 and done.stdout == run(path, "source_retrieval", articles=9), done.stdout + done.stderr)
    check(contents(path) == before, "the database changed")


run_tests("pipeline/bench_retrieval", test_retrieval)
