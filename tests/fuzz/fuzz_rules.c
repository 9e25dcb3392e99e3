/* fuzz_rules.c -- rules: a text, a zero byte, then what a program is made of,
 * which both interpreters play; rules without arguments also as instructions of
 * a linear program. */
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "rules_kit.h"
#include "engine/rules/rules_linear.h"

enum { BUDGET = 60, PASSES = 5, CASES = 2, LINES = 20, NODES = 100 };

/* The genome's size is that of the largest tree. */
static void play_trees(RulesKit *kit, FuzzBytes *in) {
    fuzz_tree_make(in, &kit->vocab, NODES, kit->genome);
    for (size_t i = 0; i < CASES; i++)
        fuzz_demand(rules_kit_agree(kit, RULES_BYTECODE, i),
                    "both interpreters play alike");
}

static void play_lines(RulesKit *kit, FuzzBytes *in) {
    static const LinearBlock blocks[] = { { "One", LINES }, { "Two", LINES } };
    uint8_t code[2 * LINES];
    Err err;
    if (!rules_linear_game(kit->game, blocks, 2, fuzz_byte(in) & 1, &err))
        return;
    const LinearSet *set = &kit->game->linear->set;
    for (size_t i = 0; i < sizeof code; i++)
        code[i] = (uint8_t)fuzz_below(in, (uint32_t)set->instr_count);
    fuzz_demand(linear_check(set, code, sizeof code, &err), "a program");
    for (size_t i = 0; i < CASES; i++) {
        RulesCase c[2];
        rules_game_engine(kit->game, RULES_PLAIN, &err);
        c[0] = rules_linear_play(kit->game, kit->scratch[0], code, i);
        rules_game_engine(kit->game, RULES_BYTECODE, &err);
        c[1] = rules_linear_play(kit->game, kit->scratch[1], code, i);
        fuzz_demand(c[0].score == c[1].score && c[0].steps == c[1].steps &&
                        c[0].end == c[1].end,
                    "both interpreters play lines alike");
    }
}

void fuzz_rules(const uint8_t *bytes, size_t n) {
    const uint8_t *zero = n ? memchr(bytes, 0, n) : NULL;
    size_t len = zero ? (size_t)(zero - bytes) : n;
    FuzzBytes in = { n ? bytes + len : bytes, n - len };
    const Shape shapes[] = { { 0, { 0 } }, { 2, { 2, 1 } } };
    fuzz_byte(&in);
    Source text = fuzz_source(bytes, len);
    RulesKit *kit = rules_kit(text.text, BUDGET, PASSES, CASES,
                              &shapes[fuzz_byte(&in) & 1]);
    if (!kit->game) {
        fuzz_demand(kit->err.text[0], "a refusal has a reason");
    } else {
        play_trees(kit, &in);
        play_lines(kit, &in);
    }
    if (kit->game) rules_kit_free(kit);
    else free(kit);
    free((char *)(uintptr_t)text.text);
}
