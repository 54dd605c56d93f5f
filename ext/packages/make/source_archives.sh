#!/bin/sh
# source_archives.sh NAME - source archives of the last commit, and their checksums, in BUILD/dist.
#
# They are byte for byte the same, wherever and whenever they are made: files are sorted, have the time of
# the commit and no owner, and gzip adds no time.

git rev-parse -q --verify HEAD >/dev/null || { echo 'make dist needs a git repository' >&2 && exit 1; }
rm -rf "$BUILD/dist" && mkdir -p "$BUILD/dist/$1-amalgamation" &&
    git -c tar.umask=0022 archive --format=tar --prefix="$1/" -o "$BUILD/dist/$1.tar" HEAD &&
    cd "$BUILD/dist" && tar -xf "$1.tar" &&
    "$MAKE" --no-print-directory -s -C "$1" BUILD=build amalgamation &&
    cp "$1"/build/amalgamation/neardup.[ch] "$1/LICENSE" "$1-amalgamation" &&
    tar --sort=name --mtime="@$(git log -1 --format=%ct)" --owner=0 --group=0 --numeric-owner \
        --mode=u=rwX,go=rX --format=ustar -cf "$1-amalgamation.tar" "$1-amalgamation" &&
    rm -r "$1" "$1-amalgamation" && gzip -9n ./*.tar && sha256sum *.tar.gz >SHA256SUMS && cat SHA256SUMS
