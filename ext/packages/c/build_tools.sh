#!/bin/sh
# build_tools.sh PACKAGE==VERSION... - installs these packages from PyPI into build/tools, a Python of its own, unless
# they are there.

cd "$(dirname "$0")/../../.." && mkdir -p build || exit 1
exec 9>build/tools.lock && flock 9 || exit 1 # packages are built side by side
tools=$PWD/build/tools
"$tools/bin/python" -c '' 2>/dev/null || { rm -rf "$tools" && python3 -m venv "$tools"; } || exit 1
for package do
    [ -f "$tools/$package" ] || { "$tools/bin/pip" -q install --disable-pip-version-check "$package" &&
        touch "$tools/$package"; } || exit 1
done
