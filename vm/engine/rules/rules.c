/* rules.c -- rules from beginning to end: read, checked, turned into a
 * language. */
#include "rules.h"

#include <string.h>

#include "base/mem.h"
#include "base/suggest.h"

const RulesOpRow rules_ops[RULES_OP_COUNT] = {
#define RULE_OP(id, name, arguments, precedence, help) \
    [RULES_##id] = { name, arguments, precedence, help },
#include "rules_ops.def"
#undef RULE_OP
};

const char *const rules_kind_name[KIND_REAL + 1] = {
    [KIND_WHOLE] = "whole",
    [KIND_TRUTH] = "truth",
    [KIND_REAL] = "real",
};

int rules_find(const Rules *rules, RulesNameKind kind, const char *name) {
    for (size_t i = 0; i < rules->name_count; i++) {
        const RulesName *n = &rules->name[i];
        if (n->kind == kind && strcmp(n->name, name) == 0) return n->k;
    }
    return -1;
}

const char *rules_near(const Rules *rules, const char *name, int first) {
    Suggest near = suggest_start(name);
    for (size_t i = 0; i < rules->name_count; i++) {
        const RulesName *n = &rules->name[i];
        if (n->kind == NAME_GRID || (n->kind == NAME_VAR && n->k >= first))
            suggest_offer(&near, n->name);
    }
    return near.best;
}

bool rules_no_primitives(const Rules *rules, const char *hidden,
                         const char *field, const char *who, Err *err) {
    for (size_t i = 0; i < rules->prim_count; i++) {
        const char *name = rules->prim[i].name;
        if (strcmp(name, hidden) == 0) continue;
        return err_set(err,
                       "%s: '%s' is a primitive, and %s have none: write "
                       "'def %s'",
                       field, name, who, name);
    }
    return true;
}

bool rules_disturbs(const Rules *rules, uint16_t n) {
    const Ast *a = &rules->ast[n];
    if (!n) return false;
    if (a->kind == AST_LAZY || a->kind == AST_CALL || a->kind == AST_IF)
        return true;
    return rules_disturbs(rules, a->kid[0]) ||
           rules_disturbs(rules, a->kid[1]) || rules_disturbs(rules, a->kid[2]);
}

uint16_t rules_disturber(const Rules *rules, uint16_t n) {
    uint16_t last = 0;
    for (uint16_t m = rules->ast[n].next; m; m = rules->ast[m].next)
        if (rules_disturbs(rules, m)) last = m;
    return last;
}

/* Kinds as programs have them: 0 is what a program gives. Where no rule speaks
 * of truth values they are numbers. */
static uint8_t program_kind(const Rules *r, uint8_t kind) {
    if (kind == KIND_NONE) kind = r->kind;
    if (kind == KIND_TRUTH && !r->truths) kind = KIND_WHOLE;
    return kind == r->kind ? 0 : kind == KIND_WHOLE ? r->kind : kind;
}

/* The rows that readers, printers and the manual see. */
static void fill_language(Rules *r) {
    for (size_t i = 0; i < r->rule_count; i++) {
        const Rule *rule = &r->rule[i];
        if (rule->kind != RULE_PRIM && rule->kind != RULE_TEST &&
            rule->kind != RULE_OUTER)
            continue;
        Prim *prim = &r->prim[r->prim_count];
        *prim = (Prim){ .name = rule->name,
                        .arity = rule->arity,
                        .help = rule->help,
                        .kind = program_kind(r, rule->gives) };
        for (int k = 0; k < rule->arity; k++)
            prim->arg_kind[k] = program_kind(r, rule->arg[k]);
        r->prim_rule[r->prim_count] = (uint8_t)i;
        r->sense[r->prim_count] = rules_sense(r, r->prim_count);
        r->prim_count++;
    }
    strcpy(r->game, "rules");
    r->language = (Language){
        .game = r->game,
        .prims = r->prim,
        .prim_count = r->prim_count,
        .enabled = UINT64_MAX,
        .sense = r->sense,
        .constants = r->constant,
        .constant_count = r->constant_count,
        .has_own = r->has_own,
        .own_normal = r->own_normal,
        .own = { r->own[0], r->own[1] },
    };
}

void rules_free(void *rules) {
    Rules *r = rules;
    if (!r) return;
    buf_free(&r->warnings);
    mem_free(r->text);
    mem_free(r);
}

Rules *rules_new(const Source *script, size_t from, size_t to,
                 const RulesGiven *given, Err *err) {
    if (to - from > RULES_TEXT_MAX) {
        err_at(err, script, from, "rules have at most %d bytes, these have %zu",
               RULES_TEXT_MAX, to - from);
        return NULL;
    }
    Rules *r = mem_new(1, sizeof *r, err);
    if (!r) return NULL;
    r->script = *script;
    r->from = from;
    r->len = to - from;
    r->text = mem_text(script->text + from, r->len, err);
    if (!r->text || !rules_parse(r, given, err) || !rules_judge(r, err)) {
        rules_free(r);
        return NULL;
    }
    fill_language(r);
    r->script = (Source){ 0 };
    return r;
}
