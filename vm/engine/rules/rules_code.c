/* rules_code.c -- compiling rules to bytecode.
 *
 * Temporaries are given out like a stack: `top` is the first free one, and what
 * is below it at a question (ASK) is alive. Values are compiled into a place
 * that the caller names, so an assignment needs no move. A variable is used
 * where it stands unless what comes after it in the same expression might
 * change it.
 */
#include "rules_code.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "rules_state.h"

enum { NOWHERE = UINT16_MAX };

typedef struct Compiler {
    const Rules  *rules;
    const Source *script;
    RulesCode    *code;
    const Rule   *rule;
    Err          *err;
    uint16_t base, top; /* temporaries: this rule's, the next free */
    bool          passes;            /* may end by PASS */
    bool          failed;
} Compiler;

static void into(Compiler *c, uint16_t n, uint16_t d);

static void fail(Compiler *c, const char *what, int limit) {
    if (c->failed) return;
    c->failed = true;
    err_at(c->err, c->script, c->rules->from + c->rule->at,
           "'%s' needs more than "
           "%d %s",
           c->rule->name, limit, what);
}

/* ---- instructions -------------------------------------------------------- */

static size_t emit(Compiler *c, int op, int g, uint16_t d, uint16_t a,
                   uint16_t b) {
    assert(op >= 0 && op <= CODE_RETURN && g >= 0 && g <= UINT8_MAX);
    if (c->code->count == RULES_CODE_MAX) {
        fail(c, "instructions", RULES_CODE_MAX);
        return 0;
    }
    c->code->instr[c->code->count] = (RulesInstr){ (uint8_t)op, (uint8_t)g, d,
                                                   a, b };
    return c->code->count++;
}

static void land(Compiler *c, size_t jump) {
    assert(jump < c->code->count);
    c->code->instr[jump].d = (uint16_t)c->code->count;
}

static uint16_t fixed(Compiler *c, int32_t k) {
    RulesCode *code = c->code;
    for (size_t i = 0; i < code->fixed_count; i++)
        if (code->fixed[i] == k) return (uint16_t)(RULES_FIRST_FIX + i);
    if (code->fixed_count == RULES_FIXED_MAX) {
        fail(c, "different numbers", RULES_FIXED_MAX);
        return RULES_FIRST_FIX;
    }
    code->fixed[code->fixed_count++] = k;
    return (uint16_t)(RULES_FIRST_FIX + code->fixed_count - 1);
}

static uint16_t temp(Compiler *c) {
    if (c->top < RULES_FIRST_TEMP + RULES_TEMPS_MAX) return c->top++;
    fail(c, "values at once", RULES_TEMPS_MAX);
    return RULES_FIRST_TEMP;
}

/* ---- values -------------------------------------------------------------- */

/* Where the value is, or will be: a place of its own, or a temporary. `after`
 * is what will be evaluated before the value is used. */
static uint16_t operand(Compiler *c, uint16_t n, uint16_t after) {
    const Ast *a = &c->rules->ast[n];
    if (a->kind == AST_NUMBER) return fixed(c, a->k);
    if (!rules_disturbs(c->rules, after)) {
        if (a->kind == AST_VAR) return (uint16_t)a->k;
        if (a->kind == AST_LOCAL) return (uint16_t)(c->base + a->k);
    }
    uint16_t t = temp(c);
    into(c, n, t);
    return t;
}

static void operation(Compiler *c, const Ast *a, uint16_t d) {
    uint16_t top = c->top;
    uint16_t x = operand(c, a->kid[0], a->kid[1]);
    uint16_t y = a->kid[1] ? operand(c, a->kid[1], 0) : x;
    c->top = top;
    if (d == NOWHERE && a->k != RULES_RANDOM) return;
    emit(c, (int)a->k, 0, d == NOWHERE ? temp(c) : d, x, y);
    c->top = top;
}

static void cell(Compiler *c, const Ast *a, uint16_t d) {
    bool two = c->rules->grid[a->k].sides == 2;
    uint16_t top = c->top;
    uint16_t x = operand(c, a->kid[0], a->kid[1]);
    uint16_t y = two ? operand(c, a->kid[1], 0) : x;
    c->top = top;
    if (d != NOWHERE)
        emit(c, two ? CODE_GRID2 : CODE_GRID1, (int)a->k, d, x, y);
}

static void item(Compiler *c, const Ast *a, uint16_t d) {
    uint16_t top = c->top;
    uint16_t x = operand(c, a->kid[0], 0);
    c->top = top;
    if (d != NOWHERE) emit(c, CODE_TABLE, (int)a->k, d, x, x);
}

static void put(Compiler *c, const Ast *a) {
    bool two = c->rules->grid[a->k].sides == 2;
    uint16_t top = c->top;
    bool second = rules_disturbs(c->rules, a->kid[1]);
    uint16_t x = operand(c, a->kid[0], a->kid[second ? 1 : 2]);
    uint16_t y = two ? operand(c, a->kid[1], a->kid[2]) : x;
    uint16_t v = operand(c, a->kid[2], 0);
    c->top = top;
    emit(c, two ? CODE_PUT2 : CODE_PUT1, (int)a->k, v, x, y);
}

/* Both sides into a temporary of its own: the place may be looked at by them.
 */
static void logic(Compiler *c, const Ast *a, uint16_t d) {
    uint16_t top = c->top, t = temp(c);
    bool both = a->kind == AST_AND;
    size_t out[2];
    for (int i = 0; i < 2; i++) {
        into(c, a->kid[i], t);
        if (!both) emit(c, RULES_NOT, 0, t, t, t);
        out[i] = emit(c, CODE_JUMP0, 0, 0, t, t);
    }
    emit(c, CODE_MOVE, 0, t, fixed(c, both), 0);
    size_t end = emit(c, CODE_JUMP, 0, 0, 0, 0);
    land(c, out[0]);
    land(c, out[1]);
    emit(c, CODE_MOVE, 0, t, fixed(c, !both), 0);
    land(c, end);
    if (d != NOWHERE) emit(c, CODE_MOVE, 0, d, t, 0);
    c->top = top;
}

static void call(Compiler *c, const Ast *a, uint16_t d) {
    const Rule *callee = &c->rules->rule[a->k];
    uint16_t top = c->top, base = c->base;
    bool passes = c->passes;
    for (uint16_t n = a->kid[0]; n; n = c->rules->ast[n].next) {
        uint16_t t = temp(c);
        into(c, n, t);
    }
    while (c->top < top + callee->locals && !c->failed) temp(c);
    c->base = top;
    c->passes = false;
    into(c, callee->body, d);
    c->base = base;
    c->top = top;
    c->passes = passes;
}

/* ---- flow ---------------------------------------------------------------- */

/* Jumps if the value is false; the jump is to be landed. */
static size_t unless(Compiler *c, uint16_t n) {
    const Ast *a = &c->rules->ast[n];
    uint16_t top = c->top, x, y;
    int op = CODE_JUMP0;
    if (a->kind == AST_OP && a->k >= RULES_EQ && a->k <= RULES_GE) {
        x = operand(c, a->kid[0], a->kid[1]);
        y = operand(c, a->kid[1], 0);
        op = CODE_UNLESS_EQ + (int)(a->k - RULES_EQ);
    } else {
        x = y = operand(c, n, 0);
    }
    c->top = top;
    return emit(c, op, 0, 0, x, y);
}

static void condition(Compiler *c, const Ast *a, uint16_t d) {
    size_t no = unless(c, a->kid[0]);
    into(c, a->kid[1], d);
    if (!a->kid[2] && d == NOWHERE) {
        land(c, no);
        return;
    }
    size_t end = emit(c, CODE_JUMP, 0, 0, 0, 0);
    land(c, no);
    if (a->kid[2]) into(c, a->kid[2], d);
    else emit(c, CODE_MOVE, 0, d, fixed(c, 0), 0);
    land(c, end);
}

static void loop(Compiler *c, const Ast *a) {
    uint16_t top = c->top, i = temp(c), last = temp(c);
    bool passes = c->passes;
    c->passes = false;
    into(c, a->kid[0], i);
    into(c, a->kid[1], last);
    size_t round = emit(c, CODE_ROUND, 0, 0, i, last);
    emit(c, CODE_MOVE, 0, (uint16_t)(c->base + a->k), i, 0);
    into(c, a->kid[2], NOWHERE);
    emit(c, CODE_NEXT, 0, (uint16_t)round, i, last);
    land(c, round);
    c->top = top;
    c->passes = passes;
}

static void ask(Compiler *c, const Ast *a, uint16_t d) {
    uint16_t top = c->top, live = (uint16_t)(c->top - RULES_FIRST_TEMP);
    if (live > RULES_LIVE_MAX)
        fail(c, "values at once while an argument is evaluated",
             RULES_LIVE_MAX);
    emit(c, CODE_ASK, 0, d == NOWHERE ? temp(c) : d, (uint16_t)a->k, live);
    c->top = top;
}

static void block(Compiler *c, const Ast *a, uint16_t d) {
    uint16_t last = 0;
    for (uint16_t n = a->kid[0]; n; n = c->rules->ast[n].next) {
        bool is_last = !c->rules->ast[n].next;
        into(c, n, is_last ? d : NOWHERE);
        last = n;
    }
    if (!last && d != NOWHERE) emit(c, CODE_MOVE, 0, d, fixed(c, 0), 0);
}

/* Assignments and loops give 0. */
static void no_value(Compiler *c, uint16_t d) {
    if (d != NOWHERE) emit(c, CODE_MOVE, 0, d, fixed(c, 0), 0);
}

static void move(Compiler *c, uint16_t d, uint16_t from) {
    if (d != NOWHERE && d != from) emit(c, CODE_MOVE, 0, d, from, 0);
}

static void into(Compiler *c, uint16_t n, uint16_t d) {
    const Ast *a = &c->rules->ast[n];
    if (c->failed) return;
    switch ((AstKind)a->kind) {
    case AST_NONE: no_value(c, d); return;
    case AST_NUMBER: move(c, d, fixed(c, a->k)); return;
    case AST_VAR: move(c, d, (uint16_t)a->k); return;
    case AST_LOCAL: move(c, d, (uint16_t)(c->base + a->k)); return;
    case AST_LAZY: ask(c, a, d); return;
    case AST_GRID: cell(c, a, d); return;
    case AST_TABLE: item(c, a, d); return;
    case AST_OP: operation(c, a, d); return;
    case AST_AND:
    case AST_OR: logic(c, a, d); return;
    case AST_CALL: call(c, a, d); return;
    case AST_IF: condition(c, a, d); return;
    case AST_FOR: loop(c, a); break;
    case AST_SET_VAR: into(c, a->kid[0], (uint16_t)a->k); break;
    case AST_SET_LOCAL: into(c, a->kid[0], (uint16_t)(c->base + a->k)); break;
    case AST_SET_GRID: put(c, a); break;
    case AST_BLOCK: block(c, a, d); return;
    case AST_CONVERT: into(c, a->kid[0], d); return;
    case AST_REAL:                   /* rules with reals have no bytecode */
    case AST_FN: break;
    }
    no_value(c, d);
}

/* ---- the ends of rules --------------------------------------------------- */

/* Compiles the last value of a rule so that it is returned at once. */
static void finish(Compiler *c, uint16_t n) {
    const Ast *a = &c->rules->ast[n];
    if (a->kind == AST_LAZY && c->passes) {
        emit(c, CODE_PASS, 0, 0, (uint16_t)a->k, 0);
    } else if (a->kind == AST_IF) {
        size_t no = unless(c, a->kid[0]);
        finish(c, a->kid[1]);
        land(c, no);
        finish(c, a->kid[2]);
    } else if (a->kind == AST_BLOCK && a->kid[0]) {
        uint16_t s = a->kid[0];
        for (; c->rules->ast[s].next; s = c->rules->ast[s].next)
            into(c, s, NOWHERE);
        finish(c, s);
    } else if (!n || a->kind >= AST_FOR) {
        into(c, n, NOWHERE);
        emit(c, CODE_RETURN, 0, 0, fixed(c, 0), 0);
    } else {
        uint16_t top = c->top, x = operand(c, n, 0);
        emit(c, CODE_RETURN, 0, 0, x, 0);
        c->top = top;
    }
}

static void compile_rule(Compiler *c, size_t i) {
    const Rules *r = c->rules;
    const Rule *rule = c->rule = &r->rule[i];
    c->code->start[i] = (uint16_t)c->code->count;
    if (rule->kind == RULE_DEF) return; /* inlined where it is called */
    c->base = RULES_FIRST_TEMP;
    c->top = (uint16_t)(RULES_FIRST_TEMP + rule->locals);
    c->passes = r->block[RULE_DONE] < 0 || (!rule->settles && !r->done_always);
    finish(c, rule->body);
    assert(c->failed || c->top == RULES_FIRST_TEMP + rule->locals);
}

void rules_code_free(void *code) {
    RulesCode *c = code;
    if (!c) return;
    mem_free(c->instr);
    mem_free(c);
}

RulesCode *rules_compile(const Rules *rules, const Source *script, Err *err) {
    RulesCode *code = mem_new(1, sizeof *code, err);
    if (!code) return NULL;
    Compiler c = { .rules = rules, .script = script, .code = code, .err = err };
    code->instr = mem_new(RULES_CODE_MAX, sizeof *code->instr, err);
    if (!code->instr) c.failed = true;
    for (size_t i = 0; i < rules->rule_count && !c.failed; i++)
        compile_rule(&c, i);
    if (!c.failed) return code;
    rules_code_free(code);
    return NULL;
}

/* ---- listing ------------------------------------------------------------- */

static const char *op_name(int op) {
    static const char *const names[] = {
#define CODE(id) #id,
#include "rules_code.def"
#undef CODE
    };
    return op < RULES_OP_COUNT ? rules_ops[op].name
                               : names[op - RULES_OP_COUNT];
}

void rules_code_print(const RulesCode *code, const Rules *rules, Buf *out) {
    for (size_t i = 0, rule = 0; i < code->count; i++) {
        while (rule < rules->rule_count && code->start[rule] <= i) {
            if (rules->rule[rule].kind != RULE_DEF)
                buf_format(out, "%s\n", rules->rule[rule].name);
            rule++;
        }
        const RulesInstr *in = &code->instr[i];
        buf_format(out, "%5zu  %-10s %3d %5d %5d %5d\n", i, op_name(in->op),
                   in->g, in->d, in->a, in->b);
    }
}
