"""The places of the files of this package that are not Python modules: the extension and the program."""

from __future__ import annotations

import os

_folder = os.path.dirname(os.path.abspath(__file__))


def path(*name: str) -> str:
    """The path of one of them, such as path("neardup.so"); without a name, that of the folder."""
    return os.path.join(_folder, *name)


def use(folder: str) -> None:
    """Takes the files from another folder. An executor of Spark imports this package from an archive beside them."""
    global _folder
    _folder = folder
