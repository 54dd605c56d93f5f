#!/usr/bin/python3
"""scorecard_files.py - scorecards become C, and a mistake in one ends the build with a message that names
its line."""

import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
from counting import finish
from learnt_files import KINDS, NAMES, check_first_mistake_ends, check_messages, check_names

GENERATOR = KINDS / "scorecards" / "generate_scorecards.sh"
FIRST, SECOND = NAMES[:2]

# file name, content, message; no message: it is accepted
CASES = [
    ("topic.txt", "# A comment.\n\n  # Another.\nbias -0.41\na_1 unknown 0.5 0.71 | 1.5 | 0.22|3.5|-0.64\n", None),
    ("topic.txt", "bias 0\r\n\ta 1\r\nb unknown -1 2\r\nc 1 |-1e-7| 2 |0| 3 |08| 4", None),
    ("topic.txt", "", 'topic.txt:0: expected a line "bias NUMBER", found the end of the file'),
    ("topic.txt", "a 1\n\n", 'topic.txt:2: expected a line "bias NUMBER", found the end of the file'),
    ("topic.txt", "bias\n", "topic.txt:1: expected a number, found the end of the line"),
    ("topic.txt", "bias 1 2\n", 'topic.txt:1: expected one number as the bias, found "2" after it'),
    ("topic.txt", "bias 1\nbias 1\n", 'topic.txt:2: expected one line for "bias", found another, line 1'),
    ("topic.txt", "bias 1\na 1\nb 1\na 2\n", 'topic.txt:4: expected one line for "a", found another, line 2'),
    ("topic.txt", "bias 1\nA 1\n", 'topic.txt:2: expected "bias" or the name of a feature, found "A"'),
    ("topic.txt", "bias 1\na] 1\n", 'topic.txt:2: expected "bias" or the name of a feature, found "a]"'),
    ("topic.txt", "bias 1\na\n", "topic.txt:2: expected a number, found the end of the line"),
    ("topic.txt", "bias 1\na unknown\n", "topic.txt:2: expected a number, found the end of the line"),
    ("topic.txt", "bias 1\na unknown 1\n", "topic.txt:2: expected a number, found the end of the line"),
    ("topic.txt", "bias 1\na 1 2\n", 'topic.txt:2: expected a threshold between bars, found "2"'),
    ("topic.txt", "bias 1\na 1 |2 3\n", 'topic.txt:2: expected a threshold between bars, found "3"'),
    ("topic.txt", "bias 1\na 1 |2\n", "topic.txt:2: expected a threshold between bars, found the end of the line"),
    ("topic.txt", "bias 1\na 1 |2|\n", "topic.txt:2: expected a number, found the end of the line"),
    ("topic.txt", "bias 1\na 1 || 2\n", 'topic.txt:2: expected a number, found "|"'),
    ("topic.txt", "bias 1\na 1 |2| 1 |2| 0\n", "topic.txt:2: expected a threshold above 2, found 2"),
    ("topic.txt", "bias 1\na 1 |10| 1 |9| 0\n", "topic.txt:2: expected a threshold above 10, found 9"),
    ("topic.txt", "bias +1\n", 'topic.txt:1: expected a number, found "+1"'),
    ("topic.txt", "bias .5\n", 'topic.txt:1: expected a number, found ".5"'),
    ("topic.txt", "bias 0x1\n", 'topic.txt:1: expected a number, found "0x1"'),
    ("topic.txt", "bias nan\n", 'topic.txt:1: expected a number, found "nan"'),
    ("topic.txt", "bias 1}; int x = {2\n", 'topic.txt:1: expected a number, found "1};"'),
    ("topic.txt", "bias -1e999\n", "topic.txt:1: expected a number of at most 1e300, found -1e999"),
    ("Topic.txt", "bias 1\n", 'Topic.txt:0: expected a file named NAME.txt in small letters, found "Topic.txt"'),
]


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        check_messages(GENERATOR, folder, CASES)
        check_names(GENERATOR, folder, f"bias -1\n{FIRST} unknown 1 010 |08| 2\n{SECOND} 1\n",
                    f"bias -1\n{FIRST} 1\nno_such_feature 1\n")
        check_first_mistake_ends(GENERATOR, folder)
    return finish("core/scorecard_files")


if __name__ == "__main__":
    sys.exit(main())
