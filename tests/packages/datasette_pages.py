"""datasette_pages.py DB - the pages that the plugin datasette-neardup adds to Datasette, or changes. datasette.sh runs
it in an environment that has both; DB is the sample, after the pipeline.
"""

import asyncio
import html
import os
import re
import sqlite3
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from counting import check, figure, finish  # noqa: E402

import neardup  # noqa: E402
from datasette.app import Datasette  # noqa: E402

HOSTILE = ['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "javascript:alert(1)", "\u202eevil",
           "{{ 7 * 7 }}", "<b>"]


class Site:
    """A Datasette that serves some databases."""

    def __init__(self, *paths, **settings):
        self.datasette = Datasette(list(paths), settings=settings)

    async def get(self, path, status=200):
        answer = await self.datasette.client.get(path)
        check(answer.status_code == status, f"{path}: {answer.status_code}, {answer.text[-300:]}")
        return answer.text

    async def rows(self, path, **parameters):
        answer = await self.datasette.client.get(path, params={"_shape": "array", **parameters})
        check(answer.status_code == 200, f"{path}: {answer.status_code}, {answer.text[-300:]}")
        return answer.json()


def has(page, *words):
    text = html.unescape(re.sub(r"<[^>]*>", "", page))
    for word in words:
        check(word in text, f"'{word}' is not on the page")


async def test_pages(site):
    home = await site.get("/sample")
    has(home, "What neardup has found", "Texts near this text", "cluster")
    check(">signature</a>" not in home.partition("hidden table")[0], "the tables of the pipeline are hidden")
    findings = await site.get("/-/neardup/sample")
    has(findings, "What may contradict, best first", "[1857|1847]", "The largest clusters", "copyedit")
    has(await site.get("/-/neardup/sample/85"), "8 sentences", "At the census of 2021 {1} had {2} inhabitants",
        "Pairs, judged", "Dunmarrow § Population")
    check("<ins>Carrowick</ins>" in await site.get("/-/neardup/sample/85"), "differences are marked")
    clusters = await site.get("/sample/cluster")
    has(clusters, "Sentences that pairs connect", "kind", "template", "At the census of 2021")
    check('<a href="/-/neardup/sample/85">At the census of 2021' in clusters, "a cluster leads to its page")
    check('data-column="kind"' in clusters and "facet-info" in clusters, "there are facets")
    has(await site.get("/sample/pair_kind"), "How likely they contradict each other", "number", "The University of Port")
    has(await site.get("/sample/member?cluster_id=85"), "Which sentence is in which cluster", "At the census of 2021")
    has(await site.get("/sample/sentence"), "The sentences of each article")
    for table in await site.datasette.get_database("sample").table_names():
        await site.get(f"/sample/{table}")
    for view in await site.datasette.get_database("sample").view_names():
        await site.get(f"/sample/{view}")
    for cluster in await site.rows("/sample/cluster.json", _size="max"):
        await site.get(f"/-/neardup/sample/{cluster['id']}")
    await site.get("/-/neardup/none", status=404)
    await site.get("/-/neardup/_internal", status=404)
    for cluster in ("1", "9" * 30):
        await site.get(f"/-/neardup/sample/{cluster}", status=404)


async def test_links(site):
    """Every link within Datasette on the pages of the plugin leads somewhere."""
    pages = ["/-/neardup/sample", "/-/neardup/sample/85", "/sample", "/sample/cluster"]
    links = set()
    for page in pages:
        links.update(html.unescape(link) for link in re.findall(r'href="(/[^"]*)"', await site.get(page)))
    for link in sorted(links):
        if not link.startswith("/-/static"):
            answer = await site.datasette.client.get(link)
            check(answer.status_code in (200, 302), f"{link}: {answer.status_code}")
    figure(len(links), "links of Datasette's pages")


async def test_queries(site):
    best = await site.rows("/sample/contradictions.json")
    check(best and "[1857|1847]" in best[0]["difference"], f"contradictions: {best[:1]}")
    begun = time.process_time()
    near = await site.rows("/sample/near_text.json", text="Mount Ferrin is the highest point of the islands")
    check([row["title"] for row in near] == ["Great Sennet", "Mount Ferrin"], f"near_text: {near}")
    seconds = time.process_time() - begun
    check(seconds < 0.5, f"near_text took {seconds:.2f} s")
    text = near[0]["text"]
    near = await site.rows("/sample/near_cluster.json", text=text)
    check([row["jaccard"] for row in near][:1] == [1.0] and len(near) == 2, f"near_cluster: {near}")
    check(await site.rows("/sample/near_text.json", text="") == [], "near nothing")
    check(len(await site.rows("/sample/repeated_texts.json")) > 5, "repeated_texts")
    check((await site.rows("/sample/overlapping_articles.json"))[0]["clusters"] > 1, "overlapping_articles")
    own = await site.rows("/sample.json", sql="SELECT edit_distance('kitten', 'sitting') AS d")
    check(own == [{"d": 3}], f"a query of one's own: {own}")


async def test_hostile(folder):
    """Texts, titles, sources, kinds and addresses of somebody else are shown, never run."""
    path = os.path.join(folder, "hostile.db")
    around = "The Candlemas Storm killed {} people {} most of them in the low cottages behind the dyke."
    texts = [around.format(number, word) for word in HOSTILE for number in (143, 134)]
    neardup.find(texts, titles=[word for word in HOSTILE for _ in range(2)], database=path)
    db = sqlite3.connect(path)
    db.execute("UPDATE source SET name = ?, base = ?", (HOSTILE[0], "javascript:alert(1)//x/y"))
    db.execute("UPDATE sentence SET section = ?", (HOSTILE[1],))
    db.execute("UPDATE cluster SET kind = ?, reason = ?", (HOSTILE[0], HOSTILE[1]))
    db.commit()
    ids = [id for id, in db.execute("SELECT id FROM cluster")]
    db.close()
    site = Site(path)
    await site.datasette.invoke_startup()
    pages = ["/-/neardup/hostile", *(f"/-/neardup/hostile/{id}" for id in ids), "/hostile/contradictions",
             "/hostile/cluster", "/hostile/pair", "/hostile/member", "/hostile/sentence", "/hostile/pair_kind",
             "/hostile/near_text?text=" + HOSTILE[1].replace(" ", "+")]
    for page in pages:
        shown = await site.get(page)
        for attack in ("<script>alert", "<img src=x", 'href="javascript:', "<b>"):
            check(attack not in shown, f"{page} contains {attack}")
        check("alert(1)" in shown, f"{page} does not show the text")
        check(">49<" not in shown, f"{page} evaluates a template")


async def test_others(folder):
    """A database of somebody else gets the functions, and nothing else; it is not written."""
    path = os.path.join(folder, "others.db")
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE cluster (id INTEGER PRIMARY KEY, representative INTEGER)")
    db.execute("INSERT INTO cluster VALUES (1, 1)")
    db.commit()
    db.close()
    empty = os.path.join(folder, "empty.db")
    neardup.find([], database=empty)
    unfinished = os.path.join(folder, "unfinished.db")
    db = sqlite3.connect(unfinished)
    db.execute("PRAGMA application_id = 1313109360")
    db.execute("CREATE TABLE source (id INTEGER PRIMARY KEY)")
    db.close()
    before = open(path, "rb").read()
    site = Site(path, empty, unfinished)
    await site.datasette.invoke_startup()
    page = await site.get("/others/cluster")
    check("/-/neardup/" not in page, "a table called cluster of somebody else has links of ours")
    check("near_text" not in await site.get("/others"), "it has queries of ours")
    await site.get("/-/neardup/others", status=404)
    own = await site.rows("/others.json", sql="SELECT jaccard('a', 'a') AS j")
    check(own == [{"j": 1.0}], f"it has the functions: {own}")
    check(open(path, "rb").read() == before, "it was written to")
    has(await site.get("/-/neardup/empty"), "There are no clusters")
    await site.get("/unfinished")
    await site.get("/-/neardup/unfinished", status=404)


async def test_unreadable(path, folder):
    """A file that is no database does not keep the others from being served."""
    notes = os.path.join(folder, "notes.db")
    with open(notes, "w") as file:
        file.write("no database " * 100)
    site = Site(notes, path)
    await site.datasette.invoke_startup()
    await site.get("/-/neardup/notes", status=404)
    has(await site.get("/-/neardup/sample"), "The largest clusters")


async def main(path):
    site = Site(path)
    await site.datasette.invoke_startup()
    await test_pages(site)
    await test_links(site)
    await test_queries(site)
    with tempfile.TemporaryDirectory() as folder:
        await test_hostile(folder)
        await test_others(folder)
        await test_unreadable(path, folder)
    return finish("packages/datasette")


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1])))
