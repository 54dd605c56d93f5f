"""security_page.py - what SECURITY.md and docs/README.md say of the extension is what it does.

    /usr/bin/python3 tests/hostile/security_page.py

Each item of "Untrusted SQL" is read, and the names and numbers in it are compared with what SQLite knows of the
functions, with the symbols that the module takes from libraries, with its code, and with what calls return. A function
that is declared deterministic has no section in docs/functions/ that takes it back, and others' sections say why not.
"""

import glob
import os
import re
import sqlite3
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, require, run_tests, skip
from extension import LOADABLE, open_with

DETERMINISTIC, DIRECT, INNOCUOUS = 0x800, 0x80000, 0x200000
NUMBERS = "no one two three four five six seven eight nine ten".split()
# What the module may take from libraries that opens, makes or removes anything: nothing.
OPENING = re.compile(r"(f?open(at)?(64)?|creat(64)?|freopen(64)?|socket|connect|accept|unlink|remove|rename|mkdir|mkstemp"
                     r"|tmpfile|execv\w*|fork|system|popen|dlopen|sqlite3_open\w*)(@.*)?")
# A call of each function that returns a pointer.
POINTERS = {
    "word_vectors": "word_vectors('a', x'0000803F')",
    "word_rarities": "word_rarities(word_frequencies('a b'))", "term_weights": "term_weights('a b')",
    "semantic_model": "semantic_model(x'4E444D310000010001000000020000000000803F000080BF0000000000000000')",
    "collect_signatures": "collect_signatures(1, 'abc')",
    "collect_signature_parts": "collect_signature_parts((SELECT records FROM signature_parts("
                               "(SELECT collect_signatures(1, 'abc', 2, 1, 1, 1, 'banded', 2, 0, 16, zeroblob(16))), 2)))",
    "collect_buckets": "collect_buckets(1, 2, 3)", "collect_texts": "collect_texts(1, 'a', (SELECT collect_buckets(1, 2, 3)))",
    "collect_vectors": "collect_vectors(1, x'0000803F')", "collect_documents": "collect_documents(1, 'a b')",
    "collect_candidates": "collect_candidates(1, 2)",
    "collect_pairs": "collect_pairs(1, 2, 'a', 'b', '', '')",
}


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as file:
        return file.read()


def items(page, heading):
    """The items of the lists below a heading, each on one line."""
    part = page.partition("\n%s\n" % heading)[2].partition("\n## ")[0]
    return [re.sub(r"\s+", " ", item) for item in re.split(r"\n- |\n\n", part)]


def item(found, words):
    with_words = [text for text in found if words in text]
    check(len(with_words) == 1, "%d items say '%s'" % (len(with_words), words))
    return with_words[0] if with_words else ""


def names(text):
    """The functions named in a text."""
    return set(re.findall(r"`([a-z_0-9]+)(?:\(\))?`", text))


def same(what, said, found):
    check(said == found, "%s: the page says %s, and not %s" % (what, sorted(said - found), sorted(found - said)))


def known():
    """{name: (kind, flags)} of the functions, and the names of the table-valued ones."""
    with sqlite3.connect(":memory:") as plain:
        before = {name for name, in plain.execute("SELECT name FROM pragma_function_list")}
        tables = {name for name, in plain.execute("SELECT name FROM pragma_module_list")}
    db = open_with()
    modules = {name for name, in db.execute("SELECT name FROM pragma_module_list")} - tables
    modules = {name for name in modules if not name.startswith("pragma_")}
    functions = {name: (kind, flags) for name, kind, flags in db.execute(
        "SELECT name, type, flags FROM pragma_function_list") if name not in before | modules}
    check(len(functions) > 40 and len(modules) > 15, "functions and tables are found")
    return db, functions, modules


def refused_in_views(folder, modules):
    """The table-valued functions that an untrusted schema cannot use."""
    refused = set()
    for name in modules:
        path = os.path.join(folder, name + ".db")
        with sqlite3.connect(path) as db:
            db.execute("CREATE VIEW v AS SELECT count(*) FROM %s" % name)
        db = open_with()
        db.execute("PRAGMA trusted_schema = OFF")
        db.execute("ATTACH ? AS stranger", (path,))
        try:
            db.execute("SELECT * FROM stranger.v").fetchall()
        except sqlite3.Error as error:
            if "unsafe use" in str(error):
                refused.add(name)
        db.close()
    return refused


def test_flags(folder, security, rules, functions, modules):
    direct = {name for name, (_, flags) in functions.items() if flags & DIRECT} | refused_in_views(folder, modules)
    text = item(security, "SQLITE_DIRECTONLY")
    same("direct only, SECURITY.md", names(text) & (set(functions) | modules), direct)
    count = re.search(r"All functions but (\w+) are", text)
    check(count and count.group(1) == NUMBERS[len(direct)], "SECURITY.md counts %d functions as %s" % (
        len(direct), count and count.group(1)))
    check({name for name, (_, flags) in functions.items() if not flags & INNOCUOUS} == direct - modules,
          "what is not innocuous is direct only")
    same("innocuous but for, README.md", names(item(rules, "Functions are innocuous")) & (set(functions) | modules), direct)
    changing = {name for name, (kind, flags) in functions.items() if kind == "s" and not flags & DETERMINISTIC}
    text = item(rules, "Scalar functions are deterministic")
    same("not deterministic, README.md", names(text) & set(functions), {name for name in changing
                                                                        if not name.startswith("neardup_")})
    check("`neardup_…`" in text and {name for name in functions if name.startswith("neardup_")} <= changing,
          "those named neardup_ are not deterministic")


def test_promises(db):
    """An index on an expression relies on DETERMINISTIC, whoever built it: no page may say that a result changes."""
    sections = {}
    for path in glob.glob(os.path.join(ROOT, "docs", "functions", "*.md")):
        for section in re.split("^## ", read(path), flags=re.MULTILINE)[1:]:
            sections[section.partition("\n")[0].strip()] = re.sub(r"\s+", " ", section)
    changes = re.compile("release to release|next release|with the release|a release may|may change|not (marked )?deterministic"
                         "|(an?other|its|later) versions?|not specified|options but")
    for name, stability, kind in db.execute("SELECT DISTINCT function, stability, kind FROM neardup_functions()"):
        found = changes.search(sections.get(name, ""))
        check(name in sections, "docs/functions has no section on %s" % name)
        check(stability != "deterministic" or not found,
              "%s is deterministic, and its section says '%s'" % (name, found and found.group()))
        check(stability != "innocuous" or kind == "aggregate" or found or name.startswith("neardup_"),  # of which README.md says it
              "the section on %s does not say that it changes" % name)


def test_threads(db, security, functions, modules):
    text = item(security, "start threads")
    taking = {name for name, in db.execute("SELECT function FROM neardup_functions() WHERE argument = 'threads'")}
    same("threads", names(text) & (set(functions) | modules), taking)
    most = re.search(r"task_threads_max = (\d+)", read("ext", "core", "base", "task_ring.h")).group(1)
    check("%s at most" % most in text, "at most %s threads" % most)


def test_files(security):
    text = item(security, "opens no file but temporary ones")
    imported = subprocess.run(["nm", "-D", "--undefined-only", "build/neardup.so"], cwd=ROOT, capture_output=True, text=True)
    if imported.returncode:
        skip("hostile/security_page: no nm")
    opening = [name for name in imported.stdout.split() if OPENING.fullmatch(name)]
    check(not opening, "the module imports %s" % opening)
    sources = {path: read(path) for folder in ("core", "functions")
               for path in glob.glob(os.path.join(ROOT, "ext", folder, "**", "*.c"), recursive=True)}
    opens = {os.path.basename(path) for path, code in sources.items() if "->xOpen(" in code}
    check(opens == {"temporary_storage.c"}, "files are opened by %s" % opens)
    uses = {os.path.basename(path) for path, code in sources.items() if "temporary_storage_begin(" in code}
    check(uses == {"temporary_storage.c", "collect_signatures.c", "buckets.c"}
          and {"collect_signatures", "collect_buckets"} <= set(names(text)),
          "the temporary file is used by %s" % uses)
    variables = {name for code in sources.values() for name in re.findall(r'getenv\("(\w+)"\)', code)}
    same("environment variables", set(re.findall(r"`([A-Z_]+)`", text)), variables)
    runs = {os.path.basename(path) for path, code in sources.items() if re.search(r"sqlite3_(exec|prepare\w*)\(", code)}
    check(runs == {"about.c", "connection.c", "in_parallel.c", "index_store.c", "index_triggers.c", "parameter_values.c", "readers.c",
                   "run.c", "runner.c"},
          "statements are run by %s" % runs)
    text = item(security, "statements that the extension runs itself")
    check("`PRAGMA main.journal_mode`" in text and "`neardup_run()`" in text, "those of neardup_debug() and neardup_run() are named")


def test_blobs(db, security, reference, functions):
    text = item(security, "validated before use")
    frozen = dict(re.findall(r"\[([a-z ]+)\]\(formats/([a-z-]+-format\.md)(?:#[a-z-]+)?\)", reference))
    same("formats, README.md", set(frozen.values()),
         {os.path.basename(path) for path in glob.glob(os.path.join(ROOT, "docs", "formats", "*-format.md"))})
    said = set(re.split(r", | and |: ", text.partition(", whose formats")[0])[1:])
    same("formats of blobs", said, set(frozen) - {"signatures", "indexes"})  # integers; tables
    same("pointers", {name for name in names(text) if name in functions},
         {name for name in POINTERS if not name.startswith("collect_")})
    check("`collect_…`" in text, "those named collect_")
    check({name for name in functions if name.startswith("collect_")} <= set(POINTERS), "a call of each")
    for name, call in POINTERS.items():
        got = db.execute("SELECT typeof(%s)" % call).fetchone()
        check(got == ("null",), "%s gives %s" % (call, got))


require("hostile/security_page", LOADABLE)
security, guide = items(read("SECURITY.md"), "## Untrusted SQL"), read("docs", "README.md")
db, functions, modules = known()
run_tests("hostile/security_page", test_flags, test_promises, test_threads, test_files, test_blobs, db=db, security=security,
          rules=items(guide, "## Functions"), reference=guide, functions=functions, modules=modules)
