#!/usr/bin/python3
"""layout.py [ROOT] - the tree keeps the laws of docs/layout.md. ROOT is a tree that has been built.

A law is a function that returns its offenders as lines of text; it holds if there are none. All
files are found recursively, so a new folder is under the same laws. broken_laws.py breaks each law
and checks that this program notices.
"""

import decimal
import functools
import graphlib
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import counting

MAPS = {"ext/core": "core.h", "loader": "loader.h"}  # the map of each half
HEADERS_OF_THE_CORE = ("assert.h emmintrin.h immintrin.h limits.h math.h stdbool.h stddef.h stdint.h "
                       "string.h").split()
# Those that one file of the core includes besides.
HEADERS_OF_FILES = {"task_ring.c": "pthread.h signal.h stdatomic.h time.h unistd.h".split(),
                    "stemmer.c": ["libstemmer.h"]}
EXTENSION_SEEN_BY_LOADER = ["ext/neardup.h", "ext/core/text/characters.h",
                            "ext/core/text/language_code.h", "ext/core/text/terminal_control.h",
                            "ext/functions/shell/time_left.h"]
EXTENSION_SEEN_BY_PROGRAM = ["ext/neardup.h", "ext/functions/shell/wal_reset.h"]
LOADER_SEEN_BY_PROGRAM = ["loader/load_command.h", "loader/article_text.h", "loader/revision_table.h",
                          "loader/base/failure.h", "loader/text/message.h", "loader/text/utf8.h",
                          "loader/database/read_only_vfs.h", "loader/records/named_rows.h"]
PROGRAM = "loader/program/"
STRANGERS = ["loader/dump", "loader/records", "loader/wikitext", "loader/sentences"]
ALLOCATION = ("malloc calloc realloc reallocarray free aligned_alloc posix_memalign strdup strndup "
              "qsort").split()  # qsort() allocates
DATA = ["ext/core/text/character_tables.h"]  # generated, and included by one source file only
LIBRARIES = "libxml-2.0 sqlite3 libpcre2-8 zlib liblzma libzstd".split()
EVERYWHERE = ["README.md", "run", "__init__.py", "pyproject.toml"]  # file names that folders may share
STATE = re.compile(r" O \.t?(?:data|bss)\s+\S+\s+(?:\.hidden )?(\S+)$")
# SQLite's pointer to itself, and what the compiler adds to every library.
STATE_ALLOWED = ("sqlite3_api completed.0 __dso_handle __TMC_END__ __cpu_model "
                 "__cpu_features2").split()
LIBRARIES_ALLOWED = re.compile(r"linux-(vdso|gate)|\blib(c|m|pthread)\.so|ld-linux|ld-musl|^\s*$")

# What makes markup or a program of a text, and what asks a host for something.
FORBIDDEN_IN_PAGE = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|setHTML|document\.write|createContextualFragment|DOMParser|srcdoc|eval\("
    r"|new Function|setTimeout\([\"'`]|fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import[ (]|@import"
    r"|url\(|<(?:iframe|object|embed|form|base)\b|\bsrc=|\bon[a-z]+=")
WITH_GROUPS = re.compile(r"\bGROUP BY(?:(?!\b(?:SELECT|FROM|WHERE)\b)[^;])*?\bHAVING\b")
THEIRS = r"(?!temp\.)\S+"
WRITING = re.compile(r"^ *(?:(?:CREATE(?: UNIQUE)?|DROP) (?:TABLE|VIEW|INDEX|TRIGGER)(?: IF (?:NOT )?EXISTS)? " + THEIRS
                     + r"|(?:INSERT|REPLACE)(?: OR \w+)? INTO " + THEIRS
                     + "|UPDATE " + THEIRS + "|DELETE FROM " + THEIRS
                     + r"|ALTER .*|ATTACH .*|PRAGMA (?!temp\.).*)",
                     re.MULTILINE)

UNCHECKED = re.compile(r"^ *(?:\(void\))?(sqlite3_bind_(?:text|text16|text64|blob|blob64|value)\([^;=!]*\);)", re.MULTILINE)
# What gives other values in each run; run draws the seed of a long form.
CHANGING = re.compile(r"\btime\(NULL\)|\btime\.time\(|\b(?:today|now|utcnow)\(\)|urandom|SystemRandom|\$RANDOM|\bshuf\b"
                      r"|\bRandom\(\)|\brandom\.seed\(\)")

COMPILED = {}  # errors by the texts of headers, since broken_laws.py asks many times

LAWS = []


def law(function):
    """Adds a function to the laws; the first line of its comment is what it demands."""
    LAWS.append(function)
    return function


def demand(function):
    return function.__doc__.split("\n")[0]


class Tree:
    """What the laws examine, read once."""

    def __init__(self, root):
        self.root = pathlib.Path(root)
        self.files = []
        for folder, folders, names in os.walk(root):
            folders[:] = [name for name in folders if name not in (".git", "build", "__pycache__")]
            self.files += [os.path.relpath(os.path.join(folder, name), root) for name in names]
        self.sources = sorted(file for file in self.files if file.startswith(("ext/", "loader/"))
                              and file.endswith((".c", ".h")))
        self.includes = {file: self.read_includes(file) for file in self.sources}

    @functools.cached_property
    def defined(self):
        return self.symbols("--defined-only")

    @functools.cached_property
    def used(self):
        return self.symbols("--undefined-only")

    def run(self, *command):
        done = subprocess.run(command, cwd=self.root, check=True, stdout=subprocess.PIPE,
                              encoding="utf-8")
        return done.stdout.splitlines()

    def symbols(self, which):
        """The symbols of each source file, as its object in build/ has them."""
        objects = [path for path in (f"build/{file[:-2]}.o" for file in self.sources)
                   if (self.root / path).exists()]
        found = {}
        for line in self.run("nm", "-A", "-g", which, *objects):
            path, symbol = re.match(r"build/(.*)\.o:.* (\S+)$", line).groups()
            found.setdefault(path + ".c", set()).add(symbol)
        return found

    def read_includes(self, file):
        """(line number, name, path in the tree) of each #include; no path if it is in <>."""
        found = []
        text = (self.root / file).read_text(encoding="utf-8")
        for number, line in enumerate(text.splitlines(), 1):
            match = re.match(r'\s*#\s*include\s*([<"])([^>"]*)', line)
            if match:
                path = os.path.normpath(os.path.join(os.path.dirname(file), match[2]))
                found.append((number, match[2], path if match[1] == '"' else None))
        return found

    def own_includes(self, file):
        """(line number, path in the tree) of each #include of a file of ours."""
        return [(number, path) for number, _, path in self.includes.get(file, []) if path]

    def under(self, folder):
        """The sources in a folder; the program is no part of the loader, in which it has its room."""
        return [file for file in self.sources if file.startswith(folder + "/")
                and (folder != "loader" or not file.startswith(PROGRAM))]


class Order:
    """The dependency order of one half, as its map states it: each header has a rank."""

    def __init__(self, tree, half):
        self.half, self.map = half, f"{half}/{MAPS[half]}"
        self.rank = {header: place for place, (_, header) in enumerate(tree.own_includes(self.map))}

    def rank_of(self, file):
        """A source file ranks with its header; without one it comes last in its folder, and if that
        is not in the map, last of all."""
        if file[:-2] + ".h" in self.rank:
            return self.rank[file[:-2] + ".h"]
        folder = os.path.dirname(file)
        return 1 + max((rank for header, rank in self.rank.items()
                        if folder in (os.path.dirname(header), self.half)), default=sys.maxsize)


@law
def core_includes(tree):
    """the core includes its own headers and those of C that do no input or output; task_ring.c alone those
    of threads, and stemmer.c alone that of libstemmer. No header includes immintrin.h, which is slow to compile"""
    for file in tree.under("ext/core"):
        for number, name, path in tree.includes[file]:
            if name in HEADERS_OF_FILES.get(os.path.basename(file), []):
                continue
            known = name in HEADERS_OF_THE_CORE and not (name == "immintrin.h" and file.endswith(".h"))
            if not known and not str(path).startswith("ext/core/"):
                yield f"{file}:{number}: {name}"


@law
def core_allocation(tree):
    """the core allocates only through struct allocator"""
    for file, symbols in tree.used.items():
        if file.startswith("ext/core/"):
            yield from (f"{file}: {symbol}()" for symbol in symbols.intersection(ALLOCATION))


@law
def functions_know_no_loader(tree):
    """the functions include nothing of loader/"""
    for file in tree.under("ext/functions") + ["ext/neardup.c", "ext/neardup.h"]:
        for number, header in tree.own_includes(file):
            if not header.startswith("ext/"):
                yield f"{file}:{number}: {header}"


@law
def loader_knows_no_extension(tree):
    """the loader includes nothing of the extension but its public header and three of the text"""
    for file in tree.under("loader"):
        for number, header in tree.own_includes(file):
            if not header.startswith("loader/") and header not in EXTENSION_SEEN_BY_LOADER:
                yield f"{file}:{number}: {header}"


@law
def program_sees_interfaces(tree):
    """the program includes two headers of the extension and eight of the loader, and nobody includes the program"""
    for file in tree.sources:
        for number, header in tree.own_includes(file):
            inside = header.startswith(PROGRAM)
            if inside != file.startswith(PROGRAM) and (
                    inside or header not in EXTENSION_SEEN_BY_PROGRAM + LOADER_SEEN_BY_PROGRAM):
                yield f"{file}:{number}: {header}"


@law
def strangers(tree):
    """dump/, records/, wikitext/ and sentences/ know nothing of each other"""
    for folder in STRANGERS:
        for file in tree.under(folder):
            for number, header in tree.own_includes(file):
                if any(header.startswith(other + "/") for other in STRANGERS if other != folder):
                    yield f"{file}:{number}: {header}"


@law
def maps_are_complete(tree):
    """the map of a half lists each of its headers once"""
    for half in MAPS:
        order = Order(tree, half)
        for file in tree.under(half):
            if file.endswith(".h") and file not in [*order.rank, order.map, *DATA]:
                yield f"{file} is in no map"
        listed = [header for _, header in tree.own_includes(order.map)]
        yield from (f"{order.map} lists {header} twice" for header in order.rank
                    if listed.count(header) > 1)


@law
def includes_point_one_way(tree):
    """a file includes only headers that come before it in the maps"""
    for half in MAPS:
        order = Order(tree, half)
        for file in tree.under(half):
            if file == order.map:
                continue
            rank = order.rank_of(file)
            for number, header in tree.own_includes(file):
                if header in order.rank and order.rank[header] >= rank \
                        and header != file[:-2] + ".h":
                    yield f"{file}:{number}: {header}"


@law
def calls_point_one_way(tree):
    """no source files use each other's functions in a circle"""
    for part in ("ext/core/", "ext/functions/", "loader/"):
        home = {symbol: file for file, symbols in tree.defined.items()
                if file.startswith(part) and not file.startswith(PROGRAM) for symbol in symbols}
        uses = {file: {home[symbol] for symbol in symbols if symbol in home} - {file}
                for file, symbols in tree.used.items() if file.startswith(part) and not file.startswith(PROGRAM)}
        try:
            graphlib.TopologicalSorter(uses).prepare()
        except graphlib.CycleError as error:
            yield " is used by ".join(error.args[1])


def compile_errors(tree, header):
    """What the compiler says of a header; it is asked once for the same texts."""
    reached, waiting = set(), [header]
    while waiting:
        file = waiting.pop()
        reached.add(file)
        waiting += [path for _, path in tree.own_includes(file) if path not in reached]
    texts = tuple((file, (tree.root / file).read_bytes() if (tree.root / file).exists() else None)
                  for file in sorted(reached))
    if texts not in COMPILED:
        done = subprocess.run([os.environ.get("CC", "cc"), "-std=c17", "-D_XOPEN_SOURCE=700", *library_flags(),
                               "-fsyntax-only", "-x", "c", header],
                              cwd=tree.root, check=False, stderr=subprocess.PIPE, encoding="utf-8")
        COMPILED[texts] = [line for line in done.stderr.splitlines() if " error: " in line]
    return COMPILED[texts]


@functools.cache
def library_flags():
    return subprocess.run(["pkg-config", "--cflags", *LIBRARIES], check=True, stdout=subprocess.PIPE,
                          encoding="utf-8").stdout.split()


@law
def maps_compile(tree):
    """a map compiles by itself"""
    maps = [*(f"{half}/{name}" for half, name in MAPS.items()), "ext/functions/functions.h", "ext/neardup.h"]
    return [line for file in maps for line in compile_errors(tree, file)]


@law
def names_are_unique(tree):
    """file names are unique"""
    by_name = {}
    for file in tree.files:
        by_name.setdefault(os.path.basename(file), []).append(file)
    return [" ".join(files) for name, files in by_name.items()
            if len(files) > 1 and name not in EVERYWHERE]


def found(tree, file, pattern):
    """The first match of `pattern` in a file, or nothing."""
    match = re.search(pattern, (tree.root / file).read_text(encoding="utf-8"), re.MULTILINE)
    return match and match[1]


@law
def one_version(tree):
    """the version is that of ext/neardup.h, that of the tables of sql/tables/text_tables.sql, and those without the
    WAL-reset bug of wal_reset.h"""
    version = found(tree, "ext/neardup.h", r'^#define NEARDUP_VERSION "(\d+\.\d+\.\d+)"$')
    tables = found(tree, "sql/tables/text_tables.sql", r"^PRAGMA main\.user_version *= (\d+);")
    mark = found(tree, "sql/tables/text_tables.sql", r"^PRAGMA main\.application_id *= (\d+);")
    for file, expected, pattern in (
            ("CHANGELOG.md", version, r"^## (\d\S*)"),
            ("README.md", version and version.rpartition(".")[0], r"^neardup (\d+\.\d+) \("),
            ("CITATION.cff", version, r"^version: (\d+\.\d+\.\d+)$"),
            ("docs/functions/shell.md", version, r"^neardup (\S+); gcc"),
            ("docs/functions/shell.md", version, r"^(\d+\.\d+\.\d+)$"),
            ("loader/program/look_commands.c", mark, r"application_id <> (\d+)"),
            ("docs/guide/tables.md", mark, r"`PRAGMA application_id` is (\d+)"),
            ("docs/guide/tables.md", tables, r"`PRAGMA user_version` is (\d+)")):
        if expected is None or found(tree, file, pattern) != expected:
            yield f"{file}: expected {expected}, found {found(tree, file, pattern)}"
    wal_reset = (tree.root / "ext/functions/shell/wal_reset.h").read_text(encoding="utf-8")
    for number in map(int, re.findall(r">= (\d{7})\b", wal_reset)):
        mended = f"{number // 10**6}.{number // 1000 % 1000}.{number % 1000}"
        for file in ("docs/guide/live-index.md", "docs/guide/watch.md", "loader/program/look_commands.c"):
            if mended not in (tree.root / file).read_text(encoding="utf-8"):
                yield f"{file}: SQLite {mended} has no WAL-reset bug"


@law
def languages_have_codes(tree):
    """language_code.h lists the languages that have a file, and no others"""
    header = (tree.root / "ext/core/text/language_code.h").read_text(encoding="utf-8")
    listed = " ".join(re.findall(r'^ +"([a-z ]+)"', header, re.MULTILINE)).split()
    split = {file.stem for file in (tree.root / "loader/sentences/languages").glob("*.txt")}
    compared = {found(tree, file, r"^code: (\S+)")
                for file in (tree.root / "ext/core/kinds/vocabulary").glob("*.txt")}
    return set(listed) ^ (split | compared - {None})


@law
def tables_are_defined_once(tree):
    """sql/tables defines each table, and the reference of docs/guide/tables.md is made of its comments"""
    for file in tree.files:
        if file.startswith("sql/") and not file.startswith("sql/tables/") and found(
                tree, file, r"^(CREATE TABLE (?:IF NOT EXISTS )?main\b)"):
            yield file
    page = tree.root / "docs/guide/tables.md"
    made = subprocess.run([sys.executable, tree.root / "ext/packages/datasette/describe_tables.py", page],
                          stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout
    if made != page.read_text(encoding="utf-8"):
        yield "docs/guide/tables.md: describe_tables.py makes another page"


OF_THE_SHELL = ["sql/pipeline.sql", "sql/plain.sql", "sql/schema.sql"]
NO_STATEMENT_OF_JOBS = re.compile(r"^(?:\.\w|BEGIN(?: \w+)?;|COMMIT|ROLLBACK|SAVEPOINT|RELEASE).*", re.MULTILINE)


def scripts(tree):
    """The text of each script, by its path."""
    return {file: (tree.root / file).read_text(encoding="utf-8") for file in tree.files
            if file.startswith("sql/") and file.endswith(".sql")}


@law
def scripts_are_statements(tree):
    """no script but the three for the shell has a command of the shell, or begins or ends a transaction; none drops what is
    temporary unless it makes it anew"""
    for file, text in scripts(tree).items():
        if file not in OF_THE_SHELL:
            yield from (f"{file}: {line}" for line in NO_STATEMENT_OF_JOBS.findall(text))
        for kind, name in re.findall(r"^ *DROP (TABLE|VIEW) (?:IF EXISTS )?temp\.(\w+)", text, re.M):
            if not re.search(rf"^ *CREATE TEMP {kind} (?:IF NOT EXISTS )?{name}\b", text, re.M):
                yield f"{file}: DROP {kind} temp.{name}"


@law
def scripts_belong_to_jobs(tree):
    """each script is one for the shell, of a job or of the program, or runs in one that is; what is named exists"""
    texts = {os.path.basename(file): text for file, text in scripts(tree).items()}
    code = "\n".join((tree.root / file).read_text(encoding="utf-8") for file in tree.files
                     if file.startswith((PROGRAM, "ext/functions/runner/", "ext/packages/")) and file.endswith((".c", ".py")))
    jobs = (tree.root / "ext/functions/runner/jobs.c").read_text(encoding="utf-8")
    named = set(re.findall(r"(\w+)\.sql", code)) | {word for text in re.findall(r'"([^"\n]*)"', code) for word in text.split()}
    called = {name: re.findall(r"neardup_run\('(\w+)\.sql'", text) for name, text in texts.items()}
    for name in texts:
        if name[:-4] not in named and not any(name[:-4] in calls for calls in called.values()) and "sql/" + name not in OF_THE_SHELL:
            yield f"{name} is in no job"
    lists = re.findall(r'\.(?:begin|prepare|repeat|end|tables) =\s*((?:"[^"]*"\s*)+)|READ\("\w+", \w+,\s*((?:"[^"]*"\s*)+)\)|PAPER\(("\w+")', jobs)
    for names in ["".join(re.findall(r'"([^"]*)"', text)) for both in lists for text in both]:
        yield from (f"jobs.c: {name}" for name in names.split() if name + ".sql" not in texts and not name.endswith("parameters"))
    yield from (f"{name}: {call}.sql" for name, calls in called.items() for call in calls if call + ".sql" not in texts)


def pages(tree):
    """The text of each page that people read, by its name."""
    return {file: (tree.root / file).read_text(encoding="utf-8") for file in tree.files
            if file.endswith(".md")}


@law
def docs_name_files(tree):
    """pages name only files and folders that exist, and layout.md names all rooms"""
    names, folders = ({os.path.basename(path) for path in paths} for paths in (tree.files, map(os.path.dirname, tree.files)))
    texts = pages(tree)
    for page, text in texts.items():
        for path in [] if page == "CHANGELOG.md" else re.findall(r"`((?:ext|loader|program|sql|tests|docs|examples)/[\w./-]*)`", text):
            if not (tree.root / path).exists() and "NAME" not in path and "LANGUAGE" not in path:
                yield f"{page}: {path}"
    for page in ("docs/architecture.md", "docs/layout.md"):
        for name in set(re.findall(r"`(?:[a-z_]+/)*([a-z_]+\.(?:c|h|sql))`", texts[page])) - names:
            yield f"{page}: {name}"
    rooms = set(re.findall(r"([a-z_-]+)/(?= |;|$)", texts["docs/layout.md"].split("```")[1], re.M))
    for file in tree.files:
        room = os.path.dirname(file)
        if room.startswith(("ext/", "loader/", "sql/")) and os.path.basename(room) not in rooms and "packages/" not in room:
            yield f"docs/layout.md has no {room}/"
    yield from (f"docs/layout.md: {room}/" for room in rooms - folders - {"build"})


NUMERALS = {name: number for number, name in enumerate(
    "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty".split(), 1)}
SCALES = {"": 1, "%": decimal.Decimal("0.01"), "million": 10**6, "billion": 10**9}
SHOWN = rf"(-?[\d,]+(?:\.\d+)?(?:\s(?:%|million|billion))?|{'|'.join(NUMERALS)})"


def read_figure(text):
    """A number as a page shows it, and how much it may be rounded: "1.65 million", "98.7 %", "eleven"."""
    digits, _, scale = str(NUMERALS.get(text, text)).replace(",", "").partition(" ")
    places = -len(digits.partition(".")[2]) or len(digits) - len(digits.rstrip("0"))
    return decimal.Decimal(digits) * SCALES[scale], decimal.Decimal(10)**places * SCALES[scale] / 2


def stated_figures(tree):
    """(line, figure, phrases) of docs/figures/figures.txt."""
    for part in (tree.root / "docs" / "figures" / "figures.txt").read_text(encoding="utf-8").split("\n\n")[1:]:
        head, _, *phrases = part.strip("\n").split("\n")
        value = head.rpartition(": ")[2]
        sort, _, source = value.partition(" ")
        pattern, _, file = source.partition(" IN ")
        if sort == "FILES":
            value = str(len(list(tree.root.glob(source))))
        elif file:  # COUNT or VALUE
            matches = re.findall(pattern, (tree.root / file).read_text(encoding="utf-8"))
            value = str(len(matches)) if sort == "COUNT" else matches[0] if matches else "-1"
        yield head, read_figure(value)[0], [phrase.strip() for phrase in phrases]


@law
def figures_agree(tree):
    """a figure of docs/figures/figures.txt is the same in all places, two or more, and one that is counted there is right"""
    texts = {page: re.sub(r"\s+", " ", text) for page, text in pages(tree).items()}
    for head, figure, phrases in stated_figures(tree):
        places, counted = 0, re.search(r": (FILES|COUNT|VALUE) ", head)
        for phrase in phrases:
            pattern = re.escape(re.sub(r"\s+", " ", phrase)).replace("\\ ", " ").replace("\\{\\}", SHOWN).replace("…", "[^|]*?")
            found = [(page, shown) for page, text in texts.items() for shown in re.findall(pattern, text)]
            places += len(found)
            if not found:
                yield f"{head}: no page says: {phrase}"
            for page, shown in found:
                number, rounding = read_figure(shown)
                if abs(number - figure) > rounding:
                    yield f"{head}: {page} says {shown}"
        if places < 2 and not counted:
            yield f"{head}: stands in one place only"


@law
def pages_have_the_defaults(tree):
    """live-index.md has the options of an index with their defaults and ranges"""
    options = (tree.root / "ext/functions/index/index_options.c").read_text(encoding="utf-8")
    page = (tree.root / "docs/guide/live-index.md").read_text(encoding="utf-8")
    for name, least, most, default in re.findall(r'= \{"(\w+)", ([\d.]+), (\w[\w.]*), true, \w+, ([\d.]+)\}', options):
        row = re.search(rf"^\| (?:`\w+`, )?`{name}`.*", page, re.M)
        told = row and re.search(r"from ([\d.]+) to ([\d,]+)", row[0])
        if not row or told and (told[1], told[2].replace(",", "")) != (least, most.replace("shingle_length_max", "1024")):
            yield f"docs/guide/live-index.md: {name} is from {least} to {most}"
        if row and name not in ("bands", "rows") and f"| {default} |" not in row[0]:  # these two are chosen
            yield f"docs/guide/live-index.md: {name} is {default} by default"


@law
def having_has_groups(tree):
    """no HAVING is without GROUP BY, which SQLite before 3.39 refuses"""
    for file in tree.files:
        if file.endswith((".sql", ".c", ".md")) and "HAVING" in WITH_GROUPS.sub("", (tree.root / file).read_text(encoding="utf-8")):
            yield file


def found_in(tree, files, pattern):
    return [f"{file}: {words}" for file in files
            for words in pattern.findall((tree.root / file).read_text(encoding="utf-8"))]


@law
def bindings_are_checked(tree):
    """the code of each sqlite3_bind_text() and its like is looked at: without memory for a copy it binds NULL"""
    return found_in(tree, tree.sources, UNCHECKED)


@law
def scripts_need_no_arrows(tree):
    """scripts do without -> and ->>, which SQLite has since 3.38; only those for labels need that"""
    return found_in(tree, (file for file in tree.files if file.startswith("sql/") and file.endswith(".sql")
                           and not file.startswith("sql/labels/")), re.compile(r"->>? '\S*"))


@law
def packages_know_the_cpu(tree):
    """cpu_model.c, for packages that zig compiles, fills each feature of a CPU that the core asks for"""
    asked = {words.split('"')[1] for words in found_in(tree, ["ext/core/base/cpu.h"], re.compile(r'cpu_supports\("\w+'))}
    filled = {words.split("(")[1] for words in found_in(tree, ["ext/packages/c/cpu_model.c"], re.compile(r"add\(\w+"))}
    return sorted(asked - filled)


@law
def tests_ask_no_clock(tree):
    """tests draw by NEARDUP_SEED alone, not by a date, a clock or the system's random numbers"""
    return found_in(tree, (file for file in tree.files if file.endswith((".c", ".h", ".py", ".sh")) and file.startswith("tests/")
                           and not file.startswith(("tests/bench/", "tests/laws/"))), CHANGING)


def found_in_report(tree, endings, pattern):
    """What a pattern finds in the files of the report with these endings."""
    return found_in(tree, (file for file in tree.files if file.startswith("sql/report/") and file.endswith(endings)), pattern)


@law
def page_treats_texts_as_data(tree):
    """the page of the report makes no markup and no program of a text, and asks for nothing"""
    return found_in_report(tree, (".js", ".css", ".html"), FORBIDDEN_IN_PAGE)


@law
def report_writes_temporary_tables(tree):
    """the scripts of the report write to temporary tables only"""
    return found_in_report(tree, (".sql",), WRITING)


@law
def one_symbol(tree):
    """the extension exports its entry point and nothing else"""
    symbols = [line.split()[-1] for line in
               tree.run("nm", "-D", "--defined-only", "build/neardup.so")]
    yield from (symbol for symbol in symbols if symbol != "sqlite3_neardup_init")
    if "sqlite3_neardup_init" not in symbols:
        yield "sqlite3_neardup_init is missing"


@law
def libraries(tree):
    """the extension needs libc, libm and libpthread only"""
    return [line.strip() for line in tree.run("ldd", "build/neardup.so")
            if not LIBRARIES_ALLOWED.search(line)]


@law
def no_assertions(tree):
    """the extension as users have it checks no assertions"""
    return [line.strip() for line in tree.run("nm", "-D", "-u", "build/neardup.so")
            if "__assert" in line]


@law
def no_state(tree):
    """the extension keeps no state but the pointer to SQLite"""
    for line in tree.run("objdump", "-t", "build/neardup.so"):
        match = STATE.search(line)
        if match and match[1] not in STATE_ALLOWED:
            yield match[1]


def broken(root, laws=None):
    """The laws that a tree breaks, of these or of all, and the offenders."""
    tree = Tree(root)
    offenders = {function: sorted(set(function(tree) or [])) for function in laws or LAWS}
    return {function: lines for function, lines in offenders.items() if lines}


def main(root):
    if not os.path.exists(os.path.join(root, "build", "neardup.so")):
        sys.exit("laws/layout: build first: make")
    offenders = broken(root)
    for function in LAWS:
        lines = offenders.get(function, [])
        counting.check(not lines, "\n    ".join(["law: " + demand(function), *lines]))
    return counting.finish("laws/layout")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1
                  else str(pathlib.Path(__file__).resolve().parents[2])))
