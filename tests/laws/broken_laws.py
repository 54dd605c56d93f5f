#!/usr/bin/python3
"""broken_laws.py - each law of layout.py notices when it is broken.

A breach is made in a copy of the tree. The law named beside it, and no other, must then name an
offender that it did not name before. The short form makes every third breach, and asks the others after every 24th;
NEARDUP_SEED says which.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import counting
import layout

ROOT = pathlib.Path(__file__).resolve().parents[2]
COPIED = ["Makefile", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "README.md", "SECURITY.md", "ext", "loader", "sql", "tests", "docs", "examples"]
BUILT = ["ext", "loader", "generated", "neardup.so"]


def write(name, text):
    """A new file."""
    def breach(root):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return breach


def replace(name, pattern, text):
    """Replaces the pattern in a file by another text."""
    def breach(root):
        before = (root / name).read_text(encoding="utf-8")
        after = re.sub(pattern, text, before, flags=re.MULTILINE)
        assert after != before, f"{name} has no {pattern}"
        (root / name).write_text(after, encoding="utf-8")
    return breach


def reverse_includes(name):
    """The #include lines of a file in the opposite order."""
    def breach(root):
        text = (root / name).read_text(encoding="utf-8")
        lines = re.findall(r"^#include.*", text, re.MULTILINE)
        (root / name).write_text(re.sub(r"^#include.*", lambda _: lines.pop(), text,
                                        flags=re.MULTILINE), encoding="utf-8")
    return breach


def copy_build(root):
    """Builds the copy."""
    (root / "build").unlink()
    (root / "build").mkdir()
    subprocess.run(["cp", "-a", *(ROOT / "build" / name for name in BUILT), root / "build"],
                   check=True)


def compiled(files):
    """New source files and their objects."""
    def breach(root):
        copy_build(root)
        for name, text in files.items():
            write(name, text)(root)
            target = root / "build" / (name[:-2] + ".o")
            target.parent.mkdir(exist_ok=True)
            subprocess.run([os.environ.get("CC", "cc"), "-w", "-c", "-o", target, root / name],
                           check=True)
    return breach


def linked(change, *variables):
    """A change, and the extension built with it."""
    def breach(root):
        copy_build(root)
        change(root)
        (root / "build" / "neardup.so").unlink()
        subprocess.run([os.environ.get("MAKE", "make"), "-s", "BUILD=build", "build/neardup.so",
                        *variables], cwd=root, check=True)
    return breach


def all_of(*breaches):
    def breach(root):
        for each in breaches:
            each(root)
    return breach


BREACHES = [
    (layout.core_includes, "the core does input and output",
     write("ext/core/text/deeper/breach.c", "#include <stdio.h>\n")),
    (layout.core_includes, "the core includes SQLite",
     write("ext/core/text/breach.c", "#include <sqlite3.h>\n")),
    (layout.core_includes, "the core includes functions",
     write("ext/core/text/breach.c", '#include "../../functions/functions.h"\n')),
    (layout.core_includes, "a file includes all vector instructions",
     replace("ext/core/text/words/word_hashes.c", "emmintrin", "immintrin")),
    (layout.core_allocation, "the core calls malloc()",
     compiled({"ext/core/text/deeper/breach.c":
               "void *malloc(unsigned long);\nvoid *breach(void) { return malloc(1); }\n"})),
    (layout.core_allocation, "the core calls qsort()",
     compiled({"ext/core/text/breach.c":
               "void qsort();\nvoid breach(void) { qsort(0, 0, 1, 0); }\n"})),
    (layout.functions_know_no_loader, "a function includes the loader",
     write("ext/functions/breach.c", '#include "../../loader/loader.h"\n')),
    (layout.loader_knows_no_extension, "the loader includes the core",
     write("loader/text/deeper/breach.c", '#include "../../../ext/core/core.h"\n')),
    (layout.loader_knows_no_extension, "the loader includes a function",
     write("loader/breach.c", '#include "../ext/functions/functions.h"\n')),
    (layout.program_sees_interfaces, "the program includes the core",
     write("loader/program/breach.c", '#include "../../ext/core/core.h"\n')),
    (layout.program_sees_interfaces, "the program includes the store",
     write("loader/program/breach.c", '#include "../store/store.h"\n')),
    (layout.strangers, "wikitext/ includes dump/",
     write("loader/wikitext/breach.c", '#include "../dump/dump.h"\n')),
    (layout.strangers, "sentences/ includes records/",
     write("loader/sentences/breach.c", '#include "../records/records.h"\n')),
    (layout.maps_are_complete, "a header is in no map",
     write("ext/core/text/breach.h", "")),
    (layout.maps_are_complete, "a header of a new folder is in no map",
     write("loader/deeper/breach.h", "")),
    (layout.maps_are_complete, "a folder is in no map",
     replace("loader/loader.h", '^#include "store/.*\n', "")),
    (layout.maps_are_complete, "a header is listed twice",
     replace("ext/core/core.h", r'^(#include "base/mix\.h".*\n)', r"\1\1")),
    (layout.includes_point_one_way, "a file includes a later folder",
     write("ext/core/base/breach.c", '#include "../text/shingle.h"\n')),
    (layout.includes_point_one_way, "a folder includes the root",
     write("loader/store/breach.c", '#include "../load.h"\n')),
    (layout.includes_point_one_way, "the headers of a map stand in another order",
     reverse_includes("loader/loader.h")),
    (layout.includes_point_one_way, "the folders stand in another order",
     reverse_includes("ext/core/core.h")),
    (layout.calls_point_one_way, "two files of a folder call each other",
     compiled({"loader/text/one.c": "int other(void);\nint one(void) { return other(); }\n",
               "loader/text/other.c": "int one(void);\nint other(void) { return one(); }\n"})),
    (layout.maps_compile, "a map needs another header before it",
     replace("loader/loader.h", "^#pragma once", "#pragma once\nextern undeclared_type breach;")),
    (layout.names_are_unique, "two files have one name",
     write("docs/neardup.c", "")),
    (layout.one_version, "the changelog has another version",
     replace("CHANGELOG.md", r"^## \d+\.", "## 999.")),
    (layout.one_version, "the README has another version",
     replace("README.md", r"^neardup \d", "neardup 999")),
    (layout.one_version, "a guide has another version of SQLite",
     replace("docs/guide/watch.md", r"3\.50\.7", "3.50.6")),
    (layout.languages_have_codes, "a language has no code",
     write("loader/sentences/languages/xx.txt", "")),
    (layout.tables_are_defined_once, "a column has another type than on the page",
     replace("sql/tables/sentence_tables.sql", r"^    edit_distance INTEGER", "    edit_distance REAL")),
    (layout.tables_are_defined_once, "a stage makes a table",
     replace("sql/sentences/begin_pairs.sql", r"^DROP INDEX .*", "CREATE TABLE main.own_table (a);")),
    (layout.scripts_are_statements, "a script has a command of the shell",
     replace("sql/web.sql", r"\Z", ".mode csv\n")),
    (layout.scripts_are_statements, "a script ends the transaction",
     replace("sql/web.sql", r"\Z", "COMMIT;\n")),
    (layout.scripts_are_statements, "a script drops what another one has made",
     replace("sql/web.sql", r"\Z", "DROP TABLE temp.judged;\n")),
    (layout.scripts_belong_to_jobs, "no job runs a script",
     write("sql/analysis/breach.sql", "SELECT 1;\n")),
    (layout.scripts_belong_to_jobs, "a job has a script that is not there",
     replace("ext/functions/runner/jobs.c", r'need_nothing, "two_dates"', 'need_nothing, "no_dates"')),
    (layout.scripts_belong_to_jobs, "a script runs one that is not there",
     replace("sql/web.sql", r"\Z", "SELECT neardup_run('breach.sql');\n")),
    (layout.docs_name_files, "a file has another name than on the page",
     lambda root: (root / "sql" / "summary.sql").rename(root / "sql" / "breach.sql")),
    (layout.docs_name_files, "a guide names a file that is not there",
     replace("docs/guide/neardup.md", r"\Z", "See `sql/breach.sql`.\n")),
    (layout.docs_name_files, "a room is not on the page",
     replace("docs/layout.md", r"^  web/.*\n", "")),
    (layout.figures_agree, "two pages have another figure",
     replace("README.md", r"takes 1\.7 times", "takes 1.9 times")),
    (layout.figures_agree, "a page rounds a figure up",
     replace("README.md", r"1\.65 million", "1.66 million")),
    (layout.figures_agree, "a figure changes in one place",
     replace("docs/figures/figures.txt", r": 56\.6$", ": 59")),
    (layout.figures_agree, "a constant is not that of the page",
     replace("loader/program/watch_event.h", r"= 8 << 20", "= 9 << 20")),
    (layout.figures_agree, "there is one language more",
     write("ext/core/kinds/vocabulary/elvish.txt", "")),
    (layout.pages_have_the_defaults, "an option has another range",
     replace("docs/guide/live-index.md", r"from 16 to 16,384", "from 16 to 16,385")),
    (layout.pages_have_the_defaults, "an option has another default",
     replace("docs/guide/live-index.md", r"^\| `compared_most` \| 200 ", "| `compared_most` | 300 ")),
    (layout.having_has_groups, "a script needs SQLite 3.39",
     replace("sql/reuse/reuse_candidates.sql", r"^ GROUP BY NULL\n", "")),
    (layout.bindings_are_checked, "a text is bound, or NULL",
     write("loader/program/breach.c", "void breach(void) {\n    sqlite3_bind_text(a, 1, b, -1, SQLITE_TRANSIENT);\n}\n")),
    (layout.scripts_need_no_arrows, "a script needs SQLite 3.38",
     replace("sql/sentences/clusters.sql", r"'connected'", "'{}' ->> '$.a'")),
    (layout.packages_know_the_cpu, "a package takes a slower path",
     replace("ext/packages/c/cpu_model.c", r"    add\(avx512vl.*\n", "")),
    (layout.tests_ask_no_clock, "a test draws by the clock",
     write("tests/loader/breach.c", "int main(void) {\n    return time(NULL) % 7;\n}\n")),
    (layout.page_treats_texts_as_data, "the page makes elements of a text",
     replace("sql/report/report.js", r"^function shown\(text\) \{",
             "function shown(text) {\n    document.body.innerHTML = text;")),
    (layout.page_treats_texts_as_data, "the page has a font from elsewhere",
     replace("sql/report/report.css", r"^:root \{", '@import "https://example.org/font.css";\n:root {')),
    (layout.report_writes_temporary_tables, "the report fills a table",
     replace("sql/report/report_page.sql", r"INSERT INTO temp\.ranked", "INSERT INTO ranked")),
    (layout.report_writes_temporary_tables, "the report attaches a file",
     replace("sql/report/report_page.sql", r"\Z", "ATTACH 'breach.db' AS breach;\n")),
    (layout.one_symbol, "the extension exports a function",
     linked(write("ext/functions/breach.c", '__attribute__((visibility("default")))\n'
                  "int breach(void);\nint breach(void) { return 0; }\n"))),
    (layout.one_symbol, "the extension has no entry point",
     linked(all_of(*(replace(name, "sqlite3_neardup_init", "sqlite3_other_init")
                     for name in ("ext/neardup.c", "ext/neardup.h"))))),
    (layout.libraries, "the extension needs zlib",
     linked(lambda root: None, "LDFLAGS=-Wl,--no-as-needed -lz")),
    (layout.no_assertions, "assertions are compiled in",
     linked(write("ext/functions/breach.c", "#include <assert.h>\nint breach(int number);\n"
                  "int breach(int number) { assert(number > 0); return number; }\n"),
            "ASSERTIONS=1")),
    (layout.no_state, "the extension counts its calls",
     linked(write("ext/functions/breach.c", "int breach(void);\n"
                  "int breach(void) { static int calls; return calls++; }\n"))),
]


def files_in(root):
    """{name: what changes when the file is written} of the copied files."""
    return {os.path.relpath(path, root): (os.stat(path).st_mtime_ns, os.stat(path).st_size, os.stat(path).st_ino)
            for name in COPIED for folder, _, names in os.walk(root / name)
            for path in (os.path.join(folder, each) for each in names)}


def undo(root, before):
    """Undoes a breach: copies what it changed or removed, removes what it added."""
    after = files_in(root)
    for name in before.keys() | after.keys() if before != after else ():
        if name not in before:
            (root / name).unlink()
        elif after.get(name) != before[name]:
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            subprocess.run(["cp", "-a", ROOT / name, root / name], check=True)
    for name in COPIED:
        if (ROOT / name).is_file():
            subprocess.run(["cp", "-a", ROOT / name, root / name], check=True)
    if not (root / "build").is_symlink():
        shutil.rmtree(root / "build", ignore_errors=True)
        os.symlink(ROOT / "build", root / "build")


def test_breaches(folder):
    lawful = layout.broken(ROOT)
    for law in layout.LAWS:
        counting.check(any(law is broken for broken, _, _ in BREACHES),
                       f"no breach of the law: {layout.demand(law)}")
    root = pathlib.Path(folder)
    subprocess.run(["cp", "-a", *COPIED, folder], cwd=ROOT, check=True)
    os.symlink(ROOT / "build", root / "build")
    before = files_in(root)
    for number, (law, name, breach) in enumerate(BREACHES):
        if not counting.LONG and (number - counting.seed()) % 3 != 0:
            continue
        laws = layout.LAWS if counting.LONG or (number - counting.seed()) % 24 == 0 else [law]
        breach(root)
        broken = layout.broken(folder, laws)
        noticed = [other for other in laws if broken.get(other) != lawful.get(other)]
        counting.check(noticed == [law], "\n    ".join(
            [f"{name}: only this law should notice: {layout.demand(law)}; these did:", *map(layout.demand, noticed)]))
        undo(root, before)
        before = files_in(root)


counting.run_tests("laws/broken_laws", test_breaches)
