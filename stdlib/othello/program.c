/* program.c -- compiling and running evolved evaluations.
 *
 * Code is stored backwards, so that running it is one pass: operands have been
 * pushed when their operator comes, the first argument on top.
 */
#include "program.h"

#include <assert.h>
#include <math.h>

#include "base/hot.h"
#include "base/mem.h"

static const Prim prims[] = {
#define PRIM(id, name, arity, help) { name, arity, help, 0, { 0 } },
#include "prims.def"
#undef PRIM
};

static_assert(PROGRAM_EMPTY - PROGRAM_C1 == FEATURES, "features come first");

static const double constants[] = {
    -50, -10, -5, -2, -1, -0.5, -0.1, 0, 0.1, 0.5, 1, 2, 5, 10, 50,
};

#define ROW(id) [PROGRAM_##id - OP_FIRST_PRIM]
static const PrimSense sense[sizeof prims / sizeof *prims] = {
    ROW(SUB) = { .does = SENSE_REAL_SUB },
    ROW(MUL) = { .does = SENSE_REAL_MUL },
};
#undef ROW

const Language oth_language = {
    .game = "othello",
    .prims = prims,
    .prim_count = sizeof prims / sizeof *prims,
    .enabled = ~UINT64_C(0),
    .sense = sense,
    .constants = constants,
    .constant_count = sizeof constants / sizeof *constants,
};

/* ---- what primitives do ------------------------------------------------- */

static float bounded(float x) {
    return x > 1e9f ? 1e9f : x < -1e9f ? -1e9f : x;
}

/* The result of an operator on its arguments. */
static float apply(ProgramOp op, const float *a) {
    switch (op) {
    case PROGRAM_ADD: return bounded(a[0] + a[1]);
    case PROGRAM_SUB: return bounded(a[0] - a[1]);
    case PROGRAM_MUL: return bounded(a[0] * a[1]);
    case PROGRAM_DIV: return fabsf(a[1]) < 1e-3f ? a[0] : bounded(a[0] / a[1]);
    case PROGRAM_MIN: return a[0] < a[1] ? a[0] : a[1];
    case PROGRAM_MAX: return a[0] > a[1] ? a[0] : a[1];
    case PROGRAM_IFGT: return a[0] > a[1] ? a[2] : a[3];
    case PROGRAM_CONST:
    case PROGRAM_ARG:
    case PROGRAM_ADF:
    case PROGRAM_C1:
    case PROGRAM_C2:
    case PROGRAM_C3:
    case PROGRAM_C4:
    case PROGRAM_C5:
    case PROGRAM_C6:
    case PROGRAM_C7:
    case PROGRAM_C8:
    case PROGRAM_EMPTY: assert(0 && "an operator");
    }
    return 0;
}

static float final(float x) {
    return fmaxf(-EVALUATION_MAX, fminf(EVALUATION_MAX, x));
}

/* ---- running ------------------------------------------------------------ */

static float program_value(const Evaluator *evaluator, Board b,
                           uint64_t moves) {
    const Program *p = (const Program *)evaluator;
    float v[FEATURES], stack[PROGRAM_STACK_MAX + 4];
    float *top = stack + PROGRAM_STACK_MAX + 4;       /* grows downwards */
    if (p->features) oth_kernel()->measure(p->tables, b, moves, p->features, v);
    for (const Instruction *i = p->code, *end = i + p->len; i < end; i++) {
        if (i->op == OP_CONST) *--top = i->k;
        else if (i->op < PROGRAM_EMPTY) *--top = v[i->op - PROGRAM_C1];
        else if (i->op == PROGRAM_EMPTY) *--top = (float)oth_empties(b);
        else {
            hot_assert(top < stack + PROGRAM_STACK_MAX + 4);
            float x = apply(i->op, top);
            top += prims[i->op - OP_FIRST_PRIM].arity - 1;
            *top = x;
        }
    }
    hot_assert(top == stack + PROGRAM_STACK_MAX + 3);    /* one value */
    return final(*top);
}

/* ---- compiling ---------------------------------------------------------- */

/* Where the code for an argument of the ADF being written out comes from. */
typedef struct Frame {
    const struct Frame *outer;
    const uint8_t      *arg[PRIM_ARGS_MAX];
} Frame;

typedef struct Compiler {
    const Tree *tree;
    Program    *program;
    bool        full;
} Compiler;

static void emit(Compiler *c, uint8_t op, float k) {
    if (c->program->len == PROGRAM_CODE_MAX) c->full = true;
    else c->program->code[c->program->len++] = (Instruction){ op, k };
}

/* Writes the subtree at `code` in prefix order, ADFs written out. */
static void write_out(Compiler *c, const uint8_t *code, const Frame *frame) {
    const Vocab *vocab = c->tree->vocab;
    const Symbol *s = &vocab->symbol[*code++];
    if (c->full) return;
    if (s->op == OP_ARG) {
        write_out(c, frame->arg[s->k], frame->outer);
        return;
    }
    Frame call = { .outer = frame };
    if (s->op != OP_ADF) emit(c, s->op, (float)s->value);
    for (int i = 0; i < s->arity; i++, code += tree_span(vocab, code)) {
        if (s->op == OP_ADF) call.arg[i] = code;
        else write_out(c, code, frame);
    }
    if (s->op == OP_ADF)
        write_out(c, c->tree->code + tree_start(c->tree, s->k + 1), &call);
}

static void reverse(Program *p) {
    for (size_t i = 0, j = p->len; i + 1 < j; i++, j--) {
        Instruction x = p->code[i];
        p->code[i] = p->code[j - 1];
        p->code[j - 1] = x;
    }
}

/* The most values that wait at any moment. */
static int stack_need(const Program *p) {
    int now = 0, most = 0;
    for (size_t i = 0; i < p->len; i++) {
        int op = p->code[i].op;
        now += 1 - (op == OP_CONST ? 0 : prims[op - OP_FIRST_PRIM].arity);
        if (now > most) most = now;
    }
    return most;
}

bool oth_program(Program *program, const Tables *tables, const Tree *tree,
                 Err *err) {
    Compiler c = { .tree = tree, .program = program };
    program->base.value = program_value;
    program->tables = tables;
    program->len = 0;
    program->features = 0;
    write_out(&c, tree->code, NULL);
    if (c.full)
        return err_set(err,
                       "the program needs more than %d instructions once "
                       "its ADFs are written out",
                       PROGRAM_CODE_MAX);
    reverse(program);
    if (stack_need(program) > PROGRAM_STACK_MAX)
        return err_set(err, "the program needs more than %d values at once",
                       PROGRAM_STACK_MAX);
    for (size_t i = 0; i < program->len; i++) {
        int op = program->code[i].op;
        if (op >= PROGRAM_C1 && op <= PROGRAM_C8)
            program->features |= 1u << (op - PROGRAM_C1);
    }
    return true;
}

/* A program being read: what only its compilation needs. */
typedef struct Reading {
    Vocab    vocab;
    void    *genome;
} Reading;

static bool read_tree(Reading *r, const Source *src, Err *err) {
    Shape shape;
    return tree_parse_shape(src, &oth_language.normal, &shape, err) &&
           vocab_init(&r->vocab, &oth_language, &shape, err) &&
           (r->genome = mem_new(tree_slot(&r->vocab, PROGRAM_CODE_MAX), 1,
                                err)) &&
           tree_parse(&r->vocab, src, PROGRAM_CODE_MAX, r->genome, err);
}

Program *oth_program_read(const Tables *tables, const Source *src, Err *err) {
    Program *program = mem_new(1, sizeof *program, err);
    Reading *r = program ? mem_new(1, sizeof *r, err) : NULL;
    bool ok = r && read_tree(r, src, err);
    if (ok) {
        Tree tree = tree_at(&r->vocab, r->genome);
        ok = oth_program(program, tables, &tree, err);
    }
    if (r) mem_free(r->genome);
    mem_free(r);
    if (ok) return program;
    mem_free(program);
    return NULL;
}

/* ---- the plain meaning -------------------------------------------------- */

typedef struct Walker {
    const Tree  *tree;
    const float *features;
    int          empties;
} Walker;

static float walk(const Walker *w, const uint8_t **code, const float *arg) {
    const Symbol *s = &w->tree->vocab->symbol[*(*code)++];
    float a[PRIM_ARGS_MAX];
    if (s->op == OP_CONST) return (float)s->value;
    if (s->op == OP_ARG) return arg[s->k];
    if (s->op == PROGRAM_EMPTY) return (float)w->empties;
    if (s->op != OP_ADF && s->arity == 0)
        return w->features[s->op - PROGRAM_C1];
    for (int i = 0; i < s->arity; i++) a[i] = walk(w, code, arg);
    if (s->op != OP_ADF) return apply(s->op, a);
    const uint8_t *body = w->tree->code + tree_start(w->tree, s->k + 1);
    return walk(w, &body, a);
}

float oth_program_walk(const Tree *tree, const float features[FEATURES],
                       int empties) {
    Walker w = { tree, features, empties };
    const uint8_t *code = tree->code;
    return final(walk(&w, &code, NULL));
}
