/* learner.c -- version space, posterior sample, search.
 *
 * Each turn: (1) the beam of guesses is kept to those that agree with what was
 * played, the likeliest ones if there are too many. (2) Whole machines are
 * drawn from the posterior, evenly spread over it, completed by the prior and
 * minimised; equal ones are one sample with more weight. (3) A tree of my moves
 * and the opponent's answers is searched as deep as the work allows. Below it
 * every sample is worth what perfect play against it would cost to the end, as
 * if by then it were known which one it is.
 *
 * In a node all samples agree with the moves so far. The next move costs what
 * it costs on average; then the opponent's move splits them in two.
 */
#include "learner.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "guess.h"
#include "base/mem.h"

enum { STATES = LEARNER_STATES_MAX, BRANCHES = STATES + 2, MEMORY = 24 };

/* What is done below the search: the best against a sample, if it were known
 * by then which one it is, or one thing for ever. */
enum { PLAN_BEST, PLAN_C, PLAN_D, PLANS };

typedef struct Sample {
    Machine m;                       /* starts in the present state */
    double  weight;
    double  value[PLANS][LEARNER_DEPTH_MAX + 1][STATES];   /* by depth */
} Sample;

typedef struct Item {                /* a sample in a node of the search */
    uint16_t sample;
    uint8_t  state;
} Item;

typedef struct LearnerSeat {
    LearnerOptions options;
    Rules          rules;
    Rng            rng;
    Prior          prior;
    double         cost[2][2];       /* by my move and theirs, least is 0 */
    Guess         *beam, *spare;
    int            guesses;
    Sample        *samples;
    int            count;
    Item          *items;            /* two rows per depth */
    int            depth;
    uint32_t       turn;
    uint8_t        past[MEMORY];     /* the latest turns, mine * 2 + theirs */
} LearnerSeat;

LearnerOptions learner_defaults(void) {
    return (LearnerOptions){ .growth = 0.9,
                             .mirror = 3,
                             .oppose = 1,
                             .even = 0.5,
                             .optimism = 1,
                             .beam = 500,
                             .samples = 400,
                             .work = 50000,
                             .horizon = 200 };
}

/* ---- the version space --------------------------------------------------- */

static int heavier(const void *a, const void *b) {
    const Guess *x = a, *y = b;
    if (x->weight != y->weight) return x->weight < y->weight ? 1 : -1;
    return memcmp(x, y, offsetof(Guess, doubt));  /* sorts the same anywhere */
}

/* Keeps the guesses that agree with one more turn; false if none does. */
static bool learn(LearnerSeat *s, Move mine, Move theirs) {
    int n = 0;
    for (int i = 0; i < s->guesses; i++)
        n += guess_see(&s->prior, &s->beam[i], theirs, s->rules.noise,
                       &s->spare[n]);
    if (n == 0) return false;
    if (n > s->options.beam) {
        qsort(s->spare, (size_t)n, sizeof *s->spare, heavier);
        n = s->options.beam;
    }
    for (int i = 0; i < n; i++) {
        s->beam[i] = s->spare[i];
        guess_step(&s->beam[i], mine);
    }
    s->guesses = n;
    return true;
}

/* No machine explains the whole history: starts anew from its latest turns, as
 * many as one machine still explains. */
static void forget(LearnerSeat *s) {
    uint32_t keep = s->turn < MEMORY ? s->turn : MEMORY;
    for (;; keep /= 2) {
        bool ok = true;
        s->beam[0] = guess_first();
        s->guesses = 1;
        for (uint32_t t = s->turn - keep; ok && t < s->turn; t++) {
            uint8_t turn = s->past[t % MEMORY];
            ok = learn(s, (Move)(turn >> 1), (Move)(turn & 1));
        }
        if (ok) return;
    }
}

static void learner_see(void *seat, Move mine, Move theirs) {
    LearnerSeat *s = seat;
    s->past[s->turn++ % MEMORY] = (uint8_t)(mine << 1 | theirs);
    if (!learn(s, mine, theirs)) forget(s);
}

/* ---- the sample ---------------------------------------------------------- */

static void machine_of(const Guess *g, Machine *m) {
    memset(m, 0, sizeof *m);
    m->states = g->states;
    m->start = g->at;
    for (int i = 0; i < g->states; i++) {
        m->at[i].out = g->out[i];
        for (int k = 0; k < 2; k++)
            m->at[i].next[k] = g->next[i][k] == GUESS_NONE ? (uint8_t)i
                                                           : g->next[i][k];
    }
}

static void add_sample(LearnerSeat *s, const Machine *m) {
    for (int i = 0; i < s->count; i++) {
        if (!machine_same(&alphabet_dilemma, &s->samples[i].m, m)) continue;
        s->samples[i].weight++;
        return;
    }
    s->samples[s->count].m = *m;
    s->samples[s->count++].weight = 1;
}

static void draw_samples(LearnerSeat *s) {
    double top = -INFINITY, all = 0, passed = 0;
    for (int i = 0; i < s->guesses; i++)
        if (s->beam[i].weight > top) top = s->beam[i].weight;
    for (int i = 0; i < s->guesses; i++) all += exp(s->beam[i].weight - top);
    double step = all / s->options.samples, next = step * rng_real(&s->rng);
    int drawn = 0;
    s->count = 0;
    for (int i = 0; i < s->guesses; i++) {
        passed += exp(s->beam[i].weight - top);
        for (; next < passed && drawn < s->options.samples; next += step) {
            Guess g = s->beam[i];
            Machine m;
            guess_complete(&s->prior, &g, &s->rng);
            machine_of(&g, &m);
            machine_minimise(&alphabet_dilemma, &m, &m);
            add_sample(s, &m);
            drawn++;
        }
    }
}

/* The cost to go of each plan in a state, from those of the next turn. */
static void value_state(const LearnerSeat *s, const MachineState *at,
                        double (*later)[STATES], double *now) {
    double c = s->cost[0][at->out], d = s->cost[1][at->out];
    int on_c = at->next[0], on_d = at->next[1];
    c += later[PLAN_BEST][on_c];
    d += later[PLAN_BEST][on_d];
    now[PLAN_BEST] = d < c ? d : c;
    if (s->options.optimism == 1) return;       /* nobody asks for the others */
    now[PLAN_C] = s->cost[0][at->out] + later[PLAN_C][on_c];
    now[PLAN_D] = s->cost[1][at->out] + later[PLAN_D][on_d];
}

/* Costs to go against a sample, for the depths of the search. */
static void value_sample(const LearnerSeat *s, Sample *x, int turns) {
    double later[PLANS][STATES] = { { 0 } }, now[STATES][PLANS];
    int plans = s->options.optimism == 1 ? PLAN_BEST + 1 : PLANS;
    for (int left = 0;; left++) {
        if (turns - left <= s->depth)
            for (int plan = 0; plan < plans; plan++)
                memcpy(x->value[plan][turns - left], later[plan],
                       sizeof later[plan]);
        if (left == turns) return;
        for (int i = 0; i < x->m.states; i++)
            value_state(s, &x->m.at[i], later, now[i]);
        for (int i = 0; i < x->m.states; i++)
            for (int plan = 0; plan < plans; plan++)
                later[plan][i] = now[i][plan];
    }
}

/* ---- the search ---------------------------------------------------------- */

static double sum_of(const LearnerSeat *s, const Item *items, int n, int depth,
                     int plan) {
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const Sample *x = &s->samples[items[i].sample];
        sum += x->weight * x->value[plan][depth][items[i].state];
    }
    return sum;
}

/* What the rest costs: between what it would if one knew the opponent from
 * here on, and what it does if one never learns anything more. */
static double estimate(const LearnerSeat *s, const Item *items, int n,
                       int depth) {
    double known = sum_of(s, items, n, depth, PLAN_BEST);
    if (n == 1 || s->options.optimism == 1) return known;
    double blind = fmin(sum_of(s, items, n, depth, PLAN_C),
                        sum_of(s, items, n, depth, PLAN_D));
    return s->options.optimism * known + (1 - s->options.optimism) * blind;
}

/* Puts those that cooperate now first; returns how many, and both weights. */
static int split(const LearnerSeat *s, const Item *items, int n, Item *to,
                 double *weight) {
    int c = 0, d = n;
    weight[0] = weight[1] = 0;
    for (int i = 0; i < n; i++) {
        const Sample *x = &s->samples[items[i].sample];
        int out = x->m.at[items[i].state].out;
        weight[out] += x->weight;
        to[out ? --d : c++] = items[i];
    }
    return c;
}

static double explore(const LearnerSeat *s, const Item *items, int n, int depth,
                      Move *best);

/* The samples of a node, those that cooperate next before the others. */
typedef struct Fork {
    const Item *parts;
    int         n, c;                /* all, and those that cooperate */
    double      weight[2];           /* of both kinds */
    Item       *ahead;               /* room for n */
    int         depth;
} Fork;

/* The cost of a move in a node; too high ones need not be exact. */
static double try_move(const LearnerSeat *s, const Fork *f, int mine,
                       double limit) {
    double cost = f->weight[0] * s->cost[mine][0] +
                  f->weight[1] * s->cost[mine][1];
    for (int i = 0; i < f->n; i++) {
        const Item *part = &f->parts[i];
        const Machine *m = &s->samples[part->sample].m;
        f->ahead[i] = (Item){ part->sample, m->at[part->state].next[mine] };
    }
    if (cost < limit && f->c > 0)
        cost += explore(s, f->ahead, f->c, f->depth + 1, NULL);
    if (cost < limit && f->c < f->n)
        cost += explore(s, f->ahead + f->c, f->n - f->c, f->depth + 1, NULL);
    return cost;
}

/* The least expected cost from a node to the end, and the move to it. */
static double explore(const LearnerSeat *s, const Item *items, int n, int depth,
                      Move *best) {
    if (depth == s->depth || (n == 1 && !best))
        return estimate(s, items, n, depth);
    Item *parts = s->items + (size_t)(2 * depth) * (size_t)s->options.samples;
    Fork f = { .parts = parts,
               .n = n,
               .ahead = parts + s->options.samples,
               .depth = depth };
    f.c = split(s, items, n, parts, f.weight);
    double least = try_move(s, &f, MOVE_C, INFINITY);
    double other = try_move(s, &f, MOVE_D, least);
    bool defect = other < least - 1e-9;
    if (best) *best = defect ? MOVE_D : MOVE_C;
    return defect ? other : least;
}

static int turns_ahead(const LearnerSeat *s) {
    uint32_t left = s->rules.turns - s->turn;
    uint32_t most = (uint32_t)s->options.horizon;
    return (int)(s->rules.end_known && left < most ? left : most);
}

static Move learner_move(void *seat) {
    LearnerSeat *s = seat;
    int turns = turns_ahead(s);
    draw_samples(s);
    s->depth = 1;
    while (s->depth < LEARNER_DEPTH_MAX && s->depth < turns &&
           (double)s->count * (2 << s->depth) < s->options.work)
        s->depth++;
    Item *items = s->items +
                  (size_t)(2 * LEARNER_DEPTH_MAX) * (size_t)s->options.samples;
    for (int i = 0; i < s->count; i++) {
        value_sample(s, &s->samples[i], turns);
        items[i] = (Item){ (uint16_t)i, s->samples[i].m.start };
    }
    Move move = MOVE_C;
    explore(s, items, s->count, 0, &move);
    return move;
}

/* ---- life cycle ---------------------------------------------------------- */

/* The likeliest guess, unknown transitions led back to where they leave. */
static void learner_model(const void *seat, Machine *m, int *state) {
    const LearnerSeat *s = seat;
    const Guess *best = &s->beam[0];
    for (int i = 1; i < s->guesses; i++)
        if (s->beam[i].weight > best->weight) best = &s->beam[i];
    *m = (Machine){ .states = 1 };
    if (best->states) machine_of(best, m);
    *state = m->start;
    m->start = 0;                    /* states are numbered as they were met */
}

static void learner_leave(void *seat) {
    LearnerSeat *s = seat;
    mem_free(s->beam);
    mem_free(s->spare);
    mem_free(s->samples);
    mem_free(s->items);
    mem_free(s);
}

static bool acquire(LearnerSeat *s, Err *err) {
    size_t beam = (size_t)s->options.beam, samples = (size_t)s->options.samples;
    s->beam = mem_new(beam, sizeof *s->beam, err);
    s->spare = mem_new(beam * BRANCHES, sizeof *s->spare, err);
    s->samples = mem_new(samples, sizeof *s->samples, err);
    s->items = mem_new(samples * (2 * LEARNER_DEPTH_MAX + 1), sizeof *s->items,
                       err);
    return s->beam && s->spare && s->samples && s->items;
}

/* Payoffs as costs above the least one: totals over as many turns compare the
 * same, and a partial sum bounds the whole from below. */
static void set_costs(LearnerSeat *s) {
    double least = INFINITY;
    for (int i = 0; i < 4; i++)
        least = fmin(least, payoff_cost(&s->rules.payoff, i >> 1, i & 1));
    for (int i = 0; i < 4; i++)
        s->cost[i >> 1][i & 1] = payoff_cost(&s->rules.payoff, i >> 1, i & 1) -
                                 least;
}

static void *learner_sit(const Player *p, const Rules *rules, Rng rng,
                         Err *err) {
    LearnerSeat *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    s->options = ((const Learner *)p)->options;
    s->rules = *rules;
    s->rng = rng;
    if (!acquire(s, err)) {
        learner_leave(s);
        return NULL;
    }
    guess_prior(&s->prior, &s->options);
    set_costs(s);
    s->beam[0] = guess_first();
    s->guesses = 1;
    return s;
}

static const PlayerClass learner_class = {
    "learner", learner_sit, learner_move, learner_see, learner_leave,
    learner_model,
};

static bool check(const LearnerOptions *o, Err *err) {
    if (!(o->growth > 0 && o->growth <= 4))
        return err_set(err, "growth must be above 0 and at most 4, got %g",
                       o->growth);
    if (!(o->mirror > 0) || !(o->oppose > 0))
        return err_set(err, "mirror and oppose must be above 0");
    if (o->beam < 1 || o->beam > LEARNER_BEAM_MAX)
        return err_set(err, "beam must be 1 to %d, got %d", LEARNER_BEAM_MAX,
                       o->beam);
    if (o->samples < 1 || o->samples > LEARNER_SAMPLES_MAX)
        return err_set(err, "samples must be 1 to %d, got %d",
                       LEARNER_SAMPLES_MAX, o->samples);
    if (o->work < 1 || o->horizon < 1 || o->horizon > RULES_TURNS_MAX)
        return err_set(err, "work and horizon must be at least 1");
    return true;
}

bool learner_init(Learner *learner, const LearnerOptions *options, Err *err) {
    if (!check(options, err)) return false;
    learner->player.class = &learner_class;
    learner->options = *options;
    return true;
}
