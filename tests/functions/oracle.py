"""oracle.py - the extension against tests/oracle/reference.py, on random and malicious input.

    [NEARDUP_SEED=N] /usr/bin/python3 tests/functions/oracle.py

Both must agree to the last bit (probabilities: to 1e-9). The short form tests the extension as built;
the long form (NEARDUP_LONG=1, `make check-all NAME=oracle`) has much more input, and tests each path that this
CPU has, in a build without the faster ones. An input is one call with its arguments.
"""
import collections
import os
import struct
import subprocess
import sys
import unicodedata

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "oracle")]
import counting
import inputs
import reference
from counting import LONG, figure, require, run_tests, seed, skip
from extension import LOADABLE, answer, open_with
from inputs import BORDERS, EDGES, FIXED, reading, thue_morse
from reference import family

MANY = 40 if LONG else 1
MISTAKES_SHOWN = 20
# The build's flag for each path, and the name that neardup_debug() then gives.
PATHS = {"avx512": "", "avx2": "-DNEARDUP_WITHOUT_AVX512", "scalar": "-DNEARDUP_WITHOUT_AVX2"}

made = inputs.Inputs(seed())
agreed = collections.Counter()  # of each function


# ---- Asking --------------------------------------------------------------------------------------

def build(path):
    folder = os.path.join("build", "paths", path)
    module = os.path.join(folder, "neardup.so")
    subprocess.run([os.environ.get("MAKE", "make"), "-s", "CFLAGS=-O2", f"BUILD={folder}",
                    f"CPPFLAGS={PATHS[path]}", module], cwd=ROOT, check=True)
    return module


def databases():
    """A connection for each path, by its name."""
    if not LONG:
        return {"as built": open_with()}
    found = {path: open_with(build(path)) for path in PATHS}
    for path in PATHS:
        if not found[path].execute("SELECT neardup_debug()").fetchone()[0].endswith(" " + path):
            skip(f"functions/oracle: this CPU has no {path}")
            del found[path]
    return found


def in_every(sql, arguments=(), rows=None):
    for db in DATABASES.values():
        db.executemany(sql, rows) if rows is not None else db.execute(sql, arguments)


def agree(expected, name, sql, *arguments, near=False):
    """All paths must answer with `expected`, rows or one value; `name` is the function's."""
    for path, db in DATABASES.items():
        found = db.execute(sql, arguments).fetchall()
        if not isinstance(expected, list):
            found = found[0][0]
        if found == expected or (near and abs(found - expected) < 1e-9):
            counting.passed += 1
            agreed[name] += 1
            continue
        counting.failed += 1
        if counting.failed <= MISTAKES_SHOWN:
            print(f"failed: {path}: {sql} {arguments!r:.300}\n"
                  f"  expected {expected!r:.300}\n  found    {found!r:.300}")


def agree_on_texts(expected, name, *arguments):
    """A scalar function of two texts and perhaps a number."""
    marks = ", ".join(["CAST(? AS TEXT)"] * 2 + ["?"] * (len(arguments) - 2))
    agree(expected, name, f"SELECT {name}({marks})", *arguments)


def pairs(count, most=80):
    yield from ((made.chance.choice(FIXED), made.chance.choice(FIXED)) for _ in range(count // 2))
    for _ in range(count):
        yield made.pair(most)


def of_unicode_14(test):
    """A test of what a version of Unicode says, which Python must know, too."""
    if unicodedata.unidata_version == "14.0.0":
        return test
    return lambda: skip(f"functions/oracle: {test.__name__}: this Python knows Unicode {unicodedata.unidata_version}")


# ---- Folding and scripts ---------------------------------------------------------------------------

OPTIONS = ["case", "width", "accents", "punctuation", "space", "digits"]
# Letters, marks, numbers, punctuation and what is invisible, of which each has a rule of its own.
RULED = ("aeoAEıøØßς1250٣'’`-–−.,:/%+#$ \t\u00a0\u200b\ufe0f\u00ad\u0301\u0308\u0306\u0323\u0345"
         "\u093c\u094d\u3099\u20dd\u034fикуіїйёΆᾳがかカ゛ｶﾞ가각\u1100\u1161\u11a8½²①㏠™℠´¨΅!?\"“”(1)"
         "הُמָक\u093fกé≠₤\U0001f600\u2044\u05be\ufb1d\u0344\u1fbc\u212b\u11a7\u115f\u3164\u02bcŉ"
         "<=>≠≯\u0338\u20d2＝⁻→↚★■|~⋅©\ufffd\U0001f44d\U0001f3fd")


def folding_agrees(text, how):
    for form in ("NFC", "NFD"):
        agree(reference.fold_text(text, how), "fold_text", "SELECT fold_text(?, ?)",
              unicodedata.normalize(form, text), how)


@of_unicode_14
def test_folding():
    for _ in range(3000 * MANY):
        text = "".join(made.chance.choice(RULED) for _ in range(made.chance.randrange(12)))
        folding_agrees(text, ",".join(made.chance.sample(OPTIONS, made.chance.randrange(1, 7))))
        folding_agrees(text, "all" if not made.chance.randrange(3) else made.chance.choice(OPTIONS))
    for raw in FIXED + [made.text(100) for _ in range(200 * MANY)]:
        agree(reference.fold_text(reading(raw)), "fold_text", "SELECT fold_text(CAST(? AS TEXT))", raw)
    for point in [*range(0, 0x33000, 1 if LONG else 41), *range(0x33000, sys.maxunicode + 1, 1 if LONG else 997)]:
        letter = chr(point)
        if not 0xD800 <= point < 0xE000:
            folding_agrees(f"a{letter}1{letter}\u0301 {letter}{letter}'{letter}.2{letter}-{letter}\u3099",
                           made.chance.choice(OPTIONS + ["all"]))


@of_unicode_14
def test_scripts():
    letters = "abЖдαβ漢字ひらカナ한글กขअבج1, ー々"
    for _ in range(500 * MANY):
        some = "".join(made.chance.sample(letters, 3))
        text = "".join(made.chance.choice(some + letters[:3]) for _ in range(made.chance.randrange(30)))
        agree(reference.text_script(text), "text_script", "SELECT text_script(?)", text)
    long = "漢" * 4000 + "ひ" * 5000
    agree(reference.text_script(long), "text_script", "SELECT text_script(?)", long)


# ---- Texts ---------------------------------------------------------------------------------------

@of_unicode_14
def test_text_vectors():
    letters = "aeéßx25 '-.山がカ\u0301\u200bה\u05b8٣½Ω"
    for _ in range(300 * MANY):
        texts = ["".join(made.chance.choices(letters, k=made.chance.randrange(25))) for _ in range(20)]
        words = sorted({word for text in texts for word, number in reference.words_of(text) if not number})
        size = made.chance.randrange(1, 20)
        vocabulary = {word: ([made.chance.choice((0.5, -3.25, 2.0**-60, 1e30, 7.0)) for _ in range(size)],
                             made.chance.choice((0.0, 0.75, 1.0, 3.0)))
                      for word in words if made.chance.randrange(3) and len(word.encode()) < 256}
        for word, (vector, weight) in vocabulary.items():
            packed = struct.pack(f"<{size}f", *vector)
            vocabulary[word] = struct.unpack(f"<{size}f", packed), weight
        given = [value for word, (vector, weight) in vocabulary.items()
                 for value in (word, struct.pack(f"<{size}f", *vector), weight)]
        rows = ", ".join(["(?, ?, ?)"] * len(vocabulary)) or "(NULL, NULL, NULL)"
        for text in texts:
            agree(reference.text_vector(text, vocabulary), "text_vector", "SELECT text_vector(?, (SELECT "
                  f"word_vectors(column1, column2, column3, '') FROM (VALUES {rows})))", text, *given)


def stop_words_of(language):
    path = os.path.join(ROOT, "ext", "core", "vectors", "stop_words", f"{language}_stop_words.txt")
    with open(path, encoding="utf-8") as file:
        return sorted({word for line in file if not line.startswith("#") for word in line.split()})


@of_unicode_14
def test_stopword_ngrams():
    between = [" ", " ", " ", "\u200b", "\u0301", "lamp ", "3", "-", "\u2019", "ひ", "が", "カ", "的", "ß", "½", "\ufe0f"]
    for language in ("english", "german", "french", "russian"):
        words = stop_words_of(language)
        for _ in range(100 * MANY):
            text = "".join(made.chance.choice((made.chance.choice(words), made.chance.choice(words).upper(), "lamp"))
                           + made.chance.choice(between) for _ in range(made.chance.randrange(40)))
            text = unicodedata.normalize(made.chance.choice(("NFC", "NFD")), text)
            for n in (1, made.chance.randrange(1, 10)):
                agree(reference.stopword_ngrams(text, n, set(words)), "stopword_ngrams",
                      "SELECT * FROM stopword_ngrams(?, ?, ?)", text, n, language)
    for raw in FIXED + [made.text(100) for _ in range(50 * MANY)]:
        agree(reference.stopword_ngrams(reading(raw), 2, set(stop_words_of("english"))), "stopword_ngrams",
              "SELECT * FROM stopword_ngrams(CAST(? AS TEXT), 2)", raw)


def test_shingles():
    texts = FIXED + [made.text(300) for _ in range(100 * MANY)]
    for text in texts:
        for length in made.lengths(text):
            expected = list(enumerate(reference.shingles(reading(text), length), 1))
            agree(expected, "shingles", "SELECT * FROM shingles(CAST(? AS TEXT), ?)", text, length)


def passage(count, other=None):
    """Random words without marks; or another passage with some words changed, left out, or put in."""
    known = ["lamp", "the", "Bell", "Rome", "was", "1878", "52", "of", "red", "Oak", "men", "town"]
    if other is None:
        return made.chance.choices(known, k=count)
    changed = []
    for word in other:
        changed += made.chance.choice([[word]] * 6 + [[], [made.chance.choice(known)], [word, "lit"]])
    return changed


def jaccard_of(x, y):
    return len(x & y) / len(x | y) if x | y else None


def common_words(a, b):
    """How many words a longest common subsequence has."""
    best = [0] * (len(b) + 1)
    for word in a:
        before = best[:]
        for i, other in enumerate(b, 1):
            best[i] = before[i - 1] + 1 if word == other else max(before[i], best[i - 1])
    return best[-1]


def test_passages():
    """In random texts of words alone: no sentence ends, so only the first word is never a name."""
    for _ in range(200 * MANY):
        a = passage(made.chance.randrange(60))
        b = passage(0, a) if made.chance.random() < 0.8 else passage(made.chance.randrange(60))
        x, y = [word.lower() for word in a], [word.lower() for word in b]
        grams = [{tuple(words[i:i + 10]) for i in range(len(words) - 9)} for words in (x, y)]
        capitals = [{word for word in words if word[0].isupper()} for words in (a, b)]
        inside = {word for words in (a, b) for word in words[1:]}
        names = [words & inside for words in capitals]
        numbers = [{word for word in words if word.isdigit()} for words in (a, b)]
        agree([(len(a), len(b), common_words(x, y), jaccard_of(*grams), jaccard_of(*names),
                len(names[0] & names[1]), jaccard_of(*numbers), len(numbers[0] & numbers[1]))],
              "passage_likeness",
              "SELECT words_a, words_b, equal_words, ten_grams, names, names_shared, numbers, "
              "numbers_shared FROM passage_likeness(?, ?)", " ".join(a), " ".join(b))


def test_invalid_utf8():
    """Texts long enough for the decoder's vectors, broken at each place."""
    for _ in range(1000 * MANY):
        text = made.broken(made.chance.randrange(14))
        agree_on_texts(0, "edit_distance", text, reading(text).encode())
    for length in list(range(30, 70)) + EDGES:
        for _ in range(2 * MANY):
            text = bytearray(made.letters(length))
            text[made.chance.randrange(len(text))] = made.chance.choice(BORDERS)
            agree([(c,) for c in reading(bytes(text))], "shingles",
                  "SELECT shingle FROM shingles(CAST(? AS TEXT), 1)", bytes(text))


def test_sets():
    for a, b in pairs(250 * MANY, 300):
        x, y = reading(a), reading(b)
        for length in made.lengths(a):
            agree_on_texts(reference.jaccard(x, y, length), "jaccard", a, b, length)
            agree_on_texts(reference.containment(x, y, length), "containment", a, b, length)
        agree_on_texts(reference.jaccard(x, y), "jaccard", a, b)
        agree_on_texts(reference.containment(x, y), "containment", a, b)


def test_sets_whose_hashes_meet():
    for bits in (3, 6, 8, 10):
        a, b = thue_morse(bits)
        length = min(len(a), 1024)
        for x, y in ((a, b), (a + b, b + a), (a + b + a, b + a + b)):
            agree_on_texts(reference.jaccard(x.decode(), y.decode(), length), "jaccard", x, y,
                           length)
    counting.check(len({reference.fingerprint(map(ord, text.decode())) for text in thue_morse(10)}) == 1,
                   "two texts of 1024 letters meet in one fingerprint")


def test_large_sets():
    """Thousands of shingles: the table of 16-bit slots grows, and that of 32-bit slots from 2^16."""
    for size in [3000, 40000] + [5000, 33000, 70000, 200000] * (MANY // 20):
        a, b = made.letters(size), made.letters(size // 2)
        for x, y in ((a, a[size // 3:] + b), (a + b, b + a[:size // 2])):
            for length in (5, 12, 100):
                agree_on_texts(reference.jaccard(reading(x), reading(y), length), "jaccard", x, y,
                               length)


def edits_agree(a, b):
    x, y = reading(a), reading(b)
    distance, longer = reference.edit_distance(x, y), max(len(x), len(y))
    agree_on_texts(distance, "edit_distance", a, b)
    agree_on_texts(1 - distance / longer if longer else 1.0, "edit_similarity", a, b)
    for bound in {0, 1, 31, 32, 63, 64, max(distance - 1, 0), distance, distance + 1, 2**31 - 1}:
        agree_on_texts(min(distance, bound + 1), "edit_distance", a, b, bound)


def test_edits():
    for a, b in pairs(200 * MANY):
        edits_agree(a, b)
    for length in EDGES[:12]:
        for _ in range(2 * MANY):
            a = made.letters(length)
            edits_agree(a, made.variant(a))


def test_long_edits():
    """Many words in a column, with letters in a table of symbols; beyond 512 letters, occurrences of symbols by block."""
    for size in [300, 513, 600, 700] + [1000, 2000] * (MANY // 10):
        a, b = made.letters(size), made.letters(size)
        edits_agree(a, b)
        edits_agree(a, made.variant(made.variant(a)))
        for every in (7, 40):
            edits_agree(a, b"".join(made.variant(a[at:at + every]) for at in range(0, len(a), every)))
        edits_agree(made.periodic(size), made.periodic(size))


# ---- Minhashing ----------------------------------------------------------------------------------

FAMILIES = [{}, {"shingle": 1}, {"seed": 0}, {"seed": -1}, {"seed": 2**63 - 1}, {"seed": -2**63},
            {"bands": 1, "rows": 1}, {"bands": 3, "rows": 5}, {"bands": 4, "rows": 16},
            {"bands": 1, "rows": 17}, {"bands": 33, "rows": 1}, {"shingle": 5, "seed": 99},
            {"shingle": 48, "bands": 5}, {"shingle": 49, "bands": 5}, {"bands": 31, "rows": 1},
            {"scheme": "paper"}, {"scheme": "paper", "seed": -7, "shingle": 3},
            {"scheme": "paper", "bands": 5, "rows": 3, "hashes": 3},
            {"scheme": "paper", "bands": 1, "rows": 1, "hashes": 1},
            {"scheme": "paper", "bands": 40, "rows": 2, "hashes": 100, "seed": 12345},
            {"scheme": "wikiduper"}, {"scheme": "wikiduper-fixed"}, {"scheme": "wikiduper-report"},
            {"scheme": "wikiduper", "shingle": 1}, {"scheme": "wikiduper", "shingle": 8},
            {"scheme": "wikiduper-fixed", "shingle": 3, "seed": -1},
            {"scheme": "wikiduper", "bands": 3, "rows": 7, "hashes": 4, "seed": 0},
            {"scheme": "wikiduper-fixed", "bands": 2, "rows": 40, "hashes": 33, "seed": 2**63 - 1},
            {"scheme": "wikiduper", "bands": 1, "rows": 1, "hashes": 1, "seed": -2**63},
            {"scheme": "wikiduper-report", "shingle": 40, "bands": 2, "seed": 99},
            {"scheme": "wikiduper-report", "shingle": 4, "rows": 8},
            {"scheme": "words"}, {"scheme": "words", "shingle": 1, "bands": 3, "rows": 2},
            {"scheme": "words", "shingle": 2, "bands": 40, "rows": 1, "seed": -5},
            {"scheme": "words", "shingle": 49, "bands": 2, "seed": 2**63 - 1}]


def assigned(raw):
    """Without characters that Unicode does not assign: what words have them is not specified."""
    text = reading(raw)
    other = {c for c in text if unicodedata.category(c) == "Cn"}
    return "".join("?" if c in other else c for c in text).encode() if other else raw


def minhash_agrees(parameters, texts):
    these = family(**parameters)
    given = (these.shingle, these.bands, these.rows, these.hashes, these.scheme, these.seed)
    asked = "SELECT band, signature FROM minhash_signatures(CAST(? AS TEXT), ?, ?, ?, ?, ?, ?)"
    for raw in texts:
        raw = assigned(raw) if these.scheme == "words" else raw
        text = reading(raw)
        agree(these.signatures(text), "minhash_signatures", asked, raw, *given)


def test_minhash():
    for parameters in FAMILIES:
        minhash_agrees(parameters, [made.chance.choice(FIXED) for _ in range(8)] +
                       [made.text(150) for _ in range(4 * MANY)])


def test_minhash_defaults():
    for scheme in ("banded", "words", "paper", "wikiduper", "wikiduper-fixed", "wikiduper-report"):
        these, text = family(scheme), made.letters(100)
        agree(these.signatures(reading(text)), "minhash_signatures", "SELECT band, signature FROM "
              "minhash_signatures(CAST(? AS TEXT)) WHERE scheme = ?", text, scheme)


def test_minhash_of_all_words():
    """Each character that Unicode assigns, in words of a few."""
    points = [chr(p) for p in range(0x110000) if unicodedata.category(chr(p)) not in ("Cn", "Cs", "Co")]
    step = 1 if MANY > 1 else 29
    for begin in range(0, len(points), 600 * step):
        text = " a".join("b".join(points[i:i + 3]) for i in range(begin, min(begin + 600, len(points)), 3))
        minhash_agrees({"scheme": "words", "shingle": 1, "bands": 1, "rows": 3}, [text.encode()])


def test_minhash_of_long_texts():
    """Several blocks of fingerprints, on both sides of their borders."""
    for scheme in ("banded", "words", "paper", "wikiduper", "wikiduper-fixed", "wikiduper-report"):
        for size in [267, 1500] + [256, 523, 3000, 9000] * (MANY // 10):
            for shingle in (7, 12, 48):
                minhash_agrees({"scheme": scheme, "shingle": shingle, "bands": 3, "rows": 5,
                                "hashes": 15}, [made.letters(size)])


def test_minhash_of_many_functions():
    for bands, rows in ((1024, 2), (16, 64)) + ((1024, 64), (1, 1024)) * (MANY // 20):
        minhash_agrees({"bands": bands, "rows": rows}, [made.letters(40)])


def random_vectors():
    """Values of like and of very unlike sizes, in few dimensions and in many, dense and sparse."""
    chance = made.chance
    for _ in range(60 * MANY):
        size = chance.choice([1, 2, 3, 7, 16, 17, 40, 129])
        spread = chance.choice([0, 1, 20, 140])
        values = [chance.gauss(0, 1) * 2.0**chance.randint(-spread, min(spread, 120)) for _ in range(size)]
        values[chance.randrange(size)] = chance.choice([1.0, 2.0**-149, 3.0 * 2**-140, -3.4e38, 0.5])
        values = list(struct.unpack(f"<{size}f", struct.pack(f"<{size}f", *values)))
        yield values, struct.pack(f"<{size}f", *values)
        found = {chance.randrange(2**32): value for value in values if value}
        yield found, (b"NDV1\0" + b"".join(struct.pack("<I", d) for d in sorted(found)) +
                      b"".join(struct.pack("<f", found[d]) for d in sorted(found)))


def test_projections():
    for vector, blob in random_vectors():
        bits, seed = made.chance.choice([1, 8, 20, 33, 100]), made.chance.randint(-2**63, 2**63 - 1)
        s = reference.projection(vector, bits, seed)
        agree(s, "random_projection", "SELECT random_projection(?, ?, ?)", blob, bits, seed)
        t = s[:24] + bytes(byte & made.chance.randrange(256) for byte in s[24:])
        agree(reference.hamming_distance(s, t), "hamming_distance", "SELECT hamming_distance(?, ?)", s, t)
        permutation, order_seed = made.chance.choice([0, 1, 2, 65535]), made.chance.choice([0, 1, 65535])
        agree(reference.permute_bits(s, permutation, order_seed), "permute_bits",
              "SELECT permute_bits(?, ?, ?)", s, permutation, order_seed)
        rows = made.chance.randint(1, min(bits, 64))
        agree(list(reference.projection_bands(s, bits // rows, rows)), "projection_signatures",
              "SELECT band, signature FROM projection_signatures(?) WHERE rows = ?", s, rows)


def test_projection_probability():
    for _ in range(300 * MANY):
        cosine, bands, rows = made.chance.uniform(-1, 1), made.chance.randint(1, 40), made.chance.randint(1, 40)
        agree(reference.projection_match_probability(cosine, bands, rows), "projection_match_probability",
              "SELECT projection_match_probability(?, ?, ?)", cosine, bands, rows, near=True)


def shared_rows(these, texts):
    """What shared_signatures() returns for {id: bytes}, and before it the copies, as rows (0, first_id, id)."""
    firsts = {}
    for i in sorted(texts):
        firsts.setdefault(texts[i], i)
    with_shingles = {text: these.signatures(reading(text)) for text in firsts}
    rows = [(0, firsts[text], i) for i, text in texts.items()
            if with_shingles[text] and i != firsts[text]]
    buckets = collections.defaultdict(list)
    for text, first in firsts.items():
        for row in with_shingles[text]:
            buckets[row].append(first)
    rows += [(*row, i) for row, ids in buckets.items() if len(ids) > 1 for i in ids]
    return sorted(rows)


SIGNED = "(SELECT collect_signatures(id, text, ?1, ?2, ?3, ?4, ?5, ?6, ?7, 1) FROM note)"


def test_collections():
    """All schemes; ids in any order; enough copies that threads start, which do not show."""
    for parameters in FAMILIES[::1 if MANY > 1 else 4] + [{"scheme": "wikiduper"}]:
        these = family(**parameters)
        raws = [made.text(120) for _ in range(100)]
        raws += [made.variant(raw) for raw in raws] + raws[:60]
        if these.scheme == "words":
            raws = list(map(assigned, raws))
        texts = {}
        for raw in raws:
            texts[made.chance.choice((made.chance.randrange(1000), made.chance.randrange(-2**63, 2**63)))] = raw
        expected = shared_rows(these, texts)
        in_every("CREATE TABLE note(id, text)")
        in_every("INSERT INTO note VALUES (?, CAST(? AS TEXT))", rows=list(texts.items()))
        in_every("WITH RECURSIVE i(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM i WHERE i < 9000) "
                 "INSERT INTO note SELECT i, '' FROM i")
        for threads in (1, 2, 5, None):
            agree(expected, "shared_signatures", f"SELECT 0, first_id, id FROM signature_copies({SIGNED}) UNION ALL "
                  f"SELECT band, signature, id FROM shared_signatures({SIGNED})", these.shingle,
                  these.bands, these.rows, these.hashes, these.scheme, these.seed, threads)
        least, most = made.chance.randrange(1, 20), made.chance.choice((made.chance.randrange(20, 90), 2**63 - 1))
        agree(1, "shared_signatures", "SELECT (SELECT group_concat(number) FROM collection_counts((SELECT collect_signatures("
              "id, text, 3, 1, 1, 1, 'banded', 1, 1, 1, NULL, ?1, ?2) FROM note)))"
              " = count(*) FILTER (WHERE length(text) BETWEEN ?1 AND ?2) || ',' || count(*) FILTER (WHERE length(text) = 0)"
              " || ',' || count(*) FILTER (WHERE length(text) BETWEEN 1 AND ?1 - 1)"
              " || ',' || count(*) FILTER (WHERE length(text) > ?2) FROM note", least, most)
        in_every("DROP TABLE note")


def siphash(key, data):
    """SipHash-2-4 with 128 bits, from the authors' paper and their reference program; two words."""
    words = struct.unpack(f"<{len(data) // 8}Q", data[:len(data) // 8 * 8])
    last = int.from_bytes(data[len(data) // 8 * 8:], "little") | (len(data) % 256) << 56
    k0, k1 = struct.unpack("<2Q", key)
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D ^ 0xEE, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def turn(word, by):
        return (word << by | word >> 64 - by) % 2**64

    def rounds(count):
        for _ in range(count):
            for a, b, c, d, by in ((0, 1, 2, 3, (13, 32, 16)), (2, 1, 0, 3, (17, 32, 21))):
                v[a] = (v[a] + v[b]) % 2**64
                v[b] = turn(v[b], by[0]) ^ v[a]
                v[a] = turn(v[a], by[1])
                v[c] = (v[c] + v[d]) % 2**64
                v[d] = turn(v[d], by[2]) ^ v[c]

    for word in (*words, last):
        v[3] ^= word
        rounds(2)
        v[0] ^= word
    v[2] ^= 0xEE
    rounds(4)
    first = v[0] ^ v[1] ^ v[2] ^ v[3]
    v[1] ^= 0xDD
    rounds(4)
    return first, v[0] ^ v[1] ^ v[2] ^ v[3]


def blob_of_part(these, key, parts, part, texts):
    """What signature-format.md says of the texts {id: bytes}; None without records."""
    bits = 0
    while these.bands + 1 << bits + 1 <= 1024:
        bits += 1
    partitions, more = these.bands + 1 << bits, 0
    while partitions << more < parts:
        more += 1
    sections = collections.defaultdict(list)
    for i, text in texts.items():
        first, second = siphash(key, text)
        rows = [(band - 1, signature % 2**64, first) for band, signature in these.signatures(reading(text))]
        for band, *record in rows + [(these.bands, first, second)] * bool(rows):
            upper = (record[0] ^ 2**63) >> 64 - bits - more
            partition, piece = (band << bits) + (upper >> more), upper % 2**more
            if (piece * partitions + partition) % parts == part:
                sections[piece, partition].append((i, *record))
    body, last = b"", 0
    for (_, partition), records in sorted(sections.items()):
        body += reference.varint(partition) + reference.varint(len(records))
        for i, *record in sorted(records):
            d = (i - last + 2**63) % 2**64 - 2**63
            body += struct.pack("<2Q", *record) + reference.varint(2 * d if d >= 0 else -2 * d - 1)
            last = i
        last = 0
    return struct.pack("<4sIIIIIq2QIIQ", b"NDR1", these.number[these.scheme], these.shingle, these.bands, these.rows,
                       these.hashes, these.seed, *siphash(key, b"neardup signatures"), parts, part,
                       sum(map(len, sections.values()))) + body if sections else None


COLLECTED = "collect_signatures(id, text, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 1, ?9)"


def test_parts():
    """Several collections have each text in one of them, and copies in others; all parts together give the rows of all
    texts. The blobs are byte by byte what the page of their format says."""
    for number, parameters in enumerate(FAMILIES[::1 if MANY > 1 else 4] + [{"scheme": "wikiduper"}]):
        these = family(**parameters)
        raws = [made.text(60) for _ in range(40)]
        raws += [made.variant(raw) for raw in raws] + raws[:30]
        if these.scheme == "words":
            raws = list(map(assigned, raws))
        texts = {made.chance.choice((made.chance.randrange(1000), made.chance.randrange(-2**63, 2**63))): raw
                 for raw in raws}
        expected = shared_rows(these, texts)
        key = made.chance.randbytes(16)
        rest = (these.shingle, these.bands, these.rows, these.hashes, these.scheme, these.seed, 1 + number % 3, key)
        count = made.chance.choice((1, 2, 5))
        owner = {i: made.chance.randrange(count) for i in texts}
        in_every("CREATE TABLE note(id, text, owner)")
        in_every("INSERT INTO note VALUES (?, CAST(? AS TEXT), ?)", rows=[(i, texts[i], owner[i]) for i in texts])
        agree(expected, "shared_signatures", f"SELECT 0, first_id, id FROM signature_copies((SELECT {COLLECTED} FROM note "
              f"WHERE ?1)) UNION ALL SELECT band, signature, id FROM shared_signatures((SELECT {COLLECTED} FROM note "
              "WHERE ?1))", 1, *rest)
        for parts in (1, 3, made.chance.choice((10, 1024, 1025, 3000, 4096))):
            in_every("CREATE TABLE exchanged(part, records)")
            for one in range(count):
                in_every(f"INSERT INTO exchanged SELECT part, records FROM signature_parts((SELECT {COLLECTED} FROM note "
                         "WHERE owner = ?1), ?10)", (one, *rest, parts))
            own = {i: raw for i, raw in texts.items() if owner[i] == 0}
            for part in made.chance.sample(range(parts), min(parts, 3)):
                blob = blob_of_part(these, key, parts, part, own)
                agree([(blob,)] if blob else [], "signature_parts", f"SELECT records FROM signature_parts((SELECT "
                      f"{COLLECTED} FROM note WHERE owner = ?1), ?10) WHERE part = ?11", 0, *rest, parts, part)
            part = ("FROM (SELECT DISTINCT part FROM exchanged) AS p, %s((SELECT collect_signature_parts(records) FROM "
                    "(SELECT records FROM exchanged AS e WHERE e.part = p.part ORDER BY e.rowid * 7919 % 1009)))")
            agree(expected, "collect_signature_parts", "SELECT 0 AS band, first_id AS signature, id "
                  + part.replace("%s", "signature_copies") + " UNION ALL SELECT band, signature, id "
                  + part.replace("%s", "shared_signatures") + " ORDER BY band, signature, id")
            in_every("DROP TABLE exchanged")
        in_every("DROP TABLE note")


def test_owned_texts():
    """However texts are shared out, what their owners find is together what one finds that owns all. An owner has all
    texts, or those of the buckets that its own texts are in."""
    thinned = 0
    for _ in range(20 * MANY):
        raws = [made.text(60) for _ in range(20)]
        while len(raws) < 120:
            raws.append(made.variant(made.chance.choice(raws)))
        owners = made.chance.choice((1, 2, 5))
        in_every("CREATE TABLE note(id INTEGER PRIMARY KEY, text, owner)")
        in_every("INSERT INTO note VALUES (?, CAST(? AS TEXT), ?)",
                 rows=[(7 * i - 300, raw, made.chance.randrange(owners)) for i, raw in enumerate(raws)])
        in_every("CREATE TABLE bucket AS SELECT band, signature, id FROM note, minhash_signatures(text, 2, 5, 1)")
        most = made.chance.choice((4, 12, 1000))
        for db in DATABASES.values():
            whole = compared(db, "1", "1", most)
            thinned += whole[-1]
            in_parts = compared(db, "1", "1", most, parts=made.chance.choice((1, 16, 40)))
            in_parts[0].sort()
            counting.passed += in_parts == whole
            counting.failed += in_parts != whole
            agreed["bucket_parts"] += in_parts == whole
            for only in ("1", "(band, signature) IN (SELECT band, signature FROM bucket JOIN note USING (id) "
                              "WHERE owner = {0})"):
                found = [compared(db, "owner = {0}".format(o), only.format(o), most) for o in range(owners)]
                resembled = sum((f[2] for f in found), collections.Counter())
                # An owner knows only the texts that it compares, so it keeps more near misses than all together.
                near = sorted({row for f in found for row in f[1] if max(resembled[row[0]], resembled[row[1]]) <= 9})
                together = sorted(row for f in found for row in f[0]), near, resembled, sum(f[3] for f in found)
                counting.passed += together == whole[:4]
                counting.failed += together != whole[:4]
                agreed["collect_texts"] += together == whole[:4]
        in_every("DROP TABLE bucket")
        in_every("DROP TABLE note")
    if not thinned:
        counting.failed += 1
        print("failed: no large bucket was thinned")


def compared(db, owned, where, most, parts=None):
    """Pairs, near misses, how many texts each resembles, candidates, and the pairs that were left out. With `parts`, of
    parts of as many texts."""
    pairs = db.execute(
        "SELECT a, b, jaccard, edit_distance FROM bucket_parts(keep_collection('compared', (SELECT collect_buckets(band, "
        f"signature, id) FROM (SELECT * FROM bucket WHERE {where} ORDER BY 1, 2))), ?1, ?2, 4) AS part CROSS JOIN "
        f"similar_pairs((SELECT collect_texts(id, text, found.buckets, {owned}) FROM bucket_texts(part.buckets) AS found "
        "CROSS JOIN note USING (id)), 2, 0.6, 0.5, ?2, 2, 1, 4, 2, 0.2, 9, 0.5)", (parts or 2**32 - 1, most)).fetchall()
    resembled = collections.Counter()
    for i, texts in db.execute("SELECT id, texts FROM resemblances(kept_collection('compared'))"):
        resembled[i] += texts
    near = sorted(row for row in db.execute("SELECT a, b, jaccard FROM near_misses(kept_collection('compared'))")
                  if parts is None or max(resembled[row[0]], resembled[row[1]]) <= 9)
    counts = dict(db.execute("SELECT name, number FROM collection_counts(kept_collection('compared'))"))
    return pairs, near, resembled, counts["candidates"], counts["large buckets"], counts["texts in large buckets"], \
        counts["pairs left out"]


def test_match_probability():
    families = [family(), family(bands=10, rows=10), family(bands=1, rows=1),
                family(bands=1024, rows=1)]
    families += [family("words", bands=30, rows=2), family("words", bands=24, rows=1)]
    for bands, rows, hashes, seed in ((1, 1, 1, 1), (4, 3, 10, 1), (10, 4, 10, 2), (11, 4, 10, 3),
                                      (30, 6, 11, 4), (3, 11, 11, 5), (11, 2, 11, -6)):
        for scheme in ("paper", "wikiduper"):
            families.append(family(scheme, bands=bands, rows=rows, hashes=hashes, seed=seed))
    families.append(family("wikiduper-fixed", bands=5, rows=30, hashes=6))
    for _ in range(MANY - 1):
        hashes = made.chance.randrange(1, 13)
        families.append(family(made.chance.choice(("paper", "wikiduper", "wikiduper-report")),
                               bands=made.chance.randrange(1, 60),
                               rows=made.chance.randrange(1, hashes + 1), hashes=hashes,
                               seed=made.chance.randrange(-2**63, 2**63)))
    for f in families:
        for percent in (0, 1, 33, 80, 95, 100):
            agree(reference.match_probability(f, percent / 100), "minhash_match_probability",
                  "SELECT minhash_match_probability(?, ?, ?, ?, ?, ?)", percent / 100, f.bands,
                  f.rows, f.hashes, f.scheme, f.seed, near=True)


# ---- Vectors -------------------------------------------------------------------------------------

def component():
    """Any finite float32, mostly of a usual size."""
    kind = made.chance.randrange(8)
    if kind == 0:
        return made.chance.choice((0.0, -0.0, 1e-45, -1e-45, 3.4028234663852886e38, -3.4028234663852886e38, 1.0))
    if kind == 1:
        return struct.unpack("<f", struct.pack("<I", made.chance.getrandbits(31) % 0x7F800000))[0]
    return made.chance.gauss(0, 1)


def sparse_vector(count, below):
    dimensions = sorted(made.chance.sample(range(below), min(count, below)))
    return reference.sparse([(d, component() or 1.0) for d in dimensions])


def test_cosine_similarity():
    for size in list(range(1, 70)) + [100, 400, 1000] * MANY:
        v, w = (struct.pack(f"<{size}f", *(component() for _ in range(size))) for _ in range(2))
        for a, b in ((v, w), (w, v), (v, v), (v, bytes(4 * size))):
            agree(reference.cosine(a, b), "cosine_similarity", "SELECT cosine_similarity(?, ?)", a, b)
    for size in [0, 1, 2, 5, 20, 50, 200] * (2 * MANY):
        below = made.chance.choice((size + 1, 3 * size + 1, 2**32))
        v, w = sparse_vector(size, below), sparse_vector(made.chance.choice((size, 20 * size, 3)), below)
        for a, b in ((v, w), (w, v), (v, v)):
            agree(reference.cosine(a, b), "cosine_similarity", "SELECT cosine_similarity(?, ?)", a, b)


def close(expected, found):
    """The same blob, but for the last bit of a value: Python's logarithm may be another."""
    if expected is None or found is None or len(expected) != len(found):
        return expected == found
    a, b = reference.vector_components(expected), reference.vector_components(found)
    return a.keys() == b.keys() and all(abs(a[d] - b[d]) <= 2**-23 * abs(a[d]) for d in a)


def test_terms():
    """Of any texts, and of texts in many scripts."""
    for size in [1, 3, 10, 40] * (3 * MANY):
        raws = [made.chance.choice((made.text, made.letters))(120) for _ in range(size)]
        raws += [made.chance.choice(FIXED) for _ in range(size)]
        read = [reading(raw) for raw in raws]
        marks = ", ".join("(CAST(? AS TEXT))" for _ in raws)
        agree(reference.document_frequencies(read), "document_frequencies",
              f"SELECT document_frequencies(column1) FROM (VALUES {marks})", *raws)
        for path, db in DATABASES.items():
            found = db.execute("SELECT tfidf_vector(CAST(? AS TEXT), (SELECT term_weights(column1) FROM (VALUES "
                               f"{marks})))", (raws[0], *raws)).fetchone()[0]
            counting.check(close(reference.tfidf(read[0], read), found), f"{path}: tfidf_vector of {raws[0]!r:.300}")
            agreed["tfidf_vector"] += 1


def counts_agree(texts, raws):
    """In any order, and as the sum of any parts."""
    expected = reference.word_frequencies(texts)
    order = ", ".join(made.chance.choice(("part", "id DESC", "id * 7919 % 1009", "text")) for _ in range(2))
    parts = made.chance.choice((1, 2, 3, 20))
    in_every("CREATE TEMP TABLE counted (id INTEGER PRIMARY KEY, text, part)")
    in_every("INSERT INTO counted VALUES (NULL, CAST(? AS TEXT), ?)",
             rows=[(raw, made.chance.randrange(parts)) for raw in raws])
    agree(expected, "word_frequencies", "SELECT word_frequencies(text) FROM (SELECT text FROM counted ORDER BY "
          f"{order})")
    agree(expected, "merge_word_frequencies", "SELECT merge_word_frequencies(f) FROM (SELECT word_frequencies(text) "
          "AS f FROM counted GROUP BY part ORDER BY part * 7919 % 1009)")
    in_every("DROP TABLE counted")


def test_word_frequencies():
    """Of any texts, and of more words than are counted one by one."""
    for size in [1, 2, 10, 40] * (5 * MANY) + [8000]:
        raws = [assigned(made.chance.choice((made.text, made.letters))(120)) for _ in range(size)]
        raws += [assigned(made.chance.choice(FIXED)) for _ in range(size)]
        counts_agree([reading(raw) for raw in raws], raws)
    if LONG:
        for words in (2**21 - 1000, 2**21 + 1000):  # some share a hash
            texts = [" ".join(f"{n}x{n % 7}" for n in range(begin, min(begin + 1000, words)))
                     for begin in range(0, words, 997)]
            counts_agree(texts, [text.encode() for text in texts])


def like_vectors(dense):
    """By id: blobs of which many are alike, some equal, and some without a direction."""
    size, chance = made.chance.choice((1, 2, 5, 16, 40)), made.chance
    dimensions, found = sorted(chance.sample(range(2**32), size)), {}
    for _ in range(12):
        centre, scale = [chance.gauss(0, 1) for _ in range(size)], 10.0**chance.randint(-30, 30)
        for _ in range(chance.randrange(8)):
            apart = chance.choice((0, 0.05, 0.3, 1))
            values = [float32(scale * chance.gauss(value, apart)) for value in centre]
            found[chance.choice((chance.randrange(1000), chance.randrange(-2**63, 2**63)))] = (
                struct.pack(f"<{size}f", *values) if dense else
                reference.sparse([(d, v) for d, v in zip(dimensions, values) if v and chance.random() < 0.9]))
    found[7], found[8] = (bytes(4 * size),) * 2 if dense else (reference.sparse([]),) * 2
    return found


def test_similar_vectors():
    """Bands that are given and chosen ones; large buckets; threads, which do not show."""
    for dense in (True, False) * (4 * MANY):
        vectors, chance = like_vectors(dense), made.chance
        in_every("CREATE TABLE embedding(id, vector)")
        in_every("INSERT INTO embedding VALUES (?, ?)", rows=[*vectors.items(), (None, b""), (9, None)])
        for bands, rows in ((1, 1), (4, 8), (chance.randint(1, 9), chance.randint(1, 20)), (2, 64), (0, 0)):
            least, seed = chance.choice((-1, 0, 0.5, 0.9, 0.99)), chance.randint(-2**63, 2**63 - 1)
            thinning = chance.choice(((1000, 2, 2), (1000, 0, 0), (3, 2, 2), (1, 3, 0), (5, 0, 1)))
            call = ("SELECT %s FROM similar_vectors(keep_collection('vectors', (SELECT collect_vectors(id, vector) FROM "
                    "embedding)), ?, ?, ?, ?)")
            if not bands:
                for db in DATABASES.values():
                    db.execute(call % "count(*)", (least, 0, 0, seed)).fetchall()
                    counted = dict(db.execute("SELECT * FROM collection_counts(kept_collection('vectors'))"))
                    bands, rows = counted["bands"], counted["rows"]
            expected = reference.similar_vectors(vectors, least, bands, rows, seed, *thinning)
            for threads in (1, 3):
                agree(expected, "similar_vectors", call % "a, b, cosine" + " WHERE bucket_most = ? AND neighbours = ? "
                      "AND representatives = ? AND threads = ?", least, bands, rows, seed, *thinning, threads)
        in_every("DROP TABLE embedding")


def float32(x):
    return struct.unpack("<f", struct.pack("<f", x))[0]


def test_semantic_hash():
    for size in [1, 2, 3, 8, 9, 20, 33] * (2 * MANY):
        widths = [size, *(made.chance.choice((1, 3, 4, 8, 9, 17, 33, 40)) for _ in range(made.chance.randrange(1, 4)))]
        number = made.chance.choice((component, lambda: made.chance.gauss(0, 1)))
        layers = [([[float32(number()) for _ in range(width)] for _ in range(inputs)],
                   [float32(number()) for _ in range(width)]) for inputs, width in zip(widths, widths[1:])]
        dimensions = sorted(made.chance.sample(range(3 * size), size))
        values = [float32(component()) if made.chance.random() < 0.7 else 0.0 for _ in range(size)]
        for sparse in (False, True):
            model = reference.semantic_model(sparse, layers, dimensions if sparse else ())
            vector = struct.pack(f"<{size}f", *values)
            if sparse:
                rows = {**dict.fromkeys(range(3 * size), 1.0), **dict(zip(dimensions, values))}
                vector = reference.sparse([(d, v) for d, v in sorted(rows.items()) if v])
            agree(reference.semantic_hash(values, layers, model, not sparse), "semantic_hash",
                  "SELECT semantic_hash(?, semantic_model(?))", vector, model)


# ---- Passages ------------------------------------------------------------------------------------

VOCABULARY = "the of and in a cat dog Été river lake stone 1990 3.5 Жук 漢 字 paper letters well-known tree".split()


def made_words(count, rare):
    """Words from a small vocabulary, so that grams repeat, and some that hardly do."""
    chance = made.chance
    return [chance.choice(VOCABULARY) if chance.random() > rare else "w%d" % chance.randrange(200) for _ in range(count)]


def copied(words):
    """A copy with words replaced, left out, added, moved and in another case."""
    chance, rate = made.chance, made.chance.choice((0, 0, 0.1, 0.3))
    words = [word for word in words if chance.random() >= rate / 3]
    words = [chance.choice(VOCABULARY) if chance.random() < rate / 3 else word for word in words]
    if words and chance.random() < 0.3:
        cut = chance.randrange(len(words))
        words = words[cut:] + words[:cut]
    return [word.upper() if chance.random() < 0.1 else word for word in words]


def reused_texts():
    chance, rare = made.chance, made.chance.choice((0, 0.3, 1))
    a, b = made_words(chance.randrange(80), rare), made_words(chance.randrange(40), rare)
    for _ in range(chance.randrange(4)):
        begin = chance.randrange(len(a) + 1)
        place = chance.randrange(len(b) + 1)
        b[place:place] = copied(a[begin:begin + chance.randrange(60)])
    space = lambda: chance.choice((" ", " ", " ", ", ", ". ", "\n\n", " – ", " " * chance.randrange(1, 90)))
    return ["".join(word + space() for word in words) for words in (a, b)]


@of_unicode_14
def test_alignment():
    choice = made.chance.choice
    options = {"seed": lambda: choice(("ngrams", "sorted", "skip")), "seed_words": lambda: choice((1, 2, 3, 3, 5, 16)),
               "gap": lambda: choice((1, 10, 40, 150, 1000)), "seeds_least": lambda: choice((1, 2, 3, 5)),
               "length_least": lambda: choice((0, 20, 60)), "similarity_least": lambda: choice((0, 0.3, 0.8)),
               "measure": lambda: choice(("overlap", "cosine", "jaccard")), "occurrences_most": lambda: choice((1, 3, 8, 64)),
               "join_gap": lambda: choice((0, 5, 100, 1000)), "unmatched_cost": lambda: choice((0, 0.1, 0.2, 1, 7)),
               "shadow_most": lambda: choice((0, 0.3, 0.5, 1))}
    columns = "a_position, a_length, b_position, b_length, words, similarity, a_words, b_words"
    found = 0
    for _ in range(1500 * MANY):
        a, b = reused_texts()
        given = {name: options[name]() for name in made.chance.sample(sorted(options), made.chance.randrange(12))}
        given.setdefault("length_least", 20)
        expected = reference.text_alignment(a, b, **given)
        found += len(expected)
        agree(expected, "text_alignment", f"SELECT {columns} FROM text_alignment(?, ?) WHERE true" +
              "".join(f" AND {name} = ?" for name in given), a, b, *given.values())
    figure(found, "passages that both find")


# ---- Columns -------------------------------------------------------------------------------------

def value_of(kind):
    if not made.chance.randrange(4):
        return None
    if kind == 1:
        return made.chance.choice(inputs.FAR + [made.chance.randrange(-9, 9)])
    if kind == 2:  # integers among them, of which doubles hold most
        return made.chance.choice([0.5, -1e300, 2.0**-1074, 7, -2**53, 2**60, 2**53 + 2 * made.chance.randrange(2) - 1])
    raw = made.text(20)
    return raw if kind == 4 else reading(raw)


def test_columns():
    in_every("CREATE TABLE listed(id INTEGER PRIMARY KEY, a, b)")
    for _ in range(300 * MANY):
        count = made.chance.choice([0, 1, 2, 7, 8, 9, made.chance.randrange(70)])
        kinds = [made.chance.choice([0, 1, 2, 3, 4]) for _ in "ab"]
        columns = [[value_of(kind) if kind else None for _ in range(count)] for kind in kinds]
        in_every("DELETE FROM listed")
        in_every("INSERT INTO listed(a, b) VALUES (?, ?)", rows=list(zip(*columns)))
        blobs = []
        for name, values in zip("ab", columns):
            sql, kind = f"SELECT pack_column({name}) FROM listed", reference.column_type(values)
            if kind is None:
                for db in DATABASES.values():
                    counting.check(str(answer(db, sql)).startswith("error: pack_column(): an integer among"),
                                   f"{sql} of {values}")
                continue
            blobs.append((values, reference.column_blob(values)))
            agree(blobs[-1][1], "pack_column", sql)
            if kind in (3, 4):
                blobs.append((values, reference.column_blob(values, kind + 2)))
        if blobs:
            sql = f"SELECT {', '.join(f'c{i + 1}' for i in range(len(blobs)))} FROM unpack_columns(" \
                  f"{', '.join('?' * len(blobs))})"
            agree(list(zip(*(values for values, _ in blobs))), "unpack_columns", sql, *(blob for _, blob in blobs))


# ---- Graphs --------------------------------------------------------------------------------------

def graph_agrees(edges):
    in_every("BEGIN")
    in_every("DELETE FROM edge")
    in_every("INSERT INTO edge VALUES (?, ?)", rows=edges)
    in_every("COMMIT")
    for name, rows in (("union_find", reference.components(edges)),
                       *([] if isinstance(edges[0][0], str) else [("star_clusters", reference.stars(edges))])):
        blob = reference.component_blob(rows)
        agree(blob, name, f"SELECT {name}(a, b) FROM edge")
        agree(rows, "union_find_members", "SELECT member, component FROM union_find_members(?)", blob)


def test_graphs():
    in_every("CREATE TABLE edge(a, b)")
    graph_agrees([(0, 0)])
    for size in [1, 2, 3, 5, 20, 31, 32, 33, 63, 64, 65, 127, 129, 300] * (2 * MANY):
        graph_agrees(made.graph(size))


def test_graphs_of_texts():
    """Python compares code points, whose order is that of their UTF-8. Some names begin with others."""
    for size in [1, 2, 3, 5, 20, 33, 65, 300] * (2 * MANY):
        edges, names = made.graph(size), {}
        for end in {end for edge in edges for end in edge}:
            names[end] = made.chance.choice(("a", "ä日", "￿", "𝄞", "z\0")) * made.chance.randrange(3) + str(end % 99)
        graph_agrees([(names[a], names[b]) for a, b in edges])


def test_linked_graphs():
    """In any order of the rows, and in any direction of edges and links."""
    in_every("CREATE TABLE weighted(a, b, weight, link)")
    sql = "SELECT linked_clusters(a, b, weight, link) FROM weighted"
    for size in [1, 2, 3, 5, 9, 20, 40, 65] * (8 * MANY):
        weights = made.chance.choice(((0,), (0, -0.0, 1), (-1e30, 0.5, 1e30, 7), [made.chance.random() for _ in range(99)]))
        most = made.chance.choice((0, 3, 10, 50))  # per cent of edges that are links
        edges = [(a, b, made.chance.choice(weights), made.chance.choices((0, 1, -1), (100 - 2 * most, most, most))[0])
                 for a, b in made.graph(size)]
        expected = reference.linked_clusters(edges)
        cluster = dict(expected)
        require(not any(link == -1 and a != b and cluster[a] == cluster[b] for a, b, _, link in edges), "apart", "together")
        if not any(link == -1 for *_, link in edges):
            require(expected == reference.components([edge[:2] for edge in edges]), "components", edges)
        for turn in range(3):
            in_every("DELETE FROM weighted")
            in_every("INSERT INTO weighted VALUES (?, ?, ?, ?)", rows=edges)
            agree(reference.component_blob(expected), "linked_clusters", sql)
            edges = [(*edge[:2][::made.chance.choice((1, -1))], *edge[2:]) for edge in edges + edges[:turn]]
            made.chance.shuffle(edges)


def test_large_graphs():
    """The forest and its table grow many times, and members are sorted by their bytes."""
    for size in [10000] + [50000, 100000] * (MANY // 8):
        graph_agrees(made.graph(size))


def show():
    for name, count in sorted(agreed.items()):
        print(f"{count:10,d}  {name}()")
    figure(sum(agreed.values()), "inputs on which the core and the reference agree (%s)" % ", ".join(DATABASES))


require("functions/oracle", LOADABLE)
DATABASES = databases()
run_tests("functions/oracle", *(test for name, test in list(globals().items()) if name.startswith("test_")), show)
