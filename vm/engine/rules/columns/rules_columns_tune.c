/* rules_columns_tune.c -- better constants for a program, by least squares.
 *
 * The sum of squared residuals, its slope and its bend (as Gauss takes it: the
 * products of first derivatives) are sums over columns, all in one graph. A
 * step solves
 *
 *     (bend + damp * diagonal of bend) * step = -slope
 *
 * and is kept if the sum is smaller at its end; then damp is a tenth, else ten
 * times as large. Everything is added up in the order of the cases, so equal
 * programs become equal ones, on every machine.
 */
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "engine/game.h"
#include "program/tree/tree_own.h"
#include "rules_columns.h"

#define DAMP_FIRST 0.001
#define DAMP_MOST  1e12
#define GAIN_LEAST 1e-14             /* of a step, in parts of the sum */

/* Constants, and how well they do. */
typedef struct Point {
    double x[VOCAB_OWN];
    double error, slope[VOCAB_OWN], bend[VOCAB_OWN][VOCAB_OWN];
} Point;

typedef struct Tuner {
    const ColumnsSettings *set;
    ColumnsScratch        *scratch;
    Slope                 *slope;
    Tree                  *tree;
    int                    count;    /* of constants */
} Tuner;

static bool is_sane(double x) { return fabs(x) < GAME_WORST; }

/* Sums that are to be known, by their numbers in the graph. */
typedef struct Sums {
    int error, slope[VOCAB_OWN], bend[VOCAB_OWN][VOCAB_OWN];
} Sums;

static int product(Graph *g, GraphId a, GraphId b) {
    GraphId id = graph_op(g, COLUMN_MUL, (GraphId[]){ a, b, 0 });
    return id < 0 ? -1 : graph_sum(g, id);
}

static bool put_sums(Tuner *t, const ColumnsFit *fit, Sums *sums) {
    GraphId d[VOCAB_OWN];
    Graph *g = fit->graph;
    sums->error = product(g, fit->residual, fit->residual);
    bool ok = sums->error >= 0;
    for (int i = 0; i < t->count && ok; i++) {
        d[i] = slope_of(t->slope, g, fit->leaves, fit->residual, fit->own[i]);
        if (d[i] < 0) return false;
        sums->slope[i] = product(g, d[i], fit->residual);
        ok = sums->slope[i] >= 0;
        for (int k = 0; k <= i && ok; k++)
            ok = (sums->bend[i][k] = product(g, d[i], d[k])) >= 0;
    }
    return ok;
}

/* Measures point->x. False if that makes no sense; `ok` if there was memory. */
static bool measure(Tuner *t, Point *p, bool *ok, Err *err) {
    ColumnsFit fit;
    Sums sums;
    memcpy(t->tree->own, p->x, 8 * (size_t)t->count);
    if (!rules_columns_fit(t->set, t->scratch, t->tree, &fit) ||
        !put_sums(t, &fit, &sums))
        return false;
    const GraphSettings settings = {
        .data = &t->set->columns->data,
        .kernels = t->set->kernels,
        .guard = t->set->columns->guard,
        .worst = GAME_WORST,
    };
    *ok = graph_run(fit.graph, &settings, err);
    if (!*ok) return false;
    p->error = graph_result(fit.graph, sums.error);
    bool sane = is_sane(p->error);
    for (int i = 0; i < t->count; i++) {
        p->slope[i] = graph_result(fit.graph, sums.slope[i]);
        sane = sane && is_sane(p->slope[i]);
        for (int k = 0; k <= i; k++) {
            p->bend[i][k] = p->bend[k][i] = graph_result(fit.graph,
                                                         sums.bend[i][k]);
            sane = sane && is_sane(p->bend[i][k]);
        }
    }
    return sane;
}

/* Eliminates column c from the rows below; false if there is nothing to divide
 * by. */
static bool eliminate(double m[VOCAB_OWN][VOCAB_OWN + 1], int n, int c) {
    int best = c;
    for (int r = c + 1; r < n; r++)
        if (fabs(m[r][c]) > fabs(m[best][c])) best = r;
    if (!(fabs(m[best][c]) > 0)) return false;
    for (int k = 0; k <= n; k++) {
        double swap = m[c][k];
        m[c][k] = m[best][k];
        m[best][k] = swap;
    }
    for (int r = c + 1; r < n; r++) {
        double factor = m[r][c] / m[c][c];
        for (int k = c; k <= n; k++) m[r][k] -= factor * m[c][k];
    }
    return true;
}

/* A step from `from`; false if there is none. */
static bool step(const Point *from, int n, double damp, Point *to) {
    double m[VOCAB_OWN][VOCAB_OWN + 1];
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) m[i][k] = from->bend[i][k];
        m[i][i] += damp * (from->bend[i][i] > 0 ? from->bend[i][i] : 1);
        m[i][n] = -from->slope[i];
    }
    for (int c = 0; c < n; c++)
        if (!eliminate(m, n, c)) return false;
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) m[i][n] -= m[i][k] * m[k][n];
        m[i][n] /= m[i][i];
        to->x[i] = from->x[i] + m[i][n];
        if (!isfinite(to->x[i])) return false;
    }
    return true;
}

/* The best point that so many steps find. */
static bool descend(Tuner *t, Point *here, int steps, Err *err) {
    Point next;
    bool ok = true;
    double damp = DAMP_FIRST;
    for (int i = 0; i < steps && damp < DAMP_MOST; i++) {
        bool better = step(here, t->count, damp, &next) &&
                      measure(t, &next, &ok, err) && next.error < here->error;
        if (!ok) return false;
        damp = better ? damp / 10 : damp * 10;
        if (!better) continue;
        double gain = here->error - next.error;
        *here = next;
        if (!(gain > GAIN_LEAST * here->error)) break;
    }
    return true;
}

bool rules_columns_tune(const ColumnsSettings *set, ColumnsScratch *s,
                        Tree *tree, int steps, Err *err) {
    Tuner t = { set, s, slope_new(err), tree,
                tree->vocab->own ? tree_own_count(tree) : 0 };
    Point here;
    bool ok = t.slope != NULL;
    memcpy(here.x, tree->own, 8 * (size_t)t.count);
    if (ok && t.count > 0 && measure(&t, &here, &ok, err))
        ok = descend(&t, &here, steps, err);
    memcpy(tree->own, here.x, 8 * (size_t)t.count);
    tree_own_settle(tree, tree->own, (TreeGraft){ 0 });
    slope_free(t.slope);
    return ok;
}
