"""ranked_candidates.py - sql/papers/ranked_candidates.sql on texts in which passages and phrases were planted.

The candidates of each article, their similarities and their order are computed a second time here, from
passage_signature, and so is what each cut leaves.
"""
import collections
import json
import os
import shutil
import sys

sys.path.insert(0, os.path.join(sys.path[0], "..", ".."))
from counting import check, run_tests
from databases import contents, rows as ask, run, shell
from extension import LOADABLE, ROOT, open_with
from planted_passages import fill, fill_with_stops
from reference import stopword_ngrams

CUTS = {"the end": {}, "rank 1,000": {"rank": 1000}, "rank 100": {"rank": 100}, "rank 10": {"rank": 10}, "rank 1": {"rank": 1},
        "similarity 0.025": {"least": 0.025}, "similarity 0.1": {"least": 0.1}, "similarity 0.2": {"least": 0.2},
        "similarity 0.4": {"least": 0.4}, "250 misses in a row": {"misses": 250}, "50 misses in a row": {"misses": 50},
        "10 misses in a row": {"misses": 10}}


def texts_of(path):
    return {id: (article, text) for id, article, text in ask(path, """
        SELECT id, article_id, (SELECT group_concat(text, ' ')
                                  FROM (SELECT text FROM sentence WHERE article_id = passage.article_id
                                           AND position BETWEEN first AND last ORDER BY position)) FROM passage""")}


def similarities(pairs, texts, measure):
    """{(a, b): of the two passages}"""
    if measure == "stopwords":
        with open(os.path.join(ROOT, "ext", "core", "vectors", "stop_words", "english_stop_words.txt"), encoding="utf-8") as file:
            stop_words = {word for line in file if not line.startswith("#") for word in line.split()}
        grams = {id: {gram for _, gram in stopword_ngrams(texts[id][1], 8, stop_words)} for pair in pairs for id in pair}
        return {(a, b): len(grams[a] & grams[b]) / max(1, len(grams[a] | grams[b])) for a, b in pairs}
    db = open_with()
    db.execute("CREATE TABLE text(id, text)")
    db.executemany("INSERT INTO text VALUES (?, ?)", [(id, texts[id][1]) for id in {id for pair in pairs for id in pair}])
    weigh = "tfidf_vector(?, (SELECT term_weights(text) FROM text))"
    return {(a, b): db.execute(f"SELECT cosine_similarity({weigh}, {weigh})", (texts[a][1], texts[b][1])).fetchone()[0]
            for a, b in pairs}


def expected(path, measure):
    """{article: [(other, score, cases)], the likeliest first}"""
    texts, cases = texts_of(path), collections.Counter(ask(path, "SELECT a, b FROM reuse"))
    buckets = collections.defaultdict(set)
    for band, signature, passage in ask(path, "SELECT * FROM passage_signature"):
        buckets[band, signature].add(passage)
    pairs = {(a, b) for bucket in buckets.values() for a in bucket for b in bucket
             if a < b and texts[a][0] != texts[b][0]}
    best = collections.defaultdict(float)
    for (a, b), similarity in similarities(pairs, texts, measure).items():
        for x, y in ((texts[a][0], texts[b][0]), (texts[b][0], texts[a][0])):
            best[x, y] = max(best[x, y], similarity)
    lists = collections.defaultdict(list)
    for (a, b), score in sorted(best.items(), key=lambda item: (item[0][0], -item[1], item[0][1])):
        lists[a].append((b, score, cases[min(a, b), max(a, b)]))
    return lists


def aligned(lists, rank=None, least=-1.0, misses=None):
    """The pairs left by a cut, with their cases."""
    pairs = {}
    for a, candidates in lists.items():
        missed = 0
        for b, score, cases in candidates[:rank]:
            if score < least or (misses and missed >= misses):
                break
            pairs[min(a, b), max(a, b)] = cases
            missed = 0 if cases else missed + 1
    return pairs


def test_measure(path, measure):
    ranked = shell(path, "views.sql", "ranked_candidates.sql", ".mode json", "SELECT * FROM ranked_candidate ORDER BY a, rank;",
                   measure=measure)
    check(ranked.returncode == 0 and not ranked.stderr, ranked.stderr)
    printed, _, rows = ranked.stdout.partition("[{")
    rows, lists = json.loads("[{" + rows), expected(path, measure)
    found = collections.defaultdict(list)
    for row in rows:
        found[row["a"]].append((row["b"], row["score"], row["cases"]))
        check(row["rank"] == len(found[row["a"]]), f"ranks of {row['a']}")
    check(found.keys() == lists.keys() and all(
        [(b, round(score, 9), n) for b, score, n in found[a]] == [(b, round(score, 9), n) for b, score, n in lists[a]]
        for a in lists), f"{measure}: {dict(found)}, expected {dict(lists)}")
    everything = sum(aligned(lists).values())
    check(everything == 4 and len(aligned(lists)) > 60, f"{measure}: {len(aligned(lists))} candidates, {everything} cases")
    for name, cut in CUTS.items():
        pairs = aligned(lists, **cut)
        line = "  %-22s %12d  %11d  %13.1f%%" % (name, len(pairs), sum(map(bool, pairs.values())),
                                                 100 * sum(pairs.values()) / everything)
        check(line in printed.split("\n"), f"{measure}: {line!r} is not in\n{printed}")
    check(len(aligned(lists, rank=1)) < len(aligned(lists)), "a cut that cuts")


def test_article(path):
    listed = shell(path, "ranked_candidates", article=1, limit=3).stdout
    lines = listed[listed.index("Candidates of Article 1\n"):].rstrip("\n").split("\n")
    rows = [line.split() for line in lines[2:]]
    check(len(rows) == 3 and sorted(row[-1] for row in rows if row[2] == "1") == ["2", "3"] and
          [row[2] for row in rows].count("0") == 1, listed)


def test_missing(path):
    """What a ranking needs and the database lacks is named, before the first stage."""
    no_vectors = "is '%s', and the table word_vector is empty. Load word vectors first (neardup load FILE DB), or set 'tfidf'"
    no_words = "is '%s', and there are no stop words for the language ja of source 1, only for de, en, es, fr, it, nl, pt, ru"
    no_ranking = "score_least, rank_most and misses_most cut a ranking, and reuse_parameters.ranking is 'none'"
    lacking = path + ".lacking"
    shutil.copy(path, lacking)
    for ranking, language, message in (("words", "en", no_vectors), ("hybrid", "en-GB", no_vectors), ("stopwords", "ja", no_words),
                                       ("hybrid", "ja", no_words)):
        ask(lacking, "UPDATE source SET language = ?", language)
        refused = shell(lacking, "ranked_candidates", measure=ranking)
        check(refused.returncode != 0 and "@measure " + message % ranking in refused.stderr, f"{ranking}: {refused.stderr}")
        ask(lacking, "UPDATE reuse_parameters SET ranking = ?", ranking)
        refused = shell(lacking, "reuse")
        check(refused.returncode != 0 and "reuse_parameters.ranking " + message % ranking in refused.stderr,
              f"{ranking}: {refused.stderr}")
    ask(lacking, "UPDATE reuse_parameters SET ranking = 'none'")
    for cut in "score_least", "rank_most", "misses_most":
        ask(lacking, f"UPDATE reuse_parameters SET score_least = NULL, rank_most = NULL, misses_most = NULL, {cut} = 1")
        refused = shell(lacking, "reuse")
        check(refused.returncode != 0 and no_ranking in refused.stderr, f"{cut}: {refused.stderr}")


def test_cuts(path):
    """The job reuse aligns what ranked_candidates.sql says that a similarity leaves, and finds the cases of these."""
    run(path, "reuse")
    every = ask(path, "SELECT a, b, a_position, b_position FROM reuse")
    for ranking in "tfidf", "stopwords":
        printed = {line.split()[1]: line.split()[2:4] for line in shell(path, "ranked_candidates", measure=ranking).stdout.split("\n")
                   if line.startswith("  similarity ")}
        for least, (aligned, with_case) in printed.items():
            run(path, "UPDATE reuse_parameters SET ranking = '%s', score_least = %s;" % (ranking, least), "reuse")
            found = ask(path, "SELECT candidates, aligned_pairs FROM reuse_detection")
            check(found == [(int(aligned.replace(",", "")), int(with_case.replace(",", "")))],
                  "%s from %s on: %s, not %s" % (ranking, least, found, (aligned, with_case)))
            check(set(ask(path, "SELECT a, b, a_position, b_position FROM reuse")) <= set(every), "no other cases")
        run(path, "UPDATE reuse_parameters SET ranking = 'none', score_least = NULL;", "reuse")
    run(path, "UPDATE reuse_parameters SET ranking = 'tfidf', rank_most = 1;", "reuse")
    most = max(count for count, in ask(path, "SELECT count(DISTINCT b) FROM reuse GROUP BY a"))
    check(most == 1, "of each article one candidate")
    run(path, "UPDATE reuse_parameters SET ranking = 'none', rank_most = NULL;", "reuse")
    check(ask(path, "SELECT a, b, a_position, b_position FROM reuse") == every, "without cuts all is found again")


def test_before_reuse(folder):
    path = os.path.join(folder, "before.db")
    fill(path, [])
    check(shell(path, "ranked_candidates").stdout == "\nThere are no passages yet. Find them first: neardup reuse DB\n", "the command is told")
    run(path, "reuse")
    check(shell(path, "ranked_candidates").stdout == "\nThere are no passages yet. Find them first: neardup reuse DB\n", "no passages are there")


def test_ranked(folder):
    path = os.path.join(folder, "ranked.db")
    fill_with_stops(path)
    run(path, "reuse")
    before = contents(path)
    if LOADABLE:
        test_measure(path, "tfidf")
        test_measure(path, "stopwords")
    test_article(path)
    test_missing(path)
    check(contents(path) == before, "the database changed")
    test_cuts(path)


run_tests("pipeline/ranked_candidates", test_ranked, test_before_reuse)
