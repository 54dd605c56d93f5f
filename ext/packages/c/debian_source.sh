#!/bin/sh
# debian_source.sh PACKAGE - unpacks the source of a Debian package into build/sources/PACKAGE, without Debian's
# changes. What is there already is kept.
#
# apt-get fetches it and checks its signatures. Lists and archives are kept in build/sources; nothing of the
# system is changed.

cd "$(dirname "$0")/../../.." || exit 1
sources=$PWD/build/sources package=${1:?}

mkdir -p "$sources" && exec 9>"$sources.lock" && flock 9 || exit 1 # packages are built side by side
[ ! -d "$sources/$package" ] || exit 0
mkdir -p "$sources/lists/partial" "$sources/$package.new" || exit 1
set -- -o Dir::State::lists="$sources/lists" -o Dir::Etc::sourceparts=/dev/null \
    -o Dir::Etc::sourcelist="$sources/debian.sources" -o APT::Sandbox::User="$(id -un)" -qq
if [ ! -f "$sources/debian.sources" ]; then
    sed -e 's/^Types: deb$/Types: deb-src/' -e '/^Suites:/s/ [a-z]*-updates//' \
        -e '/^Components:/s/.*/Components: main/' /etc/apt/sources.list.d/debian.sources \
        >"$sources/debian.sources" && apt-get "$@" update || { rm "$sources/debian.sources" && exit 1; }
fi
# The newest version is not always kept on every mirror.
for version in $(apt-cache "$@" showsrc "$package" | sed -n 's/^Version: //p' | sort -Vr); do
    (cd "$sources/$package.new" && apt-get "$@" source --download-only "$package=$version" 2>"$sources/log" &&
        for archive in *.orig.tar.*; do
            case $archive in *.asc) ;; *) tar -xf "$archive" --strip-components=1 || exit 1 ;; esac
        done) && mv "$sources/$package.new" "$sources/$package" && exit
done
cat "$sources/log" >&2
exit 1
