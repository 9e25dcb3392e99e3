/* program.c -- compiling and running evolved evaluations.
 *
 * Code is stored backwards, so that running it is one pass: operands have been
 * pushed when their operator comes, the first argument on top.
 */
#include "program.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/hot.h"
#include "base/mem.h"
#include "strategy.h"

static const Prim prims[] = {
#define PRIM(id, name, arity, help) { name, arity, help, 0, { 0 } },
#include "prims.def"
#undef PRIM
};

static_assert(PROGRAM_EMPTY - PROGRAM_C1 == FEATURES, "features come first");
static_assert((int)PROGRAM_ROWS <= PRIM_ROWS_MAX, "a bit for each row");
static_assert(PROGRAM_ROW_CORNER - PROGRAM_ROW_D1 == WIDE,
              "then the wider ones");
static_assert(PROGRAM_ROWS - PROGRAM_ROW_CORNER == TRAITS, "traits come last");

static const double constants[] = {
    -50, -10, -5, -2, -1, -0.5, -0.1, 0, 0.1, 0.5, 1, 2, 5, 10, 50,
};

#define ROW(id) [PROGRAM_##id - OP_FIRST_PRIM]
static const PrimSense sense[sizeof prims / sizeof *prims] = {
    ROW(SUB) = { .does = SENSE_REAL_SUB },
    ROW(MUL) = { .does = SENSE_REAL_MUL },
};
#undef ROW

/* The rows from one on to the one before another. */
#define ROWS(from, to) ((UINT64_C(1) << (to)) - (UINT64_C(1) << (from)))
#define OPERATORS ROWS(PROGRAM_ROW_EMPTY, PROGRAM_ROW_D1)

#define LANGUAGE(rows)                                         \
    {                                                                          \
        .game = "othello", .prims = prims,                                     \
        .prim_count = sizeof prims / sizeof *prims,                            \
        .enabled = OPERATORS | (rows), .sense = sense, .constants = constants, \
        .constant_count = sizeof constants / sizeof *constants                 \
    }

const Language oth_language = LANGUAGE(ROWS(0, PROGRAM_ROW_EMPTY));

const Language oth_wide_language = LANGUAGE(
    ROWS(0, PROGRAM_ROW_EMPTY) | ROWS(PROGRAM_ROW_D1, PROGRAM_ROW_CORNER));

const Language oth_strategy_language = LANGUAGE(
    ROWS(PROGRAM_ROW_CORNER, PROGRAM_ROWS));

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
    case PROGRAM_EMPTY:
#define PRIM(id, name, arity, help) case PROGRAM_##id:
#include "wide.def"
#include "traits.def"
#undef PRIM
        assert(0 && "an operator");
    }
    return 0;
}

static float final(float x) {
    return fmaxf(-EVALUATION_MAX, fminf(EVALUATION_MAX, x));
}

/* ---- running ------------------------------------------------------------ */

/* The value of a program for the leaves that it has. */
static float run(const Program *p, const float leaf[PROGRAM_ROWS]) {
    float stack[PROGRAM_STACK_MAX + 4];
    float *top = stack + PROGRAM_STACK_MAX + 4;       /* grows downwards */
    for (const Instruction *i = p->code, *end = i + p->len; i < end; i++) {
        if (i->op == OP_CONST) *--top = i->k;
        else if (prims[i->op - OP_FIRST_PRIM].arity == 0)
            *--top = leaf[i->op - OP_FIRST_PRIM];
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

static float program_value(const Evaluator *evaluator, Board b,
                           uint64_t moves) {
    const Program *p = (const Program *)evaluator;
    const Kernel *kernel = oth_kernel();
    float leaf[PROGRAM_ROWS];
    leaf[PROGRAM_ROW_EMPTY] = (float)oth_empties(b);
    if (p->features) kernel->measure(p->tables, b, moves, p->features, leaf);
    if (p->wide) kernel->wide(p->tables, b, moves, leaf + PROGRAM_ROW_D1);
    return run(p, leaf);
}

void oth_leaves(const Tables *tables, Board b, float leaf[PROGRAM_ROWS]) {
    uint64_t moves = oth_moves(b);
    leaf[PROGRAM_ROW_EMPTY] = (float)oth_empties(b);
    oth_feature_all(tables, b, leaf);
    oth_kernel()->wide(tables, b, moves, leaf + PROGRAM_ROW_D1);
}

void oth_move_leaves(const Tables *tables, Board b, int square,
                     float leaf[PROGRAM_ROWS]) {
    leaf[PROGRAM_ROW_EMPTY] = (float)oth_empties(b);
    oth_kernel()->move(tables, b, square, leaf + PROGRAM_ROW_CORNER);
}

static float program_rate(const Evaluator *evaluator, Board b, int square) {
    const Program *p = (const Program *)evaluator;
    float leaf[PROGRAM_ROWS];
    oth_move_leaves(p->tables, b, square, leaf);
    return run(p, leaf);
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
    bool strategy = tree->vocab->language == &oth_strategy_language;
    program->base = strategy ? (Evaluator){ oth_rated_value, program_rate }
                             : (Evaluator){ program_value, NULL };
    program->tables = tables;
    program->len = 0;
    program->features = 0;
    program->wide = false;
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
        if (op >= PROGRAM_D1 && op < PROGRAM_CORNER) program->wide = true;
    }
    return true;
}

/* A program being read: what only its compilation needs. */
typedef struct Reading {
    Vocab    vocab;
    void    *genome;
} Reading;

static bool is_letter(char c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Is that word, of so many letters, a trait? */
static bool is_trait(const char *word, size_t len) {
    for (int i = PROGRAM_ROW_CORNER; i < PROGRAM_ROWS; i++)
        if (strlen(prims[i].name) == len &&
            memcmp(prims[i].name, word, len) == 0)
            return true;
    return false;
}

const Language *oth_language_of(const Source *src) {
    const char *c = src->text, *end = c + src->len;
    while (c < end) {
        const char *word = c;
        while (c < end && is_letter(*c)) c++;
        if (is_trait(word, (size_t)(c - word))) return &oth_strategy_language;
        if (c < end && *c == ';')
            while (c < end && *c != '\n') c++;
        else if (c == word) c++;
    }
    return &oth_wide_language;
}

static bool read_tree(Reading *r, const Language *language, const Source *src,
                      Err *err) {
    Shape shape;
    return tree_parse_shape(src, &language->normal, &shape, err) &&
           vocab_init(&r->vocab, language, &shape, err) &&
           (r->genome = mem_new(tree_slot(&r->vocab, PROGRAM_CODE_MAX), 1,
                                err)) &&
           tree_parse(&r->vocab, src, PROGRAM_CODE_MAX, r->genome, err);
}

Program *oth_program_read(const Tables *tables, const Language *language,
                          const Source *src, Err *err) {
    Program *program = mem_new(1, sizeof *program, err);
    Reading *r = program ? mem_new(1, sizeof *r, err) : NULL;
    bool ok = r && read_tree(r, language, src, err);
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
    const float *leaf;
} Walker;

static float walk(const Walker *w, const uint8_t **code, const float *arg) {
    const Symbol *s = &w->tree->vocab->symbol[*(*code)++];
    float a[PRIM_ARGS_MAX];
    if (s->op == OP_CONST) return (float)s->value;
    if (s->op == OP_ARG) return arg[s->k];
    if (s->op != OP_ADF && s->arity == 0) return w->leaf[s->op - OP_FIRST_PRIM];
    for (int i = 0; i < s->arity; i++) a[i] = walk(w, code, arg);
    if (s->op != OP_ADF) return apply(s->op, a);
    const uint8_t *body = w->tree->code + tree_start(w->tree, s->k + 1);
    return walk(w, &body, a);
}

float oth_program_walk(const Tree *tree, const float leaf[PROGRAM_ROWS]) {
    Walker w = { tree, leaf };
    const uint8_t *code = tree->code;
    return final(walk(&w, &code, NULL));
}
