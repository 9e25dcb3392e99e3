/* rules_machine.c -- games of rules for machines.
 *
 * The loop is here and the same for every engine: an engine begins the case,
 * executes `turn` as it does instructions of linear programs, and ends it.
 */
#include "rules_machine.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "engine/rules/parse/parser.h"
#include "rules_match.h"

/* ---- making -------------------------------------------------------------- */

static bool add_name(RulesGiven *given, const char *name, int value, Err *err) {
    for (size_t i = 0; i < given->count; i++) {
        if (strcmp(given->name[i], name) != 0) continue;
        return given->value[i] == value ||
               err_set(err,
                       "field 'alphabet': '%s' is move %d and observation %d, "
                       "counted from 0: in rules a name is one number",
                       name, given->value[i], value);
    }
    if (parser_reserved(name))
        return err_set(err,
                       "field 'alphabet': '%s' is a word of the rules: name it "
                       "otherwise",
                       name);
    given->name[given->count] = name;
    given->value[given->count++] = value;
    return true;
}

bool rules_machine_names(const Alphabet *a, RulesGiven *given, Err *err) {
    static_assert(RULES_GIVEN_MAX >= 2 * ALPHABET_MAX, "room for all names");
    given->count = 0;
    for (int i = 0; i < a->moves.count; i++)
        if (!add_name(given, a->moves.name[i], i, err)) return false;
    for (int i = 0; i < a->sees.count; i++)
        if (!add_name(given, a->sees.name[i], i, err)) return false;
    return true;
}

/* Machines that meet see each other's moves: then `turn` need give nothing. */
static bool check_turn(const RulesGame *game, Err *err) {
    const Rules *rules = game->rules;
    int turn = rules->block[RULE_TURN];
    if (turn < 0)
        return err_set(err, "field 'alphabet': the rules need 'turn { ... }', "
                            "which gives what a machine sees");
    if (game->two.judged && game->two.other) return true;
    RulesKind kind = (RulesKind)rules->rule[turn].gives;
    if (kind == KIND_WHOLE || kind == KIND_TRUTH) return true;
    return err_set(err, "field 'alphabet': 'turn' must end in what a machine "
                        "sees, a whole number");
}

bool rules_machine_game(RulesGame *game, const Alphabet *alphabet, Err *err) {
    RulesMachine *m = game->machine = mem_new(1, sizeof *m, err);
    if (!m) return false;
    m->alphabet = *alphabet;
    m->turn = game->rules->block[RULE_TURN];
    game->game.class = &rules_machine_class;
    rules_columns_free(game->columns);
    game->columns = NULL;
    game->no_columns = "machines play them";
    if (game->rules->constant_count > 0 || game->rules->has_own)
        return err_set(err, "field 'alphabet': machines have no constants: "
                            "write 'const name = 1'");
    return rules_no_primitives(game->rules, RULES_MACHINE_PROGRAM,
                               "field 'alphabet'", "machines", err) &&
           check_turn(game, err);
}

/* ---- playing ------------------------------------------------------------- */

static void begin(const RulesGame *game, RulesState *g) {
    if (game->engine == RULES_PLAIN) rules_plain_begin(g);
    else if (game->engine == RULES_BYTECODE) rules_run_begin(g);
    else game->native->begin(g);
}

static void finish(const RulesGame *game, RulesState *g) {
    if (game->engine == RULES_PLAIN) rules_plain_finish(g);
    else if (game->engine == RULES_BYTECODE) rules_run_finish(g);
    else game->native->finish(g);
}

static bool pay(const RulesGame *game, RulesState *g) {
    int32_t cost = game->rules->rule[game->machine->turn].cost;
    return rules_pay(g, (uint32_t)cost);
}

/* Tells the rules the move, which has been paid for: what is seen then. */
static int turn(const RulesGame *game, RulesState *g, int move) {
    g->var[0] = move;
    return rules_mod(game->call(g, game->machine->turn),
                     game->machine->alphabet.sees.count);
}

RulesCase rules_machine_watch(const RulesGame *game, RulesScratch *scratch,
                              const Machine *machine, size_t case_number,
                              const RulesSpectator *who) {
    const Alphabet *a = &game->machine->alphabet;
    RulesState *g = rules_game_begin(game, scratch, case_number);
    int state = machine->start;
    begin(game, g);
    for (uint32_t n = 0; !g->stop && n < g->passes && pay(game, g); n++) {
        const uint8_t *row = machine_at(a, machine, state);
        if (who) who->before(who->data, state, g);
        int seen = turn(game, g, row[0]);
        if (who) seen = who->after(who->data, seen, g);
        state = row[1 + rules_mod(seen, a->sees.count)];
    }
    finish(game, g);
    return rules_case_of(game, g);
}

RulesCase rules_machine_play(const RulesGame *game, RulesScratch *scratch,
                             const Machine *machine, size_t case_number) {
    return rules_machine_watch(game, scratch, machine, case_number, NULL);
}

/* ---- games --------------------------------------------------------------- */

static bool reads(const Game *game, const void *shape) {
    return alphabet_same(&((const RulesGame *)game)->machine->alphabet, shape);
}

const GameClass rules_machine_class = {
    RULES_CLASS,
    .kind = "machine",
    .reads = reads,
};
