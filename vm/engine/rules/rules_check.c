/* rules_check.c -- what each rule may do, and what is wrong although it reads
 * well.
 *
 * Rules call only earlier ones, so one pass in order sees every callee before
 * its callers. A rule's size counts what it calls as often as it is called:
 * bounding it bounds the time of everything but loops, and loops spend fuel.
 *
 * `done` is a question about the state, so it need be asked only when what it
 * looks at may have changed: after a primitive that sets such a thing. But if a
 * primitive does that and then evaluates an argument on demand, the nodes of
 * that argument see a state that nobody asked about yet; then it is asked after
 * every primitive.
 */
#include "rules.h"

#include <stdio.h>
#include <string.h>

#include "base/suggest.h"

/* Which declared things are looked at, by their numbers. */
typedef struct Seen {
    bool var[RULES_VARS_MAX], grid[RULES_GRIDS_MAX], table[RULES_TABLES_MAX];
    bool rule[RULES_RULES_MAX];
    bool value_used[RULES_RULES_MAX];  /* is a def's value ever used? */
} Seen;

typedef struct Checker {
    Rules *rules;
    Rule  *rule;
    Seen   seen;
} Checker;

static void look(Checker *c, uint16_t n, bool wanted);

static void call(Checker *c, const Ast *a, bool wanted) {
    const Rule *callee = &c->rules->rule[a->k];
    Rule *rule = c->rule;
    rule->size += callee->size;
    rule->writes |= callee->writes;
    rule->draws |= callee->draws;
    rule->loops |= callee->loops;
    rule->vars_read |= callee->vars_read;
    rule->vars_set |= callee->vars_set;
    rule->grids_read |= callee->grids_read;
    rule->grids_set |= callee->grids_set;
    c->seen.rule[a->k] = true;
    c->seen.value_used[a->k] |= wanted;
    for (uint16_t n = a->kid[0]; n; n = c->rules->ast[n].next) look(c, n, true);
}

/* Only the last statement of a block gives its value. */
static void block(Checker *c, const Ast *a, bool wanted) {
    for (uint16_t n = a->kid[0]; n; n = c->rules->ast[n].next)
        look(c, n, wanted && !c->rules->ast[n].next);
}

static void kids(Checker *c, const Ast *a) {
    for (int i = 0; i < 3; i++) look(c, a->kid[i], true);
}

/* Notes what a node reads and sets. */
static void note(Checker *c, const Ast *a) {
    Rule *rule = c->rule;
    uint64_t bit = UINT64_C(1) << (a->k & 63);
    switch ((AstKind)a->kind) {
    case AST_VAR:
        c->seen.var[a->k] = true;
        rule->vars_read |= bit;
        break;
    case AST_GRID:
        c->seen.grid[a->k] = true;
        rule->grids_read |= bit;
        break;
    case AST_TABLE: c->seen.table[a->k] = true; break;
    case AST_SET_VAR: rule->vars_set |= bit; break;
    case AST_SET_GRID: rule->grids_set |= bit; break;
    case AST_NONE:
    case AST_NUMBER:
    case AST_LOCAL:
    case AST_LAZY:
    case AST_OP:
    case AST_AND:
    case AST_OR:
    case AST_CALL:
    case AST_IF:
    case AST_FOR:
    case AST_SET_LOCAL:
    case AST_BLOCK:
    case AST_REAL:
    case AST_FN:
    case AST_CONVERT: break;
    }
    rule->writes |= a->kind == AST_SET_VAR || a->kind == AST_SET_GRID;
}

static void look(Checker *c, uint16_t n, bool wanted) {
    const Ast *a = &c->rules->ast[n];
    if (!n) return;
    if (c->rule->size < UINT32_MAX / 2) c->rule->size++;
    switch ((AstKind)a->kind) {
    case AST_VAR:
    case AST_GRID:
    case AST_TABLE:
    case AST_SET_VAR:
    case AST_SET_GRID: note(c, a); break;
    case AST_LAZY: c->rule->asks = true; break;
    case AST_FOR:
        c->rule->loops = true;
        look(c, a->kid[0], true);
        look(c, a->kid[1], true);
        look(c, a->kid[2], false);
        return;
    case AST_IF:
        look(c, a->kid[0], true);
        look(c, a->kid[1], wanted);
        look(c, a->kid[2], wanted);
        return;
    case AST_OP: c->rule->draws |= a->k == RULES_RANDOM; break;
    case AST_CALL: call(c, a, wanted); return;
    case AST_BLOCK: block(c, a, wanted); return;
    case AST_NONE:
    case AST_NUMBER:
    case AST_LOCAL:
    case AST_AND:
    case AST_OR:
    case AST_SET_LOCAL:
    case AST_REAL:
    case AST_FN:
    case AST_CONVERT: break;
    }
    kids(c, a);
}

/* Who executes it may look at everything, change everything and draw. */
static void look_outer(Checker *c) {
    Rule *rule = c->rule;
    rule->writes = rule->draws = true;
    rule->vars_read = rule->vars_set = UINT64_MAX;
    rule->grids_read = rule->grids_set = UINT64_MAX;
    memset(c->seen.var, true, sizeof c->seen.var);
    memset(c->seen.grid, true, sizeof c->seen.grid);
}

/* ---- judging ------------------------------------------------------------- */

static bool judge(Rules *r, const Rule *rule, Err *err) {
    if (rule->size > RULES_SIZE_MAX)
        return err_at(err, &r->script, r->from + rule->at,
                      "'%s' has more than %d "
                      "operations, those of what it calls included",
                      rule->name, RULES_SIZE_MAX);
    bool question = rule->kind == RULE_DONE || rule->kind == RULE_SCORE ||
                    rule->kind == RULE_WON || rule->kind == RULE_TEST;
    if (question && (rule->writes || rule->draws))
        return err_at(err, &r->script, r->from + rule->at,
                      "'%s' only looks: it "
                      "may not %s",
                      rule->name,
                      rule->writes ? "change anything" : "draw at random");
    return true;
}

static void warn(Rules *r, size_t at, const char *name, const char *what) {
    Err err;
    err_at(&err, &r->script, r->from + at, "warning: '%s' %s", name, what);
    buf_format(&r->warnings, "%s\n", err.text);
}

static const char *complaint(const Seen *seen, const RulesName *n) {
    switch (n->kind) {
    case NAME_VAR:
        if (seen->var[n->k]) return NULL;
        return n->used ? "is set, but never looked at" : "is never used";
    case NAME_GRID:
        if (seen->grid[n->k]) return NULL;
        return n->used ? "is set, but never looked at" : "is never used";
    case NAME_TABLE: return seen->table[n->k] ? NULL : "is never used";
    case NAME_DEF: return seen->rule[n->k] ? NULL : "is never called";
    case NAME_CONST: return n->used ? NULL : "is never used";
    case NAME_PRIM: break;
    }
    return NULL;
}

static bool gives_value(const Rules *r, const Rule *rule) {
    uint16_t last = 0;
    for (uint16_t n = r->ast[rule->body].kid[0]; n; n = r->ast[n].next)
        last = n;
    AstKind kind = (AstKind)r->ast[last].kind;
    return last && kind != AST_IF && kind != AST_CALL && kind < AST_FOR;
}

/* A primitive in small letters that is nearly one of the blocks which the rules
 * may have, and do not. */
static void warn_about_block(Rules *r, const RulesName *n) {
    static const struct {
        RuleKind kind;
        const char *name;
    } blocks[] = {
        { RULE_START, "start" },
        { RULE_TURN, "turn" },
        { RULE_DONE, "done" },
    };
    const Rule *rule = &r->rule[n->k];
    for (const char *c = n->name; *c; c++)
        if (*c < 'a' || *c > 'z') return;
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++) {
        char what[64];
        if (rule->kind != RULE_PRIM || rule->arity > 0 ||
            r->block[blocks[i].kind] >= 0 ||
            suggest_distance(n->name, blocks[i].name) != 1)
            continue;
        snprintf(what, sizeof what, "is a primitive; did you mean '%s'?",
                 blocks[i].name);
        warn(r, n->at, n->name, what);
    }
}

/* Variables that the engine sets where two programs meet: see rules_match.h. */
static bool is_of_two(const Rules *r, const RulesName *n) {
    bool named = strcmp(n->name, "player") == 0 ||
                 strcmp(n->name, "other") == 0;
    return named && n->kind == NAME_VAR &&
           rules_find(r, NAME_VAR, "judged") >= 0;
}

static void warn_about_names(Checker *c) {
    Rules *r = c->rules;
    for (size_t i = 0; i < r->name_count; i++) {
        const RulesName *n = &r->name[i];
        if (strcmp(n->name, "value") == 0 || is_of_two(r, n)) continue;
        const char *what = complaint(&c->seen, n);
        if (what) warn(r, n->at, n->name, what);
        if (n->kind == NAME_PRIM) warn_about_block(r, n);
        if (n->kind == NAME_DEF && c->seen.rule[n->k] &&
            !c->seen.value_used[n->k] && gives_value(r, &r->rule[n->k]))
            warn(r, n->at, n->name, "gives a value that is never used");
    }
}

static void find_settling(Rules *r) {
    if (r->block[RULE_DONE] < 0) return;
    const Rule *done = &r->rule[r->block[RULE_DONE]];
    for (size_t i = 0; i < r->rule_count; i++) {
        Rule *rule = &r->rule[i];
        rule->settles = (rule->vars_set & done->vars_read) ||
                        (rule->grids_set & done->grids_read);
        if (rule->kind == RULE_PRIM && rule->settles && rule->lazy)
            r->done_always = true;
    }
}

bool rules_judge(Rules *rules, Err *err) {
    Checker c = { .rules = rules };
    for (size_t i = 0; i < rules->rule_count; i++) {
        Rule *rule = c.rule = &rules->rule[i];
        if (rule->cost < 0) rule->cost = rules->cost;
        if (rule->kind == RULE_OUTER) look_outer(&c);
        look(&c, rule->body,
             rule->kind != RULE_START && rule->kind != RULE_TURN);
        if (!judge(rules, rule, err)) return false;
        rules->draws |= rule->draws;
    }
    find_settling(rules);
    warn_about_names(&c);
    return true;
}
