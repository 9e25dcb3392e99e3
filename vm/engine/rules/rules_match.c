/* rules_match.c -- matches by rules, the same for every engine.
 *
 * The loop is here; an engine begins a match, runs a tree once, executes a rule
 * and ends it. Both programs lie in rooms of the scratch, ready to be walked,
 * and change places between turns. Native code walks them: steps in a row
 * (rules_flat.h) are for programs that play alone.
 */
#include "rules_match.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "program/machine/machine_match.h"
#include "rules_vector.h"

/* ---- rules for two ------------------------------------------------------- */

/* A whole variable of that name, which does for two what `what` says. */
static bool has(const RulesGame *game, const char *name, int k,
                const char *what, Err *err) {
    if (k == 0) return err_set(err, "the rules need 'var %s': %s", name, what);
    return game->rules->var_kind[k] == KIND_WHOLE ||
           err_set(err, "variable '%s' must be a whole number: %s", name, what);
}

bool rules_match_can(const RulesGame *game, Err *err) {
    const RulesTwo *two = &game->two;
    if (!has(game, "judged", two->judged,
             "the player, 1 or 2, whose score is asked for", err))
        return false;
    if (!game->machine)
        return has(game, "player", two->player, "whose turn it is, 1 or 2",
                   err);
    if (!machine_can_meet(&game->machine->alphabet))
        return err_set(err, "field 'alphabet': machines that meet see each "
                            "other's moves: moves and sees must be the same");
    return has(game, "other", two->other,
               "the move of player 2, as 'value' is that of player 1", err);
}

bool rules_class_meets(const Game *game, Err *why) {
    return rules_match_can((const RulesGame *)game, why);
}

size_t rules_match_count(const RulesGame *game) {
    return game->rivals ? 2 * game->rivals->count : 1;
}

bool rules_match_rivals(RulesGame *game, const RulesWho *rival, size_t count,
                        Err *err) {
    assert(!game->rivals && count >= 1 && rules_match_can(game, err));
    if (count > RULES_RIVALS_MAX)
        return err_set(err, "field 'rivals': at most %d programs",
                       RULES_RIVALS_MAX);
    game->rivals = mem_new(1, sizeof *game->rivals, err);
    if (!game->rivals) return false;
    memcpy(game->rivals->who, rival, count * sizeof *rival);
    game->rivals->count = count;
    game->game.cases *= 2 * count;
    game->game.max *= 2 * (double)count;         /* NAN stays */
    return true;
}

RulesWho rules_match_who(const RulesGame *game, Entrant who) {
    RulesWho w = { .genome = who.genome };
    if (game->vector)
        w.tree = tree_at(&game->vector->vocab, game->vector->genome);
    else if (!game->linear && !game->machine)
        w.tree = tree_at(who.shape, (void *)(uintptr_t)who.genome);
    return w;
}

/* ---- engines ------------------------------------------------------------- */

/* What a match needs of one. */
typedef struct Engine {
    RulesPlay        *begin, *pass, *finish;
    RulesWalk *const *walks;
} Engine;

/* Who looks on sees the reference; linear programs and machines have no tree to
 * be looked at. */
static Engine engine_of(const RulesMatch *m) {
    const RulesGame *game = m->game;
    if (m->looker || game->play == rules_plain_play)
        return (Engine){ rules_plain_begin, rules_plain_pass,
                         rules_plain_finish, NULL };
    if (game->play == rules_run_play)
        return (Engine){ rules_run_begin, rules_run_pass, rules_run_finish,
                         NULL };
    return (Engine){ game->native->begin, game->native->pass,
                     game->native->finish, game->native->walks };
}

/* ---- seats --------------------------------------------------------------- */

/* Which of the two has that seat: 0 is the one that is judged. */
static int in_seat(const RulesMatch *m, int seat) { return seat != m->judged; }

void rules_match_change(RulesMatch *m, int which, const RulesWho *who) {
    m->who[which] = *who;
    if (!who->tree.vocab) return;
    RulesRoom *room = rules_scratch_room(m->scratch, which);
    rules_load(m->g, &who->tree, engine_of(m).walks, room->node, room->span);
    memcpy(room->branch, m->g->branch, sizeof room->branch);
    memcpy(room->value, m->g->value, sizeof room->value);
}

/* The state in which the match begins. */
static void first_state(RulesMatch *m, size_t case_number) {
    const RulesGame *game = m->game;
    m->g = rules_game_begin(game, m->scratch, case_number);
    m->g->flat = NULL;
    m->g->var[game->two.judged] = m->judged;
    if (game->two.player) m->g->var[game->two.player] = 1;
    const void *genes = m->who[in_seat(m, 1)].genome;
    if (game->vector && genes)
        rules_vector_fill(game->vector, game->rules, genes, m->g);
    m->turns = 0;
    m->sits = false;
    m->run = (RulesRun){ game->call, m->g, game->rules, true };
    for (int seat = 1; seat <= 2; seat++) {
        const void *genome = m->who[in_seat(m, seat)].genome;
        if (game->machine && genome)
            m->at[seat - 1] = ((const Machine *)genome)->start;
        if (game->linear)
            m->line[seat - 1] = (LinearRun){ .set = &game->linear->set,
                                             .code = genome,
                                             .host = &rules_linear_host,
                                             .game = &m->run,
                                             .nested = game->linear->nested };
    }
}

void rules_match_meet(RulesMatch *m, const RulesWho two[2], int seat,
                      size_t case_number) {
    m->g = rules_scratch_playing(m->scratch);
    m->judged = seat;
    for (int i = 0; i < 2; i++) rules_match_change(m, i, &two[i]);
    first_state(m, case_number);
}

void rules_match_seat(RulesMatch *m, RulesWho who, size_t number) {
    size_t matches = rules_match_count(m->game);
    assert(m->game->rivals && number < m->game->game.cases);
    RulesWho two[2] = { who, m->game->rivals->who[number % matches / 2] };
    rules_match_meet(m, two, 1 + (int)(number % 2), number / matches);
}

/* ---- turns --------------------------------------------------------------- */

static void did(const RulesMatch *m, RulesDoer who) {
    if (m->looker) m->looker->did(m->looker->data, m->g, who);
}

int rules_match_player(const RulesMatch *m) { return 1 + (int)(m->turns % 2); }

void rules_match_begin(RulesMatch *m) { engine_of(m).begin(m->g); }

/* Whose turn it is takes a seat. */
static void sit(RulesMatch *m) {
    const RulesGame *game = m->game;
    RulesState *g = m->g;
    int player = rules_match_player(m), i = in_seat(m, player);
    if (m->sits) return;
    m->sits = true;
    did(m, DOER_MINE);               /* what `start` did */
    g->var[game->two.player] = player;
    if (game->vector && m->who[i].genome)
        rules_vector_fill(game->vector, game->rules, m->who[i].genome, g);
    did(m, DOER_ENGINE);
    if (m->looker) m->looker->turn(m->looker->data, g, i == 0);
}

/* The turn has been taken; false if it was the last. */
static bool stand(RulesMatch *m) {
    int i = in_seat(m, rules_match_player(m));
    did(m, i == 0 ? DOER_MINE : DOER_OTHER);
    m->turns++;
    m->sits = false;
    return !m->g->stop && (m->game->linear || m->turns < m->g->passes);
}

static void run_tree(RulesMatch *m, int which) {
    const RulesRoom *room = rules_scratch_room(m->scratch, which);
    memcpy(m->g->branch, room->branch, sizeof room->branch);
    if (m->game->rules->kind == KIND_REAL)
        memcpy(m->g->value, room->value, sizeof room->value);
    engine_of(m).pass(m->g);
}

static void run_lines(RulesMatch *m, int which) {
    LinearRun *run = &m->line[rules_match_player(m) - 1];
    const RulesOnlooker *who = m->looker && which == 0 ? &m->looker->line
                                                       : NULL;
    for (bool on = true; on && !m->g->stop && rules_pay(m->g, 1);) {
        if (who) who->before(who->data, run, m->g);
        on = linear_run_step(run);
        if (who) who->after(who->data, run, m->g);
        run->forced = 0;
    }
}

static int move_of(const RulesMatch *m, int seat) {
    const Machine *machine = m->who[in_seat(m, seat)].genome;
    return machine_at(&m->game->machine->alphabet, machine, m->at[seat - 1])[0];
}

/* The round in which these moves are made, by seat; each sees the other's, but
 * what is supposed may be seen instead by the one that is judged. */
static bool play_round(RulesMatch *m, const int move[2], int *seen) {
    const RulesGame *game = m->game;
    const Alphabet *a = &game->machine->alphabet;
    RulesState *g = m->g;
    int mine = m->judged - 1;
    const RulesSpectator *who = m->looker ? &m->looker->round : NULL;
    if (who) who->before(who->data, m->at[mine], g);
    g->var[0] = move[0];
    g->var[game->two.other] = move[1];
    did(m, DOER_ENGINE);
    game->call(g, game->machine->turn);
    int saw = move[1 - mine];
    if (who) saw = rules_mod(who->after(who->data, saw, g), a->sees.count);
    if (seen) *seen = saw;
    for (int seat = 1; seat <= 2; seat++) {
        const Machine *machine = m->who[in_seat(m, seat)].genome;
        int other = seat == m->judged ? saw : move[2 - seat];
        if (machine)
            m->at[seat - 1] = machine_at(a, machine,
                                         m->at[seat - 1])[1 + other];
    }
    m->turns++;
    return !g->stop && m->turns < g->passes;
}

/* Can a round be paid for? */
static bool pays(RulesMatch *m) {
    int32_t cost = m->game->rules->rule[m->game->machine->turn].cost;
    return !m->g->stop && rules_pay(m->g, (uint32_t)cost);
}

bool rules_match_turn(RulesMatch *m) {
    if (m->g->stop) return false;
    if (m->game->machine) {
        if (!pays(m)) return false;
        int move[2] = { move_of(m, 1), move_of(m, 2) };
        return play_round(m, move, NULL);
    }
    uint32_t before = m->g->left;
    int which = in_seat(m, rules_match_player(m));
    sit(m);
    if (m->game->linear) run_lines(m, which);
    else run_tree(m, which);
    return stand(m) && m->g->left != before;
}

RulesCase rules_match_end(RulesMatch *m) {
    const RulesGame *game = m->game;
    if (game->vector && m->who[0].genome)
        rules_vector_fill(game->vector, game->rules, m->who[0].genome, m->g);
    did(m, DOER_ENGINE);
    engine_of(m).finish(m->g);
    return rules_case_of(game, m->g);
}

/* ---- by hand ------------------------------------------------------------- */

bool rules_match_instruct(RulesMatch *m, int rule, bool test, int32_t *gave) {
    *gave = 0;
    sit(m);
    if (m->g->stop || !rules_pay(m->g, 1)) return false;
    *gave = m->game->call(m->g, rule);
    if (m->g->stop) return false;
    return test || *gave == 0 || stand(m);
}

bool rules_match_move(RulesMatch *m, int move, int *seen) {
    int both[2] = { move, move };
    if (!pays(m)) return false;
    both[2 - m->judged] = move_of(m, 3 - m->judged);
    return play_round(m, both, seen);
}

/* ---- scores -------------------------------------------------------------- */

static RulesCase play_out(RulesMatch *m) {
    rules_match_begin(m);
    while (rules_match_turn(m)) continue;
    return rules_match_end(m);
}

RulesCase rules_match_play(const RulesGame *game, RulesScratch *scratch,
                           Entrant who, size_t number) {
    RulesMatch m = { .game = game, .scratch = scratch };
    rules_match_seat(&m, rules_match_who(game, who), number);
    return play_out(&m);
}

bool rules_class_meet(const Game *game, Entrants two, int seat, void *scratch,
                      Score *out, Err *err) {
    const RulesGame *rules = (const RulesGame *)game;
    RulesMatch m = { .game = rules, .scratch = scratch };
    RulesTotal total = { 0 };
    RulesWho who[2];
    if (!rules_scratch_rooms(scratch, err)) return false;
    for (int i = 0; i < 2; i++)
        who[i] = rules_match_who(rules, (Entrant){ two.shape, two.genomes[i] });
    for (int s = 1; s <= 2; s++) {
        for (size_t i = 0; i < rules->options.cases; i++) {
            if (seat && seat != s) continue;
            rules_match_meet(&m, who, s, i);
            RulesCase one = play_out(&m);
            rules_total_add(&total, &one);
        }
    }
    if (!seat) total.raw /= 2;
    *out = rules_game_result(rules, &total);
    return rules_scratch_ok(scratch, err);
}
