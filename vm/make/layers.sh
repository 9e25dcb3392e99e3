#!/bin/sh
# layers.sh -- checks that includes point one way and that lines of C end by column 80.
#
# Each file of vm/ belongs to one layer of the list below and may include headers
# of its own layer and of those above it. Only the rim (bindings, host, repl,
# main) may see lua.h. A file in no layer is an error, so the list stays whole. Rows
# of .def files are tables, whose columns are left to people.
set -eu

layer_of() {
    case $1 in
    rules|rules_lex|rules_parse|rules_body|rules_check) echo 2 ;;
    rules_game|rules_linear|rules_record) echo 4 ;;
    rules_*) echo 3 ;;
    err|mem|buf|rng|near|pool|clock|watch|cage|library|terminal) echo 1 ;;
    prim|vocab|species|tree|tree_*|linear*|machine*|vector*|lex*|text) echo 2 ;;
    walk|compile*|code*|dispatch|threaded*|simt*|lanes|engine*|run_*) echo 3 ;;
    game|score) echo 4 ;;
    population|init*|select*|vary*|evolve*|ga|ga_*|stats|store*|cache|sampling|lineage) echo 5 ;;
    bind|bind_*|host) echo 6 ;;
    repl|main) echo 7 ;;
    *) echo 0 ;;
    esac
}

bad=0
complain() { echo "layers: $*" >&2; bad=1; }

for f in vm/*.c vm/*.h vm/*.inc; do
    [ -f "$f" ] || continue
    base=$(basename "$f"); noun=${base%.*}
    mine=$(layer_of "$noun")
    [ "$mine" != 0 ] || { complain "$f belongs to no layer"; continue; }
    for h in $(sed -n 's/^#include "\([a-z_]*\)\.\(h\|inc\)".*/\1/p' "$f"); do
        theirs=$(layer_of "$h")
        [ "$theirs" -le "$mine" ] ||
            complain "$f (layer $mine) includes $h.h (layer $theirs)"
    done
    if [ "$mine" -lt 6 ] && grep -q '#include <l\(ua\|auxlib\|ualib\)\.h>' "$f"
    then complain "$f includes lua.h below the rim"; fi
done
for f in stdlib/*/*.c stdlib/*/*.h; do
    [ -f "$f" ] || continue
    case $(basename "$f") in bind_*) continue ;; esac
    if grep -q '#include <l\(ua\|auxlib\|ualib\)\.h>' "$f"
    then complain "$f includes lua.h outside a binding"; fi
    for h in $(sed -n 's/^#include "\([a-z_]*\)\.h".*/\1/p' "$f"); do
        [ -f "vm/$h.h" ] || continue
        theirs=$(layer_of "$h")
        [ "$theirs" -le 5 ] || complain "$f includes $h.h of the rim"
    done
done

for f in vm/*.c vm/*.h vm/*.inc stdlib/*/*.c stdlib/*/*.h stdlib/*/*.inc grammar/*.re; do
    [ -f "$f" ] || continue
    for n in $(LC_ALL=C.UTF-8 grep -nE '^.{81,}' "$f" | cut -d: -f1); do
        complain "$f:$n ends past column 80"
    done
done
exit $bad
