"""pandas_duplicates.py - near-duplicates among the rows of a pandas DataFrame, here of reviews.csv.

    pip install . pandas
    python3 examples/pandas_duplicates.py

Run it in the project's folder.
"""

import neardup
import pandas

reviews = pandas.read_csv("examples/reviews.csv", index_col="id")
found = neardup.find(reviews, column="body")
reviews["cluster"] = found.cluster_ids

kinds = {cluster.id: cluster.kind for cluster in found.clusters}
kept = {verdict.label: verdict.kept for verdict in found.verdicts(keep="longest") if verdict.action == "drop"}
for row in reviews.dropna().sort_values("cluster", kind="stable").itertuples():
    print(f"{row.cluster} {kinds[row.cluster]:8} {row.Index} {row.product:6} keep {kept.get(row.Index, row.Index)}")

print(f"{len(reviews)} reviews, {len(found.drop_duplicates(keep='longest'))} without duplicates")
