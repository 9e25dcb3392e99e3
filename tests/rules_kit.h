/* rules_kit.h -- games of rules for suites: from a text, with random programs;
 * and random rules. */
#ifndef LUDUS_RULES_KIT_H
#define LUDUS_RULES_KIT_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules/rules_game.h"
#include "program/tree/tree_species.h"

typedef struct RulesKit {
    RulesGame    *game;
    RulesScratch *scratch[2];
    Vocab         vocab;
    TreeSpecies   species;
    uint16_t      genome[VOCAB_BRANCHES * (TREE_NODES_MAX + 2) / 2 + 8];
    Err           err;
} RulesKit;

static inline RulesKit *rules_kit(const char *text, uint32_t budget,
                                  uint32_t passes, size_t cases,
                                  const Shape *shape) {
    RulesKit *kit = calloc(1, sizeof *kit);
    Source src = { "game.lua", text, strlen(text) };
    RulesOptions o = { cases, budget, passes, 7, NAN, false, NULL };
    kit->game = rules_game_new(&src, 0, src.len, &o, &kit->err);
    if (!kit->game) return kit;
    Shape none = { 0 };
    TreeLimits limits = { 100, TREE_DEPTH_MAX, 1, 5, TREE_RAMPED };
    if (!vocab_init(&kit->vocab, &kit->game->rules->language,
                    shape ? shape : &none, &kit->err) ||
        !tree_species_init(&kit->species, &kit->vocab, &limits, &kit->err)) {
        rules_game_free(kit->game);
        kit->game = NULL;
        return kit;
    }
    for (int i = 0; i < 2; i++)
        kit->scratch[i] = rules_scratch_new(kit->game, &kit->err);
    return kit;
}

static inline void rules_kit_free(RulesKit *kit) {
    for (int i = 0; i < 2; i++) rules_scratch_free(kit->scratch[i]);
    rules_game_free(kit->game);
    free(kit);
}

static inline Tree rules_kit_tree(RulesKit *kit) {
    return tree_at(&kit->vocab, kit->genome);
}

static inline bool rules_kit_read(RulesKit *kit, const char *text) {
    Source src = { "p.gp", text, strlen(text) };
    return tree_parse(&kit->vocab, &src, TREE_NODES_MAX, kit->genome,
                      &kit->err);
}

static inline void rules_kit_random(RulesKit *kit, uint64_t seed, size_t i) {
    Rng rng = rng_key(seed, 0, i, RNG_TEST);
    kit->species.species.class->random(&kit->species.species, &rng, i % 20, 20,
                                       kit->genome);
}

/* Plays a case by an engine that the game has been given. */
static inline RulesCase rules_kit_play(RulesKit *kit, int scratch,
                                       RulesEngine engine, size_t i) {
    Tree tree = rules_kit_tree(kit);
    rules_game_engine(kit->game, engine, &kit->err);
    return rules_game_play(kit->game, kit->scratch[scratch], &tree, i);
}

/* Equal bits, but no number is like any other that is none. */
static inline bool rules_kit_reals(const double *a, const double *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (real_bits(a[i]) != real_bits(b[i]) && !(isnan(a[i]) && isnan(b[i])))
            return false;
    return true;
}

/* Everything that can be seen of a case: true if both engines agree. */
static inline bool rules_kit_agree(RulesKit *kit, RulesEngine engine,
                                   size_t i) {
    RulesCase a = rules_kit_play(kit, 0, RULES_PLAIN, i);
    RulesCase b = rules_kit_play(kit, 1, engine, i);
    const RulesState *x = rules_scratch_state(kit->scratch[0]);
    const RulesState *y = rules_scratch_state(kit->scratch[1]);
    const Rules *r = kit->game->rules;
    bool same = real_bits(a.score) == real_bits(b.score) &&
                rules_kit_reals(x->real, y->real, r->var_count) &&
                a.steps == b.steps && a.free_steps == b.free_steps &&
                a.end == b.end && a.won == b.won &&
                memcmp(x->var, y->var, r->var_count * sizeof *x->var) == 0 &&
                memcmp(x->cell, y->cell, r->cell_count * sizeof *x->cell) ==
                    0 &&
                memcmp(x->rng, y->rng, sizeof x->rng) == 0;
    if (same) return true;
    printf(
        "\nplain score %g steps %u free %u end %d, %s score %g steps %u free "
        "%u end %d\n",
        a.score, a.steps, a.free_steps, (int)a.end, rules_engine_name(engine),
        b.score, b.steps, b.free_steps, (int)b.end);
    Buf buf = { 0 };
    Tree tree = rules_kit_tree(kit);
    tree_print(&tree, &buf);
    printf("%s\n", buf_get(&buf));
    buf_free(&buf);
    return false;
}

/* ---- random rules -------------------------------------------------------- */

typedef struct RulesMaker {
    Buf  out;
    Rng  rng;
    int  locals, strict, lazy, defs, depth;
    bool may_write;
    bool calm;                       /* no draws: fit to be played in sets */
    bool blind;                      /* no grids */
    bool sees;                       /* calm, but all rules look at grids */
    bool straight;                   /* no loops: fit for lanes */
    int  large;                      /* the largest number that is likely */
} RulesMaker;

static inline uint32_t maker_below(RulesMaker *m, uint32_t n) {
    return rng_below(&m->rng, n);
}

static inline void maker_value(RulesMaker *m);

static inline void maker_number(RulesMaker *m) {
    static const char *const odd[] = { "2147483647", "-2147483648", "-1", "0",
                                       "65536" };
    if (m->large && maker_below(m, 8) == 0)
        buf_format(&m->out, "%d",
                   (int)maker_below(m, (uint32_t)m->large) - m->large / 2);
    else if (!m->large && maker_below(m, 8) == 0)
        buf_text(&m->out, odd[maker_below(m, 5)]);
    else buf_format(&m->out, "%d", (int)maker_below(m, 12) - 3);
}

static inline void maker_index(RulesMaker *m, bool two) {
    buf_char(&m->out, '[');
    maker_value(m);
    if (two) {
        buf_text(&m->out, ", ");
        maker_value(m);
    }
    buf_char(&m->out, ']');
}

static inline void maker_leaf(RulesMaker *m) {
    switch (maker_below(m, 6)) {
    case 0: maker_number(m); break;
    case 1:
        if (m->strict + m->locals > 0) {
            int k = (int)maker_below(m, (uint32_t)(m->strict + m->locals));
            if (k < m->strict) buf_format(&m->out, "s%d", k);
            else buf_format(&m->out, "n%d", k - m->strict);
            break;
        }
        /* fall through */
    case 2:
        if (m->lazy > 0) {
            buf_format(&m->out, "z%d", (int)maker_below(m, (uint32_t)m->lazy));
            break;
        }
        /* fall through */
    default: buf_format(&m->out, "v%d", (int)maker_below(m, 4)); break;
    }
}

static inline void maker_block(RulesMaker *m);

static inline void maker_value(RulesMaker *m) {
    static const char *const infix[] = { "+",  "-", "*",  "/", "%",  "==",
                                         "!=", "<", "<=", ">", ">=", "and",
                                         "or", "|", "~",  "&", "<<", ">>" };
    static const char *const two[] = { "wrap", "min", "max" };
    static const char *const one[] = { "abs", "not", "neg", "random" };
    if (++m->depth > 5 || maker_below(m, 3) == 0) {
        maker_leaf(m);
        m->depth--;
        return;
    }
    uint32_t pick = maker_below(m, 14);
    if (pick < 6) {
        buf_char(&m->out, '(');
        maker_value(m);
        buf_format(&m->out, " %s ", infix[maker_below(m, 18)]);
        maker_value(m);
        buf_char(&m->out, ')');
    } else if (pick == 6) {
        buf_format(&m->out, "%s(", two[maker_below(m, 3)]);
        maker_value(m);
        buf_text(&m->out, ", ");
        maker_value(m);
        buf_char(&m->out, ')');
    } else if (pick == 7) {
        uint32_t some = m->may_write && !m->calm ? 4 : 3;
        buf_format(&m->out, "%s(", one[maker_below(m, some)]);
        maker_value(m);
        buf_char(&m->out, ')');
    } else if (pick == 8) {
        buf_text(&m->out, "t0");
        maker_index(m, false);
    } else if (pick == 9 && !m->blind) {
        buf_text(&m->out, "g0");
        maker_index(m, true);
    } else if (pick == 10 && !m->blind) {
        bool bits = m->straight && maker_below(m, 2);
        buf_text(&m->out, bits ? "g2" : "g1");
        maker_index(m, bits);
    } else if (pick == 11 && m->defs > 0 && m->may_write && !m->blind) {
        buf_format(&m->out, "d%d(", (int)maker_below(m, (uint32_t)m->defs));
        maker_value(m);
        buf_text(&m->out, ", ");
        maker_value(m);
        buf_char(&m->out, ')');
    } else if (pick == 12) {
        buf_text(&m->out, "(if ");
        maker_value(m);
        maker_block(m);
        buf_text(&m->out, " else ");
        maker_block(m);
        buf_char(&m->out, ')');
    } else {
        maker_leaf(m);
    }
    m->depth--;
}

static inline void maker_statement(RulesMaker *m) {
    uint32_t pick = maker_below(m, m->may_write ? 8 : 3);
    if (pick == 0 && m->locals < 5) {
        buf_text(&m->out, "let ");
        buf_format(&m->out, "n%d = ", m->locals);
        maker_value(m);
        m->locals++;
    } else if (pick == 1 && m->depth < 3 && !m->straight) {
        m->depth++;
        buf_format(&m->out, "for i%d%u = ", m->depth, maker_below(m, 1000000));
        maker_value(m);
        buf_text(&m->out, " to min(9, ");
        maker_value(m);
        buf_text(&m->out, ")");
        maker_block(m);
        m->depth--;
    } else if (pick == 2 && m->depth < 3) {
        m->depth++;
        buf_text(&m->out, "if ");
        maker_value(m);
        maker_block(m);
        m->depth--;
    } else if (pick == 3 && !m->blind) {
        buf_text(&m->out, "g0");
        maker_index(m, true);
        buf_text(&m->out, " = ");
        maker_value(m);
    } else if (pick == 4 && !m->blind && m->straight) {
        buf_text(&m->out, "g2");
        maker_index(m, true);
        buf_text(&m->out, maker_below(m, 2) ? " = 1 == " : " = not ");
        maker_value(m);
    } else if (pick == 4 && !m->blind) {
        buf_text(&m->out, "g1");
        maker_index(m, false);
        buf_text(&m->out, " = ");
        maker_value(m);
    } else if (pick >= 3 && m->may_write) {
        buf_format(&m->out, "v%d = ", (int)maker_below(m, 4));
        maker_value(m);
    } else {
        maker_value(m);
    }
    buf_text(&m->out, ";\n");
}

static inline void maker_block(RulesMaker *m) {
    int locals = m->locals;
    buf_text(&m->out, " { ");
    for (uint32_t n = maker_below(m, 3); n > 0; n--) maker_statement(m);
    maker_value(m);
    buf_text(&m->out, " }");
    m->locals = locals;
}

static inline void maker_rule(RulesMaker *m, bool writes, bool small) {
    m->locals = 0;
    m->depth = small ? 3 : 0;
    m->may_write = writes;
    maker_block(m);
    buf_char(&m->out, '\n');
    m->strict = m->lazy = 0;
}

/* A rule that evaluates arguments on demand only in the last place. */
static inline void maker_choice(RulesMaker *m) {
    int lazy = m->lazy;
    m->locals = 0;
    m->depth = 3;
    m->may_write = true;
    m->lazy = 0;
    buf_text(&m->out, "{ ");
    for (uint32_t n = maker_below(m, 2); n > 0; n--) maker_statement(m);
    buf_text(&m->out, "if ");
    maker_value(m);
    int which = (int)maker_below(m, (uint32_t)lazy);
    buf_format(&m->out, " { z%d } else { ", which);
    if (maker_below(m, 3)) buf_format(&m->out, "z%d", lazy - 1);
    else maker_value(m);
    buf_text(&m->out, " } }\n");
    m->strict = 0;
}

/* A primitive; `small` ones have little in them, and values come first. */
static inline void maker_prim(RulesMaker *m, int number, bool small) {
    int arity = (int)maker_below(m, 4);
    int strict = (int)maker_below(m, (uint32_t)arity + 1);
    buf_format(&m->out, "P%d(", number);
    for (int k = 0; k < arity; k++) {
        bool lazy = small ? k >= strict : maker_below(m, 2);
        buf_format(&m->out, "%s%s%d%s", k ? ", " : "", lazy ? "z" : "s",
                   lazy ? m->lazy++ : m->strict++, lazy ? "?" : "");
    }
    buf_format(&m->out, ") cost %u ", maker_below(m, 3));
    if (small && m->lazy > 0 && (m->calm || maker_below(m, 4))) {
        maker_choice(m);
    } else if (small && m->strict > 0 && !maker_below(m, 3)) {
        buf_format(&m->out, "{ s%d }\n",
                   (int)maker_below(m, (uint32_t)m->strict));
        m->strict = m->lazy = 0;
    } else {
        maker_rule(m, maker_below(m, 3) > 0, small);
    }
}

static inline Buf rules_made(RulesMaker *m, bool small) {
    buf_format(&m->out,
               "cost %u var v0, v1 = 3, v2, v3 = -5 grid g0[%u, %u], "
               "g1[%u] = 2 table t0 = 4 -1 7\nconstants -1 0 1 2\n",
               maker_below(m, 2), 1 + maker_below(m, 9), 1 + maker_below(m, 9),
               1 + maker_below(m, 16));
    if (m->straight)                 /* of 0 and 1 */
        buf_format(&m->out, "grid g2[%u, %u] = %u\n", 1 + maker_below(m, 8),
                   1 + maker_below(m, 8), maker_below(m, 2));
    for (; m->defs < 3; m->defs++) {
        buf_format(&m->out, "def d%d(s0, s1) ", m->defs);
        m->strict = 2;
        maker_rule(m, maker_below(m, 2), small);
    }
    for (int p = 0; p < (small ? 5 : 7); p++) maker_prim(m, p, small);
    m->blind = m->calm && !m->sees;
    if (maker_below(m, 2)) {
        buf_text(&m->out, "start ");
        maker_rule(m, true, small);
    }
    if (maker_below(m, 2)) {
        buf_text(&m->out, "turn ");
        maker_rule(m, true, small);
    }
    if (maker_below(m, 2)) {
        buf_text(&m->out, "done { v0 == 9 or v1 > 1000 }\n");
    }
    buf_text(&m->out, "score ");
    maker_rule(m, false, small);
    return m->out;
}

/* A random text of rules, always a valid one; the caller frees the Buf. Every
 * other one is of small rules, which make steps and pairs of steps; half of
 * these can be played in sets of cases. */
static inline Buf rules_random(uint64_t seed, size_t i) {
    RulesMaker maker = { .rng = rng_key(seed, 1, i, RNG_TEST) };
    maker.calm = i % 4 == 3;
    return rules_made(&maker, i % 2);
}

/* Rules that can be played in lanes: of numbers of 8, 16 or 32 bits, every
 * second time with a score and so on that look at grids, too. */
static inline Buf rules_random_lanes(uint64_t seed, size_t i) {
    static const int large[] = { 100, 100, 20000, 0 };
    RulesMaker maker = { .rng = rng_key(seed, 2, i, RNG_TEST),
                         .straight = true,
                         .calm = true,
                         .sees = i / 4 % 2,
                         .large = large[i % 4] };
    return rules_made(&maker, true);
}

#endif
