#!/bin/sh
# debian_package.sh - in the long form, the Debian packages of the last commit build, lintian finds no error, and in a
# clean Debian they install, run, and leave nothing behind. The clean Debian comes from mmdebstrap, which takes root.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
[ "$NEARDUP_LONG" = 1 ] || { finish packages/debian_package && exit; }
command -v dh >/dev/null ||
    { skip 'packages/debian_package: no debhelper' && finish packages/debian_package && exit; }
root=$folder/root

check 'make deb' quietly "${MAKE:-make}" -s deb
if command -v lintian >/dev/null; then
    check 'lintian' quietly lintian --allow-root --fail-on error build/packages/*neardup*.deb
else
    skip 'packages/debian_package: no lintian'
fi

# answers : whether the extension in the package takes stems, and exports one symbol
answers() {
    extension=$folder/unpacked/usr/lib/sqlite3/neardup.so
    dpkg-deb -x build/packages/neardup_*.deb "$folder/unpacked" &&
        sqlite3 :memory: ".load $extension" "SELECT hex(text_vector('lamps', (
            SELECT word_vectors('lamp', x'0000803F'))))" >"$log" 2>&1 && grep -qx 0000803F "$log" &&
        [ "$(nm -D --defined-only "$extension" | sed 's/.* //')" = sqlite3_neardup_init ]
}

check 'its extension' answers
check 'the licence of libstemmer' grep -q 'Snowball project' "$folder/unpacked/usr/share/doc/neardup/copyright"

# in_root COMMAND : runs it in the clean Debian
in_root() {
    chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive sh -ec "$1" \
        >"$log" 2>&1
}

if command -v mmdebstrap >/dev/null && [ "$(id -u)" = 0 ]; then
    codename=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
    check 'a clean Debian' quietly mmdebstrap --variant=minbase "$codename" "$root"
    cp build/packages/*neardup*.deb "$root"
    cp /etc/resolv.conf "$root/etc/"
    cp /etc/apt/apt.conf.d/* "$root/etc/apt/apt.conf.d/"
    check 'it installs' in_root 'apt-get update && apt-get install -y /neardup_*.deb'
    check 'its loader and pipeline run' in_root 'cd /tmp && cp -r /usr/share/doc/neardup/examples . &&
        neardup load --quiet examples/sample.xml sample.db &&
        sqlite3 -bail sample.db </usr/share/neardup/sql/pipeline.sql | grep "What may contradict"'
    check 'its program runs' in_root 'cd /tmp && neardup examples/sample.xml | grep "What may contradict"'
    check 'its examples run' in_root 'cd /usr/share/doc/neardup && apt-get install -y python3 &&
        [ "$(sqlite3 <examples/any_table.sql | wc -l)" = 4 ] && sh examples/any_file.sh | grep . &&
        python3 examples/any_table.py | grep .'
    check 'it has a manual and pages' in_root \
        'ls /usr/share/man/man1/neardup.1.gz /usr/share/man/man1/neardup-load.1.gz /usr/share/doc/neardup/functions/similarity.md'
    check 'a program is linked' in_root 'apt-get install -y gcc libc6-dev pkg-config /libneardup-dev_*.deb &&
        cd /tmp && cc -o embed examples/embed.c $(pkg-config --cflags --libs neardup) && ./embed | grep "1|3|0.82"'
    check 'it leaves nothing' in_root 'apt-get purge -y neardup libneardup-dev &&
        [ -z "$(find /usr /etc /var/lib -name "*neardup*" ! -path "/var/lib/apt/*")" ]'
else
    skip 'packages/debian_package: no mmdebstrap, or not root'
fi

finish packages/debian_package
