"""bench_retrieval.py - tests/bench/passages/source_retrieval finds by exhaustive alignment what was planted, and that
sql/reuse.sql and the ranking by tf-idf find it, too. Without NumPy and SciPy it says that it skips.
"""
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, run_tests, skip
from databases import rows as ask, run
from planted_passages import fill_with_stops


def bench(*arguments):
    return subprocess.run([sys.executable, "tests/bench/passages/source_retrieval", *arguments], cwd=ROOT, capture_output=True,
                          text=True)


def rows_of(part):
    """{name: the figures in its row}"""
    rows = {}
    for line in part.split("\n"):
        name, figures = line[:28 if "Pruning" in part else 46].strip(), line[28 if "Pruning" in part else 46:].split()
        if line.startswith("  ") and name and figures:
            rows[name] = [figure.replace(",", "") for figure in figures]
    return rows


def test_planted(folder):
    path, kept = os.path.join(folder, "ranked.db"), os.path.join(folder, "kept.db")
    fill_with_stops(path)
    run(path, "reuse.sql")
    asked = ("--articles", "40", "--characters", "1", "--ranked", "40", "--learn", "1", "--keep", kept, path)
    result = bench(*asked)
    check(result.returncode == 0, result.stderr)
    pairs, cases = ask(path, "SELECT count(DISTINCT a * 1000 + b), count(*) FROM reuse")[0]
    check(result.stdout.startswith(f"40 articles, each aligned with all 40: {pairs} pairs share {cases} cases;"),
          result.stdout)
    truth = ask(kept, "SELECT min(a, b), max(a, b), similarity FROM truth ORDER BY 1, 2, 3")
    check(truth == ask(path, "SELECT a, b, similarity FROM reuse ORDER BY a, b, similarity"), f"{truth}")
    pruning, ranking, _ = result.stdout.split("\n\n")[1:4]
    minhash = rows_of(pruning)["MinHash, bounded"]
    share = ask(path, "SELECT candidates FROM reuse_detection")[0][0]
    check(minhash[0] == str(share) and minhash[2:4] == ["1.0000", "1.0000"], f"{minhash}, {share} candidates")
    ranks = rows_of(ranking)
    check(ranks["tf-idf, up to rank 100"][1:3] == ["1.0000", "1.0000"] and
          ranks["tf-idf, up to rank 10"][0] == str(10 * int(ranking.split()[2])), f"{ranks}")
    again = bench(*asked)
    check(again.stdout == result.stdout, "the same again, from what was kept")


def test_retrieval(folder):
    try:
        import numpy, scipy  # pylint: disable=unused-import
        test_planted(folder)
    except ImportError:
        check(bench("nowhere.db").stdout == "skipped: numpy and scipy are not installed\n", "without numpy")
        skip("pipeline/bench_retrieval: NumPy and SciPy are not installed")


run_tests("pipeline/bench_retrieval", test_retrieval)
