/* learner.c -- version space, posterior sample, search.
 *
 * Each turn: (1) the beam of guesses is kept to those that agree with what was
 * played, the likeliest ones if there are too many. (2) Whole machines are
 * drawn from the posterior, evenly spread over it, completed by the prior and
 * minimised; equal ones are one sample with more weight. (3) My moves and the
 * samples' answers are searched as deep as the work allows: see lineup.h.
 */
#include "learner.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "guess.h"
#include "lineup.h"
#include "base/mem.h"

enum { STATES = LEARNER_STATES_MAX, BRANCHES = STATES + 2, MEMORY = 24 };

/* Rows of values: for each depth of the search, and two between. */
enum { ROWS = LINEUP_DEPTH_MAX + 3 };

typedef struct Sample {
    Machine m;                       /* starts in the present state */
    double  weight;
} Sample;

typedef struct LearnerSeat {
    LearnerOptions options;
    Rules          rules;
    Rng            rng;
    Prior          prior;
    Guess         *beam, *spare;
    int            guesses;
    Sample        *samples;
    int            count;
    Lineup         lineup;           /* the samples */
    Search         search;
    Suspect       *suspects;
    double        *values;           /* a row has a value for each state */
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

/* ---- the search ---------------------------------------------------------- */

/* Lays the samples out, each in the state it is in. */
static void line_up(LearnerSeat *s) {
    s->lineup.states = 0;
    for (int i = 0; i < s->count; i++) {
        const Sample *x = &s->samples[i];
        uint32_t at = lineup_add(&s->lineup, &x->m);
        s->suspects[i] = (Suspect){ at + x->m.start, x->weight };
    }
}

/* The values of all states for every depth of the search, from the end on. */
static void look_ahead(LearnerSeat *s, int turns) {
    double *rows[ROWS][PLANS];
    for (int row = 0; row < ROWS; row++)
        for (int plan = 0; plan < PLANS; plan++)
            rows[row][plan] = s->values +
                              (size_t)(row * PLANS + plan) * s->lineup.room;
    int at = LINEUP_DEPTH_MAX + 1;   /* of the two rows between */
    for (int plan = 0; plan < PLANS; plan++)
        memset(rows[at][plan], 0, s->lineup.states * sizeof(double));
    for (int left = 0;; left++) {
        int depth = turns - left;
        if (depth <= s->search.depth)
            for (int plan = 0; plan < PLANS; plan++)
                s->search.value[plan][depth] = rows[at][plan];
        if (left == turns) return;
        int to = depth - 1 <= s->search.depth ? depth - 1
                 : at == LINEUP_DEPTH_MAX + 1 ? at + 1
                                              : LINEUP_DEPTH_MAX + 1;
        lineup_value(&s->search, rows[at], rows[to]);
        at = to;
    }
}

static int turns_ahead(const LearnerSeat *s) {
    uint32_t left = s->rules.turns - s->turn;
    uint32_t most = (uint32_t)s->options.horizon;
    return (int)(s->rules.end_known && left < most ? left : most);
}

static Move learner_move(void *seat) {
    LearnerSeat *s = seat;
    int turns = turns_ahead(s), depth = 1;
    draw_samples(s);
    while (depth < LINEUP_DEPTH_MAX && depth < turns &&
           (double)s->count * (2 << depth) < s->options.work)
        depth++;
    s->search.depth = depth;
    line_up(s);
    look_ahead(s, turns);
    return lineup_search(&s->search, s->suspects, (size_t)s->count);
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
    mem_free(s->suspects);
    mem_free(s->search.room);
    mem_free(s->values);
    lineup_free(&s->lineup);
    mem_free(s);
}

static bool acquire(LearnerSeat *s, Err *err) {
    size_t beam = (size_t)s->options.beam, samples = (size_t)s->options.samples;
    s->beam = mem_new(beam, sizeof *s->beam, err);
    s->spare = mem_new(beam * BRANCHES, sizeof *s->spare, err);
    s->samples = mem_new(samples, sizeof *s->samples, err);
    s->suspects = mem_new(samples, sizeof *s->suspects, err);
    s->search.room = mem_new(lineup_room(samples), sizeof(Suspect), err);
    s->values = mem_new(ROWS * PLANS * samples * STATES, sizeof(double), err);
    if (!lineup_init(&s->lineup, samples * STATES, err)) return false;
    return s->beam && s->spare && s->samples && s->suspects && s->search.room &&
           s->values;
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
    s->search.lineup = &s->lineup;
    s->search.optimism = s->options.optimism;
    s->search.suspects = (size_t)s->options.samples;
    lineup_costs(&s->search, &rules->payoff);
    s->beam[0] = guess_first();
    s->guesses = 1;
    return s;
}

static const PlayerClass learner_class = {
    "explorer", learner_sit, learner_move, learner_see, learner_leave,
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
