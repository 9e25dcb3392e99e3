/* sweeper.h -- players of Minesweeper that nobody evolved, to measure by.
 *
 *     random   any covered square
 *     single   what one number decides by itself; else any that is not known
 *              to be a mine
 *     exact    what is sure by all numbers together; else the square that is
 *              least likely a mine (see chances.h), of equal ones that whose
 *              surroundings are most likely free of mines
 *
 * Both reckoners begin in the top left corner. All know how many mines there
 * are. They see the board as a person does and do not walk, so rules about
 * moves mean nothing to them.
 */
#ifndef LUDUS_MINES_SWEEPER_H
#define LUDUS_MINES_SWEEPER_H

#include "base/rng.h"
#include "mines.h"

typedef enum SweeperKind {
    SWEEPER_RANDOM,
    SWEEPER_SINGLE,
    SWEEPER_EXACT,
    SWEEPER_KINDS
} SweeperKind;

typedef struct Sweeper Sweeper;

const char *sweeper_name(SweeperKind kind);
const char *sweeper_help(SweeperKind kind);
int         sweeper_find(const char *name);      /* or -1 */

Sweeper *sweeper_new(SweeperKind kind, const MinesOptions *size, Err *err);
void     sweeper_free(void *sweeper);

/* Is it a player for boards of that size, with as many mines? */
bool sweeper_fits(const Sweeper *sweeper, const MinesOptions *size);

/* The covered square to uncover next on a board of which at least one is
 * covered. */
int sweeper_choose(Sweeper *sweeper, const uint8_t *board, Rng *rng);

/* Plays all cases of a game, always the same one; `each` receives a row per
 * case, whose steps are the squares that were chosen. All 0 with a reason if
 * memory ran out. */
MinesTotal sweeper_play(Sweeper *sweeper, const Mines *mines, MinesCase *each,
                        Err *err);

#endif
