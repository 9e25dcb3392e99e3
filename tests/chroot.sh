#!/bin/sh
# chroot.sh SUITE... -- `make test` in clean Debian systems (bookworm, trixie), as root and
# then as an ordinary user, each below build/chroot; prints the last line of each.
#
# A system is what debootstrap makes of the machine's own mirror, with make and nothing
# else: all other packages come by our own set-up. It has a /dev of its own, whose modes
# are compared before and after. Mounts are made in a namespace and go with it. Needs
# root and a network; ONLY and JOBS are passed on.
set -eu
cd "$(dirname "$0")/.."
top=$PWD

fail() { printf 'chroot: %s\n' "$*" >&2; exit 1; }

# The first Debian archive of the machine's own lists; without one, debootstrap's own.
mirror() {
    sed -n 's/^URIs: *//p; s/^deb  *\(\[[^]]*\]  *\)*\([^ ]*\) .*/\2/p' \
        /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null |
        grep -m 1 '/debian/*$' || true
}

make_system() {
    [ ! -f "$root/.made" ] || return 0
    rm -rf "$root"
    debootstrap --variant=minbase --include=make,ca-certificates "$suite" "$root" \
        $(mirror) >"$root.log" 2>&1 || fail "$suite: $(tail -n 3 "$root.log")"
    chroot "$root" useradd -m someone
    touch "$root/.made"
}

make_devices() {
    mount -t tmpfs -o mode=755 none "$root/dev"
    for d in "null 1 3" "zero 1 5" "full 1 7" "random 1 8" "urandom 1 9" "tty 5 0"; do
        # shellcheck disable=SC2086
        set -- $d
        mknod -m 666 "$root/dev/$1" c "$2" "$3"
    done
    mkdir "$root/dev/pts" "$root/dev/shm"
    mount -t devpts -o newinstance,ptmxmode=666,mode=620 none "$root/dev/pts"
    mount -t tmpfs -o mode=1777 none "$root/dev/shm"
    ln -s pts/ptmx "$root/dev/ptmx"
    ln -s /proc/self/fd "$root/dev/fd"
    mount -t proc none "$root/proc"
}

modes() { (cd "$root/dev" && stat -c '%n %a %u %g' ./* | grep -v '^./shm'); }

# Runs the tests in folder $2 as user $1: the last line that they print.
tested() {
    chroot "$root" su "$1" -c "cd $2 && ONLY='${ONLY:-}' JOBS='${JOBS:-}' make test" \
        >"$root.$1.log" 2>&1 || true
    printf '%-9s %-8s %s\n' "$suite" "$1" "$(tail -n 1 "$root.$1.log")"
}

inside() {
    make_devices
    modes >"$root.before"
    for user in root someone; do
        home=/root
        [ $user = root ] || home=/home/$user
        rm -rf "$root$home/ludus"
        mkdir "$root$home/ludus"
        git -C "$top" archive HEAD | tar -x -C "$root$home/ludus"
        chroot "$root" chown -R $user "$home/ludus"
        tested $user $home/ludus
    done
    modes >"$root.after"
    cmp "$root.before" "$root.after" || fail "$suite: the devices have changed"
    for user in root someone; do
        tail -n 1 "$root.$user.log" | grep -q '^[0-9]* passed, 0 failed$' || exit 1
    done
}

if [ "$1" = --inside ]; then
    suite=$2 root=$top/build/chroot/$2
    inside
    exit
fi
[ "$(id -u)" = 0 ] || fail "only root can make one"
LUDUS_PACKAGES=debootstrap vm/make/setup.sh packages
mkdir -p build/chroot
status=0
for suite in "$@"; do
    root=$top/build/chroot/$suite
    make_system
    unshare -m tests/chroot.sh --inside "$suite" || status=1
done
exit $status
