#!/bin/sh
# stage.sh FOLDER - makes FOLDER the Python package neardup with all it contains: the modules here, and the version of
# ext/neardup.h. NEARDUP_MODULE and NEARDUP_PROGRAM name the extension, and the program neardup, which are put in, too, if
# they are given. setuptools makes packages of it.

cd "$(dirname "$0")/../../.." && folder=${1:?} || exit 1
version=$(sed -n 's/^#define NEARDUP_VERSION "\(.*\)"$/\1/p' ext/neardup.h) && [ -n "$version" ] || exit 1

rm -rf "$folder" && mkdir -p "$folder/neardup/spark" || exit 1
sed -e '/^backend-path/d' -e 's/"build_package"/"setuptools.build_meta"/' ext/packages/python/pyproject.toml \
    >"$folder/pyproject.toml" &&
    cp ext/packages/python/setup.py ext/packages/python/README.md LICENSE "$folder" &&
    cp ext/packages/python/neardup/*.py ext/packages/python/neardup/py.typed "$folder/neardup" &&
    cp ext/packages/python/neardup/spark/*.py "$folder/neardup/spark" &&
    sed "s/@VERSION@/$version/" ext/packages/python/neardup/__init__.py >"$folder/neardup/__init__.py" || exit 1
for file in $NEARDUP_MODULE $NEARDUP_PROGRAM; do
    cp "$file" "$folder/neardup/" || exit 1
done
