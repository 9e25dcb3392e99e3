/* pareto.c -- points of several objectives, sorted into fronts.
 *
 * Points are taken in the order of their first objective, then of the next
 * ones, so that nobody is dominated by who comes later. Each goes to the first
 * front none of whose members dominates it, which bisection finds: whom front k
 * does not dominate, no later front does. With two objectives the last member
 * of a front speaks for all of it: it has the least second objective. That
 * makes O(n log n); with more all members are asked (X. Zhang et al., ENS, IEEE
 * Transactions on Evolutionary Computation 19(2), 2015).
 */
#include "pareto.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

bool pareto_init(Pareto *p, size_t n, size_t width, Err *err) {
    assert(n >= 1 && width >= 1 && width <= PARETO_OBJECTIVES_MAX);
    *p = (Pareto){ .n = n, .width = width };
    p->front = mem_new(n, sizeof *p->front, err);
    p->apart = mem_new(n, sizeof *p->apart, err);
    p->order = mem_new(n, sizeof *p->order, err);
    p->room = mem_new(2 * n, sizeof *p->room, err);
    if (p->front && p->apart && p->order && p->room) return true;
    pareto_free(p);
    return false;
}

void pareto_free(Pareto *p) {
    if (!p->front && !p->apart && !p->order && !p->room) return;
    mem_free(p->front);
    mem_free(p->apart);
    mem_free(p->order);
    mem_free(p->room);
    *p = (Pareto){ 0 };
}

bool pareto_dominates(const double *a, const double *b, size_t width) {
    bool better = false;
    for (size_t k = 0; k < width; k++) {
        if (a[k] > b[k]) return false;
        better = better || a[k] < b[k];
    }
    return better;
}

/* ---- sorting numbers ----------------------------------------------------- */

/* Is a before b? Never both ways. */
typedef bool Before(const Pareto *p, size_t by, uint32_t a, uint32_t b);

static bool is_sorted(const Pareto *p, Before *before, size_t by,
                      const uint32_t *list, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (before(p, by, list[i], list[i - 1])) return false;
    return true;
}

typedef struct Sorting {
    const Pareto *p;
    Before       *before;
    size_t        by;
} Sorting;

/* A stable merge sort; `room` has n places. */
static void sort(const Sorting *s, uint32_t *list, size_t n, uint32_t *room) {
    if (n < 2 || is_sorted(s->p, s->before, s->by, list, n)) return;
    size_t half = n / 2, i = 0, j = half;
    sort(s, list, half, room);
    sort(s, list + half, n - half, room);
    memcpy(room, list, n * sizeof *list);
    for (size_t k = 0; k < n; k++) {
        bool first = j == n ||
                     (i < half && !s->before(s->p, s->by, room[j], room[i]));
        list[k] = first ? room[i++] : room[j++];
    }
}

static const double *point(const Pareto *p, uint32_t i) {
    return p->points + (size_t)i * p->width;
}

/* By the first objective, then by the next ones, then by number. */
static bool by_all(const Pareto *p, size_t by, uint32_t a, uint32_t b) {
    (void)by;
    const double *x = point(p, a), *y = point(p, b);
    for (size_t k = 0; k < p->width; k++)
        if (x[k] < y[k] || x[k] > y[k]) return x[k] < y[k];
    return a < b;
}

/* By front, then by one objective, then by number. */
static bool by_one(const Pareto *p, size_t by, uint32_t a, uint32_t b) {
    if (p->front[a] != p->front[b]) return p->front[a] < p->front[b];
    double x = point(p, a)[by], y = point(p, b)[by];
    return x < y || (!(x > y) && a < b);
}

/* By front, then the most apart, then by number. */
static bool by_rank(const Pareto *p, size_t by, uint32_t a, uint32_t b) {
    (void)by;
    if (p->front[a] != p->front[b]) return p->front[a] < p->front[b];
    double x = p->apart[a], y = p->apart[b];
    return x > y || (!(x < y) && a < b);
}

/* ---- fronts -------------------------------------------------------------- */

/* The fronts so far: the last member of each, and who came before a member. */
typedef struct Fronts {
    const Pareto *p;
    uint32_t     *last;              /* by front */
    uint32_t     *before;            /* by point; itself for the first */
    size_t        count;
} Fronts;

static bool dominated(const Fronts *f, size_t front, uint32_t i) {
    size_t width = f->p->width;
    for (uint32_t k = f->last[front];; k = f->before[k]) {
        if (pareto_dominates(point(f->p, k), point(f->p, i), width))
            return true;
        if (width <= 2 || f->before[k] == k) return false;
    }
}

static size_t front_of(const Fronts *f, uint32_t i) {
    size_t low = 0, high = f->count;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (dominated(f, mid, i)) low = mid + 1;
        else high = mid;
    }
    return low;
}

static bool are_equal(const Pareto *p, uint32_t a, uint32_t b) {
    const double *x = point(p, a), *y = point(p, b);
    for (size_t k = 0; k < p->width; k++)
        if (x[k] < y[k] || x[k] > y[k]) return false;
    return true;
}

static void find_fronts(Pareto *p) {
    Fronts f = { p, p->room, p->room + p->n, 0 };
    for (size_t k = 0; k < p->n; k++) {
        uint32_t i = p->order[k];
        if (p->once && k > 0 && are_equal(p, i, p->order[k - 1])) {
            p->front[i] = UINT32_MAX;
            continue;
        }
        size_t at = front_of(&f, i);
        p->front[i] = (uint32_t)at;
        f.before[i] = at < f.count ? f.last[at] : i;
        f.last[at] = i;
        if (at == f.count) f.count++;
    }
}

/* ---- crowding ------------------------------------------------------------ */

/* Adds what one objective says of the points order[first..last-1], a front
 * sorted by it. */
static void spread(Pareto *p, size_t by, size_t first, size_t last) {
    const uint32_t *list = p->order;
    double low = point(p, list[first])[by];
    double span = point(p, list[last - 1])[by] - low;
    p->apart[list[first]] = p->apart[list[last - 1]] = INFINITY;
    if (!(span > 0) || isinf(span)) return;
    for (size_t k = first + 1; k + 1 < last; k++)
        p->apart[list[k]] += (point(p, list[k + 1])[by] -
                              point(p, list[k - 1])[by]) /
                             span;
}

static void find_apart(Pareto *p) {
    for (size_t i = 0; i < p->n; i++) p->apart[i] = 0;
    for (size_t by = 0; by < p->width; by++) {
        Sorting s = { p, by_one, by };
        sort(&s, p->order, p->n, p->room);
        for (size_t first = 0, k = 1; k <= p->n; k++) {
            if (k < p->n && p->front[p->order[k]] == p->front[p->order[first]])
                continue;
            spread(p, by, first, k);
            first = k;
        }
    }
}

void pareto_sort(Pareto *p) {
    for (size_t i = 0; i < p->n; i++) p->order[i] = (uint32_t)i;
    Sorting s = { p, by_all, 0 };
    sort(&s, p->order, p->n, p->room);
    find_fronts(p);
    find_apart(p);
    s.before = by_rank;
    sort(&s, p->order, p->n, p->room);
}

/* ---- two objectives ------------------------------------------------------ */

static int by_first(const void *a, const void *b) {
    const double *x = a, *y = b;
    if (x[0] < y[0] || x[0] > y[0]) return x[0] < y[0] ? -1 : 1;
    return x[1] < y[1] ? -1 : x[1] > y[1];
}

double pareto_area(const double *points, size_t n, const double reference[2]) {
    double(*all)[2] = mem_new(n + 1, sizeof *all, NULL);
    double area = 0, top = reference[1];
    if (!all) return NAN;
    memcpy(all, points, n * sizeof *all);
    qsort(all, n, sizeof *all, by_first);
    for (size_t i = 0; i < n; i++) {
        if (!(all[i][0] < reference[0]) || !(all[i][1] < top)) continue;
        area += (reference[0] - all[i][0]) * (top - all[i][1]);
        top = all[i][1];
    }
    mem_free(all);
    return area;
}
