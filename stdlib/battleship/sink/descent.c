/* descent.c -- children that take their parents' places.
 *
 * Lines are worked on side by side. What a line does in a round depends on its
 * own program, on the others' as they were before the round, and on a generator
 * keyed by seed, round and line, so nothing depends on threads.
 */
#include "descent.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "program/linear/linear_species.h"

enum {
    CHANGES = 4,                     /* of a child, at most */
    FIRST_TRIAL = 2,                 /* games; then twice as many, and so on */
    ALIKE = 8,                       /* games played alike: an equal, perhaps */
    DRIFT = 40,                      /* equals in a row until they must prove */
    RESCUE = 5,                      /* shots per square missed in lost games */
};

/* A child may be behind by so much, over the root of the games it has played,
 * and still catch up. */
static const double SLACK = 16.8;

/* Share of longer equals that are taken. With all of them blocks fill up with
 * lines that mean nothing, and nothing can be inserted any more. */
static const double GROWTH = 0.25;

/* ---- life ---------------------------------------------------------------- */

static bool check(const DescentOptions *o, Err *err) {
    if (o->lines < 1 || o->lines > DESCENT_LINES_MAX)
        return err_set(err, "lines must be 1 to %d, got %d", DESCENT_LINES_MAX,
                       o->lines);
    if (o->start < 1 || o->length < 1 || o->steps < 1)
        return err_set(err, "start, length and steps must be at least 1");
    return true;
}

void descent_free(Descent *d) {
    if (!d) return;
    mem_free(d->code);
    mem_free(d->proven);
    mem_free(d->before);
    mem_free(d->shots);
    mem_free(d->line);
    mem_free(d);
}

Descent *descent_new(const Fleet *fleet, const LinearSet *set,
                     const DescentOptions *options, uint64_t seed, Err *err) {
    if (!check(options, err)) return NULL;
    Descent *d = mem_new(1, sizeof *d, err);
    if (!d) return NULL;
    size_t n = (size_t)options->lines;
    *d = (Descent){ .fleet = fleet,
                    .set = set,
                    .options = *options,
                    .seed = seed,
                    .bytes = linear_bytes(set) };
    d->code = mem_new(n, d->bytes, err);
    d->proven = mem_new(n, d->bytes, err);
    d->before = mem_new(n, d->bytes, err);
    d->shots = mem_new(2 * n * DESCENT_GAMES_MAX, sizeof *d->shots, err);
    d->line = mem_new(n, sizeof *d->line, err);
    if (!d->code || !d->proven || !d->before || !d->shots || !d->line) {
        descent_free(d);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        d->line[i] = (DescentLine){
            .code = d->code + i * d->bytes,
            .proven = d->proven + i * d->bytes,
            .shots = d->shots + 2 * i * DESCENT_GAMES_MAX,
            .child = d->shots + (2 * i + 1) * DESCENT_GAMES_MAX,
        };
    return d;
}

/* ---- playing ------------------------------------------------------------- */

typedef struct Work {
    Descent         *descent;
    Shooter          shooter;
    const DrillGame *games;
    size_t           n;
    Hunt            *hunts;          /* as each game starts, or NULL */
    double           warmth;
    uint64_t         round;
} Work;

/* Target's orders are shuffled once for all programs, if there is memory. */
static Hunt *start_hunts(const Work *w) {
    const Shooter *s = &w->shooter;
    if (s->hunt == TARGET_DENSITY || s->ranked) return NULL;
    Hunt *list = mem_new(w->n, sizeof *list, NULL);
    for (size_t i = 0; list && i < w->n; i++) {
        Rng rng = w->games[i].target;
        hunt_init(&list[i], (HuntKind)s->hunt, w->descent->fleet, &rng);
    }
    return list;
}

/* Does the work for all lines. */
static void run(Work w, Pool *pool, PoolWork *work) {
    size_t lines = (size_t)w.descent->options.lines;
    w.shooter.kind = SHOOTER_PROGRAM;
    w.shooter.set = w.descent->set;
    w.shooter.options.loops = DESCENT_LOOPS;
    w.hunts = start_hunts(&w);
    if (pool) pool_run(pool, lines, 1, work, &w);
    else work(&w, 0, 0, lines);
    mem_free(w.hunts);
}

/* Shots of a program in game i, and one for each loop. A lost game is a whole
 * board and more for every square that was never hit, so that of two bad
 * programs one is better. */
static uint16_t play(const Work *w, const uint8_t *code, size_t i) {
    const Fleet *fleet = w->descent->fleet;
    Shooter s = w->shooter;
    s.code = code;
    if (w->hunts) s.ranked = &w->hunts[i];
    Waters sea;
    waters_init(&sea, fleet, w->games[i].ship);
    Rng rng = w->games[i].play;
    GunnerReport report = shooter_program(&s, &sea, w->games[i].target, &rng);
    if (sea.left == 0) return (uint16_t)((uint32_t)sea.shots + report.loops);
    return (uint16_t)(fleet->cells + RESCUE * cells_count(sea.all & ~sea.hit));
}

static void play_all(const Work *w, DescentLine *line) {
    double sum = 0;
    for (size_t i = 0; i < w->n; i++) {
        line->shots[i] = play(w, line->code, i);
        sum += line->shots[i];
    }
    line->score = sum / (double)w->n;
}

/* ---- heads --------------------------------------------------------------- */

static void random_program(const Descent *d, Rng *rng, uint8_t *code) {
    const LinearSet *set = d->set;
    memset(code, 0, d->bytes);
    for (size_t b = 0; b < set->block_count; b++) {
        uint32_t most = set->blocks[b].capacity;
        if ((uint32_t)d->options.length < most)
            most = (uint32_t)d->options.length;
        uint32_t n = 1 + rng_below(rng, most);
        uint8_t *lines = code + linear_start(set, b);
        for (uint32_t i = 0; i < n; i++)
            lines[i] = (uint8_t)(1 + rng_below(rng,
                                               (uint32_t)set->instr_count - 1));
    }
}

/* Mean shots, or infinity as soon as they are too far above `bar`. */
static double score_below(const Work *w, const uint8_t *code, double bar) {
    double sum = 0;
    for (size_t i = 0; i < w->n; i++) {
        sum += play(w, code, i);
        double n = (double)(i + 1);
        if (n > 1 && sum / n > bar + SLACK / sqrt(n)) return INFINITY;
    }
    return sum / (double)w->n;
}

static void start_some(void *context, int worker, size_t first, size_t last) {
    Work *w = context;
    const Descent *d = w->descent;
    uint8_t code[LINEAR_BLOCKS_MAX * LINEAR_LINES_MAX];
    (void)worker;
    for (size_t i = first; i < last; i++) {
        DescentLine *line = &d->line[i];
        line->score = INFINITY;
        for (int k = 0; k < d->options.start; k++) {
            Rng rng = rng_key(d->seed, i, (uint64_t)k, RNG_INIT);
            random_program(d, &rng, code);
            double score = score_below(w, code, line->score);
            if (k > 0 && score >= line->score) continue;
            memcpy(line->code, code, d->bytes);
            line->score = score;
        }
    }
}

void descent_start(Descent *d, Pool *pool, const Shooter *shooter,
                   const DrillGame *games, size_t n) {
    Work w = { .descent = d, .shooter = *shooter, .games = games, .n = n };
    run(w, pool, start_some);
}

/* ---- children ------------------------------------------------------------ */

/* Operators and how often they are taken, of a hundred. */
typedef struct Share {
    const char *name;
    uint32_t    percent;
    double      param;
} Share;

static const Share changes[] = {
    { "insert", 35, 0 }, { "delete", 15, 0 }, { "replace", 28, 0 },
    { "swap", 8, 0 },    { "move", 4, 0 },    { "pair", 5, 0 },
    { "copy", 5, 8 },
};

static const Share crossings[] = {
    { "block", 34, 0 }, { "onepoint", 33, 0 }, { "twopoint", 33, 0 },
};

enum {
    SINGLE = sizeof changes / sizeof *changes,
    DOUBLE = sizeof crossings / sizeof *crossings,
};

/* The rows of the operators, found once. */
typedef struct Kit {
    LinearSpecies   linear;
    const Operator *change[SINGLE], *crossing[DOUBLE];
    const Operator *replace;         /* what a full block does instead */
} Kit;

static void kit_init(Kit *kit, const LinearSet *set) {
    linear_species_init(&kit->linear, set);
    const Species *s = &kit->linear.species;
    kit->replace = species_operator(s, "replace", NULL);
    for (int i = 0; i < SINGLE; i++)
        kit->change[i] = species_operator(s, changes[i].name, NULL);
    for (int i = 0; i < DOUBLE; i++)
        kit->crossing[i] = species_operator(s, crossings[i].name, NULL);
}

static void vary(const Kit *kit, const Share *shares,
                 const Operator *const *operators, Rng *rng,
                 const void *const parents[], uint8_t *child) {
    uint32_t x = rng_below(rng, 100);
    int i = 0;
    for (; x >= shares[i].percent; i++) x -= shares[i].percent;
    double param[OPERATOR_NUMBERS] = { shares[i].param };
    Origin origin;
    const Species *species = &kit->linear.species;
    if (!operators[i]->apply(species, param, rng, parents, child, &origin))
        kit->replace->apply(species, param, rng, parents, child, &origin);
}

/* One change in six of ten children, and up to four. */
static int change_count(Rng *rng) {
    static const int counts[10] = { 1, 1, 1, 1, 1, 1, 2, 2, 3, CHANGES };
    return counts[rng_below(rng, 10)];
}

static void make_child(const Descent *d, const Kit *kit, Rng *rng,
                       const uint8_t *parent, uint8_t *child) {
    uint8_t last[LINEAR_BLOCKS_MAX * LINEAR_LINES_MAX];
    memcpy(child, parent, d->bytes);
    if (rng_real(rng) < d->options.crossing) {
        size_t mate = rng_below(rng, (uint32_t)d->options.lines);
        const void *parents[] = { parent, d->before + mate * d->bytes };
        vary(kit, crossings, kit->crossing, rng, parents, child);
    }
    for (int k = change_count(rng); k > 0; k--) {
        memcpy(last, child, d->bytes);
        const void *parents[] = { last, NULL };
        vary(kit, changes, kit->change, rng, parents, child);
    }
}

/* ---- steps --------------------------------------------------------------- */

typedef enum Verdict { WORSE, SAME, ACCEPTED } Verdict;

/* Plays the child's games, from one of them on, until it is clear what it is.
 * `allowed` is how many shots more than its parent it may need on average. */
static Verdict judge(const Work *w, DescentLine *line, const uint8_t *child,
                     size_t from, size_t alike_after, double allowed) {
    double behind = 0;               /* shots more than the parent so far */
    bool alike = true;
    size_t i = 0;
    for (size_t stop = FIRST_TRIAL; i < w->n; stop *= 2) {
        for (; i < stop && i < w->n; i++) {
            size_t game = (from + i) % w->n;
            line->child[game] = play(w, child, game);
            behind += (double)line->child[game] - (double)line->shots[game];
            alike &= line->child[game] == line->shots[game];
        }
        double n = (double)i;
        if (i < w->n && behind / n > allowed + SLACK / sqrt(n)) return WORSE;
        if (i < w->n && i >= alike_after && alike) return SAME;
    }
    return behind / (double)w->n <= allowed ? ACCEPTED : WORSE;
}

/* The line's program has played every game: they are its shots now. */
static void prove(const Work *w, DescentLine *line) {
    uint16_t *old = line->shots;
    line->shots = line->child;
    line->child = old;
    double sum = 0;
    for (size_t i = 0; i < w->n; i++) sum += line->shots[i];
    line->score = sum / (double)w->n;
    memcpy(line->proven, line->code, w->descent->bytes);
    line->drifted = 0;
}

/* Equals of equals must be as good as the program that they began with, or it
 * comes back. */
static void settle(const Work *w, DescentLine *line) {
    if (line->drifted == 0) return;
    if (judge(w, line, line->code, 0, w->n, 0) == ACCEPTED) {
        prove(w, line);
        return;
    }
    memcpy(line->code, line->proven, w->descent->bytes);
    line->drifted = 0;
}

static void step(const Work *w, const Kit *kit, DescentLine *line, Rng *rng) {
    const Descent *d = w->descent;
    uint8_t child[LINEAR_BLOCKS_MAX * LINEAR_LINES_MAX];
    make_child(d, kit, rng, line->code, child);
    double longer = (double)linear_size(d->set, child) -
                    (double)linear_size(d->set, line->code);
    double allowed = -w->warmth * log(1 - rng_real(rng)) -
                     d->options.brevity * longer;
    size_t from = rng_below(rng, (uint32_t)w->n);
    if (memcmp(child, line->code, d->bytes) == 0) return;
    Verdict verdict = judge(w, line, child, from, ALIKE, allowed);
    if (verdict == WORSE) return;
    if (verdict == SAME && longer > 0 && rng_real(rng) > GROWTH) return;
    memcpy(line->code, child, d->bytes);
    if (verdict == ACCEPTED) prove(w, line);
    else if (++line->drifted == DRIFT) settle(w, line);
}

static void round_some(void *context, int worker, size_t first, size_t last) {
    Work *w = context;
    const Descent *d = w->descent;
    Kit kit;
    kit_init(&kit, d->set);
    (void)worker;
    for (size_t i = first; i < last; i++) {
        Rng rng = rng_key(d->seed, w->round, i, RNG_BREED);
        play_all(w, &d->line[i]);
        memcpy(d->line[i].proven, d->line[i].code, d->bytes);
        for (int k = 0; k < d->options.steps; k++)
            step(w, &kit, &d->line[i], &rng);
        settle(w, &d->line[i]);
    }
}

void descent_round(Descent *d, Pool *pool, const Shooter *shooter,
                   const DrillGame *games, size_t n,
                   const DescentRound *round) {
    Work w = { .descent = d,
               .shooter = *shooter,
               .games = games,
               .n = n,
               .warmth = round->warmth,
               .round = round->number };
    memcpy(d->before, d->code, (size_t)d->options.lines * d->bytes);
    run(w, pool, round_some);
}

/* ---- pruning and culling ------------------------------------------------- */

static bool plays_alike(const Work *w, const DescentLine *line,
                        const uint8_t *code) {
    for (size_t i = 0; i < w->n; i++)
        if (play(w, code, i) != line->shots[i]) return false;
    return true;
}

static void prune_some(void *context, int worker, size_t first, size_t last) {
    Work *w = context;
    const Descent *d = w->descent;
    uint8_t code[LINEAR_BLOCKS_MAX * LINEAR_LINES_MAX];
    (void)worker;
    for (size_t i = first; i < last; i++) {
        DescentLine *line = &d->line[i];
        play_all(w, line);
        for (size_t at = d->bytes; at-- > 0;) {
            if (line->code[at] == 0) continue;
            memcpy(code, line->code, d->bytes);
            code[at] = 0;
            linear_pack(d->set, code);
            if (plays_alike(w, line, code)) memcpy(line->code, code, d->bytes);
        }
    }
}

void descent_prune(Descent *d, Pool *pool, const Shooter *shooter,
                   const DrillGame *games, size_t n) {
    Work w = { .descent = d, .shooter = *shooter, .games = games, .n = n };
    run(w, pool, prune_some);
}

void descent_cull(Descent *d, uint64_t round, int count) {
    uint32_t lines = (uint32_t)d->options.lines;
    for (int k = 0; k < count; k++) {
        Rng rng = rng_key(d->seed, round, (uint64_t)k, RNG_SELECT);
        uint32_t i = rng_below(&rng, lines);
        uint32_t side = rng_below(&rng, 2) ? 1 : lines - 1;
        DescentLine *line = &d->line[i], *other = &d->line[(i + side) % lines];
        if (other->score >= line->score) continue;
        memcpy(line->code, other->code, d->bytes);
        line->score = other->score;
    }
}
