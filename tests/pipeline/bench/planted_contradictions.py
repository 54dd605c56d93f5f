"""planted_contradictions.py - tests/bench/learning/planting.py plants what its key says, and tests/bench/learning/drill
counts what became of it.

The texts are of our own writing: articles of random places, some pairs of which share sentences.
"""

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.path[:0] = [os.path.join(ROOT, "tests", *folder) for folder in ((), ("oracle",), ("bench", "learning"))]
from counting import check, run_tests, seed
from databases import load, run
from kind_halves import is_odd
from planted_changes import OF_ANY_LANGUAGE, WAYS, names_in, ways_of
from planting import plant
from reference import jaccard

TRIES = 40
# Of each way: the group, a sentence, and a pattern of what it becomes.
CHANGES = {
    "number": ("drift", "The mill has 24 rooms.", r"The mill has (?!24)([1-9]4|2[1-9]) rooms\."),
    "year": ("drift", "The mill was sold in 1924.", r"The mill was sold in (?!1924)19(13|14|2[1-7]|3[45])\."),
    "month": ("drift", "It opened on 3 May 1924, or May 4.", r"It opened on 3 \w+ 1924, or \w+ 4\."),
    "name": ("drift", "The mill was sold to Harmon in 1924.", r"The mill was sold to (Osgood|Tilda) in 1924\."),
    "negation": ("drift", "The mill was sold, and it could burn.", r"The mill was( not)? sold, and it could( not)? burn\."),
    "swapped": ("drift", "In that year the ferry moved from Harmon to New Tilda.",
                r"In that year the ferry moved from New Tilda to Harmon\."),
    "spelled": ("drift", "All seven boats were lost.", r"All (four|five|six|eight|nine|ten) boats were lost\."),
    "ordinal": ("drift", "Her second boat was lost.", r"Her (first|third|fourth) boat was lost\."),
    "comparison": ("drift", "More than ten boats were lost.", r"(Less|Fewer) than ten boats were lost\."),
    "unit": ("drift", "The lake is 3 km long.", r"The lake is 3 mi(les)? long\."),
    "converted": ("drift", "The lake is 100 km long.", r"The lake is (37|47|81|93) mi long\."),
    "leading": ("drift", "The lake is 13 km (8 mi) long.", r"The lake is (?!13)([1-9]3|1[1-9]) km \(8 mi\) long\."),
    "gender": ("drift", "Her pupils praised her, and she left her house to them.",
               r"His pupils praised him, and he left his house to them\."),
    "adverb": ("control", "The mill was sold.", r"The mill was (also|subsequently|later|in fact) sold\."),
    "wording": ("control", "The area is large.", r"The region is large\."),
    "comma": ("control", "In May, 1,200 boats were lost.", r"In May 1,200 boats were lost\."),
    "spelling": ("control", "Colourful boats lay in the harbour.", r"(Colorful .* harbour|Colourful .* harbor)\."),
    "dropped": ("control", "The old mill (built in 1891), which belongs to the town, is open.",
                r"The old mill(, which belongs to the town, is| \(built in 1891\) is) open\."),
    "order": ("control", "In 1924, the mill was sold.", r"The mill was sold in 1924\."),
    "quotes": ("control", "It's called \"the mill\".", r"It’s called “the mill”\."),
    "abbreviation": ("control", "About 12% live in the U.S. today.",
                     r"About 12( percent live in the U\.S\.|% live in the United States) today\."),
    "hour": ("control", "It opens at 11 am on Sunday.", r"It opens at 11:00 AM on Sunday\."),
    "date": ("control", "It opened on 3 May 1924.", r"It opened on May 3, 1924\."),
    "conversion": ("control", "The lake is 100 km long.", r"The lake is 100 km \(62 mi\) long\."),
    "digits": ("control", "All seven boats were lost.", r"All 7 boats were lost\."),
    "about": ("control", "It has 1,234 rooms.", r"It has (about|approximately|around) 1,200 rooms\."),
    "pronoun": ("control", "Ada Harmon was born before her brother.", r"She was born before her brother\."),
    "rounded": ("apart", "It has 1,234 rooms.", r"It has 1,200 rooms\."),
    "tense": ("apart", "The mill was sold.", r"The mill is sold\."),
}
# And back, or otherwise.
MORE = [
    ("quotes", "It’s called “the mill”.", "It's called \"the mill\"."),
    ("hour", "It opens at 11:00 a.m. on Sunday.", "It opens at 11 am on Sunday."),
    ("hour", "It opens at 10:30 pm.", "It opens at 10:30 p.m."),
    ("hour", "It opens at 10 p.m.", "It opens at 10:00 PM."),
    ("date", "It opened on May 3, 1924.", "It opened on 3 May 1924."),
    ("gender", "He gave himself his due, but they left him.", "She gave herself her due, but they left her."),
    ("number", "水深は8メートルである。", r"水深は(?!8)[1-9]メートルである。"),
    ("year", "Η πόλη χτίστηκε το 1834 από ψαράδες.", r"Η πόλη χτίστηκε το (?!1834)18\d\d από ψαράδες\."),
    ("comma", "この町は、古い。", "この町は古い。"),
]
# What no way of this name finds a place in.
NOTHING = [
    ("number", "It opened on 3/4 1924, 10–12."), ("year", "It has 24 rooms of 1,924."), ("month", "May I go in June?"),
    ("name", "It opened on Monday."), ("swapped", "They live between Harmon and Tilda."), ("ordinal", "At first it was lost."),
    ("gender", "He met her."), ("gender", "She was launched as a destroyer."), ("spelled", "One of them is lost."),
    ("dropped", "It (which is a long name for so short a text) is."), ("order", "In addition, the mill was sold."),
    ("quotes", "He said \"no."), ("about", "In 1934 it had about 1,234 rooms and room 1234."), ("unit", "Item 3 mills."),
    ("rounded", "It has 1,200 rooms."), ("pronoun", "The mill was his."), ("converted", "It is 3 km (2 mi) long."),
]
# These controls keep every figure and every name of a month.
VALUES_STAY = [name for name, (group, *_) in CHANGES.items()
               if group == "control" and name not in ("dropped", "hour", "conversion", "digits", "about")]


def changed(way, text, number):
    return WAYS[way].change(random.Random("%d %d" % (seed(), number)), text, ["Harmon", "Osgood", "Tilda"])


def test_ways():
    check(list(CHANGES) == list(WAYS), "each way is tried")
    for way, (group, text, pattern) in CHANGES.items():
        check(WAYS[way].group == group, "%s is a %s" % (way, group))
        found = [changed(way, text, number) for number in range(TRIES)]
        for other in set(found):
            check(other and other != text and re.fullmatch(pattern, other), "%s: %s" % (way, other))
        check(found == [changed(way, text, number) for number in range(TRIES)], "%s: by the seed alone" % way)
    for way, text, pattern in MORE:
        other = changed(way, text, 1)
        check(other == pattern or re.fullmatch(pattern, other), "%s: %s" % (way, other))
    for way, text in NOTHING:
        check(changed(way, text, 1) is None, "%s: %s" % (way, changed(way, text, 1)))
    check(len({changed("number", CHANGES["number"][1], number) for number in range(TRIES)}) > 5, "numbers are drawn")
    check(names_in(["They left Harmon in May.", "It is in New Tilda, near Osgood."]) == ["Harmon", "Osgood", "Tilda"],
          "names: %s" % names_in(["They left Harmon in May.", "It is in New Tilda, near Osgood."]))
    check(tuple(ways_of("el")) == OF_ANY_LANGUAGE and ways_of("en") == WAYS, "of other languages")


def figures_of(text):
    return Counter(re.findall(r"March|June|October|\d[\d,]*\d|\d", text))


# ---- Texts ----

PLACES = "Alder Birch Cedar Elm Hazel Juniper Larch Maple Rowan Willow".split()
THINGS = "mill ferry chapel quarry bridge school market lighthouse tannery brewery".split()
SENTENCES = [
    "In {year}, the {thing} of {place} was rebuilt in stone, because the flood of {month} {day} had carried it away.",
    "The {thing}, which stands {few} miles from {place}, was sold for {number} crowns to a man of {other} in {year}.",
    "More than {number} people of {place} signed the letter that the owner of the {thing} received on {day} {month} {year}.",
    "She left {place} in {year} and never saw the {thing} again, but her brother moved from {other} to {place} that winter.",
    "The second {thing} of {place} had {few} doors (two were painted grey) and stood at the centre of {other} until {year}.",
]


def sentence(chance):
    place, other = chance.sample(PLACES, 2)
    text = chance.choice(SENTENCES).format(
        place=place, other=other, thing=chance.choice(THINGS), year=chance.randint(1700, 1999), day=chance.randint(1, 28),
        month=chance.choice(("March", "June", "October")), few=chance.choice(("three", "five", "eight")),
        number=format(chance.randint(1100, 9900), ","))
    return "%s, as the people of %s still said %d days later." % (text[:-1], chance.choice(PLACES), chance.randint(2, 900))


def texts(pairs, chance):
    """[(title, [sentence])]: pairs of articles that share one to four sentences.

    Of the last pair one has the first of these twice, and the pair before shares one with a third article."""
    articles = []
    for number in range(pairs):
        shared = [sentence(chance) for _ in range(1 + number % 4)]
        for side in "ab":
            articles.append(("Article %d%s" % (number, side), [sentence(chance), *shared, sentence(chance)]))
    articles[-1][1].insert(1, articles[-1][1][1])
    for _, lines in articles[-4:-2]:
        del lines[2:]
    articles.append(("A third", [sentence(chance), articles[-3][1][1]]))
    return articles


def made(folder, articles, name="texts"):
    """The paths of a file with the articles, and of its finished database."""
    path, db = os.path.join(folder, name + ".jsonl"), os.path.join(folder, name + ".db")
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps({"title": title, "text": "\n\n".join([" ".join(lines[:2]), " ".join(lines[2:])])}) + "\n"
                        for title, lines in articles)
    load(db, "--format", "jsonl", "--language", "en", path)
    run(db, "find")
    return path, db


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def planted(folder, path, db, *options):
    """(rows of the key, the rows of OUT)."""
    out, key = os.path.join(folder, "out.jsonl"), os.path.join(folder, "key.jsonl")
    done = subprocess.run(["/usr/bin/python3", "tests/bench/learning/planting.py", *options, db, path, out, key], cwd=ROOT,
                          capture_output=True, text=True)
    check(done.returncode == 0 and done.stderr == "", "planting.py: " + done.stderr)
    return lines_of(key), lines_of(out)


def test_planting(folder):
    articles = texts(60, random.Random(seed()))
    path, db = made(folder, articles)
    before, lines = lines_of(path), dict(articles)
    key, after = planted(folder, path, db, "--seed", "5")
    check(len(key) > 50, "%d changes" % len(key))
    check(len({row["title_a"] for row in key} | {row["title_b"] for row in key}) == 2 * len(key), "each article once")
    by_title = {row["title"]: row["text"] for row in after}
    expected = {row["title"]: row["text"] for row in before}
    for row in key:
        a, b = row["title_a"], row["title_b"]
        check(row["a"] in lines[a] and row["a"] in lines[b] and row["a"] != row["b"], "shared: %s" % row)
        check(row["a"] in by_title[a] and row["a"] not in by_title[b] and by_title[b].count(row["b"]) == 1, "said: %s" % row)
        check(row["copies"] == len(set(lines[a]) & set(lines[b])), "copies: %s" % row)
        check(abs(row["jaccard"] - float(jaccard(row["a"], row["b"]))) < 0.0001, "jaccard: %s" % row)
        check(row["group"] == CHANGES[row["kind"]][0], "group: %s" % row)
        check(row["first"] == (list(lines).index(b) < list(lines).index(a)), "first: %s" % row)
        if row["kind"] in VALUES_STAY:
            check(figures_of(row["a"]) == figures_of(row["b"]), "values: %s" % row)
        expected[b] = expected[b].replace(row["a"], row["b"])
    check(by_title == expected and [row["title"] for row in after] == [row["title"] for row in before], "nothing else")
    first = sum(row["first"] for row in key)
    check(len(key) / 5 < first < len(key) * 4 / 5, "the copy is drawn: %d of %d are first" % (first, len(key)))
    check(planted(folder, path, db, "--seed", "5") == (key, after), "the same seed")
    check(planted(folder, path, db, "--seed", "6")[0] != key, "another seed")
    check([row for _, row in plant(db, path, 5)] == key, "plant() and the program")


def test_places(folder):
    articles = texts(8, random.Random(seed() + 3))
    lines = dict(articles)["Article 5b"]
    lines[:] = [text.replace(" ", "  ", 1) for text in lines]  # the database has one space
    quoted = dict(articles)["Article 4b"]
    quoted.append("%s; %s; %s" % (sentence(random.Random(1))[:-1], sentence(random.Random(2))[:-1], quoted[1]))
    path, db = made(folder, articles)
    keys = [row for number in range(20) for _, row in plant(db, path, number)]
    titles = {title: {row[title] for row in keys} for title in ("title_a", "title_b")}
    check({"Article 7a", "Article 7b"} <= titles["title_b"], "the last pair: %s" % titles)
    check(dict(articles)["Article 7b"][1] not in {row["a"] for row in keys}, "not what stands twice")
    check(not {"Article 6a", "Article 6b", "A third"} & (titles["title_a"] | titles["title_b"]), "not what a third has")
    check("Article 5a" in titles["title_b"] and "Article 5b" in titles["title_a"] - titles["title_b"], "only what the text has")
    check("Article 4a" in titles["title_b"] and "Article 4b" in titles["title_a"] - titles["title_b"], "only once")


def test_choice(folder):
    path, db = made(folder, texts(60, random.Random(seed() + 1)))
    key, _ = planted(folder, path, db, "--most", "2", "--ways", "year,negation,order")
    check(Counter(row["kind"] for row in key) == {"year": 2, "negation": 2, "order": 2}, "ways and most: %s" % key)
    key, _ = planted(folder, path, db, "--language", "el")
    count = Counter(row["kind"] for row in key)
    check(set(count) <= set(OF_ANY_LANGUAGE) and count["number"] > 5 and abs(count["number"] - count["year"]) < 3,
          "even numbers of each: %s" % count)
    first = {plant(db, path, number, 1, None, {"year": WAYS["year"]})[0][1]["title_a"][:-1] for number in range(9)}
    check(len(first) > 4, "the order is drawn: %s" % first)
    halves = {}
    for half in ("open", "held"):
        key, _ = planted(folder, path, db, "--half", half)
        titles = halves[half] = {row[title] for row in key for title in ("title_a", "title_b")}
        check(titles and all(is_odd(title) == (half == "held") for title in titles), "the %s half: %s" % (half, titles))
    check(not halves["open"] & halves["held"], "the halves share no title")


# ---- The bench ----


def drill(*options, **environment):
    done = subprocess.run(["/usr/bin/python3", "tests/bench/learning/drill", *options], cwd=ROOT, capture_output=True, text=True,
                          env={**os.environ, **environment})
    check(done.returncode == 0 and done.stderr == "", "drill: " + done.stderr)
    return done.stdout


def tables(printed):
    """{title: {name of a line: its figures}}; a name that comes again keeps the first."""
    found = {}
    for part in printed.strip().split("\n\n"):
        title, *lines = part.split("\n")
        lines = [line for line in lines[1:]]
        found[title] = {}
        for line in lines:
            found[title].setdefault(line[:26].strip(), [float(word) for word in line[26:].split()])
    return found


def read(folder):
    """The pairs that a reader gets, and the lines of the key."""
    with open(os.path.join(folder, "pairs.txt"), encoding="utf-8") as file:
        pairs = file.read().strip().split("\n\n")
    with open(os.path.join(folder, "key.tsv"), encoding="utf-8") as file:
        return pairs, [line.rstrip("\n").split("\t") for line in file]


def test_drill(folder):
    path, db = made(folder, texts(40, random.Random(seed() + 2)))
    reading = os.path.join(folder, "reading")
    found = tables(drill("--texts", path, "--seeds", "1,2", "--read", "1000", "--folder", reading))
    keys = [row for number in (1, 2) for _, row in plant(db, path, number)]
    count = Counter(row["kind"] for row in keys)
    check([title.split(": ")[0] for title in found]
          == [path + ", " + each for each in ("one dump", "two dates", "without titles")], "circumstances: %s" % list(found))
    for title, lines in found.items():
        changes, lost = map(int, re.fullmatch(r".*: (\d+) changes, (\d+) lost", title).groups())
        check(changes == len(keys) and lost < 5, title)
        ways = {name: figures for name, figures in lines.items() if name in WAYS}
        check(sum(figures[0] for figures in ways.values()) == changes - lost, "each way has a line: %s" % title)
        check(all(figures[0] <= count[name] for name, figures in ways.items()), "as many as were planted: %s" % title)
        for name, (_, drift, shown, *others, score) in lines.items():
            check(abs(drift + sum(others) - 1) < 0.004 and 0 <= shown <= 1 and 0 <= score <= 1, "shares of %s" % name)
        check(lines["number to negation"][-2] < 0.1, "nearly all are judged: %s" % title)
        of = lambda group: [name for name in ways if WAYS[name].group == group]
        for group in ("drift", "control", "apart"):
            check(lines[group + ", all"][0] == sum(ways[name][0] for name in of(group)), "%s: %s" % (group, title))
        drift = sum(ways[name][0] * ways[name][1] for name in of("drift")) / lines["drift, all"][0]
        check(abs(drift - lines["drift, all"][1]) < 0.001, "the mean of drift: %s" % title)
    one, two, without = found.values()
    check(one != two and one != without and two != without, "circumstances matter")
    for group in ("drift", "control"):
        here = [(kind, float(score)) for _, of, *_, kind, score in read(reading)[1] if of == group]
        shares = [sum(kind == each for kind, _ in here) / len(here) for each in ("drift", "template", "copyedit", "reference")]
        shown = sum(score >= 0.4 for _, score in here) / len(here)
        figures = one[group + ", all"]
        check(figures[0] == len(here) and all(abs(x - y) < 0.001 for x, y in zip(
            [shares[0], shown, *shares[1:]], figures[1:])), "as the key has them: %s, %s, %s" % (shares, shown, figures))
    drill("--texts", path, "--seeds", "1,2", "--circumstances", "one dump", "--read", "9", "--folder", reading)
    pairs, said = read(reading)
    check(len(pairs) == len(said) == 18 and Counter(group for _, group, *_ in said) == {"drift": 9, "control": 9}, "a reader")
    by_texts = {frozenset((row["a"], row["b"])): row for row in keys}
    for pair, (number, group, kind, *_) in zip(pairs, said):
        lines = pair.split("\n")
        row = by_texts[frozenset(line.split("] ", 1)[1] for line in lines[1:])]
        check(lines[0] == number and (row["group"], row["kind"]) == (group, kind), "pair and key: %s" % pair)
        check({line.split("] ")[0][3:] for line in lines[1:]} == {row["title_a"], row["title_b"]}, "titles: %s" % pair)


def test_absent(folder):
    check(drill(NEARDUP_SHARED=folder) == "skipped: there is no %s\n" % os.path.join(folder, "data"), "nothing to read")


run_tests("pipeline/planted_contradictions", test_ways, test_planting, test_places, test_choice, test_drill, test_absent)
