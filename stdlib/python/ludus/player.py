"""Players in Python for the line protocol of docs/protocol.md.

    from ludus import Player

    class TitForTat(Player):
        def new(self, game, **settings): self.last = "c"
        def move(self): return self.last
        def see(self, mine, theirs): self.last = theirs

    TitForTat("tit for tat").serve()
"""
import sys


class Player:
    def __init__(self, name="a player in Python"):
        self.name = name

    def new(self, game, **settings):
        """A match begins; what was before is to be forgotten."""

    def move(self):
        """The move, as text."""
        raise NotImplementedError

    def see(self, mine, theirs):
        """The moves as they fell."""

    def _answer(self, word, words):
        if word == "ludus":
            return "ok " + self.name
        if word == "new":
            self.new(words[0], **dict(pair.split("=", 1) for pair in words[1:]))
            return "ok"
        if word == "move":
            return self.move()
        if word == "see":
            self.see(*words)
            return None
        return "error unknown request '%s'" % word

    def serve(self, lines=sys.stdin, out=sys.stdout):
        """Answers requests until there are no more."""
        for line in lines:
            word, *words = line.split()
            try:
                answer = self._answer(word, words)
            except Exception as problem:        # what the other side can tell the person
                answer = "error %s" % problem
            if answer is not None:
                print(answer, file=out, flush=True)
