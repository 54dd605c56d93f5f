"""planted_changes.py - ways to change one sentence: to another value, to another wording, or to what is neither.

    change(chance, text, names)     the changed text, or None if there is no place for this change

`chance` is a random.Random, and decides which place of the sentence changes, and to what. `names` are names of the
collection, one of which a name is changed to. A way belongs to a group:

    drift    both texts cannot be true of one thing: a reader of both would call it a contradiction
    control  both say the same, or one says less: no reader would
    apart    neither: a rounded number is vaguer, and is for was may be the same fact at another time. Such pairs are
             counted by themselves

A text may be changed to nonsense ("the second German name Danzig"): so are texts by those who copy.
"""

import re
from collections import namedtuple

Way = namedtuple("Way", "group change")

MONTHS = "January February March April May June July August September October November December".split()
MONTH = "(?:%s)" % "|".join(MONTHS)
NOT_NAMES = {*MONTHS, *"Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()}
NAME = r"(?<=[a-z,] )[A-Z][a-z]{3,}\b(?! [A-Z])"
FULL_NAME = r"[A-Z][a-z]{2,}(?: [A-Z][a-z]+)*"
# A number is no part of a date, a fraction or a range.
NUMBER = r"(?<![0-9.,/–-])(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+(?:\.[0-9]+)?)(?![0-9/–-])(?!,[0-9])"
YEAR = r"(?:1[5-9][0-9][0-9]|20[01][0-9])"
CARDINALS = "two three four five six seven eight nine ten eleven twelve".split()
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
# An amount follows another small word than these.
NO_AMOUNT = {*"a an about around nearly almost over than approximately in until from to since of and after before between "
              "died born".split()}

COMPARISONS = [("more than", "less than"), ("fewer than", "more than"), ("at least", "at most"), ("above", "below"),
               ("before", "after"), ("larger", "smaller"), ("older", "younger"), ("higher", "lower"),
               ("increased", "decreased"), ("earlier", "later"), ("longer", "shorter")]
# What stands between two names that cannot be exchanged.
DIRECTED = (r"(?:from|to|by|over|under|than|after|before|beat|defeated|succeeded|replaced|joined|left|killed|followed"
            r"|appointed|near|in)")
UNITS = [("km", "miles"), ("kilometres", "miles"), ("kilometers", "miles"), ("mi", "km"), ("m", "feet"), ("ft", "metres"),
         ("metres", "feet"), ("meters", "feet"), ("cm", "inches"), ("kg", "pounds"), ("tons", "kilograms"),
         ("tonnes", "kilograms"), ("acres", "hectares"), ("°C", "°F"), ("km/h", "mph"), ("million", "billion"),
         ("hours", "minutes"), ("minutes", "seconds"), ("days", "weeks"), ("weeks", "months"), ("months", "years")]
# Unit, the other system's, and how many of these one is.
CONVERSIONS = {"km": ("mi", 0.6214), "kilometres": ("miles", 0.6214), "kilometers": ("miles", 0.6214),
               "miles": ("km", 1.609), "mi": ("km", 1.609), "metres": ("feet", 3.281), "meters": ("feet", 3.281),
               "m": ("ft", 3.281), "feet": ("m", 0.3048), "ft": ("m", 0.3048), "cm": ("in", 0.3937),
               "inches": ("cm", 2.54), "kg": ("lb", 2.205), "pounds": ("kg", 0.4536), "acres": ("hectares", 0.4047),
               "hectares": ("acres", 2.471), "mph": ("km/h", 1.609), "km/h": ("mph", 0.6214)}
MEASURE = r"(?<!\()(%s)[ -](%s)(?![\w/])" % (NUMBER, "|".join(CONVERSIONS))
SHIP = r"\b(?:ships?|vessel|boat|steamer|cruiser|destroyer|launched|scrapped|sank|sunk|crew|fleet|convoy|Navy|built)\b"
GENDERS = ({"he": "she", "his": "her", "him": "her", "himself": "herself"},
           {"she": "he", "hers": "his", "herself": "himself", "her": "his"})
# Before these "her" is an object, and becomes "him".
AFTER_HIM = r"(?=[.,;:]|$| (?:to|in|at|for|and|with|as|from|on|by|into|a|an|the|that|when|while|after|before|was|is)\b)"
TENSES = [("was", "is"), ("were", "are"), ("had", "has"), ("is", "was"), ("are", "were"), ("has", "had")]

WORDINGS = [("such as", "like"), ("however", "though"), ("because", "since"), ("began", "started"),
            ("while", "whereas"), ("located", "situated"), ("approximately", "about"), ("received", "got"),
            ("many", "numerous"), ("also known as", "also called"), ("in order to", "to"), ("said", "stated"),
            ("area", "region"), ("which", "that")]
SPELLINGS = [("colour", "color"), ("centre", "center"), ("theatre", "theater"), ("harbour", "harbor"),
             ("honour", "honor"), ("labour", "labor"), ("favour", "favor"), ("neighbour", "neighbor"),
             ("behaviour", "behavior"), ("defence", "defense"), ("offence", "offense"), ("licence", "license"),
             ("organis", "organiz"), ("recognis", "recogniz"), ("realis", "realiz"), ("specialis", "specializ"),
             ("characteris", "characteriz"), ("emphasis(?=e)", "emphasiz"), ("analys(?=ed|ing)", "analyz"),
             ("travelled", "traveled"), ("travelling", "traveling"), ("cancelled", "canceled"),
             ("programme", "program"), ("kilometre", "kilometer"), ("metre(?=s?\\b)", "meter"), ("grey", "gray"),
             ("catalogue", "catalog"), ("dialogue", "dialog"), ("judgement", "judgment"), ("fulfil(?=s?\\b)", "fulfill"),
             ("towards", "toward"), ("amongst", "among"), ("whilst", "while"), ("armour", "armor"), ("tyre", "tire"),
             ("aluminium", "aluminum"), ("jewellery", "jewelry"), ("practis(?=ed|ing)", "practic"), ("plough", "plow")]
ABBREVIATIONS = [(r"U\.S\.(?= [a-z])|\bUS(?= [a-z])", "United States"), (r"\bUK\b", "United Kingdom"), (r"\bDr\. ", "Doctor "),
                 (r"\bSt\. (?=[A-Z])", "Saint "), (r"\bMt\. ", "Mount "), (r"\bFt\. ", "Fort "), (r"\bGen\. ", "General "),
                 (r"\bCol\. ", "Colonel "), (r"\bGov\. ", "Governor "), (r"\bNo\. (?=[0-9])", "number "),
                 (r"\bApprox\. |\bapprox\. ", "approximately "), (r"(?<=[0-9])%", " percent"),
                 (r"(?<=[0-9]) km\b(?!/)", " kilometres"), (r"(?<=[0-9]) mph\b", " miles per hour"),
                 (r"(?<=[0-9]) km/h\b", " kilometres per hour"), (r"(?<=[0-9]) kg\b", " kilograms"),
                 (r"(?<=[0-9]) sq mi\b", " square miles"), (r"(?<=[0-9]) ft\b", " feet"), (r"\be\.g\.,? ", "for example "),
                 (r"\bi\.e\.,? ", "that is "), (r"\bWWII\b", "World War II"), (r"\bEU\b", "European Union"),
                 (r"\bUN\b", "United Nations"), (r"\bTV\b", "television"), (r"\bc\. ?(?=[0-9])|\bca\. ?(?=[0-9])", "circa "),
                 (r"\bvs\. ", "versus "), (r" & ", " and "), *((r"\b%s\. (?=[0-9])" % month[:3], month + " ")
                                                               for month in MONTHS if len(month) > 4)]


# ---- How a place is drawn ----


def at_one_place(pattern, by):
    """A change of one match of a pattern, drawn at random, to by(chance, match), unless that is None."""
    pattern = re.compile(pattern)

    def change(chance, text, names=()):
        found = list(pattern.finditer(text))
        for match in chance.sample(found, len(found)):
            value = by(chance, match)
            if value not in (None, match[0]):
                return text[:match.start()] + value + text[match.end():]
        return None
    return change


def as_capital(text, like):
    return text[:1].upper() + text[1:] if like[:1].isupper() else text


def by_table(pairs, around=r"\b(?:%s)\b", both_ways=False):
    """A change of one expression of a table to the other beside it."""
    pairs = [*pairs, *((b, a) for a, b in pairs)] if both_ways else pairs
    changes = [at_one_place("(?i:%s)" % around % a, lambda _, match, b=b: as_capital(b, match[0])) for a, b in pairs]

    def change(chance, text, names=()):
        found = (each(chance, text) for each in chance.sample(changes, len(changes)))
        return next((text for text in found if text), None)
    return change


# ---- Values ----


def is_year(number):
    return re.fullmatch(YEAR, number)


def other_digit(chance, match):
    number = match[0]
    if is_year(number):
        return None
    at = chance.choice([i for i, c in enumerate(number) if c.isdigit()])
    return number[:at] + chance.choice([d for d in "123456789" if d != number[at]]) + number[at + 1:]


def other_of(words, near):
    """A change to another word of an ordered list, at most `near` places away."""
    def by(chance, match):
        at = words.index(match[0].lower())
        others = [word for i, word in enumerate(words) if 0 < abs(i - at) <= near]
        return as_capital(chance.choice(others), match[0])
    return at_one_place(r"(?i:(?<!at )(?<!per )(?<!a )\b(?:%s)\b)" % "|".join(words), by)


def other_name(chance, text, names):
    return names and at_one_place(NAME, lambda chance, match: None if match[0] in NOT_NAMES else chance.choice(
        [name for name in names if name != match[0]] or [None]))(chance, text)


def exchange_names(_, match):
    a, between, b = match.groups()
    if a == b or {a.split()[0], b.split()[0]} & NOT_NAMES or re.search(r"\b(?:and|or|with)\b", between):
        return None
    return b + between + a


def number_of(text):
    return float(text.replace(",", ""))


def in_figures(value):
    """With two or three digits that count."""
    return "{:,.0f}".format(float("%.3g" % value)) if value >= 100 else "%.2g" % value


def convert_wrongly(chance, match):
    unit, factor = CONVERSIONS[match[2]]
    return in_figures(number_of(match[1]) * factor * chance.choice((0.6, 0.75, 1.3, 1.5))) + " " + unit


def other_leading(chance, match):
    """The value that a conversion in brackets follows, which stays."""
    value = other_digit(chance, re.match(".*", match[1]))
    return value and value + match[0][len(value):]


def other_gender(_, text, names=()):
    found = [{word.lower() for word in re.findall(r"\w+", text)} & set(words) for words in GENDERS]
    if bool(found[0]) == bool(found[1]) or re.search(SHIP, text):
        return None
    words = GENDERS[bool(found[1])]
    if found[1]:
        text = re.sub(r"\bher\b" + AFTER_HIM, "him", text)
    return re.sub(r"(?i)\b(?:%s)\b" % "|".join(words), lambda match: as_capital(words[match[0].lower()], match[0]), text)


# ---- Wordings ----


def round_number(match):
    """Two digits of an amount that has more and is not a year."""
    before = re.search(r"(?:^|\b([a-z]+) )$", match.string[:match.start()])
    if not before or before[1] in NO_AMOUNT:
        return None
    value = number_of(match[0])
    near = float("%.2g" % value)
    if value < 100 or "," not in match[0] and 1000 <= value < 2100 or near == value:
        return None
    return "{:,.0f}".format(near) if near >= 1000 else "%.0f" % near


def say_about(chance, match):
    near = round_number(match)
    return near and as_capital(chance.choice(("about ", "approximately ", "around ")), "aA"[match.start() == 0]) + near


def add_conversion(_, match):
    unit, factor = CONVERSIONS[match[2]]
    return "%s (%s %s)" % (match[0], in_figures(number_of(match[1]) * factor), unit)


def other_hour(_, match):
    hour, minutes, mark, end = match[1], match[2], match[3].lower().replace(".", ""), match[3].endswith(".")
    end = "." if end and match.end() == len(match.string) else ""
    if minutes is None:
        return "%s:00 %s%s" % (hour, mark.upper(), end)
    if minutes == "00":
        return "%s %s%s" % (hour, mark, end)
    return "%s:%s %s" % (hour, minutes, mark.upper() + end if "." in match[3][:-1] else ".".join(mark) + ".")


def other_date(_, match):
    """The day before the month, or after it."""
    if match[1]:
        return "%s %s, %s" % (match[2], match[1], match[3])
    return "%s %s %s" % (match[5], match[4], match[6])


def move_to_end(_, match):
    return as_capital(match[2], "A") + " " + match[1][0].lower() + match[1][1:] + match[3]


def drop_clause(_, match):
    return "" if len(match[0]) < 0.4 * len(match.string) else None


def change_quotes(_, text, names=()):
    if re.search("[“”‘’]", text):
        return re.sub("[‘’]", "'", re.sub("[“”]", '"', text))
    if not re.search("[\"']", text) or text.count('"') % 2:
        return None
    return re.sub('"([^"]*)"', "“\\1”", text).replace("'", "’")


def say_pronoun(_, match):
    """For a name that a sentence begins with, if a later pronoun tells which."""
    rest = match.string[match.end():]
    he, she = (re.search(r"\b(?:%s)\b" % "|".join(words), rest) for words in GENDERS)
    if match[1] in ("The", "This", "These", "His", "Her", "Their", "Both", "Its") or bool(he) == bool(she):
        return None
    return "He" if he else "She"


SIMPLE = ("number", "year", "month", "name", "negation")      # the ways that an edit takes most often
WAYS = {
    "number": Way("drift", at_one_place(NUMBER, other_digit)),
    "year": Way("drift", at_one_place(r"(?<![0-9.,/–-])%s(?![0-9/–-])" % YEAR, lambda chance, match: str(
        int(match[0]) + chance.choice((-11, -10, -3, -2, -1, 1, 2, 3, 10, 11))))),
    "month": Way("drift", at_one_place(r"\b%s\b(?= [0-9])" % MONTH, lambda chance, match: chance.choice(
        [month for month in MONTHS if month != match[0]]))),
    "name": Way("drift", other_name),
    "negation": Way("drift", at_one_place(r"\b(?:was|were|is|are|has been|could|can)\b(?! not)",
                                          lambda _, match: match[0] + " not")),
    "swapped": Way("drift", at_one_place(r"(?<=[a-z,] )(%s)( [^.;:()]{0,40}?\b%s (?:the )?)(%s)" % (
        FULL_NAME, DIRECTED, FULL_NAME), exchange_names)),
    "spelled": Way("drift", other_of(CARDINALS, 3)),
    "ordinal": Way("drift", other_of(ORDINALS, 2)),
    "comparison": Way("drift", by_table(COMPARISONS, both_ways=True)),
    "unit": Way("drift", by_table(UNITS, r"(?<=[0-9][ -])%s(?![\w/])", both_ways=True)),
    "converted": Way("drift", at_one_place(MEASURE + r"(?! \()", convert_wrongly)),
    "leading": Way("drift", at_one_place(MEASURE + r"(?= \([0-9][0-9.,]* ?(?:%s)\))" % "|".join(CONVERSIONS), other_leading)),
    "gender": Way("drift", other_gender),
    "adverb": Way("control", at_one_place(r"\b(?:was|were|is|are)\b(?! not)", lambda chance, match: match[0] + chance.choice(
        (" also", " subsequently", " later", " in fact")))),
    "wording": Way("control", by_table(WORDINGS)),
    "comma": Way("control", at_one_place("[,、،](?![0-9])", lambda *_: "")),
    "spelling": Way("control", by_table(SPELLINGS, r"\b%s")),
    "dropped": Way("control", at_one_place(
        r" \([^()]{3,60}\)|, (?:which|who|where) [^,;()]{10,80},(?= [a-z])"
        r"|, (?:which|who|where|although|because|including|such as|while) [^;()]{10,90}(?=\.$)", drop_clause)),
    "order": Way("control", at_one_place(
        r"^((?:In|On|During|After|By|At|From|Since|Before|For)(?! (?:addition|fact|example|contrast|particular|first|turn|the "
        r"other hand|the contrary)\b) [^,.;]{3,50}), ([^;:]+?)(\.)$", move_to_end)),
    "quotes": Way("control", change_quotes),
    "abbreviation": Way("control", by_table(ABBREVIATIONS, "%s")),
    "hour": Way("control", at_one_place(r"\b([0-9]{1,2})(?::([0-9]{2}))? ?([AaPp]\.?[Mm]\b\.?)", other_hour)),
    "date": Way("control", at_one_place(r"\b(?:([0-9]{1,2}) (%s) (%s)|(%s) ([0-9]{1,2}), (%s))\b" % (
        MONTH, YEAR, MONTH, YEAR), other_date)),
    "conversion": Way("control", at_one_place(MEASURE + r"(?! \()", add_conversion)),
    "digits": Way("control", at_one_place(r"\b(?:%s)\b" % "|".join(CARDINALS), lambda _, match: str(
        CARDINALS.index(match[0]) + 2))),
    "about": Way("control", at_one_place(NUMBER + "(?= [a-z])", say_about)),
    "pronoun": Way("control", at_one_place(
        r"^([A-Z][\w.'’-]+)(?: [A-Z][\w.'’-]+){0,2}(?= (?:was|is|had|has|became|[a-z]+ed)\b)", say_pronoun)),
    "rounded": Way("apart", at_one_place(NUMBER + "(?= [a-z])", lambda _, match: round_number(match))),
    "tense": Way("apart", by_table(TENSES)),
}
OF_ANY_LANGUAGE = ("number", "year", "comma", "quotes")


def ways_of(language):
    """The ways that fit a language: its words are known of English alone."""
    return {name: way for name, way in WAYS.items() if language == "en" or name in OF_ANY_LANGUAGE}


def names_in(texts):
    """The names that other_name() chooses from."""
    return sorted({name for text in texts for name in re.findall(NAME, text)} - NOT_NAMES)
