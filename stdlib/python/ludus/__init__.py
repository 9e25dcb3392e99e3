"""Ludus from Python: run scripts, read stores, play games.

    import ludus
    result = ludus.run("scripts/first.lua", seed=4, set={"population": 200})
    result.digest, result.best["raw"], len(result.generations)
    ludus.Store("ludus.db").runs()

Nothing is compiled: the program `ludus` does the work and answers in JSON, as docs/json.md
of Ludus says. LUDUS names the program; else the shell finds it. Tables are lists of
dictionaries; frame() makes a DataFrame of one where pandas is installed.
"""
from .program import Error, Result, Store, check, frame, run, score, version
from .player import Player

__all__ = ["Error", "Player", "Result", "Store", "check", "frame", "run", "score", "version"]
