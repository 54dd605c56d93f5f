"""made_tickets.py - tickets of a shop, with what each states: order, product, price, name, code, date and complaint.

A quarter repeat an earlier one, as it is, in capitals, misspelt, with other marks, without an article, or in another
order; as many are like an earlier one but for one of the things stated.
"""

import random

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


def stated(ticket):
    return tuple(ticket[1][name] for name in (*FACTS, "language", "wish")
                 if ticket[1]["language"] == "en" or name not in ("code", "date"))


def same(ticket, other):
    """Whether two tickets state the same. In capitals, a code has no small letters."""
    loud = "capitals" in (ticket[2], other[2])
    return all(str(a).upper() == str(b).upper() if loud else a == b for a, b in zip(stated(ticket), stated(other)))
