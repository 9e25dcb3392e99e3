/* rules_linear.c -- linear programs whose instructions are rules. */
#include "rules_linear.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "rules_match.h"

/* ---- sets ---------------------------------------------------------------- */

static void add(RulesLinear *l, const char *name, LinearKind kind, int op,
                const char *help) {
    assert(l->set.instr_count < sizeof l->instr / sizeof *l->instr);
    l->instr[l->set.instr_count++] = (LinearInstr){
        .name = name, .kind = kind, .op = op, .help = help
    };
}

static void add_registers(RulesLinear *l, const Rules *rules) {
    for (size_t i = 0; i < rules->name_count; i++) {
        const RulesName *n = &rules->name[i];
        if (n->kind != NAME_VAR || n->k == 0) continue;
        if (n->k > LINEAR_REGISTERS_MAX) return;
        l->reg[n->k - 1] = (LinearRegister){ n->name, "" };
        l->set.register_count = (size_t)n->k;
    }
}

bool rules_linear_set(RulesLinear *linear, const Rules *rules,
                      const LinearBlock *blocks, size_t count, Err *err) {
    if (count > LINEAR_BLOCKS_MAX)
        return err_set(err, "field 'blocks': at most %d", LINEAR_BLOCKS_MAX);
    for (size_t i = 0; i < count; i++) {
        size_t len = strlen(blocks[i].name);
        if (len > LINEAR_NAME_MAX) len = LINEAR_NAME_MAX;
        memcpy(linear->name[i], blocks[i].name, len);
        linear->block[i] = (LinearBlock){ linear->name[i], blocks[i].capacity };
    }
    linear->set = (LinearSet){ .name = "rules",
                               .instrs = linear->instr,
                               .blocks = linear->block,
                               .block_count = count,
                               .registers = linear->reg };
    add(linear, "Nop", LINEAR_NOP, 0, "no operation");
    for (size_t i = 0; i < rules->prim_count; i++) {
        const Rule *rule = &rules->rule[rules->prim_rule[i]];
        if (rule->arity > 0)
            return err_set(err, "'%s' takes arguments: an instruction has none",
                           rule->name);
        add(linear, rule->name,
            rule->kind == RULE_TEST ? LINEAR_TEST : LINEAR_ACT,
            rules->prim_rule[i], rule->help);
    }
    add(linear, "Jump", LINEAR_JUMP, 0, "line 1 of the next block");
    add_registers(linear, rules);
    return linear_set_check(&linear->set, err);
}

/* ---- the host ------------------------------------------------------------ */

static bool act(void *game, int op) {
    RulesRun *run = game;
    bool ends = run->call(run->state, op) != 0 && run->turns;
    return !run->state->stop && !ends;
}

static bool test(void *game, int op) {
    RulesRun *run = game;
    return run->call(run->state, op) != 0;
}

static void show(void *game, size_t reg, Buf *out) {
    const RulesRun *run = game;
    assert(reg + 1 < run->rules->var_count);
    buf_format(out, "%d", run->state->var[reg + 1]);
}

const LinearHost rules_linear_host = { act, test, show };

/* ---- cases --------------------------------------------------------------- */

static int32_t special(RulesRun *run, RuleKind kind) {
    int rule = run->rules->block[kind];
    return rule < 0 ? 0 : run->call(run->state, rule);
}

RulesCase rules_linear_watch(const RulesGame *game, RulesScratch *scratch,
                             const uint8_t *code, size_t case_number,
                             const RulesOnlooker *who) {
    RulesState *g = rules_game_begin(game, scratch, case_number);
    RulesRun rules = { game->call, g, game->rules, false };
    LinearRun run = { .set = &game->linear->set,
                      .code = code,
                      .host = &rules_linear_host,
                      .game = &rules,
                      .nested = game->linear->nested };
    special(&rules, RULE_START);
    if (!g->stop && special(&rules, RULE_DONE)) rules_end(g, false);
    while (!g->stop && rules_pay(g, 1)) {
        if (who) who->before(who->data, &run, g);
        linear_run_step(&run);
        if (who) who->after(who->data, &run, g);
    }
    RulesCase one = { 0, g->steps, g->free_steps,
                      g->out ? RULES_TIMED_OUT : RULES_DONE_END, false };
    g->stop = false;
    g->fuel = g->patience;
    one.score = special(&rules, RULE_SCORE);
    one.won = special(&rules, RULE_WON) != 0;
    return one;
}

RulesCase rules_linear_play(const RulesGame *game, RulesScratch *scratch,
                            const uint8_t *code, size_t case_number) {
    return rules_linear_watch(game, scratch, code, case_number, NULL);
}

/* ---- games --------------------------------------------------------------- */

bool rules_linear_game(RulesGame *game, const LinearBlock *blocks, size_t count,
                       bool nested, Err *err) {
    if (game->rules->reals)
        return err_set(err,
                       "field 'blocks': linear programs have no reals, and "
                       "these rules do");
    game->linear = mem_new(1, sizeof *game->linear, err);
    if (!game->linear) return false;
    game->linear->nested = nested;
    game->game.class = &rules_linear_class;
    return rules_linear_set(game->linear, game->rules, blocks, count, err);
}

static bool reads(const Game *game, const void *shape) {
    return linear_set_same(shape, &((const RulesGame *)game)->linear->set);
}

const GameClass rules_linear_class = {
    RULES_CLASS,
    .kind = "linear",
    .reads = reads,
};
