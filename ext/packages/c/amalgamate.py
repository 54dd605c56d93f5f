#!/usr/bin/python3
"""amalgamate.py FOLDER SOURCE... - joins the sources of the extension to FOLDER/neardup.c, and copies
its header.

Run it in the root of the tree, as `make amalgamation` does. The sources may come in any order.

    (1) A header is joined where it is first included, and tables whose size their headers do not tell before what uses
        them. No #include of a file of ours remains.
    (2) Everything but the entry point becomes static. A program that contains neardup.c gains one
        symbol, and a library made of it exports one.
    (3) A name at file scope that several files have becomes NAME_in_FILE where it is private. A macro
        of a source file ends with it.
    (4) Nothing else changes, except that #line directives and #pragma once are left out. Comments stay, and so does
        what is conditional.

This is no parser of C. It knows the C that is written here and formatted by clang-format: what is at file scope begins
in the first column, and nothing else does. What it gets wrong does not compile, since no name is defined twice.
"""

import os
import pathlib
import re
import sys

# What no name is in, whole.
QUOTED = r'/\*.*?\*/|//[^\n]*|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\''
BODY = r"\{(?:[^{}]|\{[^{}]*\})*\}"
TAG = r"(?P<keyword>\b(?:struct|union|enum)\s)(?P<tag>\w+)"
PIECE = re.compile(rf"{QUOTED}|(?P<members>\b(?:struct|union)(?:\s\w+)?\s{BODY})|{TAG}|(?:\.|->)\w+|\b(?P<word>[A-Za-z_]\w*)",
                   re.DOTALL)
INCLUDE = re.compile(r'^[ \t]*# *include "([^"]+)".*$', re.MULTILINE)
DEFINE = re.compile(r"^[ \t]*# *define (\w+)((?:\\\n|.)*)", re.MULTILINE)
# At file scope, up to the body, the value or the end.
ITEM = re.compile(r"^[A-Za-z_](?:[*\w] *\n(?=\w+\()|[^;{=\n]|\n(?![A-Za-z_#]))*[;{=]?", re.MULTILINE)
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


class File:
    """A source or a header."""

    def __init__(self, path):
        self.path = path
        self.stem = os.path.splitext(os.path.basename(path))[0]
        text = pathlib.Path(path).read_text(encoding="utf-8")
        text = re.sub(rf"^(#(line .*|pragma once)|{DEFINES_API})\n", "", text, flags=re.MULTILINE)
        # Macros that declare something.
        self.text = re.sub(r"^(#define \w+\([^)]*\)) (?:extern )?const struct", r"\1 static const struct", text, flags=re.MULTILINE)
        # As long as the text.
        self.bare = re.sub(QUOTED, lambda match: re.sub(r"[^\n]", " ", match[0]), self.text, flags=re.DOTALL)
        self.macros = dict(DEFINE.findall(self.bare))
        self.names = set()  # of private functions, variables and types, and constants of enums
        self.shared = set()  # names of functions and variables that other files can use
        self.incomplete = set()  # those of variables whose size their definition may tell later, which must come first
        self.tags = set(re.findall(r"\b(?:struct|union|enum) (\w+) \{", self.bare))
        self.edits = []  # places in the text, and what becomes of them: (first, last, text)

    def find_names(self, macros_of_headers):
        macros = {**macros_of_headers, **self.macros}
        for enum in re.findall(r"^(?:\w+ )*enum(?: \w+)? \{([^}]*)\}", self.bare, re.MULTILINE):
            self.names.update(re.findall(r"(?:^|,)\s*(\w+)", re.sub(r"\([^()]*\)|^\s*#.*$", "", enum, flags=re.MULTILINE)))
        self.names.update(re.findall(r"^\} (\w+)", self.bare, re.MULTILINE))
        for found in ITEM.finditer(self.bare):
            self.read_item(found, macros)

    def read_item(self, found, macros):
        """Finds what an item declares, and makes it static."""
        head = re.sub(r"\b__attribute__\(\(.*\)\)\s*", "", found[0])
        name = re.match(r"[^(]*?(\w+)\(", head)
        if re.match(r"\w+[(:]|extern +\{|typedef .*\(|$", head) or re.fullmatch(r"(struct|union|enum) \w+;|[\w ]*\{", head):
            return
        declared = {name[1]} if name else set(re.findall(r"(\w+)(?:\[[^;=]*\])? ?(?=[,;=])", head))
        if head.startswith("typedef") or any(re.search(r"\bstatic\b", macros.get(word, word)) for word in WORD.findall(head)):
            self.names.update(declared)
            return
        self.shared.update(declared)
        is_extern = head.startswith("extern")
        if is_extern and not name and ("struct" in head or "[]" in head):
            self.incomplete.update(declared)
            self.edits.append((found.start(), found.end(), ""))
        elif ENTRY_POINT not in declared:
            self.edits.append((found.start(), found.start() + len("extern ") * is_extern, "static "))


class Amalgamation:
    """The files, and the text that joins them."""

    def __init__(self, paths):
        self.files = {}
        self.sources = [self.read(path) for path in sorted(paths)]
        self.headers = [file for file in self.files.values() if file.path.endswith(".h")]
        macros = {name: body for header in self.headers for name, body in header.macros.items()}
        for file in self.files.values():
            file.find_names(macros)
        self.owner = {source: source for source in self.sources}
        for header in self.headers:
            users = [file for file in self.files.values() if header in file.includes]
            if len(users) == 1 and users[0] in self.sources:
                self.owner[header] = users[0]
        self.renamed = self.collisions()
        self.joined = set()
        self.parts = []

    def read(self, path):
        if path not in self.files:
            self.files[path] = file = File(path)
            file.includes = [self.included(file, name) for name in INCLUDE.findall(file.text)]
        return self.files[path]

    def included(self, file, name):
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
        """For each source its private names and tags that another file has, too, with what they become."""
        owners = {}
        for file in self.files.values():
            known = {tag for header in self.seen(file, set())
                     for tag in re.findall(r"\b(?:struct|union|enum) (\w+)", header.bare)}
            for names, private in ((file.shared, False), (file.names, True)):
                for name in names:
                    owners.setdefault(("word", name), set()).add(self.owner.get(file) if private else None)
            for tag in file.tags:
                owners.setdefault(("tag", tag), set()).add(None if tag in known else self.owner.get(file))
        renamed = {}
        for (kind, name), files in owners.items():
            for file in files - {None} if len(files) > 1 else ():
                renamed.setdefault(file, {})[kind, name] = f"{name}_in_{file.stem}"
        return renamed

    def join(self, file):
        """Appends a file, after the headers that it is the first to include."""
        self.joined.add(file)
        for header in file.includes:
            if header not in self.joined and header not in self.owner:
                self.join(header)
        self.head(file, "")
        names = self.renamed.get(self.owner.get(file), {})
        macros = set(file.macros) if file in self.sources else set()
        # TABLE(name, prefix, ...) and its like paste names together, such as prefix_open.
        for prefix in re.findall(r"^[A-Z]+\(\w+, (\w+),", file.bare, re.MULTILINE):
            for name in sorted(name for kind, name in names if kind == "word" and name.startswith(f"{prefix}_")):
                self.parts.append(f"#define {name} {names['word', name]}\n")
                macros.add(name)
        text = file.text
        for first, last, new in reversed(file.edits):
            text = text[:first] + new + text[last:]
        pieces = INCLUDE.split(rename(text, names))
        self.parts.append(pieces[0])
        for name, piece in zip(pieces[1::2], pieces[2::2]):
            header = self.included(file, name)
            if header not in self.joined:  # data that only this file includes
                self.join(header)
                self.head(file, ", continued")
            self.parts.append(piece)
        self.parts.append("\n" + "".join(f"#undef {macro}\n" for macro in sorted(macros)))

    def head(self, file, suffix):
        path = re.sub(r"^.*/generated/", "generated/", file.path)
        line = f"/* ---- {path}{suffix} "
        self.parts.append(f"\n{line}{'-' * (97 - len(line))} */\n\n")

    def text(self):
        incomplete = {name for header in self.headers for name in header.incomplete}
        for source in sorted(self.sources, key=lambda source: not source.shared & incomplete):
            self.join(source)
        return re.sub(r"\n{3,}", "\n\n", "".join(self.parts))


def rename(text, names):
    """The text with other names. Members of structs keep theirs."""
    def new(found):
        if found["tag"]:
            return found["keyword"] + names.get(("tag", found["tag"]), found["tag"])
        if found["members"]:
            return re.sub(rf"{TAG}|\[[^]]*", new_in_members, found[0])
        return names.get(("word", found["word"]), found[0])

    def new_in_members(found):
        return new(found) if found["tag"] else rename(found[0], names)

    return PIECE.sub(new, text) if names else text


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
