/* tree_own.c -- constants that belong to one program: see tree_own.h.
 *
 * Tables stand between lengths and code without regard to borders, so numbers
 * are read and written as bytes.
 */
#include "tree_own.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/real.h"

double tree_own_at(const uint8_t *own, int place) {
    double x;
    memcpy(&x, own + 8 * place, sizeof x);
    return x;
}

static int first_own(const Vocab *v) { return v->first_arg - v->own; }

int tree_own_put(const Vocab *v, uint8_t *own, int *count, double value) {
    int fixed = vocab_constant(v, value);
    if (fixed >= 0) return fixed;
    for (int i = 0; i < *count; i++)
        if (real_bits(tree_own_at(own, i)) == real_bits(value))
            return first_own(v) + i;
    if (*count == v->own || !isfinite(value)) return -1;
    memcpy(own + 8 * *count, &value, sizeof value);
    return first_own(v) + (*count)++;
}

static int nearest(const Vocab *v, const uint8_t *own, double value) {
    int best = 0;
    for (int i = 1; i < v->own; i++)
        if (fabs(tree_own_at(own, i) - value) <
            fabs(tree_own_at(own, best) - value))
            best = i;
    return first_own(v) + best;
}

/* Drawn ones have four digits, so that they are short to read. */
static double draw(const Language *l, Rng *rng) {
    double x = l->own_normal
                   ? l->own[0] + l->own[1] * rng_normal(rng)
                   : l->own[0] + (l->own[1] - l->own[0]) * rng_real(rng);
    char text[32];
    snprintf(text, sizeof text, "%.4g", x);
    return strtod(text, NULL);
}

static double value_of(const Vocab *v, const uint8_t *own, TreeGraft g,
                       size_t at, uint8_t symbol) {
    bool grafted = at >= g.at && at < g.at + g.n;
    if (grafted && !g.own) return draw(v->language, g.rng);
    return tree_own_at(grafted ? g.own : own, symbol - first_own(v));
}

void tree_own_settle(Tree *child, const uint8_t *own, TreeGraft graft) {
    const Vocab *v = child->vocab;
    uint8_t table[8 * VOCAB_OWN] = { 0 };
    size_t size = tree_size(child);
    int count = 0;
    if (v->own == 0) return;
    for (size_t i = 0; i < size; i++) {
        if (!tree_is_own(v, child->code[i])) continue;
        double x = value_of(v, own, graft, i, child->code[i]);
        int symbol = tree_own_put(v, table, &count, x);
        child->code[i] = (uint8_t)(symbol < 0 ? nearest(v, table, x) : symbol);
    }
    memcpy(child->own, table, 8 * (size_t)v->own);
}

int tree_own_count(const Tree *tree) {
    int most = 0;
    size_t size = tree_size(tree);
    for (size_t i = 0; i < size; i++) {
        if (!tree_is_own(tree->vocab, tree->code[i])) continue;
        int place = tree->code[i] - first_own(tree->vocab);
        if (place >= most) most = place + 1;
    }
    return most;
}

const char *tree_symbol_text(const Vocab *v, const uint8_t *own, uint8_t symbol,
                             char out[VOCAB_NAME_MAX]) {
    if (!tree_is_own(v, symbol)) return v->symbol[symbol].name;
    vocab_number(out, tree_own_at(own, symbol - first_own(v)));
    return out;
}
