/* lexicase_lists.c -- draws in which those near the best remain, too.
 *
 * Who remains is a list of classes, and how near is near enough depends on who
 * remains, or on the margin of the case. Lists after the first case of a draw
 * are the same for every draw and are made once; so are those after two where
 * that takes little room.
 */
#include <math.h>
#include <stdlib.h>

#include "base/hot.h"
#include "base/mem.h"
#include "lexicase_inner.h"

/* Lists of classes one behind the other: list i is entries[start[i]] to
 * entries[start[i + 1] - 1]. */
typedef struct Lists {
    size_t   *start;
    uint32_t *entries;
} Lists;

struct LexicaseLists {
    Lists one;                       /* who remains after a case, */
    Lists two;                       /* and after two, if it is there */
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
double lexicase_deviation(LexicaseWeight *list, size_t n) {
    double middle = median(list, n);
    for (size_t i = 0; i < n; i++) list[i].value = fabs(list[i].value - middle);
    return median(list, n);
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
                                          lexicase_members(x, c) };
    }
    return lexicase_deviation(s->weights, s->n);
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

/* The lists after one case; the room holds every class. */
static bool make_ones(const Lexicase *x, Lists *one, const LexicaseRoom *room,
                      Err *err) {
    Sieve s = { room->remain, x->classes, NULL, room->weights };
    for (size_t c = 0; c < x->classes; c++) room->remain[c] = (uint32_t)c;
    if (!make_starts(one, x->width, err)) return false;
    for (size_t k = 0; k < x->width; k++)
        one->start[k + 1] = one->start[k] + sift(x, k, &s);
    if (!make_entries(one, x->width, err)) return false;
    for (size_t k = 0; k < x->width; k++) {
        s.to = one->entries + one->start[k];
        sift(x, k, &s);
    }
    return true;
}

/* The lists after case a and then b, as list a * width + b. */
static bool make_twos(const Lexicase *x, LexicaseLists *lists,
                      const LexicaseRoom *room, Err *err) {
    Lists *two = &lists->two;
    size_t w = x->width;
    if (w > PAIR_CASES || lists->one.start[w] * w > PAIR_ROOM) return true;
    if (!make_starts(two, w * w, err)) return false;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < w * w; i++) {
            Sieve s = sieve_of(&lists->one, i / w);
            s.weights = room->weights;
            s.to = pass ? two->entries + two->start[i] : NULL;
            two->start[i + 1] = two->start[i] + sift(x, i % w, &s);
        }
        if (!pass && !make_entries(two, w * w, err)) return false;
    }
    return true;
}

static void free_lists(Lists *lists) {
    mem_free(lists->start);
    mem_free(lists->entries);
}

void lexicase_lists_free(LexicaseLists *lists) {
    if (!lists) return;
    free_lists(&lists->one);
    free_lists(&lists->two);
    mem_free(lists);
}

bool lexicase_lists_room(const Lexicase *x, LexicaseRoom *room, Err *err) {
    bool dynamic = x->epsilon == EPSILON_DYNAMIC;
    room->remain = mem_new(x->classes, sizeof *room->remain, err);
    if (dynamic)
        room->weights = mem_new(x->classes, sizeof *room->weights, err);
    return room->remain && (!dynamic || room->weights);
}

bool lexicase_lists_make(Lexicase *x, Err *err) {
    LexicaseRoom room = { 0 };
    LexicaseLists *lists = x->lists = mem_new(1, sizeof *lists, err);
    bool ok = lists && lexicase_lists_room(x, &room, err) &&
              make_ones(x, &lists->one, &room, err) &&
              make_twos(x, lists, &room, err);
    lexicase_room_free(&room);
    return ok;
}

/* ---- drawing ------------------------------------------------------------- */

/* Any program of those classes. */
static uint32_t draw_member(const Lexicase *x, const uint32_t *list, size_t n,
                            Rng *rng) {
    uint32_t total = 0;
    for (size_t i = 0; i < n; i++) total += lexicase_members(x, list[i]);
    uint32_t at = rng_below(rng, total);
    for (size_t i = 0; i < n; i++) {
        uint32_t some = lexicase_members(x, list[i]);
        if (at < some) return x->members[x->first[list[i]] + at];
        at -= some;
    }
    hot_assert(false);
    return 0;
}

/* Who remains after the first case, or the first two. */
static Sieve begin(const Lexicase *x, LexicaseRoom *room, size_t *cases,
                   Rng *rng) {
    const LexicaseLists *lists = x->lists;
    uint32_t a = lexicase_next(x, room, 0, rng);
    Sieve s = sieve_of(&lists->one, a);
    *cases = 1;
    if (s.n > 1 && lists->two.start && x->width > 1) {
        uint32_t b = lexicase_next(x, room, 1, rng);
        s = sieve_of(&lists->two, a * x->width + b);
        *cases = 2;
    }
    s.to = room->remain;
    s.weights = room->weights;
    return s;
}

uint32_t lexicase_lists_pick(const Lexicase *x, LexicaseRoom *room,
                             size_t *cases, Rng *rng) {
    Sieve s = begin(x, room, cases, rng);
    while (s.n > 1 && *cases < x->width) {
        s.n = sift(x, lexicase_next(x, room, (*cases)++, rng), &s);
        s.from = room->remain;
    }
    return draw_member(x, s.from, s.n, rng);
}
