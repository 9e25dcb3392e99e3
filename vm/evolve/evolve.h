/* evolve.h -- a population and its next generation.
 *
 * An Evolution holds the living programs and the brood bred from them. A step
 * chooses parents, makes the children, scores them on all threads and lets the
 * plan's scheme decide who stays. What a child becomes depends only on (seed,
 * generation, its number) and the generation before, so a run is the same to
 * the bit for any number of threads and goes on from a saved state as if it had
 * never stopped.
 *
 *     evolve_start(e, false, err);
 *     while (evolve_step(e, &plan, err)) {}
 *
 * A step is made of three parts, which can be taken one by one; without a game
 * scores come from outside, by evolve_tell():
 *
 *     evolve_draw(e, false, err);           the first programs wait
 *     do {
 *         evolve_score(e, &plan, err);      all that wait are scored
 *         evolve_settle(e, &plan, err);     they take their places
 *     } while (evolve_breed(e, &plan, err));   the children wait
 */
#ifndef LUDUS_EVOLVE_H
#define LUDUS_EVOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "cluster.h"
#include "engine/game.h"
#include "plan.h"
#include "program/species.h"

enum { EVOLVE_COUNT_MAX = 10000000 };   /* programs of a population */

/* Where a program comes from. A first one has no parents: parent[0] is how
 * often its slot was drawn again, parent[1] whether it was planted. */
typedef struct Birth {
    uint32_t parent[2];              /* places in the generation before; the
                                      * first gave the most */
    uint32_t child;                  /* by parts: its number in the brood; else
                                      * the place it was bred or drawn for */
    uint16_t again;                  /* times it was bred again */
    uint8_t  vary;                   /* row or part of the plan, or a BIRTH_ */
    uint64_t mark;                   /* by parts: where its generator stood when
                                      * the parents were chosen */
} Birth;

enum { BIRTH_FIRST = 255, BIRTH_KEPT = 254 };

typedef struct Stats {
    size_t   best;                   /* its slot */
    double   raw_mean, raw_deviation;            /* of programs with a score, */
    double   standardized_mean;      /* if there is one at all */
    size_t   lost;                   /* programs without: see game_is_lost() */
    double   size_mean;
    uint32_t size_max;
    size_t   distinct;               /* different programs */
} Stats;

/* Bytes that a population of so many programs takes, its children and a
 * checkpoint included; about. With rows of so many cases if they are kept. */
double evolve_memory(const Species *species, size_t count, size_t cases);

/* Running totals of an evolution. All but the last three are part of the result
 * of a run; those depend on chance and on the machine. */
typedef struct Totals {
    uint64_t evaluations;            /* programs scored; copies bred by shares
                                      * are not */
    uint64_t steps;                  /* their steps */
    uint64_t cached;                 /* scores that were found in the cache */
    double   breeding, scoring;      /* CPU seconds of all threads */
} Totals;

typedef struct Evolution Evolution;

typedef struct EvolveOptions {
    size_t   count;                  /* programs of the population */
    uint64_t seed;
    int      threads;
    int      cache_bits;             /* 0: no score cache */
    size_t   brood;                  /* room for so many children to begin
                                      * with; 0: as many as programs */
    bool     cases;                  /* what each case gives is kept from the
                                      * beginning, not from the first plan on
                                      * that asks for it */
    Cluster *cluster;                /* that shares the work, or NULL; needs a
                                      * game */
    bool     bare;                   /* neither births nor times are kept: for
                                      * thousands of small runs */
} EvolveOptions;

/* An empty evolution; borrows species and game, which may be NULL: then all
 * scores come by evolve_tell(). */
Evolution *evolve_new(const Species *species, const Game *game,
                      const EvolveOptions *options, Err *err);
void       evolve_free(void *evolution);

/* Uses another game from the next step on; programs keep the scores they have
 * until evolve_rescore(), but every child is scored, copies too. If it fails,
 * so do steps until another succeeds. */
bool evolve_set_game(Evolution *evolution, const Game *game, Err *err);
bool evolve_rescore(Evolution *evolution, Err *err);

/* Uses another game from the next step on, whose scores are not to be compared
 * with those of the living. Parents are still chosen by the scores they have;
 * then all who make up the next generation are scored by the new game, each
 * once: copies too, and of the living those who may stay, before they are
 * compared with the children. */
bool evolve_renew(Evolution *evolution, const Game *game, Err *err);

/* Begins again with another seed: nothing is planted, nothing has been scored.
 */
void evolve_reset(Evolution *evolution, uint64_t seed);

/* ---- the first generation ------------------------------------------------ */

/* Puts a program into a slot of generation 0, before it is scored. */
void evolve_plant(Evolution *evolution, size_t slot, const void *genome);

/* Fills the slots that were not planted with random programs, which wait for
 * their scores. With `unique`, programs drawn twice are drawn again, as long as
 * that helps. */
bool evolve_draw(Evolution *evolution, bool unique, Err *err);

/* The same, and scores them: for plans without a local search. */
bool evolve_start(Evolution *evolution, bool unique, Err *err);

/* Puts a program in the place of a living one and scores it; a brood that waits
 * is dropped. If the game fails, the living are as they were. */
bool evolve_replace(Evolution *evolution, size_t slot, const void *genome,
                    Err *err);

/* Are there programs: were they drawn, or restored? Only then may its slots be
 * looked at; and do they have scores? Only then may it breed. */
bool evolve_started(const Evolution *evolution);
bool evolve_settled(const Evolution *evolution);

/* ---- the next generation ------------------------------------------------- */

/* Breeds and scores the next generation. After an error the living are as they
 * were before. */
bool evolve_step(Evolution *evolution, const Plan *plan, Err *err);

/* Breeds a brood, which waits for scores. */
bool evolve_breed(Evolution *evolution, const Plan *plan, Err *err);

/* Scores all that wait; false if the game failed or there is none. */
bool evolve_score(Evolution *evolution, const Plan *plan, Err *err);

/* What waits for a score, and scores from outside. */
size_t      evolve_waiting(const Evolution *evolution);
const void *evolve_waiting_genome(const Evolution *evolution, size_t i);
void        evolve_tell(Evolution *evolution, size_t i, Score score);

/* Those that were scored take their places, as the plan's scheme says; false if
 * they have no scores, or were bred by a plan of another scheme. */
bool evolve_settle(Evolution *evolution, const Plan *plan, Err *err);

/* ---- looking ------------------------------------------------------------- */

size_t          evolve_count(const Evolution *evolution);
uint64_t        evolve_generation(const Evolution *evolution);
uint64_t        evolve_seed(const Evolution *evolution);
const Species  *evolve_species(const Evolution *evolution);
const void     *evolve_genome(const Evolution *evolution, size_t slot);
const Score    *evolve_score_of(const Evolution *evolution, size_t slot);
const Birth    *evolve_birth(const Evolution *evolution, size_t slot);
Stats           evolve_stats(Evolution *evolution);
const Totals   *evolve_totals(const Evolution *evolution);

/* In a cluster a genome may be elsewhere: brings one here, or all. Called by
 * all ranks, as everything but looking at scores and births is. */
bool evolve_show(Evolution *evolution, size_t slot, Err *err);
bool evolve_gather(Evolution *evolution, Err *err);

/* The best of so many programs from a slot on: by score, then by size, then by
 * number. */
size_t evolve_best_of(Evolution *evolution, size_t first, size_t count);

/* What each case gave the program, evolve_width() scores, or NULL where that is
 * not known; it is after evolve_know_cases(), if the game can tell. */
const double *evolve_cases(const Evolution *evolution, size_t slot);
size_t        evolve_width(const Evolution *evolution);
bool          evolve_know_cases(Evolution *evolution, Err *err);

/* The front of each program by the objectives of a plan, 0 for the first; and
 * then the values of a program's objectives. */
bool evolve_fronts(Evolution *evolution, const Plan *plan, uint32_t *front,
                   Err *err);
const double *evolve_goals(const Evolution *evolution, size_t slot);

/* The limit of size as it has grown so far; 0 if no plan had one. */
uint32_t evolve_ceiling(const Evolution *evolution);

/* The elites of the plan's map: by cell, their places, or UINT32_MAX where
 * nobody is. Returns how many cells are filled, 0 with a reason if a measure
 * failed; the list is good until the next call. */
size_t evolve_map(Evolution *evolution, const Plan *plan,
                  const uint32_t **elites, Err *err);

/* The best program of all generations, and the generation it is from. */
const void *evolve_best(const Evolution *evolution, Score *score);
uint64_t    evolve_improved(const Evolution *evolution);

/* Has the plan's scheme learnt all it can, so that it is of no use to go on? */
bool evolve_is_spent(const Evolution *evolution);

/* Can the plan breed such programs? False with the reason. */
bool evolve_fits(const Species *species, const Plan *plan, Err *err);

/* Do all living programs have the same score? */
bool evolve_is_even(const Evolution *evolution);

/* A hash of all programs in order and of the generation: equal exactly when two
 * populations are equal. */
uint64_t evolve_digest(Evolution *evolution);

/* ---- replaying ----------------------------------------------------------- */

/* All that a child depends on. */
typedef struct Child {
    const Species     *species;
    uint64_t           seed, generation;
    const Birth       *birth;
    const Plan        *plan;
    const void *const *parents;      /* genomes: all that it has */
} Child;

/* How a child was made. */
typedef struct Made {
    Origin origin;                   /* of the last step */
    bool   crossed;                  /* by two parents */
} Made;

enum { EVOLVE_PARENTS = 4 };         /* of a child, at most */
enum { EVOLVE_SPARES = 3 };          /* genomes that making a pair needs */

/* The places of all parents of a child in a population of so many; 0 if its
 * birth is damaged, or what made it cannot be made again. */
int evolve_parents(const Child *child, size_t count,
                   uint32_t places[EVOLVE_PARENTS]);

/* Makes a child again, with the plan that was used: what lineages are replayed
 * by. `spare` has EVOLVE_SPARES slots. False if a script failed, or if the
 * birth is damaged. */
bool evolve_replay(const Child *child, void *genome, char *const spare[],
                   Made *made, Err *err);

/* How the child that waits as number i was made; `spare` has one more slot. */
bool evolve_waiting_birth(const Evolution *evolution, const Plan *plan,
                          size_t i, char *const spare[], Birth *birth,
                          Made *made);

/* Makes again a program that was drawn, one of `count`: at first, or in a
 * generation that restarts. */
void evolve_replay_first(const Child *child, size_t count, void *genome);

/* ---- saving -------------------------------------------------------------- */

/* The living and all that the next generations depend on as bytes, and back.
 * Restoring checks every program. In a cluster all ranks save, and those but
 * the first get nothing. */
bool evolve_save(Evolution *evolution, Buf *out, Err *err);
bool evolve_restore(Evolution *evolution, const void *bytes, size_t n,
                    Err *err);

/* Are these the bytes that evolve_save() wrote? What 0.1.0 wrote has no seal
 * and counts as sound. */
bool evolve_sound(const void *bytes, size_t n);

#endif
