/* select.c -- choosing parents.
 *
 * Adjusted fitness is 1 / (1 + standardized). Proportionate selection draws
 * from running sums of it along the order from best to worst, by bisection.
 * Koza's over-selection puts the best programs that hold 320/M of all adjusted
 * fitness (32% at 1000, 16% at 2000, ...) into a first group which gets four
 * draws of five (Koza 1992, section 6.3.5).
 *
 * Shuffle, remainder and universal sampling choose all parents of a brood at
 * once; roulette, remainder and universal go by the raw score, lifted so that
 * none is negative, and can scale it (see sampling.h). Lexicase selection reads
 * the scores of cases, which a selector does not have: see cases.c.
 */
#include "select.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hot.h"
#include "base/mem.h"
#include "parsimony.h"
#include "sampling.h"

enum { SCALING_MAX = 100 };

const SelectRow select_rows[SELECT_METHODS] = {
    [SELECT_TOURNAMENT] = { "tournament", "size", 7, 1, 1000000,
        "the best of `size` programs drawn at random" },
    [SELECT_PROPORTIONATE] = { "proportionate", NULL, 0, 0, 0,
        "in proportion to adjusted fitness" },
    [SELECT_OVERSELECT] = { "overselect", NULL, 0, 0, 0,
        "Koza's greedy over-selection on adjusted fitness" },
    [SELECT_TRUNCATION] = { "truncation", "share", 0.5, 1e-9, 1,
        "evenly among the best `share` of the population" },
    [SELECT_RANK] = { "rank", "pressure", 1.5, 1, 2,
        "linearly by rank; the best is drawn `pressure` times as often as "
        "average" },
    [SELECT_UNIFORM] = { "uniform", NULL, 0, 0, 0,
        "everyone is equally likely" },
    [SELECT_SHUFFLE] = { "shuffle", NULL, 0, 0, 0,
        "everyone equally often, in random order" },
    [SELECT_ROULETTE] = { "roulette", "scaling", 0, 0, SCALING_MAX,
        "in proportion to the raw score; `scaling` gives the best so many "
        "times the mean" },
    [SELECT_REMAINDER] = { "remainder", "scaling", 0, 0, SCALING_MAX,
        "remainder stochastic sampling without replacement" },
    [SELECT_UNIVERSAL] = { "universal", "scaling", 0, 0, SCALING_MAX,
        "stochastic universal sampling" },
    [SELECT_LEXICASE] = { "lexicase", NULL, 0, 0, 0,
        "who is best at one case after the other, in random order" },
};

int select_find(const char *name) {
    for (int m = 0; m < SELECT_METHODS; m++)
        if (strcmp(select_rows[m].name, name) == 0) return m;
    return -1;
}

bool select_draws_all(SelectMethod method) {
    return method == SELECT_SHUFFLE || method == SELECT_REMAINDER ||
           method == SELECT_UNIVERSAL;
}

bool select_reads_cases(SelectMethod method) {
    return method == SELECT_LEXICASE;
}

/* Is the rule's number a factor of linear scaling? */
static bool scales(const Selection *rule) {
    return rule->method == SELECT_ROULETTE ||
           rule->method == SELECT_REMAINDER || rule->method == SELECT_UNIVERSAL;
}

bool select_reads_sizes(const Selection *rule) {
    return rule->parsimony || rule->smaller > 0 || rule->tarpeian > 0 ||
           rule->covariant;
}

/* Numbers of tournaments that look at sizes. */
static bool check_sizes(const Selection *rule, Err *err) {
    double smaller = rule->smaller, chance = rule->tarpeian;
    bool asked = smaller != 0 || chance != 0 || rule->covariant;
    if (asked && rule->method != SELECT_TOURNAMENT)
        return err_set(err,
                       "%s: only tournaments can be smaller, tarpeian or "
                       "covariant",
                       select_rows[rule->method].name);
    if (smaller != 0 && !(smaller >= 1 && smaller <= 2))
        return err_set(err,
                       "tournament: smaller must be 1 to 2, or 0 for one "
                       "winner, got %g",
                       smaller);
    if (!(chance >= 0 && chance <= 1))
        return err_set(err, "tournament: tarpeian must be 0 to 1, got %g",
                       chance);
    return true;
}

bool select_check(const Selection *rule, Err *err) {
    const SelectRow *row = &select_rows[rule->method];
    double x = rule->param;
    if (scales(rule) && x != 0 && !(x > 1 && x <= SCALING_MAX))
        return err_set(err,
                       "%s: scaling must be above 1 and up to %d, or 0 "
                       "for none, got %g",
                       row->name, SCALING_MAX, x);
    if (rule->method == SELECT_LEXICASE)
        return lexicase_check(&rule->lexicase, err);
    if (row->param && !(x >= row->min && x <= row->max))
        return err_set(err, "%s: %s must be %.9g to %.9g, got %.9g", row->name,
                       row->param, row->min, row->max, x);
    return check_sizes(rule, err);
}

bool select_init(Selector *s, size_t count, Err *err) {
    assert(count >= 1 && count <= UINT32_MAX);
    *s = (Selector){ .all = count, .count = count };
    s->order = mem_new(count, sizeof *s->order, err);
    s->running = mem_new(count, sizeof *s->running, err);
    s->standardized = mem_new(count, sizeof *s->standardized, err);
    s->sizes = mem_new(count, sizeof *s->sizes, err);
    if (s->order && s->running && s->standardized && s->sizes) return true;
    select_free(s);
    return false;
}

void select_free(Selector *s) {
    mem_free(s->order);
    mem_free(s->running);
    mem_free(s->standardized);
    mem_free(s->sizes);
    mem_free(s->picks);
    *s = (Selector){ 0 };
}

/* ---- order --------------------------------------------------------------- */

typedef struct Key {
    double   standardized;
    uint32_t size, number;
} Key;

static int by_key(const void *a, const void *b) {
    const Key *x = a, *y = b;
    if (x->standardized < y->standardized) return -1;
    if (x->standardized > y->standardized) return 1;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

static bool sort(Selector *s, Err *err) {
    Key *keys = mem_new(s->count, sizeof *keys, err);
    if (!keys) return false;
    for (size_t i = 0; i < s->count; i++)
        keys[i] = (Key){ s->standardized[i],
                         s->rule.parsimony ? s->sizes[i] : 0, (uint32_t)i };
    qsort(keys, s->count, sizeof *keys, by_key);
    for (size_t i = 1; i < s->count; i++)
        hot_assert(by_key(&keys[i - 1], &keys[i]) < 0);
    for (size_t i = 0; i < s->count; i++) s->order[i] = keys[i].number;
    mem_free(keys);
    return true;
}

/* Is program a better than b? With parsimony, of equals the smaller is. */
static bool better(const Selector *s, size_t a, size_t b) {
    double x = s->standardized[a], y = s->standardized[b];
    if (x < y) return true;
    if (x > y) return false;
    return s->rule.parsimony && s->sizes[a] < s->sizes[b];
}

/* ---- weights ------------------------------------------------------------- */

static bool sum_adjusted(Selector *s, Err *err) {
    double sum = 0;
    for (size_t i = 0; i < s->count; i++) {
        double x = s->standardized[s->order[i]];
        if (!(x >= 0))
            return err_set(err,
                           "fitness-proportionate selection needs scores "
                           "of 0 or more, got %g",
                           x);
        s->running[i] = sum += 1 / (1 + x);
    }
    s->group = 1;
    while (s->group + 1 < s->count &&
           s->running[s->group - 1] < sum * 320 / (double)s->count)
        s->group++;
    assert(s->group <= s->count);
    return true;
}

static void sum_ranks(Selector *s) {
    double sum = 0, p = s->rule.param, last = (double)(s->count - 1);
    for (size_t i = 0; i < s->count; i++) {
        double rank = last > 0 ? (double)i / last : 0;
        s->running[i] = sum += p - (2 * p - 2) * rank;
    }
}

/* Fitness of everyone, higher is better and none negative, into `running`. */
static void weigh(Selector *s, const Candidates *c) {
    for (size_t i = 0; i < s->count; i++) {
        const Score *score = &c->scores[c->order ? c->order[i] : i];
        double raw = c->minimise ? -score->raw : score->raw;
        double cost = c->costs ? c->costs[i] : score->standardized;
        s->running[i] = s->rule.adjusted ? 1 / (1 + cost)
                        : c->costs       ? -cost
                                         : raw;
    }
    sampling_lift(s->running, s->count);
    if (s->rule.param > 0) sampling_scale(s->running, s->count, s->rule.param);
}

/* Everyone once, in random order; then again, in another. */
static void shuffle(Selector *s, Rng *rng, size_t places) {
    size_t n = s->count;
    for (size_t start = 0; start < places; start += n) {
        for (size_t i = 0; i < n; i++) s->order[i] = (uint32_t)i;
        rng_shuffle(rng, s->order, n, sizeof *s->order);
        size_t some = places - start < n ? places - start : n;
        memcpy(s->picks + start, s->order, some * sizeof *s->picks);
    }
}

static bool reserve(Selector *s, size_t places, Err *err) {
    if (places <= s->room) return true;
    uint32_t *picks = mem_resize(s->picks, places, sizeof *picks, err);
    if (!picks) return false;
    s->picks = picks;
    s->room = places;
    return true;
}

/* The parents of a whole brood. */
static bool draw_all(Selector *s, const Candidates *c, const Demand *demand,
                     Err *err) {
    Rng rng = demand->rng;
    if (!reserve(s, demand->places, err)) return false;
    if (s->rule.method == SELECT_SHUFFLE) {
        shuffle(s, &rng, demand->places);
        return !demand->sorted || sort(s, err);
    }
    weigh(s, c);
    if (s->rule.method == SELECT_REMAINDER)
        sampling_remainder(s->running, s->count, &rng, s->picks,
                           demand->places);
    else
        sampling_universal(s->running, s->count, &rng, s->picks,
                           demand->places);
    return true;
}

static bool needs_order(SelectMethod method) {
    return method == SELECT_PROPORTIONATE || method == SELECT_OVERSELECT ||
           method == SELECT_TRUNCATION || method == SELECT_RANK;
}

/* Are the rivals of a tournament neighbours? Not where all are. */
static bool is_near(const Selector *s) {
    return s->rule.near && 2 * (size_t)s->rule.near + 1 < s->count;
}

static void gather(Selector *s, const Candidates *c) {
    for (size_t i = 0; i < s->count; i++) {
        size_t at = c->order ? c->order[i] : i;
        s->standardized[i] = c->costs ? c->costs[i]
                                      : c->scores[at].standardized;
        if (select_reads_sizes(&s->rule)) s->sizes[i] = c->sizes[at];
    }
}

/* Programs of a tournament pay for their size; the order is as it was. */
static bool charge(Selector *s, const Demand *demand, Err *err) {
    Payers all = { s->standardized, s->sizes, s->count };
    if (s->rule.covariant && !parsimony_by_covariance(all, err)) return false;
    if (s->rule.tarpeian > 0)
        parsimony_by_chance(all, s->rule.tarpeian, demand->rng);
    return true;
}

bool select_prepare(Selector *s, const Selection *rule, const Candidates *c,
                    const Demand *demand, Err *err) {
    assert(c->count <= s->all);
    s->rule = *rule;
    s->count = c->count ? c->count : s->all;
    bool plain = rule->method == SELECT_TOURNAMENT && !rule->parsimony &&
                 !(rule->smaller > 0) && !is_near(s);
    s->rivals = plain                            ? (int)rule->param
                : rule->method == SELECT_UNIFORM ? 1
                                                 : 0;
    assert(!plain || s->rivals >= 1);
    if (rule->method != SELECT_UNIFORM || demand->sorted) gather(s, c);
    if ((demand->sorted || needs_order(rule->method)) && !sort(s, err))
        return false;
    switch (rule->method) {
    case SELECT_PROPORTIONATE:
    case SELECT_OVERSELECT: return sum_adjusted(s, err);
    case SELECT_RANK: sum_ranks(s); return true;
    case SELECT_TRUNCATION:
        s->group = (size_t)ceil(rule->param * (double)s->count);
        assert(s->group >= 1 && s->group <= s->count);
        return true;
    case SELECT_ROULETTE:
        weigh(s, c);
        sampling_sum(s->running, s->count);
        return true;
    case SELECT_SHUFFLE:
    case SELECT_REMAINDER:
    case SELECT_UNIVERSAL: return draw_all(s, c, demand, err);
    case SELECT_LEXICASE: return reserve(s, demand->places, err);
    case SELECT_TOURNAMENT: return charge(s, demand, err);
    case SELECT_UNIFORM:
    case SELECT_METHODS: break;
    }
    return true;
}

/* ---- picking ------------------------------------------------------------- */

/* Among order[lo..hi-1], in proportion to the weights. */
static size_t by_weight(const Selector *s, Rng *rng, size_t lo, size_t hi) {
    assert(lo < hi && hi <= s->count);
    double base = lo ? s->running[lo - 1] : 0;
    double x = base + rng_real(rng) * (s->running[hi - 1] - base);
    hi--;
    while (lo < hi) {
        size_t middle = (lo + hi) / 2;
        if (s->running[middle] <= x) lo = middle + 1;
        else hi = middle;
    }
    return s->order[lo];
}

/* The best of `size` programs of a ring, from `start` on. */
static size_t near_tournament(const Selector *s, size_t slot, Rng *rng) {
    size_t n = s->count, near = s->rule.near, span = 2 * near + 1;
    size_t start = slot % n + n - near;
    assert(span < n);
    size_t best = (start + rng_below(rng, (uint32_t)span)) % n;
    for (int i = (int)s->rule.param; i > 1; i--) {
        size_t other = (start + rng_below(rng, (uint32_t)span)) % n;
        if (better(s, other, best)) best = other;
    }
    return best;
}

/* The best of `size` programs, of equals the smaller one. */
static size_t small_tournament(const Selector *s, Rng *rng) {
    uint32_t n = (uint32_t)s->count;
    size_t best = rng_below(rng, n);
    for (int i = (int)s->rule.param; i > 1; i--) {
        size_t other = rng_below(rng, n);
        if (better(s, other, best)) best = other;
    }
    return best;
}

static size_t one_tournament(const Selector *s, size_t slot, Rng *rng) {
    return is_near(s) ? near_tournament(s, slot, rng)
                      : small_tournament(s, rng);
}

/* Of the winners of two tournaments the smaller one, most often (S. Luke, L.
 * Panait, Fighting Bloat With Nonparametric Parsimony Pressure, PPSN 2002). */
static size_t double_tournament(const Selector *s, size_t slot, Rng *rng) {
    size_t a = one_tournament(s, slot, rng), b = one_tournament(s, slot, rng);
    bool first = s->sizes[a] <= s->sizes[b];
    bool less = rng_real(rng) < s->rule.smaller / 2;
    return first == less ? a : b;
}

size_t select_by_rule(const Selector *s, size_t slot, size_t place, Rng *rng) {
    switch (s->rule.method) {
    case SELECT_TOURNAMENT:
        return s->rule.smaller > 0 ? double_tournament(s, slot, rng)
                                   : one_tournament(s, slot, rng);
    case SELECT_OVERSELECT:
        if (s->count > 1)
            return rng_below(rng, 5) < 4
                       ? by_weight(s, rng, 0, s->group)
                       : by_weight(s, rng, s->group, s->count);
        return 0;
    case SELECT_TRUNCATION: return s->order[rng_below(rng, (uint32_t)s->group)];
    case SELECT_PROPORTIONATE:
    case SELECT_RANK: return by_weight(s, rng, 0, s->count);
    case SELECT_ROULETTE: return sampling_spin(s->running, s->count, rng);
    case SELECT_SHUFFLE:
    case SELECT_REMAINDER:
    case SELECT_UNIVERSAL:
    case SELECT_LEXICASE: hot_assert(place < s->room); return s->picks[place];
    case SELECT_UNIFORM:             /* a tournament of one */
    case SELECT_METHODS: break;
    }
    return 0;
}
