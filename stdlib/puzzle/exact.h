/* exact.h -- exact distances of small puzzles, breadth first over all boards.
 */
#ifndef LUDUS_PUZZLE_EXACT_H
#define LUDUS_PUZZLE_EXACT_H

#include "puzzle.h"

enum { EXACT_CELLS_MAX = 10 };       /* 10! boards, a byte each */

/* Boards are numbered by the lexicographic order of their tiles. */
uint32_t exact_rank(const Puzzle *puzzle, const Board *board);
Board    exact_board(const Puzzle *puzzle, uint32_t rank);
uint32_t exact_count(const Puzzle *puzzle);

/* The moves from `from` to every board, by rank; NULL if the puzzle is too
 * large or memory is short. Free it by mem_free(). Every board can be reached.
 */
uint8_t *exact_distances(const Puzzle *puzzle, const Board *from, Err *err);

/* The least failures of any board within 0..depth moves of `from`, one per
 * depth, by its distances. */
void exact_best(const Puzzle *puzzle, const uint8_t *distances, int depth,
                int *best);

#endif
