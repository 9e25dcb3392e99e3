/* bookkeeper.c -- the books, the chances they give, and a plan by those.
 *
 * A course is the last k rounds, two bits each, mine then theirs, the latest in
 * the lowest two. The books of all lengths stand in one list, those of length k
 * behind all shorter ones:
 *
 *     k       0   1           2
 *     entry   0   1 2 3 4     5 ... 20
 *
 * so the first of length k is (4^k - 1) / 3.
 */
#include "bookkeeper.h"

#include <assert.h>
#include <math.h>

#include "base/mem.h"

enum {
    COURSES = 1 << (2 * BOOKKEEPER_DEPTH_MAX),
    BOOKS = (4 * COURSES - 1) / 3,
    FAMILIAR = 2,                    /* rounds that curiosity looks at */
};

typedef struct BookkeeperSeat {
    const Bookkeeper *self;
    Rules             rules;
    double            cost[2][2];    /* by my move and theirs */
    double            range;         /* from the least of them to the most */
    double            book[BOOKS][2];         /* how often they moved so */
    double            chance[COURSES];        /* that they defect */
    double            value[2][COURSES];      /* cost to go, now and later */
    uint32_t          course;        /* as many rounds as were played */
    uint32_t          turn;
} BookkeeperSeat;

static uint32_t first_of(int rounds) { return ((1u << (2 * rounds)) - 1) / 3; }

static uint32_t tail(uint32_t course, int rounds) {
    return course & ((1u << (2 * rounds)) - 1);
}

static uint32_t after(uint32_t course, int depth, unsigned mine,
                      unsigned theirs) {
    return tail(course << 2 | mine << 1 | theirs, depth);
}

/* ---- the books ----------------------------------------------------------- */

/* The chance that they defect after a course, by the books of all lengths. */
static double chance_after(const BookkeeperSeat *s, uint32_t course) {
    const BookkeeperOptions *o = &s->self->options;
    double chance = course >> 1 & 1 ? o->mirror : 1 - o->mirror;
    for (int k = 0; k <= o->depth; k++) {
        const double *n = s->book[first_of(k) + tail(course, k)];
        chance = (n[MOVE_D] + o->blend * chance) / (n[0] + n[1] + o->blend);
    }
    return chance;
}

static void forget(BookkeeperSeat *s) {
    double memory = s->self->options.memory;
    uint32_t books = first_of(s->self->options.depth + 1);
    for (uint32_t i = 0; memory < 1 && i < books; i++)
        for (int m = 0; m < 2; m++) s->book[i][m] *= memory;
}

static void bookkeeper_see(void *seat, Move mine, Move theirs) {
    BookkeeperSeat *s = seat;
    int depth = s->self->options.depth;
    forget(s);
    for (int k = 0; k <= depth && (uint32_t)k <= s->turn; k++)
        s->book[first_of(k) + tail(s->course, k)][theirs]++;
    s->course = after(s->course, depth, mine, theirs);
    s->turn++;
}

/* ---- the plan ------------------------------------------------------------ */

/* What it would pay to see what follows a course. */
static double wonder(const BookkeeperSeat *s, uint32_t course) {
    const BookkeeperOptions *o = &s->self->options;
    int rounds = o->depth < FAMILIAR ? o->depth : FAMILIAR;
    const double *n = s->book[first_of(rounds) + tail(course, rounds)];
    return o->curiosity * s->range / (1 + n[0] + n[1]);
}

/* The expected cost of a move after a course, all that follows included. */
static double cost_of(const BookkeeperSeat *s, uint32_t course, unsigned mine,
                      const double *later) {
    int depth = s->self->options.depth;
    double d = s->chance[course];
    uint32_t next[2] = { after(course, depth, mine, MOVE_C),
                         after(course, depth, mine, MOVE_D) };
    return (1 - d) * (s->cost[mine][MOVE_C] + later[next[MOVE_C]]) +
           d * (s->cost[mine][MOVE_D] + later[next[MOVE_D]]);
}

/* Values with one turn more than `later`; what it wonders about costs less. */
static void look_back(const BookkeeperSeat *s, const double *later,
                      double *now) {
    uint32_t courses = 1u << (2 * s->self->options.depth);
    for (uint32_t i = 0; i < courses; i++) {
        double c = cost_of(s, i, MOVE_C, later);
        double d = cost_of(s, i, MOVE_D, later);
        now[i] = (d < c ? d : c) - wonder(s, i);
    }
}

static Move bookkeeper_move(void *seat) {
    BookkeeperSeat *s = seat;
    const BookkeeperOptions *o = &s->self->options;
    uint32_t left = s->rules.turns - s->turn, courses = 1u << (2 * o->depth);
    int turns = o->horizon;
    if (s->rules.end_known && left < (uint32_t)turns) turns = (int)left;
    for (uint32_t i = 0; i < courses; i++) {
        s->chance[i] = chance_after(s, i);
        s->value[0][i] = 0;
    }
    for (int t = 1; t < turns; t++)
        look_back(s, s->value[(t - 1) & 1], s->value[t & 1]);
    const double *later = s->value[(turns - 1) & 1];
    double c = cost_of(s, s->course, MOVE_C, later);
    return cost_of(s, s->course, MOVE_D, later) < c ? MOVE_D : MOVE_C;
}

/* ---- life cycle ---------------------------------------------------------- */

static void find_costs(BookkeeperSeat *s) {
    double least = INFINITY, most = -INFINITY;
    for (int mine = 0; mine < 2; mine++)
        for (int theirs = 0; theirs < 2; theirs++) {
            double cost = payoff_cost(&s->rules.payoff, mine, theirs);
            s->cost[mine][theirs] = cost;
            least = fmin(least, cost);
            most = fmax(most, cost);
        }
    s->range = most - least;
}

static void *bookkeeper_sit(const Player *p, const Rules *rules, Rng rng,
                            Err *err) {
    (void)rng;                       /* it leaves nothing to chance */
    BookkeeperSeat *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    s->self = (const Bookkeeper *)p;
    s->rules = *rules;
    find_costs(s);
    return s;
}

static const PlayerClass bookkeeper_class = {
    .name = "bookkeeper",
    .sit = bookkeeper_sit,
    .move = bookkeeper_move,
    .see = bookkeeper_see,
    .leave = mem_free,
};

static bool check(const BookkeeperOptions *o, Err *err) {
    if (o->depth < 1 || o->depth > BOOKKEEPER_DEPTH_MAX)
        return err_set(err, "depth must be 1 to %d, got %d",
                       BOOKKEEPER_DEPTH_MAX, o->depth);
    if (!(o->blend > 0 && o->blend <= 1e6))
        return err_set(err, "blend must be above 0 and at most 1e6, got %g",
                       o->blend);
    if (!(o->mirror >= 0 && o->mirror <= 1))
        return err_set(err, "mirror must be 0 to 1, got %g", o->mirror);
    if (!(o->memory >= 0 && o->memory <= 1))
        return err_set(err, "memory must be 0 to 1, got %g", o->memory);
    if (!(o->curiosity >= 0 && o->curiosity <= 1e6))
        return err_set(err, "curiosity must be 0 to 1e6, got %g", o->curiosity);
    if (o->horizon < 1 || o->horizon > BOOKKEEPER_HORIZON_MAX)
        return err_set(err, "horizon must be 1 to %d, got %d",
                       BOOKKEEPER_HORIZON_MAX, o->horizon);
    return true;
}

bool bookkeeper_init(Bookkeeper *b, const BookkeeperOptions *options,
                     Err *err) {
    *b = (Bookkeeper){ .player.class = &bookkeeper_class, .options = *options };
    return check(options, err);
}
