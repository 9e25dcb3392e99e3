/* drill.c -- score, keep the best, breed until full.
 *
 * Of equal scores the program that came first stays first, and every child has
 * a generator of its own, so nothing depends on threads. Children grow in a
 * second array that then changes places with the first.
 */
#include "drill.h"

#include <math.h>
#include <string.h>

#include "mem.h"
#include "vary_linear.h"

enum { CHAMPIONS = 4 };              /* parents of refined programs */

/* ---- life ---------------------------------------------------------------- */

static bool check(const DrillOptions *o, Err *err) {
    if (o->population < 2 || o->population > DRILL_POPULATION_MAX)
        return err_set(err, "population must be 2 to %d, got %d",
                       DRILL_POPULATION_MAX, o->population);
    if (o->demes < 1 || o->population / o->demes < 2)
        return err_set(err, "demes must be 1 to %d, got %d", o->population / 2,
                       o->demes);
    int deme = o->population / o->demes;
    if (o->kept < 1 || o->kept >= deme)
        return err_set(err, "kept must be 1 to %d, got %d", deme - 1, o->kept);
    if (o->population < 2 * CHAMPIONS && o->refine)
        return err_set(err, "refining needs a population of at least %d",
                       2 * CHAMPIONS);
    if (o->population % o->demes != 0)
        return err_set(err, "population must be a multiple of demes, %d",
                       o->demes);
    return true;
}

void drill_free(Drill *drill) {
    if (!drill) return;
    mem_free(drill->code);
    mem_free(drill->next);
    mem_free(drill->score);
    mem_free(drill->order);
    mem_free(drill);
}

Drill *drill_new(const Fleet *fleet, const LinearSet *set,
                 const DrillOptions *options, uint64_t seed, Err *err) {
    if (!check(options, err)) return NULL;
    Drill *drill = mem_new(1, sizeof *drill, err);
    if (!drill) return NULL;
    size_t n = (size_t)options->population;
    *drill = (Drill){ .fleet = fleet, .set = set, .options = *options,
                      .bytes = linear_bytes(set) };
    drill->code = mem_new(n, drill->bytes, err);
    drill->next = mem_new(n, drill->bytes, err);
    drill->score = mem_new(n, sizeof *drill->score, err);
    drill->order = mem_new(2 * n, sizeof *drill->order, err);
    if (!drill->code || !drill->next || !drill->score || !drill->order) {
        drill_free(drill);
        return NULL;
    }
    for (size_t i = 0; i < n; i++) {
        Rng rng = rng_key(seed, 0, i, RNG_INIT);
        linear_random(set, &rng, drill_code(drill, (int)i));
    }
    return drill;
}

/* ---- games and scores ---------------------------------------------------- */

void drill_games(const Fleet *fleet, const Placement *placement, uint64_t seed,
                 uint64_t first, size_t n, DrillGame *games) {
    for (uint64_t i = first; i < first + n; i++, games++) {
        Rng lay = rng_key(seed, i, 0, RNG_CASES);
        placement->draw(fleet, &lay, games->ship);
        games->target = rng_key(seed, i, 2, RNG_PLAY);
        games->play = rng_key(seed, i, 0, RNG_PLAY);
    }
}

double drill_score(const Fleet *fleet, const LinearSet *set,
                   const Shooter *shooter, const DrillGame *games, size_t n,
                   const uint8_t *code) {
    Shooter s = *shooter;
    s.kind = SHOOTER_PROGRAM;
    s.set = set;
    s.code = code;
    s.options.loops = DRILL_LOOPS;
    uint64_t shots = 0;
    for (size_t i = 0; i < n; i++) {
        Sea sea;
        sea_init(&sea, fleet, games[i].ship);
        Rng play = games[i].play;
        GunnerReport report = shooter_program(&s, &sea, games[i].target, &play);
        shots += sea.left > 0 ? 2 * (uint64_t)fleet->cells
                              : (uint64_t)sea.shots + report.loops;
    }
    return n ? (double)shots / (double)n : 0;
}

typedef struct Work {
    Drill           *drill;
    const Shooter   *shooter;
    const DrillGame *games;
    size_t           n;
    double           cut;            /* worse after the trial: no more games */
} Work;

static size_t trial_games(size_t n) {
    size_t trial = n / 5 > DRILL_TRIAL ? n / 5 : DRILL_TRIAL;
    return trial < n ? trial : n;
}

static void score_some(void *context, int worker, size_t first, size_t last) {
    Work *w = context;
    const Drill *d = w->drill;
    (void)worker;
    for (size_t i = first; i < last; i++) {
        const uint8_t *code = drill_code(d, (int)i);
        size_t trial = trial_games(w->n);
        double mean = drill_score(d->fleet, d->set, w->shooter, w->games, trial,
                                  code);
        if (mean > w->cut) {
            d->score[i] = mean + d->fleet->cells;    /* behind all others */
            continue;
        }
        double rest = drill_score(d->fleet, d->set, w->shooter,
                                  w->games + trial, w->n - trial, code);
        d->score[i] = (mean * (double)trial + rest * (double)(w->n - trial)) /
                      (double)w->n;
    }
}

static void score_all(Work *w, Pool *pool, size_t programs) {
    if (pool) pool_run(pool, programs, 8, score_some, w);
    else score_some(w, 0, 0, programs);
}

/* Merge sort of numbers by their scores. */
static void sort_range(const double *score, int *order, int *spare, int n) {
    if (n < 2) return;
    int half = n / 2, i = 0, j = half, k = 0;
    sort_range(score, order, spare, half);
    sort_range(score, order + half, spare, n - half);
    while (i < half || j < n) {
        bool left = j == n || (i < half && score[order[i]] <= score[order[j]]);
        spare[k++] = left ? order[i++] : order[j++];
    }
    memcpy(order, spare, (size_t)n * sizeof *order);
}

static void sort_numbers(Drill *drill, int first, int n) {
    int *order = drill->order;
    for (int i = 0; i < n; i++) order[i] = first + i;
    sort_range(drill->score, order, order + drill->options.population, n);
}

/* Brings the programs of a deme into the order of their scores. */
static void sort_deme(Drill *drill, int first, int n, double *score) {
    sort_numbers(drill, first, n);
    for (int i = 0; i < n; i++) {
        memcpy(drill->next + (size_t)(first + i) * drill->bytes,
               drill_code(drill, drill->order[i]), drill->bytes);
        score[i] = drill->score[drill->order[i]];
    }
    memcpy(drill_code(drill, first), drill->next + (size_t)first * drill->bytes,
           (size_t)n * drill->bytes);
    memcpy(drill->score + first, score, (size_t)n * sizeof *score);
}

/* The trial score that the best third of the first programs reach; of changes
 * of one program, nearly all of them worse, the best tenth. */
static double trial_cut(Work *w, Pool *pool) {
    enum { SAMPLE = 300 };
    Drill *drill = w->drill;
    int n = drill->options.population < SAMPLE ? drill->options.population
                                               : SAMPLE;
    Work trial = *w;
    trial.n = trial_games(w->n);
    score_all(&trial, pool, (size_t)n);
    sort_numbers(drill, 0, n);
    return drill->score[drill->order[n / (drill->refining ? 10 : 3)]];
}

void drill_rank(Drill *drill, Pool *pool, const Shooter *shooter,
                const DrillGame *games, size_t n) {
    int programs = drill->options.population, demes = drill->options.demes;
    Work w = { drill, shooter, games, n, INFINITY };
    if (drill->options.tournament && n > DRILL_TRIAL)
        w.cut = trial_cut(&w, pool);
    score_all(&w, pool, (size_t)programs);
    double *score = mem_new((size_t)programs, sizeof *score, NULL);
    for (int d = 0; score && d < demes; d++)
        sort_deme(drill, d * (programs / demes), programs / demes, score);
    mem_free(score);
    sort_numbers(drill, 0, programs);
}

/* ---- breeding ------------------------------------------------------------ */

/* The paper's way: two children of two of the kept programs. */
static void breed_chunks(Drill *drill, uint64_t seed, uint64_t round) {
    uint32_t kept = (uint32_t)drill->options.kept;
    uint8_t mate[LINEAR_BLOCKS_MAX * LINEAR_LINES_MAX];
    for (int i = (int)kept; i < drill->options.population; i += 2) {
        Rng rng = rng_key(seed, round, (uint64_t)i, RNG_BREED);
        uint32_t a = rng_below(&rng, kept), b = rng_below(&rng, kept);
        if (a == b) b = (a + 1) % kept;
        uint8_t *child = drill_code(drill, i);
        memcpy(child, drill_code(drill, (int)a), drill->bytes);
        memcpy(mate, drill_code(drill, (int)b), drill->bytes);
        linear_swap_chunk(drill->set, &rng, child, mate);
        linear_mutate(drill->set, &rng, drill->options.mutation, child);
        linear_mutate(drill->set, &rng, drill->options.mutation, mate);
        if (i + 1 < drill->options.population)
            memcpy(drill_code(drill, i + 1), mate, drill->bytes);
    }
}

/* Operators and their shares with tournaments: mostly small changes, since most
 * crossings of good programs at different places are bad ones. */
static const struct { const char *name; double share; } mix[] = {
    { "chunk", 0.05 },   { "onepoint", 0.05 }, { "twopoint", 0.10 },
    { "insert", 0.20 },  { "delete", 0.15 },   { "replace", 0.30 },
    { "swap", 0.05 },    { "mutate", 0.10 },
};
enum { MIX = sizeof mix / sizeof *mix };

static const Operator *any_operator(const Species *species, Rng *rng,
                                    int from) {
    double x = rng_real(rng);
    int i = from;
    for (; i < MIX - 1 && x >= mix[i].share; i++) x -= mix[i].share;
    return species_operator(species, mix[i].name, NULL);
}

static const uint8_t *winner(const Drill *drill, Rng *rng, int deme) {
    uint32_t n = (uint32_t)(drill->options.population / drill->options.demes);
    uint32_t best = n;                       /* a deme is sorted: least is best */
    for (int k = 0; k < drill->options.tournament; k++) {
        uint32_t i = rng_below(rng, n);
        if (i < best) best = i;
    }
    return drill_code(drill, deme * (int)n + (int)best);
}

/* A child by one operator and, three times in ten, a second small change. */
static void make_child(const Drill *drill, const Species *species, Rng *rng,
                       int deme, uint8_t *child) {
    double param[OPERATOR_PARAMS] = { drill->options.mutation };
    Origin origin;
    const Operator *op = any_operator(species, rng, 0);
    const void *parents[] = { winner(drill, rng, deme),
                              winner(drill, rng, deme) };
    op->apply(species, param, rng, parents, child, &origin);
    if (rng_below(rng, 10) >= 3) return;
    uint8_t first[LINEAR_BLOCKS_MAX * LINEAR_LINES_MAX];
    memcpy(first, child, drill->bytes);
    const void *again[] = { first, first };
    op = any_operator(species, rng, 3);
    op->apply(species, param, rng, again, child, &origin);
}

enum { TRAVEL = 100 };               /* one child in so many has foreign parents */

static void breed_demes(Drill *drill, uint64_t seed, uint64_t round) {
    LinearSpecies linear;
    linear_species_init(&linear, drill->set);
    int demes = drill->options.demes, n = drill->options.population / demes;
    for (int i = 0; i < drill->options.population; i++) {
        uint8_t *child = drill->next + (size_t)i * drill->bytes;
        Rng rng = rng_key(seed, round, (uint64_t)i, RNG_BREED);
        int deme = i / n;
        if (i % n < drill->options.kept) {
            memcpy(child, drill_code(drill, i), drill->bytes);
            continue;
        }
        if (round >= (uint64_t)drill->options.apart &&
            rng_below(&rng, TRAVEL) == 0)
            deme = (deme + 1) % demes;
        make_child(drill, &linear.species, &rng, deme, child);
    }
    uint8_t *old = drill->code;
    drill->code = drill->next;
    drill->next = old;
}

/* One to three small changes of one of the champions, the better the
 * likelier. */
static void breed_refined(Drill *drill, uint64_t seed, uint64_t round) {
    LinearSpecies linear;
    linear_species_init(&linear, drill->set);
    double param[OPERATOR_PARAMS] = { drill->options.mutation };
    uint8_t before[LINEAR_BLOCKS_MAX * LINEAR_LINES_MAX];
    Origin origin;
    for (int i = 0; i < drill->options.population; i++) {
        uint8_t *child = drill->next + (size_t)i * drill->bytes;
        Rng rng = rng_key(seed, round, (uint64_t)i, RNG_BREED);
        uint32_t a = rng_below(&rng, CHAMPIONS), b = rng_below(&rng, CHAMPIONS);
        int from = i < CHAMPIONS ? i : (int)(a < b ? a : b);
        memcpy(child, drill_code(drill, drill->order[from]), drill->bytes);
        uint32_t changes = i < CHAMPIONS ? 0 : 1 + rng_below(&rng, 3);
        for (uint32_t k = 0; k < changes; k++) {
            memcpy(before, child, drill->bytes);
            const void *parents[] = { before, before };
            any_operator(&linear.species, &rng, 3)->apply(
                &linear.species, param, &rng, parents, child, &origin);
        }
    }
    drill->refining = true;
    uint8_t *old = drill->code;
    drill->code = drill->next;
    drill->next = old;
}

void drill_breed(Drill *drill, uint64_t seed, uint64_t round) {
    int refine = drill->options.refine;
    if (refine && round >= (uint64_t)refine) breed_refined(drill, seed, round);
    else if (drill->options.tournament) breed_demes(drill, seed, round);
    else breed_chunks(drill, seed, round);
}
