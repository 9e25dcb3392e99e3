/* tree_species.c -- children of tree programs.
 *
 * Every operator works on one branch, chosen in proportion to its nodes (of
 * both parents, where there are two), and writes the child by tree_splice(). An
 * attempt that would break a limit is made again with other cuts, up to
 * `retries` times; then the child is a copy.
 *
 * An Origin says: part = the branch, at[0] = the node of the mother that was
 * cut, at[1] = the node of the father that was taken, len = nodes removed and
 * added.
 */
#include "tree_species.h"

#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "tree_cross.h"
#include "tree_cut.h"
#include "tree_geometric.h"
#include "tree_simplify.h"
#include "tree_own.h"

bool tree_species_fits(const TreeSpecies *sp, const Tree *tree) {
    Err err;
    return tree_bytes(tree) <= sp->species.slot &&
           tree_check(tree, sp->nodes, &err) &&
           tree_deepest(tree) <= sp->deepest;
}

/* ---- crossover ----------------------------------------------------------- */

enum { X_LEAVES, X_RETRIES };

static bool crossover(const Species *species, const double *param, Rng *rng,
                      const void *const parents[], void *child,
                      Origin *origin) {
    const TreeSpecies *sp = tree_cut_species(species);
    Tree mother = tree_cut_view(species, parents[0]),
         father = tree_cut_view(species, parents[1]);
    Tree out = tree_at(sp->vocab, child);
    bool interior = rng_real(rng) >= param[X_LEAVES];
    int tries = (int)param[X_RETRIES];
    if (!tree_cut_possible(&mother, &father, interior)) tries = 0;
    for (; tries > 0; tries--) {
        int b = tree_cut_common(rng, &mother, &father);
        size_t at = tree_cut_node(rng, &mother, tree_start(&mother, b),
                                  mother.len[b], interior);
        size_t from = tree_cut_node(rng, &father, tree_start(&father, b),
                                    father.len[b], interior);
        if (at == SIZE_MAX || from == SIZE_MAX) continue;
        if (tree_cut_kind(&mother, at) != tree_cut_kind(&father, from))
            continue;
        size_t cut = tree_span(sp->vocab, mother.code + at);
        size_t n = tree_span(sp->vocab, father.code + from);
        /* subtrees are exchanged: the child not kept must be valid too */
        if (!tree_cut_fits(sp, &mother, b, cut, n) ||
            !tree_cut_fits(sp, &father, b, n, cut))
            continue;
        tree_splice(&out, &mother, at, cut, father.code + from, n);
        if (!tree_cut_shallow(sp, &out, b)) continue;
        tree_own_settle(&out, mother.own, (TreeGraft){ at, n, father.own, 0 });
        hot_assert(tree_check(&out, sp->nodes, NULL));
        *origin = (Origin){ (uint32_t)b,
                            { (uint32_t)at, (uint32_t)from },
                            { (uint32_t)cut, (uint32_t)n } };
        return true;
    }
    return tree_cut_give_up(species, parents[0], child);
}

/* ---- mutation ------------------------------------------------------------ */

enum { S_DEPTH, S_LEAVES, S_RETRIES };

static bool subtree(const Species *species, const double *param, Rng *rng,
                    const void *const parents[], void *child, Origin *origin) {
    const TreeSpecies *sp = tree_cut_species(species);
    Tree t = tree_cut_view(species, parents[0]),
         out = tree_at(sp->vocab, child);
    uint8_t fresh[TREE_NODES_MAX];
    for (int tries = (int)param[S_RETRIES]; tries > 0; tries--) {
        size_t start;
        int b = tree_cut_branch(rng, &t, &start);
        bool interior = rng_real(rng) >= param[S_LEAVES] && t.len[b] > 1;
        size_t at = tree_cut_node(rng, &t, start, t.len[b], interior);
        if (at == SIZE_MAX) continue;
        int depth = 1 + (int)rng_below(rng, (uint32_t)param[S_DEPTH]);
        TreeWish wish = { b, tree_cut_kind(&t, at), depth, rng_below(rng, 2) };
        size_t n = tree_random(sp, rng, wish, fresh, sp->nodes);
        size_t cut = tree_span(sp->vocab, t.code + at);
        if (n == 0 || !tree_cut_fits(sp, &t, b, cut, n)) continue;
        tree_splice(&out, &t, at, cut, fresh, n);
        if (!tree_cut_shallow(sp, &out, b)) continue;
        tree_own_settle(&out, t.own, (TreeGraft){ at, n, NULL, rng });
        hot_assert(tree_check(&out, sp->nodes, NULL));
        *origin = (Origin){ (uint32_t)b,
                            { (uint32_t)at, 0 },
                            { (uint32_t)cut, (uint32_t)n } };
        return true;
    }
    return tree_cut_give_up(species, parents[0], child);
}

/* A function above a subtree. */
typedef struct Above {
    const uint8_t *sub;              /* the subtree, of n nodes, which stands */
    size_t         n, at;            /* there in the code, one of arguments */
    uint8_t        code[TREE_NODES_MAX];
} Above;

/* One of the arguments of that kind, or -1. */
static int argument_of(const Symbol *s, int kind, Rng *rng) {
    int place[PRIM_ARGS_MAX];
    uint32_t n = 0;
    for (int k = 0; k < s->arity; k++)
        if (s->arg_kind[k] == kind) place[n++] = k;
    return n ? place[rng_below(rng, n)] : -1;
}

/* Writes a function that gives and takes what is wished for, its other
 * arguments drawn; 0 if there is none or no room. */
static size_t write_above(const TreeSpecies *sp, Rng *rng, TreeWish wish,
                          Above *above) {
    const TreeChoice *c = &sp->choice[wish.branch][wish.kind];
    if (!c->function_count) return 0;
    above->code[0] = c->functions[rng_below(rng, c->function_count)];
    const Symbol *s = &sp->vocab->symbol[above->code[0]];
    int place = argument_of(s, wish.kind, rng);
    if (place < 0) return 0;
    size_t size = 1;
    for (int k = 0; k < s->arity; k++) {
        size_t room = sp->nodes - size, m = above->n;
        uint8_t *code = above->code + size;
        if (k == place) {
            if (m > room) return 0;
            memcpy(code, above->sub, m);
            above->at = size;
        } else {
            wish.kind = s->arg_kind[k];
            m = tree_random(sp, rng, wish, code, room);
            if (m == 0) return 0;
        }
        size += m;
    }
    return size;
}

/* The numbers of what has been written above a subtree at node `at` are drawn,
 * those of the subtree are the mother's. */
static void settle_above(Tree *out, const Tree *mother, Rng *rng, size_t at,
                         size_t n, const Above *above) {
    if (!out->vocab->own) return;
    uint8_t from[VOCAB_BRANCHES * TREE_NODES_MAX];
    memset(from, 0, tree_size(out));
    memset(from + at, 1, n);
    memset(from + at + above->at, 0, above->n);
    const uint8_t *own[] = { mother->own, NULL };
    tree_own_blend(out, own, from, rng);
}

enum { I_DEPTH, I_RETRIES };

static bool insert(const Species *species, const double *param, Rng *rng,
                   const void *const parents[], void *child, Origin *origin) {
    const TreeSpecies *sp = tree_cut_species(species);
    Tree t = tree_cut_view(species, parents[0]),
         out = tree_at(sp->vocab, child);
    Above above;
    for (int tries = (int)param[I_RETRIES]; tries > 0; tries--) {
        size_t at = rng_below(rng, (uint32_t)tree_size(&t));
        int b = tree_branch_of(&t, at);
        int depth = 1 + (int)rng_below(rng, (uint32_t)param[I_DEPTH]);
        above.sub = t.code + at;
        above.n = tree_span(sp->vocab, t.code + at);
        TreeWish wish = { b, tree_cut_kind(&t, at), depth, false };
        size_t n = write_above(sp, rng, wish, &above);
        if (n == 0 || !tree_cut_fits(sp, &t, b, above.n, n)) continue;
        tree_splice(&out, &t, at, above.n, above.code, n);
        if (!tree_cut_shallow(sp, &out, b)) continue;
        settle_above(&out, &t, rng, at, n, &above);
        hot_assert(tree_check(&out, sp->nodes, NULL));
        *origin = (Origin){ (uint32_t)b,
                            { (uint32_t)at, 0 },
                            { (uint32_t)above.n, (uint32_t)n } };
        return true;
    }
    return tree_cut_give_up(species, parents[0], child);
}

/* True if b can stand in a's place: same arity and kinds. */
static bool exchangeable(const Symbol *a, const Symbol *b) {
    return a->arity == b->arity && a->kind == b->kind &&
           memcmp(a->arg_kind, b->arg_kind, a->arity) == 0;
}

/* Another symbol for the node, drawn evenly; leaves by tree_random's
 * classes. */
static uint8_t replacement(const TreeSpecies *sp, Rng *rng, int branch,
                           uint8_t symbol) {
    const Symbol *s = &sp->vocab->symbol[symbol];
    const TreeChoice *c = &sp->choice[branch][s->kind];
    uint8_t same[VOCAB_SYMBOLS_MAX], leaf;
    if (s->arity == 0) {
        TreeWish wish = { branch, s->kind, 1, true };
        return tree_random(sp, rng, wish, &leaf, 1) ? leaf : symbol;
    }
    uint32_t n = 0;
    for (int i = 0; i < c->function_count; i++)
        if (exchangeable(s, &sp->vocab->symbol[c->functions[i]]))
            same[n++] = c->functions[i];
    hot_assert(n > 0);               /* the symbol itself, at least */
    return same[rng_below(rng, n)];
}

enum { P_MOST };

static bool point(const Species *species, const double *param, Rng *rng,
                  const void *const parents[], void *child, Origin *origin) {
    const TreeSpecies *sp = tree_cut_species(species);
    tree_cut_copy(species, parents[0], child);
    Tree out = tree_at(sp->vocab, child);
    for (uint32_t n = 1 + rng_below(rng, (uint32_t)param[P_MOST]); n; n--) {
        size_t at = rng_below(rng, (uint32_t)tree_size(&out));
        int b = tree_branch_of(&out, at);
        out.code[at] = replacement(sp, rng, b, out.code[at]);
        tree_own_settle(&out, out.own, (TreeGraft){ at, 1, NULL, rng });
        *origin = (Origin){ (uint32_t)b, { (uint32_t)at, 0 }, { 1, 1 } };
    }
    hot_assert(tree_check(&out, sp->nodes, NULL));
    return true;
}

/* The least step a constant takes is so large a part of the range. */
#define NUDGE_LEAST 0.1

enum { N_SIGMA };

/* One of the constants that are the program's own moves by a normal step. */
static bool nudge(const Species *species, const double *param, Rng *rng,
                  const void *const parents[], void *child, Origin *origin) {
    const Vocab *v = tree_cut_species(species)->vocab;
    const Language *l = v->language;
    tree_cut_copy(species, parents[0], child);
    Tree out = tree_at(v, child);
    int count = v->own ? tree_own_count(&out) : 0;
    if (count == 0) return false;
    int place = (int)rng_below(rng, (uint32_t)count);
    double x = tree_own_at(out.own, place);
    double least = NUDGE_LEAST *
                   (l->own_normal ? l->own[1] : l->own[1] - l->own[0]);
    double size = fabs(x) > least ? fabs(x) : least;
    x += param[N_SIGMA] * size * rng_normal(rng);
    if (!isfinite(x)) return false;
    memcpy(out.own + 8 * place, &x, sizeof x);
    tree_own_settle(&out, out.own, (TreeGraft){ 0 });
    *origin = (Origin){ .at = { (uint32_t)place, 0 } };
    return true;
}

/* One subtree takes the place of a subtree it is part of. */
static bool hoist(const Species *species, const double *param, Rng *rng,
                  const void *const parents[], void *child, Origin *origin) {
    (void)param;
    const Vocab *v = tree_cut_species(species)->vocab;
    Tree t = tree_cut_view(species, parents[0]), out = tree_at(v, child);
    size_t start;
    int b = tree_cut_branch(rng, &t, &start);
    size_t at = tree_cut_node(rng, &t, start, t.len[b], t.len[b] > 1);
    if (at == SIZE_MAX) return tree_cut_give_up(species, parents[0], child);
    size_t cut = tree_span(v, t.code + at);
    size_t from = at + rng_below(rng, (uint32_t)cut);
    if (tree_cut_kind(&t, at) != tree_cut_kind(&t, from)) from = at;
    size_t n = tree_span(v, t.code + from);
    tree_splice(&out, &t, at, cut, t.code + from, n);
    tree_own_settle(&out, t.own, (TreeGraft){ 0 });
    hot_assert(tree_check(&out, TREE_NODES_MAX, NULL));
    *origin = (Origin){ (uint32_t)b,
                        { (uint32_t)at, (uint32_t)from },
                        { (uint32_t)cut, (uint32_t)n } };
    return true;
}

/* A leaf takes the place of a subtree. */
static bool shrink(const Species *species, const double *param, Rng *rng,
                   const void *const parents[], void *child, Origin *origin) {
    (void)param;
    const TreeSpecies *sp = tree_cut_species(species);
    Tree t = tree_cut_view(species, parents[0]),
         out = tree_at(sp->vocab, child);
    size_t start;
    int b = tree_cut_branch(rng, &t, &start);
    size_t at = tree_cut_node(rng, &t, start, t.len[b], t.len[b] > 1);
    uint8_t leaf;
    if (at == SIZE_MAX || !sp->choice[b][tree_cut_kind(&t, at)].leaf_count ||
        !tree_random(sp, rng, (TreeWish){ b, tree_cut_kind(&t, at), 1, true },
                     &leaf, 1))
        return tree_cut_give_up(species, parents[0], child);
    size_t cut = tree_span(sp->vocab, t.code + at);
    tree_splice(&out, &t, at, cut, &leaf, 1);
    tree_own_settle(&out, t.own, (TreeGraft){ at, 1, NULL, rng });
    hot_assert(tree_check(&out, sp->nodes, NULL));
    *origin = (Origin){ (uint32_t)b,
                        { (uint32_t)at, 0 },
                        { (uint32_t)cut, 1 } };
    return true;
}

static bool copy(const Species *species, const double *param, Rng *rng,
                 const void *const parents[], void *child, Origin *origin) {
    (void)param;
    (void)rng;
    (void)origin;
    tree_cut_copy(species, parents[0], child);
    return true;
}

const Operator tree_operators[] = {
    { "copy", 1, "the parent as it is", { { 0 } }, copy },
    { "crossover", 2, "a subtree of the father in place of one of the mother, "
      "in the same branch",
      { { "leaves", 1 / 9.0, 0, 1, "share of crossovers between two leaves" },
        { "retries", 10000, 1, TREE_CUTS_MAX,
          "attempts before a plain copy" } },
      crossover },
    { "sizefair", 2, "crossover that takes a subtree as large, on average, as "
      "the one cut out (Langdon 2000)",
      { { "leaves", 1 / 9.0, 0, 1, "share of cuts at leaves" },
        { "retries", 100, 1, TREE_CUTS_MAX, "attempts before a plain copy" } },
      tree_cross_size_fair },
    { "homologous", 2, "sizefair, taking of several subtrees of that size the "
      "one that lies nearest to the cut (Langdon 2000)",
      { { "leaves", 1 / 9.0, 0, 1, "share of cuts at leaves" },
        { "retries", 100, 1, TREE_CUTS_MAX, "attempts before a plain copy" } },
      tree_cross_homologous },
    { "onepoint", 2, "a subtree of the father in the same place, within the "
      "shape both have in common (Poli, Langdon 1998)",
      { { "retries", 100, 1, TREE_CUTS_MAX, "attempts before a plain copy" } },
      tree_cross_one_point },
    { "uniform", 2, "within the shape both have in common each node is one "
      "parent's or the other's (Poli, Langdon 1998)",
      { { "swap", 0.5, 0, 1, "chance per node that it is the father's" },
        { "retries", 100, 1, TREE_CUTS_MAX, "attempts before a plain copy" } },
      tree_cross_uniform },
    { "geometric", 2, "of numbers a weighted mean of both, of truth values "
      "one or the other as a random tree decides; children are as large as "
      "both (Moraglio 2012)",
      { { "depth", 3, 1, TREE_FIRST_DEPTH_MAX, "most levels of that tree" } },
      tree_geometric_cross },
    { "perturb", 1, "to numbers the difference of two random trees is added, "
      "a truth value changes for one state of the inputs; children only grow "
      "(Moraglio 2012)",
      { { "step", 0.1, 0, 1e6, "of numbers: what the difference is "
          "multiplied by" },
        { "depth", 3, 1, TREE_FIRST_DEPTH_MAX, "most levels of the trees" } },
      tree_geometric_mutate },
    { "simplify", 1, "what does nothing is left out, as far as the game says "
      "what its primitives do",
      { { 0 } }, tree_simplify },
    { "subtree", 1, "a random tree in place of a subtree",
      { { "depth", 4, 1, TREE_FIRST_DEPTH_MAX, "most levels of the new tree" },
        { "leaves", 0.1, 0, 1, "share of cuts at leaves" },
        { "retries", 100, 1, TREE_CUTS_MAX, "attempts before a plain copy" } },
      subtree },
    { "insert", 1, "a function above a subtree, which becomes one of its "
      "arguments; the others are random trees",
      { { "depth", 2, 1, TREE_FIRST_DEPTH_MAX, "most levels of those" },
        { "retries", 100, 1, TREE_CUTS_MAX, "attempts before a plain copy" } },
      insert },
    { "nudge", 1, "a constant that is the program's own moves by a normal step",
      { { "sigma", 0.1, 0, 100, "step, in parts of the constant" } }, nudge },
    { "point", 1, "some nodes become others of the same arity",
      { { "most", 3, 1, 1000, "most nodes changed" } }, point },
    { "hoist", 1, "a subtree in place of one it is part of", { { 0 } }, hoist },
    { "shrink", 1, "a leaf in place of a subtree", { { 0 } }, shrink },
    { 0 },
};

/* ---- the species --------------------------------------------------------- */

/* One branch of the first program: its depth and method by the species. */
static size_t first_branch(const TreeSpecies *sp, Rng *rng, int b,
                           uint8_t *code) {
    int span = sp->depth[1] - sp->depth[0] + 1;
    for (int tries = 0; tries < 1000; tries++) {
        int depth = sp->depth[0] + (int)rng_below(rng, (uint32_t)span);
        bool full = sp->method == TREE_FULL ||
                    (sp->method == TREE_RAMPED && rng_below(rng, 2));
        size_t n = tree_random(sp, rng, (TreeWish){ b, 0, depth, full }, code,
                               sp->nodes);
        if (n) return n;
    }
    return tree_least(sp, b, 0, code);
}

static void random_program(const Species *species, Rng *rng, size_t index,
                           size_t count, void *genome) {
    (void)index;
    (void)count;
    const TreeSpecies *sp = tree_cut_species(species);
    Tree t = tree_at(sp->vocab, genome);
    uint8_t *code = t.code;
    for (int b = 0; b < sp->vocab->branches; b++) {
        t.len[b] = (uint16_t)first_branch(sp, rng, b, code);
        code += t.len[b];
    }
    tree_own_settle(&t, t.own, (TreeGraft){ 0, tree_size(&t), NULL, rng });
}

static size_t size(const Species *species, const void *genome) {
    Tree t = tree_cut_view(species, genome);
    return tree_size(&t);
}

static size_t depth(const Species *species, const void *genome) {
    Tree t = tree_cut_view(species, genome);
    return tree_deepest(&t);
}

static size_t bytes(const Species *species, const void *genome) {
    Tree t = tree_cut_view(species, genome);
    return tree_bytes(&t);
}

static bool print(const Species *species, const void *genome, Buf *out,
                  Err *err) {
    Tree t = tree_cut_view(species, genome);
    tree_print(&t, out);
    return buf_ok(out, err);
}

static bool parse(const Species *species, const Source *text, void *genome,
                  Err *err) {
    const TreeSpecies *sp = tree_cut_species(species);
    if (!tree_parse(sp->vocab, text, sp->nodes, genome, err)) return false;
    Tree t = tree_at(sp->vocab, genome);
    for (int b = 0; b < sp->vocab->branches; b++)
        if (!tree_cut_shallow(sp, &t, b))
            return err_set(
                err, "%s: %s has %zu levels, but max_depth is %d", text->name,
                vocab_branch_name(sp->vocab, b),
                tree_depth(sp->vocab, t.code + tree_start(&t, b), t.len[b]),
                sp->deepest);
    return true;
}

static bool check(const Species *species, const void *genome, size_t n,
                  Err *err) {
    const TreeSpecies *sp = tree_cut_species(species);
    if (n < 2u * sp->vocab->branches + 8u * sp->vocab->own)
        return err_set(err, "a genome of %zu bytes is too short", n);
    Tree t = tree_cut_view(species, genome);
    if (tree_bytes(&t) != n)
        return err_set(err, "a genome of %zu bytes has another length", n);
    return tree_check(&t, sp->nodes, err);
}

static bool suits(const Species *species, const Operator *op, Err *err) {
    const TreeSpecies *sp = tree_cut_species(species);
    return tree_geometric_suits(sp, op, err) &&
           tree_simplify_suits(sp, op, err);
}

extern const SpeciesClass tree_class;

const SpeciesClass tree_class = {
    .name = "tree",
    .operators = tree_operators,
    .random = random_program,
    .size = size,
    .depth = depth,
    .bytes = bytes,
    .print = print,
    .parse = parse,
    .check = check,
    .suits = suits,
};
