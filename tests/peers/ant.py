# ant.py -- the ant of scripts/ant.lua for DEAP: scores the programs of a file.
#
#     /usr/bin/python3 tests/peers/ant.py TRAIL PROGRAMS
#     /usr/bin/python3 tests/peers/ant.py TRAIL run POPULATION GENERATIONS
#
# TRAIL is a file with the rows of the trail, PROGRAMS one program a line in DEAP's
# notation. Each is compiled and run for 400 actions, as DEAP users do it. Prints
# the pellets eaten by each, then the CPU seconds of all together. The second form
# evolves: the pellets of the best program, then the CPU seconds of the whole run.
import operator
import random
import sys
import time
from functools import partial

from deap import algorithms, base, creator, gp, tools

SIZE = 32
BUDGET = 400


def in_turn(*parts):
    for part in parts:
        part()


def prog2(a, b):
    return partial(in_turn, a, b)


def prog3(a, b, c):
    return partial(in_turn, a, b, c)


def choose(condition, yes, no):
    yes() if condition() else no()


class Ant:
    rows = (1, 0, -1, 0)
    cols = (0, 1, 0, -1)

    def __init__(self, trail):
        self.trail = trail

    def reset(self):
        self.row = self.col = 0
        self.dir = 1
        self.moves = self.eaten = 0
        self.food = [list(row) for row in self.trail]

    def left(self):
        if self.moves < BUDGET:
            self.moves += 1
            self.dir = (self.dir + 1) % 4

    def right(self):
        if self.moves < BUDGET:
            self.moves += 1
            self.dir = (self.dir - 1) % 4

    def move(self):
        if self.moves < BUDGET:
            self.moves += 1
            self.row = (self.row + self.rows[self.dir]) % SIZE
            self.col = (self.col + self.cols[self.dir]) % SIZE
            if self.food[self.row][self.col]:
                self.eaten += 1
                self.food[self.row][self.col] = False

    def sees_food(self):
        row = (self.row + self.rows[self.dir]) % SIZE
        col = (self.col + self.cols[self.dir]) % SIZE
        return self.food[row][col]

    def if_food(self, yes, no):
        return partial(choose, self.sees_food, yes, no)

    def run(self, routine):
        self.reset()
        while self.moves < BUDGET:
            routine()


def read_trail(path):
    with open(path) as file:
        rows = file.read().split("\n")
    rows = (rows + [""] * SIZE)[:SIZE]
    return [[c == "#" for c in row.ljust(SIZE)[:SIZE]] for row in rows]


def primitives(ant):
    pset = gp.PrimitiveSet("MAIN", 0)
    pset.addPrimitive(ant.if_food, 2, name="IF_FOOD")
    pset.addPrimitive(prog2, 2, name="PROGN2")
    pset.addPrimitive(prog3, 3, name="PROGN3")
    pset.addTerminal(ant.move, name="MOVE")
    pset.addTerminal(ant.left, name="LEFT")
    pset.addTerminal(ant.right, name="RIGHT")
    return pset


def score(ant, pset, tree):
    ant.run(gp.compile(tree, pset))
    return (ant.eaten,)


def score_all(ant, pset, path):
    with open(path) as file:
        trees = [gp.PrimitiveTree.from_string(line, pset) for line in file]
    start = time.process_time()
    eaten = [score(ant, pset, tree)[0] for tree in trees]
    seconds = time.process_time() - start
    print(" ".join(map(str, eaten)))
    print(seconds)


def evolve(ant, pset, population, generations):
    random.seed(1)
    creator.create("Best", base.Fitness, weights=(1.0,))
    creator.create("Program", gp.PrimitiveTree, fitness=creator.Best)
    box = base.Toolbox()
    box.register("tree", gp.genHalfAndHalf, pset=pset, min_=1, max_=5)
    box.register("program", tools.initIterate, creator.Program, box.tree)
    box.register("evaluate", partial(score, ant, pset))
    box.register("select", tools.selTournament, tournsize=7)
    box.register("mate", gp.cxOnePoint)
    box.register("mutate", lambda program: (program,))
    box.decorate("mate", gp.staticLimit(operator.attrgetter("height"), 16))
    start = time.process_time()
    programs = tools.initRepeat(list, box.program, population)
    programs, _ = algorithms.eaSimple(programs, box, cxpb=0.9, mutpb=0,
                                      ngen=generations, verbose=False)
    seconds = time.process_time() - start
    print(int(max(program.fitness.values[0] for program in programs)))
    print(seconds)


def main(trail, what, *numbers):
    ant = Ant(read_trail(trail))
    pset = primitives(ant)
    if what == "run":
        evolve(ant, pset, *map(int, numbers))
    else:
        score_all(ant, pset, what)


main(*sys.argv[1:])
