"""argument_matrix.py - every function, every argument, every type and size of value.

  (1) The functions and their arguments are those that neardup_functions() declares; their ranges stand a
      second time in docs/figures/limits.md and in NUMBERS. Each argument in turn takes each value of a list,
      while the others are good. NULL gives NULL or no rows; a wrong type or range gives the documented
      error, word for word; everything else gives a result. This is done in databases in UTF-8 and in both
      kinds of UTF-16. Where an integer is taken, the real number that equals it gives the same, bit by bit,
      in a call and in WHERE.
  (2) For each text argument, invalid UTF-8 gives the same as its reading with U+FFFD, and UTF-16 gives
      the same as UTF-8.
  (3) A gigabyte is refused within milliseconds if SQLite may not allocate that much. The long form
      passes a gigabyte of text to each function."""
import collections
import os
import re
import resource
import sqlite3
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "oracle")]
from counting import LONG, check, figure, finish, require, seed
from extension import LOADABLE, answer, open_with
from inputs import FIXED, Inputs, reading

ENCODINGS = ["UTF-8", "UTF-16le", "UTF-16be"]
INT64 = (-2**63, 2**63 - 1)
tried = 0


# ---- What there is -------------------------------------------------------------------------------

Argument = collections.namedtuple("Argument", "name kind good least most")
Function = collections.namedtuple("Function", "kind least arguments")  # how many arguments are required, and all

# What an argument is, if its declared type does not say all: by function and argument, or by argument alone.
KINDS = {
    "how": "how", "scheme": "scheme", "seed": "seed kind", "measure": "measure", "neardup_style.name": "style",
    "evidence": "relations", "learnt": "relations", "verdict": "verdict", "words_a": "words", "words_b": "words", "key": "key", "weight": "weight", "label": "label",
    "total": "total", "word_vectors.vector": "dense vector", "word_vectors.language": "stems",
    "stopword_ngrams.language": "stop words", "language": "language", "rarities": "pointer",
    "shared": "pointer",
    "weights": "weights", "semantic_hash.model": "model", "query": "query", "in_parallel.parameters": "object",
    "text_vector.vectors": "vocabulary", "signatures": "collection", "collection": "any collection",
}
TYPES = {"text or blob": "counted", "integer or text": "member", "pointer": "collected"}
# Ranges of numbers other than 0 to 1.
NUMBERS = {"cosine": (-1, 1), "cosine_least": (-1, 1), "comparisons_most": (0, 1e18), "score": (-1e30, 1e30),
           "score_least": (-1e30, 1e30), "unmatched_cost": (0, 100), "weight": (0, 1e30), "similarity": (-1e30, 1e30)}

MODEL = "x'4E444D310000010001000000020000000000803F000080BF0000000000000000'"  # of one input and two bits
KEYED = ("(SELECT collect_signatures(column1, 'a', 2, 3, 2, 6, 'wikiduper', 7, 2, 3, zeroblob(16)) "
         "FROM (VALUES (1), (2)))")
PROJECTION = "random_projection(x'0000803F000000C0', 20)"
# A good value, found in the same way; those of a family of hash functions fit together. Else by type: 2, 0.5 or a text.
GOOD = {
    "bands": "3", "hashes": "6", "scheme": "'wikiduper'", "minhash_signatures.seed": "7", "seed": "'sorted'",
    "projection_match_probability.rows": "1", "projection_signatures.rows": "1",  # so that any number of bands fits
    "text_alignment.length_least": "4", "aligned_passages.length_least": "4", "seeds_least": "1", "two_dates": "0",
    "mark_passage.rows": "9", "owned": "1", "threads": "1", "measure": "'cosine'", "how": "'case, digits'",
    "neardup_style.name": "'bold'", "evidence": "'{\"partners\":3}'", "learnt": "'{\"topic bias\":1}'", "verdict": "'same'", "label": "'x'", "value": "1", "key": "zeroblob(16)",
    "words_a": "(SELECT word_set('a'))", "words_b": "(SELECT word_set('a'))",
    "rarities": "(SELECT word_rarities(word_frequencies('a')))", "frequencies": "(SELECT word_frequencies('a'))",
    "word_vectors.language": "'english'", "stopword_ngrams.language": "'german'", "language": "'de'", "vector": "x'0000803F000000C0'",
    "v": "x'0000803F'", "w": "x'0000803F'", "word_vectors.vector": "x'0000803F'", "semantic_hash.vector": "x'0000803F'",
    "weights": "(SELECT term_weights('a'))", "semantic_model.model": MODEL,
    "semantic_hash.model": f"(SELECT semantic_model({MODEL}))",
    "text_vector.vectors": "(SELECT word_vectors('lamp', x'0000803F'))",
    "s": PROJECTION, "t": PROJECTION, "signature": "random_projection(x'0000803F000000C0', 32768)",
    "union_find.a": "2", "union_find.b": "2", "collect_buckets.signature": "5", "blob": "(SELECT union_find(1, 2))",
    "records": f"(SELECT records FROM signature_parts({KEYED}, 1))",
    "signatures": "(SELECT collect_signatures(1, 'a'))", "signature_parts.signatures": KEYED,
    "buckets": "(SELECT collect_buckets(1, 2, 3))", "shared": "(SELECT collect_buckets(1, 2, 3))",
    "texts": "(SELECT collect_texts(3, 'a', (SELECT collect_buckets(1, 2, 3))))",
    "similar_vectors.vectors": "(SELECT collect_vectors(column1, x'0000803F') FROM (VALUES (1), (2)))",
    "documents": "(SELECT collect_documents(column1, 'a b c d') FROM (VALUES (1), (2)))",
    "candidates": "(SELECT collect_candidates(1, 2))", "pairs": "(SELECT collect_pairs(1, 2, 'a', 'b', 'c', 'd'))",
    "collection": "(SELECT collect_signatures(1, 'a'))",
    "query": "'SELECT @first, @last'", "in_parallel.parameters": "'{}'", "in_parallel.step": "0",
}


def by_name(values, function, argument, otherwise):
    return values.get(f"{function}.{argument}", values.get(argument, otherwise))


def declared_argument(function, name, type_, presence, least, most):
    kind = "integer" if type_ == "integer" else by_name(KINDS, function, name, TYPES.get(type_, type_))
    if kind == "integer" and presence == "nullable":
        kind = "total" if name == "total" else "default"  # NULL stands for the default
    good = by_name(GOOD, function, name, None)
    if type_ == "integer" and (not good or not good.lstrip("-").isdigit()):
        good = str(min(max(least, 2), most))
    elif type_ == "number":
        good = "0.5"
    elif name.startswith("column"):
        good = "(SELECT pack_column(1))"
    return Argument(name, kind, good or f"'The {name} was lit 5 times.'", least, most)


def declared_functions(db):
    functions = {}
    for function, kind, name, *argument in db.execute(
            "SELECT function, kind, argument, type, presence, least, most FROM neardup_functions() WHERE function NOT IN"
            " ('neardup_run', 'neardup_error', 'neardup_last_error', 'neardup_functions', 'neardup_parameters', 'keep_collection',"
            "  'kept_collection') ORDER BY function, position"):
        _, least, arguments = functions.get(function, (kind, 0, []))
        if name:
            arguments.append(declared_argument(function, name, *argument))
            least += argument[1] == "required"
        functions[function] = Function(kind, least, arguments)
    return functions


FUNCTIONS = declared_functions(open_with()) if LOADABLE else {}
EXACT = sqlite3.connect(":memory:")  # prints numbers as the messages do

# In SQL, and what the messages call it.
VALUES = [
    ("NULL", "NULL"), ("(SELECT term_weights('a'))", "NULL"),  # a pointer, which reads as NULL
    ("9e999 - 9e999", "NULL"),                                      # NaN is NULL in SQLite
    *((str(n), "an integer") for n in (0, 1, -1, 2, 20, 21, 1023, 1024, 1025, 65536, 65537, 2**31 - 1,
                                       2**31, 2**32, 2**40, 2**40 + 1, 2**53 + 1, 2**63 - 1)),
    ("-9223372036854775808", "an integer"), ("true", "an integer"),
    *((r, "a real number") for r in ("1.0", "0.0", "-0.0", "0.5", "2.0", "1.0000000000000002", "5e-324",
                                     "1e308", "-1e308", "9e999", "-9e999", "9007199254740993.0",
                                     "9223372036854774784.0", "9223372036854775808.0", "-9223372036854775808.0")),
    *((t, "text") for t in ("''", "'a'", "'12'", "' 1'", "char(0)", "'a' || char(0) || 'b'",
                            "CAST(x'FF' AS TEXT)", "CAST(x'EDA080' AS TEXT)", "'日本'", "char(1114111)",
                            "CAST(zeroblob(1000) AS TEXT)", "replace(hex(zeroblob(600)), '0', 'ab')")),
    *((b, "a blob") for b in ("x''", "x'00'", "x'4E445331'", "x'4E44433101'", "zeroblob(0)",
                              "zeroblob(24)", "zeroblob(100000)", "CAST('a' AS BLOB)")),
]

WANTED = {"text": "text", "how": "text", "scheme": "text", "style": "text", "blob": "a blob", "integer": "an integer",
          "number": "a number", "label": "text", "total": "an integer", "default": "an integer", "relations": "text",
          "query": "text", "object": "text", "words": "a blob", "vector": "a blob", "counted": "text", "dense vector": "a blob", "weight": "a number",
          "stems": "text", "stop words": "text", "language": "text", "seed kind": "text", "measure": "text", "verdict": "text", "key": "a blob",
          "member": "an integer or text"}
ONE_COMPONENT = "x'4E445331'"            # a vector of as many dimensions as the good ones
NO_VECTORS = ("x''", "x'00'", "x'4E44433101'", "zeroblob(0)", "CAST('a' AS BLOB)")
NO_SIGNATURE = "must be a signature from random_projection() or semantic_hash(), found another blob of length "
NO_WORDS = ("x'00'", "x'4E44433101'", "CAST('a' AS BLOB)")  # their length is no multiple of 4
POINTERS = {"rarities": "made by word_rarities()", "shared": "made by collect_buckets() or word_rarities()",
            "weights": "a result of term_weights() in the same statement",
            "model": "a result of semantic_model() in the same statement",
            "collection": "a collection that was made in the same statement"}
MALFORMED = {
    **dict.fromkeys(["hamming_distance", "permute_bits", "projection_signatures"], NO_SIGNATURE),
    "union_find_members": "must be a result of union_find(), star_clusters() or linked_clusters(), found another "
                          "blob of length ",
    "unpack_columns": "must be a column, found another blob of length ",
    "collect_signature_parts": "must be a result of signature_parts(), found another blob of length ",
    **dict.fromkeys(["word_rarities", "merge_word_frequencies"], "must be made by word_frequencies()"),
    "semantic_model": "must be a semantic model, found another blob of length ",
}


# The message after "must be ", by kind, for any value of the right type but good ones.
UNKNOWN = {
    "language": "one of am ar bg ", "stop words": "one of dutch, english, french, german, italian, portuguese, russian, spanish, found '",
    "scheme": "'banded', 'words', 'paper', 'wikiduper', 'wikiduper-fixed' or 'wikiduper-report', found '",
    "seed kind": "'ngrams', 'sorted' or 'skip', found '", "measure": "'overlap', 'cosine' or 'jaccard', found '",
    "verdict": "'contradiction', 'same', 'pattern' or 'citation', found '", "style": "'plain', 'bold', 'faint', 'red' or 'green', found '", "key": "a blob of 16 bytes, found ",
    "relations": "a JSON object of numbers; stopped at character ", "stems": "'' or one of arabic, ",
    "query": "one SELECT of 1 to 12 columns that has the parameters @first and @last", "object": "a JSON object",
    "how": "'all' or a list of 'case', 'width', 'accents', 'punctuation', 'space', 'digits' and 'notes', found '",
}


# ---- What must come out --------------------------------------------------------------------------

def call_of(name, arguments):
    listed = f"{name}({', '.join(arguments)})"
    return f"SELECT * FROM {listed}" if FUNCTIONS[name].kind == "table" else f"SELECT {listed}"


def number_of(literal, found):
    return float(literal.replace("9e999", "inf")) if found == "a real number" else int(literal.replace("true", "1"))


def fits(kind, literal, found):
    if kind in ("number", "weight"):
        return found in ("an integer", "a real number")
    if kind == "member" and found == "text":
        return True
    if "an integer" in WANTED[kind] and found == "a real number":  # SQLite's rule, which excludes both ends
        return abs(number_of(literal, found)) < 2.0**63 and number_of(literal, found).is_integer()
    return found in WANTED[kind]


def expected_error(name, argument, literal, found):
    """The message, or its beginning; None if there is no error."""
    begin, kind = f"error: {name}(): argument {argument.name} must be ", argument.kind
    made_by = {"collection": "signatures", "collected": argument.name, "vocabulary": None}
    if kind in made_by:
        return begin + "a result of %s() in the same statement" % (
            "word_vectors" if kind == "vocabulary" else "collect_" + made_by[kind])
    if kind == "any collection" and "term_weights" in literal:
        return f"error: {name}(): a result of term_weights() has no counts"
    if kind in ("weights", "model", "any collection"):
        return None if literal == argument.good else begin + POINTERS[argument.name]
    if argument.name == "shared" and "term_weights" in literal:
        return begin + POINTERS["shared"]
    if found == "NULL" or kind == "any":
        return None
    if kind == "pointer":
        return begin + POINTERS[argument.name]
    if kind == "counted" and found == "a blob":
        return begin + "text or made by document_frequencies(), found another blob of length "
    if not fits(kind, literal, found):
        shown = EXACT.execute(f"SELECT printf('%!.17g', {literal})").fetchone()[0]
        return begin + f"{WANTED[kind]}, found " + (shown if "integer" in WANTED[kind] and "real" in found else found)
    if kind == "member" and found == "text":
        mixed = {"a": "b must be text, as the first key is, found 2", "b": "b must be an integer, as the first key is, found '"}
        return f"error: {name}(): argument {mixed[argument.name]}"
    if kind in UNKNOWN:
        return None if literal == "''" and kind in ("stems", "how") else begin + UNKNOWN[kind]
    if kind == "dense vector":
        return begin + "a vector: 1 to 65536 components of 4 bytes" if literal in (*NO_WORDS, "x''", "zeroblob(0)") else None
    if kind == "vector" and literal in NO_VECTORS:
        return begin + "a vector: 1 to 65536 components of 4 bytes, or a sparse vector of at most 1048576; found a blob"
    if kind == "vector" and name == "semantic_hash" and literal != ONE_COMPONENT:
        return begin[:-len("be ")] + "have 1 dimensions, as the model's have, found "
    if kind == "vector" and name == "cosine_similarity":
        return None if literal == ONE_COMPONENT else (
            f"error: {name}(): arguments v and w must have the same number of dimensions, found ")
    if kind == "words":
        return begin + "made by word_set()" if literal in NO_WORDS else None
    if kind == "vector":
        return None
    if kind == "blob":
        return begin[:-len("must be ")] + MALFORMED[name]
    if argument.least is None:
        return None
    number = number_of(literal, found)
    if argument.least <= number <= argument.most:
        return None
    bounds = f"from {argument.least} to {argument.most}, found ".replace("1e+", "1.0e+")
    return begin + f"{WANTED[kind]} {bounds}" + (str(int(number)) if kind == "integer" else "")


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
    elif found_name == "NULL" and arguments[changed].name != "learnt" and literal != arguments[changed].good and arguments[changed].kind not in ("any", "label", "total", "default", "key", "language", "object", "pointer"):
        nothing = b"" if name == "word_set" else None  # the set without words
        check(found == ([] if FUNCTIONS[name].kind == "table" else [(nothing,)]), f"{sql}: {found!r:.300}")
    else:
        check(not isinstance(found, str), f"{sql}: {found!r:.300}")


def ends(argument):
    """The integers right below, at and above the ends of its range."""
    if argument.kind != "integer" or argument.least == INT64[0]:
        return []
    return [(str(end + step), "an integer") for end in (argument.least, argument.most) for step in (-1, 0, 1)
            if end + step <= INT64[1]]


def test_values(db):
    for name, function in FUNCTIONS.items():
        for changed, argument in enumerate(function.arguments):
            for literal, found_name in VALUES + ends(argument):
                check_call(db, name, function.arguments, changed, literal, found_name)


def test_reals(db):
    """3.0 is 3: also in WHERE, and when the argument is read back."""
    global tried
    for name, function in FUNCTIONS.items():
        given = [a.good for a in function.arguments]
        for changed, argument in enumerate(function.arguments):
            if argument.kind not in ("integer", "total", "default", "member", "seed"):
                continue
            for integer in sorted({argument.good, "1", "0", "9007199254740992", *(text for text, _ in ends(argument))}):
                if int(float(integer)) != int(integer):
                    continue  # no real number equals it
                calls = [call_of(name, [*given[:changed], integer + end, *given[changed + 1:]]) for end in ("", ".0")]
                if function.kind == "table":
                    calls = [f"SELECT *, {argument.name} {call[len('SELECT *'):]}" for call in calls]
                    fewer = call_of(name, given[:changed])
                    if changed >= function.least:
                        calls += [f"SELECT *, {argument.name} {fewer[len('SELECT *'):]} WHERE {argument.name} {condition}"
                                  for condition in (f"= {integer}.0", f"IN ({integer}.0)")]
                        calls.append(f"SELECT *, {argument.name} {fewer[len('SELECT *'):]} WHERE {argument.name} = {integer}")
                found = [repr(answer(db, call)) for call in calls]
                tried += len(calls)
                check(len(set(found[:2])) == 1 and len(set(found[2:])) < 2, f"{calls}: {found!r:.600}")


def test_numbers():
    for name, function in FUNCTIONS.items():
        for argument in function.arguments:
            if argument.kind in ("number", "weight"):
                check((argument.least, argument.most) == NUMBERS.get(argument.name, (0, 1)), f"{name}: {argument}")


def test_counts(db):
    """One argument too few or too many is SQLite's own error, except for tables with hidden
    columns."""
    for name, (kind, least, arguments) in FUNCTIONS.items():
        good = [a.good for a in arguments]
        for count in range(least, len(good) + 1):
            found = answer(db, call_of(name, good[:count]))
            check(not isinstance(found, str), f"{name} with {count} arguments: {found!r:.200}")
        if kind == "table":
            found = answer(db, call_of(name, good + ["1"]))
            check(found == f"error: too many arguments on {name}() - max {len(good)}", found)
            found = answer(db, call_of(name, good[:least - 1]))
            missing = f"error: {name}(): argument {arguments[least - 1].name} is missing" if least > 0 else None
            check(missing is None or found == missing, f"{found}, expected {missing}")
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
    made = Inputs(seed())
    raws = FIXED + [made.text(100) for _ in range(400 if LONG else 30)]
    for name, (kind, least, arguments) in FUNCTIONS.items():
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
    for name, (kind, least, arguments) in FUNCTIONS.items():
        for changed in range(len(arguments)):
            for value in (f"zeroblob({GIGABYTE})", f"CAST(zeroblob({GIGABYTE}) AS TEXT)"):
                given = [a.good for a in arguments]
                given[changed] = value
                print(f"{name} {arguments[changed].kind} {value[:4]}: "
                      f"{answer(db, call_of(name, given))!r:.200}", flush=True)


def take_gigabytes():
    """The same with enough memory, and with texts that each function reads as far as it can."""
    db = open_with()
    for name in ("jaccard", "containment", "edit_distance", "edit_similarity",
                 "mark_differences", "shingles", "minhash_signatures", "text_differences", "text_alignment",
                 "passage_likeness", "duplicate_kind", "collect_signatures", "word_set", "word_frequencies",
                 "text_vector", "word_vectors"):
        _, least, arguments = FUNCTIONS[name]
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
    refusals = {
        "blob": "found another blob of length 1000000000", "vector": "found a blob of length 1000000000",
        "collection": "must be a result of collect_signatures()", "vocabulary": "must be a result of word_vectors()",
        "weights": "must be a result of term_weights()", "model": "must be a result of semantic_model()",
        "pointer": "must be made by ", "collected": "must be a result of collect_",
        "any collection": "must be a collection that was made in the same statement"}
    for line in ask_child("--refuse"):
        name, kind, value, found = re.fullmatch(r"(\w+) ([\w ]+) (\w+): (.*)", line).groups()
        tried += 1
        judged = (FUNCTIONS[name].kind == "scalar" and name not in ("word_rarities", "merge_word_frequencies")
                  and kind != "any" or kind == "collection"
                  or kind in ("pointer", "collected", "any collection") and FUNCTIONS[name].kind == "table")
        if value == "CAST" or not judged:
            # SQLite makes the bytes, or tries to, before the function is called
            check(found in ("'error: out of memory'", "'error: string or blob too big'"), line)
        elif kind in refusals:
            check(refusals[kind] in found, line)
        else:
            check(found.endswith("found a blob'"), line)


def test_taking_gigabytes():
    """4 bytes for each of them are more than SQLite allocates at once."""
    for line in ask_child("--take"):
        check(line.endswith(": 'error: out of memory'"), line)


def main():
    require("hostile/argument_matrix", LOADABLE)
    for encoding in ENCODINGS:
        db = open_with(encoding=encoding)
        test_values(db)
        test_counts(db)
    test_reals(open_with())
    test_numbers()
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
