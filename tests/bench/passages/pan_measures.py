"""pan_measures.py - the measures by which PAN judges found passages.

Precision, recall, granularity and plagdet, as Potthast, Stein, Barrón-Cedeño and Rosso define them (An Evaluation
Framework for Plagiarism Detection, COLING 2010). A passage is (pair, a_position, a_length, b_position, b_length),
where `pair` names the two texts. `cases` are the passages that are there, `found` those that a program names.

Two passages meet if they overlap in both texts. What meets no case is wrong, however much it overlaps in one.
"""
import collections
import math

Passage = collections.namedtuple("Passage", "pair a_position a_length b_position b_length")


def overlap(begin, length, other_begin, other_length):
    return max(0, min(begin + length, other_begin + other_length) - max(begin, other_begin))


def meet(p, q):
    return (p.pair == q.pair and overlap(p.a_position, p.a_length, q.a_position, q.a_length) > 0
            and overlap(p.b_position, p.b_length, q.b_position, q.b_length) > 0)


def by_pair(passages):
    found = collections.defaultdict(list)
    for passage in passages:
        found[passage.pair].append(passage)
    return found


def union(ranges):
    """How many places the ranges (begin, length) cover."""
    covered = reached = 0
    for begin, length in sorted(ranges):
        begin, end = max(begin, reached), begin + length
        covered += max(0, end - begin)
        reached = max(reached, end)
    return covered


def common(p, q):
    """What both cover of a, and of b, as ranges."""
    return [(max(p[i], q[i]), overlap(p[i], p[i + 1], q[i], q[i + 1])) for i in (1, 3)]


def covered_share(case, found):
    """The share of the characters of a case, on both sides, that passages which meet it cover."""
    parts = [common(case, each) for each in found if meet(case, each)]
    return (union(part[0] for part in parts) + union(part[1] for part in parts)) / (case.a_length + case.b_length)


def macro_recall(cases, found):
    """Each case counts the same."""
    if not cases or not found:
        return float(not cases and not found)
    of = by_pair(found)
    return sum(covered_share(case, of.get(case.pair, ())) for case in cases) / len(cases)


def macro_precision(cases, found):
    return macro_recall(found, cases)


def characters(passages):
    """How many characters they cover, those of several passages once."""
    return sum(union((p.a_position, p.a_length) for p in each) + union((p.b_position, p.b_length) for p in each)
               for each in by_pair(passages).values())


def micro_recall_and_precision(cases, found):
    """Each character counts the same."""
    if not cases or not found:
        return (float(not cases and not found),) * 2
    of = by_pair(found)
    both = [Passage(case.pair, *a, *b) for case in cases for each in of.get(case.pair, ()) if meet(case, each)
            for a, b in [common(case, each)]]
    return characters(both) / characters(cases), characters(both) / characters(found)


def granularity(cases, found):
    """How many passages meet a case, on average of those that any meets: 1 is best."""
    of = by_pair(found)
    counts = [sum(meet(case, each) for each in of.get(case.pair, ())) for case in cases]
    return sum(counts) / max(1, sum(count > 0 for count in counts)) if any(counts) else 1.0


def plagdet(recall, precision, granularity_of):
    if recall + precision == 0:
        return 0.0
    return 2 * recall * precision / (recall + precision) / math.log2(1 + granularity_of)


def judge(cases, found):
    """(plagdet, recall, precision, granularity), macro and micro."""
    pieces = granularity(cases, found)
    macro = macro_recall(cases, found), macro_precision(cases, found)
    micro = micro_recall_and_precision(cases, found)
    return tuple((plagdet(*each, pieces), *each, pieces) for each in (macro, micro))
