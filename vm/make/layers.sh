#!/bin/sh
# layers.sh -- checks that includes point one way, that what is there for all games
# names none, and that lines of C end by column 80.
#
# Layers are folders. A file may include headers of its own folder and of the
# folders named below it here; stdlib's games stand between engines and evolution,
# and know no game but their own. Only vm/lua and the bind*.c of a game see lua.h,
# and only they include what lies in vm/lua. Rows of .def files are tables, whose
# columns are left to people.
set -eu
cd "$(dirname "$0")/../.."

# The floor a file lies on; the includes of a file go down, or stay in the house.
floor_of() {
    case $1 in
    base/*) echo 1 ;;
    program/*/*) echo 3 ;;
    program/*) echo 2 ;;
    engine/*/*) echo 5 ;;
    engine/*) echo 4 ;;
    evolve/*) echo 7 ;;
    lua/* | cluster/*) echo 8 ;;
    main.c) echo 9 ;;
    *) echo 0 ;;
    esac
}

bad=0
complain() { echo "layers: $*" >&2; bad=1; }

sees_lua() { grep -q '#include <l\(ua\|auxlib\|ualib\)\.h>' "$1"; }

sources() {
    find "$@" -name '*.[ch]' -o -name '*.inc' -o -name '*.re' | sort
}

# Prints the headers a file includes that are not of its own folder.
includes() { sed -n 's/^#include "\([a-z_]*\/[a-z_/]*\.[a-z]*\)".*/\1/p' "$1"; }

for f in $(sources vm); do
    mine=$(floor_of "${f#vm/}")
    [ "$mine" != 0 ] || { complain "$f lies on no floor"; continue; }
    for h in $(includes "$f"); do
        theirs=$(floor_of "$h")
        [ "$theirs" != 0 ] || complain "$f includes $h, which is not in vm/"
        [ "$theirs" -le "$mine" ] || complain "$f includes $h, which lies above it"
    done
    case $f in vm/lua/*) ;; *)
        ! sees_lua "$f" || complain "$f includes lua.h outside vm/lua" ;;
    esac
done

for f in $(sources stdlib); do
    game=${f#stdlib/}
    game=${game%%/*}
    case $(basename "$f") in bind*) rim=8 ;; *) rim=5 ;; esac
    for h in $(includes "$f"); do
        case $h in "$game"/*) continue ;; esac
        theirs=$(floor_of "$h")
        [ "$theirs" != 0 ] || complain "$f includes $h of another game"
        [ "$theirs" -le "$rim" ] || complain "$f includes $h, which lies above it"
    done
    [ "$rim" = 8 ] || ! sees_lua "$f" || complain "$f includes lua.h outside a binding"
done

# A game is reached by its row: no file of the VM, and none of the Lua library, names
# one in its code.
games=$(sed -n 's/^GAME(\([a-z0-9_]*\),.*/\1/p' stdlib/games.def | paste -sd '|' -)
named="(ludus\.(core\.)?|open_)($games)\>|[\"']($games)[./]"
for f in $(sources vm) $(find vm stdlib/ludus -name '*.lua' | sort); do
    case $f in
    *.lua) comments='s/--.*//' ;;
    *) comments='s|/\*.*\*/||g; \|/\*|,\|\*/|s/.*//' ;;
    esac
    for n in $(sed "$comments" "$f" | grep -nE "$named" | cut -d: -f1); do
        complain "$f:$n names a game"
    done
done

for f in $(sources vm stdlib grammar); do
    for n in $(LC_ALL=C.UTF-8 grep -nE '^.{81,}' "$f" | cut -d: -f1); do
        complain "$f:$n ends past column 80"
    done
done
exit $bad
