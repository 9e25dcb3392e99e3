/* rules_state.c -- preparing programs and cases for the engines of rules.
 *
 * A program's bytes become nodes that hold what a walker asks for: the
 * operation, the constant, and the span, by which a node finds its later
 * arguments without walking the earlier ones. So walking writes nothing but the
 * game.
 */
#include "rules_state.h"

#include <assert.h>
#include <string.h>

#include "base/hot.h"
#include "base/mem.h"
#include "program/tree/tree_own.h"

static int32_t draw(RulesState *g, int32_t n) {
    if (n < 1) return 0;
    Rng rng;
    memcpy(rng.s, g->rng, sizeof rng.s);
    int32_t x = (int32_t)rng_below(&rng, (uint32_t)n);
    memcpy(g->rng, rng.s, sizeof rng.s);
    return x;
}

int32_t rules_no_outer(RulesState *state, int rule, const int32_t *arg) {
    (void)state;
    (void)rule;
    (void)arg;
    return 0;
}

static double (*const functions[])(double) = {
#define REAL_FN(id, name, help) [REAL_##id] = real_##name,
#include "base/real.def"
#undef REAL_FN
};

RulesState *rules_state_new(const Rules *rules, Err *err) {
    size_t bytes = sizeof(RulesState) + rules->cell_count * sizeof(int32_t);
    RulesState *g = mem_new(1, bytes, err);
    if (!g) return NULL;
    g->rules = rules;
    g->random = draw;
    g->outer = rules_no_outer;
    g->fn = functions;
    size_t levels = (size_t)VOCAB_BRANCHES * TREE_DEPTH_MAX;
    g->save = mem_new(levels * RULES_LIVE_MAX, sizeof *g->save, err);
    if (g->save) return g;
    mem_free(g);
    return NULL;
}

void rules_state_free(void *state) {
    RulesState *g = state;
    if (!g) return;
    mem_free(g->save);
    mem_free(g);
}

void rules_load(RulesState *state, const Tree *tree, RulesWalk *const *walks,
                RulesNode *node, uint16_t *span) {
    const Vocab *v = tree->vocab;
    const Rules *rules = state->rules;
    bool real = rules->kind == KIND_REAL;        /* constants by their symbol */
    size_t at = 0;
    int first_own = v->first_arg - v->own;
    for (int i = 0; real && i < v->first_arg; i++)
        state->value[i] = tree_is_own(v, (uint8_t)i)
                              ? tree_own_at(tree->own, i - first_own)
                              : v->symbol[i].value;
    for (int b = 0; b < v->branches; at += tree->len[b++]) {
        state->branch[b] = node + at;
        tree_spans(v, tree->code + at, tree->len[b], span + at);
    }
    for (size_t i = 0; i < at; i++) {
        uint8_t symbol = tree->code[i];
        uint8_t op = v->op[symbol];
        hot_assert(symbol < v->symbols && span[i] >= 1);
        int32_t k = real && op == OP_CONST ? symbol : v->k[symbol];
        node[i] = (RulesNode){ walks ? walks[op] : NULL, k, op, span[i] };
    }
}

uint32_t rules_patience(uint32_t budget) {
    uint64_t n = (uint64_t)budget * RULES_FREE_PER_STEP + RULES_FREE_LEAST;
    return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
}

void rules_begin(RulesState *state, RulesFirst first, uint32_t budget,
                 uint32_t passes, Rng rng) {
    const Rules *rules = state->rules;
    assert(rules->var_count <= RULES_VARS_MAX);
    memcpy(state->var, first.vars, rules->var_count * sizeof *first.vars);
    memcpy(state->cell, first.cells, rules->cell_count * sizeof *first.cells);
    if (first.reals)
        memcpy(state->real, first.reals,
               rules->var_count * sizeof *first.reals);
    memcpy(state->rng, rng.s, sizeof state->rng);
    state->left = state->budget = budget;
    state->fuel = state->patience = rules_patience(budget);
    state->passes = passes;
    state->steps = state->free_steps = 0;
    state->score = 0;
    state->saved = 0;
    state->stop = state->out = state->done = false;
}
