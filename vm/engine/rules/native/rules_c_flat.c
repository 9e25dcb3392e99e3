/* rules_c_flat.c -- writing the threaded engine, with the rules inlined.
 *
 * One C function has a label per kind of step and jumps from step to step; see
 * rules_flat.h. Variables are its own, so the compiler keeps them in registers.
 * What has been paid for is one number, the purse: the budget that is left in
 * the upper 31 bits, fuel in the 32 lower ones, and bit 32 between them, which
 * shows when fuel was borrowed; so paying is one subtraction and one test.
 *
 * A rule with loops or draws, or a long one, is called: before that the state
 * is put back in its place (SPILL), and taken from there after it (FETCH).
 */
#include "rules_c_inner.h"
#include "engine/rules/rules_flat.h"

static const char *const frame =
    "#define PACK(left, fuel) ((uint64_t)(left) << 33 | (fuel))\n"
    "#define BROKE(p) ((p) & ((uint64_t)1 << 63 | (uint64_t)1 << 32))\n"
    "#define PAY purse -= in->charge; if (BROKE(purse)) goto out;\n"
    "#define GO(k) { in += (int16_t)in->x[k]; goto *in->go; }\n"
    "#define NEXT GO(RULES_NEXT)\n"
    "#define GIVE m[in->x[RULES_D]] =\n"
    "#define UNDO(i) g->undo[undone++] = "
    "(RulesUndo){ i, cell[i], known[i] };\n";

/* The steps that every game has, in the order of their numbers; END, which has
 * rules in it, is written apart. */
static const char *const own_steps =
    "step_none: { PAY NEXT }\n"
    "step_move: { PAY GIVE m[in->x[RULES_A]]; NEXT }\n"
    "step_call: {\nPAY\n"
    "const uint16_t *place = in[1].x;\n"
    "int32_t *to = m + in->x[RULES_A];\n"
    "for (int i = 0; i < in->x[RULES_A + 1]; i++) to[i] = m[place[i]];\n"
    "back[depth++] = in;\nGO(RULES_TO)\n}\n"
    "step_return: {\nPAY\n"
    "int32_t x = m[in->x[RULES_A]];\n"
    "in = back[--depth];\nGIVE x;\nNEXT\n}\n"
    "step_walk: {\nPAY SPILL\n"
    "const RulesNode *n = in[1].go;\n"
    "int32_t x = n->walk(g, n, m + in->x[RULES_A]);\n"
    "if (g->stop) return 0;\nFETCH\nGIVE x;\nNEXT\n}\n"
    "step_later: { in = g->later(g, in); goto *in->go; }\n";

static const char *const endings =
    "out:\npurse += in->charge;\nSPILL\ng->settle(g, in);\nreturn 0;\n"
    "broke:\nSPILL\nrules_end(g, true);\nreturn 0;\n"
    "done:\nSPILL\nrules_end(g, false);\nreturn 0;\n"
    "finished:\nSPILL\nreturn 0;\n}\n"
    "static bool engine_flat(RulesState *g) {\n"
    "if (!g->flat) return false;\n"
    "g->in = g->flat;\ng->before = g->left;\ng->pass = g->depth = 0;\n"
    "steps(g);\nreturn true;\n}\n"
    "const void *const *ludus_rules_labels(void) { return steps(0); }\n";

/* ---- the state ----------------------------------------------------------- */

static void write_transfer(Writer *w, const char *name, const char *form,
                           const char *tail) {
    buf_format(w->out, "#define %s ", name);
    for (int i = 0; i < (int)w->rules->var_count; i++)
        buf_format(w->out, form, i, i);
    buf_format(w->out, "%s\n", tail);
}

/* Is primitive i / n, then i % n, worth a step of its own? */
static bool is_pair(const Writer *w, size_t i) {
    size_t n = w->rules->prim_count;
    FlatRow second = rules_flat_row(w->rules, i % n);
    return rules_flat_row(w->rules, i / n).kind == FLAT_VALUE &&
           (second.kind == FLAT_VALUE || second.kind == FLAT_CHOICE);
}

static void write_frame(Writer *w) {
    size_t prims = w->rules->prim_count;
    buf_text(w->out, frame);
    write_transfer(w, "SPILL", "g->var[%d] = v%d; ",
                   "g->left = (uint32_t)(purse >> 33); "
                   "g->fuel = (uint32_t)purse;");
    write_transfer(w, "FETCH", "v%d = g->var[%d]; ",
                   "purse = PACK(g->left, g->fuel);");
    buf_text(w->out,
             "__attribute__((noinline))\n"
             "static const void *const *steps(RulesState *g) {\n"
             "static const void *const labels[] = {\n&&step_none, &&step_move, "
             "&&step_call, &&step_return, &&step_end, &&step_walk, "
             "&&step_later,\n");
    for (size_t i = 0; i < prims; i++) buf_format(w->out, "&&step_%zu,\n", i);
    for (size_t i = 0; i < prims * prims && rules_flat_pairs(w->rules); i++)
        buf_format(w->out, is_pair(w, i) ? "&&step_%zu_%zu,\n" : "0,\n",
                   i / prims, i % prims);
    buf_text(w->out, "};\nif (!g) return labels;\n");
    for (size_t i = 0; i < w->rules->var_count; i++)
        buf_format(w->out, "int32_t v%zu;\n", i);
    buf_text(w->out,
             "uint64_t purse;\nFETCH\n"
             "uint32_t before = g->before, pass = g->pass, depth = g->depth;\n"
             "const RulesStep *in = g->in, **back = g->back;\n"
             "int32_t *restrict m = g->slot, *cell = g->cell;\n"
             "uint8_t *known = g->known;\nuint32_t undone = 0;\n"
             "goto *in->go;\n");
}

/* ---- rules --------------------------------------------------------------- */

static void write_done(Writer *w) {
    int number = w->rules->block[RULE_DONE];
    if (number < 0) return;
    const Rule *rule = &w->rules->rule[number];
    if (!rules_flat_light(rule)) {
        buf_text(w->out, "SPILL\nif (engine_done(g)) goto done;\n"
                         "if (g->stop) return 0;\nFETCH\n");
        return;
    }
    Place x = rules_c_inlined(w, rule, NULL);
    buf_text(w->out, "if (");
    rules_c_place(w, x);
    buf_text(w->out, ") goto done;\n");
}

/* Where argument k on demand stands among those on demand. */
static int target_of(const Rule *rule, int k) {
    int n = 0;
    for (int i = 0; i < k; i++) n += rule->lazy >> i & 1;
    return n;
}

/* Goes on: to the next step, or to the second one of a pair. */
static void write_next(Writer *w) {
    if (w->pair < 0) buf_text(w->out, "NEXT\n");
    else buf_format(w->out, "in++;\ngoto pair_%d;\n", w->pair);
}

/* Writes how a step ends whose value is that of node n. */
static void finish(Writer *w, uint16_t n) {
    const Ast *a = &w->rules->ast[n];
    if (a->kind == AST_BLOCK) {
        finish(w, rules_c_lead(w, a));
    } else if (a->kind == AST_IF) {
        rules_c_parts(w, a, finish);
    } else if (a->kind == AST_LAZY) {
        buf_format(w->out, "GO(RULES_TO + %d)\n", target_of(w->rule, a->k));
    } else {
        Place x = rules_c_value(w, n, 0);
        buf_text(w->out, "GIVE ");
        rules_c_place(w, x);
        buf_text(w->out, ";\n");
        if (rules_asks_done(w->rules, w->rule)) write_done(w);
        write_next(w);
    }
}

static void write_called(Writer *w, int number) {
    const Rule *rule = w->rule;
    buf_format(w->out, "SPILL\nint32_t x = act_%d(g", number);
    for (int i = 0; i < rule->arity; i++)
        buf_format(w->out, ", m[in->x[RULES_A + %d]]", i);
    buf_text(w->out, ");\nif (g->stop) return 0;\nFETCH\nGIVE x;\n");
    if (rules_asks_done(w->rules, rule)) write_done(w);
    buf_text(w->out, "NEXT\n");
}

/* A step that may part says how to go back to its beginning. */
static void write_part(Writer *w) {
    const Rule *rule = w->rule;
    buf_text(w->out, "#undef PART\n#define PART(i) { ");
    for (int i = 0; i < (int)w->rules->var_count; i++)
        buf_format(w->out, "g->var[%d] = %c%d; ", i,
                   rule->vars_set >> i & 1 ? 's' : 'v', i);
    buf_text(w->out, "g->purse = purse + in->charge; g->in = in; "
                     "g->pass = pass; g->before = before; g->depth = depth; "
                     "g->undo_count = undone; g->part(g, i); }\nundone = 0;\n");
    for (int i = 0; i < (int)w->rules->var_count; i++)
        if (rule->vars_set >> i & 1)
            buf_format(w->out, "int32_t s%d = v%d;\n", i, i);
}

static void write_inlined(Writer *w) {
    const Rule *rule = w->rule;
    if (rule->grids_read & w->vary) write_part(w);
    w->scope = ++w->scopes;
    rules_c_locals(w, 0, rule->locals);
    for (int i = 0; i < rule->arity; i++)
        if (!(rule->lazy >> i & 1))
            buf_format(w->out, "l%d_%d = m[in->x[RULES_A + %d]];\n", w->scope,
                       i, i);
    finish(w, rule->body);
}

/* A step that no program has needs its label all the same. */
static void write_step(Writer *w, size_t prim) {
    FlatRow row = rules_flat_row(w->rules, prim);
    int number = w->rules->prim_rule[prim];
    w->rule = &w->rules->rule[number];
    buf_format(w->out, "step_%zu: {\n", prim);
    if (row.kind == FLAT_VALUE || row.kind == FLAT_CHOICE) {
        buf_text(w->out, "PAY\n");
        if (rules_flat_light(w->rule)) write_inlined(w);
        else write_called(w, number);
    } else {
        buf_text(w->out, "NEXT\n");
    }
    buf_text(w->out, "}\n");
}

/* Two steps that stand side by side, without a jump between them. */
static void write_pair(Writer *w, size_t first, size_t second) {
    size_t n = w->rules->prim_count;
    buf_format(w->out, "step_%zu_%zu: {\nPAY\n", first, second);
    w->rule = &w->rules->rule[w->rules->prim_rule[first]];
    w->pair = (int)(first * n + second);
    write_inlined(w);
    buf_format(w->out, "}\npair_%d: {\nPAY\n", w->pair);
    w->rule = &w->rules->rule[w->rules->prim_rule[second]];
    w->pair = -1;
    write_inlined(w);
    buf_text(w->out, "}\n");
}

static void write_pairs(Writer *w) {
    size_t n = w->rules->prim_count;
    for (size_t i = 0; i < n * n && rules_flat_pairs(w->rules); i++)
        if (is_pair(w, i)) write_pair(w, i / n, i % n);
}

/* The program has run through: what engine_loop() does between two runs. */
static void write_end(Writer *w) {
    int turn = w->rules->block[RULE_TURN];
    buf_text(w->out, "step_end: {\nPAY\nv0 = m[in->x[RULES_A]];\n");
    if (turn >= 0 && rules_flat_light(&w->rules->rule[turn])) {
        int32_t cost = w->rules->rule[turn].cost;
        buf_format(w->out,
                   "uint64_t price = PACK(%d, %d);\npurse -= price;\n"
                   "if (BROKE(purse)) { purse += price; goto broke; }\n",
                   cost, cost == 0);
        rules_c_inlined(w, &w->rules->rule[turn], NULL);
    } else if (turn >= 0) {
        buf_text(w->out, "SPILL\nengine_turn(g);\nif (g->stop) return 0;\n"
                         "FETCH\n");
    }
    write_done(w);
    buf_text(w->out,
             "uint32_t now = (uint32_t)(purse >> 33);\n"
             "if (now == before || ++pass == g->passes) goto finished;\n"
             "before = now;\nin = g->flat;\ngoto *in->go;\n}\n");
}

void rules_c_flat(Writer *w) {
    w->flat = true;
    w->pair = -1;
    write_frame(w);
    buf_text(w->out, own_steps);
    write_end(w);
    for (size_t i = 0; i < w->rules->prim_count; i++) write_step(w, i);
    write_pairs(w);
    buf_text(w->out, endings);
    w->flat = false;
    w->scope = 0;
}
