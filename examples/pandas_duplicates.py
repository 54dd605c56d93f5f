"""pandas_duplicates.py - near-duplicates among the rows of a pandas DataFrame, here of reviews.csv.

    /usr/bin/python3 examples/pandas_duplicates.py

Run it in the project's folder. It needs pandas (apt-get install python3-pandas), but no Python that can load
extensions: the loader and the sqlite3 shell do the work, in a folder that is removed afterwards.
"""

import io
import pathlib
import sqlite3
import subprocess
import tempfile

import pandas

CLUSTERS = """
    SELECT article.key, cluster_id AS cluster, kind, sentence_id
      FROM member
      JOIN cluster  ON cluster.id = cluster_id
      JOIN sentence ON sentence.id = sentence_id
      JOIN article  ON article.id = article_id
"""


def run(*command):
    """The output of a command."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout


def find_duplicates(frame, key, text):
    """A row for each row of `frame` that is in a cluster: its key, the cluster and its kind, and the key of
    the row to keep in its place. That is its own if it is to be kept."""
    with tempfile.TemporaryDirectory() as folder:
        texts, db = str(pathlib.Path(folder, "texts.jsonl")), str(pathlib.Path(folder, "neardup.db"))

        # JSON lines keep the types of keys. `null` is no text, so rows without one are left out.
        frame[[key, text]].set_axis(["key", "text"], axis="columns").dropna().to_json(
            texts, orient="records", lines=True, force_ascii=False)
        run("build/neardup-load", "--quiet", "--whole", "--columns", "key=key,text=text", texts, db)
        run("sqlite3", db, ".read sql/pipeline.sql")
        rows = run("sqlite3", db, ".parameter set @format csv",
                   ".read sql/analysis/keep_one.sql")

        connection = sqlite3.connect(db)
        clusters = pandas.read_sql_query(CLUSTERS, connection)
        connection.close()

    kept = pandas.read_csv(io.StringIO(rows))
    kept = kept[kept["action"] == "drop"].set_index("sentence_id")["kept_id"].reindex(clusters["sentence_id"])
    keys = clusters.set_index("sentence_id")["key"]
    clusters["keep"] = kept.map(keys).fillna(keys).infer_objects().to_numpy()
    return clusters.drop(columns="sentence_id").rename(columns={"key": key})


reviews = pandas.read_csv("examples/reviews.csv")
found = reviews.merge(find_duplicates(reviews, key="id", text="body"), on="id")
found = found.sort_values(["cluster", "id"]).astype({"keep": reviews["id"].dtype})
for row in found.itertuples():
    print(f"{row.cluster} {row.kind:8} {row.id} {row.product:6} keep {row.keep}")

dropped = found.loc[found["keep"] != found["id"], "id"]
print(f"{len(reviews)} reviews, {len(reviews[~reviews['id'].isin(dropped)])} without duplicates")
