"""train_word_vectors.py - trains word vectors on the sentences of a neardup database, and stores them in it.

    python3 -m venv build/gensim && build/gensim/bin/pip install gensim
    build/gensim/bin/python examples/train_word_vectors.py [options] DATABASE

Run it in the project's folder, after `make`. It needs gensim, which the first line installs; no other Python
package, no download of vectors. The vectors are those of word2vec (skip-gram with negative sampling, Mikolov
et al. 2013).

Words are without case and width, as fold_text() folds them, and without numbers. Each becomes a row of the
table word_vector, the most frequent first. Its weight is a / (a + p) with a = 0.001, where p is its share of all
words: the smooth inverse frequency of Arora, Liang and Ma 2017, by which text_vector() weighs words. What all texts
have in common is taken out: from each vector, the mean of all occurrences of all words, weighed like that.
Otherwise texts that have nothing to do with each other are alike, too, and share bits of their projections.

The table changes in one transaction at the end; after an error or Ctrl-C it is as it was. With --threads 1 the
same database, seed and version of gensim give the same vectors; with more they differ from run to run.
"""

import argparse
import logging
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time
import unicodedata

from training_database import prepare, shell, show, stop

WEIGHT_SCALE = 1e-3       # a
OCCURRENCES_FEW = 100000  # below this, more threads gain nothing
APPLICATION_ID = 1313109360

NO_GENSIM = """train_word_vectors.py: gensim is not installed for this Python. In the project's folder:
    python3 -m venv build/gensim && build/gensim/bin/pip install gensim
    build/gensim/bin/python %s""" % " ".join(sys.argv)


def read_options():
    parser = argparse.ArgumentParser(
        description="Trains word vectors on the sentences of a neardup database, and stores them in it.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("database", help="as `neardup load` has made it")
    parser.add_argument("--dimensions", type=int, default=100, metavar="N", help="of a vector, 1 to 65536; 100 to 400 "
                        "are usual")
    parser.add_argument("--epochs", type=int, default=5, metavar="N", help="how often all sentences are read; more for "
                        "less than a million")
    parser.add_argument("--count-least", type=int, default=5, metavar="N", help="a rarer word gets no vector")
    parser.add_argument("--window", type=int, default=5, metavar="N", help="how many words before and after a word "
                        "are its context")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1, metavar="N", help="1: the same vectors "
                        "each time")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random numbers")
    parser.add_argument("--weights", action=argparse.BooleanOptionalAction, default=True,
                        help="store the weight of each word; without, all words weigh the same")
    parser.add_argument("--keep-mean", action="store_true", help="leave the mean of all texts in the vectors")
    parser.add_argument("--replace", action="store_true", help="replace the word vectors that are there already")
    options = parser.parse_args()
    for name, most in (("dimensions", 65536), ("epochs", 10000), ("count_least", 10**9), ("window", 1000),
                       ("threads", 256)):
        if not 1 <= getattr(options, name) <= most:
            parser.error("--%s: expected 1 to %d" % (name.replace("_", "-"), most))
    if not 0 <= options.seed < 2**32:
        parser.error("--seed: expected 0 to 4294967295")
    return options


# ---- The database --------------------------------------------------------------------------------

def sentence_count(options):
    """How many sentences there are to train on."""
    path = options.database
    prepare(path)
    with sqlite3.connect(path, timeout=60) as db:
        words, = db.execute("SELECT count(*) FROM word_vector").fetchone()
        sentences, = db.execute("SELECT count(*) FROM sentence").fetchone()
    db.close()
    if words and not options.replace:
        stop("%s: has %d words with vectors already; --replace trains new ones in their place" % (path, words))
    if not sentences:
        stop("%s: has no sentences; load texts into it first, by build/neardup load FILE %s" % (path, path))
    return sentences


def store(options, rows):
    """Puts the words into the table, in place of all others."""
    db = sqlite3.connect(options.database, timeout=600, isolation_level=None)
    db.execute("BEGIN IMMEDIATE")
    db.execute("DELETE FROM word_vector")
    db.executemany("INSERT INTO word_vector(word, vector, weight) VALUES (?, ?, ?)", rows)
    db.execute("COMMIT")
    db.close()


# ---- Words ---------------------------------------------------------------------------------------

def characters(points):
    """A class of a regular expression for these code points, which ascend."""
    ranges = []
    for point in points:
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return "[%s]" % "".join("%s-%s" % (re.escape(chr(first)), re.escape(chr(last))) for first, last in ranges)


def word_pattern():
    """Matches the words and numbers of a folded text: runs of letters, digits and marks. Han and Hiragana have no
    spaces: each character is a word."""
    alone = re.compile("[\u3005\u3007\u3041-\u3096\u309D-\u309F\u3400-\u4DBF\u4E00-\u9FFF\uF900-\uFAFF"
                       "\U00020000-\U0003FFFF]")
    marks = [point for point in range(sys.maxunicode + 1) if unicodedata.category(chr(point)) in ("Mn", "Mc")]
    known = set(marks)
    letters = [point for point in range(sys.maxunicode + 1)
               if (chr(point).isalnum() or point in known) and not alone.match(chr(point))]
    return re.compile("%s+|%s%s*" % (characters(letters), alone.pattern, characters(marks)))


def write_words(options, sentences, path):
    """Writes a line of words for each sentence. Returns how many words there are."""
    select = "SELECT fold_text(text, 'case width space') FROM sentence ORDER BY id"
    pattern, count, shown = word_pattern(), 0, time.monotonic()
    reader = subprocess.Popen(shell(pathlib.Path(options.database).resolve().as_uri() + "?mode=ro",
                                    ".load build/neardup", ".mode list", select),
                              stdout=subprocess.PIPE, encoding="utf-8", errors="replace")
    with open(path, "w", encoding="utf-8") as lines:
        for number, text in enumerate(reader.stdout, 1):
            words = [word for word in pattern.findall(text) if not word[0].isdigit()]
            count += len(words)
            lines.write(" ".join(words) + "\n")
            if time.monotonic() - shown > 1:
                show("sentences read: %d of %d" % (number, sentences))
                shown = time.monotonic()
    if reader.wait() != 0:
        stop("%s: cannot read its sentences" % options.database)
    return count


# ---- Progress ------------------------------------------------------------------------------------

class Progress(logging.Handler):
    """Shows what gensim writes into its log, about once a second."""

    def __init__(self, epochs):
        super().__init__(logging.INFO)
        self.epochs = epochs

    def emit(self, record):
        found = re.search(r"EPOCH (\d+).*PROGRESS: at ([0-9.]+)%", record.getMessage())
        if found:
            show("epoch %d of %d: %.0f %%" % (int(found[1]) + 1, self.epochs, float(found[2])))


# ---- Training ------------------------------------------------------------------------------------

def train(Word2Vec, options, path, count):
    """The trained model."""
    log = logging.getLogger("gensim")
    log.setLevel(logging.INFO)
    log.propagate = False
    log.addHandler(Progress(options.epochs))
    model = Word2Vec(vector_size=options.dimensions, window=options.window, min_count=options.count_least,
                     workers=options.threads if count >= OCCURRENCES_FEW else 1, seed=options.seed, sg=1)
    model.build_vocab(corpus_file=path)
    if len(model.wv) < 2:
        stop("%s: among its %d words %s %d times; give a smaller --count-least, or load more texts"
             % (options.database, count, "only one occurs" if len(model.wv) else "none occurs", options.count_least))
    show("training %d words" % len(model.wv), last=True)
    model.train(corpus_file=path, total_words=model.corpus_total_words, epochs=options.epochs)
    return model


def rows_of(model, options):
    """(word, vector, weight) of each word, the most frequent first."""
    vectors = model.wv.vectors.astype("f8")
    shares = [model.wv.get_vecattr(word, "count") / model.corpus_total_words for word in model.wv.index_to_key]
    weights = [WEIGHT_SCALE / (WEIGHT_SCALE + share) if options.weights else 1.0 for share in shares]
    if not options.keep_mean:
        amounts = [share * weight for share, weight in zip(shares, weights)]
        vectors -= sum(amount * vector for amount, vector in zip(amounts, vectors)) / sum(amounts)
    for word, vector, weight in zip(model.wv.index_to_key, vectors.astype("<f4"), weights):
        yield word, vector.tobytes(), weight if options.weights else None


def main():
    options = read_options()
    try:
        from gensim.models import Word2Vec
    except ImportError:
        sys.exit(NO_GENSIM)
    started = time.monotonic()
    sentences = sentence_count(options)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "words.txt")
        count = write_words(options, sentences, path)
        show("%d words in %d sentence%s" % (count, sentences, "" if sentences == 1 else "s"), last=True)
        model = train(Word2Vec, options, path, count)
    store(options, rows_of(model, options))
    show("%s: %d words with vectors of %d dimensions, %.0f s"
         % (options.database, len(model.wv), options.dimensions, time.monotonic() - started), last=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        stop("interrupted; the table word_vector is as it was")
    except sqlite3.Error as error:
        stop("the database: %s; the table word_vector is as it was" % error)
