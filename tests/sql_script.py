"""sql_script.py - a script of sql/ as SQL that any host can run, without the shell's commands."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def sql_path(name):
    """The path of a script, from the project's folder: two never have one name."""
    (path,) = (os.path.relpath(os.path.join(folder, name), ROOT)
               for folder, _, names in os.walk(os.path.join(ROOT, "sql")) if name in names)
    return path


def sql_script(name):
    with open(os.path.join(ROOT, sql_path(name)), encoding="utf-8") as script:
        return "".join(line for line in script if not line.startswith("."))
