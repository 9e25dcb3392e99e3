"""Stands in for the Axelrod library where it is not installed: what
scripts/axelrod-bridge.py asks of it, and two strategies."""
import enum


class Action(enum.Enum):
    C = 0
    D = 1


class Player:
    name = "Player"

    def __init__(self):
        self.history, self.others, self.length, self.seed = [], [], None, None

    def set_match_attributes(self, length=-1):
        self.length = length

    def set_seed(self, seed):
        self.seed = seed

    def update_history(self, play, coplay):
        self.history.append(play)
        self.others.append(coplay)


class Cooperator(Player):
    name = "Cooperator"

    def strategy(self, opponent):
        return Action.C


class TitForTat(Player):
    name = "Tit For Tat"

    def strategy(self, opponent):
        return opponent.history[-1] if opponent.history else Action.C


class LastDefector(Player):
    """Defects in the last turn, which it must know."""

    name = "Last Defector"

    def strategy(self, opponent):
        return Action.D if len(self.history) == self.length - 1 else Action.C


all_strategies = [Cooperator, TitForTat, LastDefector]
