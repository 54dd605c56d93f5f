#!/usr/bin/python3
"""amalgamate.py FOLDER SOURCE... - joins the sources of the extension to FOLDER/neardup.c, and copies
its header.

Run it in the root of the tree, as `make amalgamation` does. The sources may come in any order.

    (1) A header is joined where it is first included, and a source after those that define what it
        uses. No #include of a file of ours remains.
    (2) Everything but the entry point becomes static. A program that contains neardup.c gains one
        symbol, and a library made of it exports one.
    (3) A name at file scope that several files have becomes NAME_in_FILE where it is private. A macro
        of a source file ends with it.
    (4) Nothing else changes, except that #line directives and #pragma once are left out. Comments stay, and so does
        what is conditional.

This is no parser of C. It splits files into tokens, and these into items at file scope, and knows the C
that is written here. What it gets wrong does not compile, since no name is defined twice.
"""

import os
import pathlib
import re
import sys

TOKEN = re.compile(r"""
    (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<directive>^[ \t]*\#(?:/\*.*?\*/|\\\n|[^\n])*)
  | (?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>\.?[0-9](?:[eEpP][-+]|[\w.])*)
  | (?P<space>\s+)
  | (?P<mark>->|.)
""", re.VERBOSE | re.DOTALL | re.MULTILINE)
INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
DEFINE = re.compile(r"\s*#\s*define\s+(\w+)(.*)", re.DOTALL)
WORD = re.compile(r"[A-Za-z_]\w*")
ENTRY_POINT = "sqlite3_neardup_init"
# The definition of SQLite's pointer to itself, whose declaration in connection.h becomes static.
DEFINES_API = "SQLITE_EXTENSION_INIT1"

PRELUDE = """\
/*
 * neardup %s - finds duplicate and contradictory sentences with SQL. The whole extension in one file,
 * joined from its sources: change those.
 *
 * As a library that SQLite loads:
 *
 *     cc -O2 -fPIC -shared -Wl,-z,nodelete -o neardup.so neardup.c -lm -lpthread
 *
 * Without libstemmer, word_vectors() takes no language but ''. With it, a static library and its header:
 *
 *     cc -O2 -fPIC -shared -Wl,-z,nodelete -Wl,--exclude-libs,ALL -DNEARDUP_STEMMER -o neardup.so neardup.c \\
 *         -l:libstemmer.a -lm -lpthread
 *
 * In a program that contains SQLite, whose entry point is declared in neardup.h:
 *
 *     cc -O2 -DSQLITE_CORE -c neardup.c
 *
 * Each part begins with a line that names its file.
 *
%s
 */
#if defined(__APPLE__) && !defined(_DARWIN_C_SOURCE)
#define _DARWIN_C_SOURCE
#endif
#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700
#endif
#define NEARDUP_ONE_FILE
#if !defined(NDEBUG) && !defined(NEARDUP_DEBUG)
#define NDEBUG
#endif

/* What only tests use remains here, too. */
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
"""

EPILOGUE = """
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
"""


class Item:
    """A declaration or definition at file scope: from token `first` up to `last`."""

    def __init__(self, first, last):
        self.first, self.last = first, last
        self.names = set()  # of functions, variables and types, and constants of enums
        self.tags = set()  # of structs, unions and enums defined here
        self.shared = False  # other files can use the names of its functions and variables
        self.incomplete = False  # declares a variable whose size its definition may tell later


class File:
    """A source or a header."""

    def __init__(self, path):
        self.path = path
        self.stem = os.path.splitext(os.path.basename(path))[0]
        text = pathlib.Path(path).read_text(encoding="utf-8")
        text = re.sub(r"^#(line .*|pragma once)\n", "", text, flags=re.MULTILINE)
        self.tokens = [(match.lastgroup, match[0]) for match in TOKEN.finditer(text)]
        directives = [text for kind, text in self.tokens if kind == "directive"]
        self.macros = {match[1]: match[2] for match in map(DEFINE.match, directives) if match}
        self.words = set(WORD.findall("\n".join(text for kind, text in self.tokens
                                                if kind in ("word", "directive"))))
        self.seen_macros = self.macros  # and those of headers, once all are read
        self.items = []

    def split(self, macros_of_headers):
        self.seen_macros = {**macros_of_headers, **self.macros}
        self.items = list(self.read_items())

    def is_macro_with_arguments(self, word):
        return self.seen_macros.get(word, "").startswith("(")

    def read_items(self):
        """Splits the file at each semicolon and after each body of a function."""
        first, depth, previous, in_function, for_cplusplus = None, 0, None, False, False
        for place, (kind, text) in enumerate(self.tokens):
            if kind == "directive":
                for_cplusplus = text == "#ifdef __cplusplus"
            if kind in ("comment", "directive", "space") or for_cplusplus:
                continue
            if first is None:
                first, depth, in_function = place, 0, False
            if text in "([{":
                in_function |= text == "{" and depth == 0 and previous == ")"
                depth += 1
            elif text in ")]}":
                depth -= 1
            previous = text
            begins = self.tokens[first][1]
            if depth == 0 and (text == ";" or text == "}" and in_function or text == DEFINES_API
                               or text == ")" and self.is_macro_with_arguments(begins)):
                yield self.read_item(first, place + 1)
                first = None
        if first is not None:
            sys.exit(f"{self.path}: this does not end: {self.tokens[first][1]}")

    def read_item(self, first, last):
        item = Item(first, last)
        marks = [token for token in self.tokens[first:last]
                 if token[0] not in ("comment", "directive", "space")]
        texts = [text for _, text in marks]
        if texts[0] in ("static_assert", "_Static_assert", "typedef", DEFINES_API) \
                or self.is_macro_with_arguments(texts[0]):
            item.names.update(texts[-2:-1] if texts[0] == "typedef" and texts[-2] != ")" else ())
            return item
        body = texts.index("{") if "{" in texts else len(texts)
        is_function = ")" in texts[:body]
        if not is_function:
            read_types(item, texts)
        item.names.update(declared := set(declarators(marks)))
        is_static = any(re.search(r"\bstatic\b", self.seen_macros.get(text, text)) for text in texts[:body])
        item.shared = bool(declared) and not is_static
        item.incomplete = texts[0] == "extern" and not is_function and \
            ("struct" in texts or "[ ]" in " ".join(texts))
        return item


def read_types(item, texts):
    """Finds tags, and the constants of enums, at any depth."""
    for place, text in enumerate(texts):
        if text not in ("struct", "union", "enum") or "{" not in texts[place + 1:place + 3]:
            continue
        brace = texts.index("{", place)
        item.tags.update(texts[place + 1:brace])
        if text == "enum":
            depth = 1
            for before, constant in zip(texts[brace:], texts[brace + 1:]):
                depth += (constant in "([{") - (constant in ")]}")
                if depth == 0:
                    break
                if depth == 1 and before in "{," and WORD.match(constant):
                    item.names.add(constant)


def declarators(marks):
    """The functions and variables that an item declares: words at depth 0 that end a declarator."""
    depth, in_value = 0, False
    for (kind, name), (_, before), (_, text) in zip(marks, [("", "")] + marks, marks[1:]):
        if name in "([{":
            depth += 1
        elif name in ")]}":
            depth -= 1
        if depth == 0 and name in "=,":
            in_value = name == "="
        if depth == 0 and not in_value and kind == "word" and text in ("=", "[", ",", ";", "(") \
                and before not in ("struct", "union", "enum") and name not in ("__attribute__", "__declspec"):
            yield name
            if text == "(":
                return


class Amalgamation:
    """The files, and the text that joins them."""

    def __init__(self, paths):
        self.files = {}
        folders = [os.path.dirname(header.path) for header in self.read("ext/core/core.h").includes]
        self.sources = [self.read(path) for path in sorted(paths, key=lambda path: (
            folders.index(os.path.dirname(path)) if os.path.dirname(path) in folders else
            len(folders), path))]
        self.headers = [file for file in self.files.values() if file.path.endswith(".h")]
        macros = {name: body for header in self.headers for name, body in header.macros.items()}
        for file in self.files.values():
            file.split(macros)
        self.owner = {source: source for source in self.sources}
        for header in self.headers:
            users = [file for file in self.files.values() if header in file.includes]
            if len(users) == 1 and users[0] in self.sources:
                self.owner[header] = users[0]
        self.home = {name: source for source in self.sources for item in source.items
                     if item.shared for name in item.names}
        self.renamed = self.collisions()
        self.joined = set()
        self.parts = []

    def read(self, path):
        if path not in self.files:
            self.files[path] = file = File(path)
            file.includes = [self.included(file, text) for kind, text in file.tokens
                             if kind == "directive" and INCLUDE.match(text)]
        return self.files[path]

    def included(self, file, directive):
        name = INCLUDE.match(directive)[1]
        for folder in (os.path.dirname(file.path), "ext/core", "ext/functions/runner"):
            path = os.path.normpath(os.path.join(folder, name))
            if os.path.exists(path):
                return self.read(path)
        sys.exit(f"{file.path}: there is no {name}")

    def seen(self, file, found):
        """Adds to `found` all headers that a file includes."""
        for header in file.includes:
            if header not in found:
                found.add(header)
                self.seen(header, found)
        return found

    def collisions(self):
        """The private names, and the tags, of each source that another file has, too."""
        tags_of = {header: set(re.findall(r"\b(?:struct|union|enum) (\w+)", header_text(header)))
                   for header in self.headers}
        owners = {}
        for file in self.files.values():
            owner = self.owner.get(file)
            known = set().union(*(tags_of[header] for header in self.seen(file, set())))
            for item in file.items:
                for name in item.names:
                    owners.setdefault(("word", name), set()).add(None if item.shared else owner)
                for tag in item.tags:
                    owners.setdefault(("tag", tag), set()).add(None if tag in known else owner)
        return {(file, *name): f"{name[1]}_in_{file.stem}" for name, files in owners.items()
                if len(files) > 1 for file in files if file}

    def order(self):
        """The sources, each after those that define what it uses."""
        ordered = []

        def visit(source):
            if source in visited:
                return
            visited.add(source)
            uses = {self.home[word] for word in source.words if word in self.home}
            for other in self.sources:
                if other in uses:
                    visit(other)
            ordered.append(source)

        visited = set()
        for source in self.sources:
            visit(source)
        return ordered

    def join(self, file):
        """Appends a file, after the headers that it is the first to include."""
        self.joined.add(file)
        for header in file.includes:
            if header not in self.joined and header not in self.owner:
                self.join(header)
        self.head(file, "")
        starts = {item.first: item for item in file.items}
        renamer = Renamer(self.owner.get(file), self.renamed)
        place = 0
        while place < len(file.tokens):
            kind, text = file.tokens[place]
            item = starts.get(place)
            if item and (item.incomplete or text == DEFINES_API):
                place = item.last
                continue
            if item and item.shared and ENTRY_POINT not in item.names:
                self.parts.append("static" if text == "extern" else f"static {text}")
                renamer.renamed(kind, text)
            elif kind == "directive" and INCLUDE.match(text):
                self.insert(file, self.included(file, text))
            else:
                self.parts.append(renamer.renamed(kind, text))
            place += 1
        if file in self.sources and file.macros:
            self.parts.append("\n" + "".join(f"#undef {macro}\n" for macro in file.macros))

    def insert(self, file, header):
        """Joins data that only `file` includes, where it does."""
        if header not in self.joined:
            self.join(header)
            self.head(file, ", continued")

    def head(self, file, suffix):
        path = re.sub(r"^.*/generated/", "generated/", file.path)
        line = f"/* ---- {path}{suffix} "
        self.parts.append(f"\n{line}{'-' * (97 - len(line))} */\n\n")

    def text(self):
        for source in self.order():
            self.join(source)
        return re.sub(r"\n{3,}", "\n\n", "".join(self.parts))


def header_text(header):
    return " ".join(text for kind, text in header.tokens if kind == "word")


class Renamer:
    """Renames the private names of a file, token by token. Members of structs have names of their
    own."""

    def __init__(self, file, renamed):
        self.words = {name: new for (owner, kind, name), new in renamed.items()
                      if owner is file and kind == "word"}
        self.tags = {name: new for (owner, kind, name), new in renamed.items()
                     if owner is file and kind == "tag"}
        self.before = ["", ""]
        self.open = []  # the brackets that are open; "members" for the brace of a struct

    def renamed(self, kind, text):
        if kind in ("comment", "space", "string"):
            return text
        if kind == "directive":
            return WORD.sub(lambda match: self.words.get(match[0], match[0]), text)
        new = text
        if kind == "word":
            if self.before[-1] in ("struct", "union", "enum"):
                new = self.tags.get(text, text)
            elif self.before[-1] not in (".", "->") and self.open[-1:] != ["members"]:
                new = self.words.get(text, text)
        elif text in "([{":
            is_struct = text == "{" and {"struct", "union"}.intersection(self.before)
            self.open.append("members" if is_struct else text)
        elif text in ")]}":
            self.open.pop()
        self.before = [self.before[-1], text]
        return new


def main(folder, paths):
    os.makedirs(folder, exist_ok=True)
    header = pathlib.Path("ext/neardup.h").read_text(encoding="utf-8")
    version = re.search(r'#define NEARDUP_VERSION "([^"]+)"', header)[1]
    licence = pathlib.Path("LICENSE").read_text(encoding="utf-8").splitlines()
    licence = "\n".join(f" * {line}".rstrip() for line in licence)
    joined = PRELUDE % (version, licence) + Amalgamation(paths).text() + EPILOGUE
    for name, text in (("neardup.c", joined),
                       ("neardup.h", f"/*\n * neardup {version}\n *\n{licence}\n */\n\n{header}")):
        part = pathlib.Path(folder, f"{name}.{os.getpid()}")
        part.write_text(text, encoding="utf-8")
        part.replace(os.path.join(folder, name))  # others may be reading the file


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__.splitlines()[0])
    main(sys.argv[1], sys.argv[2:])
