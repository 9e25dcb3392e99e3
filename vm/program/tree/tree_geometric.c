/* tree_geometric.c -- geometric semantic operators (A. Moraglio, K. Krawiec,
 * C. G. Johnson, Geometric Semantic Genetic Programming, PPSN 2012).
 *
 * What a child answers lies between what its parents answer, whatever the
 * inputs: a crossover writes
 *
 *     numbers         (+ (* w MOTHER) (* 1-w FATHER))     w a quarter, ...
 *     with an IF      (IF R MOTHER FATHER)                R a random tree
 *     truth values    (OR (AND R MOTHER) (AND (NOT R) FATHER))
 *
 * and a mutation, with R and S random and M true for one state of the inputs,
 *
 *     numbers         (+ MOTHER (* step (- R S)))
 *     truth values    (OR MOTHER M)  or  (AND MOTHER (NOT M))
 *
 * What primitives do is told by their names and kinds. A weight is one of three
 * so that it always finds a place among the sixteen constants of a program.
 * Children only grow; one that breaks a limit is a copy of its mother.
 */
#include "tree_geometric.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

#include "base/hot.h"
#include "tree_cut.h"
#include "tree_own.h"

/* ---- what the language can say ------------------------------------------- */

typedef enum Act {
    ACT_ADD, ACT_SUB, ACT_MUL, ACT_IF, ACT_AND, ACT_OR, ACT_NOT, ACT_NAND,
    ACT_NOR, ACTS
} Act;

typedef struct ActRow {
    int         arity;
    const char *names[4];
} ActRow;

static const ActRow act_rows[ACTS] = {
    [ACT_ADD]  = { 2, { "ADD", "+", "PLUS" } },
    [ACT_SUB]  = { 2, { "SUB", "-", "MINUS" } },
    [ACT_MUL]  = { 2, { "MUL", "*", "TIMES" } },
    [ACT_IF]   = { 3, { "IF" } },
    [ACT_AND]  = { 2, { "AND" } },
    [ACT_OR]   = { 2, { "OR" } },
    [ACT_NOT]  = { 1, { "NOT" } },
    [ACT_NAND] = { 2, { "NAND" } },
    [ACT_NOR]  = { 2, { "NOR" } },
};

static bool has_name(const ActRow *row, const char *name) {
    for (int i = 0; row->names[i]; i++)
        if (strcasecmp(row->names[i], name) == 0) return true;
    return false;
}

/* Are all its arguments, but the test of an IF, of the kind of its result? */
static bool is_plain(const Symbol *s, Act act) {
    for (int k = act == ACT_IF; k < s->arity; k++)
        if (s->arg_kind[k] != s->kind) return false;
    return true;
}

/* The symbol of programs that does it, or -1. */
static int find(const Vocab *v, Act act) {
    const ActRow *row = &act_rows[act];
    for (int i = v->first_prim; i < v->first_adf; i++) {
        const Symbol *s = &v->symbol[i];
        if (s->arity == row->arity && s->kind == 0 && is_plain(s, act) &&
            has_name(row, s->name) && vocab_allows(v, 0, (uint8_t)i))
            return i;
    }
    return -1;
}

static bool can(const Vocab *v, Act act) { return find(v, act) >= 0; }

static bool can_negate(const Vocab *v) {
    return can(v, ACT_NOT) || can(v, ACT_NAND) || can(v, ACT_NOR);
}

static bool has_logic(const Vocab *v) {
    return can(v, ACT_AND) && can(v, ACT_OR) && can_negate(v);
}

static bool has_numbers(const Vocab *v) {
    return can(v, ACT_ADD) && can(v, ACT_MUL);
}

bool tree_geometric_suits(const TreeSpecies *sp, const Operator *op, Err *err) {
    const Vocab *v = sp->vocab;
    bool cross = op->apply == tree_geometric_cross;
    if (!cross && op->apply != tree_geometric_mutate) return true;
    if (cross && v->branches > 1)
        return err_set(err,
                       "%s: two programs cannot be joined that have ADFs "
                       "of their own",
                       op->name);
    bool numbers = has_numbers(v) && (cross || can(v, ACT_SUB));
    if (numbers && v->own) return true;
    if (has_logic(v) || (cross && can(v, ACT_IF))) return true;
    if (numbers)
        return err_set(err,
                       "%s: programs need constants of their own "
                       "('constants own -1.0 to 1.0' in rules)",
                       op->name);
    return err_set(err,
                   "%s: the game needs primitives named %sAND, OR and NOT "
                   "for truth values, or ADD, %sMUL for numbers",
                   op->name, cross ? "IF, or " : "", cross ? "" : "SUB, ");
}

/* ---- writing ------------------------------------------------------------- */

/* Whose the numbers of a node are. */
typedef enum Whose { MOTHERS, FATHERS, DRAWN, WEIGHT, WHOSES } Whose;

typedef struct Writer {
    const TreeSpecies *sp;
    Rng *rng;
    uint8_t code[TREE_NODES_MAX], whose[TREE_NODES_MAX];
    uint8_t weights[8 * VOCAB_OWN];
    size_t n;
    bool full;                       /* there was more than there is room for */
} Writer;

static void write_some(Writer *w, const uint8_t *code, size_t n, Whose whose) {
    w->full = w->full || w->n + n > w->sp->nodes;
    if (w->full) return;
    memcpy(w->code + w->n, code, n);
    memset(w->whose + w->n, (int)whose, n);
    w->n += n;
}

static void write_symbol(Writer *w, int symbol) {
    assert(symbol >= 0);
    uint8_t code = (uint8_t)symbol;
    write_some(w, &code, 1, DRAWN);
}

static void write_act(Writer *w, Act act) {
    write_symbol(w, find(w->sp->vocab, act));
}

/* Branch 0 of a parent. */
static void write_parent(Writer *w, const Tree *parent, Whose whose) {
    write_some(w, parent->code, parent->len[0], whose);
}

static void write_weight(Writer *w, int place, double value) {
    const Vocab *v = w->sp->vocab;
    memcpy(w->weights + 8 * place, &value, sizeof value);
    uint8_t symbol = (uint8_t)(v->first_arg - v->own + place);
    write_some(w, &symbol, 1, WEIGHT);
}

/* A random tree of that kind; returns its nodes. */
static size_t draw(Writer *w, int kind, int depth, uint8_t *code) {
    TreeWish wish = { 0, kind, 1 + (int)rng_below(w->rng, (uint32_t)depth),
                      rng_below(w->rng, 2) };
    size_t n = tree_random(w->sp, w->rng, wish, code, w->sp->nodes);
    return n ? n : tree_least(w->sp, 0, kind, code);
}

/* One that is written more than once, so that its numbers must not be drawn
 * each time: they are the mother's. */
static size_t draw_alike(Writer *w, const Tree *mother, int depth,
                         uint8_t *code) {
    const Vocab *v = w->sp->vocab;
    size_t n = draw(w, 0, depth, code);
    uint32_t count = v->own ? (uint32_t)tree_own_count(mother) : 0;
    for (size_t i = 0; i < n; i++)
        if (tree_is_own(v, code[i]))
            code[i] = (uint8_t)(v->first_arg - v->own +
                                (count ? (int)rng_below(w->rng, count) : 0));
    return n;
}

static void write_drawn(Writer *w, int kind, int depth) {
    uint8_t code[TREE_NODES_MAX];
    size_t n = draw(w, kind, depth, code);
    write_some(w, code, n, DRAWN);
}

/* The opposite of a tree. */
static void write_not(Writer *w, const uint8_t *code, size_t n, Whose whose) {
    const Vocab *v = w->sp->vocab;
    bool twice = !can(v, ACT_NOT);
    write_act(w, !twice ? ACT_NOT : can(v, ACT_NAND) ? ACT_NAND : ACT_NOR);
    write_some(w, code, n, whose);
    if (twice) write_some(w, code, n, whose);
}

/* The child is what was written in the place of the mother's first branch;
 * false if it breaks a limit. */
static bool finish(Writer *w, const Tree *mother, const Tree *father,
                   void *child) {
    uint8_t from[VOCAB_BRANCHES * TREE_NODES_MAX] = { MOTHERS };
    const uint8_t *own[WHOSES] = { mother->own, father->own, NULL, w->weights };
    Tree out = tree_at(w->sp->vocab, child);
    if (w->full) return false;
    tree_splice(&out, mother, 0, mother->len[0], w->code, w->n);
    if (!tree_cut_shallow(w->sp, &out, 0)) return false;
    memcpy(from, w->whose, w->n);
    tree_own_blend(&out, own, from, w->rng);
    hot_assert(tree_check(&out, w->sp->nodes, NULL));
    return true;
}

/* ---- crossover ----------------------------------------------------------- */

/* The value of a constant. */
static double value_at(const Tree *t, size_t at) {
    uint8_t symbol = t->code[at];
    if (!tree_is_own(t->vocab, symbol)) return t->vocab->symbol[symbol].value;
    return tree_own_at(t->own, symbol - (t->vocab->first_arg - t->vocab->own));
}

/* (+ (* w MOTHER) (* 1-w FATHER)). False, too, if the program has so many
 * constants that the weights have become others. */
static bool cross_numbers(Writer *w, const Tree *mother, const Tree *father,
                          void *child) {
    double weight = (1 + rng_below(w->rng, 3)) / 4.0;
    write_act(w, ACT_ADD);
    write_act(w, ACT_MUL);
    size_t first = w->n;
    write_weight(w, 0, weight);
    write_parent(w, mother, MOTHERS);
    write_act(w, ACT_MUL);
    size_t second = w->n;
    write_weight(w, 1, 1 - weight);
    write_parent(w, father, FATHERS);
    if (!finish(w, mother, father, child)) return false;
    Tree out = tree_at(w->sp->vocab, child);
    return !(value_at(&out, first) < weight) &&
           !(value_at(&out, first) > weight) &&
           !(value_at(&out, second) < 1 - weight) &&
           !(value_at(&out, second) > 1 - weight);
}

static void cross_by_test(Writer *w, const Tree *mother, const Tree *father,
                          int depth) {
    const Vocab *v = w->sp->vocab;
    write_act(w, ACT_IF);
    write_drawn(w, v->symbol[find(v, ACT_IF)].arg_kind[0], depth);
    write_parent(w, mother, MOTHERS);
    write_parent(w, father, FATHERS);
}

static void cross_truth(Writer *w, const Tree *mother, const Tree *father,
                        int depth) {
    uint8_t mask[TREE_NODES_MAX];
    size_t n = draw_alike(w, mother, depth, mask);
    write_act(w, ACT_OR);
    write_act(w, ACT_AND);
    write_some(w, mask, n, MOTHERS);
    write_parent(w, mother, MOTHERS);
    write_act(w, ACT_AND);
    write_not(w, mask, n, MOTHERS);
    write_parent(w, father, FATHERS);
}

bool tree_geometric_cross(const Species *species, const double *param, Rng *rng,
                          const void *const parents[], void *child,
                          Origin *origin) {
    (void)origin;                    /* there is no cut */
    const TreeSpecies *sp = tree_cut_species(species);
    Tree mother = tree_cut_view(species, parents[0]);
    Tree father = tree_cut_view(species, parents[1]);
    Writer w = { .sp = sp, .rng = rng };
    int depth = (int)param[0];
    bool ok = false;
    if (sp->vocab->branches > 1) ok = false;
    else if (has_numbers(sp->vocab) && sp->vocab->own) {
        ok = cross_numbers(&w, &mother, &father, child);
    } else if (can(sp->vocab, ACT_IF)) {
        cross_by_test(&w, &mother, &father, depth);
        ok = finish(&w, &mother, &father, child);
    } else if (has_logic(sp->vocab)) {
        cross_truth(&w, &mother, &father, depth);
        ok = finish(&w, &mother, &father, child);
    }
    return ok || tree_cut_give_up(species, parents[0], child);
}

/* ---- mutation ------------------------------------------------------------ */

static bool is_input(const Symbol *s) {
    return s->arity == 0 && s->kind == 0 && s->op != OP_CONST;
}

/* A tree that is true in one state of all inputs, and there alone. Returns its
 * nodes, 0 if there is no input. */
static size_t write_state(Writer *w) {
    const Vocab *v = w->sp->vocab;
    int inputs = 0, left;
    for (int i = 0; i < v->symbols; i++)
        inputs += is_input(&v->symbol[i]) && vocab_allows(v, 0, (uint8_t)i);
    left = inputs;
    for (int i = 0; i < v->symbols; i++) {
        uint8_t symbol = (uint8_t)i;
        if (!is_input(&v->symbol[i]) || !vocab_allows(v, 0, symbol)) continue;
        if (--left > 0) write_act(w, ACT_AND);
        if (rng_below(w->rng, 2)) write_some(w, &symbol, 1, DRAWN);
        else write_not(w, &symbol, 1, DRAWN);
    }
    return inputs ? w->n : 0;
}

static bool mutate_truth(Writer *w, const Tree *mother) {
    Writer state = { .sp = w->sp, .rng = w->rng };
    size_t n = write_state(&state);
    if (n == 0 || state.full) return false;
    bool set = rng_below(w->rng, 2);
    write_act(w, set ? ACT_OR : ACT_AND);
    write_parent(w, mother, MOTHERS);
    if (set) write_some(w, state.code, n, DRAWN);
    else write_not(w, state.code, n, DRAWN);
    return true;
}

static bool mutate_numbers(Writer *w, const Tree *mother, const double *param) {
    int depth = (int)param[1];
    write_act(w, ACT_ADD);
    write_parent(w, mother, MOTHERS);
    write_act(w, ACT_MUL);
    write_weight(w, 0, param[0]);
    write_act(w, ACT_SUB);
    write_drawn(w, 0, depth);
    write_drawn(w, 0, depth);
    return true;
}

bool tree_geometric_mutate(const Species *species, const double *param,
                           Rng *rng, const void *const parents[], void *child,
                           Origin *origin) {
    const TreeSpecies *sp = tree_cut_species(species);
    const Vocab *v = sp->vocab;
    Tree mother = tree_cut_view(species, parents[0]);
    Writer w = { .sp = sp, .rng = rng };
    bool numbers = has_numbers(v) && can(v, ACT_SUB) && v->own;
    bool ok = numbers        ? mutate_numbers(&w, &mother, param)
              : has_logic(v) ? mutate_truth(&w, &mother)
                             : false;
    (void)origin;
    return (ok && finish(&w, &mother, &mother, child)) ||
           tree_cut_give_up(species, parents[0], child);
}
