/* rules_flat.c -- compiling tree programs to steps, in one pass over the nodes.
 *
 * A node pays before its arguments, but acts after them: nodes are paid for in
 * prefix order, so what a step owes is a slice of the program.
 *
 * Where a choice joins again several steps have the same successor, which is
 * not known yet: such loose ends form a list through RULES_NEXT until the next
 * step is made.
 */
#include "rules_flat.h"

#include <assert.h>
#include <string.h>

#include "base/hot.h"

enum { NOBODY = UINT16_MAX, COST_MOST = (1 << 30) - 1 };

static uint32_t make(RulesFlat *flat, bool want);

/* ---- rows ---------------------------------------------------------------- */

/* How an argument is used by the nodes at n: bits of those that are named. */
static uint32_t names(const Rules *r, uint16_t n, AstKind kind) {
    const Ast *a = &r->ast[n];
    uint32_t bits = 0;
    if (!n) return 0;
    if (a->kind == kind && a->k < PRIM_ARGS_MAX) bits |= UINT32_C(1) << a->k;
    if (a->kind == AST_BLOCK || a->kind == AST_CALL) {
        for (uint16_t i = a->kid[0]; i; i = r->ast[i].next)
            bits |= names(r, i, kind);
        return bits;
    }
    for (int i = 0; i < 3; i++) bits |= names(r, a->kid[i], kind);
    return bits;
}

/* Are arguments on demand evaluated only where nothing is left to do? */
static bool at_the_end(const Rules *r, uint16_t n) {
    const Ast *a = &r->ast[n];
    if (a->kind == AST_LAZY) return true;
    if (a->kind == AST_IF)
        return !names(r, a->kid[0], AST_LAZY) && at_the_end(r, a->kid[1]) &&
               at_the_end(r, a->kid[2]);
    if (a->kind != AST_BLOCK) return !names(r, n, AST_LAZY);
    uint16_t i = a->kid[0];
    for (; i && r->ast[i].next; i = r->ast[i].next)
        if (names(r, i, AST_LAZY)) return false;
    return at_the_end(r, i);
}

bool rules_flat_light(const Rule *rule) {
    return !rule->loops && !rule->draws && rule->kind != RULE_OUTER &&
           rule->size <= FLAT_LIGHT;
}

bool rules_flat_pairs(const Rules *rules) {
    size_t size = 0;
    for (size_t i = 0; i < rules->prim_count; i++) {
        const Rule *rule = &rules->rule[rules->prim_rule[i]];
        if (!rules_flat_light(rule)) return false;
        size += rule->size;
    }
    return 2 * size * rules->prim_count <= FLAT_PAIRS;
}

bool rules_asks_done(const Rules *rules, const Rule *rule) {
    return rules->block[RULE_DONE] >= 0 &&
           (rule->settles || rules->done_always);
}

/* A choice takes its values first, and no more of either than a step holds. */
static bool is_choice(const Rules *r, const Rule *rule) {
    int values = 0, others = 0;
    for (int i = 0; i < rule->arity; i++) {
        bool lazy = rule->lazy >> i & 1;
        if (!lazy && others) return false;
        if (lazy) others++;
        else values++;
    }
    return values <= FLAT_PLACES && others <= FLAT_TARGETS &&
           at_the_end(r, rule->body) && rules_flat_light(rule) &&
           !rules_asks_done(r, rule);
}

FlatRow rules_flat_row(const Rules *rules, size_t prim) {
    const Rules *r = rules;
    const Rule *rule = &r->rule[r->prim_rule[prim]];
    const Ast *only = &r->ast[r->ast[rule->body].kid[0]];
    uint32_t need = names(r, rule->body, AST_LOCAL) |
                    names(r, rule->body, AST_LAZY);
    if (rule->kind == RULE_OUTER) need = UINT8_MAX;
    bool asks = rules_asks_done(r, rule);
    FlatRow row = { .cost = (uint32_t)rule->cost,
                    .arity = rule->arity,
                    .lazy = rule->lazy,
                    .need = (uint8_t)need,
                    .pure = !rule->writes && !rule->draws && !rule->loops &&
                            !asks };
    if (rule->lazy) {
        row.kind = is_choice(r, rule) ? FLAT_CHOICE : FLAT_WALK;
    } else if (only->kind == AST_LOCAL && only->k < rule->arity &&
               !only->next && !asks) {
        row.kind = FLAT_PASS;
        row.pass = (uint8_t)only->k;
    } else {
        row.kind = rule->arity <= FLAT_PLACES ? FLAT_VALUE : FLAT_WALK;
    }
    return row;
}

void rules_flat_table(FlatTable *table, const Rules *rules,
                      const void *const *labels) {
    static const FlatKind own[] = {
        [OP_CONST] = FLAT_CONST, [OP_ARG] = FLAT_ARG, [OP_ADF] = FLAT_ADF
    };
    memcpy(table->go, labels, sizeof table->go);
    table->prims = rules->prim_count;
    if (rules_flat_pairs(rules))
        table->pair = labels + STEP_FIRST_PRIM + rules->prim_count;
    for (int op = 0; op < OP_FIRST_PRIM; op++)
        table->row[op] = (FlatRow){ .cost = (uint32_t)rules->cost,
                                    .kind = (uint8_t)own[op] };
    for (size_t i = 0; i < rules->prim_count; i++) {
        FlatRow *row = &table->row[OP_FIRST_PRIM + i];
        *row = rules_flat_row(rules, i);
        row->go = labels[STEP_FIRST_PRIM + i];
        if (row->kind == FLAT_WALK) table->walks = true;
    }
}

/* ---- steps --------------------------------------------------------------- */

static void owe(RulesFlat *m, uint32_t cost) {
    if (m->owed++ == 0) m->from = m->at;
    if (cost) m->cost += cost;
    else m->free++;
}

/* What comes next follows nothing that is there. */
static void part(RulesFlat *m) {
    m->ends = (FlatEnds){ NOBODY, NOBODY };
    m->last = 0;
}

static FlatEnds join(RulesFlat *m, FlatEnds a, FlatEnds b) {
    if (a.first == NOBODY) return b;
    if (b.first == NOBODY) return a;
    hot_assert(a.last < m->count && b.first < m->count);
    m->step[a.last].x[RULES_NEXT] = (uint16_t)b.first;
    return (FlatEnds){ a.first, b.last };
}

/* All loose ends lead to that step. */
static void lead(RulesFlat *m, uint32_t number) {
    for (uint32_t i = m->ends.first, next; i != NOBODY; i = next) {
        next = m->step[i].x[RULES_NEXT];
        m->step[i].x[RULES_NEXT] = (uint16_t)(number - i);
    }
}

/* A new step that pays what is owed; all loose ends lead to it. */
static RulesStep *add(RulesFlat *m, const void *go) {
    uint32_t number = m->count++;
    hot_assert(number < FLAT_STEPS_MAX);
    RulesStep *step = &m->step[number];
    lead(m, number);
    uint64_t cost = m->cost < COST_MOST ? m->cost : COST_MOST;
    step->go = go;
    step->charge = cost << 33 | m->free;
    step->x[RULES_NEXT] = NOBODY;
    m->last = 0;
    m->paid[number] = (uint16_t)m->from;
    m->cost = m->free = m->owed = 0;
    m->ends = (FlatEnds){ number, number };
    return step;
}

/* A new step of that row. If it follows the step beside it, that one does the
 * work of both; who comes from elsewhere does this one alone. */
static RulesStep *add_prim(RulesFlat *m, const FlatRow *row) {
    uint32_t first = m->last;
    uint32_t prim = (uint32_t)(row - m->table->row) - OP_FIRST_PRIM;
    RulesStep *step = add(m, row->go);
    m->last = prim + 1;
    if (!m->table->pair || !first) return step;
    const void *go = m->table->pair[(first - 1) * m->table->prims + prim];
    if (go) step[-1].go = go;
    return step;
}

/* Takes a slot for a value that waits. */
static void take(RulesFlat *m, uint32_t place) {
    if (place >= FLAT_TEMPS) m->top = place + 1;
    hot_assert(m->top <= FLAT_SLOTS);
}

/* Passes over the subtree at m->at; its nodes. */
static size_t skip(RulesFlat *m) {
    size_t span = tree_span(m->vocab, m->code + m->at);
    m->at += (uint32_t)span;
    return span;
}

/* Pays what is owed, and has the value at `place` if it is wanted. */
static void bring(RulesFlat *m, uint32_t from, uint32_t place, bool want) {
    if (want && from != place) {
        RulesStep *step = add(m, m->table->go[STEP_MOVE]);
        step->x[RULES_A] = (uint16_t)from;
        step->x[RULES_D] = (uint16_t)place;
    } else if (m->owed) {
        add(m, m->table->go[STEP_NONE]);
    }
}

/* ---- nodes --------------------------------------------------------------- */

static uint32_t make_value(RulesFlat *m, const FlatRow *row, bool want) {
    uint32_t base = m->top;
    uint16_t place[PRIM_ARGS_MAX];
    bool acts = want || !row->pure;
    for (int i = 0; i < row->arity; i++) {
        place[i] = (uint16_t)make(m, acts && row->need >> i & 1);
        take(m, place[i]);
    }
    m->top = base;
    if (!acts) return base;
    hot_assert(row->arity <= FLAT_PLACES);
    RulesStep *step = add_prim(m, row);
    memcpy(step->x + RULES_A, place, (size_t)row->arity * sizeof *place);
    step->x[RULES_D] = (uint16_t)base;
    return base;
}

static uint32_t make_pass(RulesFlat *m, const FlatRow *row, bool want) {
    uint32_t base = m->top, result = base;
    for (int i = 0; i < row->arity; i++) {
        bool passed = i == row->pass;
        uint32_t place = make(m, passed && want);
        if (!passed) continue;
        result = place;
        take(m, place);
    }
    m->top = base;
    return result;
}

/* An argument on demand, whose value shall be at `base`; to the choice's target
 * number `target`. */
static void make_target(RulesFlat *m, uint32_t choice, int target,
                        uint32_t base, bool want) {
    hot_assert(target < FLAT_TARGETS && choice < m->count);
    m->top = base;
    part(m);
    m->step[choice].x[RULES_TO + target] = (uint16_t)(m->count - choice);
    uint32_t at = m->at;
    if (skip(m) <= FLAT_SHORT) {
        m->at = at;
        bring(m, make(m, want), base, want);
        return;
    }
    RulesStep *step = add(m, m->table->go[STEP_LATER]);
    step->x[RULES_A] = (uint16_t)choice;
    step->x[RULES_A + 1] = (uint16_t)target;
    step->x[RULES_A + 2] = (uint16_t)at;
    step->x[RULES_TO] = (uint16_t)m->branch;
    step->x[RULES_TO + 1] = want;
    step->x[RULES_D] = (uint16_t)base;
}

static uint32_t make_choice(RulesFlat *m, const FlatRow *row, bool want) {
    uint32_t base = m->top;
    uint16_t place[PRIM_ARGS_MAX];
    int i = 0, target = 0;
    for (; i < row->arity && !(row->lazy >> i & 1); i++) {
        place[i] = (uint16_t)make(m, row->need >> i & 1);
        take(m, place[i]);
    }
    uint32_t number = m->count;
    RulesStep *step = add_prim(m, row);
    FlatEnds ends = m->ends;             /* it may go on without any of them */
    memcpy(step->x + RULES_A, place, (size_t)i * sizeof *place);
    step->x[RULES_D] = (uint16_t)base;
    for (; i < row->arity; i++, target++) {
        if (!(row->need >> i & 1)) {
            skip(m);
            continue;
        }
        make_target(m, number, target, base, want);
        ends = join(m, ends, m->ends);
    }
    m->ends = ends;
    m->last = 0;
    m->top = base;
    return base;
}

static uint32_t make_call(RulesFlat *m, int adf, uint8_t arity) {
    uint32_t base = m->top, number;
    uint16_t place[PRIM_ARGS_MAX];
    for (int i = 0; i < arity; i++) {
        place[i] = (uint16_t)make(m, true);
        take(m, place[i]);
    }
    number = m->count;
    RulesStep *step = add(m, m->table->go[STEP_CALL]);
    step->x[RULES_A] = (uint16_t)(FLAT_ARGS + (adf + 1) * PRIM_ARGS_MAX);
    step->x[RULES_A + 1] = arity;
    step->x[RULES_TO] = (uint16_t)(m->entry[adf + 1] - number);
    step->x[RULES_D] = (uint16_t)base;
    memcpy(m->step[m->count++].x, place, arity * sizeof *place);
    m->top = base;
    return base;
}

/* The subtree that begins at node `at`, which has not been paid for. */
static uint32_t make_walk(RulesFlat *m) {
    if (m->owed) add(m, m->table->go[STEP_NONE]);
    RulesStep *step = add(m, m->table->go[STEP_WALK]);
    step->x[RULES_A] = (uint16_t)(FLAT_ARGS + m->branch * PRIM_ARGS_MAX);
    step->x[RULES_D] = (uint16_t)m->top;
    m->step[m->count++].go = m->node + m->at;
    skip(m);
    return m->top;
}

/* Makes the steps of the subtree at m->at; where its value will be. */
static uint32_t make(RulesFlat *m, bool want) {
    uint8_t symbol = m->code[m->at];
    const FlatRow *row = &m->table->row[m->vocab->op[symbol]];
    if (row->kind == FLAT_WALK) return make_walk(m);
    owe(m, row->cost);
    m->at++;
    int32_t k = m->vocab->k[symbol];
    switch ((FlatKind)row->kind) {
    case FLAT_CONST: return symbol;
    case FLAT_ARG: return FLAT_ARGS + m->branch * PRIM_ARGS_MAX + (uint32_t)k;
    case FLAT_ADF: return make_call(m, k, m->vocab->arity[symbol]);
    case FLAT_PASS: return make_pass(m, row, want);
    case FLAT_CHOICE: return make_choice(m, row, want);
    case FLAT_VALUE:
    case FLAT_WALK: break;
    }
    return make_value(m, row, want);
}

/* ---- programs ------------------------------------------------------------ */

static void make_branch(RulesFlat *m, int branch, size_t start, uint32_t base) {
    m->branch = (uint32_t)branch;
    m->at = (uint32_t)start;
    m->top = base;
    part(m);
    m->entry[branch] = m->count;
    m->first[branch] = base;
    uint32_t place = make(m, true);
    RulesStep *last = add(m, m->table->go[branch ? STEP_RETURN : STEP_END]);
    last->x[RULES_A] = (uint16_t)place;
}

const RulesStep *rules_flat_load(RulesFlat *flat, const FlatTable *table,
                                 const Tree *tree, const RulesNode *node) {
    const Vocab *v = tree->vocab;
    size_t start = tree_size(tree);
    uint32_t base = FLAT_TEMPS;
    if (start > FLAT_NODES_MAX) return NULL;
    flat->table = table;
    flat->vocab = v;
    flat->code = tree->code;
    flat->node = node;
    flat->count = flat->last = 0;
    memcpy(flat->slot, v->k, v->first_arg * sizeof *flat->slot);
    for (int b = v->branches - 1; b >= 0; b--) {
        start -= tree->len[b];
        make_branch(flat, b, start, base);
        base += tree->len[b] + 1u;
    }
    assert(start == 0 && base <= FLAT_SLOTS);
    flat->slots = base;
    return flat->step + flat->entry[0];
}

const RulesStep *rules_flat_later(RulesState *state, const RulesStep *step) {
    RulesFlat *m = state->program;
    uint32_t number = (uint32_t)(step - m->step), first = m->count;
    uint16_t next = (uint16_t)(number + step->x[RULES_NEXT]);
    uint32_t choice = step->x[RULES_A], base = step->x[RULES_D];
    assert(number < first && choice < first);
    bool want = step->x[RULES_TO + 1];
    m->step[choice].x[RULES_TO + step->x[RULES_A + 1]] = (uint16_t)(first -
                                                                    choice);
    m->at = step->x[RULES_A + 2];
    m->branch = step->x[RULES_TO];
    m->top = base;
    part(m);
    bring(m, make(m, want), base, want);
    lead(m, next);
    return m->step + first;
}

void rules_flat_settle(RulesState *state, const RulesStep *step) {
    const RulesFlat *flat = state->program;
    const uint8_t *code = flat->code + flat->paid[step - flat->step];
    while (rules_pay(state, flat->table->row[flat->vocab->op[*code]].cost))
        code++;
}
