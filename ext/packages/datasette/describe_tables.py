#!/usr/bin/python3
"""describe_tables.py TABLES.md - prints what docs/guide/tables.md says of tables and columns, as JSON.

A heading ### names a table, or several. The paragraph below it describes the table: its first sentence is taken. The
rows of the Markdown table describe columns: the first cell names one or several, `column` or `table.column`; the
last says what it means. "As in `table`" is replaced by what is said there.
"""

import json
import re
import sys


def plain(markdown):
    """The text without the marks of Markdown, and without what only a page can refer to."""
    text = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", markdown)
    text = re.sub(r"[`*]", "", text)
    text = re.sub(r",? (see|as in) (below|text_differences|kinds|cluster_group)\b", "", text).strip(" :;,.")
    return text[:1].upper() + text[1:]


def read(page):
    tables, names, paragraph = {}, [], None
    for line in page.splitlines():
        heading = re.fullmatch(r"### ([a-z_, ]+)", line)
        if line.startswith("#"):
            names, paragraph = heading[1].split(", ") if heading else [], []
            for name in names:
                tables[name] = {"description": "", "columns": {}}
        elif line.startswith("| `"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            table = names[0]
            for name in re.findall(r"`([a-z_.]+)`", cells[0]):
                owner, _, column = name.rpartition(".")
                table = owner or table
                tables[table]["columns"][column] = plain(cells[-1])
        elif line.startswith("|"):
            paragraph = None
        elif line and paragraph is not None:
            paragraph.append(line)
        if not line and paragraph:
            for name in names:
                tables[name]["description"] = plain(re.split(r"\.(?: |$)", " ".join(paragraph))[0]) + "."
            paragraph = None
    return tables


def resolved(tables):
    """The same, with each "as in table" replaced, and without columns of which nothing is said."""
    for table in tables.values():
        for column, text in list(table["columns"].items()):
            other = re.fullmatch(r"As in ([a-z_]+)", text)
            if other and column in tables.get(other[1], {"columns": {}})["columns"]:
                table["columns"][column] = tables[other[1]]["columns"][column]
            if not text:
                del table["columns"][column]
    return tables


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        json.dump(resolved(read(file.read())), sys.stdout, indent=1, ensure_ascii=False)
