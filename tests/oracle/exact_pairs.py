"""exact_pairs.py - all pairs of similar texts, by a prefix filter.

If two sets have Jaccard similarity s, then in one order of all shingles the first (1 - s) * size + 1 of each have one
in common.
"""

import collections
import math

from reference import shingles


def exact_pairs(texts, least=0.6, length=12):
    """{(a, b): Jaccard similarity} of the pairs, a < b, that have this similarity at least; texts is a dict."""
    sets = {key: set(shingles(text, length)) for key, text in texts.items()}
    count = collections.Counter()
    for each in sets.values():
        count.update(each)
    where = collections.defaultdict(list)
    candidates = set()
    for key in sorted(sets):
        # Those of this text alone are the first in the order, and need no sorting.
        shared = sorted((count[shingle], shingle) for shingle in sets[key] if count[shingle] > 1)
        size = len(sets[key])
        first = size - math.ceil(least * size) + 1 - (size - len(shared))
        for _, shingle in shared[: max(0, first)]:
            candidates.update((other, key) for other in where[shingle])
            where[shingle].append(key)
    exact = {}
    for a, b in candidates:
        both = len(sets[a] & sets[b])
        similarity = both / (len(sets[a]) + len(sets[b]) - both)
        if similarity >= least:
            exact[a, b] = similarity
    return exact
