#!/usr/bin/python3
"""describe_tables.py [PAGE] - prints what the comments of sql/tables say of tables, views and columns: as JSON, for Datasette;
or PAGE, which is docs/guide/tables.md, with its reference made anew of them.

The comment above a table or view describes it, up to an empty line and without what is in parentheses; a line of a comment
"NAME, NAME  MEANING", indented, describes columns of a view. The comment behind a column, which may go on below, describes it.
"""

import itertools
import json
import pathlib
import re
import sys

SCRIPTS = pathlib.Path(__file__).parents[3] / "sql" / "tables"
MARK = "<!-- What follows is made of the comments in sql/tables: ext/packages/datasette/describe_tables.py. -->\n"
ROOMS = {"What is read": "text", "What is found": "compared sentence finding likelihood template planted", "What articles share": "reuse",
         "Who copied from whom": "history", "What went to the web": "web", "What is followed": "index watch",
         "What people say": "verdict sample"}

COLUMN = re.compile(r"    (?!PRIMARY KEY|CONSTRAINT|CHECK)(\w+) *((?:INTEGER|REAL|TEXT|BLOB)?)([^-]*?)(?:-- (.*))?")
OF_VIEW = re.compile(r"  ([a-z_]+(?:, [a-z_]+)*)  +(\S.*)")


def describe_head(comment):
    """What the comment above a table or view says of it, and of its columns."""
    columns = {name: {"type": "", "meaning": found[2]} for found in map(OF_VIEW.fullmatch, comment) if found
               for name in found[1].split(", ")}
    words = " ".join(line for line in "\n".join(comment).partition("\n\n")[0].split("\n") if not OF_VIEW.fullmatch(line))
    return re.sub(r" *\((?:[A-Z(])[^()]*(?:\([^()]*\)[^()]*)*\)", "", words).strip(), columns


def describe_columns(lines):
    """The columns of a table, from the lines between its parentheses."""
    columns, last = {}, None
    for line in lines:
        found, further = COLUMN.fullmatch(line), re.fullmatch(r" {40,}-- (.*)", line)
        if found:
            last = columns[found[1]] = {"type": found[2].lower(), "meaning": found[4] or "",
                                        "key": "PRIMARY KEY" in found[3]}
        elif further and last:
            last["meaning"] += " " + further[1]
        for name in re.findall(r"\w+", line.partition("PRIMARY KEY (")[2]):
            columns[name]["key"] = name in columns
    return columns


def describe_script(path):
    """(name, description) of each table and view that a script makes."""
    comment, lines = [], path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        made = re.match(r"CREATE (TABLE|VIEW) IF NOT EXISTS main\.(\w+)", line)
        if made:
            text, columns = describe_head(comment)
            if made[1] == "TABLE":
                columns = describe_columns(lines[number + 1:lines.index(next(
                    end for end in lines[number:] if end.startswith(")")), number)])
            yield made[2], {"view": made[1] == "VIEW", "description": text, "columns": columns}
        comment = [*comment, line[3:]] if line.startswith("--") else []


def plain(text):
    """The text without the marks of Markdown, beginning with a capital letter."""
    text = text.replace("`", "")
    return text[:1].upper() + text[1:]


def as_json(tables):
    mark = re.search(r"application_id = (\d+)", (SCRIPTS / "text_tables.sql").read_text(encoding="utf-8"))
    return {"application_id": int(mark[1]), "tables": {
        name: {"description": plain(re.match(r".*?(?:\.(?= |$)|$)", table["description"])[0]),
               "columns": {column: plain(known["meaning"]) for column, known in table["columns"].items() if known["meaning"]}}
        for name, table in tables.items()}}


def kind_of(column):
    return f" ({column['type'] or 'any type'}{', key' if column['key'] else ''})"


def as_page(name, table):
    """A section of the page."""
    lines = [f"### {name}", "", ("A view. " if table["view"] else "") + table["description"]]
    for meaning, alike in itertools.groupby(table["columns"], lambda column: table["columns"][column]["meaning"]):
        columns = []
        for kind, names in itertools.groupby(alike, lambda column: "" if table["view"] else kind_of(table["columns"][column])):
            columns.append(", ".join(f"`{name}`" for name in names) + kind)
        lines.append(f"- {', '.join(columns)}{': ' if meaning else ''}{meaning}")
    return "\n".join(lines) + "\n"


def main():
    rooms = {room: dict(found for script in scripts.split() for path in sorted(SCRIPTS.glob(f"{script}_*.sql"))
                        for found in describe_script(path)) for room, scripts in ROOMS.items()}
    if len(sys.argv) < 2:
        json.dump(as_json({name: table for room in rooms.values() for name, table in room.items()}), sys.stdout, indent=1,
                  ensure_ascii=False)
        return
    page = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
    sections = [f"## {room}\n\n" + "\n".join(as_page(name, table) for name, table in tables.items())
                for room, tables in rooms.items()]
    sys.stdout.write(page.partition(MARK)[0] + MARK + "\n" + "\n".join(sections))


if __name__ == "__main__":
    main()
