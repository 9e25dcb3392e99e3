/* spread.h -- programs spread over ranks: what the files of an evolution ask
 * for. Every function is called by all ranks at once; without a cluster
 * e->spread is NULL.
 */
#ifndef LUDUS_SPREAD_H
#define LUDUS_SPREAD_H

#include "cluster.h"
#include "evolve_inner.h"

/* Ranks first..first+count-1. */
typedef struct Team {
    int first, count;
} Team;

typedef struct Range {
    size_t first, last;              /* first..last-1 */
} Range;

struct Spread {
    Cluster  *cluster;
    Team      team;                  /* who breeds what is seen */
    uint16_t *owner;                 /* by slot: who has it, or works on it */
    bool      apart;                 /* only who owns a program has it */
    uint32_t *at;                    /* by slot: where a fetched genome lies */
    uint32_t *wanted;                /* slots of genomes that are fetched */
    size_t    wanted_count, wanted_room;
    char     *fetched;               /* genomes, with so many bytes used */
    size_t    used, room;
    size_t   *counts;                /* room for four numbers of each rank */
    double   *edge;                  /* where shares begin, 0 to 1; and room to
                                      * find the next ones */
    double   *work;                  /* by rank: CPU seconds of a thread, of
                                      * late */
    char     *told;                  /* room for what is told */
    size_t    told_room;
};

/* ---- life cycle ---------------------------------------------------------- */

/* With fewer than two ranks there is nothing to spread. */
bool spread_init(Evolution *e, Cluster *cluster, Err *err);
void spread_free(Evolution *e);

/* Room for so many slots. */
bool spread_grow(Evolution *e, size_t slots, Err *err);

/* ---- shares: spread_share.c ---------------------------------------------- */

/* Before n units are shared out: evens out what the ranks had of late. */
void spread_balance(Evolution *e, size_t n);

/* Island number `island` of so many (0: none) is what is bred from now on. */
void spread_team(Evolution *e, size_t island, size_t islands);

/* This rank's share of n units. */
Range spread_share(const Evolution *e, size_t n);

/* Says who owns n slots: shares of so many units, of which first_of() gives the
 * first slot; NULL: units are slots. */
void spread_own(Evolution *e, const uint32_t *slots, size_t n,
                size_t (*first_of)(const Evolution *e, size_t unit),
                size_t units);

/* The bytes of each rank's share of n units of so many. */
void spread_counts(const Evolution *e, size_t n, size_t one, size_t *counts);

/* Is the genome here? */
bool spread_has(const Evolution *e, uint32_t slot);

/* ---- telling ------------------------------------------------------------- */

/* What is told of a program. */
enum { TELL_SCORE = 1, TELL_KEY = 2, TELL_ROW = 4, TELL_GENOME = 8 };

/* Each rank tells the others of the n slots those it owns. */
bool spread_tell(Evolution *e, const uint32_t *slots, size_t n, unsigned what,
                 Err *err);

/* Each rank tells the others its share of n rows of so many bytes. */
bool spread_rows(Evolution *e, void *rows, size_t n, size_t one, Err *err);

/* Adds up totals; false with the reason of the lowest item that failed on any
 * rank. `why` is the reason here unless `failed` is SIZE_MAX. */
bool spread_agree(Evolution *e, Totals *totals, size_t failed, Err *why);

/* ---- genomes ------------------------------------------------------------- */

/* The genomes of n slots come to all ranks: to their slots, or one after the
 * other into `room`. */
bool spread_bring(Evolution *e, const uint32_t *slots, size_t n, char *room,
                  Err *err);

/* Forgets what was fetched; at most so many will be wanted. Then they are
 * named, and fetched. */
bool spread_want_none(Evolution *e, size_t most, Err *err);
void spread_want(Evolution *e, uint32_t slot);
bool spread_fetch(Evolution *e, Err *err);

/* The genome of a living program that is here or was fetched. */
static inline const char *spread_parent(const Evolution *e, size_t place) {
    enum { GRAIN_BYTES = 16 };
    uint32_t slot = e->order[place];
    const Spread *s = e->spread;
    if (s && s->at[slot]) return s->fetched + (size_t)s->at[slot] * GRAIN_BYTES;
    return evolve_slot(e, slot);
}

#endif
