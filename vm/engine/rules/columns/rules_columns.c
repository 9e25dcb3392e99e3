/* rules_columns.c -- programs of pure rules, put together and scored.
 *
 * A program is read from its end to its beginning, so a node's arguments are
 * there before it; a branch of an ADF is put in anew for each call, with the
 * arguments of that call, and meets its equals in the graph.
 *
 * A node pays before its arguments are evaluated. Since nothing acts, what the
 * whole program costs says whether it can be paid for; only if not the nodes
 * are gone through in the order in which they pay, to see how far that gets.
 */
#include "rules_columns.h"

#include <assert.h>
#include <string.h>

#include "base/hot.h"
#include "base/mem.h"
#include "engine/game.h"
#include "program/tree/tree_own.h"

/* A symbol of the vocabulary, as far as it matters here. */
typedef struct Word {
    const ColumnRule *rule;          /* of a primitive */
    GraphId  leaf;                   /* of a constant */
    uint32_t cost;
    uint8_t  op, arity;
    uint8_t  k;                      /* of an ARG or ADF */
} Word;

typedef struct Price {
    uint64_t paid, free;
} Price;

enum {
    WALK_TILES = 4,                  /* with more a graph pays */
    OWN_LEAVES = 512,                /* of the programs in one graph */
    OWN_TABLE  = 2048,               /* a power of two */
};

static_assert(OWN_LEAVES + COLUMN_CONSTANTS + RULES_VARS_MAX +
                      RULES_CONSTANTS_MAX <
                  GRAPH_LEAVES,
              "all leaves fit");

struct ColumnsScratch {
    Graph   *graph;
    BitsWalk walk;
    uint8_t *frame;                  /* of the walk, once there was one */
    BitsRule bit[2];                 /* the constants false and true */
    Word     word[VOCAB_SYMBOLS_MAX];
    int64_t  alike;                  /* what each of them costs, or -1 */
    GraphId  variable[RULES_VARS_MAX];
    GraphId  constant[COLUMN_CONSTANTS];
    GraphId  zero;                   /* a program that cannot be paid for */
    GraphId  own[OWN_LEAVES];        /* constants of programs' own, */
    double   owned[OWN_LEAVES];      /* and what they are */
    size_t   owns;
    uint16_t own_table[OWN_TABLE];   /* 1 + their places, by a hash */
    GraphId  stack[VOCAB_BRANCHES * TREE_NODES_MAX];
    struct {
        int score, won;              /* results of the graph */
    } root[GRAPH_ROOTS];
};

/* ---- cases --------------------------------------------------------------- */

static void layout(RulesColumns *c, const Rules *rules) {
    ColumnData *d = &c->data;
    size_t bytes = 0;
    for (size_t k = 0; k < rules->var_count; k++) {
        d->bits[k] = rules->var_kind[k] == KIND_TRUTH;
        d->offset[k] = (uint32_t)bytes;
        if (k == 0) continue;        /* the program's value is in no data */
        bytes += d->bits[k] ? d->words * 8 : COLUMN_BLOCK;
    }
    d->columns = rules->var_count;
    d->tile_bytes = (bytes + 63) / 64 * 64;
}

bool rules_columns_cases(RulesColumns *c, const Rules *rules, size_t rows,
                         Err *err) {
    ColumnData *d = &c->data;
    d->rows = rows;
    d->tile_rows = COLUMN_ROWS;
    if (!c->reals)
        d->tile_rows = rows < COLUMN_BITS ? (rows + 255) / 256 * 256
                                          : COLUMN_BITS;
    d->words = c->reals ? COLUMN_SPAN / 8 : d->tile_rows / 64;
    layout(c, rules);
    d->tile_count = (rows + d->tile_rows - 1) / d->tile_rows;
    mem_free(d->memory);
    d->memory = mem_new(d->tile_count * d->tile_bytes + 64, 1, err);
    if (!d->memory) return false;
    d->tiles = d->memory + (64 - (uintptr_t)d->memory % 64);
    return true;
}

/* ---- a thread's own ------------------------------------------------------ */

ColumnsScratch *columns_scratch_new(Err *err) {
    ColumnsScratch *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    s->graph = graph_new(err);
    if (s->graph) return s;
    mem_free(s);
    return NULL;
}

void columns_scratch_free(ColumnsScratch *scratch) {
    if (!scratch) return;
    graph_free(scratch->graph);
    mem_free(scratch->frame);
    mem_free(scratch);
}

/* ---- the words of all programs ------------------------------------------- */

static void put_constants(const ColumnsSettings *set, ColumnsScratch *s,
                          const Vocab *v) {
    for (int i = 0; i < v->first_arg - v->own; i++)
        s->word[i].leaf = set->rules->kind == KIND_TRUTH
                              ? graph_bit(s->graph, v->symbol[i].value != 0)
                              : graph_real(s->graph, v->symbol[i].value);
}

static void put_words(const ColumnsSettings *set, ColumnsScratch *s,
                      const Vocab *v) {
    const Rules *r = set->rules;
    for (int i = 0; i < v->symbols; i++) {
        Word *w = &s->word[i];
        *w = (Word){ .op = v->op[i],
                     .arity = v->arity[i],
                     .k = (uint8_t)v->k[i],
                     .cost = (uint32_t)r->cost };
        if (w->op < OP_FIRST_PRIM) continue;
        int prim = w->op - OP_FIRST_PRIM;
        w->rule = &set->columns->prim[prim];
        w->cost = (uint32_t)r->rule[r->prim_rule[prim]].cost;
    }
    s->alike = v->branches == 1 ? (int64_t)s->word[0].cost : -1;
    for (int i = 1; i < v->symbols; i++)
        if (s->word[i].cost != s->alike) s->alike = -1;
}

static void begin(const ColumnsSettings *set, ColumnsScratch *s,
                  const Vocab *v) {
    const RulesColumns *c = set->columns;
    graph_clear(s->graph);
    for (size_t i = 0; i < c->data.columns; i++)
        s->variable[i] = graph_column(s->graph, c->data.offset[i]);
    for (size_t i = 0; i < c->constants; i++)
        s->constant[i] = c->constant[i].bit
                             ? graph_bit(s->graph, c->constant[i].value != 0)
                             : graph_real(s->graph, c->constant[i].value);
    s->zero = set->rules->kind == KIND_TRUTH ? graph_bit(s->graph, false)
                                             : graph_real(s->graph, 0);
    put_words(set, s, v);
    put_constants(set, s, v);
    if (s->owns) memset(s->own_table, 0, sizeof s->own_table);
    s->owns = 0;
}

/* The place of a number among the own constants, or of where it will be. */
static uint16_t *own_entry(ColumnsScratch *s, double x) {
    uint64_t h = real_bits(x) * 0x9E3779B97F4A7C15u;
    size_t at = (size_t)(h >> 40) % OWN_TABLE;
    while (s->own_table[at] &&
           real_bits(s->owned[s->own_table[at] - 1]) != real_bits(x))
        at = (at + 1) % OWN_TABLE;
    return &s->own_table[at];
}

/* Makes leaves of a program's own constants; false if there is no room. */
static bool put_own(ColumnsScratch *s, const Tree *tree) {
    for (int i = 0; i < tree->vocab->own; i++) {
        double x = tree_own_at(tree->own, i);
        uint16_t *entry = own_entry(s, x);
        if (*entry) continue;
        if (s->owns == OWN_LEAVES) return false;
        s->owned[s->owns] = x;
        s->own[s->owns++] = graph_real(s->graph, x);
        *entry = (uint16_t)s->owns;
    }
    return true;
}

/* The words of constants mean those of that program. */
static void take_own(ColumnsScratch *s, const Tree *tree) {
    int first = tree->vocab->first_arg - tree->vocab->own;
    for (int i = 0; i < tree->vocab->own; i++)
        s->word[first + i].leaf =
            s->own[*own_entry(s, tree_own_at(tree->own, i)) - 1];
}

/* ---- putting a program in ------------------------------------------------ */

/* The value of a rule for these arguments; -1: the graph is full. */
static GraphId apply(ColumnsScratch *s, const ColumnRule *rule,
                     const GraphId *arg) {
    GraphId temp[COLUMN_RULE_OPS];
    const GraphId *const from[] = { arg, temp, s->variable, s->constant };
    for (size_t i = 0; i < rule->count; i++) {
        const ColumnStep *step = &rule->step[i];
        GraphId kid[3] = { 0 };
        for (int k = 0; k < column_operands[step->op]; k++)
            kid[k] = from[step->src[k] >> 12][step->src[k] & REF_NUMBER];
        temp[i] = graph_op(s->graph, (ColumnOp)step->op, kid);
        if (temp[i] < 0) return -1;
    }
    return from[rule->result >> 12][rule->result & REF_NUMBER];
}

/* What a branch gives for these arguments, its values on the stack from `top`
 * on; -1: the graph is full. */
static GraphId put(ColumnsScratch *s, const Tree *tree, int branch,
                   const GraphId *arg, GraphId *top) {
    const uint8_t *code = tree->code + tree_start(tree, branch);
    GraphId turned[PRIM_ARGS_MAX];
    for (size_t i = tree->len[branch]; i-- > 0;) {
        const Word *w = &s->word[code[i]];
        GraphId x;
        if (w->op == OP_CONST) x = w->leaf;
        else if (w->op == OP_ARG) x = arg[w->k];
        else {
            for (int k = 0; k < w->arity; k++) turned[k] = *--top;
            x = w->op == OP_ADF ? put(s, tree, w->k + 1, turned, top)
                                : apply(s, w->rule, turned);
            if (x < 0) return -1;
        }
        *top++ = x;
    }
    return top[-1];
}

/* ---- what it costs ------------------------------------------------------- */

static void add(uint64_t *to, uint64_t more) {
    *to = *to > UINT64_MAX - more ? UINT64_MAX : *to + more;
}

static Price price_of(const ColumnsScratch *s, const Tree *tree) {
    Price branch[VOCAB_BRANCHES];
    size_t at = tree_size(tree);
    if (s->alike >= 0)
        return (Price){ (uint64_t)s->alike * at, s->alike == 0 ? at : 0 };
    for (int b = tree->vocab->branches - 1; b >= 0; b--) {
        branch[b] = (Price){ 0, 0 };
        at -= tree->len[b];
        for (size_t i = 0; i < tree->len[b]; i++) {
            const Word *w = &s->word[tree->code[at + i]];
            add(&branch[b].paid, w->cost);
            add(&branch[b].free, w->cost == 0);
            if (w->op != OP_ADF) continue;
            add(&branch[b].paid, branch[w->k + 1].paid);
            add(&branch[b].free, branch[w->k + 1].free);
        }
    }
    return branch[0];
}

typedef struct Purse {
    uint32_t left, fuel;
} Purse;

/* Pays for the subtree at `code` in the order of evaluation as far as it goes;
 * the code behind it, or NULL where the money ends. */
static const uint8_t *spend(const ColumnsScratch *s, const Tree *tree,
                            const uint8_t *code, Purse *p) {
    const Word *w = &s->word[*code++];
    if (w->cost > p->left || (w->cost == 0 && p->fuel == 0)) return NULL;
    p->left -= w->cost;
    p->fuel -= w->cost == 0;
    for (int k = 0; k < w->arity; k++)
        if (!(code = spend(s, tree, code, p))) return NULL;
    if (w->op != OP_ADF) return code;
    const uint8_t *body = tree->code + tree_start(tree, w->k + 1);
    return spend(s, tree, body, p) ? code : NULL;
}

static void pay(const ColumnsSettings *set, const ColumnsScratch *s,
                const Tree *tree, ColumnsResult *result) {
    Price price = price_of(s, tree);
    Purse purse = { set->budget, set->patience };
    result->out = price.paid > purse.left || price.free > purse.fuel;
    if (result->out) {
        spend(s, tree, tree->code, &purse);
    } else {
        purse.left -= (uint32_t)price.paid;
        purse.fuel -= (uint32_t)price.free;
    }
    result->steps = set->budget - purse.left;
    result->free_steps = set->patience - purse.fuel;
}

/* ---- scoring ------------------------------------------------------------- */

/* Puts program i in, with what is to be known of it; false if there is no
 * room. */
static bool put_program(const ColumnsSettings *set, ColumnsScratch *s,
                        const Tree *tree, size_t i, ColumnsResult *result) {
    const RulesColumns *c = set->columns;
    pay(set, s, tree, result);
    take_own(s, tree);
    GraphId value = result->out ? s->zero : put(s, tree, 0, NULL, s->stack);
    if (value < 0) return false;
    s->variable[0] = value;
    GraphId score = apply(s, &c->score, NULL), won = -1;
    if (score < 0) return false;
    s->root[i].score = c->score.bits ? graph_count(s->graph, score)
                                     : graph_sum(s->graph, score);
    s->root[i].won = -1;
    if (s->root[i].score < 0) return false;
    if (set->rules->block[RULE_WON] < 0) return true;
    won = apply(s, &c->won, NULL);
    if (won >= 0) s->root[i].won = graph_count(s->graph, won);
    return won >= 0 && s->root[i].won >= 0;
}

static bool run(const ColumnsSettings *set, ColumnsScratch *s, size_t n,
                ColumnsResult *result, double *const each[2], Err *err) {
    const GraphSettings settings = {
        .data = &set->columns->data,
        .kernels = set->kernels,
        .guard = set->columns->guard,
        .worst = set->minimise ? GAME_WORST : -GAME_WORST,
        .each = { each ? each[0] : NULL, each ? each[1] : NULL },
    };
    if (!graph_run(s->graph, &settings, err)) return false;
    for (size_t i = 0; i < n; i++) {
        result[i].raw = graph_result(s->graph, s->root[i].score);
        result[i].done = true;
        if (s->root[i].won >= 0)
            result[i].won = (uint64_t)graph_result(s->graph, s->root[i].won);
    }
    return true;
}

/* ---- walking ------------------------------------------------------------- */

static bool may_walk(const ColumnsSettings *set, const Tree *tree) {
    return set->columns->walks && tree->vocab->branches == 1 &&
           set->columns->data.tile_count <= WALK_TILES;
}

static bool begin_walk(const ColumnsSettings *set, ColumnsScratch *s,
                       const Vocab *v, Err *err) {
    const RulesColumns *c = set->columns;
    put_words(set, s, v);
    for (int i = 0; i < 2; i++)
        s->bit[i] = (BitsRule){ .result = (uint16_t)(REF_CONSTANT + i) };
    for (int i = 0; i < v->symbols; i++)
        s->walk.rule[i] = s->word[i].op == OP_CONST
                              ? &s->bit[v->symbol[i].value != 0]
                              : &c->bits[s->word[i].op - OP_FIRST_PRIM];
    s->walk.symbols = v->symbols;
    s->walk.prepared = NULL;
    s->walk.score = &c->bits_score;
    s->walk.won = set->rules->block[RULE_WON] < 0 ? NULL : &c->bits_won;
    s->walk.data = &c->data;
    if (s->frame) return true;
    s->frame = mem_new_aligned(BITS_FRAME, 1, err);
    s->walk.frame = s->frame;
    if (s->frame) columns_fill_bits(s->frame + COLUMN_BLOCK, true);
    return s->frame != NULL;
}

/* False if it is too deep, or cannot be paid for. */
static bool walk_program(const ColumnsSettings *set, ColumnsScratch *s,
                         const Tree *tree, ColumnsResult *result,
                         double *const each[2]) {
    BitsKernel *walker = columns_walker(set->kernels);
    BitsWalk *w = &s->walk;
    *result = (ColumnsResult){ 0 };
    pay(set, s, tree, result);
    if (result->out) return false;
    w->code = tree->code;
    w->len = tree->len[0];
    w->count[0] = w->count[1] = 0;
    w->each[0] = each ? each[0] : NULL;
    w->each[1] = each ? each[1] : NULL;
    for (size_t t = 0; t < w->data->tile_count; t++)
        if (!walker(w, columns_tile(w->data, t))) return false;
    result->raw = (double)w->count[0];
    result->won = w->count[1];
    result->done = true;
    return true;
}

bool rules_columns_each(const ColumnsSettings *set, ColumnsScratch *s,
                        const Tree *tree, ColumnsResult *result,
                        double *each[2], Err *err) {
    *result = (ColumnsResult){ 0 };
    if (may_walk(set, tree)) {
        if (!begin_walk(set, s, tree->vocab, err)) return false;
        if (walk_program(set, s, tree, result, each)) return true;
    }
    begin(set, s, tree->vocab);
    put_own(s, tree);
    if (!put_program(set, s, tree, 0, result)) return true;
    assert(s->root[0].score == 0);
    if (!run(set, s, 1, result, each, err)) return false;
    if (s->root[0].won == 0 && each[1])          /* it is the score */
        memcpy(each[1], each[0], set->columns->data.rows * sizeof **each);
    return true;
}

static bool score_graph(const ColumnsSettings *set, ColumnsScratch *s,
                        const Tree *tree, size_t n, ColumnsResult *result,
                        Err *err) {
    for (size_t first = 0; first < n;) {
        size_t i = first;
        begin(set, s, tree[first].vocab);
        size_t end = first;
        while (end < n && put_own(s, &tree[end])) end++;
        for (; i < end && i - first < GRAPH_ROOTS / 2; i++) {
            result[i] = (ColumnsResult){ 0 };
            if (!put_program(set, s, &tree[i], i - first, &result[i])) break;
        }
        if (i == first) {            /* too large even alone */
            first++;
            continue;
        }
        if (!run(set, s, i - first, result + first, NULL, err)) return false;
        first = i;
    }
    return true;
}

bool rules_columns_score(const ColumnsSettings *set, ColumnsScratch *s,
                         const Tree *tree, size_t n, ColumnsResult *result,
                         Err *err) {
    if (n == 0 || !may_walk(set, tree))
        return score_graph(set, s, tree, n, result, err);
    if (!begin_walk(set, s, tree->vocab, err)) return false;
    for (size_t i = 0; i < n; i++) {
        if (walk_program(set, s, &tree[i], &result[i], NULL)) continue;
        if (!score_graph(set, s, &tree[i], 1, &result[i], err)) return false;
    }
    return true;
}

/* ---- for tuning ---------------------------------------------------------- */

/* What is squared, or of what the size is taken, to give the score; -1 if it is
 * something else. */
static int residual_of(const ColumnRule *score) {
    if ((score->result & REF_KIND) != REF_TEMP) return -1;
    const ColumnStep *last = &score->step[score->result & REF_NUMBER];
    bool square = last->op == COLUMN_MUL && last->src[0] == last->src[1];
    return square || last->op == COLUMN_ABS ? last->src[0] : -1;
}

bool rules_columns_has_residual(const RulesColumns *columns) {
    return residual_of(&columns->score) >= 0;
}

bool rules_columns_fit(const ColumnsSettings *set, ColumnsScratch *s,
                       const Tree *tree, ColumnsFit *fit) {
    ColumnRule rule = set->columns->score;
    ColumnsResult cost = { 0 };
    int first = tree->vocab->first_arg - tree->vocab->own;
    rule.result = (uint16_t)residual_of(&rule);
    begin(set, s, tree->vocab);
    put_own(s, tree);
    fit->graph = s->graph;
    fit->leaves = slope_leaves(s->graph, set->columns->guard);
    take_own(s, tree);
    for (int i = 0; i < tree->vocab->own; i++)
        fit->own[i] = s->word[first + i].leaf;
    pay(set, s, tree, &cost);
    GraphId value = cost.out ? -1 : put(s, tree, 0, NULL, s->stack);
    if (value < 0) return false;
    s->variable[0] = value;
    fit->residual = apply(s, &rule, NULL);
    return fit->residual >= 0;
}
