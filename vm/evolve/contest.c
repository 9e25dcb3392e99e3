/* contest.c -- entrants meet each other, and the hall of fame.
 *
 *     foes     a0 .. an | h0 .. hm      entrants, then those of the hall
 *     entrant  meets[0 .. most)         numbers of foes, or NOBODY
 *
 * Who meets whom depends on (seed, generation, number) and, in a Swiss
 * tournament, on the rounds before; a meeting depends on nothing else. So any
 * thread may play any meeting.
 */
#include "contest.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/mem.h"
#include "evolve_inner.h"
#include "spread.h"

enum { CHUNK = 4, BOTH_SEATS = 0 };

static const uint32_t NOBODY = UINT32_MAX;

bool contest_check(const Contest *c, Err *err) {
    bool counts = c->pairing == PAIRING_SOME || c->pairing == PAIRING_SWISS;
    if (counts && (c->count < 1 || c->count > CONTEST_COUNT_MAX))
        return err_set(err, "programs meet 1 to %d others, not %u",
                       CONTEST_COUNT_MAX, c->count);
    if (c->hall > CONTEST_HALL_MAX)
        return err_set(err, "programs meet up to %d of the hall, not %u",
                       CONTEST_HALL_MAX, c->hall);
    if (c->pairing == PAIRING_SWISS && (c->sides || c->shared))
        return err_set(err, "a Swiss tournament has %s",
                       c->sides ? "one side" : "no shared scoring");
    return true;
}

/* ---- the hall ------------------------------------------------------------ */

size_t hall_count(const Hall *hall) {
    return hall->added < CONTEST_HALL_MAX ? (size_t)hall->added
                                          : CONTEST_HALL_MAX;
}

void contest_free(Evolution *e) {
    mem_free(e->hall.genomes);
    mem_free(e->hall.side);
    e->hall = (Hall){ 0 };
}

static bool make_hall(Evolution *e, Err *err) {
    Hall *h = &e->hall;
    if (h->genomes) return true;
    h->genomes = mem_new_aligned(CONTEST_HALL_MAX, e->species->slot, err);
    h->side = mem_new(CONTEST_HALL_MAX, 1, err);
    if (h->genomes && h->side) return true;
    contest_free(e);
    return false;
}

static char *hall_genome(const Evolution *e, size_t i) {
    return e->hall.genomes + i * e->species->slot;
}

/* The island of a place of the living; all are on one where there are none. */
static size_t side_of(const Evolution *e, bool sides, size_t place) {
    return sides && place >= islands_first(e->count, 2, 1);
}

/* The best of the living enter, once in a generation. */
static void note_best(Evolution *e, bool sides) {
    Hall *h = &e->hall;
    if (e->first || h->last == e->generation + 1) return;
    h->last = e->generation + 1;
    for (size_t side = 0; side < 1u + sides; side++) {
        size_t best = e->count;
        for (size_t i = 0; i < e->count; i++)
            if (side_of(e, sides, i) == side &&
                (best == e->count ||
                 evolve_cost(e, e->order[i]) < evolve_cost(e, e->order[best])))
                best = i;
        size_t at = h->added++ % CONTEST_HALL_MAX;
        assert(best < e->count);
        h->side[at] = (uint8_t)side;
        evolve_copy(e->species, hall_genome(e, at), evolve_member(e, best));
    }
}

typedef struct Saved {
    uint64_t added, last;
} Saved;

void contest_save(const Evolution *e, Buf *out) {
    const Hall *h = &e->hall;
    Saved saved = { h->added, h->last };
    buf_bytes(out, &saved, sizeof saved);
    for (size_t i = 0; i < hall_count(h); i++) {
        const char *genome = hall_genome(e, i);
        uint64_t n = e->species->class->bytes(e->species, genome);
        buf_bytes(out, &h->side[i], 1);
        buf_bytes(out, &n, sizeof n);
        buf_bytes(out, genome, n);
    }
}

/* Takes n bytes off the front of what is left. */
static bool take(const char **at, size_t *left, void *to, size_t n) {
    if (*left < n) return false;
    memcpy(to, *at, n);
    *at += n;
    *left -= n;
    return true;
}

static bool load_one(Evolution *e, size_t i, const char **at, size_t *left) {
    uint64_t n;
    char *genome = hall_genome(e, i);
    memset(genome, 0, e->species->slot);
    return take(at, left, &e->hall.side[i], 1) && e->hall.side[i] <= 1 &&
           take(at, left, &n, sizeof n) && n <= e->species->slot &&
           take(at, left, genome, n) &&
           e->species->class->check(e->species, genome, n, NULL);
}

bool contest_load(Evolution *e, const void *bytes, size_t n, Err *err) {
    const char *at = bytes;
    Saved saved;
    if (!make_hall(e, err)) return false;
    bool ok = take(&at, &n, &saved, sizeof saved);
    e->hall.added = ok ? saved.added : 0;
    for (size_t i = 0; ok && i < hall_count(&e->hall); i++)
        ok = load_one(e, i, &at, &n);
    if (!ok || n > 0) {
        contest_free(e);
        return err_set(err, "the checkpoint's hall of fame is damaged");
    }
    e->hall.last = saved.last;
    return true;
}

/* ---- entrants and their foes --------------------------------------------- */

typedef struct Entry {
    uint32_t slot;
    uint8_t  side;
    Score    sum;                    /* of all meetings */
    uint32_t meetings;
} Entry;

/* A contest while it is held. */
typedef struct Ring {
    Evolution     *e;
    const Contest *rule;
    Entry         *entry;
    size_t         count, hall;      /* entrants; members of the hall */
    uint32_t      *guests;           /* those of the hall, by number in it */
    uint32_t      *meets;            /* count x most: foes */
    double        *gain;             /* of each meeting, if it is shared */
    size_t         most;             /* meetings of an entrant */
    size_t         shift;            /* the first whose meetings are played */
} Ring;

static void ring_free(Ring *r) {
    mem_free(r->entry);
    mem_free(r->guests);
    mem_free(r->meets);
    mem_free(r->gain);
}

static uint64_t now(const Evolution *e) { return e->generation + !e->first; }

/* Draws the members of the hall that all meet this time. */
static void draw_guests(Ring *r) {
    Evolution *e = r->e;
    size_t all = hall_count(&e->hall);
    Rng rng = rng_key(e->seed, now(e), KEY_HALL, RNG_BREED);
    for (size_t i = 0; i < all; i++) r->guests[i] = (uint32_t)i;
    rng_shuffle(&rng, r->guests, all, sizeof *r->guests);
    r->hall = all < r->rule->hall ? all : r->rule->hall;
}

/* May entrant i meet that foe? */
static bool may_meet(const Ring *r, size_t i, size_t foe) {
    if (foe == i) return false;
    if (!r->rule->sides) return true;
    size_t side = foe < r->count ? r->entry[foe].side
                                 : r->e->hall.side[r->guests[foe - r->count]];
    return side != r->entry[i].side;
}

/* All whom entrant i may meet, into `list`; returns how many. */
static size_t foes_of(const Ring *r, size_t i, uint32_t *list) {
    size_t n = 0;
    for (size_t foe = 0; foe < r->count; foe++)
        if (may_meet(r, i, foe)) list[n++] = (uint32_t)foe;
    return n;
}

/* Fills in whom everyone meets; `list` is room for all entrants. */
static void pair_up(Ring *r, uint32_t *list) {
    for (size_t i = 0; i < r->count; i++) {
        uint32_t *meets = r->meets + i * r->most;
        size_t n = foes_of(r, i, list), met = 0;
        size_t want = r->rule->pairing == PAIRING_ALL ? n : r->rule->count;
        if (r->rule->pairing == PAIRING_SWISS) want = 0;
        Rng rng = rng_key(r->e->seed, now(r->e), KEY_MEET + i, RNG_BREED);
        for (; met < want && met < n; met++) {
            size_t k = met;
            if (want < n) k += rng_below(&rng, (uint32_t)(n - met));
            meets[met] = list[k];
            list[k] = list[met];
        }
        for (size_t g = 0; g < r->hall; g++)
            if (may_meet(r, i, r->count + g))
                meets[met++] = (uint32_t)(r->count + g);
        for (; met < r->most; met++) meets[met] = NOBODY;
    }
}

/* ---- meetings ------------------------------------------------------------ */

static const void *foe_genome(const Ring *r, uint32_t foe) {
    if (foe < r->count) return evolve_slot(r->e, r->entry[foe].slot);
    return hall_genome(r->e, r->guests[foe - r->count]);
}

/* Entrant i meets its k-th foe. */
static bool meet(Ring *r, Worker *w, size_t i, size_t k, Err *err) {
    const Evolution *e = r->e;
    Entry *entry = &r->entry[i];
    uint32_t foe = r->meets[i * r->most + k];
    if (foe == NOBODY) return true;
    const void *two[] = { evolve_slot(e, entry->slot), foe_genome(r, foe) };
    Entrants who = { e->species->shape, two, 2 };
    int seat = r->rule->sides ? 1 + entry->side : BOTH_SEATS;
    Score score;
    if (!e->class->meet(e->game, who, seat, w->scratch, &score, err))
        return false;
    if (isnan(score.standardized)) score.standardized = INFINITY;
    if (r->gain && score.raw < 0)
        return err_set(err, "shared scoring needs scores of 0 or more, got %g",
                       score.raw);
    if (r->gain) r->gain[i * r->most + k] = score.raw;
    entry->sum.raw += score.raw;
    entry->sum.standardized += score.standardized;
    entry->sum.steps += score.steps;
    entry->sum.hits += score.hits;
    entry->meetings++;
    w->totals.steps += score.steps;
    return true;
}

static void meet_some(void *context, int worker, size_t first, size_t last) {
    Ring *r = context;
    Evolution *e = r->e;
    Worker *w = &e->workers[worker];
    double start = evolve_clock(e);
    for (size_t i = first + r->shift; i < last + r->shift; i++) {
        Err err;
        bool ok = !failure_before(&e->failure, i);
        for (size_t k = 0; ok && k < r->most; k++)
            if (!(ok = meet(r, w, i, k, &err)))
                failure_note(&e->failure, i, &err);
    }
    w->totals.scoring += evolve_clock(e) - start;
}

/* ---- Swiss rounds -------------------------------------------------------- */

typedef struct Place {
    double   cost;
    uint32_t number;
} Place;

static int by_cost(const void *a, const void *b) {
    const Place *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* Has it met the other in one of the rounds so far? */
static bool has_met(const uint32_t *past, size_t rounds, size_t most,
                    const uint32_t pair[2]) {
    for (size_t k = 0; k < rounds; k++)
        if (past[pair[0] * most + k] == pair[1]) return true;
    return false;
}

/* Pairs neighbours in the table who have not met, as far as there are some. Of
 * an odd number the last meets the one before it, who gains nothing by it. */
static void pair_round(Ring *r, Place *table, uint32_t *past, size_t round) {
    size_t n = r->count, most = r->rule->count;
    for (size_t i = 0; i < n; i++)
        table[i] = (Place){ r->entry[i].sum.standardized, (uint32_t)i };
    qsort(table, n, sizeof *table, by_cost);
    for (size_t i = 0; i + 1 < n; i += 2) {
        size_t k = i + 1;
        while (k < n &&
               has_met(past, round, most,
                       (uint32_t[]){ table[i].number, table[k].number }))
            k++;
        Place foe = table[k < n ? k : i + 1];
        for (size_t m = k < n ? k : i + 1; m > i + 1; m--)
            table[m] = table[m - 1];
        table[i + 1] = foe;
        r->meets[table[i].number] = foe.number;
        r->meets[foe.number] = table[i].number;
    }
    if (n % 2) r->meets[table[n - 1].number] = table[n - 2].number;
    for (size_t i = 0; i < n; i++) past[i * most + round] = r->meets[i];
}

/* Over ranks each plays the meetings of its share of the entrants, and tells
 * the others what came of them. */
static bool play_share(Ring *r, Err *err) {
    Evolution *e = r->e;
    spread_balance(e, r->count);
    Range mine = spread_share(e, r->count);
    r->shift = mine.first;
    pool_run(e->pool, mine.last - mine.first, CHUNK, meet_some, r);
    r->shift = 0;
    return score_collect(e, err) &&
           spread_rows(e, r->entry, r->count, sizeof *r->entry, err) &&
           (!r->gain ||
            spread_rows(e, r->gain, r->count, r->most * sizeof *r->gain, err));
}

static bool play(Ring *r, Err *err) {
    if (r->e->spread) return play_share(r, err);
    pool_run(r->e->pool, r->count, CHUNK, meet_some, r);
    return score_collect(r->e, err);
}

/* The hall is met before the first round. */
static bool play_swiss(Ring *r, Err *err) {
    size_t rounds = r->rule->count;
    Place *table = mem_new(r->count, sizeof *table, err);
    uint32_t *past = mem_new(r->count * rounds, sizeof *past, err);
    bool ok = table && past && play(r, err);
    r->most = 1;
    for (size_t k = 0; ok && r->count > 1 && k < rounds; k++) {
        pair_round(r, table, past, k);
        ok = play(r, err);
    }
    mem_free(table);
    mem_free(past);
    return ok;
}

/* ---- scores -------------------------------------------------------------- */

/* Of what all gained from a foe, each gets its share; the cost is what is
 * missing to all of it. */
static bool share(Ring *r, Err *err) {
    double *sum = mem_new(r->count + r->hall + 1, sizeof *sum, err);
    if (!sum) return false;
    for (size_t i = 0; i < r->count * r->most; i++)
        if (r->meets[i] != NOBODY) sum[r->meets[i]] += r->gain[i];
    for (size_t i = 0; i < r->count; i++) {
        double mine = 0;
        for (size_t k = i * r->most; k < (i + 1) * r->most; k++)
            if (r->meets[k] != NOBODY && sum[r->meets[k]] > 0)
                mine += r->gain[k] / sum[r->meets[k]];
        r->entry[i].sum.standardized = (double)r->entry[i].meetings - mine;
    }
    mem_free(sum);
    return true;
}

/* The mean of the meetings; with shares the cost is that of all. */
static void tell(const Ring *r) {
    for (size_t i = 0; i < r->count; i++) {
        const Entry *entry = &r->entry[i];
        double n = entry->meetings ? entry->meetings : 1;
        Score score = entry->sum;
        score.raw /= n;
        if (!r->gain) score.standardized /= n;
        r->e->slots.scores[entry->slot] = score;
    }
}

/* ---- the contest --------------------------------------------------------- */

/* The island of child i, or of a program that was drawn for place i. */
static size_t side_of_waiting(const Evolution *e, const Plan *plan, size_t i) {
    bool sides = plan->contest.sides;
    if (e->first || plan->restart || !sides) return side_of(e, sides, i);
    return i >= e->isles.list[1].brood;
}

static void enter_one(Ring *r, uint32_t slot, size_t side) {
    r->entry[r->count++] = (Entry){ .slot = slot, .side = (uint8_t)side };
}

/* Those of so many of the living who may stay. */
static void enter_living(Ring *r, const Plan *plan, const Isle *isle) {
    const Evolution *e = r->e;
    size_t n = isle->count;
    bool ranked = plan->scheme == SCHEME_GENERATIONAL &&
                  !plan_is_in_place(plan);
    if (plan->restart) return;
    if (ranked) n = plan->elite;
    if (ranked && n + isle->children < isle->count)
        n = isle->count - isle->children;
    for (size_t i = 0; i < n; i++) {
        size_t at = isle->first + (ranked ? isle->selector.order[i] : i);
        enter_one(r, e->order[at], side_of(e, plan->contest.sides, at));
    }
}

static bool enter(Ring *r, const Plan *plan, Err *err) {
    Evolution *e = r->e;
    size_t waiting = evolve_waiting(e);
    r->entry = mem_new(waiting + e->count, sizeof *r->entry, err);
    r->guests = mem_new(CONTEST_HALL_MAX, sizeof *r->guests, err);
    if (!r->entry || !r->guests) return false;
    for (size_t i = 0; i < waiting; i++)
        enter_one(r, e->order[(e->first ? 0 : e->count) + i],
                  side_of_waiting(e, plan, i));
    if (e->first) return true;
    Isle all = { .count = e->count,
                 .children = e->children,
                 .selector = e->selector };
    if (!islands_are(&plan->islands)) enter_living(r, plan, &all);
    else
        for (size_t i = 0; i < e->isles.count; i++)
            enter_living(r, plan_island(plan, i), &e->isles.list[i]);
    return true;
}

static bool make_meetings(Ring *r, Err *err) {
    Pairing pairing = r->rule->pairing;
    size_t others = r->count ? r->count - 1 : 0;
    if (pairing == PAIRING_SOME && r->rule->count < others)
        others = r->rule->count;
    if (pairing == PAIRING_SWISS) others = 0;
    r->most = others + r->hall ? others + r->hall : 1;
    size_t n = r->count * r->most;
    r->meets = mem_new(n + 1, sizeof *r->meets, err);
    if (r->rule->shared) r->gain = mem_new(n + 1, sizeof *r->gain, err);
    uint32_t *list = mem_new(r->count + 1, sizeof *list, err);
    bool ok = r->meets && list && (r->gain || !r->rule->shared);
    if (ok) pair_up(r, list);
    mem_free(list);
    return ok;
}

bool contest_score(Evolution *e, const Plan *plan, Err *err) {
    Ring r = { .e = e, .rule = &plan->contest };
    if (!e->class->meet)
        return err_set(err, "programs of %s cannot meet each other",
                       e->class->name);
    if (plan->contest.sides && !plan->restart && plan->islands.count != 2)
        return err_set(err, "two sides are two islands");
    bool swiss = plan->contest.pairing == PAIRING_SWISS;
    bool ok = evolve_gather(e, err) && make_hall(e, err) &&
              enter(&r, plan, err);
    if (ok) {
        if (plan->contest.hall) note_best(e, plan->contest.sides);
        draw_guests(&r);
        ok = make_meetings(&r, err);
    }
    if (ok) ok = swiss ? play_swiss(&r, err) : play(&r, err);
    if (ok && r.gain) ok = share(&r, err);
    if (ok) {
        tell(&r);
        e->totals.evaluations += r.count;
    }
    ring_free(&r);
    return ok;
}
