#!/usr/bin/python3
"""vector_peers.py - vectors beside numpy and scikit-learn, where this Python has them.

tfidf_vector() must give what TfidfVectorizer gives for the same terms, dimensions what scikit-learn's
MurmurHash3 does, and cosine_similarity() what numpy computes in long double, to 2e-15."""
import os
import random
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path[:0] = [os.path.join(ROOT, "tests"), os.path.join(ROOT, "tests", "oracle")]
import reference
from counting import check, figure, require, run_tests, seed, skip
from extension import LOADABLE, open_with

chance = random.Random(seed())


def test_cosine(db):
    for _ in range(2000):
        size = chance.choice((1, 2, 3, 15, 16, 17, 100, 300, 400))
        scale = chance.choice((1, 1e-30, 1e30))
        v, w = (numpy.array([chance.gauss(0, scale) for _ in range(size)], "<f4") for _ in range(2))
        a, b = v.astype(numpy.longdouble), w.astype(numpy.longdouble)
        expected = a @ b / numpy.sqrt((a @ a) * (b @ b))
        found = db.execute("SELECT cosine_similarity(?, ?)", (v.tobytes(), w.tobytes())).fetchone()[0]
        check(abs(found - expected) < 2e-15, f"{v} and {w}: {found}, not {expected}")
    figure(2000, "cosines, those of numpy")


def test_tfidf(db):
    words = [chance.choice(("lamp", "Øre", "ferry", "日本", "ภาษา", "7,5", "Straße")) + str(chance.randrange(90))
             for _ in range(300)]
    texts = [" ".join(chance.choices(words, k=chance.randrange(1, 30))) for _ in range(400)]
    vectorizer = TfidfVectorizer(analyzer=reference.terms)
    rows = vectorizer.fit_transform(texts)
    dimensions = {column: murmurhash3_32(term, seed=0, positive=True)
                  for term, column in vectorizer.vocabulary_.items()}
    db.execute("CREATE TABLE line(id INTEGER PRIMARY KEY, text)")
    db.executemany("INSERT INTO line(text) VALUES (?)", ((text,) for text in texts))
    found = db.execute("SELECT tfidf_vector(text, (SELECT term_weights(text) FROM line)) FROM line ORDER BY id")
    for text, row, (blob,) in zip(texts, rows, found):
        expected = {dimensions[column]: value for column, value in zip(row.indices, row.data)}
        ours = reference.vector_components(blob)
        check(ours.keys() == expected.keys() and
              all(abs(ours[d] - expected[d]) <= 2**-22 * expected[d] for d in ours), f"the vector of {text}")
    figure(len(texts), "tf-idf vectors, those of scikit-learn")


NAME = "functions/vector_peers"
require(NAME, LOADABLE)
tests = []
try:
    import numpy
    tests.append(test_cosine)
except ImportError:
    skip(f"{NAME}: this Python has no numpy")
try:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.utils import murmurhash3_32
    tests.append(test_tfidf)
except ImportError:
    skip(f"{NAME}: this Python has no scikit-learn")
run_tests(NAME, *tests, db=open_with())
