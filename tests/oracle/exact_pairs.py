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
    count = collections.Counter(shingle for each in sets.values() for shingle in each)
    where = collections.defaultdict(list)
    candidates = set()
    for key in sorted(sets):
        rarest = sorted(sets[key], key=lambda shingle: (count[shingle], shingle))
        for shingle in rarest[: len(rarest) - math.ceil(least * len(rarest)) + 1]:
            if count[shingle] > 1:
                candidates.update((other, key) for other in where[shingle])
                where[shingle].append(key)
    exact = {}
    for a, b in candidates:
        both = len(sets[a] & sets[b])
        similarity = both / (len(sets[a]) + len(sets[b]) - both)
        if similarity >= least:
            exact[a, b] = similarity
    return exact
