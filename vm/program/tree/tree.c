/* tree.c -- tree programs as flat arrays: sizes, spans, checks, splicing.
 *
 * Invariant: the nodes of a branch form exactly one tree. Reading from left to
 * right, the number of subtrees still to come starts at 1, changes by arity - 1
 * at each node and reaches 0 at the last node and not before.
 */
#include "tree.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "tree_own.h"

/* ---- genomes ------------------------------------------------------------- */

size_t tree_slot(const Vocab *vocab, size_t nodes) {
    assert(nodes >= 1 && nodes <= TREE_NODES_MAX);
    size_t bytes = vocab->branches * (sizeof(uint16_t) + nodes) +
                   8 * (size_t)vocab->own;
    return (bytes + 7) / 8 * 8;
}

size_t tree_bytes(const Tree *tree) {
    const Vocab *v = tree->vocab;
    return 2 * (size_t)v->branches + 8 * (size_t)v->own + tree_size(tree);
}

bool tree_same(const Tree *a, const Tree *b) {
    return vocab_same(a->vocab, b->vocab) &&
           memcmp(a->len, b->len, 2 * a->vocab->branches) == 0 &&
           memcmp(a->own, b->own, 8 * (size_t)a->vocab->own) == 0 &&
           memcmp(a->code, b->code, tree_size(a)) == 0;
}

/* ---- looking ------------------------------------------------------------- */

size_t tree_start(const Tree *tree, int branch) {
    size_t at = 0;
    hot_assert(branch >= 0 && branch < tree->vocab->branches);
    for (int b = 0; b < branch; b++) at += tree->len[b];
    return at;
}

int tree_branch_of(const Tree *tree, size_t at) {
    int b = 0;
    hot_assert(at < tree_size(tree));
    while (at >= tree->len[b]) at -= tree->len[b++];
    return b;
}

size_t tree_span(const Vocab *vocab, const uint8_t *code) {
    const uint8_t *p = code;
    int open = 1;
    do open += vocab->arity[*p++] - 1;
    while (open > 0);
    hot_assert(p - code <= TREE_NODES_MAX);
    return (size_t)(p - code);
}

void tree_spans(const Vocab *vocab, const uint8_t *code, size_t n,
                uint16_t *span) {
    assert(n <= TREE_NODES_MAX);
    for (size_t i = n; i-- > 0;) {
        unsigned s = 1;
        for (int k = vocab->arity[code[i]]; k > 0; k--) s += span[i + s];
        hot_assert(i + s <= n);
        span[i] = (uint16_t)s;
    }
}

size_t tree_depth(const Vocab *vocab, const uint8_t *code, size_t n) {
    uint16_t stack[TREE_NODES_MAX];  /* depths of finished subtrees */
    size_t top = 0;
    assert(n >= 1 && n <= TREE_NODES_MAX);
    for (size_t i = n; i-- > 0;) {
        uint16_t deepest = 0;
        hot_assert(top >= vocab->arity[code[i]]);
        for (int k = vocab->arity[code[i]]; k > 0; k--)
            if (stack[--top] > deepest) deepest = stack[top];
        stack[top++] = (uint16_t)(deepest + 1);
    }
    assert(top == 1);                /* one whole tree */
    return stack[0];
}

size_t tree_deepest(const Tree *tree) {
    size_t most = 0, at = 0;
    for (int b = 0; b < tree->vocab->branches; at += tree->len[b++]) {
        size_t d = tree_depth(tree->vocab, tree->code + at, tree->len[b]);
        if (d > most) most = d;
    }
    return most;
}

/* ---- checking ------------------------------------------------------------ */

/* Index of the node after the tree that begins at `at`, or 0 if it does not end
 * before `end`. */
static size_t whole(const Tree *t, size_t at, size_t end) {
    int open = 1;
    while (open > 0) {
        if (at == end) return 0;
        open += t->vocab->arity[t->code[at++]] - 1;
    }
    return at;
}

static bool check_kinds(const Tree *t, size_t at, size_t n, Err *err) {
    const Vocab *v = t->vocab;
    uint16_t span[TREE_NODES_MAX];
    tree_spans(v, t->code + at, n, span);
    for (size_t i = 0; i < n; i++) {
        const Symbol *s = &v->symbol[t->code[at + i]];
        size_t arg = i + 1;
        for (int k = 0; k < s->arity; arg += span[arg], k++)
            if (v->symbol[t->code[at + arg]].kind != s->arg_kind[k])
                return err_set(err, "argument %d of '%s' is of another kind",
                               k + 1, s->name);
    }
    return true;
}

bool tree_check(const Tree *tree, size_t nodes, Err *err) {
    const Vocab *v = tree->vocab;
    size_t at = 0;
    for (int i = 0; i < v->own; i++)
        if (!isfinite(tree_own_at(tree->own, i)))
            return err_set(err, "constant %d of the program is no number", i);
    for (int b = 0; b < v->branches; b++) {
        size_t n = tree->len[b];
        const char *name = vocab_branch_name(v, b);
        if (n == 0 || n > nodes || n > TREE_NODES_MAX)
            return err_set(err, "branch %s has %zu nodes, expected 1 to %zu",
                           name, n, nodes);
        for (size_t i = 0; i < n; i++)
            if (!vocab_allows(v, b, tree->code[at + i]))
                return err_set(err, "branch %s: symbol %d may not stand here",
                               name, tree->code[at + i]);
        if (whole(tree, at, at + n) != at + n)
            return err_set(err, "branch %s is not one whole tree", name);
        if (tree_depth(v, tree->code + at, n) > TREE_DEPTH_MAX)
            return err_set(err, "branch %s is deeper than %d levels", name,
                           TREE_DEPTH_MAX);
        if (!check_kinds(tree, at, n, err)) return false;
        at += n;
    }
    return true;
}

/* ---- changing ------------------------------------------------------------ */

/* The first of the n nodes that may not stand in the branch; n if all may. */
static size_t stranger(const Vocab *v, int branch, const uint8_t *code,
                       size_t n) {
    size_t i = 0;
    while (i < n && vocab_allows(v, branch, code[i])) i++;
    return i;
}

bool tree_may_stand(const Tree *t, size_t at, const uint8_t *donor, size_t n) {
    const Symbol *symbol = t->vocab->symbol;
    return stranger(t->vocab, tree_branch_of(t, at), donor, n) == n &&
           symbol[t->code[at]].kind == symbol[donor[0]].kind;
}

bool tree_may_graft(const Tree *t, size_t at, const uint8_t *donor, size_t n,
                    Err *err) {
    int branch = tree_branch_of(t, at);
    size_t i = stranger(t->vocab, branch, donor, n);
    if (i < n)
        return err_set(err, "'%s' may not stand in %s",
                       t->vocab->symbol[donor[i]].name,
                       vocab_branch_name(t->vocab, branch));
    if (t->len[branch] - tree_span(t->vocab, t->code + at) + n > TREE_NODES_MAX)
        return err_set(err, "makes the branch too long");
    return true;
}

void tree_splice(Tree *child, const Tree *tree, size_t at, size_t cut,
                 const uint8_t *donor, size_t n) {
    size_t size = tree_size(tree);
    int b = tree_branch_of(tree, at);
    assert(at + cut <= size && child->code != tree->code);
    assert(at + cut <= tree_start(tree, b) + tree->len[b]);
    assert(n >= 1 && tree->len[b] - cut + n <= TREE_NODES_MAX);
    hot_assert(tree_span(tree->vocab, tree->code + at) == cut);
    hot_assert(tree_span(tree->vocab, donor) == n);
    memcpy(child->len, tree->len, 2 * tree->vocab->branches);
    child->len[b] = (uint16_t)(tree->len[b] - cut + n);
    memcpy(child->code, tree->code, at);
    memcpy(child->code + at, donor, n);
    memcpy(child->code + at + n, tree->code + at + cut, size - at - cut);
}

bool tree_translate(const Tree *tree, const Vocab *vocab, void *genome,
                    Err *err) {
    assert(vocab_shape_same(&tree->vocab->shape, &vocab->shape));
    Tree out = tree_at(vocab, genome);
    size_t size = tree_size(tree);
    char text[VOCAB_NAME_MAX];
    int owned = 0;
    memcpy(out.len, tree->len, 2 * vocab->branches);
    memset(out.own, 0, 8 * (size_t)vocab->own);
    for (size_t i = 0; i < size; i++) {
        const Symbol *s = &tree->vocab->symbol[tree->code[i]];
        int place = tree->code[i] - tree->vocab->first_arg + tree->vocab->own;
        double value = place >= 0 && s->op == OP_CONST
                           ? tree_own_at(tree->own, place)
                           : s->value;
        int id = s->op == OP_CONST ? tree_own_put(vocab, out.own, &owned, value)
                                   : vocab_find(vocab, s->name);
        if (id < 0 || vocab->arity[id] != s->arity)
            return err_set(
                err, "'%s' is not a primitive of this game (%s)",
                tree_symbol_text(tree->vocab, tree->own, tree->code[i], text),
                vocab->language->game);
        out.code[i] = (uint8_t)id;
    }
    return tree_check(&out, TREE_NODES_MAX, err);
}
