/* lexicase.c -- choosing parents case by case.
 *
 * Programs of equal rows are one class: a draw goes on among classes, and only
 * its last step looks at how many programs each has. Who remains after the
 * first case of a draw is the same for every draw that begins with it, so these
 * lists are made once; so are those after two cases where that takes little
 * room. Nearly all of a draw is over by then.
 */
#include "lexicase.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/hot.h"
#include "base/mem.h"
#include "engine/game.h"

enum {
    PAIR_CASES   = 64,               /* so many at most have lists of pairs, */
    PAIR_CLASSES = 1 << 22,          /* with so many entries together */
};

const char *const lexicase_epsilons[EPSILONS + 1] = {
    [EPSILON_NONE] = "none",
    [EPSILON_STATIC] = "static",
    [EPSILON_SEMI] = "semi",
    [EPSILON_DYNAMIC] = "dynamic",
};

/* Lists of classes one behind the other: list i is entries[start[i]] to
 * entries[start[i + 1] - 1]. */
typedef struct Lists {
    size_t   *start;
    uint32_t *entries;
} Lists;

typedef struct LexicaseWeight {
    double value;
    size_t weight;
} LexicaseWeight;

struct Lexicase {
    size_t          width;           /* cases, or batches of them */
    size_t          classes;
    double         *costs;           /* width x classes: less is better */
    uint32_t       *first;           /* class c has first[c] to first[c + 1] */
    uint32_t       *members;         /* - 1 of these */
    LexicaseEpsilon epsilon;
    double         *margins;         /* by case; NULL: none, or dynamic */
    Lists           one;             /* who remains after a case, */
    Lists           two;             /* and after two, if it is there */
};

/* ---- medians ------------------------------------------------------------- */

static int by_value(const void *a, const void *b) {
    const LexicaseWeight *x = a, *y = b;
    return x->value < y->value ? -1 : x->value > y->value;
}

/* The lower median. */
static double median(LexicaseWeight *list, size_t n) {
    size_t total = 0, sum = 0, i = 0;
    qsort(list, n, sizeof *list, by_value);
    for (size_t k = 0; k < n; k++) total += list[k].weight;
    while ((sum += list[i].weight) * 2 < total) i++;
    hot_assert(i < n);
    return list[i].value;
}

/* The median distance from the median. */
static double deviation(LexicaseWeight *list, size_t n) {
    double middle = median(list, n);
    for (size_t i = 0; i < n; i++) list[i].value = fabs(list[i].value - middle);
    return median(list, n);
}

/* ---- the table ----------------------------------------------------------- */

/* The cases of a generation in the order they are batched. */
static uint32_t *draw_cases(const CaseTable *t, const LexicaseRule *rule,
                            Rng *rng, Err *err) {
    uint32_t *cases = mem_new(t->width, sizeof *cases, err);
    for (size_t i = 0; cases && i < t->width; i++) cases[i] = (uint32_t)i;
    if (cases && (rule->sample || rule->batch > 1))
        rng_shuffle(rng, cases, t->width, sizeof *cases);
    return cases;
}

/* The costs of program i, by case or batch. */
static void gather(const CaseTable *t, const uint32_t *cases, size_t used,
                   size_t batch, size_t i, double *to) {
    const double *row = t->rows + (t->order ? t->order[i] : i) * t->width;
    for (size_t k = 0; k < used; k += batch) {
        double sum = 0;
        for (size_t j = k; j < used && j < k + batch; j++)
            sum += game_tame(row[cases[j]], t->minimise);
        *to++ = (t->minimise ? sum : -sum) + 0.0;    /* no -0 */
    }
}

/* All costs, program by program; sets the width. */
static double *gather_all(Lexicase *x, const CaseTable *t,
                          const LexicaseRule *rule, Rng *rng, Err *err) {
    size_t used = rule->sample && rule->sample < t->width ? rule->sample
                                                          : t->width;
    size_t batch = rule->batch > 1 ? rule->batch : 1;
    x->width = (used + batch - 1) / batch;
    uint32_t *cases = draw_cases(t, rule, rng, err);
    double *all = cases ? mem_new(t->count * x->width, sizeof *all, err) : NULL;
    for (size_t i = 0; all && i < t->count; i++)
        gather(t, cases, used, batch, i, all + i * x->width);
    mem_free(cases);
    return all;
}

/* ---- classes ------------------------------------------------------------- */

/* Gives every program its class, in order of their first programs, by a table
 * of `size` places, a power of two. */
static void classify(Lexicase *x, const double *all, size_t count,
                     uint32_t *class, uint32_t *table, size_t size) {
    size_t bytes = x->width * sizeof *all;
    for (size_t i = 0; i < count; i++) {
        const double *row = all + i * x->width;
        size_t at = hash_bytes(row, bytes) & (size - 1);
        while (table[at] &&
               memcmp(all + (table[at] - 1) * x->width, row, bytes) != 0)
            at = (at + 1) & (size - 1);
        if (table[at]) {
            class[i] = class[table[at] - 1];
            continue;
        }
        table[at] = (uint32_t)i + 1;
        class[i] = (uint32_t)x->classes++;
    }
}

/* Sorts programs by their class, and costs by case. */
static bool sort(Lexicase *x, const double *all, size_t count,
                 const uint32_t *class, Err *err) {
    x->first = mem_new(x->classes + 2, sizeof *x->first, err);
    x->members = mem_new(count, sizeof *x->members, err);
    x->costs = mem_new(x->width * x->classes, sizeof *x->costs, err);
    if (!x->first || !x->members || !x->costs) return false;
    for (size_t i = 0; i < count; i++) x->first[class[i] + 2]++;
    for (size_t c = 2; c < x->classes + 2; c++) x->first[c] += x->first[c - 1];
    for (size_t i = 0, seen = 0; i < count; i++) {
        size_t c = class[i];
        x->members[x->first[c + 1]++] = (uint32_t)i;
        if (c < seen) continue;
        for (size_t k = 0; k < x->width; k++)
            x->costs[k * x->classes + c] = all[i * x->width + k];
        seen++;
    }
    assert(x->first[x->classes] == count);
    return true;
}

static bool make_classes(Lexicase *x, const double *all, size_t count,
                         Err *err) {
    size_t size = 2;
    while (size < 2 * count) size *= 2;
    uint32_t *class = mem_new(count, sizeof *class, err);
    uint32_t *table = mem_new(size, sizeof *table, err);
    bool ok = class && table;
    if (ok) {
        classify(x, all, count, class, table, size);
        ok = sort(x, all, count, class, err);
    }
    mem_free(class);
    mem_free(table);
    return ok;
}

/* ---- margins ------------------------------------------------------------- */

/* How far from the best of each case is good enough. */
static bool make_margins(Lexicase *x, const double *all, size_t count,
                         Err *err) {
    x->margins = mem_new(x->width, sizeof *x->margins, err);
    LexicaseWeight *list = mem_new(count, sizeof *list, err);
    for (size_t k = 0; list && x->margins && k < x->width; k++) {
        for (size_t i = 0; i < count; i++)
            list[i] = (LexicaseWeight){ all[i * x->width + k], 1 };
        x->margins[k] = deviation(list, count);
    }
    mem_free(list);
    return list && x->margins;
}

/* A static margin parts each case into passed and failed, once. */
static void make_passes(Lexicase *x, double *all, size_t count) {
    for (size_t k = 0; k < x->width; k++) {
        double best = INFINITY;
        for (size_t i = 0; i < count; i++)
            best = fmin(best, all[i * x->width + k]);
        for (size_t i = 0; i < count; i++) {
            double *cost = &all[i * x->width + k];
            *cost = *cost <= best + x->margins[k] ? 0 : 1;
        }
        x->margins[k] = 0;
    }
}

/* ---- who remains --------------------------------------------------------- */

/* Where a list is read and written; `to` may be `from`. */
typedef struct Sieve {
    const uint32_t *from;
    size_t          n;
    uint32_t       *to;              /* NULL: they are counted only */
    LexicaseWeight *weights;         /* for dynamic margins */
} Sieve;

static double margin(const Lexicase *x, size_t k, const Sieve *s) {
    if (x->margins) return x->margins[k];
    if (x->epsilon != EPSILON_DYNAMIC) return 0;
    for (size_t i = 0; i < s->n; i++) {
        size_t c = s->from[i];
        s->weights[i] = (LexicaseWeight){ x->costs[k * x->classes + c],
                                          x->first[c + 1] - x->first[c] };
    }
    return deviation(s->weights, s->n);
}

/* Those of the list who are good enough at case k; returns how many. */
static size_t sift(const Lexicase *x, size_t k, const Sieve *s) {
    const double *costs = x->costs + k * x->classes;
    double best = INFINITY;
    size_t kept = 0;
    for (size_t i = 0; i < s->n; i++) {
        double cost = costs[s->from[i]];
        best = cost < best ? cost : best;
    }
    double bound = best + margin(x, k, s);
    for (size_t i = 0; i < s->n; i++) {
        uint32_t c = s->from[i];
        if (!(costs[c] <= bound)) continue;
        if (s->to) s->to[kept] = c;
        kept++;
    }
    hot_assert(kept >= 1);
    return kept;
}

static Sieve sieve_of(const Lists *lists, size_t i) {
    return (Sieve){ .from = lists->entries + lists->start[i],
                    .n = lists->start[i + 1] - lists->start[i] };
}

static bool make_starts(Lists *lists, size_t n, Err *err) {
    return (lists->start = mem_new(n + 1, sizeof *lists->start, err));
}

static bool make_entries(Lists *lists, size_t n, Err *err) {
    lists->entries = mem_new(lists->start[n] + 1, sizeof *lists->entries, err);
    return lists->entries;
}

/* The lists after one case; `all` holds every class. */
static bool make_ones(Lexicase *x, const LexicaseRoom *room, Err *err) {
    Sieve s = { room->remain, x->classes, NULL, room->weights };
    for (size_t c = 0; c < x->classes; c++) room->remain[c] = (uint32_t)c;
    if (!make_starts(&x->one, x->width, err)) return false;
    for (size_t k = 0; k < x->width; k++)
        x->one.start[k + 1] = x->one.start[k] + sift(x, k, &s);
    if (!make_entries(&x->one, x->width, err)) return false;
    for (size_t k = 0; k < x->width; k++) {
        s.to = x->one.entries + x->one.start[k];
        sift(x, k, &s);
    }
    return true;
}

/* The lists after case a and then b, as list a * width + b. */
static bool make_twos(Lexicase *x, const LexicaseRoom *room, Err *err) {
    size_t w = x->width;
    if (w > PAIR_CASES || x->one.start[w] * w > PAIR_CLASSES) return true;
    if (!make_starts(&x->two, w * w, err)) return false;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < w * w; i++) {
            Sieve s = sieve_of(&x->one, i / w);
            s.weights = room->weights;
            s.to = pass ? x->two.entries + x->two.start[i] : NULL;
            size_t n = sift(x, i % w, &s);
            x->two.start[i + 1] = x->two.start[i] + n;
        }
        if (!pass && !make_entries(&x->two, w * w, err)) return false;
    }
    return true;
}

static bool make_lists(Lexicase *x, Err *err) {
    LexicaseRoom room;
    bool ok = lexicase_room(x, &room, err) && make_ones(x, &room, err) &&
              make_twos(x, &room, err);
    lexicase_room_free(&room);
    return ok;
}

/* ---- making one ---------------------------------------------------------- */

static bool make(Lexicase *x, double *all, size_t count, Err *err) {
    bool fixed = x->epsilon == EPSILON_STATIC || x->epsilon == EPSILON_SEMI;
    if (fixed && !make_margins(x, all, count, err)) return false;
    if (x->epsilon == EPSILON_STATIC) make_passes(x, all, count);
    return make_classes(x, all, count, err) && make_lists(x, err);
}

Lexicase *lexicase_new(const CaseTable *table, const LexicaseRule *rule,
                       Rng *rng, Err *err) {
    assert(table->width >= 1 && table->count >= 1);
    Lexicase *x = mem_new(1, sizeof *x, err);
    if (!x) return NULL;
    x->epsilon = rule->epsilon;
    double *all = gather_all(x, table, rule, rng, err);
    bool ok = all && make(x, all, table->count, err);
    mem_free(all);
    if (ok) return x;
    lexicase_free(x);
    return NULL;
}

void lexicase_free(Lexicase *x) {
    if (!x) return;
    mem_free(x->costs);
    mem_free(x->first);
    mem_free(x->members);
    mem_free(x->margins);
    mem_free(x->one.start);
    mem_free(x->one.entries);
    mem_free(x->two.start);
    mem_free(x->two.entries);
    mem_free(x);
}

bool lexicase_room(const Lexicase *x, LexicaseRoom *room, Err *err) {
    *room = (LexicaseRoom){
        .remain = mem_new(x->classes, sizeof *room->remain, err),
        .cases = mem_new(x->width, sizeof *room->cases, err),
        .swapped = mem_new(x->width, sizeof *room->swapped, err),
    };
    bool dynamic = x->epsilon == EPSILON_DYNAMIC;
    if (dynamic)
        room->weights = mem_new(x->classes, sizeof *room->weights, err);
    if (room->remain && room->cases && room->swapped &&
        (!dynamic || room->weights)) {
        for (size_t i = 0; i < x->width; i++) room->cases[i] = (uint32_t)i;
        return true;
    }
    lexicase_room_free(room);
    return false;
}

void lexicase_room_free(LexicaseRoom *room) {
    mem_free(room->remain);
    mem_free(room->cases);
    mem_free(room->swapped);
    mem_free(room->weights);
    *room = (LexicaseRoom){ 0 };
}

/* ---- drawing ------------------------------------------------------------- */

static void swap(uint32_t *list, size_t a, size_t b) {
    uint32_t item = list[a];
    list[a] = list[b];
    list[b] = item;
}

/* The n-th case of a draw; none comes twice. */
static uint32_t next_case(const Lexicase *x, LexicaseRoom *room, size_t n,
                          Rng *rng) {
    size_t at = n + rng_below(rng, (uint32_t)(x->width - n));
    room->swapped[n] = (uint32_t)at;
    swap(room->cases, n, at);
    return room->cases[n];
}

/* The cases as they were before so many were drawn. */
static void put_back(LexicaseRoom *room, size_t n) {
    while (n-- > 0) swap(room->cases, n, room->swapped[n]);
}

/* Any program of those classes. */
static uint32_t draw_member(const Lexicase *x, const uint32_t *list, size_t n,
                            Rng *rng) {
    uint32_t total = 0;
    for (size_t i = 0; i < n; i++)
        total += x->first[list[i] + 1] - x->first[list[i]];
    uint32_t at = rng_below(rng, total);
    for (size_t i = 0; i < n; i++) {
        uint32_t some = x->first[list[i] + 1] - x->first[list[i]];
        if (at < some) return x->members[x->first[list[i]] + at];
        at -= some;
    }
    hot_assert(false);
    return 0;
}

/* Who remains after the first case, or the first two. */
static Sieve begin(const Lexicase *x, LexicaseRoom *room, size_t *cases,
                   Rng *rng) {
    uint32_t a = next_case(x, room, 0, rng);
    Sieve s = sieve_of(&x->one, a);
    *cases = 1;
    if (s.n > 1 && x->two.start && x->width > 1) {
        s = sieve_of(&x->two, a * x->width + next_case(x, room, 1, rng));
        *cases = 2;
    }
    s.to = room->remain;
    s.weights = room->weights;
    return s;
}

uint32_t lexicase_pick(const Lexicase *x, LexicaseRoom *room, Rng *rng) {
    size_t cases;
    Sieve s = begin(x, room, &cases, rng);
    while (s.n > 1 && cases < x->width) {
        s.n = sift(x, next_case(x, room, cases++, rng), &s);
        s.from = room->remain;
    }
    put_back(room, cases);
    return draw_member(x, s.from, s.n, rng);
}
