#!/bin/sh
# pack_debian.sh - makes the Debian packages of the last commit for this system, in build/packages. The tools
# are in Debian's debhelper.

cd "$(dirname "$0")/../../.." || exit 1
built=build/packages/debian
version=$(sed -n 's/^#define NEARDUP_VERSION "\(.*\)"$/\1/p' ext/neardup.h)
command -v dh >/dev/null || { echo 'make deb needs debhelper' >&2 && exit 1; }

rm -rf $built && mkdir -p "$built/neardup-$version" &&
    git archive HEAD | tar -x -C "$built/neardup-$version" && cd "$built/neardup-$version" &&
    mkdir debian && cp ext/packages/debian/* debian && rm debian/pack_debian.sh || exit 1
# The licences that copyright only begins stand in LICENSE.
awk 'NR == FNR { licence[++lines] = $0; next }
    !/^ @.*@$/ { print; next }
    {
        for (i = 1; index(licence[i], substr($0, 3, length($0) - 3)) != 1; i++) if (i > lines) exit 1
        for (; i <= lines && licence[i + 1] != "----"; i++) print licence[i] == "" ? " ." : " " licence[i]
    }' LICENSE ext/packages/debian/copyright >debian/copyright || exit 1
mkdir debian/source && echo '3.0 (quilt)' >debian/source/format
cat >debian/changelog <<END
neardup ($version-1) unstable; urgency=medium

  * Version $version; CHANGELOG.md says what is new.

 -- $(sed -n 's/^Maintainer: //p' debian/control)  $(git -C ../../../.. log -1 --format=%cD)
END
dpkg-buildpackage -us -uc -b >../log 2>&1 || { tail -n 30 ../log && exit 1; }
cp ../neardup_*.deb ../libneardup-dev_*.deb ../.. && cd ../.. && ls -sh ./*neardup*.deb
