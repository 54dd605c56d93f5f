"""train_semantic_hash.py - learns from the sentences of a neardup database which bits to give a text, and stores
the model in it.

    python3 -m venv build/jax && build/jax/bin/pip install jax optax
    build/jax/bin/python examples/train_semantic_hash.py [options] DATABASE

Run it in the project's folder, after `make`. It needs JAX and Optax, which the first line installs, without
anything for graphics cards. semantic_hash() applies the model; docs/functions/projections.md shows how.

The method is variational deep semantic hashing (Chaidaroon and Fang, SIGIR 2017). An encoder of two layers maps
the tf-idf vector of a text to the mean and variance of a normal distribution with as many dimensions as there are
bits; a decoder predicts the words of the text from a point drawn from it. Bit j is 1 if mean j is at least its
median over the texts of the training. The medians are subtracted from the last biases, so that the stored network
compares with 0.

Texts are drawn by article: all sentences of articles in random order. A tenth of the articles is held out, and
the loss on them printed after each epoch. A row of the table semantic_model is written at the end; after an error
or Ctrl-C the table is as it was. The same database, seed, versions and processor give the same model.
"""

import argparse
import os
import pathlib
import random
import sqlite3
import struct
import sys
import tempfile
import time

from training_database import prepare, run, show, stop

NO_JAX = """train_semantic_hash.py: JAX, Optax or NumPy is not installed for this Python. In the project's folder:
    python3 -m venv build/jax && build/jax/bin/pip install jax optax
    build/jax/bin/python %s""" % " ".join(sys.argv)

HELD_OUT = 0.1       # of the articles
BATCH = 256          # texts in a step
TERMS_MOST = 64      # of a text; of more, those that weigh most
KEPT = 0.9           # of the hidden outputs; the others are dropped in training
KL_WEIGHT = 0.05     # the paper has 1, for vectors that are some twenty times as long as these
RATE, DECAY = 1e-3, 0.96  # of learning, and by how much it shrinks in 10,000 steps


def read_options():
    parser = argparse.ArgumentParser(
        description="Learns which bits to give a text from the sentences of a neardup database.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
    parser.add_argument("database", help="as `neardup load` has made it")
    parser.add_argument("--bits", type=int, default=16, metavar="N", help="of a hash")
    parser.add_argument("--name", metavar="NAME", help="of the model in the table (default: vdsh and the bits)")
    parser.add_argument("--texts", type=int, default=100000, metavar="N", help="to learn from, and to hold out")
    parser.add_argument("--terms", type=int, default=10000, metavar="N", help="the most frequent, which it knows")
    parser.add_argument("--hidden", type=int, default=500, metavar="N", help="outputs of each of the two layers")
    parser.add_argument("--epochs", type=int, default=8, metavar="N", help="how often all texts are read")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the random numbers")
    parser.add_argument("--replace", action="store_true", help="replace a model of this name")
    options = parser.parse_args()
    for name, most in (("bits", 512), ("texts", 10**7), ("terms", 10**5), ("hidden", 4096), ("epochs", 10000)):
        if not 1 <= getattr(options, name) <= most:
            parser.error("--%s: expected 1 to %d" % (name, most))
    if not 0 <= options.seed < 2**32:
        parser.error("--seed: expected 0 to 4294967295")
    options.name = options.name or "vdsh%d" % options.bits
    return options


# ---- The database --------------------------------------------------------------------------------

def article_sizes(options):
    """Of each article, how many sentences it has."""
    path = options.database
    prepare(path)
    db = sqlite3.connect(path, timeout=60)
    known = db.execute("SELECT 1 FROM semantic_model WHERE name = ?", (options.name,)).fetchone()
    sizes = db.execute("SELECT article_id, count(*) FROM sentence GROUP BY article_id").fetchall()
    db.close()
    if known and not options.replace:
        stop("%s: has a model '%s' already; --replace trains another in its place" % (path, options.name))
    return sizes


def draw(options, sizes):
    """(article, whether it is held out) of articles in random order that together have enough texts."""
    generator, drawn, count = random.Random(options.seed), [], 0
    generator.shuffle(sizes)
    for article, size in sizes:
        if count >= options.texts:
            break
        drawn.append((article, generator.random() < HELD_OUT))
        count += size
    return drawn


def read_vectors(options, drawn):
    """The blob of document frequencies of all sentences, and (held out, vector) of the drawn ones."""
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "made.db")
        db = sqlite3.connect(made)
        db.execute("CREATE TABLE drawn (article_id INTEGER PRIMARY KEY, held INTEGER)")
        db.executemany("INSERT INTO drawn VALUES (?, ?)", drawn)
        db.commit()
        read = run(made, ".load build/neardup",
                   "ATTACH '%s' AS texts" % (pathlib.Path(options.database).resolve().as_uri().replace("'", "''")
                                             + "?mode=ro"),
                   "CREATE TABLE counted AS SELECT document_frequencies(text) AS frequencies FROM texts.sentence",
                   """CREATE TABLE input AS
                      SELECT held, tfidf_vector(text, (SELECT term_weights(frequencies) FROM counted)) AS vector
                        FROM drawn JOIN texts.sentence USING (article_id)
                       ORDER BY sentence.id""")
        if read.returncode != 0:
            stop("%s: cannot read its sentences: %s" % (options.database, read.stderr.strip()))
        frequencies, = db.execute("SELECT frequencies FROM counted").fetchone()
        rows = db.execute("SELECT held, vector FROM input WHERE vector IS NOT NULL").fetchall()
        db.close()
    return frequencies, rows


def store(options, dimensions, texts, loss, frequencies, model):
    db = sqlite3.connect(options.database, timeout=600)
    with db:
        db.execute("REPLACE INTO semantic_model(name, bits, terms, texts, loss, frequencies, model) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?)",
                   (options.name, options.bits, len(dimensions), texts, loss, frequencies, model))
    db.close()


# ---- Texts as arrays -----------------------------------------------------------------------------

def frequent_terms(np, frequencies, count):
    """The dimensions of the most frequent terms, ascending, and in which share of the texts each is."""
    texts, = struct.unpack_from("<I", frequencies, 4)
    hashes, having = np.frombuffer(frequencies, "<u4", offset=8).reshape(-1, 2).T
    chosen = np.sort(np.lexsort((hashes, -having.astype(np.int64)))[:count])
    return hashes[chosen], having[chosen] / texts


def as_arrays(np, rows, dimensions):
    """For each text that has any, its inputs and their values, filled up with 0; and whether it is held out."""
    inputs = np.zeros((len(rows), TERMS_MOST), np.int32)
    values = np.zeros((len(rows), TERMS_MOST), np.float32)
    for row, (_, blob) in enumerate(rows):
        size = (len(blob) - 5) // 8
        found, weights = np.frombuffer(blob, "<u4", size, 5), np.frombuffer(blob, "<f4", size, 5 + 4 * size)
        places = np.searchsorted(dimensions, found)
        known = dimensions[np.minimum(places, len(dimensions) - 1)] == found
        places, weights = places[known], weights[known]
        heaviest = np.argsort(-weights, kind="stable")[:TERMS_MOST]
        inputs[row, :len(heaviest)], values[row, :len(heaviest)] = places[heaviest], weights[heaviest]
    any_known, held = values.any(axis=1), np.array([held for held, _ in rows], bool)
    return inputs[any_known], values[any_known], held[any_known]


# ---- Training ------------------------------------------------------------------------------------

def first_parameters(np, options, shares):
    generator, hidden, bits = np.random.default_rng(options.seed), options.hidden, options.bits

    def layer(inputs, outputs, scale):
        return generator.normal(0, scale, (inputs, outputs)).astype(np.float32), np.zeros(outputs, np.float32)

    return {"first": layer(len(shares), hidden, 0.3), "second": layer(hidden, hidden, (2 / hidden) ** 0.5),
            "mean": layer(hidden, bits, hidden ** -0.5), "variance": layer(hidden, bits, hidden ** -0.5),
            "decoder": (layer(bits, len(shares), 0.05)[0], np.log(shares).astype(np.float32))}


def train(options, inputs, values, held, shares):
    """The layers of the encoder as arrays of weights and biases, and the loss on the texts held out."""
    import jax
    import jax.numpy as jnp
    import numpy as np
    import optax

    def encode(parameters, inputs, values, key):
        """Mean and logarithm of the variance of each text. Without a key nothing is dropped."""
        weights, biases = parameters["first"]
        hidden = jax.nn.relu(jnp.einsum("tk,tkh->th", values, weights[inputs]) + biases)
        hidden = jax.nn.relu(hidden @ parameters["second"][0] + parameters["second"][1])
        if key is not None:
            hidden *= jax.random.bernoulli(key, KEPT, hidden.shape) / KEPT
        mean, variance = (hidden @ parameters[name][0] + parameters[name][1] for name in ("mean", "variance"))
        return mean, jax.nn.sigmoid(variance)

    def loss(parameters, inputs, values, key, weight, dropping):
        """What it costs to predict the words, plus how far the distribution is from the standard one."""
        drop, noise = jax.random.split(key)
        mean, variance = encode(parameters, inputs, values, drop if dropping else None)
        point = mean + jnp.exp(variance / 2) * jax.random.normal(noise, mean.shape)
        logits = jax.nn.log_softmax(point @ parameters["decoder"][0] + parameters["decoder"][1])
        cost = -(jnp.take_along_axis(logits, inputs, 1) * values).sum(1)
        divergence = (mean ** 2 + jnp.exp(variance) - variance - 1).sum(1) / 2
        return (cost + weight * divergence).mean()

    @jax.jit
    def step(parameters, state, inputs, values, key, weight):
        updates, state = optimizer.update(jax.grad(loss)(parameters, inputs, values, key, weight, True), state)
        return optax.apply_updates(parameters, updates), state

    measure = jax.jit(lambda *given: loss(*given, KL_WEIGHT, False))
    means = jax.jit(lambda *given: encode(*given, None)[0])

    def batches(order):
        for first in range(0, len(order), BATCH):
            yield order[first:first + BATCH]

    learnt, unseen = np.flatnonzero(~held), np.flatnonzero(held)
    if len(learnt) < BATCH or not len(unseen):
        stop("%s: too few texts to learn from: %d, and %d held out" % (options.database, len(learnt), len(unseen)))
    parameters = first_parameters(np, options, shares)
    optimizer = optax.adam(optax.exponential_decay(RATE, 10000, DECAY))
    state, key = optimizer.init(parameters), jax.random.PRNGKey(options.seed)
    generator, steps = np.random.default_rng(options.seed), len(learnt) // BATCH
    for epoch in range(options.epochs):
        for number, batch in enumerate(batches(generator.permutation(learnt)[:steps * BATCH])):
            key, drawn = jax.random.split(key)
            weight = KL_WEIGHT * min(1, 2 * (epoch * steps + number) / (options.epochs * steps))
            parameters, state = step(parameters, state, inputs[batch], values[batch], drawn, weight)
            if number % 20 == 0:
                show("epoch %d of %d: %d %%" % (epoch + 1, options.epochs, 100 * number // steps))
        cost = sum(float(measure(parameters, inputs[batch], values[batch], jax.random.PRNGKey(0))) * len(batch)
                   for batch in batches(unseen)) / len(unseen)
        show("epoch %d of %d: loss %.3f on %d texts held out" % (epoch + 1, options.epochs, cost, len(unseen)),
             last=True)
    medians = np.median(np.concatenate([means(parameters, inputs[batch], values[batch])
                                        for batch in batches(learnt)]), axis=0)
    layers = [[np.asarray(array, "<f4") for array in parameters[name]] for name in ("first", "second", "mean")]
    layers[2][1] = (layers[2][1] - medians).astype("<f4")
    return layers, cost


def model_blob(dimensions, layers):
    """docs/formats/projection-format.md"""
    widths = [len(biases) for _, biases in layers]
    return b"".join([struct.pack("<4sHHI%dI" % len(widths), b"NDM1", 1, len(widths), len(dimensions), *widths),
                     dimensions.astype("<u4").tobytes(),
                     *(array.tobytes() for layer in layers for array in layer)])


def main():
    options = read_options()
    try:
        import jax  # pylint: disable=unused-import
        import numpy as np
        import optax  # pylint: disable=unused-import
    except ImportError:
        sys.exit(NO_JAX)
    started = time.monotonic()
    drawn = draw(options, article_sizes(options))
    frequencies, rows = read_vectors(options, drawn)
    if not rows:
        stop("%s: has no texts; load some first, by build/neardup load FILE %s" % ((options.database,) * 2))
    dimensions, shares = frequent_terms(np, frequencies, options.terms)
    inputs, values, held = as_arrays(np, rows, dimensions)
    show("%d texts, %d of them held out; %d terms" % (len(held), held.sum(), len(dimensions)), last=True)
    layers, cost = train(options, inputs, values, held, shares)
    store(options, dimensions, int((~held).sum()), cost, frequencies, model_blob(dimensions, layers))
    show("%s: the model '%s' of %d bits, %.0f s" % (options.database, options.name, options.bits,
                                                   time.monotonic() - started), last=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        stop("interrupted; the table semantic_model is as it was")
    except sqlite3.Error as error:
        stop("the database: %s; the table semantic_model is as it was" % error)
