#!/bin/sh
# setup.sh -- installs what a build needs and a Debian machine lacks.
#
#   setup.sh packages            the libraries and tools, by apt
#   setup.sh greatest FILE       the test framework's header, into FILE
#   setup.sh lua FOLDER          a later Lua 5.4 than the machine's, built there
#   setup.sh web FOLDER          the sources of the libraries that the browser's
#                                program is built with: Lua, SQLite, kissfft
#   setup.sh npm FOLDER NAME...  packages of npm, there
#   setup.sh arm64 FOLDER        the libraries for 64-bit ARM, unpacked there, with
#                                FOLDER/cc, which compiles for it by Debian's cross
#                                compiler, and FOLDER/run, which runs that by qemu
#
# Packages that are there already cost nothing: apt is asked only for missing
# ones, with sudo where the user is not root. greatest.h is not a binary package;
# it is taken out of the source package of fzy and its checksum is verified.
# The later Lua is the source package of a later Debian. For the browser the sources
# of the machine's own Debian are taken; SQLite's one file is made from its source
# package, for which tclsh is needed. Scripts of npm packages are never run.
set -eu

PACKAGES="gcc make re2c lua5.4 liblua5.4-dev libsqlite3-dev libedit-dev
libkissfft-dev libmicrohttpd-dev tmux"
LATER_DEBIAN=trixie
GREATEST_SUM=4ecd1c1c1b1d2cd7f0c8b0c9d87f92030b9ef7910da3a8197076b17d13076940

fail() { printf 'ludus setup: %s\n' "$*" >&2; exit 1; }

missing_packages() {
    for p in $PACKAGES ${LUDUS_PACKAGES:-}; do
        dpkg-query -W -f '${Status}' "$p" 2>/dev/null |
            grep -q 'ok installed' || printf '%s ' "$p"
    done
}

install_packages() {
    if ! command -v dpkg-query >/dev/null; then
        echo "ludus setup: no dpkg here; install these yourself:" $PACKAGES >&2
        return 0
    fi
    missing=$(missing_packages)
    [ -n "$missing" ] || return 0
    if [ "$(id -u)" = 0 ]; then as_root=
    elif command -v sudo >/dev/null; then as_root=sudo
    else fail "these packages are missing: $missing
  You are not root and there is no sudo. Ask an administrator to run:
      apt-get install $missing"
    fi
    echo "ludus setup: installing $missing"
    export DEBIAN_FRONTEND=noninteractive
    log=$(mktemp)
    { $as_root apt-get update && $as_root apt-get install -y $missing; } \
        >"$log" 2>&1 || fail_by "apt-get could not install $missing" "$log"
    rm -f "$log"
}

# Ends with $1 and why apt failed, by its words in the file $2: mostly there is no
# network.
fail_by() {
    words=$(grep -m 1 -oE -e '(Temporary failure|Could not|Cannot|Unable to) (re|co|in).*' \
        -e '(Network is unreachable|No route to host).*' "$2") || words=
    [ -z "$words" ] || fail "$1: no network?
  $words
  What is fetched once stays in build/; with GREATEST=path/greatest.h, and the packages
  installed, nothing is fetched."
    fail "$1; apt's last words:
$(tail -n 5 "$2")"
}

# Prints the machine's own Debian archive as deb-src lines, whichever of the two
# formats of source lists it uses.
source_lines() {
    for f in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
        [ -f "$f" ] && sed -n 's/^deb \(.*\)$/deb-src \1/p' "$f"
    done
    for f in /etc/apt/sources.list.d/*.sources; do
        [ -f "$f" ] && awk -v RS= '
            { uri = suites = parts = key = ""; deb = 0
              n = split($0, line, "\n")
              for (i = 1; i <= n; i++) {
                  split(line[i], f, ": *"); v = line[i]; sub(/^[^:]*: */, "", v)
                  if (f[1] == "Types" && v ~ /deb/) deb = 1
                  if (f[1] == "URIs") uri = v
                  if (f[1] == "Suites") suites = v
                  if (f[1] == "Components") parts = v
                  if (f[1] == "Signed-By" && v != "") key = "[signed-by=" v "] "
              }
              if (!deb) next
              k = split(suites, s, " ")
              for (i = 1; i <= k; i++)
                  print "deb-src " key uri, s[i], parts }' "$f"
    done
    true
}

# Options for apt to work below $dir with the list $1 of sources.
apt_beside() {
    mkdir -p "$dir/lists/partial" "$dir/cache/archives/partial"
    echo "-q -o Dir::Etc::sourcelist=$1 -o Dir::Etc::sourceparts=-
          -o Dir::State::lists=$dir/lists -o Dir::Cache=$dir/cache
          -o APT::Sandbox::User="
}

# Unpacks the source package $1 into a folder of its own, $dir, which goes away
# with this script. Of the Debian $2 if given, else of the machine's own.
fetch_source() {
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    source_lines | grep -E '/debian/? ' >"$dir/src.list" || true
    [ -s "$dir/src.list" ] || source_lines >"$dir/src.list"
    [ -z "${2:-}" ] || sed -i "1!d; s|\(://[^ ]*\) [^ ]*|\1 $2|" "$dir/src.list"
    apt="apt-get $(apt_beside "$dir/src.list")"
    echo "ludus setup: fetching the source package of $1"
    (cd "$dir" && $apt update && $apt source --download-only "$1") \
        >"$dir/log" 2>&1 || fail_by "cannot fetch the source package $1" "$dir/log"
    (cd "$dir" && tar xf "$1"_*.orig.tar.*)
}

fetch_greatest() {
    out=$1
    [ ! -f "$out" ] || return 0
    command -v apt-get >/dev/null ||
        fail "no apt-get here; give the header by GREATEST=path/greatest.h"
    fetch_source fzy
    header=$(find "$dir" -name greatest.h | head -n 1)
    [ -n "$header" ] || fail "the source package fzy has no greatest.h"
    echo "$GREATEST_SUM  $header" | sha256sum -c --quiet - ||
        fail "greatest.h is not the expected version 1.3.1"
    mkdir -p "$(dirname "$out")"
    cp "$header" "$out"
}

fetch_lua() {
    out=$1
    [ ! -f "$out/liblua.a" ] || return 0
    command -v apt-get >/dev/null || fail "no apt-get here to fetch Lua by"
    fetch_source lua5.4 $LATER_DEBIAN
    ${MAKE:-make} -s -C "$dir"/lua-5.4.*/src a \
        MYCFLAGS="-fPIC -DLUA_USE_LINUX" >"$dir/log" 2>&1 ||
        fail "cannot build Lua: $(tail -n 3 "$dir/log")"
    mkdir -p "$out"
    cp "$dir"/lua-5.4.*/src/*.h "$dir"/lua-5.4.*/src/liblua.a "$out"
}

ARM64="liblua5.4-0 liblua5.4-dev libsqlite3-0 libsqlite3-dev libedit2 libedit-dev
libbsd0 libmd0 libtinfo6 libkissfft-float131 libkissfft-dev libmicrohttpd12
libmicrohttpd-dev"

fetch_arm64() {
    out=$1
    [ ! -f "$out/done" ] || return 0
    dir=$(mktemp -d)
    trap 'rm -rf "$dir"' EXIT
    source_lines | sed 's/^deb-src /deb /' >"$dir/arm.list"
    : >"$dir/status"
    apt="apt-get $(apt_beside "$dir/arm.list") -o APT::Architecture=arm64
         -o APT::Architectures=arm64 -o Dir::State::status=$dir/status"
    echo "ludus setup: fetching libraries for 64-bit ARM"
    # shellcheck disable=SC2086
    (cd "$dir" && $apt update && $apt download $ARM64) >"$dir/log" 2>&1 ||
        fail_by "cannot fetch libraries for arm64" "$dir/log"
    mkdir -p "$out"
    for deb in "$dir"/*.deb; do dpkg-deb -x "$deb" "$out"; done
    out=$(cd "$out" && pwd)
    libs=$out/usr/lib/aarch64-linux-gnu:$out/lib/aarch64-linux-gnu
    here="-I$out/usr/include -I$out/usr/include/aarch64-linux-gnu -L${libs%%:*}"
    printf '#!/bin/sh\nexec aarch64-linux-gnu-gcc %s -Wl,-rpath-link,%s "$@"\n' \
        "$here" "$libs" >"$out/cc"
    printf '#!/bin/sh\nexec qemu-aarch64-static -L /usr/aarch64-linux-gnu %s=%s "$@"\n' \
        "-E LD_LIBRARY_PATH" "$libs" >"$out/run"
    chmod +x "$out/cc" "$out/run"
    touch "$out/done"
}

# Each in a shell of its own, whose folder goes away with it.
fetch_web() {
    out=$1
    [ ! -f "$out/done" ] || return 0
    command -v apt-get >/dev/null || fail "no apt-get here to fetch sources by"
    mkdir -p "$out/lua" "$out/sqlite" "$out/kissfft"
    (fetch_source lua5.4
     cp "$dir"/lua-5.4.*/src/*.[ch] "$out/lua"
     rm "$out/lua/lua.c" "$out/lua/luac.c") || exit 1
    (fetch_source sqlite3
     cd "$dir"/sqlite3-*/ && { ./configure && make sqlite3.c; } >"$dir/log" 2>&1 ||
         fail "cannot make sqlite3.c: $(tail -n 3 "$dir/log")"
     cp sqlite3.c sqlite3.h "$OLDPWD/$out/sqlite") || exit 1
    (fetch_source kissfft
     cp "$dir"/kissfft-*/*.[ch] "$out/kissfft") || exit 1
    : >"$out/done"
}

fetch_npm() {
    out=$1
    shift
    command -v npm >/dev/null || fail "no npm here to fetch $* by"
    mkdir -p "$out"
    [ -f "$out/package.json" ] || echo '{ "private": true }' >"$out/package.json"
    missing=
    for p in "$@"; do
        [ -d "$out/node_modules/${p%@*}" ] || missing="$missing $p"
    done
    [ -n "$missing" ] || return 0
    echo "ludus setup: fetching$missing by npm"
    # shellcheck disable=SC2086
    (cd "$out" && npm install --ignore-scripts --no-audit --no-fund $missing) \
        >"$out/log" 2>&1 ||
        fail "npm could not fetch$missing; its last words:
$(tail -n 5 "$out/log")"
}

case ${1:-} in
packages) install_packages ;;
greatest) fetch_greatest "$2" ;;
lua) fetch_lua "$2" ;;
web) fetch_web "$2" ;;
npm) shift; fetch_npm "$@" ;;
arm64) fetch_arm64 "$2" ;;
*) fail "usage: setup.sh packages | greatest FILE | lua FOLDER | web FOLDER |
  npm FOLDER NAME... | arm64 FOLDER" ;;
esac
