"""A player of the prisoner's dilemma by the line protocol (docs/protocol.md)."""
import sys

last = "c"
for line in sys.stdin:
    words = line.split()
    if words[0] == "ludus":
        print("ok tit for tat in Python", flush=True)
    elif words[0] == "new":
        last = "c"
        print("ok", flush=True)
    elif words[0] == "see":
        last = words[2]
    elif words[0] == "move":
        print(last, flush=True)
