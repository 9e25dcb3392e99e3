/* tree_init.c -- random tree programs.
 *
 * For each branch and kind the symbols that may stand there are listed once,
 * when the species is made. A leaf is drawn by class first (constants, ARGs,
 * other terminals, each equally likely), then evenly within the class, so that
 * nine constants do not drown two arguments. `grow` stops at a leaf with one
 * chance in three at each level.
 */
#include "tree_species.h"

#include <assert.h>
#include <string.h>

#include "base/hot.h"

enum { GROW_LEAF_ONE_IN = 3 };

/* ---- which symbols may stand where --------------------------------------- */

static void list_symbols(TreeSpecies *sp, int branch) {
    const Vocab *v = sp->vocab;
    for (int i = 0; i < v->symbols; i++) {
        if (!vocab_allows(v, branch, (uint8_t)i)) continue;
        const Symbol *s = &v->symbol[i];
        assert(s->kind < TREE_KINDS_MAX && s->arity <= PRIM_ARGS_MAX);
        TreeChoice *c = &sp->choice[branch][s->kind];
        if (s->arity) {
            c->functions[c->function_count++] = (uint8_t)i;
            continue;
        }
        c->leaves[c->leaf_count++] = (uint8_t)i;
        c->constants = (uint16_t)(c->constants + (s->op == OP_CONST));
        c->args = (uint16_t)(c->args + (s->op == OP_ARG));
    }
}

/* The least depth of a tree headed by the symbol, or 0 if not known yet. */
static int depth_with(const TreeSpecies *sp, int branch, uint8_t symbol) {
    const Symbol *s = &sp->vocab->symbol[symbol];
    int depth = 1;
    for (int k = 0; k < s->arity; k++) {
        hot_assert(s->arg_kind[k] < TREE_KINDS_MAX);
        int d = sp->choice[branch][s->arg_kind[k]].least_depth;
        if (d == 0) return 0;
        if (d + 1 > depth) depth = d + 1;
    }
    return depth;
}

/* Repeats until nothing changes: a kind is buildable once its parts are. */
static void find_depths(TreeSpecies *sp, int branch) {
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < sp->vocab->symbols; i++) {
            if (!vocab_allows(sp->vocab, branch, (uint8_t)i)) continue;
            int d = depth_with(sp, branch, (uint8_t)i);
            TreeChoice *c = &sp->choice[branch][sp->vocab->symbol[i].kind];
            if (d && (!c->least_depth || d < c->least_depth)) {
                c->least_depth = (uint16_t)d;
                changed = true;
            }
        }
    }
}

/* The fewest nodes of a tree headed by the symbol; only where all is
 * buildable. */
static size_t nodes_with(const TreeSpecies *sp, int branch, uint8_t symbol) {
    const Symbol *s = &sp->vocab->symbol[symbol];
    size_t nodes = 1;
    for (int k = 0; k < s->arity; k++)
        nodes += sp->choice[branch][s->arg_kind[k]].least_nodes;
    return nodes < UINT16_MAX ? nodes : UINT16_MAX;
}

/* Repeats until nothing changes. A symbol that heads the least tree of its kind
 * has arguments of kinds with smaller ones, so such a tree has few levels. */
static void find_sizes(TreeSpecies *sp, int branch) {
    for (int kind = 0; kind < TREE_KINDS_MAX; kind++)
        sp->choice[branch][kind].least_nodes = UINT16_MAX;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < sp->vocab->symbols; i++) {
            if (!vocab_allows(sp->vocab, branch, (uint8_t)i)) continue;
            TreeChoice *c = &sp->choice[branch][sp->vocab->symbol[i].kind];
            size_t nodes = nodes_with(sp, branch, (uint8_t)i);
            if (nodes >= c->least_nodes) continue;
            c->least_nodes = (uint16_t)nodes;
            c->least_symbol = (uint8_t)i;
            changed = true;
        }
    }
}

static bool check_buildable(const TreeSpecies *sp, int branch, Err *err) {
    const Vocab *v = sp->vocab;
    const char *name = vocab_branch_name(v, branch);
    if (!sp->choice[branch][0].least_depth)
        return err_set(err,
                       "%s: no finite tree can be built for %s; add a "
                       "terminal or a constant",
                       v->language->game, name);
    for (int i = 0; i < v->symbols; i++)
        for (int k = 0; k < v->symbol[i].arity; k++)
            if (!sp->choice[branch][v->symbol[i].arg_kind[k]].least_depth)
                return err_set(err,
                               "%s: nothing can be argument %d of '%s': "
                               "add a terminal of kind %d",
                               v->language->game, k + 1, v->symbol[i].name,
                               v->symbol[i].arg_kind[k]);
    return true;
}

extern const SpeciesClass tree_class;

bool tree_species_init(TreeSpecies *sp, const Vocab *vocab,
                       const TreeLimits *limits, Err *err) {
    size_t nodes = limits->nodes, deepest = limits->deepest;
    int depth_min = limits->depth_min, depth_max = limits->depth_max;
    if (nodes < 1 || nodes > TREE_NODES_MAX)
        return err_set(err, "field 'nodes': must be 1 to %d, got %zu",
                       TREE_NODES_MAX, nodes);
    if (depth_min < 1 || depth_max < depth_min ||
        depth_max > TREE_FIRST_DEPTH_MAX)
        return err_set(err,
                       "field 'depth': must be two numbers of 1 to %d, "
                       "the lesser first, got %d and %d",
                       TREE_FIRST_DEPTH_MAX, depth_min, depth_max);
    if (deepest > TREE_DEPTH_MAX) deepest = TREE_DEPTH_MAX;
    if ((size_t)depth_min > deepest)
        return err_set(err,
                       "field 'depth': the first branches have %d levels "
                       "or more, but max_depth is %zu",
                       depth_min, deepest);
    if ((size_t)depth_max > deepest) depth_max = (int)deepest;
    *sp = (TreeSpecies){
        .species = { &tree_class, tree_slot(vocab, nodes), vocab },
        .vocab = vocab,
        .nodes = (uint16_t)nodes,
        .deepest = (uint16_t)deepest,
        .depth = { (uint8_t)depth_min, (uint8_t)depth_max },
        .method = limits->method,
    };
    for (int b = 0; b < vocab->branches; b++) {
        list_symbols(sp, b);
        find_depths(sp, b);
        if (!check_buildable(sp, b, err)) return false;
        if (sp->choice[b][0].least_depth > deepest)
            return err_set(err,
                           "field 'max_depth': no tree for %s has so few "
                           "levels",
                           vocab_branch_name(vocab, b));
        find_sizes(sp, b);
        if (sp->choice[b][0].least_nodes > nodes)
            return err_set(err,
                           "field 'nodes': no tree for %s has so few: the "
                           "least has %d",
                           vocab_branch_name(vocab, b),
                           sp->choice[b][0].least_nodes);
    }
    return true;
}

/* ---- growing ------------------------------------------------------------- */

static uint8_t random_leaf(const TreeChoice *c, Rng *rng) {
    uint32_t class_start[3] = { 0, c->constants, c->constants + c->args };
    uint32_t class_end[3] = { c->constants, c->constants + c->args,
                              c->leaf_count };
    int classes[3], n = 0;
    for (int i = 0; i < 3; i++)
        if (class_end[i] > class_start[i]) classes[n++] = i;
    hot_assert(n > 0);
    int pick = classes[n > 1 ? rng_below(rng, (uint32_t)n) : 0];
    return c->leaves[class_start[pick] +
                     rng_below(rng, class_end[pick] - class_start[pick])];
}

/* A function that can be finished within `depth` levels, or -1. */
static int random_function(const TreeSpecies *sp, Rng *rng, int branch,
                           const TreeChoice *c, int depth) {
    for (int tries = 0; c->function_count && tries < 100; tries++) {
        uint8_t f = c->functions[rng_below(rng, c->function_count)];
        if (depth_with(sp, branch, f) <= depth) return f;
    }
    for (int i = 0; i < c->function_count; i++)
        if (depth_with(sp, branch, c->functions[i]) <= depth)
            return c->functions[i];
    return -1;
}

size_t tree_random(const TreeSpecies *sp, Rng *rng, TreeWish wish,
                   uint8_t *code, size_t room) {
    hot_assert(wish.branch < sp->vocab->branches && wish.kind < TREE_KINDS_MAX);
    const TreeChoice *c = &sp->choice[wish.branch][wish.kind];
    if (room == 0) return 0;
    if (wish.depth < c->least_depth) wish.depth = c->least_depth;
    bool stop = wish.depth <= 1 ||
                (!wish.full && rng_below(rng, GROW_LEAF_ONE_IN) == 0);
    if (!stop || !c->leaf_count) {
        int f = random_function(sp, rng, wish.branch, c, wish.depth);
        if (f >= 0) {
            const Symbol *s = &sp->vocab->symbol[f];
            size_t n = 0;
            code[n++] = (uint8_t)f;
            for (int k = 0; k < s->arity; k++) {
                TreeWish kid = { wish.branch, s->arg_kind[k], wish.depth - 1,
                                 wish.full };
                size_t m = tree_random(sp, rng, kid, code + n, room - n);
                if (m == 0) return 0;
                n += m;
            }
            return n;
        }
    }
    assert(c->leaf_count);
    code[0] = random_leaf(c, rng);
    return 1;
}

size_t tree_least(const TreeSpecies *sp, int branch, int kind, uint8_t *code) {
    uint8_t symbol = sp->choice[branch][kind].least_symbol;
    assert(vocab_allows(sp->vocab, branch, symbol));
    const Symbol *s = &sp->vocab->symbol[symbol];
    size_t n = 0;
    code[n++] = symbol;
    for (int k = 0; k < s->arity; k++)
        n += tree_least(sp, branch, s->arg_kind[k], code + n);
    return n;
}
