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

/* The table a node's number is in. */
typedef struct Numbers {
    const uint8_t *own;              /* NULL: it is drawn */
    Rng           *rng;
} Numbers;

typedef Numbers NumbersOf(const void *context, size_t at);

static void settle(Tree *child, NumbersOf *numbers_of, const void *context) {
    const Vocab *v = child->vocab;
    uint8_t table[8 * VOCAB_OWN] = { 0 };
    size_t size = tree_size(child);
    int count = 0;
    for (size_t i = 0; i < size; i++) {
        if (!tree_is_own(v, child->code[i])) continue;
        Numbers from = numbers_of(context, i);
        double x = from.own
                       ? tree_own_at(from.own, child->code[i] - first_own(v))
                       : draw(v->language, from.rng);
        int symbol = tree_own_put(v, table, &count, x);
        child->code[i] = (uint8_t)(symbol < 0 ? nearest(v, table, x) : symbol);
    }
    memcpy(child->own, table, 8 * (size_t)v->own);
}

typedef struct Grafted {
    const uint8_t *own;
    TreeGraft      graft;
} Grafted;

static Numbers of_graft(const void *context, size_t at) {
    const Grafted *g = context;
    bool grafted = at >= g->graft.at && at < g->graft.at + g->graft.n;
    return (Numbers){ grafted ? g->graft.own : g->own, g->graft.rng };
}

void tree_own_settle(Tree *child, const uint8_t *own, TreeGraft graft) {
    if (child->vocab->own) settle(child, of_graft, &(Grafted){ own, graft });
}

typedef struct Blended {
    const uint8_t *const *own;
    const uint8_t        *from;
    Rng                  *rng;
} Blended;

static Numbers of_blend(const void *context, size_t at) {
    const Blended *b = context;
    return (Numbers){ b->own[b->from[at]], b->rng };
}

void tree_own_blend(Tree *child, const uint8_t *const own[],
                    const uint8_t *from, Rng *rng) {
    if (child->vocab->own)
        settle(child, of_blend, &(Blended){ own, from, rng });
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
