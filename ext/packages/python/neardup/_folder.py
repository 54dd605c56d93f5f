"""Where the files of this package are that are no Python modules: the extension, neardup-load and the scripts."""

from __future__ import annotations

import os

_folder = os.path.dirname(os.path.abspath(__file__))


def path(*names: str) -> str:
    """The path of one of them, such as path("sql", "pairs.sql"); without names, that of the folder."""
    return os.path.join(_folder, *names)


def use(folder: str) -> None:
    """Takes the files from another folder. An executor of Spark imports this package from an archive, and has the
    files beside it."""
    global _folder
    _folder = folder
