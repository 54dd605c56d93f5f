"""linked.py - what people say of pairs unites and divides clusters: sql/sentences/linked_members.sql.

Of random texts, with copies and copies but for capitals, and random verdicts on them:

  (1) `member` is what a second implementation makes, of the clusters and pairs that are found without verdicts; what no verdict
      touches stays as it was. No cluster holds a pair that is no duplicate; what is a duplicate is in one, or refused.
  (2) The order of the verdicts makes no difference, and the newest of a pair counts. Without them all is as before.
  (3) `cluster_link` has the verdicts that made a difference; each cluster has a kind, and `pair_kind` the judged pairs of it.
  (4) `keep` keeps texts that are no duplicates, and keeps one of those that are, before clusters are made anew and after.
  (5) A new link makes clusters and kinds anew, and nothing else does; no other verdict does.
"""

import collections
import csv
import io
import itertools
import os
import random
import subprocess
import sys

sys.path[:0] = [os.path.dirname(os.path.dirname(os.path.abspath(__file__))),
                os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "oracle")]
import reference
from counting import LONG, check, run_tests, seed
from databases import ROOT, change, contents, fill, rows, run

chance = random.Random(seed())
JUDGED_AT = "2026-01-01T00:00:00Z"


def made_texts(count):
    """Families of texts that differ in a few words; some are copies, and some but for capitals."""
    words = ["".join(chance.choice("aeioustrnlmdkp") for _ in range(chance.randint(4, 9))) for _ in range(400)]
    texts = []
    while len(texts) < count:
        family = [chance.choice(words) for _ in range(chance.randint(14, 18))]
        for _ in range(chance.choice((1, 2, 3, 5, 9))):
            family = list(family)
            family[chance.randrange(len(family))] = chance.choice(words)
            text = " ".join(family).capitalize() + "."
            texts += [text] * chance.choice((1, 1, 1, 2, 3)) + [text.upper()] * chance.choice((0, 0, 0, 1, 2))
    chance.shuffle(texts)
    return texts


def judge(path, links, newer=False):
    """Adds verdicts on pairs of texts, in any order, and older ones that do not count."""
    chance.shuffle(links)
    quoted = lambda text: "'%s'" % text.replace("'", "''")
    for (x, y), verdict in links:
        given = [(verdict, "Ann", JUDGED_AT), ("same", "Ann", JUDGED_AT)]
        if chance.randrange(2):
            given.append((chance.choice(("duplicate", "no duplicate")), "Bo", "2025-01-01T00:00:00Z"))
        chance.shuffle(given)
        change(path, "".join(
            "INSERT OR REPLACE INTO verdict (text_a, text_b, verdict, judge, judged_at) VALUES (%s, %s, '%s', '%s', '%s');"
            % (quoted(min(x, y)), quoted(max(x, y)), kind, who, when) for kind, who, when in given))


def expected_members(sentences, before, pairs, links):
    """The members of clusters of more than one, by sentence: everything that a link touches is divided anew."""
    first = {}
    for id, text in sorted(sentences.items(), reverse=True):
        first[text] = id
    musts = {(first[text], id) for id, text in sentences.items() if first[text] != id and any(text in pair for pair, _ in links)}
    said = {tuple(sorted((first[x], first[y]))): verdict for (x, y), verdict in links}
    musts |= {pair for pair, verdict in said.items() if verdict == "duplicate"}
    cannots = {pair for pair, verdict in said.items() if verdict == "no duplicate"}
    cluster = lambda id: before.get(id, id)
    group = dict(reference.components([(cluster(id),) * 2 for id in sentences] + [(cluster(a), cluster(b)) for a, b in musts]))
    groups = {id: group[cluster(id)] for id in sentences}
    torn = {groups[a] for a, b in cannots if groups[a] == groups[b]}
    edges = [(id, id, 0, 0) for id in sentences if groups[id] in torn]
    edges += [(a, b, jaccard, 0) for a, b, jaccard in pairs if groups[a] == groups[b] in torn]
    edges += [(a, b, 0, link) for linked, link in ((musts, 1), (cannots, -1)) for a, b in linked if groups[a] == groups[b] in torn]
    found = {**groups, **dict(reference.linked_clusters(edges))}
    sizes = [*found.values()]
    return {id: own for id, own in found.items() if sizes.count(own) > 1}


def random_links(sentences, pairs):
    """Some on pairs, some on members of one cluster, some on any two texts."""
    near = [(sentences[a], sentences[b]) for a, b, _ in pairs]
    texts = [*sentences.values()]
    drawn = chance.sample(near, min(len(near), chance.choice((0, 5, 25)))) \
        + [(chance.choice(texts), chance.choice(texts)) for _ in range(chance.choice((1, 4, 12)))]
    share = chance.choice((0.1, 0.5, 0.9))
    return list({tuple(sorted(pair)): "duplicate" if chance.random() < share else "no duplicate"
                 for pair in drawn if pair[0] != pair[1]}.items())


def results(path):
    return {table: rows(path, "SELECT * FROM %s ORDER BY 1, 2" % table)
            for table in ("member", "cluster", "pair_kind", "pair_evidence", "cluster_group", "cluster_link")}


def check_links(path, links, sentences):
    member = dict(rows(path, "SELECT sentence_id, cluster_id FROM member"))
    refused = {tuple(sorted((sentences[a], sentences[b])))
               for a, b in rows(path, "SELECT a, b FROM cluster_link WHERE NOT honoured")}
    for pair, verdict in links:
        places = [{member.get(id, id) for id, text in sentences.items() if text == one} for one in pair]
        if verdict == "no duplicate":
            check(not places[0] & places[1] and pair not in refused, "together: %s" % (pair,))
        else:
            check((places[0] == places[1]) == (pair not in refused), "apart: %s, %s" % (pair, places))
    check(rows(path, "SELECT count(*) FROM cluster_link JOIN pair_kind USING (a, b) JOIN pair USING (a, b)"
                     " WHERE verdict = 'no duplicate' AND pair_kind.cluster_id IS NOT NULL") == [(0,)], "judged apart")
    check(rows(path, "SELECT count(*) FROM cluster WHERE kind IS NULL") == [(0,)], "kinds")
    check(rows(path, "SELECT count(*) FROM pair_kind JOIN member AS x ON x.sentence_id = a JOIN member AS y ON y.sentence_id = b"
                     " WHERE (pair_kind.cluster_id IS x.cluster_id AND x.cluster_id = y.cluster_id)"
                     "       <> (pair_kind.cluster_id IS NOT NULL)") == [(0,)], "clusters of pairs")
    check(rows(path, "SELECT count(*) FROM cluster_group AS g LEFT JOIN member USING (cluster_id, sentence_id)"
                     " WHERE member.sentence_id IS NULL") == [(0,)], "groups")


def check_kept(path, links, sentences):
    """Which texts stand for which is told by `kept_id`, for those that are dropped."""
    kept = {}
    for line in csv.DictReader(io.StringIO(run(path, "keep", format="csv"))):
        if line["action"] == "drop":
            kept[sentences[int(line["sentence_id"])]] = sentences[int(line["kept_id"])]
    stands = lambda text: kept.get(text, text)
    apart = {frozenset(pair) for pair, verdict in links if verdict == "no duplicate"}
    group = collections.defaultdict(set)
    for text in sentences.values():
        group[stands(text)].add(text)
    check(not any(frozenset(pair) in apart for texts in group.values() for pair in itertools.combinations(texts, 2)),
          "dropped for each other, or for one, though they are no duplicates")
    compared = {text for pair in rows(path, "SELECT x.text, y.text FROM pair JOIN sentence AS x ON x.id = a"
                                            " JOIN sentence AS y ON y.id = b") for text in pair}
    for (x, y), verdict in links:
        both_stay = x in compared and y in compared and stands(x) == x and stands(y) == y
        check(not both_stay or verdict != "duplicate" or any({p, q} in apart for p in group[x] for q in group[y]),
              "duplicates that both stay: %r, %r" % (x, y))


def check_way(path, way, turns):
    sentences = dict(rows(path, "SELECT id, text FROM sentence"))
    run(path, "parameters", "UPDATE parameters SET clusters = '%s';" % way, "find")
    without, pairs = results(path), rows(path, "SELECT a, b, jaccard FROM pair")
    before = dict(rows(path, "SELECT sentence_id, cluster_id FROM member"))
    for _ in range(turns):
        links = random_links(sentences, pairs)
        made = []
        for _ in range(2):
            change(path, "DELETE FROM verdict;")
            judge(path, links)
            check_kept(path, links, sentences)
            run(path, "DELETE FROM stage WHERE name = 'clusters';", "find")
            made.append(results(path))
        check(made[0] == made[1], "%s: the order of verdicts" % way)
        wanted = expected_members(sentences, before, pairs, links)
        member = dict(rows(path, "SELECT sentence_id, cluster_id FROM member"))
        check(member == wanted, "%s: %s" % (way, {id: (member.get(id), wanted.get(id)) for id in sentences
                                                  if member.get(id) != wanted.get(id)}))
        touched = {before.get(id) for id, text in sentences.items() if any(text in pair for pair, _ in links)}
        check(all(member.get(id) == own for id, own in before.items() if own not in touched), "untouched clusters")
        check_links(path, links, sentences)
        check_kept(path, links, sentences)
    change(path, "DELETE FROM verdict;")
    run(path, "find")
    check(results(path) == without, "%s: verdicts that were taken back" % way)


def test_members(folder):
    for turn in range(8 if LONG else 2):
        texts = made_texts(60)
        path = fill(os.path.join(folder, "linked%d.db" % turn), [("Article %d" % i, [text]) for i, text in enumerate(texts)])
        for way in ("connected", "star"):
            check_way(path, way, 20 if LONG else 4)


# ---- What is made anew ----

RIVER = "The river Imber rises in the hills above Carrowick and flows for %s miles to the sea at Tolva."
VERDICT = "INSERT INTO verdict (text_a, text_b, verdict, judge) SELECT min(x.text, y.text), max(x.text, y.text), '%s', 'Ann'" \
          " FROM sentence AS x, sentence AS y WHERE x.id = %d AND y.id = %d;"


STALE = "verdicts that unite or divide clusters were given or taken back since these were made"


def neardup(*words):
    done = subprocess.run([os.path.join(ROOT, "build", "neardup"), *words], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_stages(folder):
    path = fill(os.path.join(folder, "stages.db"), [("A", [RIVER % "40"]), ("B", [RIVER % "41"]), ("C", [RIVER % "40 long"]),
                                                    ("D", ["Something else that nobody has ever written before, or will."])])
    run(path, "find")
    check(rows(path, "SELECT * FROM member ORDER BY 1, 2") == [(1, 1), (1, 2), (1, 3)], "one cluster")
    run(path, VERDICT % ("same", 1, 2), "UPDATE detection SET left_out = 1000000007; UPDATE cluster SET mixed = 9;", "find")
    check(rows(path, "SELECT mixed FROM cluster") == [(9,)], "'same' makes nothing anew")
    run(path, VERDICT % ("no duplicate", 1, 2))
    page = path + ".html"
    check(all(STALE in printed for printed in (neardup("kinds", path), neardup("report", path, page), contents(page).decode(),
                                               run(path, "changed_links"))), "a verdict that clusters lack is told")
    run(path, "find")
    check(STALE not in neardup("kinds", path) and run(path, "changed_links") == "", "and no more when they are made")
    check(rows(path, "SELECT * FROM member ORDER BY 1, 2") == [(1, 1), (1, 3)], "divided")
    check(rows(path, "SELECT left_out FROM detection") == [(1000000007,)], "the pairs are still those")
    check(rows(path, "SELECT count(*) FROM pair_kind WHERE (a, b, cluster_id) IN ((1, 3, 1))") == [(1,)], "kinds are made anew")
    check(rows(path, "SELECT * FROM cluster_link") == [(1, 2, "no duplicate", "Ann", 1)], "the verdict that divided it")
    run(path, *(VERDICT % ("duplicate", *pair) for pair in ((3, 4), (2, 4), (1, 3))), "find")
    check(rows(path, "SELECT * FROM member ORDER BY 1, 2") == [(1, 1), (1, 3), (2, 2), (2, 4)], "a text that is similar to none")
    check(rows(path, "SELECT a, b, honoured FROM cluster_link") == [(1, 2, 1), (1, 3, 1), (2, 4, 1), (3, 4, 0)], "refused")
    check(rows(path, "SELECT count(*) FROM pair WHERE b = 4") == [(0,)], "which is no pair")
    printed = " ".join(run(path, "summary").split())
    check("4 verdicts that united or divided them; 1 of these refused" in printed, "the summary: %s" % printed)
    check(rows(path, "SELECT cluster_id FROM pair_kind WHERE (a, b) = (2, 4)") == [(2,)], "but is judged")
    run(path, "DELETE FROM verdict WHERE verdict = 'same'; UPDATE cluster SET mixed = 9;", "find")
    check(rows(path, "SELECT DISTINCT mixed FROM cluster") == [(9,)], "nor does what is taken back")


run_tests("pipeline/linked", test_members, test_stages)
