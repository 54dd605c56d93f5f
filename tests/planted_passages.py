"""planted_passages.py - articles of random words, in which passages were planted, for the tests of text reuse.

Random words share nothing by chance, so that the cases must be those planted, with the same ends to the character.
"""

import random

from databases import insert, new_database

STOPS = "the of and a in to it is was for by with at from on as".split()


class Writer:
    """Sentences of random words, in which three that follow each other never come again."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def word(self):
        return "".join(self.random.choices("aeioubdfgklmnprstvz", k=self.random.randint(3, 9)))

    def sentence(self):
        return " ".join(self.word() for _ in range(self.random.randint(6, 20))).capitalize() + "."

    def paragraph(self, characters):
        sentences = [self.sentence()]
        while sum(map(len, sentences)) + len(sentences) - 1 < characters:
            sentences.append(self.sentence())
        return sentences

    def article(self, paragraphs=5):
        return [self.paragraph(self.random.choice((40, 200, 500, 900, 2500))) for _ in range(paragraphs)]


def text_of(article):
    return "\n".join(" ".join(paragraph) for paragraph in article)


def fill(path, sources):
    """`sources` has the kind and the articles of each; an article is a list of paragraphs of sentences. The sentences
    are inserted in any order."""
    (kind, articles), *others = sources or [("text", [])]
    number, sentences = 0, []
    with new_database(path, kind=kind) as db:
        for source, (kind, articles) in enumerate([(kind, articles), *others], 1):
            if source > 1:
                insert(db, "source", id=source, kind=kind)
            for article in articles:
                number += 1
                insert(db, "article", id=number, source_id=source, title=f"Article {number}")
                rows = [(paragraph, text) for paragraph, texts in enumerate(article, 1) for text in texts]
                sentences += [(number, position, *row) for position, row in enumerate(rows, 1)]
        random.Random(0).shuffle(sentences)
        db.executemany("INSERT INTO sentence (article_id, position, paragraph, section, block, text) "
                       "VALUES (?, ?, ?, '', 'prose', ?)", sentences)


def planted(writer, articles, pairs):
    """Copies a paragraph of one article into another, for each pair; the cases, with their places."""
    copies = []
    for a, b in pairs:
        sentences = writer.paragraph(writer.random.randint(260, 900))
        for article in (a, b):
            articles[article].insert(writer.random.randrange(len(articles[article]) + 1), sentences)
        copies.append((a, b, " ".join(sentences)))
    return sorted((a + 1, b + 1, text_of(articles[a]).index(text) + 1, len(text) - 1,
                   text_of(articles[b]).index(text) + 1, len(text) - 1) for a, b, text in copies)


class StopWriter(Writer):
    """Words of which every other one is a stop word."""

    def word(self):
        return self.random.choice(STOPS) if self.random.random() < 0.5 else super().word()


def fill_with_stops(path):
    """Cases of articles 1 to 6, and a phrase that is too short for a case in 16 articles."""
    writer = StopWriter(1)
    articles = [writer.article() for _ in range(40)]
    planted(writer, articles, [(0, 1), (0, 2), (2, 3), (4, 5)])
    phrase = [" ".join(super(StopWriter, writer).word() for _ in range(19)).capitalize()[:150] + "."]
    for article in (0, *range(20, 35)):
        articles[article].append(phrase)
    fill(path, [("text", articles)])
