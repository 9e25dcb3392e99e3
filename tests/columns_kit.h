/* columns_kit.h -- random pure rules, and cases with odd numbers in them. */
#ifndef LUDUS_COLUMNS_KIT_H
#define LUDUS_COLUMNS_KIT_H

#include "rules_kit.h"

typedef struct PureMaker {
    Buf  out;
    Rng  rng;
    int  reals, truths;              /* arguments of the rule: a0, t0, ... */
    int  depth;
    bool bits;                       /* truth values only */
    bool values;                     /* may look at `value` and `y` */
} PureMaker;

static inline uint32_t pure_below(PureMaker *m, uint32_t n) {
    return rng_below(&m->rng, n);
}

static inline void pure_real(PureMaker *m);
static inline void pure_truth(PureMaker *m);

static inline void pure_real_leaf(PureMaker *m) {
    static const char *const odd[] = { "0.0", "-0.0", "1e300", "1e-310",
                                       "0.001", "2.0", "-1.0", "0.5" };
    uint32_t pick = pure_below(m, 4);
    if (pick == 0) buf_text(&m->out, odd[pure_below(m, 8)]);
    else if (pick < 3 && m->reals > 0)
        buf_format(&m->out, "a%u", pure_below(m, (uint32_t)m->reals));
    else if (m->values && pure_below(m, 2)) buf_text(&m->out, "value");
    else buf_format(&m->out, "x%u", pure_below(m, 3));
}

static inline void pure_truth_leaf(PureMaker *m) {
    uint32_t pick = pure_below(m, 6);
    if (pick == 0) buf_text(&m->out, pure_below(m, 2) ? "true" : "false");
    else if (pick < 4 && m->truths > 0)
        buf_format(&m->out, "t%u", pure_below(m, (uint32_t)m->truths));
    else if (m->values && m->bits && pure_below(m, 2))
        buf_text(&m->out, "value");
    else buf_format(&m->out, "b%u", pure_below(m, 3));
}

static inline void pure_two(PureMaker *m, const char *op,
                            void (*part)(PureMaker *)) {
    buf_char(&m->out, '(');
    part(m);
    buf_format(&m->out, " %s ", op);
    part(m);
    buf_char(&m->out, ')');
}

static inline void pure_if(PureMaker *m, void (*part)(PureMaker *)) {
    buf_text(&m->out, "(if ");
    pure_truth(m);
    buf_text(&m->out, " { ");
    part(m);
    buf_text(&m->out, " } else { ");
    part(m);
    buf_text(&m->out, " })");
}

static inline void pure_call(PureMaker *m, const char *name,
                             void (*part)(PureMaker *), int arguments) {
    buf_format(&m->out, "%s(", name);
    for (int i = 0; i < arguments; i++) {
        if (i) buf_text(&m->out, ", ");
        part(m);
    }
    buf_char(&m->out, ')');
}

static inline void pure_real(PureMaker *m) {
    static const char *const infix[] = { "+", "-", "*", "/" };
    static const char *const one[] = { "abs",  "neg", "sqrt", "exp",  "log",
                                       "sin",  "cos", "tanh", "floor" };
    if (++m->depth > 4 || pure_below(m, 4) == 0) pure_real_leaf(m);
    else {
        switch (pure_below(m, 10)) {
        case 0: pure_call(m, one[pure_below(m, 9)], pure_real, 1); break;
        case 1:
            pure_call(m, pure_below(m, 2) ? "min" : "max", pure_real, 2);
            break;
        case 2: pure_if(m, pure_real); break;
        case 3: pure_call(m, "real", pure_truth, 1); break;
        case 4: pure_call(m, "d0", pure_real, 2); break;
        case 5:
            buf_text(&m->out, "(if ");
            pure_real(m);
            buf_text(&m->out, " < 0.5 { 1 } else { 0.25 })");
            break;
        default: pure_two(m, infix[pure_below(m, 4)], pure_real); break;
        }
    }
    m->depth--;
}

static inline void pure_truth(PureMaker *m) {
    static const char *const tests[] = { "==", "!=", "<", "<=", ">", ">=" };
    static const char *const logic[] = { "and", "or", "==", "!=" };
    if (++m->depth > 4 || pure_below(m, 4) == 0) pure_truth_leaf(m);
    else {
        switch (pure_below(m, 6)) {
        case 0: pure_call(m, "not", pure_truth, 1); break;
        case 1: pure_if(m, pure_truth); break;
        case 2:
        case 3:
            if (!m->bits) {
                pure_two(m, tests[pure_below(m, 6)], pure_real);
                break;
            }
            /* fall through */
        default: pure_two(m, logic[pure_below(m, 4)], pure_truth); break;
        }
    }
    m->depth--;
}

static inline void pure_value(PureMaker *m, bool real) {
    m->depth = 0;
    if (real) pure_real(m);
    else pure_truth(m);
}

static inline void pure_prim(PureMaker *m, int number) {
    int arity = 1 + (int)pure_below(m, 3);
    bool real = !m->bits && pure_below(m, 4) > 0;
    m->reals = m->truths = 0;
    buf_format(&m->out, "P%d(", number);
    for (int k = 0; k < arity; k++) {
        bool is_real = !m->bits && pure_below(m, 4) > 0;
        buf_format(&m->out, "%s%s %s%d", k ? ", " : "",
                   is_real ? "real" : "truth", is_real ? "a" : "t",
                   is_real ? m->reals++ : m->truths++);
    }
    buf_format(&m->out, ") cost %u { ", pure_below(m, 3));
    if (pure_below(m, 3) == 0) {
        int *locals = real ? &m->reals : &m->truths;
        buf_format(&m->out, "let %s%d = %s", real ? "a" : "t", *locals,
                   real ? "0.0 + " : "");
        pure_value(m, real);
        (*locals)++;
        buf_text(&m->out, "; ");
    }
    pure_value(m, real);
    buf_text(&m->out, " }\n");
}

/* A random text of pure rules; every third has truth values only. */
static inline Buf pure_random(uint64_t seed, size_t i) {
    static const char *const guards[] = {
        "if a1 == 0 { 1 } else { a0 / a1 }",
        "if abs(a1) < 0.001 { 1 } else { a0 / a1 }",
        "if a1 != 0.0 { a0 / a1 } else { -0.5 }",
        "a0 / a1",
    };
    PureMaker maker = { .rng = rng_key(seed, 2, i, RNG_TEST),
                        .bits = i % 3 == 2 };
    PureMaker *m = &maker;
    if (m->bits)
        buf_text(&m->out, "input truth b0, b1, b2 constants 0 1\n"
                          "IF(t0, t1, t2) { if t0 { t1 } else { t2 } }\n"
                          "AND(t0, t1) { t0 and t1 } NOT(t0) { not t0 }\n");
    else
        buf_format(&m->out,
                   "input real x0, x1, x2 input truth b0, b1, b2\n"
                   "constants 0.5 -1 2 %s\ndef d0(a0, a1) { a0 * a1 - a0 }\n"
                   "ADD(a0, a1) { a0 + a1 } MUL(a0, a1) { a0 * a1 }\n"
                   "SUB(a0, a1) { a0 - a1 } LESS(a0, a1) { a0 < a1 }\n"
                   "DIV(a0, a1) { %s }\n"
                   "IF(truth t0, a0, a1) { if t0 { a0 } else { a1 } }\n",
                   i % 2 ? "constants own -3.0 to 3.0" : "",
                   guards[pure_below(m, 4)]);
    for (int p = 0; p < 3; p++) pure_prim(m, p);
    m->reals = m->truths = 0;
    m->values = true;
    buf_text(&m->out, "score { ");
    pure_value(m, !m->bits && pure_below(m, 4) > 0);
    buf_text(&m->out, " }\n");
    if (pure_below(m, 2)) {
        buf_text(&m->out, "won { ");
        pure_value(m, false);
        buf_text(&m->out, " }\n");
    }
    return m->out;
}

/* Random rules of reals that act: variables change, arguments are on demand,
 * there are loops, whole numbers and several runs of a program. */
static inline Buf real_random(uint64_t seed, size_t i) {
    PureMaker maker = { .rng = rng_key(seed, 4, i, RNG_TEST) };
    PureMaker *m = &maker;
    buf_format(
        &m->out,
        "input real x0, x1, x2 input truth b0, b1, b2 var n = %u\n"
        "constants 0.5 -1 2 1e-310 constants own 0.0 spread 2.0\n"
        "def d0(a0, a1) { a0 * a1 - a0 }\n"
        "def d1(whole n0, real a0) { if a0 > 1 { n0 + whole(a0) } else { n0 "
        "} }\nADD(a0, a1) { a0 + a1 } DIV(a0, a1) cost 2 { a0 / a1 }\n"
        "PICK(truth t0, a0?, a1?) cost 0 { if t0 { a0 } else { a1 } }\n"
        "BOTH(a0?, a1) { x2 = a1 let k = a0 k + a0 }\n"
        "ROOM(a0) { for k = 0 to n %% 4 { x1 = x1 * a0 } x1 }\n"
        "COUNT(truth t0, a0) { if t0 { n = d1(n, a0) } else { n = n - 1 "
        "} real(n) }\nNEAR(a0) { abs(a0) < 1 } LAST(a0, a1) { a1 }\n",
        pure_below(m, 3));
    for (int p = 0; p < 3; p++) pure_prim(m, p);
    m->reals = m->truths = 0;
    m->values = true;
    buf_text(&m->out, "turn cost 1 { x0 = ");
    pure_value(m, true);
    buf_text(&m->out, "; b0 = ");
    pure_value(m, false);
    buf_text(&m->out, " }\nscore { ");
    pure_value(m, true);
    buf_text(&m->out, " }\ndone { n > 20 or x1 > 1e9 }\n");
    if (pure_below(m, 2)) buf_text(&m->out, "won { x0 < x1 }\n");
    return m->out;
}

static inline double pure_number(Rng *rng) {
    static const double odd[] = { 0,      -0.0,   INFINITY, -INFINITY,
                                  NAN,    1e-310, 1e300,    -1e300,
                                  5e-324, 0.001,  -0.001,   1e22 };
    switch (rng_below(rng, 4)) {
    case 0: return odd[rng_below(rng, 12)];
    case 1: return (double)rng_below(rng, 5) - 2;
    default: return (rng_real(rng) - 0.5) * 20;
    }
}

/* Fills all inputs of all cases. */
static inline void pure_cases(RulesGame *game, uint64_t seed) {
    Rng rng = rng_key(seed, 3, 0, RNG_TEST);
    const Rules *r = game->rules;
    for (size_t i = 0; i < game->options.cases; i++)
        for (size_t k = 1; k < r->var_count; k++) {
            if (r->var_kind[k] == KIND_REAL)
                rules_game_reals(game, i)[k] = pure_number(&rng);
            else rules_game_vars(game, i)[k] = (int32_t)rng_below(&rng, 2);
        }
}

#endif
