#!/bin/sh
# stage_plugin.sh FOLDER - makes FOLDER the Python package datasette-neardup, with the version of ext/neardup.h and
# the descriptions of sql/tables.

cd "$(dirname "$0")/../../.." && folder=${1:?} here=ext/packages/datasette || exit 1
version=$(sed -n 's/^#define NEARDUP_VERSION "\(.*\)"$/\1/p' ext/neardup.h) && [ -n "$version" ] || exit 1

rm -rf "$folder" && mkdir -p "$folder" && cp -R $here/datasette_neardup "$folder" &&
    rm -rf "$folder/datasette_neardup/__pycache__" && cp $here/README.md LICENSE "$folder" &&
    sed "s/@VERSION@/$version/" $here/pyproject.toml >"$folder/pyproject.toml" &&
    python3 $here/describe_tables.py >"$folder/datasette_neardup/tables.json"
