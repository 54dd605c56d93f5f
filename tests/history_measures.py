"""history_measures.py - how much of what make_history has planted the job history finds.

    python3 tests/history_measures.py TRUTH DB

A planted copy is right in its direction if the article is known to have a copy, and its source is not known as a copy of it. It is
right in its source if that is one of the articles whose text was as near as that of the planted one; where these are several,
nothing but chance could tell them apart. A tree is right if it has the planted articles and each copy is right in its source. Copies whose
source was saved in the same second count in no figure of directions, and make no tree wrong."""

import collections
import json
import sqlite3
import sys


def read_truth(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def measure(truth, path):
    """The counts, by name."""
    db = sqlite3.connect(path)
    lineage_of = dict(db.execute("""SELECT text || char(10) || title, min(lineage_id) FROM wording JOIN history_sentence
        ON history_sentence.id = history_sentence_id JOIN article ON article.id = history_sentence.article_id GROUP BY 1"""))
    sources, members, stale = (collections.defaultdict(dict), collections.defaultdict(set), set())
    for lineage, source, target in db.execute("""SELECT lineage_id, s.title, t.title FROM copy_edge
            JOIN article AS s ON s.id = copy_edge.source_id JOIN article AS t ON t.id = target_id"""):
        sources[lineage][target] = source
    for lineage, title in db.execute("SELECT lineage_id, title FROM birth JOIN article ON article.id = article_id"):
        members[lineage].add(title)
    for lineage, changed, title in db.execute("""SELECT lineage_id, c.title, s.title FROM stale_copy
            JOIN value_change ON value_change.id = change_id JOIN article AS c ON c.id = value_change.article_id
            JOIN article AS s ON s.id = stale_copy.article_id"""):
        stale.add((lineage, changed, title))
    counts, planted = collections.Counter(), set()
    wrong = []
    for family in truth:
        lineage = lineage_of.get(family["text"] + "\n" + family["root"])
        tree, whole = sources.get(lineage, {}), True
        for copy in family["copies"]:
            found, above = tree.get(copy["title"]), copy["source"]
            for _ in range(len(tree)):  # is the source a copy of its copy?
                above = tree.get(above) if above != copy["title"] else above
            right = bool(found) and above != copy["title"]
            good = found in copy["possible"]
            counts["copies"] += copy["decided"]
            counts["directions"] += copy["decided"] and right
            counts["sources"] += copy["decided"] and good
            counts["sure sources"] += copy["decided"] and len(copy["possible"]) == 1
            counts["sure sources found"] += copy["decided"] and len(copy["possible"]) == 1 and good
            whole = whole and (good or not copy["decided"])
            if copy["decided"] and not good:
                wrong.append((family["text"], copy, found))
        whole = whole and members[lineage] == {family["root"]} | {copy["title"] for copy in family["copies"]}
        counts["trees"] += 1
        counts["trees right"] += whole
        planted |= {(lineage, *pair) for pair in family["stale"]}
    counts["stale copies"], counts["found"] = len(planted), len(stale)
    counts["of these planted"] = len(planted & stale)
    counts["lineages"], counts["lineages not planted"] = len(members), len(set(members) - {
        lineage_of.get(family["text"] + "\n" + family["root"]) for family in truth})
    return counts, wrong, planted - stale, stale - planted


def share(part, whole):
    return part / whole if whole else 1.0


def figures(counts):
    return {"directions": share(counts["directions"], counts["copies"]), "sources": share(counts["sources"], counts["copies"]),
            "sure sources": share(counts["sure sources found"], counts["sure sources"]),
            "trees": share(counts["trees right"], counts["trees"]),
            "stale precision": share(counts["of these planted"], counts["found"]),
            "stale recall": share(counts["of these planted"], counts["stale copies"])}


if __name__ == "__main__":
    found, mistakes, missed, false = measure(read_truth(sys.argv[1]), sys.argv[2])
    print("\n".join("%-22s %d" % row for row in found.items()))
    print("\n".join("%-22s %.3f" % row for row in figures(found).items()))
    for title, rows in ("sources", mistakes), ("stale copies missed", sorted(missed, key=str)), ("stale copies not planted", sorted(false, key=str)):
        if "--list" in sys.argv:
            print("\nWrong: %s\n%s" % (title, "\n".join(map(str, rows[:20]))))
