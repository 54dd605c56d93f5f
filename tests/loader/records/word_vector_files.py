"""word_vector_files.py - neardup-load reads word vectors: word2vec, text and binary, GloVe and fastText.

  (1) What is loaded is what was written: binary vectors bit by bit, the numbers of a text as the nearest float,
      in any compression, with any number of threads, in any locale, with any white space between and any word.
  (2) A damaged record costs only itself and is told with its place; the rest is loaded, with status 3.
  (3) A file that breaks off at any byte gives its whole records.
  (4) What a file says of itself costs nothing: no memory, no time, no more than a message.
  (5) Files are recognised only if nothing else is possible.
  (6) A database has one vocabulary; a second one is refused, and nothing changes. So is every option that
      would do nothing.
  (7) A database of an earlier version of these tables opens, and texts beside the vectors are what they are without.
"""

import bz2
import gzip
import lzma
import os
import random
import resource
import struct
import subprocess
import sys

sys.path.insert(0, os.path.join(sys.path[0], "..", ".."))
from counting import LONG, check, figure
from loading import PLAIN, ROOT, ask, load, refused_with, run_tests, write

WORDS = "SELECT word, vector, weight FROM word_vector ORDER BY rowid"
DAMAGE = "SELECT byte_offset, page_title, message FROM damage ORDER BY rowid"


# ---- Files and loads -----------------------------------------------------------------------------

def floats(*numbers):
    return struct.pack("<%df" % len(numbers), *numbers)


def binary(words, after=b"\n", header=None):
    """A file as word2vec writes it; gensim puts nothing after a vector."""
    dimensions = len(words[0][1])
    head = header or b"%d %d\n" % (len(words), dimensions)
    return head + b"".join(word.encode() + b" " + floats(*vector) + after for word, vector in words)


def text(words, header=True, end="\n", between=" ", last=""):
    lines = [between.join([word, *map(repr, vector)]) + last + end for word, vector in words]
    return ("%d %d%s" % (len(words), len(words[0][1]), end) if header else "") + "".join(lines)


def some_words(count, dimensions, seed=1):
    """Words, and vectors whose numbers are floats."""
    draw = random.Random(seed)
    return [("word%d" % i, struct.unpack("<%df" % dimensions, floats(*(draw.gauss(0, 1) for _ in range(dimensions)))))
            for i in range(count)]


def rows(words):
    return [(word, floats(*vector), None) for word, vector in words]


def asked(query):
    return ask("test.db", query)


def loads(what, path, words, *options, damage=(), **more):
    """Loads a file, and checks the words and the damage: (byte, word, part of the message) each."""
    status, errors = load(*options, path, **more)
    check(status == (3 if damage else 0), "%s: status %d: %s" % (what, status, errors))
    found, told = asked(WORDS), asked(DAMAGE)
    check(found == rows(words), "%s: %d words, expected %d: %s" % (what, len(found), len(words), found[:3]))
    check(len(told) == len(damage) and all(t[:2] == d[:2] and d[2] in t[2] for t, d in zip(told, damage)),
          "%s: damage %s, expected %s" % (what, told, damage))
    found = asked("SELECT pages, articles, sentences, damaged, finished_at IS NULL, (SELECT count(*) FROM article) FROM source")
    check(found == [(len(words), 0, 0, len(damage), 0, 0)], "%s: %s" % (what, found))


def refuses(what, path, message, *options, **more):
    status, errors = load(*options, path, **more)
    check(status == refused_with(errors) and message in errors and errors.count("\n") == 1,
          "%s: status %d, expected '%s': %s" % (what, status, message, errors))
    check("again" in more or not os.path.exists("test.db"), what + ": there is a database")


# ---- (1) What is loaded is what was written ------------------------------------------------------

def test_round_trip():
    words = some_words(300, 7) + [("</s>", (0.0,) * 7), ("naïve", (-0.0, 1e-45, 3.4028234663852886e38, 1, 2, 3, 4)),
                                  ("日本", (0.5,) * 7), ("word\u00a0with\u2003spaces", (0.25,) * 7), ("1", (1.0,) * 7),
                                  ("1e5", (2.0,) * 7), ("<page>", (3.0,) * 7), ('"', (4.0,) * 7), ("😀", (5.0,) * 7)]
    # Python's numbers, read as floats, are the floats themselves.
    packed = {"plain": bytes, "gz": gzip.compress, "bz2": lambda data: bz2.compress(data, 1), "xz": lzma.compress,
              "zst": lambda data: subprocess.run(["zstd", "-qc"], input=data, stdout=subprocess.PIPE, check=True).stdout}
    for name, data, form in (("binary of word2vec", binary(words), "word2vec"),
                             ("binary of gensim", binary(words, b""), "word2vec"),
                             ("text", text(words).encode(), "word2vec"),
                             ("fastText", text(words, last=" ").encode(), "fasttext"),
                             ("GloVe", text(words, False).encode(), "glove"),
                             ("CRLF", text(words, end="\r\n").encode(), "word2vec"),
                             ("tabs", text(words, between="\t").encode(), "fasttext"),
                             ("several spaces", text(words, between="  ").encode(), "word2vec"),
                             ("no final line end", text(words).rstrip("\n").encode(), "word2vec"),
                             ("GloVe without a final line end", text(words, False).rstrip("\n").encode(), "glove"),
                             ("a mark", b"\xef\xbb\xbf" + text(words).encode(), "word2vec"),
                             ("UTF-16", b"\xff\xfe" + text(words).encode("utf-16-le"), "word2vec")):
        for how, compress in packed.items():
            if how == "plain" or name in ("binary of gensim", "GloVe"):
                loads("%s, %s" % (name, how), write("vectors." + how, compress(data)), words, "--format", form)
    for locale in ("C", "de_DE.UTF-8", "ar_EG.UTF-8"):
        loads("locale " + locale, write("vectors", text(words)), words, "--format", "word2vec",
              env=dict(os.environ, LC_ALL=locale))


def test_words_with_spaces():
    """As GloVe's 840B has them: the numbers are the last ones."""
    words = some_words(20, 3) + [(". . .", (1.0, 2.0, 3.0)), ("at name@domain.com", (4.0, 5.0, 6.0)),
                                 ("- 1e", (7.0, 8.0, 9.0))]
    loads("words with spaces", write("glove.txt", text(words, False)), words, "--format", "glove")
    loads("the first of all", write("glove.txt", text(words[::-1], False)), words[::-1], "--format", "glove")
    loads("with a first line", write("vectors.vec", text(words)), words, "--format", "fasttext")


def test_threads_and_sizes():
    """More than one piece of the file, and vectors longer than one."""
    for count, dimensions in ((4000, 100), (3, 65536), (1, 1), (2, 1)):
        words = some_words(count, dimensions)
        for form, data in (("word2vec", binary(words)), ("word2vec", text(words)), ("glove", text(words, False))):
            for threads in ("1", "5"):
                what = "%s, %d words of %d dimensions, %s threads" % (form, count, dimensions, threads)
                loads(what, write("vectors", data), words, "--format", form, "--threads", threads)


def test_words_most():
    words = some_words(50, 4)
    for form, data in (("word2vec", binary(words)), ("word2vec", text(words)), ("glove", text(words, False))):
        for most in (1, 49, 50, 51):
            loads("the first %d words of %s" % (most, form), write("vectors", data), words[:most], "--format", form,
                       "--words-most", str(most))
            check(asked("SELECT options FROM source") == [("words-most=%d" % most,)], "options of words-most")


# ---- (2) Damage ----------------------------------------------------------------------------------

def test_damaged_lines():
    good = [("one", (1.0, 2.0, 3.0)), ("two", (4.0, 5.0, 6.0))]
    for line, word, message in (
            (b"bad 1 2", "bad", "the line has 2 numbers, expected 3"),
            (b"bad 1", "bad", "the line has 1 number, expected 3"),
            (b"bad", "bad", "the line has 0 numbers, expected 3"),
            (b"bad 1 2 3 4", "bad", "the line has more than 3 numbers"),
            (b"bad 1 x 3", "bad", "number 2 is 'x', expected a finite one"),
            (b"bad 1 2 nan", "bad", "number 3 is 'nan'"),
            (b"bad -inf 2 3", "bad", "number 1 is '-inf'"),
            (b"bad 1 2 1e39", "bad", "number 3 is '1e39'"),
            (b"bad 1,5 2 3", "bad", "number 1 is '1,5'"),
            (b"bad 0x1p3 2 3", "bad", "number 1 is '0x1p3'"),
            (b"bad 1 \x00 3", "bad", "number 2 is "),
            (b"bad 1 \xff 3", "bad", "number 2 is ''"),
            (b"bad 1 2 " + b"3" * 300, "bad", "number 3 is '333"),
            (b"1 2 3", "1", "the line has 2 numbers, expected 3"),
            (b" 1 2 3", "1", "the line has 2 numbers, expected 3"),
            (b"b\xffd 1 2 3", None, "byte 2 of the word is not UTF-8"),
            (b"b\xc3 1 2 3", None, "byte 2 of the word is not UTF-8"),
            (b"b\x00d 1 2 3", None, "byte 2 of the word is a control character"),
            (b"x" * 5000 + b" 1 2 3", None, "the word is longer than 4096 bytes"),
            (b"x" * (1 << 20) + b" 1 2 3", None, "the word is longer than 4096 bytes"),
            (b"x" * (5 << 20) + b" 1 2 3", None, "the line is longer than 4194304 bytes"),
            (b"one 7 8 9", "one", "the word is in the file twice; its first vector counts")):
        for form, head in (("word2vec", b"3 3\n"), ("glove", b"")):
            data = head + b"one 1 2 3\n" + line + b"\ntwo 4 5 6\n"
            # GloVe's dimensions are those of most lines.
            loads("%s, %.30r" % (form, line), write("vectors", data), good, "--format", form,
                  damage=[(len(head) + 10, word, message)])
    loads("empty lines", write("vectors", "2 3\n\none 1 2 3\n \t\r\n\ntwo 4 5 6\n\n"), good, "--format", "word2vec")
    loads("the longest word", write("vectors", b"1 1\n" + b"x" * 4096 + b" 1\n"), [("x" * 4096, (1.0,))],
          "--format", "word2vec")


def test_damaged_records():
    good = [("one", (1.0, 2.0)), ("two", (4.0, 5.0))]
    nan, infinity = struct.unpack("<f", b"\x00\x00\xc0\x7f")[0], float("-inf")
    for record, word, message in (
            (b"bad " + floats(nan, 1), "bad", "number 1 is not finite"),
            (b"bad " + floats(1, infinity), "bad", "number 2 is not finite"),
            (b"b\xffd " + floats(1, 2), None, "byte 2 of the word is not UTF-8"),
            (b"b\x01d " + floats(1, 2), None, "byte 2 of the word is a control character"),
            (b" " + floats(1, 2), None, "there is no word before the numbers"),
            (b"one " + floats(7, 8), "one", "the word is in the file twice")):
        for after in (b"\n", b""):
            parts = [word.encode() + b" " + floats(*vector) + after for word, vector in good]
            data = b"3 2\n" + parts[0] + record + after + parts[1]
            loads("binary, %r" % record, write("vectors", data), good, "--format", "word2vec",
                  damage=[(4 + len(parts[0]), word, message)])
    data = binary(good, header=b"3 2\n") + b"x" * 5000 + b" " + floats(1, 2)
    loads("a word without end", write("vectors", data), good, "--format", "word2vec",
          damage=[(len(data) - 5009, None, "a word is longer than 4096 bytes")])
    data = binary(good, header=b"1 2\n")
    loads("more than is promised", write("vectors", data), good[:1], "--format", "word2vec",
          damage=[(4 + 13, None, "the file goes on after the last word that its first line promises")])


def test_promises():
    words = some_words(3, 5)
    for promised in (4, 5, 10**18, 10**40):
        kept = min(promised, 2**63 - 1)
        message = "the first line promises %d words, but the file has 3" % kept
        for data in (binary(words, header=b"%d 5\n" % promised), text(words).replace("3 5", "%d 5" % promised).encode()):
            loads("%d words are promised" % promised, write("vectors", data), words, "--format", "word2vec",
                  damage=[(len(data), None, message)])
    data = text(words).replace("3 5", "1 5")
    loads("less are promised", write("vectors", data), words, "--format", "word2vec",
          damage=[(len(data), None, "the first line promises 1 word, but the file has 3")])
    loads("no words", write("vectors", "0 5\n"), [], "--format", "word2vec")


def test_lost_bytes():
    """A block of a bzip2 file is damaged: a text goes on after it, a binary file does not."""
    words = some_words(6000, 60)
    for what, data in (("binary", binary(words)), ("text", text(words).encode())):
        packed = bytearray(bz2.compress(data, 1))
        packed[len(packed) // 2] ^= 255
        status, errors = load("--format", "word2vec", write("lost.bz2", packed))
        found, told = asked(WORDS), asked(DAMAGE)
        check(status == 3 and "a block is damaged" in told[0][2], "%s: %d %s %s" % (what, status, errors, told))
        check(set(found) <= set(rows(words)), "%s: words that were not written" % what)
        check(found[-1] == rows(words)[-1] if what == "text" else "cannot be found" in told[0][2],
              "%s: %s" % (what, told))
        check(len(found) > 1000 and len(found) < 6000, "%s: %d words" % (what, len(found)))
        packed[100] ^= 255
        refuses("%s without a beginning" % what, write("lost.bz2", packed), "its first lines are lost", "--format",
                "word2vec")


# ---- (3) Truncation at every byte ----------------------------------------------------------------

def test_truncation():
    """What is whole is loaded, and what is not is damage."""
    words = [("one", (1.5, 2.5)), ("zwölf", (3.25, 4.5)), ("three", (5.5, 6.5))]
    for what, data, head in (("binary", binary(words), 4), ("without line ends", binary(words, b""), 4),
                             ("text", text(words).encode(), 4)):
        ends = [head]
        for word, vector in words:
            ends.append(ends[-1] + (len(text([(word, vector)], False).encode()) if what == "text"
                                    else len(word.encode()) + 9 + (what == "binary")))
        assert ends[-1] == len(data)
        if what == "binary": # the line end after a vector is no part of it
            ends = [ends[0]] + [end - 1 for end in ends[1:]]
        for length in range(0, len(data), 1 if LONG else 13):
            path = write("cut", data[:length])
            status, errors = load("--format", "word2vec", path)
            if length < 3:
                check(status == 1, "%s, %d bytes: status %d" % (what, length, status))
                continue
            whole = sum(end <= length for end in ends[1:])
            found = [row[0] for row in asked(WORDS)]
            told = asked(DAMAGE)
            # The last number of a line may be shorter and still be one.
            least, most = (whole, whole + 1) if what == "text" else (whole, whole)
            check(status == 3 or (what == "text" and len(found) == 3) or (what == "binary" and length >= ends[-1]),
                  "%s, %d bytes: status %d: %s" % (what, length, status, errors))
            check(found == [word for word, _ in words][:len(found)] and least <= len(found) <= most,
                  "%s, %d bytes: %s, expected %d words" % (what, length, found, whole))
            check(told or status == 0, "%s, %d bytes: no damage is told" % (what, length))
        figure(len(data) if LONG else len(data) // 13, "word vector files that break off")


# ---- (4) Hostile files ---------------------------------------------------------------------------

def test_hostile():
    for what, data, message in (
            ("an empty file", b"", "is empty, expected word vectors"),
            ("no numbers", b"hello world\n", "its first line should say how many words and dimensions"),
            ("one number", b"300\nx 1\n", "its first line should say"),
            ("three", b"3 3 3\nx 1 2 3\n", "its first line should say"),
            ("a word", b"x 1 2 3\n", "its first line should say"),
            ("binary of another kind", bytes(range(256)), "its first line should say"),
            ("a model of fastText", b"\xba\x16\x4f\x2f\x0c\x00\x00\x00", "its first line should say"),
            ("a negative number", b"-3 3\nx 1 2 3\n", "its first line should say"),
            ("no dimensions", b"3 0\nx\n", "expected 1 to 65536 dimensions, found 0"),
            ("too many", b"3 65537\nx 1\n", "expected 1 to 65536 dimensions, found 65537"),
            ("far too many", b"3 " + b"9" * 60 + b"\nx 1\n", "expected 1 to 65536 dimensions"),
            ("a long first line", b"1" * 100000 + b" 3\n", "its first line should say"),
            ("no line end", b" " * 1000000, "its first line should say")):
        for form in ("word2vec", "fasttext"):
            refuses("%s as %s" % (what, form), write("hostile", data), message, "--format", form)
    for what, data, message in (
            ("an empty file", b"", "is empty, expected word vectors"),
            ("prose", b"Once upon a time\nthere was\n", "expected a word and numbers in its first lines, found none"),
            ("too many", b"x " + b"1 " * 65537 + b"\n", "expected 1 to 65536 dimensions, found 65537")):
        refuses(what + " as GloVe", write("hostile", data), message, "--format", "glove")
    # 200 MB would not be enough for what these promise.
    limited = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_AS, (300 << 20, 300 << 20)), "program": PLAIN}
    for header in (b"1000000000000000000 65536\n", b"9223372036854775807 1\n"):
        status, errors = load("--format", "word2vec", write("huge", header + b"x " + b"\x00" * 16), **limited)
        check(status == 3, "%r: %d: %s" % (header, status, errors))
    # 100 MB in one line
    write("long", b"100 2\nfirst 1 2\n" + b"y" * (100 << 20) + b" 1 2\n" + b"last 3 4\n" + b"z 1\n" * 1000)
    status, errors = load("--format", "word2vec", "long", **limited)
    check(status == 3 and [row[0] for row in asked(WORDS)] == ["first", "last"], "a line of 100 MB: " + errors)


# ---- (5) Recognition -----------------------------------------------------------------------------

def kind_of(name, data, *options):
    status, _ = load(*options, write(name, data))
    return asked("SELECT kind FROM source")[0][0] if status in (0, 3) else None


def test_recognition():
    words = some_words(30, 16)
    wide = some_words(4, 2000)
    prose = [("<unk>", words[0][1]), *words]
    for what, name, data, kind in (
            ("binary", "GoogleNews.bin", binary(words), "word2vec"),
            ("binary of gensim", "vectors", binary(words, b""), "word2vec"),
            ("wide binary", "vectors.bin.gz", gzip.compress(binary(wide)), "word2vec"),
            ("text", "wiki.en.vec", text(words), "word2vec"),
            ("text called .txt", "vectors.txt", text(words), "word2vec"),
            ("GloVe", "glove.6B.50d.txt", text(words, False), "glove"),
            ("GloVe that begins with <unk>", "glove", text(prose, False), "glove"),
            ("one word with a header", "v.vec", text(words[:1]), "word2vec")):
        check(kind_of(name, data) == kind, "%s is read as %s" % (what, kind_of(name, data)))
    header = "name," + ",".join("x%d" % i for i in range(16)) + "\n"
    table = "".join(word + "," + ",".join(map(repr, vector)) + "\n" for word, vector in words)
    # None: a table, of which nobody knows where the text is.
    for what, name, data, kind in (
            ("CSV", "table.csv", header + table, None),
            ("a table with spaces called .csv", "table.csv", text(words, False), None),
            ("a table with tabs called .tsv", "table.tsv", text(words, False, between="\t"), None),
            ("a table with tabs", "table", text(words, False, between="\t"), None),
            ("few dimensions", "small", text(some_words(30, 15), False), "text"),
            ("few dimensions with a header", "small", text(some_words(30, 3)), "text"),
            ("two lines", "two", text(words[:2], False), "text"),
            ("one line is shorter", "odd", text(words[:5] + [("x", (1.0,) * 15)], False), "text"),
            ("integers", "integers", "".join("w%d %s\n" % (i, "7 " * 20) for i in range(30)), "text"),
            ("only numbers", "matrix", "".join("0.5 " * 20 + "\n" for i in range(30)), "text"),
            ("prose", "prose", "The ferry leaves at 9.15 and 10.15.\n" * 30, "text"),
            ("two numbers and prose", "prose", "3 300\n" + "The ferry leaves at nine.\n" * 30, "text"),
            ("JSON lines", "lines", '{"text": "a 0.1 0.2 0.3"}\n' * 3, "jsonl"),
            ("dates", "log", "2024-01-01 0.5 1.5\n" * 50, "text")):
        found = kind_of(name, data)
        check(found == kind, "%s is read as %s" % (what, found))
    check(kind_of("asked", text(words, False), "--document", "line") == "text", "--document makes it text")
    _, said = load(write("wiki.vec", text(words)), quiet=False)
    said = said.splitlines()
    check(said[0].endswith("wiki.vec: read as word2vec (--format overrides this)"), said)
    check("30 words with vectors of 16 dimensions" in said[1] and "sentence" not in said[1], said)
    with open("wiki.vec", "rb") as pipe:
        status, errors = load("-", stdin=pipe)
        check(status == 0 and asked(WORDS) == rows(words), "standard input: " + errors)


# ---- (6) What is refused -------------------------------------------------------------------------

def test_one_vocabulary():
    first, second = write("first.vec", text(some_words(5, 4))), write("second.vec", text(some_words(5, 3)))
    same = write("same.vec", text(some_words(6, 4, seed=2)))
    for other, dimensions in ((second, 3), (same, 4)):
        loads("the first", first, some_words(5, 4), "--format", "word2vec")
        with open("test.db", "rb") as file:
            before = file.read()
        refuses("another vocabulary", other, "has %d dimensions, and test.db has 5 words with vectors of 4 already"
                % dimensions, "--format", "word2vec", again=True)
        with open("test.db", "rb") as file:
            check(file.read() == before, "the database has changed")
        status, errors = load("--format", "fasttext", first, again=True)
        check(status == 1 and "was loaded with other options (word2vec: )" in errors, errors)
        status, errors = load("--format", "word2vec", first, again=True)
        check(status == 0 and len(asked(WORDS)) == 5, "the same file again: " + errors)
        asked("DELETE FROM word_vector")
        status, errors = load("--format", "word2vec", other, again=True)
        check(status == 0 and len(asked(WORDS)) == (5 if other == second else 6), "in its place: " + errors)
    status, errors = load("--format", "word2vec", first, same)
    check(status == 1 and asked(WORDS) == rows(some_words(5, 4)), "two files: " + errors)


def test_options():
    path = write("v.vec", text(some_words(20, 20)))
    for option, message in ((["--language", "en"], "--language is for texts, not for the word vectors of --format"),
                            (["--whole"], "--whole is for --format"), (["--encoding", "latin1"], "--encoding is for"),
                            (["--columns", "text=a"], "--columns and --carry are for"),
                            (["--history"], "--namespaces, --history and --text-only are for"),
                            (["--no-header"], "--no-header is for"), (["--table", "x"], "--table and --query are for"),
                            (["--words-most", "0"], "--words-most: expected a number of words, 1 or more"),
                            (["--words-most", "many"], "--words-most: expected a number of words")):
        for form in ("word2vec", "glove", "fasttext"):
            refuses("%s with %s" % (option, form), path, message, "--format", form, *option)
    check(kind_of("v.vec", text(some_words(20, 20)), "--language", "en") == "text", "--language makes it text")
    refuses("--words-most for texts", write("text", "A text.\n"), "--words-most is for --format word2vec, glove or "
            "fasttext, not text", "--words-most", "3")


# ---- (7) What else is in the database ------------------------------------------------------------

def test_beside_texts():
    """Names and counts of texts are the same with and without vectors in the database."""
    notes = write("notes.csv", "id,text\n" + "".join("%d,The mill on the river was built in %d by a baker. \n"
                                                     % (i, 1850 + i % 2) for i in range(6)))
    outputs = []
    for vectors in (False, True):
        status, errors = load(notes)
        if vectors:
            status, errors = load(write("v.vec", text(some_words(20, 20))), again=True)
        check(status == 0, errors)
        done = subprocess.run(["sqlite3", "-batch", "-bail", os.path.abspath("test.db")], input=".read sql/pipeline.sql\n",
                              cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False)
        check(done.returncode == 0, done.stdout)
        outputs.append([line for line in done.stdout.splitlines() if " s" not in line[-8:]])
    check(outputs[0] == outputs[1], "with vectors the pipeline says\n%s\nand without\n%s"
          % ("\n".join(outputs[1]), "\n".join(outputs[0])))


def test_older_database():
    """One that has no such table yet gets it, and keeps its rows."""
    load(write("a.txt", "A text.\n"))
    asked("DROP TABLE word_vector")
    status, errors = load(write("v.vec", text(some_words(20, 20))), again=True)
    check(status == 0 and len(asked(WORDS)) == 20 and len(asked("SELECT * FROM sentence")) == 1, errors)


sys.exit(run_tests("loader/word_vector_files", globals()))
