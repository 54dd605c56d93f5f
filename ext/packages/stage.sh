#!/bin/sh
# stage.sh PACKAGE FOLDER - makes FOLDER the package for python, datasette, node or rust, with the version of ext/neardup.h,
# for the tool that packs it.
#
# Of Python, NEARDUP_MODULE and NEARDUP_PROGRAM name the extension, and the program neardup, which are put in, too, if they are
# given. For Rust there is the extension in one file. GITHUB_REPOSITORY is where the packages say that they come from: npm lets
# a workflow publish no other.

cd "$(dirname "$0")/../.." && folder=${2:?} here=ext/packages/$1 || exit 1
version=$(sed -n 's/^#define NEARDUP_VERSION "\(.*\)"$/\1/p' ext/neardup.h) && [ -n "$version" ] || exit 1
address=${GITHUB_REPOSITORY:+https://github.com/$GITHUB_REPOSITORY}

case $1 in node | rust) ;; *) rm -rf "$folder" ;; esac # where they build, what is built already stays
mkdir -p "$folder" && cp LICENSE "$here/README.md" "$folder" || exit 1
case $1 in
python)
    cp -R $here/setup.py $here/neardup "$folder" &&
        rm -rf "$folder"/neardup/__pycache__ "$folder"/neardup/spark/__pycache__ || exit 1
    for file in $NEARDUP_MODULE $NEARDUP_PROGRAM; do
        cp "$file" "$folder/neardup/" || exit 1
    done
    sed -e '/^backend-path/d' -e 's/"build_package"/"setuptools.build_meta"/' $here/pyproject.toml >"$folder/pyproject.toml" &&
        sed "s/@VERSION@/$version/" $here/neardup/__init__.py >"$folder/neardup/__init__.py"
    ;;
datasette)
    cp -R $here/datasette_neardup "$folder" &&
        rm -rf "$folder/datasette_neardup/__pycache__" &&
        sed "s/@VERSION@/$version/" $here/pyproject.toml >"$folder/pyproject.toml" &&
        python3 $here/describe_tables.py >"$folder/datasette_neardup/tables.json"
    ;;
node)
    cp $here/index.js $here/index.d.ts "$folder" && sed -e "s/@VERSION@/$version/" \
        -e "${address:+/\"license\"/a\\  \"repository\": { \"type\": \"git\", \"url\": \"git+$address.git\" \},}" \
        $here/package.json >"$folder/package.json"
    ;;
rust)
    mkdir -p "$folder/src" "$folder/c" "$folder/tests" && cp $here/build.rs "$folder" && cp $here/lib.rs "$folder/src" &&
        cp tests/packages/ask.rs "$folder/tests" && cp build/amalgamation/neardup.[ch] "$folder/c" &&
        sed -e "s/@VERSION@/$version/" -e "${address:+/^license =/a\\repository = \"$address\"}" \
            $here/Cargo.toml >"$folder/Cargo.toml"
    ;;
esac
