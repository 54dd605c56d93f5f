"""reuse.py - the job reuse on texts of random words, in which passages were planted.

What is boilerplate must cost a few alignments for each article. The tables are the same with any
number of threads, and when the script runs again. The passages must be all sentences in prose and lists, each
once, and in their places in the text.
"""

import collections
import os
import sqlite3
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import databases
from counting import check, run_tests
from databases import rows as ask, shell
from planted_passages import Writer, fill, planted

TABLES = ("passage", "passage_signature", "reuse_choice", "reuse", "reuse_cluster", "reuse_member",
          "reuse_detection")


def set_parameters(path, settings):
    databases.run(path, "reuse_parameters", "UPDATE reuse_parameters SET %s;" % settings)


def run(path, settings=None):
    if settings:
        set_parameters(path, settings)
    return databases.run(path, "reuse")


def everything(path):
    return {table: ask(path, f"SELECT * FROM {table}") for table in TABLES}


CASES = "SELECT a, b, a_position, a_length, b_position, b_length FROM reuse ORDER BY 1, 2, 3"


def test_planted(folder):
    path, writer = os.path.join(folder, "planted.db"), Writer(1)
    articles = [writer.article() for _ in range(60)]
    cases = planted(writer, articles, [(0, 1), (0, 1), (2, 40), (3, 59), (3, 58), (10, 20), (58, 59)])
    fill(path, [("text", articles)])
    printed = run(path)
    check(ask(path, CASES) == cases, f"planted {cases}, found {ask(path, CASES)}")
    for id, in ask(path, "SELECT id FROM reuse"):
        (a, b), = ask(path, "SELECT substr(x.text, a_position, a_length), substr(y.text, b_position, b_length)"
                      "  FROM reuse JOIN article_text AS x ON x.article_id = a"
                      "  JOIN article_text AS y ON y.article_id = b WHERE id = ?", id)
        check(a == b, f"a copy: {a} and {b}")
    check(ask(path, "SELECT min(similarity), count(kind), count(reason), sum(words = a_words AND words = b_words)"
              "  FROM reuse") == [(1.0, 0, 0, len(cases))], "copies have all words, and no kind yet")
    check(ask(path, "SELECT id, passages, articles, cases FROM reuse_cluster") ==
          [(id, 2, 2, 1) for id in range(1, len(cases) + 1)], "each is a text of its own")
    check("7 cases of reuse in 9 articles: 7 texts." in printed, printed)
    first = everything(path)
    for threads in (1, 2, 5):
        run(path, f"threads = {threads}")
        check(everything(path) == first, f"{threads} threads")
    return path


def test_passages(path):
    """All sentences, each once, in their places; of about the wanted length."""
    for length in (400, 100, 3000):
        run(path, f"passage_length = {length}")
        wrong = ask(path, """SELECT count(*) FROM article_text JOIN passage USING (article_id)
            WHERE substr(text, position, length) <> (
                SELECT group_concat(joint, '')
                  FROM (SELECT CASE WHEN position = first THEN ''
                                    WHEN paragraph = lag(paragraph) OVER (ORDER BY position) THEN ' '
                                    ELSE char(10) END || text AS joint
                          FROM sentence
                         WHERE sentence.article_id = passage.article_id
                           AND position BETWEEN first AND last
                         ORDER BY position))""")
        check(wrong == [(0,)], f"{wrong} passages of {length} characters are elsewhere")
        parts = collections.defaultdict(list)
        for article, first, last in ask(path, "SELECT article_id, first, last FROM passage ORDER BY id"):
            parts[article].append((first, last))
        for article, last in ask(path, "SELECT article_id, max(position) FROM sentence GROUP BY 1"):
            bounds = [1] + [end + 1 for _, end in parts[article]]
            check([begin for begin, _ in parts[article]] == bounds[:-1] and bounds[-1] == last + 1,
                  f"article {article}: {parts[article]}")
        longest, = ask(path, "SELECT max(length) FROM passage")[0]
        check(longest < 2.7 * length, f"{longest} characters where {length} are wanted")
    check(ask(path, "SELECT count(*) FROM article_text WHERE article_id = 0") == [(0,)], "no article")


def test_text_of_article(folder):
    """Tables and footers are left out; an article without text has an empty one, and no passages."""
    path = os.path.join(folder, "text.db")
    fill(path, [("text", [[["One.", "Two."], ["Three."], ["Four.", "Five."]], [["Cell."]], []])])
    ask(path, "UPDATE sentence SET block = 'table' WHERE text IN ('One.', 'Three.', 'Cell.')")
    ask(path, "UPDATE sentence SET block = 'list' WHERE text = 'Two.'")
    run(path)
    check(ask(path, "SELECT * FROM article_text") == [(1, "Two.\nFour. Five."), (2, ""), (3, "")],
          ask(path, "SELECT * FROM article_text"))
    check(ask(path, "SELECT * FROM passage") == [(1, 1, 2, 5, 1, 16)], ask(path, "SELECT * FROM passage"))


def test_nothing(folder):
    path = os.path.join(folder, "nothing.db")
    fill(path, [])
    printed = run(path)
    check("0 cases of reuse in 0 articles: 0 texts." in printed, printed)


def test_one_text(folder):
    """A passage that three articles have is one text; so are equal articles, of which one was changed."""
    path, writer = os.path.join(folder, "one.db"), Writer(2)
    articles = [writer.article() for _ in range(30)]
    shared = writer.paragraph(600)
    for article in (4, 7, 9):
        articles[article].insert(2, shared)
    whole = writer.article()
    articles[20:23] = [whole, whole, whole[:1] + [writer.paragraph(300)] + whole[1:]]
    fill(path, [("text", articles)])
    run(path)
    check(ask(path, "SELECT DISTINCT a, b FROM reuse ORDER BY a, b") ==
          [(5, 8), (5, 10), (8, 10), (21, 22), (21, 23), (22, 23)], ask(path, CASES))
    id, = ask(path, "SELECT min(id) FROM reuse")[0]
    check(ask(path, "SELECT * FROM reuse_cluster WHERE id = ?", id) == [(id, 3, 3, 3)],
          ask(path, "SELECT * FROM reuse_cluster"))
    check(ask(path, "SELECT article_id, length FROM reuse_member WHERE cluster_id = ?", id) ==
          [(article, len(" ".join(shared)) - 1) for article in (5, 8, 10)],
          ask(path, "SELECT * FROM reuse_member"))


def test_sides(folder):
    """Within sources, between them, and between the web and what is not from it."""
    path, writer = os.path.join(folder, "sides.db"), Writer(3)
    articles = [writer.article() for _ in range(30)]
    cases = planted(writer, articles, [(1, 2), (3, 15), (11, 25), (21, 22), (5, 29)])
    within = [case for case in cases if (case[0] - 1) // 10 == (case[1] - 1) // 10]
    between = [case for case in cases if case not in within]
    fill(path, [("text", articles[:10]), ("mediawiki", articles[10:20]), ("text", articles[20:])])
    for settings, expected in ((None, within), ("compare = 'between'", between), ("compare = 'all'", cases),
                               ("compare = 'within'", within)):
        run(path, settings)
        check(ask(path, CASES) == expected, f"{settings}: {ask(path, CASES)} instead of {expected}")
    ask(path, "UPDATE source SET kind = 'warc' WHERE id IN (1, 3)")
    web = [case for case in cases if (case[0] in range(11, 21)) != (case[1] in range(11, 21))]
    rest = [case for case in cases if case not in web]
    for settings, expected in (("compare = NULL", web), ("compare = 'within'", rest), ("compare = 'all'", cases)):
        run(path, settings)
        check(ask(path, CASES) == expected, f"web, {settings}: {ask(path, CASES)} instead of {expected}")
    check(ask(path, "SELECT compare FROM reuse_detection") == [("all",)], "what was compared")


def test_boilerplate(folder):
    """What all articles have costs a few alignments for each, and is one text; what two of them have is found."""
    path, writer, count = os.path.join(folder, "boilerplate.db"), Writer(4), 300
    notice = writer.paragraph(300)
    articles = [writer.article(2) for _ in range(count)]
    cases = planted(writer, articles, [(0, 200), (100, 299)])
    for article in articles:
        article.append(notice)
    fill(path, [("text", articles)])
    run(path, "bucket_most = 20")
    (candidates, large), = ask(path, "SELECT candidates, large_buckets FROM reuse_detection")
    check(count <= candidates <= 15 * count and large > 0, f"{candidates} candidates, {large} large buckets")
    check(set(cases) <= set(ask(path, CASES)), f"planted {cases}")
    sizes = ask(path, "SELECT passages FROM reuse_cluster ORDER BY 1")
    check(sizes == [(2,), (2,), (count,)], f"{sizes} passages in the clusters")
    run(path, "bucket_most = 300")
    check(ask(path, "SELECT candidates, large_buckets FROM reuse_detection") == [(count * (count - 1) // 2, 0)],
          "all pairs of a bucket that is not large")


def test_refused(folder):
    path = os.path.join(folder, "refused.db")
    fill(path, [("text", [[["One."]]])])
    set_parameters(path, "threads = 0")
    for settings in ("compare = 'without'", "passage_length = 0", "shingle = 0", "bands = 0", "rows = 65",
                     "bucket_most = 1", "seed = 'words'", "similarity_least = 1.5", "threads = -1"):
        try:
            ask(path, "UPDATE reuse_parameters SET " + settings)
            check(False, settings + " is accepted")
        except sqlite3.IntegrityError:
            check(True, settings)
    result = shell(path, "web")
    check("has no passages yet. Find them first: neardup reuse" in result.stderr, result.stderr)


def test_planted_passages(folder):
    test_passages(test_planted(folder))


run_tests("pipeline/reuse", test_planted_passages, test_text_of_article, test_nothing, test_one_text, test_sides,
          test_boilerplate, test_refused)
