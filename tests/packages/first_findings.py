"""first_findings.py - the first findings after an installation: a contradiction of two texts."""

import neardup

found = neardup.find([
    "The Candlemas Storm killed 143 people, most of them in the low cottages behind the dyke.",
    "The Candlemas Storm killed 134 people, most of them in the low cottages behind the dyke.",
    "Hestholm is reached by the Mirrin Bridge, which rests on four piers of pale granite.",
])
for pair in found.kinds:
    print(pair.kind, pair.marked)
