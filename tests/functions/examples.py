#!/usr/bin/python3
"""examples.py - runs every SQL example on the pages *.md, docs and examples/*.md, and each notebook
examples/*.ipynb, and compares what it prints with the page.

    /usr/bin/python3 tests/functions/examples.py [--update] [PAGE ...]

An example is a block fenced ```sql. The block fenced ``` right after it is the expected output; an
example without one must only run without an error. A block fenced ```python that has an output
block is an example, too; it runs in the project's folder. So is a block fenced ```sh, with an
output or without.

  (1) Each example has a database of its own, in memory, with the extension loaded. After a line
      <!-- continue --> it continues in the database of the example before it.
  (2) After a line <!-- not run --> it is skipped.
  (3) The shell has its default settings (.mode list), but NULL prints as NULL. An example may begin
      with dot commands of its own; they end with it.
  (4) "Runtime error near line 3: " and the like, which differ between versions of SQLite, are
      "Error: " in the pages.
  (5) Since 3.52 the shell lays out columns and lines in another way, so the words of a line are
      compared.
  (6) The ```sh blocks of a page run one after the other in a folder that holds links to all that is
      in the project's folder, so what one writes the next one finds, and the project stays clean.
      Errors are part of the output. Seconds, as in "0.3 s", are 0.0 s in the pages; a line "…"
      stands for any lines.
  (7) Links to files and headings must lead somewhere; each page is one test of that.
  (8) The code cells of a notebook run in order, in one program. What a cell prints, and its last
      value as text and as HTML, are its output. Each cell is a test.

--update writes what the examples print into the pages, except where a line is "…": change that by
hand. Needs the sqlite3 shell, 3.37 or later.
"""

import functools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODULE = "build/neardup"
ELLIPSIS = "…"
OLDEST_SHELL = (3, 37)
NEW_FORMAT_SHELL = (3, 52)
MARK = "-- end of example --"
SETTINGS = [".bail off", ".mode list", ".separator |", ".headers off", ".nullvalue NULL"]

ERROR = re.compile(r"^(?:Runtime error|Parse error|Error):? (?:near line \d+: )?"
                   r"(?:in prepare, |stepping, )?")
SECONDS = re.compile(r"\b\d+\.\d s$")
POINTER = re.compile(r"^ .*(?:error here ---\^|\^--- error here)")
LINK = re.compile(r"\]\(([^)#:\s]*)(?:#([^)\s]+))?\)")
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)
BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


class Example:
    def __init__(self, language, line, first, last, marks):
        self.language = language
        self.line = line        # of its opening fence, counted from 1
        self.first = first      # lines[first:last] is the SQL
        self.last = last
        self.continues = "continue" in marks
        self.runs = "not run" not in marks
        self.expected = None    # (first, last) of the output block's lines, if there is one


def end_of_fence(lines, opening):
    """The index of the closing fence of the block that opens at `opening`."""
    for at in range(opening + 1, len(lines)):
        if lines[at].rstrip() == "```":
            return at
    raise ValueError(f"line {opening + 1}: the block has no end")


def read_examples(lines):
    examples, marks, at, neighbour = [], [], 0, None
    while at < len(lines):
        line = lines[at].strip()
        if line.startswith("```"):
            end = end_of_fence(lines, at)
            if line in ("```sql", "```python", "```sh"):
                neighbour = Example(line[3:], at + 1, at + 1, end, marks)
                examples.append(neighbour)
            else:
                if line == "```" and neighbour:
                    neighbour.expected = (at + 1, end)
                neighbour = None
            marks, at = [], end
        elif line:
            comment = re.fullmatch(r"<!-- (continue|not run) -->", line)
            marks = marks + [comment[1]] if comment else []
            neighbour = None
        at += 1
    return examples


def normalize(text):
    """What the shell printed, without what differs between versions of SQLite."""
    result = []
    for line in text.splitlines():
        if POINTER.match(line):
            result.pop()        # the piece of SQL above the arrow
        else:
            result.append(ERROR.sub("Error: ", line).rstrip())
    return result


def words(lines):
    """What the shell printed, whatever its layout of columns, the rule below their names, NULL and
    `name = value`."""
    return [re.sub(r" = |-{2,}|\bNULL\b", lambda found: {"=": ": "}.get(found[0].strip(), ""),
                   line).split() for line in lines]


def is_like(printed, expected):
    if ELLIPSIS in expected:
        return has_parts(printed, expected)
    return printed == expected or (shell_version() >= NEW_FORMAT_SHELL
                                   and words(printed) == words(expected))


def has_parts(printed, expected):
    """Whether `printed` is `expected`, in which a line "…" stands for any lines."""
    if not expected:
        return not printed
    if expected[0] != ELLIPSIS:
        return bool(printed) and is_like(printed[:1], expected[:1]) \
            and has_parts(printed[1:], expected[1:])
    return any(has_parts(printed[at:], expected[1:]) for at in range(len(printed) + 1))


# Runs the cells that it reads, as Jupyter does, and prints the outputs of each.
CELLS = """
import ast, contextlib, io, json, sys
names, outputs = {}, []
for source in json.load(sys.stdin):
    body, last, printed = ast.parse(source).body, None, io.StringIO()
    with contextlib.redirect_stdout(printed):
        if body and isinstance(body[-1], ast.Expr):
            last = ast.Expression(body.pop().value)
        exec(compile(ast.Module(body, []), "cell", "exec"), names)
        value = eval(compile(last, "cell", "eval"), names) if last else None
    found = [("text/plain", repr(value))] if value is not None else []
    if hasattr(value, "_repr_html_"):
        found.append(("text/html", value._repr_html_()))
    outputs.append({"stream": printed.getvalue(), **dict(found)})
json.dump(outputs, sys.stdout)
"""


def run_program(program, given="", uses_package=True):
    """What a program of Python, which may import the package, prints; errors are part of that."""
    with tempfile.TemporaryDirectory() as folder:
        package = os.path.join(folder, "package")
        os.symlink(os.path.join(ROOT, "build"), os.path.join(folder, "build"))  # what it writes beside it goes with the folder
        if uses_package:
            subprocess.run(["sh", "ext/packages/stage.sh", "python", package], cwd=ROOT, check=True,
                           env={**os.environ, "NEARDUP_MODULE": "build/neardup.so"})
        return subprocess.run([sys.executable, "-c", program], cwd=folder, timeout=120, input=given,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                              encoding="utf-8", env={**os.environ, "PYTHONPATH": package}).stdout


def run_python(source):
    return run_program("\n".join(source), uses_package="import neardup" in source).splitlines()


def run_shell(sources):
    """Runs blocks of commands in one folder; the lines that each printed, and a line for its status
    if that is not 0."""
    with tempfile.TemporaryDirectory() as folder:
        for name in os.listdir(ROOT):
            if not name.startswith("."):
                os.symlink(ROOT / name, pathlib.Path(folder) / name)
        printed = []
        for source in sources:
            done = subprocess.run(["sh", "-c", "\n".join(source)], cwd=folder, timeout=300,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                                  stdin=subprocess.DEVNULL, encoding="utf-8")
            lines = done.stdout.splitlines()
            printed.append([SECONDS.sub("0.0 s", line.rstrip()) for line in lines])
            if done.returncode:
                printed[-1].append(f"Error: status {done.returncode}")
    return printed


def run_sql(sources):
    """Runs the SQL of examples that share a database; the lines that each printed."""
    script = [f".load {MODULE}"]
    for source in sources:
        script += SETTINGS + source + [";", f".print '{MARK}'"]
    shell = subprocess.run(["sqlite3", "-batch", "-init", "/dev/null", ":memory:"], cwd=ROOT,
                           input="\n".join(script) + "\n", stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, timeout=120, check=False, encoding="utf-8")
    outputs = shell.stdout.split(MARK + "\n")
    outputs += [""] * (len(sources) - len(outputs))
    return [normalize(output) for output in outputs[:len(sources)]]


def chains(examples):
    """The examples that run, in groups that share a database; a program is a group of its own, and
    the commands of a page are one."""
    commands = [example for example in examples if example.language == "sh" and example.runs]
    groups = [commands] if commands else []
    for example in examples:
        if (not example.runs or example.language == "sh"
                or (example.language == "python" and not example.expected)):
            continue
        if example.continues and groups and groups[-1][0].language == "sql":
            groups[-1].append(example)
        else:
            groups.append([example])
    return groups


def complain(page, example, expected, printed):
    print(f"{page.relative_to(ROOT)}:{example.line}: failed: the example does not print what the page says")
    for title, lines in ("expected", expected), ("printed", printed):
        print(f"  {title}:")
        for line in lines:
            print(f"    {line}")


def check_page(page, update):
    """(passed, failed) of one page, which --update rewrites."""
    lines = page.read_text(encoding="utf-8").split("\n")
    passed = failed = 0
    changes = []
    for chain in chains(read_examples(lines)):
        sources = [lines[example.first:example.last] for example in chain]
        language = chain[0].language
        printed_by = [run_python(sources[0])] if language == "python" else \
            run_shell(sources) if language == "sh" else run_sql(sources)
        for example, printed in zip(chain, printed_by):
            if example.expected:
                expected = lines[slice(*example.expected)]
                good = is_like(printed, expected)
            else:
                expected = ["(anything but an error)"]
                good = not any(line.startswith("Error: ") for line in printed)
            if not good and update and example.expected and ELLIPSIS not in expected:
                changes.append((example.expected, printed))
                good = True
            passed += good
            failed += not good
            if not good:
                complain(page, example, expected, printed)
    for (first, last), printed in sorted(changes, reverse=True):
        lines[first:last] = printed
    if changes:
        page.write_text("\n".join(lines), encoding="utf-8")
        print(f"{page.relative_to(ROOT)}: {len(changes)} outputs written")
    return passed, failed


def cell_outputs(cell):
    """The outputs of a cell, by kind."""
    found = {"stream": ""}
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            found["stream"] += "".join(output["text"])
        for kind, text in output.get("data", {}).items():
            found[kind] = "".join(text)
    return found


def check_notebook(page, update):
    """(passed, failed) of one notebook, which --update rewrites."""
    notebook = json.loads(page.read_text(encoding="utf-8"))
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    printed = run_program(CELLS, json.dumps(["".join(cell["source"]) for cell in cells]))
    try:
        outputs = json.loads(printed)
    except ValueError:
        print(f"failed: {page.relative_to(ROOT)}: it does not run: {printed}")
        return 0, 1
    wrong = [at for at, cell in enumerate(cells) if cell_outputs(cell) != outputs[at]]
    for at in wrong:
        if not update:
            print(f"failed: {page.relative_to(ROOT)}: cell {at + 1} does not print what is there, but {outputs[at]}")
            continue
        stream, data = outputs[at].pop("stream"), outputs[at]
        data = {kind: text.splitlines(True) for kind, text in data.items()}
        cells[at]["outputs"] = ([{"name": "stdout", "output_type": "stream", "text": stream.splitlines(True)}]
                                if stream else []) + (
            [{"data": data, "execution_count": at + 1, "metadata": {}, "output_type": "execute_result"}]
            if data else [])
        cells[at]["execution_count"] = at + 1
    if update and wrong:
        page.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        print(f"{page.relative_to(ROOT)}: {len(wrong)} outputs written")
        wrong = []
    return len(cells) - len(wrong), len(wrong)


@functools.lru_cache
def anchors(page):
    """The names by which GitHub and its like link to the headings of a page."""
    headings = HEADING.findall(BLOCK.sub("", page.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def check_links(page):
    lost = []
    for name, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        target = (page.parent / name).resolve() if name else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            lost.append(f"{name}#{anchor}" if anchor else name)
    for link in lost:
        print(f"failed: {page.relative_to(ROOT)}: the link to {link} leads nowhere")
    return not lost


@functools.lru_cache
def shell_version():
    try:
        shell = subprocess.run(["sqlite3", "-version"], stdout=subprocess.PIPE, check=True,
                               encoding="utf-8")
    except (OSError, subprocess.CalledProcessError):
        return (0, 0)
    return tuple(int(number) for number in shell.stdout.split(".")[:2])


def main():
    words = sys.argv[1:]
    update = "--update" in words
    pages = [pathlib.Path(word).resolve() for word in words if word != "--update"]
    pages = pages or [*sorted(ROOT.glob("*.md")), *sorted((ROOT / "docs").rglob("*.md")),
                      *sorted((ROOT / "examples").glob("*.md")),
                      *sorted((ROOT / "examples").glob("*.ipynb"))]
    passed = failed = skipped = 0
    usable = shell_version() >= OLDEST_SHELL
    if not usable:
        print(f"skipped: functions/examples needs the sqlite3 shell, {OLDEST_SHELL[0]}."
              f"{OLDEST_SHELL[1]} or later")
    for page in pages:
        good = check_links(page)
        passed += good
        failed += not good
        if not usable:
            skipped += 1
            continue
        check = check_notebook if page.suffix == ".ipynb" else check_page
        page_passed, page_failed = check(page, update)
        passed += page_passed
        failed += page_failed
    print(f"functions/examples: {passed} passed, {failed} failed, {skipped} skipped")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
