"""what_next.py - keep_one, near, across and export of sql/analysis answer correctly.

Each answer is computed a second time here, in plain Python, from the rows of three databases: two
files of names of products with keys and carried columns, two dates of the bundled sample, and
made-up rows that the loader cannot make: keys of all types, a mixed cluster, a large one of which
not all pairs are judged. (analysis.py tests what holds for all scripts of the folder.)
"""

import collections
import csv
import functools
import io
import json
import os
import random
import re
import shutil
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, run_tests
from databases import ROOT, add_article, call, compared, load, new_database, rows, run, shell
import reference

# Each text is asked for again and again.
fold_text = functools.lru_cache(None)(reference.fold_text)
shingles = functools.lru_cache(None)(lambda text, length: frozenset(reference.shingles(text, length)))


def jaccard(a, b, length):
    a, b = shingles(a, length), shingles(b, length)
    return len(a & b) / len(a | b) if a | b else 1.0


# ---- Databases ----------------------------------------------------------------------------------


ask = run


def refused(path, script, settings, words):
    done = shell(path, script, **settings)
    check(words in done.stderr and not done.stdout, "%s %s: %s" % (script, settings, done.stderr))


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


THINGS = ["wool scarf", "pair of rubber boots", "oil lamp with a glass globe", "fish kettle of copper",
          "hand-knitted mittens with gannets", "storm lantern of brass", "coil of tarred rope",
          "enamelled milk jug", "Überseekoffer aus Leder", "灯台の絵のついた茶碗"]
COLOURS = ["grey", "dark green", "rust red", "Prussian blue", "off-white"]


def variants(name, chance):
    """The name as several shops write it: as it is, in capitals, without commas, with another word."""
    yield name
    for change in (str.upper, lambda text: text.replace(",", ""), lambda text: text + ".",
                   lambda text: text.replace("with", "and"), lambda text: "New " + text):
        if chance.random() < 0.4:
            yield change(name)
    if chance.random() < 0.5:
        yield name


def make_products(folder):
    """Two files of products, with keys, dates, and stars that are missing here and there."""
    path, chance = os.path.join(folder, "products.db"), random.Random(2026)
    for file, first in (("old.csv", 1), ("new.csv", 500)):
        names = [name for thing in THINGS for colour in chance.sample(COLOURS, 3)
                 for name in variants("%s, %s, size %d" % (thing, colour, chance.randint(28, 44)), chance)]
        with open(os.path.join(folder, file), "w", newline="", encoding="utf-8") as out:
            writer = csv.writer(out)
            writer.writerow(["sku", "name", "added", "stars"])
            for number, name in enumerate(names, first):
                writer.writerow(["K%d" % number, name, "20%02d-05-01" % chance.randint(10, 25),
                                 chance.choice(["", 2, 9, 10, 31])])
        load(path, "--format", "csv", "--columns", "key=sku,text=name,time=added", "--carry", "stars",
             os.path.join(folder, file))
    run(path, "find")
    return path


def make_reviews(folder):
    """Long texts in which equals contradict others."""
    path, file = os.path.join(folder, "reviews.db"), os.path.join(folder, "reviews.csv")
    names = ["blue kettle of the harbour office", "old kettle of the lighthouse kitchen"]
    text = "The small %s boils in %sminutes and its handle stays cool enough for bare hands"
    with open(file, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["number", "body"])
        times = ["two ", "", "four ", "four !", "FOUR ", "nine ", "nine !"]
        texts = [text % (name, time.strip("!")) + "!" * time.endswith("!")
                 for name, some in zip(names, (times, times[:5])) for time in some]
        writer.writerows(("[%d,2]" % number, text) for number, text in enumerate(texts, 1))
    run(load(path, "--whole", "--columns", "key=number,text=body", file), "find")
    return path


def make_dumps(folder):
    """The sample twice, once with other years."""
    path, other = os.path.join(folder, "dumps.db"), os.path.join(folder, "other.xml")
    with open(os.path.join(ROOT, "examples/sample.xml"), encoding="utf-8") as sample:
        text = sample.read()
    with open(other, "w", encoding="utf-8") as out:
        out.write(text.replace("191", "192").replace("Port Maurel is", "Port Maurel was"))
    run(load(path, "examples/sample.xml", other), "find")
    return path


def add(db, name, *values):
    db.execute("INSERT INTO %s VALUES (%s)" % (name, ", ".join("?" * len(values))), values)


def make_up(folder):
    """One source; each text in an article of its own."""
    path = os.path.join(folder, "made.db")
    run(path, "schema", "find", "UPDATE setting SET fold = 'all', shingle = 4, shingles_least = 1, judged_most = 29;")
    keys = [7, 7.5, "seven, \"7\"", b"\x07\xff", "[7,\"a\"]", None]
    with new_database(path, options="columns: text=t,key=a,key=b") as db:
        for id in range(1, 61):
            copy = 1 if id == 2 else 40 if id > 50 else id
            text = {3: "The lamp of the tower 1 was lit", 4: "The LAMP of the tower 1 was lit"}.get(
                id, "The lamp of tower %d was lit" % copy if not 10 <= id < 40 else
                "The lamp of tower 10 was lit" + "!" * (id - 10))
            add_article(db, [text], title="Title %d" % id, titled=id % 2, key=keys[id % 6])
            if copy != id:
                add(db, "copy", id, copy)
        # 1 = 2, 3 says the same as 1, 4 as 3, but 1 and 4 conflict; 5 is of another kind.
        for id in range(1, 6):
            add(db, "member", 1, id)
        add(db, "cluster", 1, 5, 4, 5, 1, "drift", "numbers", 1, 0.9)
        add(db, "pair", 1, 2, 1.0, 0, None)
        for a, b, kind in ((1, 3, "copyedit"), (3, 4, "copyedit"), (1, 4, "drift"), (1, 5, "template")):
            add(db, "pair", a, b, 0.75, 2, None)
            add(db, "pair_kind", a, b, 1, kind, 0.9 * (kind == "drift"), "because", None, None, None)
        for id in (1, 2, 3, 4):
            add(db, "cluster_group", 1, 1, id)
        # A large cluster of which only the pairs with its representative are judged.
        for id in range(10, 40):
            add(db, "member", 10, id)
            if id > 10:
                add(db, "pair", 10, id, 0.8, 1, None)
                add(db, "pair_kind", 10, id, 10, "copyedit", 0.0, "because", None, None, None)
        add(db, "pair", 11, 12, 0.9, 1, None)
        add(db, "cluster", 10, 30, 30, 30, 10, "copyedit", "wording", 0, 0.0)
        # Copies in a cluster of another kind.
        for id in (40, 41, *range(51, 61)):
            add(db, "member", 40, id)
        for id in range(51, 61):
            add(db, "pair", 40, id, 1.0, 0, None)
        add(db, "pair", 40, 41, 0.7, 1, None)
        add(db, "pair_kind", 40, 41, 40, "template", 0.1, "because", "number", "40", "41")
        add(db, "cluster", 40, 12, 2, 12, 40, "template", "numbers", 0, 0.1)
        for id in range(10, 20):
            add(db, "carried", id, "rank", [None, "3", "12", 12.5, "x"][id % 5])
    return path


# ---- keep_one.sql -------------------------------------------------------------------------------


def as_number(value):
    if isinstance(value, str) and not value.strip():
        return None
    try:
        return float(value)
    except (TypeError, ValueError):
        return value


def ordered(value):
    """As SQLite sorts: numbers, then texts."""
    return (isinstance(value, str), value)


def ranks(path, keep):
    """{sentence: by what the rule keeps it}"""
    return {id: {"longest": length, "shortest": length, "newest": time, "oldest": time, "first": None}.get(
        keep, as_number(value)) for id, length, time, value in rows(
            path, "SELECT sentence.id, length(text), coalesce(revision_time, dump_date), value FROM sentence"
                  " JOIN article ON article.id = sentence.article_id JOIN source ON source.id = source_id"
                  " LEFT JOIN carried ON carried.article_id = article.id AND carried.name = ?", keep)}


def best(rank, members, keep, order):
    """The member that the rule keeps."""
    found = {id: rank[id] for id in members}
    known = {id: ordered(value) for id, value in found.items() if value is not None}
    if keep in ("longest", "newest") or (keep not in ("shortest", "oldest") and order == "desc"):
        wanted = max(known.values(), default=None)
    else:
        wanted = min(known.values(), default=None)
    ties = [id for id in members if known.get(id) == wanted]
    return max(ties) if keep == "newest" else min(ties)


def pairs_of(path):
    """Whether two sentences are similar by what the database says of them."""
    first = compared(path)
    verified = set(rows(path, "SELECT a, b FROM pair"))
    return lambda a, b: first[a] == first[b] or (min(first[a], first[b]), max(first[a], first[b])) in verified


def test_keep_one(path, keep="longest", order="desc", drop="sure"):
    settings = dict(keep=keep, order=order, drop=drop)
    found = table(ask(path, "keep", format="csv", **settings))
    about = "keep_one %s of %s: " % (settings, os.path.basename(path))
    fold, shingle = rows(path, "SELECT fold, shingle FROM setting")[0]
    origin = {id: line for id, *line in rows(
        path, "SELECT sentence.id, text, iif(typeof(key) = 'blob', quote(key), CAST(key AS TEXT)), titled,"
              " title FROM sentence JOIN article ON article.id = article_id")}
    source_of = dict(rows(path, "SELECT sentence.id, name || coalesce(', ' || dump_date, '') FROM sentence"
                                " JOIN article ON article.id = article_id"
                                " JOIN source ON source.id = source_id"))
    is_pair, rank, members = pairs_of(path), ranks(path, keep), collections.defaultdict(list)
    for line in found:
        members[int(line["kept_id"])].append(int(line["sentence_id"]))
    action = {int(line["sentence_id"]): line["action"] for line in found}
    check(len(found) == len(action) and not any(action[id] == "drop" for id in members), about + "twice")
    for line in found:
        id, kept = int(line["sentence_id"]), int(line["kept_id"])
        text, key, titled, title = origin[id]
        check(int(line["cluster"]) == min(members[kept])
              and line["action"] in (("keep",) if kept == id else ("drop", "likely", "alike")), about + str(line))
        check(id == kept or is_pair(id, kept), about + "%d for %d" % (id, kept))
        check(id == kept or keep == "usual" or best(rank, sorted((id, kept)), keep, order) == kept,
              about + "%d is placed before %d" % (id, kept))
        check(line["text"] == text and line["title"] == (title if titled else ""), about + str(line))
        check((line["source"], line["kept_source"]) == (source_of[id], source_of[kept]), about + str(line))
        check((line["key"], line["kept_key"]) == (key or "", origin[kept][1] or ""), about + str(line))
        texts = fold_text(text, fold), fold_text(origin[kept][0], fold)
        check(abs(float(line["jaccard"]) - jaccard(*texts, shingle)) < 1e-9, about + str(line))
        check(bool(line["differs"]) == (" | " in line["differs"]) and (text != origin[kept][0] or not line["differs"]
                                                                           or line["differs"].startswith("title ")),
              about + str(line))
    dropped = sum(each == "drop" for each in action.values())
    kept_ids = {id for id in compared(path) if action.get(id) != "drop"}
    whole = rows(path, "SELECT count(*) FROM source WHERE options GLOB '* whole*'") > [(0,)]
    left = collections.Counter((origin[id][0], whole and origin[id][2] and origin[id][3]) for id in kept_ids)
    check(max(left.values()) == 1, about + "left twice: %s" % left.most_common(1))
    printed = ask(path, "keep", top=1000, **settings)
    check(not dropped or ": %s text%s in " % (format(dropped, ","), "s" * (dropped > 1)) in printed,
          about + printed[:200])
    groups = {(line["action"], line["kept_id"]) for line in found if line["action"] != "keep"}
    check(printed.count("  keep        ") == len(groups), about + "kept in the list")
    return dropped


def test_keep_one_by_hand(made):
    found = {int(line["sentence_id"]): line for line in table(ask(made, "keep", format="csv", keep="first"))}
    actions = [(found[id]["action"], int(found[id]["kept_id"])) for id in (1, 2, 3, 4, 5)]
    check(actions == [("keep", 1), ("drop", 1), ("drop", 1), ("likely", 1), ("alike", 1)], str(actions))
    check((found[5]["differs"], found[41]["action"]) == ("tower 1 | 5", "alike"), "another subject is no duplicate")
    check(all(found[id]["kept_id"] == "10" for id in range(11, 40)), "other marks: %s" % found)
    check(all(found[id]["kept_id"] == "40" for id in range(51, 61)), "copies in a template")
    printed = ask(made, "keep", keep="first")
    check("  drop        24 more" in printed and "  drop        5 more" in printed, "of a large group, five")


def test_rejected_texts(reviews):
    """Texts that contradict a kept one are there only once, too, and one that leaves a number out is kept."""
    found = table(ask(reviews, "keep", format="csv", keep="first"))
    actions = {int(line["sentence_id"]): line["action"] for line in found}
    check([actions.get(id) for id in range(1, 8)] == ["keep", "alike", "alike", "drop", "likely", "alike", "drop"],
          "equals of a rejected text: %s" % actions)
    found = table(ask(reviews, "keep", format="csv", keep="first", drop="likely"))   # with capitals inside a sentence
    kept = [fold_text(line["text"], "all") for line in found if line["action"] != "drop"]
    check(len(kept) == len(set(kept)), "kept twice: %s" % kept)


def test_header_always(folder):
    """CSV has its first line even if there are no rows."""
    bare = os.path.join(folder, "header.db")
    run(bare, "schema")
    for script, settings in (("keep", {"format": "csv"}), ("export", {}),
                             ("export", {"what": "members"})):
        printed = ask(bare, script, **settings)
        check(printed.count("\n") == 1
              and printed.strip().endswith(("sentence_id", "differs", ",verdict_reason")), printed)
    check(ask(bare, "export", format="jsonl") == "", "JSON lines have none")


def test_keep_one_refuses(made):
    for settings, words in (({"keep": "biggest"}, "a column that was carried along (rank), found 'biggest'"),
                            ({"drop": "alike"}, "@drop must be sure or likely, found 'alike'"),
                            ({"order": "up"}, "@order must be asc or desc")):
        refused(made, "keep", settings, words)


# ---- near.sql -----------------------------------------------------------------------------------


def test_near(path, text, least=0.4, **settings):
    fold, shingle = rows(path, "SELECT fold, shingle FROM setting")[0]
    fold, shingle = settings.get("fold", fold), settings.get("shingle", shingle)
    found = collections.Counter()
    for other, in rows(path, "SELECT text FROM sentence"):
        similarity = jaccard(fold_text(text, fold), fold_text(other, fold), shingle)
        if similarity >= least:
            found[(similarity, other)] += 1
    printed = ask(path, "near", text=text, least=least, limit=1000, **settings)
    about = "near %s of %s: %s" % ((text, least, settings), os.path.basename(path), printed)
    texts, = rows(path, "SELECT count(*) FROM sentence")[0]
    words = " ".join(printed.split())
    check("%s of %s text" % (format(sum(found.values()), ","), format(texts, ",")) in words, about)
    listed = [line for line in printed.split("\n") if line[:4] in ("  0.", "  1.")]
    expected = sorted((similarity for similarity, _ in found), reverse=True)
    check(len(listed) == len(expected) and all(abs(float(line[2:6]) - similarity) < 0.0051
                                               for line, similarity in zip(listed, expected)), about)
    check(sum(count > 1 for count in found.values()) == words.count(" and in "), about)
    return len(found)


def test_nears(products, dumps, made):
    found = test_near(products, "Oil lamp with a glass globe", least=0.5)
    found += test_near(products, "OIL LAMP, with a glass globe, grey, size 30", least=0.3, shingle=3)
    found += test_near(products, "lamp", least=0.05, shingle=2)
    found += test_near(products, "灯台の絵の茶碗", least=0.2, shingle=2, fold="case width")
    found += test_near(products, "WOOL SCARF, GREY, SIZE 30", least=0.5, fold="")
    for text, in rows(dumps, "SELECT text FROM sentence ORDER BY id % 97, id LIMIT 6"):
        found += test_near(dumps, text)
        found += test_near(dumps, text[10:] + " It's \"so\"", least=0.1)
    found += test_near(made, "The lamp of tower 40 was lit", least=1)
    check(found > 50, "%d neighbours" % found)


def test_near_without_pipeline(folder):
    path = os.path.join(folder, "bare.db")
    with new_database(path, name="a.csv", kind="csv") as db:
        add_article(db, ["Ferry to Ørsay", {"text": "x", "block": "table"}], title="a.csv:1", titled=0)
    printed = ask(path, "near", text="FERRY TO ORSAY!")
    check("  1.00  a.csv:1" in printed and "1 of 2 texts has" in printed, printed)
    for settings, words in (({}, "@text must not be empty"), ({"text": ""}, "@text must not be empty"),
                            ({"text": "a", "least": 0}, "@least must be above 0"),
                            ({"text": "a", "shingle": 0}, "@shingle must be"),
                            ({"text": 7.5}, "@text must be a text")):
        refused(path, "near", settings, words)
    check("  12-24" in ask(path, "near", text="12-24"), "a text that SQL could compute")
    result = shell(path, call("near", text="lamp", fold="nonsense"), "near", options=("-interactive",), text="lamp")
    check(result.stderr.count("rror") == 1 and "0 of 2 texts have" in result.stdout,
          "after a wrong @fold: " + result.stderr)


def test_near_by_index(products):
    """An index gives a part of what a scan gives, and most of it; a text that is there is found."""
    path = products + ".index.db"
    shutil.copyfile(products, path)
    scanned, found = [], []
    texts = [text for text, in rows(path, "SELECT DISTINCT text FROM sentence ORDER BY id % 31, id LIMIT 12")]
    for listed in (scanned, found):
        for text in texts:
            printed = ask(path, "near", text=text, least=0.5, limit=1000)
            lines = [line for line in printed.split("\n") if line[:4] in ("  0.", "  1.")]
            check(lines and lines[0].startswith("  1.00"), "near by index: %s: %s" % (text, printed))
            check(("index sentence_index" in " ".join(printed.split())) == (listed is found), printed)
            listed.append(lines)
        run(path, "CREATE VIRTUAL TABLE IF NOT EXISTS sentence_index USING"
            " neardup(text, content=sentence, content_rowid=id, jaccard_least=0.5, shingle=4);"
            "INSERT INTO sentence_index(sentence_index) VALUES ('rebuild');")
    check(all(set(few) <= set(all_of_them) for few, all_of_them in zip(found, scanned)), "more by the index")
    check(sum(map(len, found)) > 0.9 * sum(map(len, scanned)), "%d of %d by the index" % (
        sum(map(len, found)), sum(map(len, scanned))))


# ---- across.sql ---------------------------------------------------------------------------------


def test_across(path, first_source, second_source, **settings):
    """Counts by the most similar text of the other source, and the pairs."""
    a, b = first_source, second_source
    source = dict(rows(path, "SELECT sentence.id, source_id FROM sentence"
                             " JOIN article ON article.id = article_id"))
    text = dict(rows(path, "SELECT id, text FROM sentence"))
    first = compared(path)
    judged = {frozenset(pair): kind for *pair, kind in rows(path, "SELECT a, b, kind FROM pair_kind")}
    copies = {side: collections.defaultdict(list) for side in (a, b)}
    for id in sorted(first):
        if source[id] in copies:
            copies[source[id]][first[id]].append(id)
    shared = {}
    for x in copies[a].keys() & copies[b].keys():
        p, q = copies[a][x][0], copies[b][x][0]
        kind = "identical" if text[p] == text[q] else "copyedit"
        shared[x, x] = (text[p] == text[q], 1.0, kind, p, q)
    for x, y, similarity in rows(path, "SELECT a, b, jaccard FROM pair"):
        if first[y] == y:
            for p, q in ((x, y), (y, x)):
                if p in copies[a] and q in copies[b]:
                    shared[p, q] = (False, similarity, judged.get(frozenset((p, q)), "not judged"),
                                    copies[a][p][0], copies[b][q][0])
    printed = ask(path, "across", **settings)
    about = "across %s of %s: %s" % (settings, os.path.basename(path), printed)
    counts = collections.Counter()
    for side, which in ((a, 0), (b, 1)):
        top = {}
        for pair, value in shared.items():
            top[pair[which]] = max(top.get(pair[which], (False, 0.0, "")), value[:3])
        for x, ids in copies[side].items():
            kind = top[x][2] if x in top else "nothing like it"
            counts[which, {"identical": "the same text"}.get(kind, kind)] += len(ids)
        left = sum(source[id] == side and id not in first for id in text)
        counts[which, "not compared"] += left
    lines = {line[2:30].strip(): line[30:].replace(",", "").split() for line in printed.split("\n")
             if line.endswith("%")}
    for name in {name for _, name in counts} | set(lines):
        line = lines.get(name, ["0"] * 6)
        check((int(line[0]), int(line[3])) == (counts[0, name], counts[1, name]),
              "%s: %s, not %s" % (name, line, (counts[0, name], counts[1, name])))
    listed = [line.split()[:2] for line in printed.split("\n") if line[:3] in ("  0", "  1")]
    best_first = sorted(shared.values(), key=lambda v: (-v[0], -v[1], v[3], v[4]))[:20]
    check(len(listed) == len(best_first)
          and all(abs(float(similarity) - v[1]) < 0.0051 and kind == v[2].split()[0]
                  for (similarity, kind), v in zip(listed, best_first)), about)
    return len(shared)


def test_across_names(products, dumps):
    plain = ask(products, "across")
    check(plain == ask(products, "across", a="old.csv", b="2"), "by name and by number")
    check(plain != ask(products, "across", a="2", b="1"), "the other way round")
    for settings, words in (({"a": "gone.csv"}, "@a must be the name or the number of a source (1 old.csv"),
                            ({"a": 1}, "@b must be the name or the number of another source"),
                            ({"a": 1, "b": 1}, "@b must be the name or the number of another source"),
                            ({"a": 1, "b": 3}, "@b must be"), ({"top": -1}, "@top must be")):
        refused(products, "across", settings, words)
    check("§" in ask(dumps, "across"), "articles with sections")


# ---- export.sql ---------------------------------------------------------------------------------


PAIR = ("a", "b", "jaccard", "edit_distance", "kind", "score", "reason", "type", "value_a", "value_b")


def test_export(path, arrays=False):
    db = sqlite3.connect(path)
    place = {id: line for id, *line in db.execute(
        "SELECT sentence.id, key, iif(titled, title, NULL), section, text FROM sentence"
        " JOIN article ON article.id = article_id")}
    lines = lambda **settings: ask(path, "export", format="jsonl", **settings).split("\n")[:-1]
    pairs = list(map(json.loads, lines()))
    expected = db.execute("SELECT a, b, jaccard, edit_distance, kind, score, reason, type, value_a, value_b"
                          " FROM pair LEFT JOIN pair_kind USING (a, b) ORDER BY a, b").fetchall()
    check(len(pairs) == len(expected) > 0, "%d pairs" % len(pairs))
    for line, row in zip(pairs, expected):
        if row[4] is None and place[row[0]][3] == place[row[1]][3]:
            row = row[:4] + ("identical", 0.0, "Both are the same text.") + row[7:]
        check(all(abs(line[name] - value) < 1e-9 if isinstance(value, float) else line[name] == value
                  for name, value in zip(PAIR, row)), "%s, not %s" % (line, row))
        for side in "ab":
            key, title, section, text = place[line[side]]
            check(line["key_" + side] == json_key(key, arrays) and line["title_" + side] == title
                  and line["section_" + side] == section and line["text_" + side] == text, line)
    members = list(map(json.loads, lines(what="members")))
    expected = db.execute("SELECT member.cluster_id, group_id, kind, reason, size, texts, articles, mixed,"
                          " representative = member.sentence_id, member.sentence_id FROM member"
                          " JOIN cluster ON cluster.id = member.cluster_id LEFT JOIN cluster_group"
                          " USING (cluster_id, sentence_id) ORDER BY 1, member.sentence_id").fetchall()
    check([tuple(line[name] for name in ("cluster_id", "group_id", "kind", "reason", "size", "texts",
           "articles", "mixed", "is_representative", "sentence_id")) for line in members] == expected,
          "members: " + str(members[:2]))
    check(all([line["key"], line["title"], line["section"], line["text"]]
              == [json_key(place[line["sentence_id"]][0], arrays)] + place[line["sentence_id"]][1:]
              for line in members), "where members occur")
    db.close()
    for what, others in (("pairs", pairs), ("members", members)):
        same = table(ask(path, "export", what=what))
        check(len(same) == len(others) and list(same[0]) == list(others[0]), "columns of " + what)
        for line, other in zip(same, others):
            check(all(in_csv(line[name], other[name]) for name in line),
                  "%s as CSV and JSON: %s, %s" % (what, line, other))


def json_key(key, arrays):
    if isinstance(key, bytes):
        return "X'%s'" % key.hex().upper()
    return json.loads(key) if arrays and isinstance(key, str) and key.startswith("[") else key


def in_csv(text, value):
    if isinstance(value, float):
        return abs(float(text) - value) < 1e-9
    if isinstance(value, list):
        return json.loads(text) == value
    return text == ("" if value is None else str(value))


def test_export_refuses(made):
    for settings, words in (({"what": "clusters"}, "@what must be pairs or members"),
                            ({"format": "xml"}, "@format must be csv or jsonl")):
        refused(made, "export", settings, words)


# What texts can begin with, and whether a spreadsheet only shows them.
BEGINNINGS = {"=": 0, "=cmd|' /C calc'!A0 ": 0, "+": 0, "-": 0, "@SUM(1) ": 0, "\t": 0, "\r=": 0, "\n=": 0, " =1+1 ": 0,
              "\u00a0=": 0, "\u3000＝": 0, "＝": 0, "＋": 0, "－": 0, "＠": 0, "-1+1 ": 0, "+49 ": 0, "\ufeff=": 0,
              "'": 1, "''": 1, "'=": 1, "": 1, "a=": 1, "ａ": 1, '"=': 1, ",=": 1, "−5 ": 1, "5-": 1, "#": 1}
NUMBERS = ["-5", "+4.25", "-0", "12"]


def make_formulas(folder):
    """Records that a spreadsheet would run: their keys, titles, sections and texts, in pairs and copies."""
    path = os.path.join(folder, "formulas.db")
    chance = random.Random(5)
    with new_database(path, name="=a.csv", kind="csv") as db:
        for number, beginning in enumerate([*BEGINNINGS, *NUMBERS]):
            words = "lamp " + " ".join("".join(chance.choices("abcdefghijklmnoprstuvw", k=7)) for _ in range(8))
            for copy in range(3):
                id = 3 * number + copy + 1
                text = beginning + words + (" at night" if copy == 2 else "")
                add_article(db, [{"section": beginning + "section", "text": text}], title=beginning + "title %d" % id,
                            key=beginning if beginning in NUMBERS and copy == 0 else beginning + "key%d" % id)
    run(path, "find")
    return path


def plain(cell):
    """The text that is in a cell, as printed_rows.c has it."""
    return cell[1:] if cell.startswith("'") else cell


def runs(cell):
    """Whether a spreadsheet takes a cell for a formula."""
    return (cell[:1] in "\t\r\n" or cell.lstrip(" \t\r\n\v\f\u00a0\u3000\ufeff")[:1] in "=+-@＝＋－＠") \
        and not re.fullmatch(r"[-+]\d[\d.]*|", cell)


def test_spreadsheet(folder):
    """A spreadsheet runs nothing of what is exported, and every text can be had as it was."""
    path = make_formulas(folder)
    known = {value for row in rows(path, "SELECT key, title, section, text FROM article"
                                         " JOIN sentence ON article_id = article.id") for value in row}
    check(sum(map(runs, known)) > 100 and sum(text[:1] == "'" for text in known) > 10, "texts that begin so")
    pairs = {(line["a"], line["b"]): line
             for line in map(json.loads, ask(path, "export", format="jsonl").split("\n")[:-1])}
    for script, settings in (("export", {}), ("export", {"what": "members"}), ("keep", {"format": "csv"})):
        found = table(ask(path, script, **settings))
        check(len(found) > 20, "%s: %d rows" % (script, len(found)))
        for line in found:
            for name, cell in line.items():
                check(not runs(cell), "%s: a spreadsheet runs %s = %r" % (script, name, cell))
                if re.match("key|title|section|text(_|$)|kept_key", name):
                    check(plain(cell) in known, "%s: %s was not %r" % (script, name, cell))
            if script == "export" and not settings:
                other = pairs.pop((int(line["a"]), int(line["b"])))
                check(all(in_csv(plain(line[name]), other[name]) for name in line), "%s, not %s" % (line, other))
    check(not pairs, "all pairs are in both")
    keys = {plain(line["key"]) for line in table(ask(path, "keep", format="csv"))}
    check(keys >= set(NUMBERS) and all("'" + number not in keys for number in NUMBERS), "numbers: %s" % keys)


def test_all(folder):
    products, dumps, made = make_products(folder), make_dumps(folder), make_up(folder)
    reviews = make_reviews(folder)
    for path in (products, dumps, made, reviews):
        test_keep_one(path)
        test_export(path, arrays=(path == made))
    for keep in ("shortest", "newest", "oldest", "first"):
        test_keep_one(products, keep)
        test_keep_one(dumps, keep)
        test_keep_one(reviews, keep)
    for order in ("asc", "desc"):
        test_keep_one(products, "stars", order)
        test_keep_one(made, "rank", order)
    test_keep_one(products, "usual", drop="likely")
    test_keep_one(dumps, "usual")
    test_keep_one(dumps, "newest", drop="likely")
    test_keep_one_by_hand(made)
    test_rejected_texts(reviews)
    test_header_always(folder)
    test_keep_one_refuses(made)
    test_nears(products, dumps, made)
    test_near_without_pipeline(folder)
    test_near_by_index(products)
    check(test_across(products, 1, 2) > 20, "products in both")
    check(test_across(dumps, 1, 2) > 500, "sentences of two dates")
    test_across(dumps, 2, 1, a=2, b=1)
    test_across_names(products, dumps)
    test_export_refuses(made)
    test_spreadsheet(folder)


run_tests("pipeline/what_next", test_all)
