/* compile.c -- the compiler's second pass: from analysed trees to instructions.
 *
 * A value that is known when compiling needs no instruction, and neither does
 * an ARG: it is where the caller put it. Both are a Place until somebody
 * needs them in the accumulator. Steps of nodes that made no instruction are
 * `pending` until the next one is emitted; it charges them.
 *
 * Branches are generated after all that call them, when the ranges of their
 * arguments are known. Small ADFs are generated inside their caller instead;
 * then an ARG is any place in the caller.
 *
 * Invariant: slots below `depth` are in use and are not written again before
 * they are given back, also not by the other part of a branch. So many cases
 * can run both parts one after the other on one stack.
 */
#include "compile_inner.h"

#include <assert.h>

#include "base/hot.h"
#include "base/mem.h"

/* ---- life --------------------------------------------------------------- */

Compiler *compile_new(const CodeRow *rows, size_t count, CodeTruth truth,
                      size_t nodes, Err *err) {
    assert(count <= PRIM_ROWS_MAX);
    Compiler *c = mem_new(1, sizeof *c, err);
    if (!c) return NULL;
    memcpy(c->given, rows, count * sizeof *rows);
    c->truth = truth;
    c->nodes = nodes;
    c->info = mem_new(nodes, sizeof *c->info, err);
    if (c->info) return c;
    compile_free(c);
    return NULL;
}

void compile_free(Compiler *compiler) {
    if (!compiler) return;
    mem_free(compiler->info);
    mem_free(compiler);
}

/* Are the tables made for such a vocabulary? Its address proves nothing:
 * another one may live there now. */
static bool tables_fit(const Compiler *c, const Vocab *v) {
    const Language *a = &c->language, *b = v->language;
    return c->ready && a->prims == b->prims && a->enabled == b->enabled &&
           a->constants == b->constants &&
           vocab_shape_same(&c->shape, &v->shape);
}

static void make_tables(Compiler *c, const Vocab *v) {
    for (int i = 0; i < v->symbols; i++) {
        CodeRow *row = &c->row[i];
        int op = v->op[i];
        c->arity[i] = v->arity[i];
        c->adf[i] = (uint8_t)(op == OP_ADF ? v->k[i] + 1 : v->k[i]);
        if (op == OP_CONST)
            *row = (CodeRow){ .kind = KIND_CONST, .lo = v->k[i] };
        else if (op == OP_ARG) *row = (CodeRow){ .kind = KIND_ARG };
        else if (op == OP_ADF) *row = (CodeRow){ .kind = KIND_ADF };
        else *row = c->given[op - OP_FIRST_PRIM];
        assert(op < OP_FIRST_PRIM + PRIM_ROWS_MAX);
        c->leaf[i] = (Info){ { row->lo, row->lo }, 1, 1, 0 };
    }
    c->first_arg = (uint8_t)v->first_arg;
    c->end_arg = (uint8_t)v->first_prim;
    c->language = *v->language;
    c->shape = v->shape;
    c->ready = true;
}

/* ---- emitting ----------------------------------------------------------- */

static uint32_t emit(Compiler *c, int op, int k, uint32_t target);

/* Charges what no single instruction can. */
static void charge(Compiler *c) {
    while (c->pending > CODE_STEPS_MAX) {
        uint32_t rest = c->pending - CODE_STEPS_MAX;
        c->pending = CODE_STEPS_MAX;
        emit(c, CODE_NOP, 0, 0);
        c->pending = rest;
    }
}

static uint32_t emit(Compiler *c, int op, int k, uint32_t target) {
    Code *code = c->code;
    hot_assert(k >= INT16_MIN && k <= INT16_MAX && target <= UINT16_MAX);
    if (c->pending > CODE_STEPS_MAX) charge(c);
    if (code->count == CODE_MAX) {
        c->failed = true;
        return 0;
    }
    code->ins[code->count] = (Ins){ (uint16_t)op, (int16_t)k,
                                    (uint16_t)c->pending, (uint16_t)target };
    c->pending = 0;
    return code->count++;
}

/* The same where k is a value of the program. */
static uint32_t emit_value(Compiler *c, int op, int k, uint32_t target) {
    if (k < INT8_MIN || k > INT8_MAX) c->code->wide = true;
    return emit(c, op, k, target);
}

static bool fits(int32_t k) { return k >= -INT16_MAX && k <= INT16_MAX; }

static Place in_acc(void) { return (Place){ IN_ACC, 0 }; }

static Place constant(Compiler *c, int32_t k) {
    if (fits(k)) return (Place){ IN_CONST, k };
    uint32_t bits = (uint32_t)k;
    c->code->wide = true;
    emit(c, CODE_LDW, (int16_t)(bits & 0xffff), bits >> 16);
    return in_acc();
}

static void to_acc(Compiler *c, Place p) {
    if (p.kind == IN_CONST) emit_value(c, CODE_LDK, p.k, 0);
    if (p.kind == IN_SLOT) emit(c, CODE_LDS, p.k, 0);
}

static int take_slot(Compiler *c) {
    if (++c->depth > c->frame) c->frame = c->depth;
    return c->depth - 1;
}

/* Puts a value into a slot of its own. */
static int to_slot(Compiler *c, Place p) {
    int slot = take_slot(c);
    if (p.kind == IN_ACC) emit(c, CODE_ST, slot, 0);
    if (p.kind == IN_CONST) emit_value(c, CODE_STK, p.k, (uint32_t)slot);
    if (p.kind == IN_SLOT) emit(c, CODE_STS, p.k, (uint32_t)slot);
    return slot;
}

/* ---- looking at nodes --------------------------------------------------- */

static const CodeRow *row_at(const Compiler *c, int i) {
    return &c->row[c->scope.node[i]];
}

static const Info *info_at(const Compiler *c, int i) {
    return &c->scope.info[i];
}

static int behind(const Compiler *c, int i) { return i + info_at(c, i)->size; }

/* True if the node's value needs no instruction, so acc stays as it is. */
static bool is_quiet(const Compiler *c, int i) {
    const Info *f = info_at(c, i);
    if (f->flags) return false;
    return range_one(f->v) ? fits(f->v.lo) : row_at(c, i)->kind == KIND_ARG;
}

static void gen_void(Compiler *c, int i);
static Place gen_value(Compiler *c, int i);

/* The value to acc, or the effects only. */
static void gen_to(Compiler *c, int i, bool is_void) {
    if (is_void) gen_void(c, i);
    else to_acc(c, gen_value(c, i));
}

/* ---- arithmetic and tests ----------------------------------------------- */

/* Both operands, the first in a slot if the second would disturb it. */
static void gen_operands(Compiler *c, int x, int y, Place *a, Place *b) {
    int depth = c->depth;
    *a = gen_value(c, x);
    if (a->kind == IN_ACC && !is_quiet(c, y))
        *a = (Place){ IN_SLOT, to_slot(c, *a) };
    *b = gen_value(c, y);
    hot_assert(c->depth >= depth);
    c->depth = depth;
}

/* One operand to acc, the other to *other; true if acc has the second one. */
static bool arrange(Compiler *c, Place a, Place b, Place *other) {
    bool reversed = a.kind != IN_ACC &&
                    (b.kind == IN_ACC || a.kind == IN_CONST);
    to_acc(c, reversed ? b : a);
    *other = reversed ? a : b;
    return reversed;
}

typedef struct Binary {
    uint8_t k, rk, s, rs, jk, jrk, js, jrs;
} Binary;

/* Instructions per kind: plain and reversed, by constant and by slot; then the
 * jump that leaves if the comparison fails. A constant left of AND or OR has
 * been folded; a difference by a constant is a sum. */
static const Binary binary[] = {
    [KIND_ADD] = { CODE_ADDK, CODE_ADDK, CODE_ADDS, CODE_ADDS, 0, 0, 0, 0 },
    [KIND_SUB] = { CODE_ADDK, CODE_RSUBK, CODE_SUBS, CODE_RSUBS, 0, 0, 0, 0 },
    [KIND_EQ]  = { CODE_EQK, CODE_EQK, CODE_EQS, CODE_EQS,
                   CODE_JNE, CODE_JNE, CODE_JNES, CODE_JNES },
    [KIND_GT]  = { CODE_GTK, CODE_LTK, CODE_GTS, CODE_LTS,
                   CODE_JLE, CODE_JGE, CODE_JLES, CODE_JGES },
    [KIND_LT]  = { CODE_LTK, CODE_GTK, CODE_LTS, CODE_GTS,
                   CODE_JGE, CODE_JLE, CODE_JGES, CODE_JLES },
    [KIND_AND] = { CODE_ANDK, 0, CODE_ANDS, CODE_RANDS, 0, 0, 0, 0 },
    [KIND_OR]  = { CODE_ORK, 0, CODE_ORS, CODE_RORS, 0, 0, 0, 0 },
};

/* An inlined body may turn out constant where its call did not. */
static bool fold(CodeKind kind, Place a, Place b, Place *result) {
    if (a.kind != IN_CONST) return false;
    if (kind == KIND_AND) *result = a.k ? b : a;
    else if (kind == KIND_OR) *result = a.k ? a : b;
    else if (b.kind != IN_CONST) return false;
    else {
        Range x = { a.k, a.k }, y = { b.k, b.k };
        *result = (Place){ IN_CONST, compile_range(kind, x, y).lo };
    }
    return true;
}

static Place gen_binary(Compiler *c, int i) {
    CodeKind kind = (CodeKind)row_at(c, i)->kind;
    int x = i + 1, y = behind(c, x);
    Range v = info_at(c, x)->v;
    const Binary *op = &binary[kind];
    hot_assert(op->s);               /* a row of the table */
    c->pending++;
    if ((kind == KIND_AND && !range_has(v, 0)) ||
        (kind == KIND_OR && v.lo == 0 && v.hi == 0)) {
        gen_void(c, x);
        return gen_value(c, y);
    }
    if (kind == KIND_OR && !range_has(v, 0) && !info_at(c, y)->flags) {
        Place p = gen_value(c, x);
        gen_void(c, y);
        return p;
    }
    Place a, b, other;
    gen_operands(c, x, y, &a, &b);
    if (fold(kind, a, b, &other)) {
        bool large = other.kind == IN_CONST && !fits(other.k);
        return large ? constant(c, other.k) : other;
    }
    bool reversed = arrange(c, a, b, &other);
    uint32_t live = (uint32_t)c->depth;    /* for lanes that leave */
    if (other.kind == IN_SLOT && other.k >= c->depth) live++;
    if (other.kind == IN_SLOT)
        emit(c, reversed ? op->rs : op->s, other.k, live);
    else if (kind == KIND_SUB && !reversed)
        emit_value(c, CODE_ADDK, -other.k, live);
    else emit_value(c, reversed ? op->rk : op->k, other.k, live);
    return in_acc();
}

/* The test of an IF, fused with its jump where it can be; returns the jump. */
static uint32_t gen_test(Compiler *c, int x) {
    static const uint8_t plain[] = {
        [CODE_TRUE_ONE]      = CODE_JNE,
        [CODE_TRUE_NONZERO]  = CODE_JEQ,
        [CODE_TRUE_POSITIVE] = CODE_JLE,
    };
    int kind = row_at(c, x)->kind;
    if (kind == KIND_NOT) {
        c->pending++;
        gen_to(c, x + 1, false);
        return emit(c, CODE_JNE, 0, 0);
    }
    if (kind == KIND_EQ || kind == KIND_GT || kind == KIND_LT) {
        Place a, b, other;
        c->pending++;
        gen_operands(c, x + 1, behind(c, x + 1), &a, &b);
        bool reversed = arrange(c, a, b, &other);
        const Binary *op = &binary[kind];
        if (other.kind == IN_SLOT)
            return emit(c, reversed ? op->jrs : op->js, other.k, 0);
        return emit_value(c, reversed ? op->jrk : op->jk, other.k, 0);
    }
    gen_to(c, x, false);
    return emit(c, plain[c->truth], c->truth == CODE_TRUE_ONE, 0);
}

/* One part of a branch and the instruction that ends it; returns that. */
static uint32_t gen_part(Compiler *c, int i, bool is_void, int end, int end_k) {
    Place p = in_acc();
    if (is_void) gen_void(c, i);
    else p = gen_value(c, i);
    if (p.kind == IN_CONST) return emit_value(c, end_k, p.k, 0);
    to_acc(c, p);
    return emit(c, end, 0, 0);
}

static void gen_parts(Compiler *c, uint32_t jump, int yes, bool is_void) {
    if (++c->nesting > c->deepest) c->deepest = c->nesting;
    uint32_t end = gen_part(c, yes, is_void, CODE_THEN, CODE_THENK);
    c->code->ins[jump].target = (uint16_t)c->code->count;
    gen_part(c, behind(c, yes), is_void, CODE_ELSE, CODE_ELSEK);
    c->code->ins[end].target = (uint16_t)c->code->count;
    c->nesting--;
    hot_assert(c->nesting >= 0 && (c->failed || jump < end));
}

static void gen_if(Compiler *c, int i, bool is_void) {
    int x = i + 1, yes = behind(c, x);
    Range v = info_at(c, x)->v;
    c->pending++;
    bool hold = may_hold(c->truth, v), fail = may_fail(c->truth, v);
    if (hold && fail) {
        gen_parts(c, gen_test(c, x), yes, is_void);
    } else {                         /* decided now */
        gen_void(c, x);
        gen_to(c, hold ? yes : behind(c, yes), is_void);
    }
}

static void gen_question(Compiler *c, int i, bool is_void) {
    c->pending++;
    int op = CODE_GAME + 4 * row_at(c, i)->number;
    gen_parts(c, emit(c, op, 0, (uint32_t)c->depth), i + 1, is_void);
}

/* ---- the game's own ----------------------------------------------------- */

static void gen_select(Compiler *c, int i, bool is_void) {
    const CodeRow *row = row_at(c, i);
    Range v = info_at(c, i + 1)->v;
    int op = CODE_GAME + 4 * row->number;
    bool keep = row->gives_operand && !is_void;
    c->pending++;
    if (!keep && selects_0(row, v)) {
        gen_void(c, i + 1);
        emit(c, op + FORM_K, 0, (uint32_t)c->depth);
        return;
    }
    Place p = gen_value(c, i + 1);
    bool inside = v.lo >= 0 && v.hi < row->choices;
    if (p.kind == IN_SLOT) emit(c, op + FORM_S, p.k, (uint32_t)c->depth);
    else if (p.kind == IN_CONST)
        emit_value(c, op + FORM_K, p.k, (uint32_t)c->depth);
    else emit(c, op + (inside ? FORM_ACC : FORM_ANY), 0, (uint32_t)c->depth);
}

/* ---- calls -------------------------------------------------------------- */

/* Generates the body of an ADF in place of a call. What its analysis says
 * holds for all calls; doing it again for the arguments of this one costs
 * more than it gains, since constants are folded on the way. */
static Place gen_body(Compiler *c, const Branch *b, const Place *arg,
                      bool is_void) {
    Scope outer = c->scope;
    Place p = in_acc();
    c->scope = (Scope){ b->node, b->info, arg };
    c->inlined += b->len;
    if (is_void) gen_void(c, 0);
    else p = gen_value(c, 0);
    c->scope = outer;
    return p;
}

static Place gen_inlined(Compiler *c, int i, bool is_void) {
    uint8_t symbol = c->scope.node[i];
    const Branch *b = &c->branch[c->adf[symbol]];
    Place arg[PRIM_ARGS_MAX];
    int a = i + 1, depth = c->depth;
    for (int k = 0; k < c->arity[symbol]; a = behind(c, a), k++) {
        if (!(b->used >> k & 1)) {
            gen_void(c, a);
            continue;
        }
        Place p = gen_value(c, a);
        if (p.kind == IN_ACC) p = (Place){ IN_SLOT, to_slot(c, p) };
        arg[k] = p;
    }
    hot_assert(c->depth >= depth);
    Place p = gen_body(c, b, arg, is_void);
    if (p.kind == IN_SLOT && p.k >= depth) {    /* that slot is given back */
        to_acc(c, p);
        p = in_acc();
    }
    c->depth = depth;
    return p;
}

/* CALLs to one branch are a list through their targets until it has a place. */
static Place gen_called(Compiler *c, int i, bool is_void) {
    uint8_t symbol = c->scope.node[i];
    Branch *b = &c->branch[c->adf[symbol]];
    int a = i + 1, depth = c->depth;
    for (int k = 0; k < c->arity[symbol]; a = behind(c, a), k++) {
        if (!(b->used >> k & 1)) {
            gen_void(c, a);
            continue;
        }
        b->arg[k] = range_join(b->arg[k], info_at(c, a)->v);
        to_slot(c, gen_value(c, a));
    }
    b->last_call = emit(c, CODE_CALL, depth, b->last_call);
    b->called = true;
    if (!is_void) b->wanted = true;
    c->depth = depth;
    return in_acc();
}

static Place gen_call(Compiler *c, int i, bool is_void) {
    const Branch *b = &c->branch[c->adf[c->scope.node[i]]];
    c->pending++;
    if (b->len <= INLINE_NODES && c->inlined + b->len <= INLINE_GROWTH)
        return gen_inlined(c, i, is_void);
    return gen_called(c, i, is_void);
}

/* ---- any node ----------------------------------------------------------- */

static void gen_void(Compiler *c, int i) {
    const Info *f = info_at(c, i);
    const CodeRow *row = row_at(c, i);
    if (!f->flags) {
        c->pending += f->cost;
        return;
    }
    switch ((CodeKind)row->kind) {
    case KIND_IF: gen_if(c, i, true); return;
    case KIND_TEST: gen_question(c, i, true); return;
    case KIND_ADF: gen_call(c, i, true); return;
    case KIND_SELECT:
        if (!row_acts(row, info_at(c, i + 1)->v)) break;
        gen_select(c, i, true);
        return;
    case KIND_NONE:
    case KIND_CONST:
    case KIND_ARG:
    case KIND_PROGN:
    case KIND_ADD:
    case KIND_SUB:
    case KIND_EQ:
    case KIND_GT:
    case KIND_LT:
    case KIND_AND:
    case KIND_OR:
    case KIND_NOT: break;
    }
    c->pending++;
    int arity = c->arity[c->scope.node[i]];
    for (int a = i + 1, k = 0; k < arity; a = behind(c, a), k++) gen_void(c, a);
}

static Place gen_value(Compiler *c, int i) {
    const Info *f = info_at(c, i);
    uint8_t symbol = c->scope.node[i];
    if (range_one(f->v)) {
        gen_void(c, i);
        return constant(c, f->v.lo);
    }
    switch ((CodeKind)c->row[symbol].kind) {
    case KIND_ARG: c->pending++; return c->scope.arg[c->adf[symbol]];
    case KIND_SELECT: gen_select(c, i, false); break;
    case KIND_IF: gen_if(c, i, false); break;
    case KIND_TEST: gen_question(c, i, false); break;
    case KIND_ADF: return gen_call(c, i, false);
    case KIND_NOT:
        c->pending++;
        gen_to(c, i + 1, false);
        emit(c, CODE_NOT, 0, 0);
        break;
    case KIND_PROGN:
        c->pending++;
        gen_void(c, i + 1);
        return gen_value(c, behind(c, i + 1));
    case KIND_ADD:
    case KIND_SUB:
    case KIND_EQ:
    case KIND_GT:
    case KIND_LT:
    case KIND_AND:
    case KIND_OR: return gen_binary(c, i);
    case KIND_NONE:
    case KIND_CONST: break; /* none left, or one value */
    }
    return in_acc();
}

/* ---- whole programs ----------------------------------------------------- */

enum { NO_CALL = UINT16_MAX };

/* Which branches can be reached at all, as bits. */
static unsigned lay_out(Compiler *c, const Tree *tree) {
    unsigned reach = 1;
    const uint8_t *node = tree->code;
    for (int b = 0; b < tree->vocab->branches; node += tree->len[b++]) {
        Branch *to = &c->branch[b];
        to->node = node;
        to->len = tree->len[b];
        to->called = to->wanted = false;
        to->frame = to->nesting = 0;
        to->last_call = NO_CALL;
        if (!(reach >> b & 1)) continue;
        for (int i = 0; i < to->len; i++)
            if (node[i] >= tree->vocab->first_adf)
                reach |= 1u << c->adf[node[i]];
    }
    return reach;
}

#define ANY_RANGE \
    { INT32_MIN, INT32_MAX }

/* Analyses the branches in reach, callees first. */
static bool analyse_all(Compiler *c, unsigned reach, int branches) {
    static const Range any[PRIM_ARGS_MAX] = {
        ANY_RANGE, ANY_RANGE, ANY_RANGE, ANY_RANGE,
        ANY_RANGE, ANY_RANGE, ANY_RANGE, ANY_RANGE,
    };
    Info *info = c->info;
    for (int i = branches - 1; i >= 0; i--) {
        Branch *b = &c->branch[i];
        if (!(reach >> i & 1)) continue;
        b->info = info;
        info += b->len;
        int used = compile_analyse(c, b, any, b->info);
        if (used < 0) return false;
        b->used = (uint8_t)used;
        for (int k = 0; used; k++, used >>= 1)
            b->arg[k] = (Range){ INT32_MAX, INT32_MIN };
    }
    return true;
}

static void link_calls(Compiler *c, const Branch *b) {
    for (uint32_t at = b->last_call, next; at != NO_CALL; at = next) {
        next = c->code->ins[at].target;
        c->code->ins[at].target = (uint16_t)c->code->count;
    }
}

static void gen_branch(Compiler *c, int number) {
    Branch *b = &c->branch[number];
    Place arg[PRIM_ARGS_MAX];
    link_calls(c, b);
    if (b->used) compile_analyse(c, b, b->arg, b->info);
    c->pending = 0;
    c->depth = 0;
    c->frame = c->deepest = c->nesting = 0;
    for (int k = 0, used = b->used; used; k++, used >>= 1)
        if (used & 1) arg[k] = (Place){ IN_SLOT, take_slot(c) };
    c->scope = (Scope){ b->node, b->info, arg };
    gen_to(c, 0, !b->wanted);
    emit(c, number ? CODE_RET : CODE_END, 0, 0);
    assert(c->failed || (c->nesting == 0 && c->pending == 0));
    b->frame = (uint16_t)c->frame;
    b->nesting = (uint16_t)c->deepest;
}

bool compile_tree(Compiler *compiler, const Tree *tree, Code *code) {
    Compiler *c = compiler;
    if (!tables_fit(c, tree->vocab)) make_tables(c, tree->vocab);
    c->code = code;
    code->count = 0;
    code->wide = c->failed = false;
    c->inlined = 0;
    if (tree_size(tree) > c->nodes) return false;
    int branches = tree->vocab->branches, slots = 0, nesting = 0;
    if (!analyse_all(c, lay_out(c, tree), branches)) return false;
    c->branch[0].called = true;
    for (int b = 0; b < branches && !c->failed; b++) {
        if (!c->branch[b].called) continue;
        gen_branch(c, b);
        slots += c->branch[b].frame;
        nesting += c->branch[b].nesting;
    }
    return !c->failed && slots <= CODE_SLOTS_MAX && nesting <= CODE_NESTING_MAX;
}
