"""choose_parameters.py - sql/analysis/choose_parameters.sql: the parameters that it chooses reach
the recall, by the formula in exact fractions, and no others that reach it are cheaper, among those
it lists and among all up to 1,024 bands and 20 rows.
"""

import os
import sys
from fractions import Fraction

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, run_tests
from databases import call, read_script, rows, run, sample, shell

LIST = "SELECT bands, rows, signatures, candidates, seconds FROM banding"
# What the list is made from: the first tables of its statement.
MADE_FROM = "WITH " + read_script("choose_parameters.sql").partition("WITH RECURSIVE ")[2].partition(", tried")[0]
MARK = "end of this"
BANDS, ROWS = 1024, 20


def chosen(path, settings):
    """What the script prints; and its list, likeness and costs as rows of words."""
    tables = [LIST, MADE_FROM + " SELECT * FROM likeness", MADE_FROM + " SELECT * FROM cost, wanted"]
    _, *tables = run(path, "schema", "find", "views.sql", call("choose_parameters.sql", **settings),
                     *("SELECT '%s'; %s;" % (MARK, t) for t in tables)).split(MARK + "\n")
    return run(path, "choose_parameters", **settings), *([line.split("|") for line in t.splitlines()] for t in tables)


def probability(similarity, bands, rows):
    return 1 - (1 - similarity**rows) ** bands


def cost(bands, rows, likeness, costs):
    hash, signature, candidate, _, _, texts, shingles, _ = map(float, costs)
    candidates = sum(pairs * probability(s, bands, rows) for s, pairs in likeness)
    return candidates, 1e-9 * (hash * bands * rows * shingles * texts + signature * bands * texts
                               + candidate * candidates)


def test_choice(path, settings):
    what = "%s: " % settings
    printed, sets, likeness, (costs,) = chosen(path, settings)
    likeness = [(float(s), float(pairs)) for s, pairs in likeness]
    similarity, recall = Fraction(costs[3]), Fraction(costs[4])
    sets = [(int(b), int(r), int(g), float(c), float(t)) for b, r, g, c, t in sets]
    check(len({rows for _, rows, _, _, _ in sets}) == len(sets) > 0, what + "one set for each row")
    for bands, rows, signatures, candidates, seconds in sets:
        check(probability(similarity, bands - 1, rows) < recall
              <= probability(similarity, bands, rows) + Fraction(1, 10**15),
              what + "%d bands of %d are the fewest that reach the recall" % (bands, rows))
        check(signatures == bands * int(costs[5]), what + "signatures")
        found = cost(bands, rows, likeness, costs)
        check(abs(found[0] - candidates) <= 1e-9 * candidates, what + "candidates")
        check(abs(found[1] - seconds) <= 1e-9 * seconds, what + "seconds")
    best = min((cost(bands, rows, likeness, costs)[1], bands, rows)
               for rows in range(1, ROWS + 1) for bands in range(1, BANDS + 1)
               if probability(float(similarity), bands, rows) >= recall)
    check(sets == sorted(sets, key=lambda row: (row[4], row[0])), what + "the cheapest comes first")
    check(sets[0][:2] == best[1:], what + "%s is cheaper than %s" % (best, sets[0]))
    update = "UPDATE parameters SET bands = %d, rows = %d," % sets[0][:2]
    check(update in printed, what + "it says how to use this choice")
    return printed, sets, likeness


def test_without_a_database():
    printed, sets, _ = test_choice(":memory:", {})
    check("Wanted: 95 % of the pairs of Jaccard similarity 0.6, among 1,000,000" in printed, printed)
    check("Their similarities are assumed." in printed, printed)
    for settings in ({"recall": 0.5, "similarity": 0.9}, {"recall": 0.999, "similarity": 0.5},
                     {"similarity": 1, "recall": 0.99999}, {"similarity": 0.01, "recall": 0.01}, {"texts": 2},
                     {"texts": 50000000, "similarity": 0.8}):
        test_choice(":memory:", settings)
    more = test_choice(":memory:", {"texts": 100000000})[1]
    check(more[0][1] > sets[0][1], "more texts, where candidates weigh more, want more rows")


def test_limits():
    printed, sets, *_ = chosen(":memory:", {"similarity": 0.001})
    check(sets == [] and "No combination of up to 1,024 bands" in printed, printed)


def test_a_database(folder):
    path = sample(os.path.join(folder, "sample.db"))
    printed, sets, likeness = test_choice(path, {"recall": 0.999})
    check("from the table pair at 0.6 and above" in printed, printed)
    found = sum(pairs for s, pairs in likeness if s > 0.6)
    (pairs,), = rows(path, "SELECT count(*) FROM pair WHERE jaccard < 1")
    check(pairs <= found < 1.1 * pairs, "%g pairs of %d: corrected for those missed" % (found, pairs))
    _, _, assumed = test_choice(path, {"texts": 1000})
    check(len(assumed) > len(likeness) - 4 and assumed != likeness, "with @texts, all is assumed")
    update = next(line for line in printed.splitlines() if "UPDATE" in line)
    printed = run(path, update, "find", "SELECT bands, rows FROM parameters;")
    check(printed.endswith("\n%d|%d\n" % sets[0][:2]), printed[-200:])


def test_a_database_without_pairs(folder):
    path = os.path.join(folder, "empty.db")
    shell(path, "schema", "parameters")
    printed, _, _ = test_choice(path, {})
    check("among 1,000,000 texts of 150" in printed and "are assumed" in printed, printed)


run_tests("pipeline/choose_parameters", test_without_a_database, test_limits, test_a_database,
          test_a_database_without_pairs)
