"""Calls the program `ludus` and reads its answers."""
import csv
import io
import json
import os
import subprocess


class Error(Exception):
    """What Ludus said, and the status it ended with: 1 for a run that failed, 2 for wrong
    input, 3 for a limit of the sandbox."""

    def __init__(self, message, status):
        super().__init__(message)
        self.status = status


def _call(words, allowed=(0,)):
    """What `ludus WORDS` prints; an Error if it ends with another status."""
    program = os.environ.get("LUDUS", "ludus")
    done = subprocess.run([program, *words], stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in allowed:
        raise Error(done.stderr.strip().removeprefix("ludus: "), done.returncode)
    return done.stdout


def _objects(text):
    return [json.loads(line) for line in text.splitlines()]


def _value(value):
    """A value as --set reads it: Lua."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _options(set=None, **options):
    """Words of a command line: set={"game.rows": 8}, seed=4, sandbox=True."""
    words = ["--set=%s=%s" % (key, _value(value)) for key, value in (set or {}).items()]
    for name, value in options.items():
        if value is True:
            words.append("--" + name)
        elif value is not None and value is not False:
            words.append("--%s=%s" % (name, value))
    return words


def version():
    """The version of the program, as "0.1.0"."""
    return _call(["--version"]).split()[-1]


class Result:
    """A run: its last line as attributes (digest, best, seed, evaluations, solved, ...), a
    list, rows."""

    def __init__(self, rows, last):
        self.rows = rows
        self.__dict__.update(last)

    def __repr__(self):
        return "<ludus run, seed %s: best %s, digest %s>" % (
            self.seed, self.best["raw"], self.digest)


def run(script, **options):
    """Runs an experiment as `ludus run SCRIPT --json` does. Options: set (a dictionary),
    seed, threads, store, sandbox, and whatever else the command takes."""
    if "seeds" in options or "sweep" in options:
        raise ValueError("run() makes one run; call it for each seed, or use the command")
    rows = _objects(_call(["run", str(script), "--json", *_options(**options)]))
    return Result(rows[:-1], rows[-1])


def score(game, *programs, **options):
    """The scores of programs in files, or run:12, as `ludus score --json` gives them."""
    return _objects(_call(["score", str(game), *map(str, programs), "--json",
                           *_options(**options)]))


def check(script, **options):
    """The mistakes of a script, each with file, line, column and message."""
    return _objects(_call(["check", str(script), "--json", *_options(**options)],
                          allowed=(0, 2)))


def frame(rows):
    """A DataFrame of a list of dictionaries."""
    import pandas
    return pandas.DataFrame(rows)


def _number(text):
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    return text if text != "" else None


class Store:
    """The runs of a store."""

    def __init__(self, path="ludus.db"):
        self.path = str(path)

    def _ask(self, *words):
        return _call([*map(str, words), "--store=" + self.path])

    def runs(self):
        """All runs, a dictionary each."""
        return _objects(self._ask("runs", "--json"))

    def run(self, number):
        """One run with its generations."""
        return _objects(self._ask("show", number, "--json"))[0]

    def table(self, what, *numbers):
        """A table of `ludus export`: runs, generations, programs or cases."""
        text = self._ask("export", *numbers, "--what", what)
        return [{key: _number(value) for key, value in row.items()}
                for row in csv.DictReader(io.StringIO(text))]

    def compare(self, *numbers):
        """What `ludus compare --json` says of these runs: numbers, or texts as "1..30"."""
        return _objects(self._ask("compare", *numbers, "--json"))
