"""sql_script.py - a script of sql/ as SQL that any host can run, without the shell's commands."""

import os

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def sql_script(name):
    with open(os.path.join(ROOT, "sql", name), encoding="utf-8") as script:
        return "".join(line for line in script if not line.startswith("."))
