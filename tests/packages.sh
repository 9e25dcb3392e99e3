#!/bin/sh
# packages.sh SUITE... -- the Debian package and the rock in clean Debian systems (bookworm,
# trixie) below build/chroot: built from their sources by what they say they need, installed,
# used by an ordinary user and removed again. Nothing may be left behind: neither a
# package nor a file, nor a change in /etc. Prints a line per claim.
#
# A system is what debootstrap makes of the machine's own mirror, kept as build/chroot/SUITE.base
# and copied. Mounts are made in a namespace and go with it. Needs root, a network, and
# the source package that `make deb` has made. ONLY=debian or rock is one of the two.
set -eu
cd "$(dirname "$0")/.."
top=$PWD

fail() { printf 'packages: %s\n' "$*" >&2; exit 1; }

claim() {                            # claim NAME COMMAND...: does the command succeed?
    name=$1
    shift
    if "$@" >"$log" 2>&1; then printf '%-9s ok    %s\n' "$suite" "$name"
    else
        printf '%-9s FAIL  %s\n' "$suite" "$name"
        tail -n 15 "$log"
        exit 1
    fi
}

# The first Debian archive of the machine's own lists; without one, debootstrap's own.
mirror() {
    sed -n 's/^URIs: *//p; s/^deb  *\(\[[^]]*\]  *\)*\([^ ]*\) .*/\2/p' \
        /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
        grep -m 1 '/debian/*$' || true
}

make_base() {
    [ ! -f "$base/.made" ] || return 0
    rm -rf "$base"
    debootstrap --variant=minbase --include=ca-certificates "$suite" "$base" \
        $(mirror) >"$base.log" 2>&1 || fail "$suite: $(tail -n 3 "$base.log")"
    sed 's/^deb /deb-src /' "$base/etc/apt/sources.list" >"$base/etc/apt/sources.list.d/src.list"
    chroot "$base" useradd -m someone
    touch "$base/.made"
}

# A new system $root, its devices and processes.
enter() {
    root=$top/build/chroot/$suite.$1
    rm -rf "$root"
    cp -a "$base" "$root"
    mount --bind /dev "$root/dev"
    mount -t proc none "$root/proc"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
    as_root apt-get -q update >/dev/null
}
leave() { umount "$root/proc" "$root/dev"; rm -rf "$root"; }

as_root() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C "$@"; }
as_someone() { chroot "$root" su someone -c "cd && export LC_ALL=C && $1"; }

# Everything that a package could leave behind.
state() {
    chroot "$root" dpkg-query -W -f '${Package} ${Version} ${Status}\n'
    (cd "$root" && find . -xdev \( -path ./proc -o -path ./dev -o -path ./tmp \
        -o -path ./var/cache -o -path ./var/log -o -path ./var/lib/apt \
        -o -path ./var/lib/dpkg -o -path ./home/someone/src \) -prune -o -print | sort
     find etc -type f ! -name ld.so.cache -exec cksum {} + | sort -k 3)
}
unchanged() { state >"$root.after"; diff "$root.before" "$root.after"; }

# What somebody does with it, as an ordinary user.
uses() {
    claim "the program runs" as_someone "ludus run /usr/share/doc/ludus/scripts/first.lua \
        --set population=200 --set generations=3 --store s.db | grep -q ^run.1"
    claim "a stored run is shown" as_someone "ludus show 1 --store s.db | grep -q first.lua"
    claim "a script of one's own" as_someone "ludus new tree my.lua && ludus check my.lua"
    claim "its help" as_someone "ludus help tournament | grep -q ludus.tournament"
    claim "manual pages are there" test -f "$root/usr/share/man/man1/ludus-run.1.gz"
    claim "completions are there" test -f "$root/usr/share/bash-completion/completions/ludus"
    rm "$root/home/someone/s.db" "$root/home/someone/my.lua"
}

loads() {
    as_someone "lua5.4 -e 'local l = require [[ludus]]; \
        assert(l.rng(3):below(6) < 6); print(l.version or [[there]])'"
}

debian() {
    enter builder
    mkdir "$root/root/deb"
    cp build/deb/*.dsc build/deb/*.tar.* "$root/root/deb"
    claim "the source package is unpacked" as_root sh -c \
        "apt-get install -y dpkg-dev && cd /root/deb && dpkg-source -x *.dsc ludus"
    claim "what it needs is installed" as_root sh -c \
        "cd /root/deb/ludus && apt-get build-dep -y ./"
    claim "the package is built" as_root sh -c \
        "cd /root/deb/ludus && dpkg-buildpackage -b -us -uc"
    cp "$root"/root/deb/ludus_*.deb "$top/build/chroot/$suite.deb"
    leave
    enter user
    cp "$top/build/chroot/$suite.deb" "$root/tmp/ludus.deb"
    claim "Lua is installed" as_root apt-get install -y --no-install-recommends lua5.4
    state >"$root.before"
    claim "the package is installed" as_root apt-get install -y --no-install-recommends \
        /tmp/ludus.deb
    uses
    claim "the module is found by Lua" loads
    claim "the package is removed" as_root apt-get purge -y --autoremove ludus
    claim "nothing is left behind" unchanged
    leave
}

rock() {
    enter rocks
    claim "what the rock needs is installed" as_root apt-get install -y --no-install-recommends \
        luarocks make gcc libc6-dev re2c lua5.4 liblua5.4-dev libsqlite3-dev libedit-dev \
        libkissfft-dev libmicrohttpd-dev pkg-config tmux
    mkdir "$root/root/src"
    git archive HEAD | tar -x -C "$root/root/src"
    rockspec=ludus-$(sed -n 's/^VERSION := //p' Makefile)-1.rockspec
    sed "s/@VERSION@/$(sed -n 's/^VERSION := //p' Makefile)/" vm/make/ludus.rockspec \
        >"$root/root/src/$rockspec"
    state >"$root.before"
    claim "the rock is built" as_root sh -c "cd /root/src && luarocks --lua-version 5.4 \
        --tree /opt/rocks make $rockspec"
    claim "the module is found by Lua" as_someone "LUA_CPATH='/opt/rocks/lib/lua/5.4/?.so' \
        lua5.4 -e 'assert(require [[ludus]].rng(3):below(6) < 6)'"
    claim "the rock is removed" as_root luarocks --lua-version 5.4 --tree /opt/rocks \
        remove ludus
    # Its own list of rocks is luarocks' and stays, whatever was installed by it.
    claim "its folders are empty" as_root sh -c "cd /opt/rocks/lib/luarocks && \
        rm rocks-5.4/manifest && rmdir rocks-5.4 && cd / && \
        rmdir opt/rocks/lib/luarocks opt/rocks/lib opt/rocks"
    rm -rf "$root/root/src/build" "$root/root/src/ludus" "$root/root/.cache"
    claim "nothing is left behind" unchanged
    leave
}

if [ "$1" = --inside ]; then
    suite=$2 base=$top/build/chroot/$2.base log=$top/build/chroot/$2.log
    for part in ${ONLY:-debian rock}; do $part; done
    exit
fi
[ "$(id -u)" = 0 ] || fail "only root can make one"
ls build/deb/*.dsc >/dev/null 2>&1 || fail "'make deb' makes the source package first"
LUDUS_PACKAGES=debootstrap vm/make/setup.sh packages
mkdir -p build/chroot
status=0
for suite in "$@"; do
    base=$top/build/chroot/$suite.base
    make_base
    unshare -m tests/packages.sh --inside "$suite" || status=1
done
exit $status
