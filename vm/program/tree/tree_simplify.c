/* tree_simplify.c -- programs written shorter by what their primitives do.
 *
 * A language says of each primitive what it does (PrimSense). The code of a
 * branch is copied node by node; as soon as a node and its arguments are there,
 * it may be replaced by one of them or by a constant:
 *
 *     (PROGN 1 x) -> x          (IF 1 x y) -> x        (IF c x x) -> x
 *     (IF c (IF c x y) z) -> (IF c x z)
 *     (SUB x x) -> 0   (EQ x x) -> 1   (ADD x 0) -> x   (GT 2 1) -> 1
 *     (NOT (NOT t)) -> t
 *
 * and where no primitive acts at all, what has been asked is known below:
 *
 *     (IF c (AND x (IF c y z)) w) -> (IF c (AND x y) w)
 *     (AND s (OR t s)) -> s
 *
 * What is left out is pure: it changes nothing, neither do the ADFs it calls.
 * So what is done, and in which order, stays; only steps are saved, and a
 * program that ran out of them may get further. Of reals only that is done
 * which keeps every bit (x - 0, x * 1), and a constant is written only if the
 * language has it.
 */
#include "tree_simplify.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "tree_cut.h"
#include "tree_own.h"

enum { KNOWN_MAX = 64 };             /* facts; more are forgotten */

/* The subtree is true here, or false. It stands before what is being written,
 * so it does not move. */
typedef struct Fact {
    size_t at, len;
    bool   yes;
} Fact;

typedef struct Shorter {
    const Vocab   *vocab;
    const uint8_t *own;              /* constants of the program's own */
    bool     calm;                   /* no primitive acts */
    Fact     fact[KNOWN_MAX];
    int      facts;
    bool     adf_pure[VOCAB_ADFS_MAX];
    uint8_t *code;                   /* the branch so far */
    size_t   n;
} Shorter;

/* A node that is written, and its arguments. */
typedef struct Node {
    PrimSense sense;
    int    kind;
    size_t start;
    size_t at[PRIM_ARGS_MAX], len[PRIM_ARGS_MAX];
} Node;

/* ---- what is known ------------------------------------------------------- */

static PrimSense sense_of(const Vocab *v, uint8_t symbol) {
    return v->language->sense[v->symbol[symbol].op - OP_FIRST_PRIM];
}

static bool is_pure(const Shorter *s, size_t at, size_t n) {
    for (size_t i = at; i < at + n; i++) {
        const Symbol *symbol = &s->vocab->symbol[s->code[i]];
        if (symbol->op == OP_ADF && !s->adf_pure[symbol->k]) return false;
        if (symbol->op >= OP_FIRST_PRIM &&
            sense_of(s->vocab, s->code[i]).does == SENSE_ACTS)
            return false;
    }
    return true;
}

static bool is_constant(const Shorter *s, size_t at, double *value) {
    const Vocab *v = s->vocab;
    uint8_t symbol = s->code[at];
    if (symbol >= v->first_arg) return false;
    *value = tree_is_own(v, symbol)
                 ? tree_own_at(s->own, symbol - (v->first_arg - v->own))
                 : v->symbol[symbol].value;
    return true;
}

/* Is it that number? */
static bool is_number(const Shorter *s, size_t at, double number) {
    double value;
    return is_constant(s, at, &value) && !(value < number) && !(value > number);
}

static bool is_same(const Shorter *s, const Node *node, int a, int b) {
    return node->len[a] == node->len[b] &&
           memcmp(s->code + node->at[a], s->code + node->at[b], node->len[a]) ==
               0;
}

static bool pure_arg(const Shorter *s, const Node *node, int i) {
    return is_pure(s, node->at[i], node->len[i]);
}

/* ---- facts --------------------------------------------------------------- */

/* Passes over NOTs; returns whether there was an odd number of them. */
static bool is_turned(const Shorter *s, size_t *at, size_t *len) {
    bool turned = false;
    const Vocab *v = s->vocab;
    for (; v->symbol[s->code[*at]].op >= OP_FIRST_PRIM &&
           sense_of(v, s->code[*at]).does == SENSE_OPPOSITE;
         ++*at, --*len)
        turned = !turned;
    return turned;
}

static void learn(Shorter *s, size_t at, size_t len, bool yes) {
    if (s->facts == KNOWN_MAX) return;
    if (is_turned(s, &at, &len)) yes = !yes;
    s->fact[s->facts++] = (Fact){ at, len, yes };
}

/* 1 or 0 if the argument, a test or a truth value, is known to be that; else
 * -1. */
static int known(const Shorter *s, const Node *node, int i) {
    size_t at = node->at[i], len = node->len[i];
    bool turned = is_turned(s, &at, &len);
    int value = is_number(s, at, 1) ? 1 : is_number(s, at, 0) ? 0 : -1;
    for (int f = 0; f < s->facts && value < 0; f++)
        if (s->fact[f].len == len &&
            memcmp(s->code + s->fact[f].at, s->code + at, len) == 0)
            value = s->fact[f].yes;
    return value < 0 ? value : value ^ turned;
}

/* The first argument of the node at `start` is there: what does it tell the one
 * that comes next, number i? */
static void tell(Shorter *s, size_t start, int i) {
    const Vocab *v = s->vocab;
    if (!s->calm || i == 0 || v->symbol[s->code[start]].op < OP_FIRST_PRIM)
        return;
    PrimSense sense = sense_of(v, s->code[start]);
    size_t len = tree_span(v, s->code + start + 1);
    if (sense.does == SENSE_IF) learn(s, start + 1, len, i == 1);
    if (sense.does == SENSE_AND && sense.truths) learn(s, start + 1, len, true);
    if (sense.does == SENSE_OR && sense.truths) learn(s, start + 1, len, false);
}

/* ---- replacing ----------------------------------------------------------- */

/* A part of the node takes its place. */
static bool keep(Shorter *s, const Node *node, size_t at, size_t len) {
    if (s->vocab->symbol[s->code[at]].kind != node->kind) return false;
    memmove(s->code + node->start, s->code + at, len);
    s->n = node->start + len;
    return true;
}

static bool keep_arg(Shorter *s, const Node *node, int i) {
    return keep(s, node, node->at[i], node->len[i]);
}

/* A number takes its place, if the language has that. */
static bool keep_number(Shorter *s, const Node *node, double number) {
    const Vocab *v = s->vocab;
    for (int i = 0; i < v->first_arg - v->own; i++) {
        double value = v->symbol[i].value;
        if (v->symbol[i].kind != node->kind || value < number || value > number)
            continue;
        s->code[node->start] = (uint8_t)i;
        s->n = node->start + 1;
        return true;
    }
    return false;
}

/* ---- choices ------------------------------------------------------------- */

/* The node chooses between arguments `yes` and `yes` + 1. One of them is taken
 * whatever the test says; where arguments are not on demand both were there. */
static bool take_arm(Shorter *s, const Node *node, int yes, bool first) {
    int taken = first ? yes : yes + 1, other = first ? yes + 1 : yes;
    return (!node->sense.strict || pure_arg(s, node, other)) &&
           keep_arg(s, node, taken);
}

/* Does nothing happen between the node's question and that of an arm? Arguments
 * that are not on demand are there before the choice; a test that is an
 * argument is asked before the arms, another one behind them. */
static bool asked_at_once(const Shorter *s, const Node *node, int yes,
                          bool first) {
    int arm = first ? yes : yes + 1, other = first ? yes + 1 : yes;
    bool between = yes ? !first : first;
    return !node->sense.strict ||
           (pure_arg(s, node, arm) && (!between || pure_arg(s, node, other)));
}

/* An arm makes the same choice again: it becomes what that takes. */
static bool skip_question(Shorter *s, const Node *node, int yes, bool first) {
    const Vocab *v = s->vocab;
    size_t at = node->at[first ? yes : yes + 1];
    size_t len = node->len[first ? yes : yes + 1], test = node->len[0];
    if (s->code[at] != s->code[node->start]) return false;
    if (yes && (test > len - 1 ||
                memcmp(s->code + node->at[0], s->code + at + 1, test) != 0))
        return false;
    if (!asked_at_once(s, node, yes, first)) return false;
    size_t from = at + 1 + (yes ? test : 0);
    size_t one = tree_span(v, s->code + from);
    size_t two = tree_span(v, s->code + from + one);
    size_t end = at + len;
    if (!first) from += one;
    size_t kept = first ? one : two;
    if (v->symbol[s->code[from]].kind != v->symbol[s->code[at]].kind)
        return false;
    memmove(s->code + at, s->code + from, kept);
    memmove(s->code + at + kept, s->code + end, s->n - end);
    s->n -= len - kept;
    return true;
}

static bool choose(Shorter *s, const Node *node, int yes) {
    int test = yes ? known(s, node, 0) : -1;
    if (test >= 0) return take_arm(s, node, 1, test);
    if (yes && !pure_arg(s, node, 0)) return false;
    return (is_same(s, node, yes, yes + 1) && take_arm(s, node, yes, true)) ||
           skip_question(s, node, yes, true) ||
           skip_question(s, node, yes, false);
}

/* ---- numbers ------------------------------------------------------------- */

static double wrap(int64_t x) { return (int32_t)(uint32_t)(uint64_t)x; }

/* What two whole numbers give. */
static double give(Sense does, int64_t a, int64_t b) {
    switch (does) {
    case SENSE_ADD: return wrap(a + b);
    case SENSE_SUB: return wrap(a - b);
    case SENSE_MUL: return wrap(a * b);
    case SENSE_EQ: return a == b;
    case SENSE_GT: return a > b;
    case SENSE_LT: return a < b;
    case SENSE_AND: return (double)(a ? b : 0);
    case SENSE_OR: return (double)(a ? a : b);
    case SENSE_NOT:
    case SENSE_OPPOSITE: return a == 0;
    case SENSE_ACTS:
    case SENSE_VALUE:
    case SENSE_PROGN:
    case SENSE_IF:
    case SENSE_CHOICE:
    case SENSE_REAL_SUB:
    case SENSE_REAL_MUL: break;
    }
    assert(false);
    return 0;
}

static bool fold(Shorter *s, const Node *node) {
    double a, b = 0;
    if (!is_constant(s, node->at[0], &a)) return false;
    if (s->vocab->arity[s->code[node->start]] > 1 &&
        !is_constant(s, node->at[1], &b))
        return false;
    return keep_number(s, node, give(node->sense.does, (int64_t)a, (int64_t)b));
}

/* Two equal arguments that change nothing. */
static bool equal(Shorter *s, const Node *node) {
    if (!is_same(s, node, 0, 1) || !pure_arg(s, node, 0)) return false;
    Sense does = node->sense.does;
    if (does == SENSE_AND || does == SENSE_OR) return keep_arg(s, node, 0);
    if (does == SENSE_EQ) return keep_number(s, node, 1);
    return does != SENSE_ADD && does != SENSE_MUL && keep_number(s, node, 0);
}

/* One argument is a number that makes the other, or nothing, the result. */
static bool neutral(Shorter *s, const Node *node, int i) {
    Sense does = node->sense.does;
    int other = 1 - i;
    if (is_number(s, node->at[i], 0)) {
        if (does == SENSE_ADD || does == SENSE_OR)
            return keep_arg(s, node, other);
        if (does == SENSE_SUB && i == 1) return keep_arg(s, node, 0);
        if ((does == SENSE_MUL || does == SENSE_AND) &&
            pure_arg(s, node, other))
            return keep_arg(s, node, i);
    }
    if (!is_number(s, node->at[i], 1)) return false;
    return (does == SENSE_MUL || (does == SENSE_AND && i == 0)) &&
           keep_arg(s, node, other);
}

/* One argument is known: the result is that one, or the other. */
static bool settle(Shorter *s, const Node *node, int i) {
    Sense does = node->sense.does;
    bool logic = does == SENSE_AND || does == SENSE_OR;
    int value = node->sense.truths && logic ? known(s, node, i) : -1;
    return value >= 0 &&
           keep_arg(s, node, value == (does == SENSE_AND) ? 1 - i : i);
}

static bool compute(Shorter *s, const Node *node) {
    return fold(s, node) || equal(s, node) || neutral(s, node, 0) ||
           neutral(s, node, 1) || settle(s, node, 0) || settle(s, node, 1);
}

/* ---- a program ----------------------------------------------------------- */

static Node look(const Shorter *s, size_t start) {
    const Vocab *v = s->vocab;
    Node node = { .sense = sense_of(v, s->code[start]),
                  .kind = v->symbol[s->code[start]].kind,
                  .start = start };
    size_t at = start + 1;
    for (int i = 0; i < v->arity[s->code[start]]; i++) {
        node.at[i] = at;
        node.len[i] = tree_span(v, s->code + at);
        at += node.len[i];
    }
    return node;
}

/* Writes the node that begins at `start` and is all there shorter, once. */
static bool shorten(Shorter *s, size_t start) {
    if (s->vocab->symbol[s->code[start]].op < OP_FIRST_PRIM) return false;
    Node node = look(s, start);
    switch (node.sense.does) {
    case SENSE_ACTS:
    case SENSE_VALUE: return false;
    case SENSE_PROGN: return pure_arg(s, &node, 0) && keep_arg(s, &node, 1);
    case SENSE_IF: return choose(s, &node, 1);
    case SENSE_CHOICE: return choose(s, &node, 0);
    case SENSE_REAL_SUB:
        return is_number(s, node.at[1], 0) && keep_arg(s, &node, 0);
    case SENSE_REAL_MUL:
        return (is_number(s, node.at[0], 1) && keep_arg(s, &node, 1)) ||
               (is_number(s, node.at[1], 1) && keep_arg(s, &node, 0));
    case SENSE_NOT: return fold(s, &node);
    case SENSE_OPPOSITE:
        return fold(s, &node) || (s->code[start + 1] == s->code[start] &&
                                  keep(s, &node, start + 2, s->n - start - 2));
    case SENSE_ADD:
    case SENSE_SUB:
    case SENSE_MUL:
    case SENSE_EQ:
    case SENSE_GT:
    case SENSE_LT:
    case SENSE_AND:
    case SENSE_OR: return compute(s, &node);
    }
    return false;
}

/* Copies the subtree, shorter; returns its length as it was. */
static size_t copy(Shorter *s, const uint8_t *from) {
    size_t start = s->n, used = 1;
    s->code[s->n++] = *from;
    int facts = s->facts;
    for (int i = 0; i < s->vocab->arity[*from]; i++) {
        s->facts = facts;
        tell(s, start, i);
        used += copy(s, from + used);
    }
    s->facts = facts;
    while (shorten(s, start)) {}
    return used;
}

static bool is_calm(const Vocab *v) {
    for (int i = v->first_prim; i < v->first_adf; i++)
        if (sense_of(v, (uint8_t)i).does == SENSE_ACTS) return false;
    return true;
}

bool tree_simplify(const Species *species, const double *param, Rng *rng,
                   const void *const parents[], void *child, Origin *origin) {
    (void)param;
    (void)rng;
    (void)origin;                    /* there is no cut */
    const TreeSpecies *sp = tree_cut_species(species);
    const Vocab *v = sp->vocab;
    Tree parent = tree_cut_view(species, parents[0]), out = tree_at(v, child);
    uint8_t code[VOCAB_BRANCHES][TREE_NODES_MAX];
    Shorter s = { .vocab = v, .own = parent.own, .calm = is_calm(v) };
    bool less = false;
    for (int b = v->branches - 1; b >= 0; b--) {
        s.code = code[b];
        s.n = 0;
        copy(&s, parent.code + tree_start(&parent, b));
        if (b > 0) s.adf_pure[b - 1] = is_pure(&s, 0, s.n);
        out.len[b] = (uint16_t)s.n;
        less = less || s.n < parent.len[b];
    }
    uint8_t *to = out.code;
    for (int b = 0; b < v->branches; to += out.len[b++])
        memcpy(to, code[b], out.len[b]);
    tree_own_settle(&out, parent.own, (TreeGraft){ 0 });
    hot_assert(tree_check(&out, sp->nodes, NULL));
    return less;
}

bool tree_simplify_suits(const TreeSpecies *species, const Operator *op,
                         Err *err) {
    if (op->apply != tree_simplify || species->vocab->language->sense)
        return true;
    return err_set(err,
                   "%s: what primitives in Lua do is not known: state them as "
                   "rules",
                   op->name);
}
