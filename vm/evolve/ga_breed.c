/* ga_breed.c -- parents and children of the genetic algorithm.
 *
 * Children are made in pairs, each pair by a generator of its own, so any
 * thread may make any pair. A pair goes through the steps of its part: a step
 * with two parents is applied twice, with the parents exchanged and the same
 * draws, which gives the twins. Selections that choose for the whole brood at
 * once (remainder, universal) fill `picks` before.
 */
#include <assert.h>
#include <math.h>
#include <string.h>

#include "ga_inner.h"
#include "sampling.h"
#include "base/hot.h"

enum { MATE_DRAWS = 16 };

/* ---- choosing parents --------------------------------------------------- */

/* Fitness of the members, higher is better and none negative. */
static void weigh(Ga *ga) {
    size_t n = ga->set.population;
    for (size_t i = 0; i < n; i++) {
        const Score *score = &ga->scores[ga->order[i]];
        ga->weights[i] = ga->set.adjusted ? 1 / (1 + score->standardized)
                                          : score->raw;
    }
    sampling_lift(ga->weights, n);
    if (ga->set.scaling > 0) sampling_scale(ga->weights, n, ga->set.scaling);
}

/* Everyone once, in random order; then again, in another. */
static void shuffle(Ga *ga, Rng *rng, size_t count) {
    size_t n = ga->set.population;
    for (size_t start = 0; start < count; start += n) {
        for (size_t i = 0; i < n; i++) ga->next[i] = (uint32_t)i;
        rng_shuffle(rng, ga->next, n, sizeof *ga->next);
        size_t some = count - start < n ? count - start : n;
        memcpy(ga->picks + start, ga->next, some * sizeof *ga->picks);
    }
}

/* Parents of a whole brood: the last child of an odd part has a mate, too. */
static size_t places(const Ga *ga) {
    size_t odd = ga->set.part[ga->set.parts - 1].count % 2;
    return (ga->brood + odd + 1) / 2 * 2;
}

/* What a selection does once per generation, before pairs are bred. */
static void prepare(Ga *ga) {
    size_t n = ga->set.population, parents = places(ga);
    Rng rng = rng_key(ga->seed, ga->generation, GA_KEY_PICKS, RNG_BREED);
    switch (ga->set.select) {
    case GA_ROULETTE:
        weigh(ga);
        sampling_sum(ga->weights, n);
        return;
    case GA_REMAINDER:
        weigh(ga);
        sampling_remainder(ga->weights, n, &rng, ga->picks, parents);
        return;
    case GA_UNIVERSAL:
        weigh(ga);
        sampling_universal(ga->weights, n, &rng, ga->picks, parents);
        return;
    case GA_SHUFFLE:    shuffle(ga, &rng, parents); return;
    case GA_TRUNCATION: ga_sort(ga); return;
    case GA_UNIFORM:
    case GA_TOURNAMENT:
    case GA_SELECTS: return;
    }
}

static uint32_t tournament(const Ga *ga, Rng *rng) {
    uint32_t n = (uint32_t)ga->set.population, best = rng_below(rng, n);
    for (double k = 1; k < ga->set.pressure; k++) {
        uint32_t rival = rng_below(rng, n);
        if (ga_cost(ga, ga->order[rival]) < ga_cost(ga, ga->order[best]))
            best = rival;
    }
    return best;
}

/* The member that becomes parent number `place` of the brood. */
static uint32_t choose(const Ga *ga, Rng *rng, size_t place) {
    size_t n = ga->set.population;
    switch (ga->set.select) {
    case GA_TOURNAMENT: return tournament(ga, rng);
    case GA_ROULETTE:   return sampling_spin(ga->weights, n, rng);
    case GA_SHUFFLE:
    case GA_REMAINDER:
    case GA_UNIVERSAL:  return ga->picks[place];
    case GA_TRUNCATION: {
        double best = ceil(ga->set.pressure * (double)n);
        return rng_below(rng, best < 1 ? 1 : (uint32_t)best);
    }
    case GA_UNIFORM:
    case GA_SELECTS: break;
    }
    return rng_below(rng, (uint32_t)n);
}

/* The second parent; where it must not be the first, it is drawn again, and in
 * the end anyone else will do. */
static uint32_t choose_mate(const Ga *ga, Rng *rng, size_t place,
                            uint32_t first) {
    uint32_t n = (uint32_t)ga->set.population, mate = choose(ga, rng, place);
    if (!ga->set.apart || n < 2) return mate;
    for (int i = 0; i < MATE_DRAWS && mate == first; i++)
        mate = ga->set.select == GA_SHUFFLE ? rng_below(rng, n)
                                            : choose(ga, rng, place);
    return mate != first ? mate : (first + 1 + rng_below(rng, n - 1)) % n;
}

/* ---- making pairs ------------------------------------------------------- */

typedef struct Twin {
    const void *now;                 /* the genome as it is so far */
    char       *home, *spare;        /* where it may be */
    GaBirth    *birth;
} Twin;

static char *other(const Twin *twin) {
    return twin->now == twin->home ? twin->spare : twin->home;
}

static void cross(const Ga *ga, const GaStep *step, Rng *rng, Twin twin[2]) {
    const void *ab[] = { twin[0].now, twin[1].now };
    const void *ba[] = { twin[1].now, twin[0].now };
    char *a = other(&twin[0]), *b = other(&twin[1]);
    hot_assert(a != twin[0].now && b != twin[1].now && a != b);
    Rng again = *rng;                /* the same draws for the other twin */
    step->op->apply(ga->species, step->param, rng, ab, a,
                    &twin[0].birth->origin);
    step->op->apply(ga->species, step->param, &again, ba, b,
                    &twin[1].birth->origin);
    twin[0].now = a;
    twin[1].now = b;
    twin[0].birth->crossed = twin[1].birth->crossed = true;
}

static void mutate(const Ga *ga, const GaStep *step, Rng *rng, Twin *twin) {
    char *to = other(twin);
    const void *parents[] = { twin->now };
    step->op->apply(ga->species, step->param, rng, parents, to,
                    &twin->birth->origin);
    twin->now = to;
}

static bool happens(const GaStep *step, Rng *rng) {
    return step->rate >= 1 || rng_real(rng) < step->rate;
}

static void take_steps(const Ga *ga, const GaPart *part, Rng *rng,
                       Twin twin[2]) {
    for (size_t i = 0; i < part->steps; i++) {
        const GaStep *step = &part->step[i];
        if (step->op->parents == 2) {
            if (happens(step, rng)) cross(ga, step, rng, twin);
        } else {
            for (int k = 0; k < 2; k++)
                if (happens(step, rng)) mutate(ga, step, rng, &twin[k]);
        }
    }
}

/* Where a pair belongs. A part of odd size ends with a pair of one. */
typedef struct Pair {
    uint32_t part;
    size_t   first;                  /* child */
    size_t   size;                   /* children: 1 or 2 */
} Pair;

static Pair pair_of(const Ga *ga, size_t number) {
    size_t start = 0;
    uint32_t p = 0;
    for (; p + 1 < ga->set.parts; p++) {
        size_t count = ga->set.part[p].count;
        if (number < (count + 1) / 2) break;
        number -= (count + 1) / 2;
        start += count;
    }
    size_t last = start + ga->set.part[p].count, first = start + 2 * number;
    assert(first < last);
    return (Pair){ p, first, first + 1 < last ? 2 : 1 };
}

/* Makes the children of a pair, those of its first `keep` that the brood has.
 */
static void make_pair(Ga *ga, int worker, Pair pair, size_t keep, Rng rng) {
    assert(keep >= 1 && keep <= pair.size && pair.part < ga->set.parts);
    GaWorker *w = &ga->worker[worker];
    GaBirth dropped;
    Twin twin[2];
    uint32_t mother = 0;
    const uint32_t *homes = ga->order + ga->set.population + pair.first;
    for (size_t k = 0; k < 2; k++) {
        bool kept = k < keep;
        size_t place = pair.first + k;
        uint32_t parent = k == 0 ? choose(ga, &rng, place)
                                 : choose_mate(ga, &rng, place, mother);
        if (k == 0) mother = parent;
        hot_assert(parent < ga->set.population);
        twin[k] = (Twin){
            .now = ga_slot(ga, ga->order[parent]),
            .home = kept ? ga_slot(ga, homes[k]) : w->spare[2],
            .spare = w->spare[k],
            .birth = kept ? &ga->births[pair.first + k] : &dropped,
        };
        *twin[k].birth = (GaBirth){ .part = pair.part,
                                    .parent = { parent, parent } };
    }
    twin[0].birth->parent[1] = twin[1].birth->parent[0];
    twin[1].birth->parent[1] = twin[0].birth->parent[0];
    take_steps(ga, &ga->set.part[pair.part], &rng, twin);
    for (size_t k = 0; k < keep; k++)
        if (twin[k].now != twin[k].home)
            memcpy(twin[k].home, twin[k].now, ga->species->slot);
}

static void make_pairs(void *context, int worker, size_t first, size_t last) {
    Ga *ga = context;
    for (size_t i = first; i < last; i++) {
        Pair pair = pair_of(ga, i);
        if (pair.first >= ga->children) continue;   /* a brood cut short */
        size_t left = ga->children - pair.first;
        Rng rng = rng_key(ga->seed, ga->generation, GA_KEY_PAIR + i, RNG_BREED);
        make_pair(ga, worker, pair, left < pair.size ? left : pair.size, rng);
    }
}

static size_t pairs_of(const Ga *ga) {
    size_t pairs = 0;
    for (size_t p = 0; p < ga->set.parts; p++)
        pairs += (ga->set.part[p].count + 1) / 2;
    return pairs;
}

/* ---- no copies ---------------------------------------------------------- */

bool ga_note(Ga *ga, uint64_t hash) {
    size_t mask = ga->table_size - 1;
    assert((ga->table_size & mask) == 0 && ga->table_size > ga->slots);
    if (hash == 0) hash = 1;
    for (size_t i = hash & mask;; i = (i + 1) & mask) {
        if (ga->table[i] == hash) return false;
        if (ga->table[i] == 0) {
            ga->table[i] = hash;
            return true;
        }
    }
}

/* The part that made a child, for making it again alone. */
static Pair alone(const Ga *ga, size_t child) {
    return (Pair){ ga->births[child].part, child, 1 };
}

/* Breeds copies of members, and of earlier children, again. */
static void make_distinct(Ga *ga) {
    size_t n = ga->set.population;
    memset(ga->table, 0, ga->table_size * sizeof *ga->table);
    for (size_t i = 0; i < n; i++)
        ga_note(ga, species_hash(ga->species, ga_slot(ga, ga->order[i])));
    for (size_t i = 0; i < ga->children; i++) {
        char *child = ga_slot(ga, ga->order[n + i]);
        uint64_t t = 0;
        while (!ga_note(ga, species_hash(ga->species, child)) &&
               t++ < ga->set.distinct) {
            Rng rng = rng_key(ga->seed, ga->generation, GA_KEY_AGAIN * t + i,
                              RNG_BREED);
            make_pair(ga, 0, alone(ga, i), 1, rng);
        }
    }
}

void ga_breed(Ga *ga) {
    prepare(ga);
    size_t pairs = pairs_of(ga);
    if (ga->workers > 1) pool_run(ga->pool, pairs, 32, make_pairs, ga);
    else make_pairs(ga, 0, 0, pairs);
    if (ga->set.distinct) make_distinct(ga);
}
