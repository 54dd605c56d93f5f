"""bench_peers.py - `make bench-peers` without a network prints the lines of neardup, and for each peer a
line with the reason why it is missing. A stand-in for pip fails in known ways.
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
from counting import check, run_tests
from databases import ROOT, load

# What pip does instead of installing: the registry does not know rensa, the other peers are broken.
PIP = """
import os, sys
if "install" in sys.argv:
    if sys.argv[-1] == "rensa":
        sys.exit("ERROR: No matching distribution found for rensa")
    target = sys.argv[sys.argv.index("--target") + 1]
    os.mkdir(target)
    for module in ("datasketch", "gaoya", "rapidfuzz"):
        with open(os.path.join(target, module + ".py"), "w") as file:
            file.write("raise ImportError('built for another machine')")
"""
MISSING = "raise SystemExit(1)"


def table(*arguments, **environment):
    """The words of each line of the table, by the name of the contestant."""
    result = subprocess.run(["/usr/bin/python3", "tests/bench/contestants/peers", *arguments], cwd=ROOT,
                            capture_output=True, text=True,
                            env=dict(os.environ, RUNS="1", **environment))
    check(result.returncode == 0 and result.stderr == "", f"{arguments}: {result.stderr}")
    return {line[:23].strip(): line[23:].split() for line in result.stdout.splitlines()}


def test_own_lines(database):
    lines = table("--without-peers", database)
    for name in ("neardup, pipeline", "neardup, six lines", "exact, in Python"):
        words = lines.get(name, [])
        # shingles, signatures, pairs, wall, sentences/s, MB, candidates, and recall at 0.6 to 0.9.
        check(len(words) == 11, f"{name}: {words}")
        check(words[7:] == ["1.0000"] * 4, f"{name}: recall {words[7:]}")
    check(float(lines["neardup, pipeline"][6]) >= 1, "each pair was a candidate")
    check(lines.get("rensa, 25 bands") == ["left", "out"], "--without-peers")
    lines = table("--without-peers", "--jaccard", "0.8", database)
    check(lines.get("neardup, pipeline", [])[7:] == ["-", "-", "1.0000", "1.0000"], "--jaccard 0.8")


def write_modules(folder, **texts):
    os.mkdir(folder)
    for name, text in texts.items():
        with open(os.path.join(folder, name + ".py"), "w", encoding="utf-8") as file:
            file.write(text)
    return folder


def test_broken_peers(database, folder):
    modules = write_modules(os.path.join(folder, "stand-in"), pip=PIP)
    lines = table(database, PYTHONPATH=modules, PEERS=os.path.join(folder, "broken"))
    broken = "failed: ImportError: built for another machine"
    expected = {
        "datasketch, default": broken,
        "datasketch, 25 bands": broken,
        "rensa, 25 bands": "not installed: No matching distribution found for rensa",
        "gaoya, 25 bands": broken,
        "rapidfuzz, all pairs *": broken,
    }
    for name, reason in expected.items():
        check(" ".join(lines.get(name, [])) == reason, f"{name}: {lines.get(name)}")
    check(len(lines.get("neardup, pipeline", [])) == 11, "the table has the other lines")
    check(sorted(os.listdir(os.path.join(folder, "broken"))) == ["datasketch", "gaoya", "rapidfuzz"],
          "what was installed is kept, and nothing else")


def test_no_pip(database, folder):
    modules = write_modules(os.path.join(folder, "nothing"), pip=MISSING, venv=MISSING)
    lines = table(database, PYTHONPATH=modules, PEERS=os.path.join(folder, "none"))
    for name in ("datasketch, default", "rensa, 25 bands", "gaoya, 25 bands",
                 "rapidfuzz, all pairs *"):
        check(lines.get(name, [])[:2] == ["not", "installed:"], f"{name}: {lines.get(name)}")


def test_tables(folder):
    database = load(os.path.join(folder, "sample.db"), "examples/sample.xml")
    test_own_lines(database)
    test_broken_peers(database, folder)
    test_no_pip(database, folder)


run_tests("pipeline/bench_peers", test_tables)
