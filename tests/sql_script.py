"""sql_script.py - a script of sql/ as SQL that any host can run, without the shell's commands."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def sql_path(name):
    """The path of a script, from the project's folder: two never have one name."""
    (path,) = (os.path.relpath(os.path.join(folder, name), ROOT)
               for folder, _, names in os.walk(os.path.join(ROOT, "sql")) if name in names)
    return path


def sql_script(name):
    """A script, with the tables and the beginning of a stage that it reads."""
    with open(os.path.join(ROOT, sql_path(name)), encoding="utf-8") as script:
        return "".join(sql_script(os.path.basename(line.rstrip()))
                       if line.startswith((".read sql/tables/", ".read sql/shared/begin_stage"))
                       else line * (not line.startswith(".")) for line in script)
