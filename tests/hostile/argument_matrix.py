"""argument_matrix.py - every function, every argument, every type and size of value.

  (1) Each argument in turn takes each value of a list, while the others are good. NULL gives NULL or no
      rows; a wrong type or range gives the documented error, word for word; everything else gives a
      result. This is done in databases in UTF-8 and in both kinds of UTF-16.
  (2) For each text argument, invalid UTF-8 gives the same as its reading with U+FFFD, and UTF-16 gives
      the same as UTF-8.
  (3) A gigabyte is refused within milliseconds if SQLite may not allocate that much. The long form
      passes a gigabyte of text to each function."""
import os
import re
import resource
import sqlite3
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "oracle")]
from counting import LONG, check, figure, finish, skip
from extension import LOADABLE, answer, open_with
from inputs import FIXED, Inputs, reading

ENCODINGS = ["UTF-8", "UTF-16le", "UTF-16be"]
INT64 = (-2**63, 2**63 - 1)
tried = 0


# ---- What there is -------------------------------------------------------------------------------

class Argument:
    """kind: text, counted (text or a blob), vector, weights (a pointer), blob, integer, number, scheme, relations (JSON), words (a blob), pointer, collected (a
    pointer that must be there), or any; `good` is SQL; the range is for numbers."""

    def __init__(self, name, kind, good, least=None, most=None):
        self.name, self.kind, self.good, self.least, self.most = name, kind, good, least, most


def texts(*names):
    return [Argument(name, "text", f"'The {name} was lit 5 times.'") for name in names]


def integer(name, good, least, most):
    return Argument(name, "integer", str(good), least, most)


SHINGLE = integer("shingle", 2, 1, 1024)
BANDS, ROWS = integer("bands", 3, 1, 1024), integer("rows", 2, 1, 1024)
KEYED = ("(SELECT collect_signatures(column1, 'a', 2, 3, 2, 6, 'wikiduper', 7, 2, 3, zeroblob(16)) "
         "FROM (VALUES (1), (2)))")
HASHES, SEED = integer("hashes", 6, 1, 65536), integer("seed", 7, *INT64)
SCHEME = Argument("scheme", "scheme", "'wikiduper'")  # under which all of these fit together
FAMILY = [SHINGLE, BANDS, ROWS, HASHES, SCHEME, SEED]
SKETCHES = [Argument(name, "blob", "minhash_sketch('a')") for name in "st"]
VECTOR = Argument("vector", "vector", "x'0000803F000000C0'")
PROJECTIONS = [Argument(name, "blob", "random_projection(x'0000803F000000C0', 20)") for name in "st"]
COSINE = Argument("cosine", "number", "0.5", -1.0, 1.0)
ROWS_OF_BITS = integer("rows", 1, 1, 64)  # so that any number of bands fits
VECTORS = Argument("vectors", "collected",
                   "(SELECT collect_vectors(column1, x'0000803F') FROM (VALUES (1), (2)))")
EDGE = [integer(name, 5, *INT64) for name in "ab"]

THREADS = Argument("threads", "default", "2", 0, 256)
BUCKETS = Argument("buckets", "collected", "(SELECT collect_buckets(1, 2, 3))")
TEXTS = Argument("texts", "collected", "(SELECT collect_texts(3, 'a', (SELECT collect_buckets(1, 2, 3))))")
THINNING = [integer("bucket_most", 3, 1, INT64[1]), integer("neighbours", 2, 0, INT64[1]),
            integer("representatives", 2, 0, INT64[1]), integer("bands", 9, *INT64)]

# What is known of two sentences.
KNOWN = (texts("title_a", "title_b", "block_a", "block_b") + [integer("two_dates", 0, 0, 1)] + texts("language") +
         [Argument("evidence", "relations", "'{\"partners\":3}'")] +
         [Argument(name, "words", "(SELECT word_set('a'))") for name in ("words_a", "words_b")] +
         [Argument("rarities", "pointer", "(SELECT word_rarities(word_frequencies('a')))")])


# Of one input and two bits.
MODEL = "x'4E444D310000010001000000020000000000803F000080BF0000000000000000'"


def share(name, good):
    return Argument(name, "number", good, 0.0, 1.0)


SCORE = Argument("score_least", "number", "0.5", -1e30, 1e30)
# The options of text_alignment().
PASSAGES = [
        Argument("seed", "seed kind", "'sorted'"), integer("seed_words", 2, 1, 16), integer("gap", 80, 1, 10000),
        integer("seeds_least", 1, 1, 2**31 - 1), integer("length_least", 4, 0, 2**31 - 1),
        share("similarity_least", "0.5"), Argument("measure", "measure", "'cosine'"),
        integer("occurrences_most", 4, 1, 64), integer("join_gap", 9, 0, 10000),
        Argument("unmatched_cost", "number", "0.5", 0.0, 100.0), share("shadow_most", "0.5")]


# By name: the number of required arguments, and all arguments.
COUNTS = integer("counts", 1, 0, 1)
SCALARS = {
    "jaccard": (2, texts("a", "b") + [SHINGLE]),
    "containment": (2, texts("a", "b") + [SHINGLE]),
    "edit_distance": (2, texts("a", "b") + [integer("bound", 2, 0, 2**31 - 1)]),
    "edit_similarity": (2, texts("a", "b")),
    "fold_text": (1, texts("text") + [Argument("how", "how", "'case, digits'")]),
    "text_script": (1, texts("text")),
    "minhash_sketch": (1, texts("text") + [SHINGLE, HASHES, SCHEME, SEED]),
    "minhash_similarity": (2, SKETCHES),
    "minhash_match_probability": (1, [Argument("jaccard", "number", "0.5", 0.0, 1.0)] + FAMILY[1:]),
    "random_projection": (1, [VECTOR, integer("bits", 100, 1, 32768), SEED]),
    "hamming_distance": (2, PROJECTIONS),
    "projection_similarity": (2, PROJECTIONS),
    "permute_bits": (2, PROJECTIONS[:1] + [integer("permutation", 3, 0, 65535), integer("seed", 7, 0, 65535)]),
    "projection_match_probability": (1, [COSINE, integer("bands", 3, 1, 32768), ROWS_OF_BITS]),
    "mark_differences": (2, texts("a", "b", "before", "between", "after", "language")),
    "mark_passage": (2, texts("a", "b") + [integer("width", 40, 0, 1000), integer("indent", 2, 0, 1000),
                                           integer("context", 5, 0, 1000000), integer("rows", 9, 1, 1000000)]
                     + texts("before_a", "after_a", "before_b", "after_b", "before_moved", "after_moved", "language")),
    "neardup_progress": (2, [Argument("value", "any", "1"), Argument("label", "label", "'x'"),
                             Argument("total", "total", "9", 0, 2**63 - 1)]),
    "neardup_wrap": (1, texts("text") + [integer("indent", 2, 0, 1000),
                                         integer("width", 20, 1, 1000000)]),
    "neardup_style": (1, [Argument("name", "style", "'bold'")]),
    "neardup_version": (0, []), "neardup_debug": (0, []),
    "cosine_similarity": (2, [Argument(name, "vector", "x'0000803F'") for name in "vw"]),
    "tfidf_vector": (2, texts("text") + [Argument("weights", "weights", "(SELECT term_weights('a'))")]),
    "text_vector": (2, texts("text") + [
        Argument("vectors", "vocabulary", "(SELECT word_vectors('lamp', x'0000803F'))")]),
    "word_rarities": (1, [Argument("frequencies", "blob", "(SELECT word_frequencies('a'))")]),
    "semantic_model": (1, [Argument("model", "blob", MODEL)]),
    "semantic_hash": (2, [Argument("vector", "vector", "x'0000803F'"),
                          Argument("model", "model", f"(SELECT semantic_model({MODEL}))")]),
}
AGGREGATES = {
    "collect_signatures": (2, [integer("id", 5, *INT64)] + texts("text") + FAMILY +
                           [THREADS, Argument("memory", "default", "3", 1, 2**20), Argument("key", "key", "zeroblob(16)")]),
    "collect_signature_parts": (1, [Argument("records", "blob", f"(SELECT records FROM signature_parts({KEYED}, 1))")]),
    "union_find": (2, EDGE), "star_clusters": (2, EDGE), "edge_counts": (2, EDGE),
    "word_vectors": (2, texts("word") + [Argument("vector", "dense vector", "x'0000803F'"),
                                         Argument("weight", "weight", "0.5"),
                                         Argument("language", "stems", "'english'")]),
    "word_set": (1, texts("text")), "word_frequencies": (1, texts("text") + [THREADS]),
    "merge_word_frequencies": (1, [Argument("frequencies", "blob", "(SELECT word_frequencies('a'))")]),
    "document_frequencies": (1, [Argument("text", "counted", "'The lamp was lit.'")]),
    "term_weights": (1, [Argument("text", "counted", "'The lamp was lit.'")]),
    "collect_buckets": (3, [integer(name, 5, *INT64) for name in ("band", "signature", "id")]),
    "collect_texts": (3, [integer("id", 5, *INT64)] + texts("text") + [BUCKETS, integer("owned", 1, 0, 1)]),
    "collect_vectors": (2, [integer("id", 5, *INT64), VECTOR]),
    "collect_documents": (2, [integer("id", 5, *INT64)] + texts("text")),
    "collect_candidates": (2, EDGE + [Argument("score", "number", "0.5", -1e30, 1e30)]),
    "pack_column": (1, [Argument("value", "any", "1")]),
    "collect_pairs": (6, EDGE + texts("text_a", "text_b") + KNOWN + [THREADS]),
}
TABLES = {
    "shingles": (1, texts("text") + [integer("length", 2, 1, 1024)]),
    "stopword_ngrams": (1, texts("text") + [integer("n", 2, 1, 64),
                                            Argument("language", "stop words", "'german'")]),
    "minhash_signatures": (1, texts("text") + FAMILY),
    "projection_signatures": (1, [Argument("signature", "blob", "random_projection(x'0000803F000000C0', 32768)"),
                                  integer("bands", 3, 1, 32768), ROWS_OF_BITS]),
    "similar_vectors": (1, [VECTORS, Argument("cosine_least", "number", "0.5", -1.0, 1.0),
                            integer("bands", 3, 0, 1024), integer("rows", 2, 0, 64), SEED,
                            Argument("comparisons_most", "number", "9", 0.0, 1e18)] + THINNING[:3] +
                        [integer("threads", 1, 0, 256), COUNTS]),
    "text_alignment": (2, texts("a", "b") + PASSAGES),
    "aligned_passages": (2, [
        Argument("documents", "collected", "(SELECT collect_documents(column1, 'a b c d') FROM (VALUES (1), (2)))"),
        Argument("candidates", "collected", "(SELECT collect_candidates(1, 2))")] + PASSAGES + [
            SCORE, integer("rank_most", 2, 1, INT64[1]), integer("misses_most", 2, 1, INT64[1]),
            integer("threads", 1, 0, 256), COUNTS]),
    "text_differences": (2, texts("a", "b", "language")),
    "passage_likeness": (2, texts("a", "b", "title_a", "title_b", "language")),
    "duplicate_kind": (4, texts("a", "b") + KNOWN),
    "duplicate_kinds": (1, [Argument("pairs", "collected", "(SELECT collect_pairs(1, 2, 'a', 'b', 'c', 'd'))")]),
    "shared_signatures": (1, [Argument("signatures", "collection", "(SELECT collect_signatures(1, 'a'))")]),
    "signature_parts": (2, [Argument("signatures", "collection", KEYED), integer("parts", 3, 1, 4096)]),
    "union_find_members": (1, [Argument("blob", "blob", "(SELECT union_find(1, 2))")]),
    "unpack_columns": (1, [Argument(f"column{n}", "blob", "(SELECT pack_column(1))") for n in range(1, 17)]),
    "bucket_texts": (1, [BUCKETS]),
    "candidate_pairs": (1, [BUCKETS] + THINNING),
    "similar_pairs": (1, [TEXTS, SHINGLE, share("jaccard_least", "0.6"),
                          share("edit_similarity_least", "0.5")] + THINNING +
                      [integer("threads", 1, 0, 256), share("near_least", "0.4"),
                       integer("near_most", 2, 0, 1000), share("count_least", "0.4"), COUNTS]),
}
FUNCTIONS = {**SCALARS, **AGGREGATES, **TABLES}

# In SQL, and what the messages call it.
VALUES = [
    ("NULL", "NULL"), ("(SELECT term_weights('a'))", "NULL"),  # a pointer, which reads as NULL
    ("9e999 - 9e999", "NULL"),                                      # NaN is NULL in SQLite
    *((str(n), "an integer") for n in (0, 1, -1, 2, 20, 21, 1023, 1024, 1025, 65536, 65537, 2**31 - 1,
                                       2**31, 2**32, 2**40, 2**40 + 1, 2**53 + 1, 2**63 - 1)),
    ("-9223372036854775808", "an integer"), ("true", "an integer"),
    *((r, "a real number") for r in ("1.0", "0.0", "-0.0", "0.5", "2.0", "1.0000000000000002", "5e-324",
                                     "1e308", "-1e308", "9e999", "-9e999", "9007199254740993.0")),
    *((t, "text") for t in ("''", "'a'", "'12'", "' 1'", "char(0)", "'a' || char(0) || 'b'",
                            "CAST(x'FF' AS TEXT)", "CAST(x'EDA080' AS TEXT)", "'日本'", "char(1114111)",
                            "CAST(zeroblob(1000) AS TEXT)", "replace(hex(zeroblob(600)), '0', 'ab')")),
    *((b, "a blob") for b in ("x''", "x'00'", "x'4E445331'", "x'4E44433101'", "zeroblob(0)",
                              "zeroblob(24)", "zeroblob(100000)", "CAST('a' AS BLOB)")),
]

WANTED = {"text": "text", "how": "text", "scheme": "text", "style": "text", "blob": "a blob", "integer": "an integer",
          "number": "a number", "label": "text", "total": "an integer", "default": "an integer", "relations": "text",
          "words": "a blob", "vector": "a blob", "counted": "text", "dense vector": "a blob", "weight": "a number",
          "stems": "text", "stop words": "text", "seed kind": "text", "measure": "text", "key": "a blob"}
ONE_COMPONENT = "x'4E445331'"            # a vector of as many dimensions as the good ones
NO_VECTORS = ("x''", "x'00'", "x'4E44433101'", "zeroblob(0)", "CAST('a' AS BLOB)")
NO_SIGNATURE = "must be a signature from random_projection() or semantic_hash(), found another blob of length "
NO_WORDS = ("x'00'", "x'4E44433101'", "CAST('a' AS BLOB)")  # their length is no multiple of 4
POINTERS = {"rarities": "made by word_rarities()", "weights": "a result of term_weights() in the same statement",
            "model": "a result of semantic_model() in the same statement"}
MALFORMED = {
    "minhash_similarity": "must be a sketch from minhash_sketch(), found another blob of length ",
    **dict.fromkeys(["hamming_distance", "projection_similarity", "permute_bits", "projection_signatures"], NO_SIGNATURE),
    "union_find_members": "must be a result of union_find() or star_clusters(), found another "
                          "blob of length ",
    "unpack_columns": "must be a column, found another blob of length ",
    "collect_signature_parts": "must be a result of signature_parts(), found another blob of length ",
    **dict.fromkeys(["word_rarities", "merge_word_frequencies"], "must be made by word_frequencies()"),
    "semantic_model": "must be a semantic model, found another blob of length ",
}


# ---- What must come out --------------------------------------------------------------------------

def call_of(name, arguments):
    listed = f"{name}({', '.join(arguments)})"
    return f"SELECT * FROM {listed}" if name in TABLES else f"SELECT {listed}"


def fits(kind, found):
    if kind in ("number", "weight"):
        return found in ("an integer", "a real number")
    return WANTED[kind] == found


def expected_error(name, argument, literal, found):
    """The message, or its beginning; None if there is no error."""
    begin = f"error: {name}(): argument {argument.name} must be "
    if argument.kind == "collection":
        return begin + "a result of collect_signatures() in the same statement"
    if argument.kind == "vocabulary":
        return begin + "a result of word_vectors() in the same statement"
    if argument.kind == "collected":
        return begin + f"a result of collect_{argument.name}() in the same statement"
    if argument.kind in ("weights", "model"):
        return None if literal == argument.good else begin + POINTERS[argument.name]
    if found == "NULL" or argument.kind == "any":
        return None
    if argument.kind == "pointer":
        return begin + POINTERS[argument.name]
    if argument.kind == "counted" and found == "a blob":
        return begin + "text or made by document_frequencies(), found another blob of length "
    if not fits(argument.kind, found):
        return begin + f"{WANTED[argument.kind]}, found {found}"
    if argument.kind == "key":
        return begin + "a blob of 16 bytes, found "
    if argument.kind == "dense vector":
        return begin + "a vector: 1 to 65536 components of 4 bytes" if literal in (*NO_WORDS, "x''", "zeroblob(0)") else None
    if argument.kind == "weight":
        good = literal in ("true", "-0.0") or 0 <= float(literal.replace("9e999", "inf")) <= 1e30
        return None if good else begin + "a number from 0.0 to 1.0e+30, found "
    if argument.kind == "stems":
        return None if literal == "''" else begin + "'' or one of arabic, "
    if argument.kind == "stop words":
        return begin + "one of dutch, english, french, german, italian, portuguese, russian, spanish, found '"
    if argument.kind == "scheme":
        return begin + ("'banded', 'words', 'paper', 'wikiduper', 'wikiduper-fixed' or "
                        "'wikiduper-report', found '")
    if argument.kind == "seed kind":
        return begin + "'ngrams', 'sorted' or 'skip', found '"
    if argument.kind == "measure":
        return begin + "'overlap', 'cosine' or 'jaccard', found '"
    if argument.kind == "style":
        return begin + "'plain', 'bold', 'faint', 'red' or 'green', found '"
    if argument.kind == "how":
        return None if literal == "''" else begin + (
            "'all' or a list of 'case', 'width', 'accents', 'punctuation', 'space', 'digits' and 'notes', found '")
    if argument.kind == "relations":
        return begin + "a JSON object of numbers; stopped at character "
    if argument.kind == "vector" and literal in NO_VECTORS:
        return begin + "a vector: 1 to 65536 components of 4 bytes, or a sparse vector of at most 1048576; found a blob"
    if argument.kind == "vector" and name == "semantic_hash" and literal != ONE_COMPONENT:
        return begin[:-len("be ")] + "have 1 dimensions, as the model's have, found "
    if argument.kind == "vector" and name == "cosine_similarity":
        return None if literal == ONE_COMPONENT else (
            f"error: {name}(): arguments v and w must have the same number of dimensions, found ")
    if argument.kind == "words":
        return begin + "made by word_set()" if literal in NO_WORDS else None
    if argument.kind == "vector":
        return None
    if argument.kind == "blob":
        return begin[:-len("must be ")] + MALFORMED[name]
    if argument.least is None:
        return None
    number = float(literal.replace("9e999", "inf")) if found == "a real number" else int(
        literal.replace("true", "1"))
    if argument.least <= number <= argument.most:
        return None
    bounds = f"from {argument.least} to {argument.most}, found ".replace("1e+", "1.0e+")
    return begin + f"{WANTED[argument.kind]} {bounds}" + (literal if argument.kind == "integer" else "")


def check_call(db, name, arguments, changed, literal, found_name):
    global tried
    tried += 1
    given = [a.good for a in arguments]
    given[changed] = literal
    sql = call_of(name, given)
    found = answer(db, sql)
    error = expected_error(name, arguments[changed], literal, found_name)
    if arguments[changed].kind in ("relations", "how", "stems") and answer(db, f"SELECT {literal} = ''") == [(1,)]:
        error = None  # no text; half a character of UTF-16 is none
    if error:
        check(isinstance(found, str) and found.startswith(error), f"{sql}\n  expected {error}\n"
              f"  found    {found!r:.300}")
    elif found_name == "NULL" and literal != arguments[changed].good and arguments[changed].kind not in ("any", "label", "total", "default", "key", "pointer"):
        nothing = b"" if name == "word_set" else None  # the set without words
        check(found == ([] if name in TABLES else [(nothing,)]), f"{sql}: {found!r:.300}")
    else:
        check(not isinstance(found, str), f"{sql}: {found!r:.300}")


def ends(argument):
    """The integers right below, at and above the ends of its range."""
    if argument.kind != "integer" or argument.least == INT64[0]:
        return []
    return [(str(end + step), "an integer") for end in (argument.least, argument.most) for step in (-1, 0, 1)
            if end + step <= INT64[1]]


def test_values(db):
    for name, (least, arguments) in FUNCTIONS.items():
        for changed, argument in enumerate(arguments):
            for literal, found_name in VALUES + ends(argument):
                check_call(db, name, arguments, changed, literal, found_name)


def test_declarations(db):
    """neardup_functions() declares the functions, their arguments and ranges as they are here."""
    declared = {}
    for name, argument, presence, least, most in db.execute(
            "SELECT function, argument, presence, least, most FROM neardup_functions() WHERE argument IS NOT NULL"):
        declared.setdefault(name, []).append((argument, presence == "required", least, most))
    here = {name for name, (_, arguments) in FUNCTIONS.items() if arguments} | {"neardup_begin", "neardup_error"}
    check(set(declared) == here, f"declared: {set(declared) ^ here}")
    for name, (required, arguments) in FUNCTIONS.items():
        here = [(a.name, place < required, a.least, a.most) for place, a in enumerate(arguments)]
        for argument, found in zip(here, declared.get(name, [])):
            bounded = argument[2] is not None and found[2] is not None
            check(argument[:2] == found[:2] and (not bounded or argument[2:] == found[2:]),
                  f"{name}: {argument} is declared {found}")
        check(len(here) == len(declared.get(name, [])), f"{name}: {len(here)} arguments")


def test_counts(db):
    """One argument too few or too many is SQLite's own error, except for tables with hidden
    columns."""
    for name, (least, arguments) in FUNCTIONS.items():
        good = [a.good for a in arguments]
        for count in range(least, len(good) + 1):
            found = answer(db, call_of(name, good[:count]))
            check(not isinstance(found, str), f"{name} with {count} arguments: {found!r:.200}")
        if name in TABLES:
            found = answer(db, call_of(name, good + ["1"]))
            check(found == f"error: too many arguments on {name}() - max {len(good)}", found)
            found = answer(db, call_of(name, good[:least - 1]))
            missing = f"error: {name}(): argument {arguments[least - 1].name} is missing"
            check(found == missing, f"{found}, expected {missing}")
        else:
            for count in {max(least - 1, 0), len(good) + 1} - {least}:
                found = answer(db, call_of(name, good[:count] + ["1"] * (count - len(good))))
                check(found == f"error: wrong number of arguments to function {name}()", found)


# ---- (2) Bytes and encodings ---------------------------------------------------------------------

def with_texts(name, arguments, changed):
    """SQL in which the argument is a parameter."""
    given = [a.good for a in arguments]
    given[changed] = "CAST(?1 AS TEXT)"
    return call_of(name, given)


def test_bytes(db, wide):
    global tried
    made = Inputs(20150727)
    raws = FIXED + [made.text(100) for _ in range(400 if LONG else 30)]
    for name, (least, arguments) in FUNCTIONS.items():
        for changed, argument in enumerate(arguments):
            if argument.kind not in ("text", "counted") or (name == "mark_differences" and changed > 1):
                continue  # marks are taken as they are
            sql = with_texts(name, arguments, changed)
            for raw in raws:
                tried += 1
                found = answer(db, sql, (raw,))
                expected = answer(db, sql, (reading(raw).encode(),))
                check(found == expected, f"{sql} of {raw}\n  reading  {expected!r:.300}\n"
                      f"  found    {found!r:.300}")
                if set(reading(raw)) & {"\ufffe", "\uffff"}:
                    continue  # SQLite's own conversion makes U+FFFD of them
                in_wide = answer(wide, sql.replace("CAST(?1 AS TEXT)", "?1"), (reading(raw),))
                check(in_wide == expected, f"{sql} of {raw} in UTF-16: {in_wide!r:.300}")


# ---- (3) A gigabyte ------------------------------------------------------------------------------

GIGABYTE = 1000000000  # SQLite's default limit
MEGABYTES = 100        # that SQLite may allocate, for itself and for the functions
SECONDS = 20           # of CPU, after which the process is ended; it takes a tenth of one


def refuse_gigabytes():
    """In a process of its own: prints each call and its outcome."""
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    db = open_with()
    db.execute(f"PRAGMA hard_heap_limit = {MEGABYTES << 20}")
    for name, (least, arguments) in FUNCTIONS.items():
        for changed in range(len(arguments)):
            for value in (f"zeroblob({GIGABYTE})", f"CAST(zeroblob({GIGABYTE}) AS TEXT)"):
                given = [a.good for a in arguments]
                given[changed] = value
                print(f"{name} {arguments[changed].kind} {value[:4]}: "
                      f"{answer(db, call_of(name, given))!r:.200}", flush=True)


def take_gigabytes():
    """The same with enough memory, and with texts that each function reads as far as it can."""
    db = open_with()
    for name in ("jaccard", "containment", "edit_distance", "edit_similarity", "minhash_sketch",
                 "mark_differences", "shingles", "minhash_signatures", "text_differences", "text_alignment",
                 "passage_likeness", "duplicate_kind", "collect_signatures", "word_set", "word_frequencies",
                 "text_vector", "word_vectors"):
        least, arguments = FUNCTIONS[name]
        given = [f"CAST(zeroblob({GIGABYTE}) AS TEXT)"] + [a.good for a in arguments[1:least]]
        print(f"{name}: {answer(db, call_of(name, given))!r:.200}", flush=True)


def ask_child(how):
    child = subprocess.run([sys.executable, os.path.abspath(__file__), how], cwd=ROOT,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                           encoding="utf-8", timeout=900)
    check(child.returncode == 0, f"{how}: status {child.returncode}, {child.stdout[-300:]}")
    return child.stdout.splitlines()


def test_gigabytes():
    global tried
    for line in ask_child("--refuse"):
        name, kind, value, found = re.fullmatch(r"(\w+) ([\w ]+) (\w+): (.*)", line).groups()
        tried += 1
        judged = (name in SCALARS and name not in ("word_rarities", "merge_word_frequencies") and kind != "any" or
                  kind == "collection" or
                  kind in ("pointer", "collected") and name in TABLES)
        if value == "CAST" or not judged:
            # SQLite makes the bytes, or tries to, before the function is called
            check(found in ("'error: out of memory'", "'error: string or blob too big'"), line)
        elif kind == "blob":
            check("found another blob of length 1000000000" in found, line)
        elif kind == "vector":
            check("found a blob of length 1000000000" in found, line)
        elif kind == "collection":
            check("must be a result of collect_signatures()" in found, line)
        elif kind == "vocabulary":
            check("must be a result of word_vectors()" in found, line)
        elif kind == "weights":
            check("must be a result of term_weights()" in found, line)
        elif kind == "model":
            check("must be a result of semantic_model()" in found, line)
        elif kind == "pointer":
            check("must be made by " in found, line)
        elif kind == "collected":
            check("must be a result of collect_" in found, line)
        else:
            check(found.endswith("found a blob'"), line)


def test_taking_gigabytes():
    """4 bytes for each of them are more than SQLite allocates at once."""
    for line in ask_child("--take"):
        check(line.endswith(": 'error: out of memory'"), line)


def main():
    if not LOADABLE:
        skip("hostile/argument_matrix: this Python's sqlite3 cannot load extensions")
        return finish("hostile/argument_matrix")
    for encoding in ENCODINGS:
        db = open_with(encoding=encoding)
        test_values(db)
        test_counts(db)
        test_declarations(db)
    test_bytes(open_with(), open_with(encoding="UTF-16le"))
    test_gigabytes()
    if LONG:
        test_taking_gigabytes()
    figure(tried, "calls with values of every type and size: the error expected, or an answer")
    return finish("hostile/argument_matrix")


if sys.argv[1:] == ["--refuse"]:
    refuse_gigabytes()
elif sys.argv[1:] == ["--take"]:
    take_gigabytes()
else:
    sys.exit(main())
