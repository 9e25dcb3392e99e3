#!/bin/sh
# hosts.sh WORDS... -- mpirun over two hosts, a and b, which are network namespaces on a
# bridge; an agent takes the place of ssh. They are made here and removed at the end.
# Status 77 if they cannot be made (that takes root).
set -u
id=$$
net=10.$((id / 250 % 250)).$((id % 250))
folder=$(mktemp -d)
clean() {
    for h in a b; do ip netns del "lu$id$h" 2>/dev/null; done
    ip link del "lu$id" 2>/dev/null
    rm -rf "$folder"
}
trap clean EXIT
trap 'exit 1' INT TERM HUP

make_host() {                         # its name, its address
    ip netns add "lu$id$1" &&
    ip link add "lv$id$1" type veth peer name eth0 netns "lu$id$1" &&
    ip link set "lv$id$1" master "lu$id" up &&
    ip -n "lu$id$1" addr add "$net.$2/24" dev eth0 &&
    ip -n "lu$id$1" link set eth0 up &&
    ip -n "lu$id$1" link set lo up
}

{ ip link add "lu$id" type bridge && ip addr add "$net.1/24" dev "lu$id" &&
  ip link set "lu$id" up && make_host a 2 && make_host b 3; } 2>/dev/null || exit 77
cat >"$folder/agent" <<END
#!/bin/sh
host=\$1
shift
exec ip netns exec "lu$id\$host" unshare -u sh -c "hostname \$host; \$*"
END
chmod +x "$folder/agent"
mpirun --allow-run-as-root --mca plm_rsh_agent "$folder/agent" --mca btl tcp,self \
    --mca btl_tcp_if_include "$net.0/24" --mca oob_tcp_if_include "$net.0/24" \
    --mca mpi_yield_when_idle 1 -H a:4,b:4 "$@"
