/* replicator.c -- evolves machines that explain what an opponent did.
 *
 * Models live in slots; rank[] lists slots from best to worst and the first
 * `population` of them are alive. A generation fills free slots with children,
 * ranks all and cuts the tail, so nothing is copied but parents.
 *
 * Ties are broken by a number drawn for every model in every generation, also
 * for those that are dropped unranked: that keeps the two shortcuts exact. The
 * lazy one drops a child as soon as it has missed more moves than the worst
 * survivor, since replay counts before strength. The cache keeps strengths by
 * a hash of the trimmed machine.
 */
#include "replicator.h"

#include <math.h>
#include <string.h>

#include "match.h"
#include "base/mem.h"
#include "program/machine/machine_species.h"

enum { CACHE_SIZE = 1 << 14, OPERATORS = 4 };

typedef struct Individual {
    Machine  m;
    int      state;                  /* after the history */
    uint32_t hits;                   /* moves replayed */
    double   strength;
    uint32_t tie;
} Individual;

typedef struct CacheLine {
    uint64_t hash;
    double   strength;
} CacheLine;

struct Replicator {
    ReplicatorOptions options;
    Payoff            payoff;
    double            gain[2][2];    /* by the model's move and the other's */
    int               standards;
    Machine           standard[REPLICATOR_STANDARDS_MAX];
    Rng               rng;
    Individual       *slots;
    int              *rank, *spare;  /* slots, best first */
    int               room, alive;   /* slots; models ranked */
    uint32_t          births;        /* so far; for ties by age */
    CacheLine        *cache;
    uint8_t          *mine, *theirs; /* the history */
    uint32_t          turns, turns_max;
};

ReplicatorOptions replicator_defaults(void) {
    return (ReplicatorOptions){
        .population = 50,
        .offspring = 10,
        .hole = 0.05,
        .first_states = 8,
        .max_states = 32,
        .strength = STRENGTH_WINS,
        .strength_turns = 100,
        .lazy = true,
        .cache = true,
        .reading = { .no_twins = true },
    };
}

static int any(Replicator *r, int n) {
    return (int)rng_below(&r->rng, (uint32_t)n);
}

/* ---- fitness ------------------------------------------------------------- */

/* What an outcome adds to a model's strength. */
static double gain_of(const Replicator *r, int mine, int theirs) {
    double own = -payoff_cost(&r->payoff, mine, theirs);
    double imposed = payoff_cost(&r->payoff, theirs, mine);
    if (r->options.strength == STRENGTH_OWN) return own;
    if (r->options.strength == STRENGTH_IMPOSED) return imposed;
    return own + imposed;
}

static double value_of(const Replicator *r, const Tally *t) {
    double sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) sum += r->gain[i][j] * (double)t->n[i][j];
    if (r->options.strength != STRENGTH_WINS) return sum;
    return (sum > 0) - (sum < 0);
}

static bool has_strength(const Replicator *r) {
    return r->options.hooks && r->options.hooks->strength;
}

static double measure(const Replicator *r, const Machine *m) {
    if (has_strength(r))
        return r->options.hooks->strength(r->options.hooks->context, m);
    uint64_t turns = (uint64_t)r->options.strength_turns;
    double sum = 0;
    for (int i = 0; i < r->standards; i++) {
        Tally t = match_cycle(m, &r->standard[i], turns);
        sum += value_of(r, &t);
    }
    return sum;
}

static double strength(Replicator *r, const Machine *m) {
    bool none = r->options.strength == STRENGTH_NONE || r->standards == 0;
    if (none && !has_strength(r)) return 0;
    if (!r->options.cache) return measure(r, m);
    uint64_t hash = machine_hash(&alphabet_dilemma, m);
    CacheLine *line = &r->cache[hash % CACHE_SIZE];
    if (line->hash != hash) {
        line->strength = measure(r, m);
        line->hash = hash;
    }
    return line->strength;
}

/* The hits after turn t, from those before it. */
static uint32_t count_hit(const Replicator *r, uint32_t hits, uint32_t t,
                          bool hit) {
    switch (r->options.reading.replay) {
    case REPLAY_ALL: return hits + hit;
    case REPLAY_FIRST: return hits + (hit && hits == t);
    case REPLAY_LATEST: return hit ? hits + 1 : 0;
    case REPLAY_COUNT: break;
    }
    return hits;
}

/* Replays the history; false once more than `misses` moves were wrong. */
static bool replay(const Replicator *r, Individual *x, uint32_t misses) {
    const Machine *m = &x->m;
    int state = m->start;
    uint32_t missed = 0;
    x->hits = 0;
    for (uint32_t t = 0; t < r->turns; t++) {
        bool hit = m->at[state].out == r->theirs[t];
        missed += !hit;
        if (missed > misses) return false;
        x->hits = count_hit(r, x->hits, t, hit);
        state = m->at[state].next[r->mine[t]];
    }
    x->state = state;
    return true;
}

/* Is a model that replays less than the worst survivor sure to be cut? */
static bool is_lazy(const Replicator *r) {
    const Reading *reading = &r->options.reading;
    return r->options.lazy && reading->weight == 0 &&
           reading->replay == REPLAY_ALL && r->alive >= r->options.population;
}

/* Judges a new model; false if it is known to be cut in this generation. */
static bool judge(Replicator *r, Individual *x) {
    uint32_t misses = r->turns;
    if (is_lazy(r)) misses -= r->slots[r->rank[r->options.population - 1]].hits;
    if (!replay(r, x, misses)) return false;
    x->strength = strength(r, &x->m);
    return true;
}

/* Replay and strength in one: strength by turn and standard opponent. */
static double weigh(const Replicator *r, const Individual *x) {
    double games = fmax(1, (double)r->standards * r->options.strength_turns);
    return r->options.reading.weight * x->hits + x->strength / games;
}

/* Positive if a is the better. */
static int compare(const Replicator *r, const Individual *a,
                   const Individual *b) {
    if (r->options.reading.weight > 0) {
        double x = weigh(r, a), y = weigh(r, b);
        return (x > y) - (x < y);
    }
    if (a->hits != b->hits) return a->hits > b->hits ? 1 : -1;
    return (a->strength > b->strength) - (a->strength < b->strength);
}

/* ---- ranking ------------------------------------------------------------- */

static bool before(const Replicator *r, int a, int b) {
    const Individual *x = &r->slots[a], *y = &r->slots[b];
    int c = compare(r, x, y);
    return c > 0 || (c == 0 && x->tie < y->tie);
}

static void merge(const Replicator *r, const int *from, int *to, int lo,
                  int mid, int hi) {
    int i = lo, j = mid;
    for (int k = lo; k < hi; k++) {
        bool right = i == mid || (j < hi && before(r, from[j], from[i]));
        to[k] = right ? from[j++] : from[i++];
    }
}

/* Merge sort: stable, so the same on every machine. */
static void sort(Replicator *r) {
    int n = r->alive;
    for (int width = 1; width < n; width *= 2) {
        for (int lo = 0; lo < n; lo += 2 * width) {
            int mid = lo + width < n ? lo + width : n;
            int hi = mid + width < n ? mid + width : n;
            merge(r, r->rank, r->spare, lo, mid, hi);
        }
        int *swap = r->rank;
        r->rank = r->spare;
        r->spare = swap;
    }
}

/* ---- breeding ------------------------------------------------------------ */

static const Individual *choose_parent(Replicator *r) {
    int n = r->options.population;
    const Individual *a = &r->slots[r->rank[any(r, n)]];
    if (r->options.reading.no_contest) return a;
    const Individual *b = &r->slots[r->rank[any(r, n)]];
    bool hole = rng_real(&r->rng) < r->options.hole;
    int c = hole ? b->m.states - a->m.states : compare(r, a, b);
    if (c == 0) return any(r, 2) ? a : b;
    return c > 0 ? a : b;
}

/* A slot that no ranked model uses, holding a copy of the parent. */
static Individual *conceive(Replicator *r, const Individual *parent, bool *used,
                            int *slot) {
    int i = 0;
    while (used[i]) i++;
    used[i] = true;
    *slot = i;
    memcpy(&r->slots[i].m, &parent->m,
           machine_bytes(&alphabet_dilemma, &parent->m));
    return &r->slots[i];
}

/* Who of equals comes first: the one with the smaller number. */
static uint32_t tie_of(Replicator *r, const Individual *x) {
    uint32_t chance = rng_below(&r->rng, UINT32_MAX);
    switch (r->options.reading.ties) {
    case TIES_CHANCE: return chance;
    case TIES_OLDER: return r->births++;
    case TIES_NEWER: return UINT32_MAX - r->births++;
    case TIES_SMALLER: return (uint32_t)x->m.states << 24 | chance >> 8;
    case TIES_COUNT: break;
    }
    return chance;
}

static bool draws_ties(const Replicator *r) {
    return r->options.reading.ties == TIES_CHANCE ||
           r->options.reading.ties == TIES_SMALLER;
}

static bool is_twin(const Replicator *r, const Individual *child) {
    for (int i = 0; i < r->alive; i++) {
        const Machine *m = &r->slots[r->rank[i]].m;
        if (m->states == child->m.states && m->start == child->m.start &&
            memcmp(m->at, child->m.at, m->states * sizeof *m->at) == 0)
            return true;
    }
    return false;
}

static void deliver(Replicator *r, Individual *child, bool *used, int slot,
                    int *born) {
    child->tie = tie_of(r, child);
    bool twin = r->options.reading.no_twins && is_twin(r, child);
    if (!twin && judge(r, child)) r->spare[(*born)++] = slot;
    else used[slot] = false;
}

static void breed_by_hook(Replicator *r, bool *used, int *born) {
    const ReplicatorHooks *hooks = r->options.hooks;
    const Individual *parent = choose_parent(r);
    int op = any(r, hooks->operators), slot;
    Individual *child = conceive(r, parent, used, &slot);
    hooks->vary(hooks->context, op, &r->rng, &child->m);
    deliver(r, child, used, slot, born);
}

static void breed(Replicator *r, bool *used, int *born) {
    const Reading *reading = &r->options.reading;
    const Individual *parent = choose_parent(r);
    int op = any(r, OPERATORS), slot, n = parent->m.states;
    Individual *child = conceive(r, parent, used, &slot);
    switch (op) {
    case 0: machine_restart(&child->m, &r->rng); break;
    case 1:
        reading_grow(reading->grow, &child->m, &r->rng, r->options.max_states);
        break;
    case 2:
        if (n < 2) break;
        int state = any(r, n);
        if (reading->one_child) {
            machine_remove(&alphabet_dilemma, &child->m, &r->rng, state,
                           any(r, 2));
            break;
        }
        machine_remove(&alphabet_dilemma, &child->m, &r->rng, state, MOVE_C);
        deliver(r, child, used, slot, born);
        child = conceive(r, parent, used, &slot);
        machine_remove(&alphabet_dilemma, &child->m, &r->rng, state, MOVE_D);
        break;
    case 3:
        reading_modify(reading, &child->m, &r->rng, r->options.max_states);
        break;
    }
    deliver(r, child, used, slot, born);
}

static void generation(Replicator *r, bool *used) {
    memset(used, 0, (size_t)r->room);
    for (int i = 0; i < r->alive; i++) {
        used[r->rank[i]] = true;
        Individual *x = &r->slots[r->rank[i]];
        if (draws_ties(r)) x->tie = tie_of(r, x);
    }
    int born = 0;
    bool hooked = r->options.hooks && r->options.hooks->operators > 0;
    for (int i = 0; i < r->options.offspring; i++)
        (hooked ? breed_by_hook : breed)(r, used, &born);
    memcpy(r->rank + r->alive, r->spare, (size_t)born * sizeof *r->rank);
    r->alive += born;
    sort(r);
    r->alive = r->options.population;
}

void replicator_evolve(Replicator *r, int generations) {
    bool used[REPLICATOR_POPULATION_MAX * 3];
    for (int i = 0; i < generations; i++) generation(r, used);
}

/* ---- the history --------------------------------------------------------- */

void replicator_see(Replicator *r, Move mine, Move theirs) {
    if (r->turns == r->turns_max) return;
    r->mine[r->turns] = (uint8_t)mine;
    r->theirs[r->turns++] = (uint8_t)theirs;
    for (int i = 0; i < r->alive; i++) {
        Individual *x = &r->slots[r->rank[i]];
        x->hits = count_hit(r, x->hits, r->turns - 1,
                            x->m.at[x->state].out == theirs);
        x->state = x->m.at[x->state].next[mine];
        if (draws_ties(r)) x->tie = (uint32_t)i;  /* equals stay in order */
    }
    sort(r);
}

static bool is_move(char c) { return c == 'c' || c == 'd'; }

bool replicator_feed(Replicator *r, const char *mine, const char *theirs,
                     int generations, Err *err) {
    for (; *mine; mine++, theirs++) {
        if (!is_move(*mine) || !is_move(*theirs))
            return err_set(err, "moves are c and d");
        replicator_see(r, *mine == 'd', *theirs == 'd');
        replicator_evolve(r, generations);
    }
    return true;
}

Model replicator_best(const Replicator *r) {
    const Individual *x = &r->slots[r->rank[0]];
    return (Model){ &x->m, x->state, x->hits, r->turns, x->strength };
}

/* ---- life cycle ---------------------------------------------------------- */

static bool check(const ReplicatorOptions *o, int standards, Err *err) {
    if (o->population < 1 || o->population > REPLICATOR_POPULATION_MAX)
        return err_set(err, "population must be 1 to %d, got %d",
                       REPLICATOR_POPULATION_MAX, o->population);
    if (o->offspring < 1 || o->offspring > o->population)
        return err_set(err, "offspring must be 1 to the population %d, got %d",
                       o->population, o->offspring);
    if (o->max_states < 1 || o->max_states > MACHINE_STATES_MAX)
        return err_set(err, "max_states must be 1 to %d, got %d",
                       MACHINE_STATES_MAX, o->max_states);
    if (o->first_states < 1 || o->first_states > o->max_states)
        return err_set(err, "first_states must be 1 to max_states %d, got %d",
                       o->max_states, o->first_states);
    if (!reading_check(&o->reading, o->first_states, err)) return false;
    if (standards < 0 || standards > REPLICATOR_STANDARDS_MAX)
        return err_set(err, "at most %d standard opponents, got %d",
                       REPLICATOR_STANDARDS_MAX, standards);
    return true;
}

static void populate(Replicator *r) {
    int n = r->options.population, least = r->options.reading.least_states;
    if (least < 1) least = 1;
    for (int i = 0; i < n; i++) {
        Individual *x = &r->slots[i];
        machine_random(&alphabet_dilemma, &x->m, &r->rng,
                       least + any(r, r->options.first_states - least + 1));
        x->tie = draws_ties(r) ? (uint32_t)i : tie_of(r, x);
        r->rank[i] = i;
        judge(r, x);
    }
    r->alive = n;
    sort(r);
}

static bool acquire(Replicator *r, Err *err) {
    size_t room = (size_t)r->room, turns = r->turns_max;
    r->slots = mem_new(room, sizeof *r->slots, err);
    r->rank = mem_new(room, sizeof *r->rank, err);
    r->spare = mem_new(room, sizeof *r->spare, err);
    r->cache = mem_new(CACHE_SIZE, sizeof *r->cache, err);
    r->mine = mem_new(turns, 1, err);
    r->theirs = mem_new(turns, 1, err);
    return r->slots && r->rank && r->spare && r->cache && r->mine && r->theirs;
}

Replicator *replicator_new(const ReplicatorOptions *options,
                           const ReplicatorTask *task, Rng rng, Err *err) {
    if (!check(options, task->count, err)) return NULL;
    Replicator *r = mem_new(1, sizeof *r, err);
    if (!r) return NULL;
    r->options = *options;
    r->payoff = *task->payoff;
    for (int i = 0; i < 4; i++)
        r->gain[i >> 1][i & 1] = gain_of(r, i >> 1, i & 1);
    r->standards = task->count;
    r->rng = rng;
    r->turns_max = task->turns;
    r->room = options->population + 2 * options->offspring;
    for (int i = 0; i < task->count; i++) r->standard[i] = task->standards[i];
    if (!acquire(r, err)) {
        replicator_free(r);
        return NULL;
    }
    populate(r);
    return r;
}

void replicator_free(Replicator *r) {
    if (!r) return;
    mem_free(r->slots);
    mem_free(r->rank);
    mem_free(r->spare);
    mem_free(r->cache);
    mem_free(r->mine);
    mem_free(r->theirs);
    mem_free(r);
}
