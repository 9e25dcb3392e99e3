# regression.py -- scores programs of a regression by numpy, as one writes it there.
#
#     /usr/bin/python3 tests/peers/regression.py DATA PROGRAMS PASSES
#
# DATA has a row a line, the target last; PROGRAMS a program a line in prefix order. Each
# is evaluated by a stack over whole columns. Prints the sum of squared errors of each
# program, then the CPU seconds of the fastest pass over all of them.
import sys
import time

import numpy as np


def divide(a, b):
    near = np.abs(b) < 0.001
    return np.where(near, 1.0, a / np.where(near, 1.0, b))


WAYS = {"ADD": np.add, "SUB": np.subtract, "MUL": np.multiply, "DIV": divide}


def evaluate(code, columns):
    stack = []
    for word in code:
        way = WAYS.get(word)
        if way:
            a = stack.pop()
            stack.append(way(a, stack.pop()))
        else:
            stack.append(columns[word] if word in columns else float(word))
    return stack[0]


def main():
    data = np.loadtxt(sys.argv[1])
    columns = {"x%d" % (k + 1): data[:, k].copy() for k in range(data.shape[1] - 1)}
    goal = data[:, -1].copy()
    with open(sys.argv[2]) as file:
        programs = [line.split()[::-1] for line in file]
    best = None
    np.seterr(all="ignore")
    for _ in range(int(sys.argv[3])):
        start = time.process_time()
        sums = [np.sum((evaluate(code, columns) - goal) ** 2) for code in programs]
        spent = time.process_time() - start
        best = spent if best is None else min(best, spent)
    for total in sums:
        print(repr(float(total)))
    print(best)


main()
