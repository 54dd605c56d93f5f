"""bench_vectors.py - tests/bench/said_differently judges the rewrites as it says, and tests/bench/contestants/vector_peers
skips what is missing.
"""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from counting import check, run_tests
from extension import ROOT, open_with
from reference import jaccard

SAME = ("near copy", "light revision", "heavy revision")


def run(script, **environment):
    result = subprocess.run(["/usr/bin/python3", "tests/bench/" + script], cwd=ROOT, capture_output=True, text=True,
                            env={**os.environ, **environment})
    check(result.returncode == 0 and result.stderr == "", script + ": " + result.stderr)
    return result.stdout.split("\n")


def test_said_differently(folder):
    with open(os.path.join(ROOT, "tests", "bench", "learning", "rewrites.jsonl"), encoding="utf-8") as file:
        sources = [json.loads(line) for line in file]
    pairs = [(source["sentence"], text, kind) for source in sources for kind, text in source.items() if kind != "sentence"]
    check(len(pairs) == 5 * len(sources) >= 75 and len({text for _, text, _ in pairs}) == len(pairs), "the rewrites")

    db = open_with()
    fold = lambda text: db.execute("SELECT fold_text(text, 'all') FROM (SELECT ? AS text)", (text,)).fetchone()[0]
    similarity = [float(jaccard(fold(a), fold(b))) for a, b, _ in pairs]
    same = [kind in SAME for *_, kind in pairs]
    wins = [(x > y) + (x == y) / 2 for x, is_same in zip(similarity, same) if is_same
            for y, also in zip(similarity, same) if not also]
    lines = run("said_differently", NEARDUP_SHARED=folder)
    check(lines[0].startswith("Rewrites: %d pairs, %d of which say the same" % (len(pairs), sum(same))), lines[0])
    of = {line[:26].strip(): line[26:].split() for line in lines[2:] if line.startswith("  ")}
    check(of["Jaccard"][0] == "%.3f" % (sum(wins) / len(wins)), "AUC: %s" % of["Jaccard"])
    kinds = [float(share) for share in of["Jaccard"][3:]]
    check(abs(sum(kinds[:3]) / 3 - float(of["Jaccard"][1])) < 0.001, "recall: %s" % of["Jaccard"])
    taken = sum(kinds) * len(sources)
    check(abs(sum(kinds[:3]) * len(sources) / taken - float(of["Jaccard"][2])) < 0.001, "precision")
    check("mean of words" not in of and "Jaccard + tf-idf" in of, "similarities: %s" % list(of))
    check(sum(line.startswith("skipped: ") for line in lines) == 2, "labels that are not here")


def test_vector_peers():
    check(run("contestants/vector_peers", WITHOUT_PEERS="1")[0] == "skipped: numpy and faiss are left out", "without peers")


run_tests("pipeline/bench_vectors", test_said_differently, test_vector_peers)
