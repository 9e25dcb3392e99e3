/* laran.c -- replicator and look-ahead, joined to a player.
 *
 * The look-ahead visits all 2^N sequences as a tree and adds payoffs in the
 * order of play, so sums and ties are those of trying them one by one.
 */
#include "laran.h"

#include <string.h>

#include "base/mem.h"
#include "strategies.h"

LaranOptions laran_defaults(void) {
    return (LaranOptions){ replicator_defaults(), 10, 10, 6, AIM_OWN, EVEN_C };
}

/* ---- look-ahead ---------------------------------------------------------- */

typedef struct Plan {
    const Machine *m;
    double         gain[2][2];       /* by my move and theirs; more is better */
} Plan;

static double gain_of(const Payoff *payoff, Aim aim, int mine, int theirs) {
    double own = -payoff_cost(payoff, mine, theirs);
    double imposed = payoff_cost(payoff, theirs, mine);
    switch (aim) {
    case AIM_OWN: return own;
    case AIM_DIFFERENCE: return own + imposed;
    case AIM_IMPOSED: return imposed;
    case AIM_COUNT: break;
    }
    return 0;
}

/* The best total of sequences that begin with what gave `sum`. */
static double search(const Plan *plan, int state, int depth, double sum) {
    if (depth == 0) return sum;
    const MachineState *s = &plan->m->at[state];
    double c = search(plan, s->next[0], depth - 1, sum + plan->gain[0][s->out]);
    double d = search(plan, s->next[1], depth - 1, sum + plan->gain[1][s->out]);
    return d > c ? d : c;
}

Move laran_plan(const Model *model, int depth, const Payoff *payoff, Aim aim,
                Move even) {
    const Machine *m = model->machine;
    Plan plan = { .m = m };
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            plan.gain[i][j] = gain_of(payoff, aim, i, j);
    if (depth < 1) return even;
    const MachineState *s = &m->at[model->state];
    double c = search(&plan, s->next[0], depth - 1, plan.gain[0][s->out]);
    double d = search(&plan, s->next[1], depth - 1, plan.gain[1][s->out]);
    if (d == c) return even;
    return d > c ? MOVE_D : MOVE_C;
}

/* ---- the player ---------------------------------------------------------- */

typedef struct LaranSeat {
    LaranOptions options;
    Rules        rules;
    Replicator  *replicator;
    Rng          rng;                /* of equally good moves */
    uint32_t     turn;
} LaranSeat;

static void laran_leave(void *seat) {
    LaranSeat *s = seat;
    replicator_free(s->replicator);
    mem_free(s);
}

static void *laran_sit(const Player *p, const Rules *rules, Rng rng, Err *err) {
    const Laran *laran = (const Laran *)p;
    LaranSeat *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    s->options = laran->options;
    s->rules = *rules;
    Rng copy = rng;
    s->rng = rng_key(rng_next(&copy), 0, 0, RNG_PLAY);
    ReplicatorTask task = { &rules->payoff, laran->standard, laran->standards,
                            rules->turns };
    s->replicator = replicator_new(&laran->options.replicator, &task, rng, err);
    if (s->replicator) return s;
    mem_free(s);
    return NULL;
}

static Move even_of(LaranSeat *s) {
    switch (s->options.even) {
    case EVEN_C: return MOVE_C;
    case EVEN_D: return MOVE_D;
    case EVEN_CHANCE: return (Move)rng_below(&s->rng, 2);
    case EVEN_COUNT: break;
    }
    return MOVE_C;
}

static Move laran_move(void *seat) {
    LaranSeat *s = seat;
    replicator_evolve(s->replicator,
                      s->turn ? s->options.generations : s->options.opening);
    Model model = replicator_best(s->replicator);
    int depth = s->options.depth;
    uint32_t left = s->rules.turns - s->turn;
    if (s->rules.end_known && left < (uint32_t)depth) depth = (int)left;
    return laran_plan(&model, depth, &s->rules.payoff, s->options.aim,
                      even_of(s));
}

static void laran_see(void *seat, Move mine, Move theirs) {
    LaranSeat *s = seat;
    s->turn++;
    replicator_see(s->replicator, mine, theirs);
}

static void laran_model(const void *seat, Machine *m, int *state) {
    Model model = replicator_best(((const LaranSeat *)seat)->replicator);
    *m = *model.machine;
    *state = model.state;
}

static const PlayerClass laran_class = {
    "laran", laran_sit, laran_move, laran_see, laran_leave, laran_model,
};

static void use_the_twenty(Laran *laran) {
    laran->standards = STRATEGY_PAPER_COUNT;
    for (int i = 0; i < STRATEGY_PAPER_COUNT; i++)
        laran->standard[i] = strategy_machine(&strategies[i]);
}

bool laran_init(Laran *laran, const LaranOptions *options,
                const Machine *standards, int count, Err *err) {
    if (options->depth < 1 || options->depth > LARAN_DEPTH_MAX)
        return err_set(err, "depth must be 1 to %d, got %d", LARAN_DEPTH_MAX,
                       options->depth);
    if (options->generations < 0 || options->opening < 0)
        return err_set(err, "generations must not be negative");
    if (count > REPLICATOR_STANDARDS_MAX)
        return err_set(err, "at most %d standard opponents, got %d",
                       REPLICATOR_STANDARDS_MAX, count);
    laran->player.class = &laran_class;
    laran->options = *options;
    laran->standards = count;
    if (count == 0) use_the_twenty(laran);
    else memcpy(laran->standard, standards, (size_t)count * sizeof *standards);
    return true;
}
