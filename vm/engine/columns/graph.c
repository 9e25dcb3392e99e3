/* graph.c -- many programs as one graph, and how it is run.
 *
 * Values are numbered: first the leaves, then operations in the order in which
 * they were put in, so operands have smaller numbers than their users. Equal
 * operations are found by a table with open addressing, of which only what was
 * used is cleared.
 *
 * Planning goes once through the operations in that order. A value gets a block
 * of the frame when it is computed and gives it back after its last use; blocks
 * given back last are taken first, since they are still in the cache. What is
 * used once, by one of the four operations that can be fused, is computed there
 * and needs no block.
 */
#include "graph.h"

#include <assert.h>
#include <string.h>

#include "base/hot.h"
#include "base/mem.h"

enum { TABLE = 4 * GRAPH_NODES };    /* entries, a power of two */

typedef enum LeafKind { LEAF_NONE, LEAF_COLUMN, LEAF_REAL, LEAF_BIT } LeafKind;

typedef struct Leaf {
    LeafKind    kind;
    bool        used;                /* by the plan */
    double      value;
    ColumnPlace place;
} Leaf;

typedef struct Node {
    GraphId  kid[3];
    uint32_t entry;                  /* in the table */
    uint8_t  op;
} Node;

typedef struct Root {
    GraphId  id;
    bool     count;                  /* bits are counted; else added up */
    double   sum;
    uint64_t n;
} Root;

struct Graph {
    Leaf       leaf[GRAPH_LEAVES];
    Node       node[GRAPH_NODES];
    int32_t    leaves, nodes;        /* never negative */
    int32_t    table[TABLE];         /* node + 1; 0: nothing */
    Root       root[GRAPH_ROOTS];
    int        roots;
    int32_t    root_of[GRAPH_LEAVES + GRAPH_NODES];  /* root + 1, by value */

    /* of a plan */
    uint32_t   uses[GRAPH_LEAVES + GRAPH_NODES];
    ColumnPlace place[GRAPH_LEAVES + GRAPH_NODES];
    uint8_t    fused[GRAPH_NODES];
    uint32_t   pool[GRAPH_NODES];    /* blocks that are free again */
    size_t     pooled;
    uint32_t   blocks;               /* of the frame */
    ColumnIns  code[GRAPH_NODES + GRAPH_ROOTS];
    size_t     count;
    ColumnSum  sums[GRAPH_ROOTS];
    uint32_t   sum_rows;
    GraphId    pending[COLUMN_SUMS]; /* what the last row of sums looks at */
    double     total[GRAPH_ROOTS];
    uint64_t   counts[GRAPH_ROOTS];
    uint8_t   *frame;                /* on a border of 64 bytes */
    uint8_t   *memory;
    size_t     room;                 /* blocks of it */
};

Graph *graph_new(Err *err) { return mem_new(1, sizeof(Graph), err); }

void graph_free(Graph *graph) {
    if (!graph) return;
    mem_free(graph->memory);
    mem_free(graph);
}

/* ---- putting in ---------------------------------------------------------- */

void graph_clear(Graph *g) {
    for (int32_t i = 0; i < g->nodes; i++) g->table[g->node[i].entry] = 0;
    for (int i = 0; i < g->roots; i++) g->root_of[g->root[i].id] = 0;
    g->nodes = g->leaves = 0;
    g->roots = 0;
}

static GraphId leaf(Graph *g, Leaf l) {
    assert(g->nodes == 0 && g->leaves < GRAPH_LEAVES);
    g->leaf[g->leaves] = l;
    return g->leaves++;
}

GraphId graph_column(Graph *g, ColumnPlace place) {
    return leaf(g, (Leaf){ LEAF_COLUMN, false, 0, place | COLUMN_DATA });
}

GraphId graph_real(Graph *g, double value) {
    return leaf(g, (Leaf){ LEAF_REAL, false, value, 0 });
}

GraphId graph_bit(Graph *g, bool value) {
    return leaf(g, (Leaf){ LEAF_BIT, false, value, 0 });
}

GraphId graph_op(Graph *g, ColumnOp op, const GraphId kid[3]) {
    uint64_t h = ((uint64_t)op << 56 ^ (uint64_t)(uint32_t)kid[0] << 28 ^
                  (uint64_t)(uint32_t)kid[1]) *
                 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 32 ^ (uint64_t)(uint32_t)kid[2]) * 0xD6E8FEB86659FD93u;
    uint32_t at = (uint32_t)(h >> 40) & (TABLE - 1);
    for (int32_t found; (found = g->table[at]) != 0;
         at = (at + 1) & (TABLE - 1)) {
        const Node *n = &g->node[found - 1];
        if (n->op == op && n->kid[0] == kid[0] && n->kid[1] == kid[1] &&
            n->kid[2] == kid[2])
            return g->leaves + found - 1;
    }
    if (g->nodes == GRAPH_NODES) return -1;
    g->node[g->nodes] = (Node){ { kid[0], kid[1], kid[2] }, at, (uint8_t)op };
    g->table[at] = ++g->nodes;
    return g->leaves + g->nodes - 1;
}

GraphId graph_leaves(const Graph *g) { return g->leaves; }

ColumnOp graph_node(const Graph *g, GraphId id, GraphId kid[3]) {
    assert(id >= g->leaves && id < g->leaves + g->nodes);
    const Node *n = &g->node[id - g->leaves];
    memcpy(kid, n->kid, sizeof n->kid);
    return (ColumnOp)n->op;
}

static int root(Graph *g, GraphId id, bool count) {
    assert(id >= 0 && id < g->leaves + g->nodes);
    if (g->root_of[id]) return g->root_of[id] - 1;
    if (g->roots == GRAPH_ROOTS) return -1;
    g->root[g->roots] = (Root){ .id = id, .count = count };
    g->root_of[id] = ++g->roots;
    return g->roots - 1;
}

int graph_sum(Graph *g, GraphId id) { return root(g, id, false); }

int graph_count(Graph *g, GraphId id) { return root(g, id, true); }

size_t graph_size(const Graph *g) { return (size_t)g->nodes; }

/* ---- planning ------------------------------------------------------------ */

static bool is_node(const Graph *g, GraphId id) { return id >= g->leaves; }

static Node *node_of(Graph *g, GraphId id) {
    hot_assert(is_node(g, id));
    return &g->node[id - g->leaves];
}

static void count_uses(Graph *g) {
    memset(g->uses, 0, (size_t)(g->leaves + g->nodes) * sizeof *g->uses);
    for (int i = 0; i < g->roots; i++) g->uses[g->root[i].id]++;
    for (int32_t i = 0; i < g->nodes; i++) {
        const Node *n = &g->node[i];
        for (int k = 0; k < column_operands[n->op]; k++) g->uses[n->kid[k]]++;
    }
}

/* May the value be computed inside its only user? */
static bool may_fuse(Graph *g, GraphId id) {
    return is_node(g, id) && g->uses[id] == 1 && !g->root_of[id] &&
           node_of(g, id)->op < COLUMN_FUSED;
}

/* From the last to the first: what is fused itself takes nothing in. */
static void find_pairs(Graph *g) {
    for (int32_t i = 0; i < g->nodes; i++) g->fused[i] = 0;
    for (int32_t i = g->nodes - 1; i >= 0; i--) {
        const Node *n = &g->node[i];
        if (n->op >= COLUMN_FUSED || g->fused[i]) continue;
        for (int k = 0; k < 2; k++)
            if (may_fuse(g, n->kid[k])) g->fused[n->kid[k] - g->leaves] = 1;
    }
}

static uint32_t take_block(Graph *g) {
    return g->pooled ? g->pool[--g->pooled] : g->blocks++;
}

/* A use of the value is over. */
static void drop(Graph *g, GraphId id) {
    hot_assert(g->uses[id] > 0);
    if (--g->uses[id] == 0 && is_node(g, id))
        g->pool[g->pooled++] = g->place[id] / COLUMN_BLOCK;
}

static void place_leaves(Graph *g) {
    for (int32_t i = 0; i < g->leaves; i++) {
        Leaf *l = &g->leaf[i];
        l->used = g->uses[i] > 0;
        if (l->kind == LEAF_COLUMN) g->place[i] = l->place;
        else if (l->used) g->place[i] = g->blocks++ * COLUMN_BLOCK;
    }
}

/* The operands and the operation, with what is fused into it. */
static int gather(Graph *g, const Node *n, GraphId arg[4]) {
    GraphId a = n->kid[0], b = n->kid[1];
    bool left = n->op < COLUMN_FUSED && is_node(g, a) &&
                g->fused[a - g->leaves];
    bool right = n->op < COLUMN_FUSED && is_node(g, b) &&
                 g->fused[b - g->leaves];
    if (!left && !right) {
        memcpy(arg, n->kid, sizeof n->kid);
        return n->op;
    }
    const Node *inner = node_of(g, left ? a : b);
    arg[0] = inner->kid[0];
    arg[1] = inner->kid[1];
    arg[2] = left ? b : a;
    if (!left || !right)
        return (left ? COLUMN_LEFT : COLUMN_RIGHT) + 4 * inner->op + n->op;
    const Node *other = node_of(g, b);
    arg[2] = other->kid[0];
    arg[3] = other->kid[1];
    return COLUMN_BOTH + 16 * other->op + 4 * inner->op + n->op;
}

static int operands_of(int op) {
    if (op < COLUMN_OPS) return column_operands[op];
    return op < COLUMN_BOTH ? 3 : 4;
}

static void emit(Graph *g, int32_t i) {
    GraphId arg[4] = { 0 };
    int op = gather(g, &g->node[i], arg), count = operands_of(op);
    ColumnIns *in = &g->code[g->count++];
    *in = (ColumnIns){ .op = (uint8_t)op };
    for (int k = 0; k < count; k++) in->src[k] = g->place[arg[k]];
    for (int k = 0; k < count; k++) drop(g, arg[k]);
    in->d = take_block(g) * COLUMN_BLOCK;
    g->place[g->leaves + i] = in->d;
}

static void end_sums(Graph *g) {
    ColumnSum *s = &g->sums[g->sum_rows];
    if (s->count == 0) return;
    g->code[g->count++] = (ColumnIns){ .op = COLUMN_SUM, .d = g->sum_rows++ };
    for (uint32_t k = 0; k < s->count; k++) drop(g, g->pending[k]);
    g->sums[g->sum_rows].count = 0;
}

static void emit_root(Graph *g, GraphId id) {
    int r = g->root_of[id] - 1;
    if (g->root[r].count) {
        g->code[g->count++] = (ColumnIns){ .op = COLUMN_COUNT,
                                           .d = (uint32_t)r,
                                           .src = { g->place[id] } };
        drop(g, id);
        return;
    }
    ColumnSum *s = &g->sums[g->sum_rows];
    g->pending[s->count] = id;
    s->block[s->count] = g->place[id];
    s->total[s->count++] = (uint32_t)r;
    if (s->count == COLUMN_SUMS) end_sums(g);
}

static void plan(Graph *g) {
    g->count = g->pooled = 0;
    g->blocks = g->sum_rows = 0;
    g->sums[0].count = 0;
    count_uses(g);
    find_pairs(g);
    place_leaves(g);
    for (int32_t i = 0; i < g->leaves; i++)
        if (g->root_of[i]) emit_root(g, i);
    for (int32_t i = 0; i < g->nodes; i++) {
        if (!g->fused[i]) emit(g, i);
        if (g->root_of[g->leaves + i]) emit_root(g, g->leaves + i);
    }
    end_sums(g);
}

/* ---- running ------------------------------------------------------------- */

static bool make_frame(Graph *g, Err *err) {
    if (g->frame && g->blocks <= g->room) return true;
    size_t room = g->blocks * 2;
    uint8_t *memory = mem_new(room * COLUMN_BLOCK + 64, 1, err);
    if (!memory) return false;
    mem_free(g->memory);
    g->memory = memory;
    g->frame = memory + (64 - (uintptr_t)memory % 64);
    g->room = room;
    return true;
}

static void fill_leaves(Graph *g) {
    for (int32_t i = 0; i < g->leaves; i++) {
        const Leaf *l = &g->leaf[i];
        if (l->kind == LEAF_COLUMN || !l->used) continue;
        if (l->kind == LEAF_REAL)
            columns_fill(g->frame + g->place[i], l->value);
        else columns_fill_bits(g->frame + g->place[i], l->value != 0);
    }
}

bool graph_run(Graph *g, const GraphSettings *settings, Err *err) {
    plan(g);
    if (!make_frame(g, err)) return false;
    fill_leaves(g);
    memset(g->total, 0, (size_t)g->roots * sizeof *g->total);
    memset(g->counts, 0, (size_t)g->roots * sizeof *g->counts);
    const ColumnRun run = {
        .code = g->code,
        .count = g->count,
        .sums = g->sums,
        .frame = g->frame,
        .guard = settings->guard,
        .worst = settings->worst,
        .total = g->total,
        .counts = g->counts,
        .each = { settings->each[0], settings->each[1] },
        .words = settings->data->words,
    };
    for (size_t t = 0; t < settings->data->tile_count; t++)
        settings->kernels(&run, columns_tile(settings->data, t));
    return true;
}

double graph_result(const Graph *g, int result) {
    assert(result >= 0 && result < g->roots);
    return g->root[result].count ? (double)g->counts[result] : g->total[result];
}
