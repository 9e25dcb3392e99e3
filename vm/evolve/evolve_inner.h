/* evolve_inner.h -- what the files of an evolution share.
 *
 * All genomes lie in one slab of slots. `order` says which slot holds which
 * program of the population (first) and which child (behind them), so that
 * survival moves numbers and never genomes:
 *
 *     order   m0 m1 m2 m3 | c0 c1 c2 | unused
 *
 * Everything kept of a program goes by slot. What scripts and lineages call the
 * slot of a program is its place in `order`.
 */
#ifndef LUDUS_EVOLVE_INNER_H
#define LUDUS_EVOLVE_INNER_H

#include <string.h>

#include "base/clock.h"
#include "base/failure.h"
#include "base/hot.h"
#include "base/pool.h"
#include "cache.h"
#include "evolve.h"
#include "informed.h"

/* Work of one generation that is bred by parts draws its randomness by place;
 * each kind of work has a range of places of its own. */
#define KEY_PAIR  ((uint64_t)0)              /* + pair of children */
#define KEY_AGAIN ((uint64_t)1 << 40)        /* * attempt + child */
#define KEY_CROWD ((uint64_t)1 << 50)        /* + child */
#define KEY_CLIMB ((uint64_t)1 << 51)        /* + child */
#define KEY_PICKS ((uint64_t)1 << 52)
#define KEY_LEAVE  ((uint64_t)1 << 53)       /* + edge */
#define KEY_ARRIVE ((uint64_t)1 << 54)
#define KEY_ARCHIVE ((uint64_t)1 << 55)      /* + child */
#define KEY_MEET ((uint64_t)1 << 56)         /* + entrant */
#define KEY_HALL ((uint64_t)1 << 57)
#define KEY_INFORMED ((uint64_t)1 << 58)

/* Programs that are drawn go by how often they were, and by the generation. */
#define KEY_RESTART ((uint64_t)1 << 32)      /* * generation + attempt */

/* What a thread needs of its own; padded against false sharing. */
enum { EVOLVE_BROOD = 256 };         /* programs that are scored together */

typedef struct Worker {
    void  *scratch;                  /* the game's */
    char  *spare[EVOLVE_SPARES];     /* genomes */
    Totals totals;                   /* of the current step */
    char   pad[64];
} Worker;

/* All that is kept of the programs, by slot. */
typedef struct Slots {
    size_t    count;
    char     *genomes;               /* count x species->slot bytes */
    Score    *scores;
    uint32_t *sizes;
    uint64_t *hashes;
    uint64_t *keys;                  /* of behaviour */
    Birth    *births;
    bool     *copied;                /* a child with its mother's score */
    uint32_t *was;                   /* its place before the brood was bred */
    uint32_t *since;                 /* the generation its first ancestor was
                                      * drawn in, where there are layers */
} Slots;

/* One of several islands. */
typedef struct Isle {
    size_t   first, count;           /* places */
    size_t   brood, children;        /* its first among the children, and how
                                      * many it has */
    size_t   places;                 /* parents of its brood; 0: it was drawn */
    Selector selector;
    Pareto   ranks;                  /* while they settle */
} Isle;

/* A member of a layer of age, when it is told who moves up. */
typedef struct Climber {
    double   cost;
    uint32_t place;
    bool     old;                    /* for the layer it is in */
} Climber;

typedef struct Isles {
    size_t    count;                 /* 0: the plan has none */
    size_t    whole;                 /* while an island is seen: programs of */
    uint64_t  seed;                  /* the population, and its seed */
    Climber  *climbers;              /* two for each program, with layers */
    Isle     *list;
    uint32_t *order, *next;          /* of the island that is seen */
    size_t    room;                  /* of both */
    Edge     *edges;
    size_t    edge_count;
    uint32_t *moves;
} Isles;

typedef struct Reals Reals;          /* reals.c */
typedef struct Spread Spread;        /* spread.h */

struct Evolution {
    const Species *species;
    const Game    *game;             /* NULL: scores are told */
    const GameClass *class;          /* of the game: scratches may outlive it */
    size_t         count;
    uint64_t       seed, generation;
    bool           bare;
    Pool          *pool;
    Worker        *workers;
    Cache         *cache;            /* NULL: none */
    Selector       selector;
    Spread        *spread;           /* over ranks of a cluster; or NULL */
    size_t         units;            /* of the brood that is bred: children, or
                                      * pairs */
    size_t         shift;            /* the first of them that this rank
                                      * breeds */
    Reals         *reals;            /* of schemes that make vectors; or NULL */
    Slots          slots;
    uint32_t      *order, *next;     /* `room` each; `next` is room to work
                                      * in */
    size_t         room;             /* slots.count, or what an island sees */
    size_t         origin;           /* the first place of the island that is
                                      * seen; 0: all are */
    Isles          isles;
    uint64_t      *table;            /* of hashes, 0 for none */
    size_t         table_size;       /* a power of two */
    bool           measured;         /* sizes and hashes of the living are
                                      * known, */
    bool           keyed;            /* so are their keys */
    bool           marked;           /* a plan of shares has bred: slots may be
                                      * marked as copied */
    double        *rows;             /* by slot: what each case gave; NULL:
                                      * nobody asks */
    size_t         width;            /* of a row */
    bool           known;            /* rows of the living are theirs */
    double        *goals;            /* by slot: values of objectives */
    size_t         goal_width;       /* so many each; 0: nobody asks */
    size_t         goal_room;        /* of all */
    bool           aimed;            /* those of the living are theirs */
    uint32_t      *elites;           /* by cell of a map: a place, */
    size_t         cell_room;        /* for so many */
    size_t         filled;           /* cells, after grid_settle() */
    size_t         ready;            /* members that may be parents, the first
                                      * ones; 0: all */
    const Isle    *below;            /* while a layer of age is bred: who lives
                                      * there may be fathers; or NULL */
    bool           aged;             /* ages are known */
    uint32_t       ceiling;          /* of size, as it has grown; 0: none yet */
    double         record;           /* the best cost before this child, while
                                      * children are settled */
    Archive        archive;          /* of novelty */
    Hall           hall;             /* of contests */
    Weights        weights;          /* of cases, learnt step by step */
    Informed       informed;         /* samples of cases */
    Pareto         ranks;            /* of members and children, while they
                                      * settle */
    bool           started;          /* every place holds a program */
    bool           first;            /* the first programs wait */
    uint64_t       bred;             /* by what plan the brood was bred that
                                      * waits between two calls; 0: none */
    size_t         children;         /* that wait */
    size_t         promised;         /* while an island is bred: those of
                                      * islands before */
    size_t         places;           /* parents of a whole brood */
    bool           scored, told;     /* those that wait have scores */
    bool           stale;            /* scores of mothers are of another game */
    bool           renewed;          /* by a game that the living never met */
    unsigned char *planted;          /* by slot: given, not drawn */
    const Plan    *plan;             /* while a brood is bred or scored */
    Failure        failure;          /* of the lowest item whose game failed */
    Totals         totals;
    char          *best;             /* genome */
    Score          best_score;
    uint64_t       improved;         /* generation of the last better best */
};

static inline char *evolve_slot(const Evolution *e, uint32_t slot) {
    hot_assert(slot < e->slots.count);
    return e->slots.genomes + (size_t)slot * e->species->slot;
}

/* The genome of program i, and of child i. */
static inline char *evolve_member(const Evolution *e, size_t i) {
    return evolve_slot(e, e->order[i]);
}

static inline char *evolve_child(const Evolution *e, size_t i) {
    return evolve_slot(e, e->order[e->count + i]);
}

/* What is minimised; never NaN. */
static inline double evolve_cost(const Evolution *e, uint32_t slot) {
    return e->slots.scores[slot].standardized;
}

/* CPU time, where anybody wants to know. */
static inline double evolve_clock(const Evolution *e) {
    return e->bare ? 0 : clock_thread();
}

/* Copies the bytes in use; where that is hardly less, the whole slot. */
static inline void evolve_copy(const Species *species, void *to,
                               const void *from) {
    enum { LITTLE = 64 };
    if (species->slot <= LITTLE) species_copy_slot(species, to, from);
    else memcpy(to, from, species->class->bytes(species, from));
}

/* ---- evolve.c ---- */

/* Room for the brood of a plan. */
bool evolve_reserve(Evolution *e, const Plan *plan, Err *err);

/* ---- brood.c ---- */

/* All that is done once, before children are bred. */
bool brood_prepare(Evolution *e, const Plan *plan, Err *err);

/* The same for a population without islands, or for one of them: how many
 * children it has, and who may be a parent. */
bool brood_choose(Evolution *e, const Plan *plan, Err *err);

/* ---- isles.c: islands ---- */

/* All that an island hides while it is seen. */
typedef struct Outside {
    uint32_t *order, *next;
    size_t    count, children, places, room, first, spare;
    uint64_t  seed;
    Selector  selector;
} Outside;

/* Gets ready for the islands of a plan; slots there are enough. */
bool isles_prepare(Evolution *e, const Plan *plan, Err *err);
void isles_free(Isles *isles);

/* Slots that islands need besides those of members and children. */
size_t isles_spare(const Plan *plan);

/* From now on island i, with its plan, is all there is; and back. */
void isles_enter(Evolution *e, size_t i, const Plan *plan, Outside *outside);
void isles_leave(Evolution *e, size_t i, const Outside *outside);

/* The place in the population of a parent as it is known on island i. */
size_t isles_place(const Evolution *e, const Plan *plan, size_t i,
                   size_t parent);

/* Programs travel, if it is time. */
void isles_travel(Evolution *e, const Plan *plan);

/* The plan by which island i makes the next generation: with layers the lowest
 * may be drawn anew, by the plan that is written to `fresh`. */
const Plan *isles_plan(const Evolution *e, const Plan *plan, size_t i,
                       Plan *fresh);

/* ---- ages.c: layers of age ---- */

/* Ages are known from now on, if there are layers. */
void ages_prepare(Evolution *e, const Plan *plan);

/* Brings the members who may be parents in the layer that is seen to the front
 * of `order` and returns how many they are; all if all are too old, or there
 * are no layers. */
size_t ages_ready(Evolution *e, const Plan *plan, size_t layer);

/* The layer below, if its members may be fathers in this one. */
const Isle *ages_below(const Evolution *e, const Plan *plan, size_t layer);

/* The ages of the children that wait in the layer that is seen. */
void ages_inherit(Evolution *e, const Plan *plan);

/* Those too old for their layers move up. */
void ages_climb(Evolution *e, const Plan *plan);

/* Ages as bytes, and back. */
void ages_save(const Evolution *e, Buf *out);
bool ages_load(Evolution *e, const void *bytes, size_t n, Err *err);

/* ---- ceiling.c: a limit of size ---- */

/* Children above the limit of the plan become their mothers. */
void ceiling_children(Evolution *e, const Plan *plan);

/* The limit as bytes, and back. */
void ceiling_save(const Evolution *e, Buf *out);
bool ceiling_load(Evolution *e, const void *bytes, size_t n, Err *err);

/* ---- cases.c: what each case gave ---- */

/* From now on rows are kept, of what the game gives; those there are of another
 * game are lost. */
bool cases_ask(Evolution *e, Err *err);

/* The cache forgets all; from now on it keeps rows, too, if there are any. */
bool cases_remember(Evolution *e, Err *err);

/* Room for so many slots; the rows there are stay. */
bool cases_grow(Evolution *e, size_t slots, Err *err);

/* Makes the rows of the living known. Not counted as evaluations: these were
 * made before. */
bool cases_fill(Evolution *e, Err *err);

/* Chooses the parents of a brood, by lexicase. */
bool cases_pick(Evolution *e, const Plan *plan, Err *err);

/* The row of a slot, or NULL. */
static inline double *cases_row(const Evolution *e, uint32_t slot) {
    return e->rows ? e->rows + (size_t)slot * e->width : NULL;
}

void cases_copy(const Evolution *e, uint32_t to, uint32_t from);

/* ---- draw.c ---- */

/* Draws a whole brood, whose parents nobody is. */
bool draw_brood(Evolution *e, const Plan *plan, Err *err);

/* ---- goals.c: several objectives ---- */

/* Makes the objectives of the living known, if the plan has any; and those of
 * the children, which have scores. */
bool goals_ask(Evolution *e, const Plan *plan, Err *err);
bool goals_brood(Evolution *e, const Plan *plan, Err *err);

/* Between two points; measures that are not finite are the same. */
double goals_distance(const double *a, const double *b, size_t width);

/* Sorts the first n of `order` into fronts; the caller frees the result. */
bool goals_rank(const Evolution *e, size_t n, Pareto *pareto, Err *err);

/* What stands for the scores of the living where parents are chosen. */
bool goals_costs(const Evolution *e, double *costs, Err *err);

/* ---- grid.c: a map of elites ---- */

/* Room for the cells of the plan's map, if it has one. */
bool grid_reserve(Evolution *e, const Plan *plan, Err *err);

/* Brings the elites of the first n of `order` to their front, by cells. */
void grid_settle(Evolution *e, const Plan *plan, size_t n);

/* ---- novelty.c ---- */

/* Room for the archive of the plan, if it goes by novelty; what was in it
 * stays, if it fits. */
bool novelty_reserve(Evolution *e, const Plan *plan, Err *err);
void novelty_free(Evolution *e);

/* Some of the children enter the archive. */
void novelty_note(Evolution *e, const Plan *plan);

/* What stands for the scores of the living where parents are chosen. */
bool novelty_costs(Evolution *e, const Plan *plan, double *costs, Err *err);

/* The archive as bytes, and back. */
void novelty_save(const Evolution *e, Buf *out);
bool novelty_load(Evolution *e, const void *bytes, size_t n, Err *err);

/* ---- weights.c: how much each case counts ---- */

/* Weights that go step by step take one, if it is time; or they are let go. */
bool weights_prepare(Evolution *e, const Plan *plan, Err *err);
void weights_free(Evolution *e);

/* What stands for the scores of the living where parents are chosen. */
bool weights_costs(const Evolution *e, const Plan *plan, double *costs,
                   Err *err);

void weights_save(const Evolution *e, Buf *out);
bool weights_load(Evolution *e, const void *bytes, size_t n, Err *err);

/* ---- sharing.c: fitness that is shared ---- */

/* The same. */
bool sharing_costs(const Evolution *e, const Plan *plan, double *costs,
                   Err *err);

/* ---- informed.c: samples of cases ---- */

/* Learns who solves which case, if a selection wants to know and it is time. */
bool informed_prepare(Evolution *e, const Plan *plan, Err *err);
void informed_free(Evolution *e);

void informed_save(const Evolution *e, Buf *out);
bool informed_load(Evolution *e, const void *bytes, size_t n, Err *err);

/* ---- contest.c ---- */

/* Scores those that wait, and the living who may stay, by meetings. */
bool contest_score(Evolution *e, const Plan *plan, Err *err);
void contest_free(Evolution *e);

/* The hall of fame as bytes, and back. */
void contest_save(const Evolution *e, Buf *out);
bool contest_load(Evolution *e, const void *bytes, size_t n, Err *err);

/* ---- vary.c: children and pairs, bred or replayed ---- */

/* Two children in the making. */
typedef struct Nest {
    const Species *species;
    const Part    *part;
    const void    *now[2];           /* the twins as they are so far: first,
                                      * their parents */
    char          *home[2];          /* where each is wanted, */
    char          *spare[2];         /* and where it may be meanwhile */
    Made          *made;             /* of each; filled in where it happens */
} Nest;

/* Takes a pair through the steps of its part and brings it home. */
bool vary_pair(Nest *nest, Rng *rng, Err *err);

/* What the draws of a generation's operators begin with. */
uint64_t vary_base(uint64_t seed, uint64_t generation);

/* Makes a child by its row of the plan's shares; `base` as above. */
bool vary_child(const Child *child, uint64_t base, void *genome, Origin *origin,
                Err *err);

/* Where a pair belongs. A part of odd size ends with a pair of one. */
typedef struct Pair {
    uint32_t part;
    uint32_t size;                   /* children: 1 or 2 */
    size_t   first;                  /* child */
    size_t   end;                    /* of its part: the first child behind */
} Pair;

Pair   vary_pair_of(const Plan *plan, size_t number);
size_t vary_pairs(const Plan *plan);

/* The next pair is of the same part unless this was its last. */
static inline Pair vary_next_pair(const Plan *plan, Pair pair) {
    pair.first += pair.size;
    if (pair.first == pair.end && pair.part + 1 < plan->parts)
        pair.end += plan->part[++pair.part].count;
    pair.size = pair.first + 1 < pair.end ? 2 : 1;
    return pair;
}

/* ---- score.c ---- */

/* The score of a program as the game gives it and, unless it is NULL, the row
 * of its cases. */
bool score_ask(const Evolution *e, const Worker *w, const void *genome,
               Score *score, double *row, Err *err);

/* Is there a game to score by? */
bool score_can(const Evolution *e, Err *err);

/* How many of n programs a thread takes at once: a brood if the game likes it
 * so, but some for each thread. */
size_t score_chunk_size(const Evolution *e, size_t n);

/* Scores what waits as numbers first..last-1; notes a failure. */
void score_some(Evolution *e, Worker *w, size_t first, size_t last);

/* After evolve_renew(): scores those of the living who may stay. */
bool score_kept(Evolution *e, const Plan *plan, Err *err);

/* Adds up the workers' totals, of all ranks; false with the first failure if
 * there was one. */
bool score_collect(Evolution *e, Err *err);

/* Each rank tells what the plan needs to know of those that wait. */
bool score_tell(Evolution *e, const Plan *plan, Err *err);

/* Fills in sizes and hashes of slots, of all living programs unless they are
 * known, and the keys of their behaviour. */
void score_measure(const Evolution *e, const uint32_t *slots, size_t count);
void score_measure_all(Evolution *e);
void score_key_all(Evolution *e);

/* ---- place/niche.c ---- */

/* May the child of that slot come into a place, while the places before it are
 * settled in `next` and those behind it not yet? */
bool niche_admits(const Evolution *e, const Niche *niche, size_t place,
                  uint32_t child);

/* ---- reals.c: schemes that make vectors of reals ---- */

/* Gets ready for a brood, or lets go of what no scheme needs. */
bool reals_prepare(Evolution *e, const Plan *plan, Err *err);
void reals_free(Evolution *e);

/* Can the plan's scheme breed such programs? */
bool reals_fit(const Species *species, const Plan *plan, Err *err);

/* Children of the brood that is next. */
size_t reals_brood(const Evolution *e, const Plan *plan);

/* Makes the children first..last-1. */
void reals_breed(Evolution *e, Worker *w, size_t first, size_t last);

/* Does it learn from its children, and does so now, from sorted ones? Can it
 * learn no more? */
bool reals_learns(const Evolution *e);
void reals_learn(Evolution *e);
bool reals_spent(const Evolution *e);

/* The places of all parents of a child by differences, or 0 if the birth is
 * damaged; and the child, made again. */
int  reals_parents(const Child *child, size_t count,
                  uint32_t places[DIFFERENTIAL_PARENTS]);
void reals_replay(const Child *child, void *genome);

/* What it has learnt as bytes, and back. */
void reals_save(const Evolution *e, Buf *out);
bool reals_load(Evolution *e, const void *bytes, size_t n, Err *err);

/* ---- survive.c ---- */

/* Sorts the living, best first, those of equal score in their order. */
void survive_sort(Evolution *e);

/* Those that wait have scores and were bred by this plan: who lives now? False,
 * with the living as they were, if an objective of a script failed. */
bool survive_settle(Evolution *e, const Plan *plan, Err *err);

/* Copies all that is kept of a living program to a slot that nobody uses; its
 * birth is that of one who stayed. */
void evolve_copy_slot(Evolution *e, uint32_t from, uint32_t to);

/* ---- evolve_stats.c: sets of hashes ---- */

/* Room for n hashes. */
bool table_reserve(Evolution *e, size_t n, Err *err);
void table_clear(Evolution *e);

/* Puts a hash into the table; false if it was there. */
bool table_note(Evolution *e, uint64_t hash);

#endif
