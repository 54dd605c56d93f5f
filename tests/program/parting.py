"""parting.py - two texts that agreed contradict each other once one of them has another value, whatever their titles.

  (1) `watch`, `find` on two dates, `history` and `add` of a newer row report a number, a year, a month, a name or a negation
      that was changed in one of two copies, in articles whose titles follow one pattern; but no comma, spelling or synonym.
  (2) They say so by a reason of its own, and with a score that is shown.
  (3) `watch`: the two are one text still when one of them is edited again.
  (4) A formula, a name that an article exchanges for its own, and texts that never agreed are no copies.
"""

import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import databases
from counting import check, run_tests
from loading import ask, write_dump

NEARDUP = os.path.join(ROOT, os.environ.get("NEARDUP_CHECKED", "build"), "neardup")
REASON = "he two agreed before one was changed"

# A sentence of two harbours, what is changed, whether that is a contradiction, and how it is told.
EDITS = [
    ("The lower lamp burned 143 barrels of oil in its first winter, which the harbour office paid out of the mooring fees.",
     ("143", "163"), "ne says 143, the other 163"),
    ("The stone tower behind the chapel was raised in 1857 by masons who had come from the mainland for the long pier.",
     ("1857", "1868"), "ne says 1857, the other 1868"),
    ("A great fire broke out in the ropewalk in October 1871 and spread to the sheds along the quay within an hour.",
     ("October", "August"), "ne says October 1871, the other August 1871"),
    ("The plans for the new breakwater were drawn by Dray, who had built two others on the northern coast of the island.",
     ("Dray", "Hansen"), "ne says Dray, the other Hansen"),
    ("The council was told of the damage before the ferry left, and all passengers were warned at the gangway in time.",
     ("was told", "was not told"), "nly one says “not”"),
    ("More than 250 tons of coal were landed here in the hard winter, and the boats waited in the roads until it was over.",
     ("250", "270"), "ne says 250( tons)?, the other 270"),
    ("Both cranes were set up on February 14, a week before the first of the new steamers came in with the morning tide.",
     ("14", "44"), ", the other .*44"),
    ("The fish market is held under the arcade every morning, except when the boats are kept out by the northern gales.",
     ("morning, except", "morning except"), None),
    ("The colour of the daymark was chosen by the pilots, since grey stone is hard to see against the cliffs behind it.",
     ("colour", "color"), None),
    ("Many of the warehouses stood empty after the railway came, but two are used by the boat builders to this day.",
     ("Many", "Numerous"), None),
]
TOWNS = ["Tolva", "Sennet", "Lindry", "Hestholm", "Orrin", "Skelder", "Ashel", "Imber", "Carrow", "Ferrin", "Maurel", "Quill",
         "Drayford", "Vane", "Holm", "Strand", "Birk", "Elver", "Norrow", "Tarn"]
OWN = ["The quay of {0} is {1} fathoms long, and the smaller boats lie along the wooden stage at its southern end.",
       "People of {0} say that {1} seals once slept on the slipway on the morning of the midsummer fair."]


def harbours(edits):
    """Articles whose titles follow one pattern: two for each sentence that both have."""
    pages = {}
    for at, (text, *_) in enumerate(edits):
        for place in (0, 1):
            town = TOWNS[2 * at + place]
            pages["Harbour of " + town] = [OWN[0].format(town, 31 + at * 2 + place), text, OWN[1].format(town, 5 + at * 2 + place)]
    return pages


def tells(reason, values):
    return REASON in reason and re.search(values, reason) is not None


def changed(text, edit):
    check(text.count(edit[0]) == 1, f"{edit[0]} stands in the sentence once")
    return text.replace(*edit)


def neardup(*words):
    done = subprocess.run([NEARDUP, *words], capture_output=True, text=True, timeout=600, check=False)
    check(done.returncode == 0, f"{words}: {done.returncode}, {done.stderr}")
    return done.stdout


def write_revisions(path, pages):
    """Pages with their revisions: (number, text) each."""
    return write_dump(path, ((page, title, [(number, f"20{10 + number % 10}-01-01T00:00:00Z", text) for number, text in texts])
                             for page, (title, texts) in enumerate(pages.items(), 1)))


def write_pages(path, pages, number=1):
    return write_revisions(path, {title: [(number, "\n\n".join(lines))] for title, lines in pages.items()})


def second_of(at):
    """The article in which a sentence is changed."""
    return "Harbour of " + TOWNS[2 * at + 1]


# ---- watch ---------------------------------------------------------------------------------------


class Watch:
    """A wiki that is edited; each edit gives what it was told to have done."""

    def __init__(self, folder, name, pages):
        self.db, self.events, self.pages = os.path.join(folder, name + ".db"), 0, pages
        self.path = os.path.join(folder, "event.json")
        neardup("load", "--quiet", write_pages(os.path.join(folder, name + ".xml"), pages), self.db)

    def edit(self, title, old, new):
        lines = self.pages[title] = [line.replace(old, new) for line in self.pages[title]]
        self.events += 1
        with open(self.path, "w", encoding="utf-8") as file:
            json.dump({"type": "edit", "title": title, "namespace": 0, "timestamp": 1_900_000_000 + self.events,
                       "revision": {"new": 1000 + self.events}, "text": "\n\n".join(lines)}, file)
        return [json.loads(line) for line in neardup("watch", self.db, self.path, "-q").splitlines()]


def a_watch_tells_what_was_equal(folder):
    watch = Watch(folder, "watched", harbours(EDITS))
    for at, (text, edit, told) in enumerate(EDITS):
        changed(text, edit)
        found = watch.edit(second_of(at), *edit)
        if told is None:
            check(found == [], f"{edit} is no contradiction: {found}")
            continue
        check([line["finding"] for line in found] == ["stale"], f"{edit}: {found}")
        for line in found:
            check(tells(line["reason"], told) and line["score"] >= 0.4, f"{edit}: {line['reason']} {line['score']}")
            check(line["other"]["title"] == "Harbour of " + TOWNS[2 * at], f"{edit}: the other article")
        found = [line["finding"] for line in watch.edit(second_of(at), edit[1], edit[0])]
        check(found == ["healed"], f"{edit} is undone: {found}")


def a_watch_follows_what_was_parted(folder):
    text, edit, _ = EDITS[0]
    watch = Watch(folder, "followed", harbours(EDITS[:1]))
    one, other = "Harbour of " + TOWNS[0], second_of(0)
    said = lambda lines: [(line["finding"], line.get("reason", "")) for line in lines]
    watch.edit(other, *edit)
    check(watch.edit(other, "winter, which", "winter which") == [], "a comma heals nothing, and is not reported again")
    found = said(watch.edit(other, "163", "183"))
    check(sorted(kind for kind, _ in found) == ["contradiction", "healed"]
          and (found[0][1] + found[1][1]).count(REASON) == 2, f"another value: {found}")
    found = said(watch.edit(one, "143", "173"))
    check(sorted(kind for kind, _ in found) == ["contradiction", "healed"], f"another value on the other side: {found}")
    check([kind for kind, _ in said(watch.edit(one, "173", "183"))] == ["healed"], "the two agree again")
    check(ask(watch.db, "SELECT count(*) FROM watch_conflict WHERE healed IS NULL") == [(0,)], "nothing is left")
    for turn in range(12):
        watch.edit(one, f"{29 + turn} fathoms" if turn else "31 fathoms", f"{30 + turn} fathoms")
        watch.edit(other, "seals" if turn % 2 == 0 else "otters", "otters" if turn % 2 == 0 else "seals")
    check(ask(watch.db, "SELECT (SELECT count(*) FROM watch_parted), (SELECT count(*) FROM watch_conflict)") == [(0, 0)],
          "what is long past is forgotten")


def no_copy_is_stale(folder):
    """A formula, the own name, and what never agreed."""
    formula = "A ferry leaves from the harbour at 7:40 on weekdays, and on Sundays when the tide allows it, for the outer isles."
    own = "From 1871 until the war, the pilots of Ferrin were paid by the lighthouse board out of the dues of the sound."
    never = ("The chapel above the harbour has room for 120 people, and its bell was cast from the gun of a stranded frigate.",
             "The chapel above the harbour has room for 90 people, and its bell was cast from the gun of a stranded frigate.")
    pages = {f"Harbour of {town}": [formula] for town in TOWNS[:6]}
    pages.update({"Harbour of Ferrin": [own], "Harbour of Maurel": [own], "Harbour of Vane": [never[0]],
                  "Harbour of Holm": [never[1]]})
    watch = Watch(folder, "kept", pages)
    for title, old, new in (("Harbour of Sennet", "7:40", "8:20"), ("Harbour of Maurel", "Ferrin", "Maurel"),
                            ("Harbour of Holm", "90", "80")):
        found = watch.edit(title, old, new)
        check(not any(REASON in line.get("reason", "") for line in found), f"{title}: {found}")


# ---- find -----------------------------------------------------------------------------------


def check_pairs(db, what):
    found = {text: rest for text, *rest in ask(db, "SELECT y.text, kind, reason, score FROM pair_kind"
                                                   "  JOIN sentence AS y ON y.id = b")}
    for text, edit, told in EDITS:
        kind, reason, score = found.get(changed(text, edit), ("none", "", 0))
        if told is None:
            check(kind == "copyedit", f"{what}, {edit}: {kind}, {reason}")
        else:
            check(kind == "drift" and tells(reason, told) and score >= 0.4, f"{what}, {edit}: {kind}, {reason}, {score}")


def two_dates_tell_what_was_equal(folder):
    db, pages, newer = os.path.join(folder, "dates.db"), harbours(EDITS), harbours(EDITS)
    for at, (text, edit, _) in enumerate(EDITS):
        newer[second_of(at)][1] = changed(text, edit)
    for name, dump, number in ("old", pages, 1), ("new", newer, 2):
        neardup("load", "--quiet", write_pages(os.path.join(folder, name + ".xml"), dump, number), db)
    neardup("find", db, "-q")
    check_pairs(db, "two dates")


def two_dates_tell_who_has_the_old_text(folder):
    """The article that was changed is the first that had the text."""
    db, pages = os.path.join(folder, "first.db"), harbours(EDITS[:1])
    for name, number in ("old", 1), ("new", 2):
        neardup("load", "--quiet", write_pages(os.path.join(folder, name + ".xml"), pages, number), db)
        pages["Harbour of " + TOWNS[0]][1] = changed(EDITS[0][0], EDITS[0][1])
    neardup("find", db, "-q")
    told = " ".join(databases.run(db, "two_dates").split())
    check("[143|163]" in told and f"still stands in {second_of(0)}, which" in told, "the older text still stands: " + told)


def a_formula_is_no_text_of_one(folder):
    """Five articles had a text; one of them has another value now. Neither its line nor a pair says that they agreed."""
    text, edit, _ = EDITS[0]
    for at in (0, 1):  # the first sentence is changed, which two_dates.sql lists; or another one
        db = os.path.join(folder, f"formula{at}.db")
        pages = {"Harbour of " + town: [OWN[0].format(town, number), text] for number, town in enumerate(TOWNS[:5])}
        for name, number in ("old", 1), ("new", 2):
            neardup("load", "--quiet", write_pages(os.path.join(folder, name + ".xml"), pages, number), db)
            pages["Harbour of " + TOWNS[at]][1] = changed(text, edit)
        neardup("find", db, "-q")
        told = " ".join(databases.run(db, "two_dates").split())
        check("still stands" not in told and ("[143|163]" in told) == (at == 0), "a formula: " + told)
        reasons = [reason for reason, in ask(db, "SELECT reason FROM pair_kind")]
        check(len(reasons) > 0 and not any(REASON in reason for reason in reasons), f"no pair of a formula agreed: {reasons}")


# ---- history -------------------------------------------------------------------------------------


def a_history_tells_what_was_equal(folder):
    db, pages = os.path.join(folder, "history.db"), {}
    for at, (text, edit, _) in enumerate(EDITS):
        for place in (0, 1):
            town = TOWNS[2 * at + place]
            lines = harbours(EDITS)["Harbour of " + town]
            pages["Harbour of " + town] = [(20 * at + 10 * place + 1, "\n\n".join(lines))]
        pages[second_of(at)].append((20 * at + 15, "\n\n".join([lines[0], changed(text, edit), lines[2]])))
    neardup("--history", write_revisions(os.path.join(folder, "history.xml"), pages), "--db", db, "-q")
    check_pairs(db, "history")
    neardup("history", db, "-q")
    stale = {changed: rest for changed, *rest in ask(db, "SELECT changed, old_value, new_value, stale FROM stale")}
    for at, (text, edit, told) in enumerate(EDITS):
        check((second_of(at) in stale) == (told is not None), f"{edit}: {stale.get(second_of(at))}")


# ---- add -----------------------------------------------------------------------------------------


def write_rows(path, rows):
    with open(path, "w", encoding="utf-8") as file:
        for key, title, text in rows:
            file.write(json.dumps({"id": key, "title": title, "text": text}) + "\n")
    return path


def a_row_that_was_replaced_contradicts_nothing(folder, rows):
    """Both rows get the same value, in one file or one after the other; then one of them another value, that nobody else had."""
    text, edit, _ = EDITS[0]
    both = [(key, title, changed(text, edit)) for key, title, _ in rows[:2]]
    last = (1, rows[1][1], changed(text, ("143", "183")))
    for name, steps in ("together", [both]), ("in turn", [both[:1], both[1:]]), ("anew", [both[:1], [last]]):
        db = os.path.join(folder, name + ".db")
        neardup(write_rows(os.path.join(folder, "first.jsonl"), rows[:2]), "--db", db, "--whole", "-q")
        for number, step in enumerate(steps):
            told = neardup("add", db, write_rows(os.path.join(folder, f"step{number}.jsonl"), step), "--json")
        found = [json.loads(line) for line in told.splitlines()]
        check(found and all(line["changed"] or "143" not in line["text_a"] for line in found), f"{name}: {found}")


def a_newer_row_tells_what_was_equal(folder):
    rows = [(2 * at + place, "Harbour of " + TOWNS[2 * at + place], text)
            for at, (text, *_) in enumerate(EDITS) for place in (0, 1)]
    for place in (0, 1):  # whichever of the two is changed
        db = os.path.join(folder, f"rows{place}.db")
        neardup(write_rows(os.path.join(folder, f"rows{place}.jsonl"), rows), "--db", db, "--whole", "-q")
        newer = [(2 * at + place, rows[2 * at + place][1], changed(text, edit)) for at, (text, edit, _) in enumerate(EDITS)]
        found = {}
        for line in neardup("add", db, write_rows(os.path.join(folder, f"newer{place}.jsonl"), newer), "--json").splitlines():
            line = json.loads(line)
            found[line["key_b"], line["key_a"]] = line
        for at, (text, edit, told) in enumerate(EDITS):
            key, other = 2 * at + place, 2 * at + 1 - place
            check(found[key, key]["changed"] == 1, f"{edit}: the row has changed")
            kind, reason, score = (found[key, other][name] for name in ("kind", "reason", "score"))
            if told is None:
                check(kind == "copyedit", f"{edit}: {kind}, {reason}")
            else:
                check(kind == "drift" and tells(reason, told) and score >= 0.4, f"{edit}: {kind}, {reason}, {score}")
    a_row_that_was_replaced_contradicts_nothing(folder, rows)
    db = os.path.join(folder, "listed.db")
    neardup(write_rows(os.path.join(folder, "listed.jsonl"), rows[2:4]), "--db", db, "--whole", "-q")
    listed = " ".join(neardup("add", db, write_rows(os.path.join(folder, "later.jsonl"), [
        (3, rows[3][1], changed(rows[3][2], EDITS[1][1]))])).split())
    told = listed[listed.find("What may contradict, [earlier|new]"):]
    check("[1857|1868]" in told and REASON in told, "the list: " + listed)


run_tests("program/parting", a_watch_tells_what_was_equal, a_watch_follows_what_was_parted, no_copy_is_stale,
          two_dates_tell_what_was_equal, two_dates_tell_who_has_the_old_text, a_formula_is_no_text_of_one,
          a_history_tells_what_was_equal, a_newer_row_tells_what_was_equal)
