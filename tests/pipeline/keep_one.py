"""keep_one.py - keep_one.sql drops no text that says anything else than the one that is kept.

Tickets of a shop are made with what they state: order, product, price, name, code, date and complaint. A quarter
repeat an earlier one, as it is, in capitals, misspelt, with other marks, without an article, or in another order;
as many are like an earlier one but for one of the things stated. So it is known which drops are right.

  (1) No text is dropped for one that states anything else, with any of the settings.
  (2) Each dropped text is a pair with the one that is kept, of a kind that was asked for, or equal after folding.
  (3) What is easy to remove is removed: copies and capitals all, other marks and misspelt words mostly.

`keep_one.py TICKETS` does the same with so many tickets, and prints the figures.
"""

import collections
import csv
import io
import os
import random
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from counting import check, figure, run_tests
from databases import add_article, insert, load, new_database, rows, run, set_parameters

PRODUCTS = ["Kestrel rain jacket", "Fulmar air fryer", "Gannet storm lantern", "Petrel electric kettle",
            "Curlew desk lamp", "wool blanket", "garden hose", "rubber boots", "copper kettle", "cordless drill"]
COMPLAINTS = ["arrived with a broken handle and the parcel was open on one side",
              "stopped working after the second week although it was hardly used",
              "is much smaller than the picture on your website makes believe",
              "came without the manual and without the screws that it needs",
              "smells of burnt plastic as soon as somebody switches it on",
              "was delivered to the neighbours, who returned it to the courier"]
NAMES = ["Anna Berg", "Anne Berg", "Olaf Lund", "Olof Lund", "Mary Stone", "Maria Stone", "Tom Reed", "Tim Reed"]
WISHES = ["please refund the {price} euro that {name} has paid",
          "the customer {name} would like to exchange it, the price was {price} euro",
          "could you send a replacement to {name}, who has paid {price} euro for it"]
DATES = ["3 May", "13 May", "3 March", "30 March", "11 June", "12 June"]
JAPANESE = ["注文番号{order}の{product}について、{complaint}。{name}様は{price}円の返金を希望しています。",
            "{name}様が購入した{product}（注文番号{order}）は{complaint}。代金は{price}円でした。"]
JAPANESE_PRODUCTS = ["電気ケトル", "電気毛布", "掃除機", "洗濯機", "炊飯器", "扇風機"]
JAPANESE_COMPLAINTS = ["届いたときに箱が壊れていました", "二週間で動かなくなりました", "電源が入りません", "電源が切れません"]
JAPANESE_NAMES = ["佐藤", "佐野", "鈴木", "田中", "中田"]
FACTS = ["order", "product", "price", "name", "code", "date", "complaint"]
REPEATS = ["copy", "capitals", "misspelt", "marks", "article", "moved"]


def new_facts(chance):
    japanese = chance.random() < 0.15
    return {"language": "ja" if japanese else "en",
            "order": chance.randint(1000, 99999),
            "product": chance.choice(JAPANESE_PRODUCTS if japanese else PRODUCTS),
            "price": "%d.%02d" % (chance.randint(5, 250), chance.choice([0, 50, 90, 99])),
            "name": chance.choice(JAPANESE_NAMES if japanese else NAMES),
            "code": "%s-%d%s" % (chance.choice("ABEK"), chance.randint(10, 99), chance.choice(["x", "X", "b", ""])),
            "date": chance.choice(DATES),
            "complaint": chance.choice(JAPANESE_COMPLAINTS if japanese else COMPLAINTS),
            "wish": chance.randrange(2 if japanese else 3)}


def sentence(facts, moved=False):
    if facts["language"] == "ja":
        return JAPANESE[facts["wish"]].format(**facts)
    clauses = ["The {product} (order {order}, part {code}) {complaint}", "it was bought on {date}",
               WISHES[facts["wish"]]]
    if moved:
        clauses[1:] = reversed(clauses[1:])
    return "; ".join(clauses).format(**facts) + "."


def misspell(text, chance):
    """One long word in small letters, with two letters exchanged or one left out or doubled."""
    words = text.split(" ")
    long = [i for i, word in enumerate(words) if word.isalpha() and word.islower() and word.isascii() and len(word) > 6]
    if not long:
        return text
    at = chance.choice(long)
    word, i = words[at], chance.randrange(1, len(words[at]) - 2)
    words[at] = chance.choice([word[:i] + word[i + 1] + word[i] + word[i + 2:], word[:i] + word[i + 1:],
                               word[:i] + word[i] + word[i:]])
    return " ".join(words)


def repeat(facts, how, chance):
    text = sentence(facts, moved=how == "moved")
    return {"copy": text, "moved": text, "capitals": text.upper(), "misspelt": misspell(text, chance),
            "marks": text.replace(";", ",").rstrip(".") + "!", "article": text.replace(" the ", " ", 1)}[how]


def changed(facts, what, chance):
    """Other facts that differ in one thing."""
    other = dict(facts)
    while other[what] == facts[what]:
        other[what] = new_facts(chance)[what]
        if what == "order" and chance.random() < 0.5:  # in one digit
            digits = list(str(facts["order"]))
            digits[chance.randrange(len(digits))] = chance.choice("0123456789")
            other["order"] = int("".join(digits))
        if what in ("product", "name", "complaint") and facts["language"] == "ja":
            other[what] = chance.choice({"product": JAPANESE_PRODUCTS, "name": JAPANESE_NAMES,
                                         "complaint": JAPANESE_COMPLAINTS}[what])
        elif what in ("product", "name", "complaint"):
            other[what] = chance.choice({"product": PRODUCTS, "name": NAMES, "complaint": COMPLAINTS}[what])
    return other


def tickets(count, seed):
    """(text, what it states, how it repeats another or None) of each."""
    chance, found = random.Random(seed), []
    while len(found) < count:
        kind = chance.random()
        if kind < 0.5 or not found:
            facts, how = new_facts(chance), None
        else:
            facts, how = chance.choice(found)[1], None
            if kind < 0.75:
                how = chance.choice(REPEATS)
            else:
                what = chance.choice(FACTS if facts["language"] == "en" else
                                     ["order", "product", "price", "name", "complaint"])
                facts = changed(facts, what, chance)
        found.append((repeat(facts, how or "copy", chance), facts, how))
    return found


def make(folder, made):
    file, path = os.path.join(folder, "tickets.csv"), os.path.join(folder, "tickets.db")
    with open(file, "w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["number", "body"])
        writer.writerows((number, text) for number, (text, *_) in enumerate(made))
    return load(path, "--whole", "--columns", "key=number,text=body", file)


def kept(path, keep):
    """{number: that of the ticket that is kept in its place}, of those that are dropped."""
    printed = run(path, "keep_one.sql", format="csv", keep=keep)
    return {int(line["key"]): int(line["kept_key"]) for line in csv.DictReader(io.StringIO(printed))
            if line["action"] == "drop"}


def stated(ticket):
    return tuple(ticket[1][name] for name in (*FACTS, "language", "wish")
                 if ticket[1]["language"] == "en" or name not in ("code", "date"))


def same(ticket, other):
    """Whether two tickets state the same. In capitals, a code has no small letters."""
    loud = "capitals" in (ticket[2], other[2])
    return all(str(a).upper() == str(b).upper() if loud else a == b for a, b in zip(stated(ticket), stated(other)))


def test_drops(path, made, keep, setting):
    dropped = kept(path, keep)
    wrong = [(number, other) for number, other in dropped.items() if not same(made[number], made[other])]
    for number, other in wrong[:5]:
        check(False, "%s, %s: dropped %r for %r" % (setting, keep, made[number][0], made[other][0]))
    check(not wrong, "%s, %s: %d wrong" % (setting, keep, len(wrong)))
    verified = {(int(a), int(b)) for a, b in rows(
        path, "SELECT p.key, q.key FROM pair_kind JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b"
              "  JOIN article AS p ON p.id = x.article_id JOIN article AS q ON q.id = y.article_id"
              " WHERE pair_kind.kind IN ('identical', 'copyedit')")}
    first = {int(key): int(id) for key, id in rows(
        path, "SELECT key, (SELECT key FROM sentence AS s JOIN article AS t ON t.id = s.article_id WHERE s.id = first_id)"
              "  FROM compared_sentence JOIN sentence ON sentence.id = sentence_id"
              "  JOIN article ON article.id = article_id")}
    chained = [(a, b) for a, b in dropped.items()
               if first[a] != first[b] and not {(first[a], first[b]), (first[b], first[a])} & verified]
    check(not chained, "%s, %s: through a chain: %s" % (setting, keep, chained[:3]))
    check(not set(dropped.values()) & set(dropped), "%s, %s: dropped for a text that is dropped" % (setting, keep))
    return dropped, wrong


def removed(made, dropped):
    """{how: (dropped, all)} of the repeats of a ticket that is there in another form, or again."""
    forms = collections.defaultdict(list)
    for number, ticket in enumerate(made):
        forms[stated(ticket)].append(number)
    shares = collections.defaultdict(lambda: [0, 0])
    for numbers in forms.values():
        texts = collections.defaultdict(list)
        for number in numbers:
            texts[made[number][2] or "copy"].append(number)
        for how, same in texts.items():
            if len(numbers) > 1:
                shares[how][1] += len(same) - (how == "copy")
                shares[how][0] += min(sum(number in dropped for number in same), len(same) - (how == "copy"))
    return shares


# Texts that were judged to say the same, and whether one may be dropped for the other.
JUDGED = [
    ("The kettle is broken", "THE KETTLE IS BROKEN", True),
    ("The kettle is broken", "the kettle  is broken!", True),
    ("The kettle (new) is broken", "The kettle, new, is broken.", True),
    ("The kettle is broken", "A kettle is broken", False),       # begins with a capital
    ("I have the kettle", "I have a kettle", True),
    ("I have the kettle", "I have kettle", True),
    ("An order of parcels", "An order of parcles", True),
    ("An order of parcels", "An order of parcel", False),
    ("An order of shirts for work", "An order of skirts for work", False),
    ("An order of Kestrel parcels", "An order of Kestrle parcels", False),
    ("Order 6996 is late", "Order 6996, is late.", True),
    ("Order 6996 is late", "Order 6969 is late", False),
    ("Order 6996 is late", "Order 6 996 is late", False),
    ("It costs 5.50 euro", "It costs 550 euro", False),
    ("It costs 5.50 euro", "It costs 5,50 euro", False),
    ("It costs .50 euro", "It costs 50 euro", False),
    ("It costs 50 euro", "It costs -50 euro", False),
    ("It costs 50 euro", "It costs (50) euro", False),
    ("It costs $50", "It costs €50", False),
    ("It is 5' long", 'It is 5" long', False),
    ("It is 5 long", "It is 5% long", False),
    ("It has 10² parts", "It has 10 parts", False),
    ("Part ab12 is late", "Part AB12 is late", False),
    ("Part AB12 is late", "PART AB12 IS LATE", True),
    ("Part ab12 is late", "PART AB12 IS LATE", True),
    ("Part 12b is late", "Part 12c is late", False),
    ("Part 12-b is late", "Part 12-c is late", False),
    ("Part a-12 is late", "Part an-12 is late", False),
    ("Mail anna@isles.example about parcels", "Mail anan@isles.example about parcels", False),
    ("Mail info@parcels.example", "Mail info@pracels.example", False),
    ("Look at isles.example/parcels", "Look at isles.example/pracels", False),
    ("Written in C++ by us", "Written in C by us", False),
    ("It is not late", "It is late", False),
    ("It is late", "It was late", False),
    ("Sent from Oslo to Bergen", "Sent from Bergen to Oslo", False),
    ("Sent to Oslo", "Sent from Oslo", False),
    ("Bought by Anna", "Bought by Anne", False),
    ("Bought by José", "Bought by Jose", False),
    ("It is bought on Monday", "It is bought on Tuesday", False),
    ("It came in May", "It came in march", False),
    ("注文は電気ケトルです", "注文は電気毛布です", False),
    ("注文は電気ケトルです。", "注文は電気ケトルです！", True),
    ("注文番号１２です", "注文番号１３です", False),
    ("注文番号１２です", "注文番号12です", False),
    ("他来了", "她来了", False),
    ("الطلب وصل اليوم", "الطلب وصل أمس", False),
    ("Заказ был получен", "Заказ был утерян", False),
    ("Straße 5 is closed", "Strasse 5 is closed", False),
]


def test_judged(folder):
    path = os.path.join(folder, "judged.db")
    run(path, "schema.sql", "pipeline.sql")
    texts = [text for a, b, _ in JUDGED for text in (a, b)]
    texts += ["%s parcels shirts skirts" % word for word in "one two three four five six".split()]
    with new_database(path, language="en") as db:
        for id, text in enumerate(texts, 1):
            add_article(db, [text], title=id, key=id)
            insert(db, "compared_sentence", sentence_id=id, first_id=id)
        for id in range(1, 2 * len(JUDGED), 2):
            insert(db, "pair_kind", a=id, b=id + 1, cluster_id=1, kind="copyedit", score=0, reason="")
    dropped = kept(path, "first")
    for number, (a, b, may) in enumerate(JUDGED):
        check((dropped.get(2 * number + 2) == 2 * number + 1) == may,
              "%r %s for %r" % (b, "is not dropped" if may else "is dropped", a))


# Of the repeats of each kind, when all pairs are judged and the first is kept.
LEAST = {"copy": 1, "capitals": 1, "marks": 1, "misspelt": 0.15, "article": 0.9}


def test_tickets(folder):
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    made = tickets(count, 29)
    path = make(folder, made)
    for setting, changes in (("as it is", "threads = 0"),
                             ("both, all judged", "detection = 'both', judged_most = 100000")):
        set_parameters(path, changes)
        run(path, "pipeline.sql")
        for keep in ("longest", "shortest", "first"):
            dropped, wrong = test_drops(path, made, keep, setting)
            shares = removed(made, dropped)
            figure(len(dropped), "of %d tickets dropped, %s, %s; %d wrong; of what could be: %s" % (
                count, setting, keep, len(wrong), ", ".join("%s %d of %d" % (how, *shares[how]) for how in REPEATS)))
    for how, least in LEAST.items():
        some, all_of_them = shares[how]
        check(some >= least * all_of_them > 0, "%s: %d of %d" % (how, some, all_of_them))


run_tests("pipeline/keep_one", test_judged, test_tickets)
