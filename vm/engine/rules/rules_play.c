/* rules_play.c -- playing cases by rules, on whichever engine.
 *
 * Case i draws from a generator keyed by the game's seed and i, so a score
 * depends on the program alone, on whichever thread and engine. A scratch is
 * what a thread plays in; what only one engine needs is made when it is first
 * asked for.
 */
#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "rules_game.h"
#include "rules_match.h"
#include "rules_vector.h"

struct RulesScratch {
    RulesState *state;
    const RulesOuter *outer;
    RulesNode   node[VOCAB_BRANCHES * TREE_NODES_MAX];
    uint16_t    span[VOCAB_BRANCHES * TREE_NODES_MAX];
    RulesFlat   flat;
    RulesSets  *sets;                /* NULL: cases are played one by one */
    ColumnsScratch *columns;         /* NULL: not asked for yet */
    double     *scores;              /* two per case, of columns */
    LanesMachine *lanes;             /* NULL: none yet */
    uint32_t    rest;                /* programs to play without lanes */
    RulesCase  *each;                /* a row per case, once asked for */
    RulesRoom  *room[2];             /* NULL: no two have met */
    const void *genes;               /* of a vector that plays, or NULL */
    RulesUndo   undo[FLAT_LIGHT];
    uint8_t     known[GROUP_CELLS_MAX];  /* a case alone: all are */
};

/* ---- scratch ------------------------------------------------------------- */

bool rules_scratch_rooms(RulesScratch *s, Err *err) {
    for (int i = 0; i < 2; i++)
        if (!s->room[i] && !(s->room[i] = mem_new(1, sizeof *s->room[i], err)))
            return false;
    return true;
}

RulesScratch *rules_scratch_new(const RulesGame *game, Err *err) {
    RulesScratch *s = mem_new(1, sizeof *s, err);
    if (!s) return NULL;
    s->state = rules_state_new(game->rules, err);
    if (!s->state) {
        mem_free(s);
        return NULL;
    }
    s->state->code = game->code;
    s->state->program = &s->flat;
    s->state->slot = s->flat.slot;
    s->state->later = rules_flat_later;
    s->state->part = rules_sets_part;
    s->state->undo = s->undo;
    memset(s->known, 1, sizeof s->known);
    s->state->settle = rules_flat_settle;
    if (game->code)
        memcpy(s->state->var + RULES_FIRST_FIX, game->code->fixed,
               game->code->fixed_count * sizeof *game->code->fixed);
    bool ok = !game->rivals || rules_scratch_rooms(s, err);
    if (ok && game->outer) {
        s->outer = game->outer;
        s->state->outer = game->outer->call;
        s->state->seat = game->outer->seat_new(game, err);
        ok = s->state->seat != NULL;
    }
    if (ok) return s;
    rules_scratch_free(s);
    return NULL;
}

void rules_scratch_free(void *scratch) {
    RulesScratch *s = scratch;
    if (!s) return;
    if (s->outer && s->state->seat) s->outer->seat_free(s->state->seat);
    rules_state_free(s->state);
    rules_sets_free(s->sets);
    columns_scratch_free(s->columns);
    mem_free(s->scores);
    rules_lanes_free(s->lanes);
    mem_free(s->each);
    for (int i = 0; i < 2; i++) mem_free(s->room[i]);
    mem_free(s);
}

bool rules_scratch_ok(const RulesScratch *scratch, Err *err) {
    const RulesState *g = scratch->state;
    const Err *failure = g->seat ? scratch->outer->failure(g->seat) : NULL;
    return !failure || err_set(err, "%s", failure->text);
}

RulesCase *rules_scratch_each(RulesScratch *s, const RulesGame *game,
                              Err *err) {
    if (!s->each) s->each = mem_new(game->game.cases, sizeof *s->each, err);
    return s->each;
}

RulesRoom *rules_scratch_room(RulesScratch *s, int which) {
    assert(s->room[which]);
    return s->room[which];
}

RulesState *rules_scratch_playing(RulesScratch *scratch) {
    return scratch->state;
}

const RulesState *rules_scratch_state(const RulesScratch *scratch) {
    return scratch->state;
}

void rules_scratch_genes(RulesScratch *scratch, const void *genes) {
    scratch->genes = genes;
}

/* ---- a case -------------------------------------------------------------- */

static RulesEnd end_of(const RulesState *g) {
    return g->out ? RULES_TIMED_OUT : g->done ? RULES_DONE_END : RULES_FINISHED;
}

bool rules_game_says(const RulesGame *game) {
    return game->rules->block[RULE_WON] >= 0 || game->two.judged > 0;
}

/* Where the rules do not say it, a match is won by the best score there is. */
static bool is_won(const RulesGame *game, const RulesState *g) {
    const RulesOptions *o = &game->options;
    if (game->rules->block[RULE_WON] >= 0 || !game->two.judged) return g->won;
    if (o->minimise) return g->score <= 0;
    return g->score >= o->max / (double)o->cases;        /* NAN: no */
}

RulesCase rules_case_of(const RulesGame *game, const RulesState *g) {
    return (RulesCase){ game_tame(g->score, game->options.minimise), g->steps,
                        g->free_steps, end_of(g), is_won(game, g) };
}

RulesState *rules_game_begin(const RulesGame *game, RulesScratch *scratch,
                             size_t i) {
    const RulesOptions *o = &game->options;
    assert(i < o->cases);
    size_t at = i * game->rules->var_count;
    RulesFirst first = { game->vars + at,
                         game->cells + i * game->rules->cell_count,
                         game->reals ? game->reals + at : NULL };
    rules_begin(scratch->state, first, o->budget, o->passes,
                game->rules->draws ? rng_key(o->seed, 0, i, RNG_PLAY)
                                   : (Rng){ { 0 } });
    scratch->state->number = (uint32_t)i;
    scratch->state->known = scratch->known;
    if (scratch->genes)
        rules_vector_fill(game->vector, game->rules, scratch->genes,
                          scratch->state);
    return scratch->state;
}

static RulesCase play(const RulesGame *game, RulesScratch *scratch, size_t i) {
    RulesState *g = rules_game_begin(game, scratch, i);
    game->play(g);
    return rules_case_of(game, g);
}

static void load(const RulesGame *game, RulesScratch *scratch,
                 const Tree *tree) {
    RulesState *g = scratch->state;
    bool native = game->native && game->engine <= RULES_NATIVE;
    g->program = &scratch->flat;
    g->flat = native && !game->rules->reals
                  ? rules_flat_load(&scratch->flat, &game->native->flat, tree,
                                    scratch->node)
                  : NULL;
    if (!g->flat || game->native->flat.walks)
        rules_load(g, tree, native ? game->native->walks : NULL, scratch->node,
                   scratch->span);
}

RulesCase rules_game_play(const RulesGame *game, RulesScratch *scratch,
                          const Tree *tree, size_t case_number) {
    load(game, scratch, tree);
    return play(game, scratch, case_number);
}

RulesCase rules_game_walk(const RulesGame *game, RulesScratch *scratch,
                          const Tree *tree, size_t case_number) {
    rules_load(scratch->state, tree, NULL, scratch->node, scratch->span);
    RulesState *g = rules_game_begin(game, scratch, case_number);
    rules_plain_play(g);
    return rules_case_of(game, g);
}

void rules_hands_begin(const RulesGame *game, RulesScratch *scratch,
                       size_t case_number) {
    rules_plain_begin(rules_game_begin(game, scratch, case_number));
}

bool rules_hands_move(RulesScratch *scratch, const Tree *tree) {
    rules_load(scratch->state, tree, NULL, scratch->node, scratch->span);
    rules_plain_pass(scratch->state);
    return !scratch->state->stop;
}

bool rules_hands_turn(const RulesGame *game, RulesScratch *scratch,
                      int32_t move, int32_t *gave) {
    RulesState *g = scratch->state;
    int rule = game->rules->block[RULE_TURN];
    if (g->stop || !rules_pay(g, (uint32_t)game->rules->rule[rule].cost))
        return false;
    g->var[0] = move;
    *gave = rules_plain_call(g, rule);
    return !g->stop;
}

RulesCase rules_hands_end(const RulesGame *game, RulesScratch *scratch) {
    rules_plain_finish(scratch->state);
    return rules_case_of(game, scratch->state);
}

const RulesNode *rules_scratch_nodes(const RulesScratch *scratch) {
    return scratch->node;
}

void rules_total_add(RulesTotal *total, const RulesCase *one) {
    total->raw += one->score;
    total->steps += one->steps;
    total->free_steps += one->free_steps;
    total->ends[one->end]++;
    total->won += one->won;
}

/* ---- sets and lanes ------------------------------------------------------ */

/* Where the results of a block of cases go. */
typedef struct Tally {
    const RulesGame *game;
    RulesTotal *total;
    RulesCase  *each;                /* of the block, or NULL */
} Tally;

/* All these cases have ended alike. */
static void tally(void *to, uint64_t cases, const RulesState *g) {
    const Tally *t = to;
    RulesCase one = rules_case_of(t->game, g);
    for (uint64_t left = cases; left; left &= left - 1) {
        if (t->each) t->each[__builtin_ctzll(left)] = one;
        rules_total_add(t->total, &one);
    }
}

/* Plays cases of a block in sets; the results of each set are the same. */
static void play_sets(const RulesGame *game, RulesScratch *scratch,
                      size_t block, uint64_t cases, Tally *to) {
    size_t first = block * game->groups->block;
    RulesState *g = rules_game_begin(game, scratch,
                                     first + (size_t)__builtin_ctzll(cases));
    rules_sets_begin(scratch->sets, g, block, cases);
    game->native->play(g);
    do {
        tally(to, g->cases, g);
        if (!rules_sets_next(scratch->sets, g)) break;
        game->native->resume(g);
    } while (true);
}

/* Are cases played in sets? Without the memory for that, one by one. */
static bool in_sets(const RulesGame *game, RulesScratch *scratch) {
    if (!game->native || game->engine > RULES_NATIVE || !game->groups ||
        !scratch->state->flat)
        return false;
    if (!scratch->sets) scratch->sets = rules_sets_new(game->groups, NULL);
    if (!scratch->sets) return false;
    scratch->sets->slots = scratch->flat.slots - FLAT_ARGS;
    return true;
}

/* Plays cases of a block by the scalar engine, the program being loaded. */
static void play_scalar(const RulesGame *game, RulesScratch *scratch,
                        size_t first, uint64_t cases, Tally *to) {
    for (uint64_t left = cases; left; left &= left - 1) {
        RulesState *g = rules_game_begin(game, scratch,
                                         first + (size_t)__builtin_ctzll(left));
        game->play(g);
        tally(to, left & -left, g);
    }
}

/* A case, or all cases of the block at once, becomes a lane, unless it is over
 * before it begins. */
static void enter_lane(const RulesGame *game, RulesScratch *scratch,
                       size_t first, uint64_t cases, Tally *to) {
    RulesState *g = rules_game_begin(game, scratch,
                                     first + (size_t)__builtin_ctzll(cases));
    game->begin(g);
    if (!g->stop) {
        rules_lanes_enter(scratch->lanes, g, cases);
        return;
    }
    game->finish(g);
    tally(to, cases, g);
}

static void play_lanes(const RulesGame *game, RulesScratch *scratch,
                       size_t block, uint64_t cases, Tally *to) {
    size_t first = block * rules_game_block(game);
    LanesMachine *m = scratch->lanes;
    rules_lanes_clear(m, block);
    m->ended = tally;
    m->to = to;
    m->finish = game->finish;
    uint64_t left = cases;
    if (game->groups) {
        enter_lane(game, scratch, first, cases, to);
        left = 0;
    }
    for (; left; left &= left - 1)
        enter_lane(game, scratch, first, left & -left, to);
    rules_lanes_play(m, scratch->state, game->lanes);
}

/* Are cases played in lanes? */
static bool in_lanes(const RulesGame *game, RulesScratch *scratch,
                     const Tree *tree) {
    if (game->engine != RULES_LANES) return false;
    if (scratch->rest) {
        scratch->rest--;
        return false;
    }
    if (game->plan.vary && !(game->groups && game->groups->narrow))
        return false;                /* there was no memory */
    if (!scratch->lanes)
        scratch->lanes = rules_lanes_new(&game->plan, game->rules, game->groups,
                                         game->native ? NULL : game->code,
                                         NULL);
    return scratch->lanes &&
           rules_lanes_load(scratch->lanes, &game->lanes_flat, tree);
}

static RulesTotal score_in_lanes(const RulesGame *game, RulesScratch *scratch,
                                 const Tree *tree, RulesCase *each) {
    RulesTotal total = { 0 };
    size_t cases = game->options.cases, size = rules_game_block(game);
    size_t twice = 0;                /* cases that were played again */
    for (size_t b = 0; b * size < cases; b++) {
        Tally to = { game, &total, each ? each + b * size : NULL };
        size_t count = cases - b * size < size ? cases - b * size : size;
        play_lanes(game, scratch, b, UINT64_MAX >> (GROUP_CASES - count), &to);
        uint64_t again = scratch->lanes->again;
        if (!again) continue;
        load(game, scratch, tree);
        twice += (size_t)__builtin_popcountll(again);
        if (in_sets(game, scratch)) play_sets(game, scratch, b, again, &to);
        else play_scalar(game, scratch, b * size, again, &to);
    }
    if (twice > cases / LANES_TWICE) scratch->rest = LANES_REST;
    return total;
}

/* ---- columns ------------------------------------------------------------- */

static bool columns_ready(const RulesGame *game, RulesScratch *s, bool each,
                          Err *err) {
    if (!s->columns) s->columns = columns_scratch_new(err);
    if (each && !s->scores)
        s->scores = mem_new(2 * game->options.cases, sizeof *s->scores, err);
    return s->columns && (!each || s->scores);
}

static ColumnsSettings columns_settings(const RulesGame *game) {
    return (ColumnsSettings){
        .rules = game->rules,
        .columns = game->columns,
        .budget = game->options.budget,
        .patience = rules_patience(game->options.budget),
        .minimise = game->options.minimise,
        .kernels = game->kernels,
    };
}

/* All cases cost the same and end alike. */
static RulesTotal columns_total(const RulesGame *game, const ColumnsResult *r) {
    uint64_t cases = game->options.cases;
    RulesTotal total = { .raw = r->raw,
                         .steps = r->steps * cases,
                         .free_steps = r->free_steps * cases,
                         .won = (uint32_t)r->won };
    total.ends[r->out ? RULES_TIMED_OUT : RULES_FINISHED] = (uint32_t)cases;
    return total;
}

static void columns_rows(const RulesGame *game, const RulesScratch *s,
                         const ColumnsResult *r, RulesCase *each) {
    size_t cases = game->options.cases;
    bool says = game->rules->block[RULE_WON] >= 0;
    for (size_t i = 0; i < cases; i++)
        each[i] = (RulesCase){ s->scores[i], r->steps, r->free_steps,
                               r->out ? RULES_TIMED_OUT : RULES_FINISHED,
                               says && s->scores[cases + i] != 0 };
}

/* False if it cannot be done like that, for want of memory or in a graph; then
 * it is done case by case. */
static bool score_columns(const RulesGame *game, RulesScratch *s,
                          const Tree *tree, RulesTotal *total,
                          RulesCase *each) {
    ColumnsSettings set = columns_settings(game);
    ColumnsResult r;
    if (!columns_ready(game, s, each != NULL, NULL)) return false;
    bool ok;
    if (each) {
        double *scores[2] = { s->scores, s->scores + game->options.cases };
        ok = rules_columns_each(&set, s->columns, tree, &r, scores, NULL);
    } else {
        ok = rules_columns_score(&set, s->columns, tree, 1, &r, NULL);
    }
    if (!ok || !r.done) return false;
    *total = columns_total(game, &r);
    if (each) columns_rows(game, s, &r, each);
    return true;
}

bool rules_game_many(const RulesGame *game, RulesScratch *scratch,
                     const Tree *tree, size_t n, RulesTotal *total, Err *err) {
    ColumnsResult result[RULES_MANY];
    for (size_t i = 0; game->rivals && i < n; i++)
        total[i] = rules_program_score(
            game, scratch, (Entrant){ tree[i].vocab, tree[i].len }, NULL);
    if (game->rivals) return rules_scratch_ok(scratch, err);
    bool columns = game->engine == RULES_COLUMNS &&
                   columns_ready(game, scratch, false, err);
    ColumnsSettings set = columns_settings(game);
    for (size_t first = 0, some; first < n; first += some) {
        some = n - first < RULES_MANY ? n - first : RULES_MANY;
        if (columns && !rules_columns_score(&set, scratch->columns,
                                            tree + first, some, result, err))
            return false;
        for (size_t i = 0; i < some; i++)
            total[first + i] = columns && result[i].done
                                   ? columns_total(game, &result[i])
                                   : rules_game_score(game, scratch,
                                                      &tree[first + i], NULL);
    }
    return rules_scratch_ok(scratch, err);
}

bool rules_game_tune(const RulesGame *game, RulesScratch *scratch, Tree *tree,
                     int steps, Err *err) {
    ColumnsSettings set = columns_settings(game);
    if (!game->rules->has_own)
        return err_set(err, "programs have no constants of their own: see "
                            "'constants own'");
    if (game->engine != RULES_COLUMNS)
        return err_set(err, "only pure rules can be tuned, on columns");
    if (!rules_columns_has_residual(game->columns))
        return err_set(err, "the score is neither the square nor the size of "
                            "a difference");
    return columns_ready(game, scratch, false, err) &&
           rules_columns_tune(&set, scratch->columns, tree, steps, err);
}

RulesTotal rules_game_score(const RulesGame *game, RulesScratch *scratch,
                            const Tree *tree, RulesCase *each) {
    RulesTotal total = { 0 };
    if (game->engine == RULES_COLUMNS &&
        score_columns(game, scratch, tree, &total, each))
        return total;
    size_t cases = game->options.cases;
    if (in_lanes(game, scratch, tree))
        return score_in_lanes(game, scratch, tree, each);
    load(game, scratch, tree);
    if (in_sets(game, scratch)) {
        size_t size = game->groups->block;
        for (size_t b = 0; b * size < cases; b++) {
            Tally to = { game, &total, each ? each + b * size : NULL };
            play_sets(game, scratch, b, rules_groups_all(game->groups, b), &to);
        }
        return total;
    }
    for (size_t i = 0; i < cases; i++) {
        RulesCase one = play(game, scratch, i);
        if (each) each[i] = one;
        rules_total_add(&total, &one);
    }
    return total;
}
