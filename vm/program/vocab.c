/* vocab.c -- the symbols a tree program may be made of.
 *
 * The table is built once and never changes. Names are looked up by a plain
 * scan: a vocabulary is small and only readers ask for names.
 */
#include "vocab.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/suggest.h"

static Symbol *add(Vocab *v, uint8_t op, int arity, int32_t k) {
    assert(arity >= 0 && arity <= PRIM_ARGS_MAX);
    if (v->symbols == VOCAB_SYMBOLS_MAX) return NULL;
    v->arity[v->symbols] = (uint8_t)arity;
    v->op[v->symbols] = op;
    v->k[v->symbols] = k;
    Symbol *s = &v->symbol[v->symbols++];
    *s = (Symbol){ .op = op, .arity = (uint8_t)arity, .k = k };
    return s;
}

void vocab_number(char out[VOCAB_NAME_MAX], double value) {
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(out, VOCAB_NAME_MAX, "%.*g", digits, value);
        double back = strtod(out, NULL);
        if (!(back < value) && !(back > value)) return;
    }
}

static bool add_constants(Vocab *v) {
    for (size_t i = 0; i < v->language->constant_count; i++) {
        double value = v->language->constants[i];
        bool fits = value >= INT32_MIN && value <= INT32_MAX;
        Symbol *s = add(v, OP_CONST, 0, fits ? (int32_t)value : 0);
        if (!s) return false;
        s->value = value;
        if (v->language->constant_kind) s->kind = v->language->constant_kind[i];
        vocab_number(s->name, value);
    }
    return true;
}

static bool add_own(Vocab *v) {
    v->own = v->language->has_own ? VOCAB_OWN : 0;
    for (int i = 0; i < v->own; i++) {
        Symbol *s = add(v, OP_CONST, 0, 0);
        if (!s) return false;
        snprintf(s->name, sizeof s->name, "#%d", i);
    }
    return true;
}

static bool add_args(Vocab *v) {
    int most = 0;
    for (int i = 0; i < v->shape.adfs; i++)
        if (v->shape.arity[i] > most) most = v->shape.arity[i];
    v->first_arg = v->symbols;
    for (int i = 0; i < most; i++) {
        Symbol *s = add(v, OP_ARG, 0, i);
        if (!s) return false;
        snprintf(s->name, sizeof s->name, "ARG%d", i);
    }
    return true;
}

static bool add_prims(Vocab *v) {
    v->first_prim = v->symbols;
    for (size_t i = 0; i < v->language->prim_count; i++) {
        if (!(v->language->enabled >> i & 1)) continue;
        const Prim *p = &v->language->prims[i];
        Symbol *s = add(v, (uint8_t)(OP_FIRST_PRIM + i), p->arity, 0);
        if (!s) return false;
        s->kind = p->kind;
        memcpy(s->arg_kind, p->arg_kind, sizeof s->arg_kind);
        snprintf(s->name, sizeof s->name, "%s", p->name);
    }
    return true;
}

static bool add_adfs(Vocab *v) {
    v->first_adf = v->symbols;
    for (int i = 0; i < v->shape.adfs; i++) {
        Symbol *s = add(v, OP_ADF, v->shape.arity[i], i);
        if (!s) return false;
        snprintf(s->name, sizeof s->name, "ADF%d", i);
    }
    return true;
}

bool vocab_init(Vocab *vocab, const Language *language, const Shape *shape,
                Err *err) {
    assert(language->prim_count <= PRIM_ROWS_MAX);
    if (shape->adfs > VOCAB_ADFS_MAX)
        return err_set(err, "at most %d ADFs, got %d", VOCAB_ADFS_MAX,
                       shape->adfs);
    for (int i = 0; i < shape->adfs; i++)
        if (shape->arity[i] > PRIM_ARGS_MAX)
            return err_set(err, "ADF%d: at most %d arguments, got %d", i,
                           PRIM_ARGS_MAX, shape->arity[i]);
    *vocab = (Vocab){ .language = language, .shape = *shape };
    vocab->branches = (uint8_t)(1 + shape->adfs);
    if (add_constants(vocab) && add_own(vocab) && add_args(vocab) &&
        add_prims(vocab) && add_adfs(vocab))
        return true;
    return err_set(err, "%s: more than %d constants, primitives and ADFs",
                   language->game, VOCAB_SYMBOLS_MAX);
}

bool vocab_shape_same(const Shape *a, const Shape *b) {
    return a->adfs == b->adfs && memcmp(a->arity, b->arity, a->adfs) == 0;
}

bool vocab_same(const Vocab *a, const Vocab *b) {
    if (a == b) return true;
    if (a->symbols != b->symbols || !vocab_shape_same(&a->shape, &b->shape))
        return false;
    for (int i = 0; i < a->symbols; i++)
        if (a->arity[i] != b->arity[i] ||
            strcmp(a->symbol[i].name, b->symbol[i].name) != 0)
            return false;
    return true;
}

bool vocab_speaks(const Vocab *vocab, const Language *language) {
    const Language *own = vocab->language;
    if (own->prims == language->prims) return true;
    if (own->prim_count != language->prim_count) return false;
    for (size_t i = 0; i < own->prim_count; i++)
        if (own->prims[i].arity != language->prims[i].arity ||
            strcmp(own->prims[i].name, language->prims[i].name) != 0)
            return false;
    return true;
}

bool vocab_allows(const Vocab *vocab, int branch, uint8_t symbol) {
    if (symbol >= vocab->symbols) return false;
    const Symbol *s = &vocab->symbol[symbol];
    if (s->op == OP_ARG) return s->k < vocab_branch_arity(vocab, branch);
    if (s->op == OP_ADF) return s->k + 1 > branch;
    return true;
}

int vocab_find(const Vocab *vocab, const char *name) {
    for (int i = vocab->first_arg; i < vocab->symbols; i++)
        if (strcmp(vocab->symbol[i].name, name) == 0) return i;
    return -1;
}

int vocab_constant(const Vocab *vocab, double value) {
    for (int i = 0; i < vocab->first_arg - vocab->own; i++) {
        double c = vocab->symbol[i].value;
        if (!(c < value) && !(c > value)) return i;
    }
    return -1;
}

const char *vocab_nearest(const Vocab *vocab, const char *name) {
    Suggest near = suggest_start(name);
    for (int i = vocab->first_arg; i < vocab->symbols; i++)
        suggest_offer(&near, vocab->symbol[i].name);
    return near.best;
}

const char *vocab_branch_name(const Vocab *vocab, int branch) {
    assert(branch >= 0 && branch < vocab->branches);
    return branch == 0 ? "RPB"
                       : vocab->symbol[vocab->first_adf + branch - 1].name;
}

int vocab_branch_arity(const Vocab *vocab, int branch) {
    assert(branch >= 0 && branch < vocab->branches);
    return branch == 0 ? 0 : vocab->shape.arity[branch - 1];
}
