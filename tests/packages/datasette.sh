#!/bin/sh
# datasette.sh - the plugin datasette-neardup in Datasette itself, in clean environments: its pages, links and queries,
# hostile texts, and databases of somebody else. Datasette comes from PyPI, so the short form does nothing.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
[ "$NEARDUP_LONG" = 1 ] || { finish packages/datasette && exit; }

sample() {
    build/neardup --quiet --output /dev/null examples/sample.xml --db "$folder/sample.db" &&
        build/neardup tables --quiet --output /dev/null "$folder/sample.db"
}

# installs_both : what make has built
installs_both() {
    pip="$folder/python/bin/pip -q install --disable-pip-version-check"
    NEARDUP_MODULE=build/neardup.so sh ext/packages/stage.sh python "$folder/neardup" &&
        mv "$folder/neardup/neardup/neardup.so" "$folder" &&
        NEARDUP_MODULE=$folder/neardup.so $pip "$folder/neardup" &&
        sh ext/packages/stage.sh datasette "$folder/plugin" && $pip "$folder/plugin"
}

# In 0.65 and in the newest alpha of 1.0.
if ! sample >"$log" 2>&1; then
    check 'the sample is made' false
    finish packages/datasette
    exit
fi
for version in '<1' '>=1.0a41'; do
    rm -rf "$folder/python" "$folder/neardup" "$folder/plugin"
    if ! /usr/bin/python3 -m venv "$folder/python" >"$log" 2>&1; then
        skip 'packages/datasette: this Python has no venv'
    elif ! "$folder/python/bin/pip" -q install --disable-pip-version-check --pre "datasette$version" >"$log" 2>&1; then
        skip "packages/datasette: Datasette $version could not be had"
    elif ! installs_both >"$log" 2>&1; then
        check "both packages install beside Datasette $version" false
    else
        : >"$log"
        "$folder/python/bin/python" tests/packages/datasette_pages "$folder/sample.db" | tee "$folder/pages"
        check "the pages in Datasette $version" grep -q ' 0 failed' "$folder/pages"
    fi
done
finish packages/datasette
