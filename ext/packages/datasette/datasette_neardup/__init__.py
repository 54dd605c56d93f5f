"""datasette-neardup - shows in Datasette what neardup has found.

It gives the SQL functions of neardup to every database. For each neardup database, which it knows by its
application_id, it adds what the database itself cannot have: descriptions of tables and columns, facets, sentences
instead of their numbers, queries, a page about the findings and one for each cluster and pair. It writes only verdicts on pairs,
of those who have the permission neardup-judge: root, unless somebody else is given it.

Texts come from anywhere. They reach a page through Jinja, which escapes them, or through escape() below; a link
leads to http: and https: only.
"""

import importlib.resources
import inspect
import json
import re
import urllib.parse

import neardup
from datasette import hookimpl, hookspecs
from datasette.utils.asgi import Forbidden, NotFound, Response
from datasette.utils.sqlite import sqlite3
from markupsafe import Markup, escape

SHOWN_MOST = 200  # sentences on the page of a cluster
LABEL_MOST = 100  # characters of a sentence that stands for its number

OURS = json.loads(importlib.resources.files(__name__).joinpath("tables.json").read_text(encoding="utf-8"))
TABLES = OURS["tables"]

# What the pages of Datasette show first of a table.
PRESENTATION = {
    "sentence": {"label_column": "text", "facets": ["block"]},
    "article": {"label_column": "title", "sort": "id"},
    "source": {"label_column": "name"},
    "pair": {"sort_desc": "jaccard"},
    "pair_kind": {"sort_desc": "score", "facets": ["kind", "type"]},
    "cluster": {"sort_desc": "size", "facets": ["kind", "mixed"]},
    "contradiction": {"facets": ["type", "kind"]},
    "said_differently": {"facets": ["kind", "template"]},
    "template": {"sort_desc": "slots"},
}
SHOWN = ["source", "article", "sentence", "pair", "pair_kind", "cluster", "member",
         "possible_contradiction", "contradiction", "said_differently", "template", "template_value", "damage", "verdict",
         "sample", "label", "parameters"]  # the others are for the pipeline

# What the page of findings and those of clusters show rows of.
PAGE_TABLES = ("sentence", "article", "source", "cluster", "member", "pair_kind", "contradiction", "template")

# Columns that hold the number of a sentence; those of a cluster are called cluster_id. They show the sentence, and
# lead to it, or from the table of clusters to the page of the cluster.
SENTENCE_COLUMNS = {
    "pair": ("a", "b"), "pair_kind": ("a", "b"), "pair_evidence": ("a", "b"), "near_miss": ("a", "b"),
    "possible_contradiction": ("a", "b"), "contradiction": ("a", "b"), "said_differently": ("a", "b"),
    "member": ("sentence_id",), "cluster": ("representative",),
    "cluster_group": ("group_id", "sentence_id"), "cluster_link": ("a", "b"), "copy": ("sentence_id", "first_id"),
    "resemblance": ("sentence_id",), "signature": ("sentence_id",), "template_value": ("sentence_id",),
    "watch_conflict": ("a", "b"), "watch_sentence": ("sentence_id",), "pair_verdict": ("a", "b"),
    "cluster_link": ("a", "b"), "next_to_review": ("a", "b"),
}

# The columns that lead to the page of a pair.
PAIR_COLUMNS = {"contradiction": "likelihood", "possible_contradiction": "likelihood", "pair_kind": "kind",
                "pair_verdict": "verdict", "next_to_review": "place"}

JUDGE = "neardup-judge"
VERDICTS = ("contradiction", "same", "pattern", "citation", "fixed", "ignore", "duplicate", "no duplicate")

QUERIES = {
    "contradictions": {
        "title": "What may contradict, best first",
        "description": "Each pair as one text, with what differs as [a|b].",
        "sql": """SELECT likelihood, type, title_a, title_b,
       mark_differences(text_a, text_b) AS difference, reason, cluster_id
  FROM contradiction
 LIMIT 200""",
    },
    "near_text": {
        "title": "Texts near this text",
        "description": "Compares your text, or a part of one, with every one of the database: how much of yours is "
                       "in the other, and how similar the two are as a whole. A million texts take some ten seconds, "
                       "which may be more than Datasette allows: then look for clusters near this text.",
        "sql": """SELECT round(containment(mine, fold_text(text, fold), shingle), 3) AS share,
       round(jaccard(mine, fold_text(text, fold), shingle), 3) AS jaccard,
       title, text, cluster_id
  FROM (SELECT shingle, fold, fold_text(:text, fold) AS mine FROM setting)
 CROSS JOIN sentence
  JOIN article ON article.id = article_id
  LEFT JOIN member ON sentence_id = sentence.id
 WHERE mine <> '' AND share >= 0.4
 ORDER BY share DESC, jaccard DESC, sentence.id
 LIMIT 50""",
    },
    "near_cluster": {
        "title": "Clusters near this text",
        "description": "Looks up the signatures of your text: fast in a database of any size, but it finds only "
                       "texts that are similar to another one in the database, and nothing if the pipeline ran "
                       "without MinHash.",
        "sql": """WITH near AS (
    SELECT DISTINCT sentence_id, setting.shingle, fold, fold_text(:text, fold) AS mine
      FROM setting
     CROSS JOIN minhash_signatures(fold_text(:text, fold), setting.shingle, setting.bands, setting.rows,
                                   setting.hashes, setting.scheme, setting.seed) AS made
     CROSS JOIN signature
        ON signature.band = made.band AND signature.signature = made.signature
     LIMIT 2000
)
SELECT round(jaccard(mine, fold_text(text, fold), shingle), 3) AS jaccard, title, text, cluster_id
  FROM near
  JOIN sentence ON sentence.id = sentence_id
  JOIN article ON article.id = article_id
  LEFT JOIN member USING (sentence_id)
 WHERE jaccard >= 0.3
 ORDER BY jaccard DESC, sentence.id
 LIMIT 50""",
    },
    "repeated_texts": {
        "title": "Texts that occur in several articles",
        "description": "Clusters of one text, by the number of articles that have it.",
        "sql": """SELECT articles, size, text, cluster.id AS cluster_id
  FROM cluster
  JOIN sentence ON sentence.id = representative
 WHERE kind = 'identical' AND articles > 1
 ORDER BY articles DESC, size DESC, cluster.id
 LIMIT 200""",
    },
    "overlapping_articles": {
        "title": "Articles that share most",
        "description": "Pairs of articles by the number of clusters that have sentences of both. Clusters of more "
                       "than 50 sentences are left out.",
        "sql": """WITH place AS (
    SELECT DISTINCT cluster_id, article_id
      FROM cluster
      JOIN member   ON cluster_id = cluster.id
      JOIN sentence ON sentence.id = sentence_id
     WHERE size <= 50
)
SELECT count(*) AS clusters, p.title AS a, q.title AS b
  FROM place AS x
  JOIN place AS y USING (cluster_id)
  JOIN article AS p ON p.id = x.article_id
  JOIN article AS q ON q.id = y.article_id
 WHERE x.article_id < y.article_id
 GROUP BY x.article_id, y.article_id
 ORDER BY clusters DESC, x.article_id, y.article_id
 LIMIT 200""",
    },
}

# In place of near_text, if the database has this index (live-index.md), whose own tables are hidden.
INDEX = "sentence_index"
INDEX_TABLES = [f"{INDEX}_{table}" for table in ("data", "log", "dead", "pairs", "members", "labels", "clusters", "content")]
NEAR_BY_INDEX = {
    "title": "Texts near this text",
    "description": "Looks up your text in the index sentence_index: fast in a database of any size.",
    "sql": """SELECT round(found.jaccard, 3) AS jaccard, title, sentence.text, cluster_id
  FROM sentence_index(:text) AS found
  JOIN sentence ON sentence.id = found.rowid
  JOIN article ON article.id = article_id
  LEFT JOIN member ON sentence_id = sentence.id
 ORDER BY found.jaccard DESC, sentence.id
 LIMIT 50""",
}


def is_ours(datasette, database):
    """Whether this is a neardup database; startup() and prepare_connection() find out."""
    return database in getattr(datasette, "neardup_databases", ())


def findings_path(datasette, database):
    return datasette.urls.path(f"/-/neardup/{urllib.parse.quote(database, safe='')}")


def cluster_path(datasette, database, cluster):
    return f"{findings_path(datasette, database)}/{int(cluster)}"


def pair_path(datasette, database, a, b):
    return f"{findings_path(datasette, database)}/{int(a)}-{int(b)}"


@hookimpl
def prepare_connection(conn, database, datasette):
    neardup.load(conn)
    if database and conn.execute("PRAGMA application_id").fetchone()[0] == OURS["application_id"]:
        datasette.neardup_databases = {*getattr(datasette, "neardup_databases", ()), database}


def table_metadata():
    """What Datasette shows of our tables: {table: {"description", "columns", "sort", "facets", "hidden" …}}."""
    tables = {}
    for name, described in TABLES.items():
        tables[name] = {"description": described["description"], "columns": described["columns"],
                        **PRESENTATION.get(name, {})}
        if name not in SHOWN:
            tables[name]["hidden"] = True
    return {**tables, **{name: {"hidden": True} for name in INDEX_TABLES}}


def database_description(datasette, name):
    return Markup('<a href="{}">What neardup has found</a>').format(findings_path(datasette, name))


async def queries_of(datasette, database):
    ours = datasette.get_database(database)
    names = {*await ours.table_names(), *await ours.view_names()}
    if not {"cluster", "pair_kind", "setting", "likelihood"} <= names:
        return {}
    found = {**QUERIES, "near_text": NEAR_BY_INDEX} if INDEX in names else QUERIES
    return {name: {**query, "hide_sql": True} for name, query in found.items()}


def is_new(datasette):
    """Whether this is Datasette 1.0, which stores what it is told when it starts. Its first alphas cannot."""
    return hasattr(datasette, "add_query")


async def describe(datasette, database):
    """Tells Datasette 1.0 of a database, which before asks get_metadata() and canned_queries()."""
    configured = datasette.config.setdefault("databases", {}).setdefault(database, {}).setdefault("tables", {})
    await datasette.set_database_metadata(database, "description_html", str(database_description(datasette, database)))
    for table, described in table_metadata().items():
        shown = {key: value for key, value in described.items() if key not in ("description", "columns")}
        configured[table] = {**shown, **configured.get(table, {})}
        if "description" in described:
            await datasette.set_resource_metadata(database, table, "description", described["description"])
        for column, description in described.get("columns", {}).items():
            await datasette.set_column_metadata(database, table, column, "description", description)
    trusted = await may_view(datasette, None, database, *PAGE_TABLES)  # else the query needs execute-sql
    for name, query in (await queries_of(datasette, database)).items():
        await datasette.add_query(database, name, is_trusted=trusted, **query)


@hookimpl
def startup(datasette):
    async def connect():
        for name, database in datasette.databases.items():
            try:
                await database.execute("SELECT 1")
            except sqlite3.Error:
                continue  # Datasette says so on the pages of this database
            if is_new(datasette) and is_ours(datasette, name):
                await describe(datasette, name)

    return connect


@hookimpl(optionalhook=True)
def get_metadata(datasette, database):
    del database  # of all, since Datasette merges and selects
    return {"databases": {
        name: {"tables": table_metadata(), "description_html": database_description(datasette, name)}
        for name in getattr(datasette, "neardup_databases", ())}}


@hookimpl(optionalhook=True)
def canned_queries(datasette, database, actor):
    async def queries():
        shown = is_ours(datasette, database) and await may_view(datasette, actor, database, *PAGE_TABLES)
        return await queries_of(datasette, database) if shown else {}

    return queries


async def may_view(datasette, actor, database, *tables):
    """Whether somebody may look into all of these tables."""
    for table in tables:
        if is_new(datasette):
            from datasette.resources import TableResource

            allowed = await datasette.allowed(
                action="view-table", resource=TableResource(database, table), actor=actor)
        else:  # as ensure_permissions(), which is slow where each cell of a page asks
            allowed = None
            for asked in [("view-table", (database, table)), ("view-database", database), ("view-instance",)]:
                if allowed is None:
                    allowed = await datasette.permission_allowed(actor, *asked, default=None)
        if allowed is False:
            return False
    return True


@hookimpl(optionalhook=True)
def register_actions():
    from datasette.permissions import Action
    from datasette.resources import DatabaseResource

    return [Action(name=JUDGE, description="Say what pairs are", resource_class=DatabaseResource)]


@hookimpl(optionalhook=True)
def permission_allowed(actor, action):
    return True if action == JUDGE and actor and actor.get("id") == "root" else None


async def may_judge(datasette, actor, database):
    """Whether somebody may judge pairs of this database; nobody may who has no name."""
    if not actor or not actor.get("id"):
        return False
    if is_new(datasette):
        from datasette.resources import DatabaseResource

        return await datasette.allowed(action=JUDGE, resource=DatabaseResource(database), actor=actor)
    return await datasette.permission_allowed(actor, JUDGE, database, default=False)


def linked(actor, row, value, column, table, database, datasette):
    if not is_ours(datasette, database):
        return None
    if value and PAIR_COLUMNS.get(table) == column and {"a", "b"} <= set(row.keys()):
        return Markup('<a href="{}">{}</a>').format(pair_path(datasette, database, row["a"], row["b"]), value)
    if not isinstance(value, int):
        return None
    if column == "cluster_id":
        return Markup('<a href="{}">{}</a>').format(cluster_path(datasette, database, value), value)
    if column not in SENTENCE_COLUMNS.get(table, ()):
        return None

    async def link():
        found = (await datasette.get_database(database).execute(
            "SELECT text FROM sentence WHERE id = ?", [value])).first() \
            if await may_view(datasette, actor, database, "sentence") else None
        if found is None:
            return None
        text = found["text"] if len(found["text"]) <= LABEL_MOST else found["text"][:LABEL_MOST - 1] + "…"
        path = cluster_path(datasette, database, row["id"]) if table == "cluster" \
            else datasette.urls.row(database, "sentence", value)
        return Markup('<a href="{}">{}</a>&nbsp;<em>{}</em>').format(path, text, value)

    return link()


if "request" in inspect.signature(hookspecs.render_cell).parameters:
    @hookimpl
    def render_cell(row, value, column, table, database, datasette, request):
        return linked(request and request.actor, row, value, column, table, database, datasette)
else:  # Datasette 0.65 does not tell who asks, so a cell shows what everybody may see
    @hookimpl
    def render_cell(row, value, column, table, database, datasette):
        return linked(None, row, value, column, table, database, datasette)


@hookimpl
def database_actions(datasette, actor, database, request):
    del actor, request
    if is_ours(datasette, database):
        return [{"href": findings_path(datasette, database), "label": "What neardup has found"}]
    return []


def marked(pieces):
    """A text with what it lacks and what it has instead of another, as HTML."""
    return Markup("").join(
        escape(theirs) if change == "equal"
        else Markup("<del>{}</del>").format(ours) * bool(ours) + Markup("<ins>{}</ins>").format(theirs) * bool(theirs)
        for change, ours, theirs in pieces)


async def our_database(datasette, request):
    name = urllib.parse.unquote(request.url_vars["database"])
    if name not in datasette.databases:
        raise NotFound(f"{name} is no neardup database")
    if is_new(datasette):
        from datasette.resources import DatabaseResource

        await datasette.ensure_permission(action="view-database", resource=DatabaseResource(name), actor=request.actor)
    else:
        await datasette.ensure_permissions(request.actor, [("view-database", name), "view-instance"])
    if not is_ours(datasette, name):
        raise NotFound(f"{name} is no neardup database")
    if not await may_view(datasette, request.actor, name, *PAGE_TABLES):
        raise Forbidden("view-table")
    database = datasette.get_database(name)
    if "cluster" not in await database.table_names():
        raise NotFound(f"{name} has no results yet: run the pipeline first")
    if "likelihood" not in await database.view_names():
        raise NotFound(f"{name} has the results of an older release: load the texts again, and run the pipeline")
    return name, database


async def page(datasette, request, file, name, **what):
    """A page, with what all pages need: for who may judge, and where that can be written, the forms for verdicts."""
    allowed = await may_judge(datasette, request.actor, name)
    return Response.html(await datasette.render_template(file, {
        "database": name, "findings_path": findings_path(datasette, name), "judges": allowed,
        "verdicts": VERDICTS if allowed and datasette.get_database(name).is_mutable else (),
        "path": lambda cluster: cluster_path(datasette, name, cluster),
        "pair_path": lambda row: pair_path(datasette, name, row["a"], row["b"]),
        "row_path": lambda table, key: datasette.urls.row(name, table, key), **what,
    }, request=request))


async def findings_page(datasette, request):
    name, database = await our_database(datasette, request)
    kinds = await database.execute("SELECT kind, count(*) AS clusters, sum(size) AS sentences "
                                   "  FROM cluster GROUP BY kind ORDER BY clusters DESC, kind")
    largest = await database.execute(
        "SELECT cluster.*, text FROM cluster JOIN sentence ON sentence.id = representative "
        " ORDER BY size DESC, cluster.id LIMIT 20")
    best = await database.execute(
        "SELECT a, b, likelihood, title_a, title_b, reason, cluster_id, mark_differences(text_a, text_b) AS difference, "
        "       score >= shown_least AS is_likely, shown_least "
        "  FROM contradiction, parameters WHERE best ORDER BY is_likely DESC, rank DESC, a, b LIMIT 20")
    return await page(datasette, request, "neardup_findings.html", name, kinds=kinds.rows, largest=largest.rows,
                      best=[row for row in best if row["is_likely"]] or best.rows[:5], queries=QUERIES)


def number_of(digits):
    """A number of SQLite; one that is too large is none of ours."""
    return min(int(digits), 2**63 - 1) if len(digits) < 20 else 2**63 - 1


async def cluster_page(datasette, request):
    name, database = await our_database(datasette, request)
    number = number_of(request.url_vars["cluster"])
    cluster = (await database.execute(
        "SELECT cluster.*, words AS likelihood "
        "  FROM cluster LEFT JOIN likelihood ON likelihood.score = round(cluster.score, 2) WHERE id = ?",
        [number])).first()
    if cluster is None:
        raise NotFound(f"{name} has no cluster {number}")
    found = await database.execute(
        "SELECT sentence.id, text, section, article_id, title, titled, article.key, url, source.name AS source "
        "  FROM member JOIN sentence ON sentence.id = sentence_id JOIN article ON article.id = article_id "
        "  JOIN source ON source.id = source_id JOIN article_url ON article_url.id = article_id "
        " WHERE cluster_id = ? ORDER BY sentence.id <> ?, sentence.id LIMIT ?",
        [number, cluster["representative"], SHOWN_MOST])
    sentences = []
    for row in found.rows:
        pieces = await database.execute(
            "SELECT change, text_a, text_b "
            "  FROM sentence AS x, sentence AS y, text_differences(x.text, y.text) AS found "
            " WHERE x.id = ? AND y.id = ? ORDER BY found.position", [cluster["representative"], row["id"]])
        sentences.append({**dict(row), "html": marked(pieces.rows)})
    pairs = await database.execute(
        "SELECT pair_kind.*, mark_differences(x.text, y.text) AS difference, words AS likelihood, "
        "       (SELECT verdict || ', ' || judge FROM pair_verdict AS said WHERE said.a = x.id AND said.b = y.id) AS said "
        "  FROM pair_kind JOIN sentence AS x ON x.id = a JOIN sentence AS y ON y.id = b "
        "  JOIN likelihood ON likelihood.score = round(pair_kind.score, 2) "
        " WHERE cluster_id = ? ORDER BY pair_kind.score DESC, a, b LIMIT 50", [number])
    template = (await database.execute("SELECT * FROM template WHERE cluster_id = ?", [number])).first() \
        if "template" in await database.table_names() else None
    return await page(datasette, request, "neardup_cluster.html", name, cluster=cluster, sentences=sentences,
                      pairs=pairs.rows, template=template)


async def judge(datasette, request, name, database, a, b):
    """Stores a verdict that was sent, and says where to go on: where the form was, if that is a page of ours."""
    if not await may_judge(datasette, request.actor, name):
        raise Forbidden(JUDGE)
    sent = await request.post_vars()
    verdict = {"a": a, "b": b, "verdict": sent.get("verdict", ""), "judge": str(request.actor["id"]),
               "reason": sent.get("reason", "")}
    try:
        if not database.is_mutable:
            raise sqlite3.OperationalError("it is served as immutable")
        await database.execute_write_fn(
            lambda connection: connection.execute("SELECT neardup_run('verdict', ?)", [json.dumps(verdict)]).fetchall())
    except sqlite3.Error as error:
        datasette.add_message(request, f"{name} has not taken the verdict: {error}", datasette.ERROR)
    else:
        datasette.add_message(request, "Taken back" if verdict["verdict"] == "none" else f"Judged: {verdict['verdict']}")
    back = sent.get("back", "")
    is_page = re.fullmatch(re.escape(findings_path(datasette, name)) + "(/[0-9]+(-[0-9]+)?)?", back)
    return Response.redirect(back if is_page else request.path)


async def pair_page(datasette, request):
    name, database = await our_database(datasette, request)
    a, b = sorted(number_of(request.url_vars[side]) for side in "ab")
    found = await database.execute(
        "SELECT sentence.id, text, section, article_id, title, titled, article.key, url, source.name AS source "
        "  FROM sentence JOIN article ON article.id = article_id "
        "  JOIN source ON source.id = source_id JOIN article_url ON article_url.id = article_id "
        " WHERE sentence.id IN (?, ?) ORDER BY sentence.id", [a, b])
    if len(found.rows) < 2:
        raise NotFound(f"{name} has no sentences {a} and {b}")
    if request.method == "POST":
        return await judge(datasette, request, name, database, a, b)
    x, y = found.rows
    pieces = await database.execute("SELECT change, text_a, text_b FROM text_differences(?, ?) ORDER BY position",
                                    [x["text"], y["text"]])
    pair = (await database.execute(
        "SELECT pair_kind.*, words AS likelihood FROM pair_kind JOIN likelihood ON likelihood.score = round(pair_kind.score, 2) "
        " WHERE a = ? AND b = ?", [a, b])).first()
    said = await database.execute("SELECT * FROM verdict WHERE text_a = min(?1, ?2) AND text_b = max(?1, ?2) "
                                  " ORDER BY judged_at DESC, judge DESC", [x["text"], y["text"]]) \
        if "verdict" in await database.table_names() else None
    said = said.rows if said else ()
    return await page(datasette, request, "neardup_pair.html", name, pair=pair, row={"a": a, "b": b}, said=said,
                      mine=[one for one in said if request.actor and one["judge"] == str(request.actor.get("id"))],
                      sentences=[{**dict(x), "html": x["text"]}, {**dict(y), "html": marked(pieces.rows)}])


@hookimpl
def register_routes():
    return [(r"^/-/neardup/(?P<database>[^/]+)$", findings_page),
            (r"^/-/neardup/(?P<database>[^/]+)/(?P<cluster>[0-9]+)$", cluster_page),
            (r"^/-/neardup/(?P<database>[^/]+)/(?P<a>[0-9]+)-(?P<b>[0-9]+)$", pair_page)]
