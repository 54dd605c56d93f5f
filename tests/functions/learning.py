#!/usr/bin/python3
"""learning.py - what learn_kinds() learns, against a second implementation by numpy, and what is made of it.

Lessons are made up, of texts in which a number, a name or a "not" differs; the judgements of duplicate_kind() are given
to tests/bench/learning/verdict_learning.py.
"""

import json
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bench", "learning"))
sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import numpy

from counting import check, run_tests, seed
from extension import open_with
from kind_examples import feature_names
from verdict_learning import PARTS, TYPES, Lessons, Scaling, learn, loss, precision

NAMES = list(feature_names())
KIND = "SELECT score, topic, features, why FROM duplicate_kind(?, ?, ?, ?)"
SAID = ("contradiction", "same", "pattern", "citation")
chance = random.Random(seed())


def made_up(count):
    """(verdict, group, a, b, title_a, title_b): the truth depends on the type, and on the length."""
    rows = []
    for n in range(count):
        place = chance.choice(("Skarn Point", "Carrowick", "Great Sennet", "Tolva"))
        tail = " It burnt oil of rape seed and was kept by two men." * chance.randint(0, 3)
        a = "The lamp no. %d of %s was lit in %d.%s" % (n, place, 1800 + n % 90, tail)
        way = chance.randint(0, 3)
        b = (a.replace("was lit in 18", "was lit in 17"), a.replace("was lit", "was not lit"), a.replace(place, "Imber Loch"),
             a.replace("lamp", "great lamp"))[way]
        true = chance.random() < (0.85, 0.15, 0.3, 0.1)[way] - 0.1 * (len(tail) > 60)
        rows.append(("contradiction" if true else chance.choice(SAID[1:]), n % 10, a, b, place,
                     place if chance.random() < 0.5 else "Lamps of " + place))
    return rows


def learnt(db, rows):
    db.execute("CREATE TEMP TABLE IF NOT EXISTS said (verdict, held_out, a, b, x, y)")
    db.execute("DELETE FROM said")
    db.executemany("INSERT INTO said VALUES (?, ?, ?, ?, ?, ?)", rows)
    return json.loads(db.execute("SELECT learn_kinds(verdict, held_out, held_out % 3 = 0, a, b, x, y) FROM said").fetchone()[0])


def vector(features):
    """Without a database, its features are not known."""
    first = NAMES.index("same_article")
    return [float("nan") if i >= first or features.get(name, 0) is None else features.get(name, 0)
            for i, name in enumerate(NAMES)]


def lessons_of(db, rows):
    """The lessons in which something conflicts."""
    found = []
    for verdict, group, *pair in rows:
        score, topic, features, _ = db.execute(KIND, pair).fetchone()
        if score > 0:
            found.append((topic, score / topic, vector(json.loads(features)), verdict, group, False))
    return Lessons(*map(numpy.array, zip(*found)))


def numbers(model, part):
    """The corrections of a part in the units of verdict_learning.py, but for deviations."""
    return [model.get(part + " bias", 0), model.get(part + " scale", 0),
            *(model.get("%s if %s" % (part, name), 0) for name in TYPES)], [
                model.get("%s by %s" % (part, name), 0) for name in NAMES]


def against_numpy():
    db = open_with()
    for count in (40, 120, 400):
        rows = made_up(count)
        answer, lessons = learnt(db, rows), lessons_of(db, rows)
        corrections, scores = learn(lessons, NAMES)
        true, before = lessons.true(), lessons.scores()
        what = "%d lessons" % count
        check((answer["model"] is None) == (corrections is None), f"{what}: learnt {answer['model']}")
        sizes = numpy.bincount(lessons.group)
        check((answer["groups"], answer["largest"]) == ((sizes > 0).sum(), sizes.max()), f"{what}: {answer['groups']} groups")
        check((answer["conflicting"], answer["found"]) == (len(before), true.sum()), f"{what}: {answer['conflicting']} conflict")
        for name, value in (("loss_before", loss(true, before)), ("loss_after", loss(true, scores)),
                            ("precision_before", precision(true, before)), ("precision_after", precision(true, scores))):
            check(abs(answer[name] - value) < (1e-3 if name == "precision_after" else 1e-5), f"{what}: {name} {answer[name]}, expected {value}")
        for figure in answer["figures"]:
            shown = (before if figure["scores"] == "before" else scores) >= figure["threshold"]
            shown &= (figure["verdicts"] == "all") | (lessons.group % 3 == 0)
            check((figure["shown"], figure["right"]) == (shown.sum(), (true & shown).sum()), f"{what}: {figure}")
        if not corrections:
            continue
        deviation = Scaling(lessons.features).deviation
        for part in PARTS:
            first, weights = numbers(answer["model"], part)
            found = corrections.found[part]
            check(numpy.allclose(first, found[:13], atol=1e-6), f"{what}: {part} {first}, expected {found[:13]}")
            check(numpy.allclose(numpy.array(weights) * deviation, found[13:] * (deviation > 0), atol=1e-6),
                  f"{what}: weights of the {part}")


def any_order():
    db = open_with()
    rows = made_up(200)
    first = learnt(db, rows)
    for _ in range(3):
        chance.shuffle(rows)
        check(learnt(db, rows) == first, "the result depends on the order of rows")


def corrected():
    """A model moves scores as it says, alike in both functions, and not where nothing conflicts or the topic is not asked."""
    db = open_with()
    rows = made_up(300)
    model = learnt(db, rows)["model"]
    check(model is not None, "nothing was learnt")
    scaling = {name: (model.get("least " + name, 0), model.get("mean " + name, 0), model.get("most " + name, 0)) for name in NAMES}
    for verdict, group, *pair in made_up(100):
        score, topic, features, _ = db.execute(KIND, pair).fetchone()
        now, now_topic = db.execute(KIND + " WHERE learnt = ?", (*pair, json.dumps(model))).fetchone()[:2]
        together = db.execute("SELECT score, topic FROM duplicate_kinds((SELECT collect_pairs(1, 2, ?, ?, ?, ?, '', '', 0, NULL, '',"
                              " x'', x'', NULL, 1, ?)))", (*pair, json.dumps(model))).fetchone()
        check(together == (now, now_topic), f"collect_pairs() says {together}, duplicate_kind() {(now, now_topic)}")
        if score == 0:
            check((now, now_topic) == (0, topic), f"{pair}: {score} became {now}")
            continue
        values, chances = dict(zip(NAMES, vector(json.loads(features)))), []
        for part, before in (("topic", topic), ("conflict", score / topic)):
            sum = numpy.log(before / (1 - before)) * (1 + model.get(part + " scale", 0)) + model.get(part + " bias", 0)
            for name, value in values.items():
                least, mean, most = scaling[name]
                if not numpy.isnan(value):
                    sum += model.get("%s by %s" % (part, name), 0) * (min(max(value, least), most) - mean)
                sum += model.get("%s if %s" % (part, name), 0) * (value > 0)
            chances.append(1 / (1 + numpy.exp(-sum)))
        check(abs(now_topic - chances[0]) < 1e-6 and abs(now - chances[0] * chances[1]) < 1e-6,
              f"{pair}: {now}, expected {chances}")


def few_and_wrong():
    db = open_with()
    check(db.execute("SELECT learn_kinds('same', 0, 0, 'a', 'b', '', '') WHERE 0").fetchone()[0] is None, "without rows")
    answer = learnt(db, made_up(3))
    check(answer["too_few"] == 1 and answer["model"] is None, f"three lessons: {answer}")
    pair = ("Two lamps were lit.", "Six lamps were lit.", "", "")
    plain = db.execute(KIND, pair).fetchone()
    for model in ("", " ", "{}"):
        check(db.execute(KIND + " WHERE learnt = ?", (*pair, model)).fetchone() == plain, f"{model!r} corrects something")
    for model in ("[", "{" * 50000, '{"topic bias":null}', '{"topic bias":1e999}', '{"topic bias":1e10}', '{"topic by":1}',
                  '{"topic if words":1}', '{"":1}', '{"topic bias":"1"}', '{"topic bias":1} x', '{"mean nothing":0}'):
        try:
            db.execute(KIND + " WHERE learnt = ?", (*pair, model)).fetchone()
            check(False, f"{model[:40]!r} was not refused")
        except Exception as error:
            check("argument learnt must" in str(error), f"{model[:40]!r}: {error}")
    huge = json.dumps({**{"topic by " + name: 1e9 for name in NAMES}, **{"most " + name: 1e9 for name in NAMES},
                       **{"least " + name: -1e9 for name in NAMES}, "conflict scale": -1e9})
    score = db.execute(KIND + " WHERE learnt = ?", (*pair, huge)).fetchone()[0]
    check(0 <= score <= 1, f"the largest numbers give {score}")


def seldom_kept():
    """Verdicts that come true as often as the scores say hardly ever correct these, nor do verdicts that hang together."""
    db = open_with()
    pool = [(*db.execute(KIND, each[2:]).fetchone()[:2], *each[2:]) for each in made_up(400)]
    pool = [each for each in pool if each[0] > 0]
    kept = 0
    for _ in range(60):
        rows = []
        for n, (score, topic, *pair) in enumerate(chance.sample(pool, 50)):
            lot = chance.random()
            rows.append(("contradiction" if lot < score else "same" if lot < topic else "pattern", n, *pair))
        kept += learnt(db, rows)["model"] is not None
    check(kept <= 9, f"of 60 users whose scores are right, {kept} got others")
    for groups in (1, 2):
        answer = learnt(db, [(verdict, n % groups, *pair) for n, (verdict, _, *pair) in enumerate(made_up(120))])
        check((answer["groups"], answer["model"]) == (groups, None), f"of {groups} groups: {answer['model']}")
    print("figure: %d of 60 users whose scores are right got others" % kept)


def templates(count, each):
    """Pairs of texts; those of a template differ in numbers only."""
    words = "storm lamp harbour keeper bridge river school church market station castle garden museum railway village".split()
    for _ in range(count):
        text = "The %s of the %s %s near the %s no. %%d in %%d %s." % (
            chance.choice(words), chance.choice(words), chance.choice(("was built", "was lit", "was sold", "was moved")),
            chance.choice(words), " ".join(chance.choices(words, k=chance.randint(0, 12))))
        number, year, denied = chance.choice(((0, 5, False), (7, 0, False), (0, 0, True), (0, 100, False)))
        rows = []
        for _ in range(each):
            n, y = chance.randint(2, 90), chance.randint(1800, 1990)
            rows.append((text % (n, y), (text % (n + number, y + year)).replace("was", "was not" if denied else "was")))
        yield rows


def database(folder, rows):
    """A database in which the duplicates of (verdict, a, b, title_a, title_b) were found and judged; and what runs a job."""
    db = open_with(path=os.path.join(folder, "lamps.db"))
    run = lambda job, given="{}": db.execute("SELECT neardup_run(?, ?)", (job, given)).fetchone()[0]
    run("schema")
    db.execute("INSERT INTO source (id, name, kind, path, size, options, program_version, started_at)"
               " VALUES (1, 'x', 'jsonl', 'x', 1, '', '', '2020-01-01 00:00:00')")
    sides = [side for _, a, b, x, y in rows for side in ((a, x), (b, y))]
    db.executemany("INSERT INTO article (id, source_id, page_id, namespace, title, titled) VALUES (?1, 1, ?1, 0, ?2, 1)",
                   [(id, title) for id, (_, title) in enumerate(sides, 1)])
    db.executemany("INSERT INTO sentence (id, article_id, position, section, block, text) VALUES (?1, ?1, 1, '', 'prose', ?2)",
                   [(id, text) for id, (text, _) in enumerate(sides, 1)])
    run("find")
    db.executemany("INSERT INTO verdict (verdict, text_a, text_b, judge, judged_at, title_a, title_b)"
                   " VALUES (?, ?, ?, 'Ann', '2026-01-01T00:00:00Z', ?, ?)",
                   [(verdict, *((a, b, x, y) if a < b else (b, a, y, x))) for verdict, a, b, x, y in rows])
    return db, run


def nothing_remembered():
    """A truth that only the template tells, at random, is none for other templates: it must not pass for one that is learnt."""
    with tempfile.TemporaryDirectory() as folder:
        db, run = database(folder, [])
        kept = 0
        for _ in range(10):
            db.execute("DELETE FROM verdict")
            for pairs in templates(15, 6):
                verdict = chance.choice(("contradiction", "pattern"))
                db.executemany("INSERT OR IGNORE INTO verdict (text_a, text_b, verdict, judge) VALUES (?, ?, '%s', 'Ann')" % verdict,
                               [sorted(pair) for pair in pairs if pair[0] != pair[1]])
            run("learn")
            kept += db.execute("SELECT model IS NOT NULL FROM learnt").fetchone()[0]
        db.close()
    print("figure: %d of 10 learnt something from random templates" % kept)
    check(kept <= 3, f"from random templates, {kept} of 10 learnt something")


def a_stage_again():
    """What was learnt makes the stage kinds void, and nothing else; forgetting gives what was there before."""
    words, rows = ["%c%s" % (65 + n % 26, "aeiou"[n % 5] * 2 + "kest"[n % 4:] + chr(97 + n // 26)) for n in range(120)], []
    for n, (verdict, _, a, b, *titles) in enumerate(made_up(120)):
        about = " ".join(chance.sample(words, 12)) + " "
        rows.append((verdict, about + a, about + b, *("%s %d" % (title, n) for title in titles)))
    with tempfile.TemporaryDirectory() as folder:
        db, run = database(folder, rows)
        scores = "SELECT a, b, kind, score, type FROM pair_kind ORDER BY a, b"
        before = db.execute(scores).fetchall()
        said = run("learn")
        model, verdicts = db.execute("SELECT model, verdicts FROM learnt").fetchone()
        check(verdicts == len(rows) and model is not None, f"of {verdicts} verdicts was learnt {model}: {said}")
        check(db.execute("SELECT count(*) FROM verdict_figure").fetchone()[0] == 18, "figures")
        ends = "SELECT name, done = parts FROM stage ORDER BY name"
        told = run("find")
        check(told == "4 of 4: kinds", f"find did {told!r}")
        check(all(done for _, done in db.execute(ends)), "the stages are not finished")
        check(db.execute(scores).fetchall() != before, "the scores are as before")
        run("learn", '{"forget":1}')
        check(db.execute("SELECT count(*) FROM learnt").fetchone()[0] == 0, "it is not forgotten")
        run("find")
        check(db.execute(scores).fetchall() == before, "the scores are not those of before")
        db.close()


run_tests("functions/learning", against_numpy, any_order, corrected, few_and_wrong, seldom_kept, nothing_remembered, a_stage_again)
