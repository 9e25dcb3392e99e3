#!/usr/bin/env python3
"""A strategy of the Axelrod library as a player by lines: see docs/protocol.md.

    ipd.external { "python3", "scripts/axelrod-bridge.py", "Tit For Tat" }

The name is that of a class or what the strategy calls itself, capitals and blanks aside;
--list prints all of them, --seed N seeds what is drawn. It needs the library
(https://axelrod.readthedocs.io), version 4.
"""
import sys


def plain(name):
    return "".join(c for c in name.lower() if c.isalnum())


def find(axl, name):
    for cls in axl.all_strategies:
        if plain(name) in (plain(cls.__name__), plain(cls.name)):
            return cls
    return None


class Seat:
    """A strategy that plays one match after another."""

    def __init__(self, axl, cls, seed):
        self.axl, self.cls, self.seed, self.match = axl, cls, seed, 0

    def new(self, turns):
        self.match += 1
        self.me, self.other = self.cls(), self.axl.Cooperator()
        for player in (self.me, self.other):
            player.set_match_attributes(length=turns)
            player.set_seed(self.seed + self.match)

    def move(self):
        return "d" if self.me.strategy(self.other) == self.axl.Action.D else "c"

    def see(self, mine, theirs):
        action = {"c": self.axl.Action.C, "d": self.axl.Action.D}
        self.me.update_history(action[mine], action[theirs])
        self.other.update_history(action[theirs], action[mine])


def turns_of(words):
    for word in words:
        if word.startswith("turns=") and word != "turns=?":
            return int(word[6:])
    return float("inf")


def answer(seat, words):
    """What a request is answered with, or None."""
    if words[0] == "ludus":
        return "ok " + seat.cls.name
    if words[0] == "new":
        seat.new(turns_of(words[1:]))
        return "ok"
    if words[0] == "move":
        return seat.move()
    if words[0] == "see":
        seat.see(words[1], words[2])
        return None
    return "error unknown request " + words[0]


def main(arguments):
    seed = 1
    if "--seed" in arguments:
        at = arguments.index("--seed")
        seed = int(arguments[at + 1])
        del arguments[at:at + 2]
    try:
        import axelrod as axl
    except ImportError:
        print("error the Axelrod library is not installed: pip install axelrod", flush=True)
        return 1
    if arguments == ["--list"]:
        for cls in axl.all_strategies:
            print(cls.name)
        return 0
    cls = find(axl, " ".join(arguments))
    if not cls:
        print("error no strategy '%s'; --list prints all" % " ".join(arguments), flush=True)
        return 1
    seat = Seat(axl, cls, seed)
    for line in sys.stdin:
        reply = answer(seat, line.split())
        if reply is not None:
            print(reply, flush=True)
    return 0


sys.exit(main(sys.argv[1:]))
