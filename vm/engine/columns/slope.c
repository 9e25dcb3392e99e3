/* slope.c -- derivatives by one pass over the operations below a value.
 *
 * Operands have smaller numbers than their users, so the derivative of each
 * operation is known when its users come. NONE stands for 0: of what does not
 * depend on the leaf nothing is put in.
 */
#include "slope.h"

#include "base/mem.h"

enum { NONE = -1 };

struct Slope {
    GraphId of[GRAPH_LEAVES + GRAPH_NODES];
};

/* What is at work. */
typedef struct Way {
    Graph      *graph;
    SlopeLeaves leaf;
    bool        full;
} Way;

Slope *slope_new(Err *err) { return mem_new(1, sizeof(Slope), err); }

void slope_free(Slope *slope) { mem_free(slope); }

SlopeLeaves slope_leaves(Graph *graph, ColumnGuard guard) {
    SlopeLeaves leaves;
    leaves.zero = graph_real(graph, 0);
    leaves.one = graph_real(graph, 1);
    leaves.low = graph_real(graph, guard.low);
    leaves.high = graph_real(graph, guard.high);
    return leaves;
}

static GraphId op(Way *w, ColumnOp code, GraphId a, GraphId b) {
    GraphId x = graph_op(w->graph, code, (GraphId[]){ a, b, 0 });
    if (x < 0) w->full = true;
    return x < 0 ? w->leaf.zero : x;
}

static GraphId pick(Way *w, GraphId test, GraphId a, GraphId b) {
    GraphId x = graph_op(w->graph, COLUMN_PICK,
                         (GraphId[]){ test, a == NONE ? w->leaf.zero : a,
                                      b == NONE ? w->leaf.zero : b });
    if (x < 0) w->full = true;
    return x < 0 ? w->leaf.zero : x;
}

static GraphId plus(Way *w, GraphId a, GraphId b) {
    if (a == NONE) return b;
    return b == NONE ? a : op(w, COLUMN_ADD, a, b);
}

static GraphId minus(Way *w, GraphId a, GraphId b) {
    if (b == NONE) return a;
    return a == NONE ? op(w, COLUMN_NEG, b, 0) : op(w, COLUMN_SUB, a, b);
}

static GraphId times(Way *w, GraphId slope, GraphId x) {
    if (slope == NONE || x == NONE) return NONE;
    return slope == w->leaf.one ? x : op(w, COLUMN_MUL, slope, x);
}

/* (a / b)' = (a' - (a / b) b') / b. */
static GraphId quotient(Way *w, GraphId value, GraphId b, const GraphId d[3]) {
    GraphId up = minus(w, d[0], times(w, d[1], value));
    return up == NONE ? NONE : op(w, COLUMN_OVER, up, b);
}

/* 0 where the guard gives a number instead. */
static GraphId guarded(Way *w, GraphId b, GraphId slope) {
    if (slope == NONE) return NONE;
    GraphId inside = op(w, COLUMN_AND, op(w, COLUMN_LE, w->leaf.low, b),
                        op(w, COLUMN_LE, b, w->leaf.high));
    return pick(w, inside, NONE, slope);
}

/* The derivative of a function of one real. */
static GraphId function(Way *w, ColumnOp code, GraphId value, GraphId a,
                        GraphId d) {
    switch ((int)code) {
    case COLUMN_NEG: return op(w, COLUMN_NEG, d, 0);
    case COLUMN_ABS:
        return pick(w, op(w, COLUMN_LT, a, w->leaf.zero),
                    op(w, COLUMN_NEG, d, 0), d);
    case COLUMN_SQRT:
        return op(w, COLUMN_OVER, d, op(w, COLUMN_ADD, value, value));
    case COLUMN_EXP: return times(w, d, value);
    case COLUMN_LOG: return op(w, COLUMN_OVER, d, a);
    case COLUMN_SIN: return times(w, d, op(w, COLUMN_COS, a, 0));
    case COLUMN_COS:
        return op(w, COLUMN_NEG, times(w, d, op(w, COLUMN_SIN, a, 0)), 0);
    case COLUMN_TANH:
        return times(
            w, d,
            op(w, COLUMN_SUB, w->leaf.one, op(w, COLUMN_MUL, value, value)));
    default: return NONE;            /* floor */
    }
}

static GraphId slope(Way *w, GraphId id, const Slope *s) {
    GraphId k[3], d[3] = { NONE, NONE, NONE };
    ColumnOp code = graph_node(w->graph, id, k);
    for (int i = 0; i < column_operands[code]; i++) d[i] = s->of[k[i]];
    if (d[0] == NONE && d[1] == NONE && d[2] == NONE) return NONE;
    switch ((int)code) {
    case COLUMN_ADD: return plus(w, d[0], d[1]);
    case COLUMN_SUB: return minus(w, d[0], d[1]);
    case COLUMN_MUL: return plus(w, times(w, d[0], k[1]), times(w, d[1], k[0]));
    case COLUMN_OVER: return quotient(w, id, k[1], d);
    case COLUMN_DIV: return guarded(w, k[1], quotient(w, id, k[1], d));
    case COLUMN_MIN: return pick(w, op(w, COLUMN_LT, k[0], k[1]), d[0], d[1]);
    case COLUMN_MAX: return pick(w, op(w, COLUMN_LT, k[1], k[0]), d[0], d[1]);
    case COLUMN_PICK: return pick(w, k[0], d[1], d[2]);
    default:
        return column_operands[code] == 1 ? function(w, code, id, k[0], d[0])
                                          : NONE;
    }
}

GraphId slope_of(Slope *s, Graph *graph, SlopeLeaves leaves, GraphId value,
                 GraphId leaf) {
    Way way = { graph, leaves, false };
    GraphId first = graph_leaves(graph);
    for (GraphId i = 0; i < first; i++)
        s->of[i] = i == leaf ? leaves.one : NONE;
    for (GraphId i = first; i <= value && !way.full; i++)
        s->of[i] = slope(&way, i, s);
    if (way.full) return -1;
    return s->of[value] == NONE ? leaves.zero : s->of[value];
}
