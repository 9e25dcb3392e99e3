/* veteran.c -- the machines it knows and imagines, and how it plays by them.
 *
 * A seat keeps for every machine the state it is in by now and the log of its
 * weight. The costs to go from every state, for every number of turns left, are
 * computed when it sits down: value[plan][turns left][state].
 */
#include "veteran.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"

/* Machines that weigh less, beside the heaviest, take no part in a search. */
#define FAINT 1e-4

/* ---- what it imagines ---------------------------------------------------- */

/* Machines of a family, at first counted only. */
typedef struct Family {
    Veteran *of;                     /* NULL: they are counted */
    double   weight;                 /* of each: its log */
    size_t   machines, states;
} Family;

static void admit(Family *f, const Machine *m) {
    f->machines++;
    f->states += m->states;
    if (!f->of) return;
    Veteran *v = f->of;
    uint32_t first = lineup_add(&v->lineup, m);
    v->met[v->count++] = (Acquaintance){ .first = first,
                                         .start = first + m->start,
                                         .states = m->states,
                                         .prior = f->weight };
}

/* Is there another that does the same, smaller or with its states in the order
 * in which they are met? That one is taken. */
static bool is_double(const Machine *m) {
    Machine same;
    machine_minimise(&alphabet_dilemma, &same, m);
    return same.states != m->states ||
           memcmp(same.at, m->at, m->states * sizeof *m->at) != 0;
}

/* All machines of so many states of which none can be spared. */
static void imagine_machines(Family *f, int states) {
    long links = 1;
    for (int i = 0; i < 2 * states; i++) links *= states;
    for (long k = 0; k < links << states; k++) {
        Machine m = { .states = (uint8_t)states };
        long left = k >> states;
        for (int i = 0; i < 2 * states; i++, left /= states)
            m.at[i / 2].next[i % 2] = (uint8_t)(left % states);
        for (int i = 0; i < states; i++) m.at[i].out = k >> i & 1;
        if (!is_double(&m)) admit(f, &m);
    }
}

/* Do its first moves, so many, go round in it? */
static bool repeats(int moves, int length, int part) {
    if (length % part != 0) return false;
    for (int i = part; i < length; i++)
        if ((moves >> i & 1) != (moves >> i % part & 1)) return false;
    return true;
}

/* All that play the same moves over and over, whatever the other does. */
static void imagine_rounds(Family *f, int length) {
    for (int moves = 0; moves < 1 << length; moves++) {
        bool shorter = false;
        for (int part = 1; part < length; part++)
            shorter = shorter || repeats(moves, length, part);
        if (shorter) continue;
        Machine m = { .states = (uint8_t)length };
        for (int i = 0; i < length; i++) {
            m.at[i].out = moves >> i & 1;
            m.at[i].next[0] = m.at[i].next[1] = (uint8_t)((i + 1) % length);
        }
        admit(f, &m);
    }
}

typedef void Imagine(Family *family, int size);

/* The machines of a size share its part of the weight evenly. */
static void add_family(Family *all, Imagine *imagine, int size, double weight) {
    Family one = { 0 };
    imagine(&one, size);
    one.weight = log(weight / (double)one.machines);
    one.of = all->of;
    one.machines = one.states = 0;
    imagine(&one, size);
    all->machines += one.machines;
    all->states += one.states;
}

/* Everybody: counted only if `all` is of nobody. */
static void add_all(Family *all, double unknown, const Machine *known,
                    int count) {
    all->weight = count ? -log(count) : 0;
    for (int i = 0; i < count; i++) admit(all, &known[i]);
    if (unknown == 0) return;
    for (int n = 2; n <= VETERAN_STATES_MAX; n++)
        add_family(all, imagine_machines, n, unknown / 3);
    for (int n = 1; n <= VETERAN_ROUND_MAX; n++)
        add_family(all, imagine_rounds, n, unknown / 3 / VETERAN_ROUND_MAX);
}

/* ---- a seat -------------------------------------------------------------- */

typedef struct VeteranSeat {
    const Veteran *self;
    Rules          rules;
    Search         search;
    double         right, wrong;     /* logs: it does as its machine, or not */
    double        *weight;           /* by machine, a log */
    uint32_t      *at;               /* the state each is in */
    Suspect       *suspects;
    double        *values;
    int            horizon;          /* turns that there are values for */
    Retreat        retreat;
    uint32_t       turn;
} VeteranSeat;

static double *values_of(const VeteranSeat *s, Plan plan, int left) {
    size_t rows = (size_t)s->horizon + 1, states = s->self->lineup.states;
    return s->values + ((size_t)plan * rows + (size_t)left) * states;
}

static void value_all(VeteranSeat *s) {
    double *later[PLANS], *now[PLANS];
    for (int left = 0; left < s->horizon; left++) {
        for (int plan = 0; plan < PLANS; plan++) {
            later[plan] = values_of(s, (Plan)plan, left);
            now[plan] = values_of(s, (Plan)plan, left + 1);
        }
        lineup_value(&s->search, later, now);
    }
}

static double heaviest(const VeteranSeat *s, size_t *which) {
    double top = -INFINITY;
    for (size_t i = 0; i < s->self->count; i++) {
        if (s->weight[i] <= top) continue;
        top = s->weight[i];
        *which = i;
    }
    return top;
}

static size_t find_suspects(VeteranSeat *s) {
    size_t which = 0, n = 0;
    double top = heaviest(s, &which);
    for (size_t i = 0; i < s->self->count; i++) {
        double weight = exp(s->weight[i] - top);
        if (weight < FAINT) continue;
        s->suspects[n++] = (Suspect){ s->at[i], weight };
    }
    return n;
}

static Move veteran_move(void *seat) {
    VeteranSeat *s = seat;
    uint32_t left = s->rules.turns - s->turn;
    bool last = s->rules.end_known && left == 1;
    if (retreat_calm(&s->retreat) && !last) return retreat_move(&s->retreat);
    int turns = s->horizon, depth = s->self->options.depth;
    if (s->rules.end_known && left < (uint32_t)turns) turns = (int)left;
    s->search.depth = depth < turns ? depth : turns;
    for (int plan = 0; plan < PLANS; plan++)
        for (int d = 0; d <= s->search.depth; d++)
            s->search.value[plan][d] = values_of(s, (Plan)plan, turns - d);
    return lineup_search(&s->search, s->suspects, find_suspects(s));
}

static void veteran_see(void *seat, Move mine, Move theirs) {
    VeteranSeat *s = seat;
    const Veteran *v = s->self;
    const Lineup *l = &v->lineup;
    s->turn++;
    retreat_see(&s->retreat, mine, theirs);
    for (size_t i = 0; i < v->count; i++) {
        double prior = v->met[i].prior, learnt = s->weight[i] - prior;
        s->weight[i] = prior + v->options.memory * learnt;
        s->weight[i] += l->out[s->at[i]] == theirs ? s->right : s->wrong;
        s->at[i] = l->next[s->at[i]][mine];
    }
}

/* The likeliest machine, and where it is by now. */
static void veteran_model(const void *seat, Machine *m, int *state) {
    const VeteranSeat *s = seat;
    const Lineup *l = &s->self->lineup;
    size_t which = 0;
    heaviest(s, &which);
    const Acquaintance *a = &s->self->met[which];
    *m = (Machine){ .states = (uint8_t)a->states,
                    .start = (uint8_t)(a->start - a->first) };
    for (int i = 0; i < a->states; i++) {
        uint32_t at = a->first + (uint32_t)i;
        m->at[i].out = l->out[at];
        for (int k = 0; k < 2; k++)
            m->at[i].next[k] = (uint8_t)(l->next[at][k] - a->first);
    }
    *state = (int)(s->at[which] - a->first);
}

/* ---- life cycle ---------------------------------------------------------- */

static void veteran_leave(void *seat) {
    VeteranSeat *s = seat;
    mem_free(s->weight);
    mem_free(s->at);
    mem_free(s->suspects);
    mem_free(s->search.room);
    mem_free(s->values);
    mem_free(s);
}

static bool acquire(VeteranSeat *s, Err *err) {
    size_t n = s->self->count, rows = (size_t)s->horizon + 1;
    s->weight = mem_new(n, sizeof *s->weight, err);
    s->at = mem_new(n, sizeof *s->at, err);
    s->suspects = mem_new(n, sizeof *s->suspects, err);
    s->search.room = mem_new(lineup_room(n), sizeof(Suspect), err);
    s->values = mem_new(PLANS * rows * s->self->lineup.states, sizeof(double),
                        err);
    return s->weight && s->at && s->suspects && s->search.room && s->values;
}

/* The chance that its move is another than its machine's, noise or not. */
static void set_doubt(VeteranSeat *s) {
    double right = (1 - s->self->options.doubt) * (1 - s->rules.noise) +
                   s->self->options.doubt * s->rules.noise;
    s->right = log(right);
    s->wrong = log(1 - right);
}

static void *veteran_sit(const Player *p, const Rules *rules, Rng rng,
                         Err *err) {
    (void)rng;                       /* it leaves nothing to chance */
    const Veteran *v = (const Veteran *)p;
    VeteranSeat *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    s->self = v;
    s->rules = *rules;
    s->horizon = v->options.horizon;
    if (rules->end_known && rules->turns < (uint32_t)s->horizon)
        s->horizon = (int)rules->turns;
    if (!acquire(s, err)) {
        veteran_leave(s);
        return NULL;
    }
    s->search.lineup = &v->lineup;
    s->search.optimism = v->options.optimism;
    s->search.suspects = v->count;
    lineup_costs(&s->search, &rules->payoff);
    s->retreat = retreat_start(v->options.patience, &rules->payoff);
    set_doubt(s);
    value_all(s);
    for (size_t i = 0; i < v->count; i++) {
        s->weight[i] = v->met[i].prior;
        s->at[i] = v->met[i].start;
    }
    return s;
}

static const PlayerClass veteran_class = {
    "veteran",   veteran_sit,   veteran_move,
    veteran_see, veteran_leave, veteran_model,
};

static bool check(const VeteranOptions *o, int count, Err *err) {
    if (count < 0 || count > VETERAN_KNOWN_MAX)
        return err_set(err, "a veteran knows 0 to %d machines, got %d",
                       VETERAN_KNOWN_MAX, count);
    if (!(o->unknown >= 0))
        return err_set(err, "unknown must be at least 0, got %g", o->unknown);
    if (count == 0 && o->unknown == 0)
        return err_set(err, "a veteran that knows no machine must imagine "
                            "some: 'unknown' above 0");
    if (!(o->doubt > 0 && o->doubt < 0.5))
        return err_set(err, "doubt must be above 0 and below 0.5, got %g",
                       o->doubt);
    if (!(o->memory >= 0 && o->memory <= 1))
        return err_set(err, "memory must be 0 to 1, got %g", o->memory);
    if (!(o->optimism >= 0 && o->optimism <= 1))
        return err_set(err, "optimism must be 0 to 1, got %g", o->optimism);
    if (o->depth < 1 || o->depth > LINEUP_DEPTH_MAX)
        return err_set(err, "depth must be 1 to %d, got %d", LINEUP_DEPTH_MAX,
                       o->depth);
    if (o->horizon < o->depth || o->horizon > VETERAN_HORIZON_MAX)
        return err_set(err, "horizon must be %d (the depth) to %d, got %d",
                       o->depth, VETERAN_HORIZON_MAX, o->horizon);
    if (o->patience < 0 || o->patience > RETREAT_PATIENCE_MAX)
        return err_set(err, "patience must be 0 to %d, got %d",
                       RETREAT_PATIENCE_MAX, o->patience);
    return true;
}

bool veteran_init(Veteran *v, const VeteranOptions *options,
                  const Machine *known, int count, Err *err) {
    *v = (Veteran){ .player.class = &veteran_class, .options = *options };
    if (!check(options, count, err)) return false;
    Family all = { 0 };
    add_all(&all, options->unknown, known, count);
    v->met = mem_new(all.machines, sizeof *v->met, err);
    if (!v->met || !lineup_init(&v->lineup, all.states, err)) return false;
    all = (Family){ .of = v };
    add_all(&all, options->unknown, known, count);
    assert(v->lineup.states == v->lineup.room);
    return true;
}

void veteran_free(Veteran *v) {
    mem_free(v->met);
    lineup_free(&v->lineup);
}
