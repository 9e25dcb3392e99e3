/* rules_c.c -- translating rules to C: the file.
 *
 * Each rule becomes a function, each primitive also the function of its nodes:
 * nodes point to theirs, so there is no walker in between and a leaf needs no
 * frame. A primitive that neither writes nor draws needs no test whether the
 * case has stopped: its value does not matter then. An argument in the last
 * place is returned as a tail call.
 *
 * That engine walks what cannot be flat; rules_c_flat.c writes the fast one.
 *
 * Rules with reals have the walker alone. A node's value is a double there, by
 * which every whole number and truth value goes through unchanged; inside a
 * rule each value has the type of its kind.
 */
#include "rules_c.h"

#include "rules_c_inner.h"
#include "engine/rules/lanes/rules_c_lanes.h"
#include "engine/rules/rules_flat.h"

/* The type of what nodes give, and of what a rule gives to another. */
static const char *node_type(const Rules *rules) {
    return rules->reals ? "double" : "int32_t";
}

static const char *type_of(uint8_t kind) {
    return kind == KIND_REAL ? "double" : "int32_t";
}

/* ---- rules --------------------------------------------------------------- */

/* Writes the value of a rule as a return. */
static void finish(Writer *w, uint16_t n) {
    const Ast *a = &w->rules->ast[n];
    if (a->kind == AST_BLOCK) {
        finish(w, rules_c_lead(w, a));
    } else if (a->kind == AST_IF) {
        rules_c_parts(w, a, finish);
    } else if (a->kind == AST_LAZY) {
        buf_format(w->out, "return engine_walk(g, k%d, arg);\n", a->k);
    } else {
        Place x = rules_c_value(w, n, 0);
        buf_text(w->out, "return ");
        rules_c_place(w, x);
        buf_text(w->out, ";\n");
    }
}

/* The body of a rule whose arguments are there. */
static void write_body(Writer *w, size_t number) {
    const Rule *rule = w->rule;
    if (rule->kind != RULE_OUTER) {
        finish(w, rule->body);
        return;
    }
    buf_format(w->out, "int32_t a[%d] = { 0", PRIM_ARGS_MAX);
    for (int i = 0; i < rule->arity; i++)
        buf_format(w->out, "%sl%d_%d", i ? ", " : " + ", w->scope, i);
    buf_format(w->out, " };\nreturn g->outer(g, %zu, a);\n", number);
}

/* Is the rule's value just its last argument, evaluated like all before it? */
static bool is_last_argument(const Rules *r, const Rule *rule) {
    const Ast *block = &r->ast[rule->body], *a = &r->ast[block->kid[0]];
    return rule->arity > 0 && rule->lazy == 0 && a->kind == AST_LOCAL &&
           a->k == rule->arity - 1 && !a->next;
}

static void write_arguments(Writer *w, const Rule *rule) {
    bool strict = false;
    for (int i = 0; i < rule->arity; i++) {
        buf_format(w->out, "const RulesNode *k%d = ", i);
        if (i == 0) buf_text(w->out, "n + 1;\n");
        else buf_format(w->out, "k%d + k%d->span;\n", i - 1, i - 1);
    }
    bool pass = is_last_argument(w->rules, rule);
    for (int i = 0; i < rule->arity; i++) {
        if (rule->lazy >> i & 1) continue;
        strict = true;
        if (!pass)
            buf_format(w->out,
                       "%c%d_%d = ", rule->arg[i] == KIND_REAL ? 'r' : 'l',
                       w->scope, i);
        else if (i == rule->arity - 1) buf_text(w->out, "return ");
        buf_format(w->out, "%s(g, k%d, arg);\n",
                   pass ? "engine_walk" : "engine_leaf", i);
    }
    if (strict && rules_c_must_check(rule))
        buf_text(w->out, "if (g->stop) return 0;\n");
}

/* The head of a rule that takes values: a helper, or one that steps call. */
static void write_head(Writer *w, const char *name, size_t number) {
    const Rule *rule = w->rule;
    buf_format(w->out, "static inline %s %s_%zu(RulesState *g",
               type_of(rule->gives), name, number);
    for (int i = 0; i < rule->arity; i++)
        buf_format(w->out, ", %s %c%d_%d", type_of(rule->arg[i]),
                   rule->arg[i] == KIND_REAL ? 'r' : 'l', w->scope, i);
    buf_text(w->out, ") {\n");
    rules_c_locals(w, rule->arity, rule->locals);
}

static void write_rule(Writer *w, size_t number) {
    const Rule *rule = w->rule = &w->rules->rule[number];
    w->temps = 0;
    bool prim = rule->kind == RULE_PRIM || rule->kind == RULE_OUTER;
    if (prim && !rule->lazy && !rules_flat_light(rule) && !w->rules->reals) {
        write_head(w, "act", number);
        write_body(w, number);
        buf_text(w->out, "}\n");
    }
    if (rule->kind == RULE_DEF) {
        write_head(w, "rule", number);
    } else {
        const char *type = node_type(w->rules);
        buf_format(w->out,
                   "static inline %s rule_%zu(RulesState *g, "
                   "const RulesNode *n, const %s *arg) {\n",
                   type, number, type);
        rules_c_locals(w, 0, rule->locals);
        write_arguments(w, rule);
        if (is_last_argument(w->rules, rule)) {
            buf_text(w->out, "}\n");
            return;
        }
    }
    write_body(w, number);
    buf_text(w->out, "}\n");
}

/* The function of a primitive's node: pays, acts, asks whether that was it. */
static void write_node(Writer *w, size_t prim) {
    const Rules *r = w->rules;
    const Rule *rule = &r->rule[r->prim_rule[prim]];
    const char *type = node_type(r);
    buf_format(w->out,
               "static %s node_%zu(RulesState *g, const RulesNode *n, "
               "const %s *arg) {\nif (!rules_pay(g, %d)) return 0;\n",
               type, prim + OP_FIRST_PRIM, type, rule->cost);
    if (!rules_asks_done(r, rule))
        buf_format(w->out, "return rule_%d(g, n, arg);\n}\n",
                   r->prim_rule[prim]);
    else
        buf_format(w->out,
                   "%s x = rule_%d(g, n, arg);\n"
                   "if (%sengine_done(g)) rules_end(g, false);\n"
                   "return x;\n}\n",
                   type, r->prim_rule[prim],
                   rule->arity > 0 || rule->loops ? "!g->stop && " : "");
}

/* ---- the file ------------------------------------------------------------ */

static const char *const shared[] = {
#define SHARED(...) #__VA_ARGS__ "\n",
#include "engine/rules/rules_state.inc"
#undef SHARED
};

static const char *const play_loop =
#define SHARED(...) #__VA_ARGS__ "\n";
#include "engine/rules/rules_loop.inc"
#undef SHARED

    static void write_tables(Writer * w) {
    const Rules *r = w->rules;
    for (size_t i = 0; i < r->table_count; i++) {
        buf_format(w->out, "static const int32_t table_%zu[] = {", i);
        for (size_t k = 0; k < r->table[i].len; k++) {
            rules_c_number(w, r->item[r->table[i].start + k]);
            buf_text(w->out, ", ");
        }
        buf_text(w->out, "};\n");
    }
}

static void write_special(Writer *w, RuleKind kind, const char *name) {
    int i = w->rules->block[kind];
    buf_format(w->out, "static %s engine_%s(RulesState *g) {\n",
               node_type(w->rules), name);
    if (i >= 0 && kind == RULE_TURN)
        buf_format(w->out, "if (!rules_pay(g, %d)) return 0;\n",
                   w->rules->rule[i].cost);
    if (i >= 0) buf_format(w->out, "return rule_%d(g, 0, 0);\n}\n", i);
    else buf_text(w->out, "return 0;\n}\n");
}

static void write_specials(Writer *w) {
    write_special(w, RULE_START, "start");
    write_special(w, RULE_TURN, "turn");
    write_special(w, RULE_DONE, "done");
    write_special(w, RULE_SCORE, "score");
    write_special(w, RULE_WON, "won");
}

/* Constants, ARGs and ADFs, then the primitives, and the table of them all. */
static void write_nodes(Writer *w) {
    size_t count = w->rules->prim_count + OP_FIRST_PRIM;
    static const char *const own[] = {
        [OP_CONST] = "return CONSTANT(n);\n",
        [OP_ARG] = "return arg[n->k];\n",
        [OP_ADF] = "Value a[8];\nconst RulesNode *kid = n + 1;\n"
                   "for (int i = 0; kid < n + n->span; i++, kid += kid->span)\n"
                   "a[i] = engine_walk(g, kid, arg);\n"
                   "return engine_walk(g, g->branch[n->k + 1], a);\n",
    };
    for (size_t i = 0; i < OP_FIRST_PRIM; i++)
        buf_format(w->out,
                   "static Value node_%zu(RulesState *g, "
                   "const RulesNode *n, const Value *arg) {\n"
                   "if (!rules_pay(g, %d)) return 0;\n%s}\n",
                   i, w->rules->cost, own[i]);
    for (size_t i = 0; i < w->rules->prim_count; i++) write_node(w, i);
    buf_text(w->out, "RulesWalk *const ludus_rules_walks[] = {\n");
    for (size_t i = 0; i < count; i++)
        buf_format(w->out, "(RulesWalk *)node_%zu,\n", i);
    buf_text(w->out, "};\n");
}

/* Rules by their numbers, for linear programs. */
static void write_call(Writer *w) {
    const Rules *r = w->rules;
    buf_text(w->out, "int32_t ludus_rules_call(RulesState *g, int rule) {\n"
                     "int32_t x = 0;\nswitch (rule) {\n");
    for (size_t i = 0; i < r->rule_count; i++) {
        const Rule *rule = &r->rule[i];
        if (rule->arity > 0 || rule->kind == RULE_DEF) continue;
        buf_format(w->out, "case %zu: x = rule_%zu(g, 0, 0);\n", i, i);
        if (rules_asks_done(r, rule))
            buf_text(w->out, "if (!g->stop && engine_done(g)) "
                             "rules_end(g, false);\n");
        buf_text(w->out, "break;\n");
    }
    buf_text(w->out, "}\nreturn x;\n}\n");
}

/* How nodes are evaluated. Those of rules with reals have functions of another
 * type than RulesWalk says. */
static void write_walker(Writer *w) {
    const Rules *r = w->rules;
    buf_format(w->out,
               "typedef %s Value;\n"
               "typedef Value Walk(RulesState *, const RulesNode *, "
               "const Value *);\n"
               "#define CONSTANT(n) %s\n",
               node_type(r),
               r->kind == KIND_REAL ? "g->value[(n)->k]" : "(n)->k");
    buf_text(w->out, "static inline Value engine_walk(RulesState *g, "
                     "const RulesNode *n, const Value *arg) {\n"
                     "return ((Walk *)n->walk)(g, n, arg);\n}\n");
    buf_format(w->out,
               "static inline Value engine_leaf(RulesState *g, "
               "const RulesNode *n, const Value *arg) {\n"
               "if (%d && n->op == 0) return rules_pay(g, %d) ? CONSTANT(n) "
               ": 0;\nreturn engine_walk(g, n, arg);\n}\n",
               r->constant_count > 0, r->cost);
}

/* Rules with reals have no steps. */
static void write_steps(Writer *w) {
    if (!w->rules->reals) {
        rules_c_flat(w);
        return;
    }
    buf_text(w->out, "static void steps(RulesState *g) {}\n"
                     "static bool engine_flat(RulesState *g) {\n"
                     "return false;\n}\n"
                     "const void *const *ludus_rules_labels(void) {\n"
                     "return 0;\n}\n");
}

void rules_c_print(const Rules *rules, uint64_t vary, const LanesPlan *plan,
                   Buf *out) {
    Writer w = { .rules = rules, .out = out, .vary = vary };
    buf_text(out,
             "/* Written by Ludus from the rules of a game. */\n"
             "#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n"
             "#include <string.h>\n");
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        buf_text(out, shared[i]);
    write_walker(&w);
    write_tables(&w);
    for (size_t i = 0; i < rules->rule_count; i++) write_rule(&w, i);
    write_specials(&w);
    write_nodes(&w);
    write_steps(&w);
    buf_format(out,
               "static void engine_run(RulesState *g) {\n"
               "Value value = engine_walk(g, g->branch[0], 0);\n"
               "if (!g->stop) g->%s[0] = value;\n}\n",
               rules->var_kind[0] == KIND_REAL ? "real" : "var");
    buf_text(out, play_loop);
    buf_text(out, "void ludus_rules_play(RulesState *g) { engine_play(g); }\n"
                  "void ludus_rules_resume(RulesState *g) {\n"
                  "steps(g);\nengine_finish(g);\n}\n"
                  "void ludus_rules_begin(RulesState *g) {\nengine_start(g);\n"
                  "if (!g->stop && engine_done(g)) rules_end(g, false);\n}\n"
                  "void ludus_rules_pass(RulesState *g) {\n"
                  "if (!g->stop) engine_pass(g);\n}\n"
                  "void ludus_rules_finish(RulesState *g) {\n"
                  "engine_finish(g);\n}\n");
    write_call(&w);
    if (!plan || plan->why[0]) return;
    LanesPlan settled = *plan;
    rules_c_lanes(rules, &settled, out);
}
