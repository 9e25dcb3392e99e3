/* test_rules_linear.c -- rules as instructions: a toy, and Battleship once
 * more. */
#include "greatest.h"
#include "rules_kit.h"
#include "engine/rules/rules_linear.h"
#include "battleship/sink/gunner.h"
#include "program/linear/linear_species.h"

/* ---- a toy --------------------------------------------------------------- */

static const char *const walker =
    "var x, facing = 1 "
    "Step { x = x + facing } Back { facing = -facing } "
    "test IfFar { x > 3 } done { x == -2 } score { x }";

/* The same, `done` being the first of the rules. */
static const char *const ender =
    "var x, facing = 1 done { x == -2 } "
    "Step { x = x + facing } Back { facing = -facing } score { x }";

static RulesCase play_toy(const char *rules, const char *text, uint32_t budget,
                          RulesEngine engine) {
    static const LinearBlock blocks[] = { { "Walk", 10 }, { "Turn", 5 } };
    RulesKit *kit = rules_kit(rules, budget, 1, 1, NULL);
    RulesCase one = { .score = -99 };
    uint8_t code[15] = { 0 };
    Source src = { "p.lgp", text, strlen(text) };
    if (kit->game &&
        rules_linear_game(kit->game, blocks, 2, false, &kit->err) &&
        linear_parse(&kit->game->linear->set, &src, code, &kit->err)) {
        rules_game_engine(kit->game, engine, NULL);
        one = rules_linear_play(kit->game, kit->scratch[0], code, 0);
    } else {
        printf("\n%s\n", kit->err.text);
    }
    rules_kit_free(kit);
    return one;
}

TEST rules_are_instructions(void) {
    for (int engine = RULES_BYTECODE; engine <= RULES_PLAIN; engine++) {
        RulesEngine e = (RulesEngine)engine;
        RulesCase c = play_toy(walker, "Walk\nStep\n", 5, e);
        ASSERT_EQ_FMT((double)(3), c.score,
                      "%g"); /* every second step starts again */
        ASSERT_EQ_FMT(5u, c.steps, "%u");
        ASSERT_EQ_FMT((int)RULES_TIMED_OUT, (int)c.end, "%d");
        c = play_toy(walker, "Walk\nStep\nIfFar\nJump\nTurn\nBack\nJump", 1000,
                     e);
        ASSERT_EQ_FMT((double)(-2), c.score, "%g");
        ASSERT_EQ_FMT((int)RULES_DONE_END, (int)c.end, "%d");
    }
    PASS();
}

TEST done_may_be_the_first_of_the_rules(void) {
    for (int engine = RULES_BYTECODE; engine <= RULES_PLAIN; engine++) {
        RulesCase c = play_toy(ender, "Walk\nBack\nStep\nStep\nStep\nStep",
                               1000, (RulesEngine)engine);
        ASSERT_EQ_FMT((double)(-2), c.score, "%g");
        ASSERT_EQ_FMT((int)RULES_DONE_END, (int)c.end, "%d");
    }
    PASS();
}

TEST arguments_and_many_blocks_are_refused(void) {
    RulesKit *kit = rules_kit("A(b) { b } constants 1 score { 1 }", 10, 1, 1,
                              NULL);
    RulesLinear linear = { .nested = false };
    LinearBlock block = { "Main", 5 };
    ASSERT_FALSE(
        rules_linear_set(&linear, kit->game->rules, &block, 1, &kit->err));
    ASSERT_STR_EQ("'A' takes arguments: an instruction has none",
                  kit->err.text);
    rules_kit_free(kit);
    kit = rules_kit("A { 1 } score { 1 }", 10, 1, 1, NULL);
    LinearBlock blocks[LINEAR_BLOCKS_MAX + 1];
    char names[LINEAR_BLOCKS_MAX + 1][16];
    for (int i = 0; i <= LINEAR_BLOCKS_MAX; i++) {
        snprintf(names[i], sizeof names[i], "B%d", i);
        blocks[i] = (LinearBlock){ names[i], 5 };
    }
    linear = (RulesLinear){ .nested = false };
    ASSERT(rules_linear_set(&linear, kit->game->rules, blocks,
                            LINEAR_BLOCKS_MAX, &kit->err));
    ASSERT_FALSE(rules_linear_set(&linear, kit->game->rules, blocks,
                                  LINEAR_BLOCKS_MAX + 1, &kit->err));
    ASSERT_STR_EQ("field 'blocks': at most 16", kit->err.text);
    rules_kit_free(kit);
    PASS();
}

/* ---- Battleship ---------------------------------------------------------- */

/* The rules stand in the Lua library. */
static RulesKit *battleship_kit(size_t cases) {
    Buf file = { 0 };
    Err err;
    if (!buf_file(&file, "stdlib/battleship/rules.lua", 1 << 16, &err))
        return NULL;
    char *from = strstr(file.text, "[=[") + 3, *to = strstr(file.text, "]=]");
    *to = '\0';
    RulesKit *kit = rules_kit(from, 1000000, 1, cases, NULL);
    if (!kit->game) printf("\n%s\n", kit->err.text);
    buf_free(&file);
    return kit;
}

static int answer(void *self, const Waters *sea) {
    (void)self;
    for (int i = 0; i < 100; i++) {
        int cell = (sea->shots * 37 + i) % 100;
        if (!cells_has(sea->shot, cell)) return cell;
    }
    return 0;
}

static void fill_case(RulesKit *kit, size_t i, const Fleet *fleet,
                      const Cells ship[]) {
    const Rules *r = kit->game->rules;
    int32_t *cell = rules_game_cells(kit->game, i,
                                     rules_find(r, NAME_GRID, "ship"));
    int32_t *len = rules_game_cells(kit->game, i,
                                    rules_find(r, NAME_GRID, "length"));
    for (int s = 0; s < fleet->ships; s++) {
        len[s + 1] = fleet->len[s];
        for (int c = 0; c < 100; c++)
            if (cells_has(ship[s], c)) cell[c] = s + 1;
    }
    rules_game_vars(kit->game,
                    i)[rules_find(r, NAME_VAR, "left")] = fleet->ships;
}

static int rule_of(const LinearSet *set, const char *name) {
    return set->instrs[linear_find(set, name)].op;
}

/* What gunner_plain() does, with the rules in place of the gunner. */
static uint64_t play_rules(RulesKit *kit, const LinearSet *set,
                           const uint8_t *code, size_t i, uint32_t patience) {
    const Rules *r = kit->game->rules;
    RulesState *g = rules_game_begin(kit->game, kit->scratch[0], i);
    RulesRun host = { kit->game->call, g, r, false };
    LinearRun run = {
        .set = set, .code = code, .host = &rules_linear_host, .game = &host
    };
    const int32_t *shots = &g->var[rules_find(r, NAME_VAR, "shots")];
    const int32_t *hit = &g->var[rules_find(r, NAME_VAR, "hit")];
    uint32_t idle = 0;
    g->left = g->budget = UINT32_MAX;
    g->fuel = g->patience = UINT32_MAX;
    while (!g->stop) {
        int32_t before = *shots;
        if (idle++ == patience) {
            host.call(g, rule_of(set, "Target"));
            host.call(g, rule_of(set, "Shoot"));
            if (*hit && !g->stop) host.call(g, rule_of(set, "SavePos"));
            run.block = *hit ? 1 : 0;
            run.line = 0;
            idle = 0;
            continue;
        }
        linear_run_step(&run);
        if (*shots != before) idle = 0;
    }
    return run.steps;
}

static bool same_shots(RulesKit *kit, const Waters *sea) {
    const Rules *r = kit->game->rules;
    const RulesState *g = rules_scratch_state(kit->scratch[0]);
    const RulesGrid *log = &r->grid[rules_find(r, NAME_GRID, "log")];
    if (g->var[rules_find(r, NAME_VAR, "shots")] != sea->shots) return false;
    for (int k = 0; k < sea->shots; k++)
        if (g->cell[log->start + (size_t)k] != sea->log[k]) return false;
    return true;
}

static enum greatest_test_res compare_guns(RulesEngine engine, size_t games) {
    static Fleet fleet;
    const int lens[] = { 5, 4, 3, 3, 2 };
    RulesKit *kit = battleship_kit(games);
    ASSERT(kit && kit->game);
    rules_game_engine(kit->game, engine, NULL);
    ASSERT(fleet_init(&fleet, 10, 10, lens, 5, &kit->err));
    RulesLinear linear = { .nested = false };
    ASSERT(rules_linear_set(&linear, kit->game->rules, gunner_set.blocks,
                            gunner_set.block_count, &kit->err));
    GunnerOptions options = { .patience = 60 };
    Targeter targeter = { .answer = answer };
    for (size_t i = 0; i < games; i++) {
        Rng rng = rng_key(5, 0, i, RNG_TEST), play = rng_key(7, 0, i, RNG_PLAY);
        Cells ship[SHIPS_MAX];
        uint8_t code[GUN_BYTES], own[GUN_BYTES];
        Waters sea;
        fleet_draw(&fleet, &rng, ship);
        linear_random(&gunner_set, &rng, code);
        for (int k = 0; k < GUN_BYTES; k++)
            own[k] = (uint8_t)linear_find(&linear.set,
                                          gunner_set.instrs[code[k]].name);
        fill_case(kit, i, &fleet, ship);
        waters_init(&sea, &fleet, ship);
        GunnerProgram program = { &gunner_set, code, &options };
        GunnerReport want = gunner_plain(&program, &sea, &targeter, &play);
        uint64_t steps = play_rules(kit, &linear.set, own, i, options.patience);
        ASSERT_EQ_FMT((unsigned long long)want.steps, (unsigned long long)steps,
                      "%llu");
        ASSERT(same_shots(kit, &sea));
    }
    rules_kit_free(kit);
    PASS();
}

TEST battleship_by_rules_is_the_gunner(void) {
    return compare_guns(RULES_BYTECODE, 150);
}

TEST battleship_by_native_rules_is_the_gunner(void) {
    return compare_guns(RULES_AUTO, 150);
}

SUITE(test_rules_linear) {
    RUN_TEST(rules_are_instructions);
    RUN_TEST(done_may_be_the_first_of_the_rules);
    RUN_TEST(arguments_and_many_blocks_are_refused);
    RUN_TEST(battleship_by_rules_is_the_gunner);
    RUN_TEST(battleship_by_native_rules_is_the_gunner);
}
